"""What a card side looks like apart from its colours: its shapes, and each element by itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from cardforge.check.accessibility.paint import Paint
from cardforge.check.accessibility.sides import Side
from cardforge.check.accessibility.vision import Rgb
from cardforge.diagnostics import Span

# The fill and the stroke of one item.
Colors = tuple[Rgb | None, Rgb | None]


class Feature(NamedTuple):
    """What one element puts on a side: shapes and texts by number, and its different colours."""

    shapes: tuple[int, ...]
    colors: tuple[Colors, ...]


class Look(NamedTuple):
    """A side taken apart; two sides with equal `shapes` differ in colour alone, if at all."""

    side: Side
    shapes: tuple[Hashable, ...]
    paints: tuple[Paint, ...]
    features: dict[Span | None, Feature]


class Looks:
    """Gives equal shapes equal numbers, so that sides are compared by numbers."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._known: dict[int, int] = {}
        # Paint is known by its identity, which only holds while it is kept.
        self._kept: list[Any] = []

    def look(self, side: Side) -> Look:
        """Return a side taken apart."""
        numbers = [self._number(paint) for paint in side.paints]
        shapes: dict[Span | None, list[int]] = {}
        colors: dict[Span | None, dict[Colors, None]] = {}
        for paint, number in zip(side.paints, numbers, strict=True):
            shapes.setdefault(paint.origin, []).append(number)
            colors.setdefault(paint.origin, {})[paint.fill, paint.stroke] = None
        features = {
            origin: Feature(tuple(own), tuple(colors[origin])) for origin, own in shapes.items()
        }
        key = (side.plate.trim, *numbers)
        return Look(side, key, tuple(side.paints), features)

    def _number(self, paint: Paint) -> int:
        number = self._known.get(id(paint))
        if number is None:
            number = self._numbers.setdefault(_shape(paint), len(self._numbers))
            self._known[id(paint)] = number
            self._kept.append(paint)
        return number


def _shape(paint: Paint) -> Hashable:
    """Return all that a paint is, its colours left out."""
    item, frame = paint.item, paint.frame
    without: dict[str, Any] = {"origin": None}
    if hasattr(item, "fill"):
        without["fill"] = None
    if hasattr(item, "stroke"):
        without["stroke"] = None
    bare: Any = item._replace(**without)
    has_ink = paint.fill is not None, paint.stroke is not None
    opacities = tuple(layer.opacity for layer in frame.layers)
    kind = type(item).__name__
    return kind, bare, has_ink, frame.place, frame.clip, frame.masks, opacities


def differing(one: Iterable[Paint], other: Iterable[Paint]) -> dict[tuple[Rgb, Rgb], Paint]:
    """Return the pairs of colours in which equal shapes differ, each with the first such paint."""
    pairs: dict[tuple[Rgb, Rgb], Paint] = {}
    for a, b in zip(one, other, strict=True):
        if a is not b:
            for first, second in ((a.fill, b.fill), (a.stroke, b.stroke)):
                if first is not None and second is not None and first != second:
                    pairs.setdefault((first, second), b)
    return pairs
