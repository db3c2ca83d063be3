"""Colours that meet: shapes whose edge some kinds of vision do not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import hypot

from cardforge.check.accessibility.merging import MEET, Limits, Merging, are_apart, merges
from cardforge.check.accessibility.paint import Paint, Painter, color_of
from cardforge.check.accessibility.sides import Side
from cardforge.check.accessibility.vision import MACHADO, PAPER, Rgb
from cardforge.diagnostics import Span
from cardforge.geometry import Box, Point
from cardforge.ink import Text

# How far beyond and within the edge of a shape its neighbour and it are looked for, in mm.
_BEYOND, _WITHIN = 0.2, 0.1
# At how many shapes of one element and colour the neighbours are looked for.
_PROBES = 8
# Along how many straight pieces of an outline they are looked for; a circle has so many.
_PIECES = 32

# A side of more colours than this is a picture drawn with shapes: only its commonest are judged.
_MOST_COLORS = 200

Partners = dict[Rgb, dict[Rgb, tuple[str, ...]]]


def meeting(sides: Sequence[Side], painter: Painter, limits: Limits) -> Iterator[Merging]:
    """Yield the merging pairs of colours of which a shape of the one borders on the other."""
    known: dict[frozenset[Rgb], Partners] = {}
    for side in sides:
        shapes = [p for p in side.paints if not isinstance(p.item, Text)]
        used = Counter(c for p in shapes for c in (p.fill, p.stroke) if c)
        colors = frozenset(color for color, _ in used.most_common(_MOST_COLORS)) | {PAPER}
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
    probed: Counter[tuple[Span | None, Rgb | None, Rgb | None]] = Counter()
    for paint in shapes:
        key = paint.origin, paint.fill, paint.stroke
        # An icon is judged by its contrast, a pattern by its first shapes.
        if paint.is_icon or not {paint.fill, paint.stroke} & partners.keys():
            continue
        probed[key] += 1
        if probed[key] > _PROBES:
            continue
        for own, neighbour in _neighbours(paint, side, shapes, painter):
            visions = partners.get(own, {}).get(neighbour)
            if visions:
                probed[key] = _PROBES
                pair = (own, neighbour)
                yield Merging(pair, visions, paint.origin, tuple(side.cards[:1]), MEET)
                break


def _neighbours(
    paint: Paint, side: Side, shapes: list[Paint], painter: Painter
) -> Iterator[tuple[Rgb, Rgb]]:
    """Yield the colours of a paint, where it is seen, with those just beyond its edge there."""
    topmost = shapes[::-1]
    trim = Box(0.0, 0.0, *side.plate.trim)

    def seen(at: Point) -> Rgb:
        return color_of(painter.hits(topmost, at))

    for inner, outer in _edges(paint):
        if _has(trim, inner) and _has(trim, outer):
            own = seen(inner)
            if own in (paint.fill, paint.stroke):
                yield own, seen(outer)


def _has(box: Box, at: Point) -> bool:
    return box.x <= at.x <= box.right and box.y <= at.y <= box.bottom


def _edges(paint: Paint) -> Iterator[tuple[Point, Point]]:
    """Yield points just inside and just outside a paint, halfway along its longest pieces.

    Which side is inside is not asked: points on either side are yielded both ways round.  A stroke
    has two edges.
    """
    pieces = [(hypot(x2 - x1, y2 - y1), x1, y1, x2, y2)
              for part in paint.outline for (x1, y1), (x2, y2) in pairwise(part)]  # fmt: skip
    pieces.sort(key=lambda piece: -piece[0])
    reach = paint.reach if paint.stroke is not None else 0.0
    for length, x1, y1, x2, y2 in pieces[:_PIECES]:
        if not length:
            continue
        x, y, across, down = (x1 + x2) / 2, (y1 + y2) / 2, (y1 - y2) / length, (x2 - x1) / length
        for edge in (reach, -reach) if reach else (0.0,):
            for sign in (1, -1):
                inner, outer = edge - sign * _WITHIN, edge + sign * _BEYOND
                yield (
                    Point(x + inner * across, y + inner * down),
                    Point(x + outer * across, y + outer * down),
                )
