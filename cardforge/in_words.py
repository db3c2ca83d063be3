"""Filters for numbers on cards: spelled out, signed, rounded up, told from their turned twins."""

from __future__ import annotations

import math

_TURNED = str.maketrans("01689", "01986")


def spelled(number: int, language: str) -> str:
    """Return a whole number in the words of a language (82 → quatre-vingt-deux)."""
    from num2words import num2words

    try:
        return str(num2words(int(number), lang=language))
    except NotImplementedError:
        raise ValueError(f"numbers cannot be spelled in '{language}'") from None


def ordinal(number: int, language: str) -> str:
    """Return a whole number as an ordinal in the words of a language (3 → troisième)."""
    from num2words import num2words

    try:
        return str(num2words(int(number), lang=language, to="ordinal"))
    except NotImplementedError:
        raise ValueError(f"numbers cannot be spelled in '{language}'") from None


def ceil(number: float) -> int:
    """Return the smallest whole number not below `number`."""
    return math.ceil(number)


def signed(number: int) -> str:
    """Return a number with its sign, a real minus for negative ones (+3, −5, +0)."""
    return f"−{-number}" if number < 0 else f"+{number}"


def ambiguous_upside_down(number: int | str) -> bool:
    """Return whether a number turned by 180° reads as other digits (6 → 9, 10 → 01; not 8, 69)."""
    text = str(number)
    if not text or not set(text) <= set("01689"):
        return False
    return text[::-1].translate(_TURNED) != text
