"""What of an earlier export is still right: pictures of pages that look as they did.

A picture's key is a hash of all that is seen on it and of all that makes it.  A file in place is
right when its key is the same and its content is what the manifest says.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path, PurePosixPath
from threading import Thread
from typing import Any

from cardforge import __version__
from cardforge.export.package import PictureFile
from cardforge.fonts import Font, Fonts
from cardforge.ink import Group, Ink, Plate, Text, Use, page_digest
from cardforge.shaping.engine import engine_version

# Reading and hashing so many files is worth a second thread.
_MANY = 64


class Kept:
    """The files of an earlier export in a folder, as its manifest describes them."""

    def __init__(self, folder: Path, before: Mapping[str, Any]) -> None:
        """Remember where the files are; `before` is the manifest, empty when there is none."""
        self.keys: dict[str, str] = {}
        self._folder = folder
        self._right: frozenset[str] | None = None
        files = before.get("files")
        self._before = _well_formed(files) if isinstance(files, dict) else {}

    def right(self, keys: Mapping[str, str]) -> frozenset[str]:
        """Return which pictures, given by their keys, are in place and as they were made."""
        if self._right is not None and self.keys == keys:
            return self._right
        self.keys.update(keys)
        same = [
            name
            for name, key in keys.items()
            if name in self._before and self._before[name].get("key") == key
        ]
        self._right = frozenset(self._unchanged(same))
        return self._right

    def hash(self, name: str) -> str:
        """Return the SHA-256 of a file of the earlier export."""
        found: str = self._before[name]["sha256"]
        return found

    def left_over(self, names: Iterable[str]) -> list[str]:
        """Return the files of the earlier export that are not among `names` and still as written.

        What a person has changed is theirs.  A file that a disk takes for one of `names`, which
        differs in capitals alone, is not left over.
        """
        now = set(names)
        twins = {_folded(name): name for name in now}
        old = [
            name
            for name in self._before
            if name not in now
            and _is_inside(name, self._folder)
            and not _is_same(self._folder / name, self._folder / twins.get(_folded(name), ""))
        ]
        return sorted(self._unchanged(old))

    def _unchanged(self, names: Sequence[str]) -> list[str]:
        """Return those files whose content is what the manifest says."""
        found: dict[str, str | None] = {}

        def look(share: Sequence[str]) -> None:
            for name in share:
                found[name] = _file_hash(self._folder / name)

        # Neither reading nor hashing holds up another thread.
        halves = (names[::2], names[1::2]) if len(names) >= _MANY else (names,)
        threads = [Thread(target=look, args=(half,)) for half in halves[1:]]
        for thread in threads:
            thread.start()
        look(halves[0])
        for thread in threads:
            thread.join()
        return [name for name in names if found[name] == self.hash(name)]


def _well_formed(files: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        name: entry
        for name, entry in files.items()
        if isinstance(entry, dict) and isinstance(entry.get("sha256"), str)
    }


def _file_hash(path: Path) -> str | None:
    """Return the SHA-256 of a file, None when it cannot be read."""
    try:
        if not path.is_file():
            return None  # a pipe would be waited for without end
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return None


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _is_inside(name: str, folder: Path) -> bool:
    """Return whether a name, which anybody may have written, leads to a file of the folder."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name:
        return False
    try:
        return (folder / path.parent).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


# --- keys ---


def picture_keys(files: Iterable[PictureFile], fonts: Fonts) -> dict[str, str]:
    """Return the key of each picture by its name: equal keys, equal pictures."""
    program = _program()
    hashes: dict[str, str] = {}

    def font_hash(name: str) -> str:
        if name not in hashes:
            hashes[name] = _font_hash(fonts[name])
        return hashes[name]

    return {file.name: _key(file, program, font_hash) for file in files}


def _key(file: PictureFile, program: str, font_hash: Callable[[str], str]) -> str:
    fonts = (f"{name} {font_hash(name)}" for name in sorted(_fonts_of(file.page.items)))
    about = (program, repr(file.form), repr(file.pixels), page_digest(file.page), *fonts)
    return hashlib.blake2b("\n".join(about).encode(), digest_size=16).hexdigest()


def _program() -> str:
    """Return the releases of everything that turns ink into the bytes of a picture."""
    from cardforge.render.encode import encoder_version
    from cardforge.render.png import rasterizer_version

    shaping = engine_version()
    return f"cardforge {__version__} {shaping} {rasterizer_version()} {encoder_version()}"


def _font_hash(font: Font) -> str:
    return hashlib.blake2b(font.file.data, digest_size=16).hexdigest()


def _fonts_of(items: Iterable[Ink]) -> frozenset[str]:
    return frozenset(_font_names(items))


def _font_names(items: Iterable[Ink]) -> Iterator[str]:
    for item in items:
        match item:
            case Text():
                yield item.font
            case Group():
                yield from _font_names(item.items)
            case Use():
                yield from _plate_fonts(item.plate)
            case _:
                pass


@lru_cache(maxsize=256)
def _plate_fonts(plate: Plate) -> frozenset[str]:
    """Return the fonts of a plate; parts that many cards share are looked at once."""
    return _fonts_of(plate.items)
