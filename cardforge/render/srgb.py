"""The profile that picture files carry: sRGB, for ICC version 2, always the same bytes.

It is made here and not by a library, whose profiles bear the date and differ between releases.
"""

from __future__ import annotations

import struct
from functools import cache

NAME = "sRGB"
_COPYRIGHT = b"No copyright: use it freely"
# Linear between so many points, the curve is nowhere off by more than 16 bits can say.
_POINTS = 256
# White is that of the profile connection space, D50; the columns of the colours add up to it.
_WHITE = (0.9642, 1.0, 0.8249)
_RED = (0.43604, 0.22249, 0.01392)
_GREEN = (0.38512, 0.71690, 0.09706)
_BLUE = (0.14304, 0.06061, 0.71393)
# A date is required; this is the one of the amendment of the standard.
_DATE = (2003, 1, 1, 0, 0, 0)


@cache
def srgb_profile() -> bytes:
    """Return the profile."""
    curve = struct.pack(">4s4xI", b"curv", _POINTS) + struct.pack(
        f">{_POINTS}H", *(round(_linear(index / (_POINTS - 1)) * 65535) for index in range(_POINTS))
    )
    tags = {
        b"desc": _description(NAME.encode()),
        b"cprt": struct.pack(">4s4x", b"text") + _COPYRIGHT + b"\0",
        b"wtpt": _xyz(_WHITE),
        b"rXYZ": _xyz(_RED),
        b"gXYZ": _xyz(_GREEN),
        b"bXYZ": _xyz(_BLUE),
        b"rTRC": curve,
        b"gTRC": curve,
        b"bTRC": curve,
    }
    table, body = _tagged(tags)
    return _header(128 + len(table) + len(body)) + table + body


def _linear(value: float) -> float:
    """Return how much light a value stands for, both from 0 to 1."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _description(text: bytes) -> bytes:
    # The Unicode and Macintosh texts stay empty, but their room is required.
    counted = struct.pack(">4s4xI", b"desc", len(text) + 1) + text + b"\0"
    return counted + bytes(8) + bytes(3 + 67)


def _xyz(values: tuple[float, float, float]) -> bytes:
    return struct.pack(">4s4x3i", b"XYZ ", *(_fixed(value) for value in values))


def _fixed(value: float) -> int:
    return round(value * 65536)


def _tagged(tags: dict[bytes, bytes]) -> tuple[bytes, bytes]:
    """Return the table of some tags and their data, which begin behind header and table."""
    start = 128 + 4 + 12 * len(tags)
    places: dict[bytes, int] = {}
    body = b""
    table = struct.pack(">I", len(tags))
    for name, data in tags.items():
        if data not in places:
            places[data] = start + len(body)
            body += data + bytes(-len(data) % 4)
        table += struct.pack(">4sII", name, places[data], len(data))
    return table, body


def _header(size: int) -> bytes:
    return struct.pack(
        ">I4xI4s4s4s6H4s24xI3i48x",
        size, 0x02100000, b"mntr", b"RGB ", b"XYZ ", *_DATE, b"acsp", 0,
        *(_fixed(value) for value in _WHITE),
    )  # fmt: skip
