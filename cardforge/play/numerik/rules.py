"""The rules of Numerik: three digits on the table are a code, each play changes one of them.

Everything comes from the cards: a digit is its number, its action and its target, a super-power
what its field `effect` names.  The modes, hands and score limits come from the facts of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from cardforge.play.measures import Tally
from cardforge.play.numerik import measures as numerik_measures
from cardforge.play.numerik.bots import at_random, greedy
from cardforge.play.numerik.plan import Plan
from cardforge.play.numerik.reach import unreachable
from cardforge.play.numerik.setup import RULINGS, plan_of
from cardforge.play.numerik.table import NumerikTable
from cardforge.play.table import Box, Policy, Tell, Unreachable

__all__ = ["RULINGS", "Numerik", "rules"]


def rules(box: Box) -> Numerik:
    """Return the rules for the cards of a box; raises CannotPlay."""
    return Numerik(plan_of(box))


class Numerik:
    """The rules of Numerik for one box, mode, number of players and set of rulings."""

    policies: Mapping[str, Policy] = {"random": at_random, "greedy": greedy}
    greedy = "greedy"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.seats = plan.seats
        self.cards = numerik_measures.ids_of(plan)

    def table(self, rng: Random, tell: Tell | None = None) -> NumerikTable:
        """Return a game that is set up and waits for its first move."""
        return NumerikTable(self.plan, rng, tell)

    def record(self, table: NumerikTable, tally: Tally) -> None:
        """Add what was measured in a finished game.

        Digits `mattered` when their card ended a round, super-powers when they were carried out.
        """
        numerik_measures.record(table, tally)

    def measures(self, tally: Tally) -> dict[str, Any]:
        """Return the measures of the games in a tally, by name."""
        return numerik_measures.measures(self.plan, tally)

    def unreachable(self) -> Sequence[Unreachable]:
        """Return the super-powers that can never occur, or only by the first play of a round."""
        return unreachable(self.plan)
