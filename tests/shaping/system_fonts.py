"""Fonts for scripts that the font packages of cardforge have not got, where a system has them."""

from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from cardforge.fonts import Font

FOLDERS = (Path("/usr/share/fonts/truetype"), Path("/usr/share/fonts"))
PACKAGES = {"noto": "fonts-noto-core", "droid": "fonts-droid-fallback", "dejavu": "fonts-dejavu"}


def path_of(name):
    """Return the file of a font such as noto/NotoSansArabic-Regular; skip the test without it."""
    for folder in FOLDERS:
        if (path := folder / f"{name}.ttf").is_file():
            return path
    package = PACKAGES[name.partition("/")[0]]
    return pytest.skip(f"{name}.ttf is not installed: it comes with the Debian package {package}")


def font_of(name):
    """Return a font of the system."""
    return Font(name, path_of(name))


@cache
def _file(path):
    return TTFont(path, lazy=True)


def named(font, glyphs):
    """Return the names that a font file itself gives to glyphs."""
    order = _file(font.path).getGlyphOrder()
    return [order[glyph.id] for glyph in glyphs]


def coded(font, glyphs):
    """Return for each glyph the characters that the font file draws with it."""
    names = {}
    for code, name in _file(font.path).getBestCmap().items():
        names.setdefault(name, set()).add(code)
    return [names.get(name, set()) for name in named(font, glyphs)]
