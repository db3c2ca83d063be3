"""Card sides as pixels: what is truly seen, for the checks that ink alone cannot answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardforge.fonts import Fonts
from cardforge.ink import Plate
from cardforge.single import single_page

if TYPE_CHECKING:
    from cardforge.render.png import Pixels

# Large sheets are drawn coarser: so many pixels hold what a check needs.
_MOST_PIXELS = 4_000_000
# So many plates are drawn from one PDF: more would fill the memory.
_AT_ONCE = 200


class Picture(NamedTuple):
    """A plate as pixels, its bleed around it."""

    plate: Plate
    pixels: Pixels
    per_mm: float


def draw(plates: Sequence[Plate], fonts: Fonts, per_mm: float) -> Iterator[Picture]:
    """Yield plates as pixels, so many for each mm; raises FontError or ImageError."""
    from cardforge.render.pdf import PdfInfo, render
    from cardforge.render.png import Rasterizer

    info = PdfInfo("preflight", "en", "")
    for start in range(0, len(plates), _AT_ONCE):
        part = plates[start : start + _AT_ONCE]
        with Rasterizer(render(map(single_page, part), fonts, info)) as document:
            for index, plate in enumerate(part):
                width, height = plate.bounds.width, plate.bounds.height
                fine = min(per_mm, (_MOST_PIXELS / (width * height)) ** 0.5)
                size = max(1, round(width * fine)), max(1, round(height * fine))
                yield Picture(plate, document.pixels(index, *size), fine)
