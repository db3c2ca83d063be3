"""Lines that tell where to cut and fold: crop marks, guides, outlines of tokens, the fold line."""

from __future__ import annotations

import math
from typing import NamedTuple

from cardforge.color import BLACK, REGISTRATION
from cardforge.geometry import Box, Insets, Point, Segment
from cardforge.ink import Line, Path
from cardforge.sheet_spec import MarkSpec
from cardforge.slots import MARK_VISIBLE, Frame

EDGES = ("left", "top", "right", "bottom")
FOLD_DASH = (1.0, 0.5)
# Control points this far along the radius make four cubics a circle to 0.03 %.
_CIRCLE = 4 / 3 * (math.sqrt(2) - 1)


class Cuts(NamedTuple):
    """The cut lines of a sheet side: the x of the upright ones, the y of the level ones."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]


def cuts_of(frame: Frame) -> Cuts:
    """Return every slot edge once."""
    pitch_x = frame.trim.width + frame.gutter.width
    pitch_y = frame.trim.height + frame.gutter.height
    xs = [
        frame.grid.x + column * pitch_x + side
        for column in range(frame.columns)
        for side in (0.0, frame.trim.width)
    ]
    ys = [
        frame.grid.y + row * pitch_y + side
        for row in range(frame.rows)
        for side in (0.0, frame.trim.height)
    ]
    if frame.folded:
        ys += [frame.paper.height - y for y in ys]
    return Cuts(_distinct(xs), _distinct(ys))


def draw_marks(frame: Frame, marks: MarkSpec, short: tuple[str, ...] = ()) -> tuple[Line, ...]:
    """Return the cut marks of a sheet side; on the edges in `short` no longer than they must be.

    A mark starts where the outer bleed ends or farther out, and never leaves the paper.
    """
    if marks.kind == "none":
        return ()
    starts, ends = _spans(frame, marks, short)
    draw = _guides if marks.kind == "guides" else _crop_marks
    return draw(frame, starts, ends, marks.line_width)


def draw_fold(frame: Frame, marks: MarkSpec, short: tuple[str, ...] = ()) -> tuple[Line, ...]:
    """Return the dashed fold line, drawn only beside the cards."""
    if not frame.folded:
        return ()
    starts, ends = _spans(frame, marks, short)
    fold = Cuts((), (frame.paper.height / 2,))
    lines = _lines(fold, _level_spans(frame, starts, ends), [], marks.line_width)
    return tuple(line._replace(dash=FOLD_DASH) for line in lines)


def draw_outline(shape: str, box: Box, line_width: float) -> Path | None:
    """Return the cut line of a round or hexagonal token, None for shapes cut straight."""
    if shape == "round":
        return Path(round_path(box), stroke=BLACK, line_width=line_width)
    if shape == "hexagon":
        return Path(hexagon_path(box), stroke=BLACK, line_width=line_width)
    return None


def round_path(box: Box) -> tuple[Segment, ...]:
    """Return the ellipse that touches all four edges of a box."""
    rx, ry = box.width / 2, box.height / 2
    x, y = box.centre
    kx, ky = rx * _CIRCLE, ry * _CIRCLE
    return (
        ("M", x + rx, y),
        ("C", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("C", x - kx, y + ry, x - rx, y + ky, x - rx, y),
        ("C", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("C", x + kx, y - ry, x + rx, y - ky, x + rx, y),
        ("Z",),
    )


def hexagon_path(box: Box) -> tuple[Segment, ...]:
    """Return the hexagon in a box, its points on the two edges that are farther apart."""
    if box.width >= box.height:
        quarter, y = box.width / 4, box.centre.y
        corners = [
            (box.x, y),
            (box.x + quarter, box.y),
            (box.right - quarter, box.y),
            (box.right, y),
            (box.right - quarter, box.bottom),
            (box.x + quarter, box.bottom),
        ]
    else:
        quarter, x = box.height / 4, box.centre.x
        corners = [
            (x, box.y),
            (box.right, box.y + quarter),
            (box.right, box.bottom - quarter),
            (x, box.bottom),
            (box.x, box.bottom - quarter),
            (box.x, box.y + quarter),
        ]
    first, *others = corners
    return (("M", *first), *(("L", *corner) for corner in others), ("Z",))


def _distinct(places: list[float]) -> tuple[float, ...]:
    # Neighbours without a gutter share a cut, reached by two sums that differ in the last digit.
    return tuple(sorted({round(place, 6): place for place in places}.values()))


def _spans(frame: Frame, marks: MarkSpec, short: tuple[str, ...]) -> tuple[Insets, Insets]:
    """Return how far from the block the marks of each edge start and end."""
    block, paper = frame.block, frame.paper
    rooms = (block.x, block.y, paper.width - block.right, paper.height - block.bottom)
    starts, ends = [], []
    for edge, room, margin, bleed in zip(EDGES, rooms, frame.margin, frame.outer, strict=True):
        start = max(bleed, min(marks.offset or 0.0, room - margin - MARK_VISIBLE))
        length = math.inf if marks.kind == "guides" else marks.length
        if edge in short:
            length = min(length, MARK_VISIBLE)
        starts.append(start)
        ends.append(max(start, min(start + length, room)))
    return Insets(*starts), Insets(*ends)


def _crop_marks(frame: Frame, starts: Insets, ends: Insets, width: float) -> tuple[Line, ...]:
    level, upright = _level_spans(frame, starts, ends), _upright_spans(frame, starts, ends)
    return _lines(cuts_of(frame), level, upright, width)


def _level_spans(frame: Frame, starts: Insets, ends: Insets) -> list[tuple[float, float]]:
    block = frame.block
    left = (block.x - starts.left, block.x - ends.left)
    right = (block.right + starts.right, block.right + ends.right)
    return [span for span in (left, right) if span[0] != span[1]]


def _upright_spans(frame: Frame, starts: Insets, ends: Insets) -> list[tuple[float, float]]:
    block = frame.block
    top = (block.y - starts.top, block.y - ends.top)
    bottom = (block.bottom + starts.bottom, block.bottom + ends.bottom)
    return [span for span in (top, bottom) if span[0] != span[1]]


def _guides(frame: Frame, _starts: Insets, ends: Insets, width: float) -> tuple[Line, ...]:
    block = frame.block
    level = [(block.x - ends.left, block.right + ends.right)]
    upright = [(block.y - ends.top, block.bottom + ends.bottom)]
    return _lines(cuts_of(frame), level, upright, width)


def _lines(
    cuts: Cuts,
    level: list[tuple[float, float]],
    upright: list[tuple[float, float]],
    width: float,
) -> tuple[Line, ...]:
    """Return lines along every cut: level spans are in x, upright ones in y."""
    lines = [
        Line(Point(x, start), Point(x, end), REGISTRATION, width)
        for x in cuts.xs
        for start, end in upright
    ]
    lines += [
        Line(Point(start, y), Point(end, y), REGISTRATION, width)
        for y in cuts.ys
        for start, end in level
    ]
    return tuple(lines)
