"""Bleed for pictures that have none: strips that carry them from the trim outwards.

The picture itself stays as it is.  Each strip begins some pixels inside of it and lies below it,
so that no seam can show, whatever draws the page.
"""

from __future__ import annotations

from math import ceil, floor
from typing import NamedTuple

from cardforge.diagnostics import Span
from cardforge.geometry import Box, Insets, Size
from cardforge.images.values import Edit, Margins, Strip
from cardforge.ink import Image, Ink
from cardforge.layout.boxes import Frame

# A picture that ends no farther than this inside the trim is meant to reach it, in mm.
_NEAR = 0.1
# How far a strip lies below its picture, in mm.
_UNDER = 0.5
_HAIR = 1e-6


class Continued(NamedTuple):
    """A picture to be continued: its file, its pixels and its part upright, and where it is drawn.

    `way` is mirror or stretch.
    """

    source: str
    seen: Size
    part: Box
    drawn: Box
    orientation: int
    edit: Edit
    way: str
    span: Span


def continuation(picture: Continued, frame: Frame) -> tuple[Ink, ...] | None:
    """Return the strips out to the bleed, None for a picture that touches no edge of the trim."""
    gaps = _gaps(picture.drawn, frame)
    if gaps is None:
        return None
    seen, part = picture.seen, picture.part
    left, right = part.x * seen.width, part.right * seen.width
    top, bottom = part.y * seen.height, part.bottom * seen.height
    inner = Margins(
        ceil(left - _HAIR), ceil(top - _HAIR), floor(right + _HAIR), floor(bottom + _HAIR)
    )
    width, height = inner.right - inner.left, inner.bottom - inner.top
    if width < 1 or height < 1:
        return ()
    across, down = picture.drawn.width / (right - left), picture.drawn.height / (bottom - top)
    more = Margins(*(
        ceil(gap / scale) + 1 if gap > 0 else 0
        for gap, scale in zip(gaps, (across, down, across, down), strict=True)
    ))  # fmt: skip
    under = min(width, ceil(_UNDER / across)), min(height, ceil(_UNDER / down))
    # The corner of what is continued, on the card.
    x = picture.drawn.x + (inner.left - left) * across
    y = picture.drawn.y + (inner.top - top) * down
    ink = []
    for strip in _strips(width, height, more, under):
        first_x, first_y, last_x, last_y = strip
        box = Box(
            x + first_x * across, y + first_y * down,
            (last_x - first_x) * across, (last_y - first_y) * down,
        )  # fmt: skip
        cut = Strip(picture.orientation, inner, more, picture.way, strip)
        edit = picture.edit._replace(size=None, strip=cut)
        ink.append(Image(box, picture.source, None, picture.span, edit))
    return tuple(ink)


def _gaps(drawn: Box, frame: Frame) -> Insets | None:
    """Return how far each edge is from the bleed, 0 for one that ends inside the card."""
    trim, bleed = frame.card, frame.bleed
    reach = (
        (drawn.x - trim.x, bleed.left),
        (drawn.y - trim.y, bleed.top),
        (trim.right - drawn.right, bleed.right),
        (trim.bottom - drawn.bottom, bleed.bottom),
    )
    if not any(inside <= _NEAR for inside, _ in reach):
        return None
    return Insets(*(inside + out if inside <= _NEAR and out > 0 else 0.0 for inside, out in reach))


def _strips(width: int, height: int, more: Margins, under: tuple[int, int]) -> list[Margins]:
    """Return the strips on the sides that are continued; those at left and right have corners."""
    in_x, in_y = under
    low, high = -more.top, height + more.bottom
    strips = []
    if more.left:
        strips.append(Margins(-more.left, low, in_x, high))
    if more.right:
        strips.append(Margins(width - in_x, low, width + more.right, high))
    if more.top:
        strips.append(Margins(0, low, width, in_y))
    if more.bottom:
        strips.append(Margins(0, height - in_y, width, high))
    return strips
