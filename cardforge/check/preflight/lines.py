"""Preflight of fine lines: what is thinner than a press or a printer can hold."""

from __future__ import annotations

from collections.abc import Iterator

from cardforge.check.accessibility.paint import Paint
from cardforge.check.accessibility.vision import luminance, rgb_of
from cardforge.check.preflight.sides import Finding, Side, scale_of
from cardforge.check.settings import Checks
from cardforge.color import Color
from cardforge.geometry import Point
from cardforge.ink import Gradient, Line, Path, Rect, Text
from cardforge.ink.bounds import Drawn
from cardforge.ink.paint import half_way
from cardforge.units import mm_to_pt, show

# Rounding of lengths, in points.
_ROUNDING = 0.005


def thin_lines(side: Side, checks: Checks) -> Iterator[Finding]:
    """Yield lines, strokes, dashes and strips that are thinner than the limits."""
    limits = checks["thin-line"]
    most = max(limits.values()) - _ROUNDING
    for number, ink in enumerate(side.inks):
        for what, color, width in _thin_parts(ink):
            if width >= most:
                continue
            light = _is_light(side, number, color)
            least = limits["reversed"] if light else limits["least"]
            if width < least - _ROUNDING:
                kind = " light on dark" if light else ""
                yield Finding(
                    "print.thin-line",
                    ink.origin,
                    f"{what} is {width:.2f} pt ({width * 25.4 / 72:.3f} mm) thin{kind},"
                    f" a press holds {show(least)} pt ({least * 25.4 / 72:.3f} mm)",
                    "make it thicker",
                    side.card,
                    least - width,
                )


def _thin_parts(ink: Paint) -> Iterator[tuple[str, Color, float]]:
    """Yield what of an item may be thin: what it is, its colour, its width in points."""
    item = ink.item
    if not isinstance(item, (Line, Rect, Path, Text)):
        return
    if not (ink.bounds.width or ink.bounds.height):
        return
    scale = mm_to_pt(scale_of(ink.frame.place))
    if item.stroke is not None and item.line_width > 0:
        what = "a line" if isinstance(item, Line) else "a stroke"
        yield what, item.stroke, item.line_width * scale
        # Round and square ends add to a dash as much as the line is wide.
        is_cut = not isinstance(item, Text) and item.cap == "butt"
        dash = item.dash if not isinstance(item, Text) and is_cut else ()
        dashes = [length for length in dash[::2] if length > 0]
        if dashes and min(dashes) < item.line_width:
            yield "a dash", item.stroke, min(dashes) * scale
    if isinstance(item, (Rect, Path)) and item.fill is not None and item.stroke is None:
        width = _strip(item)
        if width is not None:
            color = half_way(item.fill) if isinstance(item.fill, Gradient) else item.fill
            yield "a strip", color, width * scale


def _strip(item: Drawn) -> float | None:
    """Return the width of a filled shape that is used as a line, None for any other shape."""
    if isinstance(item, Rect):
        return min(item.box.width, item.box.height) or None
    if isinstance(item, Path) and all(kind in "MLZ" for kind, *_ in item.segments):
        points = [values for _, *values in item.segments if values]
        xs, ys = zip(*points, strict=True) if points else ((0.0,), (0.0,))
        return min(max(xs) - min(xs), max(ys) - min(ys)) or None
    return None


def _is_light(side: Side, number: int, color: Color) -> bool:
    """Return whether a line is light on dark: on the ground below, and on its own fill."""
    ink, rgb = side.inks[number], rgb_of(color)
    item = ink.item
    own = item.fill if isinstance(item, (Rect, Path, Text)) and item.stroke is not None else None
    if isinstance(own, Gradient):
        own = half_way(own)
    if own is not None and luminance(rgb) <= luminance(rgb_of(own)):
        return False
    return side.is_light(number, rgb, _places(ink))


def _places(ink: Paint) -> tuple[Point, ...]:
    """Return three places on a line or on the outline of a shape."""
    if isinstance(ink.item, Line):
        (x1, y1), (x2, y2) = ink.outline[0]
        return tuple(Point(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) for t in (0.1, 0.5, 0.9))
    box, middle = ink.bounds, ink.bounds.centre
    return Point(box.x, middle.y), Point(middle.x, box.y), Point(box.right, middle.y)
