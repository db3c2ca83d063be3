"""What is on the table in Numerik, and what effects do to it: draw, move cards, ask, hand tokens.

Inside, a card is its digit and a hand is a list of digits in no order.  A decision that is no play
(whom to target, which cards to discard, give or swap) is a move of its own: whoever asks for it
leaves in `then` what is done with the answer.  An answer that is the only one is not asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

from cardforge.play.numerik.code import NO_DIGIT, NO_PLACE, PLAYS, shown
from cardforge.play.numerik.plan import Plan, Step
from cardforge.play.table import Event, Tell

# What a seat is asked for.
PLAY, SEAT, CARDS, DIGIT = "play", "seat", "cards", "digit"
# Why a seat is asked for: the code's target, one of several tied, somebody to give or take; the
# powers ask in their own names.
TARGET, TIED, PARTNER = "target", "tied", "partner"
CLOCKWISE = 0

Cards = tuple[int, ...]


class Round(NamedTuple):
    """What was counted in one round."""

    turns: int
    # None of a round that did not end within the bound.
    points: tuple[int, ...] | None
    totals: tuple[int, ...]
    plays: int
    nulls: int
    blocked: int
    reshuffles: int
    # Cards that had to be drawn and were nowhere.
    unpaid: int
    triples: int
    # Of these, by a play on a starting code.
    first_triples: int
    sniped: bool
    # How many digits of the starting code were equal: 1, 2 or 3.
    equal: int
    max_hand: int


class State(ABC):
    """Everything that belongs to a running game, and the small steps that effects are made of."""

    __slots__ = (
        "active", "awaits", "ban_most", "ban_supply", "bans", "blocked", "chance",
        "code", "dealer", "discard", "ended_by", "ending", "first_triples", "forbidden",
        "fresh", "handed", "hands", "idle", "laid", "last", "last_digit", "least", "max_hand",
        "most", "nulls", "occurred", "offers", "old_bans", "options", "over", "pile",
        "plan", "played", "plays", "power", "queue", "quiet", "reshuffles", "rng", "rounds",
        "same_most", "seat", "shields", "skip_most", "skip_supply", "skips", "sniped",
        "start_code", "starter", "stuck", "tell", "then", "to", "token_most", "totals",
        "triples", "turns", "unpaid", "way", "why", "winners", "worked", "x",
    )  # fmt: skip

    # What lies on the table: the hands by seat, the code and the one that the round began with.
    hands: list[list[int]]
    pile: list[int]
    discard: list[int]
    code: int
    start_code: int
    # Whose turn it is; `seat` is whoever has to decide something in it.
    active: int
    seat: int

    def __init__(self, plan: Plan, rng: Random, tell: Tell | None) -> None:
        self.plan, self.rng, self.tell = plan, rng, tell
        # Whether nothing has been told since the targets of an effect.
        self.quiet = False
        self.chance = rng.random
        # Cards are dealt by random numbers of their own: how the seats choose does not change
        # what they draw.
        self.dealer: Callable[[], float] = Random(int(rng.random() * 2**53)).random
        self.over, self.ending = False, ""
        self.winners: tuple[int, ...] = ()
        self.totals = [0] * plan.seats
        self.rounds: list[Round] = []
        self.starter = 0
        # Tokens that lie ready; below zero when the box has too few of them.
        self.ban_supply = [tokens.copies for tokens in plan.bans]
        self.skip_supply = plan.skip.copies
        self._start_counting()

    def _start_counting(self) -> None:
        """Set everything to nothing that is counted over a game."""
        self.played = [0] * PLAYS
        # By digit: triples, those whose power was carried out, cards that ended a round.
        self.occurred, self.worked, self.ended_by = [0] * 10, [0] * 10, [0] * 10
        # Tokens taken: Ban by digit, then Skip.
        self.handed = [0] * 11
        # The most in use at once: all tokens, Ban, Ban of one digit, Skip; and Ban by digit.
        self.token_most = 0
        self.ban_most, self.same_most, self.skip_most = 0, [0] * 10, 0
        # Turns in a row in which nobody could do anything, and whether a whole lap was so.
        self.idle, self.stuck = 0, False

    def _clear(self) -> None:
        """Set everything to nothing that belongs to one round, but for cards."""
        seats = self.plan.seats
        # Bits: digits banned by seat, those of the turn that is being played; seats.
        self.bans, self.old_bans = [0] * seats, 0
        self.skips = self.shields = 0
        self.way = CLOCKWISE
        self.last, self.last_digit, self.fresh = NO_PLACE, NO_DIGIT, True
        # The digit of the last card that was played, whatever has become of the code since.
        self.laid = NO_DIGIT
        self.turns = self.plays = self.nulls = self.blocked = 0
        self.reshuffles = self.unpaid = 0
        self.triples = self.first_triples = 0
        self.sniped = False
        self.max_hand = 0
        # The effect that is being carried out.
        self.queue: list[int] = []
        self.offers: list[tuple[int, Cards]] = []
        self.x, self.to = 0, 0
        self.power: Step | None = None
        # The decision that is waited for.
        self.awaits, self.why, self.forbidden = "", "", 0
        self.options: Sequence[int] = ()
        self.least = self.most = 0
        self.then: Callable[[Any, Any], None] | None = None

    @abstractmethod
    def done(self) -> None:
        """Go on after an effect: with the super-power, or with the end of the turn."""

    @abstractmethod
    def ask_play(self) -> bool:
        """Wait for a card of the active player on the code; False when none may be played."""

    # Words.

    def say(
        self, kind: str, seat: int | None = None, digits: Iterable[int] = (), **values: Any
    ) -> None:
        """Tell what has happened."""
        if self.tell is not None:
            self.quiet = False
            names = self.plan.cards
            ids = tuple(names[digit][0][0] for digit in sorted(digits))
            self.tell(Event(kind, seat, ids, values))

    @property
    def shown_code(self) -> str:
        """Return the code as it is read aloud."""
        return shown(self.code)

    # Cards.

    def drawn(self, count: int) -> list[int]:
        """Take cards from the pile, made of the discards when it is empty; or what there is."""
        pile = self.pile
        if len(pile) >= count:
            cards = pile[-count:]
            del pile[-count:]
            return cards
        cards = pile[:]
        pile.clear()
        if self.discard:
            pile += self.discard
            self.discard.clear()
            self.shuffle(pile)
            self.reshuffles += 1
            if self.tell is not None:
                self.say("reshuffle", count=len(pile))
            rest = min(count - len(cards), len(pile))
            cards += pile[-rest:]
            del pile[-rest:]
        self.unpaid += count - len(cards)
        return cards

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle cards, whatever order they are in."""
        dealer = self.dealer
        # Hands and discards are in no order: the result must depend on the cards alone.
        cards.sort()
        cards.sort(key=lambda _: dealer())

    def draw(self, seat: int, count: int) -> None:
        """Let a seat draw cards."""
        cards = self.drawn(count)
        self.hands[seat] += cards
        if self.tell is not None:
            if cards:
                self.say("draw", seat, cards, count=len(cards))
            if len(cards) < count:
                self.say("unpaid", seat, missing=count - len(cards))

    def move(self, giver: int, taker: int, cards: Sequence[int]) -> None:
        """Hand over cards that have left the giver's hand."""
        self.hands[taker] += cards
        if self.tell is not None:
            self.say("give", giver, cards, to=taker)

    def all_of(self, seat: int, digit: int) -> list[int]:
        """Take all cards of a digit out of a hand."""
        hand = self.hands[seat]
        count = hand.count(digit)
        if count:
            self.hands[seat] = [card for card in hand if card != digit]
        return [digit] * count

    # Decisions.

    def opponents(self) -> list[int]:
        """Return whom the active player can choose, in turn order: nobody behind a Shield."""
        order = self.plan.orders[self.way][self.active][1:]
        shields = self.shields
        return [seat for seat in order if not shields >> seat & 1]

    def choose(self, options: Sequence[int], why: str, then: Callable[[Any, int], None]) -> None:
        """Let the active player choose one of some seats, at least one."""
        if len(options) == 1:
            then(self, options[0])
            return
        self.awaits, self.seat = SEAT, self.active
        self.options, self.why, self.then = options, why, then

    def ask_cards(
        self, seat: int, least: int, most: int, then: Callable[[Any, Cards], None], why: str = ""
    ) -> None:
        """Let a seat choose cards of its hand; they leave the hand before they are handled."""
        hand = self.hands[seat]
        if least == len(hand):
            self.hands[seat] = []
            self.seat = seat
            then(self, tuple(hand))
            return
        self.awaits, self.seat, self.why = CARDS, seat, why
        self.least, self.most, self.then = least, most, then

    # Tokens.

    def ban(self, seat: int, digit: int) -> None:
        """Give a seat a Ban token, unless it has one of that digit for its next turn."""
        bit = 1 << digit
        if self.bans[seat] & bit:
            return
        self.bans[seat] |= bit
        self.ban_supply[digit] -= 1
        self.handed[digit] += 1
        if self.tell is not None:
            self.say("ban", seat, digit=digit)

    def return_bans(self, bans: int) -> None:
        """Put Ban tokens back, given as bits."""
        for digit in range(10):
            if bans >> digit & 1:
                self.ban_supply[digit] += 1

    def skip_next(self, seat: int) -> bool:
        """Give a seat a Skip token, unless it has one; return whether it got one."""
        bit = 1 << seat
        if self.skips & bit:
            return False
        self.skips |= bit
        self.skip_supply -= 1
        self.handed[10] += 1
        return True
