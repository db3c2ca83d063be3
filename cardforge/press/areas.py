"""What is an area of ink and what a detail: forms so small or thin that one ink must do.

A press lays its inks on each other to a tenth or two of a millimetre.  Round an area nobody sees
it; a letter or a line of several inks gets coloured edges.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from cardforge.geometry import Point, Segment
from cardforge.ink import Line, Path, Rect, Text
from cardforge.svgpath import bounds

# An area is at least so wide, in mm: twenty times what inks miss each other by ...
AREA_WIDTH = 3.0
# ... and so large, in mm²: black ink alone looks grey only where there is much of it.
AREA_SIZE = 100.0

# Paths of more parts are lettering or hatching, never an area.
_MOST_PARTS = 60
_STEPS = 8

Points = list[Point]


def is_area(item: Rect | Path, scale: float) -> bool:
    """Return whether the filled form of an item is an area of ink rather than a detail."""
    box = item.box if isinstance(item, Rect) else bounds(item.segments)
    if not _is_large(box.width * box.height, min(box.width, box.height), scale):
        return False
    if isinstance(item, Rect):
        return True
    parts = list(_parts(item.segments))
    if len(parts) > _MOST_PARTS:
        return False
    size = abs(sum(_signed(parts, item.even_odd)))
    # Of a strip or a ring this is the width, of a disc the radius.
    width = 2 * size / max(sum(map(_length, parts)), 1e-9)
    return _is_large(size, width, scale)


def is_broad(item: Rect | Path | Line | Text, scale: float) -> bool:
    """Return whether a stroke is as wide as an area."""
    return item.line_width * scale >= AREA_WIDTH


def _is_large(size: float, width: float, scale: float) -> bool:
    return size * scale * scale >= AREA_SIZE and width * scale >= AREA_WIDTH


def _parts(segments: tuple[Segment, ...]) -> Iterator[Points]:
    """Yield the parts of a path as polygons."""
    points: Points = []
    for kind, *numbers in segments:
        if kind == "M":
            if len(points) > 1:
                yield points
            points = []
        if kind == "C":
            points += _curve(points[-1], numbers)
        elif kind != "Z":
            points.append(Point(*numbers))
    if len(points) > 1:
        yield points


def _curve(start: Point, numbers: list[float]) -> Iterator[Point]:
    x1, y1, x2, y2, x3, y3 = numbers
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield Point(a * start.x + b * x1 + c * x2 + d * x3, a * start.y + b * y1 + c * y2 + d * y3)


def _signed(parts: list[Points], even_odd: bool) -> Iterator[float]:
    """Yield the size of each part, a hole's of the other sign than what it lies in."""
    for part in parts:
        size = _size(part)
        if not even_odd:
            yield size
            continue
        depth = sum(_holds(other, part[0]) for other in parts if other is not part)
        yield -abs(size) if depth % 2 else abs(size)


def _closed(points: Points) -> Iterator[tuple[Point, Point]]:
    return pairwise([*points, points[0]])


def _size(points: Points) -> float:
    return sum(a.x * b.y - b.x * a.y for a, b in _closed(points)) / 2


def _length(points: Points) -> float:
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in _closed(points))


def _holds(points: Points, place: Point) -> bool:
    """Return whether a place lies in a polygon: a ray from it crosses the edge an odd time."""
    inside = False
    for a, b in _closed(points):
        if (a.y > place.y) != (b.y > place.y):
            across = a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)
            inside ^= place.x < across
    return inside
