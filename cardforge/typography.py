"""What a typesetter does without being asked: the spaces, quotes and apostrophes of a language.

A text comes in parts: words, and None for what stands between them and is no text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

NARROW, NO_BREAK = "\u202f", "\u00a0"
_OPENS = " \t\n\u00a0\u202f([{«“‘—–-/"

# Between the parts stands a letter of nothing; what is no text is another.
_EDGE, _PIECE = "\ufdd0", "\ufdd1"
# These patterns are compiled when a text needs them.
_NOTHING = f"[{_EDGE}{_PIECE}]"


def typeset(parts: Sequence[str | None], language: str) -> list[str]:
    """Return the parts of a sentence of a book with the typography of its language.

    A line break is a part of its own.  What is no text comes back as an empty part.
    """
    marked = _joined(parts)
    return _parted(_french(marked) if _is_french(language) else _quoted(marked))


def typeset_card(parts: Sequence[str | None], language: str) -> list[str]:
    """Return the parts of a card's text: as typed, in French with its narrow spaces and ’."""
    if not needs_typesetting(parts, language):
        return [part or "" for part in parts]
    return _parted(_outside_urls(_joined(parts), _french_card))


def needs_typesetting(parts: Sequence[str | None], language: str) -> bool:
    """Return whether a card's text may be set otherwise than it was typed."""
    if not _is_french(language):
        return False
    return any(part is not None and not _FRENCH_SIGNS.isdisjoint(part) for part in parts)


def _is_french(language: str) -> bool:
    return language.partition("-")[0] == "fr"


def _joined(parts: Sequence[str | None]) -> str:
    # Both letters of nothing are no characters of any text.
    return _EDGE.join(_PIECE if p is None else re.sub(_NOTHING, "\ufffd", p) for p in parts)


def _parted(text: str) -> list[str]:
    return text.replace(_PIECE, "").split(_EDGE)


_URL = r"(?:https?://|mailto:|www\.)\S+"


def _outside_urls(text: str, change: Callable[[str], str]) -> str:
    """Return a text changed everywhere but in the addresses that it mentions."""
    parts, last = [], 0
    for match in re.finditer(_URL, text):
        parts += [change(text[last : match.start()]), match.group()]
        last = match.end()
    return "".join([*parts, change(text[last:])])


def _common(text: str) -> str:
    text = re.sub(r"(?<!\.)\.\.\.(?!\.)", "…", text)
    for pattern in _BOUND:
        text = re.sub(pattern, _bound, text)
    return text


# What no line parts: a number and the word it counts, the ends of a range, the sides of a sum.
_BOUND = (
    r"(?<![\w.,])\d{1,3} (?=[a-zà-öø-ÿœ])",
    r"(?<=\d)[ \u00a0](?:à|et|ou|to|and|or) (?=\d)",
    r"(?<=[+−×=]) (?=[−+]?\d)",
    r"(?<=\d) (?==)",
)


def _bound(match: re.Match[str]) -> str:
    return match.group().replace(" ", NO_BREAK)


def _curled(text: str, double: tuple[str, str], single: tuple[str, str]) -> str:
    """Return a text with its straight quotes curled by what stands before and after them."""
    made: list[str] = []
    before, rest = " ", re.compile(f"{_EDGE}*(.?)", re.DOTALL)
    for at, letter in enumerate(text):
        if letter in "\"'":
            opening, closing = double if letter == '"' else single
            after = rest.match(text, at + 1)[1]  # type: ignore[index]
            opens = before in _OPENS and after not in ("", " ", "\n")
            if letter == "'" and opens and after.isdigit():
                opens = False
            letter = opening if opens else closing
        made.append(letter)
        if letter != _EDGE:
            before = letter
    return "".join(made)


def _quoted(text: str) -> str:
    return _outside_urls(text, lambda t: _curled(_common(t), ("“", "”"), ("‘", "’")))


def _french(text: str) -> str:
    return _outside_urls(text, _french_words)


def _french_words(text: str) -> str:
    text = _curled(_common(text), ("«", "»"), ("’", "’"))
    # In justified text of books the space before a colon stretches with the others.
    for pattern, replacement in _spaced(NO_BREAK, f"$|[\\s{_EDGE}]"):
        text = pattern.sub(replacement, text)
    return text


# What a French text may need: signs with spaces before them, quotes and apostrophes.
_FRENCH_SIGNS = frozenset(";:!?«»'")
_APOSTROPHE = f"(?<=[^\\W\\d_])({_EDGE}*)'(?={_EDGE}*[^\\W\\d_])"


def _french_card(text: str) -> str:
    text = re.sub(_APOSTROPHE, r"\1’", text)
    for pattern, replacement in _spaced(NARROW, f"{_EDGE}*+(?:$|\\s)"):
        text = pattern.sub(replacement, text)
    return text


_SPACE = f"[ {NO_BREAK}{NARROW}]"
# Looked for from the first space on: a long run of them is walked once.
_SPACES = f"(?<!{_SPACE}){_SPACE}+"
_MAYBE_SPACES = f"(?<!{_SPACE}){_SPACE}*+"
_AFTER_WORD = f"(?<=[\\w)\\]»”’%°€…{_PIECE}])"


@cache
def _spaced(wide: str, end: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the French rules: the space before a colon and inside quotes, what ends a word.

    A space goes beside the sign that it belongs to: words it is sure to stand in.
    """
    rules = (
        (f"«({_EDGE}*+){_SPACE}*+({_EDGE}*+)", rf"«{wide}\1\2"),
        (f"{_MAYBE_SPACES}({_EDGE}*+){_SPACE}*+»", rf"\1{wide}»"),
        # Of signs such as ?! only the first is set apart.
        (
            f"{_AFTER_WORD}({_EDGE}*)([;!?]+)(?=$|[\\s{_EDGE}»”’)\\].,…])",
            rf"\1{NARROW}\2",
        ),
        (f"{_SPACES}({_EDGE}*)(?=[;!?])", rf"\1{NARROW}"),
        (f"{_AFTER_WORD}({_EDGE}*):(?={end})", rf"\1{wide}:"),
        (f"{_SPACES}({_EDGE}*):", rf"\1{wide}:"),
    )
    return tuple((re.compile(pattern), replacement) for pattern, replacement in rules)
