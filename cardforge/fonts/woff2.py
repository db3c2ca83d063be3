"""WOFF2 as a plain font: one Brotli stream of tables, the outlines among them packed apart."""

from __future__ import annotations

import struct
from typing import NamedTuple

from cardforge.fonts.outlines_packed import PackedOutlines
from cardforge.fonts.tables import build_sfnt
from cardforge.truetype import TrueTypeError

_HEAD = 48
# The tags of the tables by their number; the last number says that the tag is written out.
_TAGS = (
    b"cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp "
    b"hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL "
    b"SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx "
    b"opbd prop trak Zapf Silf Glat Gloc Feat Sill"
)
_OTHER = 63
_UNCHANGED = 3
# Outlines are put together again byte by byte: some megabytes a second.
_LARGEST_OUTLINES = 16 << 20


class _Entry(NamedTuple):
    tag: bytes
    size: int  # of what is in the stream
    is_changed: bool


def from_woff2(data: bytes, largest: int) -> bytes:
    """Return the font in a WOFF2 file.

    Raises TrueTypeError for one larger unpacked than `largest`, and LookupError, ValueError,
    struct.error or brotli.error for one that is broken.
    """
    entries, end = _directory(data)
    size = sum(entry.size for entry in entries)
    if max(size, int.from_bytes(data[16:20], "big")) > largest:
        message = f"is broken: unpacked it is larger than {largest >> 20} MB"
        raise TrueTypeError("broken", message)
    stream = _decompressed(data[end : end + int.from_bytes(data[20:24], "big")], size)
    tables: dict[bytes, bytes] = {}
    changed: set[bytes] = set()
    place = 0
    for entry in entries:
        tables[entry.tag] = stream[place : place + entry.size]
        place += entry.size
        if entry.is_changed:
            changed.add(entry.tag)
    _restore(tables, changed)
    return build_sfnt(tables, data[4:8])


def _decompressed(body: bytes, size: int) -> bytes:
    """Return what a stream unpacks to, which must be so many bytes: never more are unpacked."""
    import brotli

    decompressor = brotli.Decompressor()
    parts = [decompressor.process(body, output_buffer_limit=size + 1)]
    found = len(parts[0])
    while found <= size and not decompressor.is_finished():
        parts.append(decompressor.process(b"", output_buffer_limit=size + 1))
        if not parts[-1]:
            raise ValueError
        found += len(parts[-1])
    if found != size:
        raise ValueError
    return b"".join(parts)


def _directory(data: bytes) -> tuple[list[_Entry], int]:
    """Return the tables in the order of the stream, and where their list ends."""
    entries, place = [], _HEAD
    for _ in range(int.from_bytes(data[12:14], "big")):
        flags = data[place]
        number, version = flags & 0x3F, flags >> 6
        place += 1
        if number == _OTHER:
            tag = data[place : place + 4]
            place += 4
        else:
            tag = _TAGS[5 * number : 5 * number + 4]
        size, place = _number(data, place)
        is_changed = version != (_UNCHANGED if tag in (b"glyf", b"loca") else 0)
        if is_changed:
            size, place = _number(data, place)
        entries.append(_Entry(tag, size, is_changed))
    return entries, place


def _number(data: bytes, place: int) -> tuple[int, int]:
    """Return a number of up to five bytes, seven bits in each, and where it ends."""
    value = 0
    for step in range(5):
        byte = data[place + step]
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            return value, place + step + 1
    raise ValueError


def _restore(tables: dict[bytes, bytes], changed: set[bytes]) -> None:
    """Put the tables back that are packed in a way of their own."""
    if not changed:
        return
    if changed not in ({b"glyf", b"loca"}, {b"glyf", b"loca", b"hmtx"}):
        raise ValueError
    if len(tables[b"glyf"]) > _LARGEST_OUTLINES:
        raise TrueTypeError("broken", "has too many outlines for a web font")
    outlines = PackedOutlines(tables[b"glyf"])
    tables[b"glyf"], tables[b"loca"] = outlines.glyf, outlines.loca
    head = bytearray(tables[b"head"])
    # Where outlines start is written in whole bytes.
    struct.pack_into(">h", head, 50, 1)
    tables[b"head"] = bytes(head)
    if b"hmtx" in changed:
        (full,) = struct.unpack_from(">H", tables[b"hhea"], 34)
        tables[b"hmtx"] = _metrics(tables[b"hmtx"], full, outlines.lefts)


def _metrics(packed: bytes, full: int, lefts: list[int]) -> bytes:
    """Return the table of widths; a bearing that is left out is where the outline begins."""
    flags, count = packed[0], len(lefts)
    if full > count:
        raise ValueError
    advances = struct.unpack_from(f">{full}H", packed, 1)
    place = 1 + 2 * full
    first, rest = lefts[:full], lefts[full:]
    if not flags & 1:
        first = list(struct.unpack_from(f">{full}h", packed, place))
        place += 2 * full
    if not flags & 2:
        rest = list(struct.unpack_from(f">{count - full}h", packed, place))
    pairs = b"".join(struct.pack(">Hh", *pair) for pair in zip(advances, first, strict=True))
    return pairs + struct.pack(f">{count - full}h", *rest)
