"""A line that is never broken, set as it was typed."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.lines.pieces import Inset, Part, Piece, Place, Run, width_of
from cardforge.lines.setting import LinePlan, SetLine, set_line


def width_of_whole(content: Sequence[Run | Inset]) -> float:
    """Return how wide content is on one line, in mm."""
    return sum(_width(source) for source in content)


def set_whole(
    content: Sequence[Run | Inset], room: float, align: float, *, rtl: bool = False
) -> SetLine:
    """Return content as one line in a room; `align` is the share of the spare room left of it."""
    part = _part(content)
    start, end = part.places
    return set_line(part, LinePlan(start, end, 0.0, 0.0, room, align, rtl))


def _part(content: Sequence[Run | Inset]) -> Part:
    pieces = tuple(
        Piece(source, source.text if isinstance(source, Run) else "", _width(source))
        for source in content
    )
    width = sum(piece.width for piece in pieces)
    start = Place(0, 0, 0, *(0.0,) * 7)
    count = len(pieces)
    end = Place(1, count, count, width, width, 0.0, 0.0, width, 0.0, 0.0)
    return Part(pieces, (start, end))


def _width(source: Run | Inset) -> float:
    return width_of(source, source.text) if isinstance(source, Run) else source.width
