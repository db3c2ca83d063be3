"""A first letter that is several lines high."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

from cardforge.geometry import Transform
from cardforge.ink.bounds import box_round
from cardforge.layout.text.content import Typist
from cardforge.layout.text.job import TextJob
from cardforge.layout.text.marked import Block
from cardforge.layout.text.moving import moved
from cardforge.layout.text.rows import DropCap
from cardforge.lines.whole import set_whole
from cardforge.markup_values import Words
from cardforge.shaping.clusters import clusters
from cardforge.units import mm_to_pt, pt_to_mm

# The space between the letter and the lines beside it, in em of the text.
_BESIDE = 0.28


def drop_cap(
    job: TextJob, typist: Typist, blocks: Sequence[Block], size_pt: float
) -> tuple[DropCap | None, Sequence[Block]]:
    """Return the first letter, if it drops, and the blocks without it."""
    lines = job.element.drop_cap
    first = blocks[0] if blocks else None
    if lines < 2 or first is None or first.marker or not first.pieces:
        return None, blocks
    piece = first.pieces[0]
    if not isinstance(piece, Words):
        return None, blocks
    letter = _letter(piece.text.lstrip())
    rest = piece._replace(text=piece.text.lstrip()[len(letter) :])
    em = pt_to_mm(size_pt)
    pitch = em * job.leading
    capital = job.font.cap_height
    size = mm_to_pt(((lines - 1) * pitch + em * capital) / capital)
    line = set_whole(tuple(typist.words(piece._replace(text=letter), size)), 0.0, 0.0)
    box = box_round(line.ink, job.shelf.fonts, Transform())
    if box is None or not box.width:
        return None, blocks
    ink = moved(line.ink, -box.x, 0.0)
    cap = DropCap(lines, box.width + _BESIDE * em, lines * pitch, ink, box.width)
    return cap, (first._replace(pieces=(rest, *first.pieces[1:])), *blocks[1:])


def _letter(text: str) -> str:
    """Return the first letter of a text, with the quotes that open before it."""
    found = ""
    for cluster in clusters(text):
        found += cluster
        if category(cluster[0]) not in ("Ps", "Pi", "Po") and cluster != "\u202f":
            break
    return found
