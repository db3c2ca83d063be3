"""Finding the files a designer names, and nothing outside the game folder.

A downloaded game is untrusted: a name in it may only lead to a file below the
folder of the game, on every system by exactly the same letters.
"""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from cardforge.diagnostics import did_you_mean


class FileError(Exception):
    """A file that cannot be used: `reason` is one word, `message` and `hint` are for people."""

    def __init__(self, reason: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.hint = hint


def find_file(folder: Path, name: str) -> Path:
    """Return the file that `name` means inside `folder`; raises FileError.

    The reasons are empty, remote, outside, missing, case and folder.
    """
    _refuse_foreign_names(name)
    path = folder
    for part in _parts(name):
        path = _step(folder, path, part, name)
        # Checked at every step: what lies outside is not even listed for a hint.
        if not _is_inside(folder, path):
            raise FileError("outside", f"'{name}' leads outside the game folder", _COPY_HINT)
    if not path.is_file():
        raise FileError("folder", f"'{name}' is not a file", "name a file in it")
    return path


def _is_inside(folder: Path, path: Path) -> bool:
    """Return whether a path, its symbolic links followed, stays in the folder."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        # Links that lead to each other.
        return False


_COPY_HINT = "copy the file into the game folder"


def _refuse_foreign_names(name: str) -> None:
    if not name.strip():
        raise FileError("empty", "the name of the file is empty", "name a file in the game folder")
    if "://" in name or name.startswith(("data:", "//")):
        raise FileError("remote", f"'{name}' is not on this computer", _COPY_HINT)
    if "\\" in name:
        raise FileError(
            "outside", f"'{name}' contains a backslash", f"write '{name.replace(chr(92), '/')}'"
        )
    if name.startswith(("/", "~", "file:")) or name[1:2] == ":" or "\0" in name:
        raise FileError("outside", f"'{name}' leads outside the game folder", _COPY_HINT)


def _parts(name: str) -> list[str]:
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise FileError("outside", f"'{name}' leads outside the game folder", _COPY_HINT)
    return parts


def _step(folder: Path, path: Path, part: str, name: str) -> Path:
    """Return the entry `part` of the folder `path`, by its exact letters."""
    try:
        entries = sorted(entry.name for entry in path.iterdir())
    except OSError:
        entries = []
    if part not in entries:
        within = path.relative_to(folder).as_posix()
        _refuse_unknown(part, entries, name, "" if within == "." else f"{within}/")
    return path / part


def _refuse_unknown(part: str, entries: list[str], name: str, within: str) -> NoReturn:
    """Raise for an entry that is not there; hints name it from the game folder on."""
    same = [entry for entry in entries if entry.lower() == part.lower()]
    if same:
        message = f"'{name}' differs from the file in its capitals"
        raise FileError("case", message, f"write '{within}{same[0]}'")
    near = did_you_mean(part, entries)
    hint = near.replace("'", f"'{within}", 1) if near else None
    raise FileError("missing", f"there is no file '{name}'", hint)
