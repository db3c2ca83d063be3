"""What a font file says about itself: family, style, weight, and the names it goes by.

Only its small tables are read, piece by piece, so that a folder of thousands of
fonts is looked through in a moment.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from cardforge.fonts.tables import COLLECTION, MOST_FACES, SINGLE
from cardforge.truetype import REGULAR

_FAMILY, _STYLE, _FULL, _POSTSCRIPT = (16, 1), (17, 2), (4,), (6,)
# All that a face may be called by: families, styles, whole names.
_FAMILIES, _STYLES, _WHOLE = (1, 16, 21), (2, 17, 22), (4, 6)
_MOST_TABLES = 256
_LONGEST_TABLE = 1 << 20
_LONGEST_NAME = 512
_NORMAL_WIDTH = 5
_MOST_INSTANCES = 1_000


class About(NamedTuple):
    """One face of a font file."""

    path: Path
    number: int  # which face of a collection, counted from 1; 0 for a file of one font
    family: str
    style: str
    full: str
    postscript: str
    families: frozenset[str]
    names: frozenset[str]
    weight: int = REGULAR
    width: int = _NORMAL_WIDTH
    is_italic: bool = False
    embedding: int = 0
    is_variable: bool = False
    instances: tuple[str, ...] = ()


def simplified(name: str) -> str:
    """Return a name as names are compared: without capitals, spaces and hyphens."""
    return re.sub(r"[\s_-]+", "", name.casefold())


def about_file(path: Path) -> tuple[About, ...]:
    """Return the faces of a file, none for what is no font or cannot be read."""
    try:
        with path.open("rb") as file:
            return tuple(_faces(path, file))
    except (OSError, struct.error, ValueError, IndexError, OverflowError):
        return ()


def about_data(path: Path, data: bytes) -> tuple[About, ...]:
    """Return the faces of a font that is already read."""
    import io

    try:
        return tuple(_faces(path, io.BytesIO(data)))
    except (struct.error, ValueError, IndexError):
        return ()


def _faces(path: Path, file: BinaryIO) -> Iterator[About]:
    head = file.read(12)
    if head[:4] != COLLECTION:
        yield _face(path, file, 0, 0)
        return
    count = int.from_bytes(head[8:12], "big")
    if count > MOST_FACES:
        raise ValueError
    for number, start in enumerate(struct.unpack(f">{count}I", file.read(4 * count)), 1):
        yield _face(path, file, start, number)


def _face(path: Path, file: BinaryIO, start: int, number: int) -> About:
    places = _directory(file, start)
    names = _Names(_table(file, places, b"name"))
    family, style = names.first(_FAMILY) or path.stem, names.first(_STYLE) or "Regular"
    full = names.first(_FULL) or f"{family} {style}"
    families, styles = names.all(_FAMILIES), names.all(_STYLES)
    called = {simplified(f + s) for f in families for s in styles} | {
        simplified(name) for name in names.all(_WHOLE)
    }
    weight, width, embedding, selection = _style(_table(file, places, b"OS/2"))
    instances: tuple[str, ...] = ()
    if b"fvar" in places:
        instances = instance_names(_table(file, places, b"fvar"), names)
    return About(
        path, number, family, style, full, names.first(_POSTSCRIPT) or "",
        frozenset(map(simplified, families)), frozenset(called), weight, width,
        bool(selection & 0x201) or bool(re.search("italic|oblique", style, re.IGNORECASE)),
        embedding, b"fvar" in places, instances,
    )  # fmt: skip


def _directory(file: BinaryIO, start: int) -> dict[bytes, tuple[int, int]]:
    file.seek(start)
    head = file.read(12)
    count = int.from_bytes(head[4:6], "big")
    if head[:4] not in SINGLE or count > _MOST_TABLES:
        raise ValueError
    entries = struct.iter_unpack(">4s3I", file.read(16 * count))
    return {tag: (place, length) for tag, _, place, length in entries}


def _table(file: BinaryIO, places: dict[bytes, tuple[int, int]], tag: bytes) -> bytes:
    if tag not in places:
        return b""
    place, length = places[tag]
    if length > _LONGEST_TABLE:
        raise ValueError
    file.seek(place)
    return file.read(length)


def _style(table: bytes) -> tuple[int, int, int, int]:
    """Return weight, width, embedding rights and the bits of the style from OS/2."""
    if len(table) < 64:
        return REGULAR, _NORMAL_WIDTH, 0, 0
    weight, width, embedding = struct.unpack_from(">3H", table, 4)
    (selection,) = struct.unpack_from(">H", table, 62)
    return weight, width, embedding, selection


class _Names:
    """The names of a face by their number, English before other languages."""

    def __init__(self, table: bytes) -> None:
        self._found: dict[int, list[tuple[int, str]]] = {}
        if len(table) < 6:
            return
        _, count, storage = struct.unpack_from(">3H", table)
        for entry in struct.iter_unpack(">6H", table[6 : 6 + 12 * count]):
            platform, encoding, language, number, length, place = entry
            rank = _rank(platform, encoding, language)
            if rank is None or length > _LONGEST_NAME:
                continue
            text = table[storage + place : storage + place + length]
            words = text.decode("mac-roman" if platform == 1 else "utf-16-be", "ignore")
            words = " ".join(words.replace("\0", "").split())
            if words.isprintable() and words:
                self._found.setdefault(number, []).append((rank, words))

    def first(self, numbers: tuple[int, ...]) -> str | None:
        """Return the best name of the first of these numbers that has any."""
        for number in numbers:
            if number in self._found:
                return min(self._found[number])[1]
        return None

    def all(self, numbers: tuple[int, ...]) -> set[str]:
        """Return all names of these numbers, in every language."""
        return {name for number in numbers for _, name in self._found.get(number, ())}


def _rank(platform: int, encoding: int, language: int) -> int | None:
    """Return how good a name is, 0 the best, None for one that cannot be read."""
    if platform == 3 and encoding in (0, 1, 10):
        return 0 if language == 0x409 else 3
    if platform == 0:
        return 1
    return 2 if (platform, encoding, language) == (1, 0, 0) else None


def names_of(table: bytes) -> _Names:
    """Return the names in a table of names."""
    return _Names(table)


def instance_names(fvar: bytes, names: _Names) -> tuple[str, ...]:
    """Return what a variable font calls its instances, in its order."""
    axes_at, _, axes, axis_size, count, size = struct.unpack_from(">4x6H", fvar)
    if count > _MOST_INSTANCES or size < 4:
        raise ValueError
    start = axes_at + axes * axis_size
    numbers = [struct.unpack_from(">H", fvar, start + n * size)[0] for n in range(count)]
    return tuple(names.first((number,)) or f"instance {n}" for n, number in enumerate(numbers, 1))
