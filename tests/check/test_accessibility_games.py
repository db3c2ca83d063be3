"""The accessibility checks as `cardforge check` runs them, and on the game of `cardforge new`."""

import pytest
from judging import CODES, HEAD, deck, side

from cardforge import pipeline
from cardforge.check.accessibility.judge import check_accessibility
from cardforge.check.accessibility.paint import Painter
from cardforge.check.settings import Checks
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.presets import DATA

FAINT = 'text: "Hello", size: 9 pt, color: "#cccccc", box: {top: 20, height: 8}'
DISC = 'shape: circle, fill: "{{ hue }}", box: {x: 50%, y: 60, width: 20, height: 20}'
HUES = 'red: "#d32f2f", green: "#388e3c"'
ROWS = ["id: a, hue: red", "id: b, hue: green"]


def check_text(folder, text):
    """Return what `cardforge check` finds in a game about its colours."""
    (folder / "game.yaml").write_text(HEAD + text, "utf-8")
    report = Report()
    game = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
    assert game is not None, report.problems
    pipeline.check(game, Request(only=("sheets", "tokens")), report)
    return [problem for problem in report.problems if problem.code in CODES]


# The four games are judged whole by tests/test_check_games.py.
def test_the_starter_has_no_fault_of_colour():
    report = Report()
    game = pipeline.read_game(DATA / "starters" / "lanterns" / "game.yaml", report, "game.yaml")
    for settings in settings_of(game, Request()):
        edition = pipeline.make_edition(game, settings, report)
        assert edition.cards
        check_accessibility(edition, Painter(edition.fonts), Checks(game), report)
    assert [p for p in report.problems if p.code in CODES and p.severity != "note"] == []


def test_the_faults_of_a_deck_are_found_by_check(tmp_path):
    found = check_text(tmp_path, deck([DISC, FAINT], ROWS, HUES))
    assert {p.code for p in found if p.severity == "warning"} == set(CODES)


@pytest.mark.parametrize(
    ("code", "place"),
    [("print.contrast", FAINT), ("print.vision", DISC)],
)
def test_an_element_allows_what_is_right_there(tmp_path, code, place):
    text = deck([DISC, FAINT], ROWS, HUES)
    allowed = text.replace(place, place + f', allow: {{{code}: "seen by nobody"}}')
    before = {p.code for p in check_text(tmp_path, text) if p.severity == "warning"}
    found = check_text(tmp_path, allowed)
    assert {p.code for p in found if p.severity == "warning"} == before - {code}
    (note,) = (p for p in found if p.code == code)
    assert (note.severity, "seen by nobody" in note.message) == ("note", True)


@pytest.mark.parametrize("code", ["print.colour-only", "print.grey"])
def test_a_deck_allows_what_is_right_there(tmp_path, code):
    text = deck([DISC], ROWS, HUES)
    allowed = text.replace(
        "    face: face\n", f"    face: face\n    allow: {{{code}: matched by touch}}\n"
    )
    before = {p.code for p in check_text(tmp_path, text) if p.severity == "warning"}
    found = {p.code for p in check_text(tmp_path, allowed) if p.severity == "warning"}
    assert found == before - {code}


def test_a_build_does_not_judge_colours(tmp_path):
    (tmp_path / "game.yaml").write_text(HEAD + side([FAINT]), "utf-8")
    report = Report()
    game = pipeline.read_game(tmp_path / "game.yaml", report, "game.yaml")
    request = Request(only=("sheets",))
    pipeline.build(game, request, report, tmp_path / "out", lambda cards: pipeline.no_tick)
    assert [p for p in report.problems if p.code in CODES] == []
