"""Text of both directions: the Unicode Bidirectional Algorithm (UAX #9).

Characters have levels: even ones run to the right, odd ones to the left.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple
from unicodedata import bidirectional

# What may run to the left, or steers the direction: without it nothing is to be done.
_TURNS = (
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_STRONG = {"L": "ltr", "R": "rtl", "AL": "rtl"}
_ISOLATING = frozenset(("LRI", "RLI", "FSI"))
_BLANK = frozenset(("WS", "FSI", "LRI", "RLI", "PDI"))


class VisualRun(NamedTuple):
    """A stretch of a line that runs one way, and where it begins in the text."""

    text: str
    start: int
    rtl: bool


def turns(text: str) -> bool:
    """Return whether anything in a text runs to the left or might."""
    # Compiled when a text needs it: few do.
    return not text.isascii() and max(text) > "\u058f" and re.search(_TURNS, text) is not None


def direction_of(text: str) -> str:
    """Return "rtl" where the first strong letter of a text runs to the left, else "ltr"."""
    if not turns(text):
        return "ltr"
    depth = 0
    for char in text:
        kind = bidirectional(char)
        if kind in _ISOLATING:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif kind in _STRONG and depth == 0:
            return _STRONG[kind]
    return "ltr"


def levels(text: str, rtl: bool) -> list[int]:
    """Return the level of each character of a paragraph that runs to the left or right.

    Characters that steer the direction have the level of what is before them.
    """
    base = 1 if rtl else 0
    if not rtl and not turns(text):
        return [0] * len(text)
    from cardforge.shaping.bidi_explicit import REMOVED, explicit, sequences
    from cardforge.shaping.bidi_rules import resolve

    written = [bidirectional(char) or "L" for char in text]
    found, classes = explicit(written, base)
    for sequence in sequences(list(found), written, base):
        resolve(sequence, text, found, classes)
    for place, kind in enumerate(classes):
        if kind in REMOVED:
            found[place] = found[place - 1] if place else base
    return found


def visual_runs(text: str, rtl: bool) -> tuple[VisualRun, ...]:
    """Return a line's stretches in the order in which they stand from left to right.

    A text of several lines is broken first: the levels of the whole paragraph count, so a
    line is given with `levels` of its own where its paragraph has none of another direction.
    """
    return ordered_runs(text, levels(text, rtl), rtl)


def ordered_runs(text: str, found: list[int], rtl: bool) -> tuple[VisualRun, ...]:
    """Return the stretches of a line from left to right, given the levels of its characters."""
    found = _with_plain_end(text, found, 1 if rtl else 0)
    runs: list[tuple[int, VisualRun]] = []
    for level, places in groupby(range(len(text)), lambda place: found[place]):
        held = list(places)
        runs.append((level, VisualRun(text[held[0] : held[-1] + 1], held[0], level % 2 == 1)))
    for level in range(max(found, default=0), 0, -1):
        runs = _reversed(runs, level)
    return tuple(run for _, run in runs)


def _with_plain_end(text: str, found: list[int], base: int) -> list[int]:
    """Return the levels with blanks at the line's end, and before tabs, in its own direction."""
    from cardforge.shaping.bidi_explicit import REMOVED

    found = list(found)
    is_end = True
    for place in range(len(text) - 1, -1, -1):
        kind = bidirectional(text[place])
        if kind in ("S", "B"):
            is_end = True
        if not is_end:
            continue
        if kind in _BLANK or kind in REMOVED or kind in ("S", "B"):
            found[place] = base
        else:
            is_end = False
    return found


def _reversed(runs: list[tuple[int, VisualRun]], least: int) -> list[tuple[int, VisualRun]]:
    """Return runs with each stretch of at least a level turned round (L2)."""
    turned: list[tuple[int, VisualRun]] = []
    for is_high, group in groupby(runs, lambda run: run[0] >= least):
        held = list(group)
        turned += held[::-1] if is_high else held
    return turned
