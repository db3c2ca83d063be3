"""Shapes, lines and paths as ink: what fills them, their outlines and their shadows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from cardforge.color import BLACK, Color
from cardforge.elements import Common, LineElement, PathElement, Pen, ShapeElement, ShapeForm
from cardforge.fills import Area, GradientFill, stops_fault
from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Group, Ink, Line, Path, Rect
from cardforge.kinds import BLEED_EDGE
from cardforge.layout.desk import Desk
from cardforge.layout.drawing.outlines import (
    Segments,
    backwards,
    closed,
    drawn_outline,
    is_even_odd,
    is_open,
    outline_of,
    place_in,
)
from cardforge.layout.shapes import fitted, parse_path
from cardforge.svgpath import bounds, transform_segments

# How long the head of a line is, in widths of the line, and at least, in mm; half as wide.
_HEAD_WIDTHS, _LEAST_HEAD = 5.0, 1.2
# Farther out than any stroke reaches.
_FAR = 100.0


def shape_ink(element: ShapeElement, box: Box, card: Box, desk: Desk) -> tuple[Ink, ...]:
    """Return a shape that fills its box; `card` is the trim."""
    form, pen, origin = element.form, element.pen, element.common.span
    plain: Rect | Path
    if form.name == "rectangle" and not isinstance(form.corner, tuple):
        plain = Rect(box, form.corner, origin=origin)
    else:
        even_odd = is_even_odd(form)
        plain = Path(drawn_outline(form, box), even_odd=even_odd, origin=origin)
    painted = _filled(element, plain, card, desk)
    if painted is None:
        return ()
    stroked = _stroked(form, pen, box, plain)
    return (*_shadow(element, plain), *_outlined(painted, plain, stroked))


def path_ink(element: PathElement, box: Box, card: Box, desk: Desk) -> tuple[Ink, ...]:
    """Return a path: in mm from the box's corner, or scaled whole into the box."""
    move = Transform.moved(box.x, box.y)
    if element.viewbox:
        move = fitted(element.viewbox, box, 0.5, 0.5)
    segments = transform_segments(parse_path(element.path), move)
    plain = Path(segments, even_odd=element.even_odd, origin=element.common.span)
    painted = _filled(element, plain, card, desk)
    if painted is None:
        return ()
    return (*_shadow(element, plain), *_outlined(painted, plain, element.pen))


def _outlined(painted: tuple[Ink, ...], plain: Rect | Path, stroked: Pen | Ink) -> tuple[Ink, ...]:
    """Return what an area is painted with and its outline, as one item where that is possible."""
    if not isinstance(stroked, Pen):
        return (*painted, stroked)
    (*_, last) = painted
    if len(painted) == 1 and isinstance(last, (Rect, Path)):
        item = _with_pen(last, stroked)
        return () if item.fill is None and item.stroke is None else (item,)
    return (*painted, _with_pen(plain, stroked)) if stroked.stroke else painted


def _with_pen(item: Rect | Path, pen: Pen) -> Rect | Path:
    """Return an item with its outline drawn."""
    if not pen.stroke:
        return item
    return item._replace(
        stroke=pen.stroke, line_width=pen.line_width, dash=pen.dash, join=pen.join, cap=pen.cap
    )


def _shadow(element: ShapeElement | PathElement, plain: Rect | Path) -> tuple[Ink, ...]:
    if element.shadow is None:
        return ()
    from cardforge.layout.drawing.shadows import shadow_ink

    pen = element.pen if element.pen.stroke else None
    return shadow_ink(element.shadow, plain, element.fill is not None, pen)


# --- what fills it ---


def _filled(
    element: ShapeElement | PathElement, plain: Rect | Path, card: Box, desk: Desk
) -> tuple[Ink, ...] | None:
    """Return an item with its fill, more ink than the item for a pattern, None after a fault."""
    fill: Area | None = element.fill
    if fill is None or isinstance(fill, Color):
        return (plain._replace(fill=fill),)
    segments = _segments(plain)
    ground = _ground(element.common, bounds(segments), card)
    if isinstance(fill, GradientFill):
        return _graded(fill, plain, ground, desk)
    from cardforge.layout.drawing.patterns import pattern_ink

    return pattern_ink(fill, plain, segments, ground, desk)


def _graded(
    fill: GradientFill, plain: Rect | Path, ground: Box, desk: Desk
) -> tuple[Ink, ...] | None:
    fault = stops_fault(fill.stops)
    if fault is not None:
        if plain.origin is not None:
            desk.error("value.gradient", f"stops: {fault[0]}", plain.origin, fault[1])
        return None
    from cardforge.layout.drawing.gradients import gradient_in

    return (plain._replace(fill=gradient_in(fill, ground)),)


def _segments(item: Rect | Path) -> Segments:
    if isinstance(item, Path):
        return item.segments
    return outline_of(ShapeForm("rectangle", item.radius), item.box)


def _ground(common: Common, box: Box, card: Box) -> Box:
    """Return the box that a fill is laid into: it ends at the trim where its element bleeds.

    So nothing inside the trim moves when the bleed changes.
    """
    spec = common.box
    left = max(box.x, card.x) if spec.left == BLEED_EDGE else box.x
    top = max(box.y, card.y) if spec.top == BLEED_EDGE else box.y
    right = min(box.right, card.right) if spec.right == BLEED_EDGE else box.right
    bottom = min(box.bottom, card.bottom) if spec.bottom == BLEED_EDGE else box.bottom
    return Box(left, top, max(right - left, 0.0), max(bottom - top, 0.0))


# --- its outline ---


def _stroked(form: ShapeForm, pen: Pen, box: Box, plain: Rect | Path) -> Pen | Ink:
    """Return the pen of an outline on both sides of the edge, else the outline as ink."""
    if not pen.stroke or pen.side == "center" or is_open(form):
        return pen
    half = pen.line_width / 2 * (1 if pen.side == "inside" else -1)
    if isinstance(plain, Rect):
        return _with_pen(_rect_inside(plain, half), pen)
    inner = Box(box.x + half, box.y + half, box.width - 2 * half, box.height - 2 * half)
    if form.name in ("circle", "ellipse", "rectangle") and min(inner.width, inner.height) > 0:
        form = form._replace(corner=_bent(form.corner, half))
        return _with_pen(plain._replace(segments=drawn_outline(form, inner)), pen)
    # Twice as wide, the half on the wrong side clipped off.
    wide = _with_pen(plain, pen._replace(line_width=2 * pen.line_width))
    clip = outline_of(form, box)
    if pen.side == "outside":
        clip = (*_around(bounds(clip), pen.line_width), *backwards(clip))
    return Group((wide,), clip=clip, origin=plain.origin)


def _bent(corner: Any, by: float) -> Any:
    """Return the radii of corners that lie further in, about the same middles."""
    if not isinstance(corner, tuple):
        return corner
    return tuple(max(radius - by, 0.0) if radius else 0.0 for radius in corner)


def _rect_inside(item: Rect, by: float) -> Rect:
    """Return a rectangle whose edges lie further in, its corners bent about the same middles."""
    x, y, width, height = item.box
    by = min(by, width / 2, height / 2)
    radius = max(item.radius - by, 0.0) if item.radius else 0.0
    return item._replace(box=Box(x + by, y + by, width - 2 * by, height - 2 * by), radius=radius)


def _around(box: Box, line_width: float) -> Segments:
    more = _FAR + 10 * line_width
    left, top, right, bottom = box.x - more, box.y - more, box.right + more, box.bottom + more
    return closed(((left, top), (right, top), (right, bottom), (left, bottom)))


# --- lines ---


def line_ink(element: LineElement, box: Box) -> tuple[Ink, ...]:
    """Return a straight line between two points of the box, with its arrow heads."""
    start, end = (
        Point(place_in(x, box.x, box.width), place_in(y, box.y, box.height))
        for x, y in (element.start, element.end)
    )
    pen, origin = element.pen, element.common.span
    stroke = pen.stroke or BLACK
    line = Line(start, end, stroke, pen.line_width, pen.dash, origin, pen.cap)
    if element.heads == "none":
        return (line,)
    return tuple(_arrow(line, element.heads))


def _arrow(line: Line, heads: str) -> Iterator[Ink]:
    """Yield a line that is shorter by its heads, and these."""
    start, end = line.start, line.end
    length = math.hypot(end.x - start.x, end.y - start.y)
    if not length:
        return
    both = heads == "both"
    head = min(max(_HEAD_WIDTHS * line.line_width, _LEAST_HEAD), length / (2 if both else 1))
    along = Point((end.x - start.x) / length, (end.y - start.y) / length)
    # The line ends inside its head: no seam shows between them.
    less = head * 0.9
    first = _moved(start, along, less) if heads in ("start", "both") else start
    last = _moved(end, along, -less) if heads in ("end", "both") else end
    yield line._replace(start=first, end=last)
    if heads in ("start", "both"):
        yield _head(start, Point(-along.x, -along.y), head, line)
    if heads in ("end", "both"):
        yield _head(end, along, head, line)


def _moved(at: Point, along: Point, by: float) -> Point:
    return Point(at.x + along.x * by, at.y + along.y * by)


def _head(tip: Point, along: Point, length: float, line: Line) -> Path:
    back = _moved(tip, along, -length)
    side = Point(-along.y, along.x)
    corners = (tip, _moved(back, side, length / 2), _moved(back, side, -length / 2))
    return Path(closed(corners), fill=line.stroke, origin=line.origin)
