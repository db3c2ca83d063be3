"""Lying bars, a line for each thing, and how the measures of two outcomes differ."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from cardforge.color import WHITE
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Ink, Line, Rect
from cardforge.play.report.charts import (
    FINE,
    PAD,
    ROW,
    THIN,
    digits_of_step,
    empty,
    legend,
    nice_step,
    wrapped,
)
from cardforge.play.report.look import INK, MUTED, RULE, SERIES, Pen, series_rect
from cardforge.play.report.words import Words
from cardforge.rulebook.figures.cards import Art

_DOT = 1.0


class Row(NamedTuple):
    """A line of a chart of bars: a value of each outcome, how each is written, a picture."""

    label: str
    values: tuple[float, ...]
    said: tuple[str, ...]
    picture: Art | None = None


class Change(NamedTuple):
    """How a measure of the second outcome differs from that of the first one, as a share of it.

    It is clear when chance does not explain it.
    """

    label: str
    by: float
    error: float
    said: str
    clear: bool


def bars(
    pen: Pen,
    words: Words,
    rows: Sequence[Row],
    names: Sequence[str],
    width: float,
    top: float = 0.0,
) -> Art:
    """Return lying bars, a line for each thing: its picture, its name, a bar of each outcome.

    A bar of the value `top` is as long as there is room for, 0: the longest bar.
    """
    if not rows:
        return empty(pen, words, width)
    head = legend(pen, names, width) if len(names) > 1 else Art(Size(width, 0.0), ())
    picture = max((row.picture.size.width + 1.6 for row in rows if row.picture), default=0.0)
    label = min(max(pen.width(row.label, 8.0) for row in rows), width * 0.42) + 2.0
    said = max(pen.width(text, 8.0) for row in rows for text in row.said) + PAD
    left = picture + label
    room = max(width - left - said, 8.0)
    top = top or highest(rows) or 1.0
    y = head.size.height
    ink: list[Ink] = [*head.ink]
    for row in rows:
        lines = wrapped(pen, row.label, label - 2.0)
        bar = 3.6 if len(row.values) == 1 else 3.0
        tall = max(bar * len(row.values) + 1.6, len(lines) * 3.4 + 1.0)
        if row.picture:
            tall = max(tall, row.picture.size.height + 1.6)
            at = (tall - row.picture.size.height) / 2
            ink.append(row.picture.moved((picture - 1.6 - row.picture.size.width) / 2, y + at))
        middle = y + tall / 2
        ink += _label(pen, lines, Point(picture, middle))
        start = middle - bar * len(row.values) / 2
        for series, (value, text) in enumerate(zip(row.values, row.said, strict=True)):
            box = Box(left, start + series * bar + 0.15, room * value / top, bar - 0.3)
            ink += series_rect(box, series) if value else []
            at_text = Point(left + box.width + PAD, box.y + box.height / 2 + pen.middle(8.0))
            ink.append(pen.set(at_text, text, 8.0, "bold" if not series else "regular"))
        y += tall
    ink.append(Line(Point(left, head.size.height), Point(left, y), INK, FINE))
    return Art(Size(width, y), tuple(ink))


def _label(pen: Pen, lines: Sequence[str], at: Point) -> list[Ink]:
    """Return the lines of a label, the middle of all of them at a height."""
    first = at.y - (len(lines) - 1) / 2 * 3.4 + pen.middle(8.0)
    return [
        pen.set(Point(at.x, first + index * 3.4), line, 8.0) for index, line in enumerate(lines)
    ]


def highest(rows: Sequence[Row]) -> float:
    """Return the largest value of some rows."""
    return max((value for row in rows for value in row.values), default=0.0)


def changes(pen: Pen, words: Words, rows: Sequence[Change], width: float) -> Art:
    """Return by how much each measure differs, a dot with its 95 % interval, from a line at 0."""
    if not rows:
        return empty(pen, words, width)
    label = min(max(pen.width(row.label, 8.0) for row in rows), width * 0.4) + 2.5
    said = max(pen.width(row.said, 8.0, "bold") for row in rows) + 2.0
    room = width - label - said
    reach = max(abs(row.by) + row.error for row in rows) or 1.0
    step = nice_step(reach / max(floor(room / 2 / 14), 1))
    full = step * ceil(reach / step - 1e-9)
    middle = label + room / 2
    tops, y = [], 0.0
    for row in rows:
        tops.append(y)
        y += max(5.4, len(wrapped(pen, row.label, label - 2.5)) * 3.4 + 1.6)
    ink = _change_axis(pen, words, (middle, room / 2, full, step), y)
    for row, top, bottom in zip(rows, tops, [*tops[1:], y], strict=True):
        at = (top + bottom) / 2
        ink += _label(pen, wrapped(pen, row.label, label - 2.5), Point(0.0, at))
        ink += _change_dot(row, (middle, room / 2 / full), at)
        place = Point(width, at + pen.middle(8.0))
        ink.append(pen.set(place, row.said, 8.0, "bold", align="right"))
    return Art(Size(width, y + ROW), tuple(ink))


def _change_axis(
    pen: Pen, words: Words, place: tuple[float, float, float, float], foot: float
) -> list[Ink]:
    middle, half, full, step = place
    digits = digits_of_step(step)
    ink: list[Ink] = []
    count = round(full / step)
    for number in range(-count, count + 1):
        x = middle + number / count * half
        color, thick = (INK, FINE) if not number else (RULE, THIN)
        ink.append(Line(Point(x, 0.0), Point(x, foot), color, thick))
        text = words.share(abs(number) * step, digits)
        sign = {-1: "−", 0: "", 1: "+"}[(number > 0) - (number < 0)]
        at = Point(x, foot + ROW - 0.6)
        ink.append(pen.set(at, sign + text, color=MUTED, align="center"))
    return ink


def _change_dot(row: Change, scale: tuple[float, float], y: float) -> list[Ink]:
    """Return a dot, open where chance explains the difference."""
    middle, per = scale
    x, error = middle + row.by * per, row.error * per
    ink: list[Ink] = [Line(Point(x - error, y), Point(x + error, y), INK, 0.4)]
    ink += [
        Line(Point(end, y - 0.7), Point(end, y + 0.7), INK, 0.4) for end in (x - error, x + error)
    ]
    box = Box(x - _DOT, y - _DOT, 2 * _DOT, 2 * _DOT)
    ink.append(Rect(box, _DOT, SERIES[1] if row.clear else WHITE, SERIES[1], 0.5))
    return ink
