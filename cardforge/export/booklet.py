"""The rulebook in a package: a picture of each page for a shop that binds, or pages for a press."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardforge.check.rules import check_rules
from cardforge.choices import NO_PRODUCT
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.edition import Edition
from cardforge.export.lots import press_job
from cardforge.export.package import (
    BOOKLET,
    File,
    Order,
    PdfFile,
    PictureFile,
    Shown,
)
from cardforge.export.showing.chosen import usual_size
from cardforge.geometry import Size
from cardforge.presets import booklets
from cardforge.rulebook.forms import SIZES, form_for
from cardforge.rulebook.pages.typeset import Typeset, Typesetter, typesetter
from cardforge.rulebook.reading.read import read_book
from cardforge.sheet_spec import SheetError
from cardforge.shop_booklet import ShopBooklet, ShopPage, shop_booklets, shop_pages
from cardforge.slugwords import contents_name
from cardforge.textfile import start_of

# The format of a rulebook whose size the shop leaves open, how many pages are bound together, and
# more pages than anybody prints.
USUAL, _MULTIPLE, _ANY_NUMBER = "a5", 4, 100_000
# A booklet as large as the cards lies with them in the box: sizes that differ by no more, in mm.
_LIKE_CARDS = 1.0


def booklet_files(order: Order, report: Report) -> tuple[File, ...]:
    """Return the rulebook as the shop wants it; nothing without rules, or where it is not bound."""
    shop = order.wish.shop
    sold = shop_booklets(shop.name) if shop.name in booklets()["shops"] else {}
    if not sold and shop.booklet_bleed is None:
        return ()
    asked = next((n for n in order.wish.products if n in sold), None)
    name = asked or _named(order, sold or SIZES, report)
    if name == NO_PRODUCT:
        return ()
    setter = _setter(order.edition, report)
    if setter is None:
        return ()
    if sold:
        return _pictures(order, setter, _Shelf(order, setter, sold, report).pages(name))
    return _pages(order, setter, name, shop.booklet_bleed or 0.0, report)


def _named(order: Order, known: Iterable[str], report: Report) -> str | None:
    """Return the booklet that the game names; one that the shop does not have is reported.

    What a game says of all shops holds where a shop has it.
    """
    name, shop = order.choice.booklet, order.wish.shop
    if name is None or name == NO_PRODUCT or name in known:
        return name
    own = order.edition.game.shops.get(shop.name)
    everywhere = {each for sold in booklets()["shops"].values() for each in sold} | SIZES.keys()
    if (own is not None and own.booklet == name) or name not in everywhere:
        hint = did_you_mean(name, known) or f"it has {', '.join(known)}; or write none"
        message = f"{shop.name} has no booklet '{name}'"
        report.error("shop.product", message, _place(order), hint=hint)
        return NO_PRODUCT
    return None


def _setter(edition: Edition, report: Report) -> Typesetter | None:
    """Return what sets the rules of an edition; None when it has none, or they have faults."""
    decks = [laid_out.deck for laid_out in (*edition.cards, *edition.tokens)]
    book = read_book(edition.game, edition.settings, decks, report)
    if book is None:
        return None
    check_rules(edition.game, edition.settings, decks, book, report)
    return None if report.has_errors else typesetter(book, edition, report)


def _place(order: Order) -> Span:
    """Return where the game says which booklet it wants, or what else it says of the shop."""
    return order.choice.places.get("booklet", order.choice.span)


# --- the booklets that a shop sells ---


class _Shelf:
    """The booklets of a shop, of which one is chosen."""

    def __init__(
        self, order: Order, setter: Typesetter, sold: Mapping[str, ShopBooklet], report: Report
    ) -> None:
        self.order, self.setter, self.sold, self.report = order, setter, sold, report

    def pages(self, name: str | None) -> tuple[ShopBooklet, tuple[ShopPage, ...]] | None:
        """Return the booklet asked for, else the best that takes the text, with its pages."""
        if name is None:
            return self._best()
        return self._set(self.sold[name], self.report)

    def _best(self) -> tuple[ShopBooklet, tuple[ShopPage, ...]] | None:
        """Return the smallest booklet that takes the text, first that of the cards' size."""
        trim = usual_size(self.order)
        products = sorted(self.sold.values(), key=lambda p: (not _is_like(p, trim), _area(p)))
        for product in products:
            quiet = Report()
            made = self._set(product, quiet)
            if made is not None and not quiet.has_errors:
                self.report.extend(quiet)
                return made
        # What is wrong with the largest one is what the designer can mend.
        return self._set(max(products, key=_area), self.report)

    def _set(
        self, product: ShopBooklet, report: Report
    ) -> tuple[ShopBooklet, tuple[ShopPage, ...]] | None:
        book = _set_book(self.setter, product.name, product.trim, product.bleed, report)
        pages = _bound(book, product, self.setter, report)
        return None if pages is None else (product, pages)


def _is_like(product: ShopBooklet, trim: Size) -> bool:
    return max(abs(a - b) for a, b in zip(product.trim, trim, strict=True)) <= _LIKE_CARDS


def _area(product: ShopBooklet) -> float:
    return product.trim.width * product.trim.height


def _set_book(setter: Typesetter, name: str, trim: Size, bleed: float, report: Report) -> Typeset:
    """Return the book set for pages of a size; its faults go to a report of one's own."""
    own = Typesetter(setter.book, setter.edition, setter.look, report)
    own.memory = setter.memory
    return own.book_pages(form_for(name, trim, bleed))


def _bound(
    book: Typeset, product: ShopBooklet, setter: Typesetter, report: Report
) -> tuple[ShopPage, ...] | None:
    """Return the pages as they are bound; None after reporting that there are too many."""
    try:
        return shop_pages(book.pages, product, has_back_cover=book.has_back_cover)
    except SheetError as fault:
        place = start_of(setter.book.file)
        report.error(fault.code, fault.message, place, hint=fault.hint)
        return None


def _pictures(
    order: Order,
    setter: Typesetter,
    made: tuple[ShopBooklet, tuple[ShopPage, ...]] | None,
) -> tuple[File, ...]:
    """Return each page of a booklet as a picture of exactly the pixels that the shop takes."""
    if made is None:
        return ()
    product, pages = made
    form = order.form()
    stem = f"{BOOKLET}/{product.name}-{setter.book.language}"
    return tuple(
        PictureFile(
            f"{stem}-{number:02}.{form.kind}", page.page, page.pixels, form, (_shown(number),)
        )
        for number, page in enumerate(pages, 1)
    )


def _shown(number: int) -> Shown:
    return Shown("page", name=str(number))


# --- pages for a press ---


def _pages(
    order: Order, setter: Typesetter, name: str | None, bleed: float, report: Report
) -> tuple[File, ...]:
    """Return the rulebook as a PDF of single pages in reading order, a multiple of four."""
    trim = SIZES[name or USUAL]
    product = ShopBooklet(
        order.wish.shop.name, name or USUAL, trim, bleed, (0, 0), _MULTIPLE, _MULTIPLE, _ANY_NUMBER
    )
    book = _set_book(setter, product.name, trim, bleed, report)
    pages = _bound(book, product, setter, report)
    if pages is None:
        return ()
    language = setter.book.language
    file = PdfFile(
        f"{BOOKLET}/rulebook-{product.name}-{language}.pdf",
        tuple(page.page for page in pages),
        contents_name("rulebook", language),
        tuple(_shown(number) for number in range(1, len(pages) + 1)),
        press_job(order),
    )
    return (file,)
