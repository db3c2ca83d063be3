"""Fonts as ReportLab can embed them: PostScript outlines become quadratic, glyph by glyph.

ReportLab knows TrueType outlines alone.  Of a font with other outlines it reads a stand-in
without any, and what is embedded is made here, of the glyphs that are used.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

from cardforge.fonts.about import names_of
from cardforge.fonts.postscript import PostScript
from cardforge.fonts.tables import build_sfnt, plain_names
from cardforge.render.lean import ttfonts
from cardforge.truetype import Sfnt

# What ReportLab reads of a font before it cuts a subset.
_HEADERS = (b"head", b"hhea", b"OS/2", b"post")
_NAME = re.compile(rb"[!-~]+\Z")
_FORBIDDEN = frozenset(b"[](){}<>/%")
# Quadratic curves lie within half a unit of the cubic ones, on an em of about so many units.
_FINE_EM = 4096
_ERROR = 0.5
_FARTHEST = 32_000


def readable(file: Sfnt) -> bytes:
    """Return a font file that ReportLab can read: the file itself, or a stand-in for it."""
    if not file.is_postscript and _has_plain_name(file.table(b"name")):
        return file.data
    names = names_of(file.table(b"name"))
    called = names.first((6, 4, 16, 1)) or "Font"
    if file.is_postscript:
        tables = {tag: file.table(tag) for tag in _HEADERS if file.has_table(tag)}
        # Fonts without TrueType outlines have a table of half the version, which says the same.
        tables[b"maxp"] = struct.pack(">IH26x", 0x10000, file.glyph_count)
    else:
        tables = {tag: file.table(tag) for tag in file.tags}
    return build_sfnt({**tables, b"name": plain_names(called)})


def _has_plain_name(table: bytes) -> bool:
    """Return whether ReportLab finds a PostScript name that a PDF can hold in a table of names."""
    form, count, storage = struct.unpack_from(">3H", table)
    if form != 0:
        return False
    for record in struct.iter_unpack(">6H", table[6 : 6 + 12 * count]):
        platform, encoding, language, number, length, place = record
        if number == 6 and (platform, encoding, language) in ((3, 1, 0x409), (1, 0, 0)):
            name = table[storage + place : storage + place + length]
            name = name[1::2] if platform == 3 and not any(name[::2]) else name
            return bool(_NAME.match(name)) and not _FORBIDDEN & set(name)
    return False


class _Drawn(NamedTuple):
    """A glyph as it stands in a font file."""

    data: bytes
    points: int
    contours: int
    left: int


def quadratic_subset(file: PostScript, used: Sequence[int]) -> bytes:
    """Return a TrueType font of some glyphs, in which the n-th of them has the code n."""
    order = list(dict.fromkeys((0, *used)))
    scale = _scale(file, order)
    drawn = [_drawn(file, glyph, scale) for glyph in order]
    places = {glyph: place for place, glyph in enumerate(order)}
    font: Any = ttfonts.TTFontMaker()
    bodies = [glyph.data + bytes(-len(glyph.data) % 4) for glyph in drawn]
    starts = [0]
    for body in bodies:
        starts.append(starts[-1] + len(body))
    font.add("cmap", _cmap([places[glyph] for glyph in used]))
    font.add("glyf", b"".join(bodies))
    font.add("head", _head(file, scale))
    font.add("hhea", _hhea(file, len(order), scale))
    widths = [(file.advance(glyph) * scale, g.left) for glyph, g in zip(order, drawn, strict=True)]
    font.add("hmtx", b"".join(struct.pack(">Hh", *pair) for pair in widths))
    font.add("loca", struct.pack(f">{len(starts)}I", *starts))
    most = max(glyph.points for glyph in drawn), max(glyph.contours for glyph in drawn)
    font.add("maxp", struct.pack(">I14H", 0x10000, len(order), *most, 0, 0, 1, *[0] * 8))
    made: bytes = font.makeStream()
    return made


def _scale(file: PostScript, glyphs: Sequence[int]) -> int:
    """Return how much finer than the font's own the units are to be."""
    scale = max(1, _FINE_EM // int(file.units_per_em))
    reach = max((abs(n) for glyph in glyphs for n in file.bounds(glyph) or ()), default=0)
    widest = max(map(file.advance, glyphs))
    while scale > 1 and max(reach * scale, widest * scale) > _FARTHEST:
        scale -= 1
    return scale


def _drawn(file: PostScript, glyph: int, scale: int) -> _Drawn:
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen: Any = TTGlyphPen(None)
    # PostScript fills to the left of an outline, TrueType to its right.
    quadratic = Cu2QuPen(pen, _ERROR, reverse_direction=True)
    file.drawer.draw_glyph_with_pen(glyph, TransformPen(quadratic, (scale, 0, 0, scale, 0, 0)))
    made: Any = pen.glyph()
    if not made.numberOfContours:
        return _Drawn(b"", 0, 0, 0)
    made.recalcBounds(None)
    data: bytes = made.compile(None, recalcBBoxes=False)
    return _Drawn(data, len(made.coordinates), made.numberOfContours, made.xMin)


def _cmap(glyphs: Sequence[int]) -> bytes:
    """Return a character map in which the n-th code means the n-th glyph."""
    table = struct.pack(">5H", 6, 10 + 2 * len(glyphs), 0, 0, len(glyphs))
    return struct.pack(">4HI", 0, 1, 1, 0, 12) + table + struct.pack(f">{len(glyphs)}H", *glyphs)


def _head(file: PostScript, scale: int) -> bytes:
    head = bytearray(file.table(b"head"))
    struct.pack_into(">H", head, 18, file.units_per_em * scale)
    box = struct.unpack_from(">4h", head, 36)
    struct.pack_into(">4h", head, 36, *(_held(n * scale) for n in box))
    # Where outlines start is written as whole numbers of bytes.
    struct.pack_into(">h", head, 50, 1)
    return bytes(head)


def _hhea(file: PostScript, count: int, scale: int) -> bytes:
    hhea = bytearray(file.table(b"hhea"))
    heights = struct.unpack_from(">3h", hhea, 4)
    struct.pack_into(">3h", hhea, 4, *(_held(n * scale) for n in heights))
    struct.pack_into(">H", hhea, 34, count)
    return bytes(hhea)


def _held(number: int) -> int:
    return max(-_FARTHEST, min(_FARTHEST, number))
