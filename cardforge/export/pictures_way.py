"""Packages of pictures: a file for each side, with a list of copies or a file for each copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardforge.export.lots import (
    Listed,
    Lot,
    Piece,
    blank_backs,
    copies_list,
    in_words,
    lots_of,
    product_in_words,
    shown_back,
)
from cardforge.export.match import order_size
from cardforge.export.names import Names, base, number, plain
from cardforge.export.package import File, Order, Package, PictureFile
from cardforge.export.pages import BACK, FACE, page_of
from cardforge.ink import Plate
from cardforge.shops import Shop

NO_BACK = "none"


class PictureLot(NamedTuple):
    """A lot with its pictures, and for each of its cards the files of face and back."""

    lot: Lot
    files: tuple[PictureFile, ...]
    listed: tuple[Listed, ...]


def assemble(order: Order) -> Package:
    """Return a package of pictures as the shop wants them."""
    if order.kind == "pdf":
        from cardforge.export.pages_way import assemble as pages

        return pages(order)
    if order.wish.shop.copies == "repeated":
        return _repeated(order)
    lots = picture_lots(order)
    return Package(listed_files(lots), tuple(_steps(order, lots)))


# --- every side once ---


def picture_lots(order: Order) -> tuple[PictureLot, ...]:
    """Return every side of every lot as one picture; cards are counted on through a folder."""
    lots, names = lots_of(order), Names()
    many = {lot.folder: 0 for lot in lots}
    for lot in lots:
        many[lot.folder] += len(lot.pieces)
    counts, made = dict.fromkeys(many, 0), []
    for lot in lots:
        pictures = _Pictures(order, lot, names, counts[lot.folder], many[lot.folder])
        made.append(pictures.made())
        counts[lot.folder] += len(lot.pieces)
    return tuple(made)


def listed_files(lots: Sequence[PictureLot]) -> tuple[File, ...]:
    """Return the pictures of lots, and in each folder the list of copies."""
    files: list[File] = [file for made in lots for file in made.files]
    for folder in dict.fromkeys(made.lot.folder for made in lots):
        rows = [row for made in lots if made.lot.folder == folder for row in made.listed]
        files.append(copies_list(folder, rows))
    return tuple(files)


class _Pictures:
    """Makes the pictures of one lot: a back that several cards share is there once."""

    def __init__(self, order: Order, lot: Lot, names: Names, count: int, many: int) -> None:
        self.lot, self.names, self.count, self.many = lot, names, count, many
        self.form = order.form()
        self.language = order.edition.settings.language
        self.behind: dict[int, list[Piece]] = {}
        for piece in lot.pieces:
            self.behind.setdefault(id(piece.sides.back), []).append(piece)
        self.backs: dict[int, str] = {}
        self.files: list[PictureFile] = []

    def made(self) -> PictureLot:
        """Return the lot with its pictures."""
        listed = []
        for piece in self.lot.pieces:
            self.count += 1
            name = self._name(piece.sides.card.id, FACE, piece.copies)
            self._add(name, piece, piece.sides.face, FACE, [piece])
            back = self._back(piece, piece.sides.back)
            listed.append(Listed(base(name), piece, self.lot.product.name, base(back)))
        return PictureLot(self.lot, tuple(self.files), tuple(listed))

    def _back(self, piece: Piece, plate: Plate | None) -> str:
        """Return the file of the back of a card, made when it is first met."""
        if plate is None:
            return NO_BACK
        if id(plate) not in self.backs:
            pieces = self.behind[id(plate)]
            decks = {each.deck.name for each in pieces}
            owner = decks.pop() if len(decks) == 1 else self.lot.product.name
            owner = piece.sides.card.id if len(pieces) == 1 else owner
            name = self._name(owner, BACK, sum(each.copies for each in pieces))
            self._add(name, piece, plate, BACK, pieces)
            self.backs[id(plate)] = name
        return self.backs[id(plate)]

    def _name(self, what: str, side: str, copies: int) -> str:
        parts = (number(self.count, self.many), what, side, self.language, f"x{copies}")
        return self.names.give(self.lot.folder, *parts, ending=self.form.kind)

    def _add(
        self, name: str, piece: Piece, plate: Plate, side: str, pieces: Sequence[Piece]
    ) -> None:
        page = page_of(piece.fitted, plate, side)
        total = sum(each.copies for each in pieces)
        shown = piece.shown(FACE, total) if side == FACE else shown_back(pieces, total)
        self.files.append(PictureFile(name, page, piece.fitted.pixels, self.form, (shown,)))


def _steps(order: Order, lots: Sequence[PictureLot]) -> Iterator[str]:
    """Yield what to do on the shop's page."""
    shop = order.wish.shop
    for lot, files, _ in lots:
        backs = [file for file in files if file.shows[0].side == BACK]
        faces = in_words(len(files) - len(backs), "face")
        what = f" for '{lot.name}'" if lot.name != lot.product.name else ""
        yield (
            f"Choose {lot.product.name}{what}: order {amount_to_order(shop, lot)},"
            f" upload {faces} of {lot.folder}/ and {_backs_in_words(backs, lot)}."
        )
    yield (
        "copies.csv says how many of each face are wanted and which picture is behind it;"
        " -x3 at the end of a name means three copies."
    )
    if blank := blank_backs(made.lot for made in lots):
        yield f"Leave the back of {in_words(blank, 'card')} white: there is no picture for it."
    yield "The pictures have their bleed: let the page of the shop neither scale nor move them."


def amount_to_order(shop: Shop, lot: Lot) -> str:
    """Return how many cards to order: the size of an order, or parts where one is too small."""
    most = lot.product.most
    if most is not None and lot.total > most:
        return f"{lot.amount} in parts, at most {most} each"
    size = order_size(shop, lot.product, lot.total) if shop.steps else lot.total
    return lot.amount if size == lot.total else f"{size} for {lot.amount}"


def _backs_in_words(backs: Sequence[PictureFile], lot: Lot) -> str:
    if not backs:
        return "no back"
    if len(backs) == 1:
        some = " for all that have one" if None in lot.backs else ""
        return f"the back {base(backs[0].name)}{some}"
    return f"{len(backs)} backs"


# --- a file for each copy ---


def _repeated(order: Order) -> Package:
    """Return a folder for each product, in it a face and a back for each copy of each card."""
    form, names = order.form(), Names()
    files: list[File] = []
    steps = []
    for lot in lots_of(order):
        folder = f"{lot.folder}/{plain(lot.product.name)}-x1"
        of = product_in_words(order.wish.shop, lot.product)
        steps.append(f"Send {folder}/ as one set of {lot.amount} of {of}.")
        count = 0
        for piece in lot.pieces:
            pages = [("front", FACE, piece.sides.face), ("back", BACK, piece.sides.back)]
            for _ in range(piece.copies):
                count += 1
                for word, side, plate in pages:
                    if plate is None:
                        continue
                    name = names.give(folder, number(count, lot.total), word, ending=form.kind)
                    page = page_of(piece.fitted, plate, side)
                    shown = (piece.shown(side, 1),)
                    files.append(PictureFile(name, page, piece.fitted.pixels, form, shown))
    steps.append("The x1 at the end of a folder is how many sets you want: change it for more.")
    if blank := blank_backs(lots_of(order)):
        steps.append(f"The back of {in_words(blank, 'card')} is blank: there is no picture for it.")
    return Package(tuple(files), tuple(steps))
