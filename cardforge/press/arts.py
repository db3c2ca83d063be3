"""Pages of PDF files for a press: kept as they are drawn where that can be printed, else pixels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cardforge.color import Color
from cardforge.images import Art, Edit
from cardforge.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

# What becomes pixels is as sharp as the press can print letters and lines.
DPI = 600.0
# The longer side of what nobody has said a size of, in mm, and the most pixels it may have.
_USUAL, _MOST_PX = 100.0, 9000

_KEPT = frozenset(("gray", "cmyk", "none"))
_INK = "ink "
_REASONS = {
    "picture": "it holds pictures",
    "spot": "it holds inks of its own",
    "other": "it holds gradients or colours with a profile",
}


class Arts:
    """Judges the pages of PDF files of a job, each once.

    `inks` makes inks of a colour; `limit` is the most ink, in per cent; with `outlines` no
    letters may stay letters.  `reasons` say why a page becomes pixels.
    """

    def __init__(
        self, inks: Callable[[Color], tuple[float, ...]], limit: float, outlines: bool
    ) -> None:
        self._inks, self._limit, self._outlines = inks, limit, outlines
        self._made: dict[tuple[Path, Edit], Art | None] = {}
        self._sizes: dict[tuple[Path, Edit], float] = {}
        self.reasons: dict[tuple[Path, Edit], str] = {}

    def note_size(self, path: Path, edit: Edit, longer: float) -> None:
        """Remember how large a page is printed: its longer side, in mm."""
        key = path, edit
        self._sizes[key] = max(longer, self._sizes.get(key, 0.0))

    def art(self, path: Path, edit: Edit) -> Art | None:
        """Return a page drawn in inks, None when it has to become pixels; raises ImageError."""
        key = path, edit
        if key not in self._made:
            self._made[key] = self._judged(path, edit)
        return self._made[key]

    def drawn(self, path: Path, edit: Edit) -> tuple[PillowImage, PillowImage]:
        """Return a page as pixels, and its alpha."""
        from cardforge.images.pdf_pages import page_pixels

        longer = self._sizes.get((path, edit), _USUAL)
        return page_pixels(path, edit, min(round(longer / MM_PER_INCH * DPI), _MOST_PX))

    def _judged(self, path: Path, edit: Edit) -> Art | None:
        from cardforge.images.pdf_art import art, fonts_of

        made = art(path, edit, lambda rgb: self._inks(Color("rgb", rgb)))
        reason = self._reason(made)
        fonts = fonts_of(path, edit.page)
        if reason is None and any(not font.is_inside for font in fonts):
            reason = "it lacks a font"
        if reason is None and fonts and self._outlines:
            reason = "its letters would stay letters"
        if reason is None:
            return made
        self.reasons[path, edit] = reason
        return None

    def _reason(self, art: Art) -> str | None:
        asked = [int(space[len(_INK) :]) for space in art.spaces if space.startswith(_INK)]
        if max(asked, default=0) > self._limit + 0.5:
            return f"it asks for {max(asked)} % of ink"
        kinds = {space for space in art.spaces if not space.startswith(_INK)} - _KEPT
        return next((why for kind, why in _REASONS.items() if kind in kinds), None)
