"""What `cardforge list` shows: presets by name with their facts."""

from __future__ import annotations

from typing import Any

from cardforge import presets
from cardforge.fonts.listed import describe_font, font_rows
from cardforge.shops import Shop, shops
from cardforge.units import show


def rows(what: str) -> dict[str, dict[str, Any]]:
    """Return the presets of a kind by name, lengths in mm."""
    if what == "formats":
        return {
            name: {
                "width": f.trim.width, "height": f.trim.height, "bleed": f.bleed,
                "safe": f.safe, "corner": f.corner,
            }
            for name, f in presets.formats().items()
        }  # fmt: skip
    if what == "papers":
        return {n: {"width": s.width, "height": s.height} for n, s in presets.papers().items()}
    if what == "shops":
        return {name: _shop(shop) for name, shop in shops().items()}
    if what == "fonts":
        return font_rows()
    return {name: {} for name in sorted(presets.builtin_icons())}


def _shop(shop: Shop) -> dict[str, Any]:
    """Return what a shop takes, with its products."""
    products = {
        product.name: {
            "kind": product.kind, "trim": product.trim, "pixels": product.pixels,
            "safe": product.safe, "confidence": product.confidence,
        }
        for product in shop.products.values()
    }  # fmt: skip
    size = {"bleed": shop.any.bleed, "safe": shop.any.safe} if shop.any else None
    standard = shop.press.standard if shop.press else None
    return {
        "title": shop.title, "formats": shop.formats, "standard": standard, "any-size": size,
        "products": products,
    }  # fmt: skip


def describe_shop(facts: dict[str, Any]) -> str:
    """Return what a shop takes as lines, one for each product."""
    takes = [facts["title"], ", ".join(facts["formats"])]
    if facts["standard"]:
        takes.append(facts["standard"])
    if facts["any-size"]:
        size = facts["any-size"]
        takes.append(f"any size, bleed {show(size['bleed'])}, safe zone {show(size['safe'])} mm")
    lines = ["; ".join(takes)]
    for name, product in facts["products"].items():
        width, height = product["trim"]
        pixels = "{} × {} px".format(*product["pixels"])
        doubt = "" if product["confidence"] == "high" else f" ({product['confidence']} confidence)"
        size = f"{show(width)} × {show(height)} mm"
        lines.append(f"  {name:22} {product['kind']:6} {size:20} {pixels}{doubt}")
    return "\n".join(lines)


def describe(facts: dict[str, Any]) -> str:
    """Return the facts of a preset as one line."""
    if not facts:
        return ""
    if "family" in facts:
        return describe_font(facts)
    size = f"{show(facts['width'])} × {show(facts['height'])} mm"
    rest = [f"{key} {show(v)}" for key, v in facts.items() if key not in ("width", "height")]
    return ", ".join([size, *rest])
