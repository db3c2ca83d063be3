"""Preflight of what the knife does: frames near the trim, and bleed that is not covered.

The outlines say where an edge runs along the trim; the colours beside it, whether it is seen there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import cos, radians, sin
from typing import NamedTuple

from cardforge.check.accessibility.vision import Rgb
from cardforge.check.preflight.outlines import Edge, Ring, edges_of, rings_of
from cardforge.check.preflight.sides import Finding, Side
from cardforge.check.settings import Checks
from cardforge.geometry import Point
from cardforge.units import show

# Colours that differ by less in each channel, of 1, look alike side by side.
_VISIBLE = 12 / 255
# An edge is looked at this far on either side of it, in mm.
_BESIDE = 0.25
# Ink this near to the trim is meant to end on it, in mm.
_ON_TRIM = 0.05
# An edge that runs along less of a side is no frame; a frame is as far from both sides.
_LONG = 0.6
_UNEVEN = 1.0
_UNEVEN_BARS = 0.3
# So many edges are looked at on each side, the outermost first.
_NEAREST = 8
# So many edges of one length are a pattern, and a pattern may end anywhere.
_PATTERN = 4
_ALONG = (0.15, 0.3, 0.5, 0.7, 0.85)
_ROUND = tuple(range(0, 360, 30))


class Doubt(NamedTuple):
    """A finding that is one only if its edge is seen: pairs of places that would differ."""

    check: str
    finding: Finding
    pairs: tuple[tuple[Point, Point], ...]


def at_the_knife(
    sides: tuple[Side, ...], checks: Checks, wanted: tuple[str, ...] = ("thin-frame", "bleed")
) -> Iterator[tuple[str, Finding]]:
    """Yield frames too near to the trim and ink that ends within the bleed, by name of check."""
    asked = frozenset(name for name in wanted if checks.severity(name) != "off")
    for side in sides:
        told = set()
        # Of one cause on a side the worst edge that is seen is told, and the others need no look.
        for check, finding, pairs in sorted(_doubts(side, checks, asked), key=_goodness):
            if (check, finding.span) not in told and _is_seen(side, pairs):
                told.add((check, finding.span))
                yield check, finding


def _goodness(doubt: Doubt) -> float:
    return -doubt.finding.badness


def _is_seen(side: Side, pairs: tuple[tuple[Point, Point], ...]) -> bool:
    seen = sum(_differ(side.color_at(one), side.color_at(other)) for one, other in pairs)
    return seen * 2 > len(pairs)


def _differ(one: Rgb, other: Rgb) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > _VISIBLE


def _doubts(side: Side, checks: Checks, asked: frozenset[str]) -> Iterator[Doubt]:
    frames, bleed = "thin-frame" in asked, "bleed" in asked
    if side.form.shape == "round":
        for ring in rings_of(side.inks, side.form.trim):
            if frames:
                yield from _round_frame(side, ring, checks)
            if bleed:
                yield from _round_bleed(side, ring, checks)
    edges = [*edges_of(side.inks, side.form.trim, checks["thin-frame"]["distance"])]
    if frames and side.form.shape in ("card", "square"):
        yield from _frames(side, edges, checks)
    if bleed and side.form.shape != "hexagon":
        yield from _bleeds(side, edges, checks)


# --- frames ---


def _limit(side: Side, checks: Checks) -> float:
    """Return how near to the trim a frame may stand: tokens are cut as their safe zone says."""
    limits = checks["thin-frame"]
    return min(limits["distance"], side.form.safe) if side.spec.is_token else limits["distance"]


def _frames(side: Side, edges: list[Edge], checks: Checks) -> Iterator[Doubt]:
    """Yield edges that run inside the trim on opposite sides, about as far from both.

    The four sides of a frame may be one item, or bars of their own: those are told once.
    """
    bars: dict[float, Doubt] = {}
    for (gap, edge), (other_gap, other) in _facing(side, edges, _limit(side, checks)):
        pairs = (*_across(edge, -1), *_across(other, 1))
        doubt = Doubt("thin-frame", _frame(side, min(gap, other_gap), edge, checks), pairs)
        if edge.number == other.number and abs(gap - other_gap) < _UNEVEN:
            yield doubt
        elif abs(gap - other_gap) < _UNEVEN_BARS:
            known = bars.get(round(gap, 1))
            bars[round(gap, 1)] = doubt if known is None else known._replace(
                pairs=(*known.pairs, *pairs)
            )  # fmt: skip
    yield from bars.values()


def _facing(
    side: Side, edges: list[Edge], limit: float
) -> Iterator[tuple[tuple[float, Edge], tuple[float, Edge]]]:
    """Yield pairs of long edges near opposite sides, each with its distance from the trim."""
    inner = Counter(_like(edge) for edge in edges if _depth(side, edge) > 2 * limit)
    for upright in (True, False):
        length, across = side.form.trim if upright else side.form.trim.turned()
        low: list[tuple[float, Edge]] = []
        high: list[tuple[float, Edge]] = []
        for edge in edges:
            is_long = edge.end - edge.start >= _LONG * across
            if edge.upright is upright and is_long and inner[_like(edge)] < _PATTERN:
                for found, gap in ((low, edge.at), (high, length - edge.at)):
                    if _ON_TRIM < gap < limit - _ON_TRIM:
                        found.append((gap, edge))
        nearest = (sorted(found, key=_gap)[:_NEAREST] for found in (low, high))
        yield from product(*nearest)


def _gap(found: tuple[float, Edge]) -> float:
    return found[0]


def _depth(side: Side, edge: Edge) -> float:
    """Return how far an edge lies from the nearer of the two sides that it runs along."""
    length = side.form.trim.width if edge.upright else side.form.trim.height
    return min(edge.at, length - edge.at)


def _across(edge: Edge, out: int) -> tuple[tuple[Point, Point], ...]:
    """Return places outside and inside an edge; `out` is the sign of the way to the trim."""
    deep = _BESIDE if edge.width is None else min(_BESIDE, edge.width / 2)
    return tuple(
        (edge.place(share, out * _BESIDE), edge.place(share, -out * deep)) for share in _ALONG
    )


def _frame(side: Side, gap: float, of: Edge | Ring, checks: Checks) -> Finding:
    limit = _limit(side, checks)
    what = "an edge of colour" if of.width is None else f"a frame of {show(of.width)} mm"
    return Finding(
        "print.thin-frame",
        side.inks[of.number].origin,
        f"{what} runs {show(gap)} mm inside the trim, at least {show(limit)} mm looks even when"
        " the cut drifts",
        f"move it {show(limit - gap)} mm inwards, or let the colour bleed without an edge",
        side.card,
        limit - gap,
    )


def _round_frame(side: Side, ring: Ring, checks: Checks) -> Iterator[Doubt]:
    if _ON_TRIM < ring.gap < _limit(side, checks) - _ON_TRIM:
        finding = _frame(side, ring.gap, ring, checks)
        yield Doubt("thin-frame", finding, _around(side, ring, _BESIDE))


def _around(side: Side, ring: Ring, out: float) -> tuple[tuple[Point, Point], ...]:
    """Return places outside and inside a ring all round it."""
    middle, radius = Point(side.form.trim.width / 2, side.form.trim.height / 2), _radius(side)
    deep = _BESIDE if ring.width is None else min(_BESIDE, ring.width / 2)
    at = radius - ring.gap

    def place(angle: int, reach: float) -> Point:
        turn = radians(angle)
        return Point(middle.x + reach * cos(turn), middle.y + reach * sin(turn))

    return tuple((place(angle, at + out), place(angle, at - deep)) for angle in _ROUND)


def _radius(side: Side) -> float:
    return min(side.form.trim) / 2


# --- bleed ---


def _bleeds(side: Side, edges: list[Edge], checks: Checks) -> Iterator[Doubt]:
    """Yield edges that reach the trim and end before the edge of the bleed."""
    sliver = checks["bleed"]["sliver"]
    lengths = Counter(_like(edge) for edge in edges)
    for edge in edges:
        length, across = side.form.trim if edge.upright else side.form.trim.turned()
        # How far the ink reaches over the trim that its edge looks at.
        over = -edge.at if edge.is_low else edge.at - length
        room = side.form.bleed - over
        cut = edge._replace(start=max(edge.start, 0.0), end=min(edge.end, across))
        if over < -_ON_TRIM or room <= sliver or cut.end - cut.start < _BESIDE:
            continue
        if over > _ON_TRIM and lengths[_like(edge)] >= _PATTERN:
            continue
        if side.form.shape == "round":
            cut = cut._replace(start=across / 2 - 1, end=across / 2 + 1)
        out = (-1 if edge.is_low else 1) * min(_BESIDE, room / 2)
        pairs = tuple((cut.place(t, out), cut.place(t, -_sign(out) * _BESIDE)) for t in _ALONG)
        yield Doubt("bleed", _bleed(side, over, edge.number), pairs)


def _like(edge: Edge) -> tuple[bool, float, bool]:
    return edge.upright, round(edge.end - edge.start, 2), edge.is_low


def _sign(value: float) -> int:
    return -1 if value < 0 else 1


def _bleed(side: Side, over: float, number: int) -> Finding:
    bleed = side.form.bleed
    return Finding(
        "print.bleed",
        side.inks[number].origin,
        f"ink ends {show(abs(over))} mm beyond the trim, the bleed is {show(bleed)} mm wide:"
        " a cut that drifts leaves a sliver without it",
        "write the edge as bleed, as in box: bleed, or keep it inside the safe zone",
        side.card,
        bleed - over,
    )


def _round_bleed(side: Side, ring: Ring, checks: Checks) -> Iterator[Doubt]:
    over = -ring.gap
    room = side.form.bleed - over
    if ring.is_outer and over >= -_ON_TRIM and room > checks["bleed"]["sliver"]:
        pairs = _around(side, ring, min(_BESIDE, room / 2))
        yield Doubt("bleed", _bleed(side, over, ring.number), pairs)
