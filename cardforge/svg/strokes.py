"""Strokes as areas: for pens that ink has not got.

Ink strokes in one colour, evenly wide in all directions, with the mitre limit of PDF.  What is
stroked with a gradient, stretched, dashed from an offset, or sharper than its limit becomes the
area that the pen covers: quadrilaterals along the line, wedges at its corners, caps at its ends,
all turning the same way, so that together they are filled as one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardforge.geometry import Box, Segment
from cardforge.svgpath import ellipse

Segments = tuple[Segment, ...]
XY = tuple[float, float]
# The mitre limit of a PDF page, which ink has.
PAGE_LIMIT = 10.0
MOST_POINTS = 200_000
_TINY = 1e-9


class Pen(NamedTuple):
    """How a line is stroked, in user units."""

    width: float
    cap: str = "butt"
    join: str = "miter"
    limit: float = 4.0
    dash: tuple[float, ...] = ()
    offset: float = 0.0


class Line(NamedTuple):
    """A line of points; `corners` says which of them are corners and not bends of a curve."""

    points: list[XY]
    corners: list[bool]
    closed: bool


def flattened(segments: Iterable[Segment], tolerance: float) -> list[Line]:
    """Return segments as lines of points that lie within a tolerance of the curves."""
    lines: list[Line] = []
    line = Line([], [], False)
    for kind, *values in segments:
        if kind == "M":
            line = Line([(values[0], values[1])], [True], False)
            lines.append(line)
        elif kind == "Z":
            start = line.points[0]
            if len(line.points) > 1 and _distance(line.points[-1], start) <= _TINY:
                line.points.pop()
                line.corners.pop()
            lines[-1] = line._replace(closed=True)
            line = Line([start], [True], False)
            lines.append(line)
        else:
            _extend(line, values, tolerance)
    # What follows a closed part without a move begins where it began; alone it is nothing.
    return [item for index, item in enumerate(lines) if not _is_leftover(lines, index)]


def _is_leftover(lines: list[Line], index: int) -> bool:
    line = lines[index]
    return index > 0 and lines[index - 1].closed and len(line.points) == 1 and not line.closed


def _extend(line: Line, values: list[float], tolerance: float) -> None:
    if len(values) == 2:
        steps = [(values[0], values[1])]
    else:
        steps = list(_curve(line.points[-1], values, tolerance))
    for index, point in enumerate(steps):
        if _distance(point, line.points[-1]) > _TINY:
            line.points.append(point)
            line.corners.append(index == len(steps) - 1)
    if len(line.points) > MOST_POINTS:
        raise OverflowError("a line of too many points")


def _curve(start: XY, values: list[float], tolerance: float) -> Iterator[XY]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, values
    bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
               math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))  # fmt: skip
    # The error of n chords of a cubic is at most 6/8 of its bend over n².
    count = min(64, max(1, math.ceil(math.sqrt(0.75 * bend / max(tolerance, _TINY)))))
    for index in range(1, count):
        t = index / count
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
    yield x3, y3


def is_sharper(segments: Segments, limit: float, tolerance: float) -> bool:
    """Return whether a corner's mitre is cut by one of two limits only: this and the page's."""
    low, high = sorted((limit, PAGE_LIMIT))
    for line in flattened(segments, tolerance):
        for before, at, after in _corners(line):
            cosine = -_cosine(before, at, after)
            # 1 / sin(half the angle between the lines) is what the limit is compared with.
            half = math.sqrt(max(0.0, (1 - cosine) / 2))
            if half > 0 and low <= 1 / half <= high:
                return True
    return False


def _corners(line: Line) -> Iterator[tuple[XY, XY, XY]]:
    points = line.points
    count = len(points)
    places = range(count) if line.closed and count > 2 else range(1, count - 1)
    for index in places:
        if line.corners[index]:
            yield points[index - 1], points[index], points[(index + 1) % count]


def _cosine(before: XY, at: XY, after: XY) -> float:
    (ax, ay), (bx, by) = _unit(before, at), _unit(at, after)
    return ax * bx + ay * by


def stroke_area(segments: Segments, pen: Pen, tolerance: float) -> Segments:
    """Return the area that a pen covers along some segments, to be filled as one."""
    half = pen.width / 2
    area: list[Segment] = []
    for line in flattened(segments, tolerance):
        for piece in _dashes(line, pen):
            area += _covered(piece, pen, half)
    return tuple(area)


def _dashes(line: Line, pen: Pen) -> list[Line]:
    """Return the drawn parts of a line."""
    period = sum(pen.dash)
    if not pen.dash or period <= _TINY or len(line.points) < 2:
        return [line]
    length = sum(_distance(a, b) for a, b in _sides(line))
    if length / period * len(pen.dash) > MOST_POINTS:
        raise OverflowError("a line of too many dashes")
    return list(_cut(line, pen))


def _sides(line: Line) -> list[tuple[XY, XY]]:
    points = [*line.points, line.points[0]] if line.closed else line.points
    return list(itertools.pairwise(points))


def _cut(line: Line, pen: Pen) -> Iterator[Line]:
    dash = pen.dash if len(pen.dash) % 2 == 0 else pen.dash * 2
    left = pen.offset % sum(dash)
    index = 0
    while left >= dash[index]:
        left -= dash[index]
        index = (index + 1) % len(dash)
    left = dash[index] - left
    piece = Line([line.points[0]], [True], False)
    corners = [*line.corners[1:], line.corners[0]]
    for (a, b), corner in zip(_sides(line), corners, strict=False):
        done, whole = 0.0, _distance(a, b)
        while whole - done > left:
            done += left
            at = (a[0] + (b[0] - a[0]) * done / whole, a[1] + (b[1] - a[1]) * done / whole)
            if index % 2 == 0:
                piece.points.append(at)
                piece.corners.append(True)
                yield piece
            piece = Line([at], [True], False)
            index = (index + 1) % len(dash)
            left = dash[index]
        left -= whole - done
        piece.points.append(b)
        piece.corners.append(corner)
    if index % 2 == 0 and len(piece.points) > 1:
        yield piece


def _covered(line: Line, pen: Pen, half: float) -> Iterator[Segment]:
    points = [line.points[0]]
    corners = [line.corners[0]]
    for point, corner in zip(line.points[1:], line.corners[1:], strict=True):
        if _distance(point, points[-1]) > _TINY:
            points.append(point)
            corners.append(corner)
    if len(points) < 2:
        yield from _dot(points[0], pen, half)
        return
    closed = line.closed and len(points) > 2
    line = Line(points, corners, closed)
    for a, b in _sides(line):
        yield from _side(a, b, half)
    yield from _joins(line, pen, half)
    if not closed:
        yield from _end(points[1], points[0], pen, half)
        yield from _end(points[-2], points[-1], pen, half)


def _side(a: XY, b: XY, half: float) -> Iterator[Segment]:
    ux, uy = _unit(a, b)
    nx, ny = -uy * half, ux * half
    return _polygon([(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny),
                     (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)])  # fmt: skip


def _joins(line: Line, pen: Pen, half: float) -> Iterator[Segment]:
    points = line.points
    count = len(points)
    for index in range(0 if line.closed else 1, count if line.closed else count - 1):
        before, at, after = points[index - 1], points[index], points[(index + 1) % count]
        cosine = _cosine(before, at, after)
        if cosine > 1 - 1e-12:
            continue
        if line.corners[index] and pen.join == "round":
            yield from _circle(at, half)
            continue
        (ax, ay), (bx, by) = _unit(before, at), _unit(at, after)
        side = -half if ax * by - ay * bx > 0 else half
        first = (at[0] - ay * side, at[1] + ax * side)
        last = (at[0] - by * side, at[1] + bx * side)
        wedge = [at, first, last]
        half_angle = math.sqrt(max(0.0, (1 + cosine) / 2))
        if line.corners[index] and pen.join != "bevel" and half_angle * pen.limit >= 1:
            reach = side / (half_angle * half_angle) / 2
            tip = (at[0] - (ay + by) * reach, at[1] + (ax + bx) * reach)
            wedge = [at, first, tip, last]
        yield from _polygon(wedge)


def _end(before: XY, at: XY, pen: Pen, half: float) -> Iterator[Segment]:
    if pen.cap == "round":
        return _circle(at, half)
    if pen.cap == "square":
        ux, uy = _unit(before, at)
        return _side(at, (at[0] + ux * half, at[1] + uy * half), half)
    return iter(())


def _dot(at: XY, pen: Pen, half: float) -> Iterator[Segment]:
    if pen.cap == "round":
        return _circle(at, half)
    if pen.cap == "square":
        return _side((at[0] - half, at[1]), (at[0] + half, at[1]), half)
    return iter(())


def _circle(at: XY, radius: float) -> Iterator[Segment]:
    return iter(ellipse(Box(at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)))


def _polygon(corners: list[XY]) -> Iterator[Segment]:
    """Yield a polygon that turns the way the circles do."""
    if area_of(corners) < 0:
        corners = corners[::-1]
    yield "M", *corners[0]
    for corner in corners[1:]:
        yield "L", *corner
    yield ("Z",)


def area_of(corners: list[XY]) -> float:
    """Return the area inside some corners, below zero where they turn anticlockwise on paper."""
    following = [*corners[1:], corners[0]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(corners, following, strict=True)) / 2


def _distance(a: XY, b: XY) -> float:
    return math.hypot(b[0] - a[0], b[1] - a[1])


def _unit(a: XY, b: XY) -> XY:
    length = _distance(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length
