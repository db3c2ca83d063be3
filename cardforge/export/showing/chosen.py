"""Which cards stand for a game: few that differ most, spread over its decks and its range."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from cardforge.check.accessibility.paint import Painter, color_of
from cardforge.check.accessibility.vision import Rgb, lab
from cardforge.export.package import FittedDeck, Order
from cardforge.geometry import Point, Size
from cardforge.ink import Plate, Text
from cardforge.model import Format
from cardforge.plates import Sides as CardSides
from cardforge.rulebook.figures.cards import Side

# So many cards of each deck are looked at, at so many points across and down.
_LOOKED_AT, _ACROSS, _DOWN = 60, 6, 8
# A deck with fewer faces only helps to play, where another has more.
_FEW = 5
# What a step through the whole range counts, and other words throughout, as differences of colour.
_RANGE, _WORDS = 12.0, 10.0
# Sizes that differ by no more are the same, in mm.
_SAME = 0.2


class Chosen(NamedTuple):
    """A card side that is shown, and where in the game it stands."""

    card: str
    name: str
    side: Side
    place: int


class _Candidate(NamedTuple):
    chosen: Chosen
    # How far through its deck the card stands, from 0 to 1.
    share: float
    colors: tuple[tuple[float, float, float], ...]
    texts: frozenset[str]


def usual_size(order: Order) -> Size:
    """Return the size that most cards have, or most tokens of a game without cards."""
    totals: dict[Size, int] = {}
    for deck in order.cards or order.tokens:
        trim = deck.laid_out.deck.spec.format.trim
        totals[trim] = totals.get(trim, 0) + deck.laid_out.deck.total
    return max(totals, key=lambda trim: totals[trim], default=order.edition.game.format.trim)


def main_back(order: Order) -> Side | None:
    """Return the back that most cards of the usual size have; None where none has one."""
    totals: dict[int, int] = {}
    backs: dict[int, Side] = {}
    for deck in usual_decks(order):
        form = deck.laid_out.deck.spec.format
        for sides in deck.laid_out.cards:
            if sides.back is not None:
                key = id(sides.back)
                totals[key] = totals.get(key, 0) + sides.card.copies
                backs[key] = Side(sides.back, form)
    return backs[max(totals, key=lambda key: totals[key])] if totals else None


def usual_decks(order: Order) -> list[FittedDeck]:
    """Return the decks whose cards have the usual size."""
    usual = usual_size(order)
    return [
        deck
        for deck in order.cards or order.tokens
        if _is_same(deck.laid_out.deck.spec.format.trim, usual)
    ]


def _is_same(one: Size, other: Size) -> bool:
    return max(abs(one.width - other.width), abs(one.height - other.height)) <= _SAME


def chosen_cards(order: Order, count: int) -> list[Chosen]:
    """Return at most so many cards, those of the rulebook's cover and others.

    The others are those that differ most from what is chosen already: in what they show, in
    their deck, and in their place in it.  They come in the order of the game, but the last card
    of the cover is the last here too: it is the one that is seen whole.
    """
    decks = usual_decks(order)
    most = max((len(deck.laid_out.cards) for deck in decks), default=0)
    if most >= _FEW:
        decks = [deck for deck in decks if len(deck.laid_out.cards) >= _FEW]
    painter = Painter(order.edition.fonts)
    wanted = [name for name, _ in order.edition.game.rulebook.cover or ()]
    candidates = [c for deck in _numbered(decks) for c in _candidates(deck, painter, wanted)]
    taken = [c for name in wanted for c in candidates if c.chosen.card == name][:count]
    while len(taken) < min(count, len(candidates)):
        left = [c for c in candidates if c not in taken]
        taken.append(max(left, key=lambda c: _novelty(c, taken)))
    last = wanted[-1] if wanted else None
    return sorted((c.chosen for c in taken), key=lambda c: (c.card == last, c.place))


class _Numbered(NamedTuple):
    """A deck, and how many cards stand before it."""

    deck: FittedDeck
    first: int


def _numbered(decks: Sequence[FittedDeck]) -> list[_Numbered]:
    made, first = [], 0
    for deck in decks:
        made.append(_Numbered(deck, first))
        first += len(deck.laid_out.cards)
    return made


def _candidates(numbered: _Numbered, painter: Painter, wanted: Sequence[str]) -> list[_Candidate]:
    """Return the cards of a deck that are looked at: some of its whole range, and those wanted."""
    cards = numbered.deck.laid_out.cards
    form = numbered.deck.laid_out.deck.spec.format
    last = max(len(cards) - 1, 1)
    steps = min(_LOOKED_AT, len(cards))
    places = {round(step * (len(cards) - 1) / max(steps - 1, 1)) for step in range(steps)}
    places |= {place for place, sides in enumerate(cards) if sides.card.id in wanted}
    return [
        _Candidate(
            _chosen(cards[place], form, numbered.first + place),
            place / last,
            tuple(lab(color) for color in _colors(cards[place].face, painter)),
            _texts(cards[place].face, painter),
        )
        for place in sorted(places)
    ]


def _chosen(sides: CardSides, form: Format, place: int) -> Chosen:
    card = sides.card
    return Chosen(card.id, card.name or card.id, Side(sides.face, form), place)


def _texts(plate: Plate, painter: Painter) -> frozenset[str]:
    """Return the words of a face."""
    items = (paint.item for paint in painter.paints(plate))
    return frozenset(item.text for item in items if isinstance(item, Text))


def _colors(plate: Plate, painter: Painter) -> list[Rgb]:
    """Return the colours that a face shows at points all over it."""
    paints = painter.paints(plate)[::-1]
    width, height = plate.trim
    return [
        color_of(painter.hits(paints, Point((column + 0.5) * width / _ACROSS, y)))
        for y in ((row + 0.5) * height / _DOWN for row in range(_DOWN))
        for column in range(_ACROSS)
    ]


def _novelty(one: _Candidate, taken: Sequence[_Candidate]) -> float:
    """Return how much a card differs from the nearest of those taken."""
    return min((_difference(one, other) for other in taken), default=-one.share)


def _difference(one: _Candidate, other: _Candidate) -> float:
    pairs = zip(one.colors, other.colors, strict=True)
    seen = sum(math.dist(*pair) for pair in pairs) / len(one.colors)
    every = one.texts | other.texts
    words = len(one.texts ^ other.texts) / len(every) if every else 0.0
    return seen + _WORDS * words + _RANGE * abs(one.share - other.share)
