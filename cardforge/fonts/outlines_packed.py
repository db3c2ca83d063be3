"""The outlines of a WOFF2 file: seven streams become the tables of a TrueType font."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import accumulate

from cardforge.truetype import MORE_PARTS, size_of_part

_COMPOSITE = 0xFFFF
_INSTRUCTIONS = 0x100


class _Stream:
    """Bytes that are read one after the other; reading past their end is an IndexError."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place = 0

    def take(self, size: int) -> bytes:
        """Return the next bytes."""
        taken = self._data[self._place : self._place + size]
        if len(taken) < size:
            raise IndexError
        self._place += size
        return taken

    def word(self) -> int:
        """Return the next two bytes as a number."""
        return int.from_bytes(self.take(2), "big")

    def short(self) -> int:
        """Return a number of one to three bytes."""
        (code,) = self.take(1)
        if code == 253:
            return self.word()
        if code == 255:
            return 253 + self.take(1)[0]
        if code == 254:
            return 506 + self.take(1)[0]
        return code


class PackedOutlines:
    """The outlines of all glyphs: `glyf`, `loca` in its long form, and where each begins."""

    def __init__(self, data: bytes) -> None:
        options, self._count = struct.unpack_from(">2xHH", data)
        sizes = struct.unpack_from(">7I", data, 8)
        place, streams = 36, []
        for size in sizes:
            streams.append(_Stream(data[place : place + size]))
            place += size
        self._contours, self._points, self._flags, self._shapes = streams[:4]
        self._composites, self._boxes, self._instructions = streams[4:]
        self._has_box = self._boxes.take(4 * ((self._count + 31) >> 5))
        self._overlaps = data[place : place + ((self._count + 7) >> 3)] if options & 1 else b""
        self.lefts: list[int] = []
        glyphs = [glyph + bytes(-len(glyph) % 4) for glyph in self._glyphs()]
        self.glyf = b"".join(glyphs)
        starts = accumulate(map(len, glyphs), initial=0)
        self.loca = struct.pack(f">{self._count + 1}I", *starts)

    def _glyphs(self) -> Iterator[bytes]:
        for number in range(self._count):
            contours = self._contours.word()
            bit = 0x80 >> (number & 7)
            box = self._boxes.take(8) if self._has_box[number >> 3] & bit else None
            if contours == _COMPOSITE:
                glyph = self._composite(box)
            elif contours:
                overlaps = bool(self._overlaps and self._overlaps[number >> 3] & bit)
                glyph = self._simple(contours, box, 0x40 if overlaps else 0)
            else:
                glyph = b""
            self.lefts.append(struct.unpack_from(">h", glyph, 2)[0] if glyph else 0)
            yield glyph

    def _composite(self, box: bytes | None) -> bytes:
        """Return a glyph that is put together from others."""
        if box is None:
            raise ValueError
        parts, flags, instructed = [], MORE_PARTS, False
        while flags & MORE_PARTS:
            word = self._composites.take(2)
            flags = int.from_bytes(word, "big")
            instructed |= bool(flags & _INSTRUCTIONS)
            parts.append(word + self._composites.take(size_of_part(flags)))
        code = b""
        if instructed:
            size = self._shapes.short()
            code = struct.pack(">H", size) + self._instructions.take(size)
        return b"\xff\xff" + box + b"".join(parts) + code

    def _simple(self, contours: int, box: bytes | None, first_flag: int) -> bytes:
        """Return a glyph with an outline of its own, each step of it as a full word."""
        ends = list(accumulate(self._points.short() for _ in range(contours)))
        flags = self._flags.take(ends[-1])
        across, along = _steps(flags, self._shapes)
        size = self._shapes.short()
        if box is None:
            xs, ys = tuple(accumulate(across)), tuple(accumulate(along))
            box = struct.pack(">4h", min(xs), min(ys), max(xs), max(ys))
        on_curve = bytearray(flag >> 7 ^ 1 for flag in flags)
        on_curve[0] |= first_flag
        return b"".join(
            (
                struct.pack(">h", contours),
                box,
                struct.pack(f">{contours}H", *(end - 1 for end in ends)),
                struct.pack(">H", size),
                self._instructions.take(size),
                on_curve,
                struct.pack(f">{len(across)}h", *across),
                struct.pack(f">{len(along)}h", *along),
            )
        )


def _steps(flags: bytes, stream: _Stream) -> tuple[list[int], list[int]]:
    """Return how far each point lies from the one before it, across and along."""
    across, along = [], []
    for flag in flags:
        wide, signs, bits, base_x, base_y = _CODES[flag & 0x7F]
        step = int.from_bytes(stream.take(wide), "big")
        x, y = base_x + (step >> bits), base_y + (step & (1 << bits) - 1)
        across.append(x if signs & 1 else -x)
        along.append(y if signs & 2 else -y)
    return across, along


def _code(flag: int) -> tuple[int, int, int, int, int]:
    """Return how a step is packed: bytes, signs, bits of its y, and what is added to x and y."""
    if flag < 10:
        return 1, flag << 1 & 2, 8, 0, (flag & 14) << 7
    if flag < 20:
        return 1, flag & 1, 0, ((flag - 10) & 14) << 7, 0
    if flag < 84:
        rest = flag - 20
        return 1, flag & 3, 4, 1 + (rest & 0x30), 1 + ((rest & 0x0C) << 2)
    if flag < 120:
        rest = flag - 84
        return 2, flag & 3, 8, 1 + (rest // 12 << 8), 1 + (rest % 12 >> 2 << 8)
    return (3, flag & 3, 12, 0, 0) if flag < 124 else (4, flag & 3, 16, 0, 0)


_CODES = tuple(map(_code, range(128)))
