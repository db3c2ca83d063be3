"""Text in columns: tables, bars, and numbers as exact as their errors are small."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

# How many cells a bar has.
BAR = 40
EIGHTHS = " ▏▎▍▌▋▊▉█"


class Table(NamedTuple):
    """Rows of cells under a heading; cells of the columns in `left` begin at the left."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: frozenset[int] = frozenset({0})


def bar(value: float, most: float, width: int = BAR) -> str:
    """Return a bar of eighths of a letter; nothing but zero is shown as nothing."""
    eighths = round(value / most * width * 8) if most > 0 else 0
    if value > 0:
        eighths = max(eighths, 1)
    return EIGHTHS[-1] * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def table(content: Table) -> list[str]:
    """Return the lines of a table, each column as wide as its widest cell."""
    lines = [list(content.heads), *content.rows] if content.heads else list(content.rows)
    if not lines:
        return []
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if index in content.left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def estimate(measure: Mapping[str, float]) -> str:
    """Return a mean with its standard error, as many figures as the error leaves sure."""
    if not measure["se"]:
        return figure(float(measure["mean"]))
    digits = digits_of(measure["se"])
    return f"{measure['mean']:,.{digits}f} ± {measure['se']:.{digits}f}"


def digits_of(least: float) -> int:
    """Return how many decimals show two figures of a number, at most 6."""
    digits = 0
    while digits < 6 and 0 < least * 10**digits < 9.5:
        digits += 1
    return digits


def figure(value: object) -> str:
    """Return a plain number with four figures."""
    if isinstance(value, float):
        return f"{value:,.{max(0, min(6, digits_of(abs(value) / 100)))}f}" if value else "0"
    return f"{value:,}" if isinstance(value, int) else str(value)


def percent(share: float) -> str:
    """Return a share in per cent."""
    return f"{share * 100:.1f} %"
