"""Styled text as pieces of known width, and the places between them where a line may end."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from cardforge.color import Color
from cardforge.diagnostics import Span
from cardforge.fonts import Font
from cardforge.ink import Ink
from cardforge.rulebook.lines.cuts import NO_BREAK_SPACE, OBJECT, STEERING, Cut, cuts
from cardforge.units import pt_to_mm

HYPHEN = "-"

# What a line of justified text has to give.  A line that is as bad as may be without a word:
# spaces half as wide again, letters apart by a hundredth of an em; or spaces a quarter narrower.
WIDER = 0.5
NARROWER = 0.25
LETTER = 0.01

# A figure is better not parted from what it counts: 3 cards.
AFTER_FIGURE = 100.0

_TOKEN = re.compile(r"[ \t\n\r]+|[^ \t\n\r]+")
_FIGURE = re.compile(r"\d{1,3}\Z")
_UNPRINTED = {ord(char): None for char in STEERING}


class Run(NamedTuple):
    """Text in one style, ready to be measured; `rise` lifts it by so many mm."""

    text: str
    font: Font
    size_pt: float
    color: Color
    rise: float = 0.0
    link: str | None = None
    origin: Span | None = None
    underline: bool = False


class Inset(NamedTuple):
    """Something in a line that is no text: its left end on the baseline at (0, 0)."""

    width: float
    ink: tuple[Ink, ...]


class LineBreak(NamedTuple):
    """A line break that is written."""


Content = Sequence[Run | Inset | LineBreak]


class Piece(NamedTuple):
    """A part of a word, an inset or a space: how wide, and how much more or less it may be."""

    source: Run | Inset
    text: str
    width: float
    is_space: bool = False
    stretch: float = 0.0
    shrink: float = 0.0


class Place(NamedTuple):
    """Where a line may end: before the piece `end`; the next line begins with the piece `start`.

    `bare`, `stretch` and `shrink` are the sums of all pieces before the end, `after` and so on
    the sums of all pieces before the next line; `width` counts the hyphen too.
    """

    number: int
    end: int
    start: int
    bare: float
    width: float
    stretch: float
    shrink: float
    after: float
    stretch_after: float
    shrink_after: float
    penalty: float = 0.0
    adds_hyphen: bool = False
    shows_hyphen: bool = False


class Part(NamedTuple):
    """A paragraph, or what of it stands between two written line breaks.

    The first place is the start, where no line ends; the last one is the end.
    """

    pieces: tuple[Piece, ...]
    places: tuple[Place, ...]


def parts_of(content: Content, language: str | None) -> tuple[Part, ...]:
    """Return the parts of a paragraph; a written break at its very end adds no empty line."""
    return _parts_of(tuple(content), language)


# The same paragraph comes again for other widths: of other formats, and of trial columns.
@lru_cache(maxsize=4096)
def _parts_of(
    content: tuple[Run | Inset | LineBreak, ...], language: str | None
) -> tuple[Part, ...]:
    parts = [
        _Builder(list(sources), language).part()
        for is_break, sources in groupby(_spread(content), lambda s: isinstance(s, LineBreak))
        if not is_break
    ]
    while parts and not parts[-1].pieces:
        parts.pop()
    return tuple(parts)


def _spread(content: Content) -> list[Run | Inset | LineBreak]:
    """Return the content with something between any two breaks, so that both are kept."""
    spread: list[Run | Inset | LineBreak] = []
    for source in content:
        if isinstance(source, LineBreak) and (not spread or isinstance(spread[-1], LineBreak)):
            spread.append(Inset(0.0, ()))
        spread.append(source)
    return spread


class _Builder:
    """Makes the pieces and places of one part."""

    def __init__(self, sources: list[Run | Inset | LineBreak], language: str | None) -> None:
        self.sources = [s for s in sources if not isinstance(s, LineBreak)]
        self.language = language
        self.flat = "".join(s.text if isinstance(s, Run) else OBJECT for s in self.sources)
        self.starts: list[int] = []
        offset = 0
        for source in self.sources:
            self.starts.append(offset)
            offset += len(source.text) if isinstance(source, Run) else 1
        self.pieces: list[Piece] = []
        self.places = [Place(0, 0, 0, *(0.0,) * 7)]
        self.width = self.stretch = self.shrink = 0.0

    def part(self) -> Part:
        """Return what was built."""
        tokens = list(_TOKEN.finditer(self.flat))
        while tokens and _is_blank(tokens[-1][0]):
            tokens.pop()
        if tokens and _is_blank(tokens[0][0]):
            tokens.pop(0)
        for number, token in enumerate(tokens):
            if _is_blank(token[0]):
                before, after = tokens[number - 1][0], tokens[number + 1][0]
                counts = _FIGURE.match(before) and after[0].isalpha()
                self._blank(token.start(), AFTER_FIGURE if counts else 0.0)
            else:
                self._word(token.start(), token[0], is_last=number == len(tokens) - 1)
        if self._is_empty():
            self.pieces.clear()
        self._place(Cut(0.0))
        return Part(tuple(self.pieces), tuple(self.places))

    def _is_empty(self) -> bool:
        return all(not piece.width and not _inks(piece) for piece in self.pieces)

    def _source(self, offset: int) -> Run | Inset:
        return self.sources[bisect_right(self.starts, offset) - 1]

    def _blank(self, offset: int, penalty: float) -> None:
        """Add a space and the place before it: at the end of a line the space is gone."""
        number, end = len(self.places), len(self.pieces)
        place = Place(number, end, end + 1, self.width, self.width, *self._reserve(), 0.0, 0.0, 0.0)
        self._add(self._source(offset), " ")
        stretch, shrink = self._reserve()
        self.places.append(
            place._replace(
                after=self.width, stretch_after=stretch, shrink_after=shrink, penalty=penalty
            )
        )

    def _word(self, offset: int, word: str, *, is_last: bool) -> None:
        found = cuts(word, self.language, is_last=is_last)
        end = offset + len(word)
        edges = {offset, end, *(offset + place for place in found)}
        first, last = bisect_right(self.starts, offset), bisect_right(self.starts, end - 1)
        edges.update(self.starts[first:last])
        ordered = sorted(edges)
        for start, stop in pairwise(ordered):
            cut = found.get(start - offset)
            if cut is not None:
                self._place(cut)
            source = self._source(start)
            if isinstance(source, Inset):
                self._append(Piece(source, "", source.width))
            else:
                for text in re.split(f"({NO_BREAK_SPACE})", self.flat[start:stop]):
                    self._add(source, text.translate(_UNPRINTED))

    def _add(self, source: Run | Inset, text: str) -> None:
        """Add text of a run; spaces beside an inset are as wide as those of the text."""
        run = source if isinstance(source, Run) else self._any_run()
        if text and run is not None:
            # A no-break space stretches like the others: where all gaps of a line are wide, a
            # narrow one before a colon would look like a slip.  The narrow one (U+202F) is fixed.
            is_space = text in (" ", NO_BREAK_SPACE)
            width = run.font.width(text, run.size_pt)
            if is_space:
                piece = Piece(run, text, width, is_space, WIDER * width, NARROWER * width)
            else:
                drawn = sum(run.font.gap(char) is None for char in text)
                piece = Piece(run, text, width, is_space, drawn * letter_gap(run))
            self._append(piece)

    def _any_run(self) -> Run | None:
        return next((source for source in self.sources if isinstance(source, Run)), None)

    def _append(self, piece: Piece) -> None:
        self.pieces.append(piece)
        self.width += piece.width
        self.stretch += piece.stretch
        self.shrink += piece.shrink

    def _place(self, cut: Cut) -> None:
        """Add a place after the last piece."""
        end, number, width = len(self.pieces), len(self.places), self.width
        hyphen = hyphen_width(self.pieces[-1]) if cut.adds_hyphen else 0.0
        stretch, shrink = self._reserve()
        place = Place(
            number, end, end, width, width + hyphen, stretch, shrink, width, stretch, shrink
        )
        penalty, adds, shows = cut
        self.places.append(place._replace(penalty=penalty, adds_hyphen=adds, shows_hyphen=shows))

    def _reserve(self) -> tuple[float, float]:
        """Return how much wider and how much narrower all pieces so far may be."""
        return self.stretch, self.shrink


def _is_blank(token: str) -> bool:
    return token[0] in " \t\n\r"


def letter_gap(run: Run) -> float:
    """Return how much wider a letter may get where a space may get as much as `WIDER`."""
    return LETTER * pt_to_mm(run.size_pt)


def hyphen_width(piece: Piece) -> float:
    """Return how wide a hyphen after a piece is."""
    run = piece.source
    return run.font.width(HYPHEN, run.size_pt) if isinstance(run, Run) else 0.0


def _inks(piece: Piece) -> bool:
    return isinstance(piece.source, Run) or bool(piece.source.ink)
