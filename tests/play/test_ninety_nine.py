"""The engine of Ninety-Nine, held against the rules and the figures written down here again."""

from random import Random

import pytest
from adding_cases import (
    agree,
    any_rulings,
    distance,
    hand_of,
    kinds_of,
    measured,
    names_of,
    play,
    rules,
    rules_in,
    share_distance,
    stand,
)
from boxes import box, edited
from hypothesis import given, settings
from hypothesis import strategies as st
from tale_checks import check_tales

from cardforge.play.adding import ninety_nine
from cardforge.play.engines import rules_for
from cardforge.play.table import BOUND, WON, CannotPlay, Event, IllegalMove

GAME = "ninety-nine"
PACK = "from: standard-52"
MOST_TURNS = "play: {engine: ninety-nine,"
TOKENS = 'copies: "{{ facts.tokens * players }}"'
PLAIN_HANDS = ("3-spade 6-spade 7-spade", "3-heart 6-heart 7-heart", "3-club 6-club 7-club")
FACES = "'K': 'set'}[rank ~ '']"
ADDS = "{'J': rulings.jq[:2], 'Q': rulings.jq[3:]}"


@pytest.fixture(scope="module")
def three():
    return rules(GAME, 3)


AFTER_40 = {
    "A-spade:1": 41, "A-heart:11": 51, "2-club": 42, "3-spade": 43, "4-heart": 40, "5-diamond": 45,
    "6-spade": 46, "7-heart": 47, "8-club": 48, "9-diamond": 40, "10-spade": 30, "J-heart": 50,
    "Q-spade": 50, "K-diamond": 99,
}  # fmt: skip
NEXT = {"4-heart": 2, "9-diamond": 2}


@pytest.mark.parametrize("move", AFTER_40)
def test_a_card_makes_of_the_total_what_the_rules_say(three, move):
    card = move.partition(":")[0]
    hands = [" ".join(w for w in hand.split() if w != card) for hand in PLAIN_HANDS]
    table = stand(three, [f"{card} {' '.join(hands[0].split()[:2])}", *hands[1:]], 40)
    play(table, move)
    assert table.total == AFTER_40[move]
    assert table.seat == NEXT.get(move, 1)
    assert len(table.hands[0]) == 3
    assert names_of(table, table.discard) == [card]


@pytest.mark.parametrize(("ruling", "jack", "queen"), [("10/10", 50, 50), ("11/12", 51, 52)])
def test_jacks_and_queens_add_what_the_ruling_says(ruling, jack, queen):
    own = rules(GAME, 3, jq=ruling)
    hands = ["J-spade Q-spade 3-spade", *PLAIN_HANDS[1:]]
    assert play(stand(own, hands, 40), "J-spade").total == jack
    assert play(stand(own, hands, 40), "Q-spade").total == queen


def test_16_of_52_cards_are_legal_at_the_limit(three):
    effects = three.plan.effects
    legal = [card for card in effects.pile if 99 * effects.keep[card] + effects.low[card] <= 99]
    assert (len(legal), len(effects.pile)) == (16, 52)


def test_totals_fall_below_zero_unless_the_ruling_stops_them():
    hands = ["10-spade 3-spade 6-spade", PLAIN_HANDS[1]]
    table = play(stand(rules(GAME, 2), hands, 4), "10-spade")
    assert (table.total, table.negative) == (-6, True)
    table = play(stand(rules(GAME, 2, neg="clamp"), hands, 4), "10-spade")
    assert (table.total, table.negative) == (0, False)


class TestTheNextPlayer:
    @pytest.mark.parametrize(("ruling", "seat", "skips"), [("skip", 2, 1), ("pass", 1, 0)])
    def test_a_9_follows_its_ruling(self, ruling, seat, skips):
        own = rules(GAME, 4, nine=ruling)
        table = stand(own, ["9-spade 3-spade 6-spade", *PLAIN_HANDS[1:], "2-spade"], 40)
        play(table, "9-spade")
        assert (table.seat, table.skips, table.total) == (seat, skips, 40)
        # Who is skipped neither plays nor draws.
        assert hand_of(table, 1) == ["3-heart", "6-heart", "7-heart"]

    def test_a_9_skips_in_the_direction_of_play_and_only_the_living(self):
        own = rules(GAME, 5)
        hands = ["9-spade 4-spade 6-spade", "3-heart", "", "9-club", "3-club"]
        table = stand(own, hands, 40, tokens=[3, 3, 0, 3, 3])
        assert play(table, "9-spade").seat == 3
        # From seat 3 over seat 4 to seat 0; there it turns round and comes back to 4.
        assert play(table, "9-club").seat == 0
        assert play(table, "4-spade").seat == 4

    def test_between_two_a_9_lets_its_player_play_again(self):
        table = stand(rules(GAME, 2), ["9-spade 3-spade 6-spade", PLAIN_HANDS[1]], 40)
        assert play(table, "9-spade").seat == 0
        own = rules(GAME, 4)
        hands = ["9-spade 3-spade", "", PLAIN_HANDS[1], ""]
        assert play(stand(own, hands, 40, tokens=[1, 0, 3, 0]), "9-spade").seat == 0

    @pytest.mark.parametrize(("ruling", "seat"), [("none", 2), ("skip", 0)])
    def test_a_4_between_two_follows_its_ruling(self, ruling, seat):
        own = rules(GAME, 3, rev2=ruling)
        table = stand(own, ["4-spade 3-spade", "", PLAIN_HANDS[2]], 40, tokens=[1, 0, 3])
        assert play(table, "4-spade").seat == seat
        table = stand(own, ["4-spade 3-spade", *PLAIN_HANDS[1:]], 40)
        assert play(table, "4-spade").seat == 2

    def test_who_is_out_is_passed_over_in_both_directions(self):
        own = rules(GAME, 4)
        hands = ["4-spade 3-spade", PLAIN_HANDS[1], PLAIN_HANDS[2], ""]
        tokens = [3, 3, 3, 0]
        assert play(stand(own, hands, 40, tokens=tokens), "4-spade").seat == 2
        assert play(stand(own, hands, 40, tokens=tokens, seat=2), "3-club").seat == 0


class TestALostToken:
    def test_only_who_has_no_legal_card_loses_a_token(self, three):
        table = stand(three, [*PLAIN_HANDS], 97)
        assert table.moves() == [table.read("bust")]
        play(table, "bust")
        assert (table.tokens, table.losses, table.turns) == ([2, 3, 3], [(1, 0)], 1)
        assert stand(three, [*PLAIN_HANDS], 96).moves() == [table.read("3-spade")]

    def test_the_round_ends_and_all_cards_are_dealt_anew(self, three):
        table = stand(three, [*PLAIN_HANDS], 97, discard="K-spade 8-spade")
        table.direction = -1
        play(table, "bust")
        assert (table.total, table.direction, table.discard) == (0, 1, [])
        assert [len(hand) for hand in table.hands] == [3, 3, 3]
        assert len(table.stock) == 43
        assert table.rounds == [1]

    def test_who_is_out_is_dealt_no_more_cards(self, three):
        table = play(stand(three, [*PLAIN_HANDS], 97, tokens=[1, 3, 3]), "bust")
        assert [len(hand) for hand in table.hands] == [0, 3, 3]
        assert len(table.stock) == 46

    @pytest.mark.parametrize(("ruling", "first", "tokens", "starts"), [
        ("loser", 0, [3, 3, 3, 3], 2),
        ("loser", 0, [3, 3, 1, 3], 3),
        ("loser", 0, [3, 3, 1, 0], 0),
        ("next", 0, [3, 3, 3, 3], 3),
        ("next", 0, [3, 3, 3, 0], 0),
        ("next", 0, [3, 3, 1, 0], 0),
        ("rotate", 0, [3, 3, 3, 3], 1),
        ("rotate", 0, [3, 0, 3, 3], 2),
        ("rotate", 1, [3, 3, 1, 3], 3),
        ("rotate", 3, [3, 3, 3, 3], 0),
    ])  # fmt: skip
    def test_who_starts_the_next_round_follows_its_ruling(self, ruling, first, tokens, starts):
        own = rules(GAME, 4, starter=ruling)
        table = stand(own, ["", "", PLAIN_HANDS[0], ""], 97, tokens=tokens, seat=2)
        table.starter, table.direction = first, -1
        play(table, "bust")
        assert (table.seat, table.starter, table.direction) == (starts, starts, 1)

    @pytest.mark.parametrize(("ruling", "total"), [("turn_hold", 97), ("turn_reset", 0)])
    def test_where_only_the_turn_ends_hands_and_direction_stay(self, ruling, total):
        own = rules(GAME, 3, end=ruling)
        table = stand(own, [*PLAIN_HANDS], 97, discard="K-spade")
        table.direction = -1
        play(table, "bust")
        assert (table.total, table.seat, table.direction) == (total, 2, -1)
        assert [hand_of(table, seat) for seat in range(3)] == [h.split() for h in PLAIN_HANDS]
        assert len(table.stock) == 42
        assert names_of(table, table.discard) == ["K-spade"]
        assert table.rounds == []

    def test_the_hand_of_who_is_out_then_goes_under_the_discard(self):
        own = rules(GAME, 3, end="turn_hold")
        table = stand(own, [*PLAIN_HANDS], 97, discard="K-spade", tokens=[1, 3, 3])
        play(table, "bust")
        assert table.hands[0] == []
        assert sorted(names_of(table, table.discard[:3])) == PLAIN_HANDS[0].split()
        assert (table.buried, names_of(table, table.discard[3:])) == (3, ["K-spade"])

    def test_the_last_player_with_a_token_wins(self, three):
        table = play(stand(three, [*PLAIN_HANDS], 97, tokens=[1, 0, 2]), "bust")
        assert (table.over, table.ending, table.winners) == (True, WON, (2,))
        assert table.moves() == ()
        assert table.rounds == [1]
        assert table.why_not(table.read("3-club")).code == "ended"
        with pytest.raises(IllegalMove):
            play(table, "bust")


def test_an_empty_pile_is_made_of_the_discard_but_its_top_card(three):
    hands = ["K-spade 3-spade 6-spade", *PLAIN_HANDS[1:]]
    table = stand(three, hands, 44, discard="8-spade 8-heart 8-club", stock="")
    play(table, "K-spade")
    assert names_of(table, table.discard) == ["K-spade"]
    assert (table.total, table.reshuffles, len(table.stock)) == (99, 1, 2)


def test_a_draw_that_cannot_be_paid_is_counted_and_the_game_goes_on(three):
    table = stand(three, ["4-spade", "3-heart", "6-club"], 10, stock="")
    play(table, "4-spade")
    assert (table.short, table.hands[0]) == (1, [])
    play(table, "6-club", "3-heart")
    # Without a card there is none that could be played.
    assert table.moves() == [table.read("bust")]
    assert three.policies["saver"](table) == table.read("bust")
    assert play(table, "bust").tokens == [2, 3, 3]


class TestIllegalMoves:
    @pytest.mark.parametrize(("hand", "total", "move", "code"), [
        ("J-spade 4-spade 6-spade", 95, "J-spade", "passes-limit"),
        ("A-spade 4-spade 6-spade", 95, "A-spade:11", "passes-limit"),
        ("J-spade 8-spade 6-spade", 95, "J-spade", "stuck"),
        ("J-spade 4-spade 6-spade", 95, "bust", "must-play"),
        ("A-spade 8-spade 6-spade", 98, "bust", "must-play"),
        ("A-spade 8-spade 6-spade", 40, "A-spade", "value-of"),
        ("A-spade 8-spade 6-spade", 40, "A-spade:5", "value-of"),
        ("A-spade 8-spade 6-spade", 40, "8-spade:5", "no-choice"),
        ("A-spade 8-spade 6-spade", 40, "8-heart", "not-in-hand"),
    ])  # fmt: skip
    def test_a_move_is_refused_with_its_reason_and_nothing_is_changed(
        self, three, hand, total, move, code
    ):
        table = stand(three, [hand, *PLAIN_HANDS[1:]], total)
        before = table.summary()
        refusal = table.why_not(table.read(move))
        assert refusal.code == code
        with pytest.raises(IllegalMove) as refused:
            play(table, move)
        assert refused.value.refusal == refusal
        assert table.summary() == before

    def test_a_card_that_passes_the_limit_is_held_against_one_that_does_not(self, three):
        table = stand(three, ["J-spade 4-spade 6-spade", *PLAIN_HANDS[1:]], 95)
        refusal = table.why_not(table.read("J-spade"))
        assert refusal.values == {
            "card": "Jack of spades", "total": 105, "limit": 99, "other": "4 of spades"
        }  # fmt: skip

    def test_an_ace_may_add_the_number_that_stays_within_the_limit(self, three):
        table = stand(three, ["A-spade 8-spade 6-spade", *PLAIN_HANDS[1:]], 95)
        assert list(map(table.written, table.moves())) == ["A-spade:1"]
        table.total = 88
        assert sorted(map(table.written, table.moves())) == [
            "6-spade", "8-spade", "A-spade:1", "A-spade:11"
        ]  # fmt: skip

    def test_a_card_that_does_not_exist_is_refused(self, three):
        assert three.table(Random(1)).why_not((400, None)).code == "unknown"

    @pytest.mark.parametrize("text", ["", "Z-spade", "A-spade:", "A-spade:x", "pass"])
    def test_what_is_no_move_cannot_be_read(self, three, text):
        with pytest.raises(ValueError, match=r"no card|no whole number"):
            three.table(Random(1)).read(text)


class TestPolicies:
    @pytest.mark.parametrize(("policy", "hand", "total", "moves"), [
        ("random", "3-spade 7-spade K-spade", 40, "3-spade 7-spade K-spade"),
        ("random", "3-spade 7-spade K-spade", 96, "3-spade K-spade"),
        ("random", "A-spade 7-spade J-spade", 95, "A-spade:1"),
        ("random", "A-spade", 40, "A-spade:1 A-spade:11"),
        ("random", "3-spade 7-spade 8-spade", 98, "bust"),
        ("greedy_max", "A-spade J-spade 8-spade", 40, "A-spade:11"),
        ("greedy_max", "J-spade Q-spade 8-spade", 40, "J-spade Q-spade"),
        ("greedy_max", "K-spade Q-spade 8-spade", 89, "K-spade Q-spade"),
        ("greedy_max", "10-spade 4-spade 9-spade", 40, "4-spade 9-spade"),
        ("greedy_max", "3-spade 7-spade 8-spade", 98, "bust"),
        ("saver", "K-spade Q-spade 8-spade", 40, "Q-spade"),
        ("saver", "K-spade Q-spade 8-spade", 90, "8-spade"),
        ("saver", "A-spade J-spade 8-spade", 88, "A-spade:11"),
        ("saver", "A-spade K-spade 8-spade", 98, "A-spade:1"),
        ("saver", "K-spade 4-spade 10-spade", 40, "K-spade 4-spade 10-spade"),
        ("saver", "K-spade 4-spade 8-spade", 98, "K-spade 4-spade"),
        ("saver", "8-heart 8-spade 3-spade", 40, "8-heart 8-spade"),
        ("saver", "3-spade 7-spade 8-spade", 98, "bust"),
    ])  # fmt: skip
    def test_a_policy_chooses_as_it_is_defined(self, three, policy, hand, total, moves):
        table = stand(three, [hand, "", ""], total)
        chosen = {table.written(three.policies[policy](table)) for _ in range(200)}
        assert chosen == set(moves.split())

    def test_random_chooses_a_card_first_then_the_number_of_an_ace(self, three):
        table = stand(three, ["A-spade 3-spade", "", ""], 40)
        chosen = [table.written(three.policies["random"](table)) for _ in range(4000)]
        # A half and two quarters, within four standard errors.
        assert abs(chosen.count("3-spade") - 2000) < 4 * 31.7
        assert abs(chosen.count("A-spade:1") - 1000) < 4 * 27.4

    def test_greedy_max_chooses_among_cards_and_numbers_alike(self, three):
        table = stand(three, ["J-spade Q-spade Q-heart", "", ""], 40)
        chosen = [table.written(three.policies["greedy_max"](table)) for _ in range(3000)]
        assert abs(chosen.count("J-spade") - 1000) < 4 * 25.9

    def test_greedy_is_greedy_max(self, three):
        assert three.greedy == "greedy_max"
        assert set(three.policies) == {"random", "greedy_max", "saver"}


def test_only_what_the_seat_cannot_see_is_dealt_anew():
    own = rules(GAME, 4, end="turn_reset")
    table = own.table(Random(3))
    for _ in range(60):
        table.apply(own.policies["random"](table))
    before = table.census()
    different = False
    for number in range(20):
        twin = table.imagined(Random(number))
        assert twin.census() == before
        assert twin.hands[table.seat] == table.hands[table.seat]
        assert twin.discard[table.buried :] == table.discard[table.buried :]
        assert [len(hand) for hand in twin.hands] == [len(hand) for hand in table.hands]
        assert (twin.total, twin.tokens, twin.skips) == (table.total, table.tokens, table.skips)
        different |= sorted(twin.stock) != sorted(table.stock)
    assert different
    twin.apply(own.policies["random"](twin))
    assert table.census() == before


REFERENCE = {
    # players, policy: games, then means and standard errors, shares, then the wins of each seat.
    (2, "random"): (2000, {
        "turns": (56.08, 0.135), "turns_per_round": (13.57, 0.027), "rounds": (4.132, 0.005),
    }, {"long": 0.0266, "p_bust_at_99": 0.8832, "p_negative_total": 0.5485}, (0.5081, 0.4919)),
    (4, "random"): (1500, {
        "turns": (144.46, 0.194), "turns_per_round": (13.85, 0.018), "rounds": (10.427, 0.005),
    }, {"long": 0.0319, "p_bust_at_99": 0.8873, "p_negative_total": 0.8638},
        (0.2527, 0.2421, 0.2522, 0.2529)),
    (4, "greedy_max"): (1500, {
        "turns": (101.36, 0.168), "turns_per_round": (9.71, 0.015), "rounds": (10.434, 0.005),
    }, {"long": 0.0075, "p_bust_at_99": 0.8890, "p_negative_total": 0.0027},
        (0.2515, 0.2558, 0.2497, 0.2429)),
    (6, "saver"): (700, {
        "turns": (345.09, 0.212), "turns_per_round": (20.89, 0.011), "rounds": (16.521, 0.005),
    }, {"long": 0.0777, "p_bust_at_99": 0.7878, "p_negative_total": 0.1449,
        "p_round_reshuffled": 0.00348}, (0.1686, 0.1626, 0.1718, 0.1668, 0.1668, 0.1633)),
}  # fmt: skip


@pytest.mark.slow
def test_the_games_are_as_long_and_as_fair_as_those_of_another_program():
    distances = {}
    for key, (games, figures, shares, wins) in REFERENCE.items():
        players, policy = key
        measures, tally = measured(rules(GAME, players), policy, games)
        lengths = tally.samples["turns_per_round"]
        over_30 = sum(times for turns, times in lengths.counts.items() if turns > 30)
        measures["long"] = {"mean": over_30 / lengths.n, "n": lengths.n}
        for name, figure in figures.items():
            distances[key, name] = distance(measures[name], *figure)
        for name, share in shares.items():
            units = 20000 if name == "p_negative_total" else 20000 * figures["rounds"][0]
            distances[key, name] = share_distance(measures[name], share, units)
        for seat, share in enumerate(wins):
            measure = measures["win_by_seat"][str(seat)]
            distances[key, seat] = share_distance(measure, share, 20000)
        # Each round ends by a bust.
        assert measures["busts"] == measures["rounds"]
        assert measures["tokens_needed"] == 3 * players
        winner, busts = measures["winner_tokens"]["mean"], measures["busts"]["mean"]
        assert winner + busts == pytest.approx(3 * players)
        assert tally.laws["endings"] == {WON: games}
    agree(distances)


def test_stuck_players_lose_all_tokens_in_a_few_turns_when_the_total_stays():
    means, tallies = {}, {}
    for ruling in ninety_nine.RULINGS["end"]:
        measures, tallies[ruling] = measured(rules(GAME, 4, end=ruling), "random", 300)
        means[ruling] = measures["turns"]["mean"]
        assert (measures["rounds"]["mean"] > 1) == (ruling == "round")
    assert means["turn_hold"] < 40 < means["round"]
    assert tallies["turn_hold"].shares["deadlock"].mean > 0.5
    assert tallies["round"].shares["deadlock"].mean == 0


@pytest.mark.slow
@settings(max_examples=40)
@given(
    players=st.sampled_from([2, 3, 4, 6, 10, 17]),
    rulings=any_rulings(ninety_nine.RULINGS),
    policies=st.lists(st.sampled_from(["random", "greedy_max", "saver"]), min_size=17, max_size=17),
    seed=st.integers(0, 10**6),
)
def test_no_card_and_no_token_is_ever_lost(players, rulings, policies, seed):
    own = rules(GAME, players, **rulings)
    table = own.table(Random(seed))
    whole = table.census()
    assert sum(whole.values()) == 52 + 3 * players
    for _ in range(250):
        if table.over:
            break
        seat = table.seat
        assert table.tokens[seat]
        move = own.policies[policies[seat]](table)
        assert table.why_not(move) is None
        assert move in table.moves()
        assert table.read(table.written(move)) == move
        table.apply(move)
        assert table.census() == whole
        assert sum(table.tokens) == 3 * players - len(table.losses)
        assert table.total <= 99
        assert table.total >= 0 or rulings["neg"] == "allow"
        assert table.living == sum(map(bool, table.tokens))
        assert table.over == (table.living == 1)
        if not table.over:
            assert [len(hand) for hand in table.hands] == [3 if t else 0 for t in table.tokens]


class TestWhatIsCounted:
    def mattering(self, table):
        names = table.effects.names
        return {names[card]: n for card, n in enumerate(table.mattered) if n}

    def test_the_only_legal_card_and_the_one_that_forces_a_bust_have_mattered(self, three):
        table = stand(three, ["K-spade 3-spade 6-spade", *PLAIN_HANDS[1:]], 50)
        play(table, "K-spade")
        assert self.mattering(table) == {}
        play(table, "bust")
        assert self.mattering(table) == {"K-spade": 1}
        table = stand(three, ["4-spade 3-spade 6-spade", *PLAIN_HANDS[1:]], 99)
        assert self.mattering(play(table, "4-spade")) == {"4-spade": 1}
        # Saving and forcing count once.
        assert self.mattering(play(table, "bust")) == {"4-spade": 1}

    def test_a_bust_at_the_limit_and_the_length_of_a_round_are_counted(self, three):
        table = stand(three, ["K-spade 3-spade 6-spade", *PLAIN_HANDS[1:]], 50)
        play(table, "K-spade", "bust")
        assert (table.at_limit, table.rounds) == (1, [2])
        table = play(stand(three, [*PLAIN_HANDS], 97), "bust")
        assert table.at_limit == 0

    def test_a_round_that_reshuffles_twice_counts_once(self, three):
        hands = ["K-spade 4-heart 4-spade", "9-heart 4-club 9-spade", "3-spade 6-spade 7-spade"]
        table = stand(three, hands, 44, discard="8-spade 8-heart", stock="")
        play(table, "K-spade", "9-heart")
        assert table.reshuffles == 1
        table.stock.clear()
        table.discard += [table.effects.indices["8-club"], table.effects.indices["8-diamond"]]
        table.seat = 1
        play(table, "4-club")
        assert table.reshuffles == 2
        table.seat = 2
        play(table, "bust")
        assert table.shuffled == 1

    def test_what_every_game_counts_is_counted(self, three):
        measures, tally = measured(three, "random", 50)
        assert {"turns", "tokens_in_use"} <= set(tally.samples)
        assert {"runaway", "deadlock"} <= set(tally.shares)
        assert {"endings", "played", "mattered"} <= set(tally.laws)
        assert tally.samples["tokens_in_use"].counts == {9: 50}
        turns, busts = (tally.samples[name].mean for name in ("turns", "busts"))
        assert tally.laws["played"].total() == pytest.approx(50 * (turns - busts))
        assert sum(share["mean"] for share in measures["win_by_seat"].values()) == pytest.approx(1)
        assert tally.largest["turns"][0] == tally.samples["turns"].most
        assert tally.samples["turns_per_round"].n == busts * 50

    def test_the_measures_are_those_that_others_compare(self, three):
        names = {
            "turns", "turns_per_round", "rounds", "busts", "p_bust_at_99", "p_negative_total",
            "p_round_reshuffled", "reshuffles", "skips", "reverses", "win_by_seat",
            "winner_tokens", "tokens_needed", "first_bust_turn", "p_any_reshuffle",
            "p_draw_short",
        }  # fmt: skip
        assert set(measured(three, "random", 5)[0]) == names


class TestEditedDecks:
    def test_a_king_that_adds_ten_adds_ten(self, tmp_path):
        folder = edited(
            tmp_path, GAME,
            ("game.yaml", FACES, "'K': 'add'}[rank ~ '']"),
            ("game.yaml", ADDS, ADDS.replace("}", ", 'K': '10'}")),
        )  # fmt: skip
        own = rules_in(folder, 3)
        hands = ["K-spade 3-spade 4-spade", *PLAIN_HANDS[1:]]
        assert play(stand(own, hands, 85), "K-spade").total == 95
        assert stand(own, hands, 95).why_not((own.plan.effects.indices["K-spade"], None))

    def test_an_ace_adds_what_its_windows_show(self, tmp_path):
        folder = edited(tmp_path, GAME, ("game.yaml", "['+1', '+11']", "['+2', '+20', '+7']"))
        own = rules_in(folder, 3)
        table = stand(own, ["A-spade 3-spade 4-spade", *PLAIN_HANDS[1:]], 40)
        assert table.why_not(table.read("A-spade:11")).values["values"] == "2, 20, 7"
        assert play(table, "A-spade:20").total == 60

    def test_a_ten_takes_off_and_a_king_sets_what_its_window_shows(self, tmp_path):
        folder = edited(
            tmp_path, GAME, ("game.yaml", "['−10']", "['−30']"), ("game.yaml", "['=99']", "['=50']")
        )
        own = rules_in(folder, 3)
        table = stand(own, ["K-spade 3-spade 4-spade", "10-heart", PLAIN_HANDS[2]], 40)
        assert play(table, "K-spade").total == 50
        assert play(table, "10-heart").total == 20

    def test_a_king_above_the_limit_can_never_be_played(self, tmp_path, three):
        assert three.unreachable() == []
        folder = edited(tmp_path, GAME, ("game.yaml", "['=99']", "['=100']"))
        own = rules_in(folder, 3)
        kings = [f"cards.K-{suit}" for suit in ("club", "diamond", "heart", "spade")]
        found = own.unreachable()
        assert sorted(card.card for card in found) == kings
        assert {card.reason for card in found} == {"it always passes 99"}
        _, tally = measured(own, "random", 100)
        assert set(own.cards) - set(tally.laws["played"]) == {*kings, "life.life"}

    def test_what_is_large_can_be_played_on_a_total_far_below_zero(self, tmp_path):
        folder = edited(tmp_path, GAME, ("game.yaml", ADDS, "{'J': '100', 'Q': '10'}"))
        assert rules_in(folder, 3).unreachable() == []
        own = rules_in(folder, 3, neg="clamp")
        assert {card.card[:7] for card in own.unreachable()} == {"cards.J"}

    def test_missing_ranks_are_played_without(self, tmp_path):
        folder = edited(
            tmp_path, GAME,
            ("game.yaml", PACK, PACK + "\n    where: rank in [4, 6, 8, 'J']"),
        )  # fmt: skip
        own = rules_in(folder, 3)
        measures, tally = measured(own, "random", 40)
        assert tally.laws["endings"] == {WON: 40}
        assert measures["skips"]["mean"] == 0
        assert len(own.cards) == 16 + 1

    def test_a_deck_that_is_all_dealt_leaves_draws_unpaid(self, tmp_path):
        folder = edited(
            tmp_path, GAME,
            ("game.yaml", PACK, PACK + "\n    where: rank in [5, 6, 8]"),
        )  # fmt: skip
        measures, tally = measured(rules_in(folder, 4), "random", 40)
        assert measures["p_draw_short"]["mean"] == 1
        assert tally.laws["endings"] == {WON: 40}

    def test_other_numbers_of_cards_and_tokens_are_dealt(self, tmp_path):
        folder = edited(
            tmp_path, GAME,
            ("rulebook.yaml", "hand: {is: 3,", "hand: {is: 5,"),
            ("rulebook.yaml", "tokens: {is: 3,", "tokens: {is: 2,"),
            ("rulebook.yaml", "start: {is: 0,", "start: {is: 7,"),
        )  # fmt: skip
        own = rules_in(folder, 5)
        table = own.table(Random(4))
        assert [len(hand) for hand in table.hands] == [5] * 5
        assert (table.tokens, table.total) == ([2] * 5, 7)
        assert measured(own, "random", 20)[0]["tokens_needed"] == 10

    def test_a_deck_that_cannot_pass_the_limit_is_stopped(self, tmp_path):
        folder = edited(
            tmp_path, GAME,
            ("game.yaml", PACK, PACK + "\n    where: rank in [4, 9, 10, 'K']"),
            ("game.yaml", MOST_TURNS, f"{MOST_TURNS} most-turns: 90,"),
        )  # fmt: skip
        own = rules_in(folder, 3)
        measures, tally = measured(own, "random", 5)
        assert tally.laws["endings"] == {BOUND: 5}
        assert measures["turns"]["mean"] == 90
        assert measures["rounds"]["mean"] == 0
        assert tally.shares["deadlock"].mean == 1
        table = own.table(Random(1))
        while not table.over:
            table.apply(own.policies["random"](table))
        assert (table.ending, table.winners, table.turns) == (BOUND, (), 90)


class TestBoxesThatCannotBePlayed:
    @pytest.mark.parametrize(("change", "said"), [
        (("game.yaml", ADDS, "{'J': 'ten', 'Q': '10'}"), "needs a number in adds"),
        (("game.yaml", "['+1', '+11']", "['+1', 'or 11']"), "needs a number in shows"),
        (("game.yaml", "['=99']", "['+99']"), "needs a number in shows"),
        (("game.yaml", "['−10']", "[]"), "needs a number in shows"),
        (("rulebook.yaml", "hand: {is: 3,", "hand: {is: 20,"), "3 players need 60 cards"),
        (("rulebook.yaml", "limit: {is: 99,", "limit: {is: ten,"), "the fact limit"),
        (("rulebook.yaml", "start: {is: 0,", "start: {is: 100,"), "starts at 100, above"),
        (("game.yaml", TOKENS, "copies: 8"), "3 players need 9 tokens"),
        (("game.yaml", "end: {values: [round,", "end: {values: [never,"), "answer 'never', which"),
    ])  # fmt: skip
    def test_what_prevents_play_is_said_with_its_place_and_a_hint(self, tmp_path, change, said):
        with pytest.raises(CannotPlay) as fault:
            rules_in(edited(tmp_path, GAME, change), 3)
        assert fault.value.code == "play.setup"
        assert said in fault.value.message
        assert fault.value.hint
        assert fault.value.span is not None
        assert fault.value.span.file.endswith(".yaml")

    def test_a_kind_that_the_rules_do_not_know_prevents_play(self):
        whole = box(GAME, 3)
        deck = whole.decks["cards"]
        first = deck.cards[0]._replace(fields={**deck.cards[0].fields, "kind": "sing"})
        decks = {**whole.decks, "cards": deck._replace(cards=(first, *deck.cards[1:]))}
        with pytest.raises(CannotPlay, match=r"A-spade is of a kind .* not know: sing"):
            rules_for(whole._replace(decks=decks))

    def test_the_pack_deals_to_seventeen_and_not_to_eighteen(self):
        assert rules(GAME, 17).seats == 17
        with pytest.raises(CannotPlay, match="18 players need 54 cards"):
            rules(GAME, 18)


def test_every_event_and_refusal_has_words_in_both_languages():
    told: dict[str, Event] = {}
    for end in ninety_nine.RULINGS["end"]:
        for neg in ("allow", "clamp"):
            own = rules(GAME, 3, end=end, neg=neg, rev2="skip")
            told |= kinds_of(own, "random", range(4))
    own = rules(GAME, 3)
    stuck = stand(
        own, ["4-spade", "3-heart", "6-club"], 10, stock="",
        tell=lambda event: told.setdefault(event.kind, event),
    )  # fmt: skip
    play(stuck, "4-spade", "6-club")
    stuck.stop()
    table = stand(own, ["A-spade 7-spade J-spade", *PLAIN_HANDS[1:]], 92)
    moves = ("9-spade", "A-spade", "A-spade:5", "7-spade:3", "bust", "J-spade")
    refusals = [table.why_not(table.read(move)) for move in moves]
    refusals.append(table.why_not((400, None)))
    table.total, table.hands[0] = 99, table.hands[0][1:]
    refusals.append(table.why_not(table.read("7-spade")))
    table.over = True
    refusals.append(table.why_not(table.read("7-spade")))
    check_tales(GAME, told, refusals)
