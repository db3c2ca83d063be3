"""Web fonts (WOFF, WOFF2) as plain fonts, never larger than a font can sensibly be."""

from __future__ import annotations

import struct
import zlib
from typing import NoReturn

from cardforge.fonts.tables import COLLECTION, build_sfnt
from cardforge.truetype import TrueTypeError

WOFF, WOFF2 = b"wOFF", b"wOF2"
LARGEST = 64 << 20
_MOST_TABLES = 256
_WOFF_HEAD = 44


def unpacked(data: bytes) -> bytes:
    """Return the font inside a web font; raises TrueTypeError."""
    if data[4:8] == COLLECTION:
        raise TrueTypeError("kind", "is a collection of fonts as a web font")
    return _from_woff(data) if data[:4] == WOFF else _from_woff2(data)


def _refuse() -> NoReturn:
    raise TrueTypeError("broken", "is broken: it cannot be unpacked")


def _refuse_large(size: int) -> None:
    if size > LARGEST:
        raise TrueTypeError("broken", f"is broken: unpacked it is larger than {LARGEST >> 20} MB")


def _from_woff(data: bytes) -> bytes:
    count = int.from_bytes(data[12:14], "big")
    directory = data[_WOFF_HEAD : _WOFF_HEAD + 20 * count]
    if count > _MOST_TABLES or len(directory) < 20 * count:
        _refuse()
    entries = [*struct.iter_unpack(">4s4I", directory)]
    _refuse_large(sum(size for _, _, _, size, _ in entries))
    tables = {}
    for tag, place, packed, size, _ in entries:
        body = data[place : place + packed]
        tables[tag] = body if packed == size else _inflated(body, size)
        if len(tables[tag]) != size:
            _refuse()
    return build_sfnt(tables, data[4:8])


def _inflated(body: bytes, size: int) -> bytes:
    try:
        # One byte more than it says it is shows that it lies.
        return zlib.decompressobj().decompress(body, size + 1)
    except zlib.error:
        _refuse()


def _from_woff2(data: bytes) -> bytes:
    import brotli

    from cardforge.fonts.woff2 import from_woff2

    try:
        return from_woff2(data, LARGEST)
    except (brotli.error, struct.error, LookupError, ValueError, OverflowError):
        _refuse()
