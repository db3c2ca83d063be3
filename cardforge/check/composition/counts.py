"""Checks that count: how many cards there are, what their values come to, how many for each."""

from __future__ import annotations

from cardforge.check.composition.case import Case, listed
from cardforge.expressions import printed


def total(case: Case) -> None:
    """Report another number of cards than promised."""
    promised = case.bound()
    if not promised.holds(case.total):
        case.fail(f"the rules promise {promised} cards in {case.noun}, the box holds {case.total}")


def per_player(case: Case) -> None:
    """Report another number of cards for each player than promised."""
    each, players = case.bound(), case.settings.players
    promised = each.times(players)
    if not promised.holds(case.total):
        case.fail(
            f"the rules promise {each} of {case.noun} for each of {players} "
            f"players, {promised} in all, the box holds {case.total}"
        )


def none(case: Case) -> None:
    """Report cards of a kind that the rules do not have."""
    found = [held.card.id for held in case.cards if held.card.copies]
    if found:
        case.fail(f"the rules have none of {case.noun}, the box holds {listed(found)}")


def sum_of(case: Case) -> None:
    """Report that the values of the cards do not add up to what is promised."""
    promised = case.bound(whole=False)
    found: float = 0
    for held in case.cards:
        for name in case.statement.field:
            value = case.raw(held, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                message = f"the card {held.card.id} has '{printed(value):.40}' as its {name}"
                case.wrong("composition.number", f"{message}, which is no number", "field")
            found += value * held.card.copies
    if not promised.holds(found):
        names = " and ".join(case.statement.field)
        case.fail(
            f"the rules promise {promised} as the sum of {names} in {case.noun}, "
            f"the box holds {printed(found)}"
        )
