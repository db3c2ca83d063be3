"""The order of a line's pieces from left to right: text of both directions beside each other."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.lines.pieces import Inset, Piece, Run, width_of
from cardforge.shaping.bidi import turns, visual_runs


def ordered(pieces: Sequence[Piece], *, rtl: bool, whole: bool) -> list[tuple[Piece, bool]]:
    """Return the pieces from left to right, each with whether it is text that runs to the left.

    A line of one style is one piece where it may be set as a `whole`.
    """
    if not rtl and not any(turns(piece.text) for piece in pieces):
        return [(piece, False) for piece in pieces]
    if whole and (one := _one_run(pieces)):
        # Shaping puts the parts of one text in order.
        return [(one, rtl)]
    texts = [_read(piece) for piece in pieces]
    starts, offset = [], 0
    for text in texts:
        starts.append(offset)
        offset += len(text)
    found: list[tuple[Piece, bool]] = []
    for run in visual_runs("".join(texts), rtl):
        end = run.start + len(run.text)
        parts = [
            (_cut(piece, text, run.start - start, end - start), run.rtl)
            for piece, text, start in zip(pieces, texts, starts, strict=True)
            if start < end and start + len(text) > run.start
        ]
        found += parts[::-1] if run.rtl else parts
    return found


def _one_run(pieces: Sequence[Piece]) -> Piece | None:
    """Return the whole line as one piece where all of it is of one run and nothing stretches."""
    run = pieces[0].source
    if not isinstance(run, Run) or any(piece.source is not run for piece in pieces):
        return None
    text = "".join(piece.text for piece in pieces)
    stretch = sum(piece.stretch for piece in pieces)
    shrink = sum(piece.shrink for piece in pieces)
    return Piece(run, text, width_of(run, text), False, stretch, shrink)


def _read(piece: Piece) -> str:
    return (
        piece.source.text if isinstance(piece.source, Inset) and not piece.is_space else piece.text
    )


def _cut(piece: Piece, text: str, start: int, end: int) -> Piece:
    """Return what of a piece stands between two of its letters."""
    if start <= 0 and end >= len(text):
        return piece
    run = piece.source
    if not isinstance(run, Run):
        return piece
    part = text[max(0, start) : end]
    share = len(part) / len(text)
    return Piece(
        run, part, width_of(run, part), piece.is_space,
        piece.stretch * share, piece.shrink * share,
    )  # fmt: skip
