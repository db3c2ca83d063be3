"""What every game that can be played has in common: rules, a running table, what is told of it.

A `Rules` is made once from the very decks that are printed and plays many games.  A `Table` is one
running game; whoever moves asks it for the legal moves and applies one of them.  Nothing here reads
or writes files, and all chance comes from the table's own random numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from cardforge.diagnostics import Span
    from cardforge.model import Deck, Game, Settings
    from cardforge.play.measures import Tally

# How a game can end, as `Table.ending` says it.
WON, BOUND = "won", "bound"


class Box(NamedTuple):
    """What a game is played with: the dealt decks and the facts for these settings."""

    game: Game
    settings: Settings
    decks: Mapping[str, Deck]
    facts: Mapping[str, Any]


class Event(NamedTuple):
    """Something that happened, to be told: its kind, who did it, the cards by id, other values."""

    kind: str
    seat: int | None = None
    cards: tuple[str, ...] = ()
    values: Mapping[str, Any] = {}


class Refusal(NamedTuple):
    """Why a move is not allowed: a code that the tales have words for, and the values in them."""

    code: str
    values: Mapping[str, Any] = {}


class IllegalMove(Exception):
    """Raised by `Table.apply` for a move that the rules forbid."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class CannotPlay(Exception):
    """Raised when a game cannot be set up as its rules say; becomes a problem with a place."""

    def __init__(self, code: str, message: str, span: Span | None, hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.hint = code, message, span, hint


class Unreachable(NamedTuple):
    """Something printed that can never happen in play: its card, and why.

    `when` narrows it: it can never happen then.  `key` is the name of the reason in the words of
    reports, `values` are what stands in it.
    """

    card: str
    reason: str
    when: str = ""
    key: str = ""
    values: tuple[tuple[str, object], ...] = ()


Tell = Callable[[Event], None]


class Table(Protocol):
    """One running game."""

    rng: Random
    # Whose decision it is, counted from 0.
    seat: int
    over: bool
    # WON, BOUND or another word of the engine once the game is over.
    ending: str
    # The seats that have won; several share a victory.
    winners: tuple[int, ...]

    def moves(self) -> Sequence[Any]:
        """Return every legal move of the seat to move, at least one until the game is over."""

    def apply(self, move: Any) -> None:
        """Play a move; raises IllegalMove when the rules forbid it."""

    def why_not(self, move: Any) -> Refusal | None:
        """Return why a move is not allowed now, None when it is."""

    def written(self, move: Any) -> str:
        """Return a move as a short text, the same for equal moves."""

    def read(self, text: str) -> Any:
        """Return the move that a text says; raises ValueError."""

    def summary(self) -> str:
        """Return all that matters of the state on one line, for playthroughs kept as text."""

    def held(self, seat: int) -> Sequence[str]:
        """Return the ids of the cards that a seat holds, in an order that is easy to read."""

    def census(self) -> Mapping[str, int]:
        """Return how many cards and tokens are anywhere, by card id: never changes in a game."""

    def imagined(self, rng: Random) -> Table:
        """Return a copy in which what the seat to move cannot see is dealt anew at random."""

    def worth(self, seat: int) -> float:
        """Return how well a seat stands, larger is better, from what that seat can see."""


Policy = Callable[[Any], Any]


class Rules(Protocol):
    """The rules of one game for one number of players, mode and set of rulings."""

    seats: int
    # How a seat can choose its moves, by name; `greedy` names the one meant by that word.
    policies: Mapping[str, Policy]
    greedy: str
    # Ids of what is played with, for what was never used: cards, powers, tokens.
    cards: tuple[str, ...]

    def table(self, rng: Random, tell: Tell | None = None) -> Table:
        """Return a game that is set up and waits for its first move."""

    def record(self, table: Any, tally: Tally) -> None:
        """Add what was measured in a finished game."""

    def measures(self, tally: Tally) -> dict[str, Any]:
        """Return the measures of the games in a tally, by name, as `--format json` prints them."""

    def unreachable(self) -> Sequence[Unreachable]:
        """Return what is printed but can never happen in play."""


def play_out(table: Table, policies: Sequence[Policy]) -> None:
    """Play a game to its end, each seat by its own policy."""
    apply = table.apply
    while not table.over:
        apply(policies[table.seat](table))
