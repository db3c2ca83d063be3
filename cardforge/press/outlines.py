"""Text as shapes: for printers that take no fonts."""

from __future__ import annotations

from cardforge.fonts import Fonts
from cardforge.ink import Group, Ink, Page, Path, Text
from cardforge.ink.lettering import text_outline
from cardforge.press.redrawn import Drawn, Redrawn


class Outliner:
    """Turns text into paths, page by page; a plate that many pages use stays one plate."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._redrawn = Redrawn(self._drawn)

    def page(self, page: Page) -> Page:
        """Return a page whose text is drawn as shapes, each letter where it was."""
        return self._redrawn.page(page)

    def _drawn(self, item: Drawn, scale: float) -> Ink:
        if not isinstance(item, Text):
            return item
        outline = text_outline(item, self._fonts)
        letters = Path(outline, fill=item.fill, origin=item.origin)
        if item.stroke is None or item.line_width <= 0:
            return letters
        # The line round the letters lies beneath all of them.
        edge = letters._replace(
            fill=None, stroke=item.stroke, line_width=item.line_width, join="round"
        )
        return Group((edge, letters), origin=item.origin)
