"""The game that `cardforge new` writes: small, complete, and explained in its comments."""

from __future__ import annotations

import re
from pathlib import Path

from cardforge.output import Output
from cardforge.presets import DATA

_STARTER = DATA / "starter"
_FILES = ("game.yaml", "rules_text/en.md.j2")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,40}\Z")


class AlreadyThere(Exception):
    """A folder that holds a game already; its text says so."""


def write_starter(directory: Path) -> Path:
    """Write the starting game with its rules into a folder and return its `game.yaml`.

    Raises AlreadyThere rather than replace a file, CannotWrite when the place refuses.
    """
    for path in (directory / name for name in _FILES):
        if path.exists() or path.is_symlink():
            raise AlreadyThere(f"{path} is already there; name another folder")
    with Output(directory) as output:
        for name in _FILES:
            text = (_STARTER / name).read_text("utf-8")
            if name == "game.yaml":
                text = _named(text, directory.resolve().name)
            output.add(name, text.encode())
        output.commit()
    return directory / "game.yaml"


def _named(text: str, name: str) -> str:
    """Return the game called like its folder: two games in one place need two output folders."""
    return text.replace("game: lanterns  ", f"game: {name}  ", 1) if _NAME.match(name) else text
