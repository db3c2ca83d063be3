"""Breaking slips into columns: of all ways the one that leaves the fewest and calmest gaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.rulebook.pages.slips import Slip

TOLERANCE = 0.01
# A column emptier than this looks unfinished.
HALF = 0.5
_HALF_EMPTY = 4_000.0
_GAP = 100.0


class Span(NamedTuple):
    """The slips of one column, from `start` up to `end`, and how high they are, heads included."""

    start: int
    end: int
    used: float


def break_columns(slips: Sequence[Slip], height: float) -> list[Span]:
    """Return the slips of each column; one that is higher than a column stands alone in it."""
    count = len(slips)
    best: list[tuple[float, int, float]] = [(0.0, 0, 0.0)]
    for end in range(1, count + 1):
        best.append(_best_start(slips, end, height, best))
    spans: list[Span] = []
    end = count
    while end:
        _, start, used = best[end]
        spans.append(Span(start, end, used))
        end = start
    return spans[::-1]


def _best_start(
    slips: Sequence[Slip], end: int, height: float, best: list[tuple[float, int, float]]
) -> tuple[float, int, float]:
    """Return the least cost of ending a column before `end`, where it begins, how full it is."""
    found: tuple[float, int, float] | None = None
    below = 0.0
    for start in range(end - 1, -1, -1):
        slip = slips[start]
        used = below + slip.height + _head(slip)
        # A slip that is higher than the column stands alone: its fault has been reported.
        if used <= height + TOLERANCE or start == end - 1:
            cost = best[start][0] + _cost(slips, end, used, height)
            if found is None or cost < found[0]:
                found = (cost, start, used)
        below += slip.height + slip.before
        if below > height + TOLERANCE:
            break
    assert found is not None
    return found


def _head(slip: Slip) -> float:
    return sum(head.height for head in slip.head)


def _cost(slips: Sequence[Slip], end: int, used: float, height: float) -> float:
    """Return what ending a column before `end` costs."""
    if end == len(slips):
        return 0.0
    share = min(used / height, 1.0)
    cost = _GAP * (1.0 - share) ** 2 + slips[end - 1].cost
    return cost + (_HALF_EMPTY if share < HALF else 0.0)
