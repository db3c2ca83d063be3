"""Gradients as PDF has them: shadings whose colours are functions of how far along they lie.

Coordinates are points with y upwards, as in the content streams; a gradient's own transform is
written there, before it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from cardforge.color import Color
from cardforge.ink import Gradient, Stop
from cardforge.ink.paint import in_one_space
from cardforge.render.objects import array
from cardforge.units import PT_PER_MM

_SPACES = {"gray": "/DeviceGray", "rgb": "/DeviceRGB", "cmyk": "/DeviceCMYK"}
_PROCESS = 4
# Closer stops are one edge: PDF wants each part of a gradient to have a length.
_HAIR = 1e-6

Values = tuple[float, ...]


def shading(gradient: Gradient, mixed: Callable[[tuple[Color, ...]], str]) -> str:
    """Return the dictionary of a shading.

    `mixed` returns the colour space of the four process inks and some inks of their own.
    """
    space, values = _colours(gradient.stops, mixed)
    shares = [stop.share for stop in gradient.stops]
    return (
        f"<< {_geometry(gradient)} /ColorSpace {space} /Extend [true true]"
        f" /Function {_function(shares, values)} >>\n"
    )


def _geometry(gradient: Gradient) -> str:
    (x0, y0), (x1, y1) = gradient.start, gradient.end
    k = PT_PER_MM
    if gradient.kind == "linear":
        return f"/ShadingType 2 /Coords {array(x0 * k, -y0 * k, x1 * k, -y1 * k)}"
    r0, r1 = gradient.start_radius, gradient.radius
    return f"/ShadingType 3 /Coords {array(x0 * k, -y0 * k, r0 * k, x1 * k, -y1 * k, r1 * k)}"


def _colours(
    stops: tuple[Stop, ...], mixed: Callable[[tuple[Color, ...]], str]
) -> tuple[str, list[Values]]:
    """Return the colour space of some stops and the values of each in it."""
    colors = [stop.color for stop in stops]
    inks = tuple({color.spot: color for color in colors if color.space == "spot"}.values())
    if not inks:
        found = in_one_space(colors)
        return _SPACES[found[0][0]], [values for _, values in found]
    plain = iter(in_one_space([Color("cmyk", (0.0,) * _PROCESS), *_without(colors)]))
    next(plain)
    values = [
        (*(0.0,) * _PROCESS, *(float(ink.spot == color.spot) for ink in inks))
        if color.space == "spot"
        else (*next(plain)[1], *(0.0,) * len(inks))
        for color in colors
    ]
    return mixed(inks), values


def _without(colors: list[Color]) -> list[Color]:
    return [color for color in colors if color.space != "spot"]


def _function(shares: list[float], values: list[Values]) -> str:
    """Return the function from 0 to 1 that goes straight from each colour to the next."""
    places = [0.0, *shares, 1.0]
    colours = [values[0], *values, values[-1]]
    parts = [
        (start, end, one, other)
        for (start, one), (end, other) in pairwise(zip(places, colours, strict=True))
        if end - start > _HAIR
    ]
    steps = [_step(one, other) for _, _, one, other in parts]
    if len(steps) == 1:
        return steps[0]
    bounds = " ".join(f"{start:.6g}" for start, *_ in parts[1:])
    encode = " ".join(["0 1"] * len(steps))
    return (
        f"<< /FunctionType 3 /Domain [0 1] /Functions [{' '.join(steps)}]"
        f" /Bounds [{bounds}] /Encode [{encode}] >>"
    )


def _step(one: Values, other: Values) -> str:
    first, last = (" ".join(f"{value:.4g}" for value in values) for values in (one, other))
    return f"<< /FunctionType 2 /Domain [0 1] /C0 [{first}] /C1 [{last}] /N 1 >>"
