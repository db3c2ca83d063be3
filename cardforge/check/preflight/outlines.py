"""The outlines of ink that run along the trim: straight edges, and rings on round formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from cardforge.check.accessibility.paint import Paint
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Image, Line, Text
from cardforge.ink.bounds import common, within

# Two places this near are one, in mm.
SAME = 0.02
# How far a round outline may leave the ellipse in its box, as a share of its radius.
_ROUNDNESS = 0.02
# A round outline has more corners than this when it is cut into straight pieces.
_CORNERS = 16
# How far a ring may stand from the middle of a round format, as a share of its radius.
_CENTRED = 0.1
# A straight piece of a path shorter than this is a corner, in mm.
_SHORT = 0.3


class Edge(NamedTuple):
    """A straight edge of an item: upright at x `at`, or level at y `at`, from `start` to `end`.

    `is_low` says that the item lies after it, to the right or below; `width` is that of the
    stroke whose edge it is, None for the edge of a fill or a picture.
    """

    upright: bool
    at: float
    start: float
    end: float
    is_low: bool
    width: float | None
    number: int

    def place(self, share: float, off: float) -> Point:
        """Return the point at a share of its length, `off` mm to the right of it or below."""
        along = self.start + (self.end - self.start) * share
        across = self.at + off
        return Point(across, along) if self.upright else Point(along, across)


class Ring(NamedTuple):
    """A round outline about the middle of a round format: `gap` mm inside its trim."""

    gap: float
    is_outer: bool
    width: float | None
    number: int


def edges_of(inks: tuple[Paint, ...], trim: Size, near: float) -> Iterator[Edge]:
    """Yield the straight upright and level edges of items that are near the trim, or long."""
    inner = Box(near, near, trim.width - 2 * near, trim.height - 2 * near)
    for number, ink in enumerate(inks):
        box = ink.bounds
        is_long = box.width > trim.width / 2 or box.height > trim.height / 2
        if not is_long and within(box, inner):
            continue
        if isinstance(ink.item, Line):
            yield from _line(ink, number)
        elif not isinstance(ink.item, Text):
            if ink.straight is None:
                ink.straight = tuple(_straight(part) for part in ink.outline)
            for part in ink.straight:
                yield from _edges(ink, *part, number)


def _width(ink: Paint) -> float | None:
    """Return the width of an item's stroke on the plate, None without one."""
    return 2 * ink.reach if ink.stroke is not None and ink.reach else None


# What is straight of the sides left, top, right and bottom of a box: from and to.
_Sides = dict[str, tuple[float, float]]


def _line(ink: Paint, number: int) -> Iterator[Edge]:
    """Yield the edges of an upright or level line: its two sides and its two ends."""
    (x1, y1), (x2, y2) = ink.outline[0]
    if abs(x1 - x2) < SAME or abs(y1 - y2) < SAME:
        # The box round a line counts the width of its stroke at the ends, where there is none.
        wide, high = (ink.reach, 0.0) if abs(x1 - x2) < SAME else (0.0, ink.reach)
        box = Box(
            min(x1, x2) - wide, min(y1, y2) - high, abs(x2 - x1) + 2 * wide, abs(y2 - y1) + 2 * high
        )
        across, down = (box.x, box.right), (box.y, box.bottom)
        sides = {"left": down, "right": down, "top": across, "bottom": across}
        for edge in _edges(ink, box, sides, number, 0.0):
            yield edge._replace(width=2 * ink.reach)


def _straight(part: Sequence[tuple[float, float]]) -> tuple[Box, _Sides]:
    """Return the box round an outline, and which parts of its sides the outline runs along."""
    box = _round_points(part)
    sides: _Sides = {}
    for (x1, y1), (x2, y2) in zip(part, (*part[1:], part[0]), strict=True):
        if abs(x1 - x2) < SAME and abs(y1 - y2) > _SHORT:
            name = "left" if abs(x1 - box.x) < SAME else "right"
            if abs(x1 - (box.x if name == "left" else box.right)) < SAME:
                sides[name] = _joined(sides.get(name), y1, y2)
        elif abs(y1 - y2) < SAME and abs(x1 - x2) > _SHORT:
            name = "top" if abs(y1 - box.y) < SAME else "bottom"
            if abs(y1 - (box.y if name == "top" else box.bottom)) < SAME:
                sides[name] = _joined(sides.get(name), x1, x2)
    return box, sides


def _round_points(points: Sequence[tuple[float, float]]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _joined(known: tuple[float, float] | None, *ends: float) -> tuple[float, float]:
    values = (*ends, *(known or ()))
    return min(values), max(values)


def _edges(
    ink: Paint, box: Box, sides: _Sides, number: int, stroke: float | None = None
) -> Iterator[Edge]:
    """Yield the edges of one box: outside its stroke, and inside it where there is one."""
    width = _width(ink) if stroke is None else stroke
    half = (width or 0.0) / 2
    for side, (start, end) in sides.items():
        upright = side in ("left", "right")
        is_low = side in ("left", "top")
        at = {"left": box.x, "top": box.y, "right": box.right, "bottom": box.bottom}[side]
        out = -half if is_low else half
        ends = start - half, end + half
        for place, low in ((at + out, is_low), (at - out, not is_low))[: 2 if width else 1]:
            edge = Edge(upright, place, *ends, low, width, number)
            clip = ink.frame.clip
            yield from (edge,) if clip is None else _clipped(edge, clip)


def _clipped(edge: Edge, clip: Box) -> Iterator[Edge]:
    """Yield what a clip leaves of an edge; ink that is cut off ends at the clip itself."""
    low, high = (clip.x, clip.right) if edge.upright else (clip.y, clip.bottom)
    start, end = (clip.y, clip.bottom) if edge.upright else (clip.x, clip.right)
    start, end = max(start, edge.start), min(end, edge.end)
    if end - start > SAME:
        yield edge._replace(at=min(max(edge.at, low), high), start=start, end=end)


def rings_of(inks: tuple[Paint, ...], trim: Size) -> Iterator[Ring]:
    """Yield the outlines that run along the trim of a round format."""
    middle, radius = Point(trim.width / 2, trim.height / 2), min(trim) / 2
    for number, ink in enumerate(inks):
        width = _width(ink)
        half = (width or 0.0) / 2
        for index, box in enumerate(_round_boxes(ink)):
            centre = box.centre
            if hypot(centre.x - middle.x, centre.y - middle.y) > radius * _CENTRED:
                continue
            gap = radius - min(box.width, box.height) / 2
            # The second outline of a path is the hole of a ring.
            yield Ring(gap - half, index == 0, width, number)
            if width:
                yield Ring(gap + half, False, width, number)


def _round_boxes(ink: Paint) -> list[Box]:
    """Return the boxes round the round outlines of an item, the largest first."""
    if isinstance(ink.item, (Text, Line, Image)):
        return []
    boxes = []
    for part in ink.outline:
        box = _round_points(part)
        if _is_round(box, part):
            boxes.append(box if ink.frame.clip is None else common(box, ink.frame.clip))
    return sorted(boxes, key=lambda box: -box.width)


def _is_round(box: Box, points: Sequence[tuple[float, float]]) -> bool:
    rx, ry = box.width / 2, box.height / 2
    if len(points) < _CORNERS or not (rx and ry) or abs(rx - ry) > _ROUNDNESS * max(rx, ry):
        return False
    middle = box.centre
    reaches = (hypot((x - middle.x) / rx, (y - middle.y) / ry) for x, y in points)
    return all(abs(reach - 1) < _ROUNDNESS for reach in reaches)
