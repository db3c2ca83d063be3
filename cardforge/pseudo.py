"""Pseudo-translation: text as long as a translation may get, with accents on its letters.

It shows at once which cards a translation would break.  Only what is drawn is changed, so that
no condition or name of a game notices; what has fewer than three letters (A, +3, D6) is a sign.
"""

from __future__ import annotations

import re

# How much longer a translation may be, as a share of the letters.
LONGER = 0.35
_FEWEST_LETTERS = 3
_ACCENTED = str.maketrans("aceinosuyzACEINOSUYZ", "àçéîñôšûýžÀÇÉÎÑÔŠÛÝŽ")
_VOWELS = frozenset("aeiouyàéîôûýAEIOUYÀÉÎÔÛÝ")
# Icons, the looks of a span and escaped signs are no words.
_MARKUP = re.compile(r"(\{[^{}\n]*\}|\\.)")


def pseudo(text: str) -> str:
    """Return a text with accents, 35 % longer; its markup stays as it is."""
    letters = sum(c.isalpha() for c in _MARKUP.sub("", text))
    if letters < _FEWEST_LETTERS:
        return text
    parts = [
        part if _MARKUP.fullmatch(part) else part.translate(_ACCENTED)
        for part in _MARKUP.split(text)
    ]
    return _lengthened(parts, round(letters * LONGER))


def _lengthened(parts: list[str], more: int) -> str:
    """Return the parts joined, vowels doubled from the front until so many letters are added."""
    vowels = sum(c in _VOWELS for part in parts if not _MARKUP.fullmatch(part) for c in part)
    each, left = divmod(more, vowels) if vowels else (0, 0)
    made = []
    for part in parts:
        if _MARKUP.fullmatch(part):
            made.append(part)
            continue
        for char in part:
            extra = 0
            if char in _VOWELS:
                extra = each + (left > 0)
                left -= 1
            made.append(char * (1 + extra))
    return "".join(made)
