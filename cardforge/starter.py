"""The game that `cardforge new` writes: small, complete, and explained in its comments."""

from __future__ import annotations

import re
from pathlib import Path

from cardforge.output import Output
from cardforge.presets import DATA

_STARTER = DATA / "starter" / "game.yaml"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,40}\Z")


class AlreadyThere(Exception):
    """A folder that holds a game already; its text says so."""


def write_starter(directory: Path) -> Path:
    """Write the starting game into a folder and return its `game.yaml`.

    Raises AlreadyThere rather than replace a game, CannotWrite when the place refuses.
    """
    path = directory / "game.yaml"
    if path.exists() or path.is_symlink():
        raise AlreadyThere(f"{path} is already there; name another folder")
    text = _STARTER.read_text("utf-8")
    name = directory.resolve().name
    if _NAME.match(name):
        # Two games started in one place must not share an output folder.
        text = text.replace("game: lanterns  ", f"game: {name}  ", 1)
    with Output(directory) as output:
        output.add("game.yaml", text.encode())
        output.commit()
    return path
