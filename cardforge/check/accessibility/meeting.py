"""Colours that meet: shapes whose edge some kinds of vision do not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from cardforge.check.accessibility.merging import MEET, Limits, Merging, are_apart, merges
from cardforge.check.accessibility.paint import Paint, Painter, color_of
from cardforge.check.accessibility.sides import Side
from cardforge.check.accessibility.vision import MACHADO, PAPER, Rgb
from cardforge.diagnostics import Span
from cardforge.geometry import Point
from cardforge.ink import Text

# How far beyond and within the edge of a shape its neighbour and it are looked for, in mm.
_BEYOND, _WITHIN = 0.2, 0.1
# At how many shapes of one element and colour the neighbours are looked for.
_PROBES = 8

Partners = dict[Rgb, dict[Rgb, tuple[str, ...]]]


def meeting(sides: Sequence[Side], painter: Painter, limits: Limits) -> Iterator[Merging]:
    """Yield the merging pairs of colours of which a shape of the one borders on the other."""
    known: dict[frozenset[Rgb], Partners] = {}
    for side in sides:
        shapes = [p for p in side.paints if not isinstance(p.item, Text)]
        colors = frozenset(c for p in shapes for c in (p.fill, p.stroke) if c) | {PAPER}
        if colors not in known:
            known[colors] = _partners(colors, limits)
        if known[colors]:
            yield from _meeting_on(side, shapes, known[colors], painter)


def _partners(colors: frozenset[Rgb], limits: Limits) -> Partners:
    """Return for each colour those that it merges with, and for which kinds of vision."""
    found: Partners = {}
    for pair in combinations(sorted(colors), 2):
        if are_apart(pair, limits):
            visions = tuple(v for v in MACHADO if merges(pair, v, limits))
            if visions:
                for one, other in (pair, pair[::-1]):
                    found.setdefault(one, {})[other] = visions
    return found


def _meeting_on(
    side: Side, shapes: list[Paint], partners: Partners, painter: Painter
) -> Iterator[Merging]:
    probed: Counter[tuple[Span | None, Rgb]] = Counter()
    for paint in shapes:
        own = paint.fill or paint.stroke
        # An icon is judged by its contrast, a pattern by its first shapes.
        if own is None or paint.is_icon or own not in partners:
            continue
        probed[paint.origin, own] += 1
        if probed[paint.origin, own] > _PROBES:
            continue
        for neighbour in _neighbours(paint, own, shapes, painter):
            visions = partners[own].get(neighbour)
            if visions:
                probed[paint.origin, own] = _PROBES
                pair = (own, neighbour)
                yield Merging(pair, visions, paint.origin, tuple(side.cards[:1]), MEET)
                break


def _neighbours(paint: Paint, own: Rgb, shapes: list[Paint], painter: Painter) -> Iterator[Rgb]:
    """Yield the colours seen just beyond the edge of a paint, where the paint itself is seen."""
    topmost = shapes[::-1]
    for inner, outer in _edges(paint):
        if color_of(painter.hits((p for p in topmost if _near(p, inner)), inner)) == own:
            yield color_of(painter.hits((p for p in topmost if _near(p, outer)), outer))


def _near(paint: Paint, at: Point) -> bool:
    box = paint.bounds
    return box.x <= at[0] <= box.right and box.y <= at[1] <= box.bottom


def _edges(paint: Paint) -> Iterator[tuple[Point, Point]]:
    """Yield points just inside and just outside a paint: where it reaches furthest, each way."""
    points = [point for part in paint.outline for point in part]
    if not points:
        return
    reach = paint.reach if paint.fill is None else 0.0
    for axis, sign in ((0, 1), (0, -1), (1, 1), (1, -1)):
        edge = max(sign * point[axis] for point in points)
        level = [point for point in points if sign * point[axis] > edge - 1e-6]
        across = sum(point[1 - axis] for point in level) / len(level)
        inner, outer = sign * (edge + reach - _WITHIN), sign * (edge + reach + _BEYOND)
        if axis == 0:
            yield Point(inner, across), Point(outer, across)
        else:
            yield Point(across, inner), Point(across, outer)
