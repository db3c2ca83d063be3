"""Which product of a shop each deck is to be, and what stands against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from cardforge import presets
from cardforge.choices import EVERY_SHOP
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.edition import WrongRequest
from cardforge.export.fitting import (
    SAME,
    best_fit,
    bleed_of,
    distance,
    fitted,
    is_same,
    is_shaped,
    is_turned,
    own_product,
    sizes,
    sizes_of,
    unfitted,
)
from cardforge.export.package import Fitted, Wish
from cardforge.geometry import Size
from cardforge.model import Deck, Game
from cardforge.shops import Product, Shop
from cardforge.specs import DeckChoice, ShopChoice
from cardforge.units import show

# Shapes that no format of a game has: whoever chooses them knows how they are cut.
_SPECIAL = ("triangle", "other")


def choice_of(game: Game, shop: Shop) -> ShopChoice:
    """Return what a game says of a shop, with what it says of every shop where it says nothing.

    What is said of every shop holds where the shop has it: a product, a kind of file.
    """
    nothing = ShopChoice(shop.name, game.span)
    usual = game.shops.get(EVERY_SHOP, nothing)
    own = game.shops.get(shop.name, nothing)
    product = usual.product if usual.product in shop.products else None
    form = usual.format if usual.format in shop.formats else None
    return ShopChoice(
        shop.name,
        own.span if own is not nothing else usual.span,
        own.product or product,
        own.fit or usual.fit,
        _decks(usual.decks, own.decks, shop),
        own.leave_out if "leave-out" in own.places else usual.leave_out,
        own.booklet or usual.booklet,
        own.box or usual.box,
        own.format or form,
        {**usual.places, **own.places},
    )


def _decks(
    usual: Mapping[str, DeckChoice], own: Mapping[str, DeckChoice], shop: Shop
) -> dict[str, DeckChoice]:
    """Return what is said of single decks, the shop's own word by word before the usual."""
    merged = {}
    for name in (*usual, *own):
        said, every = own.get(name, DeckChoice()), usual.get(name, DeckChoice())
        product = every.product if every.product in shop.products else None
        merged[name] = DeckChoice(said.product or product, said.fit or every.fit)
    return merged


def fit_decks(
    game: Game, wish: Wish, choice: ShopChoice, decks: Sequence[Deck], report: Report
) -> list[tuple[Deck, Fitted]]:
    """Return each deck that goes to a shop with how it becomes a product of it.

    Decks without cards, and those that the shop does not make, are not among them.  Raises
    WrongRequest for a product that the shop does not have.
    """
    _check_wish(wish)
    made, misfits = [], _Misfits(decks, report)
    for deck in decks:
        if deck.total and not _is_left_out(game, wish, choice, deck, report):
            fit = _Matching(game, wish, choice, deck, report, misfits).fitted()
            if fit is not None:
                made.append((deck, fit))
    misfits.tell(wish.shop)
    if not made and not report.has_errors and any(deck.total for deck in decks):
        message = f"nothing of the game goes to {wish.shop.name}"
        hint = "look at leave-out of the shop, and at what it makes: cardforge list shops"
        report.error("shop.nothing", message, choice.span, hint=hint)
    _check_certainty(game, wish.shop, made, report)
    _check_numbers(wish.shop, made, report)
    if not report.has_errors:
        _check_used(wish, made)
    return made


def _check_used(wish: Wish, made: Sequence[tuple[Deck, Fitted]]) -> None:
    """Raise WrongRequest for a product that is asked for and that no deck becomes."""
    used = {fitted.product.name for _, fitted in made if fitted.product}
    for name in wish.products:
        if name in wish.shop.of_kind("deck", "token") and name not in used:
            raise WrongRequest(
                f"no deck of the game becomes {name}",
                "leave it out, or say under shops: of game.yaml which deck it is for",
            )


def _check_wish(wish: Wish) -> None:
    """Raise WrongRequest for a product that the shop does not have."""
    shop = wish.shop
    booklets = presets.booklets()["shops"].get(shop.name, {})
    known = [*shop.products, *booklets]
    for name in wish.products:
        if name in known:
            continue
        if not known:
            makes = "cuts any size: it has" if shop.any else "has"
            raise WrongRequest(
                f"{shop.name} has no product '{name}'", f"{shop.name} {makes} no products to choose"
            )
        near = did_you_mean(name, known)
        listed = "it has " + ", ".join(known)
        hint = f"{near} {listed}" if near else listed
        raise WrongRequest(f"{shop.name} has no product '{name}'", hint)


def _is_left_out(game: Game, wish: Wish, choice: ShopChoice, deck: Deck, report: Report) -> bool:
    """Return whether a deck does not go to the shop, after saying so."""
    shop = wish.shop
    if deck.name in choice.leave_out:
        message = f"'{deck.name}' does not go to {shop.name}: leave-out says so"
        report.note("shop.left-out", message, choice.places.get("leave-out", choice.span))
        return True
    if not deck.spec.is_token or shop.any or not shop.products or shop.of_kind("token"):
        return False
    if choice.decks.get(deck.name, DeckChoice()).product:
        return False
    message = f"{shop.name} makes no tokens: '{deck.name}' is left out"
    report.note("shop.left-out", message, place_of(deck, game))
    return True


def place_of(deck: Deck, game: Game) -> Span:
    """Return where a game says what size a deck has."""
    own = deck.spec.places
    return own.get("format") or own.get("size") or game.places.get("format") or deck.spec.span


class _Misfits:
    """Decks that have the size of no product: those of one size are told together."""

    def __init__(self, decks: Iterable[Deck], report: Report) -> None:
        self.report = report
        self.kinds = Counter(deck.spec.is_token for deck in decks if deck.total)
        self.found: dict[tuple[Size, str, Span, bool, bool], tuple[Product, list[str]]] = {}

    def add(self, deck: Deck, nearest: Product, place: Span, *, is_named: bool) -> None:
        """Remember a deck with the product that comes nearest, or that was named for it."""
        cause = (deck.spec.format.trim, nearest.name, place, deck.spec.is_token, is_named)
        self.found.setdefault(cause, (nearest, []))[1].append(deck.name)

    def tell(self, shop: Shop) -> None:
        """Report the sizes of decks and products, and what to write."""
        for (trim, _, place, is_token, is_named), (nearest, decks) in self.found.items():
            turned = is_turned(trim, nearest)
            size = sizes_of(nearest, turned=turned)
            fit = best_fit(trim, nearest)
            what = f"the deck '{decks[0]}' is" if len(decks) == 1 else f"{_quoted(decks)} are"
            what = f"{what} {sizes(trim, bleed_of(nearest, turned=turned))}"
            if is_named:
                message = f"{what}, but {nearest.name} of {shop.name} is {size}"
                hint = f"say how to fit it: --fit {fit}, or fit: {fit} beside the product"
            else:
                message = (
                    f"{what}: {shop.name} has no such size, the nearest is {nearest.name}, {size}"
                )
                wanted = f"{{product: {nearest.name}, fit: {fit}}}"
                # What is said of all decks would make this product of the others, too.
                every = len(decks) == self.kinds[is_token]
                if is_token or not every:
                    wanted = f"{{decks: {{{', '.join(f'{deck}: {wanted}' for deck in decks)}}}}}"
                hint = f"write shops: {{{shop.name}: {wanted}}}"
                if every:
                    hint = f"export it with --product {nearest.name} --fit {fit}, or {hint}"
            self.report.error("shop.size", message, place, hint=hint)


def _quoted(names: Sequence[str]) -> str:
    *others, last = (f"'{name}'" for name in names)
    return f"the decks {', '.join(others)} and {last}"


class _Matching:
    """One deck on its way to a product of a shop."""

    def __init__(
        self, game: Game, wish: Wish, choice: ShopChoice, deck: Deck, report: Report,
        misfits: _Misfits,
    ) -> None:  # fmt: skip
        self.shop, self.deck, self.report, self.misfits = wish.shop, deck, report, misfits
        self.form = deck.spec.format
        self.kind = "token" if deck.spec.is_token else "deck"
        own = choice.decks.get(deck.name, DeckChoice())
        self.fit = wish.fit or own.fit or choice.fit
        self.place = place_of(deck, game)
        self.named = self._named(wish, choice, own)

    def _named(self, wish: Wish, choice: ShopChoice, own: DeckChoice) -> list[Product]:
        """Return the products that are named for the deck: by the command, by itself, by all."""
        products = self.shop.of_kind("deck", "token")
        asked = [products[name] for name in wish.products if name in products]
        asked = [product for product in asked if product.kind == self.kind]
        if asked:
            return asked
        of_deck = products.get(own.product or "")
        if of_deck is not None:
            self.place = choice.places.get("decks", choice.span)
            return [of_deck]
        of_all = products.get(choice.product or "")
        # A product of every deck of cards is none of tokens, unless it is one.
        if of_all is not None and of_all.kind == self.kind:
            self.place = choice.places.get("product", choice.span)
            return [of_all]
        return []

    def fitted(self) -> Fitted | None:
        """Return how the deck becomes a product, None after reporting why it cannot."""
        shop = self.shop
        if shop.any is not None and not self.named:
            own = own_product(self.form, shop.any, self.kind, upright=shop.upright)
            self._check_size(own)
            return fitted(self.form, own, SAME)
        if not shop.products:
            return unfitted(self.form)
        product = self._product()
        if product is None:
            return None
        self._check_shape(product)
        self._check_size(product)
        same = is_same(self.form.trim, product)
        made = fitted(self.form, product, SAME if same else self.fit or SAME)
        if made is None:
            self._tell_larger(product)
        return made

    def _product(self) -> Product | None:
        """Return the product that the deck is to be, None after reporting that there is none."""
        trim = self.form.trim
        candidates = self.named or list(self.shop.of_kind(self.kind).values())
        of_size = [product for product in candidates if is_same(trim, product)]
        shaped = [product for product in of_size if is_shaped(self.form, product)]
        if of_size:
            return (shaped or of_size)[0]
        near = [product for product in candidates if is_shaped(self.form, product)] or candidates
        nearest = min(near, key=lambda product: distance(trim, product))
        if self.named and self.fit:
            return nearest
        self.misfits.add(self.deck, nearest, self.place, is_named=bool(self.named))
        return None

    def _tell_larger(self, product: Product) -> None:
        """Report that a design does not go on a page at its own size."""
        trim, turned = self.form.trim, is_turned(self.form.trim, product)
        page = product.page.turned() if turned else product.page
        self.report.error(
            "shop.fit",
            f"the deck '{self.deck.name}' is {sizes(trim, bleed_of(product, turned=turned))},"
            f" larger than the page of {product.name}, {show(page.width)} × {show(page.height)} mm"
            f" with bleed: its trim is {sizes_of(product, turned=turned)}",
            self.place,
            hint=f"fit: scale makes it smaller; or choose another product of {self.shop.name}",
        )

    def _check_shape(self, product: Product) -> None:
        """Report a product that cuts off what the design has in its corners."""
        if is_shaped(self.form, product):
            return
        tell = self.report.note if product.shape in _SPECIAL else self.report.warning
        shape = "of a shape of its own" if product.shape == "other" else f"a {product.shape}"
        if product.shape in ("round", "card"):
            shape = {"round": "round", "card": "a rectangle"}[product.shape]
        tell(
            "shop.shape",
            f"{product.name} is {shape}, the deck '{self.deck.name}' is laid out"
            f" for the shape {self.form.shape}",
            self.place,
            hint="choose another product, or give the format that shape",
        )

    def _check_size(self, product: Product) -> None:
        """Report a token that is smaller than the shop can cut."""
        least, trim = self.shop.least_token, product.trim
        if self.kind != "token" or least is None:
            return
        if trim.width < least.width or trim.height < least.height:
            self.report.warning(
                "shop.too-small",
                f"the token '{self.deck.name}' is {show(trim.width)} × {show(trim.height)} mm,"
                f" {self.shop.name} cuts none smaller than"
                f" {show(least.width)} × {show(least.height)} mm",
                self.place,
                hint="make it larger, or ask the shop",
            )


def _check_certainty(
    game: Game, shop: Shop, made: Iterable[tuple[Deck, Fitted]], report: Report
) -> None:
    """Report products of which it is not certain that the shop makes them so, each once."""
    told = set()
    for deck, (product, *_) in made:
        if product is None or product.confidence != "low" or product.name in told:
            continue
        told.add(product.name)
        why = product.note or "bleed and safe zone are not published"
        report.warning(
            "shop.unsure",
            f"the figures of {product.name} of {shop.name} are not certain: {why}",
            place_of(deck, game),
            hint="compare them with the shop's own template before you order",
        )


def _check_numbers(shop: Shop, made: Iterable[tuple[Deck, Fitted]], report: Report) -> None:
    """Report how many cards are ordered where the shop sells steps, and when they are too many."""
    orders: dict[tuple[str, str], list[tuple[Deck, Product]]] = {}
    for deck, (product, *_) in made:
        if product is not None:
            name = deck.name if shop.together == "deck" else ""
            orders.setdefault((product.name, name), []).append((deck, product))
    for found in orders.values():
        first, product = found[0]
        total, place = sum(deck.total for deck, _ in found), first.spec.span
        if product.most is not None and total > product.most:
            report.warning(
                "shop.too-many",
                f"{shop.name} takes at most {product.most} cards of {product.name},"
                f" these are {total}",
                place,
                hint="leave decks out, or order them in parts",
            )
        elif shop.steps:
            size = order_size(shop, product, total)
            spare = f": {size - total} more fit" if size > total else ""
            message = f"{total} cards of {product.name}: order the {size}{spare}"
            report.note("shop.order-size", message, place)


def order_size(shop: Shop, product: Product, total: int) -> int:
    """Return the size of order that so many cards fall in, the largest when they are too many."""
    most = product.most or max(shop.steps, default=total)
    steps = [*(step for step in shop.steps if step < most), most]
    return next((step for step in steps if step >= total), most)
