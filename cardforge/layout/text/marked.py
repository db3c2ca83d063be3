"""A card's text as blocks: each line that was typed, what it is made of, and its bullet."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from cardforge.color import NAMES, Color, ColorError, parse_color
from cardforge.layout.text.job import TextJob
from cardforge.markup_values import IconMark, Piece, Words, is_plain
from cardforge.typography import typeset_card

# The signs that begin an entry of a list: a bullet is printed for the first two.
_BULLET = re.compile(r" *(?:([-•])|(\d{1,2}\.)) +(?=\S)")
_SOFT_HYPHEN = "\u00ad"


class Block(NamedTuple):
    """A line as it was typed; `marker` stands before an entry of a list."""

    pieces: tuple[Piece, ...]
    marker: str = ""


class GameNames:
    """Which icons and colours a game knows."""

    def __init__(self, job: TextJob) -> None:
        self.shelf = job.shelf

    def is_icon(self, name: str) -> bool:
        """Return whether an icon has this name."""
        return self.shelf.icon(name) is not None or self.shelf.game.is_broken("icons", name)

    def is_color(self, text: str) -> bool:
        """Return whether a text is a colour."""
        game = self.shelf.game
        if text in game.palette:
            return isinstance(game.palette[text], Color)
        return game.is_broken("palette", text) or is_notation(text)

    def colors(self) -> tuple[str, ...]:
        """Return the names of colours that a wrong one may have meant."""
        return (*self.shelf.game.palette, *NAMES)


@lru_cache(maxsize=256)
def is_notation(text: str) -> bool:
    """Return whether a text is a colour in any game: #f00, red, cmyk(0, 0, 0, 100)."""
    try:
        parse_color(text)
    except ColorError:
        return False
    return True


def cleaned(job: TextJob) -> str:
    """Return the text without what is not printed as typed: a tab is a space."""
    text = job.element.text.replace("\t", " ").replace("\r", "").rstrip("\n")
    return text if job.element.wrap else text.replace(_SOFT_HYPHEN, "")


def blocks_of(job: TextJob, text: str) -> list[Block] | None:
    """Return the lines of a text taken apart, None after reporting what is wrong with them."""
    lines, markers = text.split("\n"), []
    if job.style.markup and job.element.wrap:
        found = [_BULLET.match(line) for line in lines]
        markers = [_marker(match) for match in found]
        lines = [
            line[match.end() :] if match else line for line, match in zip(lines, found, strict=True)
        ]
    pieces = _pieces(job, "\n".join(lines))
    if pieces is None:
        return None
    rows = _rows(_typeset(job, pieces))
    return [
        Block(tuple(row), markers[number] if markers else "") for number, row in enumerate(rows)
    ]


def _marker(match: re.Match[str] | None) -> str:
    if match is None:
        return ""
    return match[2] or "•"


def _pieces(job: TextJob, text: str) -> tuple[Piece, ...] | None:
    if not job.style.markup or is_plain(text):
        return (Words(text),)
    from cardforge.markup import parse

    marked = parse(text, GameNames(job))
    for fault in marked.faults:
        job.error(fault.code, fault.message, fault.hint)
    return None if marked.faults else marked.pieces


def _typeset(job: TextJob, pieces: tuple[Piece, ...]) -> list[Piece]:
    """Return the pieces with the spaces and apostrophes of the language, in capitals if wanted."""
    texts = [piece.text if isinstance(piece, Words) else None for piece in pieces]
    if job.style.typography == "off":
        set_texts = [text or "" for text in texts]
    else:
        set_texts = typeset_card(texts, job.shelf.spoken)
    return [
        piece._replace(text=text.upper() if job.style.upper else text)
        if isinstance(piece, Words)
        else piece
        for piece, text in zip(pieces, set_texts, strict=True)
    ]


def _rows(pieces: list[Piece]) -> list[list[Piece]]:
    """Return the pieces of each line."""
    rows: list[list[Piece]] = [[]]
    for piece in pieces:
        if isinstance(piece, IconMark):
            rows[-1].append(piece)
            continue
        first, *others = piece.text.split("\n")
        if first:
            rows[-1].append(piece._replace(text=first))
        for text in others:
            rows.append([piece._replace(text=text)] if text else [])
    return rows
