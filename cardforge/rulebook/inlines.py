"""Sentences of a book as styled runs: fonts, links, references, signs and icons in the line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cardforge.color import Color
from cardforge.diagnostics import Report, Span
from cardforge.fonts import Font
from cardforge.geometry import Box, Point
from cardforge.ink import Ink, Use
from cardforge.layout.shapes import IconKey, icon_plate, icon_size
from cardforge.lines.paragraph import Inset, LineBreak, Run
from cardforge.model import Game
from cardforge.presets import builtin_icons
from cardforge.rulebook.book import Break, IconMark, Inline, Reference, Sentence, Sign, Words
from cardforge.rulebook.look import Look
from cardforge.shaping.clusters import listed
from cardforge.units import pt_to_mm

SIGN = "*"
# The pages of a book that has not been broken into pages yet.
UNKNOWN_PAGE = "00"


class Type(NamedTuple):
    """Type of one size: `font` replaces the text faces where it is given."""

    size_pt: float
    leading_pt: float
    color: Color
    font: Font | None = None
    align: str = "justify"
    hyphenate: bool = True
    bold: bool = False
    italic: bool = False

    @property
    def leading(self) -> float:
        """Return the distance of two baselines, in mm."""
        return pt_to_mm(self.leading_pt)


class Places(NamedTuple):
    """What references need to know: titles, numbers, known pages, and the rulings told."""

    titles: Mapping[str, Sentence]
    pages: Mapping[str, int]
    page_word: str
    rulings: frozenset[str]


class Inliner:
    """Makes runs of sentences; a character that the font lacks is reported once."""

    def __init__(self, game: Game, look: Look, places: Places, report: Report) -> None:
        self.game, self.look, self.places, self.report = game, look, places, report
        self.place = game.places.get("title", game.span)

    def runs(self, sentence: Sentence, kind: Type) -> tuple[Run | Inset | LineBreak, ...]:
        """Return the runs of a sentence in a type."""
        return tuple(run for piece in sentence for run in self._piece(piece, kind))

    def _piece(self, piece: Inline, kind: Type) -> Iterator[Run | Inset | LineBreak]:
        match piece:
            case Words():
                yield self._words(piece, kind)
            case Break():
                yield LineBreak()
            case Reference():
                yield from self._reference(piece, kind)
            case Sign():
                # A sign that leads to nothing on these pages would only puzzle the reader.
                if piece.key in self.places.rulings:
                    yield self._sign(piece, kind)
            case IconMark():
                yield self._icon(piece, kind)

    def font(self, kind: Type, *, bold: bool = False, italic: bool = False) -> Font:
        """Return the font of a type in a style."""
        if kind.font is not None:
            return kind.font
        return self.look.face(bold=bold or kind.bold, italic=italic != kind.italic)

    def _words(self, words: Words, kind: Type) -> Run:
        font = self.font(kind, bold=words.bold, italic=words.italic)
        self.check(words.text, font, words.span)
        color = self.look.accent if words.href else kind.color
        return Run(words.text, font, kind.size_pt, color, link=words.href, origin=words.span)

    def check(self, text: str, font: Font, span: Span | None) -> None:
        """Report the characters of a text that a font cannot draw."""
        if missing := font.missing(text):
            letters = listed(missing)
            message = f"the font {font.path.stem} of the rulebook has no glyph for {letters}"
            hint = "choose another font under rulebook: in game.yaml, or write it otherwise"
            self.report.error("rulebook.glyph", message, span or self.place, hint=hint)

    def _reference(self, reference: Reference, kind: Type) -> Iterator[Run]:
        title = self.places.titles.get(reference.section, ())
        page = self.places.pages.get(reference.section, UNKNOWN_PAGE)
        link = f"#{reference.section}"
        for piece in title:
            if isinstance(piece, Words):
                yield self._words(piece._replace(italic=not piece.italic, href=link), kind)
        if self.places.page_word:
            said = Words(f", {self.places.page_word}\u00a0{page}", href=link, span=reference.span)
            yield self._words(said, kind)

    def _sign(self, sign: Sign, kind: Type) -> Run:
        text = f"{SIGN}{sign.number}"
        size = max(kind.size_pt * 0.66, 5.0)
        rise = pt_to_mm(kind.size_pt) * 0.33
        font = self.look.label
        return Run(text, font, size, self.look.accent, rise, f"#ruling-{sign.key}", sign.span)

    def _icon(self, mark: IconMark, kind: Type) -> Inset:
        """Return an icon as high as a capital letter and a little more."""
        high = pt_to_mm(kind.size_pt) * self.look.text.cap_height * 1.25
        icon = self.game.icons.get(mark.icon) or builtin_icons()[mark.icon]
        size = icon_size(icon, Box(0.0, 0.0, 2.5 * high, high))
        key = IconKey(mark.icon, *size, kind.color)
        span = mark.span or self.game.span
        use: Ink = Use(icon_plate(key, icon, span), Point(0.0, -0.9 * high), 0.0, span)
        return Inset(size.width, (use,))
