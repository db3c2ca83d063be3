"""What stands for a picture that is not there yet: a crossed box with its name."""

from __future__ import annotations

from cardforge.color import Color
from cardforge.diagnostics import Span
from cardforge.fonts import Font
from cardforge.geometry import Box, Point
from cardforge.ink import Group, Ink, Line, Rect, Text
from cardforge.layout.desk import Desk
from cardforge.units import pt_to_mm

_GROUND, _PEN, _LETTERS = (Color("gray", (value,)) for value in (0.9, 0.6, 0.25))
_LINE_WIDTH = 0.25
_LARGEST_PT, _SMALLEST_PT = 10.0, 3.0
# How much of the width of the box the name may take.
_SHARE = 0.9


def placeholder(name: str, box: Box, span: Span, desk: Desk) -> tuple[Ink, ...]:
    """Return a grey box with a cross, and the name of the file in its middle if it fits."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    ends = ((Point(left, top), Point(right, bottom)), (Point(left, bottom), Point(right, top)))
    ink: tuple[Ink, ...] = (
        Rect(box, 0.0, _GROUND, _PEN, _LINE_WIDTH, origin=span),
        *(Line(start, end, _PEN, _LINE_WIDTH, origin=span) for start, end in ends),
    )
    return (Group((*ink, *_named(name, box, span, desk)), clip=box, origin=span),)


def _font(words: str, span: Span, desk: Desk) -> Font | None:
    """Return the first font of the game that has the letters, else the first that has some."""
    first = desk.layout.font(None, span)
    if first is None or not first.missing(words):
        return first
    fonts = [font for alias in desk.layout.game.fonts if (font := desk.layout.font(alias, span))]
    whole = (font for font in fonts if not font.missing(words))
    return next(whole, next((font for font in fonts if font.has("?")), None))


def _named(name: str, box: Box, span: Span, desk: Desk) -> tuple[Ink, ...]:
    words = name or "no picture"
    font = _font(words, span, desk)
    if font is None:
        return ()
    words = "".join(letter if font.has(letter) else "?" for letter in words)
    wide = font.width(words, 1.0)
    size = min(_LARGEST_PT, box.width * _SHARE / wide if wide else _LARGEST_PT)
    if size < _SMALLEST_PT or pt_to_mm(size) > box.height:
        return ()
    height, centre = font.cap_height * pt_to_mm(size), box.centre
    width = wide * size
    ground = Box(centre.x - width / 2, centre.y - height, width, height * 2)
    at = Point(centre.x - width / 2, centre.y + height / 2)
    return (
        Rect(ground, 0.0, _GROUND, origin=span),
        Text(at, words, font.name, size, _LETTERS, origin=span),
    )
