"""What is counted in games of Numerik, and the measures made of it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from cardforge.play.measures import Tally
from cardforge.play.numerik.code import DIGIT_OF, PLACE_OF, PLACES
from cardforge.play.numerik.plan import Plan
from cardforge.play.numerik.state import Round, State
from cardforge.play.table import BOUND

# Of the measures, the samples and shares that bear their own names in a tally.
SAMPLES = (
    "rounds",
    "turns",
    "turns_per_round",
    "blocked_passes",
    "reshuffles",
    "points_per_player",
)
SHARES = (
    "p_ends_on_turn_1",
    "p_ends_before_all_played",
    "p_round_with_triple",
    "p_round_with_333",
    "p_any_reshuffle",
    "p_draw_short",
    "null_effect_share",
    "p_start_code_triple",
    "p_start_code_pair",
)
LARGEST = ("max_hand", "max_interdit_tokens", "max_interdit_same_digit", "max_skip_tokens")
TOTALS = ("triples_on_first_play", "triples_total")
POINTS, MOST_POINTS = "points_per_player", "most_points"


def record(state: State, tally: Tally) -> None:
    """Add what was measured in a finished game."""
    for round_ in state.rounds:
        _record_round(round_, tally)
    rounds = state.rounds
    samples, shares = tally.samples, tally.shares
    turns = sum(round_.turns for round_ in rounds)
    samples["turns"].add(turns)
    samples["rounds"].add(len(rounds))
    samples["tokens_in_use"].add(state.token_most)
    tally.laws["endings"][state.ending] += 1
    tally.note_largest("turns", turns)
    for name, value in zip(LARGEST, _largest(state), strict=True):
        tally.note_largest(name, value)
    for seat in range(state.plan.seats):
        tally.by_seat["win_by_seat"][seat].add(int(seat in state.winners))
    if state.ending != BOUND:
        shares["runaway"].add(int(_is_runaway(state)))
    shares["deadlock"].add(int(state.stuck or state.ending == BOUND))
    _record_cards(state, tally)
    _record_tokens(state, tally)


def _record_round(round_: Round, tally: Tally) -> None:
    samples, shares = tally.samples, tally.shares
    samples["turns_per_round"].add(round_.turns)
    samples["blocked_passes"].add(round_.blocked)
    samples["reshuffles"].add(round_.reshuffles)
    tally.note_largest("turns_per_round", round_.turns)
    if round_.points is not None:
        for points in round_.points:
            samples[POINTS].add(points)
        samples[MOST_POINTS].add(max(round_.points))
        shares["p_ends_on_turn_1"].add(int(round_.turns == 1))
        shares["p_ends_before_all_played"].add(int(round_.turns < len(round_.points)))
    else:
        shares["p_ends_on_turn_1"].add(0)
        shares["p_ends_before_all_played"].add(0)
    shares["p_round_with_triple"].add(int(round_.triples > 0))
    shares["p_round_with_333"].add(int(round_.sniped))
    shares["p_any_reshuffle"].add(int(round_.reshuffles > 0))
    shares["p_draw_short"].add(int(round_.unpaid > 0))
    shares["null_effect_share"].add(round_.nulls, round_.plays)
    shares["p_start_code_triple"].add(int(round_.equal == PLACES))
    shares["p_start_code_pair"].add(int(round_.equal == PLACES - 1))
    totals = tally.laws["totals"]
    totals["triples_total"] += round_.triples
    totals["triples_on_first_play"] += round_.first_triples
    if round_.unpaid:
        tally.note_largest("draw_short", round_.unpaid)


def _largest(state: State) -> tuple[int, int, int, int]:
    """Return the largest of a game, in the order of their names."""
    hand = max(round_.max_hand for round_ in state.rounds)
    return hand, state.ban_most, max(state.same_most), state.skip_most


def _is_runaway(state: State) -> bool:
    """Return whether the winner led alone from the end of the first quarter of the rounds on."""
    rounds = state.rounds
    if len(state.winners) != 1:
        return False
    (winner,) = state.winners
    return all(
        all(
            total > round_.totals[winner]
            for seat, total in enumerate(round_.totals)
            if seat != winner
        )
        for round_ in rounds[ceil(len(rounds) / 4) - 1 :]
    )


def _record_cards(state: State, tally: Tally) -> None:
    """Count the plays of each card and power, and those that mattered.

    A digit mattered when its card ended a round, a super-power when it was carried out.  All cards
    of one digit are as good as each other, so that each of them counts for it.
    """
    played, mattered = tally.laws["played"], tally.laws["mattered"]
    plan = state.plan
    by_digit, by_place = [0] * len(plan.cards), [0] * PLACES
    for play, times in enumerate(state.played):
        by_digit[DIGIT_OF[play]] += times
        by_place[PLACE_OF[play]] += times
    for digit, cards in enumerate(plan.cards):
        for card, _ in cards:
            played[card] += by_digit[digit]
            mattered[card] += state.ended_by[digit]
    for digit, power in enumerate(plan.powers):
        if power is not None:
            played[power.id] += state.occurred[digit]
            mattered[power.id] += state.worked[digit]
    for place, marker in enumerate(plan.markers):
        if marker.id:
            played[marker.id] += by_place[place]


def _record_tokens(state: State, tally: Tally) -> None:
    """Count the tokens that were taken, and note the most of each that lay out at once."""
    played, plan = tally.laws["played"], state.plan
    for tokens, most, handed in zip(
        (*plan.bans, plan.skip),
        (*state.same_most, state.skip_most),
        state.handed,
        strict=True,
    ):
        if tokens.id and handed:
            played[tokens.id] += handed
            tally.note_largest(tokens.id, most)


def measures(plan: Plan, tally: Tally) -> dict[str, Any]:
    """Return the measures of the games in a tally, by name."""
    found: dict[str, Any] = {name: tally.samples[name].data() for name in SAMPLES}
    found |= {name: tally.shares[name].data() for name in SHARES}
    found |= {name: tally.laws["totals"][name] for name in TOTALS}
    found |= {name: tally.largest[name][0] if name in tally.largest else 0 for name in LARGEST}
    found["most_points"] = tally.samples[MOST_POINTS].data()
    turns = tally.samples["turns_per_round"]
    for name, share in (("p95", 0.95), ("p99", 0.99)):
        found[f"turns_per_round_{name}"] = turns.quantile(share)
    found["turns_per_round_max"] = turns.most
    found["win_by_seat"] = tally.seats("win_by_seat")
    found["powers"] = {
        power.id: tally.laws["played"][power.id] for power in plan.powers if power is not None
    }
    return found


def ids_of(plan: Plan) -> tuple[str, ...]:
    """Return the ids of everything that is played with: cards, super-powers, tokens."""
    cards: Sequence[str] = [card for found in plan.cards for card, _ in found]
    powers = [power.id for power in plan.powers if power is not None]
    tokens = [tokens.id for tokens in (*plan.bans, plan.skip, *plan.markers) if tokens.id]
    return (*cards, *powers, *tokens)
