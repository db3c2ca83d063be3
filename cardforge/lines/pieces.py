"""Styled text as pieces of known width, and the places between them where a line may end."""

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
from cardforge.lines.cuts import NO_BREAK_SPACE, OBJECT, STEERING, Cut, cuts
from cardforge.shaping.values import PLAIN, Shaping
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
# Words in which no line may end: without hyphens, slashes and signs that steer line breaks.
_UNPARTED = re.compile(r"(?=.*\S)[ -,.0-~]*", re.ASCII)
_FIGURE = re.compile(r"\d{1,3}\Z")
# A word's parts are measured together, but no endless word again and again from its beginning.
_LONGEST_MEASURED = 32
# From here on, letters between which a line may end stand side by side: Thai words, ideographs.
_FIRST_UNKERNED = "\u0e00"
_UNPRINTED = {ord(char): None for char in STEERING}


class Run(NamedTuple):
    """Text in one style, ready to be measured; `rise` lifts it by so many mm.

    `tracking` is added after each letter; a `stroke` is drawn round the letters, both in mm.
    """

    text: str
    font: Font
    size_pt: float
    color: Color
    rise: float = 0.0
    link: str | None = None
    origin: Span | None = None
    underline: bool = False
    strike: bool = False
    tracking: float = 0.0
    shaping: Shaping = PLAIN
    stroke: Color | None = None
    line_width: float = 0.0


class Inset(NamedTuple):
    """Something in a line that is no text: its left end on the baseline at (0, 0).

    `text` is what it counts as where text of both directions is ordered.
    """

    width: float
    ink: tuple[Ink, ...]
    text: str = OBJECT


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
        _part_of(list(sources), language)
        for is_break, sources in groupby(_spread(content), lambda s: isinstance(s, LineBreak))
        if not is_break
    ]
    while parts and not parts[-1].pieces:
        parts.pop()
    return tuple(parts)


def _part_of(sources: list[Run | Inset | LineBreak], language: str | None) -> Part:
    """Return one part; most are words of one run between which alone a line may end."""
    lone = sources[0] if len(sources) == 1 and language is None else None
    if isinstance(lone, Run) and _UNPARTED.fullmatch(lone.text):
        return _of_words(lone)
    return _Builder(sources, language).part()


def _of_words(run: Run) -> Part:
    """Return what `_Builder` makes of a run whose words nothing parts, without its detours."""
    words = run.text.split()
    space, gap = width_of(run, " "), letter_gap(run)
    blank = Piece(run, " ", space, True, WIDER * space, NARROWER * space)
    pieces: list[Piece] = []
    places = [Place(0, 0, 0, *(0.0,) * 7)]
    width = stretch = shrink = 0.0
    for number, word in enumerate(words):
        if number:
            counts = _FIGURE.match(words[number - 1]) and word[0].isalpha()
            before = (width, width, stretch, shrink)
            width, stretch, shrink = width + space, stretch + blank.stretch, shrink + blank.shrink
            end = len(pieces)
            penalty = AFTER_FIGURE if counts else 0.0
            place = Place(number, end, end + 1, *before, width, stretch, shrink, penalty)
            places.append(place)
            pieces.append(blank)
        piece = Piece(run, word, width_of(run, word), False, len(word) * gap)
        pieces.append(piece)
        width, stretch = width + piece.width, stretch + piece.stretch
    at_end = (width, width, stretch, shrink, width, stretch, shrink)
    places.append(Place(len(words), len(pieces), len(pieces), *at_end))
    return Part(tuple(pieces), tuple(places))


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
        # The run and the letters of the word so far: a letter is measured with those before it.
        self.run: Run | None = None
        self.before, self.before_width = "", 0.0

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
        end = len(self.pieces)
        width, stretch, shrink = self.width, self.stretch, self.shrink
        self._add(self._source(offset), " ")
        self.places.append(
            Place(
                len(self.places), end, end + 1, width, width, stretch, shrink,
                self.width, self.stretch, self.shrink, penalty,
            )
        )  # fmt: skip

    def _word(self, offset: int, word: str, *, is_last: bool) -> None:
        found = cuts(word, self.language, is_last=is_last)
        end = offset + len(word)
        source = self._source(offset)
        if not found and word.isascii() and self._source(end - 1) is source:
            self.run = None
            if isinstance(source, Run):
                gap = len(word) * letter_gap(source)
                self._append(Piece(source, word, width_of(source, word), False, gap))
                return
        edges = {offset, end, *(offset + place for place in found)}
        first, last = bisect_right(self.starts, offset), bisect_right(self.starts, end - 1)
        edges.update(self.starts[first:last])
        ordered = sorted(edges)
        for start, stop in pairwise(ordered):
            cut = found.get(start - offset)
            if cut is not None:
                self._place(cut)
                if not cut.penalty and self.flat[start] >= _FIRST_UNKERNED:
                    self.run = None
            source = self._source(start)
            if isinstance(source, Inset):
                self.run = None
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
            width = self._measured(run, text, is_space=is_space)
            if is_space:
                piece = Piece(run, text, width, is_space, WIDER * width, NARROWER * width)
            else:
                drawn = len(text)
                if not text.isascii():
                    drawn = sum(run.font.gap(char) is None for char in text)
                piece = Piece(run, text, width, is_space, drawn * letter_gap(run))
            self._append(piece)

    def _measured(self, run: Run, text: str, *, is_space: bool) -> float:
        """Return how much wider a text makes the word that it belongs to."""
        if is_space:
            self.run = None
            return width_of(run, text)
        if self.run is not run or len(self.before) > _LONGEST_MEASURED:
            self.run, self.before, self.before_width = run, "", 0.0
        before = self.before_width
        self.before += text
        self.before_width = width_of(run, self.before)
        width = self.before_width - before
        if before and self.places[-1].start == len(self.pieces):
            # A line that begins here begins with these letters, drawn by themselves.
            after = self.width + width - width_of(run, text)
            self.places[-1] = self.places[-1]._replace(after=after)
        return width

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


def width_of(run: Run, text: str) -> float:
    """Return how wide some text of a run is."""
    return run.font.width(text, run.size_pt, run.tracking, run.shaping)


def hyphen_width(piece: Piece) -> float:
    """Return how wide a hyphen after a piece is."""
    run = piece.source
    if not isinstance(run, Run):
        return 0.0
    return width_of(run, piece.text + HYPHEN) - width_of(run, piece.text)


def _inks(piece: Piece) -> bool:
    return isinstance(piece.source, Run) or bool(piece.source.ink)
