"""What a typesetter does without being asked: the spaces, quotes and apostrophes of a language."""

from __future__ import annotations

import re

from cardforge.rulebook.book import Break, Inline, Sentence, Words

NARROW, NO_BREAK = "\u202f", "\u00a0"
_OPENS = " \t\n\u00a0\u202f([{«“‘—–-/"


def typeset(sentence: Sentence, language: str) -> Sentence:
    """Return a sentence with the typography of its language."""
    marked = _joined(sentence)
    return _parted(sentence, _french(marked) if language == "fr" else _quoted(marked))


# Between the words of a sentence stand its other pieces, each as one letter of nothing.
_EDGE, _PIECE = "\ufdd0", "\ufdd1"
_NOTHING = re.compile(f"[{_EDGE}{_PIECE}]")


def _joined(sentence: Sentence) -> str:
    parts = []
    for piece in sentence:
        if isinstance(piece, Words):
            # Both letters of nothing are no characters of any text.
            parts.append(_NOTHING.sub("\ufffd", piece.text))
        else:
            parts.append("\n" if isinstance(piece, Break) else _PIECE)
    return _EDGE.join(parts)


def _parted(sentence: Sentence, text: str) -> Sentence:
    made: list[Inline] = []
    for piece, part in zip(sentence, text.split(_EDGE), strict=True):
        made.append(piece._replace(text=part) if isinstance(piece, Words) else piece)
    return tuple(made)


_AFTER = re.compile(f"{_EDGE}*(.?)", re.DOTALL)
_URL = re.compile(r"(?:https?://|mailto:|www\.)\S+")


def _outside_urls(text: str, change: object) -> str:
    """Return a text changed everywhere but in the addresses that it mentions."""
    assert callable(change)
    parts, last = [], 0
    for match in _URL.finditer(text):
        parts += [change(text[last : match.start()]), match.group()]
        last = match.end()
    return "".join([*parts, change(text[last:])])


def _common(text: str) -> str:
    text = re.sub(r"(?<!\.)\.\.\.(?!\.)", "…", text)
    for pattern in _BOUND:
        text = pattern.sub(_bound, text)
    return text


# What no line parts: a number and the word it counts, the ends of a range, the sides of a sum.
_BOUND = (
    re.compile(r"(?<![\w.,])\d{1,3} (?=[a-zà-öø-ÿœ])"),
    re.compile(r"(?<=\d)[ \u00a0](?:à|et|ou|to|and|or) (?=\d)"),
    re.compile(r"(?<=[+−×=]) (?=[−+]?\d)"),
    re.compile(r"(?<=\d) (?==)"),
)


def _bound(match: re.Match[str]) -> str:
    return match.group().replace(" ", NO_BREAK)


def _curled(text: str, double: tuple[str, str], single: tuple[str, str]) -> str:
    """Return a text with its straight quotes curled by what stands before and after them."""
    made: list[str] = []
    before = " "
    for at, letter in enumerate(text):
        if letter in "\"'":
            opening, closing = double if letter == '"' else single
            after = _AFTER.match(text, at + 1)[1]  # type: ignore[index]
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
    for pattern, replacement in _FRENCH:
        text = pattern.sub(replacement, text)
    return text


_SPACE = f"[ {NO_BREAK}{NARROW}]"
# Looked for from the first space on: a long run of them is walked once.
_SPACES = f"(?<!{_SPACE}){_SPACE}+"
_MAYBE_SPACES = f"(?<!{_SPACE}){_SPACE}*+"
_AFTER_WORD = f"(?<=[\\w)\\]»”’%°€…{_PIECE}])"
# A space goes beside the sign that it belongs to: words it is sure to stand in.
_FRENCH = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (f"«({_EDGE}*+){_SPACE}*+({_EDGE}*+)", rf"«{NO_BREAK}\1\2"),
        (f"{_MAYBE_SPACES}({_EDGE}*+){_SPACE}*+»", rf"\1{NO_BREAK}»"),
        # Of signs such as ?! only the first is set apart.
        (
            f"{_AFTER_WORD}({_EDGE}*)([;!?]+)(?=$|[\\s{_EDGE}»”’)\\].,…])",
            rf"\1{NARROW}\2",
        ),
        (f"{_SPACES}({_EDGE}*)(?=[;!?])", rf"\1{NARROW}"),
        (f"{_AFTER_WORD}({_EDGE}*):(?=$|[\\s{_EDGE}])", rf"\1{NO_BREAK}:"),
        (f"{_SPACES}({_EDGE}*):", rf"\1{NO_BREAK}:"),
    )
)
