"""The rules of page boxes: which must be there, and which lies inside which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardforge.check.verify.document import BOXES, Page
from cardforge.check.verify.faults import Fault, error
from cardforge.check.verify.values import SAME_MM, on_pages
from cardforge.geometry import Box

_NESTED = (
    ("TrimBox", "BleedBox"), ("ArtBox", "BleedBox"), ("BleedBox", "CropBox"),
    ("BleedBox", "MediaBox"), ("TrimBox", "CropBox"), ("ArtBox", "CropBox"),
    ("TrimBox", "MediaBox"), ("ArtBox", "MediaBox"), ("CropBox", "MediaBox"),
)  # fmt: skip


def box_faults(pages: Sequence[Page]) -> Iterator[Fault]:
    """Yield what the boxes of a press PDF lack or contradict."""
    without = [n for n, page in _numbered(pages) if "MediaBox" not in page.boxes]
    if without:
        yield error("file.boxes", f"{on_pages(without)} without a MediaBox")
    uncut = [n for n, p in _numbered(pages) if not {"TrimBox", "ArtBox"} & p.boxes.keys()]
    if uncut:
        yield error(
            "file.boxes", f"{on_pages(uncut)} without a TrimBox", "write on each where it is cut"
        )
    both = [n for n, page in _numbered(pages) if {"TrimBox", "ArtBox"} <= page.boxes.keys()]
    if both:
        yield error(
            "file.boxes",
            f"{on_pages(both)} with a TrimBox and an ArtBox, one is allowed",
            "leave the ArtBox out",
        )
    yield from nesting_faults(pages)


def nesting_faults(pages: Sequence[Page]) -> Iterator[Fault]:
    """Yield which boxes are empty or reach out of those that should hold them."""
    for name in BOXES:
        empty = [
            number
            for number, page in _numbered(pages)
            if name in page.boxes and min(page.boxes[name][2:]) <= 0
        ]
        if empty:
            yield error("file.boxes", f"{on_pages(empty)}: {name} is empty")
    for inner, outer in _NESTED:
        wrong = [
            number
            for number, page in _numbered(pages)
            if inner in page.boxes
            and outer in page.boxes
            and not _within(page.boxes[inner], page.boxes[outer])
        ]
        if wrong:
            yield error("file.boxes", f"{on_pages(wrong)}: {inner} reaches out of {outer}")


def _numbered(pages: Sequence[Page]) -> Iterator[tuple[int, Page]]:
    return iter(enumerate(pages, 1))


def _within(inner: Box, outer: Box) -> bool:
    return (
        inner.x >= outer.x - SAME_MM
        and inner.y >= outer.y - SAME_MM
        and inner.right <= outer.right + SAME_MM
        and inner.bottom <= outer.bottom + SAME_MM
    )
