"""The rules of the 100-Card Game: what its box says, how to choose, what is measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any

from cardforge.play.cent.setup import PLAYERS, RULINGS, plan_of
from cardforge.play.cent.table import FINE, CentTable, Plan
from cardforge.play.measures import Tally, proportions
from cardforge.play.table import WON, Box, Tell, Unreachable

__all__ = ["RULINGS", "CentRules", "rules"]


def rules(box: Box) -> CentRules:
    """Return the rules for a box; raises CannotPlay when they cannot be set up with it."""
    return CentRules(plan_of(box))


class CentRules:
    """The game for two, with one ruling about the cards that leave."""

    seats = PLAYERS
    greedy = "high"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.cards = plan.ids
        self.policies: Mapping[str, Callable[[Any], Any]] = {
            "random": _random,
            "high": _high,
            "low": _low,
            "hilo": _hilo,
        }

    def table(self, rng: Random, tell: Tell | None = None) -> CentTable:
        """Return a game that is set up and waits for its first move."""
        return CentTable(self.plan, rng, tell)

    def record(self, table: CentTable, tally: Tally) -> None:
        """Add what was measured in a finished game.

        A card `mattered` when it won a trick.  A game was a `runaway` when its winner was alone in
        the lead after every round from the end of the first quarter of the rounds on.
        """
        rounds, won = table.rounds, table.ending == WON
        cards = list(chain(*rounds, table.unfinished()))
        samples, shares = tally.samples, tally.shares
        tricks = len(cards) // 2
        samples["turns"].add(tricks)
        samples["tokens_in_use"].add(0)
        samples["rounds"].add(len(rounds))
        samples["tricks_per_round"].counts.update([len(cards) // 2 for cards in rounds])
        samples["specials_seen_per_round"].counts.update(table.drawn_seen)
        _count_wins(table, tally)
        shares["p_tie_8_8"].add(table.last)
        shares["deadlock"].add(not won)
        tally.laws["endings"][table.ending] += 1
        ids, by_two = self.plan.ids, iter(cards)
        tally.laws["played"].update([ids[card] for card in cards])
        tally.laws["mattered"].update(
            [ids[a if a > b else b] for a, b in zip(by_two, by_two, strict=True)]
        )
        tally.note_largest("turns", tricks)
        tally.note_largest("rounds", len(rounds))

    def measures(self, tally: Tally) -> dict[str, Any]:
        """Return the measures of the games in a tally, by name."""
        samples, shares = tally.samples, tally.shares
        names = ("p_game_seat0", "p_round_seat0", "p_tie_8_8", "p_winner_of_trick1_wins_trick2")
        return {
            "rounds": samples["rounds"].data(),
            "tricks_per_game": samples["turns"].data(),
            "tricks_per_round": samples["tricks_per_round"].data(),
            **{name: shares[name].data() for name in names},
            "specials_seen_per_round": samples["specials_seen_per_round"].data(),
            "rounds_law": proportions(samples["rounds"].counts),
            "tricks_law": proportions(samples["tricks_per_round"].counts),
        }

    def unreachable(self) -> Sequence[Unreachable]:
        """Return nothing: every card that can be set up can be dealt and played."""
        return ()


def _count_wins(table: CentTable, tally: Tally) -> None:
    """Count who has won the game, its rounds and the second trick of each round."""
    shares, seats = tally.shares, tally.by_seat["win_by_seat"]
    first = table.winners == (0,)
    shares["p_game_seat0"].add(first, bool(table.winners))
    for seat in range(PLAYERS):
        seats[seat].add(seat in table.winners)
    rounds = table.rounds
    # The last trick of a round was won by who won the round.
    shares["p_round_seat0"].add(sum([cards[-2] > cards[-1] for cards in rounds]), len(rounds))
    if table.plan.points > 1:
        again = [(cards[0] > cards[1]) == (cards[2] > cards[3]) for cards in rounds]
        shares["p_winner_of_trick1_wins_trick2"].add(sum(again), len(again))
    if table.winners:
        lead = table.lead[(len(rounds) + 3) // 4 - 1 :]
        shares["runaway"].add(min(lead) > 0 if first else max(lead) < 0)


# How a seat chooses a card.


def _random(table: CentTable) -> int:
    """Return a card of the hand at random."""
    hand = table.hand
    return hand[table.bits(FINE) % len(hand)]


def _high(table: CentTable) -> int:
    """Return the highest card of the hand."""
    return max(table.hand)


def _low(table: CentTable) -> int:
    """Return the lowest card of the hand."""
    return min(table.hand)


def _hilo(table: CentTable) -> int:
    """Return the highest card of the hand if it is high for this round, else the lowest."""
    highest = max(table.hand)
    return highest if highest >= table.plan.high[table.last] else min(table.hand)
