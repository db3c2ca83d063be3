"""The pen that sets the words of pictures: the fonts and colours of the game's rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from cardforge.check.accessibility.vision import blended, contrast, rgb_of
from cardforge.color import WHITE, Color
from cardforge.diagnostics import Report
from cardforge.edition import Edition
from cardforge.export.showing.words import Words
from cardforge.fonts import Font, FontError, find_font
from cardforge.fonts.choosing import tell_remarks
from cardforge.geometry import Point, Size, Transform
from cardforge.ink import Group, Ink, Text
from cardforge.lines.paragraph import Run, Setting, set_paragraph
from cardforge.rulebook.figures.cards import NOTHING, Art
from cardforge.rulebook.look import Look, look_of
from cardforge.shaping.clusters import clusters, listed
from cardforge.units import pt_to_mm

# The font with the most characters, for what the fonts of the game lack.
_LAST_FACE, _LAST = "Lato-Regular", "showing Lato-Regular"
_ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0}
# Lines of a title lie so far apart and reach so far below their baseline, in em.
_LEADING, _BELOW = 1.08, 0.24
_MOST_LINES = 3
# A title is broken once more where that makes it so much larger.
_WORTH_A_LINE = 1.3
# A title of more words than this is not broken in every possible way.
_MOST_WORDS = 40


class Pen:
    """Sets words in the look of one game and measures them."""

    def __init__(self, edition: Edition, look: Look, report: Report) -> None:
        self.edition, self.look, self.report = edition, look, report
        self.language = edition.settings.language
        self.words = Words(self.language)
        self.title = edition.game.title.get(self.language, edition.game.id)
        low, high, _ = edition.game.players
        self.players = self.words.players(low, high)
        self._last: Font | None = None

    @property
    def on_accent(self) -> Color:
        """Return the colour of words on the accent: white, or ink where that reads better."""
        ground = rgb_of(self.look.accent)
        ink = rgb_of(self.look.ink)
        return WHITE if contrast(rgb_of(WHITE), ground) >= contrast(ink, ground) else self.look.ink

    def font(self, words: str, first: Font) -> Font:
        """Return the first font that can draw some words: the one wanted, or another of the game.

        Characters that none of them has are reported and left out.
        """
        look = self.look
        for font in (first, look.label, look.bold, look.text, self._last_font()):
            if not font.missing(words):
                return font
        return first

    def _last_font(self) -> Font:
        if self._last is None:
            fonts = self.edition.fonts
            known = _LAST in fonts
            self._last = fonts[_LAST] if known else fonts.add(_LAST, find_font(_LAST_FACE, Path()))
        return self._last

    def drawable(self, words: str, font: Font) -> str:
        """Return words without the characters that their font lacks, which are reported."""
        missing = font.missing(words)
        if not missing:
            return words
        game = self.edition.game
        self.report.warning(
            "showing.glyph",
            f"no font of the rulebook has a glyph for {listed(missing)}: pictures leave it out",
            game.places.get("rulebook", game.span),
            hint="choose fonts under rulebook: that have all characters of titles and names",
        )
        return "".join(letter for letter in clusters(words) if letter not in missing)

    def set(
        self, at: Point, words: str, font: Font, size_pt: float, color: Color, align: str = "left"
    ) -> Text:
        """Return words on a baseline, beginning, centred or ending at a place."""
        font = self.font(words, font)
        words = self.drawable(words, font)
        x = at.x - _ALIGN[align] * font.width(words, size_pt)
        return Text(Point(x, at.y), words, font.name, size_pt, color)

    def width(self, words: str, font: Font, size_pt: float) -> float:
        """Return how wide words will be set, in mm."""
        return self.font(words, font).width(words, size_pt)

    def fitted(self, words: str, font: Font, size_pt: float, room: float) -> float:
        """Return the size in which some words find room, no larger than asked."""
        return size_pt * min(1.0, room / max(self.width(words, font, size_pt), 1e-6))

    def line(
        self, words: str, font: Font, size_pt: float, color: Color, room: float, align: str = "left"
    ) -> Art:
        """Return one line that is made smaller until it finds room; as wide as the room."""
        size_pt = self.fitted(words, font, size_pt, room)
        em = pt_to_mm(size_pt)
        top = em * self.font(words, font).cap_height
        text = self.set(Point(_ALIGN[align] * room, top), words, font, size_pt, color, align)
        return Art(Size(room, top + em * _BELOW), (text,))

    def block(
        self, words: str, room: Size, largest_pt: float, color: Color, align: str = "left"
    ) -> Art:
        """Return a title in the lines in which it gets largest, as wide as the room."""
        font = self.font(words, self.look.heading)
        words = self.drawable(words, font)
        parts = words.split(" ")
        best: tuple[float, list[str]] = (0.0, [])
        for count in range(1, min(_MOST_LINES, len(parts)) + 1):
            lines = _broken(parts, count, font)
            widest = max(font.width(line, 1.0) for line in lines)
            high = pt_to_mm(font.cap_height + _LEADING * (count - 1) + _BELOW)
            size_pt = min(largest_pt, room.width / max(widest, 1e-6), room.height / high)
            if size_pt > best[0] * _WORTH_A_LINE:
                best = size_pt, lines
        size_pt, lines = best
        em = pt_to_mm(size_pt)
        top = em * font.cap_height
        x = _ALIGN[align] * room.width
        ink = [
            self.set(Point(x, top + row * em * _LEADING), line, font, size_pt, color, align)
            for row, line in enumerate(lines)
        ]
        height = top + em * (_LEADING * (len(lines) - 1) + _BELOW)
        return Art(Size(room.width, height), tuple(ink))

    def paragraph(
        self,
        runs: Sequence[tuple[str, Font, Color]],
        size_pt: float,
        width: float,
        align: str = "left",
        leading: float = 1.2,
    ) -> Art:
        """Return words in several colours in as many lines as they need."""
        content = []
        for words, first, color in runs:
            font = self.font(words, first)
            content.append(Run(self.drawable(words, font), font, size_pt, color))
        lines = set_paragraph(tuple(content), Setting(width, align, self.language))
        if not lines:
            return NOTHING
        em = pt_to_mm(size_pt)
        top = em * content[0].font.cap_height
        ink: list[Ink] = [
            Group(line.ink, Transform.moved(0.0, top + row * em * leading))
            for row, line in enumerate(lines)
        ]
        height = top + em * (leading * (len(lines) - 1) + _BELOW)
        return Art(Size(width, height), tuple(ink))


def _broken(parts: Sequence[str], count: int, font: Font) -> list[str]:
    """Return words in so many lines, the widest of which is as narrow as can be."""
    places: list[tuple[int, ...]]
    if len(parts) > _MOST_WORDS:
        places = [tuple(len(parts) * row // count for row in range(1, count))]
    else:
        places = list(combinations(range(1, len(parts)), count - 1))
    tries = []
    for cuts in places:
        edges = (0, *cuts, len(parts))
        lines = [" ".join(parts[edges[i] : edges[i + 1]]) for i in range(count)]
        tries.append((max(font.width(line, 1.0) for line in lines), lines))
    return min(tries)[1]


def mixed(one: Color, other: Color, share: float) -> Color:
    """Return so much of one colour mixed with another."""
    return Color("rgb", blended(rgb_of(one), rgb_of(other), share))


def pen_of(edition: Edition, report: Report) -> Pen | None:
    """Return the pen of a game, None after reporting a font that cannot be used."""
    game = edition.game
    try:
        look = look_of(game, edition.fonts)
    except FontError as fault:
        section = game.places.get("rulebook", game.span)
        place = game.rulebook.places.get(fault.font or "", section)
        report.error(fault.code, fault.message, place, hint=fault.hint)
        return None
    tell_remarks(game, edition.fonts, report)
    return Pen(edition, look, report)
