"""A PNG checked to its last row in constant memory, without making pixels of it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from cardforge.units import MM_PER_INCH

START = b"\x89PNG\r\n\x1a\n"
MOST_PIXELS = 400_000_000
_CHUNK = 1 << 18
_MODES = {0: "grey", 2: "RGB", 3: "indexed", 4: "grey with alpha", 6: "RGB with alpha"}
_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_BITS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
# Start and step across and down of the seven passes of an interlaced picture.
_PASSES = ((0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2),
           (0, 1, 1, 2))  # fmt: skip


class Picture(NamedTuple):
    """What a picture file is; `dpi` is across and down, None where the file does not say."""

    kind: str
    width_px: int
    height_px: int
    mode: str
    dpi: tuple[float, float] | None
    profile: str | None


class Damaged(ValueError):
    """A picture that cannot be used; its text says why."""


def read(data: bytes) -> Picture:
    """Return what a PNG is, once every row has been unpacked; raises Damaged."""
    chunks = dict.fromkeys((b"IHDR", b"pHYs", b"iCCP", b"sRGB", b"PLTE", b"tRNS"), b"")
    present: set[bytes] = set()
    packed = []
    for name, content in _chunks(data):
        if not present and name != b"IHDR":
            raise Damaged("does not begin with its size")
        present.add(name)
        if name == b"IDAT":
            packed.append(content)
        elif name in chunks:
            chunks[name] = content
    if b"IEND" not in present:
        raise Damaged("is cut short")
    width, height, bits, kind, lace = _head(chunks[b"IHDR"])
    if kind == 3 and not chunks[b"PLTE"]:
        raise Damaged("lacks its palette")
    _check_rows(packed, list(_passes(width, height, bits * _SAMPLES[kind], lace)))
    mode = _MODES[kind] + (" with alpha" if b"tRNS" in present and kind in (0, 2, 3) else "")
    return Picture("png", width, height, mode, _dpi(chunks[b"pHYs"]), _profile(chunks, present))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, size = len(START), len(data)
    while at + 12 <= size:
        length, name = struct.unpack_from(">I4s", data, at)
        end = at + 8 + length
        if end + 4 > size:
            raise Damaged("is cut short")
        content = data[at + 8 : end]
        (check,) = struct.unpack_from(">I", data, end)
        if zlib.crc32(content, zlib.crc32(name)) != check:
            raise Damaged("is damaged: a checksum is wrong")
        yield name, content
        if name == b"IEND":
            return
        at = end + 4


def _head(content: bytes) -> tuple[int, int, int, int, int]:
    if len(content) != 13:
        raise Damaged("does not say its size")
    width, height, bits, kind, packing, row_filter, lace = struct.unpack(">IIBBBBB", content)
    if bits not in _BITS.get(kind, ()) or packing or row_filter or lace > 1:
        raise Damaged("is of no known kind of PNG")
    if not width or not height:
        raise Damaged("has no pixels")
    if width * height > MOST_PIXELS:
        raise Damaged(f"has {width} × {height} pixels: too many to be looked through")
    return width, height, bits, kind, lace


def _passes(width: int, height: int, bits: int, lace: int) -> Iterator[tuple[int, int]]:
    """Yield the length of a row with its filter byte, and how many there are, for each pass."""
    if not lace:
        yield (width * bits + 7) // 8 + 1, height
        return
    for x, across, y, down in _PASSES:
        columns, rows = -(-(width - x) // across), -(-(height - y) // down)
        if columns > 0 and rows > 0:
            yield (columns * bits + 7) // 8 + 1, rows


def _check_rows(packed: list[bytes], passes: list[tuple[int, int]]) -> None:
    """Unpack all rows piece by piece: each must begin with a known filter, none may be missing."""
    from isal import isal_zlib

    total, rows = sum(length * count for length, count in passes), iter(passes)
    length, left = next(rows)
    left *= length
    unpacker: Any = isal_zlib.decompressobj()
    wrong: Any = isal_zlib.error
    at = done = 0
    try:
        for piece in _unpacked(unpacker, packed):
            done += len(piece)
            if done > total:
                raise Damaged("holds more rows than it says")
            while piece:
                part = piece[:left]
                first = -at % length
                if part[first::length].translate(None, b"\0\1\2\3\4"):
                    raise Damaged("is damaged: a row begins with no known filter")
                piece, at, left = piece[left:], at + len(part), left - len(part)
                if not left and piece:
                    length, count = next(rows)
                    at, left = 0, length * count
    except wrong:
        raise Damaged("is damaged: its rows cannot be unpacked") from None
    if done < total or not unpacker.eof:
        raise Damaged("is cut short")


def _unpacked(unpacker: Any, packed: list[bytes]) -> Iterator[bytes]:
    for part in packed:
        piece = unpacker.decompress(part, _CHUNK)
        while piece:
            yield piece
            piece = unpacker.decompress(unpacker.unconsumed_tail, _CHUNK)


def _dpi(content: bytes) -> tuple[float, float] | None:
    if len(content) != 9 or content[8] != 1:
        return None
    across, down = struct.unpack(">II", content[:8])
    return across * MM_PER_INCH / 1000, down * MM_PER_INCH / 1000


def _profile(chunks: dict[bytes, bytes], present: set[bytes]) -> str | None:
    if b"iCCP" in present:
        return chunks[b"iCCP"].split(b"\0")[0].decode("latin-1")
    return "sRGB" if b"sRGB" in present else None
