"""Broken boxes of the four games, read by the real loader: each gets the verdict it deserves.

`tests/invariants/` says what each box breaks.  An invariant A-SUPPLY is the statement `supply` of
the game; statements such as `effect.words` belong to the invariant before the dot.
"""

import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from cardforge.check.composition.judge import JUDGES, check_composition
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.model import Settings
from cardforge.pipeline import read_game

ROOT = Path(__file__).resolve().parent.parent
SHEETS = {
    path.stem: yaml.safe_load(path.read_text("utf-8"))
    for path in sorted((ROOT / "tests" / "invariants").glob("*.yaml"))
}
BOXES = [(name, box) for name, sheet in SHEETS.items() for box in sheet["boxes"]]


class Verdict(NamedTuple):
    """What is wrong with a box: violated invariants by severity, and every other problem."""

    errors: set[str]
    warnings: set[str]
    others: list[str]


def edited(folder: Path, box: dict[str, Any]) -> Path:
    """Apply the edits of a box to a copy of its game and return its game.yaml."""
    for deck, line in box.get("put", {}).items():
        _replace(folder / "game.yaml", f"\n  {deck}:\n", f"\n  {deck}:\n    {line}\n")
    for old, new in box.get("replace", {}).items():
        _replace(folder / box.get("file", "game.yaml"), old, new)
    for part in box.get("drop", ()):
        path = folder / "game.yaml"
        lines = path.read_text("utf-8").splitlines(keepends=True)
        kept = [line for line in lines if part not in line]
        assert len(kept) == len(lines) - 1, part
        path.write_text("".join(kept), "utf-8")
    return folder / "game.yaml"


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, 1), "utf-8")


def judged(path: Path, sheet: dict[str, Any], box: dict[str, Any], language: str) -> Verdict:
    """Return the verdict on a game under the settings of a box."""
    report = Report()
    game = read_game(path, report, "game.yaml")
    assert game is not None, report.problems
    rulings = {key: ruling.values[0] for key, ruling in game.rulings.items()}
    settings = Settings(
        language,
        box.get("players", sheet["players"]),
        box.get("mode", sheet.get("mode")),
        rulings | box.get("rulings", {}),
    )
    check_composition(game, settings, deal(game, settings, report), report)
    called = {statement.span: statement.id for statement in game.composition}
    verdict = Verdict(set(), set(), [])
    for problem in report.problems:
        name = called.get(problem.span, "").partition(".")[0].upper()
        if problem.severity == "note" or problem.code == "play.players":
            continue
        invariant = f"{sheet['prefix']}-{name}"
        if invariant not in sheet["invariants"]:
            verdict.others.append(f"{problem.code}: {problem.message}")
        elif problem.severity == "error":
            verdict.errors.add(invariant)
        else:
            verdict.warnings.add(invariant)
    return verdict


@pytest.mark.parametrize(("name", "box"), BOXES, ids=[box["id"] for _, box in BOXES])
def test_a_box_gets_the_verdict_that_it_deserves(tmp_path: Path, name: str, box: Any) -> None:
    sheet = SHEETS[name]
    path = edited(Path(shutil.copytree(ROOT / "designs" / name, tmp_path / name)), box)
    severity = {key: entry["severity"] for key, entry in sheet["invariants"].items()}
    errors = {key for key in box["violated"] if severity[key] == "error"}
    for language in ("fr", "en"):
        verdict = judged(path, sheet, box, language)
        assert verdict.errors == errors, box["what"]
        assert verdict.warnings == set(box["violated"]) - errors, box["what"]
        assert verdict.others == [], box["what"]


def statements(name: str) -> dict[str, Any]:
    """Return the statements of a game by invariant, those of several parts by their first."""
    report = Report()
    game = read_game(ROOT / "designs" / name / "game.yaml", report, "game.yaml")
    assert game is not None
    prefix = SHEETS[name]["prefix"]
    found: dict[str, Any] = {}
    for statement in game.composition:
        found.setdefault(f"{prefix}-{statement.id.partition('.')[0].upper()}", statement)
    return found


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_every_invariant_is_a_statement_of_that_severity_and_source(name: str) -> None:
    made = statements(name)
    for invariant, promised in SHEETS[name]["invariants"].items():
        statement = made[invariant]
        assert statement.severity == promised["severity"], invariant
        assert statement.source == promised["source"], invariant


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_every_invariant_is_violated_by_some_box(name: str) -> None:
    sheet = SHEETS[name]
    violated = {key for box in sheet["boxes"] for key in box["violated"]}
    assert sheet["invariants"].keys() - violated == set(sheet.get("standing", ()))


def test_every_statement_of_the_games_has_an_id_and_the_vocabulary_is_used() -> None:
    used = set()
    for name in SHEETS:
        for statement in statements(name).values():
            assert statement.id, statement.span
            used.add(statement.check)
    assert used >= JUDGES.keys() - {"unique", "each-once"}
