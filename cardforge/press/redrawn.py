"""Pages drawn anew, item by item, what they share still shared."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from cardforge.geometry import Transform
from cardforge.ink import Group, Image, Ink, Line, Page, Path, Plate, Rect, Text, Use

Drawn = Rect | Line | Path | Text | Image


class Redrawn:
    """Draws pages with other ink for each item; a plate that many pages use stays one plate.

    The function is given an item and how much larger than its own coordinates it is drawn on
    its plate.
    """

    def __init__(self, drawn: Callable[[Drawn, float], Ink]) -> None:
        self._drawn = drawn
        # The old plate is kept beside the new: its identity may not be used again meanwhile.
        self._plates: dict[int, tuple[Plate, Plate]] = {}

    def page(self, page: Page) -> Page:
        """Return a page with its ink drawn anew."""
        return page._replace(items=self._items(page.items, 1.0))

    def _items(self, items: tuple[Ink, ...], scale: float) -> tuple[Ink, ...]:
        return tuple(self._item(item, scale) for item in items)

    def _item(self, item: Ink, scale: float) -> Ink:
        if isinstance(item, Use):
            return item._replace(plate=self._plate(item.plate))
        if isinstance(item, Group):
            inner = scale * enlargement(item.transform) if item.transform else scale
            return item._replace(items=self._items(item.items, inner))
        return self._drawn(item, scale)

    def _plate(self, plate: Plate) -> Plate:
        known = self._plates.get(id(plate))
        if known is None:
            # Its own size counts, not that of its first use: it has one set of inks everywhere.
            items = self._items(plate.items, 1.0)
            known = plate, Plate(plate.name, plate.trim, plate.bleed, items)
            self._plates[id(plate)] = known
        return known[1]


def enlargement(transform: Transform) -> float:
    """Return how many times larger a transform draws, the mean of both axes."""
    a, b, c, d, _, _ = transform
    return sqrt(abs(a * d - b * c))
