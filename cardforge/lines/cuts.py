"""Where a line may end inside a word: at hyphens and dashes, at syllables, between ideographs."""

from __future__ import annotations

import re
from typing import NamedTuple

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
# More letters than any rule asks for are not counted.
_MANY_LETTERS = 10

# Without any of these a word of a script with spaces is not parted but between syllables.
_PARTING = frozenset("-/\u2010\u05be\u2013\u2014") | STEERING
# These patterns are compiled when a word needs them.
_BLANK = "[\u00a0\u2002\u2003\u2009\u200a\u202f\ufffc]"
_HYPHEN = r"(?<=[^\W\d_]{2})[-\u2010\u05be](?=[^\W\d_]{2})"
_DASH = r"(?<=\w)[–—](?=[^\W\d_])|(?<=[^\W\d_])—(?=\w)"
_SLASH = r"(?<=[^/]{3})/(?=[^/]{3})"
# In an address any slash will do.
_ADDRESS = r"\w+://|www\."
_SLASH_IN_ADDRESS = r"(?<![/:])/(?!/)"


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
    spaceless = not word.isascii() and _is_spaceless(word)
    found: dict[int, Cut] = {}
    if spaceless or not _PARTING.isdisjoint(word):
        found = _written_cuts(word, spaceless=spaceless)
    if language is not None:
        start = 0
        for end in [match.start() for match in re.finditer(_BLANK, word)] + [len(word)]:
            _add_syllables(found, word, start, end, language, is_last=is_last and end == len(word))
            start = end + 1
    return found


def _is_spaceless(word: str) -> bool:
    """Return whether a word has letters of a script that may be written without spaces.

    Those are the scripts from Thai on; signs that all scripts share lie between them.
    """
    return max(word) > "\u0e00" and any(
        "\u0e00" < char < "\u2000" or "\u2e7f" < char != OBJECT for char in word
    )


def _written_cuts(word: str, *, spaceless: bool) -> dict[int, Cut]:
    """Return the places that the word itself shows."""
    found: dict[int, Cut] = {}
    if spaceless:
        from cardforge.shaping.breaks import break_opportunities

        found.update((place, Cut(0.0)) for place in break_opportunities(word))
    if len(word) >= _LONG_WORD:
        slash = _SLASH_IN_ADDRESS if re.search(_ADDRESS, word) else _SLASH
        found.update((m.end(), Cut(AT_SLASH)) for m in re.finditer(slash, word))
    found.update((m.end(), Cut(AT_DASH)) for m in re.finditer(_DASH, word))
    found.update((m.end(), Cut(AT_HYPHEN, shows_hyphen=True)) for m in re.finditer(_HYPHEN, word))
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


def _add_syllables(
    found: dict[int, Cut], word: str, start: int, end: int, language: str, *, is_last: bool
) -> None:
    """Add the places between syllables; the writer's own soft hyphens leave none to find."""
    from cardforge.lines.hyphens import AFTER, BEFORE, divisions

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
    """Return how many letters stand on either side of a place, to what is no letter, if few."""
    before = after = 0
    while before < min(place, _MANY_LETTERS) and part[place - before - 1].isalpha():
        before += 1
    while after < min(len(part) - place, _MANY_LETTERS) and part[place + after].isalpha():
        after += 1
    return before, after
