"""Text as shapes: for printers that take no fonts."""

from __future__ import annotations

import io
import struct
from functools import cache
from typing import Any

from cardforge.fonts import Font, FontError, Fonts
from cardforge.geometry import Segment, Transform
from cardforge.ink import Ink, Page, Path, Text
from cardforge.press.redrawn import Drawn, Redrawn
from cardforge.svgpath import transform_segments
from cardforge.units import pt_to_mm

# What fontTools raises for outlines that contradict their tables.
_DAMAGE = (LookupError, ValueError, TypeError, AssertionError, RecursionError, struct.error)


class Outliner:
    """Turns text into paths, page by page; a plate that many pages use stays one plate."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._redrawn = Redrawn(self._drawn)
        self._glyphs: dict[str, _Glyphs] = {}

    def page(self, page: Page) -> Page:
        """Return a page whose text is drawn as shapes, each letter where it was."""
        return self._redrawn.page(page)

    def _drawn(self, item: Drawn, scale: float) -> Ink:
        if not isinstance(item, Text):
            return item
        font = self._fonts[item.font]
        if item.font not in self._glyphs:
            self._glyphs[item.font] = _Glyphs(font)
        em = pt_to_mm(item.size_pt)
        segments: list[Segment] = []
        pen = item.at.x
        for char in item.text:
            outline = self._glyphs[item.font].outline(char)
            segments += transform_segments(outline, Transform(em, 0, 0, em, pen, item.at.y))
            pen += font.advance(char) * em + item.tracking
        return Path(tuple(segments), fill=item.fill, origin=item.origin)


class _Glyphs:
    """The outlines of one font, in em and y down."""

    def __init__(self, font: Font) -> None:
        from fontTools.ttLib import TTFont

        self._font = font
        self._file: Any = TTFont(io.BytesIO(font.file.data), lazy=True)
        self._set: Any = self._file.getGlyphSet()
        self._order: list[str] = self._file.getGlyphOrder()
        self._known: dict[str, tuple[Segment, ...]] = {}

    def outline(self, char: str) -> tuple[Segment, ...]:
        """Return the outline of a character from the start of its baseline."""
        if char not in self._known:
            self._known[char] = () if self._font.gap(char) is not None else self._drawn(char)
        return self._known[char]

    def _drawn(self, char: str) -> tuple[Segment, ...]:
        # A no-break space is drawn with the glyph of the space: as the PDF's text is.
        code = ord(" " if char == "\u00a0" else char)
        glyph = self._order[self._font.file.glyphs.get(code, 0)]
        pen = _pen()(self._set)
        try:
            self._set[glyph].draw(pen)
        except _DAMAGE:
            message = f"'{self._font.path.name}' is damaged: a letter cannot be drawn"
            hint = "use another copy of the font"
            raise FontError("font.broken", message, hint, self._font.name) from None
        em = 1 / self._font.file.units_per_em
        return transform_segments(pen.segments, Transform(em, 0, 0, -em, 0, 0))


@cache
def _pen() -> Any:
    """Return a pen that writes down what a glyph draws; its quadratic curves become cubic."""
    from fontTools.pens.basePen import BasePen

    class SegmentPen(BasePen):  # type: ignore[misc]
        def __init__(self, glyphs: Any) -> None:
            super().__init__(glyphs)
            self.segments: list[Segment] = []

        def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 fontTools' names
            self.segments.append(("M", *pt))

        def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
            self.segments.append(("L", *pt))

        def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
            self.segments.append(("C", *(value for point in points for value in point)))

        def _closePath(self) -> None:  # noqa: N802
            self.segments.append(("Z",))

    return SegmentPen
