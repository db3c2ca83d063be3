"""Grids: children in cells, their columns and rows equal, stated, or as large as the content."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardforge.elements import FlowElement
from cardforge.geometry import Box
from cardforge.layout.boxes import BoxError, length_of
from cardforge.layout.flow import Placed, Sizer, gaps, limits_of, mirrored, seen
from cardforge.layout.tracks import Track, packed, shared
from cardforge.places import AUTO, Shares

TOLERANCE = 1e-6


class Cell(NamedTuple):
    """The cells of a grid that a child covers: the first row and column, and how many."""

    child: Any
    row: int
    column: int
    wide: int
    high: int


def placed(element: FlowElement, box: Box, sizer: Sizer) -> list[Placed]:
    """Return the children of a grid that are drawn, each with the cells it covers."""
    children = seen(element)
    if not children:
        return []
    if _is_plain(element) and not any(limits_of(child).span for child in children):
        boxes = _equal(element, children, box)
        if element.reverse:
            boxes = [mirrored(each, box, True) for each in boxes]
        return list(zip(children, boxes, strict=True))
    gap_x, gap_y = gaps(element)
    cells = arranged(element, children, box.width, sizer)
    widths = column_widths(element, cells, box.width, sizer)
    heights = row_heights(element, cells, widths, box.height, sizer)
    lefts = packed(widths, gap_x, element.align, box.x, box.width)
    tops = packed(heights, gap_y, element.lines, box.y, box.height)
    made = [(cell.child, _covered(cell, lefts, tops)) for cell in cells]
    return [(c, mirrored(b, box, True)) for c, b in made] if element.reverse else made


def _is_plain(element: FlowElement) -> bool:
    return isinstance(element.columns, int) and element.rows is None and element.cell is None


def _equal(element: FlowElement, children: Sequence[Any], box: Box) -> list[Box]:
    """Return equal cells, filled row by row."""
    gap_x, gap_y = gaps(element)
    columns = element.columns
    rows = max(1, -(-len(children) // columns))
    width = (box.width - gap_x * (columns - 1)) / columns
    height = (box.height - gap_y * (rows - 1)) / rows
    if width < 0 or height < 0:
        message = "the gaps of the grid need more than its box"
        raise BoxError("flow.overfull", message, "make the box larger or the gaps smaller")
    pitch_x, pitch_y = width + gap_x, height + gap_y
    return [
        Box(box.x + i % columns * pitch_x, box.y + i // columns * pitch_y, width, height)
        for i in range(len(children))
    ]


def _covered(
    cell: Cell, lefts: Sequence[tuple[float, float]], tops: Sequence[tuple[float, float]]
) -> Box:
    left, right = lefts[cell.column], lefts[cell.column + cell.wide - 1]
    top, bottom = tops[cell.row], tops[cell.row + cell.high - 1]
    return Box(left[0], top[0], sum(right) - left[0], sum(bottom) - top[0])


def arranged(
    element: FlowElement, children: Sequence[Any], room: float, sizer: Sizer
) -> list[Cell]:
    """Return the cells of each child: row by row, each in the first place after the last."""
    columns = column_count(element, children, room, sizer)
    # For each column the first row below which it is free.
    free = [0] * columns
    row = column = 0
    cells = []
    for child in children:
        wide, high = limits_of(child).span or (1, 1)
        if wide > columns:
            message = f"a child spans {wide} columns of a grid that has {columns}"
            raise BoxError("grid.span", message, "span fewer, or give the grid more columns")
        row, column = _next_place(free, row, column, wide)
        free[column : column + wide] = [row + high] * wide
        cells.append(Cell(child, row, column, wide, high))
        column += wide
    return cells


def _next_place(free: Sequence[int], row: int, column: int, wide: int) -> tuple[int, int]:
    """Return the next row and column at which so many columns are free."""
    while True:
        while column + wide <= len(free):
            taken = [c for c in range(column, column + wide) if free[c] > row]
            if not taken:
                return row, column
            column = taken[-1] + 1
        row, column = row + 1, 0


def column_count(element: FlowElement, children: Sequence[Any], room: float, sizer: Sizer) -> int:
    """Return how many columns a grid has; with `auto` as many as its room holds."""
    if isinstance(element.columns, int):
        return element.columns
    if isinstance(element.columns, tuple):
        return len(element.columns)
    gap = gaps(element)[0]
    width = _widest(element, children, sizer)
    if width > room + TOLERANCE:
        message = f"a cell of the grid needs {width:.4g} mm of the {room:.4g} mm wide box"
        raise BoxError("flow.overfull", message, "make the box larger or the cells smaller")
    return max(1, min(100, int((room + gap + TOLERANCE) / max(width + gap, TOLERANCE))))


def _widest(element: FlowElement, children: Sequence[Any], sizer: Sizer) -> float:
    """Return the width of a cell of a grid that finds out its columns."""
    if element.cell is not None:
        return element.cell[0]
    own = [sizer.own(child, None, None) for child in children]
    if not all(own) or not own:
        message = "a grid with columns: auto must know how wide a cell is"
        raise BoxError("flow.no-size", message, "give it cell: [width, height] in mm")
    return max(size[0] for size in own if size is not None)


def column_widths(
    element: FlowElement, cells: Sequence[Cell], room: float, sizer: Sizer
) -> list[float]:
    """Return the width of each column."""
    columns = element.columns
    if isinstance(columns, tuple):
        tracks = [_column(size, number, cells, room, sizer) for number, size in enumerate(columns)]
    else:
        fixed = element.cell[0] if element.cell else None
        if columns == AUTO and fixed is None:
            fixed = _widest(element, [cell.child for cell in cells], sizer) if cells else 0.0
        count = columns
        if columns == AUTO:
            count = column_count(element, [cell.child for cell in cells], room, sizer)
        tracks = [Track(fixed)] * count
    return shared(tracks, room, gaps(element)[0], "wide")


def _column(size: Any, number: int, cells: Sequence[Cell], room: float, sizer: Sizer) -> Track:
    """Return how wide a column is: as stated, or as its widest child that covers it alone."""
    if isinstance(size, Shares):
        return Track(None, size.value)
    if size != AUTO:
        return Track(length_of(size, room, "width"))
    own = [sizer.own(c.child, None, None) for c in cells if c.column == number and c.wide == 1]
    return Track(max((each[0] for each in own if each is not None), default=0.0))


def row_heights(
    element: FlowElement,
    cells: Sequence[Cell],
    widths: Sequence[float],
    room: float,
    sizer: Sizer,
) -> list[float]:
    """Return the height of each row."""
    needed = max((cell.row + cell.high for cell in cells), default=1)
    rows = element.rows
    gap = gaps(element)[1]
    if isinstance(rows, tuple):
        if needed > len(rows):
            message = f"the children of the grid need {needed} rows, it has {len(rows)}"
            raise BoxError("flow.overfull", message, "give it more rows")
        tracks = [_row(size, n, cells, widths, room, sizer) for n, size in enumerate(rows)]
    elif rows == AUTO:
        tracks = [_row(AUTO, n, cells, widths, room, sizer) for n in range(needed)]
    else:
        tracks = [Track(element.cell[1] if element.cell else None)] * max(needed, rows or 1)
    return shared(tracks, room, gap, "high")


def _row(
    size: Any,
    number: int,
    cells: Sequence[Cell],
    widths: Sequence[float],
    room: float,
    sizer: Sizer,
) -> Track:
    """Return how high a row is: as stated, or as its highest child that covers it alone."""
    if isinstance(size, Shares):
        return Track(None, size.value)
    if size != AUTO:
        return Track(length_of(size, room, "height"))
    own = [
        sizer.own(cell.child, sum(widths[cell.column : cell.column + cell.wide]), None)
        for cell in cells
        if cell.row == number and cell.high == 1
    ]
    return Track(max((each[1] for each in own if each is not None), default=0.0))
