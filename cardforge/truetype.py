"""Reading the few numbers of a font file that layout needs.

Only metrics: which characters have a glyph, how wide each glyph is and where
its ink lies.  The bytes of outlines are handed on as they are.
`Sfnt` is what all kinds of font state in the same tables, `TrueType` the kind
with quadratic outlines; other kinds of file become one of these in `fonts/`.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterable
from typing import NamedTuple


class TrueTypeError(Exception):
    """A file that is no usable TrueType font: `reason` is one word, `message` for people."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


class Bounds(NamedTuple):
    """The ink of a glyph in font units, y up."""

    left: int
    bottom: int
    right: int
    top: int


# The weight of an ordinary face; a bold one has 700.
REGULAR = 400
TRUETYPE = (b"\0\1\0\0", b"true")
_NEEDED = (b"cmap", b"head", b"hhea", b"hmtx", b"maxp", b"name", b"post")
# Where letters are kept as pixels.
_PICTURES = (b"CBDT", b"EBDT", b"sbix", b"bdat")
# What each part of a composite glyph says of itself before the next one.
_WORDS, _SCALE, _TWO_SCALES, _MATRIX = 0x1, 0x8, 0x40, 0x80
MORE_PARTS = 0x20
# More code points than there are: only a map that lies names so many.
_MOST_CODES = 0x110000


class Sfnt:
    """The metrics of one font, in font units; `data` is a file that holds this font alone."""

    kinds: tuple[bytes, ...] = TRUETYPE
    needed: tuple[bytes, ...] = _NEEDED
    # Whether the outlines are cubic curves, which ReportLab does not know.
    is_postscript = False
    # Glyphs that would leave no ink though they should: those that are drawn in colour only.
    unprinted: frozenset[int] = frozenset()

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._tables = directory(data, self.kinds)
        missing = [tag for tag in self.needed if tag not in self._tables]
        if missing and any(tag in self._tables for tag in _PICTURES):
            raise TrueTypeError("kind", "is a font of pictures: its letters have no outlines")
        if missing:
            raise TrueTypeError("broken", f"is broken: table {missing[0].decode()} is missing")
        try:
            self._read_headers()
            self.glyphs = _characters(self._table(b"cmap"), self.glyph_count)
        except (struct.error, IndexError, ValueError):
            raise TrueTypeError("broken", "is broken: its tables end too early") from None

    def _table(self, tag: bytes) -> memoryview:
        offset, length = self._tables[tag]
        return memoryview(self.data)[offset : offset + length]

    def _read_headers(self) -> None:
        head, hhea = self._table(b"head"), self._table(b"hhea")
        (self.units_per_em,) = struct.unpack_from(">H", head, 18)
        if not self.units_per_em:
            raise ValueError
        (self._long_offsets,) = struct.unpack_from(">h", head, 50)
        self.ascent, self.descent = struct.unpack_from(">hh", hhea, 4)
        (metric_count,) = struct.unpack_from(">H", hhea, 34)
        (self.glyph_count,) = struct.unpack_from(">H", self._table(b"maxp"), 4)
        hmtx = self._table(b"hmtx")
        pairs = _numbers("H", hmtx[: metric_count * 4])
        self.advances: array[int] = pairs[::2]
        bearings_end = 2 * metric_count + 2 * self.glyph_count
        if not 0 < metric_count <= self.glyph_count or len(hmtx) < bearings_end:
            raise ValueError
        self._read_style()

    def _read_style(self) -> None:
        """Read the weight, the heights and the embedding rights from OS/2, where there is one."""
        self.x_height = self.cap_height = self.embedding = 0
        self.weight = REGULAR
        if b"OS/2" not in self._tables:
            return
        style = self._table(b"OS/2")
        version, self.weight, self.embedding = struct.unpack_from(">H2xH2xH", style, 0)
        if version >= 2 and len(style) >= 90:
            self.x_height, self.cap_height = struct.unpack_from(">hh", style, 86)

    def advance(self, glyph: int) -> int:
        """Return the advance of a glyph; glyphs after the last full entry share its width."""
        return self.advances[min(glyph, len(self.advances) - 1)]

    def bounds(self, glyph: int) -> Bounds | None:
        """Return where the ink of a glyph lies, None when it has none."""
        raise NotImplementedError

    def metrics(self) -> list[tuple[int, int]]:
        """Return (advance, left side bearing as unsigned) of every glyph."""
        words = _numbers("H", self._table(b"hmtx"))
        full = len(self.advances)
        bearings = words[1 : 2 * full : 2] + words[2 * full :]
        return [(self.advance(glyph), bearings[glyph]) for glyph in range(self.glyph_count)]

    def has_table(self, tag: bytes) -> bool:
        """Return whether the file has a table of this name."""
        return tag in self._tables

    @property
    def tags(self) -> tuple[bytes, ...]:
        """Return the names of the tables."""
        return tuple(self._tables)

    def table(self, tag: bytes) -> bytes:
        """Return the bytes of a table, none when the file has no such table."""
        return bytes(self._table(tag)) if tag in self._tables else b""


class TrueType(Sfnt):
    """A font with quadratic outlines: the kind that goes into a PDF as it is."""

    needed = (*_NEEDED, b"loca", b"glyf")

    def _read_headers(self) -> None:
        super()._read_headers()
        self._offsets = self._read_offsets()

    def _read_offsets(self) -> array[int]:
        offsets = _numbers("I" if self._long_offsets else "H", self._table(b"loca"))
        unit = 1 if self._long_offsets else 2
        end = self._tables[b"glyf"][1]
        if len(offsets) <= self.glyph_count or max(offsets) * unit > end:
            raise ValueError
        return offsets

    def bounds(self, glyph: int) -> Bounds | None:
        """Return where the ink of a glyph lies, None when it has none."""
        unit = 1 if self._long_offsets else 2
        start, end = self._offsets[glyph] * unit, self._offsets[glyph + 1] * unit
        if end - start < 10:
            return None
        return Bounds(*struct.unpack_from(">4h", self._table(b"glyf"), start + 2))

    def outline(self, glyph: int) -> memoryview:
        """Return the bytes of the outline of a glyph; raises LookupError for one there is not."""
        unit = 1 if self._long_offsets else 2
        if glyph >= self.glyph_count:
            raise LookupError("there is no such glyph")
        return self._table(b"glyf")[self._offsets[glyph] * unit : self._offsets[glyph + 1] * unit]

    def offsets(self) -> list[int]:
        """Return where each glyph starts in the table of outlines, in bytes."""
        unit = 1 if self._long_offsets else 2
        return [offset * unit for offset in self._offsets]


def size_of_part(flags: int) -> int:
    """Return how many bytes a part of a composite glyph takes after its flags."""
    size = 6 if flags & _WORDS else 4
    if flags & _SCALE:
        return size + 2
    if flags & _TWO_SCALES:
        return size + 4
    return size + 8 if flags & _MATRIX else size


def _numbers(kind: str, data: memoryview | bytes) -> array[int]:
    """Return big-endian unsigned numbers as an array."""
    numbers: array[int] = array(kind)
    numbers.frombytes(bytes(data[: len(data) // numbers.itemsize * numbers.itemsize]))
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


def directory(
    data: bytes, kinds: tuple[bytes, ...], start: int = 0
) -> dict[bytes, tuple[int, int]]:
    """Return where each table of a font lies: {tag: (offset, length)}."""
    if data[start : start + 4] not in kinds:
        raise TrueTypeError("kind", "is not a font")
    count = int.from_bytes(data[start + 4 : start + 6], "big")
    tables = {}
    for position in range(start + 12, start + 12 + 16 * count, 16):
        entry = data[position : position + 16]
        offset, length = int.from_bytes(entry[8:12], "big"), int.from_bytes(entry[12:], "big")
        if len(entry) < 16 or offset + length > len(data):
            raise TrueTypeError("broken", "is broken: the file ends too early")
        tables[entry[:4]] = offset, length
    return tables


def _characters(cmap: memoryview, glyph_count: int) -> dict[int, int]:
    """Return {code point: glyph} from the best Unicode map of the font."""
    (count,) = struct.unpack_from(">H", cmap, 2)
    entries = [struct.unpack_from(">HHI", cmap, 4 + 8 * n) for n in range(count)]
    # Windows before Unicode platform, full repertoire (10) before the first plane (1).
    for _platform, _encoding, offset in sorted(entries, reverse=True):
        kind = int.from_bytes(cmap[offset : offset + 2], "big")
        if _platform in (0, 3) and kind in _READERS:
            found = _READERS[kind](cmap[offset:])
            return {code: glyph for code, glyph in found.items() if 0 < glyph < glyph_count}
    raise TrueTypeError("broken", "has no Unicode character map")


def _segments(table: memoryview) -> dict[int, int]:
    """Return the map of a format 4 table: ranges with a shift or with an index."""
    words = _numbers("H", table[: int.from_bytes(table[2:4], "big")])
    count = words[3] // 2
    ends, starts = words[7 : 7 + count], words[8 + count : 8 + 2 * count]
    shift_at, index_at = 8 + 2 * count, 8 + 3 * count
    found: dict[int, int] = {}
    _refuse_too_many(zip(starts, ends, strict=True))
    for n, (start, end) in enumerate(zip(starts, ends, strict=True)):
        shift, index = words[shift_at + n], words[index_at + n]
        codes = range(start, end + 1)
        if index == 0:
            found.update((code, (code + shift) & 0xFFFF) for code in codes)
        else:
            first = index_at + n + index // 2
            glyphs = words[first : first + len(codes)]
            found.update(
                (code, (glyph + shift) & 0xFFFF)
                for code, glyph in zip(codes, glyphs, strict=False)
                if glyph
            )
    return found


def _groups(table: memoryview) -> dict[int, int]:
    """Return the map of a format 12 table: ranges of code points with their first glyph."""
    (count,) = struct.unpack_from(">I", table, 12)
    found: dict[int, int] = {}
    groups = [*struct.iter_unpack(">III", table[16 : 16 + 12 * count])]
    _refuse_too_many((start, end) for start, end, _ in groups)
    for start, end, glyph in groups:
        if end > 0x10FFFF or end - start > 0xFFFF:
            raise ValueError
        found.update(zip(range(start, end + 1), range(glyph, glyph + end - start + 1), strict=True))
    return found


def _refuse_too_many(ranges: Iterable[tuple[int, int]]) -> None:
    """Raise for ranges that name more characters than there are: reading them would take hours."""
    if sum(max(0, end - start + 1) for start, end in ranges) > _MOST_CODES:
        raise ValueError


_READERS = {4: _segments, 12: _groups}
