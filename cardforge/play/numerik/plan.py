"""What every game of Numerik with one box, mode, player count and set of rulings shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cardforge.play.numerik.code import Forbid

# Something that goes on with a turn; it is given the table.
Step = Callable[[Any], None]


class Power(NamedTuple):
    """A super-power: the card's id, and what it does; None: the rules give it no text."""

    id: str
    step: Step | None


class Tokens(NamedTuple):
    """Tokens of one kind: their id, empty when the box has none, and how many there are."""

    id: str = ""
    copies: int = 0


class Rulings(NamedTuple):
    """The answers to the questions that the rules leave open, but for numbers."""

    forbid: str
    lift: bool
    # Whether the target gives and takes, not the active player.
    by_target: bool
    # The actions in which a player draws what is missing.
    shortage: frozenset[int]
    multi: str
    tie: str
    any_ends: bool
    winner_starts: bool
    instead: bool


class Plan(NamedTuple):
    """What the tables of one `Rules` share; digits stand for their cards."""

    seats: int
    # The digits are 0 to top.
    top: int
    hand: int
    limit: int
    most_turns: int
    rulings: Rulings
    forbid: Forbid
    # Every digit card of the mode, and by digit the ids of its cards with their copies.
    deck: tuple[int, ...]
    cards: tuple[tuple[tuple[str, int], ...], ...]
    # By digit: super-powers, None where the mode has none, and Ban tokens.
    powers: tuple[Power | None, ...]
    bans: tuple[Tokens, ...]
    skip: Tokens
    # Markers of the place last played on, by place, as far as the box has them.
    markers: tuple[Tokens, ...]
    # All seats in turn order from each one on, clockwise and the other way.
    orders: tuple[tuple[tuple[int, ...], ...], ...]


def orders_of(seats: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return for both directions of play and every seat all seats in turn order from it on."""
    return tuple(
        tuple(tuple((seat + step * way) % seats for step in range(seats)) for seat in range(seats))
        for way in (1, -1)
    )
