"""Colours and their notations: `#c0392b`, `red`, `rgb(…)`, `gray(…)`, `cmyk(…)`."""

from __future__ import annotations

import re
from typing import NamedTuple


class Color(NamedTuple):
    """A colour: its space (gray, rgb, cmyk or registration) and values from 0 to 1.

    `press` is the cyan, magenta, yellow and black that the designer wants of a press instead of
    a conversion, `spot` the name of an ink of its own to print it with there.
    """

    space: str
    values: tuple[float, ...]
    press: tuple[float, ...] | None = None
    spot: str | None = None


BLACK = Color("gray", (0.0,))
WHITE = Color("gray", (1.0,))
REGISTRATION = Color("registration", (1.0,))

NAMES = {
    "black": "#000000",
    "white": "#ffffff",
    "gray": "#808080",
    "grey": "#808080",
    "silver": "#c0c0c0",
    "red": "#ff0000",
    "maroon": "#800000",
    "orange": "#ffa500",
    "yellow": "#ffff00",
    "gold": "#ffd700",
    "olive": "#808000",
    "lime": "#00ff00",
    "green": "#008000",
    "teal": "#008080",
    "aqua": "#00ffff",
    "cyan": "#00ffff",
    "blue": "#0000ff",
    "navy": "#000080",
    "purple": "#800080",
    "fuchsia": "#ff00ff",
    "magenta": "#ff00ff",
    "pink": "#ffc0cb",
    "brown": "#a52a2a",
}

_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})\Z")
_CALL = re.compile(r"(rgb|gray|cmyk)\(([^()]*)\)\Z")
_CHANNELS = {"rgb": (3, 255.0), "gray": (1, 100.0), "cmyk": (4, 100.0)}


class ColorError(ValueError):
    """A colour that cannot be read; its text says why."""


def parse_color(text: str) -> Color:
    """Return the colour written as `text`; raises ColorError, never evaluates anything.

    rgb() takes 0–255 for each channel, gray() and cmyk() take per cent.
    """
    text = text.strip()
    if match := _HEX.match(text):
        return _from_hex(match.group(1))
    if text.lower() in NAMES:
        return _from_hex(NAMES[text.lower()][1:])
    if match := _CALL.match(text):
        return _from_call(*match.groups())
    raise ColorError(f"no colour is called '{text:.40}'")


def _from_hex(digits: str) -> Color:
    if len(digits) == 3:
        digits = "".join(d * 2 for d in digits)
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    if red == green == blue:
        return Color("gray", (red,))
    return Color("rgb", (red, green, blue))


def _from_call(space: str, inside: str) -> Color:
    channels, top = _CHANNELS[space]
    try:
        values = [float(part.strip().rstrip("%")) for part in inside.split(",")]
    except ValueError:
        raise ColorError(f"{space}() takes numbers, found '{inside}'") from None
    if len(values) != channels:
        raise ColorError(f"{space}() takes {channels} numbers, found {len(values)}")
    if not all(0 <= v <= top for v in values):
        raise ColorError(f"{space}() takes numbers from 0 to {top:g}, found '{inside}'")
    return Color(space, tuple(v / top for v in values))


def ramp(share: float, stops: list[str]) -> str:
    """Return the `#rrggbb` at a share (0 to 1) of the way through some colours.

    Mixed in OKLab (Björn Ottosson, 2020), so that equal steps look equal.
    """
    colors = [_to_oklab(parse_color(stop)) for stop in stops]
    place = min(max(share, 0.0), 1.0) * (len(colors) - 1)
    first = min(int(place), len(colors) - 2) if len(colors) > 1 else 0
    last = min(first + 1, len(colors) - 1)
    weight = place - first
    mixed = [a + (b - a) * weight for a, b in zip(colors[first], colors[last], strict=True)]
    return _from_oklab(*mixed)


def hex_of(color: Color) -> str:
    """Return a colour as screens take it, `#rrggbb`; inks are mixed without a profile."""
    values = color.values
    if color.space == "registration":
        values = (0.0,)
    elif color.space == "cmyk":
        *inks, black = values
        values = tuple((1 - ink) * (1 - black) for ink in inks)
    channels = values * 3 if len(values) == 1 else values
    return "#" + "".join(f"{round(value * 255):02x}" for value in channels)


def luminance(color: str) -> float:
    """Return the relative luminance of a `#rrggbb` (WCAG 2.2), from 0 to 1."""
    parsed = parse_color(color)
    values = parsed.values * 3 if parsed.space == "gray" else parsed.values
    linear = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two `#rrggbb` (WCAG 2.2), from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _to_oklab(color: Color) -> tuple[float, float, float]:
    values = color.values * 3 if color.space == "gray" else color.values
    if len(values) != 3:
        raise ColorError("a ramp goes through colours on the screen, not cmyk()")
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _from_oklab(lightness: float, a: float, b: float) -> str:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    channels = (_encoded(value) for value in linear)
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)


def _encoded(linear: float) -> float:
    linear = min(max(linear, 0.0), 1.0)
    return linear * 12.92 if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
