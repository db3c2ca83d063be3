"""Preflight of what is read: text and icons in the safe zone, and type that is not too small."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from cardforge.check.accessibility.paint import Paint
from cardforge.check.accessibility.vision import rgb_of
from cardforge.check.preflight.sides import Finding, Side, scale_of
from cardforge.check.settings import Checks
from cardforge.diagnostics import shortened
from cardforge.geometry import Box, Point
from cardforge.ink import Path, Text
from cardforge.ink.bounds import within
from cardforge.marks import hexagon_path
from cardforge.model import Format
from cardforge.units import show

# What is farther over the trim than this is reported as text.outside.
_OVER_TRIM = 0.05
_ICON = "icon "
# Rounding of sizes that were shrunk to fit, in points.
_ROUNDING = 0.005


class Zone(NamedTuple):
    """Where a card is cut, and how far inside all meaning must stay, in the card's coordinates."""

    trim: Box
    safe: float
    shape: str
    corner: float


def zone_of(form: Format) -> Zone:
    """Return the zone of a card's own format."""
    return Zone(Box(0.0, 0.0, *form.trim), form.safe, form.shape, form.corner)


def unsafe(side: Side, checks: Checks) -> Iterator[Finding]:
    """Yield texts and icons that stand outside the safe zone but inside the trim."""
    form = side.form
    for ink, what, room in strays(side, zone_of(form), checks["safe"]["over"]):
        where = f"{show(abs(room))} mm from the trim"
        yield Finding(
            "print.safe",
            ink.origin,
            f"{what} stands {where}, the safe zone begins at {show(form.safe)} mm",
            f"cutters drift: move it {show(form.safe - room)} mm inwards, best into box: safe",
            side.card,
            form.safe - room,
        )


def strays(side: Side, zone: Zone, over: float) -> Iterator[tuple[Paint, str, float]]:
    """Yield texts and icons that leave the safe zone by more than `over`, with their room to it.

    What is over the card's own trim is told elsewhere.  An icon that runs over it is an ornament,
    and so are its like on the same side.
    """
    ornaments = {
        ink.frame.icon.plate.name
        for ink in side.inks
        if ink.frame.icon is not None and not within(ink.bounds, side.trim, _OVER_TRIM)
    }
    for ink in side.inks:
        box, icon = ink.bounds, ink.frame.icon
        if not box.width or ink.frame.is_copy or not within(box, side.trim, _OVER_TRIM):
            continue
        if isinstance(ink.item, Text):
            what = f"the text '{shortened(ink.item.text, 30)}'"
        elif icon is not None and icon.plate.name not in ornaments:
            what = f"the icon {icon.plate.name.removeprefix(_ICON)}"
        else:
            continue
        room = room_of(ink, zone)
        if zone.safe - room > over:
            yield ink, what, room


def room_of(ink: Paint, zone: Zone) -> float:
    """Return how far an item stays inside the trim, rounded corners and round shapes counted."""
    box, trim = ink.bounds, zone.trim
    straight = min(box.x - trim.x, box.y - trim.y, trim.right - box.right, trim.bottom - box.bottom)
    inside = {"round": _in_ellipse, "hexagon": _in_hexagon}.get(zone.shape)
    if inside is None and zone.shape == "card" and zone.corner > zone.safe:
        inside = _in_corner
    if inside is None:
        return straight
    points = (Point(x - trim.x, y - trim.y) for x, y in _outline(ink))
    return min(straight, min(inside(point, zone) for point in points))


def _outline(ink: Paint) -> tuple[Point, ...]:
    """Return points round an item: those of a path, the corners of the box of anything else."""
    if isinstance(ink.item, Path) and ink.frame.clip is None:
        return tuple(Point(*point) for part in ink.outline for point in part)
    box = ink.bounds
    return tuple(Point(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom))


def _in_ellipse(point: Point, zone: Zone) -> float:
    """Return how far a point is from the edge of a round shape, along its radius."""
    rx, ry = zone.trim.width / 2, zone.trim.height / 2
    x, y = point.x - rx, point.y - ry
    share = hypot(x / rx, y / ry)
    return min(rx, ry) if not share else hypot(x, y) * (1.0 / share - 1.0)


def _in_hexagon(point: Point, zone: Zone) -> float:
    """Return how far a point is from the nearest edge of a hexagon."""
    whole = Box(0.0, 0.0, zone.trim.width, zone.trim.height)
    ends = [Point(x, y) for _, x, y in hexagon_path(whole)[:-1]]
    rooms = []
    for (x1, y1), (x2, y2) in zip(ends, (*ends[1:], ends[0]), strict=True):
        across = (x2 - x1) * (point.y - y1) - (y2 - y1) * (point.x - x1)
        rooms.append(across / hypot(x2 - x1, y2 - y1))
    # Corners may be written either way round.
    return min(rooms) if sum(rooms) > 0 else -max(rooms)


def _in_corner(point: Point, zone: Zone) -> float:
    """Return how far a point is from the rounded corner that it lies in, else a large number."""
    radius = zone.corner
    x = max(radius - point.x, point.x - (zone.trim.width - radius))
    y = max(radius - point.y, point.y - (zone.trim.height - radius))
    return radius - hypot(x, y) if x > 0 and y > 0 else radius


def small_texts(side: Side, checks: Checks) -> Iterator[Finding]:
    """Yield texts that are printed smaller than the press keeps open, or the eye reads."""
    limits = checks["small-text"]
    for number, ink, text in side.texts():
        size = text.size_pt * scale_of(ink.frame.place)
        if size > max(limits.values()) - _ROUNDING:
            continue
        light = side.is_light(number, rgb_of(text.fill), _across(ink.bounds))
        least = limits["reversed"] if light else limits["least"]
        if size < least - _ROUNDING:
            kind = "light on dark " if light else ""
            yield Finding(
                "print.small-text",
                text.origin,
                f"the text '{shortened(text.text, 30)}' is printed {kind}at {show(size)} pt,"
                f" at least {show(least)} pt is readable and holds on the press",
                "make it larger, or say less",
                side.card,
                least - size,
            )


def _across(box: Box) -> tuple[Point, ...]:
    return tuple(Point(box.x + box.width * share, box.centre.y) for share in (0.1, 0.5, 0.9))
