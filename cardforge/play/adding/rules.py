"""What the rules of both adding games have in common: how they are made and set up."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from cardforge.play.adding.setup import Plan
from cardforge.play.adding.table import AddingTable
from cardforge.play.table import Policy, Tell


class AddingRules:
    """The rules of an adding game for one number of players and one set of rulings."""

    greedy = "greedy_max"
    policies: Mapping[str, Policy]
    # What a running game is.
    game: ClassVar[type[AddingTable]]

    def __init__(self, plan: Plan) -> None:
        self.plan, self.seats = plan, plan.seats
        self.cards = (*plan.effects.ids, plan.token)

    def table(self, rng: Random, tell: Tell | None = None) -> AddingTable:
        """Return a game that is set up and waits for its first move."""
        return self.game(self.plan, rng, tell)
