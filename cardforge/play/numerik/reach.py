"""Which super-powers of Numerik can occur: every code that play can come to, and how.

What matters of a moment is the code, the place and the digit of the last play, and whether that
play was the first on its starting code.  Hands are left out: any card may be held by whoever needs
it, so that what is found unreachable is so for certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cardforge.play.numerik.code import (
    ALL_PLACES,
    CODES,
    DIGIT_OF,
    DIGITS,
    FORBID,
    NO_DIGIT,
    NO_PLACE,
    PLACE_OF,
    PLACES,
    TRIPLE,
    after,
    digits_of,
)
from cardforge.play.numerik.effects import BAN_X
from cardforge.play.numerik.plan import Plan
from cardforge.play.numerik.powers import POWERS, SNIPER
from cardforge.play.table import Unreachable

SNIPES = POWERS[SNIPER]

FIRST = (
    "only the very first play on a starting code can make {triple}: with forbid={forbid} the last "
    "digit played stays in the code and may not be played again"
)
AFTER_FIRST = "after the first play of a round"
NEVER = "no play can make {triple} with forbid={forbid}"
TOO_FEW = "{triple} takes three cards with the digit {digit}, and the box has {copies}"
_REASONS = {"first": FIRST, "never": NEVER, "few": TOO_FEW}


class Moment(NamedTuple):
    """A code that waits for a play, and the place and digit of the last play."""

    code: int
    place: int
    digit: int


class Ground(NamedTuple):
    """All that reachability depends on: rulings, the highest digit, the copies of each digit."""

    forbid: str
    lift: bool
    any_ends: bool
    top: int
    copies: tuple[int, ...]


class Reach(NamedTuple):
    """The digits of the triples that can be made: by the first play on a code, by later ones."""

    first: frozenset[int]
    later: frozenset[int]


def unreachable(plan: Plan) -> list[Unreachable]:
    """Return the super-powers that never occur, or only by the first play on a starting code."""
    reach = reach_of(plan)
    found = []
    for digit, power in enumerate(plan.powers):
        if power is None or digit in reach.later:
            continue
        copies = plan.deck.count(digit)
        is_first = digit in reach.first
        key = "first" if is_first else "never" if copies >= PLACES else "few"
        values = {
            "triple": PLACES * str(digit),
            "digit": digit,
            "copies": copies,
            "forbid": plan.rulings.forbid,
        }
        reason = _REASONS[key].format(**values)
        when = AFTER_FIRST if is_first else ""
        found.append(Unreachable(power.id, reason, when, key, tuple(values.items())))
    return found


def reach_of(plan: Plan) -> Reach:
    """Return every triple that play can make."""
    rulings = plan.rulings
    copies = tuple(plan.deck.count(digit) for digit in range(DIGITS))
    ground = Ground(rulings.forbid, rulings.lift, rulings.any_ends, plan.top, copies)
    reach = _explored(ground, sniped=False)
    snipers = {digit for digit, power in enumerate(plan.powers) if power and power.step is SNIPES}
    if rulings.lift and snipers & (reach.first | reach.later):
        # Whoever is sniped passes a turn.
        return _explored(ground, sniped=True)
    return reach


@lru_cache(maxsize=64)
def _explored(ground: Ground, sniped: bool) -> Reach:
    """Follow every play from every starting code, until all triples are found to come up later."""
    copies = ground.copies
    possible = sum(count >= PLACES for count in copies)
    starts = [Moment(code, NO_PLACE, NO_DIGIT) for code in range(CODES) if _is_laid(copies, code)]
    first: set[int] = set()
    later: set[int] = set()
    open_: list[Moment] = []
    for start in starts:
        open_ += _followed(ground, start, first)
    seen: set[Moment] = set()
    while open_ and len(later) < possible:
        moment = open_.pop()
        if moment in seen:
            continue
        seen.add(moment)
        open_ += _followed(ground, moment, later)
        if ground.lift and (sniped or _can_block(ground, moment)):
            open_.append(Moment(moment.code, NO_PLACE, NO_DIGIT))
    return Reach(frozenset(first), frozenset(later))


def _is_laid(copies: Sequence[int], code: int) -> bool:
    """Return whether the box has the cards of a code."""
    digits = digits_of(code)
    return all(digits.count(digit) <= copies[digit] for digit in digits)


def _followed(ground: Ground, moment: Moment, triples: set[int]) -> list[Moment]:
    """Return the moments after every play that is allowed, and add the triples that are made.

    Where a Reset leads is another start.
    """
    forbidden = FORBID[ground.forbid](*moment)
    code, copies = moment.code, ground.copies
    digits = digits_of(code)
    found = []
    for play in range(PLACES * (ground.top + 1)):
        digit = DIGIT_OF[play]
        # A card that is not in the code must be left to play.
        if forbidden >> play & 1 or digits.count(digit) >= copies[digit]:
            continue
        made = after(code, play)
        found.append(Moment(made, PLACE_OF[play], digit))
        triple = TRIPLE[made]
        if triple is not None:
            triples.add(triple)
    return found


def _can_block(ground: Ground, moment: Moment) -> bool:
    """Return whether somebody can have no card to play: one digit alone, banned, or none at all."""
    if ground.top >= BAN_X or not ground.any_ends:
        return True
    forbidden = FORBID[ground.forbid](*moment)
    return any(
        forbidden >> PLACES * digit & ALL_PLACES == ALL_PLACES for digit in range(ground.top + 1)
    )
