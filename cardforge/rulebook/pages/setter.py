"""What all blocks of a rulebook are set with: types, lines as slips, words that do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardforge.color import Color
from cardforge.diagnostics import Report, Span, shortened
from cardforge.geometry import Box, Transform
from cardforge.ink import Group, Ink
from cardforge.lines.paragraph import (
    Inset,
    LineBreak,
    Run,
    SetLine,
    Setting,
    narrowest,
    natural_width,
    set_paragraph,
)
from cardforge.rulebook.book import Sentence
from cardforge.rulebook.figures.painter import Painter
from cardforge.rulebook.forms import Form
from cardforge.rulebook.inlines import Inliner, Type
from cardforge.rulebook.look import Look
from cardforge.rulebook.pages.slips import FREE, IN_TEXT, NEVER, Slip
from cardforge.units import pt_to_mm, show

Runs = Sequence[Run | Inset | LineBreak]
TOLERANCE = 0.01


Pieces = tuple[Run | Inset | LineBreak, ...]


class Memory(NamedTuple):
    """What is set already: most comes again unchanged in the next round and format."""

    lines: dict[tuple[Pieces, Setting], tuple[SetLine, ...]]
    widths: dict[tuple[Pieces, bool | None], float]


class Types(NamedTuple):
    """The types of a rulebook, from its form and look."""

    body: Type
    small: Type
    label: Type
    caption: Type
    heading: Type
    subheading: Type


def types_of(form: Form, look: Look) -> Types:
    """Return the types that suit a form."""
    small = form.small_pt
    heading, sub = form.heading_pt, form.subheading_pt
    plain = Type(heading, heading * 1.12, look.accent, look.heading, "left", hyphenate=False)
    body = Type(form.body_pt, form.leading_pt, look.ink)
    return Types(
        body=body,
        small=Type(small, small * 1.28, look.ink, align="left"),
        label=Type(small, small * 1.25, look.ink, look.label, "left", hyphenate=False),
        caption=Type(small, small * 1.25, look.ink, align="left", italic=True),
        heading=plain,
        subheading=plain._replace(size_pt=sub, leading_pt=sub * 1.2, color=look.ink),
    )


class Setter:
    """Sets sentences as slips of lines and reports what does not fit the column."""

    def __init__(
        self,
        form: Form,
        look: Look,
        inliner: Inliner,
        painter: Painter,
        language: str,
        report: Report,
        memory: Memory,
    ) -> None:
        self.form, self.look, self.inliner, self.report = form, look, inliner, report
        self.painter, self.language = painter, language
        self.set_lines, self.widths = memory
        # Where words stand that have no place of their own: those that a rulebook adds.
        self.place = inliner.place
        self.types = types_of(form, look)
        self.blocks = 0

    def block(self) -> int:
        """Return a number that no other block has."""
        self.blocks += 1
        return self.blocks

    def lines(
        self, runs: Runs, kind: Type, width: float, span: Span | None = None, **more: Any
    ) -> tuple[SetLine, ...]:
        """Return runs broken to a width; a word that is wider is reported."""
        setting = Setting(width, kind.align, self.language, kind.hyphenate, **more)
        key = (tuple(runs), setting)
        lines = self.set_lines.get(key)
        if lines is None:
            lines = self.set_lines[key] = set_paragraph(runs, setting)
        for line in lines:
            if line.overfull > TOLERANCE:
                self._overfull(line, runs, span)
        return lines

    def extent(self, runs: Runs, kind: Type, *, narrow: bool) -> float:
        """Return the width of runs on one line, or of their widest part that is never broken."""
        key = (tuple(runs), kind.hyphenate if narrow else None)
        width = self.widths.get(key)
        if width is None:
            setting = Setting(0.0, "left", self.language, kind.hyphenate)
            width = narrowest(runs, setting) if narrow else natural_width(runs)
            self.widths[key] = width
        return width

    def _overfull(self, line: SetLine, runs: Runs, span: Span | None) -> None:
        places = [r.origin for r in runs if isinstance(r, Run) and _holds(r.text, line.text)]
        message = (
            f"'{shortened(line.text.strip(), 40)}' is {show(line.overfull)} mm wider than its"
            f" column in the format {self.form.name}"
        )
        place = next((place for place in places if place), span or self.place)
        hint = "write a soft hyphen (U+00AD) where it may be broken, or say it otherwise"
        self.report.error("rulebook.word-wide", message, place, hint=hint)

    def text(
        self, sentence: Sentence, kind: Type, width: float, span: Span | None = None, **more: Any
    ) -> list[Slip]:
        """Return a paragraph as slips: no column ends after its first or before its last line."""
        lines = self.lines(self.inliner.runs(sentence, kind), kind, width, span, **more)
        return self.slips(lines, kind)

    def slips(self, lines: Sequence[SetLine], kind: Type) -> list[Slip]:
        """Return lines as slips, the lines of one paragraph numbered."""
        number = self.block()
        baseline = baseline_of(kind, self.inliner)
        count = len(lines)
        return [
            Slip(
                kind.leading,
                _lowered(line.ink, baseline),
                _links(line, baseline),
                cost=FREE if index == count else line_cost(index, count),
                block=number,
                line=index,
                lines=count,
                spaces=line.spaces if kind.align == "justify" else (),
                text=line.text,
            )
            for index, line in enumerate(lines, 1)
        ]


def _holds(text: str, line: str) -> bool:
    word = line.strip().rstrip("-")
    return bool(word) and word in text


def line_cost(line: int, lines: int) -> float:
    """Return the cost of ending a column after a line of a paragraph."""
    alone = line == 1 or line == lines - 1
    return NEVER if alone else IN_TEXT


def baseline_of(kind: Type, inliner: Inliner) -> float:
    """Return how far below the top of its line a baseline lies, in mm."""
    font = inliner.font(kind)
    em = pt_to_mm(kind.size_pt)
    return (kind.leading + em * (font.ascent - font.descent)) / 2


def _lowered(ink: tuple[Ink, ...], baseline: float) -> tuple[Ink, ...]:
    return (Group(ink, Transform.moved(0.0, baseline)),) if ink else ()


def _links(line: SetLine, baseline: float) -> tuple[tuple[str, Box], ...]:
    return tuple((target, box.moved(0.0, baseline)) for target, box in line.links)


def spaced(slips: list[Slip], before: float) -> list[Slip]:
    """Return slips with a space above the first."""
    return [slips[0]._replace(before=before), *slips[1:]] if slips else []


def tinted(color: Color, share: float) -> Color:
    """Return a colour mixed with white; a share of 0 is white."""
    if color.space == "cmyk":
        return Color("cmyk", tuple(value * share for value in color.values))
    return Color(color.space, tuple(1.0 - (1.0 - value) * share for value in color.values))
