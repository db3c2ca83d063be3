"""The size at which a text fits its box, and what is said where none does."""

from __future__ import annotations

from collections.abc import Callable

from cardforge.diagnostics import shortened
from cardforge.layout.text.job import TOLERANCE, TextJob, sizes
from cardforge.units import show

# Paragraphs shrink in steps of a quarter point: fine enough for the eye.
STEP_PT = 0.25


def check_fit(job: TextJob) -> None:
    """Report a smallest size above the largest: neither could be kept."""
    fit, largest = job.element.fit, sizes(job)[1]
    if fit is not None and fit.min > largest:
        message = f"fit: min {show(fit.min)} pt is above the text's size of {show(largest)} pt"
        job.error("value.fit", message, "give max too, or a larger size")


def stepped(job: TextJob, fits: Callable[[float], bool]) -> float | None:
    """Return the largest size that fits, in steps from the smallest; None where none does."""
    smallest, largest = sizes(job)
    if fits(largest):
        return largest
    low, high = 0, int((largest - smallest) / STEP_PT + TOLERANCE)
    best = None
    while low <= high:
        middle = (low + high) // 2
        size = smallest + middle * STEP_PT
        if fits(size):
            best, low = size, middle + 1
        else:
            high = middle - 1
    return best


def scaled(job: TextJob, width: float, height: float, room: tuple[float, float]) -> float:
    """Return the size at which lines fit that need so much at their largest; faults are told."""
    smallest, largest = sizes(job)
    room_x, room_y = room[0] + TOLERANCE, room[1] + TOLERANCE
    if width <= room_x and height <= room_y:
        return largest
    size = largest * min(room_x / max(width, 1e-9), room_y / max(height, 1e-9), 1.0)
    if size < smallest - TOLERANCE:
        scale = smallest / largest
        report_overfull(job, width * scale - room[0], height * scale - room[1])
        return smallest
    note_shrunk(job, size)
    return size


def report_overfull(job: TextJob, wide: float, high: float) -> None:
    """Report a text that is too wide or too high by so much at its smallest size."""
    if job.element.vertical:
        # Its lines lie while they are set.
        wide, high = high, wide
    over = []
    if wide > TOLERANCE:
        over.append(f"{show(wide)} mm too wide")
    if high > TOLERANCE:
        over.append(f"{show(high)} mm too high")
    overfull(job, " and ".join(over) or "too large")


def report_word(job: TextJob, word: str, wide: float) -> None:
    """Report a word that is wider than the line."""
    shown = shortened(word.strip(), 24)
    how = "high" if job.element.vertical else "wide"
    overfull(job, f"{show(wide)} mm too {how} (the word '{shown}' cannot be broken)")


def overfull(job: TextJob, how: str) -> None:
    """Report a text that does not fit."""
    shown = shortened(job.element.text.strip().replace("\n", " "), 30)
    smallest = sizes(job)[0]
    message = f"the text '{shown}' is {how} for its box at {show(smallest)} pt"
    hint = "make the box larger, the text shorter, or the smallest size (fit: min) smaller"
    job.error("text.overfull", message, hint)


def note_shrunk(job: TextJob, size: float) -> None:
    """Note a text that is smaller than it would be; the smallest of many cards is named."""
    largest = sizes(job)[1]
    if size < largest - TOLERANCE:
        message = f"text shrunk from {show(largest)} pt to {show(size)} pt"
        job.report.note("text.shrunk", message, job.span, card=job.card, rank=size)
