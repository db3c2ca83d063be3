"""Codes and plays of Numerik as whole numbers, and what is known of each of them beforehand.

A code is read as one number: hundreds, tens, units.  A play is 3 · digit + place, so that the
plays that are forbidden at a moment are the bits of one number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

PLACES = 3
DIGITS = 10
PLAYS = PLACES * DIGITS
CODES = DIGITS**PLACES
# What a digit is worth at each place of a code.
WEIGHTS = (100, 10, 1)
# What stands for the place and the digit of the last play when there is none.
NO_PLACE, NO_DIGIT = PLACES, DIGITS
ALL_PLACES = (1 << PLACES) - 1

DIGIT_OF = tuple(play // PLACES for play in range(PLAYS))
PLACE_OF = tuple(play % PLACES for play in range(PLAYS))


def shown(code: int) -> str:
    """Return a code as it is read aloud: 3-6-1."""
    return "-".join(f"{code:03d}")


def digits_of(code: int) -> tuple[int, int, int]:
    """Return the digits of a code at its three places."""
    return code // 100, code // 10 % 10, code % 10


def _is_null(code: int) -> bool:
    """Return whether a code does nothing: action 0, target 0, or 0 cards."""
    action, x, target = digits_of(code)
    return not action or not target or (not x and action <= 4)


def _plays(digit: int | None, place: int | None) -> int:
    """Return the plays of a digit or on a place as bits; None means any."""
    return sum(
        1 << play
        for play in range(PLAYS)
        if digit in (None, DIGIT_OF[play]) and place in (None, PLACE_OF[play])
    )


IS_NULL = tuple(_is_null(code) for code in range(CODES))
# The digit of a triple, None of any other code.
TRIPLE: tuple[int | None, ...] = tuple(
    code % 10 if len(set(digits_of(code))) == 1 else None for code in range(CODES)
)
# Forbidden plays: on a place, of a digit, of a digit on the place where it lies already.
ON_PLACE = (*(_plays(None, place) for place in range(PLACES)), 0)
OF_DIGIT = (*(_plays(digit, None) for digit in range(DIGITS)), 0)
COVERING = tuple(
    sum(1 << PLACES * digit + place for place, digit in enumerate(digits_of(code)))
    for code in range(CODES)
)
# Plays of the digits that are the bits of a number: Ban tokens.
OF_DIGITS = tuple(
    sum(OF_DIGIT[digit] for digit in range(DIGITS) if bans >> digit & 1) for bans in range(1024)
)


def after(code: int, play: int) -> int:
    """Return the code that a play makes."""
    weight = WEIGHTS[PLACE_OF[play]]
    return code + (DIGIT_OF[play] - code // weight % 10) * weight


# Returns the plays that a code, and the place and the digit of the last play, forbid.
Forbid = Callable[[int, int, int], int]

FORBID: Mapping[str, Forbid] = {
    "cover": lambda code, place, digit: ON_PLACE[place] | COVERING[code],
    "prev": lambda code, place, digit: ON_PLACE[place] | OF_DIGIT[digit],
    "combo": lambda code, place, digit: ON_PLACE[place] & OF_DIGIT[digit],
    "pos": lambda code, place, digit: ON_PLACE[place],
    "none": lambda code, place, digit: 0,
}
