"""Where the files of a package are: a folder, or a zip file of one."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from cardforge.check.verify.values import LARGEST_FILE

MOST_FILES = 20_000
# What all files of a zip file together may unpack to.
MOST_BYTES = 4 << 30
# What the standard library raises at a zip file that is none, or not whole.
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, struct.error, OSError, RuntimeError, EOFError, ValueError,
    OverflowError, IndexError,
)  # fmt: skip
# What systems put beside files of their own accord.
_NOT_OURS = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")


class StoreError(Exception):
    """A file or folder that cannot be read: a problem's code, and why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


class Store(Protocol):
    """Files by their names, with / between folders."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all files, sorted."""

    def read(self, name: str) -> bytes:
        """Return the content of a file; raises StoreError."""


class FolderStore:
    """The files below a folder; links are not followed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        found: list[str] = []
        waiting = [folder]
        while waiting:
            for path in sorted(_listed(waiting.pop())):
                if path.is_symlink() or _is_foreign(path.name):
                    continue
                if path.is_dir():
                    waiting.append(path)
                elif path.is_file():
                    found.append(path.relative_to(folder).as_posix())
            if len(found) > MOST_FILES:
                raise StoreError("file.unreadable", f"holds more than {MOST_FILES} files")
        self._names = tuple(sorted(found))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all files, sorted."""
        return self._names

    def read(self, name: str) -> bytes:
        """Return the content of a file; raises StoreError."""
        return read_file(self._folder / name)


class ZipStore:
    """The files of a zip file."""

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            entries = [entry for entry in self._zip.infolist() if not entry.is_dir()]
        except _DAMAGE:
            raise StoreError("file.unreadable", "is no zip file, or a damaged one") from None
        if len(entries) > MOST_FILES:
            raise StoreError("file.unreadable", f"holds more than {MOST_FILES} files")
        # No more of a file is unpacked than the list of the zip file says that it has.
        if sum(entry.file_size for entry in entries) > MOST_BYTES:
            raise StoreError("file.unreadable", f"unpacks to more than {MOST_BYTES >> 30} GB")
        kept = [entry for entry in entries if not _is_foreign(entry.filename)]
        self._entries: Mapping[str, zipfile.ZipInfo] = {e.filename: e for e in kept}
        self.twice = len(self._entries) < len(kept)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all files, sorted."""
        return tuple(sorted(self._entries))

    def read(self, name: str) -> bytes:
        """Return the content of a file; raises StoreError."""
        entry = self._entries[name]
        if entry.flag_bits & 1:
            raise StoreError("file.encrypted", "is locked with a password")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise StoreError("file.unreadable", "is packed in a way that few programs can unpack")
        try:
            with self._zip.open(entry) as file:
                # What the list of the zip file says of sizes need not be true.
                data = file.read(LARGEST_FILE + 1)
        except _DAMAGE:
            raise StoreError("file.unreadable", "is damaged inside the zip file") from None
        return _within(data)


def read_file(path: Path) -> bytes:
    """Return the content of a file; raises StoreError."""
    try:
        if not path.is_file():
            # A pipe would be waited for without end.
            raise StoreError("file.unreadable", "is no file")
        with path.open("rb") as file:
            return _within(file.read(LARGEST_FILE + 1))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError("file.unreadable", f"cannot be read: {reason}") from None
    except MemoryError:
        raise StoreError("file.unreadable", "is too large to be read") from None


def _within(data: bytes) -> bytes:
    if len(data) > LARGEST_FILE:
        raise StoreError("file.unreadable", f"has more than {LARGEST_FILE >> 20} MB")
    return data


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError("file.unreadable", f"cannot be read: {reason}") from None


def _is_foreign(name: str) -> bool:
    base = name.rpartition("/")[2]
    return name.startswith(_NOT_OURS[0]) or base in _NOT_OURS or base.startswith("._")
