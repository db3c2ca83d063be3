"""The values of a PDF function of one variable, looked at in steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardforge.check.verify.objects import DAMAGE, is_array
from cardforge.check.verify.streams import decoded

_STEPS = 65
_DEEPEST = 8


def values_of(function: Any, domain: Sequence[float]) -> list[list[float]]:
    """Return what a function, or an array of one for each channel, gives over its domain.

    Nothing where it is a small program: what such a function gives is not looked into.
    """
    try:
        start, end = domain[0], domain[1]
        points = [start + (end - start) * step / (_STEPS - 1) for step in range(_STEPS)]
        if is_array(function):
            parts = [[_value(each, point, 0) for point in points] for each in list(function)[:32]]
            return [[part[step][0] for part in parts] for step in range(_STEPS)]
        return [_value(function, point, 0) for point in points]
    except DAMAGE:
        return []


def _value(function: Any, x: float, depth: int) -> list[float]:
    kind = int(function["/FunctionType"])
    low, high = (float(value) for value in list(function["/Domain"])[:2])
    x = min(max(x, low), high)
    if kind == 2:
        return _exponential(function, x)
    if kind == 3 and depth < _DEEPEST:
        return _stitched(function, x, (low, high), depth)
    if kind == 0:
        return _sampled(function, x, (low, high))
    raise ValueError(kind)


def _exponential(function: Any, x: float) -> list[float]:
    first = [float(value) for value in function.get("/C0", [0.0])]
    last = [float(value) for value in function.get("/C1", [1.0])]
    share = x ** float(function.get("/N", 1))
    return [a + share * (b - a) for a, b in zip(first, last, strict=False)]


def _stitched(function: Any, x: float, domain: tuple[float, float], depth: int) -> list[float]:
    parts = list(function["/Functions"])
    bounds = [float(value) for value in function["/Bounds"]]
    encode = [float(value) for value in function["/Encode"]]
    part = min(sum(x >= bound for bound in bounds), len(parts) - 1)
    edges = [domain[0], *bounds, domain[1]]
    low, high = edges[part], edges[part + 1]
    start, end = encode[2 * part], encode[2 * part + 1]
    inner = start if high == low else start + (x - low) / (high - low) * (end - start)
    return _value(parts[part], inner, depth + 1)


def _sampled(function: Any, x: float, domain: tuple[float, float]) -> list[float]:
    sizes = [int(value) for value in function["/Size"]]
    bits, limits = int(function["/BitsPerSample"]), [float(v) for v in function["/Range"]]
    if len(sizes) != 1 or bits not in (8, 16):
        raise ValueError(bits)
    outputs, width = len(limits) // 2, bits // 8
    data = decoded(function, 1 << 24)
    place = (x - domain[0]) / (domain[1] - domain[0] or 1) * (sizes[0] - 1)
    first = min(int(place), sizes[0] - 1)
    second, share = min(first + 1, sizes[0] - 1), place - first

    def sample(index: int, output: int) -> float:
        at = (index * outputs + output) * width
        return int.from_bytes(data[at : at + width], "big") / ((1 << bits) - 1)

    values = []
    for output in range(outputs):
        mixed = sample(first, output) * (1 - share) + sample(second, output) * share
        low, high = limits[2 * output], limits[2 * output + 1]
        values.append(low + mixed * (high - low))
    return values
