"""Where a word may be divided at the end of a line, by the patterns of its language."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import normalize

if TYPE_CHECKING:
    import pyphen

# The fewest letters that stay on the line and that go to the next one.
BEFORE = 2
AFTER = 3

# Words before an apostrophe are words of their own where vowels are elided: l’éléphant.
_ELIDING = frozenset({"ca", "fr", "it"})
_LETTERS = r"[^\W\d_]+"
_PLAIN_WORD = re.compile(rf"[\W_]*({_LETTERS}(?:['’\-\u2010\u2011]{_LETTERS})*)[\W_]*\Z")
_PART = re.compile(rf"({_LETTERS})((?:['’]{_LETTERS})*)")


@lru_cache(maxsize=16)
def _patterns(language: str) -> pyphen.Pyphen | None:
    """Return the patterns of a language such as `fr` or `en-GB`, None for an unknown one."""
    import pyphen

    name = pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=name, left=BEFORE, right=AFTER) if name else None


@lru_cache(maxsize=8192)
def divisions(word: str, language: str) -> tuple[int, ...]:
    """Return the places where a word without blanks may get a hyphen, in order.

    What is no plain word is left whole: figures, addresses, capitals inside.
    """
    match = _PLAIN_WORD.match(word)
    patterns = _patterns(language) if match and normalize("NFC", word) == word else None
    if match is None or patterns is None:
        return ()
    found: list[int] = []
    for part in _PART.finditer(word, match.start(1), match.end(1)):
        found += _in_part(part, patterns, language.replace("_", "-").split("-")[0])
    return tuple(found)


def _in_part(part: re.Match[str], patterns: pyphen.Pyphen, language: str) -> list[int]:
    """Return the places in what stands between two hyphens of a word."""
    if language in _ELIDING:
        pieces = re.finditer(_LETTERS, part[0])
    elif part[2] in ("", "'s", "’s"):
        pieces = re.finditer(_LETTERS, part[1])
    else:
        # The patterns know no contractions: could-n’t.
        return []
    return [
        part.start() + piece.start() + place
        for piece in pieces
        for place in _in_letters(piece[0], patterns)
    ]


def _in_letters(letters: str, patterns: pyphen.Pyphen) -> list[int]:
    if len(letters) < BEFORE + AFTER or letters[1:] != letters[1:].lower():
        return []
    # Some languages spell a divided word differently (`data`): those places are left out.
    return [
        int(place) for place in patterns.positions(letters) if getattr(place, "data", None) is None
    ]
