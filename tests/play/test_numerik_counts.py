"""What Numerik counts, held against what is told and seen of the very same games."""

from random import Random

import pytest
from numerik_tables import rules_of

from cardforge.play.measures import Tally
from cardforge.play.numerik.state import Round
from cardforge.play.table import WON


def told(events):
    """Return by round what can be read off the events of a game."""
    rounds = []
    for event in events:
        kind, values = event.kind, event.values
        if kind == "round":
            rounds.append({"codes": [], "blocked": 0, "skipped": 0, "points": {}, "reshuffles": 0,
                           "unpaid": 0, "held": 0})  # fmt: skip
        elif kind == "start-code":
            rounds[-1]["start"] = values["code"]
        elif kind == "play":
            rounds[-1]["codes"].append(values["code"])
        elif kind in ("blocked", "skipped"):
            rounds[-1][kind] += 1
        elif kind == "points":
            rounds[-1]["points"][event.seat] = values["points"]
            rounds[-1]["held"] = max(rounds[-1]["held"], len(event.cards))
        elif kind in ("reshuffle", "unpaid"):
            rounds[-1]["reshuffles" if kind == "reshuffle" else kind] += 1
    return rounds


def is_null(code):
    action, x, unit = map(int, code.split("-"))
    return action == 0 or unit == 0 or (x == 0 and action in (1, 2, 3, 4))


def equal(code):
    """Return how many digits of a code are equal."""
    digits = code.split("-")
    return max(map(digits.count, digits))


def share(hits):
    hits = list(hits)
    return pytest.approx(sum(hits) / len(hits))


def played(rules, policy, seed):
    """Return the events of one game, its measures, and the most Ban tokens seen between turns."""
    events, most, same, hand = [], 0, 0, 0
    table = rules.table(Random(seed), events.append)
    while not table.over:
        table.apply(rules.policies[policy](table))
        if table.awaits == "play" and not table.over:
            hand = max(hand, *map(len, table.hands))
            bans = [*table.bans, table.old_bans]
            most = max(most, sum(map(int.bit_count, bans)))
            same = max(same, *(sum(held >> digit & 1 for held in bans) for digit in range(10)))
    tally = Tally()
    tally.number = tally.games = 1
    rules.record(table, tally)
    return events, rules.measures(tally), tally, (most, same, hand), table


CASES = [
    ("decouverte", 2, "random", 1), ("decouverte", 3, "greedy", 2), ("standard", 4, "random", 3),
    ("standard", 3, "greedy", 4), ("avance", 6, "random", 5), ("avance", 5, "random", 6),
]  # fmt: skip


@pytest.mark.parametrize(("mode", "players", "policy", "seed"), CASES)
def test_the_measures_are_what_is_told(mode, players, policy, seed):
    rules = rules_of(mode, players, powers="stated")
    events, measures, tally, _, table = played(rules, policy, seed)
    rounds = told(events)
    mean = {name: value["mean"] for name, value in measures.items()
            if isinstance(value, dict) and "mean" in value}  # fmt: skip
    turns = [len(r["codes"]) + r["blocked"] + r["skipped"] for r in rounds]
    codes = [code for r in rounds for code in r["codes"]]
    firsts = [equal(r["codes"][0]) == 3 for r in rounds if r["codes"]]
    assert mean["rounds"] == len(rounds)
    assert mean["turns"] == sum(turns)
    assert mean["turns_per_round"] == share(turns)
    assert measures["turns_per_round_max"] == max(turns)
    assert mean["p_ends_on_turn_1"] == share(n == 1 for n in turns)
    assert mean["p_ends_before_all_played"] == share(n < players for n in turns)
    assert mean["p_round_with_triple"] == share(
        any(equal(code) == 3 for code in r["codes"]) for r in rounds
    )
    assert mean["p_round_with_333"] == share("3-3-3" in r["codes"] for r in rounds)
    assert measures["triples_total"] == sum(equal(code) == 3 for code in codes)
    assert measures["triples_on_first_play"] == sum(firsts)
    assert mean["null_effect_share"] == share(map(is_null, codes))
    assert measures["null_effect_share"]["n"] == len(codes)
    assert mean["p_any_reshuffle"] == share(r["reshuffles"] > 0 for r in rounds)
    assert mean["reshuffles"] == share(r["reshuffles"] for r in rounds)
    assert mean["p_draw_short"] == share(r["unpaid"] > 0 for r in rounds)
    assert mean["blocked_passes"] == share(r["blocked"] for r in rounds)
    assert mean["points_per_player"] == share(p for r in rounds for p in r["points"].values())
    assert mean["most_points"] == share(max(r["points"].values()) for r in rounds)
    assert mean["p_start_code_triple"] == share(equal(r["start"]) == 3 for r in rounds)
    assert mean["p_start_code_pair"] == share(equal(r["start"]) == 2 for r in rounds)
    totals = [sum(r["points"][seat] for r in rounds) for seat in range(players)]
    assert totals == table.totals
    won = {str(seat): float(total == min(table.totals)) for seat, total in enumerate(table.totals)}
    assert {seat: one["mean"] for seat, one in measures["win_by_seat"].items()} == won
    assert tally.laws["played"]["place.tens"] <= len(codes)


def test_the_most_of_anything_is_what_is_seen_between_turns():
    rules = rules_of("avance", 6, powers="stated")
    for seed in (5, 7, 8):
        events, measures, _, (most, same, hand), _ = played(rules, "random", seed)
        assert measures["max_interdit_tokens"] == most > same
        assert measures["max_interdit_same_digit"] == same > 0
        assert measures["max_hand"] == max(hand, *(r["held"] for r in told(events)))


def test_every_skip_token_that_is_taken_is_counted():
    rules = rules_of("standard", 3, powers="stated")
    counts = []
    for seed in range(8):
        events, _, tally, _, _ = played(rules, "greedy", seed)
        snipes = sum(event.kind == "skip-next" for event in events)
        taken = tally.laws["played"]["skip.skip"]
        # Who has a token gets no second one.
        assert (taken > 0) is (snipes > 0)
        assert taken <= snipes
        counts.append(taken)
    assert 0 in counts
    assert max(counts) > 0


def ended(turns=5, points=(3, 0), totals=(3, 0), equal=1):
    """Return a round in which nothing happened but what is said."""
    return Round(
        turns=turns, points=points, totals=totals, plays=turns, nulls=0, blocked=0, reshuffles=0,
        unpaid=0, triples=0, first_triples=0, sniped=False, equal=equal, max_hand=3,
    )  # fmt: skip


def recorded(*rounds, winners=(1,)):
    """Return the tally and the measures of a game of two with these rounds."""
    rules = rules_of("standard", 2, powers="stated")
    table = rules.table(Random(1))
    table.rounds = list(rounds)
    table.over, table.ending, table.winners = True, WON, winners
    tally = Tally()
    rules.record(table, tally)
    return tally, rules.measures(tally)


def test_a_round_of_as_many_turns_as_players_lets_all_play():
    _, measures = recorded(ended(turns=1), ended(turns=2), ended(turns=3), ended(turns=1))
    assert measures["p_ends_on_turn_1"]["mean"] == 0.5
    assert measures["p_ends_before_all_played"]["mean"] == 0.5


def test_starting_codes_are_triples_or_pairs_and_not_both():
    _, measures = recorded(ended(equal=1), ended(equal=2), ended(equal=2), ended(equal=3))
    assert measures["p_start_code_pair"]["mean"] == 0.5
    assert measures["p_start_code_triple"]["mean"] == 0.25


def test_quantiles_of_the_turns_are_by_nearest_rank():
    _, measures = recorded(*(ended(turns=n) for n in range(1, 41)))
    names = ("turns_per_round_p95", "turns_per_round_p99", "turns_per_round_max")
    assert [measures[name] for name in names] == [38, 40, 40]


@pytest.mark.parametrize(
    ("totals", "winners", "runaway"),
    [
        # Seat 1 must be alone in the lead from the end of the first quarter on: few points lead.
        ([(5, 0), (9, 2), (9, 8), (20, 8)], (1,), 1),
        ([(0, 5), (9, 5), (9, 8), (20, 8)], (1,), 0),
        ([(5, 5), (9, 5), (9, 8), (20, 8)], (1,), 0),
        ([(0, 5), (9, 5), (9, 8), (11, 8), (20, 8)], (1,), 1),
        ([(5, 0), (9, 5), (9, 8), (9, 9), (20, 9)], (1,), 0),
        ([(20, 20)], (0, 1), 0),
    ],
)
def test_a_runaway_is_a_lead_from_the_first_quarter_of_the_rounds_on(totals, winners, runaway):
    tally, _ = recorded(*(ended(totals=one) for one in totals), winners=winners)
    assert tally.shares["runaway"].hits == runaway
    assert tally.shares["runaway"].n == 1
