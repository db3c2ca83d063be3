"""Lines to ink: words on a baseline, with what is underlined and what is linked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Group, Ink, Rect, Text
from cardforge.rulebook.lines.pieces import (
    HYPHEN,
    NARROWER,
    WIDER,
    Inset,
    Part,
    Piece,
    Place,
    Run,
    hyphen_width,
    letter_gap,
)
from cardforge.units import pt_to_mm

# An underline lies this far below the baseline and is this thick, in em.
_UNDERLINE_DROP = 0.12
_UNDERLINE = 0.055
_THINNEST = 0.12


class SetLine(NamedTuple):
    """A line of text: its baseline at y = 0, the left edge of the column at x = 0.

    `width` is what its words and spaces take, `spaces` how wide each space is as a share of the
    normal one, `links` where each address is, `overfull` how far the line sticks out, in mm.
    A line is `hyphenated` when a hyphen was added at its end.
    """

    ink: tuple[Ink, ...]
    width: float
    spaces: tuple[float, ...]
    links: tuple[tuple[str, Box], ...]
    hyphenated: bool
    text: str
    overfull: float = 0.0


class LinePlan(NamedTuple):
    """Which pieces a line holds, how far it is stretched, and where it may lie, in mm."""

    start: Place
    end: Place
    ratio: float
    left: float
    room: float
    align: float  # the share of the spare room that is left of the line


class _Placed(NamedTuple):
    """A piece with the place that it got."""

    piece: Piece
    x: float
    width: float


def set_line(part: Part, plan: LinePlan) -> SetLine:
    """Return the ink of one line of a part."""
    pieces = part.pieces[plan.start.start : plan.end.end]
    if not pieces:
        return SetLine((), 0.0, (), (), hyphenated=False, text="")
    hyphenated = plan.end.adds_hyphen
    if hyphenated:
        last = pieces[-1]
        pieces += (Piece(last.source, HYPHEN, hyphen_width(last)),)
    ratio = plan.ratio
    widths = [p.width + ratio * (p.stretch if ratio > 0.0 else p.shrink) for p in pieces]
    width = sum(widths)
    x = plan.left + max(0.0, plan.room - width) * plan.align
    placed: list[_Placed] = []
    for piece, taken in zip(pieces, widths, strict=True):
        placed.append(_Placed(piece, x, taken))
        x += taken
    # The space at the line's end is not seen, but belongs to the text that is read.
    blank = "".join(piece.text for piece in part.pieces[plan.end.end : plan.end.start])
    over = width - plan.room
    share = 1.0 + ratio * (WIDER if ratio > 0.0 else NARROWER)
    return SetLine(
        (*_underlines(placed), *_words(placed, blank, max(0.0, ratio))),
        width,
        tuple(share for piece in pieces if piece.is_space),
        _links(placed),
        hyphenated,
        "".join(piece.text for piece in pieces),
        over if over > 1e-6 else 0.0,
    )


def _words(placed: Sequence[_Placed], blank: str, loose: float) -> list[Ink]:
    """Return a text for each word and style, the space after it included."""
    ink: list[Ink] = []
    source: Run | Inset | None = None  # whose text may still grow
    for piece, x, _ in placed:
        if isinstance(piece.source, Inset) and not piece.is_space:
            ink.append(Group(piece.source.ink, Transform.moved(x, 0.0)))
            source = None
            continue
        run = piece.source
        if not isinstance(run, Run):
            continue
        grows = source is run or (piece.is_space and source is not None)
        if grows and isinstance(ink[-1], Text):
            ink[-1] = ink[-1]._replace(text=ink[-1].text + piece.text)
        else:
            ink.append(_text(run, piece.text, x, loose))
        # The next word stands where the stretched space ends: a new text.
        source = None if piece.is_space else run
    if blank and ink and isinstance(ink[-1], Text):
        ink[-1] = ink[-1]._replace(text=ink[-1].text + blank)
    return ink


def _text(run: Run, text: str, x: float, loose: float) -> Text:
    at = Point(x, -run.rise)
    return Text(
        at, text, run.font.name, run.size_pt, run.color, loose * letter_gap(run), run.origin
    )


def _links(placed: Sequence[_Placed]) -> tuple[tuple[str, Box], ...]:
    """Return the box of each address, from the top of its letters to their foot."""
    found = []
    for stretch in _stretches(placed, lambda run: run.link):
        boxes = [_letter_box(p) for p in stretch]
        box = boxes[0]
        for other in boxes[1:]:
            box = box.union(other)
        source = stretch[0].piece.source
        if isinstance(source, Run) and source.link is not None:
            found.append((source.link, box))
    return tuple(found)


def _letter_box(placed: _Placed) -> Box:
    run = placed.piece.source
    if isinstance(run, Inset):
        return Box(placed.x, 0.0, placed.width, 0.0)
    em = pt_to_mm(run.size_pt)
    top = -run.rise - run.font.ascent * em
    return Box(placed.x, top, placed.width, (run.font.ascent + run.font.descent) * em)


def _underlines(placed: Sequence[_Placed]) -> list[Ink]:
    """Return a bar under each stretch that is underlined, spaces inside it included."""
    ink: list[Ink] = []
    for stretch in _stretches(placed, lambda run: _look(run) if run.underline else None):
        run, last = stretch[0].piece.source, stretch[-1]
        if isinstance(run, Run):
            em = pt_to_mm(run.size_pt)
            x, y = stretch[0].x, _UNDERLINE_DROP * em - run.rise
            box = Box(x, y, last.x + last.width - x, max(_THINNEST, _UNDERLINE * em))
            ink.append(Rect(box, fill=run.color, origin=run.origin))
    return ink


def _look(run: Run) -> str:
    return f"{run.color} {run.size_pt} {run.rise}"


def _stretches(placed: Sequence[_Placed], key: Callable[[Run], str | None]) -> list[list[_Placed]]:
    """Return the neighbours with an equal key, without the spaces at either end of them."""
    found: list[list[_Placed]] = []
    spaces: list[_Placed] = []
    current: str | None = None
    for item in placed:
        source = item.piece.source
        own = key(source) if isinstance(source, Run) else None
        if item.piece.is_space:
            spaces = [*spaces, item] if own is not None and own == current else []
            current = current if spaces else None
            continue
        if own is not None and own == current:
            found[-1] += [*spaces, item]
        elif own is not None:
            found.append([item])
        current, spaces = own, []
    return found
