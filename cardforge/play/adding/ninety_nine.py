"""The rules of Ninety-Nine: who can stay within the limit must, who cannot loses a token."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from cardforge.play.adding.counts import count_game, measures_of, never_legal
from cardforge.play.adding.ninety_nine_policies import POLICIES
from cardforge.play.adding.rules import AddingRules
from cardforge.play.adding.setup import (
    NO_CARD,
    NO_CHOICE,
    NOTHING,
    REVERSES,
    SKIPS,
    Effect,
    Move,
    Plan,
    no_number,
    plan_of,
    unknown_kind,
)
from cardforge.play.adding.table import AddingTable, plays_again
from cardforge.play.needs import whole
from cardforge.play.table import Box, Refusal, Tell, Unreachable

if TYPE_CHECKING:
    from cardforge.model import Card
    from cardforge.play.measures import Tally

# The first answer to each question is the usual one.
RULINGS: dict[str, tuple[str, ...]] = {
    "jq": ("10/10", "11/12"),
    "nine": ("skip", "pass"),
    "neg": ("allow", "clamp"),
    "rev2": ("none", "skip"),
    "end": ("round", "turn_hold", "turn_reset"),
    "starter": ("loser", "next", "rotate"),
}
# The sign in the window of the counter that each kind of card shows.
SIGNS = {"choose": "+", "subtract": "−", "set": "=", "reverse": "+", "skip": "+", "pass": "+"}
FLAGS = {"reverse": REVERSES, "skip": SKIPS}


def rules(box: Box) -> NinetyNine:
    """Return the rules for the cards of a box; raises CannotPlay."""
    return NinetyNine(plan_of(box, effect_of, RULINGS))


def effect_of(card: Card, _limit: int) -> Effect:
    """Return what a card does, from its fields `kind`, `adds` and `shows`.

    A card of kind `add` adds the number `adds`; the others do what the windows of their counter
    show: `+1` and `+11`, `−10`, `=99`, `+0`.
    """
    kind = str(card.fields.get("kind"))
    if kind == "add":
        adds = whole(card.fields.get("adds"))
        if adds is None:
            raise no_number(card, "adds")
        return Effect(1, adds, plain=True)
    if kind not in SIGNS:
        raise unknown_kind(card, ("add", *SIGNS))
    windows = _windows(card, SIGNS[kind])
    if kind == "choose":
        return Effect(1, 0, tuple(windows), plain=True)
    number = -windows[0] if kind == "subtract" else windows[0]
    return Effect(0 if kind == "set" else 1, number, NO_CHOICE, FLAGS.get(kind, NOTHING))


def _windows(card: Card, sign: str) -> list[int]:
    """Return the numbers that a card shows behind a sign, each once."""
    shows = card.fields.get("shows")
    windows = shows if isinstance(shows, (list, tuple)) else [shows]
    texts = [str(window).strip().replace("-", "−") for window in windows]
    found = [re.fullmatch(rf"{re.escape(sign)}(\d{{1,9}})", text) for text in texts]
    values = [int(match[1]) for match in found if match]
    if not values or len(values) < len(found):
        raise no_number(card, "shows")
    return list(dict.fromkeys(values))


class Table(AddingTable):
    """A running game of Ninety-Nine."""

    __slots__ = ("at_limit", "round_began", "rounds", "shuffled", "skips", "starter", "until")
    no_card = "bust"

    def __init__(self, plan: Plan, rng: Random, tell: Tell | None = None) -> None:
        # Busts at exactly the limit; cards that skipped somebody.
        self.at_limit = self.skips = 0
        # Turns of each finished round, and in how many rounds the pile was made anew.
        self.rounds: list[int] = []
        self.shuffled = 0
        # Who began the round, after how many turns and reshuffles of the game.
        self.starter, self.round_began, self.until = 0, 0, 0
        super().__init__(plan, rng, tell)

    def moves(self) -> Sequence[Move]:
        """Return every card and number that keeps the total within the limit, else the bust."""
        if self.over:
            return ()
        moves = self.effects.moves
        hand = sorted(set(self.hands[self.seat]))
        return [
            move for card in hand for move in moves[card] if self.result(move) <= self.limit
        ] or [NO_CARD]

    def apply(self, move: Move) -> None:
        """Play a card and draw, or lose a token; raises IllegalMove when the rules forbid it."""
        card, value = move
        seat = self.seat
        hand = self.hands[seat]
        if self.over or card not in hand:
            self._bust(move)
            return
        keep, add, values, flag = self.cards[card]
        before = self.total
        result = before * keep + (add if value is None else value)
        if value not in values or result > self.limit:
            self.refuse(move)
        hand.remove(card)
        self.discard.append(card)
        self.played[card] += 1
        self.turns += 1
        self.last = card
        if before > self.calm and self.saves(hand, before):
            self.matters(card)
        if self.tell is not None:
            kind = "play" if value is None else "announce"
            self.tell_of(kind, seat, [card], value=value, total=result, before=before)
        self.total = result if result >= 0 else self.below(result)
        if self.stock and self.tell is None:
            hand.append(self.stock.pop())
        else:
            self.draw(seat)
        following = (seat + self.direction) % self.seats
        if flag:
            following = self._turn(seat, flag)
        self.seat = following if self.tokens[following] else self.after(following)
        if self.turns >= self.most:
            self.stop()

    def _turn(self, seat: int, flag: int) -> int:
        """Reverse the direction or skip somebody; return who is next."""
        again = plays_again(self, flag)
        if flag == REVERSES:
            self.reverse()
            following = seat if again else self.after(seat)
        else:
            self.skips += 1
            passed = self.after(seat)
            self.tell_of("skip", passed)
            following = self.after(passed)
        if again:
            self.tell_of("again", seat)
        return following

    def _bust(self, move: Move) -> None:
        """Let a player who has no legal card lose a token."""
        seat = self.seat
        if self.over or move != NO_CARD or not self.is_stuck(seat):
            self.refuse(move)
        self.turns += 1
        self.at_limit += self.total == self.limit
        self.stuck.append((self.turns, self.living))
        if self.last >= 0:
            self.matters(self.last)
        self.tell_of("stuck", seat, self.hands[seat], total=self.total, limit=self.limit)
        goes_on = self.lose(seat)
        ends = self.plan.is_ruled("end", "round")
        if ends or not goes_on:
            self._end_round()
        if not goes_on:
            return
        if ends:
            self._begin_round(seat)
        else:
            self._go_on(seat)
        if self.turns >= self.most:
            self.stop()

    def _end_round(self) -> None:
        self.rounds.append(self.turns - self.round_began)
        self.shuffled += self.reshuffles > self.until
        self.round_began, self.until = self.turns, self.reshuffles

    def _begin_round(self, loser: int) -> None:
        """Deal to the living; whom the ruling names begins, and play goes clockwise again."""
        self.direction = 1
        ruling = self.plan.rulings["starter"]
        if ruling == "rotate":
            starter = self.after(self.starter)
        else:
            stays = ruling == "loser" and self.tokens[loser]
            starter = loser if stays else self.after(loser)
        self.seat = self.starter = starter
        self.total, self.last = self.plan.start, -1
        self.tell_of("round", None, number=len(self.rounds) + 1)
        self.deal()
        self.tell_of("begin", starter, total=self.total)

    def _go_on(self, loser: int) -> None:
        """Go on with the same hands; that of who is out is put under the discard."""
        if self.plan.is_ruled("end", "turn_reset"):
            self.total = self.plan.start
        self.tell_of("go-on", None, total=self.total)
        if not self.tokens[loser]:
            self.bury(loser)
        self.seat = self.after(loser)

    def why_not(self, move: Move) -> Refusal | None:
        """Return why a move is not allowed now, None when it is."""
        titles = self.effects.titles
        legal = [] if self.over else [move for move in self.moves() if move != NO_CARD]
        if move == NO_CARD and not self.over:
            return Refusal("must-play", {"other": titles[legal[0][0]]}) if legal else None
        refusal = self.refusal_of_card(move)
        if refusal is not None or self.result(move) <= self.limit:
            return refusal
        values = {"card": titles[move[0]], "total": self.result(move), "limit": self.limit}
        if not legal:
            return Refusal("stuck", values)
        return Refusal("passes-limit", {**values, "other": titles[legal[0][0]]})


class NinetyNine(AddingRules):
    """The rules of Ninety-Nine for one number of players and one set of rulings."""

    policies = POLICIES
    game = Table

    def record(self, table: Table, tally: Tally) -> None:
        """Add what was measured in a finished game.

        Rounds are those that ended: by a bust, or where busts end no round, by the game's end.
        A card mattered when it was the only legal one of the hand, or when after it a player had
        none; each play counts once.  The game ran away when the winner alone had the most tokens
        from the end of the first quarter of the busts on.  It was deadlocked when it was stopped,
        or when during a whole lap nobody had a legal card.
        """
        count_game(table, tally)
        samples, shares = tally.samples, tally.shares
        samples["rounds"].add(len(table.rounds))
        samples["skips"].add(table.skips)
        shares["bust_at_limit"].add(table.at_limit, len(table.losses))
        shares["round_reshuffled"].add(table.shuffled, len(table.rounds))
        turns = samples["turns_per_round"]
        for length in table.rounds:
            turns.add(length)
        if table.rounds:
            tally.note_largest("turns_per_round", max(table.rounds))

    def measures(self, tally: Tally) -> dict[str, Any]:
        """Return the measures that others compare with, by name, and some more.

        `tokens_needed` are the tokens of all players at the start of a game: none comes later.
        """
        samples, shares = tally.samples, tally.shares
        return {
            **measures_of(self.plan, tally),
            "turns_per_round": samples["turns_per_round"].data(),
            "rounds": samples["rounds"].data(),
            "p_bust_at_99": shares["bust_at_limit"].data(),
            "p_round_reshuffled": shares["round_reshuffled"].data(),
            "skips": samples["skips"].data(),
        }

    def unreachable(self) -> Sequence[Unreachable]:
        """Return the cards that can never be played without passing the limit."""
        return never_legal(self.plan)
