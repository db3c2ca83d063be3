"""Includes, the library, themes, variants and files of words: what is read, and what is refused."""

import json

import pytest
from cases.games import head, run, write

from cardforge import pipeline
from cardforge.diagnostics import Report

BASE = (
    head(palette='{ink: "#112233", ground: "#ffeecc"}')
    + """DECKS
templates:
  filled: {elements: [{shape: rectangle, fill: ground, box: bleed}]}
"""
)
DECKS = """decks:
  cards: {for: {value: 1..4}, face: filled, back: none}
  extra: {rows: [{id: x}], face: filled, back: none}"""


def game(tmp_path, more="", **files):
    folder = write(tmp_path / "toy", BASE.replace("DECKS", DECKS + "\n" + more))
    for name, text in files.items():
        path = (tmp_path / name.replace("__", "/")).with_suffix(".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def read(folder, variant=None):
    report = Report()
    made = pipeline.read_game(folder / "game.yaml", report, "game.yaml", variant)
    return made, report


def problem(folder, variant=None):
    _, report = read(folder, variant)
    assert len(report.problems) == 1, report.problems
    return report.problems[0]


VARIANTS = """variants:
  kids:
    title: Small Toy
    palette: {ground: "#88ff88"}
    decks: {cards: {where: value <= 2}, extra: none}
"""


def test_a_variant_joins_mappings_replaces_values_and_leaves_out(tmp_path):
    folder = game(tmp_path, VARIANTS)
    plain, _ = read(folder)
    kids, report = read(folder, "kids")
    assert not report.problems
    assert (plain.title["en"], kids.title["en"]) == ("Toy", "Small Toy")
    assert [deck.name for deck in plain.decks] == ["cards", "extra"]
    assert [deck.name for deck in kids.decks] == ["cards"]
    assert plain.palette["ink"] == kids.palette["ink"]
    assert plain.palette["ground"] != kids.palette["ground"]


def test_a_variant_is_printed_and_the_manifest_names_it(tmp_path):
    folder = game(tmp_path, VARIANTS)
    ran = run("build", folder, "--variant", "kids", "--paper", "a4", "--out", tmp_path / "o")
    assert ran.code == 0, ran.said
    manifest = json.loads((tmp_path / "o" / "toy" / "manifest.json").read_text())
    assert manifest["variant"] == "kids"
    assert [card["id"] for card in manifest["cards"]] == ["cards.1", "cards.2"]


def test_an_unknown_variant_is_a_wrong_command(tmp_path):
    ran = run("check", game(tmp_path, VARIANTS), "--variant", "kid")
    assert ran.code == 2
    assert "no variant 'kid'" in ran.said
    assert "kids" in ran.said


def test_a_variant_may_stand_in_a_file(tmp_path):
    folder = game(tmp_path, "variants: {kids: kids.yaml}\n", toy__kids="title: From a File\n")
    kids, report = read(folder, "kids")
    assert (kids.title["en"], report.problems) == ("From a File", ())


@pytest.mark.parametrize(
    ("more", "files", "code", "said"),
    [
        ("variants: {kids: {game: other}}\n", {}, "variant.section", "cannot have 'game'"),
        ("variants: {kids: {titel: x}}\n", {}, "variant.section", "'titel'"),
        ("variants: {kids: gone.yaml}\n", {}, "variant.path", "gone.yaml"),
        ("variants: {kids: [a]}\n", {}, "value.mapping", "sections of the game"),
        ("theme: gone.yaml\n", {}, "theme.path", "gone.yaml"),
        ("theme: {a: b}\n", {}, "value.text", "theme must be text"),
        ("theme: t.yaml\n", {"toy__t": "decks: {}\n"}, "theme.section", "cannot have 'decks'"),
        ("theme: ../t.yaml\n", {"t": "palette: {}\n"}, "theme.path", "outside the game folder"),
        ("words: {en: gone.yaml}\n", {}, "words.path", "gone.yaml"),
        ("macros: gone.j2\n", {}, "macros.path", "gone.j2"),
        (
            "include: [a.yaml]\n",
            {"toy__a": "include: [a.yaml]\nfacts: {}\n"},
            "include.circle",
            "itself",
        ),
        ("include: ['library:gone.yaml']\n", {"library__a": "facts: {}\n"}, "include.path", "gone"),
        (
            "include: ['library:../toy/a.yaml']\n",
            {"toy__a": "facts: {}\n"},
            "include.path",
            "outside",
        ),
    ],
)
def test_what_cannot_be_laid_over_a_game_is_told_once(tmp_path, more, files, code, said):
    found = problem(game(tmp_path, more, **files))
    assert found.code == code
    assert said in found.message
    assert found.span is not None


def test_a_faulty_file_of_macros_is_told_once_however_often_it_is_called(tmp_path):
    folder = game(tmp_path, "macros: m.j2\n")
    (folder / "m.j2").write_text("{% macro stars(n) %}{% include 'x' %}{% endmacro %}")
    text = (folder / "game.yaml").read_text().replace("fill: ground", 'fill: "{{ stars(3) }}"')
    (folder / "game.yaml").write_text(text)
    assert problem(folder).code == "macros.syntax"


def test_a_circle_of_includes_is_a_problem_and_no_hang(tmp_path):
    folder = game(
        tmp_path, "include: [a.yaml]\n",
        toy__a="include: [b.yaml]\n", toy__b="include: [c.yaml]\n", toy__c="include: [a.yaml]\n",
    )  # fmt: skip
    found = problem(folder)
    assert found.code == "include.circle"
    assert found.span.file.endswith("c.yaml")


def test_a_file_that_two_others_include_is_read_once(tmp_path):
    shared = "facts: {hand: {is: 3, source: stated}}\n"
    folder = game(
        tmp_path, "include: [a.yaml, b.yaml]\n",
        toy__a="include: [s.yaml]\n", toy__b="include: [s.yaml]\n", toy__s=shared,
    )  # fmt: skip
    made, report = read(folder)
    assert (list(made.facts), report.problems) == (["hand"], ())


def test_the_library_beside_the_games_serves_them_all(tmp_path):
    folder = game(
        tmp_path, 'include: ["library:looks/colours.yaml"]\n',
        library__looks__colours='styles: {big: {size: 20 pt}}\n',
    )  # fmt: skip
    made, report = read(folder)
    assert (list(made.styles), report.problems) == (["big"], ())


def test_a_theme_replaces_what_the_game_says_of_its_look(tmp_path):
    folder = game(tmp_path, "theme: night.yaml\n", toy__night='palette: {ground: "#000000"}\n')
    made, report = read(folder)
    assert not report.problems
    assert made.palette["ground"].values == (0.0,)
    assert "ink" in made.palette


def test_the_words_of_a_language_may_stand_in_a_file(tmp_path):
    folder = game(tmp_path, "words: {en: words.yaml}\n", toy__words="hello: Hello\n")
    made, report = read(folder)
    assert (made.words["en"], report.problems) == ({"hello": "Hello"}, ())


def test_a_fault_in_a_file_of_words_is_told_there(tmp_path):
    found = problem(game(tmp_path, "words: {en: words.yaml}\n", toy__words="hello: [\n"))
    assert found.span.file.endswith("words.yaml")


TWO = BASE.replace("languages: [en]", "languages: [fr, en]").replace("DECKS", DECKS)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("{fr: {a: Oui, b: Non}, en: {a: Yes}}", "'en' lack 'b'"),
        ("{fr: {a: Oui}, en: {a: Yes, b: No}}", "'fr' lack 'b'"),
    ],
)
def test_missing_and_extra_words_are_told(tmp_path, words, said):
    found = problem(write(tmp_path, TWO + f"words: {words}\n"))
    assert found.code == "words.missing"
    assert said in found.message


def test_words_with_the_same_keys_are_not_remarked_on(tmp_path):
    _, report = read(write(tmp_path, TWO + "words: {fr: {a: Oui}, en: {a: Yes}}\n"))
    assert not report.problems


def test_a_translation_that_says_the_same_as_the_original_is_noted_among_three(tmp_path):
    words = "{fr: {a: La main libre}, en: {a: The free hand}, de: {a: La main libre}}"
    folder = write(tmp_path, TWO.replace("[fr, en]", "[fr, en, de]") + f"words: {words}\n")
    ran = run("check", folder, "-v")
    assert "words.same" in ran.said
    assert "'La main libre' in fr and de" in ran.said


def test_a_library_that_is_a_link_is_no_library(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "frames.yaml").write_text("styles: {a: {size: 9 pt}}\n", "utf-8")
    folder = game(tmp_path, 'include: ["library:frames.yaml"]')
    (tmp_path / "library").symlink_to(tmp_path / "elsewhere")
    found = problem(folder)
    assert found.code == "include.path"
    assert found.message == "'library:frames.yaml' leads outside: the folder 'library' is a link"
    (tmp_path / "library").unlink()
    (tmp_path / "elsewhere").rename(tmp_path / "library")
    assert not read(folder)[1].problems


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("library:../x.yaml", "'library:../x.yaml' leads outside the game folder"),
        ("library:nope.yaml", "there is no file 'library:nope.yaml'"),
    ],
)
def test_a_name_in_the_library_is_told_as_it_is_written(tmp_path, name, said):
    assert problem(game(tmp_path, f'include: ["{name}"]')).message == said


def test_a_game_that_includes_itself_is_one_circle(tmp_path):
    found = problem(game(tmp_path, "include: [game.yaml]"))
    assert (found.code, found.message) == ("include.circle", "'game.yaml' includes itself")


def test_files_that_include_each_other_without_end_are_one_problem(tmp_path):
    folder = game(tmp_path, "include: [a0.yaml]")
    for number in range(1200):
        (folder / f"a{number}.yaml").write_text(f"include: [a{number + 1}.yaml]\n", "utf-8")
    found = problem(folder)
    assert (found.code, found.hint) == ("include.too-many", "put what they say into fewer files")
    assert found.message == "files may include each other at most 20 deep"


def test_more_files_than_anybody_writes_are_one_problem(tmp_path):
    names = [f"a{number}.yaml" for number in range(520)]
    folder = game(tmp_path, f"include: [{', '.join(names)}]")
    for name in names:
        (folder / name).write_text("styles: {}\n", "utf-8")
    assert problem(folder).message == "a game may include at most 500 files"
