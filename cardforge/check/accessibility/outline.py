"""Outlines: paths as straight lines, and whether a point lies inside or on the stroke."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from cardforge.geometry import Box, Point, Segment, Transform
from cardforge.svgpath import transform_segments

# A curve is looked at as so many straight lines.
_CURVE = 8

Outline = Sequence[Sequence[tuple[float, float]]]


def corners(box: Box) -> tuple[Segment, ...]:
    """Return a box as a path."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))


def flattened(segments: Iterable[Segment], place: Transform) -> Outline:
    """Return the corners of each part of a path, its curves as straight lines."""
    if place != Transform():
        segments = transform_segments(segments, place)
    parts: list[list[tuple[float, float]]] = []
    for kind, *values in segments:
        if kind == "M":
            parts.append([(values[0], values[1])])
        elif kind == "L":
            parts[-1].append((values[0], values[1]))
        elif kind == "C":
            parts[-1] += _curve(parts[-1][-1], values)
        elif parts[-1][-1] != parts[-1][0]:
            parts[-1].append(parts[-1][0])
    return tuple(map(tuple, parts))


def _curve(start: tuple[float, float], values: list[float]) -> Iterator[tuple[float, float]]:
    x1, y1, x2, y2, x3, y3 = values
    for step in range(1, _CURVE + 1):
        t = step / _CURVE
        s = 1.0 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3


def is_inside(outline: Outline, at: Point, even_odd: bool) -> bool:
    """Return whether a point lies inside, by the even-odd or the non-zero winding rule."""
    px, py = at
    turns = crossings = 0
    for part in outline:
        x1, y1 = part[-1]
        for x2, y2 in part:
            if (y1 <= py) != (y2 <= py) and px < x1 + (py - y1) * (x2 - x1) / (y2 - y1):
                crossings += 1
                turns += 1 if y2 > y1 else -1
            x1, y1 = x2, y2
    return crossings % 2 == 1 if even_odd else turns != 0


def is_on_stroke(outline: Outline, at: Point, reach: float, dash: tuple[float, ...]) -> bool:
    """Return whether a point lies on the stroke along an outline, whose open ends are butt."""
    px, py = at
    for part in outline:
        walked, last = 0.0, len(part) - 2
        is_open = part[0] != part[-1]
        for number, ((x1, y1), (x2, y2)) in enumerate(pairwise(part)):
            dx, dy = x2 - x1, y2 - y1
            length = hypot(dx, dy)
            if not length:
                continue
            t = ((px - x1) * dx + (py - y1) * dy) / length**2
            beyond = (t < 0.0 and number == 0) or (t > 1.0 and number == last)
            t = min(max(t, 0.0), 1.0)
            near = hypot(px - x1 - t * dx, py - y1 - t * dy) <= reach
            if near and not (is_open and beyond) and _is_drawn(walked + t * length, dash):
                return True
            walked += length
    return False


def _is_drawn(place: float, dash: tuple[float, ...]) -> bool:
    """Return whether a dashed line has ink at some length from its start."""
    if not dash or not sum(dash):
        return True
    lengths = dash if len(dash) % 2 == 0 else dash * 2
    place %= sum(lengths)
    for number, length in enumerate(lengths):
        if place < length:
            return number % 2 == 0
        place -= length
    return False
