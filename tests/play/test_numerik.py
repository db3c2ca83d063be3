"""The engine of Numerik: turns, rounds, refusals, edited decks, what is told and counted."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
import yaml
from boxes import box, box_in, edited
from hypothesis import given, settings
from hypothesis import strategies as st
from numerik_tables import hands_of, laid, options, play, refused, rules_of, sizes

import cardforge
from cardforge.play.measures import Tally
from cardforge.play.numerik import rules as numerik
from cardforge.play.numerik.moves import read, written
from cardforge.play.numerik.setup import RULINGS
from cardforge.play.report.words import Words
from cardforge.play.table import BOUND, WON, CannotPlay, IllegalMove, play_out
from cardforge.play.telling.words import Teller, seat_names

STANDARD = rules_of()
TALES = Path(cardforge.__file__).parent / "data" / "tales"
MODES = ("decouverte", "standard", "avance")


# Legal plays.


def test_the_first_play_of_a_round_may_go_anywhere_but_on_its_own_digit():
    table = laid(STANDARD, "361", "3672", "0", "0", "0")
    assert options(table) == [
        "2H", "2T", "2U", "3T", "3U", "6H", "6U", "7H", "7T", "7U"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("forbid", "forbidden"),
    [
        # The last play was a 3 on the hundreds.
        ("cover", {"3H": "same-place", "6H": "same-place", "6T": "shown-already"}),
        ("prev", {"3H": "same-place", "6H": "same-place", "3T": "same-digit", "3U": "same-digit"}),
        ("combo", {"3H": "same-again"}),
        ("pos", {"3H": "same-place", "6H": "same-place"}),
        ("none", {}),
    ],
)
def test_each_reading_of_the_forbidden_play(forbid, forbidden):
    table = laid(rules_of(forbid=forbid), "361", "36", "0", "0", "0", last="H")
    every = [f"{digit}{place}" for digit in "36" for place in "HTU"]
    assert {text: refused(table, text) for text in every if refused(table, text)} == forbidden
    assert options(table) == [text for text in every if text not in forbidden]


def test_a_digit_that_is_not_held_is_refused():
    assert refused(laid(STANDARD, "361", "36", "0", "0", "0"), "5H") == "not-in-hand"


@pytest.mark.parametrize("text", ["seat 1", "cards 3", "digit 3"])
def test_another_answer_than_the_one_that_is_asked_for_is_refused(text):
    assert refused(laid(STANDARD, "361", "36", "0", "0", "0"), text) == "asks-play"


@pytest.mark.parametrize("move", [-1, 30, 99, "3H", None, True, 3.0, (10,), ("3",), [3]])
def test_what_is_no_move_is_refused(move):
    table = laid(STANDARD, "361", "36", "0", "0", "0")
    assert table.why_not(move).code == "unknown"
    with pytest.raises(IllegalMove):
        table.apply(move)


@pytest.mark.parametrize("text", ["", "3", "3X", "AH", "seat", "seat x", "cards 3a", "digit 12"])
def test_what_is_no_text_of_a_move_cannot_be_read(text):
    with pytest.raises(ValueError, match="no move of Numerik"):
        read(text)


@pytest.mark.parametrize("text", ["0H", "9U", "seat 0", "seat 12", "digit 9", "cards 9977310"])
def test_moves_are_written_as_they_are_read(text):
    assert written(read(text)) == text


# Blocked players.


def test_who_cannot_play_draws_one_and_passes():
    # Both open places show a 3 and the hand is all threes.
    table = laid(STANDARD, "733", "33", "012", "0", "0", last="H", pile="5")
    assert sizes(table) == [3, 3, 1, 1]
    assert (table.seat, table.turns, table.blocked) == (1, 2, 1)
    # The restriction stays.
    assert refused(table, "0H") == "same-place"


def test_a_passed_turn_can_lift_the_restriction():
    table = laid(rules_of(lift="yes"), "733", "33", "012", "0", "0", last="H", pile="5")
    assert refused(table, "0H") is None
    table = laid(rules_of(lift="yes", forbid="prev"), "733", "77", "712", "0", "0", last="H")
    assert (table.seat, refused(table, "7H"), refused(table, "7T")) == (1, None, None)


def test_a_skipped_turn_lifts_the_restriction_as_well():
    table = laid(rules_of(lift="yes"), "761", "012", "012", "0", "0", last="H")
    table.skips = 1 << 1
    table.skip_supply -= 1
    play(table, "0T")
    assert table.seat == 2
    assert table.last == 3


def test_a_banned_hand_is_a_blocked_one_and_the_token_goes_back():
    rules = rules_of("avance", 3, powers="stated")
    table = laid(rules, "434", "8125", "333", "01234", last="T")
    before = table.census()
    play(table, "8H")
    assert (table.seat, sizes(table)[1]) == (2, 4)
    assert table.census() == before


def test_what_cannot_be_drawn_is_counted():
    table = laid(STANDARD, "733", "33", "012", "0", "0", last="H", pile="")
    assert (sizes(table)[0], table.unpaid, table.reshuffles) == (2, 1, 0)


def test_the_discard_pile_is_shuffled_when_a_card_is_needed_and_not_before():
    table = laid(STANDARD, "111", "234", "0", "0", "0", pile="55", discard="0000", last="H")
    play(table, "2T")
    # 1-2-1: exactly two are drawn.
    assert (table.pile, table.reshuffles) == ([], 0)
    table = laid(STANDARD, "131", "234", "0", "0", "0", pile="5", discard="0000", last="H")
    play(table, "4T")
    assert (len(table.pile), table.reshuffles, table.unpaid) == (2, 1, 0)
    assert table.discard == []


# Rounds and the end.


def test_anybody_without_cards_ends_the_round():
    table = laid(STANDARD, "221", "2345", "67", "77", "11", last="T")
    play(
        table,
        "4U",
    )
    assert table.rounds[0].points == (10, 0, 14, 2)
    assert table.totals == [10, 0, 14, 2]


def test_only_the_active_player_can_end_the_round_by_ruling():
    rules = rules_of(end="active")
    table = laid(rules, "221", "2345", "67", "77", "11", last="T")
    play(table, "4U")
    # Seat 1 has no card: he draws one and passes.
    assert not table.rounds
    assert (table.seat, sizes(table)[1], table.blocked) == (2, 1, 1)
    table = laid(rules, "121", "0", "67", "77", "11", last="T")
    play(table, "0H")
    assert table.rounds[0].points[0] == 0


def test_the_last_card_does_not_end_the_round_if_its_code_brings_new_ones():
    table = play(laid(STANDARD, "321", "1", "67", "77", "11", last="T"), "1H")
    assert not table.rounds
    assert sizes(table)[0] == 2


@pytest.mark.parametrize(("start", "expected"), [("rotate", [1, 2, 3, 0]), ("winner", [2, 3, 3])])
def test_who_starts_the_next_round(start, expected):
    table = rules_of(start=start).table(Random(3))
    for seat in expected:
        if start == "winner":
            table.hands[seat] = []
            table.active = seat
        table.totals = [0, 0, 0, 0]
        table._end_round()
        assert table.starter == seat
        assert table.active == seat


def test_the_player_to_the_left_wins_if_somebody_else_went_out():
    table = rules_of(start="winner").table(Random(3))
    table.hands[1] = table.hands[3] = []
    table.active = 2
    table._end_round()
    assert table.starter == 3


def test_the_game_ends_with_the_round_in_which_the_limit_is_reached():
    table = rules_of(threshold="30").table(Random(1))
    table.hands = [[7, 7, 7, 7], [], [0], [7]]
    table._end_round()
    assert not table.over
    table.hands = [[2], [5, 7], [], [5]]
    table._end_round()
    # 30, 12, 0, 12.
    assert (table.over, table.ending, table.winners) == (True, WON, (2,))
    assert table.moves() == ()
    assert table.why_not(0).code == "over"


def test_a_tie_shares_the_win():
    table = rules_of(threshold="30").table(Random(1))
    table.totals = [20, 3, 8, 30]
    table.hands = [[7], [5], [], [7]]
    table._end_round()
    assert table.winners == (1, 2)


def test_a_round_that_does_not_end_within_the_bound_ends_the_game():
    rules = rules_of()
    short = numerik.Numerik(rules.plan._replace(most_turns=3))
    table = short.table(Random(1))
    play_out(table, [short.policies["random"]] * 4)
    assert (table.over, table.ending, table.winners) == (True, BOUND, ())
    assert table.turns == 3
    tally = Tally()
    short.record(table, tally)
    assert tally.laws["endings"] == {BOUND: 1}
    assert tally.shares["deadlock"].hits == 1
    assert short.measures(tally)["turns_per_round"]["mean"] == 3
    assert table.census() == rules.table(Random(2)).census()


def test_a_game_whose_score_limit_is_out_of_reach_ends_by_the_bound(monkeypatch):
    monkeypatch.setattr("cardforge.play.numerik.table.LONGEST_ROUNDS", 2)
    rules = rules_of()
    far = numerik.Numerik(rules.plan._replace(limit=10**9))
    told = []
    table = far.table(Random(1), told.append)
    play_out(table, [far.policies["random"]] * 4)
    assert (table.over, table.ending, table.winners) == (True, BOUND, ())
    turns = sum(found.turns for found in table.rounds)
    assert 2000 <= turns < 3000
    assert told[-1].values == {"turns": turns, "rounds": len(table.rounds)}
    tally = Tally()
    far.record(table, tally)
    assert tally.laws["endings"] == {BOUND: 1}
    assert table.census() == rules.table(Random(2)).census()


def test_a_table_at_which_nobody_can_do_anything_ends_by_the_bound():
    table = laid(STANDARD, "733", "33", "3", "3", "3", last="H", pile="")
    assert (table.over, table.ending, table.turns) == (True, BOUND, 1000)
    assert table.stuck


@pytest.mark.parametrize(("most", "stuck"), [(3, False), (4, True)])
def test_a_lap_in_which_nobody_could_do_anything_is_a_deadlock(most, stuck):
    rules = numerik.Numerik(STANDARD.plan._replace(most_turns=most))
    table = laid(rules, "733", "33", "3", "3", "3", last="H", pile="")
    assert (table.over, table.turns, table.stuck) == (True, most, stuck)


# Edited decks and facts.


def cannot(where, message):
    with pytest.raises(CannotPlay, match=message) as caught:
        numerik.rules(where)
    assert caught.value.code == "play.setup"
    assert caught.value.span is not None
    assert caught.value.hint
    return caught.value


def test_too_few_cards_cannot_be_dealt():
    fault = cannot(box("numerik", 6, "decouverte", "fr", copies="8"), "8 copies")
    assert fault.message == (
        "numerik: 5 digits × 8 copies = 40 cards, but Découverte with 6 players needs 46 "
        "(7 × 6 + 4)"
    )
    assert fault.hint == "print at least 10 copies of each digit, or let at most 5 play"
    assert numerik.rules(box("numerik", 5, "decouverte", copies="8"))


def test_a_box_for_one_player_cannot_be_played():
    cannot(box("numerik", 1, "standard"), "2 players or more")


def test_a_deck_without_threes_cannot_be_played(tmp_path):
    change = ("game.yaml", "    where: digit <= top\n", "    where: digit <= top and digit != 3\n")
    cannot(box_in(edited(tmp_path, "numerik", change), 4), "no card has the digit 3, but Standard")


def test_a_deck_without_digits_cannot_be_played():
    where = box("numerik")
    rest = {name: deck for name, deck in where.decks.items() if name != "digits"}
    cannot(where._replace(decks=rest), "a deck digits")


@pytest.mark.parametrize("value", [None, "3", 3.5, True, 12, -1])
def test_a_card_without_a_known_digit_cannot_be_played(value):
    where = box("numerik")
    deck = where.decks["digits"]
    card = deck.cards[3]
    strange = card._replace(fields={**card.fields, "digit": value})
    cards = (*deck.cards[:3], strange, *deck.cards[4:])
    fault = cannot(
        where._replace(decks={**where.decks, "digits": deck._replace(cards=cards)}),
        "kind that the rules do not know",
    )
    assert fault.span == card.span


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"333", effect: sniper', '"333", effect: snipe', "its effect is 'snipe'"),
        ('"333", effect: sniper', '"333", effect: 3', "its effect is '3'"),
        ('"333", effect: sniper', '"343", effect: sniper', "its triple is '343'"),
    ],
)
def test_an_unknown_power_cannot_be_played(tmp_path, old, new, message):
    folder = edited(tmp_path, "numerik", ("game.yaml", old, new))
    cannot(box_in(folder, 4), message)


@pytest.mark.parametrize(
    ("name", "value"),
    [("tops", None), ("tops", [4, 12, 9]), ("hands", [7]), ("hands", "x"), ("limits", [1, 0, 2])],
)
def test_a_fact_that_is_missing_or_wrong_is_said(name, value):
    where = box("numerik")
    facts = {**where.facts, name: value}
    cannot(where._replace(facts=facts), f"the fact {name}")


def test_a_code_of_four_digits_cannot_be_played():
    where = box("numerik")
    cannot(where._replace(facts={**where.facts, "code": 4}), "has 3 digits, not 4")


def test_an_answer_that_the_rules_do_not_know_is_said():
    where = box("numerik")
    answers = {**where.settings.rulings, "forbid": "all"}
    cannot(where._replace(settings=where.settings._replace(rulings=answers)), "ruling forbid")


def test_the_answers_are_those_of_the_game():
    game = box("numerik").game
    assert {key: game.rulings[key].values for key in RULINGS} == RULINGS
    assert set(game.rulings) - set(RULINGS) == {"copies", "threshold"}


def test_an_edited_deck_is_played_as_it_is(tmp_path):
    changes = (
        ("game.yaml", "    copies: \"{{ facts.copies }}\"\n    face: digit\n",
         "    copies: \"{{ 3 if digit == 7 else 12 }}\"\n    face: digit\n"),
        ("game.yaml", '"444", effect: shield', '"444", effect: sniper'),
        ("rulebook.yaml", "hands: {is: [7, 10, 12]", "hands: {is: [7, 5, 12]"),
    )  # fmt: skip
    rules = numerik.rules(box_in(edited(tmp_path, "numerik", *changes), 4))
    table = rules.table(Random(1))
    census = table.census()
    assert (census["digits.7"], census["digits.6"]) == (3, 12)
    assert sizes(table) == [5, 5, 5, 5]
    table = laid(rules, "464", "4123", "0123", "0123", "0123", last="H")
    play(table, "4T", *["seat 2"])
    assert table.skips == 1 << 2


def test_two_cards_of_one_digit_are_as_good_as_each_other():
    where = box("numerik")
    deck = where.decks["digits"]
    three = deck.cards[3]
    cards = (
        *deck.cards[:3], three._replace(copies=4),
        three._replace(id="digits.other", copies=6), *deck.cards[4:],
    )  # fmt: skip
    rules = numerik.rules(
        where._replace(decks={**where.decks, "digits": deck._replace(cards=cards)})
    )
    table = rules.table(Random(1))
    assert table.census() == {
        **STANDARD.table(Random(1)).census(),
        "digits.3": 4,
        "digits.other": 6,
    }
    tally = Tally()
    play_out(table, [rules.policies["random"]] * 4)
    rules.record(table, tally)
    assert tally.laws["played"]["digits.other"] == tally.laws["played"]["digits.3"] > 0


def test_a_smaller_mode_takes_its_digits_out_of_the_whole_box():
    whole = box("numerik", 4)
    whole_decks = box("numerik", 4, "avance").decks
    rules = numerik.rules(whole._replace(decks=whole_decks))
    assert Counter(rules.plan.deck) == dict.fromkeys(range(8), 10)
    assert "powers.888" not in rules.cards
    assert not any(card.startswith("ban.") for card in rules.cards)


def test_the_whole_box_is_played_as_the_last_mode():
    where = box("numerik", 4, "avance")
    rules = numerik.rules(where._replace(settings=where.settings._replace(mode=None)))
    assert (rules.plan.top, rules.plan.hand, rules.plan.limit) == (9, 12, 200)


def test_the_bound_of_the_game_counts():
    where = box("numerik", 4)
    game = where.game._replace(play=where.game.play._replace(most_turns=7))
    assert numerik.rules(where._replace(game=game)).plan.most_turns == 7


# Anything at all.


@st.composite
def games(draw):
    """Return any settings: mode, players, rulings, a seed and the policy of every seat."""
    mode = draw(st.sampled_from(MODES))
    players = draw(st.integers(2, 6))
    rulings = {key: draw(st.sampled_from(values)) for key, values in RULINGS.items()}
    policies = [draw(st.sampled_from(["random", "greedy"])) for _ in range(players)]
    return mode, players, rulings, draw(st.integers(0, 10**6)), policies


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(games())
def test_no_card_or_token_is_lost_and_no_move_is_wrong(game):
    mode, players, rulings, seed, policies = game
    rules = rules_of(mode, players, **rulings)
    table = rules.table(Random(seed))
    census = table.census()
    assert sum(census[f"digits.{d}"] for d in range(rules.plan.top + 1)) == len(rules.plan.deck)
    chosen = [rules.policies[name] for name in policies]
    for _ in range(150):
        if table.over:
            break
        move = chosen[table.seat](table)
        assert table.why_not(move) is None
        assert move in table.moves()
        assert table.written(table.read(table.written(move))) == table.written(move)
        table.apply(move)
        assert table.census() == census


@settings(max_examples=25, deadline=None)
@given(games())
def test_an_imagined_game_hides_what_is_not_seen_and_plays_on(game):
    mode, players, rulings, seed, policies = game
    rules = rules_of(mode, players, **rulings)
    table = rules.table(Random(seed))
    chosen = [rules.policies[name] for name in policies]
    for _ in range(20):
        table.apply(chosen[table.seat](table))
        if table.over:
            return
    seat, before, census = table.seat, table.summary(), table.census()
    copy = table.imagined(Random(1))
    assert copy.census() == census
    assert sizes(copy) == sizes(table)
    assert sorted(copy.hands[seat]) == sorted(table.hands[seat])
    assert options(copy)[:40] == options(table)[:40]
    assert isinstance(copy.worth(seat), float)
    # What it deals does not depend on what the seat cannot see.
    unseen = [hand for other, hand in enumerate(table.hands) if other != seat] + [table.pile]
    flat = [card for hand in unseen for card in hand]
    flat.reverse()
    for hand in unseen:
        for place in range(len(hand)):
            hand[place] = flat.pop()
    assert table.imagined(Random(1)).summary() == copy.summary()
    for _ in range(20):
        if copy.over:
            break
        copy.apply(rules.policies["random"](copy))
    assert table.census() == census
    assert before.split(" hands ")[0] == table.summary().split(" hands ")[0]


def test_the_chosen_cards_are_listed_without_being_written_out():
    table = laid(STANDARD, "274", "22", "0112233", "0", "0", last="T")
    table.code, table.last = 131, 1
    table.hands[0] = [2, 2, 3, 3, 3, 5]
    table.ask_play()
    play(table, "2H")
    moves = table.moves()
    assert [table.written(move) for move in moves] == [
        "cards 533", "cards 532", "cards 333", "cards 332",
    ]  # fmt: skip
    assert len(moves) == 4
    assert (3, 5, 2) in moves
    assert (2, 2, 3) not in moves
    assert moves[-1] == (3, 3, 2)
    assert moves[1:3] == [moves[1], moves[2]]
    with pytest.raises(IndexError):
        moves[4]


def test_cards_can_be_named_in_any_order():
    one = laid(STANDARD, "324", "245", "0123", "0123", "0123", last="T")
    other = laid(STANDARD, "324", "245", "0123", "0123", "0123", last="T")
    play(one, "2H")
    play(other, "2H")
    one.apply((1, 3))
    other.apply((3, 1))
    assert one.summary() == other.summary()


def test_a_worth_is_larger_with_fewer_cards_and_for_the_winner():
    few = laid(STANDARD, "361", "34", "0123", "0123", "0123")
    many = laid(STANDARD, "361", "3456", "0123", "0123", "0123")
    assert few.worth(0) > many.worth(0)
    table = rules_of(threshold="30").table(Random(1))
    table.hands = [[7] * 5, [], [0], [7]]
    table._end_round()
    assert table.worth(1) > table.worth(3)


# Words.


def check_sentence(language, said):
    assert said.endswith("."), said
    assert "None" not in said, said
    assert "{" not in said, said
    if language == "fr":
        # The space before : ; ! ? does not break.
        assert not re.search("[^\u202f\xa0][:;!?]|'", said), said


def told():
    """Return every kind of event that games of all modes tell, with one event of each."""
    kinds = {}
    for mode in MODES:
        for rulings in ({"forbid": "none"}, {"subject": "target", "end": "active"}, {}):
            rules = rules_of(mode, 3, **rulings)
            for number in range(6):
                table = rules.table(
                    Random(number), lambda event: kinds.setdefault(event.kind, event)
                )
                play_out(table, [rules.policies["random"]] * 3)
    for code, hand, move in (
        ("070", "0345", "0T"), ("171", "1345", "1T"), ("474", "4345", "4T"), ("565", "5345", "5T"),
        ("727", "7345", "7T"), ("878", "8345", "8T"), ("979", "9345", "9T"), ("373", "3345", "3T"),
    ):  # fmt: skip
        events = []
        rules = rules_of("avance", 3, power_order="instead")
        table = laid(rules, code, hand, "0123", "0123", last="H", events=events)
        play(table, move)
        while table.seat == 0 and table.awaits != "play":
            table.apply(table.moves()[0])
        kinds.update((event.kind, event) for event in events if event.kind not in kinds)
    events = []
    laid(STANDARD, "733", "33", "3", "3", "3", last="H", pile="", events=events)
    kinds.update((event.kind, event) for event in events if event.kind not in kinds)
    return kinds


REFUSALS = (
    "over unknown asks-play asks-seat asks-cards asks-digit not-in-hand banned same-place "
    "same-digit same-again shown-already no-seat yourself shielded not-tied no-digit count too-many"
)


@pytest.fixture(scope="module")
def kinds():
    return told()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_everything_that_is_told_has_words(kinds, language):
    words = yaml.safe_load((TALES / "numerik.yaml").read_text("utf-8"))[language]
    assert set(words["events"]) == set(kinds)
    assert set(words["refusals"]) == set(REFUSALS.split())
    teller = Teller("numerik", language, ("Ana", "Ben", "Chloe"), {})
    for event in kinds.values():
        check_sentence(language, teller.event(event))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_refusal_has_words(language):
    teller = Teller("numerik", language, seat_names(Words(language), 4), {})
    for refusal in every_refusal():
        check_sentence(language, teller.refusal(refusal))


def every_refusal():
    """Return a refusal of each code, as tables give them."""
    found = {}

    def note(table, *moves):
        for move in moves:
            refusal = table.why_not(move if not isinstance(move, str) else read(move))
            if refusal is not None:
                found[refusal.code] = refusal

    note(laid(STANDARD, "361", "36", "0", "0", "0", last="H"), None, "5H", "3H", "6T", "seat 1")
    note(laid(rules_of(forbid="prev"), "361", "36", "0", "0", "0", last="H"), "3T")
    note(laid(rules_of(forbid="combo"), "361", "36", "0", "0", "0", last="H"), "3H")
    table = play(laid(STANDARD, "521", "2345", "0123", "0123", "0123"), "2U")
    table.shields, table.options = 1 << 3, [1]
    note(table, "3H", "seat 0", "seat 9", "seat 3")
    note(table, "seat 2")
    table = play(laid(STANDARD, "324", "245", "0123", "0123", "0123", last="T"), "2H")
    note(table, "3H", "cards 3", "cards 33")
    rules = rules_of("avance", 4, power_order="instead")
    table = play(laid(rules, "878", "8334", "0123", "0123", "0123", last="H"), "8T")
    table.options = range(5)
    note(table, "3H", "digit 7")
    rules = rules_of("avance", 3, powers="stated")
    note(play(laid(rules, "434", "8123", "3012", "01234", last="T"), "8H"), "3T")
    table = rules_of(threshold="20").table(Random(1))
    table.hands = [[7] * 5, [], [0], [7]]
    table._end_round()
    note(table, 0)
    assert set(found) == set(REFUSALS.split())
    return found.values()


def test_the_same_seed_is_the_same_game():
    def game():
        table = STANDARD.table(Random("7:1"))
        lines = []
        policies = [STANDARD.policies["random"], STANDARD.policies["greedy"]] * 2
        while not table.over:
            table.apply(policies[table.seat](table))
            lines.append(table.summary())
        return lines

    assert game() == game()


def test_the_cards_do_not_depend_on_how_seats_choose():
    random, greedy = (STANDARD.table(Random("7:1")) for _ in range(2))
    random.chance()
    assert random.summary() == greedy.summary()
    for table in (random, greedy):
        table._end_round()
    assert random.summary() == greedy.summary()


def test_the_hands_that_are_held_are_told_in_order():
    table = laid(STANDARD, "361", "6330", "1", "1", "1")
    assert list(table.held(0)) == ["digits.0", "digits.3", "digits.3", "digits.6"]
    assert hands_of(table)[0] == "0336"


def test_play_goes_clockwise():
    table = laid(STANDARD, "361", "012", "012", "012", "012")
    for move, seat in (("0H", 1), ("0T", 2), ("0U", 3), ("1H", 0)):
        assert (play(table, move).seat, table.active) == (seat, seat)
