"""Where cards may lie on a sheet, worked out from its boxes, the sizes of cards and the shop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardforge.check.verify.looks import Sides
from cardforge.geometry import Box, Size
from cardforge.shops import Product

# A grid found in a block may miss its edges by so much, in mm.
_FITS = 0.1
_MOST_LAYOUTS = 8
# A page this much larger than a card holds several.
_SEVERAL = 1.8


class Layout(NamedTuple):
    """The places of cards on one side of a sheet, in mm from the top left corner, row by row."""

    places: tuple[Box, ...]


def is_sheet(trim: Box, sides: Sides) -> bool:
    """Return whether a page cut so must hold several cards, whichever it shows."""
    largest = max((s.trim.width * s.trim.height for s in sides.sides), default=0.0)
    return bool(largest) and trim.width * trim.height >= _SEVERAL * largest


def regions_of(trim: Box, sides: Sides, room: float = 3.0) -> list[Box]:
    """Return where on a page one side may lie: where it is cut, or at its own size in its middle.

    A design that was centred on a product of another size is cut smaller, or not at its own edge;
    `room` is by how much at most, in mm.
    """
    found = {trim: None}
    for size in dict.fromkeys(side.trim for side in sides.sides):
        for width, height in (size, size.turned()):
            if max(abs(trim.width - width), abs(trim.height - height)) <= room:
                x, y = trim.centre
                found[Box(x - width / 2, y - height / 2, width, height)] = None
    return list(found)


def layouts_of(page: Size, trim: Box, sides: Sides, products: Sequence[Product]) -> list[Layout]:
    """Return how cards may lie on a page, the most likely first."""
    found = dict.fromkeys((*_of_shop(page, products), *_of_block(page, trim, sides)))
    if not found or (trim.width, trim.height) == page:
        found |= dict.fromkeys(_centred(page, sides))
    return list(found)[:_MOST_LAYOUTS]


def _of_shop(page: Size, products: Sequence[Product]) -> Iterator[Layout]:
    """Yield the layouts of the shop's own sheets."""
    for product in products:
        sheet = product.sheet
        if sheet is None or max(abs(a - b) for a, b in zip(sheet, page, strict=True)) > _FITS:
            continue
        columns, rows = product.grid
        cell = product.page.turned() if product.turned else product.page
        trim = product.trim.turned() if product.turned else product.trim
        pitch = product.pitch or cell
        first = product.first or Size(
            (page.width - (columns - 1) * pitch.width) / 2,
            (page.height - (rows - 1) * pitch.height) / 2,
        )
        yield Layout(tuple(
            Box(first.width + column * pitch.width - trim.width / 2,
                first.height + row * pitch.height - trim.height / 2, *trim)
            for row in range(rows) for column in range(columns)
        ))  # fmt: skip


def _cards(sides: Sides) -> dict[tuple[Size, Size, float], None]:
    """Return each size of card, lying either way, with each gutter and its bleed."""
    return dict.fromkeys(
        (size, gutter, side.bleed)
        for side in sides.sides
        for size in (side.trim, side.trim.turned())
        for gutter in (*sides.gutters, Size(2 * side.bleed, 2 * side.bleed))
    )


def _of_block(page: Size, trim: Box, sides: Sides) -> Iterator[Layout]:
    """Yield the grids that fill the TrimBox of a sheet exactly."""
    if (trim.width, trim.height) == page:
        return
    for size, gutter, bleed in _cards(sides):
        columns = _count(trim.width, size.width, gutter.width)
        rows = _count(trim.height, size.height, gutter.height)
        if columns and rows:
            yield _grid(trim.x, trim.y, (columns, rows), size, gutter)
        # Folded: faces above the fold, backs below it, their bleed between.
        half = trim.height / 2 - bleed
        rows = _count(half, size.height, gutter.height)
        if columns and rows:
            upper = _grid(trim.x, trim.y, (columns, rows), size, gutter)
            lower = _grid(trim.x, trim.bottom - half, (columns, rows), size, gutter)
            yield Layout((*upper.places, *lower.places))


def _count(length: float, card: float, gutter: float) -> int:
    """Return how many cards fill a length with gutters between; 0 when they do not exactly."""
    count = round((length + gutter) / (card + gutter))
    return count if abs(count * (card + gutter) - gutter - length) <= _FITS and count > 0 else 0


def _grid(x: float, y: float, grid: tuple[int, int], card: Size, gutter: Size) -> Layout:
    across, down = card.width + gutter.width, card.height + gutter.height
    return Layout(tuple(
        Box(x + column * across, y + row * down, *card)
        for row in range(grid[1]) for column in range(grid[0])
    ))  # fmt: skip


def _centred(page: Size, sides: Sides) -> Iterator[Layout]:
    """Yield the largest grids in the middle of a sheet that says nothing of its cuts."""
    found = []
    for size, gutter, _ in _cards(sides):
        columns = int((page.width + gutter.width) // (size.width + gutter.width))
        rows = int((page.height + gutter.height) // (size.height + gutter.height))
        if columns and rows:
            found.append((columns * rows, columns, rows, size, gutter))
    for _, columns, rows, size, gutter in sorted(found, key=lambda each: -each[0]):
        width = columns * (size.width + gutter.width) - gutter.width
        height = rows * (size.height + gutter.height) - gutter.height
        x, y = (page.width - width) / 2, (page.height - height) / 2
        yield _grid(x, y, (columns, rows), size, gutter)
