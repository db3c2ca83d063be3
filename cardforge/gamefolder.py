"""Finding the files a designer names, and nothing outside the game folder.

A downloaded game is untrusted: a name in it may only lead to a file below the
folder of the game, on every system by exactly the same letters.
"""

from __future__ import annotations

import os
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


# What games share lies in a folder of this name beside theirs, and is named with it in front.
LIBRARY = "library"
_SHARED = f"{LIBRARY}:"


def find_file(folder: Path, name: str) -> Path:
    """Return the file that `name` means inside `folder`; raises FileError.

    `library:frames.yaml` is a file of the folder `library` beside the game's own.
    The reasons are empty, remote, outside, missing, case and folder.
    """
    if not name.startswith(_SHARED):
        return _found(folder, name, name)
    library = folder.resolve().parent / LIBRARY
    if library.is_symlink():
        # It would be a door to wherever whoever packed the games wants.
        message = f"'{name}' leads outside: the folder '{LIBRARY}' is a link"
        raise FileError("outside", message, "make it a folder and copy the files into it")
    return _found(library, name.removeprefix(_SHARED), name)


def _found(folder: Path, within: str, name: str) -> Path:
    """Return a file by its name in a folder; messages call it as the designer did."""
    _refuse_foreign_names(within, name)
    path = folder
    for part in _parts(within, name):
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


def _refuse_foreign_names(within: str, name: str) -> None:
    if not within.strip():
        raise FileError("empty", "the name of the file is empty", "name a file in the game folder")
    if "://" in within or within.startswith(("data:", "//")):
        raise FileError("remote", f"'{name}' is not on this computer", _COPY_HINT)
    if "\\" in within:
        raise FileError(
            "outside", f"'{name}' contains a backslash", f"write '{name.replace(chr(92), '/')}'"
        )
    if within.startswith(("/", "~", "file:")) or within[1:2] == ":" or "\0" in within:
        raise FileError("outside", f"'{name}' leads outside the game folder", _COPY_HINT)


def _parts(within: str, name: str) -> list[str]:
    parts = [part for part in within.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise FileError("outside", f"'{name}' leads outside the game folder", _COPY_HINT)
    return parts


def _step(folder: Path, path: Path, part: str, name: str) -> Path:
    """Return the entry `part` of the folder `path`, by its exact letters."""
    try:
        # A folder of a thousand pictures is listed for each of them.
        entries = os.listdir(path)  # noqa: PTH208 a path for every entry costs ten times as much
    except OSError:
        entries = []
    if part not in entries:
        within = path.relative_to(folder).as_posix()
        _refuse_unknown(part, sorted(entries), name, "" if within == "." else f"{within}/")
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
