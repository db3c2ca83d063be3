"""Glyphs made of other glyphs: no font may make a printer go in circles."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from cardforge.truetype import MORE_PARTS, TrueType, size_of_part

# Letters with two marks have three parts; a few hundred is a font that lies.
_MOST_PARTS = 1_000


def check_composites(file: TrueType, glyphs: Iterable[int]) -> None:
    """Raise ValueError for a glyph that contains itself, or endlessly many others."""
    counted: dict[int, int] = {}
    for glyph in glyphs:
        _count(file, glyph, counted, ())


def _count(file: TrueType, glyph: int, counted: dict[int, int], within: tuple[int, ...]) -> int:
    """Return of how many glyphs a glyph is made, itself counted."""
    if glyph in within:
        raise ValueError("a glyph contains itself")
    if glyph not in counted:
        inside = (*within, glyph)
        if len(inside) > _MOST_PARTS // 10:
            raise ValueError("glyphs are too deep in each other")
        parts = _parts(file.outline(glyph))
        counted[glyph] = 1 + sum(_count(file, part, counted, inside) for part in parts)
        if counted[glyph] > _MOST_PARTS:
            raise ValueError("a glyph has too many parts")
    return counted[glyph]


def _parts(outline: memoryview) -> Iterator[int]:
    """Yield the glyphs that a glyph is put together from; none for one with an own outline."""
    if len(outline) < 10 or struct.unpack_from(">h", outline)[0] >= 0:
        return
    place, flags = 10, MORE_PARTS
    while flags & MORE_PARTS:
        flags, glyph = struct.unpack_from(">HH", outline, place)
        yield glyph
        place += 2 + size_of_part(flags)
