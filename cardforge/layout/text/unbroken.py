"""Lines that are never wrapped, at the largest size at which they fit."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.layout.text.content import Content, Typist
from cardforge.layout.text.fitting import scaled
from cardforge.layout.text.job import ALIGN, TextJob, align_of, sizes
from cardforge.layout.text.marked import Block
from cardforge.layout.text.optical import across_by_ink
from cardforge.layout.text.paragraphs import SetText
from cardforge.layout.text.rows import Row, size_of
from cardforge.lines.setting import SetLine
from cardforge.lines.whole import set_whole, width_of_whole
from cardforge.units import pt_to_mm


class Unbroken:
    """Sets the lines of one text as they were typed."""

    def __init__(self, job: TextJob, typist: Typist, blocks: Sequence[Block], *, rtl: bool) -> None:
        self.job, self.typist, self.blocks, self.rtl = job, typist, blocks, rtl
        self.largest = [typist.content(block, sizes(job)[1]) for block in blocks]

    def tracking(self, size_pt: float) -> float:
        """Return the space after the last letter of a line, which is not seen."""
        return (self.job.style.tracking or 0.0) * size_pt / sizes(self.job)[1]

    def width(self) -> float:
        """Return how wide the lines are at their largest."""
        widest = max((width_of_whole(content) for content in self.largest if content), default=0.0)
        return max(0.0, widest - self.tracking(sizes(self.job)[1]))

    def set(self) -> SetText:
        """Return the lines at the largest size at which they fit; what does not is reported."""
        job = self.job
        largest = self.at(sizes(job)[1])
        room = job.box.width, job.box.height
        size = scaled(job, self.width(), largest.height, room)
        return largest if size == largest.size_pt else self.at(size)

    def at(self, size_pt: float) -> SetText:
        """Return the lines at a size; their height is from capital to baseline."""
        rows = [
            Row(line, size_of(line.ink, size_pt))
            for line in (self._line(content, size_pt) for content in self._contents(size_pt))
        ]
        leading, capital = self.job.leading, self.job.font.cap_height
        height = pt_to_mm(rows[0].size_pt) * capital + sum(row.height(leading) for row in rows[1:])
        return SetText(tuple(rows), size_pt, height, self.job.box.width)

    def _contents(self, size_pt: float) -> Sequence[Content]:
        if size_pt == sizes(self.job)[1]:
            return self.largest
        return [self.typist.content(block, size_pt) for block in self.blocks]

    def _line(self, content: Content, size_pt: float) -> SetLine:
        align = ALIGN[align_of(self.job, rtl=self.rtl)]
        tracking = self.tracking(size_pt)
        line = set_whole(content, self.job.box.width + tracking, align, rtl=self.rtl)
        if not self.job.element.optical:
            return line
        return across_by_ink(self.job, line, tracking, rtl=self.rtl)
