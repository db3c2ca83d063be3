"""Fonts inside a PDF: the byte codes of a text and the subset that is embedded.

ReportLab cuts and writes the subset; the metrics come from our own reading of
the font, so that no file is parsed twice.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from contextlib import contextmanager

from cardforge.fonts import Font, FontError
from cardforge.fonts.postscript import PostScript
from cardforge.ink import Text
from cardforge.render.composites import check_composites
from cardforge.render.glyphcodes import GlyphCodes
from cardforge.render.lean import pdfdoc, ttfonts
from cardforge.render.operands import Coded, is_late, show, stretches
from cardforge.render.subsets import quadratic_subset, readable
from cardforge.shaping.bidi import turns
from cardforge.shaping.values import NO_GLYPH, PLAIN, Glyph, Shaping
from cardforge.truetype import TrueType
from cardforge.units import pt_to_mm

# What ReportLab raises for tables that contradict each other.
_DAMAGE = (ttfonts.TTFError, LookupError, ValueError, TypeError, ArithmeticError, struct.error)
# What a byte must look like inside (…): as a number, so that a bracket is always the end of a
# string; a bare carriage return would be read as a line feed.
_ESCAPES = {"(": "\\050", ")": "\\051", "\\": "\\134", "\r": "\\r"}


class _Face(ttfonts.TTFontFace):  # type: ignore[misc]
    """A font file for ReportLab, filled with the tables that are already read."""

    def __init__(self, font: Font) -> None:
        self._font = font
        self._ttf_data = readable(font.file)
        self.filename = font.path.name
        self.data_digest = hashlib.blake2b(font.file.data).digest()
        super().__init__(font.path.name)

    def extractInfo(self, charInfo: int = 1) -> None:  # noqa: N802, N803 ReportLab's names
        """Fill in what ReportLab needs to cut a subset."""
        super().extractInfo(0)
        file = self._font.file
        thousandth = 1000 / file.units_per_em
        self.charToGlyph = file.glyphs
        self.defaultWidth = file.advance(0) * thousandth
        self.charWidths = {
            code: file.advance(glyph) * thousandth for code, glyph in file.glyphs.items()
        }
        if isinstance(file, TrueType):
            self.hmetrics = file.metrics()
            self.glyphPos = file.offsets()

    def makeSubset(self, subset: list[int]) -> bytes:  # noqa: N802 ReportLab's name
        """Return a font of the glyphs that some codes stand for, in the order of the codes."""
        file, used = self._font.file, [self.charToGlyph.get(code, 0) for code in subset]
        if isinstance(file, PostScript):
            return quadratic_subset(file, used)
        if isinstance(file, TrueType):
            check_composites(file, used)
        made: bytes = super().makeSubset(subset)
        return made


class EmbeddedFont(ttfonts.TTFont):  # type: ignore[misc]
    """One font of one PDF document."""

    def __init__(self, font: Font, document: pdfdoc.PDFDocument) -> None:
        # Not ttfonts.TTFont.__init__: it reads the file again and looks at global settings.
        with _damage_told(font):
            self.face = _Face(font)
        # Two files may carry the same PostScript name; in the PDF they must differ.
        twins = sum(other.face.name == self.face.name for other in document.delayedFonts)
        self.face.subfontNameX = b"-%d" % (twins + 1) if twins else b""
        self.fontName = f"{font.path.name}-{len(document.fontMapping)}"
        self.encoding = ttfonts.TTEncoding()
        self.state: dict[pdfdoc.PDFDocument, ttfonts.TTFont.State] = {}
        self._asciiReadable = False
        self._shapable = False
        self._font = font
        self._document = document
        self._glyphs = GlyphCodes(self.face, font)
        self._coded: dict[tuple[int, str], Coded] = {}
        self._plain_runs: dict[str, list[tuple[str, str]]] = {}
        self._words: dict[tuple[Shaping, bool], _Words] = {}
        self._first_name = self._resource(0)

    def runs(self, item: Text) -> list[tuple[str, str]]:
        """Return (resource name, show operators) for each stretch of one subset."""
        if item.shaping is not PLAIN or item.tracking:
            return self._runs(item)
        known = self._plain_runs.get(item.text)
        if known is None:
            known = self._runs(item)
            # Marks that are raised are so by the size of the text.
            if not any(" Ts" in operators for _, operators in known):
                self._plain_runs[item.text] = known
        return known

    def _runs(self, item: Text) -> list[tuple[str, str]]:
        text, shaping = item.text, item.shaping
        if not shaping.rtl and not turns(text):
            whole = self._in_words(text, shaping, spaced=item.tracking != 0)
            if whole is not None:
                return [(self._first_name, show(whole))] if whole else []
        tracking = item.tracking / pt_to_mm(item.size_pt)
        glyphs = self._font.shape(text, shaping, spaced=item.tracking != 0)
        runs = [
            (self._resource(s.subset), _raised(show(s.shown), s.rise * item.size_pt))
            for s in stretches(glyphs, self._code, tracking)
        ]
        return _said(runs, text) if any(map(_is_mute, glyphs)) else runs

    def _in_words(self, text: str, shaping: Shaping, *, spaced: bool) -> str | None:
        """Return a text as it stands in one string, put together from words already known.

        None where it needs more than one string.
        """
        words = self._words.get((shaping, spaced))
        if words is None:
            words = self._words[shaping, spaced] = _Words(self, shaping, spaced=spaced)
        if " " not in text:
            return words[text]
        shown = [words[word] for word in text.split(" ")]
        space = words[" "]
        if space is None or None in shown:
            return None
        return space.join(shown)  # type: ignore[arg-type]

    def fragment(self, word: str, shaping: Shaping, *, spaced: bool) -> str | None:
        """Return a word as it stands in a string; None where it cannot stand there alone."""
        glyphs = self._font.shape(word, shaping, spaced=spaced)
        if (shown := self._codes_alone(glyphs)) is not None:
            return shown
        if any(is_late(glyph) or _is_mute(glyph) for glyph in glyphs):
            return None
        if spaced and not all(g.spaced and g.id != NO_GLYPH for g in glyphs):
            return None
        found = stretches(glyphs, self._code)
        if not found:
            return ""
        is_plain = len(found) == 1 and not found[0].subset and not found[0].rise
        return found[0].shown if is_plain else None

    def _codes_alone(self, glyphs: tuple[Glyph, ...]) -> str | None:
        """Return a word as it stands in a string where it is a code for each letter, no shifts."""
        shown = ""
        for glyph in glyphs:
            number, advance, dx, dy, text, is_spaced, _ = glyph
            if number == NO_GLYPH or dx or dy or not text or not is_spaced:
                return None
            subset, code, width = self._code(glyph)
            if subset or width != advance:
                return None
            shown += code
        return shown

    def coding(self) -> bytes:
        """Return what each code of each subset stands for, as bytes to hash."""
        return repr((self.state[self._document].subsets, self._glyphs.said)).encode()

    def addObjects(self, doc: pdfdoc.PDFDocument) -> None:  # noqa: N802 ReportLab's name
        """Write the subsets and mend what ReportLab says their codes stand for."""
        with _damage_told(self._font):
            super().addObjects(doc)
        for name, written in doc.idToObject.items():
            if name.startswith("toUnicodeCMap:"):
                written.content = self._glyphs.mended(written.content)

    def _resource(self, subset: int) -> str:
        return str(self.getSubsetInternalName(subset, self._document))

    def _code(self, glyph: Glyph) -> Coded:
        """Return how a glyph stands in a string; it is given a code at its first use."""
        key = glyph.id, glyph.text
        known = self._coded.get(key)
        if known is None:
            ((subset, byte),) = self.splitString(self._glyphs.char(glyph), self._document)
            shown: str = byte.decode("latin-1")
            width = self._font.file.advance(glyph.id) / self._font.file.units_per_em
            known = self._coded[key] = Coded(subset, _ESCAPES.get(shown, shown), width)
        return known


def _is_mute(glyph: Glyph) -> bool:
    """Return whether a reader of the file would take a glyph for a gap between words."""
    return not glyph.text and glyph.advance > 0 and not glyph.rtl


def _said(runs: list[tuple[str, str]], text: str) -> list[tuple[str, str]]:
    """Return runs with what they say beside them, where their glyphs cannot say it."""
    said = f"/Span << /ActualText <FEFF{text.encode('utf-16-be').hex().upper()}> >> BDC"
    marked = [(runs[0][0], f"{said} {runs[0][1]}"), *runs[1:]]
    return [*marked[:-1], (marked[-1][0], f"{marked[-1][1]} EMC")]


def _raised(operator: str, rise: float) -> str:
    """Return an operator that shows a text so many points above its baseline."""
    return f"{rise:.3f} Ts {operator} 0 Ts" if round(rise, 3) else operator


@contextmanager
def _damage_told(font: Font) -> Iterator[None]:
    """Turn what ReportLab says of a damaged font into a FontError."""
    try:
        yield
    except _DAMAGE:
        message = f"'{font.path.name}' is damaged and cannot be embedded"
        hint = "use another copy of the font"
        raise FontError("font.broken", message, hint, font.name) from None


class _Words(dict[str, str | None]):
    """Words as they stand in a string, filled at the first use of each."""

    def __init__(self, font: EmbeddedFont, shaping: Shaping, *, spaced: bool) -> None:
        super().__init__()
        self._font = font
        self._shaping = shaping
        self._spaced = spaced

    def __missing__(self, word: str) -> str | None:
        shown = self[word] = self._font.fragment(word, self._shaping, spaced=self._spaced)
        return shown
