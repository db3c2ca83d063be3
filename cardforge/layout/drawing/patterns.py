"""Patterns: a row of motifs that is used again and again, clipped to an outline."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from cardforge.color import BLACK, Color
from cardforge.fills import PatternFill
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Ink, Path, Plate, Rect, Use
from cardforge.layout.desk import Desk, found_icon
from cardforge.layout.drawing.outlines import Segments, closed
from cardforge.layout.shapes import IconKey, icon_plate, icon_size
from cardforge.svgpath import bounds, ellipse, transform_segments

# More motifs than this in one area are a mistake, or a grey.
MOST_MOTIFS = 4_000
_NO_BLEED = Insets(0.0, 0.0, 0.0, 0.0)
# Size and gap of each motif, in mm, and how far it is turned, unless the designer says otherwise.
_DEFAULTS = {
    "stripes": (1.0, 1.0, 0.0), "hatch": (0.2, 1.0, 45.0), "dots": (1.0, 1.0, 0.0),
    "checks": (2.0, 2.0, 0.0), "grid": (0.2, 2.8, 0.0),
}  # fmt: skip
_ICON = (4.0, 2.0, 0.0)


class _Job(NamedTuple):
    """A pattern with its measures; `field` is what it has to cover, turned back, round 0, 0.

    Motifs are counted in the box `counted`, which ends at the trim: at any bleed so many.
    """

    fill: PatternFill
    color: Color
    size: float
    pitch: float
    field: Box
    counted: Size
    desk: Desk
    item: Rect | Path


def pattern_ink(
    fill: PatternFill, item: Rect | Path, outline: Segments, ground: Box, desk: Desk
) -> tuple[Ink, ...] | None:
    """Return the ink of an area with a pattern, None after reporting that it cannot be drawn.

    A motif lies in the middle of the ground.
    """
    size, gap, turned = _DEFAULTS.get(fill.pattern, _ICON)
    size = size if fill.size is None else fill.size
    gap = (gap if fill.size is None else size) if fill.gap is None else fill.gap
    angle, middle = fill.angle + turned, ground.centre
    back = Transform.turned(-angle, middle).then(Transform.moved(-middle.x, -middle.y))
    field = back.apply_box(bounds(outline))
    if field.width <= 0 or field.height <= 0:
        return (item._replace(fill=fill.ground),)
    counted = back.apply_box(ground)
    room = Size(counted.width, counted.height)
    job = _Job(fill, fill.color or BLACK, size, size + gap, field, room, desk, item)
    rows = _MOTIFS.get(fill.pattern, _icons)(job)
    if rows is None:
        return None
    place = Transform.turned(angle).then(Transform.moved(*middle))
    even_odd = isinstance(item, Path) and item.even_odd
    clip = Group((Group(rows, place),), None, outline, origin=item.origin, even_odd=even_odd)
    use = _shared(clip, bounds(outline))
    return (item._replace(fill=fill.ground), use) if fill.ground else (use,)


def _shared(clip: Group, box: Box) -> Use:
    """Return ink as a plate in its place: what many cards have in common is looked at once."""
    bleed = Insets(-box.x, -box.y, 0.0, 0.0)
    plate = Plate("pattern", Size(box.right, box.bottom), bleed, (clip,))
    return Use(plate, Point(0.0, 0.0), 0.0, clip.origin)


def _too_many(job: _Job, count: float) -> bool:
    """Report a pattern of more motifs than can be meant."""
    if count <= MOST_MOTIFS:
        return False
    message = (
        f"the pattern '{job.fill.pattern}' would need {count:.0f} motifs, {MOST_MOTIFS} at most"
    )
    if job.item.origin is not None:
        job.desk.error("pattern.too-many", message, job.item.origin, "make size or gap larger")
    return True


def _steps(low: float, high: float, pitch: float, reach: float) -> range:
    """Return the numbers of the places, from the middle, at which a motif reaches into a field."""
    return range(math.ceil((low - reach) / pitch), math.floor((high + reach) / pitch) + 1)


# --- lines ---


def _stripes(job: _Job) -> tuple[Ink, ...] | None:
    if _too_many(job, job.counted.height / job.pitch):
        return None
    field, size = job.field, job.size
    line = Rect(Box(0.0, 0.0, field.width, size), fill=job.color, origin=job.item.origin)
    plate = _plate(job, (line,), field.width, size)
    steps = _steps(field.y, field.bottom, job.pitch, size / 2)
    return tuple(Use(plate, Point(field.x, step * job.pitch - size / 2)) for step in steps)


def _grid(job: _Job) -> tuple[Ink, ...] | None:
    across = _stripes(job)
    field = job.field
    turned = Box(field.y, -field.right, field.height, field.width)
    down = _stripes(job._replace(field=turned, counted=job.counted.turned()))
    if across is None or down is None:
        return None
    return (*across, Group(down, Transform.turned(90.0)))


def _plate(job: _Job, ink: tuple[Ink, ...], width: float, height: float) -> Plate:
    return Plate(f"pattern {job.fill.pattern}", Size(width, height), _NO_BLEED, ink)


# --- motifs in rows ---


def _dots(job: _Job) -> tuple[Ink, ...] | None:
    # As close as oranges in a box: each row lies between those of the next.
    dot = Path(ellipse(Box(0.0, 0.0, job.size, job.size)), fill=job.color, origin=job.item.origin)
    return _rows(job, (dot,), Size(job.size, job.size), job.pitch * math.sqrt(3) / 2)


def _checks(job: _Job) -> tuple[Ink, ...] | None:
    corners = ((0.0, 0.0), (job.size, 0.0), (job.size, job.size), (0.0, job.size))
    check = Path(closed(corners), fill=job.color, origin=job.item.origin)
    return _rows(job._replace(pitch=2 * job.size), (check,), Size(job.size, job.size), job.size)


def _icons(job: _Job) -> tuple[Ink, ...] | None:
    if job.item.origin is None:
        return None
    icon = found_icon(job.fill.pattern, job.item.origin, job.desk)
    if icon is None:
        return None
    size = icon_size(icon, Box(0.0, 0.0, job.size, job.size))
    motif = icon_plate(IconKey(job.fill.pattern, *size, job.color), icon, job.item.origin)
    return _rows(job, motif.items, size, job.pitch)


def _rows(
    job: _Job, motif: tuple[Ink, ...], size: Size, row_pitch: float
) -> tuple[Ink, ...] | None:
    """Return rows of a motif, each second one moved by half a step."""
    field, pitch = job.field, job.pitch
    if _too_many(job, job.counted.width / pitch * job.counted.height / row_pitch):
        return None
    width, height = size
    first = math.floor((field.x - width) / pitch)
    count = math.floor((field.right + width) / pitch) + 1 - first
    row = _plate(job, _row(job, motif, size, count), count * pitch + width, height)
    left = first * pitch - width / 2
    return tuple(
        Use(row, Point(left - (pitch / 2 if step % 2 else 0.0), step * row_pitch - height / 2))
        for step in _steps(field.y, field.bottom, row_pitch, height / 2)
    )


def _row(job: _Job, motif: tuple[Ink, ...], size: Size, count: int) -> tuple[Ink, ...]:
    """Return a motif so many times beside itself, as one path where it is one.

    What looks at every ink of a card has few to look at then.
    """
    path = motif[0] if len(motif) == 1 else None
    if isinstance(path, Path):
        places = (Transform.moved(step * job.pitch, 0.0) for step in range(count))
        moved = (transform_segments(path.segments, place) for place in places)
        return (path._replace(segments=tuple(s for segments in moved for s in segments)),)
    plate = _plate(job, motif, *size)
    return tuple(Use(plate, Point(step * job.pitch, 0.0)) for step in range(count))


_MOTIFS: dict[str, Callable[[_Job], tuple[Ink, ...] | None]] = {
    "stripes": _stripes, "hatch": _stripes, "grid": _grid, "dots": _dots, "checks": _checks,
}  # fmt: skip
