"""Boxes to play with: those of the shipped games, and games whose files were edited."""

import shutil
from pathlib import Path

from cardforge.diagnostics import Report
from cardforge.load import load_game
from cardforge.model import Settings
from cardforge.play.engines import box_of

DESIGNS = Path(__file__).resolve().parents[2] / "designs"


def box_in(folder, players=None, mode=None, language="en", **rulings):
    """Return the box of a game in a folder; what is not said is the game's own default."""
    report = Report()
    game = load_game(folder / "game.yaml", report)
    assert not report.has_errors, report.problems
    if players is None:
        players = game.play.players if game.play and game.play.players else game.players.min
    if mode is None and game.modes:
        mode = game.play.mode
    answers = {key: ruling.values[0] for key, ruling in game.rulings.items()} | rulings
    return box_of(game, Settings(language, players, mode, answers), report)


def box(name, players=None, mode=None, language="en", **rulings):
    """Return the box of a shipped game."""
    return box_in(DESIGNS / name, players, mode, language, **rulings)


def edited(tmp_path, name, *changes):
    """Return a folder with a copy of a shipped game, each (file, old, new) changed in it."""
    folder = tmp_path / name
    shutil.copytree(DESIGNS / name, folder)
    for file, old, new in changes:
        path = folder / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new), "utf-8")
    return folder
