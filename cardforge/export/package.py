"""What an export is made of: decks fitted to a shop's products, and the files of a package.

An assembler (`ways`) turns an Order into files; `exporting` makes their bytes, verifies
them and writes them.  Everything here is a value.
"""

from typing import NamedTuple

from cardforge.edition import Edition
from cardforge.geometry import Box, Insets, Size
from cardforge.ink import Page
from cardforge.model import Deck
from cardforge.plates import LaidOut
from cardforge.shops import DPI, PressWish, Product, Shop
from cardforge.specs import PressSpec, ShopChoice

# The folders of a package.
CARDS, TOKENS, BOXES, BOOKLET = "cards", "tokens", "boxes", "booklet"


class Fitted(NamedTuple):
    """How the sides of one deck become pages of a product.

    `bleed` is what the deck is laid out with, in its own upright coordinates before `scale` and
    the quarter turn of `turned`.  `page` is the outer size of the finished page, `trim` where the
    product is cut on it and `pixels` its size as a picture.  Without a product (virtual
    tabletops) a page is the trim alone.
    """

    product: Product | None
    fit: str
    scale: float
    turned: bool
    bleed: Insets
    page: Size
    trim: Box
    pixels: tuple[int, int]


class FittedDeck(NamedTuple):
    """A deck laid out with the bleed of a product, without cards of which there are no copies."""

    laid_out: LaidOut
    fitted: Fitted


class Wish(NamedTuple):
    """What a command asks of an export; None: as the game or the shop says."""

    shop: Shop
    products: tuple[str, ...] = ()
    fit: str | None = None
    standard: str | None = None
    base_url: str | None = None
    zipped: bool = False


class PictureFormat(NamedTuple):
    """How a picture is written: png, jpg or tif, always RGB in sRGB with its resolution."""

    kind: str = "png"
    dpi: float = DPI
    most_bytes: int | None = None


class Order(NamedTuple):
    """What a package is assembled from: the game in one language, its decks fitted to the shop.

    `edition.cards` and `edition.tokens` are laid out with the bleed of the products.
    """

    wish: Wish
    choice: ShopChoice
    edition: Edition
    cards: tuple[FittedDeck, ...]
    tokens: tuple[FittedDeck, ...]

    @property
    def kind(self) -> str:
        """Return the kind of file: as the game says, else the first that the shop takes."""
        return self.choice.format or self.wish.shop.formats[0]

    @property
    def left_out(self) -> tuple[Deck, ...]:
        """Return the decks that have cards and do not go to the shop."""
        taken = {fitted.laid_out.deck.name for fitted in (*self.cards, *self.tokens)}
        decks = (laid_out.deck for laid_out in (*self.edition.cards, *self.edition.tokens))
        return tuple(deck for deck in decks if deck.total and deck.name not in taken)

    def form(self, dpi: float = DPI) -> PictureFormat:
        """Return how the pictures are written at some resolution."""
        return PictureFormat(self.kind, dpi, self.wish.shop.most_bytes)


class Shown(NamedTuple):
    """What a picture or a page shows: a side of a card, or something else by its name.

    `side` is face or back, `copies` how many of it the box holds; `deck` and `card` are empty for
    what is no card.  A back that many cards share names none of them.
    """

    side: str
    deck: str = ""
    card: str = ""
    name: str = ""
    copies: int = 1


class PictureFile(NamedTuple):
    """A page as a picture of exactly so many pixels; `name` is its path inside the package."""

    name: str
    page: Page
    pixels: tuple[int, int]
    form: PictureFormat
    shows: tuple[Shown, ...]


class PressJob(NamedTuple):
    """How a PDF is made for a press: the shop's wish, the game's own, and the standard."""

    standard: str
    wish: PressWish
    spec: PressSpec


class PdfFile(NamedTuple):
    """Pages as a PDF, for a press or (`job` None) in the colours of the screen.

    `shows` says of each page, in order, what it shows; `what` ends the title of the document.
    """

    name: str
    pages: tuple[Page, ...]
    what: str
    shows: tuple[Shown, ...]
    job: PressJob | None = None


class DataFile(NamedTuple):
    """A file whose bytes are known: a list, an order, a description for a program."""

    name: str
    data: bytes


class ZipFile(NamedTuple):
    """A zip file that a program reads: its members, named inside it, are made like other files."""

    name: str
    members: tuple[PictureFile | DataFile, ...]


File = PictureFile | PdfFile | DataFile | ZipFile


class Package(NamedTuple):
    """The files of one language for one shop, and what to do with them: lines for people.

    `steps` are what to do on the shop's page, in order; they become the README of the package.
    """

    files: tuple[File, ...]
    steps: tuple[str, ...] = ()
