"""How large the content of an element is: what `auto`, rows by content and tables are made of."""

from __future__ import annotations

from typing import Any, Protocol

from cardforge.elements import (
    Element,
    FlowElement,
    GroupElement,
    IconElement,
    ImageElement,
    PathElement,
    TableElement,
    TextElement,
)
from cardforge.geometry import Box, Size
from cardforge.kinds import Percent
from cardforge.layout.boxes import BoxError, length_of
from cardforge.layout.desk import Desk
from cardforge.layout.flow import (
    broken,
    depth_of,
    gaps,
    lengths_of,
    limits_of,
    seen,
    stated_length,
    way,
)
from cardforge.layout.tracks import INFINITE
from cardforge.places import AUTO, Anchor, At, Edge, Padding, Shares

Extent = tuple[float, float]
# Text without a width of its own is set in one this wide.
ENDLESS = 2000.0
# Boxes as large as their content that stand in each other are measured again and again.
MOST_MEASURED = 50_000


class Measuring(Desk, Protocol):
    """A side that can say how large a text or a picture of it is."""

    def text_size(self, element: TextElement, width: float, height: float) -> Size:
        """Return the size of a text set in a box of this size."""

    def aspect(self, element: ImageElement | IconElement) -> float | None:
        """Return width by height of a picture or an icon, None after reporting a fault."""


class Extents:
    """Tells how large the elements of one side are by themselves."""

    def __init__(self, side: Measuring) -> None:
        self.side = side
        # What has been measured, each with its element, which keeps its identity while it is here.
        self._known: dict[
            tuple[int, float | None, float | None], tuple[Element, Extent | None]
        ] = {}

    def own(self, element: Element, width: float | None, height: float | None) -> Extent | None:
        """Return the size of an element's content, None when it has none of its own.

        A width or height that is known is given; the other follows from it.
        """
        key = (id(element), width, height)
        known = self._known.get(key)
        if known is None:
            if len(self._known) > MOST_MEASURED:
                message = "too many boxes that are as large as their content stand in each other"
                raise BoxError("box.too-deep", message, "give the outer ones a size in mm")
            known = self._known[key] = (element, self._own(element, width, height))
        return known[1]

    def _own(self, element: Element, width: float | None, height: float | None) -> Extent | None:
        match element:
            case TextElement():
                return self._text(element, width, height)
            case ImageElement() | IconElement():
                return _scaled(self.side.aspect(element), width, height)
            case PathElement(viewbox=(_, _, wide, high)):
                return _scaled(wide / high, width, height)
            case GroupElement():
                return self._group(element, width, height)
            case FlowElement():
                return self._flow(element, width, height)
            case TableElement():
                from cardforge.layout import tables

                return tables.own_size(element, width, self)
            case _:
                return None

    def _text(self, element: TextElement, width: float | None, height: float | None) -> Extent:
        size = self.side.text_size(
            element, ENDLESS if width is None else width, ENDLESS if height is None else height
        )
        return (size.width if width is None else width), size.height

    def _group(
        self, element: GroupElement, width: float | None, height: float | None
    ) -> Extent | None:
        """Return the size of a box that ends where the last of a group's children ends."""
        left, top, right, bottom = _padding(element.padding)
        inner_width = None if width is None else max(0.0, width - left - right)
        ends = [self._end(child, inner_width) for child in element.children]
        if not ends:
            return left + right, top + bottom
        if inner_width is None:
            inner_width = max(end[0] for end in ends)
            ends = [self._end(child, inner_width) for child in element.children]
        inner_height = max(end[1] for end in ends)
        return (
            inner_width + left + right if width is None else width,
            inner_height + top + bottom if height is None else height,
        )

    def _end(self, child: Any, room: float | None) -> Extent:
        """Return how far from the corner of its group a child reaches."""
        box = child.common.box
        left, right = _start(box.left, room), _start(box.right, room)
        top, bottom = _start(box.top, None), _start(box.bottom, None)
        width = _stated(box.width, room, "width")
        if width is None and room is not None and box.width is None:
            width = max(0.0, room - left - right)
        height = _stated(box.height, None, "height")
        own = (
            None if width is not None and height is not None else self._child(child, width, height)
        )
        if own is not None:
            width, height = (
                (own[0] if width is None else width),
                own[1] if height is None else height,
            )
        return left + (width or 0.0) + right, top + (height or 0.0) + bottom

    def _child(self, child: Any, width: float | None, height: float | None) -> Extent | None:
        aspect = limits_of(child).aspect
        if aspect is not None:
            return _scaled(aspect, width, height)
        return self.own(child, width, height)

    def _flow(
        self, element: FlowElement, width: float | None, height: float | None
    ) -> Extent | None:
        left, top, right, bottom = _padding(element.padding)
        room_x = INFINITE if width is None else max(0.0, width - left - right)
        room_y = INFINITE if height is None else max(0.0, height - top - bottom)
        if element.flow == "grid":
            made = self._grid(element, room_x)
        else:
            made = self._line(element, room_x, room_y)
        if made is None:
            return None
        return (
            made[0] + left + right if width is None else width,
            made[1] + top + bottom if height is None else height,
        )

    def _line(self, element: FlowElement, room_x: float, room_y: float) -> Extent | None:
        """Return the size of a row or column that is as large as its children."""
        flow = way(element, Box(0.0, 0.0, room_x, room_y), self)
        children = seen(element)
        if not children:
            return 0.0, 0.0
        if element.wrap:
            lines = broken(children, flow)
            along = max(sum(li.lengths) + flow.gap * (len(li.lengths) - 1) for li in lines)
            across = sum(li.depth or 0.0 for li in lines) + flow.line_gap * (len(lines) - 1)
            return (along, across) if flow.is_row else (across, along)
        lengths = self._lengths(children, flow)
        along = sum(lengths) + flow.gap * (len(lengths) - 1)
        depths = [depth_of(c, n, flow) or 0.0 for c, n in zip(children, lengths, strict=True)]
        return (along, max(depths)) if flow.is_row else (max(depths), along)

    def _lengths(self, children: Any, flow: Any) -> list[float]:
        """Return the lengths of children: as they will share the room, or else their own."""
        if flow.room != INFINITE:
            return lengths_of(children, flow)
        return [_own_length(child, flow) or 0.0 for child in children]

    def _grid(self, element: FlowElement, room: float) -> Extent | None:
        children = seen(element)
        gap_x, gap_y = gaps(element)
        if not children:
            return 0.0, 0.0
        if room == INFINITE:
            if not isinstance(element.columns, int):
                return None
            own = [self.own(child, None, None) for child in children]
            wide = element.cell[0] if element.cell else max((o[0] for o in own if o), default=0.0)
            room = wide * element.columns + gap_x * (element.columns - 1)
        from cardforge.layout import grids

        cells = grids.arranged(element, children, room, self)
        widths = grids.column_widths(element, cells, room, self)
        high = element.rows if element.rows is not None or element.cell else AUTO
        sized = element._replace(rows=high)
        heights = grids.row_heights(sized, cells, widths, ENDLESS, self)
        if isinstance(high, tuple) and any(isinstance(size, (Shares, Percent)) for size in high):
            return None
        return room, sum(heights) + gap_y * (len(heights) - 1)


def _own_length(child: Any, flow: Any) -> float | None:
    """Return the length of a child along a flow that is as large as its content."""
    stated = flow.along(child.common.box)
    if isinstance(stated, Shares):
        return None
    if stated is None:
        across = flow.across(child.common.box)
        depth = across if isinstance(across, float) else None
        if depth is None and flow.depth != INFINITE:
            depth = flow.depth
        own = flow.own(child, None, depth)
        length: float | None = None if own is None else own[0]
    else:
        length = stated_length(child, flow)
    if length is None or child.common.box.limits is None:
        return length
    least, most = flow.limits(child)
    limited: float = max(least, min(most, length))
    return limited


def _scaled(aspect: float | None, width: float | None, height: float | None) -> Extent | None:
    """Return the size with an aspect that has the width or the height."""
    if aspect is None:
        return None
    if width is not None:
        return width, width / aspect if height is None else height
    return None if height is None else (height * aspect, height)


def _padding(padding: Padding | None) -> tuple[float, float, float, float]:
    if padding is None:
        return 0.0, 0.0, 0.0, 0.0
    left, top, right, bottom = (_stated(each, None, "padding") or 0.0 for each in padding)
    return left, top, right, bottom


def _start(edge: Edge | None, room: float | None) -> float:
    """Return how far an edge lies from that of a group whose size follows from its children."""
    if isinstance(edge, (Anchor, At)):
        raise BoxError(
            "box.auto",
            "a group as large as its content cannot hold elements that stand by others",
            "put them below each other in a column, or give the group a size",
        )
    if isinstance(edge, Percent) and room is not None:
        return edge.value / 100 * room
    return edge if isinstance(edge, float) else 0.0


def _stated(size: Edge | None, room: float | None, name: str) -> float | None:
    """Return a size in mm, None when it is not stated."""
    if size is None or size == AUTO:
        return None
    if isinstance(size, Percent) and room is None:
        raise BoxError(
            "box.auto",
            "a percentage is a share of a box that is as large as its content",
            "write it in mm, or give the box around it a size",
        )
    return length_of(size, room or 0.0, name)
