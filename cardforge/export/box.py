"""The tuck box of a deck: one flat picture of exactly the size that the shop prints."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.choices import NO_PRODUCT
from cardforge.diagnostics import Report, Span
from cardforge.export.package import BOXES, Order, PictureFile, Shown
from cardforge.export.showing import panels
from cardforge.export.showing.chosen import chosen_cards
from cardforge.export.showing.pen import Pen, pen_of
from cardforge.export.showing.stage import size_of
from cardforge.geometry import Box, Size
from cardforge.ink import Group, Ink, Page
from cardforge.rulebook.figures.cards import Art
from cardforge.shops import DPI, Product
from cardforge.units import MM_PER_INCH, show

# Boxes of one kind differ by no more, in mm.
_SAME = 0.1
# A box may be so much larger than its cards, each way, in mm: in a larger one they tumble.
_SLACK = 7.5
# The outside of a finished box is so much larger than the panels it is folded from, in mm.
_OUTSIDE = 1.834


class _Boxed(NamedTuple):
    """A box, and how many of it hold the cards."""

    product: Product
    number: int


def box_files(order: Order, report: Report) -> tuple[PictureFile, ...]:
    """Return the picture of the box that holds the cards; nothing where a shop has no boxes."""
    shop = order.wish.shop
    boxed = _Chooser(order, report).boxed()
    pen = pen_of(order.edition, report) if boxed else None
    if boxed is None or pen is None:
        return ()
    box = boxed.product
    name = f"{BOXES}/{box.name}-{order.edition.settings.language}.{order.kind}"
    report.warning(
        "shop.box-folds",
        f"{shop.title} does not publish where {box.name} folds: the picture follows its outline as"
        " another program has it",
        _place(order),
        hint="lay the picture in boxes/ over the shop's template; when they agree write"
        ' allow: {shop.box-folds: "compared with the template"}',
    )
    shown = Shown("box", name=box.name, copies=boxed.number)
    return (PictureFile(name, box_page(order, pen, box), box.pixels, order.form(), (shown,)),)


def _place(order: Order) -> Span:
    """Return where the game says which box it wants, or what else it says of the shop."""
    return order.choice.places.get("box", order.choice.span)


class _Chooser:
    """Chooses the box of an order and reports what no box holds."""

    def __init__(self, order: Order, report: Report) -> None:
        self.order, self.report, self.shop = order, report, order.wish.shop
        boxes = self.shop.of_kind("box")
        self.boxes = {name: box for name, box in boxes.items() if box.folds and box.face}
        self.totals: dict[Size, int] = {}
        for fitted in order.cards:
            deck = fitted.laid_out.deck
            trim = _upright(deck.spec.format.trim)
            self.totals[trim] = self.totals.get(trim, 0) + deck.total

    def boxed(self) -> _Boxed | None:
        """Return the box asked for, else the smallest that holds the cards; None for none."""
        if not self.boxes or not self.totals:
            return None
        asked = next((n for n in self.order.wish.products if n in self.boxes), None)
        name = asked or self.order.choice.box
        if name == NO_PRODUCT:
            return None
        # A box of another shop can only have been said of all shops.
        box = self.boxes.get(name or "")
        return self._smallest() if box is None else self._named(box)

    def _named(self, box: Product) -> _Boxed | None:
        inside = [trim for trim in self.totals if _room(box, trim) >= 0.0]
        if not inside:
            trim = max(self.totals, key=lambda trim: self.totals[trim])
            panel = panel_size(box)
            self.report.error(
                "shop.box-fit",
                f"cards of {_said(trim)} do not go into {box.name}, which is {_said(panel)} inside",
                _place(self.order),
                hint="choose another box, or write box: none",
            )
            return None
        self._tell_left(inside)
        return self._filled(box, sum(self.totals[trim] for trim in inside))

    def _smallest(self) -> _Boxed | None:
        """Return the smallest box for the size that most cards have."""
        for trim in sorted(self.totals, key=lambda trim: -self.totals[trim]):
            fitting = self._fitting(trim)
            if fitting and self.totals[trim]:
                self._tell_left([trim])
                most = max(box.cards for box in fitting)
                number = -(-self.totals[trim] // most)
                share = -(-self.totals[trim] // number)
                enough = [box for box in fitting if box.cards >= share]
                return self._filled(min(enough, key=lambda box: box.cards), self.totals[trim])
        self._tell_left([])
        return None

    def _fitting(self, trim: Size) -> list[Product]:
        """Return the boxes that hold cards of a size most tightly, whatever their number."""
        loose = {name: _loose(box, trim) for name, box in self.boxes.items()}
        fitting = [n for n, box in self.boxes.items() if _room(box, trim) >= 0.0]
        least = min((loose[name] for name in fitting), default=_SLACK)
        if least > _SLACK:
            return []
        return [self.boxes[name] for name in fitting if loose[name] <= least + _SAME]

    def _filled(self, box: Product, cards: int) -> _Boxed:
        number = -(-cards // box.cards)
        if number > 1:
            self.report.warning(
                "shop.box-many",
                f"{cards} cards need {number} boxes: {box.name} holds {box.cards}",
                _place(self.order),
                hint=f"order {number} of it, or a larger box without a picture of its own",
            )
        return _Boxed(box, number)

    def _tell_left(self, inside: list[Size]) -> None:
        """Note the sizes of cards that no box holds."""
        for trim, count in self.totals.items():
            if trim not in inside and count:
                cards = f"{count} cards" if count != 1 else "1 card"
                message = f"{cards} of {_said(trim)}: {self.shop.title} has no tuck box for them"
                self.report.note("shop.no-box", message, _place(self.order))


def _upright(size: Size) -> Size:
    return Size(min(size), max(size))


def _said(size: Size) -> str:
    return f"{show(size.width)} × {show(size.height)} mm"


def panel_size(box: Product) -> Size:
    """Return the size of a face panel on the flat picture: that of the cards and a little more."""
    face = box.face or Size(0.0, 0.0)
    return Size(face.width - _OUTSIDE, face.height - _OUTSIDE)


def _room(box: Product, trim: Size) -> float:
    """Return how much larger a panel is than a card where it is tightest."""
    panel = panel_size(box)
    return min(panel.width - trim.width, panel.height - trim.height)


def _loose(box: Product, trim: Size) -> float:
    """Return how much larger a panel is than a card where it is loosest."""
    panel = panel_size(box)
    return max(panel.width - trim.width, panel.height - trim.height)


def box_page(order: Order, pen: Pen, box: Product) -> Page:
    """Return the flat picture: the ground over all of it, and the art inside each panel.

    From the left a side, the back with the lid, a side and the cover with the thumb notch.
    """
    size = size_of(box.pixels, DPI)
    left, top, depth = (pixels / DPI * MM_PER_INCH for pixels in box.folds or (0.0, 0.0, 0.0))
    face = panel_size(box)
    cards = chosen_cards(order, panels.CARDS)
    side = panels.spine(pen, Size(depth, face.height))
    lid = panels.lid(pen, Size(face.width, depth))
    second = left + depth + face.width
    placed: list[tuple[Art, float, float]] = [
        (side, left, top),
        (panels.back(order, pen, face), left + depth, top),
        (lid, left + depth, top - depth),
        (side, second, top),
        (panels.cover(pen, cards, face), second + depth, top),
    ]
    ink: list[Ink] = [*panels.ground(order, pen, size)]
    ink += [art.moved(x, y) for art, x, y in placed]
    whole = Box(0.0, 0.0, *size)
    return Page(size, whole, whole, (Group(tuple(ink), clip=whole),))
