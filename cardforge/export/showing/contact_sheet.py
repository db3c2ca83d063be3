"""The contact sheet: every card and token with its name and its copies, deck by deck, on A4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardforge.color import WHITE, Color
from cardforge.export.package import FittedDeck, Order, Shown
from cardforge.export.showing.chosen import usual_size
from cardforge.export.showing.pen import Pen, mixed
from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Group, Ink, Line, Page, Plate, Rect, Tag
from cardforge.model import Card
from cardforge.rulebook.figures.cards import Art, Side, draw_side
from cardforge.units import pt_to_mm

A4 = Size(210.0, 297.0)
DPI = 150.0
PIXELS = (1240, 1754)
SIDE, TOP, FOOT = 14.0, 14.0, 17.0
WIDTH, HEIGHT = A4.width - 2 * SIDE, A4.height - TOP - FOOT
# The usual card is so wide, a little less where that saves a page; what is smaller or larger keeps
# its proportion between two bounds, and is no higher than the third.
_CARDS = (26.0, 25.0, 24.0, 23.0, 22.0)
_LEAST, _MOST, _MOST_HIGH = 13.0, 62.0, 110.0
# Labels are as wide as their pictures, but always so wide; pictures so far apart.
_LABEL, _GAP = 21.0, 3.2
_LABEL_PT, _HEADING_PT, _TOTAL_PT, _FOOT_PT, _TITLE_PT = 7.0, 13.0, 8.5, 7.5, 30.0
_UNDER, _UNDER_HEADING, _ROW_GAP, _DECK_GAP = 1.6, 3.2, 3.8, 7.0
# Between decks that stand side by side; a heading is never shorter, nor stops so near the margin.
_BESIDE, _LEAST_HEADING, _NEARLY = 8.0, 48.0, 30.0


class _Entry(NamedTuple):
    """A picture with its label: a face with its copies, or a back."""

    side: Side
    name: str
    copies: int | None


class _Section(NamedTuple):
    """A deck on the sheet: pictures so wide in cells that have room for their labels too."""

    name: str
    totals: str
    entries: tuple[_Entry, ...]
    picture: float
    cell: float

    @property
    def width(self) -> float:
        """Return how wide it is in one row, its heading included."""
        row = len(self.entries) * (self.cell + _GAP) - _GAP
        return max(row, _LEAST_HEADING)

    @property
    def is_short(self) -> bool:
        """Return whether it leaves room for another deck in its row."""
        return self.width + _BESIDE + _LEAST_HEADING <= WIDTH


class _Strip(NamedTuple):
    """A part of the sheet that no page break divides.

    `before` is the space above, dropped at the head of a page; what `keeps` stays with the next
    strip; `again` is the heading of a page that begins with this one.
    """

    height: float
    ink: tuple[Ink, ...]
    before: float = 0.0
    keeps: bool = False
    again: tuple[_Strip, ...] = ()


def contact_pages(order: Order, pen: Pen) -> tuple[Page, ...]:
    """Return the pages of the contact sheet: as few as cards of a good size can have."""
    tries = [_broken(_strips(order, pen, card)) for card in _CARDS]
    fewest = min(map(len, tries))
    pages = next(pages for pages in tries if len(pages) == fewest)
    return tuple(_page(own, pen, number, fewest) for number, own in enumerate(pages, 1))


def _strips(order: Order, pen: Pen, card: float) -> list[_Strip]:
    """Return the whole sheet with usual cards of a width; short decks stand side by side."""
    scale = card / usual_size(order).width
    strips = [_head(order, pen)]
    beside: list[_Section] = []
    for deck in (*order.cards, *order.tokens):
        if not deck.laid_out.cards:
            continue
        section = _section(deck, pen, scale)
        room = sum(one.width + _BESIDE for one in beside)
        if beside and (not section.is_short or room + section.width > WIDTH):
            strips += _side_by_side(beside, pen)
            beside = []
        if section.is_short:
            beside.append(section)
        else:
            strips += _deck_strips(section, pen)
    return [*strips, *_side_by_side(beside, pen)]


def shown(pages: Sequence[Page], pen: Pen) -> tuple[Shown, ...]:
    """Return what the pages of a contact sheet show."""
    return tuple(
        Shown("page", name=f"{pen.words('sheet')} {number}") for number in range(1, len(pages) + 1)
    )


def _head(order: Order, pen: Pen) -> _Strip:
    """Return the title of the game and what is in it."""
    look, words = pen.look, pen.words
    title = pen.block(pen.title, Size(WIDTH, 24.0), _TITLE_PT, look.accent)
    version = words("version", version=order.edition.game.version)
    every = (*order.cards, *order.tokens)
    told = " · ".join(filter(None, (words.total(every), pen.players, version)))
    line = pen.line(told, look.label, 9.5, look.ink, WIDTH)
    y = title.size.height + 1.6
    ink = (
        Group(title.ink, tag=Tag("H1")),
        Group((line.moved(0.0, y),), tag=Tag("P")),
    )
    return _Strip(y + line.size.height, ink)


def _section(deck: FittedDeck, pen: Pen, scale: float) -> _Section:
    """Return the pictures of a deck, the backs last, and how wide they are."""
    trim = deck.laid_out.deck.spec.format.trim
    width = max(trim.width * scale, min(_LEAST, trim.width))
    width = min(width, _MOST, _MOST_HIGH * trim.width / trim.height)
    entries = (*_faces(deck), *_backs(deck, pen))
    name = pen.words.deck(deck, pen.language)
    return _Section(name, _totals(deck, pen), entries, width, max(width, _LABEL))


def _deck_strips(section: _Section, pen: Pen) -> Iterator[_Strip]:
    """Yield the heading of a deck and its pictures in rows from margin to margin."""
    again = _heading(pen.words("continued", deck=section.name), "", pen, WIDTH)
    heading = _heading(section.name, section.totals, pen, WIDTH)
    yield heading._replace(before=_DECK_GAP, keeps=True)
    columns = int((WIDTH + _GAP) // (section.cell + _GAP))
    pitch = (WIDTH - section.cell) / (columns - 1) if columns > 1 else 0.0
    for start in range(0, len(section.entries), columns):
        row = _row(section, section.entries[start : start + columns], pitch, pen)
        yield row._replace(before=_ROW_GAP if start else 0.0, again=(again,))


def _side_by_side(sections: Sequence[_Section], pen: Pen) -> Iterator[_Strip]:
    """Yield decks of one row each beside each other, each under its own heading."""
    if len(sections) == 1:
        # The columns of one alone stand under those of the decks above.
        yield from _deck_strips(sections[0], pen)
        return
    x, deepest = 0.0, 0.0
    ink: list[Ink] = []
    most = min((_heading_size(one, one.width, pen) for one in sections), default=0.0)
    for index, section in enumerate(sections):
        # The last one of a full line reaches to the margin; all headings are of one size.
        width = section.width
        if index and index == len(sections) - 1 and WIDTH - x - width < _NEARLY:
            width = WIDTH - x
        heading = _heading(section.name, section.totals, pen, width, most)
        row = _row(section, section.entries, section.cell + _GAP, pen)
        ink.append(Group(heading.ink, Transform.moved(x, 0.0)))
        ink.append(Group(row.ink, Transform.moved(x, heading.height)))
        deepest = max(deepest, heading.height + row.height)
        x += width + _BESIDE
    if ink:
        yield _Strip(deepest, tuple(ink), before=_DECK_GAP)


def _totals(deck: FittedDeck, pen: Pen) -> str:
    """Return how many cards or tokens a deck has and, where they differ, how many faces."""
    dealt = deck.laid_out.deck
    total = pen.words.counted("token" if dealt.spec.is_token else "card", dealt.total)
    if len(dealt.cards) in (1, dealt.total):
        return total
    return f"{total} · {pen.words.counted('face', len(dealt.cards))}"


def _heading_size(section: _Section, width: float, pen: Pen) -> float:
    """Return how large the name of a deck can be over a line, next to its totals."""
    totals = pen.width(section.totals, pen.look.label, _TOTAL_PT) + 3.0
    return pen.fitted(section.name, pen.look.heading, _HEADING_PT, width - totals)


def _heading(name: str, totals: str, pen: Pen, width: float, most: float = _HEADING_PT) -> _Strip:
    """Return the name of a deck over a line, its totals at the right."""
    look = pen.look
    base = pt_to_mm(_HEADING_PT) * 0.74
    words: list[Ink] = []
    room = width
    if totals:
        words = [pen.set(Point(width, base), totals, look.label, _TOTAL_PT, look.accent, "right")]
        room -= pen.width(totals, look.label, _TOTAL_PT) + 3.0
    size = pen.fitted(name, look.heading, most, room)
    words.insert(0, pen.set(Point(0.0, base), name, look.heading, size, look.ink))
    rule = Rect(Box(0.0, base + 2.0, width, 0.5), fill=look.accent)
    ink = (Group(tuple(words), tag=Tag("H2")), Group((rule,), tag=Tag("Artifact")))
    return _Strip(base + 2.5 + _UNDER_HEADING, ink)


def _faces(deck: FittedDeck) -> Iterator[_Entry]:
    form = deck.laid_out.deck.spec.format
    for sides in deck.laid_out.cards:
        card = sides.card
        yield _Entry(Side(sides.face, form), card.name or card.id, card.copies)


def _backs(deck: FittedDeck, pen: Pen) -> Iterator[_Entry]:
    """Yield each back of a deck once, named by the first card that has it where there are more."""
    form = deck.laid_out.deck.spec.format
    backs: dict[int, tuple[Plate, Card]] = {}
    for sides in deck.laid_out.cards:
        if sides.back is not None:
            backs.setdefault(id(sides.back), (sides.back, sides.card))
    for plate, card in backs.values():
        named = pen.words("backs", card=card.name or card.id)
        yield _Entry(Side(plate, form), pen.words("back") if len(backs) == 1 else named, None)


def _label(entry: _Entry, width: float, pen: Pen) -> Art:
    """Return a name and how many copies there are of it; a back is told in a quieter colour."""
    look = pen.look
    muted = mixed(look.ink, WHITE, 0.62)
    if entry.copies is None:
        runs = [(entry.name, look.text, muted)]
    else:
        color = look.accent if entry.copies > 1 else muted
        runs = [
            (f"{entry.name} ", look.text, look.ink),
            (f"×\u00a0{entry.copies}", look.label, color),
        ]
    return pen.paragraph(runs, _LABEL_PT, width, "center")


def _row(section: _Section, entries: Sequence[_Entry], pitch: float, pen: Pen) -> _Strip:
    """Return a row of pictures on one ground line with their labels beneath."""
    cell = section.cell
    drawn = [(draw_side(e.side, section.picture), _label(e, cell, pen)) for e in entries]
    ground = max(art.size.height for art, _ in drawn)
    deepest = max(label.size.height for _, label in drawn)
    ink: list[Ink] = []
    for index, ((art, label), entry) in enumerate(zip(drawn, entries, strict=True)):
        x = index * pitch
        picture = art.moved(x + (cell - art.size.width) / 2, ground - art.size.height)
        ink.append(Group((picture,), tag=Tag("Figure", entry.name)))
        words = label.moved(x + (cell - label.size.width) / 2, ground + _UNDER)
        ink.append(Group((words,), tag=Tag("P")))
    return _Strip(ground + _UNDER + deepest, tuple(ink))


def _broken(strips: Sequence[_Strip]) -> list[list[_Strip]]:
    """Return the strips of each page; a heading stays with the first row below it."""
    pages: list[list[_Strip]] = [[]]
    used = 0.0
    for index, strip in enumerate(strips):
        needed = strip.before + strip.height
        if strip.keeps and index + 1 < len(strips):
            needed += strips[index + 1].height
        if pages[-1] and used + needed > HEIGHT:
            pages.append(list(strip.again))
            used = sum(one.height for one in strip.again)
            strip = strip._replace(before=0.0)
        pages[-1].append(strip)
        used += strip.before + strip.height
    return pages


def _page(strips: Sequence[_Strip], pen: Pen, number: int, total: int) -> Page:
    look = pen.look
    ink: list[Ink] = [Group((Rect(Box(0.0, 0.0, *A4), fill=WHITE),), tag=Tag("Artifact"))]
    y = TOP
    for strip in strips:
        y += strip.before
        ink.append(Group(strip.ink, Transform.moved(SIDE, y)))
        y += strip.height
    ink.append(
        _foot(pen, pen.words("page", page=number, pages=total), mixed(look.ink, WHITE, 0.62))
    )
    whole = Box(0.0, 0.0, *A4)
    return Page(A4, whole, whole, tuple(ink))


def _foot(pen: Pen, folio: str, color: Color) -> Group:
    """Return the line at the foot of a page: what it belongs to, and its number."""
    look = pen.look
    y, right = A4.height - 9.0, A4.width - SIDE
    room = WIDTH - pen.width(folio, look.text, _FOOT_PT) - 4.0
    name = f"{pen.title} · {pen.words('sheet')}"
    size = pen.fitted(name, look.text, _FOOT_PT, room)
    rule = Line(Point(SIDE, y - 4.4), Point(right, y - 4.4), color, 0.15)
    left = pen.set(Point(SIDE, y), name, look.text, size, color)
    end = pen.set(Point(right, y), folio, look.text, _FOOT_PT, color, "right")
    return Group((rule, left, end), tag=Tag("Artifact"))
