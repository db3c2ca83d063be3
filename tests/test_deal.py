"""Dealing: loops, rows and rules become cards; every fault of a card is told with its place."""

import pytest

from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.load import load_game
from cardforge.model import Settings

HEAD = """game: toy
version: "1"
title: {fr: Jouet, en: Toy}
languages: [fr, en]
players: 2..4
rulings: {aces: {values: ["1", "11"], title: Aces}}
words: {fr: {a: un}, en: {a: one}}
templates: {face: {elements: []}, other: {elements: []}}
decks:
"""


@pytest.fixture
def dealt(tmp_path):
    """Return what deals the decks of a game: the first deck, and the problems."""

    def dealt(deck, language="en", players=4, mode=None, aces="1"):
        path = tmp_path / "game.yaml"
        path.write_text(HEAD + "".join(f"  {line}\n" for line in deck.splitlines()), "utf-8")
        report = Report()
        game = load_game(path, report, "game.yaml")
        assert report.problems == ()
        decks = deal(game, Settings(language, players, mode, {"aces": aces}), report)
        return decks[0], report.problems

    return dealt


def cards(loaded):
    deck, problems = loaded
    assert problems == ()
    assert deck.whole
    return deck.cards


def ids(loaded):
    return [card.id for card in cards(loaded)]


class TestLoops:
    def test_a_range_makes_a_card_for_each_number(self, dealt):
        assert ids(dealt("d: {for: {n: 3..5}, face: face, back: none}")) == ["d.3", "d.4", "d.5"]

    def test_two_names_make_every_combination_in_order(self, dealt):
        deck = "d: {for: {suit: [♠, ♥], rank: [A, 2]}, face: face, back: none}"
        assert ids(dealt(deck)) == ["d.♠-A", "d.♠-2", "d.♥-A", "d.♥-2"]

    @pytest.mark.parametrize("values", ["{{ players }}", "{{ range(1, players + 1) }}"])
    def test_values_may_be_computed(self, dealt, values):
        deck = f"d: {{for: {{n: '{values}'}}, face: face, back: none}}"
        assert len(cards(dealt(deck, players=3))) == 3

    def test_rows_and_loops_may_stand_together(self, dealt):
        deck = "d: {for: {n: 1..2}, rows: [{id: extra}], face: face, back: none}"
        assert ids(dealt(deck)) == ["d.1", "d.2", "d.extra"]

    def test_a_row_without_id_is_numbered(self, dealt):
        assert ids(dealt("d: {rows: [{a: 1}, {a: 2}], face: face, back: none}")) == ["d.1", "d.2"]

    def test_a_million_combinations_are_refused_before_they_are_made(self, dealt):
        deck = "d: {for: {a: 1..9000, b: 1..9000, c: 1..9000}, face: face, back: none}"
        dealt_deck, (problem,) = dealt(deck)
        assert problem.code == "deck.too-many"
        assert (dealt_deck.cards, dealt_deck.whole) == ((), False)


class TestFields:
    def test_are_computed_in_order_for_each_card(self, dealt):
        deck = """d:
  for: {n: 1..2}
  let: {double: "{{ 2 * n }}", quadruple: "{{ 2 * double }}", kind: plain}
  face: face
  back: none"""
        assert [card.fields["quadruple"] for card in cards(dealt(deck))] == [4, 8]
        assert cards(dealt(deck))[0].fields["kind"] == "plain"

    def test_know_the_run(self, dealt):
        deck = """d:
  for: {n: 1..1}
  let: {all: "{{ players }} {{ mode }} {{ rulings.aces }} {{ language }} {{ words.a }} {{ deck }}"}
  face: face
  back: none"""
        (card,) = cards(dealt(deck, "fr", 3, "solo", "11"))
        assert card.fields["all"] == "3 solo 11 fr un d"

    @pytest.mark.parametrize(("language", "text"), [("fr", "Bonjour"), ("en", "Hello")])
    def test_are_in_the_language_of_the_run(self, dealt, language, text):
        deck = """d:
  rows: [{id: a, text: {fr: Bonjour, en: Hello}, name: {fr: "{{ text }}", en: "{{ text }}!"}}]
  face: face
  back: none"""
        (card,) = cards(dealt(deck, language))
        assert card.fields["text"] == text
        assert card.name == text + ("!" if language == "en" else "")

    def test_keep_what_was_typed(self, dealt):
        deck = "d: {rows: [{id: 007, a: 1.10, b: no, c: 3}], face: face, back: none}"
        (card,) = cards(dealt(deck))
        assert (card.id, card.fields["a"], card.fields["b"], card.fields["c"]) == (
            "d.007", "1.10", "no", 3,
        )  # fmt: skip

    def test_may_be_changed_for_single_cards(self, dealt):
        deck = """d:
  for: {n: 1..3}
  let: {double: "{{ 2 * n }}"}
  face: face
  back: none
  override:
    "2": {n: 20, face: other, copies: 5}
    "3": {double: 7}"""
        first, second, third = cards(dealt(deck))
        assert (first.face, first.copies, first.fields["double"]) == ("face", 1, 2)
        assert (second.face, second.copies, second.fields["double"]) == ("other", 5, 40)
        assert third.fields["double"] == 7


class TestRules:
    def test_where_leaves_cards_out(self, dealt):
        deck = "d: {for: {n: 1..9}, where: 'n in [2, 3]', face: face, back: none}"
        assert ids(dealt(deck)) == ["d.2", "d.3"]

    def test_where_takes_false_for_false(self, dealt):
        where = "{{ 'false' if n > 1 else 'true' }}"
        deck = f'd: {{for: {{n: 1..3}}, where: "{where}", face: face, back: none}}'
        assert ids(dealt(deck)) == ["d.1"]

    def test_face_back_copies_and_id_may_be_computed(self, dealt):
        deck = """d:
  for: {n: 1..2}
  id: "card-{{ n }}"
  face: "{{ 'face' if n == 1 else 'other' }}"
  back: "{{ 'none' if n == 1 else 'other' }}"
  copies: "{{ n * players }}" """
        made = [(card.id, card.face, card.back, card.copies) for card in cards(dealt(deck))]
        assert made == [("d.card-1", "face", None, 4), ("d.card-2", "other", "other", 8)]

    def test_a_row_may_have_copies_and_sides_of_its_own(self, dealt):
        rows = "[{id: a}, {id: b, copies: 3, face: other, back: face}]"
        deck = f"d: {{rows: {rows}, face: face, back: none}}"
        made = [(card.face, card.back, card.copies) for card in cards(dealt(deck))]
        assert made == [("face", None, 1), ("other", "face", 3)]

    def test_the_total_counts_copies(self, dealt):
        deck, _ = dealt("d: {for: {n: 1..3}, copies: '{{ n }}', face: face, back: none}")
        assert deck.total == 6


class TestFaults:
    @pytest.mark.parametrize(
        ("deck", "code", "line", "cards"),
        [
            ("d:\n  for: {n: 1..3}\n  back: none", "card.no-face", 12, ("d.1", "d.2", "d.3")),
            ("d:\n  for: {n: 1..3}\n  face: face", "card.no-back", 12, ("d.1", "d.2", "d.3")),
            ("d:\n  for: {n: 1..2}\n  back: none\n  face: fac", "template.unknown", 13,
             ("d.1", "d.2")),
            ("d:\n  for: {n: 1..2}\n  back: none\n  face: face\n  copies: '{{ m }}'",
             "expression.unknown-name", 14, ("d.1", "d.2")),
            ("d:\n  rows:\n    - {id: a, text: {fr: x}}\n  face: face\n  back: none",
             "words.missing", 12, ()),
            ("d:\n  rows:\n    - {id: a, n: 1, text: {fr: '{{ n }}'}}\n  face: face\n  back: none",
             "words.missing", 12, ()),
            ("d:\n  face: face\n  back: none\n  for: {n: 1..2}\n  override:\n    '9': {n: 3}",
             "override.unknown", 15, ()),
            ("d:\n  face: face\n  back: none\n  for: {n: 1..2}\n  id: same", "card.twice", 14, ()),
            ("d:\n  face: face\n  back: none\n  for: {n: 1..2}\n  id: \"{{ 'same' }}\"",
             "card.twice", 14, ()),
        ],
    )  # fmt: skip
    def test_are_told_once_with_place_and_cards(self, dealt, deck, code, line, cards):
        found, (problem,) = dealt(deck)
        assert (problem.code, problem.cards) == (code, cards)
        assert problem.span.line == (11 if code in ("card.no-face", "card.no-back") else line)
        assert problem.hint
        assert not found.whole

    def test_of_one_row_are_all_told(self, dealt):
        deck = "d: {rows: [{id: a, copies: many, face: x, back: y}]}"
        _, problems = dealt(deck)
        assert [problem.code for problem in problems] == [
            "card.copies", "template.unknown", "template.unknown",
        ]  # fmt: skip

    def test_do_not_lose_the_other_cards(self, dealt):
        deck = "d: {rows: [{id: a}, {id: b, face: x}, {id: c}], face: face, back: none}"
        found, problems = dealt(deck)
        assert len(problems) == 1
        assert [card.id for card in found.cards] == ["d.a", "d.c"]
