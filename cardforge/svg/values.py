"""The values of attributes: numbers, lengths, transforms, colours, view boxes."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import Any, NamedTuple

from cardforge.color import Color
from cardforge.geometry import Box, Point, Size, Transform

PX_PER_INCH = 96.0
MM_PER_PX = 25.4 / PX_PER_INCH
# No drawing has a length beyond this, in its own units; sums of more lose what lies behind.
LARGEST = 1e7

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBERS = re.compile(_NUMBER, re.ASCII)
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*(px|pt|pc|mm|cm|in|Q|em|rem|ex|ch|%)?\s*\Z", re.ASCII)
_STEP = re.compile(r"\s*,?\s*([A-Za-z]+)\s*\(([^()]*)\)", re.ASCII)
_ANGLE = re.compile(rf"({_NUMBER})\s*(deg|grad|rad|turn)?\Z", re.ASCII)
_PX = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0}
_PX |= {"mm": 1 / MM_PER_PX, "cm": 10 / MM_PER_PX, "Q": 0.25 / MM_PER_PX}
_EM = {"em": 1.0, "rem": 1.0, "ex": 0.5, "ch": 0.5}
_DEGREES = {None: 1.0, "deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}


class ValueFault(ValueError):
    """A value that cannot be read; its text says what is wrong with it."""


class Tint(NamedTuple):
    """A colour of the file and how much of it covers what lies below, 0 to 1."""

    color: Color
    opacity: float


class Measures(NamedTuple):
    """What relative lengths refer to: the viewport in user units, and the size of the type."""

    viewport: Size
    em: float = 16.0

    def length(self, text: str, axis: str = "d") -> float:
        """Return a length in user units; per cent are of the width (x), height (y) or both."""
        match = _LENGTH.match(text)
        if match is None:
            raise ValueFault(f"'{text:.40}' is no length")
        value, unit = float(match[1]), match[2] or ""
        if unit == "%":
            value *= self._whole(axis) / 100
        elif unit in _EM:
            value *= _EM[unit] * self.em
        else:
            value *= _PX[unit]
        if not abs(value) <= LARGEST:
            raise ValueFault(f"'{text:.40}' is larger than {LARGEST:.0f}")
        return value

    def _whole(self, axis: str) -> float:
        width, height = self.viewport
        return {"x": width, "y": height}.get(axis, math.hypot(width, height) / math.sqrt(2))


def absolute(text: str) -> float | None:
    """Return a length of the outermost element in px, None for one that depends on the page."""
    if not text or text == "auto" or text.endswith("%"):
        return None
    return Measures(Size(0.0, 0.0)).length(text)


def number(text: str) -> float:
    """Return a plain number; raises ValueFault."""
    return numbers(text, exactly=1)[0]


def numbers(text: str, exactly: int | None = None) -> list[float]:
    """Return the numbers of a list separated by space or commas; raises ValueFault."""
    values = [float(match) for match in _NUMBERS.findall(text)]
    rest = _NUMBERS.sub("", text).replace(",", "").strip()
    if rest or (exactly is not None and len(values) != exactly):
        raise ValueFault(f"'{text:.40}' is no {'list of numbers' if exactly != 1 else 'number'}")
    if not all(abs(value) <= LARGEST for value in values):
        raise ValueFault(f"'{text:.40}' has a number larger than {LARGEST:.0f}")
    return values


def share(text: str) -> float:
    """Return a share from 0 to 1, written as a number or in per cent."""
    text = text.strip()
    value = number(text[:-1]) / 100 if text.endswith("%") else number(text)
    return min(max(value, 0.0), 1.0)


@lru_cache(maxsize=1024)
def transform(text: str) -> Transform:
    """Return the map that a list of transforms makes; raises ValueFault."""
    whole = Transform()
    text = text.strip()
    if text in ("", "none"):
        return whole
    end = 0
    for match in _STEP.finditer(text):
        if match.start() != end:
            break
        end = match.end()
        whole = _step(match[1], match[2]).then(whole)
    if text[end:].strip() or not all(map(math.isfinite, whole)):
        raise ValueFault(f"'{text:.40}' is no transform")
    return whole


def _step(name: str, inside: str) -> Transform:
    values = [_argument(part) for part in re.split(r"[\s,]+", inside.strip()) if part]
    make = _STEPS.get(name.lower())
    if make is None or not values:
        raise ValueFault(f"'{name}({inside:.30})' is no transform")
    try:
        step: Transform = make(*values)
    except TypeError:
        raise ValueFault(f"'{name}({inside:.30})' has too few or too many numbers") from None
    return step


def _argument(text: str) -> float:
    match = _ANGLE.match(text)
    if match is not None:
        value = float(match[1]) * _DEGREES[match[2]]
        if not abs(value) <= LARGEST:
            raise ValueFault(f"'{text:.40}' is larger than {LARGEST:.0f}")
        return value
    return Measures(Size(0.0, 0.0)).length(text)


def _turned(angle: float, *about: float) -> Transform:
    if len(about) not in (0, 2):
        raise TypeError("a rotation is about a point, or about the origin")
    return Transform.turned(angle, Point(*about) if about else Point(0.0, 0.0))


def _matrix(a: float, b: float, c: float, d: float, e: float, f: float) -> Transform:
    return Transform(a, b, c, d, e, f)


def _scaled(x: float, y: float | None = None) -> Transform:
    return Transform.scaled(x, x if y is None else y)


def _moved(x: float, y: float = 0.0) -> Transform:
    return Transform.moved(x, y)


def _slanted(x: float, y: float = 0.0) -> Transform:
    return Transform(1.0, math.tan(math.radians(y)), math.tan(math.radians(x)), 1.0, 0.0, 0.0)


_STEPS: dict[str, Any] = {
    "matrix": _matrix,
    "translate": _moved,
    "translatex": lambda x: _moved(x),
    "translatey": lambda y: _moved(0.0, y),
    "scale": _scaled,
    "scalex": lambda x: _scaled(x, 1.0),
    "scaley": lambda y: _scaled(1.0, y),
    "rotate": _turned,
    "skew": _slanted,
    "skewx": lambda x: _slanted(x),
    "skewy": lambda y: _slanted(0.0, y),
}


@lru_cache(maxsize=1024)
def tint(text: str) -> Tint | None:
    """Return a colour in any notation of CSS, None for one that there is not."""
    from tinycss2.color4 import parse_color

    color: Any = parse_color(text.split("icc-color(")[0])
    if color is None or isinstance(color, str):
        return None
    try:
        red, green, blue = (min(max(float(v or 0.0), 0.0), 1.0) for v in color.to("srgb")[:3])
    except (NotImplementedError, ValueError):
        return None
    opacity = min(max(float(color.alpha or 0.0), 0.0), 1.0)
    if red == green == blue:
        return Tint(Color("gray", (red,)), opacity)
    return Tint(Color("rgb", (red, green, blue)), opacity)


def view_box(text: str) -> Box | None:
    """Return a view box, None where there is none; raises ValueFault."""
    if not text:
        return None
    values = numbers(text)
    if len(values) != 4 or values[2] < 0 or values[3] < 0:
        raise ValueFault(f"viewBox '{text:.40}' is not four numbers, the last two positive")
    return Box(*values)


_ALIGN = re.compile(r"x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?\Z")
_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class Fitting(NamedTuple):
    """How a view box lies in its viewport: the map, and whether it may reach beyond."""

    map: Transform
    cuts: bool


def fitted(view: Box, into: Box, preserve: str) -> Fitting:
    """Return the map of a view box into a viewport, as `preserveAspectRatio` says."""
    across, down = into.width / view.width, into.height / view.height
    preserve = preserve.removeprefix("defer ").strip()
    match = _ALIGN.match(preserve or "xMidYMid")
    share_x = share_y = 0.5
    cuts = False
    if preserve.startswith("none"):
        share_x = share_y = 0.0
    else:
        if match is not None:
            share_x, share_y = _SHARES[match[1]], _SHARES[match[2]]
        cuts = match is not None and match[3] == "slice"
        across = down = max(across, down) if cuts else min(across, down)
    dx = into.x + (into.width - view.width * across) * share_x - view.x * across
    dy = into.y + (into.height - view.height * down) * share_y - view.y * down
    return Fitting(Transform(across, 0.0, 0.0, down, dx, dy), cuts)
