"""Text as shapes: the outlines of its letters where they stand."""

from __future__ import annotations

from cardforge.fonts import Fonts
from cardforge.geometry import Segment, Transform
from cardforge.ink.kinds import Text
from cardforge.svgpath import transform_segments
from cardforge.units import pt_to_mm


def text_outline(item: Text, fonts: Fonts) -> tuple[Segment, ...]:
    """Return the outlines of all letters of a text where they stand."""
    font, em = fonts[item.font], pt_to_mm(item.size_pt)
    segments: list[Segment] = []
    pen, y = item.at
    for glyph in font.shape(item.text, item.shaping, spaced=item.tracking != 0):
        place = Transform(em, 0, 0, em, pen + glyph.dx * em, y - glyph.dy * em)
        segments += transform_segments(font.outline(glyph.id), place)
        pen += glyph.advance * em + (item.tracking if glyph.spaced else 0.0)
    return tuple(segments)
