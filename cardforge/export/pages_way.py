"""Packages of PDFs: one side of a card on each page, in the order that the printer wants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardforge.export.dies import die_ink, with_die
from cardforge.export.lots import (
    Listed,
    Lot,
    Piece,
    blank_backs,
    copies_list,
    game_name,
    in_words,
    lots_of,
    press_job,
    product_in_words,
    shown_back,
)
from cardforge.export.names import Names, base, number, plain
from cardforge.export.package import File, Fitted, Order, Package, PdfFile, Shown
from cardforge.export.pages import BACK, FACE, page_of
from cardforge.ink import Page
from cardforge.model import Format
from cardforge.shops import Shop

# The words for what a document holds, when it does not hold a whole lot.
_FACES, _BACKS, _DIE = "faces", "backs", "die"


class Document(NamedTuple):
    """The pages of one PDF with what each shows; `part` is empty when it holds the whole lot."""

    part: str
    pages: tuple[Page, ...]
    shows: tuple[Shown, ...]


def assemble(order: Order) -> Package:
    """Return a package of PDFs as the printer wants them."""
    shop, lots, names = order.wish.shop, lots_of(order), Names()
    files: list[File] = []
    steps: list[str] = []
    lists: dict[str, list[Listed]] = {}
    job, language = press_job(order), order.edition.settings.language
    die = die_ink(order)
    for count, lot in enumerate(lots, 1):
        documents = documents_of(lot, shop.order, die, repeated=shop.copies == "repeated")
        for part, pages, shows in documents:
            name = _name(order, lot, part, number(count, len(lots)), names)
            what = " · ".join(filter(None, (lot.title(language), part)))
            files.append(PdfFile(name, pages, what, shows, job))
            steps.append(_step(shop, lot, name, part, pages))
            lists.setdefault(lot.folder, []).extend(_listed(lot, name, shows))
    if shop.copies == "listed":
        files += [copies_list(folder, rows) for folder, rows in lists.items()]
        steps.append("copies.csv says how many of each card are wanted, and its page.")
    if blank := blank_backs(lots):
        steps.append(f"The back of {in_words(blank, 'card')} is blank: its page is white.")
    if die is None and order.edition.game.press.die_cut and shop.press:
        steps.append("The cutting line of the game is left out: this shop wants none.")
    steps.append("Pages are trim and bleed without marks; the TrimBox says where to cut.")
    return Package(tuple(files), tuple(steps))


def documents_of(lot: Lot, order: str, die: str | None, *, repeated: bool) -> list[Document]:
    """Return the documents of a lot: one, or the faces and the backs apart.

    With the name of an ink for it the cutting line is on every page, and in a document of its own.
    """
    documents = _sides_of(lot, order, repeated=repeated)
    if die is None:
        return documents
    first = lot.pieces[0]
    form = first.deck.spec.format
    lined = [one._replace(pages=_lined(one.pages, first.fitted, form, die)) for one in documents]
    alone = with_die(page_of(first.fitted, None), first.fitted, form, die)
    return [*lined, Document(_DIE, (alone,), (Shown("page", name=_DIE),))]


def _lined(pages: Sequence[Page], fitted: Fitted, form: Format, die: str) -> tuple[Page, ...]:
    """Return pages with the cutting line; those that are one stay one."""
    made = {id(page): with_die(page, fitted, form, die) for page in pages}
    return tuple(made[id(page)] for page in pages)


def _sides_of(lot: Lot, order: str, *, repeated: bool) -> list[Document]:
    pieces = [piece for piece in lot.pieces for _ in range(piece.copies if repeated else 1)]
    if order in ("face-back", "back-face"):
        sides = (FACE, BACK) if order == "face-back" else (BACK, FACE)
        return [_document("", [(piece, side) for piece in pieces for side in sides], repeated)]
    faces = _document(_FACES, [(piece, FACE) for piece in pieces], repeated)
    if len(lot.backs) > 1:
        return [faces, _document(_BACKS, [(piece, BACK) for piece in pieces], repeated)]
    page = page_of(pieces[0].fitted, lot.backs[0], BACK)
    shown = shown_back(lot.pieces, lot.total)
    if order == "backs-last":
        return [Document("", (*faces.pages, page), (*faces.shows, shown))]
    return [faces, Document(_BACKS, (page,), (shown,))]


def _document(part: str, sides: Sequence[tuple[Piece, str]], repeated: bool) -> Document:
    """Return a document of sides, a blank page for a blank back; pages that are equal are one."""
    made: dict[tuple[int, int, str], Page] = {}
    pages = []
    for piece, side in sides:
        plate = piece.sides.face if side == FACE else piece.sides.back
        key = (id(plate), id(piece.fitted), side)
        if key not in made:
            made[key] = page_of(piece.fitted, plate, side)
        pages.append(made[key])
    shows = (piece.shown(side, 1 if repeated else piece.copies) for piece, side in sides)
    return Document(part, tuple(pages), tuple(shows))


def _name(order: Order, lot: Lot, part: str, count: str, names: Names) -> str:
    """Return the name of a document: of its lot, language and copies, or as the shop wants it."""
    shop = order.wish.shop
    if shop.name == "mb-print":
        game, size = game_name(order), plain(lot.product.name)
        return names.give(lot.folder, f"{game}_{size}", ending="pdf")
    if shop.name == "game-prototyper":
        return names.give(lot.folder, lot.product.name, "x1", ending="pdf")
    parts = [count, lot.name, *filter(None, (part,)), order.edition.settings.language]
    if shop.copies == "repeated":
        parts.append(f"x{lot.total}")
    return names.give(lot.folder, *parts, ending="pdf")


def _listed(lot: Lot, name: str, shows: Sequence[Shown]) -> Iterator[Listed]:
    """Yield the faces of a document with their pages, and what is behind them."""
    cards = {piece.sides.card.id: piece for piece in lot.pieces}
    file = base(name)
    for page, shown in enumerate(shows, 1):
        if shown.side == FACE:
            piece = cards[shown.card]
            back = "none" if piece.sides.back is None else "printed"
            yield Listed(file, piece, lot.product.name, back, page)


def _step(shop: Shop, lot: Lot, name: str, part: str, pages: Sequence[Page]) -> str:
    """Return what a document is, for whoever uploads it."""
    told = {
        "face-back": "each face before its back",
        "back-face": "each back before its face",
        "backs-last": "all faces, the back that they share as the last page",
    }
    if part == _DIE:
        return f"Send {name} with it: the cutting line alone, in an ink of its own."
    what = part if part in (_FACES, _BACKS) else told.get(shop.order, part)
    if part == _BACKS and len(pages) == 1:
        what = "the back of all"
    many = in_words(len(pages), "page")
    of = product_in_words(shop, lot.product)
    return f"Upload {name}: {lot.amount} of {of}, {many}, {what}."
