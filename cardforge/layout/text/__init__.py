"""Text: lines to ink, shrunk between two sizes; what does not fit is reported, never clipped."""

from __future__ import annotations

from cardforge.diagnostics import Report
from cardforge.geometry import Size
from cardforge.ink import Ink
from cardforge.layout.text.fitting import check_fit
from cardforge.layout.text.job import ALIGN, VALIGN, TextJob, TextShelf
from cardforge.layout.text.plain import plain_line

__all__ = ["ALIGN", "VALIGN", "TextJob", "TextShelf", "set_text", "text_size"]


def set_text(job: TextJob) -> tuple[Ink, ...]:
    """Return the ink of a text element; missing glyphs and overfull boxes are reported."""
    if not job.element.text.strip():
        return ()
    if job.element.fit is not None:
        check_fit(job)
    line = plain_line(job)
    if line is not None:
        return line
    from cardforge.layout.text.long_path import set_long

    return set_long(job)


def text_size(job: TextJob) -> Size:
    """Return how wide and how high a text is when it is set in its box, nothing said of faults.

    The boxes of rows, columns and tables that are as large as their content are made of it.
    """
    if not job.element.text.strip():
        return Size(0.0, 0.0)
    from cardforge.layout.text.long_path import measured

    return measured(job._replace(report=Report()))
