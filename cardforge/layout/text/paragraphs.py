"""Text broken to the width of its box: paragraphs, lists, columns and a first letter that drops."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from cardforge.elements import TextElement
from cardforge.layout.text.content import Content, Typist
from cardforge.layout.text.fitting import (
    note_shrunk,
    overfull,
    report_overfull,
    report_word,
    stepped,
)
from cardforge.layout.text.job import TOLERANCE, TextJob, align_of, sizes
from cardforge.layout.text.marked import Block
from cardforge.layout.text.moving import moved
from cardforge.layout.text.optical import across_by_ink
from cardforge.layout.text.rows import DropCap, Row, placed, size_of, stacked
from cardforge.lines.greedy import greedy_places
from cardforge.lines.paragraph import NO_NOTCH, Notch, Setting, set_parts
from cardforge.lines.pieces import Part, Place, Run, parts_of
from cardforge.lines.setting import SetLine
from cardforge.lines.whole import set_whole, width_of_whole
from cardforge.units import pt_to_mm

# Between a bullet and its words, in em.
_AFTER_MARKER = 0.45


class _Paragraph(NamedTuple):
    """A block ready to be broken: its parts, how far its lines are moved in, the gap before it."""

    parts: tuple[Part, ...]
    indent: float
    hang: float
    gap: float
    marker: Content = ()


class _Draft(NamedTuple):
    """All paragraphs of a text at one size."""

    size_pt: float
    paragraphs: tuple[_Paragraph, ...]
    cap: DropCap | None
    tracking: float


class SetText(NamedTuple):
    """A text set in lines: its rows, their size, how high they are, and the letter that drops."""

    rows: tuple[Row, ...]
    size_pt: float
    height: float
    column_width: float
    cap: DropCap | None = None


class Paragraphs:
    """Sets the blocks of one text."""

    def __init__(self, job: TextJob, typist: Typist, blocks: Sequence[Block], *, rtl: bool) -> None:
        self.job, self.typist, self.blocks, self.rtl = job, typist, blocks, rtl
        element = job.element
        self.columns, self.width = element.columns, column_width(element, job.box.width)
        self.language = job.shelf.spoken
        self.largest = self._draft(sizes(job)[1])

    def set(self) -> SetText:
        """Return the text at the largest size at which it fits; what does not fit is reported."""
        size = stepped(self.job, self._fits)
        if size is not None:
            note_shrunk(self.job, size)
            return self.at(size)
        made = self.at(sizes(self.job)[0])
        self._report(made)
        return made

    def _draft(self, size_pt: float) -> _Draft:
        """Return the paragraphs at a size, not yet broken."""
        job, style = self.job, self.job.style
        cap, blocks = None, self.blocks
        if job.element.drop_cap > 1:
            from cardforge.layout.text.dropcap import drop_cap

            cap, blocks = drop_cap(job, self.typist, self.blocks, size_pt)
        scale = size_pt / sizes(job)[1]
        language = self.language if style.hyphenate else None
        markers = [self.typist.marker(b, size_pt) if b.marker else () for b in blocks]
        widest = max(map(width_of_whole, markers), default=0.0) + _AFTER_MARKER * pt_to_mm(size_pt)
        made = []
        for number, block in enumerate(blocks):
            indent = (style.indent or 0.0) * scale
            hang = max(0.0, -indent)
            # Beside a letter that drops nothing is moved in.
            indent = 0.0 if cap is not None and not number else max(0.0, indent)
            if block.marker:
                indent = hang = widest
            made.append(
                _Paragraph(
                    parts_of(self.typist.content(block, size_pt), language),
                    indent,
                    hang,
                    (style.paragraph_gap or 0.0) * scale if number else 0.0,
                    markers[number],
                )
            )
        return _Draft(size_pt, tuple(made), cap, (style.tracking or 0.0) * scale)

    def _fits(self, size_pt: float) -> bool:
        """Return whether the text fits at a size, broken into the fewest lines.

        Everything grows with the size: lines of a smaller size are those of the largest in a
        wider column.
        """
        draft = self.largest
        scale = size_pt / draft.size_pt
        width = self.width / scale + draft.tracking
        heights: list[tuple[float, float]] = []
        for paragraph in draft.paragraphs:
            rows = self._greedy(paragraph, width, len(heights), draft, TOLERANCE / scale)
            if rows is None:
                return False
            gap = paragraph.gap
            for row in rows:
                heights.append((gap * scale, row * scale))
                gap = 0.0
        most = self.job.element.max_lines
        if most is not None and len(heights) > most:
            return False
        height = stacked(heights, self.columns)[0]
        return self._with_cap(height, draft.cap, scale) <= self.job.box.height + TOLERANCE

    def _with_cap(self, height: float, cap: DropCap | None, scale: float) -> float:
        """Return how high a text is: at least as high as the letter that drops."""
        return height if cap is None else max(height, cap.height * scale)

    def _greedy(
        self, paragraph: _Paragraph, width: float, above: int, draft: _Draft, tolerance: float
    ) -> list[float] | None:
        """Return the heights of a paragraph's rows in a width, None where a word is wider."""
        leading = self.job.leading
        if not paragraph.parts:
            return [pt_to_mm(draft.size_pt) * leading]
        heights: list[float] = []
        for number, part in enumerate(paragraph.parts):
            first = paragraph.hang if number else paragraph.indent
            rooms = [width - first, width - paragraph.hang]
            if draft.cap is not None and (beside := draft.cap.lines - above - len(heights)) > 0:
                narrow = draft.cap.width
                rooms = [rooms[0] - narrow, *[rooms[1] - narrow] * (beside - 1), rooms[1]]
            places = greedy_places(part, rooms)
            for row, (start, end) in enumerate(pairwise(places)):
                if end.width - start.after > rooms[min(row, len(rooms) - 1)] + tolerance:
                    return None
                heights.append(pt_to_mm(_row_size(part, start, end, draft.size_pt)) * leading)
        return heights

    def at(self, size_pt: float) -> SetText:
        """Return the text set at a size, as well as can be."""
        draft = self.largest if size_pt == self.largest.size_pt else self._draft(size_pt)
        rows: list[Row] = []
        for paragraph in draft.paragraphs:
            gap = paragraph.gap
            for line in self._lines(paragraph, draft, len(rows)):
                rows.append(Row(line, size_of(line.ink, size_pt), gap))
                gap = 0.0
        height = self._with_cap(placed(rows, self.job.leading, self.columns)[0], draft.cap, 1.0)
        return SetText(tuple(rows), size_pt, height, self.width, draft.cap)

    def _lines(self, paragraph: _Paragraph, draft: _Draft, above: int) -> tuple[SetLine, ...]:
        if not paragraph.parts:
            return (SetLine((), 0.0, (), (), hyphenated=False, text=""),)
        align = align_of(self.job, rtl=self.rtl)
        notch = NO_NOTCH
        if draft.cap is not None and draft.cap.lines > above:
            notch = Notch(draft.cap.lines - above, draft.cap.width)
        setting = Setting(
            self.width + draft.tracking,
            align,
            self.language,
            bool(self.job.style.hyphenate),
            paragraph.indent,
            paragraph.hang,
            even=align == "center",
            fewest=True,
            rtl=self.rtl,
            notch=notch,
        )
        lines = set_parts(paragraph.parts, setting)
        if self.job.element.optical:
            lines = tuple(
                across_by_ink(self.job, line, draft.tracking, rtl=self.rtl) for line in lines
            )
        if not paragraph.marker:
            return lines
        return (self._marked(lines[0], paragraph, draft.size_pt), *lines[1:])

    def _marked(self, line: SetLine, paragraph: _Paragraph, size_pt: float) -> SetLine:
        """Return the first line of an entry with its bullet or number before it."""
        room = paragraph.indent - _AFTER_MARKER * pt_to_mm(size_pt)
        marker = set_whole(paragraph.marker, room, 1.0, rtl=self.rtl).ink
        if self.rtl:
            marker = moved(marker, self.width - room, 0.0)
        return line._replace(ink=(*marker, *line.ink))

    def _report(self, made: SetText) -> None:
        """Report what does not fit at the smallest size."""
        job = self.job
        worst = max(made.rows, key=lambda row: row.line.overfull)
        if worst.line.overfull > TOLERANCE:
            report_word(job, worst.line.text, worst.line.overfull)
            return
        most = job.element.max_lines
        if most is not None and len(made.rows) > most:
            overfull(job, f"{len(made.rows)} lines long, more than max-lines: {most},")
            return
        report_overfull(job, 0.0, made.height - job.box.height)


def column_width(element: TextElement, width: float) -> float:
    """Return how wide each column of a text is."""
    return (width - element.column_gap * (element.columns - 1)) / element.columns


def _row_size(part: Part, start: Place, end: Place, usual: float) -> float:
    """Return the size of the largest letters between two places."""
    found = 0.0
    last = None
    for piece in part.pieces[start.start : end.end]:
        source = piece.source
        if source is not last:
            last = source
            if isinstance(source, Run):
                found = max(found, source.size_pt)
            else:
                found = max(found, size_of(source.ink, 0.0))
    return found or usual
