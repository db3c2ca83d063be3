"""Pictures of whole pixels: one side alone, or the cells of a grid."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Group, Page, Plate, Use
from cardforge.shops import DPI
from cardforge.units import MM_PER_INCH

# Larger pictures are not taken by every graphics card; the programs advise the same.
MOST_PIXELS = 4096
# A sheet of large cards holds fewer of them rather than showing them coarser.
_LEAST_DPI = 100.0
# Whole pixels are counted downwards: a rounding error may not cost one.
_NOISE = 1e-6


class Limits(NamedTuple):
    """What a program takes of a sheet: the most pixels each way, columns and rows."""

    columns: int
    rows: int
    pixels: int = MOST_PIXELS
    # The fewest columns and rows.
    least: int = 1


class Grid(NamedTuple):
    """A sheet of equal cells of whole pixels, filled from left to right and from the top."""

    columns: int
    rows: int
    cell: tuple[int, int]
    dpi: float

    @property
    def pixels(self) -> tuple[int, int]:
        """Return the width and height of the sheet."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    def corner(self, index: int) -> tuple[int, int]:
        """Return the pixels left of a cell and above it."""
        row, column = divmod(index, self.columns)
        return column * self.cell[0], row * self.cell[1]


class Placed(NamedTuple):
    """A side on a picture: its plate, the pixels left of it and above it, and its own pixels."""

    plate: Plate
    corner: tuple[int, int]
    pixels: tuple[int, int]


def most_cells(trim: Size, limits: Limits) -> int:
    """Return how many sides of one size a sheet may hold."""
    across = int(limits.pixels / _pixels(trim.width, _LEAST_DPI))
    down = int(limits.pixels / _pixels(trim.height, _LEAST_DPI))
    columns = min(limits.columns, max(limits.least, across))
    rows = min(limits.rows, max(limits.least, down))
    return columns * rows


def best_grid(count: int, trim: Size, limits: Limits) -> Grid:
    """Return the grid of at least `count` cells that are as large as they can be.

    Among equals it is the one with the fewest cells left over, then the squarest sheet.
    """
    grids = [
        _grid(columns, rows, trim, limits.pixels)
        for columns in range(limits.least, limits.columns + 1)
        for rows in range(limits.least, limits.rows + 1)
        if columns * rows >= count
    ]
    return min(grids, key=_worth)


def _worth(grid: Grid) -> tuple[float, int, int]:
    width, height = grid.pixels
    return -round(grid.dpi, 3), grid.columns * grid.rows, max(width, height)


def _grid(columns: int, rows: int, trim: Size, most: int) -> Grid:
    dpi = sharpest(Size(trim.width * columns, trim.height * rows), most)
    return Grid(columns, rows, pixels_of(trim, dpi), dpi)


def sharpest(size: Size, most: int) -> float:
    """Return the resolution at which a size has at most so many pixels each way, up to 300 dpi."""
    return min(DPI, most * MM_PER_INCH / max(size))


def pixels_of(size: Size, dpi: float) -> tuple[int, int]:
    """Return the whole pixels of a size, none more than it has."""
    width, height = (max(1, int(_pixels(length, dpi) + _NOISE)) for length in size)
    return width, height


def _pixels(length: float, dpi: float) -> float:
    return length / MM_PER_INCH * dpi


def chunks(count: int, most: int) -> list[range]:
    """Return the numbers below `count` in as few parts as hold at most so many, equally large."""
    parts = -(-count // most)
    edges = [count * part // parts for part in range(parts + 1)]
    return [range(start, end) for start, end in pairwise(edges)]


def side_page(plate: Plate, pixels: tuple[int, int], dpi: float) -> Page:
    """Return the page of one side at its trim, stretched by less than a pixel to fill it."""
    return placed_page((Placed(plate, (0, 0), pixels),), pixels, dpi)


def grid_page(plates: Sequence[Plate | None], grid: Grid) -> Page:
    """Return the page of a sheet: plates cell by cell, None for a cell that stays white."""
    placed = (
        Placed(plate, grid.corner(index), grid.cell)
        for index, plate in enumerate(plates)
        if plate is not None
    )
    return placed_page(placed, grid.pixels, grid.dpi)


def placed_page(placed: Iterable[Placed], pixels: tuple[int, int], dpi: float) -> Page:
    """Return the page of sides that lie on whole pixels, each cut off at its trim."""
    mm = MM_PER_INCH / dpi
    size = Size(pixels[0] * mm, pixels[1] * mm)
    whole = Box(0.0, 0.0, *size)
    return Page(size, whole, whole, tuple(_cell(one, mm) for one in placed))


def _cell(placed: Placed, mm: float) -> Group:
    trim, (left, top), (width, height) = placed.plate.trim, placed.corner, placed.pixels
    fill = Transform.scaled(width * mm / trim.width, height * mm / trim.height)
    place = fill.then(Transform.moved(left * mm, top * mm))
    return Group((Use(placed.plate, Point(0.0, 0.0)),), transform=place, clip=Box(0.0, 0.0, *trim))
