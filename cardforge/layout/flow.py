"""Rows, columns and grids: sharing a box among children."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardforge.elements import BoxSpec, Edge, FlowElement
from cardforge.geometry import Box
from cardforge.kinds import Percent
from cardforge.layout.boxes import BoxError
from cardforge.units import show


def cells(element: FlowElement, box: Box) -> list[Box]:
    """Return the box of each child; raises BoxError when they need more room than there is."""
    if element.flow == "grid":
        return _grid(element, box)
    specs = [child.common.box for child in element.children]
    if element.flow == "row":
        lengths = _lengths([s.width for s in specs], box.width, element.gap, "wide")
        spans = _spans(lengths, element, box.x, box.width)
        return [_across_row(spec, span, box) for spec, span in zip(specs, spans, strict=True)]
    lengths = _lengths([s.height for s in specs], box.height, element.gap, "high")
    spans = _spans(lengths, element, box.y, box.height)
    return [_across_column(spec, span, box) for spec, span in zip(specs, spans, strict=True)]


def _lengths(sizes: Sequence[Edge | None], room: float, gap: float, direction: str) -> list[float]:
    """Return each child's length: its own, or an equal share of what the others leave."""
    fixed = [_length(size, room) for size in sizes]
    free = [size for size in fixed if size is None]
    left = room - gap * max(0, len(sizes) - 1) - sum(size or 0.0 for size in fixed)
    if left < -1e-6:
        raise BoxError(
            "flow.overfull",
            f"the children need {show(-left)} mm more than the {show(room)} mm {direction}",
            "make the box larger, or the children or the gap smaller",
        )
    share = max(0.0, left) / len(free) if free else 0.0
    return [share if size is None else size for size in fixed]


def _length(size: Edge | None, room: float) -> float | None:
    if isinstance(size, Percent):
        return size.value / 100 * room
    if isinstance(size, str):
        raise BoxError("box.edge", f"'{size}' is an edge, not a size")
    return size


def _spans(
    lengths: list[float], element: FlowElement, start: float, room: float
) -> list[tuple[float, float]]:
    """Return start and length of each child along the flow, packed from `align`."""
    used = sum(lengths) + element.gap * max(0, len(lengths) - 1)
    offset = {"center": (room - used) / 2, "end": room - used}.get(element.align, 0.0)
    spans = []
    before = 0.0
    for number, length in enumerate(lengths):
        spans.append((start + offset + before + number * element.gap, length))
        before += length
    return spans


def _across_row(spec: BoxSpec, span: tuple[float, float], box: Box) -> Box:
    y, height = _across(spec.height, box.y, box.height)
    return Box(span[0], y, span[1], height)


def _across_column(spec: BoxSpec, span: tuple[float, float], box: Box) -> Box:
    x, width = _across(spec.width, box.x, box.width)
    return Box(x, span[0], width, span[1])


def _across(size: Edge | None, start: float, room: float) -> tuple[float, float]:
    """Return start and size across the flow: the whole room, or the child's size in its middle."""
    length = _length(size, room)
    if length is None:
        return start, room
    return start + (room - length) / 2, length


def _grid(element: FlowElement, box: Box) -> list[Box]:
    """Return equal cells, filled row by row."""
    columns = element.columns
    rows = max(1, -(-len(element.children) // columns))
    width = (box.width - element.gap * (columns - 1)) / columns
    height = (box.height - element.gap * (rows - 1)) / rows
    if width < 0 or height < 0:
        raise BoxError("flow.overfull", "the gaps of the grid need more than its box")
    pitch_x, pitch_y = width + element.gap, height + element.gap
    return [
        Box(box.x + i % columns * pitch_x, box.y + i // columns * pitch_y, width, height)
        for i in range(len(element.children))
    ]


def lost_places(flow: str, spec: BoxSpec) -> tuple[str, ...]:
    """Return the keys of a child's box that a row, column or grid has no use for."""
    used = () if flow == "grid" else ("width", "height")
    stated = zip(BoxSpec._fields, spec, strict=True)
    return tuple(name for name, value in stated if value is not None and name not in used)


def freed(child: Any) -> Any:
    """Return a child whose box is the cell it was given."""
    return child._replace(common=child.common._replace(box=BoxSpec()))
