"""The plan of a table at the beginning of a game: what lies in the middle, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.color import Color
from cardforge.geometry import Box, Size
from cardforge.ink import Ink, Rect
from cardforge.rulebook.book import Picture, Seat, Spot, TablePlan
from cardforge.rulebook.figures.cards import (
    NOTHING,
    Art,
    Side,
    Sides,
    draw_side,
    empty_place,
    fan,
    in_row,
    labelled,
    pile,
    stacked,
)
from cardforge.rulebook.figures.labels import Labels

# Below this room the seats stand in rows under the table.
_COMPACT = 80.0

# Widths of a card in the middle, of one in a hand and of a token, as shares of the room, and
# what a card in the middle is at least and at most, in mm.
_CARD, _LEAST_CARD, _MOST_CARD = 0.115, 8.5, 17.0
_IN_HAND = 0.66
_TOKEN, _LEAST_TOKEN = 0.5, 4.0
_COMPACT_CARD = 0.185

_MOST_IN_HAND = 7
_MOST_TOKENS = 6
_HAND_STEP = 0.36
_HAND_OPENING = 30.0

# Under a small table so many players sit side by side, so far apart.
_MOST_BESIDE = 4
_BESIDE = 1.8

# How much of a hand lies on the table.
_ON_TABLE = 0.3
_RADIUS = 7.0
_PAD = 3.0
_NEAR = 1.2
_BETWEEN, _BETWEEN_CLOSE = 5.5, 3.0
# How small cards in the middle may get, and how wide their labels are: as a share of the room,
# but always a little wider than what they name.
_ROW_SIZES = ((1.0, 0.3), (1.0, 0.16), (0.88, 0.14), (0.76, 0.12), (0.66, 0.1))
_WIDE_LABEL = 0.45
_LABEL = 1.2
_SIDE_LABEL = 0.15
# The table is not lower than this share of its width.
_LEAST_HEIGHT = 0.42

# Where players sit, clockwise from the bottom, by how many there are.
SEATS = {
    1: ("bottom",),
    2: ("bottom", "top"),
    3: ("bottom", "top", "top"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top", "top", "right"),
    6: ("bottom", "left", "top", "top", "right", "bottom"),
}
_TURN = {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}


class _Place(NamedTuple):
    """What a player has, turned to the player: the hand, the tokens before it, and the name."""

    hand: Art
    tokens: Art
    label: Art


class PlanDrawer:
    """Draws plans of tables in one room."""

    def __init__(self, sides: Sides, labels: Labels, tint: Color, room: float) -> None:
        self.sides, self.labels, self.tint, self.room = sides, labels, tint, room
        self.is_compact = room < _COMPACT
        share = _COMPACT_CARD if self.is_compact else _CARD
        self.card = min(max(share * room, min(_LEAST_CARD, 0.2 * room)), _MOST_CARD)

    def draw(self, plan: TablePlan) -> Art:
        """Return the plan; it is as wide as the room."""
        return self._compact(plan) if self.is_compact else self._round_the_table(plan)

    # --- parts ---

    def _side(self, picture: Picture) -> Side:
        return self.sides.find(picture.card, picture.side)

    def _width(self, side: Side, card: float) -> float:
        """Return how wide a side is next to a usual card of a width; tokens stay visible."""
        trim, usual = side.form.trim, self.sides.usual.trim
        return card * min(1.25, max(_TOKEN, trim.width / usual.width))

    def _spot(self, spot: Spot, card: float) -> Art:
        """Return what lies in one place."""
        if not spot.pictures:
            return empty_place(self.sides.usual, card)
        if spot.depth > 1:
            side = self._side(spot.pictures[0])
            return pile(side, self._width(side, card), spot.depth)
        sides = map(self._side, spot.pictures)
        return in_row([draw_side(side, self._width(side, card)) for side in sides], _NEAR)

    def _spots(self, spots: Sequence[Spot], room: float) -> Art:
        """Return the spots in one row, in smaller cards or in more rows where there is no room."""
        for size, label in _ROW_SIZES:
            row = self._row(spots, size * self.card, label * self.room)
            if row.size.width <= room:
                return row
        size, label = _ROW_SIZES[-1]
        rows: list[Art] = []
        for count in range(2, len(spots) + 1):
            each = -(-len(spots) // count)
            groups = [spots[start : start + each] for start in range(0, len(spots), each)]
            rows = [self._row(group, size * self.card, _WIDE_LABEL * room) for group in groups]
            if max(row.size.width for row in rows) <= room:
                break
        return stacked(rows, _PAD)

    def _row(self, spots: Sequence[Spot], card: float, label: float) -> Art:
        """Return spots on one ground line with their labels beneath."""
        arts = [self._spot(spot, card) for spot in spots]
        labels = [
            self.labels.draw(spot.label, max(_LABEL * art.size.width, label))
            for spot, art in zip(spots, arts, strict=True)
        ]
        return labelled(arts, labels, _BETWEEN_CLOSE if self.is_compact else _BETWEEN)

    def _hand(self, seat: Seat) -> Art:
        count = min(seat.hand, _MOST_IN_HAND)
        if not count:
            return NOTHING
        side = self._side(seat.back) if seat.back else Side(None, self.sides.usual)
        card = draw_side(side, self._width(side, _IN_HAND * self.card))
        return fan([card] * count, _HAND_STEP * card.size.width, _HAND_OPENING)

    def _tokens(self, seat: Seat) -> Art:
        """Return the tokens of a player in rows."""
        arts = []
        for picture in seat.tokens:
            side = self._side(picture)
            wide = max(_TOKEN * self.card, _LEAST_TOKEN)
            trim = side.form.trim
            arts.append(draw_side(side, wide * min(1.0, trim.width / trim.height)))
        rows = [arts[i : i + _MOST_TOKENS] for i in range(0, len(arts), _MOST_TOKENS)]
        return stacked([in_row(row, 0.8) for row in rows], 0.8)

    # --- a table with its players round it ---

    def _round_the_table(self, plan: TablePlan) -> Art:
        edges: dict[str, list[_Place]] = {"bottom": [], "left": [], "top": [], "right": []}
        where = SEATS.get(len(plan.seats), SEATS[6])
        for edge, seat in zip(where, plan.seats, strict=False):
            edges[edge].append(self._place(seat, edge, where.count(edge)))
        left = max((_beside(place) for place in edges["left"]), default=0.0)
        right = max((_beside(place) for place in edges["right"]), default=0.0)
        # The middle of the table is the middle of the figure.
        left = right = max(left, right)
        top = max((_above(place) for place in edges["top"]), default=0.0)
        bottom = max((_above(place) for place in edges["bottom"]), default=0.0)
        inner_x = max(
            (_inside(p, upright=False) for p in edges["left"] + edges["right"]), default=0
        )
        inner_top = max((_inside(p, upright=True) for p in edges["top"]), default=0.0)
        inner_bottom = max((_inside(p, upright=True) for p in edges["bottom"]), default=0.0)
        width = self.room - left - right
        spots = self._spots(plan.spots, width - 2 * (inner_x + _PAD))
        height = inner_top + inner_bottom + spots.size.height + 2 * _PAD
        tallest = max(map(_height_beside, edges["left"] + edges["right"]), default=0.0)
        height = max(height, _LEAST_HEIGHT * width, tallest + 2 * _PAD)
        table = Box(left, top, width, height)
        middle = (inner_top + height - inner_bottom - spots.size.height) / 2
        ink: list[Ink] = [Rect(table, _RADIUS, self.tint)]
        ink.append(spots.moved(table.centre.x - spots.size.width / 2, top + middle))
        ink += self._level_edges(edges, table)
        ink += self._upright_edges(edges, table)
        return Art(Size(self.room, top + height + bottom), tuple(ink))

    def _place(self, seat: Seat, edge: str, count: int) -> _Place:
        turn = _TURN[edge]
        hand, tokens = self._hand(seat).turned(turn), self._tokens(seat).turned(turn)
        if edge in ("left", "right"):
            room = max(_SIDE_LABEL * self.room, hand.size.width)
        else:
            room = 0.8 * self.room / count
        return _Place(hand, tokens, self.labels.draw(seat.label, room))

    def _level_edges(self, edges: dict[str, list[_Place]], table: Box) -> list[Ink]:
        """Return the players at the upper and at the lower edge."""
        ink: list[Ink] = []
        for edge in ("top", "bottom"):
            places = edges[edge]
            for index, (hand, tokens, label) in enumerate(places):
                x = table.x + table.width * (index + 0.5) / len(places)
                reach = _ON_TABLE * hand.size.height
                if edge == "top":
                    y = table.y - hand.size.height + reach
                    label_y, token_y = y - label.size.height, table.y + reach + _NEAR
                else:
                    y = table.bottom - reach
                    label_y = y + hand.size.height
                    token_y = y - _NEAR - tokens.size.height
                ink.append(hand.moved(x - hand.size.width / 2, y))
                ink.append(tokens.moved(x - tokens.size.width / 2, token_y))
                ink.append(label.moved(x - label.size.width / 2, label_y))
        return ink

    def _upright_edges(self, edges: dict[str, list[_Place]], table: Box) -> list[Ink]:
        """Return the players at the left and at the right edge, their names under their hands."""
        ink: list[Ink] = []
        for edge in ("left", "right"):
            for hand, tokens, label in edges[edge]:
                reach = _ON_TABLE * hand.size.width
                y = table.centre.y - (hand.size.height + label.size.height + _NEAR) / 2
                token_y = y + (hand.size.height - tokens.size.height) / 2
                label_y = y + hand.size.height + _NEAR
                out = max(hand.size.width - reach, label.size.width + _NEAR)
                if edge == "left":
                    x, token_x = table.x - hand.size.width + reach, table.x + reach + _NEAR
                    label_x = table.x - out + (out - _NEAR - label.size.width) / 2
                else:
                    x = table.right - reach
                    token_x = x - _NEAR - tokens.size.width
                    label_x = table.right + _NEAR + (out - _NEAR - label.size.width) / 2
                ink.append(hand.moved(x, y))
                ink.append(tokens.moved(token_x, token_y))
                ink.append(label.moved(label_x, label_y))
        return ink

    # --- a table on a small page, the players beneath it ---

    def _compact(self, plan: TablePlan) -> Art:
        spots = self._spots(plan.spots, self.room - 2 * _PAD)
        ink: list[Ink] = []
        height = 0.0
        if spots.ink:
            height = spots.size.height + 2 * _PAD
            ink.append(Rect(Box(0.0, 0.0, self.room, height), _RADIUS / 2, self.tint))
            ink.append(spots.moved((self.room - spots.size.width) / 2, _PAD))
        seats = []
        most = _MOST_BESIDE if len(plan.seats) <= _MOST_BESIDE else _MOST_BESIDE - 1
        each = min(len(plan.seats), most)
        room = min((self.room + _BESIDE) / max(1, each) - _BESIDE, _WIDE_LABEL * self.room)
        for seat in plan.seats:
            hand, tokens = self._hand(seat).within(room), self._tokens(seat).within(room)
            seats.append(stacked([tokens, hand, self.labels.draw(seat.label, room)], 0.6))
        for row in _wrapped(seats, self.room, _BESIDE):
            height += _PAD / 2
            ink.append(row.moved((self.room - row.size.width) / 2, height))
            height += row.size.height
        return Art(Size(self.room, height), tuple(ink))


def _beside(place: _Place) -> float:
    """Return how far a player at the left or right edge reaches beyond the table."""
    return max((1 - _ON_TABLE) * place.hand.size.width, place.label.size.width + _NEAR)


def _above(place: _Place) -> float:
    """Return how far a player at the upper or lower edge reaches beyond the table."""
    return (1 - _ON_TABLE) * place.hand.size.height + place.label.size.height


def _inside(place: _Place, *, upright: bool) -> float:
    """Return how far what a player has reaches into the table."""
    hand, tokens = place.hand.size, place.tokens.size
    deep, before = (hand.height, tokens.height) if upright else (hand.width, tokens.width)
    return _ON_TABLE * deep + (_NEAR + before if before else 0.0)


def _height_beside(place: _Place) -> float:
    hand, tokens = place.hand.size.height, place.tokens.size.height
    return max(hand, tokens) + place.label.size.height + _NEAR


def _wrapped(arts: Sequence[Art], room: float, gap: float) -> list[Art]:
    """Return drawings in as few rows as they fit, equally wide and about as many in each."""
    width = max((art.size.width for art in arts), default=0.0)
    most = max(1, int((room + gap + 1e-6) / (width + gap)))
    rows = -(-len(arts) // most)
    each = -(-len(arts) // rows) if rows else 1
    made = []
    for start in range(0, len(arts), each):
        ink: list[Ink] = []
        group = arts[start : start + each]
        for index, art in enumerate(group):
            ink.append(art.moved(index * (width + gap) + (width - art.size.width) / 2, 0.0))
        height = max(art.size.height for art in group)
        made.append(Art(Size(len(group) * (width + gap) - gap, height), tuple(ink)))
    return made
