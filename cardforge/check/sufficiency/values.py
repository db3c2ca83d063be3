"""What sufficiency comes to: one deal for each mode and number of players."""

from typing import NamedTuple


class Needed(NamedTuple):
    """How many of some pieces a deal needs, for each value of `each` if given.

    `printed` is how many there are of the value of which there are `fewest`.
    """

    deck: str
    need: int
    each: str | None
    printed: int
    total: int
    fewest: str
    at_once: int | None

    @property
    def enough(self) -> bool:
        """Return whether there are as many as needed."""
        return self.printed >= self.need


class Deal(NamedTuple):
    """What one mode deals to one number of players, and what that leaves."""

    dealing: str
    mode: str | None
    title: str
    players: int
    cards: int
    # How a message says how many cards there are, and how many different ones.
    counted: str
    kinds: int
    # How many cards the game shuffles when those are not all; more than there are is a fault.
    shuffled: int | None
    hand: int
    opened: int
    leave: int
    reserve: int
    most: int | None
    pieces: tuple[Needed, ...]

    @property
    def dealt(self) -> int:
        """Return how many cards the players hold after the deal."""
        return self.hand * self.players

    @property
    def needed(self) -> int:
        """Return how many cards must be there for the mode to be played."""
        return self.dealt + self.opened + self.leave

    @property
    def left(self) -> int:
        """Return how many cards are left in the draw pile, below 0 when they do not suffice."""
        return self.cards - self.dealt - self.opened

    @property
    def dealable(self) -> bool:
        """Return whether there are enough cards to deal."""
        return self.left >= 0 and (self.shuffled is None or self.shuffled <= self.cards)

    @property
    def playable(self) -> bool:
        """Return whether what must be left to draw is left."""
        return self.dealable and self.left >= self.leave

    @property
    def claimed(self) -> bool:
        """Return whether the game says that the mode is for so many."""
        return self.most is None or self.players <= self.most

    @property
    def working(self) -> str:
        """Return how the number of cards needed comes about: `7 × 6 + 4`."""
        more = self.opened + self.leave
        return f"{self.hand} × {self.players}" + (f" + {more}" if more else "")


class Reach(NamedTuple):
    """For how many players the cards would suffice at most, claimed or not.

    Its title is English where the game speaks it, as the table around it.
    """

    dealing: str
    mode: str | None
    title: str
    players: int


class Sufficiency(NamedTuple):
    """Whether a printed box suffices: every deal, and how far the cards would reach.

    `limit` is the largest number of players that the game can be printed for.
    """

    game: str
    printed_for: int
    limit: int
    deals: tuple[Deal, ...]
    reaches: tuple[Reach, ...]
