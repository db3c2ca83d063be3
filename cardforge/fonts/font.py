"""One font of a run: how wide its text is and where the ink of its text lies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardforge.fonts.faults import FontError
from cardforge.fonts.opening import WHOLE, Choice, Opened, Remark, open_file
from cardforge.geometry import Box, Segment
from cardforge.shaping.bidi import turns
from cardforge.shaping.characters import BLANKS, INVISIBLE
from cardforge.shaping.clusters import clusters
from cardforge.shaping.shaper import Shaper
from cardforge.shaping.values import NO_GLYPH, PLAIN, Glyph, Shaping
from cardforge.units import MM_PER_PT, pt_to_mm

_Ink = tuple[float, float, float, float]


class Font:
    """One font of a run: how wide its text is and where the ink of its text lies.

    The heights are fractions of the em; `ascent` is counted upwards and `descent`
    downwards from the baseline, so both are normally positive.
    """

    def __init__(self, name: str, path: Path, opened: Opened | None = None) -> None:
        self.name = name
        self.path = path
        self.file, self.remarks = opened or open_file(path)
        self._em = float(self.file.units_per_em)
        self._advances: dict[str, float] = {}
        self._inks: dict[int, _Ink | None] = {}
        self._word_inks: dict[str, tuple[_Ink | None, float]] = {}
        self._widths: dict[str, float] = {}
        self._other_widths: dict[tuple[str, Shaping, bool], tuple[float, int]] = {}
        self._drawn: set[str] = set()
        self._shaper = Shaper(self.file.data, self._blank)
        self.ascent: float = self.file.ascent / self._em
        self.descent: float = -self.file.descent / self._em
        self.cap_height = self._height(self.file.cap_height, "H")
        self.x_height = self._height(self.file.x_height, "x")

    def _height(self, stated: int, letter: str) -> float:
        """Return a height of the font, measured on a letter where the file does not state it."""
        if stated > 0:
            return stated / self._em
        bounds = self.file.bounds(self._glyph(letter))
        return bounds.top / self._em if bounds else self.ascent

    def _glyph(self, char: str) -> int:
        return self.file.glyphs.get(ord(char), 0)

    def has(self, char: str) -> bool:
        """Return whether the font has a glyph of its own for a character."""
        return ord(char) in self.file.glyphs

    def gap(self, char: str) -> float | None:
        """Return the em that a blank without a glyph takes, None for anything drawn."""
        if char in INVISIBLE:
            return 0.0
        # ReportLab draws a no-break space with the glyph of the space.
        drawn = " " if char == "\u00a0" else char
        return None if self.has(drawn) else BLANKS.get(char)

    def advance(self, char: str) -> float:
        """Return the advance of one character in em."""
        known = self._advances.get(char)
        if known is None:
            known = self._advances[char] = self._measure(char)
        return known

    def _measure(self, char: str) -> float:
        gap = self.gap(char)
        if gap is not None:
            return gap
        return self.file.advance(self._glyph(" " if char == "\u00a0" else char)) / self._em

    def _blank(self, char: str) -> Glyph:
        """Return a blank as a glyph, or as nothing but its advance."""
        gap = self.gap(char)
        if gap is not None:
            return Glyph(NO_GLYPH, gap, text=char)
        drawn = " " if char == "\u00a0" else char
        return Glyph(self._glyph(drawn), self.advance(drawn), text=drawn)

    def shape(
        self, text: str, shaping: Shaping = PLAIN, *, spaced: bool = False
    ) -> tuple[Glyph, ...]:
        """Return the glyphs of a text from left to right; `spaced` letters are no ligatures.

        Whatever measures or draws text asks here, so that all of them agree.
        """
        return self._shaper.line(text, shaping, spaced=spaced)

    def width(
        self, text: str, size_pt: float, tracking: float = 0.0, shaping: Shaping = PLAIN
    ) -> float:
        """Return the advance of a text in mm; tracking counts after every letter."""
        if tracking or shaping != PLAIN:
            return self._other_width(text, size_pt, tracking, shaping)
        if " " in text and not turns(text):
            words = text.split(" ")
            ems = sum(map(self._ems, words)) + (len(words) - 1) * self.advance(" ")
        else:
            ems = self._ems(text)
        return ems * size_pt * MM_PER_PT

    def _ems(self, word: str) -> float:
        """Return the advance of a word in em; words come again and again and are kept."""
        known = self._widths.get(word)
        if known is None:
            known = self._widths[word] = sum([glyph.advance for glyph in self.shape(word)])
        return known

    def _other_width(self, text: str, size_pt: float, tracking: float, shaping: Shaping) -> float:
        key = text, shaping, tracking != 0
        known = self._other_widths.get(key)
        if known is None:
            glyphs = self.shape(text, shaping, spaced=tracking != 0)
            known = sum(g.advance for g in glyphs), sum(g.spaced for g in glyphs)
            if " " not in text:
                self._other_widths[key] = known
        return known[0] * size_pt * MM_PER_PT + tracking * known[1]

    def tabular_advance(self) -> float:
        """Return the advance of the widest digit in em."""
        return max(map(self.advance, "0123456789"))

    def missing(self, text: str) -> tuple[str, ...]:
        """Return the letters of a text that the font cannot draw, each once with its marks."""
        if self._drawn.issuperset(text):
            return ()
        missing = tuple(filter(self._lacks, dict.fromkeys(clusters(text))))
        if not missing:
            self._drawn.update(filter(self._knows, text))
        return missing

    def _lacks(self, cluster: str) -> bool:
        if all(map(self._knows, cluster)):
            return False
        # What the font has in other words: é for e and ´, a hyphen for one that does not break.
        lost = self.file.unprinted | {0}
        return any(glyph.id in lost for glyph in self.shape(cluster))

    def outline(self, glyph: int) -> tuple[Segment, ...]:
        """Return the outline of a glyph from the start of its baseline, in em and y down.

        Raises FontError where the file is damaged: no letter is lost in silence.
        """
        if glyph == NO_GLYPH or self.file.bounds(glyph) is None:
            return ()
        found = self._shaper.outline(glyph)
        if not found:
            message = f"'{self.path.name}' is damaged: a letter cannot be drawn"
            raise FontError("font.broken", message, "use another copy of the font", self.name)
        return found

    def _knows(self, char: str) -> bool:
        return self.has(char) or char in BLANKS or char in INVISIBLE

    def ink_bounds(
        self, text: str, size_pt: float, tracking: float = 0.0, shaping: Shaping = PLAIN
    ) -> Box:
        """Return where the ink of a text lies, in mm from the start of its baseline, y down.

        A text without ink gives an empty box at the origin.
        """
        scale = pt_to_mm(size_pt)
        if tracking or shaping != PLAIN or turns(text):
            glyphs = self.shape(text, shaping, spaced=tracking != 0)
            ink = self._run_ink(glyphs, tracking / scale)[0]
        else:
            ink = self._text_ink(text)
        if ink is None:
            return Box(0.0, 0.0, 0.0, 0.0)
        left, top, right, bottom = ink
        return Box(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)

    def _text_ink(self, text: str) -> _Ink | None:
        """Return where the ink of a text lies, in em; words come again and again and are kept."""
        boxes = []
        pen, blank = 0.0, self.advance(" ")
        for word in text.split(" "):
            known = self._word_inks.get(word)
            if known is None:
                known = self._word_inks[word] = self._run_ink(self.shape(word), 0.0)
            ink, advance = known
            if ink is not None:
                boxes.append((pen + ink[0], ink[1], pen + ink[2], ink[3]))
            pen += advance + blank
        return _round_all(boxes)

    def _run_ink(self, glyphs: tuple[Glyph, ...], after: float) -> tuple[_Ink | None, float]:
        """Return where the ink of glyphs lies and how far they go, in em."""
        boxes = []
        pen = 0.0
        for glyph in glyphs:
            ink = self._ink(glyph.id)
            if ink is not None:
                x, y = pen + glyph.dx, -glyph.dy
                boxes.append((x + ink[0], y + ink[1], x + ink[2], y + ink[3]))
            pen += glyph.advance + (after if glyph.spaced else 0.0)
        return _round_all(boxes), pen

    def _ink(self, glyph: int) -> _Ink | None:
        """Return where the ink of a glyph lies, in em and y down, None when it has none."""
        try:
            return self._inks[glyph]
        except KeyError:
            bounds = None if glyph == NO_GLYPH else self.file.bounds(glyph)
        ink = None
        if bounds:
            left, bottom, right, top = (value / self._em for value in bounds)
            ink = left, -top, right, -bottom
        self._inks[glyph] = ink
        return ink


def _round_all(boxes: list[_Ink]) -> _Ink | None:
    """Return the left, top, right and bottom round all boxes, None when there are none."""
    if len(boxes) < 2:
        return boxes[0] if boxes else None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


class Fonts:
    """The fonts of one run under the names a game gives them."""

    def __init__(self) -> None:
        self._fonts: dict[str, Font] = {}
        self._opened: dict[tuple[Path, Choice], Opened] = {}
        self._told: set[str] = set()
        # The bold and italic faces that were looked for, by font and style.
        self.faces: dict[tuple[str, str], Font | FontError | None] = {}

    def add(self, name: str, path: Path, choice: Choice = WHOLE, *more: Remark) -> Font:
        """Return the font of this name, read from `path`; raises FontError.

        A file that several names share is read once; `more` is remarked of this font too.
        """
        opened = self._opened.get((path, choice))
        if opened is None:
            opened = self._opened[path, choice] = open_file(path, choice)
        opened = Opened(opened.file, (*opened.remarks, *more))
        font = self._fonts[name] = Font(name, path, opened)
        return font

    def untold(self) -> list[Font]:
        """Return the fonts that were added since this was last asked."""
        new = [font for name, font in self._fonts.items() if name not in self._told]
        self._told.update(font.name for font in new)
        return new

    def __getitem__(self, name: str) -> Font:
        return self._fonts[name]

    def __contains__(self, name: object) -> bool:
        return name in self._fonts

    def __iter__(self) -> Iterator[Font]:
        return iter(self._fonts.values())
