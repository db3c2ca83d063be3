"""What `cardforge list` shows: presets by name with their facts."""

from __future__ import annotations

from typing import Any

from cardforge import presets
from cardforge.fonts import known_fonts
from cardforge.units import show


def rows(what: str) -> dict[str, dict[str, Any]]:
    """Return the presets of a kind (formats, papers, fonts, icons) by name; lengths in mm."""
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
    if what == "fonts":
        return {name: {} for name in known_fonts()}
    return {name: {} for name in sorted(presets.builtin_icons())}


def describe(facts: dict[str, Any]) -> str:
    """Return the facts of a preset as one line."""
    if not facts:
        return ""
    size = f"{show(facts['width'])} × {show(facts['height'])} mm"
    rest = [f"{key} {show(v)}" for key, v in facts.items() if key not in ("width", "height")]
    return ", ".join([size, *rest])
