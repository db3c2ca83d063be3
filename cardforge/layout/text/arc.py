"""Text that stands on a circle, letter by letter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, pi, radians, sin
from typing import NamedTuple

from cardforge.elements import Arc
from cardforge.fonts import Font
from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Group, Ink, Path, Rect, Text
from cardforge.kinds import Percent
from cardforge.layout.boxes import length_of
from cardforge.layout.text.content import Content, Typist
from cardforge.layout.text.fitting import note_shrunk, overfull
from cardforge.layout.text.job import ALIGN, TOLERANCE, TextJob, align_of, sizes
from cardforge.layout.text.marked import Block
from cardforge.layout.text.optical import ink_box
from cardforge.lines.setting import SetLine
from cardforge.lines.whole import set_whole, width_of_whole
from cardforge.shaping.bidi import turns, visual_runs
from cardforge.shaping.values import Shaping
from cardforge.svgpath import parse
from cardforge.units import pt_to_mm, show


class _Circle(NamedTuple):
    """A circle, which way its letters stand, and how much of it they may take, in radians.

    `at` is where the text is aligned, clockwise from the top.
    """

    centre: Point
    radius: float
    at: float
    inside: bool
    span: float
    is_risen: bool

    def angle(self, along: float) -> float:
        """Return where on the circle lies what is so far from the place of alignment."""
        share = along / self.radius
        return self.at - share if self.inside else self.at + share

    def radius_at(self, y: float) -> float:
        """Return the radius of the circle on which lies what is so far below the baseline."""
        return self.radius + y if self.inside else max(self.radius - y, 1e-6)

    def point(self, angle: float, y: float) -> Point:
        """Return the point at an angle, so far below the baseline."""
        radius = self.radius_at(y)
        return Point(self.centre.x + radius * sin(angle), self.centre.y - radius * cos(angle))


def on_arc(job: TextJob, typist: Typist, blocks: Sequence[Block], *, rtl: bool) -> tuple[Ink, ...]:
    """Return the ink of lines on a circle; a line too long for it is reported."""
    circle = _circle(job, job.element.arc or Arc())
    align = ALIGN[align_of(job, rtl=rtl)]
    smallest, largest = sizes(job)
    contents = [typist.content(block, largest) for block in blocks]
    scale = min((_room(job, circle, n, largest) / max(width_of_whole(c), 1e-9)
                 for n, c in enumerate(contents)), default=1.0)  # fmt: skip
    size = min(largest, largest * (scale + TOLERANCE / 100))
    if size < smallest - TOLERANCE:
        _report(job, circle, contents, smallest / largest)
        size = smallest
    else:
        note_shrunk(job, size)
    ink: list[Ink] = []
    for number, block in enumerate(blocks):
        content = typist.content(block, size)
        own = circle._replace(radius=_radius(job, circle, number, size))
        if own.radius > 0.0 and content:
            line = set_whole(content, 0.0, 0.0, rtl=rtl)
            ink += _line(job, line, own, align)
    return tuple(ink)


def _circle(job: TextJob, arc: Arc) -> _Circle:
    box = job.box
    if arc.rise is not None:
        return _risen(box, arc.rise)
    radius = length_of(arc.radius or 0.0, box.width, "radius")
    centre = box.centre
    if arc.center is not None:
        x, y = arc.center
        centre = Point(box.x + _offset(x, box.width), box.y + _offset(y, box.height))
    return _Circle(
        centre, max(radius, 1e-6), radians(arc.at), arc.side == "inside", radians(arc.span), False
    )


def _offset(value: object, room: float) -> float:
    if isinstance(value, Percent):
        return value.value / 100.0 * room
    return float(value)  # type: ignore[arg-type]


def _risen(box: Box, rise: float) -> _Circle:
    """Return the circle through the lower corners of a box that rises by so many mm between them.

    One that sags goes through the points so far above the corners, and touches the foot.
    """
    half, high = max(box.width / 2, 1e-6), abs(rise)
    radius = (half * half + high * high) / (2.0 * high)
    span = 2.0 * atan2(half, radius - high)
    middle = box.x + box.width / 2
    if rise > 0:
        return _Circle(Point(middle, box.bottom - high + radius), radius, 0.0, False, span, True)
    return _Circle(Point(middle, box.bottom - radius), radius, pi, True, span, True)


def _radius(job: TextJob, circle: _Circle, number: int, size_pt: float) -> float:
    """Return the radius of a line: the next one lies below it."""
    pitch = pt_to_mm(size_pt) * job.leading * number
    return circle.radius + (pitch if circle.inside else -pitch)


def _room(job: TextJob, circle: _Circle, number: int, size_pt: float) -> float:
    return max(0.0, _radius(job, circle, number, size_pt)) * circle.span


def _report(job: TextJob, circle: _Circle, contents: Sequence[Content], scale: float) -> None:
    size = sizes(job)[0]
    over = max(
        width_of_whole(content) * scale - _room(job, circle, number, size)
        for number, content in enumerate(contents)
    )
    overfull(job, f"{show(over)} mm too long on its arc")


def _line(job: TextJob, line: SetLine, circle: _Circle, align: float) -> Iterator[Ink]:
    """Yield the letters of a line, each turned to stand on the circle, and the bars with them."""
    # Over a box the line is aligned in all of the arc, round a circle about one place of it.
    free = circle.radius * circle.span - line.width
    start = -circle.radius * circle.span / 2 + free * align
    if not circle.is_risen:
        start = -line.width * align
    for item in line.ink:
        if isinstance(item, Rect):
            yield _bar(item, circle, start)
            continue
        for ink, middle, along in _letters(job, item):
            angle = circle.angle(start + along)
            turn = degrees(angle) + (180.0 if circle.inside else 0.0)
            place = Transform.moved(-middle, 0.0).then(Transform.turned(turn))
            yield Group((ink,), place.then(Transform.moved(*circle.point(angle, 0.0))))


def _bar(bar: Rect, circle: _Circle, start: float) -> Path:
    """Return the bar under or through some words, bent as they are."""
    first, last = circle.angle(start + bar.box.x), circle.angle(start + bar.box.right)
    sweep = int(last > first)
    large = int(abs(last - first) > pi)
    drawn = []
    for letter, y, ends, turn in (
        ("M", bar.box.y, (first, last), sweep),
        ("L", bar.box.bottom, (last, first), 1 - sweep),
    ):
        (x1, y1), (x2, y2) = (circle.point(angle, y) for angle in ends)
        radius = circle.radius_at(y)
        drawn.append(f"{letter} {x1} {y1} A {radius} {radius} 0 {large} {turn} {x2} {y2}")
    return Path(parse(" ".join((*drawn, "Z"))), fill=bar.fill, origin=bar.origin)


def _letters(job: TextJob, item: Ink) -> Iterator[tuple[Ink, float, float]]:
    """Yield the ink of each letter or icon, where its middle is, and where that is on the line."""
    if not isinstance(item, Text):
        box = ink_box(job, (item,))
        if box is not None:
            yield item, box.centre.x, box.centre.x
        return
    x = item.at.x
    for text, shaping, width in _parts(job.shelf.fonts[item.font], item):
        if text.strip():
            letter = item._replace(at=Point(0.0, item.at.y), text=text, shaping=shaping)
            yield letter, width / 2, x + width / 2
        x += width


def _parts(font: Font, item: Text) -> Iterator[tuple[str, Shaping, float]]:
    """Yield the letters of a text with their widths, kerned; those that join stay words."""
    text, shaping = item.text, item.shaping
    if not shaping.rtl and not turns(text):
        yield from _glyphs(font, item)
        return
    for run in visual_runs(text, shaping.rtl):
        own = item._replace(text=run.text, shaping=shaping._replace(rtl=run.rtl))
        if not run.rtl:
            yield from _glyphs(font, own)
            continue
        for word in reversed(re.split("( )", run.text)):
            width = font.width(word, item.size_pt, item.tracking, own.shaping)
            yield word, own.shaping, width


def _glyphs(font: Font, item: Text) -> Iterator[tuple[str, Shaping, float]]:
    em = pt_to_mm(item.size_pt)
    text, width = "", 0.0
    for glyph in font.shape(item.text, item.shaping, spaced=item.tracking != 0.0):
        if glyph.text and text:
            yield text, item.shaping, width
            text, width = "", 0.0
        text += glyph.text
        width += glyph.advance * em + (item.tracking if glyph.spaced else 0.0)
    if text:
        yield text, item.shaping, width
