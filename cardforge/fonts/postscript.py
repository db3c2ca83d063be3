"""Fonts with PostScript outlines (OpenType/CFF): metrics from tables, ink from HarfBuzz."""

from __future__ import annotations

from typing import Any

from cardforge.fonts.tables import POSTSCRIPT
from cardforge.truetype import Bounds, Sfnt, TrueTypeError


class PostScript(Sfnt):
    """The metrics of a font with cubic outlines; nothing is read that is not asked for."""

    kinds = (POSTSCRIPT,)
    is_postscript = True

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self._drawer: Any = None
        if b"CFF " not in self._tables and b"CFF2" not in self._tables:
            raise TrueTypeError("broken", "is broken: it has no outlines")

    def __getstate__(self) -> dict[str, Any]:
        # What HarfBuzz holds cannot go to another process; it is made again there.
        return {**self.__dict__, "_drawer": None}

    @property
    def drawer(self) -> Any:
        """Return the HarfBuzz font that knows the outlines."""
        if self._drawer is None:
            import uharfbuzz

            self._drawer = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(self.data)))
        return self._drawer

    def bounds(self, glyph: int) -> Bounds | None:
        """Return where the ink of a glyph lies, None when it has none."""
        ink = self.drawer.get_glyph_extents(glyph)
        if ink is None or not (ink.width and ink.height):
            return None
        left, top = ink.x_bearing, ink.y_bearing
        return Bounds(left, top + ink.height, left + ink.width, top)
