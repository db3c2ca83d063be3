"""Gradients as a designer writes them, laid into the box of an element."""

from __future__ import annotations

import math

from cardforge.color import Color
from cardforge.fills import GradientFill, placed_stops
from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Gradient, Stop
from cardforge.kinds import Percent
from cardforge.layout.drawing.outlines import place_in

_HAIR = 1e-6
# Where no middle is written.
_MIDDLE = (Percent(50.0), Percent(50.0))


def gradient_in(fill: GradientFill, box: Box) -> Color | Gradient:
    """Return a gradient across a box; where that has no size, its last colour."""
    stops = tuple(Stop(*stop) for stop in placed_stops(fill.stops))
    if box.width < _HAIR and box.height < _HAIR:
        return stops[-1].color
    return _linear(fill, stops, box) if fill.kind == "linear" else _radial(fill, stops, box)


def _linear(fill: GradientFill, stops: tuple[Stop, ...], box: Box) -> Gradient:
    """Return colours that go so far that they begin and end in corners of the box."""
    across, down, *_ = Transform.turned(fill.angle)
    half = (abs(box.width * across) + abs(box.height * down)) / 2
    x, y = box.centre
    start, end = (
        Point(x - half * across, y - half * down),
        Point(x + half * across, y + half * down),
    )
    return Gradient("linear", start, end, stops)


def _radial(fill: GradientFill, stops: tuple[Stop, ...], box: Box) -> Color | Gradient:
    x, y = fill.centre or _MIDDLE
    centre = Point(place_in(x, box.x, box.width), place_in(y, box.y, box.height))
    if isinstance(fill.radius, Percent) or not isinstance(fill.radius, tuple):
        radius = _radius(fill, centre, box)
        if radius < _HAIR:
            return stops[-1].color
        return Gradient("radial", centre, centre, stops, radius)
    across, down = (
        place_in(length, 0.0, whole)
        for length, whole in zip(fill.radius, (box.width, box.height), strict=True)
    )
    if min(across, down) < _HAIR:
        return stops[-1].color
    # A circle as wide as the ellipse, made lower or higher about its own centre.
    flat = Transform(1.0, 0.0, 0.0, down / across, 0.0, centre.y * (1 - down / across))
    return Gradient("radial", centre, centre, stops, across, 0.0, flat)


def _radius(fill: GradientFill, centre: Point, box: Box) -> float:
    if fill.radius is not None:
        return place_in(fill.radius, 0.0, min(box.width, box.height))
    corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    return max(math.hypot(x - centre.x, y - centre.y) for x, y in corners)
