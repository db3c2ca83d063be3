"""Deck mathematics: every chance is that of trying all hands, and a designer can read it."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.check.statistics.chance import (
    Count,
    Pile,
    all_alike,
    all_different,
    expected,
    hand_sum,
    hypergeometric,
    law,
    none_of,
)
from cardforge.check.statistics.text import render_text
from cardforge.check.statistics.whole import as_data, statistics
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.load import load_game
from cardforge.model import Settings

DESIGNS = Path(__file__).resolve().parent.parent / "designs"
HEAD = """game: foes
version: "1"
title: Foes
languages: [en]
players: 2..4
modes: {short: Short, long: Long}
templates: {plain: {elements: []}}
"""
MAIN = """decks:
  main:
    face: plain
    back: none
    rows:
      - {name: Goblin, copies: 4, cost: 1, attack: 2.5, type: foe, element: fire}
      - {name: Orc, copies: 3, cost: 2, attack: 3, type: foe, element: earth}
      - {name: Elf, copies: 2, cost: 3, attack: 4, type: friend, element: air}
      - {name: Ent, copies: 1, cost: 7, attack: 9.5, type: friend, element: ""}
"""


def of_text(tmp_path, text, players=2, mode="short"):
    """Return the statistics of a game and the problems."""
    path = tmp_path / "game.yaml"
    path.write_text(HEAD + text, "utf-8")
    return of_file(path, players, mode)


def of_file(path, players, mode, language="en"):
    report = Report()
    game = load_game(path, report)
    assert not report.has_errors, report.problems
    rulings = {key: ruling.values[0] for key, ruling in game.rulings.items()}
    settings = Settings(language, players, mode, rulings)
    stats = statistics(game, settings, deal(game, settings, Report()), report)
    return stats, report.problems


# Chances, held against trying everything.

ALWAYS, OTHER = "aab", "abbcc"


def hands(pile, hand):
    """Yield every hand of the cards that are always in and of each choice of others."""
    always = [(kind, number) for number, kind in enumerate(ALWAYS[: pile.always])]
    other = [(kind, 10 + number) for number, kind in enumerate(OTHER[: pile.other])]
    for taken in combinations(other, pile.taken):
        yield from combinations([*always, *taken], hand)


def tried(pile, hand, happens):
    """Return the share of all hands in which something happens."""
    all_hands = [[kind for kind, _ in cards] for cards in hands(pile, hand)]
    return Fraction(sum(map(happens, all_hands)), len(all_hands))


def counts(pile):
    return [
        Count(ALWAYS[: pile.always].count(kind), OTHER[: pile.other].count(kind)) for kind in "abc"
    ]


PILES = [Pile(3, 5, 5), Pile(3, 5, 2), Pile(0, 5, 5), Pile(0, 5, 4), Pile(3, 0, 0), Pile(3, 5, 0)]


@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("hand", [0, 1, 2, 3])
def test_chances_are_those_of_trying_every_hand(pile, hand):
    for kind, count in zip("abc", counts(pile), strict=True):
        chances = law(pile, count, hand)
        for held in range(hand + 1):
            by_trying = tried(pile, hand, lambda cards, k=kind, h=held: cards.count(k) == h)
            assert chances[held] == by_trying
        assert none_of(pile, count, hand) == chances[0]
        assert expected(pile, count, hand) == sum(k * p for k, p in enumerate(chances))
    if hand:
        alike = tried(pile, hand, lambda cards: len(set(cards)) == 1)
        assert all_alike(pile, counts(pile), hand) == alike
        different = tried(pile, hand, lambda cards: len(set(cards)) == len(cards))
        assert all_different(pile, counts(pile), hand) == different


@pytest.mark.parametrize("pile", PILES)
def test_sums_of_a_hand_are_those_of_trying_every_hand(pile):
    value = {"a": 1, "b": 4, "c": 10.5}
    sums = [sum(value[kind] for kind, _ in cards) for cards in hands(pile, 3)]
    always = [value[kind] for kind in ALWAYS[: pile.always]]
    other = [value[kind] for kind in OTHER[: pile.other]]
    assert hand_sum(pile, always, other, 3) == pytest.approx((fmean(sums), pstdev(sums)))


@given(st.integers(1, 60), st.integers(0, 60), st.integers(0, 60))
def test_chances_add_up_to_one(cards, kind, hand):
    kind, hand = min(kind, cards), min(hand, cards)
    chances = [hypergeometric(cards, kind, hand, held) for held in range(-1, hand + 2)]
    assert sum(chances) == 1
    mean = sum((held - 1) * p for held, p in enumerate(chances))
    assert mean == Fraction(hand * kind, cards)


# What is counted.


def test_fields_are_counted_with_copies(tmp_path):
    stats, problems = of_text(tmp_path, MAIN)
    assert problems == ()
    deck = as_data(stats)["decks"]["main"]
    assert (deck["total"], deck["different"]) == (10, 4)
    assert deck["fields"]["cost"]["copies"] == {"1": 4, "2": 3, "3": 2, "7": 1}
    assert deck["fields"]["type"]["copies"] == {"foe": 7, "friend": 3}
    numbers = deck["fields"]["cost"]["numbers"]["cost"]
    all_costs = [1] * 4 + [2] * 3 + [3] * 2 + [7]
    assert numbers == {
        "min": 1, "max": 7, "mean": fmean(all_costs), "median": 2, "sd": pstdev(all_costs),
        "sum": 23,
    }  # fmt: skip


def test_what_counts_nothing_is_left_out(tmp_path):
    text = """decks:
  cards:
    face: plain
    back: none
    for: {rank: 1..6, suit: [red, blue]}
    let:
      place: "{{ 3 * rank + 2 }}"
      same: always
      colour: "#ff{{ rank }}000"
      says: "{{ 'a long text, longer than a kind is' if rank > 3 else 'another, as long as that' }}"
      html: "{{ '<b>x</b>' if rank > 3 else 'y' }}"
      unique: "{{ suit }} {{ rank }}"
      count-source: "{{ 'stated' if rank > 3 else 'house' }}"
      list: "{{ [rank, rank] }}"
      high: "{{ rank > 4 }}"
"""
    stats, problems = of_text(tmp_path, text)
    assert problems == ()
    (deck,) = stats.decks
    assert [kinds.fields for kinds in deck.fields] == [("rank", "place"), ("suit",), ("high",)]
    # What the designer counts by comes first and in full; the figures of place are those of rank.
    assert [kinds.main for kinds in deck.fields] == [True, True, False]
    assert [numbers.field for numbers in deck.fields[0].numbers] == ["rank"]
    assert dict(zip(deck.fields[2].values, deck.fields[2].counts, strict=True)) == {
        "no": 8, "yes": 4,
    }  # fmt: skip


def test_many_numbers_are_counted_in_steps(tmp_path):
    deck = "decks: {{main: {{face: plain, back: none, for: {{value: {}}}}}}}\n"
    for values, first, last, steps in (
        ("1..100", "1–10", "91–100", 10),
        ("0..99", "0–9", "90–99", 10),
        ("-20..20", "-20 to -16", "20 to 24", 9),
        (str([n + 0.5 for n in range(20)]), "0 to below 2", "18 to below 20", 10),
    ):
        stats, _ = of_text(tmp_path, deck.format(values))
        (kinds,) = stats.decks[0].fields
        assert (kinds.values[0], kinds.values[-1], len(kinds.values)) == (first, last, steps)
        assert sum(kinds.counts) == stats.decks[0].total


def test_cards_without_a_value_are_counted_as_such(tmp_path):
    stats, _ = of_text(tmp_path, MAIN.replace("element: earth", 'element: ""'))
    element = as_data(stats)["decks"]["main"]["fields"]["element"]["copies"]
    assert element == {"fire": 4, "(none)": 4, "air": 2}
    assert stats.decks[0].fields[0].fields == ("cost", "attack")


# Hands.


def test_the_hand_comes_from_the_dealing_of_the_mode(tmp_path):
    dealing = """dealing:
  short: {mode: short, deck: main, hand: 2, source: stated}
  long: {mode: long, deck: main, hand: 3, where: type == 'foe', source: stated}
facts: {hand: {is: 9, source: stated}}
"""
    stats, _ = of_text(tmp_path, MAIN + dealing)
    (hand,) = stats.hands
    assert (hand.hand, hand.pile, hand.title) == (2, Pile(0, 10, 10), "Short")
    kinds = as_data(stats)["hands"][0]["fields"]["type"]["kinds"]
    assert kinds["foe"]["holds"]["2"]["exact"] == "7/15"
    assert kinds["friend"]["at_least_one"]["exact"] == "8/15"
    assert kinds["friend"]["expected"]["exact"] == "3/5"
    # Two players hold four of ten cards, three of which are friends.
    assert kinds["friend"]["somebody"]["exact"] == str(1 - hypergeometric(10, 3, 4, 0))
    long, _ = of_text(tmp_path, MAIN + dealing, mode="long")
    assert long.hands[0].pile == Pile(0, 7, 7)
    assert "Not everybody can be dealt a hand" not in render_text(long)
    four, _ = of_text(tmp_path, MAIN + dealing, players=4, mode="long")
    assert "Not everybody can be dealt a hand: that takes 12 cards." in render_text(four)
    assert as_data(four)["hands"][0]["fields"]["cost"]["kinds"]["1"]["somebody"] is None


def test_cards_that_are_always_in_change_the_chances(tmp_path):
    dealing = "dealing: {round: {deck: main, cards: 5, hand: 2, source: stated%s}}\n"
    even, _ = of_text(tmp_path, MAIN + dealing % "")
    kinds = as_data(even)["hands"][0]["fields"]["cost"]["kinds"]
    assert kinds["7"]["at_least_one"]["exact"] == "1/5"
    uneven, _ = of_text(tmp_path, MAIN + dealing % ", always: cost == 7")
    kinds = as_data(uneven)["hands"][0]["fields"]["cost"]["kinds"]
    assert kinds["7"]["at_least_one"]["exact"] == "2/5"
    assert uneven.hands[0].pile == Pile(1, 9, 4)
    assert "the 1 that are always in and 4 of the other 9" in render_text(uneven)


@pytest.mark.parametrize(
    ("facts", "mode", "hands"),
    [
        ("{hand: {is: 4, source: stated}}", "short", [4]),
        ("{hand: {is: 4, source: stated}}", None, [4]),
        ("{hands: {is: [3, 6], source: stated}}", "short", [3]),
        ("{hands: {is: [3, 6], source: stated}}", "long", [6]),
        ("{hands: {is: [3, 6], source: stated}}", None, [3, 6]),
    ],
)
def test_without_a_dealing_the_fact_is_taken(tmp_path, facts, mode, hands):
    stats, _ = of_text(tmp_path, f"{MAIN}facts: {facts}\n", mode=mode)
    assert [found.hand for found in stats.hands] == hands
    assert {found.pile for found in stats.hands} == {Pile(0, 10, 10)}
    assert [law.law[0] for law in stats.hands[0].fields[0].chances] == [
        hypergeometric(10, kind, hands[0], 0) for kind in (4, 3, 2, 1)
    ]


def test_the_whole_game_has_the_hands_of_every_mode(tmp_path):
    dealing = """dealing:
  all: {mode: [short, long], deck: main, hand: "{{ 2 if mode == 'short' else 3 }}", source: stated}
  any: {deck: main, hand: 1, source: stated}
"""
    stats, _ = of_text(tmp_path, MAIN + dealing, mode=None)
    assert [(hand.title, hand.hand) for hand in stats.hands] == [
        ("Short", 2), ("any", 1), ("Long", 3),
    ]  # fmt: skip


def test_without_a_hand_only_the_deck_is_told(tmp_path):
    stats, problems = of_text(tmp_path, MAIN)
    assert stats.hands == ()
    assert problems == ()
    assert "No hand is known: write dealing:" in render_text(stats)


def test_a_hand_larger_than_the_deck_is_said(tmp_path):
    text = "dealing: {all: {deck: main, hand: 11, source: stated}}\n"
    stats, _ = of_text(tmp_path, MAIN + text)
    assert "A hand of 11 cannot be dealt from 10 cards." in render_text(stats)
    assert as_data(stats)["hands"][0]["fields"] == {}


@pytest.mark.parametrize(("hand", "told"), [(100, True), (101, False)])
def test_a_very_large_hand_takes_no_time(tmp_path, hand, told):
    text = f"""decks: {{cards: {{face: plain, back: none, for: {{value: 1..20}}, copies: 999}}}}
dealing: {{all: {{deck: cards, hand: {hand}, source: stated}}}}
"""
    stats, _ = of_text(tmp_path, text)
    assert bool(stats.hands[0].fields) is told
    text = render_text(stats)
    assert ("What a hand of more than 100 cards may hold is not reckoned." in text) is not told


@pytest.mark.parametrize(
    ("dealing", "code"),
    [
        ("{deck: main, hand: '{{ 5 / 2 }}', source: stated}", "dealing.number"),
        ("{deck: main, hand: '{{ facts.many }}', source: stated}", "expression.unknown-name"),
        ("{deck: main, hand: 2, where: nothing > 2, source: stated}", "expression.unknown-name"),
    ],
)
def test_a_dealing_that_cannot_be_computed_is_a_problem_with_its_place(tmp_path, dealing, code):
    stats, problems = of_text(tmp_path, f"{MAIN}dealing: {{all: {dealing}}}\n")
    assert stats.hands == ()
    assert [(problem.code, problem.span.line > 0) for problem in problems] == [(code, True)]


# What is read.


@pytest.mark.parametrize(
    ("name", "players", "mode", "lines"),
    [
        ("cent", 2, None, [
            "kind",
            "    base    ███████                        20   20.0 %",
            "Shuffled: the 20 that are always in and 5 of the other 80, any of them.",
            "  base                20   0.4 %   8.7 %  41.3 %  49.6 %     99.6 %   2.4",
            "229/230",
        ]),
        ("one-hundred", 4, None, ["4 × each of A, 2, 3", "1201/5525"]),
        ("ninety-nine", 4, None, ["12 tokens", "997/1700"]),
        ("numerik", 4, "standard", ["10 × each of 0, 1, 2, 3, 4, 5, 6, 7", "a hand of 10"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_shipped_games_read_well(name, players, mode, lines, language):
    stats, problems = of_file(DESIGNS / name / "game.yaml", players, mode, language)
    assert [problem for problem in problems if problem.severity == "error"] == []
    text = render_text(stats)
    for line in lines:
        assert line in text
    assert max(map(len, text.splitlines())) <= 104
    assert all(line == line.rstrip() for line in text.splitlines())
    assert json.loads(json.dumps(as_data(stats))) == as_data(stats)


def test_special_cards_of_cent_are_as_likely_as_by_their_way_into_the_deck():
    stats, _ = of_file(DESIGNS / "cent" / "game.yaml", 2, None)
    usual, last = as_data(stats)["hands"]
    # Five of eighty, then three of twenty-five; and three of a hundred in the last round.
    assert usual["fields"]["kind"]["kinds"]["special"]["expected"]["exact"] == "3/5"
    assert last["fields"]["kind"]["kinds"]["special"]["expected"]["exact"] == "12/5"
    step = usual["fields"]["value"]["kinds"]["91–100"]
    assert Fraction(step["expected"]["exact"]) == Fraction(10 * 5, 80) * Fraction(3, 25)
    assert usual["sums"]["value"]["mean"] == pytest.approx(3 / 25 * (210 + 5 * 60.5))


def test_the_page_shows_what_is_printed():
    page = (DESIGNS.parent / "docs" / "statistics.md").read_text("utf-8")
    samples = [block for block in page.split("```")[1::2] if "──" in block or " %" in block]
    texts = [
        render_text(of_file(DESIGNS / name / "game.yaml", 2, None)[0])
        for name in ("cent", "ninety-nine")
    ]
    assert len(samples) == 3
    for block in samples:
        assert any(block.strip("\n") in text for text in texts), block
