"""The words beneath a picture: centred lines of the label type."""

from __future__ import annotations

import re
from typing import NamedTuple

from cardforge.geometry import Size, Transform
from cardforge.ink import Group, Ink
from cardforge.lines.paragraph import (
    Inset,
    LineBreak,
    Run,
    Setting,
    narrowest,
    natural_width,
    set_paragraph,
)
from cardforge.lines.pieces import Content
from cardforge.rulebook.book import Sentence
from cardforge.rulebook.figures.cards import NOTHING, Art
from cardforge.rulebook.forms import Form
from cardforge.rulebook.inlines import Inliner, Type
from cardforge.rulebook.look import Look
from cardforge.units import pt_to_mm

_LEADING = 1.22
# Where room is scarce labels get smaller, but not smaller than this.
_LEAST_PT = 7.0
# What a dot sets apart may stand on a line of its own: then no dot is needed.
_DOT = re.compile("[ \u00a0]*· ")


class Wide(Exception):
    """A figure that finds no room, in mm."""

    def __init__(self, needed: float, has: float) -> None:
        super().__init__(f"needs {needed:.1f} mm, has {has:.1f} mm")
        self.needed, self.has = needed, has


class _Extent(NamedTuple):
    """Words, how wide they are in one line, and their widest part: whole, and when divided."""

    content: Content
    natural: float
    whole: float
    divided: float


class Label(NamedTuple):
    """A label that is measured but not set yet: with its dots, and in lines instead of them."""

    type: Type
    dotted: _Extent
    parted: _Extent

    def within(self, room: float) -> _Extent:
        """Return the words as they are set in a room."""
        return self.dotted if self.dotted.natural <= room else self.parted

    def is_divided(self, room: float) -> bool:
        """Return whether a word finds no room whole: only then words are divided."""
        return self.within(room).whole > room

    def least(self, room: float) -> float:
        """Return the least width in which the label can be set in about so much room."""
        extent = self.within(room)
        return extent.divided if self.is_divided(room) else extent.whole

    def width(self, room: float) -> float:
        """Return the width in a room: more where a word is wider, less where the label is short."""
        return max(self.least(room), min(room, self.within(room).natural))


class Labels:
    """Sets the labels of the figures of one book."""

    def __init__(self, look: Look, form: Form, inliner: Inliner, language: str) -> None:
        self.inliner, self.language = inliner, language
        sizes = (form.small_pt, min(form.small_pt, _LEAST_PT))
        self.types = tuple(
            Type(size, size * _LEADING, look.ink, look.label, "center")
            for size in dict.fromkeys(sizes)
        )

    def measured(self, sentence: Sentence, kind: Type | None = None) -> Label:
        """Return a label for which a width is still to be chosen."""
        kind = kind or self.types[0]
        content = self.inliner.runs(sentence, kind)
        return Label(kind, self._extent(content), self._extent(_parted(content)))

    def _extent(self, content: Content) -> _Extent:
        whole, divided = (narrowest(content, self._setting(0.0, cut=cut)) for cut in (False, True))
        return _Extent(content, natural_width(content), whole, divided)

    def _setting(self, width: float, *, cut: bool) -> Setting:
        return Setting(width, "center", self.language, hyphenate=cut)

    def draw(self, sentence: Sentence, width: float) -> Art:
        """Return a label about so wide."""
        return self.set(self.measured(sentence), width)

    def fitted(self, sentence: Sentence, width: float, most: float) -> Art:
        """Return a label about so wide, but no wider than `most`: in smaller type if need be.

        Raises Wide when a word finds no room even so.
        """
        width = min(width, most)
        for kind in self.types:
            label = self.measured(sentence, kind)
            # Rather a wider label than a divided word, rather smaller type than none.
            if label.parted.whole <= most:
                return self.set(label, max(width, label.parted.whole))
        label = self.measured(sentence, self.types[-1])
        if label.least(most) > most:
            raise Wide(label.least(most), most)
        return self.set(label, most)

    def set(self, label: Label, room: float) -> Art:
        """Return the lines of a measured label in a room."""
        kind, width = label.type, label.width(room)
        # A hair more than the text needs, so that a rounding error breaks no line.
        setting = self._setting(width + 1e-6, cut=label.is_divided(room))
        lines = set_paragraph(label.within(room).content, setting)
        if not lines:
            return NOTHING
        font, leading = self.inliner.font(kind), kind.leading
        em = pt_to_mm(kind.size_pt)
        first = (leading + em * (font.ascent - font.descent)) / 2
        ink: list[Ink] = [
            Group(line.ink, Transform.moved(0.0, first + index * leading))
            for index, line in enumerate(lines)
        ]
        return Art(Size(width, leading * len(lines)), tuple(ink))


def _parted(content: Content) -> Content:
    """Return words with a line break instead of each dot between two of them."""
    parted: list[Run | Inset | LineBreak] = []
    for source in content:
        if not isinstance(source, Run):
            parted.append(source)
            continue
        first, *others = _DOT.split(source.text)
        parted += [source._replace(text=first)] if first else []
        for text in others:
            parted += [LineBreak()] if parted else []
            parted += [source._replace(text=text)] if text else []
    return tuple(parted)
