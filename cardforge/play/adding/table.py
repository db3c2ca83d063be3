"""One running adding game: hands, piles, total, tokens; what both games do alike with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Self

from cardforge.play.adding.setup import NO_CARD, NOTHING, REVERSES, Move, Plan
from cardforge.play.needs import whole
from cardforge.play.table import BOUND, WON, Event, IllegalMove, Refusal, Tell

# What a token is worth beside a hand of safe cards.
TOKEN_WORTH = 10.0


class AddingTable:
    """A running game.  The order of the draw pile is hidden; its last card is drawn first."""

    __slots__ = (
        "buried", "calm", "cards", "clamps", "direction", "discard", "effects", "ending", "hands",
        "last", "limit", "living", "losses", "mattered", "most", "negative", "out", "over", "plan",
        "played", "reshuffles", "reverses", "rng", "seat", "seats", "short", "stock", "stuck",
        "tell", "tokens", "total", "turns", "winners",
    )  # fmt: skip
    # The words for the move of a player who has no card to play.
    no_card = ""

    def __init__(self, plan: Plan, rng: Random, tell: Tell | None = None) -> None:
        self.plan, self.rng, self.tell = plan, rng, tell
        effects = self.effects = plan.effects
        self.cards, self.limit, self.seats = effects.cards, plan.limit, plan.seats
        self.calm = effects.calm
        self.most, self.clamps = plan.most_turns, plan.is_ruled("neg", "clamp")
        self.seat, self.direction, self.total = 0, 1, plan.start
        self.over, self.ending = False, ""
        self.winners: tuple[int, ...] = ()
        self.tokens, self.living = [plan.tokens] * plan.seats, plan.seats
        self.hands: list[list[int]] = [[] for _ in range(plan.seats)]
        self.stock, self.discard, self.out = effects.pile.copy(), list[int](), list[int]()
        # How many cards at the bottom of the discard nobody has seen: hands of who is out.
        self.buried = 0
        # The card played last, -1 when it has been counted among those that mattered.
        self.last = -1
        self.turns = self.reshuffles = self.reverses = self.short = 0
        self.negative = plan.start < 0
        # Tokens lost: turn and seat.  Turns without a card: turn and how many were living.
        self.losses: list[tuple[int, int]] = []
        self.stuck: list[tuple[int, int]] = []
        self.played, self.mattered = [0] * len(effects.ids), [0] * len(effects.ids)
        self.tell_of("setup", None, players=plan.seats, tokens=plan.tokens, hand=plan.hand)
        self.deal()
        self.tell_of("begin", self.seat, total=self.total)

    def tell_of(
        self, kind: str, seat: int | None, cards: list[int] | None = None, **values: Any
    ) -> None:
        """Tell of something, if somebody listens."""
        if self.tell is not None:
            ids = self.effects.ids
            self.tell(Event(kind, seat, tuple(ids[card] for card in cards or ()), values))

    def deal(self) -> None:
        """Shuffle every card that is not out of the game, and deal to the living."""
        stock, discard, hands = self.stock, self.discard, self.hands
        stock += discard
        for hand in hands:
            stock += hand
        self._shuffle(stock)
        discard.clear()
        self.buried = 0
        count = self.plan.hand
        for seat, left in enumerate(self.tokens):
            if left:
                hands[seat] = stock[-count:]
                del stock[-count:]
                if self.tell is not None:
                    self.tell_of("deal", seat, hands[seat])
            else:
                hands[seat] = []

    def _shuffle(self, cards: list[int]) -> None:
        random = self.rng.random
        cards.sort(key=lambda _: random())

    def draw(self, seat: int) -> None:
        """Let a seat draw the top card; a pile that is empty is first made of the discard."""
        stock = self.stock
        if not stock and not self._refill():
            self.short += 1
            self.tell_of("short", seat)
            return
        card = stock.pop()
        self.hands[seat].append(card)
        if self.tell is not None:
            self.tell_of("draw", seat, [card], left=len(stock))

    def _refill(self) -> bool:
        """Shuffle the discard, all but its top card, into the pile; return whether it could be."""
        discard, stock = self.discard, self.stock
        if len(discard) < 2:
            return False
        stock += discard[:-1]
        del discard[:-1]
        self.buried = 0
        self._shuffle(stock)
        self.reshuffles += 1
        self.tell_of("reshuffle", None, count=len(stock), total=self.total)
        return True

    def after(self, seat: int) -> int:
        """Return the next living seat after another in the direction of play."""
        tokens, seats, direction = self.tokens, self.seats, self.direction
        seat = (seat + direction) % seats
        while not tokens[seat]:
            seat = (seat + direction) % seats
        return seat

    def reverse(self) -> None:
        """Turn the direction of play round."""
        self.direction = -self.direction
        self.reverses += 1
        self.tell_of("reverse", None, clockwise=self.direction == 1)

    def lose(self, seat: int) -> bool:
        """Take a token from a seat; return whether the game goes on."""
        self.tokens[seat] -= 1
        self.losses.append((self.turns, seat))
        left = self.tokens[seat]
        self.tell_of("token", seat, left=left)
        if left:
            return True
        self.living -= 1
        self.tell_of("eliminated", seat, self.hands[seat], living=self.living)
        if self.living > 1:
            return True
        winner = next(seat for seat, left in enumerate(self.tokens) if left)
        self.over, self.ending, self.winners = True, WON, (winner,)
        self.tell_of("end", winner, left=self.tokens[winner], turns=self.turns)
        return False

    def bury(self, seat: int) -> None:
        """Put the hand of a seat under the discard."""
        hand = self.hands[seat]
        self.discard[:0] = hand
        self.buried += len(hand)
        self.hands[seat] = []

    def stop(self) -> None:
        """End a game that has lasted too long: nobody wins."""
        self.over, self.ending = True, BOUND
        self.tell_of("bound", None, turns=self.turns)

    def below(self, result: int) -> int:
        """Return what becomes of a total below zero."""
        if self.clamps:
            self.tell_of("clamp", None, total=0)
            return 0
        self.negative = True
        return result

    def matters(self, card: int) -> None:
        """Count that a card has decided something; each play is counted once."""
        self.mattered[card] += 1
        self.last = -1

    def result(self, move: Move) -> int:
        """Return the total that a move of a card makes, before it is kept from falling below 0."""
        card, value = move
        keep, add, _, _ = self.cards[card]
        return self.total * keep + (add if value is None else value)

    def saves(self, others: list[int], total: int) -> bool:
        """Return whether none of the other cards of a hand could have been played safely."""
        keep, low, limit = self.effects.keep, self.effects.low, self.limit
        return all(total * keep[card] + low[card] > limit for card in others)

    def is_stuck(self, seat: int) -> bool:
        """Return whether no card of a hand keeps the total within the limit."""
        hand = self.hands[seat]
        return not hand or (self.total > self.calm and self.saves(hand, self.total))

    def refuse(self, move: Move) -> None:
        """Raise IllegalMove with the reason why a move is forbidden."""
        raise IllegalMove(self.why_not(move) or Refusal("unknown"))

    def why_not(self, move: Move) -> Refusal | None:
        """Return why a move is not allowed now, None when it is."""
        raise NotImplementedError

    def refusal_of_card(self, move: Move) -> Refusal | None:
        """Return why a card and its number cannot be played whatever the total is."""
        card, value = move
        if self.over:
            return Refusal("ended")
        titles = self.effects.titles
        if not 0 <= card < len(titles):
            return Refusal("unknown")
        if card not in self.hands[self.seat]:
            return Refusal("not-in-hand", {"card": titles[card]})
        values = self.effects.values[card]
        if value in values:
            return None
        named = {"card": titles[card], "value": value}
        if values[0] is None:
            return Refusal("no-choice", named)
        code = "value" if isinstance(values, range) else "value-of"
        listed = ", ".join(map(str, values)) if code == "value-of" else ""
        return Refusal(code, {**named, "least": values[0], "most": values[-1], "values": listed})

    def written(self, move: Move) -> str:
        """Return a move as `A-spade:57`, `7-club`, or the word for having no card to play."""
        card, value = move
        if card < 0:
            return self.no_card
        name = self.effects.names[card]
        return name if value is None else f"{name}:{value}"

    def read(self, text: str) -> Move:
        """Return the move that a text says; raises ValueError."""
        text = text.strip()
        indices = self.effects.indices
        if text == self.no_card:
            return NO_CARD
        if text in indices:
            return indices[text], None
        name, _, number = text.rpartition(":")
        if name not in indices:
            raise ValueError(f"no card is called '{name or text}'")
        value = whole(number)
        if value is None:
            raise ValueError(f"'{number}' is no whole number")
        return indices[name], value

    def summary(self) -> str:
        """Return tokens, hands, piles, total and who is next on one line."""
        names = self.effects.names
        hands = " / ".join(" ".join(names[card] for card in hand) or "-" for hand in self.hands)
        top = names[self.discard[-1]] if self.discard else "-"
        piles = f"pile {len(self.stock)} discard {len(self.discard)} top {top}"
        gone = f" out {len(self.out)}" if self.out else ""
        tokens = " ".join(map(str, self.tokens))
        if self.over:
            winner = self.winners[0] if self.winners else "nobody"
            return f"total {self.total} tokens {tokens} {self.ending} {winner}"
        way = "+" if self.direction == 1 else "-"
        return (
            f"total {self.total} next {self.seat}{way} tokens {tokens} hands {hands} {piles}{gone}"
        )

    def held(self, seat: int) -> tuple[str, ...]:
        """Return the ids of the cards that a seat holds, in the order of the box."""
        return tuple(self.effects.ids[card] for card in sorted(self.hands[seat]))

    def census(self) -> Mapping[str, int]:
        """Return how many of each card and token there are, held, lost or on any pile."""
        ids = self.effects.ids
        count: Counter[str] = Counter()
        for cards in (self.stock, self.discard, self.out, *self.hands):
            count.update(ids[card] for card in cards)
        count[self.plan.token] = sum(self.tokens) + len(self.losses)
        return count

    def copied(self) -> Self:
        """Return a game that stands the same, and tells nobody anything."""
        twin = object.__new__(type(self))
        for kind in type(self).__mro__:
            for name in getattr(kind, "__slots__", ()):
                value = getattr(self, name)
                setattr(twin, name, value.copy() if isinstance(value, list) else value)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.tell = None
        return twin

    def imagined(self, rng: Random) -> Self:
        """Return a copy in which what the seat to move cannot see is dealt anew at random.

        It sees its hand and what has been played; not the other hands, the draw pile, nor the
        hands of those who are out.
        """
        twin = self.copied()
        twin.rng = rng
        others = [hand for seat, hand in enumerate(twin.hands) if seat != self.seat]
        buried = twin.discard[: self.buried]
        places = [twin.stock, twin.out, buried, *others]
        # Sorted, so that it depends on nothing but what the seat sees.
        unseen = sorted(card for cards in places for card in cards)
        twin._shuffle(unseen)
        for cards in places:
            count = len(cards)
            cards[:] = unseen[:count]
            del unseen[:count]
        twin.discard[: self.buried] = buried
        return twin

    def worth(self, seat: int) -> float:
        """Return how well a seat stands: its tokens against the others', then what its hand can do.

        A hand is worth the share of its cards that are safe now and the share that are safe at the
        limit.  Having to move without a safe card is nearly a token lost; that another player may
        have to counts by its chance.
        """
        tokens = self.tokens
        if self.over:
            return 1000.0 if seat in self.winners else -1000.0
        others = (sum(tokens) - tokens[seat]) / (self.seats - 1)
        worth = TOKEN_WORTH * (tokens[seat] - others)
        if not tokens[seat]:
            return worth - 100.0
        hand = self.hands[seat]
        if hand:
            worth += 1.5 * self._safe(hand, self.limit) + 0.5 * self._safe(hand, self.total)
        if self.seat == seat:
            if self.is_stuck(seat):
                worth -= 0.8 * TOKEN_WORTH
        else:
            unsafe = 1 - self._safe(self.effects.pile, self.total)
            worth += unsafe**self.plan.hand * TOKEN_WORTH / (self.seats - 1)
        return worth

    def _safe(self, cards: list[int], total: int) -> float:
        """Return the share of some cards that keep a total within the limit."""
        keep, low, limit = self.effects.keep, self.effects.low, self.limit
        return sum(total * keep[card] + low[card] <= limit for card in cards) / len(cards)


def plays_again(table: AddingTable, flag: int) -> bool:
    """Return whether a card lets its player play again when only two are living."""
    if flag == NOTHING or table.living != 2:
        return False
    return flag != REVERSES or table.plan.is_ruled("rev2", "skip")
