"""What each glyph says to a reader of the file: the text of a letter spread over its glyphs.

Whoever reads a page letter by letter takes the glyphs in the order in which they are drawn, a
raised mark for a line of its own, and a glyph that says nothing for a gap.  So each glyph that
moves on says something, raised marks say nothing, and all together they say the word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import normalize

from cardforge.shaping.values import Glyph


def spread(glyphs: Sequence[Glyph], *, rtl: bool) -> list[Glyph]:
    """Return glyphs, in drawing order, with the texts of their clusters spread over them.

    Where they run to the left a reader turns all characters round: so do their texts.
    """
    if not rtl:
        return [glyph for letter in _letters(glyphs) for glyph in _spread(letter)]
    found = [glyph for part in _clusters(_logical(glyphs)) for glyph in _spread(part)]
    return [glyph._replace(text=glyph.text[::-1]) for glyph in reversed(found)]


def _logical(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Return glyphs that run to the left in the order in which they are read."""
    ordered: list[Glyph] = []
    cluster: list[Glyph] = []
    for glyph in glyphs:
        if glyph.text and cluster:
            ordered[:0] = _said_first(cluster)
            cluster = []
        cluster.append(glyph)
    ordered[:0] = _said_first(cluster)
    return ordered


def _said_first(cluster: list[Glyph]) -> list[Glyph]:
    """Return a cluster turned round, with what it says at its beginning."""
    if len(cluster) < 2:
        return cluster
    text = cluster[0].text
    turned = [glyph._replace(text="") for glyph in reversed(cluster)]
    return [turned[0]._replace(text=text), *turned[1:]]


def _letters(glyphs: Sequence[Glyph]) -> Iterator[list[Glyph]]:
    """Yield the glyphs of each letter and its marks."""
    letter: list[Glyph] = []
    for glyph in glyphs:
        letter.append(glyph)
        if glyph.spaced:
            yield letter
            letter = []
    if letter:
        yield letter


def _clusters(glyphs: Sequence[Glyph]) -> Iterator[list[Glyph]]:
    """Yield each glyph with those after it that say nothing of their own or are raised."""
    cluster: list[Glyph] = []
    for glyph in glyphs:
        if cluster and glyph.text and not glyph.dy:
            yield cluster
            cluster = []
        cluster.append(glyph)
    if cluster:
        yield cluster


def _spread(letter: list[Glyph]) -> list[Glyph]:
    if all(glyph.text and not glyph.dy for glyph in letter):
        return letter
    text = "".join(glyph.text for glyph in letter)
    tellers = [n for n, glyph in enumerate(letter) if glyph.advance > 0 and not glyph.dy] or [0]
    if len(text) < len(tellers):
        # A vowel that is written on both sides of its letter is two characters in other words.
        text = normalize("NFD", text)
    parts = dict(zip(tellers, text, strict=False))
    last = tellers[min(len(tellers), len(text)) - 1]
    parts[last] = text[tellers.index(last) :]
    return [glyph._replace(text=parts.get(n, "")) for n, glyph in enumerate(letter)]
