"""Fonts inside a PDF: the byte codes of a text and the subset that is embedded.

ReportLab cuts and writes the subset; the metrics come from our own reading of
the font, so that no file is parsed twice.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby

from cardforge.fonts import Font, FontError
from cardforge.render.lean import pdfdoc, ttfonts

# What ReportLab raises for tables that contradict each other.
_DAMAGE = (ttfonts.TTFError, LookupError, ValueError, TypeError, ArithmeticError, struct.error)
# What a byte must look like inside (…); a bare carriage return would be read as a line feed.
_ESCAPES = {"(": "\\(", ")": "\\)", "\\": "\\\\", "\r": "\\r"}


_ABOVE_FFFF = re.compile(r"<([0-9A-F]{5,6})>")


class _Face(ttfonts.TTFontFace):  # type: ignore[misc]
    """A font file for ReportLab, filled with the tables that are already read."""

    def __init__(self, font: Font) -> None:
        self._font = font
        self._ttf_data = font.file.data
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
        self.hmetrics = file.metrics()
        self.glyphPos = file.offsets()


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
        self._subsets: dict[str, int] = {}
        self._has_many_subsets = False
        self._codes = _Codes(self)
        self._has_gaps = False
        self._first_name = self._resource(0)

    def runs(self, text: str) -> list[tuple[str, str]]:
        """Return (resource name, show operator) for each stretch of one subset."""
        shown = text.translate(self._codes)
        if not shown:
            return []
        if self._has_many_subsets:
            return self._runs_of_many_subsets(text)
        return [(self._first_name, self._show(shown))]

    def coding(self) -> bytes:
        """Return which character each code of each subset stands for, as bytes to hash."""
        return repr(self.state[self._document].subsets).encode()

    def addObjects(self, doc: pdfdoc.PDFDocument) -> None:  # noqa: N802 ReportLab's name
        """Write the subsets and mend what ReportLab says about characters above U+FFFF."""
        with _damage_told(self._font):
            super().addObjects(doc)
        for name, written in doc.idToObject.items():
            if name.startswith("toUnicodeCMap:"):
                written.content = _ABOVE_FFFF.sub(_as_utf16, written.content)

    def _runs_of_many_subsets(self, text: str) -> list[tuple[str, str]]:
        runs = []
        for subset, characters in groupby(text, lambda c: self._subsets.get(c, 0)):
            if shown := "".join(characters).translate(self._codes):
                runs.append((self._resource(subset), self._show(shown)))
        return runs

    def _show(self, shown: str) -> str:
        return f"[({shown})] TJ" if self._has_gaps else f"({shown}) Tj"

    def _resource(self, subset: int) -> str:
        return str(self.getSubsetInternalName(subset, self._document))

    def code(self, char: str) -> str:
        """Return how a character stands in a string operand; remembers its subset."""
        gap = self._font.gap(char)
        if gap is None:
            ((subset, byte),) = self.splitString(char, self._document)
            self._subsets[char] = subset
            self._has_many_subsets |= subset > 0
            shown: str = byte.decode("latin-1")
            return _ESCAPES.get(shown, shown)
        if gap == 0:
            return ""
        self._has_gaps = True
        return f"){-gap * 1000:g}("


@contextmanager
def _damage_told(font: Font) -> Iterator[None]:
    """Turn what ReportLab says of a damaged font into a FontError."""
    try:
        yield
    except _DAMAGE:
        message = f"'{font.path.name}' is damaged and cannot be embedded"
        hint = "use another copy of the font"
        raise FontError("font.broken", message, hint, font.name) from None


def _as_utf16(code: re.Match[str]) -> str:
    return f"<{chr(int(code[1], 16)).encode('utf-16-be').hex().upper()}>"


class _Codes(dict[int, str]):
    """The table for str.translate, filled at the first use of each character."""

    def __init__(self, font: EmbeddedFont) -> None:
        super().__init__()
        self._font = font

    def __missing__(self, code: int) -> str:
        shown = self[code] = self._font.code(chr(code))
        return shown
