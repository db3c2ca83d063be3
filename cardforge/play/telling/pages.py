"""A told game as a PDF: two columns, each turn with the very cards that were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cardforge.fonts import Fonts
from cardforge.geometry import Box as Area
from cardforge.geometry import Point, Transform
from cardforge.ink import Group, Ink, OutlineEntry, Rect, Tag
from cardforge.play.report.blocks import Studio
from cardforge.play.report.cards import Cards
from cardforge.play.report.charts import wrapped
from cardforge.play.report.look import ONE, RULE, pen_of
from cardforge.play.report.pages import A4, SIDE, paged, title_lines
from cardforge.play.report.setter import Setter
from cardforge.play.report.words import Words
from cardforge.play.table import Box
from cardforge.play.telling.story import Part, Story, Turn, parts_of
from cardforge.rulebook.pages.slips import NEVER, Slip
from cardforge.units import pt_to_mm

_GUTTER = 9.0
_COLUMN = (A4.width - 2 * SIDE - _GUTTER) / 2
_LEFTS = (SIDE, SIDE + _COLUMN + _GUTTER)
# The card that is played, and the small ones of a hand: how wide, how far apart, in mm.
_PLAYED, _SMALL, _GAP = 14.0, 6.8, 1.0
# A chosen card is lifted out of its hand so far.
_LIFT = 1.3
_MOST_ROWS = 3
_PART_PT = 11.5


def story_pdf(story: Story, box: Box) -> bytes:
    """Return a told game as a PDF; the same story gives the same bytes."""
    from cardforge.render.pdf import PdfInfo, render

    fonts = Fonts()
    pen = pen_of(fonts)
    words = Words(story.language)
    cards = Cards(box, story.language, fonts)
    setter = Setter(Studio(pen, words, cards.art), _COLUMN, story.language)
    painter = _Painter(setter, cards, [name for name, _ in story.players])
    slips = [painter.head(story, words)]
    outline = []
    for number, part in enumerate(parts_of(story)):
        title = part.title or words("opening")
        outline.append(OutlineEntry(title, f"part-{number}"))
        slips += painter.part(part, title, f"part-{number}")
    info = PdfInfo(
        title=f"{story.title} · {story.subtitle}",
        language=story.language,
        version=box.game.version,
        outline=tuple(outline),
        actual_size=False,
    )
    return render(paged(slips, setter, words, story.footer, _LEFTS), fonts, info)


class _Painter:
    """Draws the turns of a story."""

    def __init__(self, setter: Setter, cards: Cards, names: Sequence[str]) -> None:
        self.setter, self.pen, self.cards = setter, setter.pen, cards
        self.names = names

    def head(self, story: Story, words: Words) -> Slip:
        """Return the title, and who sits at the table."""
        base = pt_to_mm(9.5)
        kicker = self.pen.set(Point(0.0, base), words("told_kicker"), 9.5, "bold", ONE)
        ink: list[Ink] = [Group((kicker,), tag=Tag("P"))]
        base, lines = title_lines(self.setter, story.title, _COLUMN, base)
        ink += lines
        lead, height = self.setter.lines(_sentence(story.subtitle), "lead", _COLUMN)
        ink.append(Group(tuple(lead), Transform.moved(0.0, base + 3.5), tag=Tag("P")))
        y = base + 3.5 + height + 2.0
        who = ", ".join(
            words("told_plays", name=name, policy=words.named("bots", policy) or policy)
            for name, policy in story.players
        )
        table, height = self.setter.lines(words("told_table", list=who), "body", _COLUMN)
        ink.append(Group(tuple(table), Transform.moved(0.0, y), tag=Tag("P")))
        return Slip(y + height, tuple(ink))

    def part(self, part: Part, title: str, anchor: str) -> Iterator[Slip]:
        """Yield the heading of a part and its turns."""
        size, leading = _PART_PT, pt_to_mm(_PART_PT) * 1.25
        bar = Group((Rect(Area(0.0, 0.0, 7.0, 0.9), fill=ONE),), tag=Tag("Artifact"))
        lines = [
            self.pen.set(Point(0.0, 2.0 + (index + 0.8) * leading), line, size, "black")
            for index, line in enumerate(wrapped(self.pen, title, _COLUMN, size, "black"))
        ]
        ink = (bar, Group(tuple(lines), tag=Tag("H2")))
        high = 2.0 + leading * len(lines) + 0.8
        yield Slip(high, ink, before=8.0, cost=NEVER, anchor=anchor)
        if part.more:
            words, deep = self.setter.lines(part.more, "body", _COLUMN)
            yield Slip(deep, (Group(tuple(words), tag=Tag("P")),), before=0.5, cost=NEVER)
        if part.line is not None and part.line.cards:
            rows, deep = self.small(part.line.cards, (), _COLUMN)
            yield Slip(deep, rows, before=1.0, cost=NEVER)
        for turn in part.turns:
            yield self.turn(turn)

    def turn(self, turn: Turn) -> Slip:
        """Return a turn: the card that was played, the words, the hand it was chosen from."""
        played = self.cards.art(turn.chosen[0], _PLAYED) if len(turn.chosen) == 1 else None
        left = _PLAYED + 3.0 if played else 0.0
        ink: list[Ink] = []
        if played is not None:
            name = self.cards.name(turn.chosen[0])
            ink.append(Group((played.moved(0.0, 0.6),), tag=Tag("Figure", name)))
        y = 0.0
        for line in turn.lines:
            name = self.names[line.seat] if line.seat is not None else ""
            words, height = self.setter.lines(line.text, "body", _COLUMN - left, left, name)
            ink.append(Group(tuple(words), Transform.moved(0.0, y), tag=Tag("P")))
            y += height
        if turn.shown and not (played is None and turn.first.hand is None and len(turn.lines) > 1):
            rows, deep = self.small(turn.shown, turn.chosen, _COLUMN - left)
            ink.append(Group(rows, Transform.moved(left, y + 0.8)))
            y += deep + 0.8
        high = max(y, played.size.height + 1.2 if played else 0.0)
        rule = Group((Rect(Area(0.0, high + 1.2, _COLUMN, 0.15), fill=RULE),), tag=Tag("Artifact"))
        return Slip(high + 1.4, (*ink, rule), before=1.6)

    def small(
        self, cards: Sequence[str], chosen: Sequence[str], room: float
    ) -> tuple[tuple[Ink, ...], float]:
        """Return small pictures in rows, the chosen ones lifted, and how high they are."""
        across = max(int((room + _GAP) // (_SMALL + _GAP)), 1)
        left = Counter(chosen)
        ink: list[Ink] = []
        deepest = 0.0
        for index, card in enumerate(cards[: across * _MOST_ROWS]):
            art = self.cards.art(card, _SMALL)
            if art is None:
                continue
            row, column = divmod(index, across)
            lift = 0.0
            if left[card] > 0:
                left[card] -= 1
                lift = _LIFT
            y = row * (art.size.height + _GAP + _LIFT) + _LIFT
            picture = art.moved(column * (_SMALL + _GAP), y - lift)
            ink.append(picture)
            if lift:
                under = Area(column * (_SMALL + _GAP), y + art.size.height - 0.7, _SMALL, 0.7)
                ink.append(Rect(under, fill=ONE))
            deepest = max(deepest, y + art.size.height)
        if not ink:
            return (), 0.0
        said = ", ".join(self.cards.names(cards))
        return (Group(tuple(ink), tag=Tag("Figure", said)),), deepest


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
