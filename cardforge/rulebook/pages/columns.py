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
# So much of the space between blocks may be taken away, and what taking all of that costs.
MOST_SHRINK = 0.3
SQUEEZED = 6.0


class Span(NamedTuple):
    """The slips of one column, from `start` up to `end`.

    `used` is how high they are, heads included, and `gaps` how much of that is space between
    blocks, which may grow or shrink.
    """

    start: int
    end: int
    used: float
    gaps: float


class _Best(NamedTuple):
    """The least cost of ending a column somewhere, and the column that does."""

    cost: float
    span: Span


def gap_of(slip: Slip) -> float:
    """Return how much of the space above a slip may change: none inside a call-out."""
    return 0.0 if slip.frame is not None else slip.before


def break_columns(slips: Sequence[Slip], height: float) -> list[Span]:
    """Return the slips of each column; one that is higher than a column stands alone in it."""
    best = [_Best(0.0, Span(0, 0, 0.0, 0.0))]
    for end in range(1, len(slips) + 1):
        best.append(_best_column(slips, end, height, best))
    spans: list[Span] = []
    end = len(slips)
    while end:
        spans.append(best[end].span)
        end = best[end].span.start
    return spans[::-1]


def _best_column(slips: Sequence[Slip], end: int, height: float, best: list[_Best]) -> _Best:
    """Return the best column that ends before `end`."""
    found: _Best | None = None
    below = gaps = 0.0
    for start in range(end - 1, -1, -1):
        slip = slips[start]
        span = Span(start, end, below + slip.height + _head(slip), gaps)
        # A slip that is higher than the column stands alone: its fault has been reported.
        if _fits(span, height) or start == end - 1:
            cost = best[start].cost + _cost(slips, span, height)
            if found is None or cost < found.cost:
                found = _Best(cost, span)
        below += slip.height + slip.before
        gaps += gap_of(slip)
        if below - MOST_SHRINK * gaps > height + TOLERANCE:
            break
    assert found is not None
    return found


def _fits(span: Span, height: float) -> bool:
    return span.used - MOST_SHRINK * span.gaps <= height + TOLERANCE


def _head(slip: Slip) -> float:
    return sum(head.height for head in slip.head)


def _cost(slips: Sequence[Slip], span: Span, height: float) -> float:
    """Return what a column costs: how empty or squeezed it is, and where it ends."""
    squeezed = max(span.used - height, 0.0) / (MOST_SHRINK * span.gaps) if span.gaps else 0.0
    cost = SQUEEZED * min(squeezed, 1.0) ** 2
    if span.end == len(slips):
        return cost
    share = min(span.used / height, 1.0)
    cost += _GAP * (1.0 - share) ** 2 + slips[span.end - 1].cost
    return cost + (_HALF_EMPTY if share < HALF else 0.0)
