"""The words beneath a picture: centred lines of the label type."""

from __future__ import annotations

from cardforge.geometry import Size, Transform
from cardforge.ink import Group, Ink
from cardforge.rulebook.book import Sentence
from cardforge.rulebook.figures.cards import NOTHING, Art
from cardforge.rulebook.forms import Form
from cardforge.rulebook.inlines import Inliner, Type
from cardforge.rulebook.lines.paragraph import Setting, narrowest, natural_width, set_paragraph
from cardforge.rulebook.look import Look
from cardforge.units import pt_to_mm

_LEADING = 1.22


class Labels:
    """Sets the labels of the figures of one book."""

    def __init__(self, look: Look, form: Form, inliner: Inliner, language: str) -> None:
        self.inliner, self.language = inliner, language
        size = form.small_pt
        self.type = Type(size, size * _LEADING, look.ink, look.label, "center")

    def draw(self, sentence: Sentence, width: float) -> Art:
        """Return a label about so wide: wider where a word is, narrower where it is short."""
        runs = self.inliner.runs(sentence, self.type)
        setting = Setting(0.0, self.type.align, self.language, hyphenate=False)
        least = narrowest(runs, setting)
        if least > width:
            # Only a word that finds no room whole is divided.
            setting = setting._replace(hyphenate=True)
            least = narrowest(runs, setting)
        room = max(least, min(width, natural_width(runs)))
        # A hair more than the text needs, so that a rounding error breaks no line.
        lines = set_paragraph(runs, setting._replace(width=room + 1e-6))
        if not lines:
            return NOTHING
        font, leading = self.inliner.font(self.type), self.type.leading
        em = pt_to_mm(self.type.size_pt)
        first = (leading + em * (font.ascent - font.descent)) / 2
        ink: list[Ink] = [
            Group(line.ink, Transform.moved(0.0, first + index * leading))
            for index, line in enumerate(lines)
        ]
        return Art(Size(room, leading * len(lines)), tuple(ink))
