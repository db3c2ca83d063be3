"""What the codes of Numerik do: the examples of the rules, every action, every ruling."""

import pytest
from numerik_tables import hands_of, laid, options, play, refused, rules_of, sizes

ACTIVE = rules_of()
TARGET = rules_of(subject="target")
ADVANCED = rules_of("avance", 3, powers="stated")


# The examples of the rules.


def test_giving_six_cards_to_oneself_moves_nothing():
    table = laid(ACTIVE, "561", "3012456712", "0123", "0123", "0123")
    play(table, "3H")
    assert table.shown_code == "3-6-1"
    assert hands_of(table)[0] == "011224567"
    assert table.seat == 1


def test_who_has_too_few_cards_to_give_to_himself_draws_the_missing_ones():
    table = play(laid(ACTIVE, "561", "30124", "0123", "0123", "0123"), "3H")
    assert sizes(table) == [6, 4, 4, 4]


def test_even_hands_are_counted_after_the_card_is_played_and_taken_in_turn_order():
    ten = "0123456701"
    table = laid(ACTIVE, "361", "012345670", "7123456712", ten, ten, seat=1, last="H")
    play(table, "7U")
    # Chloe comes first and gets six; three are left, too few for David.
    assert (table.seat, table.awaits, table.least) == (1, "cards", 6)
    play(table, "cards 765432")
    assert sizes(table) == [9, 6, 16, 10]
    assert table.seat == 2


def test_three_threes_give_to_the_right_and_make_somebody_skip():
    table = laid(ACTIVE, "373", "0123", "31245", "0123", "0123", seat=1)
    play(table, "3T", "cards 542")
    assert hands_of(table) == ["0122345", "1", "0123", "0123"]
    assert options(table) == ["seat 2", "seat 3", "seat 0"]
    play(table, "seat 0")
    assert table.skips == 1 << 0
    assert table.seat == 2


def test_who_is_sniped_skips_one_turn_and_returns_the_token():
    table = laid(ACTIVE, "373", "0123", "31245", "0123", "0123", seat=1)
    before = table.census()
    play(table, "3T", "cards 542", "seat 2")
    # Seat 2 has skipped already: seat 3 plays.
    assert (table.seat, table.skips, table.turns) == (3, 0, 3)
    assert table.census() == before


def test_the_starting_code_has_no_effect():
    table = laid(ACTIVE, "171", "0123", "0123", "0123", "0123")
    assert sizes(table) == [4, 4, 4, 4]
    assert table.awaits == "play"


# Actions.


@pytest.mark.parametrize("play_", ["0H", "0T", "0U"])
def test_a_zero_makes_a_code_without_effect(play_):
    table = play(laid(ACTIVE, "121", "0345", "0123", "0123", "0123"), play_)
    assert sizes(table) == [3, 4, 4, 4]
    assert table.nulls == 1


def test_no_cards_with_number_zero_is_an_effect():
    # Action 5 names the digit 0: no null code.
    table = play(laid(ACTIVE, "521", "00345", "0123", "0123", "0123"), "0T")
    assert hands_of(table)[0] == "345"
    assert table.nulls == 0


def test_targets_draw():
    table = play(laid(ACTIVE, "224", "145", "0123", "0123", "0123", last="T"), "1H")
    assert sizes(table) == [2, 6, 4, 4]


def test_targets_discard_what_they_choose():
    table = laid(ACTIVE, "324", "245", "0123", "0123", "0123", last="T")
    play(table, "2H")
    assert table.seat == 1
    play(table, "cards 32")
    assert hands_of(table)[1] == "01"
    assert sorted(table.discard) == [2, 3, 3]


def test_who_cannot_discard_enough_draws_what_is_missing_and_discards_nothing():
    table = play(laid(ACTIVE, "364", "245", "0123", "0123", "0123", last="T"), "2H")
    assert sizes(table) == [2, 6, 4, 4]


def test_swapping_is_blind_and_for_as_many():
    table = laid(ACTIVE, "324", "445", "0123", "0123", "0123", last="T")
    play(table, "4H")
    # All that is left is swapped: nothing to choose.
    assert (table.seat, table.awaits) == (1, "cards")
    assert hands_of(table)[0] == ""
    play(table, "cards 10")
    assert hands_of(table)[:2] == ["01", "2345"]


def test_swapping_waits_for_both_choices():
    table = laid(ACTIVE, "314", "4456", "0123", "0123", "0123", last="T")
    play(table, "4H", "cards 6")
    assert table.offers == [(0, (6,))]
    assert hands_of(table)[:2] == ["45", "0123"]
    play(table, "cards 0")
    assert hands_of(table)[:2] == ["045", "1236"]


def test_a_swap_fails_when_the_target_is_short_and_goes_on_with_the_next():
    # Even hands: seats 1 and 3; seat 1 has two cards of three.
    table = laid(ACTIVE, "337", "41567", "01", "012", "0123", last="U")
    play(table, "4H")
    # Seat 0 has four cards and is a target as well: nothing moves.
    assert sizes(table)[1] == 3
    play(table, "cards 765", "cards 321")
    assert hands_of(table) == ["1123", hands_of(table)[1], "012", "0567"]


def test_a_swap_ends_when_the_active_player_is_short():
    table = laid(ACTIVE, "357", "456", "01", "012", "01", last="U")
    play(table, "4H")
    # Seat 0, a target himself, draws three; seats 1 and 3 do not.
    assert sizes(table) == [5, 2, 3, 2]


def test_both_draw_when_both_are_short_of_a_swap():
    table = play(laid(ACTIVE, "354", "456", "01", "012", "01", last="U"), "4H")
    assert sizes(table) == [5, 5, 3, 2]


def test_all_cards_with_a_number_are_discarded():
    table = play(laid(ACTIVE, "324", "545", "0122", "0123", "0123", last="T"), "5H")
    assert hands_of(table)[1] == "01"


def test_all_cards_with_a_number_go_to_the_first_other_target():
    # Even hands: the active player, then seats 2 and 3.
    table = play(laid(ACTIVE, "457", "65512", "012", "01", "01", last="U"), "6H")
    assert hands_of(table) == ["12", "012", "0155", "01"]


def test_all_cards_with_a_number_are_swapped_with_one_target_after_another():
    table = play(laid(ACTIVE, "457", "75512", "012", "0555", "05", last="U"), "7H")
    # With seat 2: three for two; then with seat 3: one for those three.
    assert hands_of(table) == ["125", "012", "055", "0555"]


def test_a_ban_holds_for_the_next_turn_only():
    table = laid(ADVANCED, "434", "8123", "3012", "01234", last="T")
    before = table.census()
    play(table, "8H")
    assert table.bans == [0, 0, 0]
    assert table.old_bans == 1 << 3
    assert refused(table, "3T") == "banned"
    play(table, "0U")
    assert table.old_bans == 0
    assert table.census() == before


def test_a_token_received_in_the_own_turn_counts_for_the_next_one():
    table = laid(ADVANCED, "431", "8123", "9012", "01234", last="T")
    play(table, "8H")
    assert table.bans == [1 << 3, 0, 0]
    play(table, "0U", "0T")
    assert table.seat == 0
    assert refused(table, "3H") == "banned"


def test_bans_add_up_and_are_one_for_each_digit():
    table = laid(ADVANCED, "434", "8123", "3012", "01234", last="T")
    table.ban(2, 4)
    table.ban(2, 3)
    table.ban(2, 3)
    assert table.bans[2] == 1 << 3 | 1 << 4
    assert table.ban_supply[3] == ADVANCED.plan.bans[3].copies - 1


def test_all_cards_with_a_number_are_taken_from_all_targets():
    table = play(laid(ADVANCED, "359", "9512", "0155", "5677", last="U"), "9H")
    assert hands_of(table) == ["125555", "01", "677"]


# Targets.


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("1", [0]), ("3", [3]), ("4", [1]), ("5", [2]), ("6", [1, 3]), ("7", [0, 2]),
        ("8", [1, 3]), ("9", [0, 1, 2, 3]),
    ],
)  # fmt: skip
def test_targets_are_found(unit, expected):
    events = []
    table = laid(
        rules_of("avance", 4, powers="stated"), "550", f"{unit}1222", "1", "113344", "1",
        events=events,
    )  # fmt: skip
    del events[:]
    # Nobody holds a 5.
    play(table, f"{unit}U")
    [seats] = [event.values["seats"] for event in events if event.kind == "target"]
    assert seats == expected
    # Who reads the game is told so.
    assert [event.kind for event in events].count("nothing") == 1
    assert sizes(table) == [4, 1, 6, 1]


def test_another_player_is_chosen_when_there_are_several():
    table = laid(ACTIVE, "521", "2345", "0123", "0123", "0123")
    play(table, "2U")
    assert options(table) == ["seat 1", "seat 2", "seat 3"]
    assert refused(table, "seat 0") == "yourself"
    assert refused(table, "seat 4") == "no-seat"
    play(table, "seat 2")
    assert hands_of(table)[2] == "013"


def test_with_two_players_right_and_left_and_another_are_the_same():
    for unit in "234":
        table = laid(rules_of(players=2), "120", f"{unit}567", "0134", last="T")
        play(table, f"{unit}U")
        assert sizes(table) == [3, 6]


def test_an_empty_hand_is_even():
    rules = rules_of(players=3, end="active")
    table = play(laid(rules, "121", "725", "", "0", last="T"), "7U")
    assert sizes(table)[:2] == [4, 2]


# Rulings.


def test_shortage_of_three_alone_lets_nobody_draw_for_other_actions():
    rules = rules_of(shortage="3")
    table = play(laid(rules, "364", "245", "0123", "0123", "0123", last="T"), "2H")
    assert sizes(table) == [2, 4, 4, 4]
    table = play(laid(rules, "364", "445", "0123", "0123", "0123", last="T"), "4H")
    assert sizes(table) == [2, 4, 4, 4]
    table = play(laid(rules, "464", "345", "0123", "0123", "0123", last="T"), "3H")
    assert sizes(table) == [6, 4, 4, 4]


def test_without_a_shortage_rule_the_action_does_not_happen():
    rules = rules_of(shortage="none")
    table = play(laid(rules, "464", "345", "0123", "0123", "0123", last="T"), "3H")
    assert sizes(table) == [2, 4, 4, 4]


def given_to_three(code="340", **rulings):
    """Return a table at which seat 0 has nine cards and gives X to each of three."""
    table = laid(rules_of(**rulings), code, "7012345560", *["0123"] * 3, last="H")
    return play(table, "7U")


def test_giving_to_several_stops_where_cards_are_missing():
    table = play(given_to_three(), "cards 6554")
    assert sizes(table)[:2] == [5, 8]
    play(table, "cards 3210")
    # One card is left: three are drawn, and the third gets nothing.
    assert sizes(table) == [4, 8, 8, 4]


def test_giving_in_sequence_goes_on_after_the_draw():
    table = play(given_to_three(multi="seq"), "cards 6554", "cards 3210")
    # With four to three: 9 − 4 − 4 = 1, drawn up to four, and nobody is left.
    assert sizes(table) == [4, 8, 8, 4]
    table = play(given_to_three("350", multi="seq"), "cards 65543")
    # 9 − 5 = 4, drawn up to five, and all five go to the third: the round is over.
    assert table.rounds[0].points[0] == 0
    assert table.rounds[0].turns == 1


def test_giving_in_total_needs_all_cards_at_the_outset():
    table = given_to_three(multi="total")
    assert sizes(table) == [12, 4, 4, 4]
    table = play(laid(rules_of(multi="total"), "561", "30124", *["0123"] * 3), "3H")
    assert sizes(table)[0] == 6
    assert sizes(given_to_three(multi="total", shortage="none")) == [9, 4, 4, 4]
    table = play(given_to_three("330", multi="total"), "cards 655", "cards 432")
    assert table.rounds[0].points[0] == 0


def test_who_is_among_his_own_targets_needs_no_cards_for_himself():
    hands = ("7012345", *["0123"] * 3)
    table = laid(rules_of(multi="total"), "320", *hands, last="H")
    # Six cards are even too: two for each of the three others.
    play(table, "7U", "cards 54", "cards 32")
    assert table.rounds[0].points[0] == 0


def test_ties_target_all_one_or_nobody():
    hands = ("5100", "1", "122", "155")
    table = play(laid(ACTIVE, "510", *hands), "5U")
    assert [1 in hand for hand in table.hands] == [False, True, False, False]
    table = play(laid(rules_of(tie="none"), "510", *hands), "5U")
    assert all(1 in hand for hand in table.hands)
    table = play(laid(rules_of(tie="choose"), "510", *hands), "5U")
    assert options(table) == ["seat 0", "seat 2", "seat 3"]
    assert refused(table, "seat 1") == "not-tied"
    play(table, "seat 3")
    assert [1 in hand for hand in table.hands] == [True, True, True, False]


def test_the_target_gives_to_the_active_player():
    table = laid(TARGET, "424", "3567", "0123", "0123", "0123", last="T")
    play(table, "3H")
    assert table.seat == 1
    play(table, "cards 32")
    assert hands_of(table)[:2] == ["23567", "01"]


def test_the_shortage_of_a_giving_target_does_not_end_the_action():
    table = laid(TARGET, "437", "35671", "01", "0123", "7123", last="T")
    play(table, "3H")
    # Seat 0 is even himself and gives to an opponent of his choice.
    assert table.awaits == "seat"
    play(table, "seat 2", "cards 765")
    # Seat 1 is short and draws one; seat 3 gives three, seat 2 is counted before.
    assert sizes(table)[1] == 3
    assert table.seat == 2
    play(table, "cards 765", "cards 321")
    assert hands_of(table)[0] == "1123567"


def test_a_target_that_is_the_active_player_and_short_draws():
    table = play(laid(TARGET, "561", "30124", "0123", "0123", "0123"), "3H")
    assert sizes(table) == [6, 4, 4, 4]


def test_targets_give_their_numbers_to_the_active_player():
    table = play(laid(TARGET, "427", "65621", "0122", "0123", "022", last="T"), "6H")
    assert table.awaits == "seat"
    play(table, "seat 3")
    # His own 2 to seat 3, then those of the even hands 1 and 2 to him.
    assert hands_of(table) == ["122256", "01", "013", "0222"]


def test_without_such_a_card_no_partner_is_asked_for():
    table = play(laid(TARGET, "421", "6567", "0122", "0123", "022", last="T"), "6H")
    assert table.seat == 1
    assert table.awaits == "play"


def test_the_target_takes_from_the_active_player():
    rules = rules_of("avance", 3, subject="target", powers="stated")
    table = play(laid(rules, "354", "9512", "0155", "5677", last="U"), "9H")
    assert hands_of(table) == ["12", "01555", "5677"]
    table = play(laid(rules, "351", "9512", "0155", "5677", last="U"), "9H", "seat 1")
    assert hands_of(table) == ["12555", "01", "5677"]
    table = play(laid(rules, "359", "9512", "0155", "5677", last="U"), "9H", "seat 2")
    # From seat 2 to him, and on to the first other target.
    assert hands_of(table) == ["12", "015555", "677"]
