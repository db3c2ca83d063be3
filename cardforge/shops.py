"""The shops, printers and virtual tabletops that a game can be sent to, and what each wants.

The figures are those of the files in `data/shops/`, each with its source there; `docs/shops.md`
explains their words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from cardforge import presets
from cardforge.geometry import Size
from cardforge.units import MM_PER_INCH

FORMATS = ("png", "jpg", "tif", "pdf")
SHOP_NAMES = (
    "press",
    "the-game-crafter",
    "makeplayingcards",
    "printerstudio",
    "drivethrucards",
    "print-and-play-games",
    "longpack",
    "wingo",
    "mb-print",
    "meinspiel",
    "puzzlefactory",
    "game-prototyper",
    "mpc-autofill",
    "tabletop-simulator",
    "tabletop-playground",
    "playingcards-io",
    "tabletopia",
    "sprites",
    "contact-sheet",
)
DPI = 300.0
# What the ink of a cutting line is called where the shop gives it no name.
DIE_CUT = "die-cut"
# Sizes that differ by no more are the same, in mm.
SAME_TRIM = 0.15


class Product(NamedTuple):
    """Something that a shop makes: lengths in mm, pixels with bleed.

    `kind` is deck, token or box; `page` the outer size of one side, trim and bleed, which is not
    always the trim and twice one bleed; `safe` counts from the trim inwards.  Of a sheet of many
    cards `sheet` is its size and `grid` its columns and rows, the cards `turned` a quarter;
    `first` is the middle of the first cell and `pitch` how far the next ones are.
    """

    name: str
    kind: str
    trim: Size
    page: Size
    pixels: tuple[int, int]
    safe: float
    shape: str = "card"
    corner: float | None = None
    most: int | None = None
    confidence: str = "high"
    note: str = ""
    # Of a box: how many cards it holds, and its outer face.
    cards: int = 0
    face: Size | None = None
    # Where its first side panel begins on the flat picture and how deep it is, in pixels.
    folds: tuple[float, float, float] | None = None
    sheet: Size | None = None
    grid: tuple[int, int] = (1, 1)
    turned: bool = False
    first: Size | None = None
    pitch: Size | None = None


class AnySize(NamedTuple):
    """The bleed and safe zone of a shop that cuts any size, in mm."""

    bleed: float
    safe: float
    confidence: str = "high"


class PressWish(NamedTuple):
    """How a shop prints: PDF standard, printing condition, most ink in per cent, black of areas.

    `die_cut` is the name of the ink that a cutting line is drawn in, None where the shop wants
    none; `outlines` whether text must come as shapes.
    """

    standard: str
    condition: str
    ink_limit: float
    rich_black: tuple[float, float, float, float] | None = None
    die_cut: str | None = None
    outlines: bool = False


class Shop(NamedTuple):
    """Where a game can be sent; `docs/shops.md` explains the words."""

    name: str
    title: str
    way: str
    formats: tuple[str, ...]
    products: Mapping[str, Product] = MappingProxyType({})
    any: AnySize | None = None
    together: str = "deck"
    order: str = "face-back"
    copies: str = "listed"
    upright: bool = False
    press: PressWish | None = None
    booklet_bleed: float | None = None
    steps: tuple[int, ...] = ()
    least_token: Size | None = None
    most_pixels: int | None = None
    most_bytes: int | None = None
    sources: tuple[str, ...] = ()
    confidence: str = "high"
    note: str = ""

    def of_kind(self, *kinds: str) -> dict[str, Product]:
        """Return the products of some kinds by name."""
        return {name: product for name, product in self.products.items() if product.kind in kinds}


class _Shops(Mapping[str, Shop]):
    """Every shop by its name; the facts of one are read when they are asked for."""

    def __getitem__(self, name: str) -> Shop:
        if name not in SHOP_NAMES:
            raise KeyError(name)
        return _shop(name)

    def __iter__(self) -> Iterator[str]:
        return iter(SHOP_NAMES)

    def __len__(self) -> int:
        return len(SHOP_NAMES)


def shops() -> Mapping[str, Shop]:
    """Return every shop by the name that `--shop` takes."""
    return _Shops()


@cache
def _shop(name: str) -> Shop:
    entry = presets.shop(name)
    owner = presets.shop(entry["products-of"]) if "products-of" in entry else entry
    return Shop(
        name,
        entry["title"],
        entry["way"],
        tuple(entry["formats"]),
        {key: _product(key, facts) for key, facts in owner.get("products", {}).items()},
        _any_size(entry["any"]) if "any" in entry else None,
        **{key: entry[key] for key in ("together", "order", "copies", "upright") if key in entry},
        press=_press(entry["press"]) if "press" in entry else None,
        booklet_bleed=float(entry["booklet"]["bleed"]) if "booklet" in entry else None,
        steps=tuple(entry.get("steps", ())),
        least_token=_size(entry["least-token"]) if "least-token" in entry else None,
        most_pixels=entry.get("most-pixels"),
        most_bytes=entry.get("most-bytes"),
        sources=tuple(entry["sources"]),
        confidence=entry["confidence"],
        note=entry.get("note", ""),
    )


def _any_size(entry: Mapping[str, Any]) -> AnySize:
    confidence = entry.get("confidence", "high")
    return AnySize(float(entry["bleed"]), float(entry["safe"]), confidence)


def _press(entry: Mapping[str, Any]) -> PressWish:
    black = entry.get("rich-black")
    return PressWish(
        entry["standard"],
        entry["condition"],
        float(entry["ink-limit"]),
        tuple(part / 100 for part in black) if black else None,
        entry.get("die-cut", DIE_CUT) or None,
        entry.get("fonts") == "outlines",
    )


def _product(name: str, entry: Mapping[str, Any]) -> Product:
    pixels = entry.get("pixels")
    page = _size(entry["page"]) if "page" in entry else _in_mm(pixels)
    if pixels is None:
        pixels = tuple(round(length / MM_PER_INCH * DPI) for length in page)
    face = entry.get("face")
    return Product(
        str(name),
        entry["kind"],
        _size(entry["trim"]) if "trim" in entry else page,
        page,
        (int(pixels[0]), int(pixels[1])),
        float(entry["safe"]),
        shape=entry.get("shape", "card"),
        corner=entry.get("corner"),
        most=entry.get("most"),
        confidence=entry["confidence"],
        note=entry.get("note", ""),
        cards=entry.get("cards", 0),
        face=_size(face) if face else None,
        folds=tuple(map(float, entry["folds"])) if "folds" in entry else None,  # type: ignore[arg-type]
        sheet=_size(entry["sheet"]) if "sheet" in entry else None,
        grid=(entry.get("columns", 1), entry.get("rows", 1)),
        turned=entry.get("turned", False),
        first=_size(entry["first"]) if "first" in entry else None,
        pitch=_size(entry["pitch"]) if "pitch" in entry else None,
    )


def _size(pair: Any) -> Size:
    width, height = pair
    return Size(float(width), float(height))


def _in_mm(pixels: Any) -> Size:
    width, height = pixels
    return Size(width / DPI * MM_PER_INCH, height / DPI * MM_PER_INCH)
