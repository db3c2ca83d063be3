"""The engine of One Hundred, held against the rules and the figures written down here again."""

from math import sqrt
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

from cardforge.play.adding import one_hundred
from cardforge.play.engines import rules_for
from cardforge.play.table import BOUND, WON, CannotPlay, Event, IllegalMove

GAME = "one-hundred"
RANKS = "rank: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K]"
MOST_TURNS = "play: {engine: one-hundred,"
TOKENS = 'copies: "{{ facts.tokens * players }}"'
PLAIN_HANDS = ("3-spade 6-spade 7-spade", "3-heart 6-heart 7-heart", "3-club 6-club 7-club")


@pytest.fixture(scope="module")
def three():
    return rules(GAME, 3)


# What each card makes of a total of 40; a black ace announces 57.
AFTER_40 = {
    "A-heart": 41, "A-diamond": 41, "A-spade:57": 57, "A-club:0": 0, "2-spade": 80, "2-heart": 42,
    "2-club": 42, "2-diamond": 42, "3-spade": 43, "4-club": 40, "5-heart": 35, "5-diamond": 35,
    "5-spade": 45, "5-club": 45, "6-heart": 46, "7-heart": 47, "8-heart": 48, "9-heart": 49,
    "10-spade": 100, "J-heart": 30, "Q-heart": 0, "Q-spade": 50, "Q-diamond": 50, "K-spade": 40,
}  # fmt: skip


@pytest.mark.parametrize("move", AFTER_40)
def test_a_card_makes_of_the_total_what_the_rules_say(three, move):
    card = move.partition(":")[0]
    others = [word for word in PLAIN_HANDS[0].split() if word != card][:2]
    rest = [" ".join(w for w in hand.split() if w != card) for hand in PLAIN_HANDS[1:]]
    table = stand(three, [" ".join([card, *others]), *rest], 40)
    play(table, move)
    assert table.total == AFTER_40[move]
    assert table.seat == (2 if card == "4-club" else 1)
    assert len(table.hands[0]) == 3
    assert names_of(table, table.discard) == [card]


@pytest.mark.parametrize(("ruling", "total"), [("1", 41), ("11", 51), ("set", 90)])
def test_red_aces_follow_their_ruling(ruling, total):
    own = rules(GAME, 3, red_ace=ruling)
    table = stand(own, ["A-heart 3-spade 4-spade", *PLAIN_HANDS[1:]], 40)
    play(table, "A-heart:90" if ruling == "set" else "A-heart")
    assert table.total == total


def test_21_of_52_cards_are_safe_at_the_limit(three):
    effects = three.plan.effects
    safe = [card for card in effects.pile if 100 * effects.keep[card] + effects.low[card] <= 100]
    assert (len(safe), len(effects.pile)) == (21, 52)


@pytest.mark.parametrize(
    ("ruling", "total"), [("reset", 0), ("hold", 95), ("cap", 100), ("over", 102), ("redeal", 0)]
)
def test_the_total_after_a_bust_follows_its_ruling(ruling, total):
    own = rules(GAME, 3, bust=ruling)
    table = stand(own, PLAIN_HANDS, 95)
    play(table, "7-spade")
    assert (table.total, table.tokens, table.seat) == (total, [2, 3, 3], 1)
    assert [len(hand) for hand in table.hands] == [3, 3, 3]
    assert table.losses == [(1, 0)]
    if ruling == "redeal":
        assert len(table.stock) == 43
        assert not table.discard
    else:
        assert hand_of(table, 1) == ["3-heart", "6-heart", "7-heart"]
        assert len(table.stock) == 42


def test_exactly_the_limit_costs_nothing(three):
    table = play(stand(three, PLAIN_HANDS, 93), "7-spade")
    assert (table.total, table.tokens) == (100, [3, 3, 3])


def test_above_the_limit_only_what_brings_the_total_back_is_safe():
    own = rules(GAME, 3, bust="over")
    hands = ["7-spade K-heart 4-heart", "K-club 3-club 6-club", "5-heart Q-heart 10-heart"]
    table = play(stand(own, hands, 97), "7-spade")
    assert (table.total, table.tokens) == (104, [2, 3, 3])
    # The king counts for nothing and busts all the same; the red five takes 5 off.
    play(table, "K-club")
    assert (table.total, table.tokens) == (104, [2, 2, 3])
    play(table, "5-heart")
    assert (table.total, table.tokens, table.seat) == (99, [2, 2, 3], 0)


def test_a_4_that_busts_reverses_the_direction_all_the_same():
    own = rules(GAME, 3, bust="over")
    table = stand(own, ["4-heart 3-spade 6-spade", *PLAIN_HANDS[1:]], 104)
    play(table, "4-heart")
    assert (table.tokens, table.total, table.seat, table.direction) == ([2, 3, 3], 104, 2, -1)


def test_totals_fall_below_zero_and_are_doubled_there():
    table = stand(rules(GAME, 2), ["J-spade 3-spade 6-spade", "2-spade 3-heart 6-heart"], 4)
    assert play(table, "J-spade").total == -6
    assert play(table, "2-spade").total == -12
    assert table.negative


def test_totals_stop_at_zero_under_clamp():
    own = rules(GAME, 2, neg="clamp")
    table = stand(own, ["J-spade 3-spade 6-spade", "2-spade 3-heart 6-heart"], 4)
    assert play(table, "J-spade").total == 0
    assert play(table, "2-spade").total == 0
    assert not table.negative


def test_the_two_of_spades_busts_from_51_on(three):
    hands = ["2-spade 3-spade 6-spade", *PLAIN_HANDS[1:]]
    assert play(stand(three, hands, 50), "2-spade").tokens == [3, 3, 3]
    assert play(stand(three, hands, 51), "2-spade").tokens == [2, 3, 3]


@pytest.mark.parametrize("ruling", ["pile", "out"])
def test_the_hand_of_who_is_out_goes_where_the_ruling_says(ruling):
    own = rules(GAME, 3, elim=ruling)
    table = stand(own, PLAIN_HANDS, 100, discard="10-heart", tokens=[1, 3, 3])
    play(table, "7-spade")
    assert (table.tokens, table.seat, table.over) == ([0, 3, 3], 1, False)
    assert table.hands[0] == []
    if ruling == "pile":
        assert sorted(names_of(table, table.discard[:2])) == ["3-spade", "6-spade"]
        assert names_of(table, table.discard[2:]) == ["10-heart", "7-spade"]
        assert table.buried == 2
    else:
        assert sorted(names_of(table, table.out)) == ["3-spade", "6-spade"]
    # Who is out does not draw.
    assert len(table.stock) == 42


@pytest.mark.parametrize(("ruling", "count"), [("pile", 52), ("out", 50)])
def test_a_new_deal_is_of_all_cards_that_are_still_in_play(ruling, count):
    own = rules(GAME, 3, elim=ruling, bust="redeal")
    table = play(stand(own, PLAIN_HANDS, 100, tokens=[1, 3, 3]), "7-spade")
    assert [len(hand) for hand in table.hands] == [0, 3, 3]
    assert len(table.stock) + 6 == count
    assert not table.discard


def test_who_is_out_is_passed_over_in_both_directions():
    own = rules(GAME, 4)
    hands = ["4-spade 3-spade 6-spade", "", *PLAIN_HANDS[1:]]
    assert play(stand(own, hands, 10, tokens=[3, 0, 3, 3]), "3-spade").seat == 2
    table = stand(
        own, ["3-heart", "", "4-spade 3-spade", "K-club"], 10, tokens=[3, 0, 3, 3], seat=2
    )
    assert play(table, "4-spade").seat == 0


@pytest.mark.parametrize(("ruling", "seat"), [("none", 1), ("skip", 0)])
@pytest.mark.parametrize("players", [2, 4])
def test_a_4_between_two_follows_its_ruling(ruling, seat, players):
    own = rules(GAME, players, rev2=ruling)
    hands = ["4-spade 3-spade 6-spade", PLAIN_HANDS[1]]
    tokens = [3, 3] if players == 2 else [2, 0, 3, 0]
    if players == 4:
        hands, seat = [hands[0], "", hands[1], ""], 2 * seat
    assert play(stand(own, hands, 10, tokens=tokens), "4-spade").seat == seat


def test_a_4_between_three_gives_the_turn_back_under_both_rulings():
    own = rules(GAME, 3, rev2="skip")
    table = stand(own, ["4-spade 3-spade 6-spade", *PLAIN_HANDS[1:]], 10)
    assert play(table, "4-spade").seat == 2
    assert play(table, "3-club").seat == 1


def test_an_empty_pile_is_made_of_the_discard_but_its_last_card(three):
    hands = ["K-spade 3-spade 6-spade", *PLAIN_HANDS[1:]]
    table = stand(three, hands, 44, discard="8-spade 8-heart 8-club", stock="")
    play(table, "K-spade")
    assert names_of(table, table.discard) == ["K-spade"]
    assert len(table.stock) == 2
    assert (table.total, table.reshuffles) == (44, 1)
    assert len(table.hands[0]) == 3


def test_the_pile_is_not_made_anew_before_somebody_must_draw(three):
    table = stand(three, PLAIN_HANDS, 10, discard="8-spade 8-heart", stock="9-spade")
    assert play(table, "3-spade").reshuffles == 0
    assert not table.stock
    assert play(table, "3-heart").reshuffles == 1


def test_a_draw_that_cannot_be_paid_is_counted_and_the_game_goes_on(three):
    table = stand(three, ["K-spade", "3-heart", "6-club"], 10, stock="")
    play(table, "K-spade")
    assert (table.short, table.hands[0], table.seat) == (1, [], 1)
    play(table, "3-heart")
    assert (table.short, hand_of(table, 1)) == (1, ["K-spade"])
    play(table, "6-club")
    # Nothing is in the hand: nothing is played, and a card would be drawn if there were one.
    assert table.moves() == [table.read("pass")]
    assert three.policies["random"](table) == table.read("pass")
    play(table, "pass")
    assert (table.seat, table.total, table.turns, table.short) == (1, 19, 4, 2)
    assert table.stuck == [(4, 3)]
    table.seat, table.hands[0], table.discard = 0, [], [*table.discard, table.out.pop()]
    play(table, "pass")
    assert (len(table.hands[0]), table.short) == (1, 2)


def test_the_last_player_with_a_token_wins(three):
    table = stand(three, PLAIN_HANDS, 100, tokens=[1, 0, 2])
    play(table, "7-spade")
    assert (table.over, table.ending, table.winners) == (True, WON, (2,))
    assert table.moves() == ()
    assert table.why_not(table.read("3-club")).code == "ended"
    with pytest.raises(IllegalMove):
        play(table, "3-club")


@pytest.mark.parametrize(("players", "decks", "cards"), [
    (6, "auto", 52), (7, "auto", 104), (34, "auto", 104), (17, "1", 52), (3, "2", 104),
])  # fmt: skip
def test_as_many_decks_are_dealt_as_the_ruling_says(players, decks, cards):
    own = rules(GAME, players, decks=decks)
    table = own.table(Random(1))
    assert sum(table.census().values()) == cards + 3 * players
    assert [len(hand) for hand in table.hands] == [3] * players
    assert len(table.stock) == cards - 3 * players


class TestIllegalMoves:
    @pytest.mark.parametrize(("move", "code"), [
        ("9-spade", "not-in-hand"),
        ("A-spade", "value"),
        ("A-spade:101", "value"),
        ("A-spade:-1", "value"),
        ("7-spade:3", "no-choice"),
        ("pass", "must-play"),
    ])  # fmt: skip
    def test_a_move_is_refused_with_its_reason_and_nothing_is_changed(self, three, move, code):
        table = stand(three, ["A-spade 7-spade 6-spade", *PLAIN_HANDS[1:]], 40)
        before = table.summary()
        assert table.why_not(table.read(move)).code == code
        with pytest.raises(IllegalMove) as refused:
            play(table, move)
        assert refused.value.refusal.code == code
        assert table.summary() == before

    @pytest.mark.parametrize("value", [0, 1, 57, 100])
    def test_a_black_ace_may_announce_any_total_up_to_the_limit(self, three, value):
        table = stand(three, ["A-spade 7-spade 6-spade", *PLAIN_HANDS[1:]], 40)
        assert table.why_not(table.read(f"A-spade:{value}")) is None
        assert table.read(f"A-spade:{value}") in table.moves()

    def test_every_other_card_may_be_played_even_if_it_costs_a_token(self, three):
        table = stand(three, PLAIN_HANDS, 100)
        assert list(map(table.written, table.moves())) == ["3-spade", "6-spade", "7-spade"]

    def test_a_card_that_does_not_exist_is_refused(self, three):
        assert three.table(Random(1)).why_not((400, None)).code == "unknown"

    @pytest.mark.parametrize("text", ["", "Z-spade", "A-spade:", "A-spade:x", "11"])
    def test_what_is_no_move_cannot_be_read(self, three, text):
        with pytest.raises(ValueError, match=r"no card|no whole number"):
            three.table(Random(1)).read(text)


class TestPolicies:
    def chosen(self, own, policy, hand, total):
        """Return every move that a policy makes of a hand, as it is written."""
        table = stand(own, [hand, "", ""], total)
        return {table.written(own.policies[policy](table)) for _ in range(300)}

    @pytest.mark.parametrize(("policy", "hand", "total", "moves"), [
        ("random_any", "3-spade 7-spade K-spade", 97, "3-spade 7-spade K-spade"),
        ("random", "3-spade 7-spade K-spade", 97, "3-spade K-spade"),
        ("random", "6-spade 7-spade 8-spade", 97, "6-spade 7-spade 8-spade"),
        ("greedy_max", "3-spade 7-spade J-spade", 40, "7-spade"),
        ("greedy_max", "3-spade 7-spade J-spade", 97, "3-spade"),
        ("greedy_max", "A-spade 10-spade 9-spade", 20, "A-spade:100 10-spade"),
        ("greedy_max", "A-spade 10-spade 9-spade", 91, "A-spade:100 10-spade 9-spade"),
        ("greedy_max", "6-spade 7-spade 8-spade", 97, "6-spade 7-spade 8-spade"),
        ("greedy_max", "J-spade 5-heart 9-spade", 97, "5-heart"),
        ("saver", "10-spade 7-spade Q-spade", 40, "Q-spade"),
        ("saver", "10-spade 7-spade Q-spade", 92, "7-spade"),
        ("saver", "10-spade A-spade Q-spade", 92, "10-spade A-spade:100"),
        ("saver", "9-spade 9-heart K-spade", 20, "9-spade 9-heart"),
        ("saver", "2-spade 4-heart A-heart", 20, "A-heart"),
        ("saver", "6-spade 7-spade 8-spade", 97, "6-spade 7-spade 8-spade"),
    ])  # fmt: skip
    def test_a_policy_chooses_as_it_is_defined(self, three, policy, hand, total, moves):
        assert self.chosen(three, policy, hand, total) == set(moves.split())

    @pytest.mark.parametrize("policy", ["random", "random_any"])
    def test_a_black_ace_announces_any_total_by_chance(self, three, policy):
        table = stand(three, ["A-spade", "", ""], 40)
        values = [three.policies[policy](table)[1] for _ in range(5000)]
        assert set(values) == set(range(101))
        assert abs(sum(values) / 5000 - 50) < 4 * 29.2 / sqrt(5000)

    def test_safety_is_judged_before_the_total_is_kept_from_falling_below_zero(self):
        own = rules(GAME, 3, neg="clamp")
        assert self.chosen(own, "greedy_max", "J-spade 5-heart 5-diamond", 0) == {
            "5-heart", "5-diamond"
        }  # fmt: skip

    def test_a_red_ace_that_sets_the_total_is_no_plain_card(self):
        own = rules(GAME, 3, red_ace="set")
        assert self.chosen(own, "saver", "A-heart 3-spade 4-spade", 20) == {"3-spade"}

    def test_greedy_is_greedy_max(self, three):
        assert three.greedy == "greedy_max"
        assert set(three.policies) == {"random_any", "random", "greedy_max", "saver"}


class TestTheOneWhoLooksAhead:
    def test_only_what_the_seat_cannot_see_is_dealt_anew(self):
        own = rules(GAME, 4)
        table = own.table(Random(3))
        for _ in range(60):
            table.apply(own.policies["random"](table))
        before, discard = table.census(), list(table.discard)
        hidden = [sorted(hand) for seat, hand in enumerate(table.hands) if seat != table.seat]
        different = False
        for number in range(20):
            twin = table.imagined(Random(number))
            assert twin.census() == before
            assert twin.hands[table.seat] == table.hands[table.seat]
            assert twin.discard[table.buried :] == discard[table.buried :]
            assert [len(hand) for hand in twin.hands] == [len(hand) for hand in table.hands]
            others = [sorted(hand) for seat, hand in enumerate(twin.hands) if seat != table.seat]
            different |= others != hidden
        assert different
        twin.apply(own.policies["random"](twin))
        assert table.census() == before
        assert table.discard == discard

    def test_a_hand_under_the_pile_stays_unknown(self, three):
        table = stand(three, PLAIN_HANDS, 100, discard="10-heart", tokens=[1, 3, 3])
        play(table, "7-spade")
        seen = {tuple(table.imagined(Random(n)).discard[:2]) for n in range(30)}
        assert len(seen) > 20

    def test_tokens_are_worth_more_than_cards(self, three):
        rich = stand(three, ["3-spade 6-spade 7-spade", *PLAIN_HANDS[1:]], 40)
        poor = stand(three, ["K-spade 4-spade Q-heart", *PLAIN_HANDS[1:]], 40, tokens=[2, 3, 3])
        safe = stand(three, ["K-spade 4-spade Q-heart", *PLAIN_HANDS[1:]], 40)
        assert poor.worth(0) < rich.worth(0) < safe.worth(0)
        won = play(stand(three, PLAIN_HANDS, 100, tokens=[1, 0, 2]), "7-spade")
        assert won.worth(0) < poor.worth(0) < won.worth(2)

    def test_having_to_bust_is_nearly_a_token_lost(self, three):
        assert stand(three, PLAIN_HANDS, 90).worth(0) > stand(three, PLAIN_HANDS, 98).worth(0) + 5


REFERENCE = {
    # players, policy, rulings: games, then means and standard errors, then the wins of each seat.
    (3, "random_any", ""): (1500, {
        "turns": (97.27, 0.211), "busts": (7.339, 0.007), "first_bust_turn": (12.37, 0.083),
        "p_any_reshuffle": (0.9996,), "reshuffles": (1.681, 0.006), "p_negative_total": (0.9462,),
    }, (0.3431, 0.3262, 0.3307), 10000, 0.0978),
    (4, "random", ""): (1000, {
        "turns": (225.39, 0.473), "busts": (10.348, 0.007), "first_bust_turn": (19.96, 0.138),
        "p_any_reshuffle": (1.0,), "reshuffles": (4.874, 0.012), "p_negative_total": (0.9779,),
    }, (0.2508, 0.2559, 0.2464, 0.2469), 10000, 0.1282),
    (4, "greedy_max", ""): (1000, {
        "turns": (151.76, 0.299), "busts": (10.227, 0.008), "first_bust_turn": (9.90, 0.080),
        "p_any_reshuffle": (1.0,), "reshuffles": (3.070, 0.008), "p_negative_total": (0.0963,),
    }, (0.2611, 0.2432, 0.2439, 0.2518), 10000, 0.2541),
    (6, "saver", ""): (400, {
        "turns": (490.06, 0.712), "busts": (16.377, 0.007), "first_bust_turn": (32.73, 0.183),
        "p_any_reshuffle": (1.0,), "reshuffles": (12.508, 0.020), "p_negative_total": (0.8721,),
    }, (0.1715, 0.1721, 0.1615, 0.1687, 0.1640, 0.1622), 10000, 0.1904),
    (8, "random", ""): (400, {
        "turns": (501.26, 0.689), "busts": (22.518, 0.007), "first_bust_turn": (21.88, 0.156),
        "p_any_reshuffle": (1.0,), "reshuffles": (5.375, 0.009), "p_negative_total": (0.9999,),
    }, (0.1259, 0.1245, 0.1226, 0.1264, 0.1241, 0.1297, 0.1212, 0.1256), 10000, 0.1272),
    (4, "random", "bust=cap"): (2000, {
        "turns": (83.98, 0.495), "busts": (10.424, 0.010), "first_bust_turn": (20.06, 0.199),
        "p_any_reshuffle": (0.9008,), "reshuffles": (1.500, 0.013), "p_negative_total": (0.4796,),
    }, (0.2610, 0.2476, 0.2404, 0.2510), 5000, 0.2863),
    (4, "random", "neg=clamp"): (800, {
        "turns": (225.30, 0.670), "busts": (10.355, 0.010), "first_bust_turn": (19.96, 0.190),
        "p_any_reshuffle": (1.0,), "reshuffles": (4.870, 0.017), "p_negative_total": (0.0,),
    }, (0.2456, 0.2606, 0.2404, 0.2534), 5000, 0.1280),
}  # fmt: skip


@pytest.mark.slow
def test_the_games_are_as_long_and_as_fair_as_those_of_another_program():
    distances = {}
    for key, (games, figures, wins, n, at_limit) in REFERENCE.items():
        players, policy, rulings = key
        own = rules(GAME, players, **dict(part.split("=") for part in rulings.split()))
        measures, tally = measured(own, policy, games)
        for name, figure in figures.items():
            if name.startswith("p_"):
                distances[key, name] = share_distance(measures[name], *figure, n)
            else:
                distances[key, name] = distance(measures[name], *figure)
        for seat, share in enumerate(wins):
            measure = measures["win_by_seat"][str(seat)]
            distances[key, seat] = share_distance(measure, share, n)
        # Turns of one game are not independent: only near.
        assert measures["share_turns_at_100"]["mean"] == pytest.approx(at_limit, rel=0.04)
        assert measures["tokens_needed"] == 3 * players
        winner, busts = measures["winner_tokens"]["mean"], measures["busts"]["mean"]
        assert winner + busts == pytest.approx(3 * players)
        assert tally.laws["endings"] == {WON: games}
    agree(distances)


def test_rulings_shorten_the_game_as_they_should():
    means = {
        ruling: measured(rules(GAME, 4, bust=ruling), "random", 300)[0]["turns"]["mean"]
        for ruling in one_hundred.RULINGS["bust"]
    }
    assert means["over"] < means["cap"] < means["reset"]
    assert means["hold"] < means["reset"]


@pytest.mark.slow
@settings(max_examples=40)
@given(
    players=st.sampled_from([2, 3, 4, 6, 7, 17, 34]),
    rulings=any_rulings(one_hundred.RULINGS),
    policies=st.lists(
        st.sampled_from(["random_any", "random", "greedy_max", "saver"]), min_size=34, max_size=34
    ),
    seed=st.integers(0, 10**6),
)
def test_no_card_and_no_token_is_ever_lost(players, rulings, policies, seed):
    if players > 17:
        rulings = {**rulings, "decks": "2"}
    own = rules(GAME, players, **rulings)
    table = own.table(Random(seed))
    whole = table.census()
    assert sum(whole.values()) == len(own.plan.effects.pile) + 3 * players
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
        assert table.total <= 100 or rulings["bust"] == "over"
        assert table.total >= 0 or rulings["neg"] == "allow"
        assert table.living == sum(map(bool, table.tokens))
        assert table.over == (table.living == 1)
        held = [len(hand) for hand in table.hands]
        if not table.over:
            assert held == [3 if left else 0 for left in table.tokens]


class TestWhatIsCounted:
    def test_a_card_that_loses_or_saves_a_token_or_forces_a_bust_has_mattered(self, three):
        names = three.plan.effects.names
        # The ten forces the next player to bust; his card costs a token.
        table = stand(three, ["10-spade 3-spade 6-spade", *PLAIN_HANDS[1:]], 50)
        play(table, "10-spade", "3-heart")
        assert {names[c]: n for c, n in enumerate(table.mattered) if n} == {
            "10-spade": 1, "3-heart": 1
        }  # fmt: skip
        # The only safe card of the hand.
        table = play(stand(three, ["K-spade 3-spade 6-spade", *PLAIN_HANDS[1:]], 100), "K-spade")
        assert {names[c]: n for c, n in enumerate(table.mattered) if n} == {"K-spade": 1}
        # Another one was safe too.
        table = play(stand(three, ["K-spade 4-spade 6-spade", *PLAIN_HANDS[1:]], 100), "K-spade")
        assert not any(table.mattered)
        # Saving and forcing count once.
        table = play(stand(three, ["K-spade 3-spade 6-spade", *PLAIN_HANDS[1:]], 100), "K-spade")
        play(table, "3-heart")
        assert max(table.mattered) == 1

    def test_who_could_have_stayed_safe_was_not_forced(self, three):
        table = stand(three, ["10-spade 3-spade 6-spade", "K-heart 3-heart 6-heart", ""], 50)
        play(table, "10-spade", "3-heart")
        index = three.plan.effects.indices
        assert table.mattered[index["10-spade"]] == 0
        assert table.mattered[index["3-heart"]] == 1

    def test_a_winner_ahead_from_the_first_quarter_on_ran_away(self):
        from cardforge.play.adding.counts import _ran_away

        own = rules(GAME, 2)
        table = stand(own, ["", ""], 0)
        table.winners = (0,)
        table.losses = [(1, 1), (2, 1), (3, 1)]
        assert _ran_away(table)
        table.losses = [(1, 1), (2, 0), (3, 1), (4, 1)]
        assert not _ran_away(table)
        # The first of five busts is within the first quarter, rounded up to two.
        table.losses = [(1, 0), (2, 1), (3, 1), (4, 1)]
        assert not _ran_away(table)
        # What comes before the end of the first quarter does not matter, what comes after does.
        table.tokens, table.plan = [1, 0], own.plan._replace(tokens=4)
        table.losses = [(1, 0), (2, 1), (3, 1), (4, 1), (5, 0), (6, 1)]
        assert _ran_away(table) is False
        table.losses = [(1, 1), (2, 1), (3, 0), (4, 0), (5, 1), (6, 1)]
        assert _ran_away(table) is False
        table.losses = [(1, 1), (2, 1), (3, 0), (4, 1), (5, 1)]
        assert _ran_away(table)

    def test_a_lap_without_a_card_is_a_deadlock(self):
        from cardforge.play.adding.counts import _nobody_could

        assert _nobody_could([(5, 2), (6, 2)])
        assert not _nobody_could([(5, 3), (6, 3)])
        assert not _nobody_could([(5, 2), (7, 2)])
        assert _nobody_could([(1, 3), (5, 2), (6, 2)])
        assert not _nobody_could([])

    def test_what_every_game_counts_is_counted(self, three):
        measures, tally = measured(three, "random", 50)
        assert {"turns", "tokens_in_use"} <= set(tally.samples)
        assert {"runaway", "deadlock"} <= set(tally.shares)
        assert {"endings", "played", "mattered"} <= set(tally.laws)
        assert tally.samples["tokens_in_use"].counts == {9: 50}
        assert tally.laws["played"].total() == tally.samples["turns"].mean * 50
        assert set(tally.laws["played"]) <= set(three.cards)
        assert sum(share["mean"] for share in measures["win_by_seat"].values()) == pytest.approx(1)
        assert tally.largest["turns"][0] == tally.samples["turns"].most

    def test_the_measures_are_those_that_others_compare(self, three):
        names = {
            "turns", "busts", "first_bust_turn", "reshuffles", "p_any_reshuffle",
            "p_negative_total", "share_turns_at_100", "win_by_seat", "winner_tokens",
            "tokens_needed", "reverses", "p_draw_short",
        }  # fmt: skip
        assert set(measured(three, "random", 5)[0]) == names


class TestEditedDecks:
    def test_a_king_that_adds_ten_adds_ten(self, tmp_path):
        folder = edited(
            tmp_path, GAME,
            ("game.yaml", "'king': 'nothing'", "'king': 'add'"),
            ("game.yaml", "'king': 0", "'king': 10"),
        )  # fmt: skip
        own = rules_in(folder, 3)
        table = stand(own, ["K-spade 3-spade 4-spade", *PLAIN_HANDS[1:]], 85)
        assert play(table, "K-spade").total == 95
        table = stand(own, ["K-spade 3-spade 4-spade", *PLAIN_HANDS[1:]], 95)
        assert play(table, "K-spade").tokens == [2, 3, 3]

    def test_missing_ranks_are_played_without(self, tmp_path):
        ranks = (
            "game.yaml",
            RANKS,
            "rank: [3, 6, 9, Q]",
        )
        own = rules_in(edited(tmp_path, GAME, ranks), 3)
        measures, tally = measured(own, "random", 40)
        assert tally.laws["endings"] == {WON: 40}
        assert measures["reverses"]["mean"] == 0
        assert len(own.cards) == 16 + 1

    def test_a_deck_that_is_all_dealt_leaves_draws_unpaid(self, tmp_path):
        ranks = ("game.yaml", RANKS, "rank: [3, 6, Q]")
        own = rules_in(edited(tmp_path, GAME, ranks), 4)
        measures, tally = measured(own, "random", 40)
        assert measures["p_draw_short"]["mean"] == 1
        assert tally.laws["endings"] == {WON: 40}

    def test_other_numbers_of_cards_and_tokens_are_dealt(self, tmp_path):
        folder = edited(
            tmp_path, GAME,
            ("rulebook.yaml", "hand: {is: 3,", "hand: {is: 1,"),
            ("rulebook.yaml", "tokens: {is: 3,", "tokens: {is: 2,"),
            ("rulebook.yaml", "start: {is: 0,", "start: {is: 7,"),
        )  # fmt: skip
        own = rules_in(folder, 5)
        table = own.table(Random(4))
        assert [len(hand) for hand in table.hands] == [1] * 5
        assert (table.tokens, table.total) == ([2] * 5, 7)
        assert measured(own, "random", 20)[0]["tokens_needed"] == 10

    def test_another_limit_is_kept(self, tmp_path):
        folder = edited(tmp_path, GAME, ("rulebook.yaml", "limit: {is: 100,", "limit: {is: 50,"))
        own = rules_in(folder, 3)
        table = stand(own, ["10-spade 3-spade 4-spade", *PLAIN_HANDS[1:]], 45)
        assert play(table, "10-spade").total == 50
        assert play(table, "6-heart").tokens == [3, 2, 3]
        # The face still offers 0 to 100: what it says may be announced, and may bust.
        table = stand(own, ["A-spade 3-spade 4-spade", *PLAIN_HANDS[1:]], 45)
        assert play(table, "A-spade:51").tokens == [2, 3, 3]
        table = stand(own, ["A-spade 3-spade 4-spade", *PLAIN_HANDS[1:]], 49)
        assert table.written(own.policies["greedy_max"](table)) == "A-spade:50"

    def test_a_deck_that_cannot_pass_the_limit_is_stopped(self, tmp_path):
        folder = edited(
            tmp_path, GAME,
            ("game.yaml", RANKS, "rank: [K, 4]"),
            ("game.yaml", "copies: \"{{ facts.packs }}\"", "copies: 3"),
            ("game.yaml", MOST_TURNS, f"{MOST_TURNS} most-turns: 90,"),
        )  # fmt: skip
        own = rules_in(folder, 3)
        measures, tally = measured(own, "random", 5)
        assert tally.laws["endings"] == {BOUND: 5}
        assert measures["turns"]["mean"] == 90
        assert tally.shares["deadlock"].mean == 1
        assert measures["winner_tokens"]["n"] == 0
        table = own.table(Random(1))
        while not table.over:
            table.apply(own.policies["random"](table))
        assert (table.ending, table.winners, table.turns) == (BOUND, (), 90)

    def test_a_total_doubled_without_end_is_stopped(self, tmp_path):
        folder = edited(
            tmp_path, GAME,
            ("game.yaml", RANKS, "rank: [2, 3, 4, 5, J]"),
            ("game.yaml", "{%- elif rank == 2 and suit == 'spade' -%}", "{%- elif rank != 'J' -%}"),
        )  # fmt: skip
        _, tally = measured(rules_in(folder, 3), "random", 10)
        assert tally.laws["endings"] == {BOUND: 10}
        assert tally.samples["turns"].most < 1000

    def test_the_shipped_game_is_not_stopped(self, three):
        assert three.plan.most_turns == 20_000


class TestBoxesThatCannotBePlayed:
    @pytest.mark.parametrize(("change", "said"), [
        (("game.yaml", "'jack': 10", "'jack': 'ten'"), "needs a number in amount"),
        (("game.yaml", "'double': 2,", "'double': -2,"), "needs a number in amount"),
        (("game.yaml", "'0–100' if choice", "'100–0' if choice"), "no total from 100 to 0"),
        (("game.yaml", "'0–100' if choice", "'0–999999999' if choice"), "more than 1,000 totals"),
        (("rulebook.yaml", "hand: {is: 3,", "hand: {is: 20,"), "3 players need 60 cards"),
        (("rulebook.yaml", "hand: {is: 3,", "hand: {is: 0,"), "the fact hand as a whole number"),
        (("rulebook.yaml", "limit: {is: 100,", "limit: {is: ten,"), "the fact limit"),
        (("rulebook.yaml", "start: {is: 0,", "start: {is: 101,"), "starts at 101, above"),
        (("game.yaml", TOKENS, "copies: 8"), "3 players need 9 tokens"),
        (("game.yaml", "bust: {values: [reset,", "bust: {values: [bang,"), "answer 'bang', which"),
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

    def test_one_deck_deals_to_seventeen_and_not_to_eighteen(self):
        assert rules(GAME, 17, decks="1").seats == 17
        with pytest.raises(CannotPlay, match="18 players need 54 cards"):
            rules(GAME, 18, decks="1")

    def test_a_game_without_tokens_or_cards_cannot_be_played(self):
        whole = box(GAME, 3)
        decks = {name: deck for name, deck in whole.decks.items() if name != "life"}
        with pytest.raises(CannotPlay, match="no tokens"):
            rules_for(whole._replace(decks=decks))
        decks = {name: deck for name, deck in whole.decks.items() if name != "cards"}
        with pytest.raises(CannotPlay, match="is played with a deck cards"):
            rules_for(whole._replace(decks=decks))

    def test_nobody_plays_alone(self):
        with pytest.raises(CannotPlay, match="cannot play alone"):
            rules(GAME, 1)


def test_every_card_can_be_played(three):
    assert three.unreachable() == ()
    _, tally = measured(three, "random_any", 60)
    assert set(tally.laws["played"]) | {"life.life"} == set(three.cards)


def test_every_event_and_refusal_has_words_in_both_languages():
    told: dict[str, Event] = {}
    for ruling in one_hundred.RULINGS["bust"]:
        for neg in ("allow", "clamp"):
            own = rules(GAME, 3, bust=ruling, neg=neg, rev2="skip")
            told |= kinds_of(own, "random_any", range(4))
    own = rules(GAME, 3)
    stuck = stand(
        own, ["K-spade", "3-heart", "6-club"], 10, stock="",
        tell=lambda event: told.setdefault(event.kind, event),
    )  # fmt: skip
    play(stuck, "K-spade", "3-heart", "6-club", "pass")
    stuck.stop()
    table = stand(own, ["A-spade 7-spade 6-spade", *PLAIN_HANDS[1:]], 40)
    moves = ("9-spade", "A-spade", "A-spade:101", "7-spade:3", "pass")
    refusals = [table.why_not(table.read(move)) for move in moves]
    refusals.append(table.why_not((400, None)))
    table.over = True
    refusals.append(table.why_not(table.read("7-spade")))
    check_tales(GAME, told, refusals)
