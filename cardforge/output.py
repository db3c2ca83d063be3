"""Writing files so that an output folder is whole at every moment.

Files are written beside their place under temporary names and moved when all
are there; a failure or an interruption removes what was begun.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import Self

_SUFFIX = ".part"


class CannotWrite(Exception):
    """The place to write refuses: the file and the system's reason."""

    def __init__(self, path: Path, error: OSError) -> None:
        reason = error.strerror or str(error)
        super().__init__(f"cannot write {path}: {reason}")
        self.path = path


class Output:
    """A folder that receives files all at once; use it in a `with`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hashes: dict[str, str] = {}
        self._waiting: list[tuple[Path, Path]] = []
        self._made: list[Path] = []

    def __enter__(self) -> Self:
        self._make(self.folder)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for part, _ in self._waiting:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
        for folder in reversed(self._made):
            # Only folders that this run made and left empty go.
            with contextlib.suppress(OSError):
                folder.rmdir()

    def _make(self, folder: Path) -> None:
        """Create a folder and its parents, remembering those that were not there."""
        missing = [f for f in (folder, *folder.parents) if not f.exists()]
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(folder, error) from None
        self._made.extend(reversed(missing))

    def add(self, name: str, data: bytes) -> None:
        """Write a file under a temporary name; raises CannotWrite."""
        path = self.folder / name
        self._make(path.parent)
        part = path.with_name(f".{path.name}.{os.getpid()}{_SUFFIX}")
        self._waiting.append((part, path))
        try:
            if path.is_dir():
                raise IsADirectoryError(21, "there is a folder of that name")
            part.write_bytes(data)
        except OSError as error:
            raise CannotWrite(path, error) from None
        self.hashes[name] = hashlib.sha256(data).hexdigest()

    def commit(self) -> tuple[Path, ...]:
        """Move every file to its place and return the places; raises CannotWrite."""
        written = []
        while self._waiting:
            part, path = self._waiting[0]
            try:
                part.replace(path)
            except OSError as error:
                raise CannotWrite(path, error) from None
            written.append(path)
            del self._waiting[0]
        return tuple(written)
