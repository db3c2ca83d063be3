"""How sure a measure is: tails of chance, and the difference between two measures."""

from collections.abc import Mapping
from math import erfc, exp, lgamma, log, sqrt
from typing import Any, NamedTuple


class Difference(NamedTuple):
    """How a measure of the second outcome differs from the same one of the first."""

    name: str
    first: float
    second: float
    first_se: float | None = None
    second_se: float | None = None

    @property
    def by(self) -> float:
        """Return how much the second is larger."""
        return self.second - self.first

    @property
    def se(self) -> float | None:
        """Return the standard error of the difference, None where that of a measure is unknown."""
        if self.first_se is None or self.second_se is None:
            return None
        return sqrt(self.first_se**2 + self.second_se**2)

    @property
    def z(self) -> float | None:
        """Return the difference in standard errors, None where that is unknown or zero."""
        return self.by / self.se if self.se else None

    @property
    def p(self) -> float | None:
        """Return how likely such a difference, up or down, is by chance alone."""
        return None if self.z is None else erfc(abs(self.z) / sqrt(2))


def binomial_tail(hits: int, n: int, p: float) -> float:
    """Return the chance of at least `hits` out of `n`, each with chance `p`: exact, one-sided."""
    if hits <= 0 or p >= 1:
        return 1.0
    if hits > n or p <= 0:
        return 0.0
    if hits <= n * p:
        # Where the tail is the larger part, what is missing is summed.
        return 1.0 - binomial_tail(n - hits + 1, n, 1 - p)
    term = exp(
        lgamma(n + 1) - lgamma(hits + 1) - lgamma(n - hits + 1)
        + hits * log(p) + (n - hits) * log(1 - p)
    )  # fmt: skip
    total = term
    for k in range(hits, n):
        term *= (n - k) / (k + 1) * p / (1 - p)
        total += term
        if term < total * 1e-17:
            break
    return min(total, 1.0)


def p_value(p: float) -> str:
    """Return how small a chance is, as it stands after the letter p."""
    return "< 0.000001" if p < 1e-6 else f"= {p:.2g}"


def differences(
    first: Mapping[str, Any], second: Mapping[str, Any], within: str = ""
) -> list[Difference]:
    """Return the differences of all measures that both have, in the order of the first."""
    found = []
    for name in (key for key in first if key in second):
        mine, theirs, full = first[name], second[name], f"{within}{name}"
        if is_number(mine) and is_number(theirs):
            found.append(Difference(full, mine, theirs))
        elif is_estimate(mine) and is_estimate(theirs):
            means, errors = (mine["mean"], theirs["mean"]), (mine["se"], theirs["se"])
            found.append(Difference(full, *means, *errors))
        elif is_group(mine) and is_group(theirs):
            found += differences(mine, theirs, f"{full} ")
    return found


def is_number(measure: object) -> bool:
    """Return whether a measure is a plain number."""
    return isinstance(measure, (int, float)) and not isinstance(measure, bool)


def is_estimate(measure: object) -> bool:
    """Return whether a measure is a mean with its standard error."""
    return isinstance(measure, Mapping) and measure.keys() == {"mean", "se", "n"}


def is_group(measure: object) -> bool:
    """Return whether a measure holds measures by key: one for each seat, each ending."""
    return isinstance(measure, Mapping) and not is_estimate(measure)
