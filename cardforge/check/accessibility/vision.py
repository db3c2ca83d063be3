"""How colours look: contrast, difference, and what colour-blind eyes and grey print make of them.

Contrast is that of WCAG 2.2.  Differences are CIEDE2000 (Sharma, Wu and Dalal 2005) between
CIELAB values for D65.  Colour-blind vision is simulated in linear light with the matrices of
Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency" (IEEE TVCG 15, 2009), severity 1.0.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import atan2, cos, exp, hypot, prod, radians, sin, sqrt, tau

from cardforge.color import Color, ramp

# Red, green and blue as sRGB writes them, from 0 to 1.
Rgb = tuple[float, float, float]
Lab = tuple[float, float, float]
Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

PAPER: Rgb = (1.0, 1.0, 1.0)
GREY = "grey"
# Each kind of vision with what it does to linear light.
MACHADO: dict[str, Matrix] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# sRGB to CIE XYZ, and the white of D65.
_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Triple = (0.95047, 1.0, 1.08883)
# What inks printed full on each other on coated paper look like, by the inks: C, M, Y.
_OVERPRINTS: dict[tuple[int, int, int], str] = {
    (0, 0, 0): "ffffff",
    (1, 0, 0): "009ee0",
    (0, 1, 0): "e6007e",
    (0, 0, 1): "ffed00",
    (1, 1, 0): "312783",
    (1, 0, 1): "009640",
    (0, 1, 1): "e30613",
    (1, 1, 1): "3a342f",
}
_BLACK_INK = "1d1d1b"
# Yule and Nielsen: light spreads in the paper, so that dots look larger than they are.
_SPREAD = 2.0
# Steps of the search for a colour with enough contrast, and a hair above the limit.
_STEPS = 64


@lru_cache(maxsize=4096)
def rgb_of(color: Color) -> Rgb:
    """Return how a colour looks on white paper; cmyk() as on coated stock, without a profile."""
    space, values = color.space, color.values
    if space == "rgb":
        red, green, blue = values
        return red, green, blue
    if space == "gray":
        return (values[0],) * 3
    if space == "cmyk":
        return _printed(*values)
    return 0.0, 0.0, 0.0


def _printed(cyan: float, magenta: float, yellow: float, black: float) -> Rgb:
    """Return the mean of what paper and inks show, each by the share of the paper it covers."""
    root = 1.0 / _SPREAD
    sums = [0.0, 0.0, 0.0]
    for inks in product((0, 1), repeat=4):
        pairs = zip((cyan, magenta, yellow, black), inks, strict=True)
        share = prod(value if inked else 1.0 - value for value, inked in pairs)
        light = linear(_from_hex(_OVERPRINTS[inks[0], inks[1], inks[2]]))
        dark = linear(_from_hex(_BLACK_INK)) if inks[3] else PAPER
        for channel in range(3):
            sums[channel] += share * (light[channel] * dark[channel]) ** root
    red, green, blue = (_encoded(value**_SPREAD) for value in sums)
    return red, green, blue


def _from_hex(digits: str) -> Rgb:
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue


def hex_of(rgb: Rgb) -> str:
    """Return a colour as `#rrggbb`."""
    return "#" + "".join(f"{round(min(max(value, 0.0), 1.0) * 255):02x}" for value in rgb)


def blended(over: Rgb, under: Rgb, opacity: float) -> Rgb:
    """Return what is seen of a colour of some opacity over another."""
    red, green, blue = (a * opacity + b * (1.0 - opacity) for a, b in zip(over, under, strict=True))
    return red, green, blue


def linear(rgb: Rgb) -> Triple:
    """Return the light of a colour: sRGB without its gamma."""
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb)
    return red, green, blue


def _encoded(light: float) -> float:
    light = min(max(light, 0.0), 1.0)
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


@lru_cache(maxsize=4096)
def luminance(rgb: Rgb) -> float:
    """Return the relative luminance of WCAG: 0 for black, 1 for white."""
    red, green, blue = linear(rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of WCAG, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=4096)
def seen(rgb: Rgb, vision: str) -> Rgb:
    """Return a colour as a kind of vision sees it: a key of MACHADO, or grey."""
    if vision == GREY:
        return (_encoded(luminance(rgb)),) * 3
    red, green, blue = (_encoded(light) for light in _times(MACHADO[vision], linear(rgb)))
    return red, green, blue


def _times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = vector
    first, second, third = ((a * x + b * y + c * z) for a, b, c in matrix)
    return first, second, third


@lru_cache(maxsize=8192)
def lab(rgb: Rgb) -> Lab:
    """Return a colour in CIELAB."""
    x, y, z = (
        _cube_root(value / white)
        for value, white in zip(_times(_XYZ, linear(rgb)), _WHITE, strict=True)
    )
    return 116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def difference(one: Rgb, other: Rgb, vision: str | None = None) -> float:
    """Return how different two colours look (CIEDE2000) to a kind of vision; None is ordinary."""
    if vision is None:
        return ciede2000(lab(one), lab(other))
    return ciede2000(lab(seen(one, vision)), lab(seen(other, vision)))


@lru_cache(maxsize=16384)
def ciede2000(one: Lab, other: Lab) -> float:
    """Return the CIEDE2000 difference of two CIELAB colours; 1 is hardly seen, 100 black to white.

    Names and steps are those of Sharma, Wu and Dalal (2005).
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    g = 0.5 * (1.0 - _saturation((hypot(a1, b1) + hypot(a2, b2)) / 2))
    a1, a2 = a1 * (1.0 + g), a2 * (1.0 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = _hue(a1, b1), _hue(a2, b2)
    turn = _turn(h1, h2) if c1 * c2 else 0.0
    dl, dc, dh = l2 - l1, c2 - c1, 2.0 * sqrt(c1 * c2) * sin(turn / 2)
    mean_l, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = h1 + turn / 2 if c1 * c2 else h1 + h2
    sl = 1.0 + 0.015 * (mean_l - 50.0) ** 2 / sqrt(20.0 + (mean_l - 50.0) ** 2)
    sc, sh = 1.0 + 0.045 * c, 1.0 + 0.015 * c * _hue_weight(h)
    theta = radians(30.0) * exp(-(((_degrees(h) - 275.0) / 25.0) ** 2))
    rt = -2.0 * _saturation(c) * sin(2.0 * theta)
    dl, dc, dh = dl / sl, dc / sc, dh / sh
    return sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh)


def _saturation(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _hue(a: float, b: float) -> float:
    return atan2(b, a) % tau


def _degrees(hue: float) -> float:
    return hue % tau * 360.0 / tau


def _turn(first: float, second: float) -> float:
    """Return the way from one hue to another, by the shorter side."""
    turn = second - first
    if turn > tau / 2:
        return turn - tau
    return turn + tau if turn < -tau / 2 else turn


def _hue_weight(hue: float) -> float:
    return (
        1.0
        - 0.17 * cos(hue - radians(30.0))
        + 0.24 * cos(2.0 * hue)
        + 0.32 * cos(3.0 * hue + radians(6.0))
        - 0.20 * cos(4.0 * hue - radians(63.0))
    )


def lightness(rgb: Rgb) -> float:
    """Return the lightness L* of a colour, from 0 to 100: what grey print keeps of it."""
    return lab(rgb)[0]


def with_contrast(rgb: Rgb, ground: Rgb, least: float) -> str | None:
    """Return the nearest darker or lighter colour of the same hue that has enough contrast."""
    found: list[tuple[float, str]] = []
    for end in ("#000000", "#ffffff"):
        for step in range(1, _STEPS + 1):
            mixed = ramp(step / _STEPS, [hex_of(rgb), end])
            if contrast(_from_hex(mixed[1:]), ground) >= least:
                found.append((difference(rgb, _from_hex(mixed[1:])), mixed))
                break
    return min(found)[1] if found else None
