"""What an area is filled with besides one colour: a gradient along a line or between circles.

A gradient is written in the coordinates of the item that it fills.  Outside its ends it goes on
with its first and its last colour.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from cardforge.color import Color
from cardforge.geometry import Point, Transform

_FLAT = 1e-12


class Stop(NamedTuple):
    """A colour of a gradient and how far along it stands, from 0 to 1."""

    share: float
    color: Color


class Gradient(NamedTuple):
    """Colours that pass into one another, in the order of their shares.

    `linear` goes from `start` to `end`; `radial` from the circle of `start_radius` round `start`
    to the circle of `radius` round `end`.  `transform` maps these points to the coordinates of
    the item: it makes circles ellipses.
    """

    kind: str
    start: Point
    end: Point
    stops: tuple[Stop, ...]
    radius: float = 0.0
    start_radius: float = 0.0
    transform: Transform | None = None


Fill = Color | Gradient


def color_at(gradient: Gradient, at: Point) -> Color:
    """Return the colour of a gradient at a point of its item."""
    return _color_of(gradient, _share_at(gradient, at))


def half_way(gradient: Gradient) -> Color:
    """Return the colour in the middle of a gradient: what it is called by where one is needed."""
    return _color_of(gradient, 0.5)


def _color_of(gradient: Gradient, share: float) -> Color:
    before = [stop for stop in gradient.stops if stop.share <= share]
    after = gradient.stops[len(before)] if len(before) < len(gradient.stops) else None
    if not before or after is None:
        return (after or before[-1]).color
    start = before[-1]
    return between(start.color, after.color, (share - start.share) / (after.share - start.share))


def between(one: Color, other: Color, share: float) -> Color:
    """Return the colour at a share of the way between two, as a gradient shows it."""
    if one == other:
        return one
    (space, first), (_, second) = in_one_space((one, other))
    return Color(space, tuple(a + (b - a) * share for a, b in zip(first, second, strict=True)))


def in_one_space(colors: Iterable[Color]) -> list[tuple[str, tuple[float, ...]]]:
    """Return space and values of colours, greys written as the others are.

    What a gradient goes through is all of a screen or all of a press.
    """
    colors = list(colors)
    spaces = {color.space for color in colors} - {"gray"}
    if not spaces:
        return [("gray", color.values) for color in colors]
    if len(spaces) > 1:
        raise ValueError(f"no gradient goes through {' and '.join(sorted(spaces))}")
    (space,) = spaces
    return [(space, c.values if c.space == space else _GREYS[space](*c.values)) for c in colors]


_GREYS: dict[str, Callable[[float], tuple[float, ...]]] = {
    "rgb": lambda light: (light, light, light),
    "cmyk": lambda light: (0.0, 0.0, 0.0, 1.0 - light),
}


def _share_at(gradient: Gradient, at: Point) -> float:
    """Return how far along a gradient a point lies, from 0 to 1."""
    back = gradient.transform.inverse() if gradient.transform is not None else None
    x, y = at if back is None else back.apply(at)
    (x0, y0), (x1, y1) = gradient.start, gradient.end
    dx, dy, px, py = x1 - x0, y1 - y0, x - x0, y - y0
    if gradient.kind == "linear":
        length = dx * dx + dy * dy
        return min(max((px * dx + py * dy) / length, 0.0), 1.0) if length else 1.0
    return _radial_share(dx, dy, px, py, gradient)


def _radial_share(dx: float, dy: float, px: float, py: float, gradient: Gradient) -> float:
    """Return the largest share whose circle goes through a point, from 0 to 1."""
    # |p - s·d| = r0 + s·dr, squared: a·s² - 2·b·s + c = 0.
    r0, dr = gradient.start_radius, gradient.radius - gradient.start_radius
    a, b, c = dx * dx + dy * dy - dr * dr, px * dx + py * dy + r0 * dr, px * px + py * py - r0 * r0
    if abs(a) < _FLAT:
        roots = [c / (2 * b)] if b else []
    else:
        inside = b * b - a * c
        root = math.sqrt(inside) if inside >= 0 else 0.0
        roots = [(b + root) / a, (b - root) / a] if inside >= 0 else []
    real = [share for share in roots if r0 + share * dr >= 0]
    return min(max(max(real), 0.0), 1.0) if real else 1.0


def colors_of(item: object) -> Iterator[Color]:
    """Yield the colours that an item of ink is drawn in: of its fill and of its stroke."""
    for key in ("fill", "stroke"):
        paint = getattr(item, key, None)
        if isinstance(paint, Gradient):
            yield from (color for _, color in paint.stops)
        elif paint is not None:
            yield paint
