"""Lines too thin to print, made just thick enough: also those of cards that are drawn small."""

from __future__ import annotations

from cardforge.diagnostics import Report, Span
from cardforge.ink import Group, Ink, Line, Page, Path, Plate, Rect, Text, Use
from cardforge.press.redrawn import enlargement
from cardforge.units import MM_PER_PT, show

# Thinner lines break up in print: InDesign's own crop marks are as thin.
LEAST_PT = 0.25
_LEAST = LEAST_PT * MM_PER_PT
_HAIR = 1e-6


class Hairlines:
    """Thickens the lines of pages, each as its size on the page asks for."""

    def __init__(self, report: Report) -> None:
        self._report = report
        # The old plate is kept beside the new: its identity may not be used again meanwhile.
        self._plates: dict[tuple[int, float], tuple[Plate, Plate]] = {}
        self._thin: dict[Span | None, float] = {}

    def page(self, page: Page) -> Page:
        """Return a page without lines thinner than the press prints; as it is when it has none."""
        items = self._items(page.items, 1.0)
        return page if items is page.items else page._replace(items=items)

    def tell(self) -> None:
        """Report which lines are printed thicker than they are drawn."""
        for place, width in self._thin.items():
            message = f"a line of {show(width)} pt is printed with {LEAST_PT} pt"
            self._report.note("press.thin-line", message, place, hint="draw it thicker")

    def _items(self, items: tuple[Ink, ...], scale: float) -> tuple[Ink, ...]:
        made = tuple(self._item(item, scale) for item in items)
        same = all(one is other for one, other in zip(items, made, strict=True))
        return items if same else made

    def _item(self, item: Ink, scale: float) -> Ink:
        match item:
            case Use():
                plate = self._plate(item.plate, scale)
                return item if plate is item.plate else item._replace(plate=plate)
            case Group():
                inner = scale * enlargement(item.transform) if item.transform else scale
                items = self._items(item.items, inner)
                return item if items is item.items else item._replace(items=items)
            case Line() | Rect() | Path() | Text():
                return self._thick(item, scale)
            case _:
                return item

    def _thick(self, item: Line | Rect | Path | Text, scale: float) -> Ink:
        if item.stroke is None or item.line_width <= 0 or scale <= 0:
            return item
        width = item.line_width * scale
        if width >= _LEAST - _HAIR:
            return item
        if scale == 1.0:
            # What is thin because its card is drawn small is nobody's fault.
            least = self._thin.get(item.origin, LEAST_PT)
            self._thin[item.origin] = min(least, width / MM_PER_PT)
        return item._replace(line_width=_LEAST / scale)

    def _plate(self, plate: Plate, scale: float) -> Plate:
        key = id(plate), round(scale, 6)
        known = self._plates.get(key)
        if known is None:
            items = self._items(plate.items, scale)
            made = plate
            if items is not plate.items:
                made = Plate(plate.name, plate.trim, plate.bleed, items)
            known = self._plates[key] = plate, made
        return known[1]
