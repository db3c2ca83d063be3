"""Glyphs that are no character's own, given code points of their own in a font of a PDF.

ReportLab gives codes to characters and cuts subsets by them.  A ligature, a joined letter or a
small capital becomes a character of a private plane; what it says is written where readers of
the file look it up.
"""

from __future__ import annotations

import re
from typing import Any

from cardforge.fonts import Font
from cardforge.shaping.values import Glyph

_FIRST_PRIVATE, _LAST_PRIVATE = 0xF0000, 0x10FFFD
_ABOVE_FFFF = re.compile(r"<([0-9A-F]{5,6})>")


class GlyphCodes:
    """The characters that the glyphs of one font have in one document."""

    def __init__(self, face: Any, font: Font) -> None:
        self._face = face
        self._file = font.file
        self._known: dict[tuple[int, str], str] = {}
        self._next = _FIRST_PRIVATE
        # What each private character says.
        self.said: dict[int, str] = {}

    def char(self, glyph: Glyph) -> str:
        """Return the character that stands for a glyph: its own, or a private one."""
        text = glyph.text
        if len(text) == 1 and self._file.glyphs.get(ord(text), 0) == glyph.id:
            return text
        key = glyph.id, text
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._new(glyph)
        return known

    def _new(self, glyph: Glyph) -> str:
        face = self._face
        if not self.said:
            # The map of the font itself is shared by all documents.
            face.charToGlyph = dict(face.charToGlyph)
        while self._next in face.charToGlyph:
            self._next += 1
        code = self._next
        if code > _LAST_PRIVATE:
            raise ValueError("too many glyphs for one document")
        face.charToGlyph[code] = glyph.id
        face.charWidths[code] = self._file.advance(glyph.id) * 1000 / self._file.units_per_em
        self.said[code] = glyph.text
        return chr(code)

    def mended(self, cmap: str) -> str:
        """Return a ToUnicode map that says what private characters stand for."""
        return _ABOVE_FFFF.sub(self._utf16, cmap)

    def _utf16(self, code: re.Match[str]) -> str:
        number = int(code[1], 16)
        # What says nothing is read as a blank: readers take no character at all for its code.
        text = self.said.get(number, chr(number)) or " "
        return f"<{text.encode('utf-16-be').hex().upper()}>"
