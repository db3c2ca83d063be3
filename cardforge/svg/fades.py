"""Gradients whose stops cover differently, as layers that add up.

Ink has gradients of colours, not of opacity.  A fade is drawn as nested areas, each a little
more covered than the last: no edges meet, so no seams show, and each step is 1/32 of a fade.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from cardforge.color import Color
from cardforge.geometry import Box, Point, Segment, Transform
from cardforge.ink import Gradient, Group, Ink, Path
from cardforge.svg.paint import Faded, same_color
from cardforge.svg.scene import Scene
from cardforge.svgpath import ellipse, rectangle, transform_segments

Segments = tuple[Segment, ...]
STEPS = 32
_FAR = 1e6


def faded_ink(scene: Scene, fade: Faded, box: Box) -> list[Ink]:
    """Return the layers of a fade over a box on the plate."""
    gradient = fade.gradient
    back = gradient.transform.inverse() if gradient.transform else Transform()
    if back is None:
        return []
    # The gradient's own coordinates, in which its areas are strips or rings.
    whole = _wider(back.apply_box(box))
    color = same_color([stop.color for stop in gradient.stops]) or gradient
    knots = list(zip((stop.share for stop in gradient.stops), fade.opacities, strict=True))
    low, high = min(fade.opacities), max(fade.opacities)
    count = max(1, round((high - low) * STEPS))
    levels = [low + (high - low) * index / count for index in range(count + 1)]
    scene.spend(count)
    layers: list[Ink] = []
    if low > 0:
        layers.append(_layer([rectangle(whole)], gradient, color, low))
    for below, level in itertools.pairwise(levels):
        areas = [
            area
            for interval in _reached(knots, (below + level) / 2)
            for area in _areas(gradient, interval, whole)
        ]
        if areas:
            layers.append(_layer(areas, gradient, color, 1 - (1 - level) / (1 - below)))
    return layers


def _layer(
    areas: list[Segments], gradient: Gradient, color: Color | Gradient, opacity: float
) -> Ink:
    place = gradient.transform or Transform()
    paths = tuple(Path(transform_segments(area, place), color, even_odd=True) for area in areas)
    return Group(paths, opacity=min(1.0, opacity))


def _wider(box: Box) -> Box:
    dx, dy = 0.01 * box.width + 1e-6, 0.01 * box.height + 1e-6
    return Box(box.x - dx, box.y - dy, box.width + 2 * dx, box.height + 2 * dy)


def _reached(knots: list[tuple[float, float]], level: float) -> list[tuple[float, float]]:
    """Return from where to where along a gradient the opacity is at least a level."""
    line = [(-_FAR, knots[0][1]), *knots, (_FAR, knots[-1][1])]
    intervals: list[tuple[float, float]] = []
    start: float | None = line[0][0] if line[0][1] >= level else None
    for (t0, v0), (t1, v1) in itertools.pairwise(line):
        if (v0 >= level) == (v1 >= level):
            continue
        at = t0 + (t1 - t0) * (level - v0) / (v1 - v0)
        if start is None:
            start = at
        else:
            intervals.append((start, at))
            start = None
    if start is not None:
        intervals.append((start, line[-1][0]))
    return [(a, b) for a, b in intervals if b > a]


def _areas(gradient: Gradient, interval: tuple[float, float], whole: Box) -> Iterator[Segments]:
    if gradient.kind == "linear":
        strip = _strip(gradient, interval, whole)
        if strip:
            yield strip
        return
    start, end = interval
    outer = rectangle(whole) if end >= _FAR else _circle(gradient, end)
    inner = _circle(gradient, start) if start > -_FAR else ()
    if outer:
        yield (*outer, *inner)


def _circle(gradient: Gradient, share: float) -> Segments:
    radius = gradient.start_radius + share * (gradient.radius - gradient.start_radius)
    if radius <= 0:
        return ()
    x = gradient.start.x + share * (gradient.end.x - gradient.start.x)
    y = gradient.start.y + share * (gradient.end.y - gradient.start.y)
    return ellipse(Box(x - radius, y - radius, 2 * radius, 2 * radius))


def _strip(gradient: Gradient, interval: tuple[float, float], whole: Box) -> Segments:
    """Return the strip between two places of a linear gradient, as far as a box reaches."""
    (x0, y0), (x1, y1) = gradient.start, gradient.end
    dx, dy = x1 - x0, y1 - y0
    size = dx * dx + dy * dy
    corners = [Point(x, y) for x in (whole.x, whole.right) for y in (whole.y, whole.bottom)]
    along = [((x - x0) * dx + (y - y0) * dy) / size for x, y in corners]
    aside = [((y - y0) * dx - (x - x0) * dy) / size for x, y in corners]
    start, end = max(interval[0], min(along)), min(interval[1], max(along))
    if start >= end:
        return ()
    low, high = min(aside), max(aside)
    points = [(start, low), (end, low), (end, high), (start, high)]
    first, *others = [(x0 + t * dx - s * dy, y0 + t * dy + s * dx) for t, s in points]
    return (("M", *first), *(("L", *point) for point in others), ("Z",))
