"""What a designer fills areas with besides one colour: gradients and patterns, and shadows.

Before `fill`, any attribute may be a Deferred (an expression); after it none is.
"""

from itertools import pairwise
from typing import Any, NamedTuple

from cardforge.color import Color

# Longer lists of colours are no design but a mistake in an expression.
MOST_STOPS = 64


class ColorStop(NamedTuple):
    """A colour of a gradient and its place from 0 to 1; without one it stands between others."""

    color: Color
    share: float | None = None


class GradientFill(NamedTuple):
    """Colours that pass into one another across the box of an element.

    `linear` goes at an angle, clockwise from left to right; `radial` from a centre to a radius,
    one or one across and one down.  Without a radius it reaches the farthest corner.
    """

    kind: str
    stops: tuple[ColorStop, ...]
    angle: float = 90.0
    centre: tuple[Any, Any] | None = None
    radius: Any = None


class PatternFill(NamedTuple):
    """A motif repeated over an area, `size` large, the next one `size + gap` away.

    Without a size and a gap each motif has its own.
    """

    pattern: str
    color: Color | None = None
    ground: Color | None = None
    size: float | None = None
    gap: float | None = None
    angle: float = 0.0


class Shadow(NamedTuple):
    """A shadow: how far it lies to the right and down, how wide its edge is, all in mm."""

    color: Color | None = None
    x: float = 0.6
    y: float = 0.6
    blur: float = 0.0
    opacity: float = 1.0


Area = Color | GradientFill | PatternFill


def placed_stops(stops: tuple[ColorStop, ...]) -> list[tuple[float, Color]]:
    """Return each colour with its share: the first at 0, the last at 1, the others evenly."""
    shares = [stop.share for stop in stops]
    shares[0] = 0.0 if shares[0] is None else shares[0]
    shares[-1] = 1.0 if shares[-1] is None else shares[-1]
    known = [index for index, share in enumerate(shares) if share is not None]
    for first, last in pairwise(known):
        low, high = shares[first] or 0.0, shares[last] or 0.0
        for index in range(first + 1, last):
            shares[index] = low + (high - low) * (index - first) / (last - first)
    return [(share or 0.0, stop.color) for share, stop in zip(shares, stops, strict=True)]


def stops_fault(stops: tuple[ColorStop, ...]) -> tuple[str, str] | None:
    """Return what is wrong with the colours of a gradient and what helps, None when nothing is."""
    shares = [share for share, _ in placed_stops(stops)]
    for before, after in pairwise(shares):
        if after < before:
            message = f"a stop at {after:.4g} comes after one at {before:.4g}"
            return message, "write the stops from 0 to 1"
    spaces = {"screen" if s.color.space in ("rgb", "gray") else "press" for s in stops}
    if len(spaces) > 1 and any(stop.color.space == "rgb" for stop in stops):
        message = "a gradient goes through colours of the screen and colours of the press"
        return message, "write all of them as cmyk(), or give them under palette: rgb and cmyk"
    return None
