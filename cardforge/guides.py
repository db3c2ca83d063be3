"""Guides of a proof: trim, safe zone and bleed as lines over a card."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.color import Color
from cardforge.geometry import Box, Insets, Segment, Transform
from cardforge.ink import Group, Ink, Path, Plate
from cardforge.marks import hexagon_path, round_path
from cardforge.model import Format
from cardforge.svgpath import rounded_rectangle, transform_segments

TRIM_COLOR = Color("rgb", (0.84, 0.0, 0.48))
SAFE_COLOR = Color("rgb", (0.0, 0.58, 0.24))
BLEED_COLOR = Color("rgb", (0.0, 0.42, 0.8))
_WHITE = Color("gray", (1.0,))
# A line of a colour lies on a wider one in white: it is seen on any card.
LINE_WIDTH, _HALO = 0.18, 0.42
SAFE_DASH = (1.2, 0.8)
# What is cut away is veiled, so that the card is seen as it will be held.
_VEIL = 0.45


class Guide(NamedTuple):
    """One line of a proof: its colour and its dashes."""

    color: Color
    dash: tuple[float, ...] = ()


TRIM, SAFE, BLEED = Guide(TRIM_COLOR), Guide(SAFE_COLOR, SAFE_DASH), Guide(BLEED_COLOR)


def proof_ink(form: Format, bleed: Insets) -> tuple[Ink, ...]:
    """Return the guides of one card side at a bleed: to be drawn over everything."""
    trim = Box(0.0, 0.0, *form.trim)
    left, top, right, bottom = bleed
    outer = trim.inset(Insets(-left, -top, -right, -bottom))
    cut = _outline(form, trim, 0.0)
    lines = [*_lined(cut, TRIM)]
    safe = _safe(form, trim)
    if safe is not None:
        lines = [*_lined(safe, SAFE), *lines]
    if not any(bleed):
        return tuple(lines)
    veil = Path((*rounded_rectangle(outer, 0.0), *cut), fill=_WHITE, even_odd=True)
    return (Group((veil,), opacity=_VEIL), *_lined(rounded_rectangle(outer, 0.0), BLEED), *lines)


def with_guides(plate: Plate, form: Format) -> Plate:
    """Return a card side with its guides over it."""
    return Plate(plate.name, plate.trim, plate.bleed, (*plate.items, *proof_ink(form, plate.bleed)))


def _safe(form: Format, trim: Box) -> tuple[Segment, ...] | None:
    """Return the outline of the safe zone, None where there is no room or no need for one."""
    if form.safe <= 0 or 2 * form.safe >= min(trim.width, trim.height):
        return None
    return _outline(form, trim, form.safe)


def _outline(form: Format, trim: Box, inset: float) -> tuple[Segment, ...]:
    """Return the outline of a card or token, moved in by a distance on all its sides."""
    if form.shape == "hexagon":
        # The sides of a hexagon lie half its smaller measure from its middle.
        share = 1 - 2 * inset / min(trim.width, trim.height)
        grown = Transform.scaled(share, share)
        middle = trim.centre
        moved = Transform.moved(-middle.x, -middle.y).then(grown)
        return transform_segments(hexagon_path(trim), moved.then(Transform.moved(*middle)))
    inner = trim.inset(Insets(inset, inset, inset, inset))
    if form.shape == "round":
        return round_path(inner)
    corner = max(0.0, form.corner - inset) if form.shape == "card" else 0.0
    return rounded_rectangle(inner, corner)


def _lined(segments: tuple[Segment, ...], guide: Guide) -> tuple[Path, Path]:
    return (
        Path(segments, stroke=_WHITE, line_width=_HALO),
        Path(segments, stroke=guide.color, line_width=LINE_WIDTH, dash=guide.dash),
    )
