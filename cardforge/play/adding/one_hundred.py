"""The rules of One Hundred: any card may be played, and passing the limit costs a token."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from cardforge.expressions import holds
from cardforge.play.adding.counts import count_game, measures_of
from cardforge.play.adding.one_hundred_policies import POLICIES
from cardforge.play.adding.rules import AddingRules
from cardforge.play.adding.setup import (
    NO_CARD,
    NO_CHOICE,
    REVERSES,
    Effect,
    Move,
    Plan,
    no_number,
    plan_of,
    unknown_kind,
)
from cardforge.play.adding.table import AddingTable, plays_again
from cardforge.play.needs import cannot, whole
from cardforge.play.table import Box, Refusal, Tell, Unreachable

if TYPE_CHECKING:
    from cardforge.model import Card
    from cardforge.play.measures import Tally

# The first answer to each question is the usual one.
RULINGS: dict[str, tuple[str, ...]] = {
    "bust": ("reset", "hold", "cap", "over", "redeal"),
    "neg": ("allow", "clamp"),
    "red_ace": ("1", "11", "set"),
    "elim": ("pile", "out"),
    "rev2": ("none", "skip"),
    "decks": ("auto", "1", "2"),
}
# A total so far off is never brought back: doubled again and again it would have no end.
FARTHEST = 10**18
# Every total that a card offers is a move of its own: so many can be thought of in a turn.
MOST_TOTALS = 1_000
KINDS = ("set", "add", "subtract", "double", "turn", "nothing")


def rules(box: Box) -> OneHundred:
    """Return the rules for the cards of a box; raises CannotPlay."""
    return OneHundred(plan_of(box, effect_of, RULINGS))


def effect_of(card: Card, limit: int) -> Effect:
    """Return what a card does, from its fields `kind`, `amount` and `choice`.

    With a choice, its player announces the new total: a number of those that its face shows
    (`0–100`), or any from 0 to the limit when it shows none.
    """
    fields = card.fields
    kind = fields.get("kind")
    if kind not in KINDS:
        raise unknown_kind(card, KINDS)
    if holds(fields.get("choice")):
        return Effect(0, 0, _choice(card, limit))
    amount = whole(fields.get("amount"))
    if amount is None:
        raise no_number(card, "amount")
    if kind == "double":
        if amount < 1:
            raise no_number(card, "amount")
        return Effect(amount, 0)
    flag = REVERSES if kind == "turn" else 0
    keep = 0 if kind == "set" else 1
    return Effect(
        keep, -amount if kind == "subtract" else amount, NO_CHOICE, flag, plain=kind == "add"
    )


def _choice(card: Card, limit: int) -> range:
    shown = re.findall(r"\d{1,9}", str(card.fields.get("shown", "")))
    least, most = map(int, shown) if len(shown) == 2 else (0, limit)
    if least > most:
        message = f"card {card.id} offers no total from {least} to {most}"
        raise cannot(message, card.span, "write the smaller number first")
    if most - least >= MOST_TOTALS:
        message = f"card {card.id} offers more than {MOST_TOTALS:,} totals, {least:,} to {most:,}"
        raise cannot(message, card.span, "offer fewer")
    return range(least, most + 1)


class Table(AddingTable):
    """A running game of One Hundred."""

    __slots__ = ("at_limit", "holds")
    no_card = "pass"

    def __init__(self, plan: Plan, rng: Random, tell: Tell | None = None) -> None:
        # How many turns began at the limit.
        self.at_limit = 0
        self.holds = plan.is_ruled("bust", "hold")
        super().__init__(plan, rng, tell)

    def moves(self) -> Sequence[Move]:
        """Return a move for each card of the hand and each total that can be announced with it."""
        if self.over:
            return ()
        moves = self.effects.moves
        hand = sorted(set(self.hands[self.seat]))
        return [move for card in hand for move in moves[card]] or [NO_CARD]

    def apply(self, move: Move) -> None:
        """Play a card, announce the total, draw; raises IllegalMove when the rules forbid it."""
        card, value = move
        seat = self.seat
        hand = self.hands[seat]
        if self.over or card not in hand:
            self._without_card(move)
            return
        keep, add, values, flag = self.cards[card]
        if value not in values:
            self.refuse(move)
        hand.remove(card)
        self.discard.append(card)
        self.played[card] += 1
        self.turns += 1
        before = self.total
        result = before * keep + (add if value is None else value)
        if before == self.limit:
            self.at_limit += 1
        if self.tell is not None:
            kind = "play" if value is None else "announce"
            self.tell_of(kind, seat, [card], total=result, before=before)
        previous, self.last = self.last, card
        again = False
        if flag and (result <= self.limit or not self.holds):
            again = plays_again(self, flag)
            self.reverse()
        if result > self.limit:
            if not self._bust(seat, card, previous, before, result):
                return
        else:
            if before > self.calm and self.saves(hand, before):
                self.matters(card)
            self.total = result if result >= 0 else self.below(result)
            if self.stock and self.tell is None:
                hand.append(self.stock.pop())
            else:
                self.draw(seat)
        self._pass_on(seat, again)

    def _pass_on(self, seat: int, again: bool = False) -> None:
        """Let the next player move, or the same one again, unless the game has lasted too long."""
        if again and self.tokens[seat]:
            self.tell_of("again", seat)
        else:
            following = (seat + self.direction) % self.seats
            self.seat = following if self.tokens[following] else self.after(seat)
        if self.turns >= self.most or not -FARTHEST < self.total < FARTHEST:
            self.stop()

    def _bust(self, seat: int, card: int, previous: int, before: int, result: int) -> bool:
        """Take a token for passing the limit; return whether the game goes on.

        Who is out draws no more; the next living player in the direction of play goes on.
        """
        if previous >= 0 and self.saves(self.hands[seat], before):
            self.matters(previous)
        self.matters(card)
        self.tell_of("bust", seat, total=result, limit=self.limit)
        ruling = self.plan.rulings["bust"]
        totals = {"hold": before, "cap": self.limit, "over": result}
        self.total = totals.get(ruling, self.plan.start)
        if not self.lose(seat):
            return False
        self.tell_of(f"after-{ruling}", None, total=self.total)
        if not self.tokens[seat]:
            self._leave(seat)
        if ruling == "redeal":
            self.deal()
        elif self.tokens[seat]:
            self.draw(seat)
        return True

    def _leave(self, seat: int) -> None:
        """Put the hand of who is out where the ruling says."""
        if self.plan.is_ruled("elim", "pile"):
            self.bury(seat)
        else:
            self.out += self.hands[seat]
            self.hands[seat] = []

    def _without_card(self, move: Move) -> None:
        """Let a player without cards draw one; only a deck that was all dealt comes to that."""
        seat = self.seat
        if self.over or move != NO_CARD or self.hands[seat]:
            self.refuse(move)
        self.turns += 1
        self.at_limit += self.total == self.limit
        self.stuck.append((self.turns, self.living))
        self.tell_of("idle", seat)
        self.draw(seat)
        self._pass_on(seat)

    def why_not(self, move: Move) -> Refusal | None:
        """Return why a move is not allowed now, None when it is."""
        if move != NO_CARD or self.over:
            return self.refusal_of_card(move)
        hand = self.hands[self.seat]
        return Refusal("must-play", {"card": self.effects.titles[hand[0]]}) if hand else None


class OneHundred(AddingRules):
    """The rules of One Hundred for one number of players and one set of rulings."""

    policies = POLICIES
    game = Table

    def record(self, table: Table, tally: Tally) -> None:
        """Add what was measured in a finished game.

        A card mattered when it cost its player a token, when it was the only one of the hand that
        did not, or when the next player had none that would not; each play counts once.  The game
        ran away when the winner alone had the most tokens from the end of the first quarter of the
        busts on.  It was deadlocked when it was stopped, or when during a whole lap nobody had a
        card.
        """
        count_game(table, tally)
        tally.shares["turns_at_limit"].add(table.at_limit, table.turns)

    def measures(self, tally: Tally) -> dict[str, Any]:
        """Return the measures that others compare with, by name, and some more.

        `tokens_needed` are the tokens of all players at the start of a game: none comes later.
        """
        at_limit = tally.shares["turns_at_limit"].data()
        return {**measures_of(self.plan, tally), "share_turns_at_100": at_limit}

    def unreachable(self) -> Sequence[Unreachable]:
        """Return nothing: every card may always be played."""
        return ()
