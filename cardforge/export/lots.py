"""The lots of an order: the decks that are one product at a shop, card by card."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardforge.export.fitting import STRAIGHT
from cardforge.export.names import plain
from cardforge.export.package import (
    CARDS,
    TOKENS,
    DataFile,
    Fitted,
    Order,
    PressJob,
    Shown,
)
from cardforge.export.pages import BACK
from cardforge.ink import Plate
from cardforge.model import Deck
from cardforge.plates import Sides
from cardforge.shops import Product, Shop
from cardforge.units import show


class Piece(NamedTuple):
    """A card of a lot with its deck, and how its sides become pages."""

    sides: Sides
    deck: Deck
    fitted: Fitted

    @property
    def copies(self) -> int:
        """Return how many of the card the box holds."""
        return self.sides.card.copies

    def shown(self, side: str, copies: int) -> Shown:
        """Return what a picture or page of one side of the card shows."""
        card = self.sides.card
        return Shown(side, self.deck.name, card.id, card.name, copies)


class Lot(NamedTuple):
    """Cards or tokens that a shop makes as one thing: a deck, or all that is of one size."""

    folder: str
    name: str
    product: Product
    pieces: tuple[Piece, ...]

    @property
    def total(self) -> int:
        """Return how many cards the lot has, copies counted."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def amount(self) -> str:
        """Return how many cards or tokens the lot has, in words."""
        return in_words(self.total, "token" if self.folder == TOKENS else "card")

    @property
    def backs(self) -> tuple[Plate | None, ...]:
        """Return the different backs, None for a blank one, in the order in which they come."""
        found = {id(piece.sides.back): piece.sides.back for piece in self.pieces}
        return tuple(found.values())

    def title(self, language: str) -> str:
        """Return what a document of the lot is called."""
        decks = {piece.deck.name: piece.deck for piece in self.pieces}
        titles = [(deck.spec.title or {}).get(language, name) for name, deck in decks.items()]
        return ", ".join(titles)


def in_words(count: int, noun: str) -> str:
    """Return a number with its noun: `1 card`, `2 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def product_in_words(shop: Shop, product: Product) -> str:
    """Return what people call a product: the shop's name for it, else its size and shape."""
    if product.name in shop.products:
        return product.name
    size = f"{show(product.trim.width)} × {show(product.trim.height)} mm"
    return size if product.shape in STRAIGHT else f"{size} ({product.shape})"


def lots_of(order: Order) -> tuple[Lot, ...]:
    """Return the lots of an order, cards before tokens."""
    made: dict[tuple[str, str, str], list[Piece]] = {}
    products: dict[str, Product] = {}
    for folder, decks in ((CARDS, order.cards), (TOKENS, order.tokens)):
        for (deck, cards), fitted in decks:
            product = fitted.product
            if product is None:
                raise ValueError(f"{order.wish.shop.name} makes no product of {deck.name}")
            by_size = order.wish.shop.together == "size"
            name = product.name if by_size else deck.name
            pieces = [Piece(sides, deck, fitted) for sides in cards]
            made.setdefault((folder, name, product.name), []).extend(pieces)
            products[product.name] = product
    return tuple(
        Lot(folder, name, products[product], tuple(pieces))
        for (folder, name, product), pieces in made.items()
    )


def shown_back(pieces: Sequence[Piece], copies: int) -> Shown:
    """Return what a back shows that is there once: of one card that card, else none of them."""
    if len(pieces) == 1:
        return pieces[0].shown(BACK, copies)
    decks = {piece.deck.name for piece in pieces}
    return Shown(BACK, decks.pop() if len(decks) == 1 else "", copies=copies)


def press_job(order: Order) -> PressJob | None:
    """Return how the PDFs of an order are made for the shop's press, None where it has none."""
    press = order.wish.shop.press
    if press is None:
        return None
    spec = order.edition.game.press
    if spec.ink_limit is not None and order.wish.shop.name != "press":
        # A printer of the designer's choice takes what the designer says; a shop does not.
        spec = spec._replace(ink_limit=min(spec.ink_limit, press.ink_limit))
    return PressJob(order.wish.standard or press.standard, press, spec)


def game_name(order: Order) -> str:
    """Return the name of the game as files have it."""
    return plain(order.edition.game.id)


class Listed(NamedTuple):
    """A line of the list of copies: where the face of a card is, and its back."""

    file: str
    piece: Piece
    product: str
    back: str
    page: int | None = None


def copies_list(folder: str, listed: Iterable[Listed]) -> DataFile:
    """Return the list that says how many of each card are wanted: `copies.csv`."""
    rows = list(listed)
    paged = any(row.page is not None for row in rows)
    head = ["file", "card", "name", "deck", "copies", "product", "back"]
    table: list[Sequence[object]] = [[*head, "page"] if paged else head]
    for row in rows:
        card = row.piece.sides.card
        fields = [row.file, card.id, card.name, row.piece.deck.name, card.copies]
        fields += [row.product, row.back]
        table.append([*fields, row.page] if paged else fields)
    return csv_file(f"{folder}/copies.csv", table)


def csv_file(name: str, rows: Iterable[Sequence[object]]) -> DataFile:
    """Return a table as spreadsheet programs read it: the mark at its head says UTF-8."""
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return DataFile(name, written.getvalue().encode("utf-8-sig"))


def blank_backs(lots: Iterable[Lot]) -> int:
    """Return how many cards, copies counted, have nothing behind them."""
    return sum(piece.copies for lot in lots for piece in lot.pieces if piece.sides.back is None)
