"""Letters as people count them: a base and its marks are one, whatever they are typed with.

The boundaries of UAX #29, with conjuncts of Indian scripts whole; what a joiner joins is one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category, combining

_ZWJ = "\u200d"
# Where only characters below this stand, each is a cluster.
_FIRST_MARK = "\u0300"
_PLAIN = re.compile("[\\x00-\u02ff]*\\Z")
# Letters and signs that are no marks by their category but stand with what is before them.
_EXTENDING = frozenset("\u200c\u0e33\u0eb3\uff9e\uff9f")
# Marks that silence a vowel and yet join no letters.
_NO_LINKERS = frozenset("\u0bcd\u0e3a\u0eba\u0f84\u103a")
_VIRAMA = 9
# Longer rows of them are looked back at no further: no endless row takes endless time.
_MOST_FLAGS = 100

_LEADING, _VOWEL, _TRAILING = range(0x1100, 0x1160), range(0x1160, 0x11A8), range(0x11A8, 0x1200)
_SYLLABLES = range(0xAC00, 0xD7A4)
_SYLLABLES_OF_ONE = 28


def clusters(text: str) -> tuple[str, ...]:
    """Return a text letter by letter."""
    if _PLAIN.match(text):
        return tuple(text)
    starts = [place for place in range(len(text)) if is_start(text, place)]
    return tuple(text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True))


def is_start(text: str, place: int) -> bool:
    """Return whether a letter begins at a place of a text."""
    if place == 0:
        return True
    char, before = text[place], text[place - 1]
    if char < _FIRST_MARK and before < _FIRST_MARK:
        return True
    if _extends(char) or before == _ZWJ:
        return False
    return not (_links(before, char) or _is_syllable(before, char) or _is_flag(text, place))


@lru_cache(maxsize=4096)
def _extends(char: str) -> bool:
    code = ord(char)
    is_tone = 0x1F3FB <= code <= 0x1F3FF
    is_tag = 0xE0020 <= code <= 0xE007F
    return category(char)[0] == "M" or char == _ZWJ or char in _EXTENDING or is_tone or is_tag


def _links(before: str, char: str) -> bool:
    """Return whether a silenced letter and the next one are a conjunct."""
    is_linker = combining(before) == _VIRAMA and before not in _NO_LINKERS
    return is_linker and category(char) == "Lo"


def _is_syllable(before: str, char: str) -> bool:
    """Return whether two letters of Korean are parts of one syllable."""
    one, other = ord(before), ord(char)
    if one in _LEADING:
        return other in _LEADING or other in _VOWEL or other in _SYLLABLES
    if one in _VOWEL:
        return other in _VOWEL or other in _TRAILING
    if one in _TRAILING:
        return other in _TRAILING
    if one in _SYLLABLES:
        is_open = (one - _SYLLABLES.start) % _SYLLABLES_OF_ONE == 0
        return other in _TRAILING or (is_open and other in _VOWEL)
    return False


def _is_flag(text: str, place: int) -> bool:
    """Return whether a place lies between the two signs of a flag."""
    count = 0
    while count < min(place, _MOST_FLAGS) and _is_regional(text[place - count - 1]):
        count += 1
    return count % 2 == 1 and _is_regional(text[place])


def _is_regional(char: str) -> bool:
    return 0x1F1E6 <= ord(char) <= 0x1F1FF


def named(cluster: str) -> str:
    """Return a letter with its code points: é (U+0065 U+0301)."""
    return f"{cluster} ({' '.join(f'U+{ord(char):04X}' for char in cluster)})"


def listed(found: Sequence[str], most: int = 8) -> str:
    """Return letters with their code points, the first few of many."""
    return ", ".join(map(named, found[:most]))
