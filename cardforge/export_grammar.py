"""How a game says what it is to be at each shop, and how a press is to print it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.choices import EVERY_SHOP, FITS, NO_PRODUCT
from cardforge.color import Color
from cardforge.decode import Field, Node, Reader, Record, read_known, record_schema
from cardforge.diagnostics import Span, did_you_mean
from cardforge.fills import Area
from cardforge.kinds import Choice, ColorKind, ListOf, MapOf, Name, Number, Text, TrueFalse
from cardforge.shops import FORMATS, SHOP_NAMES, shops
from cardforge.specs import DeckChoice, PressSpec, ShopChoice

_FIT = Field(Choice(*FITS), doc="centre: the art keeps its size; scale: it fills the product")
DECK_CHOICE = Record(
    {"product": Field(Name(), doc="a product of the shop"), "fit": _FIT},
    lambda **values: DeckChoice(**values),
)
SHOP_CHOICE = {
    "product": Field(Name(), doc="the product that every deck of cards is to be"),
    "fit": _FIT,
    "decks": Field(MapOf(DECK_CHOICE), doc="product and fit of single decks and tokens"),
    "leave-out": Field(ListOf(Name(), distinct=True), doc="decks that do not go to the shop"),
    "booklet": Field(Name(), doc="the booklet that the rulebook is to be, or none"),
    "box": Field(Name(), doc="the box that holds the cards, or none"),
    "format": Field(Choice(*FORMATS), doc="the kind of file"),
}
PRESS = {
    "profile": Field(Text(), doc="an ICC profile of this folder, or the name of an installed one"),
    "condition": Field(Text(), doc="a registered printing condition such as FOGRA39"),
    "intent": Field(
        Choice("relative", "perceptual"), doc="how colours that no ink reaches are replaced"
    ),
    "ink-limit": Field(Number(100, 400), doc="the most ink of all four together, in per cent"),
    "rich-black": Field(ColorKind(needed=True), doc="the black of areas: cmyk(60, 40, 40, 100)"),
    "die-cut": Field(TrueFalse(), doc="draw the outline of the trim in an ink of its own"),
}


def read_shops(node: Node, reader: Reader, decks: set[str]) -> dict[str, ShopChoice]:
    """Return what a game says of each shop; `decks` are the names of its decks and tokens."""
    if not reader.is_mapping(node, "shops", "a mapping of shops"):
        return {}
    made = {}
    for name, child in node.value.items():
        if name != EVERY_SHOP and name not in SHOP_NAMES:
            hint = did_you_mean(name, SHOP_NAMES) or "cardforge list shops shows them all"
            place = node.key_span(name)
            reader.error("shop.unknown", f"no shop is called '{name}'", place, hint)
        elif reader.is_mapping(child, f"shop {name}", "a mapping"):
            values, _ = read_known(child, SHOP_CHOICE, reader, f"shop {name}")
            places = {key: each.span for key, each in child.value.items()}
            values["decks"] = {
                deck: chosen._replace(span=child.value["decks"].value[deck].span)
                for deck, chosen in values.get("decks", {}).items()
            }
            made[name] = ShopChoice(name, child.span, places=places, **values)
            _check_names(child, made[name], reader, decks)
    return made


def _check_names(node: Node, choice: ShopChoice, reader: Reader, decks: set[str]) -> None:
    """Report decks and products that do not exist, and files that the shop does not take."""
    entries = node.value["decks"].value if choice.decks else {}
    named = [(name, node.value["decks"].key_span(name)) for name in choice.decks]
    if choice.leave_out:
        left = node.value["leave-out"].value
        named += [(entry.value, entry.span) for entry in left if isinstance(entry.value, str)]
    for name, place in named:
        if name not in decks:
            hint = did_you_mean(name, decks)
            reader.error("shop.deck", f"the game has no deck '{name}'", place, hint)
    where = choice.places
    if choice.product is not None:
        _check_product(choice, choice.product, where["product"], ("deck", "token"), reader)
    for name, chosen in choice.decks.items():
        if chosen.product is not None:
            place = entries[name].value["product"].span
            _check_product(choice, chosen.product, place, ("deck", "token"), reader)
    if choice.box not in (None, NO_PRODUCT):
        _check_product(choice, choice.box, where["box"], ("box",), reader)
    takes = shops()[choice.shop].formats if choice.shop != EVERY_SHOP else FORMATS
    if choice.format is not None and choice.format not in takes:
        message = f"{choice.shop} takes {' or '.join(takes)}, not {choice.format}"
        reader.error("shop.format", message, where["format"], f"write format: {takes[0]}")


def _check_product(
    choice: ShopChoice, product: str, place: Span, kinds: tuple[str, ...], reader: Reader
) -> None:
    """Report a product that the shop does not have, or that is no thing of these kinds."""
    every = choice.shop == EVERY_SHOP
    sold = [shop for name, shop in shops().items() if every or name == choice.shop]
    fitting = {name for shop in sold for name in shop.of_kind(*kinds)}
    if product in fitting:
        return
    who = "no shop has a" if every else f"{choice.shop} has no"
    message = f"{who} product '{product}'"
    others = [shop.products[product].kind for shop in sold if product in shop.products]
    if others:
        message = f"the product '{product}' is a {others[0]}, not a {' or '.join(kinds)}"
    hint = did_you_mean(product, fitting) or "cardforge list shops shows them all"
    reader.error("shop.product", message, place, hint)


def read_press(node: Node, reader: Reader) -> PressSpec:
    """Return how a game wants to be printed by a press."""
    if not reader.is_mapping(node, "press", "a mapping"):
        return PressSpec()
    values, _ = read_known(node, PRESS, reader, "press")
    black = values.get("rich_black")
    if black is not None:
        ink = black.press or (black.values if black.space == "cmyk" else None)
        values["rich_black"] = Color("cmyk", ink) if ink else None
        _check_black(ink, values.get("ink_limit"), node.value["rich-black"].span, reader)
    places = {key: child.span for key, child in node.value.items()}
    return PressSpec(span=node.span, places=places, **values)


def _check_black(
    ink: tuple[float, ...] | None, limit: float | None, place: Span, reader: Reader
) -> None:
    """Report a black of areas that is no ink, or more ink than the game itself allows."""
    if ink is None:
        message = "rich-black must be written as cmyk(…)"
        reader.error("value.color", message, place, "write cmyk(60, 40, 40, 100)")
    elif limit is not None and 100 * sum(ink) > limit + 0.01:
        message = f"rich-black lays down {100 * sum(ink):g} % of ink, ink-limit allows {limit:g} %"
        reader.error("press.ink", message, place, "write less of cyan, magenta and yellow")


def check_inks(node: Node, palette: Mapping[str, Area | None], reader: Reader) -> None:
    """Report colours of the palette that name one ink and show it in two ways."""
    first: dict[str, str] = {}
    for name, child in node.value.items():
        color = palette.get(name)
        if not isinstance(color, Color) or color.spot is None:
            continue
        ink = color.spot.casefold()
        other = palette[first.setdefault(ink, name)]
        if other != color:
            message = f"the ink '{color.spot}' is another colour here than in palette.{first[ink]}"
            place = child.value["spot"].span
            reader.error("value.ink", message, place, "an ink has one colour: give both the same")


def shops_schema() -> dict[str, Any]:
    """Return the JSON Schema of `shops`."""
    choice = record_schema(SHOP_CHOICE)
    said = {name: f"what the game is to be at {name}" for name in SHOP_NAMES}
    said[EVERY_SHOP] = "of every shop that says nothing else"
    return {
        "type": "object",
        "properties": {name: {"description": words, **choice} for name, words in said.items()},
        "additionalProperties": False,
    }
