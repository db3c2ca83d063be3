"""Which product of a shop a page or picture is, by its size alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardforge.check.verify.document import Document, Page
from cardforge.check.verify.expectation import product_sizes
from cardforge.check.verify.faults import Fault, error
from cardforge.check.verify.values import SAME_MM, Expected, PageSize, on_pages, size_words
from cardforge.geometry import Box, Size
from cardforge.shops import DPI, Product, Shop
from cardforge.units import show

# Other tools round pages to whole points or pixels: a sixth of a millimetre.
_NEAR = 0.17


def pixel_faults(pixels: Sequence[int], shop: Shop) -> Iterator[Fault]:
    """Yield whether no product of a shop has so many pixels; a picture may lie on its side."""
    size = tuple(pixels)
    products = list(shop.products.values())
    if not products or size[0] * size[1] == 0:
        return
    good = [p for p in products if size in (p.pixels, p.pixels[::-1])]
    if good:
        if shop.upright and all(size != p.pixels for p in good):
            yield error("file.size", f"lies on its side, {shop.title} takes it upright")
        return
    nearest = min(products, key=lambda p: abs(p.pixels[0] - size[0]) + abs(p.pixels[1] - size[1]))
    yield error(
        "file.size",
        f"has {size[0]} × {size[1]} pixels, which is no product of {shop.title}: the nearest is"
        f" {nearest.name} with {nearest.pixels[0]} × {nearest.pixels[1]}",
    )


def expected_dpi(shop: Shop) -> float | None:
    """Return the resolution that pictures of a shop carry."""
    return DPI if shop.way == "pictures" else None


def sized(expected: Expected, document: Document, shop: Shop) -> Expected:
    """Return what is expected with the sizes of the product that the first page is."""
    if expected.sizes or not document.pages:
        return expected
    page = document.pages[0]
    product = _product_of(page, shop)
    if product is None:
        return expected
    size = Size(*product.sheet) if product.sheet else None
    return expected._replace(sizes=(PageSize(size) if size else product_sizes(product),))


def page_faults(document: Document, shop: Shop) -> Iterator[Fault]:
    """Yield the pages that are of no product of a shop, or have another bleed than it wants."""
    cards = [p for p in shop.products.values() if p.kind == "deck"]
    if cards and shop.any is None:
        wrong = [n for n, p in enumerate(document.pages, 1) if _product_of(p, shop) is None]
        if wrong:
            size = document.pages[wrong[0] - 1].size
            nearest = min(cards, key=lambda product: _apart(_page(product), size))
            yield error(
                "file.size",
                f"{on_pages(wrong)}: the page of {size_words(size)} is no product of"
                f" {shop.title}: the nearest is {nearest.name} of {size_words(_page(nearest))}",
            )
    elif shop.any is not None:
        yield from _bleed_faults(document, shop.any.bleed, shop)


def _bleed_faults(document: Document, bleed: float, shop: Shop) -> Iterator[Fault]:
    without, small = [], {}
    for number, page in enumerate(document.pages, 1):
        if not {"TrimBox", "ArtBox"} & page.boxes.keys():
            without.append(number)
            continue
        outer = page.boxes.get("BleedBox", Box(0.0, 0.0, *page.size))
        trim = page.trim
        least = min(
            trim.x - outer.x, trim.y - outer.y, outer.right - trim.right,
            outer.bottom - trim.bottom,
        )  # fmt: skip
        if least < bleed - SAME_MM:
            small[number] = least
    if without:
        yield error("file.boxes", f"{on_pages(without)} without a TrimBox: {shop.title} cuts by it")
    if small:
        yield error(
            "file.boxes",
            f"{on_pages(small)}: {show(max(0.0, min(small.values())))} mm of bleed,"
            f" {shop.title} wants {show(bleed)} mm",
        )


def _page(product: Product) -> Size:
    return product.sheet or product.page


def _product_of(page: Page, shop: Shop) -> Product | None:
    near = [p for p in shop.products.values() if _apart(_page(p), page.size) <= _NEAR]
    if not near:
        return None
    trim = Size(page.trim.width, page.trim.height)
    return min(near, key=lambda product: _apart(product.trim, trim))


def _apart(one: Size, other: Size) -> float:
    """Return by how much two sizes differ, whichever way they lie."""
    return min(
        max(abs(one.width - other.width), abs(one.height - other.height)),
        max(abs(one.width - other.height), abs(one.height - other.width)),
    )
