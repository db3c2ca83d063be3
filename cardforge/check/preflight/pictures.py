"""Preflight of pictures: enough pixels for the size at which they are printed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, hypot
from pathlib import Path

from cardforge.check.preflight.sides import Finding, Side
from cardforge.check.settings import Checks
from cardforge.geometry import Box
from cardforge.images import ImageError, facts, resolution_dpi
from cardforge.ink import Image
from cardforge.units import MM_PER_INCH, show

# A picture's size is a whole number of pixels: one is no fault.
_ROUNDING_PX = 1
_ROUNDING_DPI = 0.01


def coarse_pictures(side: Side, checks: Checks, scale: float = 1.0) -> Iterator[Finding]:
    """Yield pictures that are printed with fewer pixels for each inch than the limit.

    `scale` is how much larger than it was designed the whole side is printed.
    """
    least = checks["dpi"]["least"]
    for ink in side.inks:
        item = ink.item
        if not isinstance(item, Image) or item.edit.strip is not None:
            continue
        size = item.edit.size or _pixels(item.source)
        if size is None:
            continue
        a, b, c, d, _, _ = ink.frame.place
        width, height = hypot(a, b) * scale, hypot(c, d) * scale
        box = Box(0.0, 0.0, item.box.width * width, item.box.height * height)
        if not (box.width and box.height):
            continue
        width, height = size
        rounded = resolution_dpi(box, item.crop, width + _ROUNDING_PX, height + _ROUNDING_PX)
        if rounded > least - _ROUNDING_DPI:
            continue
        dpi = resolution_dpi(box, item.crop, width, height)
        yield Finding(
            "print.dpi",
            ink.origin,
            f"'{Path(item.source).name}' ({width} × {height} pixels) is printed at {dpi:.0f} dpi"
            f" on {show(box.width)} × {show(box.height)} mm, at least {show(least)} dpi is sharp",
            f"use a picture of {_needed(box, item.crop, least)} pixels, or print it smaller",
            side.card,
            least - dpi,
        )


def _needed(box: Box, crop: Box | None, dpi: float) -> str:
    """Return the pixels that a picture needs, what is cut off included."""
    shown_width, shown_height = (crop.width, crop.height) if crop else (1.0, 1.0)
    across = ceil(box.width / MM_PER_INCH * dpi / shown_width - 0.5)
    down = ceil(box.height / MM_PER_INCH * dpi / shown_height - 0.5)
    return f"{across} × {down}"


@lru_cache(maxsize=1024)
def _pixels(source: str) -> tuple[int, int] | None:
    """Return the size of a picture; None for one drawn of shapes, or that went away meanwhile."""
    try:
        picture = facts(Path(source))
    except (ImageError, OSError):
        return None
    return None if picture.is_vector else (picture.width_px, picture.height_px)
