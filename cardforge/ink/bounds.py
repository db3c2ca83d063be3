"""Where ink lies: every item of a plate with its place, and the box round one item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from typing import NamedTuple

from cardforge.fonts import Fonts
from cardforge.geometry import Box, Point, Segment, Transform
from cardforge.ink.kinds import Group, Image, Ink, Line, Path, Plate, Rect, Text, Use
from cardforge.svgpath import bounds

# The rows of a pattern are one long path, drawn many times on a card.
path_bounds = lru_cache(maxsize=1024)(bounds)

Drawn = Rect | Line | Path | Text | Image


class PlacedInk(NamedTuple):
    """An item, the map from its coordinates to the plate's, and the box that clips it, if any."""

    item: Drawn
    place: Transform
    clip: Box | None

    def bounds(self, fonts: Fonts) -> Box:
        """Return the box round what is seen of the item, in the plate's coordinates."""
        box = self.place.apply_box(ink_bounds(self.item, fonts))
        return box if self.clip is None else common(box, self.clip)


def every_ink(plate: Plate) -> Iterator[PlacedInk]:
    """Yield every item of a plate, groups and parts unfolded, without what clips hide wholly."""
    for item in plate.items:
        yield from _unfolded(item, Transform(), None)


def _unfolded(item: Ink, place: Transform, clip: Box | None) -> Iterator[PlacedInk]:
    if isinstance(item, Group):
        inner = item.transform.then(place) if item.transform else place
        if item.clip is not None:
            own = inner.apply_box(_clip_bounds(item.clip))
            clip = own if clip is None else common(own, clip)
            if not (clip.width and clip.height):
                return
        for child in item.items:
            yield from _unfolded(child, inner, clip)
    elif isinstance(item, Use):
        turn = Transform.turned(item.turn_deg) if item.turn_deg else Transform()
        inner = turn.then(Transform.moved(*item.at)).then(place)
        for child in item.plate.items:
            yield from _unfolded(child, inner, clip)
    else:
        yield PlacedInk(item, place, clip)


def box_round(items: Iterable[Ink], fonts: Fonts, place: Transform) -> Box | None:
    """Return the box round some ink where it is placed, whole plates by their trim; None if none.

    Quicker than every ink of every plate: right for what is drawn of cards, not of their ink.
    """
    boxes = [box for item in items if (box := _box_of(item, fonts, place)) is not None]
    return reduce(Box.union, boxes) if boxes else None


def _box_of(item: Ink, fonts: Fonts, place: Transform) -> Box | None:
    if isinstance(item, Group):
        inner = item.transform.then(place) if item.transform else place
        box = box_round(item.items, fonts, inner)
        if box is None or item.clip is None:
            return box
        return common(box, inner.apply_box(_clip_bounds(item.clip)))
    if isinstance(item, Use):
        turned = Transform.turned(item.turn_deg).then(Transform.moved(*item.at)).then(place)
        return turned.apply_box(Box(0.0, 0.0, *item.plate.trim))
    return place.apply_box(ink_bounds(item, fonts))


def _clip_bounds(clip: Box | tuple[Segment, ...]) -> Box:
    return clip if isinstance(clip, Box) else path_bounds(clip)


def common(one: Box, other: Box) -> Box:
    """Return what two boxes share, an empty box at an edge where they do not meet."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Box(x, y, max(0.0, right - x), max(0.0, bottom - y))


def within(box: Box, outer: Box, tolerance: float = 0.0) -> bool:
    """Return whether a box lies in another, up to a tolerance in mm."""
    return (
        box.x >= outer.x - tolerance
        and box.y >= outer.y - tolerance
        and box.right <= outer.right + tolerance
        and box.bottom <= outer.bottom + tolerance
    )


def ink_bounds(item: Drawn, fonts: Fonts) -> Box:
    """Return the box round one ink, strokes included, in the coordinates it is written in."""
    match item:
        case Rect():
            return _grown(item.box, item.line_width / 2)
        case Line(start, end):
            return _grown(_around(start, end), item.line_width / 2)
        case Path():
            return _grown(path_bounds(item.segments), item.line_width / 2)
        case Text():
            box = fonts[item.font].ink_bounds(item.text, item.size_pt, item.tracking, item.shaping)
            return _grown(box, item.line_width / 2 if item.stroke else 0.0).moved(*item.at)
        case Image():
            return item.box


def _around(start: Point, end: Point) -> Box:
    x, y = min(start.x, end.x), min(start.y, end.y)
    return Box(x, y, abs(end.x - start.x), abs(end.y - start.y))


def _grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)
