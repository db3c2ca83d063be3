"""Which fields of a deck are worth counting, and how often each value is there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import floor, isfinite, log10, sqrt
from typing import Any, NamedTuple

from cardforge.decode import Deferred
from cardforge.expressions import printed
from cardforge.model import Card, Deck, DeckSpec, Game

LONGEST_VALUE = 32
# Text fields with more values than this tell cards apart rather than count them.
MOST_KINDS = 24
# More different numbers than this are counted in steps.
MOST_NUMBERS = 16
MOST_STEPS = 12
NO_VALUE = "(none)"
_OWN = ("name", "id", "copies", "face", "back")
_SOURCE = re.compile(r"(.*[-_])?sources?")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3,8}")


class Numbers(NamedTuple):
    """The numbers of a field over all copies; the deviation is that of the whole deck."""

    field: str
    least: float
    most: float
    mean: float
    median: float
    deviation: float
    sum: float


class Kinds(NamedTuple):
    """A field that sorts the cards into kinds: its names, the kinds in order, each card's kind."""

    # Several fields that tell the same cards apart are one; the first one's values are shown.
    fields: tuple[str, ...]
    values: tuple[str, ...]
    counts: tuple[int, ...]
    # The kind of each card of the deck by id, where it has one.
    of_card: dict[str, int]
    numbers: tuple[Numbers, ...]
    # Named by the deck's loops, the composition or the dealing: what the designer counts by.
    main: bool
    # Whether the values are steps of many numbers.
    stepped: bool

    @property
    def name(self) -> str:
        """Return the field whose values are shown."""
        return self.fields[0]


def kinds_of(decks: Sequence[Deck], cards: Sequence[Card], game: Game) -> tuple[Kinds, ...]:
    """Return the fields of some cards of these decks worth counting, the main ones first."""
    names = dict.fromkeys(name for card in cards for name in card.fields)
    main: set[str] = set()
    for deck in decks:
        main |= _main_fields(deck, game, names)
    specs = [deck.spec for deck in decks]
    found: dict[tuple[str | None, ...], Kinds] = {}
    told: list[Sequence[Any]] = []
    for name in sorted(names, key=lambda name: name not in main):
        column = [_value(card, name) for card in cards]
        if not any(_is_wanted(name, spec) for spec in specs) or not _is_countable(column, cards):
            continue
        kinds = _kinds(name, column, cards, name in main)
        partition = _partition(column)
        if kinds.numbers and any(_follows(column, other) for other in told):
            kinds = kinds._replace(numbers=())
        elif kinds.numbers:
            told.append(column)
        if partition in found:
            first = found[partition]
            kinds = first._replace(
                fields=first.fields + kinds.fields, numbers=first.numbers + kinds.numbers
            )
        found[partition] = kinds
    if not any(kinds.main for kinds in found.values()):
        return tuple(kinds._replace(main=True) for kinds in found.values())
    return tuple(found.values())


def _follows(column: Sequence[Any], other: Sequence[Any]) -> bool:
    """Return whether numbers are those of another column, all times and plus the same."""
    pairs = [
        (number_of(a), number_of(b))
        for a, b in zip(column, other, strict=True)
        if a is not None or b is not None
    ]
    points = [(a, b) for a, b in pairs if a is not None and b is not None]
    if len(points) < len(pairs):
        return False
    (a0, b0), (a1, b1) = points[0], max(points, key=lambda point: abs(point[1] - points[0][1]))
    return b0 != b1 and all(
        abs((a - a0) * (b1 - b0) - (a1 - a0) * (b - b0)) < 1e-9 for a, b in points
    )


def _value(card: Card, name: str) -> Any:
    value = card.fields.get(name)
    return None if value == "" else value


def _main_fields(deck: Deck, game: Game, names: Iterable[str]) -> set[str]:
    """Return the fields by which the designer counts; all when nothing says so."""
    said = set(deck.spec.loops)
    for statement in game.composition:
        if deck.name in statement.decks or statement.every is not None:
            said.update(statement.field, statement.by, _names(statement.where))
    for dealing in game.dealing:
        if deck.name in dealing.decks:
            said.update(_names(dealing.always))
    known = set(names)
    return said & known or known


def _names(condition: Any) -> frozenset[str]:
    return condition.expression.names if isinstance(condition, Deferred) else frozenset()


def _is_wanted(name: str, spec: DeckSpec) -> bool:
    """Return whether a field can be more than bookkeeping."""
    if name in _OWN or _SOURCE.fullmatch(name):
        return False
    if name != "number":
        return True
    # Every card has a number by its place; one of the designer's own counts.
    return (
        "number" in spec.let
        or "number" in spec.loops
        or any("number" in row.fields or "number" in row.expressions for row in spec.rows)
    )


def _is_countable(column: Sequence[Any], cards: Sequence[Card]) -> bool:
    """Return whether the values of a field sort cards into kinds that a reader can take in."""
    there = [value for value in column if value is not None]
    if any(isinstance(value, (list, tuple, dict)) for value in there):
        return False
    different = len({printed(value) for value in column})
    if different < 2:
        return False
    if all(number_of(value) is not None for value in there):
        return True
    texts = [printed(value) for value in there]
    if any(len(text) > LONGEST_VALUE or set(text) & set("\n<>") for text in texts):
        return False
    if any(_COLOUR.fullmatch(text) for text in texts):
        return False
    # One value for nearly every card is its name.
    return different <= MOST_KINDS and (different < len(cards) or len(there) < len(cards))


def _partition(column: Sequence[Any]) -> tuple[str | None, ...]:
    """Return which cards have the same value: equal for fields that sort the cards alike."""
    first: dict[Any, str] = {}
    return tuple(first.setdefault(printed(value), str(len(first))) for value in column)


def _kinds(name: str, column: Sequence[Any], cards: Sequence[Card], main: bool) -> Kinds:
    pairs = [
        (number, card.copies)
        for value, card in zip(column, cards, strict=True)
        if (number := number_of(value)) is not None
    ]
    is_number = all(value is None or number_of(value) is not None for value in column)
    labels = [_label(value) for value in column]
    order = list(dict.fromkeys(labels))
    stepped = is_number and len(order) > MOST_NUMBERS
    if stepped:
        steps = _Steps([number for number, _ in pairs])
        labels = [NO_VALUE if v is None else steps.label(number_of(v) or 0.0) for v in column]
        order = steps.labels()
    elif is_number:
        by_label = {_label(value): number_of(value) for value in column}
        order.sort(key=lambda label: (by_label[label] is None, by_label[label] or 0))
    counts = Counter[str]()
    for label, card in zip(labels, cards, strict=True):
        counts[label] += card.copies
    if NO_VALUE in counts and NO_VALUE not in order:
        order.append(NO_VALUE)
    return Kinds(
        fields=(name,),
        values=tuple(order),
        counts=tuple(counts[label] for label in order),
        of_card={c.id: order.index(label) for c, label in zip(cards, labels, strict=True)},
        numbers=(_numbers(name, pairs),) if is_number else (),
        main=main,
        stepped=stepped,
    )


def _label(value: Any) -> str:
    if value is None:
        return NO_VALUE
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printed(value)


def number_of(value: Any) -> float | None:
    """Return a value as a number, None when it is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        # 007 and +5 are words of the designer's.
        is_number = re.fullmatch(r"-?(0|[1-9]\d{0,14})(\.\d{1,9})?", value, re.ASCII)
        value = float(value) if is_number else None
    if isinstance(value, (int, float)) and isfinite(value):
        return int(value) if value == int(value) else value
    return None


def _numbers(name: str, pairs: Sequence[tuple[float, int]]) -> Numbers:
    """Return the figures of numbers with how often each is there."""
    n = sum(times for _, times in pairs)
    total = sum(number * times for number, times in pairs)
    mean = total / n
    variance = sum(times * (number - mean) ** 2 for number, times in pairs) / n
    ordered = [number for number, times in sorted(pairs) for _ in range(times)]
    return Numbers(
        field=name,
        least=ordered[0],
        most=ordered[-1],
        mean=mean,
        median=(ordered[(n - 1) // 2] + ordered[n // 2]) / 2,
        deviation=sqrt(variance),
        sum=total,
    )


class _Steps:
    """Steps of even width that hold many numbers: 1–10, 11–20, …."""

    def __init__(self, numbers: Sequence[float]) -> None:
        least, most = min(numbers), max(numbers)
        self.whole = all(number == int(number) for number in numbers)
        self.width = _round_width((most - least) / MOST_STEPS, whole=self.whole)
        starts = [floor(least / self.width) * self.width]
        if self.whole:
            # 1–10 or 0–9, whichever needs fewer steps.
            starts.insert(0, floor((least - 1) / self.width) * self.width + 1)
        self.start = max(starts)
        self.steps = floor((most - self.start) / self.width) + 1

    def label(self, number: float) -> str:
        """Return the step that a number is in."""
        return self._written(floor((number - self.start) / self.width))

    def labels(self) -> list[str]:
        """Return every step."""
        return [self._written(step) for step in range(self.steps)]

    def _written(self, step: int) -> str:
        low = self.start + step * self.width
        high = low + self.width - (1 if self.whole else 0)
        if low == high:
            return printed(_tidy(low))
        join = " to below " if not self.whole else "–" if self.start >= 0 else " to "
        return f"{printed(_tidy(low))}{join}{printed(_tidy(high))}"


def _round_width(least: float, *, whole: bool) -> float:
    """Return the next larger of 1, 2, 5, 10, 20, …."""
    power = 10.0 ** floor(log10(least))
    width = next(power * step for step in (1, 2, 5, 10) if power * step >= least - 1e-12)
    return max(1, round(width)) if whole else width


def _tidy(number: float) -> float:
    rounded = round(number, 9)
    return int(rounded) if rounded == int(rounded) else rounded
