"""How reports of played games look: their fonts, their few colours, and the pen that sets words."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cardforge.color import WHITE, Color, parse_color
from cardforge.fonts import Font, Fonts, find_font
from cardforge.geometry import Box, Point
from cardforge.ink import Ink, Line, Rect, Text
from cardforge.units import pt_to_mm

# No text is smaller than this.
LEAST_PT = 7.0

INK = parse_color("#1b2430")
MUTED = parse_color("#56616f")
RULE = parse_color("#c5ced7")
TINT = parse_color("#eef2f5")
# What is shown of the first games, and of those that they are compared with.
ONE = parse_color("#0b5a7d")
TWO = parse_color("#b9501a")
PALE = (parse_color("#d3e3ec"), parse_color("#f6dfd0"))
SERIES = (ONE, TWO)

# What each colour is called in a style sheet, which has other values for a dark screen.
NAMES = {
    INK: "ink", MUTED: "muted", RULE: "rule", TINT: "tint", ONE: "one", TWO: "two",
    PALE[0]: "one-pale", PALE[1]: "two-pale", WHITE: "page",
}  # fmt: skip

_FACES = {"regular": "Lato-Regular", "bold": "Lato-Bold", "black": "Lato-Black"}
# As style sheets count them.
WEIGHTS = {"regular": 400, "bold": 700, "black": 900}
_ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0}
# How far the lines of a hatching lie apart, in mm, and how thick they are.
_HATCH, _HATCH_LINE = 1.1, 0.32


class Pen(NamedTuple):
    """The fonts of a report, with which words are measured and set."""

    regular: Font
    bold: Font
    black: Font

    def font(self, weight: str) -> Font:
        """Return the font of a weight: regular, bold or black."""
        return {"regular": self.regular, "bold": self.bold, "black": self.black}[weight]

    def width(self, words: str, size_pt: float = LEAST_PT, weight: str = "regular") -> float:
        """Return how wide words are, in mm."""
        return self.font(weight).width(words, size_pt)

    def set(
        self,
        at: Point,
        words: str,
        size_pt: float = LEAST_PT,
        weight: str = "regular",
        color: Color = INK,
        align: str = "left",
    ) -> Text:
        """Return words on a baseline, beginning, centred or ending at a place."""
        font = self.font(weight)
        x = at.x - _ALIGN[align] * font.width(words, size_pt)
        return Text(Point(x, at.y), words, font.name, size_pt, color)

    def middle(self, size_pt: float = LEAST_PT) -> float:
        """Return how far below the middle of its capitals a baseline lies, in mm."""
        return pt_to_mm(size_pt) * self.regular.cap_height / 2


def pen_of(fonts: Fonts) -> Pen:
    """Return the pen of a report, its fonts added to those of the run."""
    names = {weight: f"report {weight}" for weight in _FACES}
    made = {
        weight: fonts[name] if name in fonts else fonts.add(name, find_font(_FACES[weight], Path()))
        for weight, name in names.items()
    }
    return Pen(made["regular"], made["bold"], made["black"])


def series_rect(box: Box, series: int) -> list[Ink]:
    """Return a bar of the first games, filled, or of the second ones, hatched: grey tells both."""
    if not series:
        return [Rect(box, fill=ONE)]
    return hatched(box, TWO, PALE[1])


def light_rect(box: Box, series: int) -> list[Ink]:
    """Return a bar as `series_rect` has it, but pale enough for black lines on it."""
    if series:
        return hatched(box, TWO, PALE[1])
    edge = _HATCH_LINE / 2
    inner = Box(box.x + edge, box.y + edge, box.width - 2 * edge, max(box.height - 2 * edge, 0.0))
    return [Rect(box, fill=PALE[0]), Rect(inner, stroke=ONE, line_width=_HATCH_LINE)]


def hatched(box: Box, color: Color, ground: Color | None = None) -> list[Ink]:
    """Return a box with slanting lines in it."""
    ink: list[Ink] = [Rect(box, fill=ground)] if ground is not None else []
    # Lines rise to the right: x + y is the same all along each of them.
    total = box.x + box.y + _HATCH
    while total < box.right + box.bottom - 0.01:
        left = max(box.x, total - box.bottom)
        right = min(box.right, total - box.y)
        if right - left > 0.05:
            start, end = Point(left, total - left), Point(right, total - right)
            ink.append(Line(start, end, color, _HATCH_LINE))
        total += _HATCH
    if min(box.width, box.height) > _HATCH_LINE:
        edge = _HATCH_LINE / 2
        inner = Box(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge)
        ink.append(Rect(inner, stroke=color, line_width=_HATCH_LINE))
    else:
        ink.append(Rect(box, fill=color))
    return ink
