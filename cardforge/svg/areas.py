"""Outlines that clip: several as one, and those filled even-odd, as one outline by winding.

A clip of ink takes what an outline winds round.  Parts that all turn one way add up; a hole
turns the other way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardforge.geometry import Box, Segment
from cardforge.svg.strokes import XY, area_of, flattened
from cardforge.svgpath import bounds

Segments = tuple[Segment, ...]
# Beyond this many sides the crossings of an outline are not looked for.
_MOST_SIDES = 3_000


def parts_of(segments: Segments) -> list[Segments]:
    """Return the closed parts of an outline."""
    parts: list[list[Segment]] = []
    for segment in segments:
        if segment[0] == "M" or not parts:
            parts.append([])
        parts[-1].append(segment)
    return [tuple(part) for part in parts if len(part) > 1]


def turned(part: Segments) -> Segments:
    """Return one part of an outline drawn the other way round."""
    points = [segment[-2:] for segment in part if segment[0] != "Z"]
    made: list[Segment] = [("M", *points[-1])]
    place = len(points) - 1
    for segment in reversed([segment for segment in part[1:] if segment[0] != "Z"]):
        place -= 1
        end = points[place]
        if segment[0] == "C":
            _, x1, y1, x2, y2, *_ = segment
            made.append(("C", x2, y2, x1, y1, *end))
        else:
            made.append(("L", *end))
    return (*made, ("Z",))


def united(outlines: list[Segments]) -> Segments:
    """Return outlines as one that winds round each of them."""
    whole: list[Segment] = []
    for outline in outlines:
        whole += facing(outline, clockwise=True)
    return tuple(whole)


def facing(outline: Segments, *, clockwise: bool) -> Segments:
    """Return an outline turning one way as a whole; what is a hole in it stays one."""
    parts = parts_of(outline)
    if (sum(map(_area, parts)) >= 0) == clockwise:
        return outline
    return tuple(segment for part in parts for segment in turned(part))


def by_winding(outline: Segments) -> Segments:
    """Return an outline filled even-odd as one filled by winding: every second ring a hole."""
    parts = parts_of(outline)
    if len(parts) < 2:
        return outline
    rings = [_ring(part) for part in parts]
    made: list[Segment] = []
    for index, part in enumerate(parts):
        others = (ring for place, ring in enumerate(rings) if place != index)
        depth = sum(_is_inside(rings[index][0], ring) for ring in others if rings[index])
        wanted = depth % 2 == 0
        made += part if (_area(part) >= 0) == wanted else turned(part)
    return tuple(made)


def encloses(outline: Segments) -> bool:
    """Return whether an outline has an inside: a PDF fills a straight line a pixel wide."""
    return any(_is_bent(part) for part in parts_of(outline))


def _is_bent(part: Segments) -> bool:
    points = [pair for _, *v in part for pair in zip(v[::2], v[1::2], strict=True)]
    x, y = points[0]
    far = max(points, key=lambda point: abs(point[0] - x) + abs(point[1] - y))
    dx, dy = far[0] - x, far[1] - y
    size = dx * dx + dy * dy
    return any(abs((u - x) * dy - (v - y) * dx) > 1e-9 * size for u, v in points)


def crosses_itself(outline: Segments) -> bool:
    """Return whether the rings of an outline cross each other or themselves."""
    sides = [side for part in parts_of(outline) for side in _sides(_ring(part))]
    if len(sides) > _MOST_SIDES:
        return True
    sides.sort(key=lambda side: min(side[0][0], side[1][0]))
    for index, one in enumerate(sides):
        right = max(one[0][0], one[1][0])
        for other in sides[index + 1 :]:
            if min(other[0][0], other[1][0]) > right:
                break
            if _cross(one, other):
                return True
    return False


def _sides(ring: list[XY]) -> Iterator[tuple[XY, XY]]:
    return zip(ring, [*ring[1:], ring[0]], strict=True) if ring else iter(())


def _cross(one: tuple[XY, XY], other: tuple[XY, XY]) -> bool:
    (a, b), (c, d) = one, other
    return (_turn(a, b, c) * _turn(a, b, d) < 0) and (_turn(c, d, a) * _turn(c, d, b) < 0)


def _turn(a: XY, b: XY, c: XY) -> float:
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return 0.0 if abs(turn) < 1e-9 else turn


def _ring(part: Segments) -> list[XY]:
    box = bounds(part)
    lines = flattened(part, max(box.width, box.height, 1e-6) / 200)
    return lines[0].points if lines else []


def _area(part: Segments) -> float:
    ring = _ring(part)
    return area_of(ring) if ring else 0.0


def _is_inside(point: XY, ring: list[XY]) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in _sides(ring):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def round_everything(box: Box) -> Box:
    """Return a box that holds a box and a wide margin: the plane from which holes are cut."""
    margin = 10.0 + math.hypot(box.width, box.height)
    return Box(box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin)
