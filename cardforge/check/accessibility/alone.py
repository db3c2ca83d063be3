"""Colour alone: cards that nothing but their colours tells apart, on the table and in grey print.

Two sides are told by colour alone when they have the same shapes, texts and pictures at the same
places and no pair of colours in which they differ reaches the contrast at which one is plainly
the lighter (WCAG technique G183: 3 : 1).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from cardforge.check.accessibility.looks import Look, differing
from cardforge.check.accessibility.paint import Paint
from cardforge.check.accessibility.sides import Words
from cardforge.check.accessibility.vision import Rgb, contrast, lightness
from cardforge.diagnostics import Report, Span
from cardforge.ink import Plate

# Of more sides of equal shapes in different colours some surely differ too little.
MOST_ALIKE = 200

Pair = tuple[Rgb, Rgb]


class Likeness(NamedTuple):
    """Two sides of equal shapes: their looks, and the pairs of colours in which they differ."""

    one: Look
    other: Look
    pairs: dict[Pair, Paint]


def likenesses(groups: Iterable[Sequence[Look]]) -> list[Likeness]:
    """Return every two sides, among those compared, that differ in colour and nothing else."""
    found: dict[tuple[Plate, Plate], Likeness] = {}
    for group in groups:
        alike: dict[Hashable, list[Look]] = {}
        for look in group:
            alike.setdefault(look.shapes, []).append(look)
        for looks in alike.values():
            for one, other in combinations(_varying(looks), 2):
                pairs = differing(one.paints, other.paints)
                plates = one.side.plate, other.side.plate
                found.setdefault(plates, Likeness(one, other, pairs))
    return list(found.values())


def _varying(looks: list[Look]) -> list[Look]:
    """Return looks of equal shapes in different colours, with the paints in which some differ."""
    if len(looks) < 2:
        return []
    kept = [
        number
        for number, paints in enumerate(zip(*(look.paints for look in looks), strict=True))
        if len({(paint.fill, paint.stroke) for paint in paints}) > 1
    ]
    found: dict[Hashable, Look] = {}
    for look in looks:
        paints = tuple(look.paints[number] for number in kept)
        found.setdefault(tuple((p.fill, p.stroke) for p in paints), look._replace(paints=paints))
    return list(found.values())[:MOST_ALIKE]


def check_alone(
    found: Iterable[Likeness], least: float, words: Words, report: Report, severity: str
) -> None:
    """Report cards that only their colours tell apart, once for each deck."""

    def is_alone(pair: Pair) -> bool:
        return contrast(*pair) < least

    def message(likeness: Likeness, pair: Pair) -> str:
        one, other = likeness.one.side.cards[0], likeness.other.side.cards[0]
        shown = " and ".join(map(words.color, pair))
        if one == other:
            return f"the two sides of {one} differ in colour alone: {shown}"
        return f"{one} and {other} differ in colour alone: {shown}"

    hint = "give each colour a sign, a word or a pattern of its own"
    _report(found, is_alone, message, (report, severity, "print.colour-only", hint))


def check_grey(
    found: Iterable[Likeness], least: float, words: Words, report: Report, severity: str
) -> set[Pair]:
    """Report cards that are the same in grey print; return the pairs of colours to blame."""

    def is_grey(pair: Pair) -> bool:
        return abs(lightness(pair[0]) - lightness(pair[1])) < least

    def message(likeness: Likeness, pair: Pair) -> str:
        one, other = likeness.one.side.cards[0], likeness.other.side.cards[0]
        shown = " and ".join(f"{words.color(c)} has L* {lightness(c):.0f}" for c in pair)
        whose = f"the two sides of {one}" if one == other else f"{one} and {other}"
        return f"{whose} look alike in grey print: {shown}, {least:g} apart are needed"

    hint = "make one colour lighter, or give each a sign, a word or a pattern of its own"
    return _report(found, is_grey, message, (report, severity, "print.grey", hint))


def _report(
    found: Iterable[Likeness],
    merges: Callable[[Pair], bool],
    message: Callable[[Likeness, Pair], str],
    how: tuple[Report, str, str, str],
) -> set[Pair]:
    report, severity, code, hint = how
    blamed: set[Pair] = set()
    groups: dict[Span, list[Likeness]] = {}
    for likeness in found:
        if all(map(merges, likeness.pairs)):
            groups.setdefault(likeness.other.side.span, []).append(likeness)
            blamed.update(likeness.pairs)
    for span, group in groups.items():
        first = group[0]
        pair, paint = next(iter(first.pairs.items()))
        text = message(first, pair)
        if len(group) > 1:
            text += f"; {len(group) - 1} more pairs likewise"
        related = [(paint.origin, "painted here")] if paint.origin else []
        sides = [side for likeness in group for side in (likeness.one.side, likeness.other.side)]
        for card in dict.fromkeys(side.cards[0] for side in sides):
            report.add(severity, code, text, span, hint=hint, related=related, card=card)
    return blamed
