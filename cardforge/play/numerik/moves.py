"""The moves of Numerik: as texts, all that are legal, and why one is not.

A play is a whole number below 30; an answer that names a seat or a digit is a number above; cards
that are chosen are a tuple of digits, in any order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from cardforge.play.numerik.code import (
    DIGIT_OF,
    DIGITS,
    NO_DIGIT,
    NO_PLACE,
    PLACE_OF,
    PLACES,
    PLAYS,
)
from cardforge.play.numerik.state import CARDS, DIGIT, PLAY, SEAT, State
from cardforge.play.table import Refusal

SEATS, NAMED = 100, 10_000
LETTERS = "HTU"

Move = int | tuple[int, ...]


def written(move: Move) -> str:
    """Return a move as text: `3H`, `seat 2`, `digit 4`, `cards 744`; seats count from 0."""
    if isinstance(move, tuple):
        return "cards " + "".join(map(str, sorted(move, reverse=True)))
    if move < PLAYS:
        return f"{DIGIT_OF[move]}{LETTERS[PLACE_OF[move]]}"
    return f"digit {move - NAMED}" if move >= NAMED else f"seat {move - SEATS}"


def read(text: str) -> Move:
    """Return the move that a text says; raises ValueError."""
    kind, _, rest = text.strip().partition(" ")
    if len(kind) == 2 and not rest and kind[0] in "0123456789" and kind[1] in LETTERS:
        return PLACES * int(kind[0]) + LETTERS.index(kind[1])
    if rest.isascii() and rest.isdigit():
        if kind == "cards":
            return tuple(sorted(map(int, rest), reverse=True))
        if kind == "seat" and int(rest) < NAMED - SEATS:
            return SEATS + int(rest)
        if kind == "digit" and int(rest) < DIGITS:
            return NAMED + int(rest)
    raise ValueError(
        f"'{text:.30}' is no move of Numerik: write 3H, 3T or 3U for a card on hundreds, tens or "
        "units, 'seat 2', 'digit 4' or 'cards 744'"
    )


def legal(state: State) -> Sequence[Move]:
    """Return every legal move, chosen cards without regard to their order."""
    if state.over:
        return ()
    if state.awaits == PLAY:
        held = set(state.hands[state.seat])
        forbidden = state.forbidden
        return [
            play for play in range(PLAYS) if not forbidden >> play & 1 and DIGIT_OF[play] in held
        ]
    if state.awaits == CARDS:
        return Choices(state.hands[state.seat], state.least, state.most)
    base = SEATS if state.awaits == SEAT else NAMED
    return [base + option for option in state.options]


class Choices(Sequence[tuple[int, ...]]):
    """All ways to choose cards of a hand, so many that they are made when they are asked for."""

    def __init__(self, hand: Sequence[int], least: int, most: int) -> None:
        self._counts = tuple(hand.count(digit) for digit in range(DIGITS))
        self._sizes = range(least, most + 1)

    def __len__(self) -> int:
        return sum(_ways(self._counts, size) for size in self._sizes)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        if place < 0:
            place += len(self)
        if place >= 0:
            for size in self._sizes:
                ways = _ways(self._counts, size)
                if place < ways:
                    return _choice(self._counts, size, place)
                place -= ways
        raise IndexError("there are fewer ways to choose")

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return (self[place] for place in range(len(self)))

    def __contains__(self, move: object) -> bool:
        return (
            isinstance(move, tuple)
            and len(move) in self._sizes
            and all(card in range(DIGITS) for card in move)
            and all(move.count(digit) <= self._counts[digit] for digit in set(move))
        )


@lru_cache(maxsize=4096)
def _ways(counts: tuple[int, ...], size: int) -> int:
    """Return in how many ways cards can be chosen, so many held of each digit from the last on."""
    if not size:
        return 1
    if not counts:
        return 0
    return sum(_ways(counts[:-1], size - n) for n in range(min(counts[-1], size) + 1))


def _choice(counts: tuple[int, ...], size: int, place: int) -> tuple[int, ...]:
    """Return one of the ways to choose cards, the highest digits first."""
    cards: list[int] = []
    while size:
        lower = counts[:-1]
        for count in range(min(counts[-1], size), -1, -1):
            ways = _ways(lower, size - count)
            if place < ways:
                break
            place -= ways
        cards += [len(lower)] * count
        counts, size = lower, size - count
    return tuple(cards)


def refusal(state: State, move: Any) -> Refusal | None:
    """Return why a move is not allowed now, None when it is."""
    if state.over:
        return Refusal("over")
    kind = kind_of(move)
    if not kind:
        return Refusal("unknown")
    if kind != state.awaits:
        return Refusal(f"asks-{state.awaits}")
    if kind == PLAY:
        return _forbidden(state, move)
    if kind == CARDS:
        return _wrong_cards(state, move)
    option = move - (SEATS if kind == SEAT else NAMED)
    if option in state.options:
        return None
    if kind == DIGIT:
        return Refusal("no-digit", {"digit": option, "top": state.plan.top})
    return Refusal(_why_not_seat(state, option), {"number": option + 1})


def kind_of(move: Any) -> str:
    """Return what kind of decision a move answers, empty when it is no move at all."""
    if isinstance(move, tuple):
        return CARDS if all(type(card) is int and 0 <= card < DIGITS for card in move) else ""
    if type(move) is not int or move < 0:
        return ""
    if move < PLAYS:
        return PLAY
    if move < SEATS:
        return ""
    return SEAT if move < NAMED else DIGIT


def _why_not_seat(state: State, seat: int) -> str:
    if seat >= state.plan.seats:
        return "no-seat"
    if state.shields >> seat & 1:
        return "shielded"
    return "yourself" if seat == state.active else "not-tied"


def _wrong_cards(state: State, cards: tuple[int, ...]) -> Refusal | None:
    if not state.least <= len(cards) <= state.most:
        return Refusal("count", {"least": state.least, "most": state.most})
    hand = state.hands[state.seat]
    for digit in cards:
        if cards.count(digit) > hand.count(digit):
            return Refusal("too-many", {"digit": digit, "held": hand.count(digit)})
    return None


def _forbidden(state: State, play: int) -> Refusal | None:
    """Return which rule forbids a play: the hand, a Ban token, or the forbidden play."""
    digit, place = DIGIT_OF[play], PLACE_OF[play]
    values = {"digit": digit, "place": place}
    if digit not in state.hands[state.seat]:
        return Refusal("not-in-hand", values)
    if not state.forbidden >> play & 1:
        return None
    if state.old_bans >> digit & 1:
        return Refusal("banned", values)
    forbid = state.plan.rulings.forbid
    if forbid == "combo":
        return Refusal("same-again", values)
    if place == state.last != NO_PLACE:
        return Refusal("same-place", values)
    if forbid == "prev" and digit == state.last_digit != NO_DIGIT:
        return Refusal("same-digit", values)
    return Refusal("shown-already", values)
