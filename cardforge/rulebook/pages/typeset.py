"""A book as pages: set for a form, broken into pages until every reference knows its page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardforge.diagnostics import Report
from cardforge.edition import Edition
from cardforge.fonts import FontError
from cardforge.fonts.choosing import tell_remarks
from cardforge.ink import OutlineEntry, Page
from cardforge.rulebook.book import Book, RulingNote, Section
from cardforge.rulebook.bookwords import book_words
from cardforge.rulebook.figures.painter import Painter
from cardforge.rulebook.forms import Form, back_form
from cardforge.rulebook.inlines import UNKNOWN_PAGE, Inliner, Places
from cardforge.rulebook.look import Look, look_of
from cardforge.rulebook.pages.blocks import BlockSetter, with_headings_kept, with_room_beside
from cardforge.rulebook.pages.cover import CoverMaker, Entry
from cardforge.rulebook.pages.page_maker import PageMaker, Sheet, fill_pages, sections_of
from cardforge.rulebook.pages.setter import Memory, Setter
from cardforge.rulebook.pages.slips import Placed, Slip
from cardforge.rulebook.spoken import said
from cardforge.units import show

# References settle after the second round; a page that flips between two places stays wrong by one.
MOST_ROUNDS = 6
LARGEST_PANEL_PT, SMALLEST_PANEL_PT, STEP_PT = 11.0, 7.0, 0.25
# What a slip that cannot be divided is called in a message.
KINDS = {"figure": "figure", "row": "row", "head": "row", "heading": "heading", "title": "title"}
TOO_HIGH = 0.1  # in mm
LARGEST_CARD_PT, SMALLEST_CARD_PT = 8.5, 5.5


class Typeset(NamedTuple):
    """The pages of a rulebook in reading order, its bookmarks, and where every slip stands."""

    form: Form
    pages: tuple[Page, ...]
    outline: tuple[OutlineEntry, ...]
    placed: tuple[Placed, ...]
    has_back_cover: bool


class _Draft(NamedTuple):
    """A book broken into pages, before its ink is put on them."""

    blocks: BlockSetter
    sheets: tuple[Sheet, ...]
    back: BlockSetter
    backs: tuple[Sheet, ...]
    entries: tuple[Entry, ...]


class Typesetter:
    """Sets one book for pages of any form."""

    def __init__(self, book: Book, edition: Edition, look: Look, report: Report) -> None:
        self.book, self.edition, self.look, self.report = book, edition, look, report
        self.words = dict(book_words(book.language))
        self.memory = Memory({}, {})
        self.drafts: dict[Form, _Draft] = {}

    def setter(self, form: Form, sections: Sequence[Section], pages: dict[str, int]) -> Setter:
        """Return what sets blocks for a form once the pages of sections are known."""
        page_word = self.words["page_short"] if form.has_cover else ""
        places = Places(
            {section.id: section.title for section in self.book.sections},
            pages,
            page_word,
            frozenset(key for section in sections for key in _rulings(section)),
        )
        inliner = Inliner(self.edition.game, self.look, places, self.report)
        painter = Painter(self.edition, self.look, form, inliner)
        return Setter(
            form, self.look, inliner, painter, self.book.language, self.report, self.memory
        )

    def book_pages(self, form: Form) -> Typeset:
        """Return the pages of a whole book: cover, text, and the last page with its own section.

        A book that differs in nothing but its bleed is broken into pages once.
        """
        bare = form._replace(bleed=0.0)
        draft = self.drafts.get(bare)
        if draft is None:
            draft = self.drafts[bare] = self._draft(bare)
        cover = self._cover(draft.blocks, form, draft.entries)
        maker = PageMaker(draft.blocks.setter, form, self.book.title, self._headline)
        last = PageMaker(draft.back.setter, back_form(form), self.book.title, self._headline)
        drawn = [
            *cover.pages(draft.entries, self.words["contents"]),
            *map(maker.page, draft.sheets),
            *map(last.page, draft.backs),
        ]
        placed = tuple(p for sheet in (*draft.sheets, *draft.backs) for p in sheet.slips)
        outline = _outline(draft.entries, placed)
        return Typeset(form, tuple(drawn), outline, placed, bool(draft.backs))

    def _draft(self, form: Form) -> _Draft:
        """Return the sheets of a book: broken again until every reference knows its page."""
        sections = [s for s in self.book.sections if "card" not in s.classes]
        body = [section for section in sections if "last" not in section.classes]
        last = [section for section in sections if "last" in section.classes]
        numbers = _numbers(sections)
        pages: dict[str, int] = {}
        for _ in range(MOST_ROUNDS):
            blocks = BlockSetter(self.setter(form, sections, pages), self.words)
            entries = self._entries(sections, numbers, pages)
            first = self._cover(blocks, form, entries).count(entries) + 1
            sheets = fill_pages(self._slips(blocks, body, numbers), form, first)
            after = sheets[-1].number + 1 if sheets else first
            back = BlockSetter(self.setter(back_form(form), sections, pages), self.words)
            backs = self._back(back, last, after)
            known = sections_of([*sheets, *backs])
            if known == pages:
                break
            pages = known
        self._check_heights([*sheets, *backs], form)
        entries = self._entries(sections, numbers, pages)
        return _Draft(blocks, tuple(sheets), back, tuple(backs), tuple(entries))

    def _check_heights(self, sheets: Sequence[Sheet], form: Form) -> None:
        """Report what no page break divides and no page holds."""
        for slip in (one for s in sheets for p in s.slips for one in (p.slip, *p.slip.aside)):
            over = slip.height - form.height
            if over > TOO_HIGH:
                what = KINDS.get(slip.kind, "text")
                message = (
                    f"this {what} is {show(over)} mm higher than the page in the format {form.name}"
                )
                hint = "divide it into several"
                self.report.error("rulebook.too-high", message, slip.origin, hint=hint)

    def _back(self, blocks: BlockSetter, last: Sequence[Section], first: int) -> list[Sheet]:
        """Return the last page: what players look up most stands before it where there is room."""
        quick = [section for section in self.book.sections if "card" in section.classes]
        form = blocks.form
        tries = [last] if form.is_small or not last else [[*quick, *last], last]
        for sections in tries:
            sheets = fill_pages(self._slips(blocks, sections, {}), form, first)
            if len(sheets) <= 1:
                break
        return [sheet._replace(is_back=True) for sheet in sheets]

    def _slips(
        self, blocks: BlockSetter, sections: Sequence[Section], numbers: dict[str, str]
    ) -> list[Slip]:
        slips = [
            slip
            for section in sections
            for slip in blocks.section_slips(section, numbers.get(section.id, ""))
        ]
        leading = blocks.leading
        return with_room_beside(with_headings_kept(slips, 3 * leading), 0.5 * leading)

    def _cover(self, blocks: BlockSetter, form: Form, entries: Sequence[Entry]) -> CoverMaker:
        game = self.edition.game
        by = (game.credits or {}).get(self.book.language, "")
        version = self.words["version"].format(version=game.version)
        foot = " · ".join(filter(None, (by, version)))
        told = {section.id for section in self.book.sections if _rulings(section)}
        page = next((entry.page for entry in entries if entry.section in told), None)
        signs = self.words["signs"].format(page=page) if page else ""
        return CoverMaker(blocks, form, self.book, foot, signs)

    def _entries(
        self, sections: Sequence[Section], numbers: dict[str, str], pages: dict[str, int]
    ) -> list[Entry]:
        return [
            Entry(numbers.get(s.id, ""), s.title, s.id, str(pages.get(s.id, UNKNOWN_PAGE)))
            for s in sections
        ]

    def _headline(self, section: str) -> str:
        titles = {s.id: s.title for s in self.book.sections}
        return said(titles.get(section, ()))

    # --- what has no cover: the panels of a leaflet, the sides of a card ---

    def panels(self, form_at: Callable[[float], Form], most: int, *, card: bool) -> Typeset | None:
        """Return the short rules on at most `most` panels, as large as they fit; None if too long.

        A leaflet takes the sections that are not `long`, a card those that are `card`.
        """
        smallest = SMALLEST_CARD_PT if card else SMALLEST_PANEL_PT
        size = LARGEST_CARD_PT if card else LARGEST_PANEL_PT
        last = [s for s in self.book.sections if "last" in s.classes]
        has_last = any(("card" in section.classes) == card for section in last)
        while size >= smallest:
            for has_back in (True, False) if has_last else (False,):
                quiet = Report()
                typeset = self._panels(form_at(size), quiet, card=card, has_back=has_back)
                if len(typeset.pages) <= most and not quiet.has_errors:
                    return typeset
            size -= STEP_PT
        return None

    def _panels(self, form: Form, report: Report, *, card: bool, has_back: bool) -> Typeset:
        """Return the panels; what stands on the last page of a book has the back, or follows on."""
        wanted = [s for s in self.book.sections if ("card" in s.classes) == card]
        short = [s for s in wanted if card or "long" not in s.classes]
        last = [s for s in short if has_back and "last" in s.classes]
        sections = [s for s in short if s not in last]
        own = Typesetter(self.book, self.edition, self.look, report)
        own.memory = self.memory
        setter = own.setter(form, short, {})
        blocks = BlockSetter(setter, self.words)
        title = blocks.title_slips(self.book, with_lead=not card)
        slips = [*title, *self._slips(blocks, sections, {})]
        sheets = _two_sides(slips, form) if card else fill_pages(slips, form, 1)
        sheets += fill_pages(self._slips(blocks, last, {}), form, len(sheets) + 1)
        own._check_heights(sheets, form)
        maker = PageMaker(setter, form, self.book.title, self._headline)
        pages = tuple(maker.page(sheet) for sheet in sheets)
        placed = tuple(p for sheet in sheets for p in sheet.slips)
        return Typeset(form, pages, (), placed, bool(last))


def _two_sides(slips: Sequence[Slip], form: Form) -> list[Sheet]:
    """Return a card's sides: the second begins with a heading or a table where that fits both."""
    whole = fill_pages(slips, form, 1)
    if len(whole) != 2:
        return whole
    found: list[tuple[float, list[Sheet]]] = []
    for index, slip in enumerate(slips):
        has_text = any(one.kind != "heading" for one in slips[:index])
        if has_text and slip.kind in ("heading", "head"):
            sides = fill_pages(slips[:index], form, 1), fill_pages(slips[index:], form, 2)
            if all(len(side) == 1 for side in sides):
                ends = [side[0].slips[-1].y for side in sides]
                found.append((abs(ends[0] - ends[1]), [*sides[0], *sides[1]]))
    return min(found, key=lambda one: one[0])[1] if found else whole


def _rulings(section: Section) -> list[str]:
    """Return the keys of the rulings that a section explains."""
    return [block.key for block in section.blocks if isinstance(block, RulingNote)]


def _numbers(sections: Sequence[Section]) -> dict[str, str]:
    """Return the number of each section; what stands on the last page has none."""
    counted = [s.id for s in sections if "last" not in s.classes]
    return {name: str(index) for index, name in enumerate(counted, 1)}


def _outline(entries: Sequence[Entry], placed: Sequence[Placed]) -> tuple[OutlineEntry, ...]:
    """Return the bookmarks: the sections, and in each the headings inside it."""
    titles = {entry.section: f"{entry.number} {said(entry.title)}".strip() for entry in entries}
    made: list[OutlineEntry] = []
    for slip in (place.slip for place in placed):
        if slip.anchor in titles:
            made.append(OutlineEntry(titles[slip.anchor], slip.anchor, 1))
        elif slip.anchor and slip.role == "H3" and made:
            made.append(OutlineEntry(slip.text.strip(), slip.anchor, 2))
    return tuple(entry._replace(title=entry.title.replace("\u00ad", "")) for entry in made)


def typesetter(book: Book, edition: Edition, report: Report) -> Typesetter | None:
    """Return the typesetter of a book, None after reporting a font that cannot be used."""
    try:
        look = look_of(edition.game, edition.fonts)
    except FontError as fault:
        game = edition.game
        section = game.places.get("rulebook", game.span)
        place = game.rulebook.places.get(fault.font or "", section)
        report.error(fault.code, fault.message, place, hint=fault.hint)
        return None
    tell_remarks(edition.game, edition.fonts, report)
    return Typesetter(book, edition, look, report)
