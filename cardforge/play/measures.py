"""What is counted over many games: samples, shares and laws, all in whole numbers.

Sums of whole numbers do not depend on the order of the games, so that any number of
processes finds the same figures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import ceil, sqrt
from typing import Any


class Sample:
    """Whole numbers, one for each game, round or other unit that was measured."""

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, value: int, times: int = 1) -> None:
        """Count a value."""
        self.counts[value] += times

    def merge(self, other: Sample) -> None:
        """Add the values of another sample."""
        self.counts.update(other.counts)

    @property
    def n(self) -> int:
        """Return how many values there are."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """Return the sample mean, 0 of an empty sample."""
        return self._total() / self.n if self.counts else 0.0

    @property
    def se(self) -> float:
        """Return the standard error of the mean: sample standard deviation / √n."""
        n = self.n
        if n < 2:
            return 0.0
        squares = sum(value * value * times for value, times in self.counts.items())
        # In whole numbers: n·Σx² − (Σx)² is exact.
        return sqrt((n * squares - self._total() ** 2) / (n * (n - 1))) / sqrt(n)

    def _total(self) -> int:
        return sum(value * times for value, times in self.counts.items())

    @property
    def most(self) -> int:
        """Return the largest value, 0 of an empty sample."""
        return max(self.counts, default=0)

    def quantile(self, share: float) -> int:
        """Return the nearest-rank quantile: the element ⌈share · n⌉ of the sorted sample."""
        rank = max(1, ceil(share * self.n))
        for value in sorted(self.counts):
            rank -= self.counts[value]
            if rank <= 0:
                return value
        return 0

    def data(self) -> dict[str, float]:
        """Return the sample as a measure of the JSON."""
        return {"mean": self.mean, "se": self.se, "n": self.n}


class Share:
    """How often something was so, out of how many times it could have been."""

    __slots__ = ("hits", "n")

    def __init__(self, hits: int = 0, n: int = 0) -> None:
        self.hits, self.n = hits, n

    def add(self, hits: int, n: int = 1) -> None:
        """Count `hits` out of `n`."""
        self.hits += hits
        self.n += n

    def merge(self, other: Share) -> None:
        """Add the counts of another share."""
        self.add(other.hits, other.n)

    @property
    def mean(self) -> float:
        """Return the proportion, 0 of nothing."""
        return self.hits / self.n if self.n else 0.0

    @property
    def se(self) -> float:
        """Return the standard error √(p (1 − p) / n)."""
        return sqrt(self.mean * (1 - self.mean) / self.n) if self.n else 0.0

    def data(self) -> dict[str, float]:
        """Return the share as a measure of the JSON."""
        return {"mean": self.mean, "se": self.se, "n": self.n}


class Tally:
    """Everything counted in some games, by name; see `Rules.record` of each game for its names.

    Every game counts the samples `turns` and `tokens_in_use` (the most at once in a game), the
    shares `win_by_seat` (by seat), `runaway` and `deadlock`, and the laws `endings` (how games
    ended), `played` (by card id: how often it was played) and `mattered` (by card id: how often it
    decided something).  Games with tokens note by `note_largest`, under the id of the token, the
    most of it that lay out at once.  Their measures say how the draw pile fares: `p_any_reshuffle`
    or `p_round_reshuffled`, `reshuffles` and, where a draw can fail, `p_draw_short`.
    """

    def __init__(self) -> None:
        self.games = 0
        # The number of the game that is being recorded, set by whoever plays them.
        self.number = 0
        self.samples: defaultdict[str, Sample] = defaultdict(Sample)
        self.shares: defaultdict[str, Share] = defaultdict(Share)
        self.by_seat: defaultdict[str, defaultdict[int, Share]] = defaultdict(_shares)
        self.laws: defaultdict[str, Counter[Any]] = defaultdict(Counter)
        # The largest of something over all games, and the number of the game that had it.
        self.largest: dict[str, tuple[int, int]] = {}

    def merge(self, other: Tally) -> None:
        """Add what another tally counted."""
        self.games += other.games
        for name, sample in other.samples.items():
            self.samples[name].merge(sample)
        for name, share in other.shares.items():
            self.shares[name].merge(share)
        for name, seats in other.by_seat.items():
            for seat, share in seats.items():
                self.by_seat[name][seat].merge(share)
        for name, law in other.laws.items():
            self.laws[name].update(law)
        for name, (value, number) in other.largest.items():
            self.note_largest(name, value, number)

    def note_largest(self, name: str, value: int, number: int | None = None) -> None:
        """Keep the largest value of something and the first game that had it."""
        number = self.number if number is None else number
        old = self.largest.get(name)
        if old is None or (value, -number) > (old[0], -old[1]):
            self.largest[name] = (value, number)

    def seats(self, name: str) -> dict[str, dict[str, float]]:
        """Return a share by seat as a measure of the JSON."""
        return {str(seat): share.data() for seat, share in sorted(self.by_seat[name].items())}


def proportions(law: Counter[Any]) -> dict[str, dict[str, float]]:
    """Return a law as a measure of the JSON: value → proportion."""
    n = law.total()
    return {str(value): Share(law[value], n).data() for value in sorted(law)}


def _shares() -> defaultdict[int, Share]:
    return defaultdict(Share)
