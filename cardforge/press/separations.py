"""Ink as pixels: how much of each ink of a press lies on each spot of a page.

PDFium mixes light, a press mixes ink.  So a page is rasterised with three inks at a time in the
place of red, green and blue: blending is done ink by ink, as PDF has it for a press, and an ink
that is nowhere in the design is nowhere in the pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardforge.color import Color
from cardforge.fonts import Fonts
from cardforge.images import Edit
from cardforge.ink import Gradient, Group, Image, Ink, Line, Page, Stop, Text
from cardforge.press.pixels import PROCESS, decoded
from cardforge.press.redrawn import Drawn, Redrawn
from cardforge.render.pdf import PdfInfo, render
from cardforge.render.pictures import Picture, image_entries

if TYPE_CHECKING:
    from cardforge.press.pixels import Pixels

# What makes a picture file pixels in the inks of the press.
Flat = Callable[[Path, Edit], Picture]

_INFO = PdfInfo("", "", "")
_AT_ONCE = 3
# Decoded pictures that are kept for the next page: cards of a deck often share one.
_MOST_KEPT = 8
_NOTHING = Group(())


class Separations:
    """Rasterises pages whose colours are cmyk, gray, spot and registration; of a die, nothing.

    `inks` are the colours of the inks that have a channel of their own after the process inks.
    """

    def __init__(self, inks: Sequence[Color], fonts: Fonts, pictures: Flat) -> None:
        self._inks = tuple(inks)
        self._fonts = fonts
        self._pictures = pictures
        self._decoded: dict[tuple[Path, Edit], Pixels] = {}

    def pixels(self, pages: Sequence[Page], sizes: Sequence[tuple[int, int]]) -> list[Pixels]:
        """Return (rows, columns, inks) of each page as so many pixels across and down."""
        import numpy as np

        count = PROCESS + len(self._inks)
        passes = [self._pass(first, pages, sizes) for first in range(0, count, _AT_ONCE)]
        return [np.concatenate(parts, axis=2)[:, :, :count] for parts in zip(*passes, strict=True)]

    def _pass(
        self, first: int, pages: Sequence[Page], sizes: Sequence[tuple[int, int]]
    ) -> list[Pixels]:
        """Return three inks of each page, beginning at one."""
        import numpy as np

        from cardforge.render.png import Rasterizer

        redrawn = Redrawn(lambda item, _: self._lit(item, first))
        pdf = render(
            map(redrawn.page, pages),
            self._fonts,
            _INFO,
            lambda path, edit: self._light(path, edit, first),
        )
        made = []
        with Rasterizer(pdf) as document:
            for index, (width, height) in enumerate(sizes):
                light = np.frombuffer(document.pixels(index, width, height).rgb(), np.uint8)
                made.append(255 - light.reshape(height, width, _AT_ONCE))
        return made

    def _lit(self, item: Drawn, first: int) -> Ink:
        """Return an item in the colours that stand for three inks."""
        if isinstance(item, Image):
            return item
        if isinstance(item, Line):
            color = self._light_of(item.stroke, first)
            return _NOTHING if color is None else item._replace(stroke=color)
        if isinstance(item, Text):
            color, edge = (self._light_of(c, first) for c in (item.fill, item.stroke))
            return _NOTHING if color is None else item._replace(fill=color, stroke=edge)
        stroke = self._light_of(item.stroke, first)
        return item._replace(fill=self._light_of_fill(item.fill, first), stroke=stroke)

    def _light_of_fill(self, fill: Color | Gradient | None, first: int) -> Color | Gradient | None:
        if not isinstance(fill, Gradient):
            return self._light_of(fill, first)
        # A die is a line: no colour of a gradient is one.
        stops = ((share, self._light_of(color, first)) for share, color in fill.stops)
        lit = tuple(Stop(share, color) for share, color in stops if color is not None)
        return fill._replace(stops=lit)

    def _light_of(self, color: Color | None, first: int) -> Color | None:
        if color is None or color.space == "die":
            return None
        tints = (*self._tints(color), 0.0, 0.0)[first : first + _AT_ONCE]
        return Color("rgb", tuple(1.0 - tint for tint in tints))

    def _tints(self, color: Color) -> tuple[float, ...]:
        """Return how much of each ink a colour is."""
        none = (0.0,) * len(self._inks)
        if color.space == "cmyk":
            return (*color.values, *none)
        if color.space == "gray":
            return (0.0, 0.0, 0.0, 1.0 - color.values[0], *none)
        if color.space == "spot":
            return (*(0.0,) * PROCESS, *(float(ink.spot == color.spot) for ink in self._inks))
        if color.space == "registration":
            return (1.0,) * (PROCESS + len(self._inks))
        raise ValueError(f"{color} is no ink of a press")

    def _light(self, path: Path, edit: Edit, first: int) -> Picture:
        """Return a picture with three of its inks in the place of red, green and blue."""
        import numpy as np

        picture = self._pictures(path, edit)
        inks = self._decoded.get((path, edit))
        if inks is None:
            if len(self._decoded) >= _MOST_KEPT:
                self._decoded.clear()
            inks = self._decoded[path, edit] = decoded(picture)
        height, width, _ = inks.shape
        light = np.full((height, width, _AT_ONCE), 255, np.uint8)
        shown = inks[:, :, first : first + _AT_ONCE]
        light[:, :, : shown.shape[2]] -= shown
        entries = image_entries(width, height, "/DeviceRGB")
        return Picture(entries, light.tobytes(), picture.mask)
