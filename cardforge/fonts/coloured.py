"""Fonts in colour: letters that they have in colour only are letters that they lack."""

from __future__ import annotations

from unicodedata import category

from cardforge.truetype import Sfnt

# Blanks, and characters that steer.
_WITHOUT_INK = ("Z", "C")


def without_coloured(file: Sfnt) -> None:
    """Take the characters out of a font for which it has no outline, though they need one."""
    blank = {glyph for code, glyph in file.glyphs.items() if category(chr(code))[0] in _WITHOUT_INK}
    empty = (glyph for glyph in range(1, file.glyph_count) if file.bounds(glyph) is None)
    file.unprinted = frozenset(empty) - blank
    file.glyphs = {
        code: glyph for code, glyph in file.glyphs.items() if glyph not in file.unprinted
    }
