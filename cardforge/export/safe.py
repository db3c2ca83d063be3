"""What a product makes of a design: texts cut off, bleed without ink, pictures too coarse."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence, Set

from cardforge import __version__
from cardforge.check.accessibility.paint import Painter
from cardforge.check.preflight.knife import at_the_knife
from cardforge.check.preflight.pictures import coarse_pictures
from cardforge.check.preflight.sides import Finding, Side, printed, tell, tell_worst
from cardforge.check.preflight.types import Zone, strays
from cardforge.check.settings import Checks
from cardforge.diagnostics import ERROR, WARNING, Report
from cardforge.export.fitting import sizes
from cardforge.export.package import Fitted, FittedDeck
from cardforge.export.pages import BACK, FACE
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Size
from cardforge.model import Format, Game
from cardforge.plates import LaidOut
from cardforge.shops import Product
from cardforge.units import show

# What is judged here; a package in which nothing of it was found is fine.
CODES = frozenset(("shop.safe", "shop.bleed", "print.dpi"))

# A side of a card: deck, card (empty for a back that many share), face or back.
SideName = tuple[str, str, str]


def check_safe(
    game: Game, decks: Sequence[FittedDeck], fonts: Fonts, report: Report,
    fine: Set[SideName] = frozenset(),
) -> None:  # fmt: skip
    """Report what of each side leaves the safe zone of its product, lacks ink or is too coarse.

    Sides that are `fine` were judged before.
    """
    painter, checks = Painter(fonts), Checks(game)
    for laid_out, fitted in decks:
        product, scale = fitted.product, fitted.scale
        if product is None:
            continue
        sides = _sides(laid_out, fitted, painter, fine)
        if checks.severity("dpi") != "off":
            coarse = (each for side in sides for each in coarse_pictures(side, checks, scale))
            tell("dpi", coarse, checks, report)
        if checks.severity("safe") != "off":
            found = (each for side in sides for each in _unsafe(side, fitted, product, checks))
            tell_worst(WARNING, found, report)
        if checks.severity("bleed") != "off":
            # Where the format says that there is no bleed, the art ends at the trim on purpose.
            severity = WARNING if laid_out.deck.spec.format.bleed else ERROR
            tell_worst(severity, _short(sides, fitted, product, checks), report)


def judged_by(game: Game, decks: Sequence[FittedDeck]) -> str:
    """Return a hash of all that sides are judged by, besides their ink."""
    asked = sorted(game.checks.items()), game.format
    sizes = [(laid_out.deck.name, laid_out.deck.spec.format, fitted) for laid_out, fitted in decks]
    return hashlib.sha256(repr((__version__, asked, sizes)).encode()).hexdigest()


def _sides(
    laid_out: LaidOut, fitted: Fitted, painter: Painter, fine: Set[SideName]
) -> tuple[Side, ...]:
    """Return the printed sides of a deck, each plate once, as cards with the product's bleed."""
    deck = laid_out.deck.name
    spec = laid_out.deck.spec
    # The bleed of an axis may be wider: what covers the narrower one is taken for covering both.
    bleed = min(fitted.bleed)
    spec = spec._replace(format=spec.format._replace(bleed=bleed))
    found: dict[int, Side] = {}
    for card, face, back in printed(laid_out):
        for plate, side in ((face, FACE), (back, BACK)):
            known = (deck, card.id, side) in fine or (deck, "", side) in fine
            if plate is not None and not known:
                found.setdefault(id(plate), Side(spec, card.id, plate, painter))
    return tuple(found.values())


def _unsafe(side: Side, fitted: Fitted, product: Product, checks: Checks) -> Iterator[Finding]:
    """Yield texts and icons outside the safe zone of a product."""
    zone, scale = zone_of(side.form, fitted, product), fitted.scale
    for ink, what, room in strays(side, zone, checks["safe"]["over"] / scale):
        over = (zone.safe - room) * scale
        yield Finding(
            "shop.safe",
            ink.origin,
            f"{what} reaches {show(over)} mm beyond the safe zone of {product.name},"
            f" {show(product.safe)} mm inside its trim",
            "move it inwards, or choose another product or fit",
            side.card,
            over,
        )


def zone_of(form: Format, fitted: Fitted, product: Product) -> Zone:
    """Return where a product is cut and what it keeps safe, in the coordinates of a design."""
    cut = product.trim.turned() if fitted.turned else product.trim
    cut = Size(cut.width / fitted.scale, cut.height / fitted.scale)
    corner = form.corner if product.corner is None else product.corner / fitted.scale
    x, y = (form.trim.width - cut.width) / 2, (form.trim.height - cut.height) / 2
    return Zone(Box(x, y, *cut), product.safe / fitted.scale, product.shape, corner)


def _short(
    sides: tuple[Side, ...], fitted: Fitted, product: Product, checks: Checks
) -> Iterator[Finding]:
    """Yield ink that ends inside the bleed of a product, with the sizes of card and page."""
    for _, found in at_the_knife(sides, checks, ("bleed",)):
        page = product.page.turned() if fitted.turned else product.page
        yield found._replace(
            code="shop.bleed",
            message=f"{found.message}; the page of {product.name} is {sizes(page)},"
            f" the card {sizes(sides[0].form.trim)}",
        )
