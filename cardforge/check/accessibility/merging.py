"""Colour-blind eyes: pairs of colours that ordinary eyes tell apart and other eyes do not.

A pair matters in two cases.  It *tells*: one element is painted in the one colour on some cards
and in the other on others, and nothing else says the same.  Or it *meets*: on
one side a shape of the one colour borders on the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from cardforge.check.accessibility.looks import Colors, Feature, Look
from cardforge.check.accessibility.sides import Words
from cardforge.check.accessibility.vision import (
    GREY,
    MACHADO,
    Rgb,
    difference,
    hex_of,
    lightness,
    seen,
)
from cardforge.diagnostics import Report, Span

HINT = "make one lighter or darker, or say the same by a sign, a word or a pattern"
TELL = "alone tell cards apart and"
MEET = "meet here and"
# An element of more colours than this is a scale: nobody tells so many apart by name.
MOST_LABELS = 100
# So is one of more than a dozen colours that hardly come back, when each card has its own words.
_DOZEN = 12
# How many other pairs of one element a message names.
_MORE = 3

Label = tuple[Colors, ...]
Pair = tuple[Rgb, Rgb]
# The sides that have one label of an element, and those that have another, by number.
Groups = tuple[tuple[int, ...], tuple[int, ...]]


class Limits(NamedTuple):
    """From which difference on colours are apart for ordinary eyes, for others, and in grey."""

    apart: float
    least: float
    grey: float


class Merging(NamedTuple):
    """Two colours of an element that some kinds of vision do not tell apart."""

    pair: Pair
    visions: tuple[str, ...]
    span: Span | None
    cards: tuple[str, ...]
    why: str


def merges(pair: Pair, vision: str, limits: Limits) -> bool:
    """Return whether a kind of vision does not tell two colours apart."""
    if vision == GREY:
        return abs(lightness(pair[0]) - lightness(pair[1])) < limits.grey
    return difference(*pair, vision) < limits.least


def are_apart(pair: Pair, limits: Limits) -> bool:
    """Return whether ordinary eyes tell two colours apart at once."""
    return difference(*pair) >= limits.apart


def telling(groups: Iterable[Sequence[Look]], limits: Limits) -> Iterator[Merging]:
    """Yield the merging pairs of colours that alone say something about cards."""
    for looks in groups:
        if len(looks) > 1:
            yield from _Deck(looks, limits).merging()


class _Deck:
    """Sides that are compared, by what each element puts on them."""

    def __init__(self, looks: Sequence[Look], limits: Limits) -> None:
        self.looks, self.limits = looks, limits
        self.elements = dict.fromkeys(origin for look in looks for origin in look.features)
        self._values: dict[tuple[Span | None, tuple[int, ...]], set[tuple[int, ...]]] = {}

    def merging(self) -> Iterator[Merging]:
        for element in self.elements:
            groups: dict[Label, list[int]] = {}
            for number, look in enumerate(self.looks):
                if element in look.features:
                    groups.setdefault(look.features[element].colors, []).append(number)
            if self._is_scale(groups):
                continue
            for (one, these), (other, those) in combinations(groups.items(), 2):
                own = tuple(these), tuple(those)
                if self._is_told_by_shape(own):
                    continue
                pair, visions = _unlike(one, other, self.limits)
                told = [v for v in visions if not self._is_told_by_color(element, own, v)]
                if pair is not None and told:
                    cards = [self.looks[group[0]].side.cards[0] for group in own]
                    yield Merging(pair, tuple(told), element, tuple(cards), TELL)

    def _is_scale(self, groups: Mapping[Label, Sequence[int]]) -> bool:
        """Return whether an element's colours are a scale, not signs of groups of sides."""
        sides = [number for group in groups.values() for number in group]
        if len(groups) > MOST_LABELS or not _DOZEN < len(groups) > len(sides) / 2:
            return len(groups) > MOST_LABELS
        return len({self.looks[number].shapes for number in sides}) == len(sides)

    def _is_told_by_shape(self, groups: Groups) -> bool:
        """Return whether a word, shape or place tells two groups of sides apart.

        It does when no side of one group has it as a side of the other has, and when it is a mark
        of the group: a text of its own on each of many cards is none.
        """
        these, those = groups
        if len(these) == len(those) == 1:
            return self.looks[these[0]].shapes != self.looks[those[0]].shapes
        return any(self._marks(element, these, those) for element in self.elements)

    def _marks(self, element: Span | None, these: tuple[int, ...], those: tuple[int, ...]) -> bool:
        """Return whether the shapes of an element mark the two groups."""
        one, other = self._shapes(element, these), self._shapes(element, those)
        if one & other:
            return False
        if one == {()} or other == {()} or 1 in (len(these), len(those)):
            return True
        return len(one) < len(these) and len(other) < len(those)

    def _shapes(self, element: Span | None, group: tuple[int, ...]) -> set[tuple[int, ...]]:
        known = self._values.get((element, group))
        if known is None:
            nothing = Feature((), ())
            known = {self.looks[i].features.get(element, nothing).shapes for i in group}
            self._values[element, group] = known
        return known

    def _is_told_by_color(self, element: Span | None, groups: Groups, vision: str) -> bool:
        """Return whether the colours of another element tell two groups apart."""
        others = (other for other in self.elements if other != element)
        return any(self._differs(other, groups, vision) for other in others)

    def _differs(self, element: Span | None, groups: Groups, vision: str) -> bool:
        """Return whether a vision sees an element's colours differ on any two of two groups."""
        labels = [{self.looks[i].features.get(element) for i in group} for group in groups]
        for one, other in product(*labels):
            if one is None or other is None:
                return False
            pairs = _pairs(one.colors, other.colors)
            if not pairs or all(merges(pair, vision, self.limits) for pair in pairs):
                return False
        return True


def _pairs(one: Label, other: Label) -> list[Pair] | None:
    """Return the colours in which two labels differ, None when they are not comparable."""
    if len(one) != len(other):
        return None
    pairs = []
    for first, second in zip(one, other, strict=True):
        for a, b in zip(first, second, strict=True):
            if (a is None) != (b is None):
                return None
            if a is not None and b is not None and a != b:
                pairs.append((a, b))
    return pairs


def _unlike(one: Label, other: Label, limits: Limits) -> tuple[Pair | None, tuple[str, ...]]:
    """Return the most different pair of two labels, and the kinds of vision that merge them."""
    pairs = _pairs(one, other)
    if not pairs or not any(are_apart(pair, limits) for pair in pairs):
        return None, ()
    visions = tuple(v for v in (*MACHADO, GREY) if all(merges(p, v, limits) for p in pairs))
    return max(pairs, key=lambda pair: difference(*pair)), visions


def report_vision(
    found: Iterable[Merging], limits: Limits, words: Words, report: Report, severity: str
) -> None:
    """Report each pair that colour-blind eyes merge once, at the first element that has it."""

    def told(merging: Merging) -> str:
        one, other = merging.pair
        visions = ", ".join(
            f"{vision} ({hex_of(seen(one, vision))} and {hex_of(seen(other, vision))},"
            f" {difference(one, other, vision):.1f} apart)"
            for vision in merging.visions
        )
        return f"{merging.why} merge for {visions} vision, {limits.least:g} is needed"

    kept = _once(found, lambda vision: vision != GREY)
    _report(kept, told, words, (report, severity, "print.vision"))


def report_grey(
    found: Iterable[Merging], limits: Limits, words: Words, report: Report, severity: str
) -> None:
    """Report each pair that is one grey in print once, at the first element that has it."""

    def told(merging: Merging) -> str:
        one, other = (f"{lightness(color):.0f}" for color in merging.pair)
        needed = f"{limits.grey:g} apart are needed"
        return f"{merging.why} are one grey in print, L* {one} and {other}, {needed}"

    kept = _once(found, lambda vision: vision == GREY)
    _report(kept, told, words, (report, severity, "print.grey"))


def _once(found: Iterable[Merging], counts: Callable[[str], bool]) -> Iterator[Merging]:
    """Yield each pair of colours once, with the kinds of vision that count, if any."""
    done = set()
    for merging in found:
        visions = tuple(filter(counts, merging.visions))
        pair = frozenset(map(hex_of, merging.pair))
        if visions and pair not in done:
            done.add(pair)
            yield merging._replace(visions=visions)


def _report(
    found: Iterable[Merging],
    told: Callable[[Merging], str],
    words: Words,
    how: tuple[Report, str, str],
) -> None:
    """Report the pairs of each element as one problem: the first in full, the others by name."""
    report, severity, code = how
    elements: dict[Span | None, list[Merging]] = {}
    for merging in found:
        elements.setdefault(merging.span, []).append(merging)
    for span, merging_here in elements.items():
        names = [" and ".join(map(words.color, merging.pair)) for merging in merging_here]
        message = f"{names[0]} {told(merging_here[0])}"
        if names[1:]:
            message += "; likewise " + ", ".join(names[1 : 1 + _MORE])
        if names[1 + _MORE :]:
            message += f" and {len(names) - 1 - _MORE} more pairs"
        for card in dict.fromkeys(card for merging in merging_here for card in merging.cards):
            report.add(severity, code, message, span, hint=HINT, card=card)
