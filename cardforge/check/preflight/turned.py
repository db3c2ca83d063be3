"""Preflight of numbers that read as another number upside down, such as 6 and 9.

The number of a face is its largest text.  It is in doubt when it reads, turned by 180°, as the
number of another card of the deck (10 reads as 01, that is 1), and nothing says which way is up:
a bar or dot beneath it and not above it, or words of at least a third of its size.  Nor is it in
doubt on a playing card, where the pips are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import atan2, degrees
from typing import NamedTuple

from cardforge.check.preflight.sides import Finding, Side, scale_of
from cardforge.check.settings import Checks
from cardforge.diagnostics import Span
from cardforge.geometry import Box, Transform
from cardforge.ink import Image, Text
from cardforge.units import pt_to_mm

_TURNED = str.maketrans("01689", "01986")
# A text of nearly the size of the largest is as much the number of a face as that one.
_AS_LARGE = 0.95
# Words of less than this share of the number's size are not read together with it.
_WORDS = 1 / 3
_LETTERS = 3
# A mark lies within this share of the number's height beneath it, and is no higher than that.
_BENEATH = 0.4
_FLAT = 0.35
# A mark may touch the number; one that is mirrored above to within a millimetre marks nothing.
_TOUCH = 0.05
_ALIKE = 1.0
# A text of which a clip leaves less is not read.
_SEEN = 0.6
# Figures of one number stand nearer to each other than this, in em.
_APART = 1.2


class Run(NamedTuple):
    """A text as it is read: its size in points, its box in its own coordinates, its place."""

    text: str
    size_pt: float
    box: Box
    place: Transform
    origin: Span | None

    @property
    def angle(self) -> float:
        """Return by how many degrees it is turned."""
        return degrees(atan2(self.place.b, self.place.a)) % 360


def turned_numbers(faces: tuple[Side, ...], checks: Checks) -> Iterator[Finding]:
    """Yield the numbers of a deck's faces that read as the number of another one."""
    least = checks["upside-down"]["least"]
    numbers: list[tuple[Side, list[Run], list[Run]]] = []
    for side in faces:
        runs = runs_of(side)
        if largest := _number(runs):
            numbers.append((side, largest, runs))
    known = {int(largest[0].text) for _, largest, _ in numbers}
    for side, largest, runs in numbers:
        text = largest[0].text
        other = _upside_down(text)
        if other is None or other not in known or largest[0].size_pt < least:
            continue
        if _has_pips(side, int(text)):
            continue
        for run in largest:
            if not (_is_marked(side, run) or _has_words(run, runs)):
                yield _finding(side, run, other)


def _finding(side: Side, run: Run, other: int) -> Finding:
    return Finding(
        "print.upside-down",
        run.origin,
        f"the number {run.text} reads as {other}, another card of {side.spec.name}, upside down",
        'mark its foot: underline: "{{ value | ambiguous_upside_down }}", or a word as large',
        side.card,
    )


def _upside_down(text: str) -> int | None:
    """Return what a number reads as upside down, None for nothing or for itself."""
    if not set(text) <= set("01689"):
        return None
    other = int(text[::-1].translate(_TURNED))
    return None if other == int(text) else other


def runs_of(side: Side) -> list[Run]:
    """Return the texts that are read on a side; figures placed one by one are one text."""
    runs: list[Run] = []
    last: Text | None = None
    for _, ink, text in side.texts():
        box = ink.own_box
        if ink.frame.clip is not None:
            whole = ink.frame.place.apply_box(box)
            if ink.bounds.width * ink.bounds.height < _SEEN * whole.width * whole.height:
                continue
        size = text.size_pt * scale_of(ink.frame.place)
        if last is not None and runs[-1].place == ink.frame.place and _goes_on(last, text):
            joined = runs[-1]
            runs[-1] = joined._replace(text=joined.text + text.text, box=joined.box.union(box))
        else:
            runs.append(Run(text.text, size, box, ink.frame.place, text.origin))
        last = text
    return [run._replace(text=run.text.strip()) for run in runs]


def _goes_on(last: Text, text: Text) -> bool:
    """Return whether a text is the next figure of the one before it."""
    return (
        text.origin == last.origin
        and text.at.y == last.at.y
        and text.size_pt == last.size_pt
        and len(text.text) == 1
        and 0 < text.at.x - last.at.x < _APART * pt_to_mm(text.size_pt)
    )


def _number(runs: list[Run]) -> list[Run]:
    """Return the largest texts of a face when they are one number, else none."""
    most = max((run.size_pt for run in runs), default=0.0)
    largest = [run for run in runs if run.size_pt >= _AS_LARGE * most]
    texts = {run.text for run in largest}
    is_number = len(texts) == 1 and all(t.isascii() and t.isdecimal() for t in texts)
    return largest if is_number else []


def _has_pips(side: Side, number: int) -> bool:
    """Return whether a face shows as many equal icons as its number says."""
    icons = (ink.frame.icon for ink in side.inks)
    return number in Counter(id(icon.plate) for icon in icons if icon is not None).values()


def _is_marked(side: Side, run: Run) -> bool:
    """Return whether a bar or dot lies beneath a number, as it is read, and none like it above."""
    back = run.place.inverse()
    if back is None:
        return False
    beneath, above = [], []
    for ink in side.inks:
        if ink.is_icon or isinstance(ink.item, (Text, Image)):
            continue
        mark = back.apply_box(ink.bounds)
        if _is_flat(mark, run.box):
            beneath.append((mark.y - run.box.bottom, mark))
            above.append((run.box.y - mark.bottom, mark))
    near = run.box.height * _BENEATH
    return any(
        -_TOUCH <= gap <= near and not any(_is_mirrored(gap, mark, *other) for other in above)
        for gap, mark in beneath
    )


def _is_mirrored(gap: float, mark: Box, other_gap: float, other: Box) -> bool:
    """Return whether a shape above a number is what a mark below it would be upside down."""
    return abs(gap - other_gap) < _ALIKE and abs(mark.width - other.width) < _ALIKE


def _is_flat(mark: Box, number: Box) -> bool:
    """Return whether a shape can be the mark of a number: low, and about as wide or less."""
    return (
        0 < mark.height <= _FLAT * number.height
        and 0 < mark.width <= 1.5 * number.width
        and number.x - 0.1 * number.width <= mark.centre.x <= number.right + 0.5 * number.width
    )


def _has_words(run: Run, runs: list[Run]) -> bool:
    """Return whether words that are read together with a number say which way is up."""
    return any(
        sum(map(str.isalpha, other.text)) >= _LETTERS
        and other.size_pt >= _WORDS * run.size_pt
        and abs((other.angle - run.angle + 180) % 360 - 180) < 1
        for other in runs
    )
