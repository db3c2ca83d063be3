"""Fonts: finding the file behind a name, measuring text, and what a PDF needs to embed it."""

from cardforge.fonts.faults import FontError
from cardforge.fonts.finding import find_font, known_fonts
from cardforge.fonts.font import Font, Fonts
from cardforge.shaping.characters import BLANKS, INVISIBLE

__all__ = ["BLANKS", "INVISIBLE", "Font", "FontError", "Fonts", "find_font", "known_fonts"]
