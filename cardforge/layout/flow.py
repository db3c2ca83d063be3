"""Rows, columns and grids: sharing a box among children."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from cardforge.elements import FlowElement, GroupElement, TextElement
from cardforge.geometry import Box
from cardforge.layout.boxes import BoxError, length_of
from cardforge.layout.panels import is_seen
from cardforge.layout.tracks import INFINITE, Track, overfull, packed, shared
from cardforge.places import AUTO, NO_LIMITS, BoxSpec, Edge, Limits, Shares

TOLERANCE = 1e-6
Placed = tuple[Any, Box]


class Sizer(Protocol):
    """Whoever knows how large the content of an element is."""

    def own(
        self, element: Any, width: float | None, height: float | None
    ) -> tuple[float, float] | None:
        """Return the size of an element's content, None when it has none of its own."""


class Way(NamedTuple):
    """A flow seen along and across: a row runs along its width, a column along its height."""

    is_row: bool
    room: float
    depth: float
    gap: float
    line_gap: float
    element: FlowElement
    sizer: Sizer

    def along(self, spec: BoxSpec) -> Edge | None:
        """Return the size along the flow that a child states."""
        return spec.width if self.is_row else spec.height

    def across(self, spec: BoxSpec) -> Edge | None:
        """Return the size across the flow that a child states."""
        return spec.height if self.is_row else spec.width

    def own(self, child: Any, along: float | None, across: float | None) -> Any:
        """Return the size along and across of a child's content, None if it has none."""
        aspect = limits_of(child).aspect
        if aspect is not None:
            aspect = aspect if self.is_row else 1 / aspect
            if along is not None:
                return along, along / aspect
            return None if across is None else (across * aspect, across)
        if self.is_row:
            return self.sizer.own(child, along, across)
        size = self.sizer.own(child, across, along)
        return None if size is None else (size[1], size[0])

    def limits(self, child: Any, *, across: bool = False) -> tuple[float, float]:
        """Return the least and most length of a child along the flow, or across it."""
        limits = limits_of(child)
        wide = self.is_row != across
        least = limits.min_width if wide else limits.min_height
        most = limits.max_width if wide else limits.max_height
        room = self.depth if across else self.room
        name = "width" if wide else "height"
        return (
            0.0 if least is None else length_of(least, room, name),
            INFINITE if most is None else length_of(most, room, name),
        )

    def box(self, along: tuple[float, float], across: tuple[float, float]) -> Box:
        """Return the box at start and length along and across the flow."""
        if self.is_row:
            return Box(along[0], across[0], along[1], across[1])
        return Box(across[0], along[0], across[1], along[1])


def limits_of(child: Any) -> Limits:
    """Return what a child's box states beside edges and sizes."""
    return child.common.box.limits or NO_LIMITS


def way(element: FlowElement, box: Box, sizer: Sizer) -> Way:
    """Return a row or column seen along and across."""
    is_row = element.flow == "row"
    gap, line_gap = gaps(element)
    if is_row:
        return Way(True, box.width, box.height, gap, line_gap, element, sizer)
    return Way(False, box.height, box.width, line_gap, gap, element, sizer)


def gaps(element: FlowElement) -> tuple[float, float]:
    """Return the space between two children across and down."""
    across, down = element.gap if isinstance(element.gap, tuple) else (element.gap, element.gap)
    return across, down


def placed(element: FlowElement, box: Box, sizer: Sizer) -> list[Placed]:
    """Return the children of a row or column that are drawn, each with its box."""
    children = seen(element)
    flow = way(element, box, sizer)
    start, depth_start = (box.x, box.y) if flow.is_row else (box.y, box.x)
    if element.wrap:
        boxes = _wrapped(children, flow, start, depth_start)
    else:
        lengths = lengths_of(children, flow)
        spans = packed(lengths, flow.gap, element.align, start, flow.room)
        boxes = [
            flow.box(span, _across(child, span[1], flow, depth_start, flow.depth))
            for child, span in zip(children, spans, strict=True)
        ]
    if element.reverse:
        boxes = [mirrored(each, box, flow.is_row) for each in boxes]
    return list(zip(children, boxes, strict=True))


def mirrored(box: Box, outer: Box, across: bool) -> Box:
    """Return a box seen from the other end of the box that holds it."""
    if across:
        return box._replace(x=outer.x + outer.right - box.right)
    return box._replace(y=outer.y + outer.bottom - box.bottom)


def seen(element: FlowElement) -> Sequence[Any]:
    """Return the children that have a place: where a flow closes up, those that draw something."""
    closes = element.collapse
    if closes is None:
        closes = element.sizes == "content"
    return [c for c in element.children if not is_blank(c)] if closes else element.children


def is_blank(element: Any) -> bool:
    """Return whether an element draws nothing: a text without letters, a group without children."""
    if isinstance(element, TextElement):
        return not element.text.strip()
    if isinstance(element, (GroupElement, FlowElement)) and not is_seen(element.panel):
        return all(is_blank(child) for child in element.children)
    return False


def lengths_of(children: Sequence[Any], flow: Way) -> list[float]:
    """Return the length of each child along a flow whose room is known."""
    tracks = [_track(child, flow) for child in children]
    return shared(tracks, flow.room, flow.gap, "wide" if flow.is_row else "high")


def _track(child: Any, flow: Way) -> Track:
    spec = child.common.box
    stated = flow.along(spec)
    if isinstance(stated, Shares):
        return Track(None, stated.value, *_own_limits(child, flow))
    length = stated_length(child, flow)
    return Track(length, 1.0, *_own_limits(child, flow))


def _own_limits(child: Any, flow: Way) -> tuple[float, float]:
    return (0.0, INFINITE) if child.common.box.limits is None else flow.limits(child)


def stated_length(child: Any, flow: Way, room: float | None = None) -> float | None:
    """Return the length that a child states or its content has, None for a share of what is left.

    `room` is the room along the flow where it is another than the flow's.
    """
    spec = child.common.box
    stated = flow.along(spec)
    name = "width" if flow.is_row else "height"
    by_content = stated is None and (
        flow.element.sizes == "content" or flow.element.wrap or limits_of(child).aspect is not None
    )
    if stated == AUTO or by_content:
        own = flow.own(child, None, _known_across(child, flow))
        if own is None and stated == AUTO:
            length_of(AUTO, 0.0, name)
        return None if own is None else own[0]
    if stated is None:
        return None
    return length_of(stated, flow.room if room is None else room, name)


def _known_across(child: Any, flow: Way) -> float | None:
    """Return how far a child reaches across the flow, None when its content tells."""
    stated = flow.across(child.common.box)
    name = "height" if flow.is_row else "width"
    if stated == AUTO:
        return None
    if stated is None:
        # In a flow as high as its content nothing is known yet.
        depth = None if flow.depth == INFINITE else flow.depth
        if depth is None or limits_of(child) is NO_LIMITS:
            return depth
        least, most = flow.limits(child, across=True)
        return max(least, min(most, depth))
    return length_of(stated, flow.depth, name)


def _across(child: Any, length: float, flow: Way, start: float, room: float) -> tuple[float, float]:
    """Return start and size across the flow: the whole room, or the child's size in it."""
    size = _size_across(child, length, flow, room)
    across = flow.element.across
    if size is None:
        return start, room
    if across == "start":
        return start, size
    return (start + room - size, size) if across == "end" else (start + (room - size) / 2, size)


def _size_across(child: Any, length: float, flow: Way, room: float) -> float | None:
    stated = flow.across(child.common.box)
    size: float | None = None
    by_content = flow.element.across != "stretch" or limits_of(child).aspect is not None
    if stated == AUTO or (stated is None and by_content):
        own = flow.own(child, length, None)
        if own is None and stated == AUTO:
            length_of(AUTO, 0.0, "height" if flow.is_row else "width")
        size = None if own is None else own[1]
    elif stated is not None:
        size = length_of(stated, room, "height" if flow.is_row else "width")
    if child.common.box.limits is None:
        return size
    least, most = flow.limits(child, across=True)
    limited = max(least, min(most, room if size is None else size))
    return None if size is None and limited == room else limited


class Line(NamedTuple):
    """One line of a flow that wraps: its children with their lengths and how far it reaches."""

    children: tuple[Any, ...]
    lengths: tuple[float, ...]
    depth: float | None


def _wrapped(children: Sequence[Any], flow: Way, start: float, depth_start: float) -> list[Box]:
    """Return the box of each child of a flow that goes on in a next line when one is full."""
    lines = broken(children, flow)
    tracks = [Track(line.depth) for line in lines]
    depths = shared(tracks, flow.depth, flow.line_gap, "high" if flow.is_row else "wide")
    places = packed(depths, flow.line_gap, flow.element.lines, depth_start, flow.depth)
    boxes = []
    for line, (line_start, depth) in zip(lines, places, strict=True):
        spans = packed(line.lengths, flow.gap, flow.element.align, start, flow.room)
        boxes += [
            flow.box(span, _across(child, span[1], flow, line_start, depth))
            for child, span in zip(line.children, spans, strict=True)
        ]
    return boxes


def broken(children: Sequence[Any], flow: Way) -> list[Line]:
    """Return the lines that children fill one after the other, each as long as there is room."""
    lengths = [_own_length(child, flow) for child in children]
    starts, used = [0], 0.0
    for number, length in enumerate(lengths):
        if length > flow.room + TOLERANCE:
            raise overfull(length - flow.room, flow.room, "wide" if flow.is_row else "high")
        after = used + (flow.gap if number > starts[-1] else 0.0) + length
        if number > starts[-1] and after > flow.room + TOLERANCE:
            starts.append(number)
            after = length
        used = after
    ends = pairwise((*starts, len(children)))
    return [_line(children[a:b], lengths[a:b], flow) for a, b in ends if b > a]


def _own_length(child: Any, flow: Way) -> float:
    """Return the length of a child that cannot have a share: its own, or that of its content."""
    length = None
    if not isinstance(flow.along(child.common.box), Shares):
        length = stated_length(child, flow)
    if length is None:
        name = "width" if flow.is_row else "height"
        kind = "row" if flow.is_row else "column"
        message = f"a child of a {kind} that wraps needs a {name}"
        raise BoxError("flow.no-size", message, f"give it box: {{{name}: …}} in mm")
    least, most = _own_limits(child, flow)
    return max(least, min(most, length))


def _line(children: Sequence[Any], lengths: Sequence[float], flow: Way) -> Line:
    depths = [
        depth_of(child, length, flow) for child, length in zip(children, lengths, strict=True)
    ]
    known = [depth for depth in depths if depth is not None]
    return Line(tuple(children), tuple(lengths), max(known) if known else None)


def depth_of(child: Any, length: float, flow: Way) -> float | None:
    """Return how far a child reaches across the flow by itself, None when it takes what it gets."""
    stated = flow.across(child.common.box)
    name = "height" if flow.is_row else "width"
    if stated is None or stated == AUTO:
        own = flow.own(child, length, None)
        depth: float | None = None if own is None else own[1]
    else:
        depth = length_of(stated, flow.depth, name)
    if depth is None or child.common.box.limits is None:
        return depth
    least, most = flow.limits(child, across=True)
    return max(least, min(most, depth))


def lost_places(flow: str, spec: BoxSpec) -> tuple[str, ...]:
    """Return the keys of a child's box that a row, column or grid has no use for."""
    used = () if flow == "grid" else ("width", "height")
    stated = zip(BoxSpec._fields[:-1], spec[:-1], strict=True)
    lost = tuple(name for name, value in stated if value is not None and name not in used)
    if spec.limits is None:
        return lost
    kept = ("span",) if flow == "grid" else Limits._fields[:-2]
    return (*lost, *(
        name.replace("_", "-") for name, value in zip(Limits._fields, spec.limits, strict=True)
        if value is not None and name not in kept
    ))  # fmt: skip


def freed(child: Any) -> Any:
    """Return a child whose box is the cell it was given."""
    return child._replace(common=child.common._replace(box=BoxSpec()))
