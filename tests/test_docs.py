"""The documentation names all there is and nothing else: problems, commands, keys, filters."""

import ast
import re
from pathlib import Path

import pytest

from cardforge import cli, options, pipeline
from cardforge.color import NAMES
from cardforge.composition_grammar import BOUNDS, CHECKS, STATEMENT
from cardforge.dealing_grammar import DEALING, PIECES
from cardforge.decks_grammar import DECK, TOKEN
from cardforge.diagnostics import Report
from cardforge.elements_grammar import FORMS
from cardforge.forms import COMMON
from cardforge.game_grammar import GAME, SHEETS, SOURCES
from cardforge.sandbox import _environment_for
from cardforge.sandbox import _functions as functions

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "cardforge"
PROBLEMS = (ROOT / "docs" / "problems.md").read_text("utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text("utf-8")
PARTS = sorted((ROOT / "docs" / "language").glob("*.md"))
MAIN = (ROOT / "docs" / "language.md").read_text("utf-8")
LANGUAGE = MAIN + "".join(path.read_text("utf-8") for path in PARTS)
COMPOSITION = (ROOT / "docs" / "composition.md").read_text("utf-8")

# Words with a dot that are no codes.
FILE_NAMES = re.compile(r".*\.(yaml|json|pdf|png|ttf|css|csv|ini)\Z")
CODE = re.compile(r"[a-z]+\.[a-z]+(?:-[a-z]+)*\Z")
# Codes that are put together in the program, and what they can become.
FAMILIES = {
    "card.no-{}": ("face", "back"),
    "composition.{}": CHECKS,
    "sheet.{}": ("margin", "gutter"),
    "{}.unknown": ("style", "part"),
    "font.no-{}": ("bold", "italic"),
    "font.{}": ("empty", "remote", "outside", "missing", "case", "folder", "broken", "kind"),
    "image.{}": ("empty", "remote", "outside", "missing", "case", "folder"),
}
# Texts of the same shape that name keys, places and files instead.
NO_CODES = {"{}.{}", "{}.title", "words.{}", "sheets.{}", "{}.ttf", "{}.yaml", "{}.json",
            "{}.png"}  # fmt: skip


def codes_in(source):
    """Return the codes written out in a module, and the shapes of those put together in it."""
    codes, shapes = set(), set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if CODE.match(node.value) and not FILE_NAMES.match(node.value):
                codes.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [v.value if isinstance(v, ast.Constant) else "{}" for v in node.values]
            if re.fullmatch(r"[a-z{}]+\.[a-z{}-]+", "".join(parts)):
                shapes.add("".join(parts))
    return codes, shapes - NO_CODES


def reasons_in(source, error):
    """Return the first argument of each call that makes an error."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [call for call in calls if getattr(call.func, "id", "") == error and call.args]
    return {call.args[0].value for call in named if isinstance(call.args[0], ast.Constant)}


def every_code():
    codes, shapes = set(), set()
    for path in PACKAGE.rglob("*.py"):
        some, others = codes_in(path.read_text("utf-8"))
        codes |= some
        shapes |= others
    for shape in shapes:
        codes |= {shape.replace("{}", word) for word in FAMILIES[shape]}
    return codes


def listed_codes(text):
    return re.findall(r"^\| `([a-z]+\.[a-z-]+)` \|", text, re.M)


class TestProblems:
    def test_every_code_is_listed_and_every_listed_code_exists(self):
        assert sorted(listed_codes(PROBLEMS)) == sorted(every_code())

    def test_each_has_meaning_reason_and_cure(self):
        for line in PROBLEMS.splitlines():
            if line.startswith("| `"):
                cells = [cell.strip() for cell in line.strip("|").split(" | ")]
                assert len(cells) == 4, line
                assert all(cells), line

    def test_the_reasons_of_files_and_fonts_are_those_of_the_program(self):
        files = reasons_in((PACKAGE / "gamefolder.py").read_text("utf-8"), "FileError")
        fonts = reasons_in((PACKAGE / "truetype.py").read_text("utf-8"), "TrueTypeError")
        assert files == set(FAMILIES["image.{}"])
        assert files | fonts == set(FAMILIES["font.{}"])

    def test_a_planted_code_is_found(self):
        source = (
            'report.error("made.up", f"no {x}", f"made.{x}")\nclass K:\n    code = "made.too"\n'
        )
        assert codes_in(source) == ({"made.up", "made.too"}, {"made.{}"})
        assert codes_in('open("game.yaml")') == (set(), set())

    def test_every_code_of_the_faulty_designs_is_listed(self):
        found = re.findall(r"(?:error|warning|note)\[([\w.-]+)\]:", "".join(
            path.read_text("utf-8", errors="replace") for path in ROOT.glob("tests/broken/*.yaml")
        ))  # fmt: skip
        assert set(found) <= set(listed_codes(PROBLEMS))
        assert len(set(found)) > 60


class TestCommands:
    @pytest.mark.parametrize("command", sorted(cli.commands.commands))
    def test_every_command_and_each_of_its_options_is_documented(self, command):
        assert f"`cardforge {command}" in COMMANDS
        for option in cli.commands.commands[command].params:
            if option.param_type_name == "option":
                for name in option.opts:
                    assert re.search(rf"^\|.*`{name}\b.*\|.*\b{command}\b", COMMANDS, re.M), name

    def test_nothing_is_documented_that_does_not_exist(self):
        commands = set(re.findall(r"`cardforge ([a-z]+)", COMMANDS))
        assert commands == set(cli.commands.commands)
        known = {name for command in cli.commands.commands.values()
                 for option in command.params for name in option.opts}  # fmt: skip
        assert set(re.findall(r"`(--[a-z-]+)", COMMANDS)) <= known | {"--help", "--version"}

    def test_every_exit_code_is_documented(self):
        codes = (
            cli.FINE,
            cli.PROBLEMS,
            cli.WRONG_COMMAND,
            cli.BUG,
            cli.INTERRUPTED,
            cli.TERMINATED,
        )
        for code in codes:
            assert re.search(rf"^\| [\d, ]*\b{code}\b", COMMANDS, re.M), code

    def test_every_kind_of_output_and_report_is_documented(self):
        outputs = ("sheets", "tokens", "images", "manifest.json")
        for word in (*cli.REPORTS, *options.DUPLEX_WAYS, *outputs):
            assert word in COMMANDS


class TestLanguage:
    @pytest.mark.parametrize("key", [key for key in GAME if key != "description"])
    def test_every_section_of_a_game_is_documented(self, key):
        assert re.search(rf"^{key}:", LANGUAGE, re.M)

    @pytest.mark.parametrize("key", sorted({*DECK, *TOKEN}))
    def test_every_key_of_decks_and_tokens_is_documented(self, key):
        decks = LANGUAGE.partition("## Decks")[2].partition("## Templates")[0]
        assert re.search(rf"\b{key}\b", decks)

    @pytest.mark.parametrize("kind", FORMS)
    def test_every_kind_of_element_is_documented_with_its_keys(self, kind):
        elements = LANGUAGE.partition("## Templates")[2]
        assert f"`{kind}: " in elements or f"`{kind}:" in elements
        for key in (*FORMS[kind].fields, *COMMON):
            assert re.search(rf"(?<![\w-]){key}(?![\w-])", elements), key

    @pytest.mark.parametrize("key", sorted(SHEETS.fields))
    def test_every_key_of_sheets_is_documented(self, key):
        assert re.search(rf"(?<![\w-]){key}(?![\w-])", LANGUAGE)

    @pytest.mark.parametrize("name", sorted([*_environment_for(frozenset()).filters, *functions]))
    def test_every_filter_and_function_is_documented(self, name):
        expressions = LANGUAGE.partition("## Expressions")[2].partition("## Decks")[0]
        assert re.search(rf"\b{name}\b", expressions)

    @pytest.mark.parametrize("word", [*CHECKS, *SOURCES, *STATEMENT, *DEALING, *PIECES])
    def test_every_word_of_a_statement_is_documented(self, word):
        assert re.search(rf"(?<![\w-]){word}(?![\w-])", COMPOSITION)

    @pytest.mark.parametrize("check", CHECKS)
    def test_every_check_has_a_row_with_its_keys_and_an_example(self, check):
        row = re.search(rf"^\| `{check}` \|(.*)\|$", COMPOSITION, re.M)
        assert row is not None
        for key in CHECKS[check].needs + CHECKS[check].takes:
            if key in BOUNDS:
                assert "a number" in row[1]
            elif key not in ("deck", "decks", "every", "where"):
                assert f"`{key}`" in row[1]
        assert re.search(rf"check: {check}\b", COMPOSITION)

    def test_a_key_that_is_not_there_is_found_missing(self):
        assert not re.search(r"^recipes:", LANGUAGE, re.M)


def test_colour_names_are_english_words():
    assert all(re.fullmatch("[a-z]+", name) for name in NAMES)


@pytest.mark.parametrize("page", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_links_between_pages_lead_somewhere(page):
    text = re.sub(r"`[^`]*`", "", (ROOT / "docs" / page).read_text("utf-8"))
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (ROOT / "docs" / target).exists(), target


def test_the_sample_problem_is_printed_as_the_page_shows_it(tmp_path, monkeypatch):
    from cardforge.edition import Request
    from cardforge.report import render_text

    monkeypatch.chdir(tmp_path)
    folder = Path("designs/cent")
    folder.mkdir(parents=True)
    head = 'game: cent\nversion: "1"\ntitle: T\nlanguages: [en]\nplayers: 2\ndecks:\n'
    deck = "  a:\n    face: f\n    back: none\n    rows: [{id: a}]\n"
    filling = "#\n" * (40 - head.count("\n") - deck.count("\n"))
    text = f"{head}{filling}{deck}    copies: two\ntemplates:\n  f: {{elements: []}}\n"
    (folder / "game.yaml").write_text(text)
    report = Report()
    game = pipeline.read_game(folder / "game.yaml", report, "designs/cent/game.yaml")
    if game is not None:
        pipeline.check(game, Request(), report)
    printed = render_text(report, colour=False, verbose=False)
    sample = re.search(r"```\n(designs/cent.*?)```", PROBLEMS, re.S)[1]
    assert printed.startswith(sample.rstrip()), printed
