"""Booklets that a print shop binds: its products, and a rulebook as the single pages it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from cardforge.booklet import padded, place_page, plate_of, rounded_up
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Page
from cardforge.presets import booklets
from cardforge.sheet_spec import SheetError

_SAME_SIZE = 0.01


class ShopBooklet(NamedTuple):
    """A booklet that a shop sells: its page, and how many pages it may have."""

    shop: str
    name: str
    trim: Size
    bleed: float
    pixels: tuple[int, int]
    multiple: int
    at_least: int
    at_most: int


class ShopPage(NamedTuple):
    """A page as a picture file: its name, its ink, and the pixels that the shop wants."""

    name: str
    page: Page
    pixels: tuple[int, int]


@cache
def shop_booklets(shop: str) -> Mapping[str, ShopBooklet]:
    """Return the booklets of a shop by name."""
    return {
        name: ShopBooklet(
            shop,
            name,
            Size(*map(float, entry["trim"])),
            float(entry["bleed"]),
            (int(entry["pixels"][0]), int(entry["pixels"][1])),
            int(entry["multiple"]),
            int(entry["at-least"]),
            int(entry["at-most"]),
        )
        for name, entry in booklets()["shops"][shop].items()
    }


def shop_pages(
    pages: Sequence[Page], product: ShopBooklet, *, has_back_cover: bool = False
) -> tuple[ShopPage, ...]:
    """Return every page at trim plus bleed, filled up with blank ones as the shop binds them.

    Raises SheetError when there are more pages than the shop binds.
    """
    count = max(rounded_up(len(pages), product.multiple), product.at_least)
    if count > product.at_most:
        raise SheetError(
            "rulebook.too-long",
            f"{product.name} takes at most {product.at_most} pages, the rulebook has {count}",
            "use a larger booklet, or shorten the text",
        )
    numbers = padded(len(pages), count, has_back_cover=has_back_cover)
    return tuple(
        ShopPage(
            f"page-{place:02}.png",
            _blank(product) if number is None else _page(pages[number - 1], number, product),
            product.pixels,
        )
        for place, number in enumerate(numbers, 1)
    )


def _blank(product: ShopBooklet) -> Page:
    bleed, (width, height) = product.bleed, product.trim
    size = Size(width + 2 * bleed, height + 2 * bleed)
    return Page(size, Box(bleed, bleed, width, height), Box(0.0, 0.0, *size), ())


def _page(page: Page, number: int, product: ShopBooklet) -> Page:
    plate, blank = plate_of(page, number), _blank(product)
    if max(abs(a - b) for a, b in zip(plate.trim, product.trim, strict=True)) > _SAME_SIZE:
        raise ValueError(f"page {number} has another size than {product.name}")
    if min(plate.bleed) < product.bleed - _SAME_SIZE:
        raise ValueError(f"page {number} has less bleed than {product.name} asks for")
    at = Point(product.bleed, product.bleed)
    return blank._replace(items=(place_page(plate, at, blank.bleed),))
