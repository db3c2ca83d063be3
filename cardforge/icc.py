"""ICC profiles: what a file says of itself in its header and its description."""

from __future__ import annotations

import struct
from typing import NamedTuple

# Far above any real profile: one of a stranger's game may not fill the memory.
MOST_BYTES = 32_000_000

_HEADER = 128
_ENTRY = 12


class ProfileError(ValueError):
    """Data that are no usable ICC profile; the text says why."""


class Profile(NamedTuple):
    """An ICC profile: its kind (prtr, mntr …), space (CMYK, RGB, GRAY …), version and name."""

    data: bytes
    kind: str
    space: str
    version: int
    name: str


def read_profile(data: bytes) -> Profile:
    """Return a profile from its bytes; raises ProfileError."""
    if len(data) < _HEADER + 4 or data[36:40] != b"acsp":
        raise ProfileError("is no ICC profile")
    tags = _tags(data)
    if any(at + length > len(data) for at, length in tags.values()):
        raise ProfileError("is cut short")
    name = _description(data, *tags[b"desc"]) if b"desc" in tags else ""
    kind, space = (data[at : at + 4].decode("latin-1").strip() for at in (12, 16))
    return Profile(data, kind, space, data[8], name)


def _tags(data: bytes) -> dict[bytes, tuple[int, int]]:
    """Return where each tag lies: {signature: (offset, length)}."""
    (count,) = struct.unpack_from(">I", data, _HEADER)
    if _HEADER + 4 + count * _ENTRY > len(data):
        raise ProfileError("is cut short")
    found = {}
    for at in range(_HEADER + 4, _HEADER + 4 + count * _ENTRY, _ENTRY):
        name, offset, length = struct.unpack_from(">4sII", data, at)
        found[name] = offset, length
    return found


def _description(data: bytes, at: int, length: int) -> str:
    """Return the text of a description, that of version 2 or the first language of version 4."""
    tag = data[at : at + length]
    text = ""
    if tag[:4] == b"desc" and len(tag) >= 12:
        (count,) = struct.unpack_from(">I", tag, 8)
        text = tag[12 : 12 + count].decode("latin-1")
    elif tag[:4] == b"mluc" and len(tag) >= 28:
        count, start = struct.unpack_from(">II", tag, 20)
        text = tag[start : start + count].decode("utf-16-be", errors="replace")
    return " ".join(text.partition("\0")[0].split())
