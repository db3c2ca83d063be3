"""Bars by seat with confidence intervals and the line of equal chance."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import NamedTuple

from cardforge.color import WHITE
from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Group, Ink, Line, Rect
from cardforge.play.measures import Share
from cardforge.play.report.charts import (
    FINE,
    PAD,
    ROW,
    Plot,
    empty,
    grid,
    gutter_of,
    legend,
    nice_step,
    plot_height,
)
from cardforge.play.report.look import INK, MUTED, Pen, light_rect
from cardforge.play.report.words import Words
from cardforge.rulebook.figures.cards import Art

# The normal deviate of a 95 % interval.
Z95 = 1.959964
# Numbers stand upright over bars that are wider than this, in mm, and over no narrower ones.
_LEAST_UPRIGHT = 2.4


class Interval(NamedTuple):
    """A share with the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float


def interval(share: Share) -> Interval:
    """Return a share with its interval after Wilson, which never leaves 0 to 1."""
    n, p = share.n, share.mean
    if not n:
        return Interval(0.0, 0.0, 0.0)
    spread = Z95 * sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
    middle, weight = p + Z95**2 / (2 * n), 1 + Z95**2 / n
    low, high = (middle - spread) / weight, (middle + spread) / weight
    return Interval(p, min(max(low, 0.0), p), max(min(high, 1.0), p))


def seat_bars(
    pen: Pen, words: Words, seats: Sequence[Sequence[Share]], names: Sequence[str], width: float
) -> Art:
    """Return how often each seat wins, with 95 % intervals and the line of equal chance.

    `seats` are those of each outcome.
    """
    if not any(share.n for shares in seats for share in shares):
        return empty(pen, words, width)
    found = [[interval(share) for share in shares] for shares in seats]
    fair = [_fair(shares) for shares in seats]
    highest = max(*(i.high for own in found for i in own), *fair)
    step = nice_step(highest / 4)
    full = step * ceil(highest / step - 1e-9)
    gutter = gutter_of(pen, words, full, step)
    head = legend(pen, names, width, light=True) if len(seats) > 1 else Art(Size(width, 0.0), ())
    plan = _SeatPlan(gutter, width - gutter, max(map(len, found)), len(found))
    said = [[words.share(i.value) for i in own] for own in found]
    widest = max(pen.width(text) for own in said for text in own)
    # Words stand upright where bars are too narrow for them.
    upright = widest + 0.8 > (plan.bar if plan.series > 1 else plan.slot)
    high = plot_height(width)
    place = Plot(
        gutter, plan.room, head.size.height + (widest + PAD if upright else ROW) + high, high
    )
    ink: list[Ink] = [*head.ink, *grid(pen, words, full, step, place)]
    ink += _all_seats(plan, found, place, full)
    ink += _fair_lines(fair, place, full)
    if plan.bar > _LEAST_UPRIGHT:
        ink += _values(pen, plan, (found, said), place, full, upright=upright)
    ink += _seat_numbers(pen, plan, place.foot)
    below = place.foot + ROW
    ink.append(pen.set(Point(gutter, below + ROW), words("seat_axis"), color=MUTED))
    return Art(Size(width, below + 1.4 * ROW), tuple(ink))


def _all_seats(
    plan: _SeatPlan, found: Sequence[Sequence[Interval]], place: Plot, full: float
) -> list[Ink]:
    scale = place.high / full
    return [
        item
        for series, own in enumerate(found)
        for seat, one in enumerate(own)
        for item in _seat_bar(one, series, Box(plan.x(seat, series), place.foot, plan.bar, scale))
    ]


def _values(
    pen: Pen,
    plan: _SeatPlan,
    told: tuple[Sequence[Sequence[Interval]], Sequence[Sequence[str]]],
    place: Plot,
    full: float,
    *,
    upright: bool,
) -> list[Ink]:
    """Return the share of each seat above its interval, on white where a line passes."""
    ink: list[Ink] = []
    found, said = told
    for series, own in enumerate(found):
        for seat, one in enumerate(own):
            text = said[series][seat]
            x = plan.x(seat, series) + plan.bar / 2
            y = place.foot - one.high / full * place.high - PAD
            wide = pen.width(text)
            if upright:
                ground = Box(x - 1.3, y - wide - 0.3, 2.6, wide + 0.6)
            else:
                ground = Box(x - wide / 2 - 0.3, y - 2.1, wide + 0.6, 2.5)
            ink.append(Rect(ground, fill=WHITE))
            ink.append(_value(pen, text, Point(x, y), upright=upright))
    return ink


class _SeatPlan(NamedTuple):
    """Where bars of seats stand: from `left` on, `room` mm wide, so many seats and outcomes."""

    left: float
    room: float
    seats: int
    series: int

    @property
    def slot(self) -> float:
        """Return how much room a seat has: one alone does not get everything."""
        return min(self.room / self.seats, 16.0 * self.series)

    @property
    def bar(self) -> float:
        """Return how wide a bar is."""
        return self.slot * 0.74 / self.series

    def x(self, seat: int, series: int) -> float:
        """Return where a bar begins; all of them stand in the middle of their room."""
        first = self.left + (self.room - self.slot * self.seats) / 2
        return first + (seat + 0.13) * self.slot + series * self.bar


def _seat_bar(one: Interval, series: int, scale: Box) -> list[Ink]:
    """Return a bar with its interval; the scale's height is that of the whole."""
    high = one.value * scale.height
    ink: list[Ink] = []
    if high:
        box = Box(scale.x + 0.15, scale.y - high, scale.width - 0.3, high)
        ink += light_rect(box, series)
    x = scale.x + scale.width / 2
    low, top = scale.y - one.low * scale.height, scale.y - one.high * scale.height
    cap = min(scale.width * 0.22, 1.2)
    for y in (low, top):
        ink.append(Line(Point(x - cap, y), Point(x + cap, y), INK, 0.35))
    ink.append(Line(Point(x, low), Point(x, top), INK, 0.35))
    return ink


def _value(pen: Pen, said: str, at: Point, *, upright: bool) -> Ink:
    if not upright:
        return pen.set(at, said, align="center")
    place = Transform.turned(270.0).then(Transform.moved(at.x + pen.middle(), at.y))
    return Group((pen.set(Point(0.0, 0.0), said),), place)


def _fair(shares: Sequence[Share]) -> float:
    """Return the chance of each seat if all had the same: shared victories count for all."""
    known = [share.mean for share in shares if share.n]
    return sum(known) / len(known) if known else 0.0


def _fair_lines(fair: Sequence[float], place: Plot, full: float) -> list[Ink]:
    ink: list[Ink] = []
    for share in dict.fromkeys(round(share, 4) for share in fair):
        y = place.foot - share / full * place.high
        ends = Point(place.left, y), Point(place.left + place.room, y)
        ink.append(Line(*ends, INK, FINE, (1.6, 0.8)))
    return ink


def _seat_numbers(pen: Pen, plan: _SeatPlan, foot: float) -> list[Ink]:
    """Return the numbers of the seats, as many as find room."""
    widest = pen.width(str(plan.seats)) + 1.0
    step = max(1, ceil(nice_step(widest / plan.slot))) if widest > plan.slot else 1
    ink: list[Ink] = []
    for seat in range(plan.seats):
        if seat % step == 0 or plan.seats == 1:
            x = plan.x(seat, 0) + plan.bar * plan.series / 2
            at = Point(x, foot + ROW - 0.3)
            ink.append(pen.set(at, str(seat + 1), weight="bold", align="center"))
    return ink
