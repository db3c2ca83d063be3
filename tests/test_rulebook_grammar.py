"""`facts:` and `rulebook:` of game.yaml: what they may say, and each fault at its place."""

import re

import pytest

from cardforge.color import parse_color
from cardforge.deal import deal, globals_of
from cardforge.decode import Deferred
from cardforge.diagnostics import Report
from cardforge.game_grammar import FACT
from cardforge.load import load_game
from cardforge.model import Settings
from cardforge.names import names_used
from cardforge.rulebook_grammar import CODES, COLUMN, EFFECT, RULEBOOK, TABLE
from cardforge.schema import game_schema
from cardforge.specs import RulebookSpec

HEAD = """game: toy
version: "1.0"
title: {fr: Jouet, en: Toy}
languages: [fr, en]
players: 2..4
palette: {deep: "#0b4f8a"}
templates: {plain: {elements: []}}
decks: {cards: {for: {value: 1..3}, face: plain, back: none}}
"""
LINES = HEAD.count("\n")


@pytest.fixture
def load(tmp_path):
    """Return what loads a game from its last sections and from files beside it."""

    def load(text, **files):
        for name, content in files.items():
            (tmp_path / f"{name}.yaml").write_text(content, "utf-8")
        (tmp_path / "game.yaml").write_text(HEAD + text, "utf-8")
        report = Report()
        return load_game(tmp_path / "game.yaml", report, "game.yaml"), report.problems

    return load


def good(loaded):
    game, problems = loaded
    assert problems == ()
    return game


def settings(players=4, language="en"):
    return Settings(language, players, None, {})


def facts(game, report=None, **more):
    return globals_of(game, settings(**more), report)["facts"]


class TestFacts:
    def test_a_fact_is_a_value_or_an_expression_over_those_above_it(self, load):
        game = good(
            load(
                "facts:\n  hand: {is: 3, source: stated}\n"
                "  all: {is: '{{ facts.hand * players }}', source: derived, because: all play}\n"
                "  list: {is: [1, 2], source: house}\n"
                "  word: {is: \"{{ 'un' if language == 'fr' else 'one' }}\", source: house}\n"
            )
        )
        assert facts(game) == {"hand": 3, "all": 12, "list": [1, 2], "word": "one"}
        assert facts(game, players=2, language="fr")["all"] == 6
        assert facts(game, language="fr")["word"] == "un"
        assert game.facts["all"].source == "derived"
        assert game.facts["all"].because == "all play"
        assert game.facts["all"].span.line == LINES + 3

    def test_cards_and_the_promises_of_the_box_can_use_facts(self, load):
        game = good(
            load(
                "facts: {hand: {is: 3, source: stated}}\n"
                "tokens: {life: {shape: round, size: 20, copies: '{{ facts.hand * players }}', "
                "face: plain, back: none, rows: [{id: a}]}}\n"
                "composition: [{check: total, deck: life, is: '{{ facts.hand * 4 }}', "
                "source: stated}]\n"
            )
        )
        report = Report()
        assert [deck.total for deck in deal(game, settings(), report)] == [3, 12]
        assert report.problems == ()

    def test_facts_of_several_files_join(self, load):
        game = good(
            load(
                "include: [more.yaml]\nfacts: {hand: {is: 3, source: stated}}\n",
                more="facts: {pile: {is: 4, source: stated}}\n",
            )
        )
        assert facts(game) == {"hand": 3, "pile": 4}

    def test_a_fact_that_cannot_be_computed_is_told_once(self, load):
        game = good(load("facts:\n  all: {is: '{{ facts.hnd * 2 }}', source: stated}\n"))
        report = Report()
        deal(game, settings(), report)
        facts(game, report)
        (problem,) = report.problems
        assert problem.code == "expression.unknown-name"
        assert (problem.span.line, problem.span.column) == (LINES + 2, 13)

    def test_a_fact_knows_nothing_of_those_below_it(self, load):
        game = good(
            load(
                "facts:\n  one: {is: '{{ facts.two }}', source: stated}\n"
                "  two: {is: 2, source: stated}\n"
            )
        )
        report = Report()
        assert facts(game, report) == {"two": 2}
        assert report.has_errors

    @pytest.mark.parametrize(
        ("text", "code", "column"),
        [
            ("[1]", "value.mapping", 8),
            ("{a: 3}", "value.mapping", 12),
            ("{a: {source: stated}}", "key.missing", 12),
            ("{a: {is: 3}}", "key.missing", 12),
            ("{a: {is: 3, source: guess}}", "value.choice", 28),
            ("{a: {is: 3, source: stated, why: x}}", "key.unknown", 36),
            ("{a-b: {is: 3, source: stated}}", "value.name", 9),
            ("{a: {is: '{{ 3 + }}', source: stated}}", "expression.syntax", 17),
        ],
    )
    def test_a_faulty_fact_is_told_at_its_place(self, load, text, code, column):
        _, (problem,) = load(f"facts: {text}\n")
        assert problem.code == code
        assert (problem.span.line, problem.span.column) == (LINES + 1, column)


class TestRulebook:
    def test_without_the_section_all_is_as_usual(self, load):
        assert good(load("")).rulebook == RulebookSpec()

    def test_type_and_colours_may_be_chosen(self, load):
        book = good(
            load(
                "rulebook: {heading: display, bold-italic: Lato-Bold, accent: deep, "
                "ink: '#222222', cover: [cards.2]}\n"
            )
        ).rulebook
        assert (book.heading, book.bold_italic, book.text) == (
            "display", "Lato-Bold", "SourceSerifPro-Regular",
        )  # fmt: skip
        assert (book.accent, book.ink) == (parse_color("#0b4f8a"), parse_color("#222222"))
        assert [name for name, _ in book.cover] == ["cards.2"]
        assert book.cover[0][1].line == LINES + 1
        assert book.places["accent"].line == LINES + 1

    def test_tables_effects_and_codes_are_read(self, load):
        game = good(
            load(
                "rulebook:\n  tables:\n    all:\n      deck: cards\n      where: value > 1\n"
                "      columns:\n"
                "        - {title: {fr: Valeur, en: Value}, text: '{{ value }}', align: center}\n"
                "        - {title: Cards, text: '{{ name }}', gather: true}\n"
                "        - {title: Sum, total: true}\n        - {title: Card, picture: back}\n"
                "  effects: [{deck: [cards], text: '{{ value }}', where: value > 2}]\n"
                "  codes: {deck: cards, field: value, labels: ['a {{ value }}', b]}\n"
            )
        )
        table = game.rulebook.tables["all"]
        assert table.decks == ("cards",)
        assert isinstance(table.where, Deferred)
        value, cards, total, card = table.columns
        assert (value.title["fr"], value.align, value.gather) == ("Valeur", "center", False)
        assert (cards.title, cards.gather) == ({"fr": "Cards", "en": "Cards"}, True)
        assert (total.total, total.text, card.picture) == (True, None, "back")
        (effect,) = game.rulebook.effects
        assert (effect.decks, effect.span.line) == (("cards",), LINES + 11)
        assert isinstance(effect.text, Deferred)
        codes = game.rulebook.codes
        assert (codes.deck, codes.field, codes.labels[1]) == ("cards", "value", "b")
        assert {"value", "name"} <= names_used(game)

    def test_the_section_may_stand_in_a_file_of_its_own(self, load):
        game = good(load("include: [book.yaml]\n", book="rulebook: {accent: deep}\n"))
        assert game.rulebook.accent == parse_color("#0b4f8a")
        assert game.rulebook.places["accent"].file == "book.yaml"

    @pytest.mark.parametrize(
        ("text", "code", "column"),
        [
            ("[a]", "value.mapping", 11),
            ("{acent: deep}", "key.unknown", 12),
            ("{accent: deeep}", "value.color", 20),
            ("{accent: none}", "value.color", 20),
            ("{heading: [a]}", "value.text", 21),
            ("{heading: '{{ title }}'}", "expression.not-here", 21),
            ("{cover: []}", "value.list", 19),
            ("{cover: cards.1}", "value.list", 19),
            ("{tables: [a]}", "value.mapping", 20),
            ("{tables: {a: x}}", "value.mapping", 24),
            ("{tables: {a: {deck: cards}}}", "key.missing", 24),
            ("{tables: {a: {deck: cards, columns: []}}}", "value.list", 47),
            ("{tables: {a: {deck: 'c d', columns: [{title: x, total: true}]}}}", "value.name", 31),
            ("{tables: {a: {deck: cards, columns: [x]}}}", "value.mapping", 48),
            ("{tables: {a: {deck: cards, columns: [{title: x}]}}}", "rulebook.column", 48),
            ("{tables: {a: {deck: cards, columns: [{title: x, text: y, total: true}]}}}",
             "rulebook.column", 48),
            ("{tables: {a: {deck: cards, columns: [{text: y}]}}}", "key.missing", 48),
            ("{tables: {a: {deck: cards, columns: [{title: {fr: x}, text: y}]}}}",
             "words.missing", 56),
            ("{tables: {a: {deck: cards, columns: [{title: x, picture: front}]}}}",
             "value.choice", 68),
            ("{effects: {a: b}}", "value.list", 21),
            ("{effects: [{deck: cards}]}", "key.missing", 22),
            ("{effects: [x]}", "value.mapping", 22),
            ("{codes: x}", "value.mapping", 19),
            ("{codes: {deck: cards, field: value, labels: []}}", "value.list", 55),
            ("{codes: {deck: cards, labels: [a]}}", "key.missing", 19),
        ],
    )  # fmt: skip
    def test_a_fault_is_told_at_its_place(self, load, text, code, column):
        game, problems = load(f"rulebook: {text}\n")
        assert game is not None
        assert [problem.code for problem in problems] == [code]
        assert (problems[0].span.line, problems[0].span.column) == (LINES + 1, column)
        assert game.is_broken("rulebook", "any")


@pytest.mark.parametrize("key", sorted({*FACT, *RULEBOOK, *TABLE, *COLUMN, *EFFECT, *CODES}))
def test_every_key_is_documented(repository, key):
    page = (repository / "docs" / "language.md").read_text("utf-8")
    assert re.search(rf"(?<![\w-]){key}(?![\w-])", page.partition("## Facts")[2])


def test_a_schema_knows_both_sections():
    sections = game_schema()["properties"]
    assert set(sections["facts"]["additionalProperties"]["properties"]) == {*FACT, "allow"}
    assert set(sections["rulebook"]["properties"]) == {*RULEBOOK, "allow"}
