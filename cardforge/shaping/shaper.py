"""Lines of one font as glyphs: words and blanks, in both directions; words are kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cardforge.geometry import Segment
from cardforge.shaping.bidi import turns, visual_runs
from cardforge.shaping.characters import BLANKS
from cardforge.shaping.engine import Engine
from cardforge.shaping.values import PLAIN, Glyph, Shaping

_BLANK = re.compile(f"([{''.join(BLANKS)}])")

# Every figure before every figure.
_PAIRS = "".join(f"{a}{b}" for a in "0123456789" for b in "0123456789")

Glyphs = tuple[Glyph, ...]


class Shaper:
    """Shapes the text of one font file; `blank` says what a blank character becomes."""

    def __init__(self, data: bytes, blank: Callable[[str], Glyph]) -> None:
        self._data = data
        self._engine: Engine | None = None
        self._blank = blank
        # Words come again and again, whole lines hardly ever.
        self._words: dict[str, Glyphs] = {}
        self._outlines: dict[int, tuple[Segment, ...]] = {}
        self._figures: dict[str, Glyph] | None = None
        self._others: dict[tuple[str, Shaping, bool, bool], Glyphs] = {}

    def __getstate__(self) -> dict[str, Any]:
        # What HarfBuzz holds cannot go to another process; it is opened again there.
        return {**self.__dict__, "_engine": None}

    def line(self, text: str, shaping: Shaping = PLAIN, *, spaced: bool = False) -> Glyphs:
        """Return the glyphs of a line from left to right; `spaced` letters are no ligatures."""
        if shaping is PLAIN and not spaced and (known := self._words.get(text)) is not None:
            return known
        if not shaping.rtl and not turns(text):
            return self._run(text, shaping, rtl=False, spaced=spaced)
        glyphs: Glyphs = ()
        for run in visual_runs(text, shaping.rtl):
            glyphs += self._run(run.text, shaping, rtl=run.rtl, spaced=spaced)
        return glyphs

    def _run(self, text: str, shaping: Shaping, *, rtl: bool, spaced: bool) -> Glyphs:
        """Return the glyphs of a text that runs one way."""
        parts = _BLANK.split(text)
        if len(parts) == 1:
            return self._word(text, shaping, rtl=rtl, spaced=spaced)
        if rtl:
            parts.reverse()
        glyphs: list[Glyph] = []
        for part in parts:
            if part in BLANKS:
                glyphs.append(self._blank(part))
            else:
                glyphs += self._word(part, shaping, rtl=rtl, spaced=spaced)
        return tuple(glyphs)

    def _word(self, word: str, shaping: Shaping, *, rtl: bool, spaced: bool) -> Glyphs:
        if not word:
            return ()
        if not rtl and not spaced and shaping == PLAIN:
            known = self._words.get(word)
            if known is None:
                known = self._words[word] = self._number(word) or self._shaped(
                    word, PLAIN, rtl=False, spaced=False
                )
            return known
        key = word, shaping, rtl, spaced
        known = self._others.get(key)
        if known is None:
            known = self._others[key] = self._shaped(word, shaping, rtl=rtl, spaced=spaced)
        return known

    def _number(self, word: str) -> Glyphs | None:
        """Return the glyphs of a number, None for other words and where figures are kerned.

        No other words of a game are so many; figures that no pair of them changes are known.
        """
        if not (word.isascii() and word.isdigit()):
            return None
        if self._figures is None:
            pairs = self._shaped(_PAIRS, PLAIN, rtl=False, spaced=False)
            alone = {g.text: g for g in pairs}
            self._figures = alone if all(alone.get(g.text) == g for g in pairs) else {}
            if len(pairs) != len(_PAIRS):
                self._figures = {}
        return tuple([self._figures[figure] for figure in word]) if self._figures else None

    def _shaped(self, word: str, shaping: Shaping, *, rtl: bool, spaced: bool) -> Glyphs:
        return self._opened().shape(word, shaping, rtl=rtl, spaced=spaced)

    def _opened(self) -> Engine:
        """Return HarfBuzz with the font, opened at the first word: many fonts are never used."""
        if self._engine is None:
            self._engine = Engine(self._data)
        return self._engine

    def outline(self, glyph: int) -> tuple[Segment, ...]:
        """Return the outline of a glyph, in em and y down."""
        known = self._outlines.get(glyph)
        if known is None:
            known = self._outlines[glyph] = self._opened().outline(glyph)
        return known
