"""The data of a PDF stream, decoded with a limit: a small file may claim to hold a huge one."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from typing import Any

from cardforge.check.verify.objects import DAMAGE, dictionary, listed, name_of

MOST_BYTES = 64 << 20
_CHUNK = 1 << 16
SHORT = {"/Fl": "/FlateDecode", "/LZW": "/LZWDecode", "/A85": "/ASCII85Decode",
          "/AHx": "/ASCIIHexDecode", "/RL": "/RunLengthDecode", "/DCT": "/DCTDecode",
          "/CCF": "/CCITTFaxDecode"}  # fmt: skip


class StreamError(ValueError):
    """A stream that cannot be decoded; its text says why."""


def filters(stream: Any) -> tuple[str, ...]:
    """Return the filters of a stream, in the order in which they are undone."""
    found = stream.get("/Filter")
    names = (name_of(each) for each in listed(found))
    return tuple(SHORT.get(name, name) for name in names if name is not None)


def has_predictor(stream: Any) -> bool:
    """Return whether the rows of a stream are stored as differences."""
    found = stream.get("/DecodeParms")
    return any(int(dictionary(each).get("/Predictor", 1)) > 1 for each in listed(found))


def decoded(stream: Any, most: int = MOST_BYTES) -> bytes:
    """Return the data of a stream without its filters; raises StreamError."""
    try:
        chain = filters(stream)
        data: bytes = stream.read_raw_bytes()
        for name in chain:
            decode = _DECODERS.get(name)
            if decode is None:
                raise StreamError(f"it is packed by {name[1:]}")
            data = decode(data, most)
        # Its size is known to be bounded now; the library knows the predictors.
        return bytes(stream.read_bytes()) if has_predictor(stream) else data
    except StreamError:
        raise
    except DAMAGE as error:
        raise StreamError("it is damaged") from error


def head_of(stream: Any, count: int) -> bytes:
    """Return the first bytes of a stream without unpacking the rest; raises StreamError."""
    try:
        if filters(stream) == ("/FlateDecode",) and not has_predictor(stream):
            return zlib.decompressobj().decompress(stream.read_raw_bytes(), count)
    except (zlib.error, *DAMAGE):
        raise StreamError("it is damaged") from None
    return decoded(stream)[:count]


def _flate(data: bytes, most: int) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        unpacked = unpacker.decompress(data, most + 1)
    except zlib.error:
        unpacked = _salvaged(data, most)
    return _within(unpacked, most)


def _salvaged(data: bytes, most: int) -> bytes:
    """Return what can be unpacked before the damage, as viewers do."""
    unpacker, parts, size = zlib.decompressobj(), [], 0
    for start in range(0, len(data), _CHUNK):
        try:
            parts.append(unpacker.decompress(data[start : start + _CHUNK], most + 1 - size))
        except zlib.error:
            break
        size += len(parts[-1])
        if size > most:
            break
    if not size:
        raise StreamError("it is damaged")
    return b"".join(parts)


def _within(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise StreamError(f"it unpacks to more than {most >> 20} MB")
    return data


def _hex(data: bytes, most: int) -> bytes:
    digits = data.split(b">")[0].translate(None, b"\0\t\n\f\r ")
    return _within(bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii")), most)


def _base85(data: bytes, most: int) -> bytes:
    # A z stands for four zero bytes.
    return _within(base64.a85decode(data.split(b"~>")[0].strip().removeprefix(b"<~")), most)


def _runs(data: bytes, most: int) -> bytes:
    parts, at, size = [], 0, 0
    while at < len(data) and data[at] != 128 and size <= most:
        length = data[at]
        if length < 128:
            part, at = data[at + 1 : at + 2 + length], at + 2 + length
        else:
            part, at = data[at + 1 : at + 2] * (257 - length), at + 2
        parts.append(part)
        size += len(part)
    return _within(b"".join(parts), most)


def _lzw(data: bytes, most: int) -> bytes:
    first = [bytes((value,)) for value in range(256)] + [b"", b""]
    table, parts, size = list(first), [], 0
    before, bits, held, width = b"", 0, 0, 9
    for byte in data:
        bits, held = (bits << 8 | byte) & 0xFFFFFF, held + 8
        if held < width:
            continue
        held -= width
        code = bits >> held & (1 << width) - 1
        if code == 257 or size > most:
            break
        if code == 256:
            table, before, width = list(first), b"", 9
            continue
        if code > len(table) or (code == len(table) and not before):
            raise StreamError("it is damaged")
        entry = table[code] if code < len(table) else before + before[:1]
        parts.append(entry)
        size += len(entry)
        if before and len(table) < 4096:
            table.append(before + entry[:1])
        before = entry
        # The width grows one code early, as nearly every writer does.
        width = min(12, max(9, (len(table) + 1).bit_length()))
    return _within(b"".join(parts), most)


_DECODERS: dict[str, Callable[[bytes, int], bytes]] = {
    "/FlateDecode": _flate,
    "/LZWDecode": _lzw,
    "/ASCII85Decode": _base85,
    "/ASCIIHexDecode": _hex,
    "/RunLengthDecode": _runs,
}
