"""Loading: a file becomes a game, what is given twice or by another file keeps its place."""

import copy
import random
from textwrap import dedent

import pytest
import yaml

from cardforge import pipeline
from cardforge.decode import Deferred
from cardforge.diagnostics import Report
from cardforge.edition import Request
from cardforge.load import load_game
from cardforge.model import Format, Players

HEAD = (
    'game: toy\nversion: "1.0"\ntitle: {fr: Jouet, en: Toy}\nlanguages: [fr, en]\nplayers: 2..4\n'
)


@pytest.fixture
def load(tmp_path):
    """Return what loads a game from its text and from files beside it."""

    def load(text, head=HEAD, **files):
        for name, content in files.items():
            (tmp_path / f"{name}.yaml").write_text(content, "utf-8")
        (tmp_path / "game.yaml").write_text(head + text, "utf-8")
        report = Report()
        return load_game(tmp_path / "game.yaml", report, "game.yaml"), report.problems

    return load


def good(loaded):
    game, problems = loaded
    assert problems == ()
    return game


class TestAGame:
    def test_has_sensible_defaults(self, load):
        game = good(load(""))
        assert (game.id, game.version, game.players) == ("toy", "1.0", Players(2, 4, 4))
        assert (game.format.name, game.format.trim) == ("poker-63x88", (63.0, 88.0))
        assert (game.sheets.marks, game.sheets.papers) == ("crop", ("a4", "letter"))
        assert (game.words, game.decks, game.broken) == ({"fr": {}, "en": {}}, (), frozenset())

    @pytest.mark.parametrize(
        ("written", "players"),
        [("2", (2, 2, 2)), ("3..6", (3, 6, 6)), ("{min: 3, max: 6, limit: 34}", (3, 6, 34))],
    )
    def test_is_for_a_range_of_players(self, load, written, players):
        game = good(load(f"players: {written}\n", HEAD.replace("players: 2..4\n", "")))
        assert game.players == players

    def test_may_have_one_text_for_all_languages(self, load):
        game = good(load("credits: Somebody\nlicence: {fr: Libre, en: Free}\n"))
        assert game.credits == {"fr": "Somebody", "en": "Somebody"}
        assert game.licence == {"fr": "Libre", "en": "Free"}

    def test_may_have_a_format_of_its_own(self, load):
        game = good(load("format: {trim: [2.5in, 88], bleed: 0.125in, safe: 4}\n"))
        assert game.format == Format("own", (63.5, 88.0), 3.175, 4.0, 3.0)

    def test_keeps_the_order_of_its_decks_and_rulings(self, load):
        rulings = (
            "rulings: {aces: {values: ['11', '1'], title: Aces}, b: {values: [x], title: B}}\n"
        )
        decks = "decks: {b: {for: {n: 1..2}}, a: {for: {n: 1..2}}}\n"
        game = good(load(rulings + decks))
        assert [deck.name for deck in game.decks] == ["b", "a"]
        assert [(key, ruling.values[0]) for key, ruling in game.rulings.items()] == [
            ("aces", "11"), ("b", "x"),
        ]  # fmt: skip

    def test_reads_expressions_once_there_is_a_card(self, load):
        (deck,) = good(load("decks: {a: {for: {n: 1..2}, copies: '{{ n }}', face: f}}\n")).decks
        assert isinstance(deck.copies, Deferred)
        assert deck.face == "f"


class TestIncludedFiles:
    def test_add_their_sections(self, load):
        game = good(load(
            "include: [more.yaml, words.yaml]\npalette: {ink: black}\n",
            more="palette: {paper: white}\ndecks: {a: {for: {n: 1..2}}}\n",
            words="words:\n  fr: {a: un}\n  en: {a: one}\n",
        ))  # fmt: skip
        assert sorted(game.palette) == ["ink", "paper"]
        assert game.words["fr"] == {"a": "un"}
        assert [deck.name for deck in game.decks] == ["a"]

    def test_may_share_words_of_a_language(self, load):
        game = good(load(
            "include: [more.yaml]\nwords: {fr: {a: un}, en: {a: one}}\n",
            more="words: {fr: {b: deux}, en: {b: two}}\n",
        ))  # fmt: skip
        assert game.words["en"] == {"a": "one", "b": "two"}

    def test_may_share_decks_and_tokens_and_what_is_promised_of_them(self, load):
        own = """
            decks: {%s: {for: {n: 1..2}}}
            tokens: {%s: {shape: round, size: 20, rows: [{id: x}]}}
            composition: [{check: none, deck: %s, source: house}]
            dealing: {%s: {deck: %s, hand: 1, source: house}}
        """
        mine, theirs = dedent(own % tuple("atabb")), dedent(own % tuple("bubca"))
        game = good(load(f"include: [more.yaml]\n{mine}", more=theirs))
        assert [deck.name for deck in game.decks] == ["a", "b"]
        assert [deck.name for deck in game.tokens] == ["t", "u"]
        assert [statement.span.file for statement in game.composition] == ["game.yaml", "more.yaml"]
        assert [dealing.name for dealing in game.dealing] == ["b", "c"]

    def test_keep_their_own_places_in_problems(self, load):
        _, problems = load("include: [more.yaml]\n", more="\npallete: {a: red}\n")
        (problem,) = problems
        assert (problem.code, problem.span[:3]) == ("key.unknown", ("more.yaml", 2, 1))

    def test_may_not_give_a_thing_twice(self, load):
        _, problems = load(
            "include: [more.yaml]\npalette: {ink: black}\n",
            more="palette: {ink: white}\nversion: '2'\n",
        )
        assert [(p.code, p.span.file, p.span.line) for p in problems] == [
            ("include.twice", "more.yaml", 1), ("include.twice", "more.yaml", 2),
        ]  # fmt: skip
        assert [p.related[0][0].file for p in problems] == ["game.yaml", "game.yaml"]

    @pytest.mark.parametrize("name", ["../game.yaml", "/etc/passwd", "none.yaml", "MORE.yaml", "."])
    def test_lie_in_the_game_folder(self, load, name):
        game, problems = load(f"include: [{name}]\n", more="palette: {a: red}\n")
        assert game is None
        assert [problem.code for problem in problems] == ["include.path"]
        assert problems[0].hint


class TestASharedDeck:
    def test_is_filled_in_below_what_the_game_writes(self, load):
        text = (
            "decks:\n  cards: {from: standard-52, face: f, back: b, let: {twice: '{{ rank }}'}}\n"
        )
        (deck,) = good(load(text)).decks
        assert len(deck.loops["suit"]) * len(deck.loops["rank"]) == 52
        assert {"red", "number", "twice"} <= deck.let.keys()

    def test_keeps_the_places_of_the_game(self, load):
        _, problems = load("decks:\n  cards:\n    from: standard-52\n    fce: f\n")
        (problem,) = problems
        assert problem.span[:3] == ("game.yaml", 9, 5)


class TestAFaultyFile:
    def test_still_gives_what_could_be_read(self, load):
        game, problems = load(
            "styles: {a: {size: 9}, b: {size: 9 pt}}\ntemplates: {t: {elements: [5, {text: A}]}}\n"
        )
        assert [problem.code for problem in problems] == ["value.size", "element.kind"]
        assert list(game.styles) == ["b"]
        assert len(game.templates["t"].elements) == 1
        assert game.is_broken("styles", "a")
        assert not game.is_broken("styles", "b")

    @pytest.mark.parametrize("line", ["languages: []", "players: many", "format: huge"])
    def test_gives_nothing_when_no_card_could_be_judged(self, load, line):
        key = line.partition(":")[0]
        head = "".join(part for part in HEAD.splitlines(True) if not part.startswith(key))
        game, problems = load(f"{line}\nfnts: {{}}\n", head)
        assert game is None
        assert len(problems) == 2


# Values that fit nowhere, or where one least expects them.
ODD = [
    None, "", "x", -1, 0, 2.5, True, "1e9", "{{ x }}", "{{ n + }}", "{{ n }}", "{{ [n, 2] }}",
    "{{ {'en': 'x'} }}", "none", "bleed", "50%", "5 px", "3..1", "..", [], {}, [[]], {"a": 1},
    [None],
    ["{{ x }}"], {"en": "x"}, "9" * 500, "{% if x %}a{% endif %}", "plain", "corner", "é",
]  # fmt: skip
EVERYTHING = yaml.safe_load("""
game: toy
version: "1"
title: {fr: Jouet, en: Toy}
languages: [fr, en]
players: {min: 2, max: 3}
palette: {ink: "#123456"}
fonts: {text: Lato-Regular}
styles: {small: {font: text, size: 9 pt, color: ink}}
icons: {bolt: {viewbox: [0, 0, 24, 24], path: "M0 0L1 1Z"}}
words: {fr: {a: un}, en: {a: one}}
rulings: {aces: {values: ["1", "11"], title: Aces, source: ruling}}
modes: {solo: {fr: Seul, en: Solo}}
parts: {corner: [{text: "{{ n }}", style: small, box: {left: 3, top: 3, width: 9, height: 5}}]}
templates:
  plain: {elements: [{shape: rectangle, fill: white, box: bleed}]}
  face:
    extends: plain
    elements:
      - {use: corner, rotate: 180}
      - {pips: {icon: bolt, count: "{{ n }}", size: 6}, box: safe}
      - {row: [{icon: heart}, {paragraph: "{{ words.a }}", fit: {min: 6 pt}}], gap: 1, box: safe}
      - {repeat: "1..{{ n }}", as: i, elements: [{line: {from: [5, 5], to: [9, 9%]}}]}
      - group: [{path: "M0 0L5 5", viewbox: [0, 0, 5, 5], stroke: red, dash: [1, 2]}]
        clip: ellipse
        if: n > 1
        box: safe
decks:
  all: {for: {n: 1..2}, let: {m: "{{ n * 2 }}"}, face: face, back: plain, copies: "{{ players }}"}
  some: {rows: [{id: a, n: 2, name: {fr: A, en: A}}], face: face, back: none, format: poker-63x88}
tokens:
  life: {shape: round, size: 20, face: plain, back: plain, rows: [{id: l}]}
composition: [{check: total, deck: all, is: 6, source: stated}]
sheets: {gutter: {x: 0, y: 1}, margin: 5, marks: crop, papers: [a4]}
""")


def paths(value, path=()):
    if path:
        yield path
    pairs = value.items() if isinstance(value, dict) else ()
    for key, child in enumerate(value) if isinstance(value, list) else pairs:
        yield from paths(child, (*path, key))


def changed(game, chance):
    """Return a game with one to three of its values replaced, removed or added."""
    game = copy.deepcopy(game)
    for _ in range(chance.choice([1, 1, 2, 3])):
        *way, last = chance.choice(list(paths(game)))
        parent = game
        for key in way:
            parent = parent[key]
        what = chance.random()
        if what < 0.2:
            del parent[last]
        elif what < 0.4 and isinstance(parent, dict):
            parent[chance.choice(["copies", "face", "if", "box", "text", "x"])] = chance.choice(ODD)
        else:
            parent[last] = copy.deepcopy(chance.choice(ODD))
    return game


def judged(game, folder):
    path = folder / "game.yaml"
    path.write_text(yaml.safe_dump(game, allow_unicode=True), "utf-8")
    report = Report()
    loaded = pipeline.read_game(path, report, "game.yaml")
    if loaded is not None:
        pipeline.check(loaded, Request(), report)
    return report.problems


def test_the_game_to_be_spoilt_is_good(tmp_path):
    problems = [p for p in judged(EVERYTHING, tmp_path) if p.severity != "note"]
    assert problems == []


@pytest.mark.parametrize("seed", range(8))
def test_a_spoilt_game_is_told_in_words_and_never_stops_the_program(tmp_path, seed):
    chance = random.Random(seed)
    found = 0
    for _ in range(20):
        for problem in judged(changed(EVERYTHING, chance), tmp_path):
            assert problem.span is not None, problem
            assert not any(part in problem.message for part in ("Node(", "Deferred", "object at"))
            found += problem.severity == "error"
    assert found > 10
