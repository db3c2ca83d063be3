"""The picture for a product page: box, hand, spread cards and tokens on a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardforge.color import BLACK, WHITE, Color, parse_color
from cardforge.export.package import Order
from cardforge.export.showing import panels
from cardforge.export.showing.chosen import Chosen, chosen_cards, main_back, usual_size
from cardforge.export.showing.pen import Pen, mixed
from cardforge.export.showing.social import held
from cardforge.export.showing.stage import (
    Light,
    lifted,
    placed,
    screen_page,
    shadow,
    shape_of,
    size_of,
)
from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Group, Ink, Page, Path, Rect
from cardforge.model import Format
from cardforge.plates import even
from cardforge.rulebook.figures.cards import Art, Side, draw_side

PIXELS = (2000, 1400)
# How many cards lie spread, and how many are held.
SPREAD, HELD = 7, 5
# How much of the accent the table has.
_GROUND = 0.2
# The edges of cards in a pile, and of cardboard tokens, and how thick these are in mm.
_EDGE, _BOARD, _THICK = Color("gray", (0.6,)), parse_color("#c3ae8a"), 1.3
# The cards are drawn as if they were poker cards: what follows holds for these.
_POKER = Size(63.0, 88.0)
# Real millimetres on the picture: the box lies nearest to the eye, the spread cards farthest.
_BOX, _HAND, _CARD, _TOKEN = 1.3, 1.12, 0.8, 1.25
_FACE_MORE = 0.7
# A box is as deep as its cards: so many mm and so much for each, seen at a slant of (x, y).
_DEPTH, _DEPTH_EACH, _SLANT = 2.8, 0.381, (0.40, 0.30)
_MOST_DEPTH = 44.0
_BOX_TURN = -7.0
_MOST_TOKENS = 7
# No token is drawn smaller or larger, in mm.
_LEAST_TOKEN, _LARGEST_TOKEN = 14.0, 27.0
# The things are drawn a little smaller than they are placed, about what is their middle, as shares.
_SMALLER, _MIDDLE = 0.97, (0.49, 0.533)
# How many edges of cards show under the top one of a pile.
_LAYERS = 8
# Where tokens lie about their middle, in widths of a token: x, y.
_STREWN = (
    (0.1, 0.0),
    (1.2, 0.2),
    (-0.95, 0.45),
    (0.35, 1.05),
    (1.5, 1.35),
    (-0.7, 1.6),
    (0.65, 2.1),
)


def mockup_page(order: Order, pen: Pen) -> Page:
    """Return the picture of the whole game on a table."""
    size = size_of(PIXELS)
    cards = chosen_cards(order, SPREAD)
    table = mixed(pen.look.accent, WHITE, _GROUND)
    ink: list[Ink] = [Rect(Box(0.0, 0.0, *size), fill=table)]
    ink += _pile(order, Point(0.10 * size.width, 0.825 * size.height))
    ink += _ribbon(
        order, cards, Box(0.50 * size.width, 0.80 * size.height, 0.385 * size.width, 0.0)
    )
    ink += _box(order, pen, Point(0.225 * size.width, 0.345 * size.height))
    height = _HAND * _scale(order) * usual_size(order).height
    fan = held(order, chosen_cards(order, HELD), height)
    fan = fan.within(0.53 * size.width, 0.58 * size.height)
    ink.append(placed(fan, Point(0.695 * size.width, 0.335 * size.height)))
    ink += _tokens(order, Point(0.28 * size.width, 0.81 * size.height))
    return screen_page(PIXELS, [ink[0], Group(tuple(ink[1:]), _framed(size))])


def _framed(size: Size) -> Transform:
    """Return what draws the things a little smaller, that the table shows on all sides of them."""
    smaller = Transform.moved(-_MIDDLE[0] * size.width, -_MIDDLE[1] * size.height).then(
        Transform.scaled(_SMALLER, _SMALLER)
    )
    return smaller.then(Transform.moved(size.width / 2, size.height / 2))


def _scale(order: Order) -> float:
    """Return how much larger the usual cards are drawn than they are, next to poker cards."""
    trim = usual_size(order)
    return min(_POKER.width / trim.width, _POKER.height / trim.height)


def _box(order: Order, pen: Pen, middle: Point) -> Iterator[Ink]:
    """Yield the box lying on the table, its lower and its right side showing."""
    trim, scale = usual_size(order), _scale(order)
    size = Size(trim.width * scale + _FACE_MORE, trim.height * scale + _FACE_MORE)
    total = sum(deck.laid_out.deck.total for deck in order.cards)
    depth = min(_DEPTH + _DEPTH_EACH * total, _MOST_DEPTH)
    slant = Point(depth * _SLANT[0], depth * _SLANT[1])
    ink: list[Ink] = list(_box_shadow(size, slant))
    ink.append(_right_side(order, pen, Size(depth, size.height), slant, size.width))
    ink.append(_lower_side(order, pen, Size(size.width, depth), slant, size.height))
    face = panels.cover(pen, chosen_cards(order, panels.CARDS), size)
    whole = Box(0.0, 0.0, *size)
    ink.append(Group((*panels.ground(order, pen, size), *face.ink), clip=whole))
    # The edges catch the light.
    ink.append(
        Rect(whole.inset(even(0.12)), stroke=mixed(WHITE, pen.look.accent, 0.3), line_width=0.24)
    )
    art = Art(size, (Group(tuple(ink), Transform.scaled(_BOX, _BOX)),))
    at = Transform.moved(-size.width * _BOX / 2, -size.height * _BOX / 2)
    turn = at.then(Transform.turned(_BOX_TURN)).then(Transform.moved(*middle))
    yield Group(art.ink, turn)


def _box_shadow(size: Size, slant: Point) -> Iterator[Ink]:
    """Yield the shadow of the box where it touches the table, and a wide one."""
    form = Format("box", size, 0.0, 0.0, 1.0)
    for light, share in ((Light(26.0, 0.30, 0.5), 1.0), (Light(7.0, 0.30, 0.3), 1.0)):
        under = Transform.moved(slant.x * share, slant.y * share)
        yield Group(shadow(form, size, light), under)


def _right_side(order: Order, pen: Pen, size: Size, slant: Point, at: float) -> Group:
    """Return the right side of the box at a slant, in shade."""
    art = panels.spine(pen, size)
    place = Transform(slant.x / size.width, slant.y / size.width, 0.0, 1.0, at, 0.0)
    return _shaded(order, pen, art, place, 0.26)


def _lower_side(order: Order, pen: Pen, size: Size, slant: Point, at: float) -> Group:
    """Return the lower side of the box at a slant, in deeper shade."""
    place = Transform(1.0, 0.0, slant.x / size.height, slant.y / size.height, 0.0, at)
    return _shaded(order, pen, Art(size, ()), place, 0.42)


def _shaded(order: Order, pen: Pen, art: Art, place: Transform, shade: float) -> Group:
    """Return a side of the box with black over it."""
    whole = Box(0.0, 0.0, *art.size)
    dark = Group((Rect(whole, fill=BLACK),), opacity=shade)
    return Group((*panels.ground(order, pen, art.size), *art.ink, dark), place, whole)


def _pile(order: Order, middle: Point) -> Iterator[Ink]:
    """Yield the draw pile, its back up."""
    back = main_back(order)
    if back is None:
        return
    art = lifted(back, _CARD * _scale(order) * back.form.trim.width, Light(7.0, 0.32))
    outline = shape_of(back.form, Box(0.0, 0.0, *art.size))
    edge = Art(art.size, (Path(outline, WHITE, _EDGE, 0.15),))
    yield placed(art, middle, 6.0)
    for step in range(_LAYERS):
        yield placed(edge, _risen(middle, step), 6.0)
    yield placed(draw_side(back, art.size.width), _risen(middle, _LAYERS), 6.0)


def _risen(middle: Point, step: int) -> Point:
    """Return where the middle of a card is that lies so many cards high."""
    return Point(middle.x - 0.25 * step, middle.y - 0.45 * step)


def _ribbon(order: Order, cards: Sequence[Chosen], line: Box) -> Iterator[Ink]:
    """Yield cards spread along a line, each over the one before it."""
    if not cards:
        return
    last, width = max(len(cards) - 1, 1), _CARD * _scale(order)
    for index, card in enumerate(cards):
        share = index / last - 0.5
        art = lifted(card.side, width * card.side.form.trim.width, Light(4.5, 0.3))
        at = Point(line.x + (share + 0.5) * line.width, line.y + 16.0 * share * share)
        yield placed(art, at, 9.0 * share + 2.0)


def _tokens(order: Order, middle: Point) -> Iterator[Ink]:
    """Yield tokens strewn about a place: each face once, then backs, then faces again."""
    sides = list(_token_sides(order))
    if not sides:
        return
    for index, (x, y) in enumerate(_STREWN[:_MOST_TOKENS]):
        side = sides[index % len(sides)]
        width = min(max(_TOKEN * side.form.trim.width, _LEAST_TOKEN), _LARGEST_TOKEN)
        at = Point(middle.x + x * width, middle.y + (y - 1.0) * width)
        yield from _token(side, width, at, (index * 47) % 40 - 20.0)


def _token(side: Side, width: float, at: Point, turn: float) -> Iterator[Ink]:
    """Yield a token of cardboard: shadow, edge and face."""
    art = lifted(side, width, Light(4.0, 0.45))
    edge = Art(art.size, (Path(shape_of(side.form, Box(0.0, 0.0, *art.size)), _BOARD),))
    yield placed(art, Point(at.x + 0.4 * _THICK, at.y + _THICK), turn)
    for share in (0.75, 0.5, 0.25):
        yield placed(edge, Point(at.x + 0.4 * share * _THICK, at.y + share * _THICK), turn)
    yield placed(draw_side(side, width), at, turn)


def _token_sides(order: Order) -> Iterator[Side]:
    """Yield the sides of the tokens, those of every deck in turn."""
    decks = [deck.laid_out for deck in order.tokens]
    for place in range(max((len(deck.cards) for deck in decks), default=0)):
        for deck in decks:
            if place < len(deck.cards):
                yield Side(deck.cards[place].face, deck.deck.spec.format)
    for deck in decks:
        if deck.cards and deck.cards[0].back is not None:
            yield Side(deck.cards[0].back, deck.deck.spec.format)
