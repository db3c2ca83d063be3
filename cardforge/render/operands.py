"""Glyphs as the operands of a PDF's text: codes, and shifts between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cardforge.shaping.values import NO_GLYPH, Glyph

# A shift is a number between two strings, in thousandths of an em to the left: `(A)70(V)`.
_SHIFT = "){}("


class Coded(NamedTuple):
    """A glyph in a subset of its font: its code as it stands in a string, and its width in em."""

    subset: int
    code: str
    width: float


class Stretch(NamedTuple):
    """Glyphs of one subset on one height: `shown` stands between the brackets of a string."""

    subset: int
    rise: float
    shown: str


def stretches(
    glyphs: tuple[Glyph, ...], coded: Callable[[Glyph], Coded], tracking: float = 0.0
) -> list[Stretch]:
    """Return glyphs as stretches, with what a viewer must move between them.

    A viewer adds the `tracking`, in em, after every code; after a letter it is taken back where
    its marks follow.  Marks that say nothing come after everything else: whoever reads
    the file finds the words in one piece, and blanks after them.
    """
    writer = _Writer(coded, tracking)
    later: list[tuple[float, Glyph]] = []
    pen = 0.0
    for glyph in glyphs:
        if glyph.id != NO_GLYPH:
            if is_late(glyph):
                later.append((pen + glyph.dx, glyph))
            else:
                writer.write(glyph, pen + glyph.dx)
        pen += glyph.advance + (tracking if glyph.spaced else 0.0)
    if glyphs and not later:
        writer.move(pen)
    for x, glyph in later:
        writer.write(glyph, x)
    return writer.finished()


def is_late(glyph: Glyph) -> bool:
    """Return whether a glyph is a mark that says nothing, or is off the line of the others."""
    return bool(glyph.dy) or (not glyph.text and (glyph.advance == 0 or glyph.rtl))


class _Writer:
    """Writes glyphs at places of a line, in em, and keeps where a viewer is after each."""

    def __init__(self, coded: Callable[[Glyph], Coded], tracking: float) -> None:
        self._coded, self._tracking = coded, tracking
        self._found: list[Stretch] = []
        self._parts: list[str] = []
        self._here = (0, 0.0)
        self._at = 0.0

    def write(self, glyph: Glyph, x: float) -> None:
        """Write a glyph with its left end at a place."""
        subset, code, width = self._coded(glyph)
        if self._here != (subset, glyph.dy):
            self._close()
            self._here = subset, glyph.dy
        self.move(x)
        self._parts.append(code)
        self._at += width + self._tracking

    def move(self, x: float) -> None:
        """Move on to a place; what is rounded off is made good by the next move."""
        shift = round((x - self._at) * 1000)
        if shift:
            self._parts.append(_SHIFT.format(-shift))
            self._at += shift / 1000

    def _close(self) -> None:
        if self._parts:
            self._found.append(Stretch(*self._here, "".join(self._parts)))
            self._parts = []

    def finished(self) -> list[Stretch]:
        """Return what was written."""
        self._close()
        return self._found


def show(shown: str) -> str:
    """Return the operator that shows what stands between the brackets of strings."""
    return f"[({shown})] TJ" if ")" in shown else f"({shown}) Tj"
