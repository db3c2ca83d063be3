"""Tables of fonts put together to a file of one font, and the faces of a collection."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping

from cardforge.truetype import TrueTypeError, directory

POSTSCRIPT = b"OTTO"
COLLECTION = b"ttcf"
SINGLE = (b"\0\1\0\0", b"true", POSTSCRIPT)
MOST_FACES = 256


def build_sfnt(tables: Mapping[bytes, bytes], kind: bytes = SINGLE[0]) -> bytes:
    """Return a font file of these tables, in the order of their names; raises TrueTypeError."""
    count = len(tables)
    if not count:
        raise TrueTypeError("broken", "is broken: it has no tables")
    power = max(count, 1).bit_length() - 1
    head = struct.pack(">4s4H", kind, count, 16 << power, power, 16 * count - (16 << power))
    entries, bodies, place = [], [], 12 + 16 * count
    for tag, body in sorted(tables.items()):
        padded = body + bytes(-len(body) % 4)
        # HarfBuzz and ReportLab do not look at check sums, and nobody else sees this file.
        entries.append(struct.pack(">4s3I", tag, 0, place, len(body)))
        bodies.append(padded)
        place += len(padded)
    return b"".join([head, *entries, *bodies])


def face_starts(data: bytes) -> tuple[int, ...]:
    """Return where the faces of a collection start; raises TrueTypeError."""
    count = int.from_bytes(data[8:12], "big")
    if not 0 < count <= MOST_FACES or len(data) < 12 + 4 * count:
        raise TrueTypeError("broken", "is broken: the list of its faces ends too early")
    return struct.unpack_from(f">{count}I", data, 12)


def only_face(data: bytes, start: int) -> bytes:
    """Return a file of the one face of a collection that starts here; raises TrueTypeError."""
    tables = directory(data, SINGLE, start)
    bodies = {tag: data[at : at + length] for tag, (at, length) in tables.items()}
    # Tables may lie on top of each other: a small file could claim thousands of copies of itself.
    if sum(map(len, bodies.values())) > 2 * len(data):
        raise TrueTypeError("broken", "is broken: its tables lie on each other")
    return build_sfnt(bodies, data[start : start + 4])


def plain_names(called: str) -> bytes:
    """Return a table of names for a font that is called so, in letters that every reader knows."""
    name = re.sub(r"[^A-Za-z0-9.+-]", "", called)[:63] or "Font"
    text = name.encode("utf-16-be")
    records = [struct.pack(">6H", 3, 1, 0x409, number, len(text), 0) for number in (1, 4, 6)]
    return struct.pack(">3H", 0, len(records), 6 + 12 * len(records)) + b"".join(records) + text


def renamed(data: bytes, called: str) -> bytes:
    """Return a font file under another name; raises TrueTypeError."""
    places = directory(data, SINGLE)
    tables = {tag: data[start : start + length] for tag, (start, length) in places.items()}
    return build_sfnt({**tables, b"name": plain_names(called)}, data[:4])
