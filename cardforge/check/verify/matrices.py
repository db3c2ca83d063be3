"""The part of a matrix that scales and turns: where things lie does not matter here."""

from __future__ import annotations

import math
from typing import Any

from cardforge.check.verify.objects import numbers

Matrix = tuple[float, float, float, float]
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0)


def matrix_of(found: Any) -> Matrix:
    """Return the matrix that an array of a PDF means."""
    read = numbers(found, 4)
    return UNIT if read is None else (read[0], read[1], read[2], read[3])


def times(first: Matrix, second: Matrix) -> Matrix:
    """Return the matrix that applies one first and the other second."""
    a, b, c, d = first
    e, f, g, h = second
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


def gram(matrix: Matrix) -> tuple[float, float, float]:
    """Return what of a matrix does not change when the page is turned."""
    a, b, c, d = matrix
    return round(a * a + b * b, 6), round(a * c + b * d, 6), round(c * c + d * d, 6)


def least_scale(matrix: Matrix) -> float:
    """Return by how much a matrix scales the direction that it makes smallest."""
    xx, xy, yy = gram(matrix)
    spread = math.sqrt((xx - yy) ** 2 / 4 + xy * xy)
    return math.sqrt(max(0.0, (xx + yy) / 2 - spread))


def dpi_of(width_px: int, height_px: int, matrix: Matrix) -> float | None:
    """Return the pixels for each inch, the lower of both axes; an axis of one pixel has no detail.

    None for a picture that is nothing but one colour, or that covers nothing.
    """
    a, b, c, d = matrix
    across, down = math.hypot(a, b) / 72, math.hypot(c, d) / 72
    pairs = ((width_px, across), (height_px, down))
    return min((n / length for n, length in pairs if n > 1 and length > 0), default=None)
