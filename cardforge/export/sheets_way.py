"""Packages of large sheets: many cards a page, their backs on the page behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardforge.export.lots import Listed, Lot, Piece, copies_list, in_words, lots_of, press_job
from cardforge.export.names import Names, base, number, plain
from cardforge.export.package import File, Order, Package, PdfFile, PictureFile, Shown
from cardforge.export.pages import BACK, FACE, page_of
from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Group, Page, Plate
from cardforge.shops import DPI, Product
from cardforge.units import mm_to_px

_WORDS = {FACE: "faces", BACK: "backs"}


class Sheet(NamedTuple):
    """A page of many cards: its number, which side it is and which cards, copies side by side."""

    number: int
    side: str
    pieces: tuple[Piece, ...]
    page: Page


def assemble(order: Order) -> Package:
    """Return a package of sheets, as one PDF for each lot or as a picture for each sheet."""
    lots, names = lots_of(order), Names()
    form, language = order.form(), order.edition.settings.language
    files: list[File] = []
    steps: list[str] = []
    lists: dict[str, list[Listed]] = {}
    for count, lot in enumerate(lots, 1):
        sheets = tuple(sheets_of(lot))
        parts = [number(count, len(lots)), lot.name]
        if form.kind == "pdf":
            name = names.give(lot.folder, *parts, language, f"x{lot.total}", ending="pdf")
            shows = tuple(_title(sheet) for sheet in sheets)
            pages = tuple(sheet.page for sheet in sheets)
            files.append(PdfFile(name, pages, lot.title(language), shows, press_job(order)))
            places = [(name, sheet, page) for page, sheet in enumerate(sheets, 1)]
            what = name
        else:
            places = []
            for sheet in sheets:
                side = (f"{sheet.number:03}", _WORDS[sheet.side], language)
                name = names.give(lot.folder, *parts, *side, ending=form.kind)
                shown = tuple(piece.shown(sheet.side, 1) for piece in sheet.pieces)
                files.append(PictureFile(name, sheet.page, _pixels(sheet.page), form, shown))
                places.append((name, sheet, 1))
            what = f"the pictures {lot.folder}/{plain('-'.join(parts))}-…"
        lists.setdefault(lot.folder, []).extend(_listed(lot, places))
        steps.append(_step(lot, what, sheets))
    files += [copies_list(folder, rows) for folder, rows in lists.items()]
    steps.append("Every card is there as often as the game has it; copies.csv says where.")
    return Package(tuple(files), tuple(steps))


def sheets_of(lot: Lot) -> Iterator[Sheet]:
    """Yield the sheets of a lot: faces, then their backs with left and right exchanged."""
    columns, rows = lot.product.grid
    pieces = [piece for piece in lot.pieces for _ in range(piece.copies)]
    for start in range(0, len(pieces), columns * rows):
        found = tuple(pieces[start : start + columns * rows])
        for side in (FACE, BACK):
            page = _page(lot.product, found, side)
            yield Sheet(start // (columns * rows) + 1, side, found, page)


def _page(product: Product, pieces: Sequence[Piece], side: str) -> Page:
    size = product.sheet or product.page
    whole = Box(0.0, 0.0, *size)
    items = tuple(
        _placed(product, page, _middle(product, size, index, side), side)
        for index, piece in enumerate(pieces)
        if (page := page_of(piece.fitted, _plate(piece, side), side)).items
    )
    return Page(size, whole, whole, items)


def _plate(piece: Piece, side: str) -> Plate | None:
    return piece.sides.face if side == FACE else piece.sides.back


def _cell(product: Product) -> Size:
    """Return the size of a card with its bleed as it lies on the sheet."""
    return product.page.turned() if product.turned else product.page


def _middle(product: Product, size: Size, index: int, side: str) -> Point:
    """Return the middle of a cell, counted along the rows; behind it, as seen from behind."""
    columns, rows = product.grid
    row, column = divmod(index, columns)
    cell = _cell(product)
    pitch = product.pitch or cell
    first = product.first or Size(
        (size.width - (columns - 1) * pitch.width) / 2,
        (size.height - (rows - 1) * pitch.height) / 2,
    )
    x, y = first.width + column * pitch.width, first.height + row * pitch.height
    return Point(x if side == FACE else size.width - x, y)


def _placed(product: Product, page: Page, middle: Point, side: str) -> Group:
    """Return a card in its cell; where cells overlap, each ends half way to the next.

    Faces are turned against the clock and backs with it: a card that is cut out and turned over
    like the leaf of a book shows both upright.
    """
    width, height = page.size
    place = Transform.moved(-width / 2, -height / 2)
    if product.turned:
        place = place.then(Transform.turned(270.0 if side == FACE else 90.0))
    room = product.pitch or _cell(product)
    room = room.turned() if product.turned else room
    across, down = min(width, room.width), min(height, room.height)
    clip = Box((width - across) / 2, (height - down) / 2, across, down)
    return Group(page.items, place.then(Transform.moved(*middle)), clip)


def _pixels(page: Page) -> tuple[int, int]:
    return mm_to_px(page.size.width, DPI), mm_to_px(page.size.height, DPI)


def _title(sheet: Sheet) -> Shown:
    """Return what a page of many cards shows."""
    return Shown(sheet.side, name=f"sheet {sheet.number}, {_WORDS[sheet.side]}")


def _listed(lot: Lot, places: Sequence[tuple[str, Sheet, int]]) -> Iterator[Listed]:
    """Yield each card with the file and the page on which its first copy lies."""
    found: dict[str, tuple[str, int]] = {}
    for name, sheet, page in places:
        if sheet.side == FACE:
            for piece in sheet.pieces:
                found.setdefault(piece.sides.card.id, (base(name), page))
    for piece in lot.pieces:
        file, page = found[piece.sides.card.id]
        back = "none" if piece.sides.back is None else "printed"
        yield Listed(file, piece, lot.product.name, back, page)


def _step(lot: Lot, what: str, sheets: Sequence[Sheet]) -> str:
    many = in_words(len(sheets) // 2, "sheet")
    return (
        f"Upload {what}: {lot.amount} of {lot.product.name} on {many};"
        " each page of faces is followed by the page of their backs."
    )
