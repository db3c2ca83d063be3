"""Columns of slips as pages of ink: running heads, page numbers, side notes, links and tags."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Anchor, Group, Ink, Line, Link, Page, Rect, Tag
from cardforge.rulebook.book import Words
from cardforge.rulebook.forms import Form
from cardforge.rulebook.inlines import Type
from cardforge.rulebook.pages.columns import HALF, MOST_SHRINK, Span, break_columns, gap_of
from cardforge.rulebook.pages.setter import Setter, tinted
from cardforge.rulebook.pages.slips import NEVER, Frame, Placed, Slip

# How much a space above a block may grow to end the columns of a book at one height.
MOST_STRETCH = 0.35
BAR = 0.9
# How far a page number stays away from the edge that is cut.
FOLIO_SAFE = 3.5


class Sheet(NamedTuple):
    """A page under construction: its number from 1 and the slips on it."""

    number: int
    slips: tuple[Placed, ...]
    is_back: bool = False

    @property
    def is_recto(self) -> bool:
        """Return whether the page lies on the right of a spread."""
        return self.number % 2 == 1


def fill_pages(slips: Sequence[Slip], form: Form, first: int) -> list[Sheet]:
    """Return the pages of a part of the book, numbered from `first`."""
    spans = break_columns(slips, form.height)
    if form.columns > 1 and spans:
        spans = _balanced(slips, spans, form)
    pages: dict[int, list[Placed]] = {}
    for index, span in enumerate(spans):
        page, column = first + index // form.columns, index % form.columns
        is_last = index >= len(spans) - form.columns
        placed = _place(slips, span, form, page, column, is_last)
        pages.setdefault(page, []).extend(placed)
    return [Sheet(number, tuple(placed)) for number, placed in pages.items()]


def _balanced(slips: Sequence[Slip], spans: list[Span], form: Form) -> list[Span]:
    """Return columns of which those of the last page end at about one height."""
    kept = (len(spans) - 1) // form.columns * form.columns
    start = spans[kept].start
    rest = slips[start:]
    total = sum(span.used for span in spans[kept:])
    height = total / form.columns
    while height < form.height:
        last = break_columns(rest, height)
        calm = all(rest[span.end - 1].cost < NEVER for span in last[:-1])
        if calm and len(last) <= form.columns and all(s.used <= form.height for s in last):
            return [
                *spans[:kept],
                *(s._replace(start=s.start + start, end=s.end + start) for s in last),
            ]
        height += form.leading / 2
    return spans


def _place(
    slips: Sequence[Slip], span: Span, form: Form, page: int, column: int, is_last: bool
) -> Iterator[Placed]:
    """Yield the slips of a column with their places; spaces grow a little to fill it."""
    own = list(slips[span.start : span.end])
    change = 0.0
    if span.gaps and (span.used > form.height or not is_last):
        change = max((form.height - span.used) / span.gaps, -MOST_SHRINK)
        change = min(change, MOST_STRETCH if span.used > HALF * form.height else 0.0)
    y = 0.0
    for head in own[0].head:
        # Who listens to the table has heard its head already.
        again = head._replace(section=own[0].section, role="Artifact", inside=())
        yield Placed(page, column, y, again)
        y += head.height
    for index, slip in enumerate(own):
        if index:
            y += slip.before + change * gap_of(slip)
        yield Placed(page, column, y, slip)
        y += slip.height


class PageMaker:
    """Draws sheets as pages of ink."""

    def __init__(
        self, setter: Setter, form: Form, title: str, headline: Callable[[str], str]
    ) -> None:
        self.setter, self.form, self.look = setter, form, setter.look
        self.title, self.headline = title, headline

    def page(self, sheet: Sheet) -> Page:
        """Return the ink of a page with its links and named places."""
        ink: list[Ink] = []
        links: list[Link] = []
        anchors: list[Anchor] = []
        if sheet.is_back:
            ink.append(self._ground())
        ink.extend(self._frames(sheet))
        asides = self._asides(sheet)
        for index, placed in enumerate(sheet.slips):
            at = self._at(sheet, placed)
            if placed.slip.anchor:
                anchors.append(Anchor(placed.slip.anchor, Point(at.x, at.y)))
            # What stands beside is read right after it.
            for slip, place in ((placed.slip, at), *asides.get(index, ())):
                ink.append(_drawn(slip, place))
                links.extend(_links(slip, place))
        if self.form.has_cover and not sheet.is_back:
            ink.extend(self._furniture(sheet))
        return bare_page(self.form, tuple(ink), tuple(links), tuple(anchors))

    # --- where things stand ---

    def _left(self, sheet: Sheet) -> float:
        """Return where what is wide begins; the side column lies on the left of every page."""
        return self.form.inner if sheet.is_recto else self.form.outer

    def _text_left(self, sheet: Sheet) -> float:
        return self._left(sheet) + self.form.side + self.form.side_gap

    def _at(self, sheet: Sheet, placed: Placed) -> Point:
        form = self.form
        x = self._left(sheet) if placed.slip.wide else self._text_left(sheet)
        return Point(x + placed.column * (form.measure + form.gap), form.top + placed.y)

    def _frames(self, sheet: Sheet) -> Iterator[Ink]:
        """Yield the grounds of call-outs: one for all slips of a call-out in one column."""
        boxes: dict[tuple[Frame, int], Box] = {}
        for placed in sheet.slips:
            frame = placed.slip.frame
            if frame is None:
                continue
            at = self._at(sheet, placed)
            box = Box(at.x, at.y, frame.width, placed.slip.height)
            key = (frame, placed.column)
            boxes[key] = boxes[key].union(box) if key in boxes else box
        for (frame, _), box in boxes.items():
            yield Group(
                (
                    Rect(box, fill=frame.fill),
                    Rect(Box(box.x, box.y, BAR, box.height), fill=frame.bar),
                ),
                tag=ARTIFACT,
            )

    def _asides(self, sheet: Sheet) -> dict[int, list[tuple[Slip, Point]]]:
        """Return what stands in the side column, by the index of the slip that it stands beside.

        Each stands at the height of its slip, but none over another and none below the text.
        """
        form = self.form
        x = self._left(sheet)
        floor = form.height
        found: dict[int, list[tuple[Slip, Point]]] = {}
        for index, placed in reversed(list(enumerate(sheet.slips))):
            for slip in reversed(placed.slip.aside):
                y = max(min(placed.y, floor - slip.height), 0.0)
                found.setdefault(index, []).insert(0, (slip, Point(x, form.top + y)))
                floor = y - 0.5 * form.leading
        return found

    # --- round the text ---

    def _ground(self) -> Ink:
        """Return the ground of the last page, which is the back cover of a booklet."""
        bleed, (width, height) = self.form.bleed, self.form.trim
        ground = Box(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
        edge = Box(-bleed, height - 1.2, width + 2 * bleed, 1.2 + bleed)
        return Group(
            (Rect(ground, fill=self.look.tint), Rect(edge, fill=self.look.accent)), tag=ARTIFACT
        )

    def _furniture(self, sheet: Sheet) -> Iterator[Ink]:
        """Yield the running head and the page number."""
        begun = [p.slip.section for p in sheet.slips if p.slip.role == "H2"]
        section = begun[-1] if begun else next((p.slip.section for p in sheet.slips), "")
        said = self.headline(section) if sheet.is_recto else self.title
        form = self.form
        size = min(form.small_pt, 7.5)
        kind = self.setter.types.label._replace(
            size_pt=size, leading_pt=size * 1.2, color=tinted(self.look.ink, 0.65)
        )
        room = form.trim.width - form.inner - form.outer
        align = "right" if sheet.is_recto else "left"
        yield from self._lines(said, kind._replace(align=align), self._left(sheet), room, sheet)

    def _lines(self, words: str, kind: Type, x: float, room: float, sheet: Sheet) -> Iterator[Ink]:
        form = self.form
        folio = self.setter.text((Words(str(sheet.number)),), kind, room)
        lines = [(folio, self._folio_y(kind.leading))]
        parts: list[Ink] = []
        if not form.is_small:
            # On a small page a head would stand too near the edge that is cut.
            gap = 0.45 * form.top
            head = self.setter.text((Words(words),), kind, room)[:1]
            lines.append((head, form.top - gap - kind.leading))
            y = form.top - gap + 0.6
            color = tinted(self.look.ink, 0.3)
            parts.append(Line(Point(x, y), Point(x + room, y), color, 0.12))
        for slips, y in lines:
            parts.extend(Group(slip.ink, Transform.moved(x, y)) for slip in slips)
        yield Group(tuple(parts), tag=ARTIFACT)

    def _folio_y(self, leading: float) -> float:
        form = self.form
        return form.trim.height - max(0.5 * (form.bottom + leading), FOLIO_SAFE + leading)


ARTIFACT = Tag("Artifact")


def bare_page(
    form: Form,
    ink: tuple[Ink, ...],
    links: tuple[Link, ...] = (),
    anchors: tuple[Anchor, ...] = (),
) -> Page:
    """Return a page of a form; ink, links and anchors are placed from the trim corner."""
    bleed = form.bleed
    size = Size(form.trim.width + 2 * bleed, form.trim.height + 2 * bleed)
    whole = Box(0.0, 0.0, *size)
    moved = (Group(ink, Transform.moved(bleed, bleed)),) if bleed and ink else ink
    return Page(
        size,
        Box(bleed, bleed, *form.trim),
        whole,
        moved,
        tuple(link._replace(box=link.box.moved(bleed, bleed)) for link in links),
        tuple(a._replace(at=Point(a.at.x + bleed, a.at.y + bleed)) for a in anchors),
    )


def _drawn(slip: Slip, at: Point) -> Ink:
    drawn: Ink = Group(slip.ink, Transform.moved(*at), tag=Tag(slip.role, slip.alt, slip.block))
    for tag in reversed(slip.inside):
        drawn = Group((drawn,), tag=tag)
    return drawn


def _links(slip: Slip, at: Point) -> Iterator[Link]:
    for target, box in slip.links:
        yield Link(box.moved(*at), target)


def sections_of(sheets: Iterable[Sheet]) -> dict[str, int]:
    """Return the page of each named place."""
    return {
        placed.slip.anchor: sheet.number
        for sheet in sheets
        for placed in sheet.slips
        if placed.slip.anchor
    }
