"""Ink of a line moved to its place, and copies of it in other colours."""

from __future__ import annotations

from collections.abc import Iterable

from cardforge.color import Color
from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Group, Ink, Path, Rect, Text, Use


def moved(ink: Iterable[Ink], x: float, y: float) -> tuple[Ink, ...]:
    """Return ink moved to the right and down."""
    return tuple(_moved(item, x, y) for item in ink)


def _moved(item: Ink, x: float, y: float) -> Ink:
    if isinstance(item, (Text, Use)):
        return item._replace(at=Point(item.at.x + x, item.at.y + y))
    if isinstance(item, Rect):
        box = item.box
        return item._replace(box=Box(box.x + x, box.y + y, box.width, box.height))
    if isinstance(item, Group) and _is_only_moved(item):
        # What an inset holds is placed by itself: figures of one width stay texts in a row.
        shift = item.transform or Transform()
        inner = moved(item.items, shift.e + x, shift.f + y)
        return inner[0] if len(inner) == 1 else Group(inner, origin=item.origin)
    return Group((item,), Transform.moved(x, y))


def _is_only_moved(group: Group) -> bool:
    shift = group.transform
    plain = group.clip is None and group.opacity == 1.0 and group.tag is None
    return plain and (shift is None or (shift.a, shift.b, shift.c, shift.d) == (1.0, 0.0, 0.0, 1.0))


def tinted(ink: Iterable[Ink], color: Color, line_width: float) -> tuple[Ink, ...]:
    """Return ink in one colour, a line of a width round all of it."""
    return tuple(_tinted(item, color, line_width) for item in ink)


def _tinted(item: Ink, color: Color, line_width: float) -> Ink:
    stroke = color if line_width else None
    match item:
        case Text() | Rect() | Path():
            return item._replace(fill=color, stroke=stroke, line_width=line_width)
        case Group():
            return item._replace(items=tinted(item.items, color, line_width))
        case Use():
            # An icon of several colours becomes its silhouette.
            items = tinted(item.plate.items, color, line_width)
            place = Transform.turned(item.turn_deg).then(Transform.moved(*item.at))
            return Group(items, place, origin=item.origin)
        case _:
            return item
