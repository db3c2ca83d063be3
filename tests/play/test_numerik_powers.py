"""The super-powers of Numerik, each as its card says, and when they are carried out."""

import pytest
from numerik_tables import hands_of, laid, options, play, refused, rules_of, sizes

from cardforge.play.numerik.rules import Numerik

HOUSE = rules_of("avance", 4)
THREE = rules_of("avance", 3)
INSTEAD = rules_of("avance", 4, power_order="instead")


def test_reset_replaces_the_code_and_opens_every_place():
    table = laid(HOUSE, "070", "0345", "012", "012", "012", pile="123", last="H")
    play(table, "0T")
    assert sorted(table.shown_code) == ["-", "-", "1", "2", "3"]
    assert sorted(table.discard) == [0, 0, 0, 7]
    assert (table.last, table.seat) == (3, 1)
    assert sizes(table) == [3, 3, 3, 3]


def test_reset_has_three_cards_even_with_an_empty_pile():
    table = laid(HOUSE, "070", "0345", "012", "012", "012", pile="", last="H")
    table.discard = []
    play(table, "0T")
    # The three zeros and the 7 are all that is left: one of them is the new pile.
    assert sorted([*map(int, f"{table.code:03d}"), *table.pile]) == [0, 0, 0, 7]
    assert table.reshuffles == 1


def test_the_card_that_ends_a_round_counts_though_reset_takes_it_away():
    powers = list(HOUSE.plan.powers)
    powers[7] = powers[0]
    rules = Numerik(HOUSE.plan._replace(powers=tuple(powers)))
    table = laid(rules, "707", "7", "012", "012", "012", last="H")
    play(table, "7T")
    assert len(table.rounds) == 1
    assert [digit for digit, times in enumerate(table.ended_by) if times] == [7]


def test_shuffle_mixes_two_hands_and_keeps_their_sizes():
    table = laid(HOUSE, "171", "1345", "022", "012", "012", last="H")
    play(table, "1T")
    # First the code: draw one card oneself.
    assert sizes(table)[0] == 4
    both = sorted(table.hands[0] + table.hands[2])
    play(table, "seat 2")
    assert sizes(table) == [4, 3, 3, 3]
    assert sorted(table.hands[0] + table.hands[2]) == both
    assert hands_of(table)[1] == "022"


def test_a_gift_is_one_card_or_two():
    table = laid(HOUSE, "272", "2345671", "022", "012", "012", last="H")
    play(table, "2T", "seat 1")
    # The target of the code discards two.
    play(table, "cards 22", "seat 3")
    assert refused(table, "cards 765") == "count"
    assert refused(table, "cards 9") == "too-many"
    assert len(table.moves()) == 6 + 15
    play(table, "cards 76")
    assert hands_of(table) == ["1345", "0", "012", "01267"]


def test_a_gift_of_the_last_card_ends_the_round():
    table = laid(INSTEAD, "272", "24", "022", "012", "012", last="H")
    play(table, "2T", "seat 3")
    assert table.rounds[0].points == (0, 4, 3, 7)


def test_without_cards_there_is_no_gift():
    table = play(laid(INSTEAD, "272", "2", "022", "012", "012", last="H"), "2T")
    assert table.rounds[0].points == (0, 4, 3, 3)
    assert table.worked[2] == 0


def test_a_shield_is_kept_until_the_own_next_turn():
    rules = rules_of("avance", 3, power_order="instead")
    table = laid(rules, "474", "4012345", "0123", "0123", last="H")
    play(table, "4T")
    assert table.shields == 1
    play(table, "0U")
    assert (table.seat, table.shields) == (2, 1)
    play(table, "0H")
    assert (table.seat, table.shields) == (0, 0)


def test_several_can_be_shielded_at_once():
    table = laid(INSTEAD, "440", "435", "012", "012", "012", last="H")
    table.shields = 1 << 2
    play(table, "4U")
    assert table.shields == 1 << 2 | 1 << 0


def test_nothing_happens_to_who_is_shielded():
    table = laid(THREE, "129", "3012", "0123", "0123", last="U")
    table.shields = 1 << 1
    play(table, "3T")
    # Everybody draws three but seat 1.
    assert sizes(table) == [6, 4, 7]


def test_who_is_shielded_cannot_be_chosen():
    table = laid(HOUSE, "151", "2345", "0123", "0123", "0123")
    table.shields = 1 << 2
    play(table, "2U")
    assert options(table) == ["seat 1", "seat 3"]
    assert refused(table, "seat 2") == "shielded"


def test_a_shield_ends_with_a_skipped_turn_too():
    table = laid(THREE, "150", "2345", "0123", "0123")
    table.shields = table.skips = 1 << 1
    play(table, "2U")
    assert table.shields == 0
    assert table.seat == 2


def test_the_code_passes_a_shielded_player_by():
    table = laid(HOUSE, "127", "4123", "01", "01", "01", last="T")
    table.shields = 1 << 1 | 1 << 3
    play(table, "4U")
    # The left neighbour is shielded: nobody draws.
    assert sizes(table) == [3, 2, 2, 2]


def test_mirror_turns_the_direction_but_not_right_and_left():
    table = laid(HOUSE, "565", "5345", "0123", "0123", "0123", last="H")
    play(table, "5T")
    assert table.seat == 3
    # Seat 3 still has seat 0 on his left.
    table.code, table.last = 127, 0
    table.hands[3] = [4, 1, 1]
    table.ask_play()
    play(table, "4U")
    assert sizes(table)[0] == 5
    assert table.seat == 2


def test_targets_are_taken_in_the_direction_of_play():
    table = laid(HOUSE, "331", "7123456012", "0123", "0123", "0123", last="H")
    table.way = 1
    play(table, "7U", "cards 654")
    assert sizes(table) == [6, 4, 4, 7]


def test_a_second_mirror_turns_it_back_and_a_new_round_begins_clockwise():
    table = laid(HOUSE, "565", "5345", "0123", "0123", "0123", last="H")
    table.way = 1
    play(table, "5T")
    assert (table.way, table.seat) == (0, 1)
    table.way = 1
    table._end_round()
    assert table.way == 0


def test_a_storm_rains_on_everybody_else():
    table = play(laid(HOUSE, "676", "6345", "0123", "0123", "0123", last="H"), "6T")
    assert sizes(table) == [3, 5, 5, 5]
    table = laid(HOUSE, "676", "6345", "0123", "0123", "0123", last="H")
    table.shields = 1 << 2
    play(table, "6T")
    assert sizes(table) == [3, 5, 4, 5]


def test_double_plays_a_second_card_within_the_rules():
    table = laid(INSTEAD, "727", "7345", "0123", "0123", "0123", last="H")
    play(table, "7T")
    assert (table.seat, table.turns, table.plays) == (0, 1, 1)
    assert refused(table, "3T") == "same-place"
    play(table, "4U")
    assert table.shown_code == "7-7-4"
    assert (table.seat, table.turns, table.plays) == (1, 2, 2)


def test_double_respects_the_ban_tokens_of_the_turn():
    table = laid(INSTEAD, "727", "7345", "0123", "0123", "0123", last="H")
    table.old_bans = 1 << 4
    table.ban_supply[4] -= 1
    before = table.census()
    table.ask_play()
    play(table, "7T")
    assert refused(table, "4U") == "banned"
    assert table.old_bans == 1 << 4
    play(table, "3U")
    assert table.old_bans == 0
    assert table.census() == before


def test_double_without_a_playable_card_ends_the_turn():
    table = laid(INSTEAD, "727", "77", "0123", "0123", "0123", last="H")
    play(table, "7T")
    assert (table.seat, sizes(table)[0]) == (1, 1)
    assert table.worked[7] == 0


def test_double_with_the_last_card_ends_the_round():
    table = play(laid(INSTEAD, "727", "7", "0123", "0123", "0123", last="H"), "7T")
    assert table.rounds[0].points == (0, 6, 6, 6)


def test_a_hand_that_is_empty_between_the_two_plays_does_not_end_the_round():
    # Swapping sevens with both leaves seat 1 without cards; the second play lets him draw.
    table = laid(rules_of("avance", 3), "767", "71234", "77", "0123", last="H")
    play(table, "7T")
    assert sizes(table) == [4, 0, 6]
    play(table, "1H")
    # Code 1-7-7: even hands draw seven, the empty one too.
    assert not table.rounds
    assert sizes(table) == [3, 7, 13]


def test_crown_discards_every_card_of_one_digit():
    table = laid(INSTEAD, "878", "8334", "0123", "0123", "0123", last="H")
    play(table, "8T")
    assert options(table) == [f"digit {digit}" for digit in range(10)]
    play(table, "digit 3")
    assert hands_of(table)[0] == "4"


def test_crown_may_name_a_digit_that_is_not_held():
    rules = rules_of("avance", 4, power_order="instead")
    table = play(laid(rules, "878", "8334", "0123", "0123", "0123", last="H"), "8T", "digit 9")
    assert hands_of(table)[0] == "334"
    assert table.worked[8] == 0


def test_magnet_lets_everybody_but_one_give_a_card_unseen():
    table = laid(INSTEAD, "979", "934", "0123", "01", "0", last="H")
    play(table, "9T", "seat 2", "cards 4")
    assert table.seat == 1
    assert table.offers == [(0, (4,))]
    # Seat 3 has one card only and is not asked; the round ends with him.
    play(table, "cards 3")
    assert table.rounds[0].points == (3, 3, 8, 0)


def test_who_holds_no_card_gives_none_to_a_magnet():
    rules = rules_of("avance", 4, power_order="instead", end="active")
    table = laid(rules, "990", "9345", "012", "", "016", last="H")
    play(table, "9U", "seat 1", "cards 5")
    assert (table.seat, table.awaits) == (3, "cards")
    play(table, "cards 6")
    assert hands_of(table) == ["34", "01256", "", "01"]


def test_who_is_shielded_neither_gives_to_a_magnet_nor_gets():
    table = laid(INSTEAD, "979", "934", "0123", "0123", "01", last="H")
    table.shields = 1 << 1
    play(table, "9T")
    assert options(table) == ["seat 2", "seat 3"]
    play(table, "seat 2", "cards 4", "cards 1")
    assert hands_of(table) == ["3", "0123", "011234", "0"]


# When powers are carried out.


def test_the_code_comes_first_and_the_power_after_it():
    table = laid(HOUSE, "161", "134", "0123", "0123", "0123", last="H")
    play(table, "1T")
    assert sizes(table)[0] == 3
    assert table.why == "shuffle"


def test_the_power_can_take_the_place_of_the_code():
    table = laid(INSTEAD, "161", "134", "0123", "0123", "0123", last="H")
    play(table, "1T")
    assert sizes(table)[0] == 2
    assert table.why == "shuffle"


@pytest.mark.parametrize("order", ["after", "instead"])
def test_a_power_without_a_text_leaves_the_code_as_it_is(order):
    rules = rules_of("avance", 4, powers="stated", power_order=order)
    table = play(laid(rules, "161", "134", "0123", "0123", "0123", last="H"), "1T")
    assert sizes(table)[0] == 3
    assert table.seat == 1
    assert table.occurred[1] == 1


def test_sniper_is_played_with_the_stated_powers_alone():
    rules = rules_of("avance", 4, powers="stated", power_order="instead")
    table = laid(rules, "373", "3124", "0123", "0123", "0123", last="H")
    play(table, "3T", "seat 3")
    assert table.skips == 1 << 3
    assert sizes(table)[0] == 3


def test_discovery_has_no_powers():
    table = laid(rules_of("decouverte", 4), "343", "3124", "0123", "0123", "0123", last="H")
    play(table, "3T")
    # All three cards that are left go to the right: the round is over, and nobody skips.
    assert table.rounds[0].triples == 1
    assert table.rounds[0].sniped
    assert table.occurred[3] == 0


def test_a_second_sniper_on_the_same_player_changes_nothing():
    rules = rules_of("standard", 3, forbid="none", powers="stated")
    table = laid(rules, "000", "3124", "0123", "0123", last="H")
    assert table.skip_next(2)
    assert not table.skip_next(2)
    assert table.skip_supply == rules.plan.skip.copies - 1


def test_with_two_players_the_sniper_plays_again():
    rules = rules_of("standard", 2, powers="stated")
    table = laid(rules, "373", "312456", "0123", last="H")
    play(table, "3T", "cards 654")
    assert (table.seat, table.turns) == (0, 3)
