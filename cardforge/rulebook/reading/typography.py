"""The typography of a book's sentences: their words set as their language wants it."""

from __future__ import annotations

from cardforge.rulebook.book import Break, Inline, Sentence, Words
from cardforge.typography import typeset as typeset_parts


def typeset(sentence: Sentence, language: str) -> Sentence:
    """Return a sentence with the typography of its language."""
    made: list[Inline] = []
    parts = typeset_parts([_part(piece) for piece in sentence], language)
    for piece, part in zip(sentence, parts, strict=True):
        made.append(piece._replace(text=part) if isinstance(piece, Words) else piece)
    return tuple(made)


def _part(piece: Inline) -> str | None:
    if isinstance(piece, Words):
        return piece.text
    return "\n" if isinstance(piece, Break) else None
