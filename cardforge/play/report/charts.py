"""Charts of what was measured, as ink: one drawing for paper and for the screen.

Each chart is drawn as wide as asked, with type of one size: a narrow one has fewer
marks rather than smaller words.  Two outcomes are told apart by filling and hatching.
Here is what the charts have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import NamedTuple

from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Group, Ink, Line, Rect
from cardforge.play.report.look import INK, MUTED, RULE, TINT, Pen, light_rect, series_rect
from cardforge.play.report.words import Words
from cardforge.rulebook.figures.cards import Art

THIN, FINE = 0.18, 0.3
ROW = 4.2  # one line of small words
PAD = 1.2  # between words and what they are about
# How high a plot is, in a wide chart and in one of half the width.
_PLOT, _LOW_PLOT, _WIDE = 32.0, 24.0, 110.0


def nice_step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20 … and their tenths that is not below `least`."""
    power = 10.0 ** floor(log10(least))
    return next(
        step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= least * (1 - 1e-9)
    )


class Plot(NamedTuple):
    """Where bars stand: from `left` on, `room` mm wide, from the `foot` so many mm `high`."""

    left: float
    room: float
    foot: float
    high: float


def plot_height(width: float) -> float:
    """Return how high a plot is in a chart of a width."""
    return _PLOT if width >= _WIDE else _LOW_PLOT


def gutter_of(pen: Pen, words: Words, full: float, step: float) -> float:
    """Return how much room the shares beside a plot take."""
    said = [words.share(n * step, digits_of_step(step)) for n in range(round(full / step) + 1)]
    return max(map(pen.width, said)) + PAD


def digits_of_step(step: float) -> int:
    """Return how many digits after the point shares need to be told apart, in per cent."""
    return max(0, -floor(log10(step * 100) + 1e-9))


def grid(pen: Pen, words: Words, full: float, step: float, place: Plot) -> list[Ink]:
    """Return grid lines with their shares, from the foot of a plot upwards."""
    digits = digits_of_step(step)
    ink: list[Ink] = []
    for number in range(round(full / step) + 1):
        y = place.foot - number * step / full * place.high
        color, thick = (INK, FINE) if not number else (RULE, THIN)
        ends = Point(place.left, y), Point(place.left + place.room, y)
        ink.append(Line(*ends, color, thick))
        at = Point(place.left - PAD, y + pen.middle())
        ink.append(pen.set(at, words.share(number * step, digits), color=MUTED, align="right"))
    return ink


def name_line(pen: Pen, name: str, series: int, y: float, *, light: bool = False) -> list[Ink]:
    """Return the swatch and the name of an outcome."""
    box = Box(0.0, y - 2.2, 4.2, 2.6)
    ink = light_rect(box, series) if light else series_rect(box, series)
    return [*ink, pen.set(Point(5.4, y), name, 7.5, "bold")]


def legend(pen: Pen, names: Sequence[str], width: float, *, light: bool = False) -> Art:
    """Return the swatches and names of the outcomes, each on a line of its own if need be."""
    ink: list[Ink] = []
    x, y = 0.0, 3.0
    for series, name in enumerate(names):
        wide = 5.4 + pen.width(name, 7.5, "bold")
        if x and x + wide > width:
            x, y = 0.0, y + ROW
        ink.append(
            Group(tuple(name_line(pen, name, series, y, light=light)), Transform.moved(x, 0.0))
        )
        x += wide + 7.0
    return Art(Size(width, y + 1.4), tuple(ink))


def empty(pen: Pen, words: Words, width: float) -> Art:
    """Return what is drawn where there is nothing to draw."""
    box = Box(0.0, 0.0, width, 3 * ROW)
    at = Point(width / 2, box.height / 2 + pen.middle())
    return Art(
        Size(width, box.height),
        (Rect(box, 1.5, TINT), pen.set(at, words("no_games"), color=MUTED, align="center")),
    )


def wrapped(
    pen: Pen, text: str, width: float, size_pt: float = 8.0, weight: str = "regular"
) -> list[str]:
    """Return words in as many lines as they need; a longer word stands out."""
    lines: list[str] = []
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and pen.width(joined, size_pt, weight) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines
