"""Writing files so that an output folder is whole at every moment.

Files are written beside their place under temporary names and moved when all
are there; a failure or an interruption removes what was begun.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

_SUFFIX = ".part"


_HINTS = {
    errno.EACCES: "choose another folder with --out, or close the program that has the file open",
    errno.EROFS: "choose another folder with --out",
    errno.ENOSPC: "make room on the disk",
    errno.EDQUOT: "make room on the disk",
    errno.ENAMETOOLONG: "give the game a shorter id, or choose a shorter --out",
    errno.EFBIG: "choose another disk with --out, or allow larger files",
    errno.EEXIST: "remove the file that stands where a folder should be, or choose another folder",
    errno.ENOTDIR: "remove the file that stands where a folder should be, or choose another folder",
    errno.EISDIR: "remove the folder that stands where a file should be, or choose another folder",
}


class CannotWrite(Exception):
    """The place to write refuses: the file, the system's reason, a hint, and what is there now."""

    def __init__(self, path: Path, error: OSError, *, partly: bool = False) -> None:
        reason = (error.strerror or str(error)).lower()
        super().__init__(f"cannot write {path}: {reason}")
        self.path = path
        self.hint = _HINTS.get(error.errno or 0, "choose another folder with --out")
        self.outcome = "Nothing was written."
        if partly:
            self.outcome = "Some of the files are new already: run the command again."


class Output:
    """A folder that receives files all at once; use it in a `with`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hashes: dict[str, str] = {}
        self._waiting: list[tuple[Path, Path]] = []
        self._made: list[Path] = []
        self._leaving: list[Path] = []

    def __enter__(self) -> Self:
        try:
            self._make(self.folder)
        except BaseException:
            self._clean()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._clean()

    def _clean(self) -> None:
        """Remove what was begun and not moved to its place."""
        for part, _ in self._waiting:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
        for folder in reversed(self._made):
            # Only folders that this run made and left empty go.
            with contextlib.suppress(OSError):
                folder.rmdir()

    def _make(self, folder: Path) -> None:
        """Create a folder and its parents, remembering those that were not there."""
        try:
            missing = [f for f in (folder, *folder.parents) if not f.exists()]
            self._made.extend(reversed(missing))
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(folder, error) from None

    def add(self, name: str, data: bytes) -> None:
        """Write a file under a temporary name; raises CannotWrite."""
        path = self.folder / name
        self._make(path.parent)
        part = self._part(path)
        try:
            _refuse_folder(path)
            part.write_bytes(data)
        except OSError as error:
            raise CannotWrite(path, error) from None
        self.hashes[name] = hashlib.sha256(data).hexdigest()

    @contextlib.contextmanager
    def room(self, name: str) -> Iterator[Path]:
        """Give the temporary path of a file that is written piece by piece; raises CannotWrite."""
        path = self.folder / name
        self._make(path.parent)
        part = self._part(path)
        try:
            _refuse_folder(path)
            yield part
        except OSError as error:
            raise CannotWrite(path, error) from None

    def _part(self, path: Path) -> Path:
        part = path.with_name(f".{path.name}.{os.getpid()}{_SUFFIX}")
        self._waiting.append((part, path))
        return part

    def content(self, name: str) -> Path:
        """Return where the content of a file is now: begun in this run, or in place already."""
        path = self.folder / name
        return next((part for part, place in self._waiting if place == path), path)

    def remove(self, name: str) -> None:
        """Let a file of an earlier run go when this one is complete."""
        self._leaving.append(self.folder / name)

    def commit(self) -> tuple[Path, ...]:
        """Move every file to its place and return the places; raises CannotWrite.

        An interruption waits until all are there: the files of one build belong together.
        """
        written: list[Path] = []
        with _uninterrupted():
            while self._waiting:
                part, path = self._waiting[0]
                try:
                    part.replace(path)
                except OSError as error:
                    raise CannotWrite(path, error, partly=bool(written)) from None
                written.append(path)
                del self._waiting[0]
            self._made.clear()
            for path in self._leaving:
                self._let_go(path)
        return tuple(written)

    def _let_go(self, path: Path) -> None:
        """Remove a file and the folders that it leaves empty."""
        # A file that another program holds open stays: the new ones are right without it.
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
            for folder in path.parents:
                if folder == self.folder:
                    break
                folder.rmdir()


def _refuse_folder(path: Path) -> None:
    """Raise OSError for a folder where a file should be, before any file is in its place."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "there is a folder of that name")


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold back Ctrl-C and the request to end until the block is done."""
    waiting: list[int] = []
    try:
        handlers = {
            number: signal.signal(number, lambda heard, frame: waiting.append(heard))
            for number in (signal.SIGINT, signal.SIGTERM)
        }
    except ValueError:  # only the main thread hears signals
        yield
        return
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for received in waiting:
            signal.raise_signal(received)
