"""Exact chances of a hand: fractions from counting, nothing is drawn at random.

A pile may hold cards that are always in and a part of the others, as many as are shuffled in.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, sqrt
from typing import NamedTuple


class Pile(NamedTuple):
    """What is shuffled: all `always` cards and `taken` of the `other` ones, any of them."""

    always: int
    other: int
    taken: int

    @property
    def size(self) -> int:
        """Return how many cards are shuffled."""
        return self.always + self.taken

    def splits(self, hand: int) -> Iterator[tuple[int, int, Fraction]]:
        """Yield how many cards of a hand may be always and other ones, and how likely that is."""
        ways = comb(self.size, hand)
        for other in range(max(0, hand - self.always), min(hand, self.taken) + 1):
            always = hand - other
            yield always, other, Fraction(comb(self.taken, other) * comb(self.always, always), ways)


class Count(NamedTuple):
    """How many cards of a kind are among those that are always in, and among the others."""

    always: int
    other: int

    @property
    def total(self) -> int:
        """Return how many cards of the kind there are."""
        return self.always + self.other


def hypergeometric(cards: int, kind: int, hand: int, held: int) -> Fraction:
    """Return the chance that a hand holds exactly so many of a kind of cards."""
    if not 0 <= held <= hand or held > kind or hand - held > cards - kind:
        return Fraction(0)
    return Fraction(comb(kind, held) * comb(cards - kind, hand - held), comb(cards, hand))


def law(pile: Pile, kind: Count, hand: int) -> tuple[Fraction, ...]:
    """Return the chances to hold 0, 1, … cards of a kind in a hand."""
    chances = [Fraction(0)] * (hand + 1)
    for always, other, split in pile.splits(hand):
        for a in range(min(always, kind.always) + 1):
            chance = split * hypergeometric(pile.always, kind.always, always, a)
            if chance:
                for b in range(min(other, kind.other) + 1):
                    chances[a + b] += chance * hypergeometric(pile.other, kind.other, other, b)
    return tuple(chances)


def expected(pile: Pile, kind: Count, hand: int) -> Fraction:
    """Return how many cards of a kind a hand holds on average."""
    in_pile = Fraction(kind.always)
    if pile.other:
        in_pile += Fraction(kind.other * pile.taken, pile.other)
    return in_pile * hand / pile.size


def none_of(pile: Pile, kind: Count, cards: int) -> Fraction:
    """Return the chance that none of so many cards dealt is of a kind."""
    return sum(
        (
            split
            * hypergeometric(pile.always, kind.always, always, 0)
            * hypergeometric(pile.other, kind.other, other, 0)
            for always, other, split in pile.splits(cards)
        ),
        Fraction(0),
    )


def all_different(pile: Pile, kinds: Sequence[Count], hand: int) -> Fraction:
    """Return the chance that no two cards of a hand are of one kind."""
    if hand > len(kinds):
        return Fraction(0)
    # Ways to choose cards of different kinds, by how many are always ones and how many others.
    ways = {(0, 0): 1}
    for kind in kinds:
        more = dict(ways)
        for (always, other), count in ways.items():
            if always + other < hand:
                for key, factor in (
                    ((always + 1, other), kind.always),
                    ((always, other + 1), kind.other),
                ):
                    more[key] = more.get(key, 0) + count * factor
        ways = more
    return sum(
        (
            split * Fraction(ways.get((a, b), 0), comb(pile.always, a) * comb(pile.other, b))
            for a, b, split in pile.splits(hand)
        ),
        Fraction(0),
    )


def all_alike(pile: Pile, kinds: Sequence[Count], hand: int) -> Fraction:
    """Return the chance that all cards of a hand are of one kind."""
    return sum(
        (
            split
            * hypergeometric(pile.always, kind.always, always, always)
            * hypergeometric(pile.other, kind.other, other, other)
            for kind in kinds
            for always, other, split in pile.splits(hand)
        ),
        Fraction(0),
    )


class Spread(NamedTuple):
    """A sum of numbers: what it is on average, and its standard deviation."""

    mean: float
    deviation: float


def hand_sum(pile: Pile, always: Sequence[float], other: Sequence[float], hand: int) -> Spread:
    """Return the sum of a number over the cards of a hand."""
    mean = square = 0.0
    for a, b, split in pile.splits(hand):
        first, second = _part(always, a), _part(other, b)
        whole = first.mean + second.mean
        mean += float(split) * whole
        square += float(split) * (first.deviation**2 + second.deviation**2 + whole**2)
    return Spread(mean, sqrt(max(0.0, square - mean**2)))


def _part(numbers: Sequence[float], drawn: int) -> Spread:
    """Return the sum of some of these numbers, drawn without putting back."""
    n = len(numbers)
    if not drawn:
        return Spread(0.0, 0.0)
    mean = sum(numbers) / n
    variance = sum((number - mean) ** 2 for number in numbers) / n
    left = (n - drawn) / (n - 1) if n > 1 else 0.0
    return Spread(drawn * mean, sqrt(drawn * variance * left))
