"""One running game of the 100-Card Game: both players choose a card, the higher takes the trick.

Inside, a card is its rank among all cards: comparing two numbers decides a trick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from cardforge.play.table import BOUND, WON, Event, IllegalMove, Refusal, Tell

# Bits of a random number that is taken modulo a number of cards: the fastest way, off by less than
# one in ten million.
FINE = 30
# How much of a point a full rank of the deck is worth in the hand, and a round in points.
HAND_WORTH = 1.5
ROUND_WORTH = 1.5


# What a copy of a running game must have for itself.
_LISTS = (
    "one", "two", "pile", "played", "round_cards", "scores", "rounds", "drawn_seen", "lead",
    "kept", "stock", "gone",
)  # fmt: skip


class Plan(NamedTuple):
    """What every game of one set of rules shares; cards are ranks, 0 is the lowest."""

    ids: tuple[str, ...]
    # The number that each card shows.
    values: tuple[float, ...]
    base: tuple[int, ...]
    specials: tuple[int, ...]
    # How many specials a round gets, how many cards a player holds.
    drawn: int
    hand: int
    # Points that win a round, rounds that win the game, rounds of both before the last one.
    points: int
    rounds: int
    last_at: list[int]
    # Whether the specials that leave the game are shown to both.
    shown: bool
    # The lowest card that `hilo` plays as a high one, in a usual round and in the last one.
    high: tuple[int, int]
    most_tricks: int
    # Where each card stands between 0 and 1 among those of a usual round, and of the last one.
    heights: tuple[tuple[float, ...], tuple[float, ...]]


def take(cards: list[int], bits: Callable[[int], int]) -> int:
    """Take a card at random out of a list whose order means nothing."""
    place = bits(FINE) % len(cards)
    card = cards[place]
    cards[place] = cards[-1]
    cards.pop()
    return card


def mix_top(pile: list[int], many: int, bits: Callable[[int], int]) -> None:
    """Put as many cards drawn at random on top of a pile, which is its end."""
    size = len(pile)
    for left in range(size, max(size - many, 0), -1):
        place = bits(FINE) % left
        pile[left - 1], pile[place] = pile[place], pile[left - 1]


class CentTable:
    """A running game: seat 0 chooses unseen, then seat 1, then the trick is decided."""

    __slots__ = (
        "bits", "drawn_seen", "ending", "first", "gone", "hand", "kept", "last", "lead", "limit",
        "one", "over", "pile", "place", "plan", "played", "rng", "round_cards", "rounds", "scores",
        "seat", "second", "stock", "tell", "tricks_left", "two", "watched", "winners",
    )  # fmt: skip

    def __init__(self, plan: Plan, rng: Random, tell: Tell | None = None) -> None:
        self.plan, self.rng, self.tell = plan, rng, tell
        self.bits = rng.getrandbits
        self.over, self.ending = False, ""
        self.winners: tuple[int, ...] = ()
        # Rounds won by each seat, and the cards that each finished round saw played.
        self.scores = [0, 0]
        self.rounds: list[list[int]] = []
        # The hands at the end of each round, kept while they may be all that a seat has seen.
        self.kept: list[tuple[list[int], list[int]]] = []
        # How many specials of each finished round were dealt or drawn, but for the last round.
        self.drawn_seen: list[int] = []
        # Seat 0's rounds more than seat 1's after each round.
        self.lead: list[int] = []
        # The specials still in the game, the next ones at the end; those that have left it.
        self.stock = list(plan.specials)
        mix_top(self.stock, len(self.stock), self.bits)
        self.gone: list[int] = []
        self.tricks_left = plan.most_tricks
        self._begin_round()

    @property
    def hands(self) -> tuple[list[int], list[int]]:
        """Return the hands of both seats."""
        return self.one, self.two

    # Set-up.

    def _begin_round(self) -> None:
        """Make the deck of a round and deal."""
        plan = self.plan
        self.last = self.scores == plan.last_at
        if self.last:
            # The removed specials return.
            self.round_cards = [*self.stock, *self.gone]
            self.stock, self.gone = [], []
        else:
            stay = len(self.stock) - plan.drawn
            self.round_cards = self.stock[stay:]
            del self.stock[stay:]
        pile = [*plan.base, *self.round_cards]
        most = 2 * plan.points - 1
        hand = plan.hand
        mix_top(pile, 2 * hand + most, self.bits)
        self.one, self.two = pile[-hand:], pile[-2 * hand : -hand]
        del pile[-2 * hand :]
        # The next card to draw is at the end.
        self.pile = pile
        self.first = self.second = 0
        # The cards of every trick in order, seat 0's before seat 1's; where seat 0's was.
        self.played: list[int] = []
        self.place = 0
        self.limit = 2 * self.tricks_left
        self.watched = self.tricks_left < most
        self.seat, self.hand = 0, self.one
        if self.tell is not None:
            self._tell_round(self.tell)

    def _tell_round(self, tell: Tell) -> None:
        number = len(self.rounds) + 1
        numbers = {"round": number, "deck": len(self.pile) + 2 * self.plan.hand}
        if self.last:
            tell(Event("last-round", None, (), {**numbers, "level": self.plan.last_at[0]}))
        else:
            tell(self._of_cards("round", None, self.round_cards, numbers))
        for seat in (0, 1):
            tell(self._of_cards("deal", seat, self.hands[seat], {}))

    def _of_cards(
        self, kind: str, seat: int | None, cards: Sequence[int], values: Mapping[str, int]
    ) -> Event:
        """Return an event about several cards, with the numbers that they show."""
        numbers = [self.plan.values[card] for card in sorted(cards)]
        return Event(kind, seat, self._names(cards), {**values, "numbers": numbers})

    def _names(self, cards: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.plan.ids[card] for card in sorted(cards))

    # Play.

    def moves(self) -> Sequence[int]:
        """Return the cards of the seat to move: the hand itself, not to be changed."""
        return self.hand

    def apply(self, move: int) -> None:
        """Choose a card; the second choice decides the trick."""
        hand = self.hand
        try:
            place = hand.index(move)
        except ValueError:
            raise IllegalMove(self.why_not(move) or Refusal("unknown")) from None
        played = self.played
        played.append(move)
        if not self.seat:
            self.place, self.seat, self.hand = place, 1, self.two
            return
        self.seat = 0
        self.hand = one = self.one
        mine = played[-2]
        pile = self.pile
        drawn = pile.pop() if pile else self._from_under()
        if mine > move:
            one[self.place], hand[place] = move, drawn
            self.first = points = self.first + 1
        else:
            one[self.place], hand[place] = drawn, mine
            self.second = points = self.second + 1
        if self.tell is not None:
            self._tell_trick(self.tell, mine, move, drawn)
        if points == self.plan.points:
            self._end_round(0 if mine > move else 1)
        elif self.watched and len(played) == self.limit:
            self._stop()

    def _from_under(self) -> int:
        """Return the card to draw when only cards that won are left: the first of them."""
        return self._under(len(self.played) // 2 - 1)[0]

    def _under(self, draws: int) -> list[int]:
        """Return the cards that won and lie under the pile after so many draws, first on top."""
        won = [max(trick) for trick in self._tricks()]
        dealt = len(self.plan.base) + len(self.round_cards) - 2 * self.plan.hand
        return won[max(0, draws - dealt) :]

    def _tricks(self) -> list[tuple[int, int]]:
        """Return the finished tricks of the round."""
        return list(zip(self.played[::2], self.played[1::2], strict=False))

    def _end_round(self, winner: int) -> None:
        """Count a round that is won; go on to the next, or end the game."""
        plan, scores = self.plan, self.scores
        scores[winner] += 1
        self.lead.append(scores[0] - scores[1])
        self.rounds.append(self.played)
        if not plan.shown:
            self.kept.append(self.hands)
        self.tricks_left -= len(self.played) // 2
        if not self.last:
            unseen = set(self.round_cards).intersection(self.pile)
            self.drawn_seen.append(plan.drawn - len(unseen))
        if self.tell is not None:
            self._tell_end(self.tell, winner)
        if self.last or scores[winner] == plan.rounds:
            self._close(WON, (winner,))
        elif not self.tricks_left:
            self._close(BOUND, ())
        else:
            self.gone.extend(self.round_cards)
            self._begin_round()

    def unfinished(self) -> list[int]:
        """Return the cards played in a round that nobody has won."""
        return [] if self.rounds and self.rounds[-1] is self.played else self.played

    def _stop(self) -> None:
        """End a game that has lasted too long, in the middle of a round."""
        self.tricks_left = 0
        self._close(BOUND, ())

    def _close(self, ending: str, winners: tuple[int, ...]) -> None:
        self.over, self.ending, self.winners = True, ending, winners
        self.hand = []
        if self.tell is not None:
            scores = {"mine": max(self.scores), "theirs": min(self.scores)}
            kind, winner = ("end", winners[0]) if winners else ("bound", None)
            self.tell(Event(kind, winner, values=scores))

    # Words.

    @property
    def points(self) -> tuple[int, int]:
        """Return the points of both seats in the round."""
        return self.first, self.second

    def _tell_trick(self, tell: Tell, mine: int, yours: int, drawn: int) -> None:
        """Tell a trick: what was revealed, who scores and takes the low card, who draws."""
        ids = self.plan.ids
        winner = 0 if mine > yours else 1
        low, high = sorted((mine, yours))
        tell(Event("play", 0, (ids[mine],)))
        tell(Event("play", 1, (ids[yours],)))
        points = {"mine": self.points[winner], "theirs": self.points[1 - winner]}
        tell(Event("trick", winner, (ids[high],), points))
        tell(Event("take", winner, (ids[low],)))
        tell(Event("draw", 1 - winner, (ids[drawn],)))

    def _tell_end(self, tell: Tell, winner: int) -> None:
        """Tell the end of a round, and which cards leave the game."""
        scores = {"mine": self.scores[winner], "theirs": self.scores[1 - winner]}
        tell(Event("round-end", winner, (), {"round": len(self.rounds), **scores}))
        if not self.last and self.round_cards:
            kind = "leave" if self.plan.shown else "leave-hidden"
            tell(self._of_cards(kind, None, self.round_cards, {}))

    def why_not(self, move: int) -> Refusal | None:
        """Return why a card cannot be chosen now, None when it can."""
        if self.over:
            return Refusal("over")
        if move in self.hand:
            return None
        values = self.plan.values
        if not isinstance(move, int) or not 0 <= move < len(values):
            return Refusal("unknown")
        return Refusal("not-in-hand", {"value": values[move]})

    def written(self, move: int) -> str:
        """Return the number that a card shows."""
        return str(self.plan.values[move])

    def read(self, text: str) -> int:
        """Return the card that shows a number; raises ValueError."""
        return self.plan.values.index(float(text))

    def summary(self) -> str:
        """Return the rounds, points, hands, the hidden choice and what is left, on one line."""
        one, two = (" ".join(map(self.written, sorted(hand))) for hand in self.hands)
        chosen = self.written(self.played[-1]) if self.seat else "-"
        return (
            f"rounds {self.scores[0]}-{self.scores[1]} points {self.points[0]}-{self.points[1]}"
            f" hands {one} / {two} chosen {chosen} pile {len(self.pile)} under"
            f" {len(self._under(len(self.played) // 2))} stock {len(self.stock)}"
            f"{' ' + self.ending if self.over else ''}"
        )

    def held(self, seat: int) -> tuple[str, ...]:
        """Return the ids of the cards that a seat holds, the lowest first."""
        return self._names(sorted(self.hands[seat]))

    def census(self) -> Mapping[str, int]:
        """Return how often each card lies anywhere: in hands, pile, stock or out of the game."""
        under = self._under(len(self.played) // 2)
        places = (self.pile, under, *self.hands, self.stock, self.gone)
        return Counter(self.plan.ids[card] for cards in places for card in cards)

    # Search.

    def imagined(self, rng: Random) -> CentTable:
        """Return a copy in which what the seat to move cannot see is dealt anew at random.

        It sees its hand, every trick, and the low card that the other took for a trick; not the
        card that seat 0 has chosen, nor, unless they are shown, which specials have left.
        """
        copy = self._copied(rng)
        own, other = self.hands[self.seat], self.hands[1 - self.seat]
        seen = set(self.played[: len(self.played) - self.seat])
        known = sorted(seen.intersection(other))
        seen.update(own)
        unseen = [*self._unseen_specials(copy, seen), *self._missing(self.plan.base, seen)]
        # Sorted, so that it depends on nothing but what the seat sees.
        unseen.sort()
        held = [*known, *(take(unseen, copy.bits) for _ in range(len(other) - len(known)))]
        mix_top(unseen, len(unseen), copy.bits)
        copy.pile = unseen
        if self.seat:
            copy.one = held
            copy.place = copy.bits(FINE) % len(held)
            copy.played[-1] = held[copy.place]
        else:
            copy.two = held
        return copy

    @staticmethod
    def _missing(cards: Sequence[int], seen: set[int]) -> list[int]:
        return [card for card in cards if card not in seen]

    def _unseen_specials(self, copy: CentTable, seen: set[int]) -> list[int]:
        """Return specials for the round that the seat has not seen; put the others in the copy."""
        if self.last:
            return self._missing(self.round_cards, seen)
        plan = self.plan
        known = [card for card in self.round_cards if card in seen]
        earlier = set(self.gone) if plan.shown else self._seen_before()
        open_ = self._missing(sorted(plan.specials), seen | earlier)
        unseen = [take(open_, copy.bits) for _ in range(plan.drawn - len(known))]
        copy.round_cards = [*known, *unseen]
        copy.stock = [take(open_, copy.bits) for _ in range(len(self.stock))]
        copy.gone = [*sorted(earlier), *open_]
        return unseen

    def _seen_before(self) -> set[int]:
        """Return the cards that the seat to move has seen in finished rounds."""
        seen: set[int] = set()
        for played, hands in zip(self.rounds, self.kept, strict=True):
            seen.update(played, hands[self.seat])
        return seen.intersection(self.gone)

    def _copied(self, rng: Random) -> CentTable:
        """Return a copy that plays on with other random numbers and tells nothing."""
        copy = CentTable.__new__(CentTable)
        for name in self.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.rng, copy.bits, copy.tell = rng, rng.getrandbits, None
        for name in _LISTS:
            setattr(copy, name, list(getattr(self, name)))
        copy.hand = [] if self.over else copy.hands[self.seat]
        return copy

    def worth(self, seat: int) -> float:
        """Return rounds and points ahead, and how high the seat's hand is in the deck."""
        plan, other = self.plan, 1 - seat
        rounds = self.scores[seat] - self.scores[other]
        height = plan.heights[self.last]
        hand = sum([height[card] for card in self.hands[seat]]) - plan.hand / 2
        points = self.points[seat] - self.points[other]
        ahead = ROUND_WORTH * plan.points * rounds
        # The points of the round that ended the game are in its rounds.
        return ahead if self.over else ahead + points + HAND_WORTH * hand
