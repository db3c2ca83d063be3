"""The rulebooks of a run: read, held against the game, typeset, and written in every format.

Everything that can be wrong is found by `prepare`, before a file is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardforge.booklet import BookletSpec, booklet_form, impose_booklet
from cardforge.check.rules import check_languages, check_rules
from cardforge.diagnostics import Report
from cardforge.edition import Edition, Request, WrongRequest
from cardforge.geometry import Box, Size, Transform
from cardforge.ink import Group, OutlineEntry, Page
from cardforge.leaflet import KINDS as LEAFLETS
from cardforge.leaflet import impose_leaflet, panels
from cardforge.presets import papers
from cardforge.rulebook.book import Book
from cardforge.rulebook.forms import SIZES, Form, form_for, form_of, panel_form
from cardforge.rulebook.pages.typeset import Typeset, Typesetter, typesetter
from cardforge.rulebook.reading.read import read_book
from cardforge.rulebook.reading.rules_file import check_languages as check_texts
from cardforge.rulebook.screen.plain import plain_text
from cardforge.rulebook.screen.web_page import web_page
from cardforge.sheet_spec import SheetError
from cardforge.shop_booklet import ShopBooklet, shop_pages
from cardforge.textfile import start_of
from cardforge.units import show

USUAL = "a5"
# What colours the edge of a cover runs over the trim: two A5 pages are a little less than A4.
BOOKLET_BLEED = 1.0
BOOKS = tuple(SIZES)


class Made(NamedTuple):
    """One file of a rulebook before it is rendered; with `pixels` it is a picture of its page."""

    name: str
    pages: tuple[Page, ...]
    outline: tuple[OutlineEntry, ...] = ()
    duplex: str | None = None
    pixels: tuple[int, int] | None = None


class Rulebook(NamedTuple):
    """The rulebook of one edition, ready to be written."""

    edition: Edition
    book: Book
    made: tuple[Made, ...]
    formats: tuple[str, ...]


def read_books(editions: Sequence[Edition], report: Report) -> dict[str, Book]:
    """Return the rules of each edition that has any, by language, held against the game."""
    books: dict[str, Book] = {}
    if editions:
        check_texts(editions[0].game, report)
    for edition in editions:
        decks = [laid_out.deck for laid_out in (*edition.cards, *edition.tokens)]
        book = read_book(edition.game, edition.settings, decks, report)
        if book is not None:
            books[edition.settings.language] = book
            check_rules(edition.game, edition.settings, decks, book, report)
    check_languages(books, report)
    return books


def prepare(editions: Sequence[Edition], request: Request, report: Report) -> list[Rulebook]:
    """Return the rulebooks of some editions; every fault of every format asked for is reported."""
    books = read_books(editions, report)
    made: list[Rulebook] = []
    # Faults of cards or texts would come again on pages; those of pages are found in all languages.
    for edition in () if report.has_errors else editions:
        book = books.get(edition.settings.language)
        if book is None:
            continue
        setter = typesetter(book, edition, report)
        if setter is not None:
            files = tuple(_Maker(setter, request, report).files())
            made.append(Rulebook(edition, book, files, request.rulebook.formats))
    return made


class _Maker:
    """Makes the pages of one rulebook in every format asked for; each form is set once."""

    def __init__(self, setter: Typesetter, request: Request, report: Report) -> None:
        self.setter, self.request, self.report = setter, request, report
        self.edition = setter.edition
        self.language = setter.edition.settings.language
        self.books: dict[tuple[str, float], Typeset] = {}

    def files(self) -> Iterator[Made]:
        """Yield each file that has pages."""
        asked = self.request.rulebook
        for name in asked.formats:
            if name in BOOKS:
                book = self._book(name)
                middle = "" if name == USUAL else f"{name}-"
                file = f"rulebook-{middle}{self.language}.pdf"
                yield Made(file, book.pages, book.outline)
            elif name in LEAFLETS:
                yield from self._leaflet(name)
            elif name == "card":
                yield from self._card()
        if asked.booklet:
            yield from self._booklets()
        if asked.product is not None:
            yield from self._shop_pages(asked.product)

    def _book(self, name: str, bleed: float = 0.0) -> Typeset:
        key = (name, bleed)
        if key not in self.books:
            self.books[key] = self.setter.book_pages(form_of(name)._replace(bleed=bleed))
        return self.books[key]

    def _papers(self) -> tuple[str, ...]:
        return self.request.papers or self.edition.game.sheets.papers

    def _booklets(self) -> Iterator[Made]:
        """Yield a booklet of half of each paper, or of each format asked for."""
        asked = self.request.rulebook.booklets
        if not asked:
            for paper in self._papers():
                yield self._booklet(booklet_form(paper), paper, "")
        for name in asked:
            yield from self._booklets_of(name)

    def _booklets_of(self, name: str) -> Iterator[Made]:
        """Yield a booklet of a format on each paper; of the usual papers those that it fits."""
        middle = "" if name == USUAL else f"{name}-"
        refused: SheetError | None = None
        count = 0
        for paper in self._papers():
            try:
                yield self._booklet(name, paper, middle)
                count += 1
            except SheetError as fault:
                refused = fault
        if refused is not None and (self.request.papers or not count):
            raise WrongRequest(refused.message, refused.hint)

    def _booklet(self, name: str, paper: str, middle: str) -> Made:
        """Return a booklet of a format; raises SheetError when the paper is too small."""
        book = self._book(name, BOOKLET_BLEED)
        spec = BookletSpec(
            papers()[paper],
            paper,
            self.edition.game.rulebook.paper_thickness,
            has_back_cover=book.has_back_cover,
        )
        file = f"rulebook-{middle}booklet-{paper}-{self.language}.pdf"
        return Made(file, impose_booklet(book.pages, spec), (), "short-edge")

    def _shop_pages(self, product: ShopBooklet) -> Iterator[Made]:
        """Yield each page as the picture that a shop takes."""
        form = form_for(product.name, product.trim, product.bleed)
        book = self.setter.book_pages(form)
        folder = f"export/{product.shop}/{self.language}/booklet"
        try:
            pages = shop_pages(book.pages, product, has_back_cover=book.has_back_cover)
        except SheetError as fault:
            place = start_of(self.setter.book.file)
            self.report.error(fault.code, fault.message, place, hint=fault.hint)
            return
        for page in pages:
            yield Made(f"{folder}/{page.name}", (page.page,), pixels=page.pixels)

    def _leaflet(self, name: str) -> Iterator[Made]:
        """Yield a leaflet on the first paper."""
        paper = self._papers()[0]
        plan = panels(name, papers()[paper])
        least = min(plan.sizes, key=lambda size: size.width)

        def form_at(size_pt: float) -> Form:
            return panel_form(name, least, size_pt)

        typeset = self.setter.panels(form_at, len(plan.sizes), card=False)
        if typeset is None:
            self._too_long(f"do not fit on the {len(plan.sizes)} panels of {name} on {paper}")
            return
        file = f"rulebook-{name}-{self.language}.pdf"
        pages = [_widened(p, size) for p, size in zip(typeset.pages, plan.sizes, strict=False)]
        sides = impose_leaflet(pages, plan, has_back_cover=typeset.has_back_cover)
        yield Made(file, sides, (), "short-edge")

    def _card(self) -> Iterator[Made]:
        """Yield the quick-reference card: two sides in the format of the game's cards."""
        book = self.setter.book
        sections = [section for section in book.sections if "card" in section.classes]
        if not sections:
            message = f"the rules in '{self.language}' have no section for a reference card"
            hint = "write a section whose heading ends with {#quick .card}"
            self.report.error("rulebook.section", message, start_of(book.file), hint=hint)
            return
        trim = self.edition.game.format

        def form_at(size_pt: float) -> Form:
            form = panel_form("card", trim.trim, size_pt)
            return form._replace(bleed=trim.bleed)

        typeset = self.setter.panels(form_at, 2, card=True)
        if typeset is None:
            width, height = trim.trim
            size = f"{show(width)} × {show(height)} mm"
            self._too_long(
                f"of section '{sections[0].id}' do not fit on the two sides of a card, {size}"
            )
            return
        yield Made(f"rulebook-card-{self.language}.pdf", typeset.pages, (), "long-edge")

    def _too_long(self, how: str) -> None:
        place = start_of(self.setter.book.file)
        hint = "mark sections of it .long, say it shorter, or use a larger paper"
        self.report.error("rulebook.too-long", f"the rules {how}", place, hint=hint)


def _widened(page: Page, size: Size) -> Page:
    """Return a page that is as large as its panel: all but the flap are a little wider."""
    whole = Box(0.0, 0.0, *size)
    shift = Transform.moved((size.width - page.size.width) / 2, 0.0)
    return page._replace(size=size, trim=whole, bleed=whole, items=(Group(page.items, shift),))


def texts(rulebook: Rulebook) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of the web page and the plain text of a rulebook."""
    language = rulebook.edition.settings.language
    if "html" in rulebook.formats:
        yield f"rulebook-{language}.html", web_page(rulebook.book, rulebook.edition)
    if "txt" in rulebook.formats:
        yield f"rulebook-{language}.txt", plain_text(rulebook.book).encode()
