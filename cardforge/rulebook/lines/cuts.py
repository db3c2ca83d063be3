"""Where a line may end inside a word: at hyphens and dashes, at syllables, between ideographs."""

from __future__ import annotations

import re
from typing import NamedTuple

from cardforge.rulebook.lines.hyphens import AFTER, BEFORE, divisions

SOFT_HYPHEN = "\u00ad"
NO_BREAK_SPACE = "\u00a0"
JOINER = "\u2060"
ZERO_WIDTH_SPACE = "\u200b"
# What steers the breaking and is never printed.
STEERING = frozenset({SOFT_HYPHEN, JOINER, ZERO_WIDTH_SPACE})
# What stands in a line for something that is no text.
OBJECT = "\ufffc"

# How unwelcome a line's end is: 0 is a space; the worst line that may be has a badness of 800.
AT_SOFT_HYPHEN = 100.0
AT_SYLLABLE = 200.0
AT_SHORT_SYLLABLE = 300.0
IN_COMPOUND = 260.0
AT_HYPHEN = 60.0
AT_DASH = 20.0
AT_SLASH = 100.0

_LONG_WORD = 12
# A paragraph does not end with the rest of a word that is shorter than this.
_LAST_REST = 5

_BLANK = re.compile("[\u00a0\u2002\u2003\u2009\u200a\u202f\ufffc]")
_HYPHEN = re.compile(r"(?<=[^\W\d_]{2})[-\u2010](?=[^\W\d_]{2})")
_DASH = re.compile(r"(?<=\w)[–—](?=[^\W\d_])|(?<=[^\W\d_])—(?=\w)")
_SLASH = re.compile(r"(?<=[^/]{3})/(?=[^/]{3})")
_CJK = re.compile(
    "[\u3000-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
# Kinsoku: what no line may begin with, and what no line may end with.
_NO_START = frozenset(
    "、。，．・：；？！）］｝〕〉》」』】〙〗〟゠〜～…‥％‰℃ー々〻ヽヾゝゞ\u3000"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
    ",.:;?!)]}»”’-–—\u2010\u2011\u00a0\u202f\u2060\u200d\ufe0e\ufe0f"
)
_NO_END = frozenset("（［｛〔〈《「『【〘〖〝([{«“‘$¥￥\u00a0\u202f\u2060\u200d")


class Cut(NamedTuple):
    """A place in a word: how unwelcome it is, and whether a hyphen is added there."""

    penalty: float
    adds_hyphen: bool = False
    shows_hyphen: bool = False


def cuts(word: str, language: str | None, *, is_last: bool = False) -> dict[int, Cut]:
    """Return the places where a line may end inside a word without spaces.

    `language` is None where nothing is hyphenated; a word may be several that no-break
    spaces hold together.
    """
    if word.isalpha() and word.isascii():
        found: dict[int, Cut] = {}
    else:
        found = _written_cuts(word)
    if language is not None:
        start = 0
        for end in [match.start() for match in _BLANK.finditer(word)] + [len(word)]:
            _add_syllables(found, word, start, end, language, is_last=is_last and end == len(word))
            start = end + 1
    return found


def _written_cuts(word: str) -> dict[int, Cut]:
    """Return the places that the word itself shows."""
    found: dict[int, Cut] = {}
    if _CJK.search(word):
        found.update((place, Cut(0.0)) for place in range(1, len(word)) if _parts(word, place))
    if len(word) >= _LONG_WORD:
        found.update((m.end(), Cut(AT_SLASH)) for m in _SLASH.finditer(word))
    found.update((m.end(), Cut(AT_DASH)) for m in _DASH.finditer(word))
    found.update((m.end(), Cut(AT_HYPHEN, shows_hyphen=True)) for m in _HYPHEN.finditer(word))
    for place, char in enumerate(word, 1):
        if char == SOFT_HYPHEN:
            # A picture in the line gets no hyphen.
            hyphened = word[place - 2 : place - 1] != OBJECT
            found[place] = Cut(AT_SOFT_HYPHEN, adds_hyphen=hyphened, shows_hyphen=hyphened)
        elif char == ZERO_WIDTH_SPACE:
            found[place] = Cut(0.0)
    for place, char in enumerate(word):
        if char == JOINER:
            found.pop(place, None)
            found.pop(place + 1, None)
    # Neither before nor after everything that is printed.
    printed = [place for place, char in enumerate(word) if char not in STEERING]
    first, last = (printed[0], printed[-1]) if printed else (0, 0)
    return {place: cut for place, cut in sorted(found.items()) if first < place <= last}


def _parts(word: str, place: int) -> bool:
    """Return whether a line may end between two characters of Chinese or Japanese text."""
    before, after = word[place - 1], word[place]
    if before in _NO_END or after in _NO_START:
        return False
    return bool(_CJK.match(before) or _CJK.match(after))


def _add_syllables(
    found: dict[int, Cut], word: str, start: int, end: int, language: str, *, is_last: bool
) -> None:
    """Add the places between syllables; the writer's own soft hyphens leave none to find."""
    part = word[start:end]
    if len(part) < BEFORE + AFTER or not STEERING.isdisjoint(part):
        return
    penalty = IN_COMPOUND if "-" in part else AT_SYLLABLE
    for place in divisions(part, language):
        before, after = _letters_round(part, place)
        if is_last and after < _LAST_REST:
            continue
        short = before <= BEFORE
        cost = max(penalty, AT_SHORT_SYLLABLE) if short else penalty
        found.setdefault(start + place, Cut(cost, adds_hyphen=True, shows_hyphen=True))


def _letters_round(part: str, place: int) -> tuple[int, int]:
    """Return how many letters stand on either side of a place, to what is no letter."""
    before = after = 0
    while before < place and part[place - before - 1].isalpha():
        before += 1
    while place + after < len(part) and part[place + after].isalpha():
        after += 1
    return before, after
