"""The pictures for posts and link previews: a hand of cards, the title and who can play."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.export.package import Order
from cardforge.export.showing.chosen import Chosen, main_back
from cardforge.export.showing.panels import ground
from cardforge.export.showing.pen import Pen, mixed
from cardforge.export.showing.stage import (
    Light,
    hand,
    lifted,
    placed,
    screen_page,
    size_of,
)
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Ink, Page, Rect
from cardforge.rulebook.figures.cards import Art

WIDE, SQUARE = (1200, 630), (1080, 1080)
# How many cards are in the hand, and how it opens.
CARDS = 5
_ANGLE = 9.5
_RADIUS = 1.45  # of the hand, as a share of a card's height
_LIGHT = Light(5.0, 0.34)


def wide_picture(order: Order, pen: Pen, cards: Sequence[Chosen]) -> Page:
    """Return the picture that a link to the game shows: words at the left, a hand at the right."""
    size = size_of(WIDE)
    fan = held(order, cards, 0.55 * size.height).within(0.59 * size.width, 0.8 * size.height)
    left, right = 0.055 * size.width, 0.978 * size.width - fan.size.width
    middle = Point(right + fan.size.width / 2, 0.53 * size.height)
    ink: list[Ink] = [*ground(order, pen, size), placed(fan, middle)]
    room = right - 0.03 * size.width - left
    ink += _words(order, pen, Box(left, 0.0, room, size.height))
    return screen_page(WIDE, ink)


def square_picture(order: Order, pen: Pen, cards: Sequence[Chosen]) -> Page:
    """Return the square picture for a post: words above, a hand below."""
    size = size_of(SQUARE)
    fan = held(order, cards, 0.43 * size.height).within(0.93 * size.width, 0.55 * size.height)
    middle = Point(size.width / 2, 0.685 * size.height)
    ink: list[Ink] = [*ground(order, pen, size), placed(fan, middle)]
    side = 0.08 * size.width
    box = Box(side, 0.03 * size.height, size.width - 2 * side, 0.36 * size.height)
    ink += _words(order, pen, box, "center")
    return screen_page(SQUARE, ink)


def held(order: Order, cards: Sequence[Chosen], height: float) -> Art:
    """Return the cards as they are held, a back behind them at the left."""
    sides = [card.side for card in cards]
    back = main_back(order)
    if back is not None:
        sides = [back, *sides]
    arts = [
        lifted(side, height * side.form.trim.width / side.form.trim.height, _LIGHT)
        for side in sides
    ]
    return hand(arts, _ANGLE, _RADIUS * height)


def _words(order: Order, pen: Pen, box: Box, align: str = "left") -> list[Ink]:
    """Return title, players and contents in the middle of a box."""
    look, color = pen.look, pen.on_accent
    title = pen.block(pen.title, Size(box.width, 0.52 * box.height), 58.0, color, align)
    told = pen.words.total((*order.cards, *order.tokens))
    pale = mixed(color, look.accent, 0.82)
    players = pen.line(pen.players, look.label, 18.0, color, box.width, align)
    contents = pen.line(told, look.label, 12.5, pale, box.width, align)
    bar = Rect(Box(_bar(box, align), 0.0, 14.0, 1.2), fill=pale)
    parts = ((title, 0.0), (Art(Size(box.width, 1.2), ()), 5.0), (players, 5.0), (contents, 3.6))
    y = box.y + (box.height - sum(art.size.height + gap for art, gap in parts)) / 2
    ink: list[Ink] = []
    for art, gap in parts:
        y += gap
        if art.ink:
            ink.append(art.moved(box.x, y))
        else:
            ink.append(bar._replace(box=bar.box.moved(0.0, y)))
        y += art.size.height
    return ink


def _bar(box: Box, align: str) -> float:
    return box.x if align == "left" else box.x + (box.width - 14.0) / 2
