"""Numerik in numbers: reference statistics, laws, bounds on tokens, what can be reached."""

from math import comb, sqrt
from random import Random

import pytest
from numerik_tables import laid, measured, play, rules_of

from cardforge.play.measures import Tally
from cardforge.play.numerik import rules as numerik
from cardforge.play.numerik.reach import reach_of
from cardforge.play.table import play_out

# Statistics of another implementation, with nothing but the stated power: mean and its error.
REFERENCE = {
    ("decouverte", 2, "random"): {
        "turns_per_round": (13.87, 0.039),
        "p_round_with_triple": (0.4183, 0.0025),
        "p_round_with_333": (0.0982, 0.0015),
        "p_any_reshuffle": (0.0100, 0.0005),
        "null_effect_share": (0.495, 0.0007),
        "points_per_player": (3.73, 0.020),
        "most_points": (7.47, 0.029),
    },
    ("decouverte", 4, "random"): {
        "turns_per_round": (18.90, 0.065),
        "p_ends_before_all_played": (0.0090, 0.0007),
        "p_round_with_triple": (0.5121, 0.0035),
        "p_round_with_333": (0.1307, 0.0024),
        "p_any_reshuffle": (0.1038, 0.0021),
        "null_effect_share": (0.493, 0.0008),
        "points_per_player": (6.47, 0.022),
        "most_points": (13.56, 0.041),
    },
    ("decouverte", 4, "greedy"): {
        "turns_per_round": (10.93, 0.037),
        "p_ends_before_all_played": (0.0075, 0.0006),
        "p_round_with_triple": (0.8047, 0.0027),
        "p_round_with_333": (0.7087, 0.0031),
        "p_any_reshuffle": (0.0037, 0.0004),
        "null_effect_share": (0.182, 0.0008),
        "points_per_player": (5.84, 0.026),
        "most_points": (14.25, 0.054),
    },
    ("standard", 4, "random"): {
        "turns_per_round": (27.89, 0.104),
        "p_ends_on_turn_1": (0.0042, 0.0004),
        "p_ends_before_all_played": (0.0103, 0.0006),
        "p_round_with_triple": (0.3159, 0.0028),
        "p_round_with_333": (0.0479, 0.0013),
        "p_any_reshuffle": (0.1467, 0.0021),
        "p_draw_short": (0.0059, 0.0005),
        "null_effect_share": (0.291, 0.0005),
        "points_per_player": (16.26, 0.052),
        "most_points": (34.23, 0.112),
    },
    ("standard", 4, "greedy"): {
        "turns_per_round": (10.18, 0.035),
        "p_ends_on_turn_1": (0.0519, 0.0013),
        "p_ends_before_all_played": (0.0982, 0.0017),
        "p_round_with_triple": (0.0987, 0.0017),
        "p_round_with_333": (0.0258, 0.0009),
        "null_effect_share": (0.080, 0.0006),
        "points_per_player": (14.55, 0.056),
        "most_points": (33.37, 0.131),
    },
}
ZERO = {
    "decouverte": ("p_ends_on_turn_1", "p_draw_short"),
    "standard": (),
}
GAMES = {"random": 700, "greedy": 500}


@pytest.mark.slow
def test_the_statistics_of_another_implementation_are_reproduced():
    squares = []
    for (mode, players, policy), expected in REFERENCE.items():
        rules = rules_of(mode, players, powers="stated")
        found = rules.measures(measured(rules, policy, GAMES[policy]))
        for name, (mean, error) in expected.items():
            z = (found[name]["mean"] - mean) / sqrt(found[name]["se"] ** 2 + error**2)
            assert abs(z) < 4, (mode, players, policy, name, found[name], mean)
            squares.append(z * z)
        for name in ZERO[mode]:
            assert found[name]["mean"] == 0
        assert found["blocked_passes"]["mean"] < 0.06
        assert found["max_hand"] > rules.plan.hand
    assert sum(squares) / len(squares) < 1.5


def within(share, expected, errors=3):
    """Say that a share is its expected value within some standard errors."""
    error = sqrt(expected * (1 - expected) / share["n"])
    assert abs(share["mean"] - expected) < errors * error, (share, expected)


@pytest.mark.parametrize(("mode", "digits"), [("decouverte", 5), ("standard", 8), ("avance", 10)])
def test_starting_codes_follow_the_exact_law(mode, digits):
    rules = rules_of(mode, 2)
    deals = Tally()
    for number in range(3000):
        table = rules.table(Random(f"{mode}:{number}"))
        table._note_round(None)
        rules.record(table, deals)
    found = rules.measures(deals)
    total = comb(10 * digits, 3)
    within(found["p_start_code_triple"], digits * comb(10, 3) / total)
    within(found["p_start_code_pair"], digits * (digits - 1) * comb(10, 2) * 10 / total)


def test_null_codes_are_counted_as_the_rules_count_them():
    from cardforge.play.numerik.code import IS_NULL, digits_of

    for top, expected in ((4, 61), (7, 148), (9, 226)):
        codes = [code for code in range(1000) if max(digits_of(code)) <= top]
        assert sum(IS_NULL[code] for code in codes) == expected


# Tokens.


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_an_interdit_for_all_takes_one_token_of_each_player(players):
    rules = rules_of("avance", players, powers="stated")
    table = laid(rules, "840", "9" + "0123", *["0123"] * (players - 1), last="H")
    play(table, "9U")
    # Before the next player's tokens are set aside as old ones, all hold one.
    assert table.same_most[4] == players
    assert rules.plan.bans[4].copies == players


@pytest.mark.slow
@pytest.mark.parametrize(("players", "bound"), [(2, 3), (3, 5), (4, 8), (5, 11), (6, 15)])
def test_the_interdit_tokens_in_use_stay_within_their_bound(players, bound):
    assert bound == sum(k // 2 + 1 for k in range(1, players + 1))
    rules = rules_of("avance", players, powers="stated")
    found = rules.measures(measured(rules, "random", 40))
    assert 0 < found["max_interdit_tokens"] <= bound
    assert 0 < found["max_interdit_same_digit"] <= players
    assert found["max_skip_tokens"] <= -(-players // 4)


def test_four_plays_lie_between_two_snipers():
    # Greedy players like 3-3-3; whether it is called Sniper changes no play.
    rules = rules_of("decouverte", 3)
    plays, snipes, apart = 0, None, []

    def hear(event):
        nonlocal plays, snipes
        if event.kind == "round":
            snipes = None
        elif event.kind == "play":
            plays += 1
            if event.values["code"] == "3-3-3":
                if snipes is not None:
                    apart.append(plays - snipes)
                snipes = plays

    for number in range(60):
        play_out(rules.table(Random(number), hear), [rules.policies["greedy"]] * 3)
    assert len(apart) > 10
    assert min(apart) == 4


def test_the_tokens_that_were_used_are_counted_by_their_ids():
    rules = rules_of("avance", 6)
    tally = measured(rules, "random", 15)
    assert tally.largest["ban.4"][0] <= 6
    assert tally.largest["skip.skip"][0] <= 2
    assert tally.laws["played"]["ban.4"] > 0
    assert tally.laws["played"]["place.tens"] > 0
    assert tally.samples["tokens_in_use"].most >= tally.largest["max_interdit_tokens"][0]


# What can be reached.


@pytest.mark.parametrize("mode", ["standard", "avance"])
@pytest.mark.parametrize("forbid", ["cover", "combo", "pos", "none"])
def test_every_power_can_occur_under_most_readings(mode, forbid):
    for lift in ("no", "yes"):
        assert rules_of(mode, 4, forbid=forbid, lift=lift).unreachable() == []


@pytest.mark.parametrize(("mode", "powers"), [("standard", 8), ("avance", 10)])
def test_under_the_literal_reading_only_the_first_play_makes_a_triple(mode, powers):
    rules = rules_of(mode, 4, forbid="prev")
    reach = reach_of(rules.plan)
    assert (len(reach.first), len(reach.later)) == (powers, 0)
    found = rules.unreachable()
    assert [one.card for one in found] == [f"powers.{3 * str(digit)}" for digit in range(powers)]
    assert "only the very first play on a starting code can make 333" in found[3].reason


def test_a_lifted_restriction_lets_triples_occur_later():
    assert rules_of(forbid="prev", lift="yes").unreachable() == []


@pytest.mark.slow
@pytest.mark.parametrize("powers", ["stated", "house"])
def test_play_under_the_literal_reading_makes_no_triple_after_the_first_play(powers):
    rules = rules_of("standard", 3, forbid="prev", powers=powers)
    found = rules.measures(measured(rules, "random", 300))
    assert found["triples_total"] == found["triples_on_first_play"] > 0
    lifted = rules_of("standard", 3, forbid="prev", powers=powers, lift="yes")
    found = lifted.measures(measured(lifted, "random", 300))
    assert found["triples_total"] > found["triples_on_first_play"] > 0


def test_a_digit_with_two_cards_makes_no_triple():
    rules = rules_of()
    deck = [digit for digit in rules.plan.deck if digit != 4] + [4, 4]
    fewer = numerik.Numerik(rules.plan._replace(deck=tuple(sorted(deck))))
    (found,) = fewer.unreachable()
    assert found.card == "powers.444"
    assert found.reason == "444 takes three cards with the digit 4, and the box has 2"


def test_discovery_has_nothing_to_reach():
    assert rules_of("decouverte", 4, forbid="prev").unreachable() == []


def test_all_powers_occur_in_play_and_are_carried_out():
    rules = rules_of("avance", 3)
    tally = measured(rules, "random", 60)
    powers = [f"powers.{3 * str(digit)}" for digit in range(10)]
    assert all(tally.laws["played"][power] > 0 for power in powers)
    assert all(tally.laws["mattered"][power] > 0 for power in powers)
    assert set(rules.cards) >= set(powers)


# Measures.


def test_games_are_merged_in_any_order():
    rules = rules_of("standard", 3)
    whole = measured(rules, "random", 6)
    parts = [Tally(), Tally()]
    for number in range(6):
        tally = parts[number % 2]
        tally.number = number
        tally.games += 1
        table = rules.table(Random(f"5:{number}"))
        play_out(table, [rules.policies["random"]] * 3)
        rules.record(table, tally)
    parts[1].merge(parts[0])
    assert rules.measures(parts[1]) == rules.measures(whole)
    assert parts[1].largest == whole.largest


def test_measures_of_a_game_are_its_counts():
    rules = rules_of("standard", 3)
    events = []
    table = rules.table(Random("one"), events.append)
    play_out(table, [rules.policies["random"]] * 3)
    tally = Tally()
    rules.record(table, tally)
    found = rules.measures(tally)
    kinds = [event.kind for event in events]
    assert found["rounds"]["mean"] == kinds.count("round")
    assert found["turns"]["mean"] == sum(map(kinds.count, ("play", "blocked", "skipped")))
    assert found["null_effect_share"]["n"] == kinds.count("play")
    assert found["reshuffles"]["mean"] * found["reshuffles"]["n"] == kinds.count("reshuffle")
    assert found["triples_total"] == kinds.count("power")
    points = [event.values["points"] for event in events if event.kind == "points"]
    assert found["points_per_player"]["mean"] == pytest.approx(sum(points) / len(points))
    assert found["win_by_seat"][str(table.winners[0])]["mean"] == 1


def test_a_runaway_leads_alone_from_the_first_quarter_on():
    rules = rules_of("standard", 2)
    table = rules.table(Random(1))
    for hands in ([[1], []], [[], [2]], [[], [3]], [[], [7] * 20]):
        table.hands = [list(hand) for hand in hands]
        table._end_round()
    tally = Tally()
    rules.record(table, tally)
    # Seat 0 lost the first of four rounds: not alone in the lead after the first quarter.
    assert (table.winners, tally.shares["runaway"].hits) == ((0,), 0)
    table = rules.table(Random(1))
    for hands in ([[], [1]], [[], [2]], [[2], []], [[], [7] * 20]):
        table.hands = [list(hand) for hand in hands]
        table._end_round()
    tally = Tally()
    rules.record(table, tally)
    assert tally.shares["runaway"].hits == 1
