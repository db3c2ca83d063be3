"""Set lines to ink: each line on its baseline in the box, aligned by its frame or by its ink."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.ink import Ink
from cardforge.layout.text.job import VALIGN, TextJob, underline_of
from cardforge.layout.text.moving import moved
from cardforge.layout.text.optical import down_by_ink, ink_box
from cardforge.layout.text.paragraphs import SetText
from cardforge.layout.text.rows import placed
from cardforge.units import pt_to_mm


class Line(NamedTuple):
    """The ink of a line with its baseline at y = 0, and where that is in the box, in mm."""

    ink: tuple[Ink, ...]
    x: float
    baseline: float
    size_pt: float

    @property
    def placed(self) -> tuple[Ink, ...]:
        """Return the ink where it belongs."""
        return moved(self.ink, self.x, self.baseline)

    def lowered(self, by: float) -> Line:
        """Return the line so many mm lower."""
        return self._replace(baseline=self.baseline + by)


def composed(job: TextJob, text: SetText, *, rtl: bool) -> tuple[Ink, ...]:
    """Return the ink of a text that is set, placed in its box."""
    lines = lines_of(job, text)
    cap = _cap(job, text, rtl=rtl)
    if job.element.optical:
        inked = (ink_box(job, line.placed) for line in (*cap, *lines))
        down = down_by_ink(job, [box for box in inked if box is not None])
        cap, lines = ([line.lowered(down) for line in part] for part in (cap, lines))
    ink: list[Ink] = [item for line in cap for item in line.placed]
    for line in lines:
        ink += line.placed
        box = ink_box(job, line.placed) if job.element.underline else None
        if box is not None:
            ink.append(underline_of(job, box, line.baseline, line.size_pt))
    return tuple(ink)


def lines_of(job: TextJob, text: SetText) -> list[Line]:
    """Return the lines of a text that is set, placed in its box by their frames."""
    top = job.box.y + (job.box.height - text.height) * VALIGN[job.style.valign or "top"]
    if not job.element.wrap:
        return _unbroken(job, text, top)
    _, rows = placed(text.rows, job.leading, job.element.columns)
    lines = []
    for row, column, down in rows:
        if row.line.ink:
            x = job.box.x + column * (text.column_width + job.element.column_gap)
            baseline = top + down + first_baseline(job, row.size_pt)
            lines.append(Line(row.line.ink, x, baseline, row.size_pt))
    return lines


def first_baseline(job: TextJob, size_pt: float) -> float:
    """Return how far below the top of its row the baseline of a line is."""
    em = pt_to_mm(size_pt)
    return (em * job.leading + em * (job.font.ascent - job.font.descent)) / 2


def _unbroken(job: TextJob, text: SetText, top: float) -> list[Line]:
    lines = []
    baseline = top + pt_to_mm(text.rows[0].size_pt) * job.font.cap_height
    for number, row in enumerate(text.rows):
        baseline += row.height(job.leading) if number else 0.0
        if row.line.ink:
            lines.append(Line(row.line.ink, job.box.x, baseline, row.size_pt))
    return lines


def _cap(job: TextJob, text: SetText, *, rtl: bool) -> list[Line]:
    """Return the letter that drops, standing on the baseline of the last line beside it."""
    cap = text.cap
    if cap is None:
        return []
    top = job.box.y + (job.box.height - text.height) * VALIGN[job.style.valign or "top"]
    em = pt_to_mm(text.size_pt)
    baseline = top + first_baseline(job, text.size_pt) + (cap.lines - 1) * em * job.leading
    x = job.box.x + (text.column_width - cap.inked if rtl else 0.0)
    return [Line(cap.ink, x, baseline, text.size_pt)]
