"""Preflight as a whole: what it leaves alone, what it promises, and what a game makes of it."""

import re
from pathlib import Path

import pytest
from printing import codes, deck, only, preflight, side

from cardforge import pipeline
from cardforge.check.accessibility.paint import Painter
from cardforge.check.preflight.judge import check_preflight
from cardforge.check.settings import Checks
from cardforge.check_table import CHECK_TABLE, SEVERITIES
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.presets import DATA

ROOT = Path(__file__).resolve().parents[2]
STARTER = DATA / "starters" / "lanterns"
OURS = ("print.", "words.same", "words.empty")


def found_in(folder, languages=None):
    """Return what preflight finds in a game of several files; allowances count."""
    report = Report()
    game = pipeline.read_game(folder / "game.yaml", report, "game.yaml")
    for settings in settings_of(game, Request(languages=languages)):
        edition = pipeline.make_edition(game, settings, report)
        check_preflight(edition, Painter(edition.fonts), Checks(game), report)
    return [p for p in report.problems if p.code.startswith(OURS) and p.severity != "note"]


# The four games are judged whole by tests/test_check_games.py.
def test_the_starter_is_clean():
    assert found_in(STARTER) == []


def test_the_starter_without_its_marks_would_not_be(tmp_path):
    text = (STARTER / "game.yaml").read_text("utf-8")
    unmarked = text.replace("{{ value | ambiguous_upside_down }}", "{{ false }}")
    assert unmarked != text
    (tmp_path / "game.yaml").write_text(unmarked, "utf-8")
    (problem,) = found_in(tmp_path)
    assert (problem.code, len(problem.cards)) == ("print.upside-down", 8)


def test_cards_that_nobody_prints_are_not_judged(tmp_path):
    rows = ["id: a, size: 9", "id: b, size: 4, copies: 0"]
    words = 'text: "{{ id }}", font: text, size: "{{ size }} pt", box: safe'
    assert codes(tmp_path, deck(rows, words)) == []
    assert codes(
        tmp_path, deck([row.replace("copies: 0", "copies: 1") for row in rows], words)
    ) == ["print.small-text"]


def test_a_side_that_many_cards_share_is_judged_once(tmp_path):
    rear = "  rear:\n    elements:\n      - {text: Back, font: text, size: 4 pt, box: safe}\n"
    rows = [f"id: c{n}" for n in range(5)]
    face = 'text: "{{ id }}", font: bold, size: 30 pt, box: {left: 9, top: 9}'
    game = deck(rows, face, back="rear").replace("templates:\n", f"templates:\n{rear}")
    assert only(tmp_path, game, "print.small-text").cards == ("cards.c0",)


def test_faces_that_lack_ink_because_of_a_fault_are_not_called_twins(tmp_path):
    face = 'icon: "{{ sign }}", box: {x: 50%, y: 50%, width: 30, height: 30}'
    text = deck(["id: a, sign: heros", "id: b, sign: heroes"], face)
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    report = Report()
    game = pipeline.read_game(tmp_path / "game.yaml", report, "game.yaml")
    (settings,) = settings_of(game, Request())
    edition = pipeline.make_edition(game, settings, report)
    check_preflight(edition, Painter(edition.fonts), Checks(game), report)
    assert {problem.code for problem in report.problems} == {"icon.unknown"}


def test_a_picture_that_went_away_meanwhile_is_a_problem_and_no_crash(tmp_path):
    from printing import picture

    picture(tmp_path / "art.png", 1200, 1600)
    text = side("image: art.png, fit: cover, box: trim")
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    report = Report()
    game = pipeline.read_game(tmp_path / "game.yaml", report, "game.yaml")
    (settings,) = settings_of(game, Request())
    edition = pipeline.make_edition(game, settings, report)
    (tmp_path / "art.png").write_bytes(b"no picture")
    check_preflight(edition, Painter(edition.fonts), Checks(game), report)
    assert [p.code for p in report.problems if p.severity == "error"] == ["image.kind"]


@pytest.mark.parametrize("name", [n for n, spec in CHECK_TABLE.items() if spec.severity != "off"])
def test_any_check_can_be_switched_off(tmp_path, name):
    game = side("shape: circle, fill: black, box: safe", checks=f"{name}: off")
    assert preflight(tmp_path, game) == ()


class TestDocs:
    """docs/checks.md says of every check what the program says."""

    ROWS = re.findall(
        r"^\| `([a-z-]+)` \| `([a-z.-]+)` \| (\w+) \| ([^|]+) \|",
        (ROOT / "docs" / "checks.md").read_text("utf-8"),
        re.M,
    )

    def test_every_check_has_a_row(self):
        assert [name for name, *_ in self.ROWS] == [*CHECK_TABLE]

    def test_the_severity_is_that_of_the_program(self):
        assert {name: severity for name, _, severity, _ in self.ROWS} == {
            name: spec.severity for name, spec in CHECK_TABLE.items()
        }

    def test_the_limits_are_those_of_the_program(self):
        for name, _, _, limits in self.ROWS:
            spec = CHECK_TABLE[name]
            written = re.findall(r"`([a-z-]+)` ([\d.]+) ?([^,`]*)", limits)
            assert {key: float(value) for key, value, _ in written} == {
                key: usual for key, (usual, _, _) in spec.limits.items()
            }, name
            assert {unit.strip().replace("\\", "") for *_, unit in written} <= {spec.unit}, name

    def test_a_usual_value_lies_within_what_a_game_may_write(self):
        for spec in CHECK_TABLE.values():
            assert spec.severity in SEVERITIES
            for usual, least, most in spec.limits.values():
                assert least <= usual <= most
