"""One running game of Numerik: turns, plays, rounds and the end; effects are in other modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from cardforge.play.numerik import moves, views
from cardforge.play.numerik.code import (
    ALL_PLACES,
    DIGIT_OF,
    DIGITS,
    IS_NULL,
    NO_DIGIT,
    NO_PLACE,
    OF_DIGITS,
    PLACE_OF,
    PLACES,
    PLAYS,
    TRIPLE,
    WEIGHTS,
    digits_of,
)
from cardforge.play.numerik.effects import resolve
from cardforge.play.numerik.moves import NAMED, SEATS, Move
from cardforge.play.numerik.plan import Plan
from cardforge.play.numerik.state import CARDS, PLAY, SEAT, Round, State
from cardforge.play.table import BOUND, WON, Event, IllegalMove, Refusal, Tell

SNIPER_DIGIT = 3
# A game whose rounds end but whose score limit is out of reach ends after so many rounds' bounds.
LONGEST_ROUNDS = 50


class NumerikTable(State):
    """A running game that waits for a card to be played or for another decision."""

    __slots__ = ()

    def __init__(self, plan: Plan, rng: Random, tell: Tell | None = None) -> None:
        super().__init__(plan, rng, tell)
        self._begin_round()

    # Rounds.

    def _begin_round(self) -> None:
        """Shuffle all cards, deal the hands and lay the starting code, which has no effect."""
        plan, dealer = self.plan, self.dealer
        self._clear()
        cards = list(plan.deck)
        cards.sort(key=lambda _: dealer())
        dealt = plan.seats * plan.hand
        self.hands = [cards[at : at + plan.hand] for at in range(0, dealt, plan.hand)]
        hundreds, tens, units = cards[dealt : dealt + PLACES]
        self.code = self.start_code = 100 * hundreds + 10 * tens + units
        self.pile = cards[dealt + PLACES :]
        self.discard = []
        if self.tell is not None:
            self.say("round", self.starter, number=len(self.rounds) + 1, pile=len(self.pile))
            for seat in plan.orders[0][self.starter]:
                self.say("deal", seat, self.hands[seat], count=plan.hand)
            self.say("start-code", None, code=self.shown_code)
        self._begin_turn(self.starter)

    def _end_round(self) -> None:
        """Count points and go on to the next round, or end the game."""
        plan = self.plan
        points = tuple(map(sum, self.hands))
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        self._note_round(points)
        if self.tell is not None:
            for seat in plan.orders[0][self.starter]:
                values = {"points": points[seat], "total": self.totals[seat]}
                self.say("points", seat, self.hands[seat], **values)
        self._return_tokens()
        if max(self.totals) >= plan.limit:
            least = min(self.totals)
            self._end(WON, tuple(s for s in range(plan.seats) if self.totals[s] == least))
            return
        if self._all_turns() >= LONGEST_ROUNDS * plan.most_turns:
            self._end(BOUND, ())
            return
        if plan.rulings.winner_starts:
            order = plan.orders[self.way][self.active]
            self.starter = next(seat for seat in order if not self.hands[seat])
        else:
            self.starter = plan.orders[0][self.starter][1]
        self._begin_round()

    def _all_turns(self) -> int:
        return sum(found.turns for found in self.rounds)

    def _note_round(self, points: tuple[int, ...] | None) -> None:
        self.rounds.append(
            Round(
                self.turns, points, tuple(self.totals), self.plays, self.nulls, self.blocked,
                self.reshuffles, self.unpaid, self.triples, self.first_triples, self.sniped,
                PLACES + 1 - len(set(digits_of(self.start_code))), self.max_hand,
            )
        )  # fmt: skip

    def _return_tokens(self) -> None:
        for bans in (*self.bans, self.old_bans):
            self.return_bans(bans)
        self.skip_supply += self.skips.bit_count()
        self.bans, self.old_bans, self.skips = [0] * self.plan.seats, 0, 0

    def _end(self, ending: str, winners: tuple[int, ...]) -> None:
        self.over, self.ending, self.winners = True, ending, winners
        self.awaits, self.forbidden = "", 0
        if self.tell is not None:
            for seat in winners:
                self.say("win", seat, total=self.totals[seat], shared=len(winners) > 1)
            if not winners:
                in_one = self.turns >= self.plan.most_turns
                turns, rounds = (self.turns, 1) if in_one else (self._all_turns(), len(self.rounds))
                self.say("bound", None, turns=turns, rounds=rounds)

    # Turns.

    def _begin_turn(self, seat: int) -> None:
        """Begin the turn of a seat; those that cannot play pass until somebody can."""
        while self.turns < self.plan.most_turns:
            self.turns += 1
            self.active = seat
            bit = 1 << seat
            self.shields &= ~bit
            self.old_bans = self.bans[seat]
            self.bans[seat] = 0
            if self.old_bans and self.tell is not None:
                self.say("banned", seat, banned=views.bits(self.old_bans))
            if self.skips & bit:
                self.skips &= ~bit
                self.skip_supply += 1
                self.idle = 0
                if self.tell is not None:
                    self.say("skipped", seat)
            elif self.ask_play():
                return
            else:
                self._blocked()
            self._end_passed()
            seat = self.plan.orders[self.way][seat][1]
        self._note_round(None)
        self._return_tokens()
        self._end(BOUND, ())

    def ask_play(self) -> bool:
        """Wait for a card of the active player on the code; False when none may be played."""
        forbidden = self.plan.forbid(self.code, self.last, self.last_digit)
        if self.old_bans:
            forbidden |= OF_DIGITS[self.old_bans]
        for digit in self.hands[self.active]:
            if forbidden >> PLACES * digit & ALL_PLACES != ALL_PLACES:
                self.seat, self.awaits, self.forbidden = self.active, PLAY, forbidden
                return True
        return False

    def _blocked(self) -> None:
        """Let the active player, who has no card that may be played, draw one."""
        self.blocked += 1
        unpaid = self.unpaid
        if self.tell is not None:
            self.say("blocked", self.active)
        self.draw(self.active, 1)
        self.idle = self.idle + 1 if self.unpaid > unpaid else 0
        self.stuck = self.stuck or self.idle >= self.plan.seats

    def _end_passed(self) -> None:
        """End a turn that was passed: tokens go back, the restriction may be lifted."""
        if self.old_bans:
            self.return_bans(self.old_bans)
            self.old_bans = 0
        if self.plan.rulings.lift:
            self.last, self.last_digit = NO_PLACE, NO_DIGIT

    def _play(self, play: int) -> None:
        """Lay a card of the active player on the code and carry out the new code."""
        digit, place = DIGIT_OF[play], PLACE_OF[play]
        self.hands[self.active].remove(digit)
        weight = WEIGHTS[place]
        covered = self.code // weight % DIGITS
        self.discard.append(covered)
        self.code = code = self.code + (digit - covered) * weight
        self.last, self.last_digit, self.laid = place, digit, digit
        self.played[play] += 1
        self.plays += 1
        self.idle = 0
        self.awaits = ""
        if IS_NULL[code]:
            self.nulls += 1
        if self.tell is not None:
            action, x, unit = digits_of(code)
            values = {"code": self.shown_code, "action": action, "x": x, "unit": unit}
            self.say("play", self.active, (digit,), place=place, **values)
        if TRIPLE[code] is not None:
            self._triple(digit)
        else:
            self.fresh = False
            resolve(self)

    def _triple(self, digit: int) -> None:
        """Count a code of equal digits, and carry out what it does."""
        plan = self.plan
        self.triples += 1
        self.first_triples += self.fresh
        self.fresh = False
        self.sniped = self.sniped or digit == SNIPER_DIGIT
        power = plan.powers[digit]
        if power is not None:
            self.occurred[digit] += 1
            if self.tell is not None:
                self.tell(Event("power", self.active, (power.id,), {"known": bool(power.step)}))
            self.power = power.step
        if plan.rulings.instead and self.power is not None:
            self.done()
        else:
            resolve(self)

    def done(self) -> None:
        """Go on after an effect: with the super-power, or with the end of the turn."""
        if self.tell is not None and self.quiet:
            self.say("nothing")
        power = self.power
        if power is None:
            self._end_turn()
        else:
            self.power = None
            power(self)

    def _end_turn(self) -> None:
        """End a turn in which a card was played; a player without cards ends the round."""
        if self.old_bans:
            self.return_bans(self.old_bans)
            self.old_bans = 0
        hands = self.hands
        largest = max(map(len, hands))
        if largest > self.max_hand:
            self.max_hand = largest
        if self.skips or any(self.bans):
            self._note_tokens()
        if all(hands) if self.plan.rulings.any_ends else hands[self.active]:
            self._begin_turn(self.plan.orders[self.way][self.active][1])
        else:
            self.ended_by[self.laid] += 1
            if self.tell is not None:
                for seat in self.plan.orders[self.way][self.active]:
                    if not hands[seat]:
                        self.say("out", seat)
            self._end_round()

    def _note_tokens(self) -> None:
        """Note the most tokens in use at once, those of the turn that ends taken back."""
        bans = sum(map(int.bit_count, self.bans))
        skips = self.skips.bit_count()
        self.token_most = max(self.token_most, bans + skips)
        self.ban_most = max(self.ban_most, bans)
        self.skip_most = max(self.skip_most, skips)
        if bans:
            for digit in range(DIGITS):
                same = sum(held >> digit & 1 for held in self.bans)
                if same > self.same_most[digit]:
                    self.same_most[digit] = same

    # Moves.

    def moves(self) -> Sequence[Move]:
        """Return every legal move of the seat to move."""
        return moves.legal(self)

    def apply(self, move: Any) -> None:
        """Play a card or answer what is asked; raises IllegalMove."""
        awaits = self.awaits
        if awaits == PLAY:
            if (
                move.__class__ is int
                and 0 <= move < PLAYS
                and not self.forbidden >> move & 1
                and DIGIT_OF[move] in self.hands[self.seat]
            ):
                self._play(move)
                return
        elif awaits == CARDS:
            if self._took(move):
                self._answer(move)
                return
        elif awaits and (option := self._option(move)) in self.options:
            self._answer(option)
            return
        raise IllegalMove(moves.refusal(self, move) or Refusal("unknown"))

    def _took(self, move: Any) -> bool:
        """Take the chosen cards out of the hand of the seat to move; False when it must not be."""
        if move.__class__ is not tuple or not self.least <= len(move) <= self.most:
            return False
        hand = self.hands[self.seat].copy()
        try:
            for card in move:
                hand.remove(card)
        except ValueError:
            return False
        self.hands[self.seat] = hand
        return True

    def _option(self, move: Any) -> int:
        """Return the seat or digit that a move names, less than 0 when it names none."""
        if moves.kind_of(move) != self.awaits or isinstance(move, tuple):
            return -1
        return int(move) - (SEATS if self.awaits == SEAT else NAMED)

    def _answer(self, answer: Any) -> None:
        then, self.then, self.awaits = self.then, None, ""
        if then is not None:
            then(self, answer)

    def why_not(self, move: Any) -> Refusal | None:
        """Return why a move is not allowed now, None when it is."""
        return moves.refusal(self, move)

    def written(self, move: Move) -> str:
        """Return a move as a short text, the same for equal moves."""
        return moves.written(move)

    def read(self, text: str) -> Move:
        """Return the move that a text says; raises ValueError."""
        return moves.read(text)

    # Views.

    def summary(self) -> str:
        """Return all that matters of the state on one line."""
        return views.summary(self)

    def held(self, seat: int) -> tuple[str, ...]:
        """Return the ids of the cards that a seat holds, the lowest digits first."""
        names = self.plan.cards
        return tuple(names[digit][0][0] for digit in sorted(self.hands[seat]))

    def census(self) -> Mapping[str, int]:
        """Return how many cards and tokens are anywhere, by card id."""
        return views.census(self)

    def imagined(self, rng: Random) -> NumerikTable:
        """Return a copy in which what the seat to move cannot see is dealt anew at random."""
        copy = NumerikTable.__new__(NumerikTable)
        views.imagine(self, copy, rng)
        return copy

    def worth(self, seat: int) -> float:
        """Return how far a seat is ahead, in points."""
        return views.worth(self, seat)
