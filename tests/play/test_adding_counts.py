"""What the adding games count, held against what is told of the very same games."""

from random import Random

import pytest
from boxes import box

from cardforge.play.engines import rules_for
from cardforge.play.measures import Tally
from cardforge.play.table import play_out


def counted(name, players, policy, seed, **rulings):
    """Return the events of one game, its measures, its tally and its table."""
    rules = rules_for(box(name, players, **rulings))
    events = []
    table = rules.table(Random(seed), events.append)
    play_out(table, [rules.policies[policy]] * players)
    tally = Tally()
    tally.number = tally.games = 1
    rules.record(table, tally)
    return events, rules.measures(tally), tally, table


def told(events):
    """Return by name what can be read off the events of a game, turn by turn."""
    turns, busts, rounds, found = 0, [], [], {"reshuffle": [], "reverse": 0, "skip": 0}
    at_limit = negative = at_99 = 0
    for event in events:
        if event.kind in ("play", "announce"):
            turns += 1
            at_limit += event.values["before"] == 100
            negative = negative or event.values["total"] < 0
        elif event.kind == "stuck":
            turns += 1
            at_99 += event.values["total"] == 99
        if event.kind in ("bust", "stuck"):
            rounds.append(turns - (busts[-1] if busts else 0))
            busts.append(turns)
        if event.kind == "reshuffle":
            found["reshuffle"].append(len(busts))
        elif event.kind in found:
            found[event.kind] += 1
    end = events[-1]
    return {
        "turns": turns, "busts": len(busts), "first_bust_turn": busts[0], "rounds": rounds,
        "reshuffles": found["reshuffle"], "reverses": found["reverse"], "skips": found["skip"],
        "at_limit": at_limit, "negative": bool(negative), "at_99": at_99,
        "winner": end.seat, "left": end.values["left"],
    }  # fmt: skip


def means(measures, *names):
    return {name: measures[name]["mean"] for name in names}


def check_common(events, measures, tally, table):
    own = told(events)
    for name in ("turns", "busts", "first_bust_turn", "reverses"):
        assert measures[name]["mean"] == own[name], name
    assert measures["reshuffles"]["mean"] == len(own["reshuffles"])
    assert measures["p_any_reshuffle"]["mean"] == bool(own["reshuffles"])
    assert measures["p_negative_total"]["mean"] == own["negative"]
    assert measures["winner_tokens"]["mean"] == own["left"]
    seats = {str(seat): float(seat == own["winner"]) for seat in range(table.seats)}
    assert {seat: share["mean"] for seat, share in measures["win_by_seat"].items()} == seats
    assert measures["tokens_needed"] == 3 * table.seats
    assert tally.largest["turns"] == (own["turns"], 1)
    token = table.plan.token
    assert tally.largest[token] == (3 * table.seats, 1)
    return own


@pytest.mark.parametrize(("players", "policy", "seed"), [
    (3, "random_any", 2), (3, "random_any", 7), (3, "greedy_max", 3), (4, "random", 4),
    (5, "saver", 5), (8, "random", 6),
])  # fmt: skip
def test_one_hundred_counts_what_is_told(players, policy, seed):
    events, measures, tally, table = counted("one-hundred", players, policy, seed)
    own = check_common(events, measures, tally, table)
    share = measures["share_turns_at_100"]
    assert share["mean"] * share["n"] == pytest.approx(own["at_limit"])
    assert share["n"] == own["turns"]


@pytest.mark.parametrize(("players", "policy", "seed"), [
    (2, "random", 1), (2, "greedy_max", 2), (3, "random", 3), (4, "saver", 4), (6, "saver", 2),
    (6, "saver", 3),
])  # fmt: skip
def test_ninety_nine_counts_what_is_told(players, policy, seed):
    events, measures, tally, table = counted("ninety-nine", players, policy, seed)
    own = check_common(events, measures, tally, table)
    assert measures["rounds"]["mean"] == measures["turns_per_round"]["n"] == len(own["rounds"])
    assert table.rounds == own["rounds"]
    assert measures["skips"]["mean"] == own["skips"]
    assert measures["p_bust_at_99"]["mean"] == pytest.approx(own["at_99"] / own["busts"])
    shuffled = len(set(own["reshuffles"]))
    assert measures["p_round_reshuffled"]["mean"] == pytest.approx(shuffled / len(own["rounds"]))


def test_the_games_that_are_counted_have_something_of_everything():
    one, other = (told(counted("one-hundred", 3, "random_any", seed)[0]) for seed in (2, 7))
    assert (one["negative"], other["negative"]) != (False, False)
    assert len(one["reshuffles"]) > len(other["reshuffles"]) == 1
    assert told(counted("ninety-nine", 6, "saver", 2)[0])["reshuffles"]


@pytest.mark.parametrize("name", ["one-hundred", "ninety-nine"])
def test_one_draw_that_was_not_paid_is_counted_and_an_endless_game_is_a_deadlock(name):
    rules = rules_for(box(name, 3))
    for short in (0, 1):
        table = rules.table(Random(1))
        play_out(table, [rules.policies["random"]] * 3)
        table.short = short
        tally = Tally()
        rules.record(table, tally)
        assert rules.measures(tally)["p_draw_short"]["mean"] == short
        assert tally.shares["deadlock"].data()["mean"] == 0
    table = rules.table(Random(1))
    table.most = 9
    play_out(table, [rules.policies["random"]] * 3)
    rules.record(table, tally)
    assert (table.ending, table.winners) == ("bound", ())
    assert (tally.shares["deadlock"].hits, tally.shares["deadlock"].n) == (1, 2)
    # Nobody won it: it tells nothing of winners.
    assert (tally.samples["winner_tokens"].n, tally.shares["runaway"].n) == (1, 1)
