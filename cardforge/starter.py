"""The games that `cardforge new` writes: small, complete, and explained in their comments."""

from __future__ import annotations

import re
from pathlib import Path

from cardforge.output import CannotWrite, Output
from cardforge.presets import DATA

STARTERS = DATA / "starters"
DEFAULT = "lanterns"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,40}\Z")
_GAME = re.compile(r"(?m)^game: \S+")


class AlreadyThere(Exception):
    """A folder that holds a game already; its text says so."""


def starter_names() -> tuple[str, ...]:
    """Return the names of the games to start from, sorted."""
    return tuple(sorted(path.parent.name for path in STARTERS.glob("*/game.yaml")))


def write_starter(directory: Path, name: str = DEFAULT) -> Path:
    """Write a starting game with its files into a folder and return its `game.yaml`.

    Raises AlreadyThere rather than replace a file, CannotWrite when the place refuses.
    """
    source = STARTERS / name
    files = sorted(path.relative_to(source) for path in source.rglob("*") if path.is_file())
    refuse_taken(directory, files)
    with Output(directory) as output:
        for file in files:
            data = (source / file).read_bytes()
            if file.name == "game.yaml":
                data = named(data.decode("utf-8"), directory).encode()
            output.add(file.as_posix(), data)
        output.commit()
    return directory / "game.yaml"


def refuse_taken(directory: Path, files: list[Path]) -> None:
    """Raise AlreadyThere when a folder has one of the files that are to be written."""
    for path in (directory / file for file in files):
        try:
            taken = path.exists() or path.is_symlink()
        except OSError as fault:
            # A name that is longer than names may be, a folder that may not be entered.
            raise CannotWrite(path, fault) from None
        if taken:
            raise AlreadyThere(f"{path} is already there; name another folder")


def named(text: str, directory: Path) -> str:
    """Return a game called like its folder: two games in one place need two output folders."""
    name = directory.resolve().name
    return _GAME.sub(f"game: {name}", text, count=1) if _NAME.match(name) else text
