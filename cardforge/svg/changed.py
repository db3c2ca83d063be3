"""The ink of a drawing with something changed in every item: its place in the design, a colour."""

from __future__ import annotations

from collections.abc import Callable

from cardforge.color import Color
from cardforge.diagnostics import Span
from cardforge.ink import Gradient, Group, Ink, Path, Plate, Use

# The colour of the text, whatever it is where an icon stands.
TEXT_COLOR = Color("current", ())


def has_one_color(items: tuple[Ink, ...]) -> bool:
    """Return whether all of a drawing is painted in one plain colour."""
    found: set[Color | Gradient] = set()
    waiting = list(items)
    while waiting:
        item = waiting.pop()
        match item:
            case Group():
                waiting += item.items
            case Use():
                waiting += item.plate.items
            case Path():
                found |= {paint for paint in (item.fill, item.stroke) if paint is not None}
            case _:
                return False
    return len(found) == 1 and isinstance(next(iter(found)), Color)


class Changed:
    """Changes the paths of a drawing; parts that are used more than once stay one plate."""

    def __init__(self, change: Callable[[Path], Path], span: Span) -> None:
        self._change, self._span = change, span
        self._plates: dict[int, Plate] = {}

    def items(self, items: tuple[Ink, ...]) -> tuple[Ink, ...]:
        """Return ink with every item changed, and the span as its origin."""
        return tuple(map(self._item, items))

    def plate(self, plate: Plate) -> Plate:
        """Return a plate with everything on it changed."""
        known = self._plates.get(id(plate))
        if known is None:
            items = self.items(plate.items)
            known = self._plates[id(plate)] = Plate(plate.name, plate.trim, plate.bleed, items)
        return known

    def _item(self, item: Ink) -> Ink:
        match item:
            case Path():
                return self._change(item)._replace(origin=self._span)
            case Group():
                return item._replace(items=self.items(item.items), origin=self._span)
            case Use():
                return item._replace(plate=self.plate(item.plate), origin=self._span)
            case _:
                return item._replace(origin=self._span)


def of_element(plate: Plate, span: Span) -> Plate:
    """Return the plate of a drawing with the place of the element that shows it."""
    return Changed(lambda path: path, span).plate(plate)


def in_color(items: tuple[Ink, ...], color: Color, span: Span) -> tuple[Ink, ...]:
    """Return the ink of an icon with a colour where that of the text belongs."""
    return Changed(lambda path: _colored(path, color), span).items(items)


def _colored(path: Path, color: Color) -> Path:
    stroke = color if path.stroke == TEXT_COLOR else path.stroke
    return path._replace(fill=_paint(path.fill, color), stroke=stroke)


def _paint(paint: Color | Gradient | None, color: Color) -> Color | Gradient | None:
    if isinstance(paint, Gradient):
        stops = tuple(
            stop._replace(color=color) if stop.color == TEXT_COLOR else stop for stop in paint.stops
        )
        return paint._replace(stops=stops)
    return color if paint == TEXT_COLOR else paint
