"""Lines one below the other: how high they are, and how they are shared by columns."""

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.ink import Group, Ink, Text
from cardforge.lines.setting import SetLine
from cardforge.units import pt_to_mm

# How often the height of columns is halved to find the least that will do.
_HALVINGS = 24


class Row(NamedTuple):
    """A line with the size of its largest letters and the free space before it, in mm."""

    line: SetLine
    size_pt: float
    gap: float = 0.0

    def height(self, leading: float) -> float:
        """Return how high the row is, in mm."""
        return pt_to_mm(self.size_pt) * leading


class PlacedRow(NamedTuple):
    """A row with the column that it stands in and the place of its top in it."""

    row: Row
    column: int
    top: float


class DropCap(NamedTuple):
    """A letter over so many lines: the room that it takes in them, in mm.

    Its ink stands on a baseline at y = 0, its left edge at x = 0; `inked` is how wide it is.
    """

    lines: int
    width: float
    height: float
    ink: tuple[Ink, ...]
    inked: float


def size_of(ink: Sequence[Ink], usual: float) -> float:
    """Return the size of the largest letters of a line, `usual` where it has none."""
    found = 0.0
    for item in ink:
        if isinstance(item, Text):
            found = max(found, item.size_pt)
        elif isinstance(item, Group):
            found = max(found, size_of(item.items, 0.0))
    return found or usual


def stacked(heights: Sequence[tuple[float, float]], columns: int) -> tuple[float, list[int]]:
    """Return how high rows are in columns, and in which column each of them stands.

    `heights` are the gap before each row and its height; no gap is left on top of a column.
    Columns are as even as can be.
    """
    whole = sum(gap + high for gap, high in heights) - (heights[0][0] if heights else 0.0)
    if columns == 1 or not heights:
        return whole, [0] * len(heights)
    low, high = whole / columns, whole
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _filled(heights, middle)[-1] < columns:
            high = middle
        else:
            low = middle
    places = _filled(heights, high)
    return max(_column_heights(heights, places)), places


def _filled(heights: Sequence[tuple[float, float]], most: float) -> list[int]:
    """Return the columns of rows that fill one after the other up to a height."""
    places, column, used = [], 0, 0.0
    for gap, high in heights:
        if used and used + gap + high > most:
            column, used = column + 1, 0.0
        used += high + (gap if used else 0.0)
        places.append(column)
    return places


def _column_heights(heights: Sequence[tuple[float, float]], places: Sequence[int]) -> list[float]:
    used = [0.0] * (places[-1] + 1)
    for (gap, high), column in zip(heights, places, strict=True):
        used[column] += high + (gap if used[column] else 0.0)
    return used


def placed(rows: Sequence[Row], leading: float, columns: int) -> tuple[float, list[PlacedRow]]:
    """Return how high rows are in columns, and where each of them stands."""
    heights = [(row.gap, row.height(leading)) for row in rows]
    height, places = stacked(heights, columns)
    found: list[PlacedRow] = []
    column, used = -1, 0.0
    for row, (gap, high), own in zip(rows, heights, places, strict=True):
        if own != column:
            column, used = own, 0.0
        else:
            used += gap
        found.append(PlacedRow(row, column, used))
        used += high
    return height, found
