"""Histograms of whole numbers with mean, median and 95th percentile."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from cardforge.color import WHITE
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Ink, Line, Rect
from cardforge.play.measures import Sample
from cardforge.play.report.charts import (
    FINE,
    PAD,
    ROW,
    THIN,
    Plot,
    empty,
    grid,
    gutter_of,
    name_line,
    nice_step,
    plot_height,
)
from cardforge.play.report.look import INK, MUTED, SERIES, Pen, hatched, series_rect
from cardforge.play.report.words import Words
from cardforge.rulebook.figures.cards import Art

# The fewest whole numbers that the axis of a histogram spans, and the narrowest bin, in mm.
_LEAST_SPAN = 7
_NARROWEST_BIN = 2.8
_MOST_BINS = 48
# What lies beyond this quantile becomes one bar, where it would take more room than the rest.
_TAIL, _LONG = 0.995, 1.5
# So far above a bar the line of a mark ends, in mm.
_ABOVE = 0.5


class Bins(NamedTuple):
    """Whole numbers in bins of one width, and the rest of a long tail.

    `counts` are those of each sample; the tail, everything from `tail` on, is the last one of
    them where there is a tail.
    """

    first: int
    width: int
    number: int
    tail: int | None
    counts: tuple[tuple[int, ...], ...]


def bins_of(samples: Sequence[Sample], most: int) -> Bins:
    """Return the bins of some samples, at most so many besides that of the tail."""
    low = min(min(s.counts) for s in samples if s.counts)
    high = max(s.most for s in samples)
    cut = max(s.quantile(_TAIL) for s in samples)
    has_tail = high - low > _LONG * (cut - low) and high - cut > 2
    end = cut if has_tail else high
    if end - low + 1 < _LEAST_SPAN and not has_tail:
        # A bar alone, or a few, stand in the middle of an axis; nothing is counted below 0.
        below = (_LEAST_SPAN - (end - low + 1)) // 2
        low = max(low - below, 0) if low >= 0 else low - below
        end = low + _LEAST_SPAN - 1
    width = _bin_width(low, end, most)
    first = low // width * width if width > 1 else low
    number = (end - first) // width + 1
    tail = first + number * width if has_tail else None
    counts = []
    for sample in samples:
        own = [0] * (number + has_tail)
        for value, times in sample.counts.items():
            own[min((value - first) // width, len(own) - 1)] += times
        counts.append(tuple(own))
    return Bins(first, width, number, tail, tuple(counts))


def _bin_width(low: int, end: int, most: int) -> int:
    width = 1
    while (end - low // width * width) // width + 1 > most:
        width = ceil(nice_step(width + 1))
    return width


def histogram(
    pen: Pen, words: Words, samples: Sequence[Sample], names: Sequence[str], width: float
) -> Art:
    """Return a histogram of whole numbers with mean, median and 95th percentile.

    Two samples stand one above the other, on the same scales.
    """
    if not any(sample.counts for sample in samples):
        return empty(pen, words, width)
    bins = bins_of(samples, int(min(max(width / _NARROWEST_BIN - 2, 8), _MOST_BINS)))
    totals = [max(sample.n, 1) for sample in samples]
    top = max(max(counts) / total for counts, total in zip(bins.counts, totals, strict=True))
    step = nice_step(top / 4)
    full = step * max(ceil(top / step - 1e-9), 1)
    gutter = gutter_of(pen, words, full, step)
    scale = _Scale(bins, gutter, width - gutter, full, step, plot_height(width))
    ink: list[Ink] = []
    y = 0.0
    for series, sample in enumerate(samples):
        if len(samples) > 1:
            ink += name_line(pen, names[series], series, y + ROW * 0.7)
            y += ROW * 1.15
        if not sample.counts:
            ink.append(pen.set(Point(gutter, y + ROW), words("no_games"), color=MUTED))
            y += 2 * ROW
            continue
        ink += _histogram_plot(pen, words, scale, (sample, series), y)
        y += _marks_height() + scale.high
        ink += _whole_axis(pen, words, scale, y)
        y += ROW + (ROW * 0.8 if series < len(samples) - 1 else 0.0)
    return Art(Size(width, y), tuple(ink))


class _Scale(NamedTuple):
    """Where values of a histogram lie: from `left` on, `room` mm wide and `high` mm high.

    `full` is the share at the upper end of the plot, `step` how far grid lines lie apart.
    """

    bins: Bins
    left: float
    room: float
    full: float
    step: float
    high: float

    @property
    def bin(self) -> float:
        """Return how wide a bin is, in mm; a tail takes two, one of them a gap."""
        return self.room / (self.bins.number + (2 if self.bins.tail is not None else 0))

    def x(self, value: float) -> float:
        """Return where a value lies: a bin reaches half a unit beyond its whole numbers."""
        at = (value - self.bins.first + 0.5) / self.bins.width
        if self.bins.tail is not None and value >= self.bins.tail:
            at = self.bins.number + 1.5
        return self.left + at * self.bin


def _marks_height() -> float:
    return 3 * ROW


def _histogram_plot(
    pen: Pen, words: Words, scale: _Scale, drawn: tuple[Sample, int], y: float
) -> list[Ink]:
    sample, series = drawn
    foot = y + _marks_height() + scale.high
    place = Plot(scale.left, scale.room, foot, scale.high)
    ink = grid(pen, words, scale.full, scale.step, place)
    counts, bins = scale.bins.counts[series], scale.bins
    gap = min(1.2, scale.bin * 0.1)
    for index, count in enumerate(counts):
        if not count:
            continue
        is_tail = index == bins.number
        x = scale.left + (index + is_tail) * scale.bin
        high = max(count / sample.n / scale.full * scale.high, 0.15)
        box = Box(x + gap / 2, foot - high, scale.bin - gap, high)
        if is_tail:
            ink += hatched(box, SERIES[series], WHITE)
        else:
            ink += series_rect(box, series)
    return ink + _marks(pen, words, scale, drawn, (y, foot))


def _marks(
    pen: Pen, words: Words, scale: _Scale, drawn: tuple[Sample, int], rows: tuple[float, float]
) -> list[Ink]:
    """Return three lines down to the bars, each with its words on a row of its own."""
    top, foot = rows
    sample, series = drawn
    marks = (
        (sample.quantile(0.95), "mark_p95", words.number(sample.quantile(0.95)), (0.35, 0.7)),
        (sample.mean, "mark_mean", words.known(sample.mean, sample.se), (1.6, 0.8)),
        (sample.quantile(0.5), "mark_median", words.number(sample.quantile(0.5)), ()),
    )
    ink: list[Ink] = []
    xs = [scale.x(value) for value, *_ in marks]
    for row, (_, key, number, dash) in enumerate(marks):
        x, y = xs[row], top + row * ROW
        # A line through a bar would make two of it.
        end = foot - _highest_at(scale, scale.bins.counts[series], sample.n, x) - _ABOVE
        ink.append(Line(Point(x, y + 0.4), Point(x, end), WHITE, 0.9))
        ink.append(Line(Point(x, y + 0.4), Point(x, end), INK, FINE, dash))
        said = words(key, number=number)
        base = y + 0.4 + 2 * pen.middle()
        ink += _mark_words(pen, said, (xs[: row + 1], base), scale)
    return ink


def _highest_at(scale: _Scale, counts: Sequence[int], total: int, x: float) -> float:
    """Return how high the bars are at a place, in mm."""
    high = 0.0
    for index, count in enumerate(counts):
        left = scale.left + (index + (index == scale.bins.number)) * scale.bin
        if left - _ABOVE < x < left + scale.bin + _ABOVE:
            high = max(high, count / total / scale.full * scale.high)
    return high


def _mark_words(pen: Pen, said: str, place: tuple[list[float], float], scale: _Scale) -> list[Ink]:
    """Return the words beside the last of some lines: where none of the others strikes them."""
    (*others, x), base = place
    wide = pen.width(said)
    sides = {"left": (x + PAD, x + PAD + wide), "right": (x - PAD - wide, x - PAD)}

    def faults(ends: tuple[float, float]) -> int:
        low, high = ends
        struck = sum(low - 0.6 < other < high + 0.6 for other in others)
        return struck + 9 * (high > scale.left + scale.room + 0.2) + 9 * (low < 0)

    align = min(sides, key=lambda side: faults(sides[side]))
    low, high = sides[align]
    ground = Rect(Box(low - 0.3, base - 2.2, high - low + 0.6, 2.9), fill=WHITE)
    words = pen.set(Point(low, base), said)
    return [ground, words] if faults(sides[align]) else [words]


def _whole_axis(pen: Pen, words: Words, scale: _Scale, foot: float) -> list[Ink]:
    """Return the numbers under a histogram, none touching another."""
    bins = scale.bins
    last = bins.first + bins.number * bins.width - 1
    widest = max(pen.width(words.number(n)) for n in (bins.first, last)) + 2.5
    step = max(ceil(nice_step(max(widest / scale.bin * bins.width, 1))), bins.width)
    ink: list[Ink] = []
    said = [(n, words.number(n)) for n in range(-(-bins.first // step) * step, last + 1, step)]
    if bins.tail is not None:
        label = words("or_more", number=words.number(bins.tail))
        wide = pen.width(label)
        # The words end with the plot where they would pass it.
        room = min(scale.x(bins.tail) - wide / 2, scale.left + scale.room - wide) - 2
        said = [(n, text) for n, text in said if scale.x(n) + pen.width(text) / 2 < room]
        said.append((bins.tail, label))
    for number, text in said:
        x = scale.x(number)
        ink.append(Line(Point(x, foot), Point(x, foot + 0.9), INK, THIN))
        half = pen.width(text) / 2
        middle = min(max(x, half), scale.left + scale.room - half)
        ink.append(pen.set(Point(middle, foot + ROW - 0.3), text, align="center"))
    return ink
