"""Which of several fonts draws which letters of a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from cardforge.shaping.characters import BLANKS, INVISIBLE
from cardforge.shaping.clusters import clusters


class Draws(Protocol):
    """A font, as far as it is asked here."""

    def missing(self, text: str) -> tuple[str, ...]:
        """Return the letters that the font cannot draw."""


Drawing = TypeVar("Drawing", bound=Draws)


def runs_of(text: str, fonts: Sequence[Drawing]) -> list[tuple[str, Drawing]]:
    """Return a text in parts, each with the first font that has all of its letters.

    A letter and its marks are never parted; blanks stay with what is before them.  What no font
    has is left to the first one.
    """
    if not text or not fonts[0].missing(text):
        return [(text, fonts[0])]
    parts: list[tuple[str, Drawing]] = []
    for letter in clusters(text):
        is_blank = all(char in BLANKS or char in INVISIBLE for char in letter)
        if parts and is_blank:
            font = parts[-1][1]
        else:
            font = next((font for font in fonts if not font.missing(letter)), fonts[0])
        if parts and parts[-1][1] is font:
            parts[-1] = parts[-1][0] + letter, font
        else:
            parts.append((letter, font))
    return parts
