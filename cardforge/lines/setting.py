"""Lines to ink: words on a baseline, with what is underlined and what is linked."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Group, Ink, Rect, Text
from cardforge.lines.order import ordered
from cardforge.lines.pieces import (
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
    width_of,
)
from cardforge.shaping.bidi import turns
from cardforge.units import pt_to_mm

# An underline lies this far below the baseline and is this thick, in em.
_UNDERLINE_DROP = 0.12
_UNDERLINE = 0.055
# A bar through words lies above the baseline by this share of the height of an x.
_STRIKE_RISE = 0.55
_THINNEST = 0.12


class SetLine(NamedTuple):
    """A line of text: its baseline at y = 0, the left edge of the column at x = 0.

    `width` is what its words and spaces take, `spaces` how wide each space is as a share of the
    normal one, `links` where each address is, `overfull` how far the line sticks out, in mm.
    A line is `hyphenated` when a hyphen was added at its end; its words begin at `left`.
    """

    ink: tuple[Ink, ...]
    width: float
    spaces: tuple[float, ...]
    links: tuple[tuple[str, Box], ...]
    hyphenated: bool
    text: str
    overfull: float = 0.0
    left: float = 0.0


class LinePlan(NamedTuple):
    """Which pieces a line holds, how far it is stretched, and where it may lie, in mm."""

    start: Place
    end: Place
    ratio: float
    left: float
    room: float
    align: float  # the share of the spare room that is left of the line
    rtl: bool = False


class _Placed(NamedTuple):
    """A piece with the place that it got; `turned` in text that runs to the left."""

    piece: Piece
    x: float
    width: float
    turned: bool = False


def set_line(part: Part, plan: LinePlan) -> SetLine:
    """Return the ink of one line of a part."""
    pieces = part.pieces[plan.start.start : plan.end.end]
    if not pieces:
        return SetLine((), 0.0, (), (), hyphenated=False, text="")
    if plan.start.number and plan.start.start == plan.start.end:
        pieces = (_alone(pieces[0]), *pieces[1:])
    hyphenated = plan.end.adds_hyphen
    if hyphenated:
        last = pieces[-1]
        pieces += (Piece(last.source, HYPHEN, hyphen_width(last)),)
    if (one := _of_one_run(part, plan, pieces)) is not None:
        return one
    ratio = plan.ratio
    line = _Line(ordered(pieces, rtl=plan.rtl, whole=ratio == 0.0), ratio)
    x = plan.left + max(0.0, plan.room - line.width) * plan.align
    placed = line.placed(x)
    # The space at the line's end is not seen, but belongs to the text that is read.
    blank = "".join(piece.text for piece in part.pieces[plan.end.end : plan.end.start])
    over = line.width - plan.room
    share = 1.0 + ratio * (WIDER if ratio > 0.0 else NARROWER)
    return SetLine(
        (*_bars(placed), *_words(placed, blank, ratio)),
        line.width,
        tuple(share for piece in pieces if piece.is_space),
        _links(placed),
        hyphenated,
        "".join(piece.text for piece in pieces),
        over if over > 1e-6 else 0.0,
        x,
    )


def _of_one_run(part: Part, plan: LinePlan, pieces: Sequence[Piece]) -> SetLine | None:
    """Return a line of one style that is one text, None where it is not as simple as that.

    The same as a line piece by piece, without the detours: nine of ten lines are such.
    """
    run = pieces[0].source
    if plan.ratio or plan.rtl or pieces[0].is_space or not isinstance(run, Run):
        return None
    if run.link or run.underline or run.strike or any(p.source is not run for p in pieces):
        return None
    text = "".join([piece.text for piece in pieces])
    if turns(text):
        return None
    blank = "".join([piece.text for piece in part.pieces[plan.end.end : plan.end.start]])
    width = sum([piece.width for piece in pieces])
    x = plan.left + max(0.0, plan.room - width) * plan.align
    over = width - plan.room
    return SetLine(
        (_text(run, text + blank, x, 0.0, turned=False),),
        width,
        (1.0,) * sum([piece.is_space for piece in pieces]),
        (),
        plan.end.adds_hyphen,
        text,
        over if over > 1e-6 else 0.0,
        x,
    )


def _alone(piece: Piece) -> Piece:
    """Return the rest of a word without what drew it nearer to its beginning."""
    run = piece.source
    return piece._replace(width=width_of(run, piece.text)) if isinstance(run, Run) else piece


class _Line:
    """The pieces of a line from left to right, and how wide each of them gets."""

    def __init__(self, pieces: Sequence[tuple[Piece, bool]], ratio: float) -> None:
        self.pieces = pieces
        self.widths = [
            p.width + ratio * (p.stretch if ratio > 0.0 else p.shrink) for p, _ in pieces
        ]
        self.width = sum(self.widths)

    def placed(self, x: float) -> list[_Placed]:
        """Return the pieces placed from a left end on."""
        placed = []
        for (piece, turned), taken in zip(self.pieces, self.widths, strict=True):
            placed.append(_Placed(piece, x, taken, turned))
            x += taken
        return placed


def _words(placed: Sequence[_Placed], blank: str, ratio: float) -> list[Ink]:
    """Return a text for each word and style, the space after it included.

    Where no space is stretched, words of one style are one text.
    """
    ink: list[Ink] = []
    loose = max(0.0, ratio)
    source: Run | Inset | None = None  # whose text may still grow
    for piece, x, _, turned in placed:
        if isinstance(piece.source, Inset) and not piece.is_space:
            if piece.source.ink:
                ink.append(Group(piece.source.ink, Transform.moved(x, 0.0)))
            source = None
            continue
        run = piece.source
        if not isinstance(run, Run):
            continue
        same = source is run
        grows = not turned and (same or (piece.is_space and source is not None))
        if grows and isinstance(ink[-1], Text):
            ink[-1] = ink[-1]._replace(text=ink[-1].text + piece.text)
        else:
            ink.append(_text(run, piece.text, x, loose, turned=turned))
        # The next word stands where the stretched space ends: a new text.
        source = None if turned or (piece.is_space and (ratio or not same)) else run
    # In text that runs to the left it would move the letters.
    if blank and ink and isinstance(ink[-1], Text) and not placed[-1].turned:
        ink[-1] = ink[-1]._replace(text=ink[-1].text + blank)
    return ink


def _text(run: Run, text: str, x: float, loose: float, *, turned: bool) -> Text:
    shaping = run.shaping
    if shaping.rtl != turned:
        shaping = shaping._replace(rtl=turned)
    tracking = run.tracking + loose * letter_gap(run)
    return Text(
        Point(x, -run.rise), text, run.font.name, run.size_pt, run.color, tracking, run.origin,
        shaping, run.stroke, run.line_width,
    )  # fmt: skip


def _links(placed: Sequence[_Placed]) -> tuple[tuple[str, Box], ...]:
    """Return the box of each address, from the top of its letters to their foot."""
    found: list[tuple[str, Box]] = []
    if not any(run.link for run in _runs(placed)):
        return ()
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


def _bars(placed: Sequence[_Placed]) -> list[Ink]:
    """Return the bars under what is underlined and through what is struck out, spaces included."""
    ink: list[Ink] = []
    if not any(run.underline or run.strike for run in _runs(placed)):
        return ink
    for stretch in _stretches(placed, lambda run: _look(run) if run.underline else None):
        ink.append(_bar(stretch, _UNDERLINE_DROP))
    for stretch in _stretches(placed, lambda run: _look(run) if run.strike else None):
        ink.append(_bar(stretch, -_STRIKE_RISE * _x_height(stretch[0])))
    return ink


def _x_height(placed: _Placed) -> float:
    run = placed.piece.source
    return run.font.x_height if isinstance(run, Run) else 0.0


def _bar(stretch: Sequence[_Placed], drop: float) -> Rect:
    """Return a bar so many em below the baseline of some words, measured to its middle."""
    run, last = stretch[0].piece.source, stretch[-1]
    assert isinstance(run, Run)
    em = pt_to_mm(run.size_pt)
    x, y = stretch[0].x, drop * em - run.rise
    thick = max(_THINNEST, _UNDERLINE * em)
    box = Box(x, y, last.x + last.width - x, thick)
    return Rect(box, fill=run.color, origin=run.origin)


def _look(run: Run) -> str:
    return f"{run.color} {run.size_pt} {run.rise}"


def _runs(placed: Sequence[_Placed]) -> list[Run]:
    """Return the different runs of a line."""
    sources = {id(p.piece.source): p.piece.source for p in placed}
    return [source for source in sources.values() if isinstance(source, Run)]


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
