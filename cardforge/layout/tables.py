"""Tables inside a card: cells in columns of one width, rows as high as their cells, rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cardforge.elements import (
    Common,
    GroupElement,
    IconElement,
    ImageElement,
    TableElement,
    TextElement,
)
from cardforge.geometry import Box, Insets, Point
from cardforge.ink import Ink, Line, Rect
from cardforge.layout.boxes import BoxError, length_of
from cardforge.layout.flow import Sizer
from cardforge.layout.tracks import Track, shared
from cardforge.places import AUTO, BoxSpec, Padding, Shares
from cardforge.units import show

TOLERANCE = 1e-6
# A table whose columns share the width it gets is by itself as wide as its content.
_SHARE = Shares(1.0)


class Row(NamedTuple):
    """A row ready to be laid out: an element for each cell, and whether it is the header."""

    cells: tuple[Any, ...]
    is_header: bool


class Grid(NamedTuple):
    """Where the columns and the rows of a table lie: start and length of each, in mm."""

    rows: tuple[Row, ...]
    columns: tuple[tuple[float, float], ...]
    lines: tuple[tuple[float, float], ...]

    @property
    def box(self) -> Box:
        """Return the box round all cells."""
        x, y = self.columns[0][0], self.lines[0][0]
        return Box(x, y, sum(self.columns[-1]) - x, sum(self.lines[-1]) - y)


def laid(element: TableElement, box: Box, sizer: Sizer) -> Grid | None:
    """Return where the cells of a table lie, None for a table without cells."""
    rows = _rows(element, sizer)
    count = _count(element, rows)
    if not rows or not count:
        return None
    widths = _widths(element, rows, count, box.width, sizer)
    heights = _heights(element, rows, widths, sizer)
    if sum(heights) > box.height + TOLERANCE:
        over = show(sum(heights) - box.height)
        message = f"the table is {over} mm too high for its box"
        hint = "make the box larger, the type or the padding smaller, or the rows fewer"
        raise BoxError("table.overfull", message, hint)
    return Grid(rows, tuple(_places(box.x, widths)), tuple(_places(box.y, heights)))


def own_size(
    element: TableElement, width: float | None, sizer: Sizer
) -> tuple[float, float] | None:
    """Return how wide and high a table is by itself, or how high at a width."""
    rows = _rows(element, sizer)
    count = _count(element, rows)
    if not rows or not count:
        return 0.0, 0.0
    if width is None:
        sizes = [AUTO if isinstance(s, Shares) else s for s in _columns(element, count)]
        width = sum(_track(size, n, rows, 0.0, element, sizer).fixed or 0.0
                    for n, size in enumerate(sizes))  # fmt: skip
    widths = _widths(element, rows, count, width, sizer)
    return width, sum(_heights(element, rows, widths, sizer))


def cells_of(element: TableElement, grid: Grid) -> Iterator[tuple[Any, Box]]:
    """Yield each cell's element with the box inside its padding."""
    for row, (top, height) in zip(grid.rows, grid.lines, strict=True):
        for cell, (left, width) in zip(row.cells, grid.columns, strict=False):
            if cell is not None:
                yield cell, Box(left, top, width, height).inset(_insets(element, width))


def ground(element: TableElement, grid: Grid) -> Iterator[Ink]:
    """Yield the areas behind the header and behind every other row."""
    number = 0
    for row, (top, height) in zip(grid.rows, grid.lines, strict=True):
        fill = element.header_fill if row.is_header else element.zebra if number % 2 else None
        number += not row.is_header
        if fill is not None:
            box = Box(grid.box.x, top, grid.box.width, height)
            yield Rect(box, fill=fill, origin=element.common.span)


def rules(element: TableElement, grid: Grid) -> Iterator[Ink]:
    """Yield the lines of a table: between rows, between columns, round all of it."""
    if element.rule is None or element.rules == "none":
        return
    box, wanted = grid.box, element.rules
    if wanted in ("rows", "all"):
        for top, _ in grid.lines[1:]:
            yield _line(element, Point(box.x, top), Point(box.right, top))
    if wanted in ("columns", "all"):
        for left, _ in grid.columns[1:]:
            yield _line(element, Point(left, box.y), Point(left, box.bottom))
    if wanted in ("frame", "all"):
        yield Rect(
            box, stroke=element.rule, line_width=element.line_width, origin=element.common.span
        )


def _line(element: TableElement, start: Point, end: Point) -> Line:
    stroke: Any = element.rule
    return Line(start, end, stroke, element.line_width, origin=element.common.span)


def _places(start: float, lengths: Sequence[float]) -> Iterator[tuple[float, float]]:
    for length in lengths:
        yield start, length
        start += length


def _rows(element: TableElement, sizer: Sizer) -> tuple[Row, ...]:
    """Return the header, if there is one, and the rows, their cells as elements."""
    if not (element.body and element.head):
        return ()
    body, head = element.body[0], element.head[0]
    made = [Row(_cells(row.cells, body, element, sizer), False) for row in element.children]
    if element.header:
        made.insert(0, Row(_cells(element.header, head, element, sizer), True))
    return tuple(made)


def _cells(
    cells: Sequence[Any], sample: TextElement, element: TableElement, sizer: Sizer
) -> tuple[Any, ...]:
    return tuple(_cell(cell, n, sample, element, sizer) for n, cell in enumerate(cells))


def _cell(cell: Any, number: int, sample: TextElement, element: TableElement, sizer: Sizer) -> Any:
    """Return a cell as an element: a text in the look of the sample, or what was written."""
    if not isinstance(cell, str):
        common = Common(element.common.span)
        return GroupElement(common, tuple(_sized(e, sample, sizer) for e in cell)) if cell else None
    if not cell.strip():
        return None
    text = sample._replace(text=cell)
    align = _align(element, number)
    return text if align is None else text._replace(style=text.style._replace(align=align))


def _sized(element: Any, sample: TextElement, sizer: Sizer) -> Any:
    """Return a picture or icon of a cell as high as a line, unless it states a size."""
    has_box = element.common.box != BoxSpec()
    if has_box or not isinstance(element, (IconElement, ImageElement)):
        return element
    box = BoxSpec(height=_line_height(sample, sizer))
    return element._replace(common=element.common._replace(box=box))


def _line_height(sample: TextElement, sizer: Sizer) -> float:
    """Return how high one line of a cell is."""
    own = sizer.own(sample._replace(text="x"), None, None)
    return 0.0 if own is None else own[1]


def _align(element: TableElement, number: int) -> str | None:
    aligns: Any = element.align
    if aligns is None or isinstance(aligns, str):
        return aligns
    return aligns[number] if number < len(aligns) else None


def _count(element: TableElement, rows: Sequence[Row]) -> int:
    """Return how many columns a table has; a row with more cells is a fault."""
    most = max((len(row.cells) for row in rows), default=0)
    columns = element.columns
    count = len(columns) if isinstance(columns, tuple) else columns
    if count is None:
        return most
    if most > count:
        message = f"a row of the table has {most} cells, its columns are {count}"
        raise BoxError("table.cells", message, "add a column or remove a cell")
    return int(count)


def _columns(element: TableElement, count: int) -> tuple[Any, ...]:
    columns: Any = element.columns
    return columns if isinstance(columns, tuple) else (_SHARE,) * count


def _widths(
    element: TableElement, rows: Sequence[Row], count: int, room: float, sizer: Sizer
) -> list[float]:
    sizes = _columns(element, count)
    tracks = [_track(size, n, rows, room, element, sizer) for n, size in enumerate(sizes)]
    return shared(tracks, room, 0.0, "wide")


def _track(
    size: Any, number: int, rows: Sequence[Row], room: float, element: TableElement, sizer: Sizer
) -> Track:
    """Return how wide a column is: as stated, or as its widest cell."""
    if isinstance(size, Shares):
        return Track(None, size.value)
    if size != AUTO:
        return Track(length_of(size, room, "width"))
    own = [
        sizer.own(row.cells[number], None, None)
        for row in rows
        if number < len(row.cells) and row.cells[number] is not None
    ]
    sides = _insets(element, 0.0)
    # A cell as wide as its text is broken at its own width: leave it the last hair.
    widest = max((size[0] for size in own if size is not None), default=0.0) + TOLERANCE
    return Track(widest + sides.left + sides.right)


def _heights(
    element: TableElement, rows: Sequence[Row], widths: Sequence[float], sizer: Sizer
) -> list[float]:
    return [_height(element, row, widths, sizer) for row in rows]


def _height(element: TableElement, row: Row, widths: Sequence[float], sizer: Sizer) -> float:
    """Return how high a row is: as stated, or as its highest cell."""
    if element.row_height is not None:
        return element.row_height
    highest = 0.0
    for cell, width in zip(row.cells, widths, strict=False):
        if cell is not None:
            sides = _insets(element, width)
            own = sizer.own(cell, max(0.0, width - sides.left - sides.right), None)
            highest = max(highest, own[1] if own is not None else 0.0)
    sides = _insets(element, 0.0)
    if not highest:
        # A row without letters is as high as a line of its table.
        highest = _line_height(element.body[0], sizer)
    return highest + sides.top + sides.bottom


def _insets(element: TableElement, width: float) -> Insets:
    padding: Padding = element.padding
    left, top, right, bottom = (length_of(each, width, "padding") for each in padding)
    return Insets(left, top, right, bottom)
