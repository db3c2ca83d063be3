"""Lines aligned by their ink instead of the frames of their letters."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.geometry import Box, Transform
from cardforge.ink import Ink
from cardforge.ink.bounds import box_round
from cardforge.layout.text.job import ALIGN, VALIGN, TextJob, align_of
from cardforge.layout.text.moving import moved
from cardforge.lines.setting import SetLine


def ink_box(job: TextJob, ink: Sequence[Ink]) -> Box | None:
    """Return the box round some ink, None where there is none."""
    box = box_round(ink, job.shelf.fonts, Transform())
    return box if box is not None and box.width else None


def across_by_ink(job: TextJob, line: SetLine, tracking: float, *, rtl: bool) -> SetLine:
    """Return a line whose ink begins or ends where its words do, or has its middle there."""
    box = ink_box(job, line.ink)
    if box is None:
        return line
    # The space after the last letter is not seen.
    free = line.width - tracking - box.width
    x = line.left + free * ALIGN[align_of(job, rtl=rtl)]
    return line._replace(ink=moved(line.ink, x - box.x, 0.0))


def down_by_ink(job: TextJob, boxes: Sequence[Box]) -> float:
    """Return how far ink must be moved down to be aligned in the height of the job's box."""
    if not boxes:
        return 0.0
    top, foot = min(box.y for box in boxes), max(box.bottom for box in boxes)
    free = job.box.height - (foot - top)
    return job.box.y + free * VALIGN[job.style.valign or "top"] - top
