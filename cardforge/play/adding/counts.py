"""What is counted in the adding games, and what of their cards can never happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardforge.play.table import BOUND, WON, Unreachable

if TYPE_CHECKING:
    from cardforge.play.adding.setup import Plan
    from cardforge.play.adding.table import AddingTable
    from cardforge.play.measures import Tally


def never_legal(plan: Plan) -> list[Unreachable]:
    """Return the cards that can never be played without passing the limit."""
    effects = plan.effects
    pairs = list(zip(effects.keep, effects.low, strict=True))
    lowest: float = min([plan.start, *(low for keep, low in pairs if not keep)])
    if any(keep == 1 and low < 0 for keep, low in pairs):
        lowest = min(lowest, 0) if plan.is_ruled("neg", "clamp") else float("-inf")
    return [
        Unreachable(
            effects.ids[card],
            f"it always passes {plan.limit}",
            key="passes",
            values=(("limit", plan.limit),),
        )
        for card, (keep, low) in enumerate(pairs)
        if (lowest * keep if keep else 0) + low > plan.limit
    ]


def count_game(table: AddingTable, tally: Tally) -> None:
    """Add to a tally what both adding games count; see the `record` of each."""
    plan = table.plan
    ids = plan.effects.ids
    samples, shares, laws = tally.samples, tally.shares, tally.laws
    samples["turns"].add(table.turns)
    samples["busts"].add(len(table.losses))
    samples["reshuffles"].add(table.reshuffles)
    samples["reverses"].add(table.reverses)
    samples["tokens_in_use"].add(plan.tokens * plan.seats)
    shares["any_reshuffle"].add(table.reshuffles > 0)
    shares["negative_total"].add(table.negative)
    shares["draw_short"].add(table.short > 0)
    shares["deadlock"].add(table.ending == BOUND or _nobody_could(table.stuck))
    tally.note_largest("turns", table.turns)
    tally.note_largest("reshuffles", table.reshuffles)
    tally.note_largest(plan.token, plan.tokens * plan.seats)
    laws["endings"][table.ending] += 1
    played, mattered = laws["played"], laws["mattered"]
    for card, times in enumerate(table.played):
        if times:
            played[ids[card]] += times
            if table.mattered[card]:
                mattered[ids[card]] += table.mattered[card]
    if table.losses:
        samples["first_bust_turn"].add(table.losses[0][0])
    for seat in range(plan.seats):
        tally.by_seat["win_by_seat"][seat].add(seat in table.winners)
    if table.ending == WON:
        samples["winner_tokens"].add(table.tokens[table.winners[0]])
        shares["runaway"].add(_ran_away(table))


def measures_of(plan: Plan, tally: Tally) -> dict[str, Any]:
    """Return the measures that both adding games have, by name."""
    samples, shares = tally.samples, tally.shares
    return {
        "turns": samples["turns"].data(),
        "busts": samples["busts"].data(),
        "first_bust_turn": samples["first_bust_turn"].data(),
        "reshuffles": samples["reshuffles"].data(),
        "p_any_reshuffle": shares["any_reshuffle"].data(),
        "p_negative_total": shares["negative_total"].data(),
        "win_by_seat": tally.seats("win_by_seat"),
        "winner_tokens": samples["winner_tokens"].data(),
        "tokens_needed": plan.tokens * plan.seats,
        "reverses": samples["reverses"].data(),
        "p_draw_short": shares["draw_short"].data(),
    }


def _nobody_could(stuck: Sequence[tuple[int, int]]) -> bool:
    """Return whether a whole lap passed without a card.

    Each entry is a turn without one and how many players were living.
    """
    first, run, lap = 0, 0, 0
    for turn, living in stuck:
        if turn != first + run:
            first, run, lap = turn, 0, living
        run += 1
        if run >= lap:
            return True
    return False


def _ran_away(table: AddingTable) -> bool:
    """Return whether the winner led alone from the end of the first quarter of the busts on."""
    plan, losses = table.plan, table.losses
    (winner,) = table.winners
    tokens = [plan.tokens] * plan.seats
    quarter = -(-len(losses) // 4)
    for number, (_, loser) in enumerate(losses, start=1):
        tokens[loser] -= 1
        if number >= quarter:
            own = tokens[winner]
            if any(count >= own for seat, count in enumerate(tokens) if seat != winner):
                return False
    return True
