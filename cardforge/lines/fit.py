"""The best way to break a paragraph: the one whose lines together have the fewest demerits.

Knuth and Plass, "Breaking Paragraphs into Lines" (1981), with two promises that TeX does not
make: no space is ever wider than twice the normal one, and there is always an answer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from cardforge.lines.pieces import Part, Place

# Spaces are never more than twice as wide as normal: 1 + 2 × WIDER.
LOOSEST = 2.0
TIGHTEST = -1.0

_LINE = 10.0
_TWO_HYPHENS = 100_000.0
_HYPHEN_BEFORE_LAST = 100_000.0
_UNEVEN = 10_000.0
_SHORT_LAST = 60_000.0
# Ragged lines that are short by this share of the column are as bad as _RAGGED.
_ZONE = 0.15
_RAGGED = 60.0
# Each is worse than any number of lines without the fault.
_NOT_STRETCHED = 1e9
_OVERFULL = 1e12
# One line that is short by a seventh of the column is as bad as two that hardly are.
_EACH = 0.02
EPSILON = 1e-6


class Shape(NamedTuple):
    """What lines are broken to: the room of the first and of the others, in mm.

    In `even` text the last line counts like the others; a last line below `short` is avoided.
    """

    first: float
    others: float
    justified: bool
    even: bool
    short: float

    def room(self, start: Place) -> float:
        """Return the room of the line that begins at a place."""
        return self.others if start.number else self.first


class Step(NamedTuple):
    """One line of a way to break: its demerits and how tight it is, from 0 to 3."""

    demerits: float
    tightness: int


class _Way(NamedTuple):
    """The best way so far to end a line at a place."""

    demerits: float
    place: int
    before: _Way | None


def ratio_of(start: Place, end: Place, shape: Shape, *, is_last: bool) -> float:
    """Return how far a line is stretched: 0 is normal, LOOSEST and TIGHTEST are the ends.

    A line that would have to be looser than may be is set as it is.
    """
    spare = shape.room(start) - (end.width - start.after)
    if not shape.justified or (spare > 0.0 and is_last):
        return 0.0
    ratio = _ratio(spare, start, end)
    return 0.0 if ratio > LOOSEST + EPSILON else max(TIGHTEST, min(LOOSEST, ratio))


def _ratio(spare: float, start: Place, end: Place) -> float:
    """Return how far a line must be stretched to fill so much more room."""
    stretch, shrink = end.stretch - start.stretch_after, end.shrink - start.shrink_after
    reserve = stretch if spare >= 0.0 else shrink
    if reserve > 0.0:
        return spare / reserve
    return 0.0 if abs(spare) <= EPSILON else math.copysign(math.inf, spare)


def best_places(part: Part, shape: Shape, known: Sequence[Place] = ()) -> list[Place]:
    """Return the start and the places where the lines of a part end best.

    Some way that is `known` makes the search quicker: what is worse need not be looked at.
    """
    search = _Search(part, shape) if shape.justified else _RaggedSearch(part, shape, known)
    numbers = search.run(strict=True) or search.run(strict=False)
    return [part.places[number] for number in numbers]


class _Search:
    """Looks for the best way through the places of one part."""

    def __init__(self, part: Part, shape: Shape) -> None:
        self.places, self.shape = part.places, shape
        self.last = len(part.places) - 1

    def run(self, *, strict: bool) -> list[int]:
        """Return the numbers of the best places; none where `strict` lines cannot be had."""
        # For each place that a line may begin at, the best way to it for each tightness.
        ways: dict[int, dict[int, _Way]] = {0: {1: _Way(0.0, 0, None)}}
        open_places = [0]
        for end in self.places[1:]:
            open_places = self._not_full(open_places, end, strict=strict)
            if found := self._ways_to(end, open_places, ways, strict=strict):
                ways[end.number] = found
                open_places.append(end.number)
        return self._traced(ways.get(self.last))

    def _not_full(self, starts: list[int], end: Place, *, strict: bool) -> list[int]:
        """Return the starts from which a line still holds what stands before a place."""
        return [
            start
            for start in starts
            if self._spare(start, end) >= -EPSILON or (not strict and start == end.number - 1)
        ]

    def _spare(self, start: int, end: Place) -> float:
        """Return how much room a line leaves with all its spaces as narrow as may be."""
        begin, shape = self.places[start], self.shape
        spare = (shape.others if start else shape.first) - (end.bare - begin.after)
        if shape.justified:
            spare += end.shrink - begin.shrink_after
        return spare

    def _ways_to(
        self, end: Place, starts: list[int], ways: dict[int, dict[int, _Way]], *, strict: bool
    ) -> dict[int, _Way]:
        """Return the best way to a place for each tightness of the line that ends there."""
        best: dict[int, _Way] = {}
        for start in starts:
            step = self.step(self.places[start], end, strict=strict)
            if step is None:
                continue
            for tightness, way in ways[start].items():
                total = way.demerits + step.demerits
                if abs(tightness - step.tightness) > 1:
                    total += _UNEVEN
                known = best.get(step.tightness)
                if known is None or total < known.demerits:
                    best[step.tightness] = _Way(total, end.number, way)
        return best

    def step(self, start: Place, end: Place, *, strict: bool) -> Step | None:
        """Return what a line costs, None where it may not be."""
        shape = self.shape
        is_last = end.number == self.last
        spare = shape.room(start) - (end.width - start.after)
        least = start.shrink_after - end.shrink if shape.justified else 0.0
        if spare < least - EPSILON:
            if strict or end.number != start.number + 1:
                return None
            fault = _OVERFULL * (1.0 + (least - spare) / (abs(shape.others) + 1.0))
            return Step(fault + self._extra(start, end), 1)
        if not shape.justified:
            badness = 0.0 if is_last and not shape.even else self._raggedness(start, spare)
            return Step((_LINE + badness) ** 2 + self._extra(start, end), 1)
        ratio = 0.0 if spare > 0.0 and is_last else _ratio(spare, start, end)
        if ratio > LOOSEST + EPSILON:
            if strict:
                return None
            fault = _NOT_STRETCHED * (_EACH + (spare / shape.room(start)) ** 2)
            return Step(fault + self._extra(start, end), 1)
        badness = 100.0 * abs(ratio) ** 3
        return Step((_LINE + badness) ** 2 + self._extra(start, end), _tightness(ratio))

    def _raggedness(self, start: Place, spare: float) -> float:
        zone = max(_ZONE * self.shape.room(start), EPSILON)
        return float(_RAGGED * (spare / zone) ** 2)

    def _extra(self, start: Place, end: Place) -> float:
        """Return the demerits for where a line ends, and for what the last line is like."""
        extra = end.penalty**2
        if start.shows_hyphen and end.shows_hyphen:
            extra += _TWO_HYPHENS
        if end.number == self.last and start.number:
            if start.shows_hyphen:
                extra += _HYPHEN_BEFORE_LAST
            if end.width - start.after < self.shape.short:
                extra += _SHORT_LAST
        return extra

    def _traced(self, ways: dict[int, _Way] | None) -> list[int]:
        numbers: list[int] = []
        way = min(ways.values(), key=lambda w: w.demerits) if ways else None
        while way is not None:
            numbers.append(way.place)
            way = way.before
        return numbers[::-1]


class _RaggedSearch(_Search):
    """Looks for the best way where no space is stretched: the same, with all lines of one class."""

    def __init__(self, part: Part, shape: Shape, known: Sequence[Place]) -> None:
        super().__init__(part, shape)
        self.afters = [place.after for place in part.places]
        zones = [max(_ZONE * room, EPSILON) for room in (shape.first, shape.others)]
        most = self._most(known)
        rooms = [
            (room, zone, most * zone)
            for room, zone in zip((shape.first, shape.others), zones, strict=True)
        ]
        self.rooms = [rooms[0]] + [rooms[1]] * self.last
        # For each place the demerits of the best way to it, and the place before it on that way.
        self.costs: list[float] = []
        self.origins: list[int] = []

    def _most(self, known: Sequence[Place]) -> float:
        """Return how short a line of the best way may be, in zones: others alone cost too much."""
        if not known:
            return math.inf
        steps = [self.step(start, end, strict=False) for start, end in pairwise(known)]
        demerits = sum(math.inf if step is None else step.demerits for step in steps)
        # Rounding must not keep out the known way itself.
        zones = math.sqrt(max(0.0, math.sqrt(demerits) - _LINE) / _RAGGED)
        return zones * (1.0 + EPSILON) + EPSILON

    def run(self, *, strict: bool) -> list[int]:
        """Return the numbers of the best places; none where `strict` lines cannot be had."""
        self.costs = [0.0] * len(self.places)
        self.origins = [-1] * len(self.places)
        open_places = [0]
        for end in self.places[1:]:
            open_places = self._reached(end, open_places, strict=strict)
        number, numbers = self.last, []
        while number > 0:
            numbers.append(number)
            number = self.origins[number]
        return [0, *reversed(numbers)] if number == 0 else []

    def _reached(self, end: Place, starts: list[int], *, strict: bool) -> list[int]:
        """Find the best way to a place and return the starts that later places may have."""
        number, bare, width = end.number, end.bare, end.width
        careless = number == self.last and not self.shape.even
        special = end.shows_hyphen or number == self.last
        extra = end.penalty**2
        best, origin = math.inf, -1
        kept = []
        for start in starts:
            room, zone, most = self.rooms[start]
            after = self.afters[start]
            forced = not strict and start == number - 1
            if room - (bare - after) < -EPSILON and not forced:
                continue
            kept.append(start)
            spare = room - (width - after)
            if spare < -EPSILON:
                if not forced:
                    continue
                cost = _OVERFULL * (1.0 - spare / (abs(self.shape.others) + 1.0))
            elif careless:
                cost = _LINE**2
            elif spare > most:
                continue
            else:
                cost = (_LINE + _RAGGED * (spare / zone) ** 2) ** 2
            if special:
                extra = self._extra(self.places[start], end)
            total = self.costs[start] + (cost + extra)
            if total < best:
                best, origin = total, start
        if origin >= 0:
            self.costs[number], self.origins[number] = best, origin
            kept.append(number)
        return kept


def _tightness(ratio: float) -> int:
    """Return the class of a line: tight, normal, loose or very loose."""
    return sum(ratio > edge for edge in (-0.5, 0.5, 1.0))
