"""Any text that is no plain line: taken apart, set in lines, adorned."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardforge.geometry import Box, Size
from cardforge.ink import Ink
from cardforge.layout.text.composing import composed
from cardforge.layout.text.content import Typist
from cardforge.layout.text.job import TextJob, runs_left, sizes
from cardforge.layout.text.marked import Block, blocks_of, cleaned

if TYPE_CHECKING:
    from cardforge.layout.text.paragraphs import Paragraphs
    from cardforge.layout.text.unbroken import Unbroken


class _Prepared(NamedTuple):
    """A text taken apart, and what makes its letters."""

    typist: Typist
    blocks: list[Block]
    rtl: bool


def set_long(job: TextJob) -> tuple[Ink, ...]:
    """Return the ink of any text; nothing after reporting what is wrong with it."""
    prepared = _prepare(job)
    if prepared is None:
        return ()
    typist, blocks, rtl = prepared
    if job.element.arc is not None:
        from cardforge.layout.text.arc import on_arc

        ink = on_arc(job, typist, blocks, rtl=rtl)
    elif job.element.vertical:
        from cardforge.layout.text.vertical import upright

        flat = lying(job)
        ink = upright(job, flat, _setter(flat, prepared).set())
    else:
        ink = composed(job, _setter(job, prepared).set(), rtl=rtl)
    if typist.is_broken:
        return ()
    if job.style.outline is None and job.style.shadow is None:
        return ink
    from cardforge.layout.text.effects import with_effects

    return with_effects(ink, job.style)


def lying(job: TextJob) -> TextJob:
    """Return a job whose lines are as long as its box is high."""
    return job._replace(box=Box(0.0, 0.0, job.box.height, job.box.width))


def measured(job: TextJob) -> Size:
    """Return how large a text is when it is set in its box."""
    prepared = _prepare(job)
    if prepared is None:
        return Size(0.0, 0.0)
    if job.element.vertical:
        high, wide = _extent(lying(job), prepared)
        return Size(wide, high)
    return _extent(job, prepared)


def _prepare(job: TextJob) -> _Prepared | None:
    text = cleaned(job)
    blocks = blocks_of(job, text)
    if not blocks:
        return None
    rtl = runs_left(job, text)
    typist = Typist(job, rtl=rtl)
    # Faults of names and letters are found before lines are made.
    for block in blocks:
        typist.content(block, sizes(job)[1])
    return None if typist.is_broken else _Prepared(typist, blocks, rtl)


def _setter(job: TextJob, prepared: _Prepared) -> Paragraphs | Unbroken:
    typist, blocks, rtl = prepared
    if job.element.wrap:
        from cardforge.layout.text.paragraphs import Paragraphs

        return Paragraphs(job, typist, blocks, rtl=rtl)
    from cardforge.layout.text.unbroken import Unbroken

    return Unbroken(job, typist, blocks, rtl=rtl)


def _extent(job: TextJob, prepared: _Prepared) -> Size:
    text = _setter(job, prepared).set()
    columns = job.element.columns
    widest = max((row.line.width for row in text.rows), default=0.0)
    width = max(0.0, widest - (job.style.tracking or 0.0) * text.size_pt / sizes(job)[1])
    return Size(width * columns + job.element.column_gap * (columns - 1), text.height)
