"""Reading the few numbers of a TrueType file that layout needs.

Only metrics: which characters have a glyph, how wide each glyph is and where
its ink lies.  Outlines are never read; embedding is ReportLab's business.
"""

from __future__ import annotations

import struct
import sys
from array import array
from pathlib import Path
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


_OUTLINE_KINDS = {
    b"OTTO": "has PostScript outlines (OpenType/CFF)",
    b"wOFF": "is a web font (WOFF)",
    b"wOF2": "is a web font (WOFF2)",
    b"ttcf": "is a collection of several fonts",
}
# The weight of an ordinary face; a bold one has 700.
REGULAR = 400
_NEEDED = (b"cmap", b"head", b"hhea", b"hmtx", b"maxp", b"loca", b"glyf", b"name", b"post")


class TrueType:
    """The metrics of one font file, in font units."""

    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        self._tables = _directory(self.data)
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
        self._offsets = self._read_offsets()
        self._read_style()

    def _read_offsets(self) -> array[int]:
        offsets = _numbers("I" if self._long_offsets else "H", self._table(b"loca"))
        unit = 1 if self._long_offsets else 2
        end = self._tables[b"glyf"][1]
        if len(offsets) <= self.glyph_count or max(offsets) * unit > end:
            raise ValueError
        return offsets

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
        unit = 1 if self._long_offsets else 2
        start, end = self._offsets[glyph] * unit, self._offsets[glyph + 1] * unit
        if end - start < 10:
            return None
        return Bounds(*struct.unpack_from(">4h", self._table(b"glyf"), start + 2))

    def metrics(self) -> list[tuple[int, int]]:
        """Return (advance, left side bearing as unsigned) of every glyph."""
        words = _numbers("H", self._table(b"hmtx"))
        full = len(self.advances)
        bearings = words[1 : 2 * full : 2] + words[2 * full :]
        return [(self.advance(glyph), bearings[glyph]) for glyph in range(self.glyph_count)]

    def offsets(self) -> list[int]:
        """Return where each glyph starts in the table of outlines, in bytes."""
        unit = 1 if self._long_offsets else 2
        return [offset * unit for offset in self._offsets]

    def has_table(self, tag: bytes) -> bool:
        """Return whether the file has a table of this name."""
        return tag in self._tables


def _numbers(kind: str, data: memoryview | bytes) -> array[int]:
    """Return big-endian unsigned numbers as an array."""
    numbers: array[int] = array(kind)
    numbers.frombytes(bytes(data[: len(data) // numbers.itemsize * numbers.itemsize]))
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


def _directory(data: bytes) -> dict[bytes, tuple[int, int]]:
    """Return where each table lies: {tag: (offset, length)}."""
    kind = data[:4]
    if kind in _OUTLINE_KINDS:
        raise TrueTypeError("kind", _OUTLINE_KINDS[kind])
    if kind not in (b"\0\1\0\0", b"true"):
        raise TrueTypeError("kind", "is not a font")
    count = int.from_bytes(data[4:6], "big")
    tables = {}
    for position in range(12, 12 + 16 * count, 16):
        entry = data[position : position + 16]
        offset, length = int.from_bytes(entry[8:12], "big"), int.from_bytes(entry[12:], "big")
        if len(entry) < 16 or offset + length > len(data):
            raise TrueTypeError("broken", "is broken: the file ends too early")
        tables[entry[:4]] = offset, length
    if missing := [tag for tag in _NEEDED if tag not in tables]:
        raise TrueTypeError("broken", f"is broken: table {missing[0].decode()} is missing")
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
    for start, end, glyph in struct.iter_unpack(">III", table[16 : 16 + 12 * count]):
        if end > 0x10FFFF or end - start > 0xFFFF:
            raise ValueError
        found.update(zip(range(start, end + 1), range(glyph, glyph + end - start + 1), strict=True))
    return found


_READERS = {4: _segments, 12: _groups}
