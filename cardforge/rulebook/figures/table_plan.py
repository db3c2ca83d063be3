"""The plan of a table at the beginning of a game: what lies in the middle, and who sits where."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from cardforge.color import Color
from cardforge.geometry import Box, Size
from cardforge.ink import Ink, Rect
from cardforge.rulebook.book import Seat, Spot, TablePlan
from cardforge.rulebook.figures.cards import (
    NOTHING,
    Art,
    Side,
    Sides,
    draw_side,
    fan,
    in_row,
    rimmed,
    stacked,
)
from cardforge.rulebook.figures.labels import Labels, Wide
from cardforge.rulebook.figures.spots import TOKEN, SpotDrawer, in_rows, width_beside


class _Measures(NamedTuple):
    """How a plan is drawn; lengths in mm, shares of the whole room.

    `card` is the share of a card in the middle, which is at least and at most so wide.
    """

    card: float
    least_card: float
    most_card: float
    pad: float
    between: float
    side_label: float
    in_hand: float
    hand_step: float
    hand_opening: float
    radius: float


_LARGE = _Measures(0.115, 8.5, 17.0, 3.0, 5.5, 0.15, 0.66, 0.36, 30.0, 7.0)
# On a small page everything is closer together.
_SMALL = _Measures(0.17, 8.5, 17.0, 1.6, 2.4, 0.21, 0.6, 0.27, 18.0, 3.5)
_SMALL_ROOM = 80.0
# Round a small table so many players find room; more stand in rows beneath it.
_MOST_ROUND_SMALL = 4
_IN_ONE_ROW, _BESIDE = 3, 1.8

# A small plan is not higher than this share of its width, if smaller cards can help.
_MOST_HEIGHT = 1.2
_SMALL_SIZES = (1.0, 0.9, 0.8, 0.7)
# So many spots are spread above, between and below the players at the sides of a small table.
_MOST_SPREAD = 6

# The least width of a token, in mm.
_LEAST_TOKEN = 4.0
_MOST_IN_HAND = 7
_MOST_TOKENS = 6
_TOKEN_GAP = 0.8

# How much of a hand lies on the table.
_ON_TABLE = 0.3
_NEAR = 1.2
# What a player at the left or right has is no wider than this, and tokens are no deeper, as
# shares of the room: so there is always room in the middle.
_MOST_BESIDE, _MOST_DEEP = 0.28, 0.09
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
        self.is_small = room < _SMALL_ROOM
        self.by = _SMALL if self.is_small else _LARGE
        least = min(self.by.least_card, 0.2 * room)
        self.card = min(max(self.by.card * room, least), self.by.most_card)
        self.middle = SpotDrawer(sides, labels, room, self.by.pad, self.by.between)

    def draw(self, plan: TablePlan) -> Art:
        """Return the plan; it is as wide as the room.

        Raises Wide when something of it is wider.
        """
        try:
            if not self.is_small:
                return self._round_the_table(plan)
            if len(plan.seats) <= _MOST_ROUND_SMALL:
                return self._small_table(plan)
            return self._in_rows(plan)
        except Wide as fault:
            raise Wide(self.room + fault.needed - fault.has, self.room) from None

    # --- parts ---

    def _spots(self, spots: Sequence[Spot], room: float) -> Art:
        return self.middle.draw(spots, self.card, room)

    def _hand(self, seat: Seat) -> Art:
        count = min(seat.hand, _MOST_IN_HAND)
        if not count:
            return NOTHING
        side = self.sides.of(seat.back) if seat.back else Side(None, self.sides.usual)
        card = draw_side(side, width_beside(side, self.sides, self.by.in_hand * self.card))
        step = self.by.hand_step * card.size.width
        return fan([rimmed(card, side.form)] * count, step, self.by.hand_opening)

    def _tokens(self, seat: Seat) -> Art:
        """Return the tokens of a player in rows."""
        arts = []
        for picture in seat.tokens:
            side = self.sides.of(picture)
            wide = max(TOKEN * self.card, _LEAST_TOKEN)
            trim = side.form.trim
            arts.append(draw_side(side, wide * min(1.0, trim.width / trim.height)))
        return in_rows(arts, _MOST_TOKENS, _TOKEN_GAP)

    def _beside(self, seat: Seat, edge: str) -> _Place:
        """Return what a player at the left or right edge has."""
        turn, most = _TURN[edge], _MOST_BESIDE * self.room
        hand = self._hand(seat).within(math.inf, most).turned(turn)
        tokens = self._tokens(seat).within(math.inf, _MOST_DEEP * self.room).turned(turn)
        room = max(self.by.side_label * self.room, (1 - _ON_TABLE) * hand.size.width)
        return _Place(hand, tokens, self.labels.fitted(seat.label, room, most - _NEAR))

    def _level(self, seat: Seat, edge: str, room: float) -> _Place:
        """Return what a player at the upper or lower edge has."""
        turn = _TURN[edge]
        hand = self._hand(seat).within(room).turned(turn)
        tokens = self._tokens(seat).within(room).turned(turn)
        return _Place(hand, tokens, self.labels.fitted(seat.label, room, room))

    # --- a table with its players round it ---

    def _round_the_table(self, plan: TablePlan) -> Art:
        sitting = _sitting(plan.seats)
        edges = {edge: [self._beside(s, edge) for s in sitting[edge]] for edge in ("left", "right")}
        beside = edges["left"] + edges["right"]
        # The middle of the table is the middle of the figure.
        out = max(map(_out_beside, beside), default=0.0)
        width = self.room - 2 * out
        for edge in ("top", "bottom"):
            count = len(sitting[edge])
            room = 0.8 * self.room if count == 1 else width / max(count, 1) - _BESIDE
            edges[edge] = [self._level(seat, edge, room) for seat in sitting[edge]]
        inner = max((_inside(place, upright=False) for place in beside), default=0.0)
        above = max((_inside(place, upright=True) for place in edges["top"]), default=0.0)
        below = max((_inside(place, upright=True) for place in edges["bottom"]), default=0.0)
        pad = self.by.pad
        spots = self._spots(plan.spots, width - 2 * (inner + pad))
        tallest = max(map(_height_beside, beside), default=0.0)
        height = max(above + below + spots.size.height, tallest) + 2 * pad
        height = max(height, _LEAST_HEIGHT * width)
        top = max(map(_out_level, edges["top"]), default=0.0)
        table = Box(out, top, width, height)
        middle = top + (above + height - below - spots.size.height) / 2
        ink: list[Ink] = [Rect(table, self.by.radius, self.tint)]
        ink.append(spots.moved(table.centre.x - spots.size.width / 2, middle))
        ink += self._level_edges(edges, table)
        ink += self._upright_edges(edges, table)
        bottom = max(map(_out_level, edges["bottom"]), default=0.0)
        return Art(Size(self.room, top + height + bottom), tuple(ink))

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

    # --- a table on a small page: hands and names lie on it too ---

    def _small_table(self, plan: TablePlan) -> Art:
        """Return the plan in cards as large as leave room on the page for what it belongs to."""
        usual, made = self.card, NOTHING
        for size in _SMALL_SIZES:
            self.card = size * usual
            made = self._on_the_table(plan)
            if made.size.height <= _MOST_HEIGHT * self.room:
                break
        return made

    def _on_the_table(self, plan: TablePlan) -> Art:
        sitting, pad = _sitting(plan.seats), self.by.pad
        room = self.room - 2 * pad
        top = self._seated(sitting["top"], "top", room)
        bottom = self._seated(sitting["bottom"], "bottom", room)
        left, right = (self._aside(sitting[edge], edge) for edge in ("left", "right"))
        middle = self._middle(plan.spots, left, right, room)
        whole = stacked([top, middle, bottom], pad)
        size = Size(self.room, whole.size.height + 2 * pad)
        table = Rect(Box(0.0, 0.0, *size), self.by.radius, self.tint)
        return Art(size, (table, whole.moved((self.room - whole.size.width) / 2, pad)))

    def _seated(self, seats: Sequence[Seat], edge: str, room: float) -> Art:
        """Return the players at the upper or lower edge: each with the tokens beside the hand."""
        each = (room + _BESIDE) / max(1, len(seats)) - _BESIDE
        shown = []
        for seat in seats:
            hand = self._hand(seat).within(each).turned(_TURN[edge])
            tokens = self._tokens(seat).within(each)
            owned = [art for art in (hand, tokens) if art.ink]
            beside = in_row(owned, _BESIDE)
            things = beside if beside.size.width <= each else stacked(owned, _NEAR)
            label = self.labels.fitted(seat.label, each, each)
            parts = [label, things] if edge == "top" else [things, label]
            shown.append(_in_width(stacked(parts, _TOKEN_GAP), each))
        return in_row(shown, _BESIDE)

    def _aside(self, seats: Sequence[Seat], edge: str) -> Art:
        """Return the player at the left or right edge."""
        room, most = self.by.side_label * self.room, _MOST_BESIDE * self.room
        for seat in seats:
            hand = self._hand(seat).within(most).turned(_TURN[edge]).within(room)
            tokens = self._tokens(seat).within(room)
            label = self.labels.fitted(seat.label, room, most)
            return stacked([tokens, hand, label], _TOKEN_GAP)
        return NOTHING

    def _middle(self, spots: Sequence[Spot], left: Art, right: Art, room: float) -> Art:
        """Return the spots and the players at the sides, as low as can be.

        Between the players there is less room than above and below them.
        """
        if not left.ink and not right.ink:
            return self._spots(spots, room)
        count = len(spots)
        ways = [(start, end) for start in range(count + 1) for end in range(start, count + 1)]
        made: list[Art] = []
        fault: Wide | None = None
        for start, end in ways if count <= _MOST_SPREAD else [(count, count)]:
            try:
                above, below = (self._spots(p, room) for p in (spots[:start], spots[end:]))
                band = self._band(spots[start:end], left, right, room)
            except Wide as wide:
                fault = wide
            else:
                made.append(stacked([above, band, below], self.by.pad))
        if not made:
            raise fault or Wide(self.room, room)
        return min(made, key=lambda art: art.size.height)

    def _band(self, spots: Sequence[Spot], left: Art, right: Art, room: float) -> Art:
        """Return the players at the sides with spots between them."""
        pad = self.by.pad
        between = self._spots(spots, room - left.size.width - right.size.width - 2 * pad)
        height = max(art.size.height for art in (left, between, right))
        free = room - left.size.width - right.size.width
        across = left.size.width + (free - between.size.width) / 2
        places = ((left, 0.0), (between, across), (right, room - right.size.width))
        ink = tuple(art.moved(x, (height - art.size.height) / 2) for art, x in places if art.ink)
        return Art(Size(room, height), ink)

    # --- a table on a small page, many players beneath it ---

    def _in_rows(self, plan: TablePlan) -> Art:
        spots = self._spots(plan.spots, self.room - 2 * self.by.pad)
        ink: list[Ink] = []
        height = 0.0
        if spots.ink:
            height = spots.size.height + 2 * self.by.pad
            ink.append(Rect(Box(0.0, 0.0, self.room, height), self.by.radius, self.tint))
            ink.append(spots.moved((self.room - spots.size.width) / 2, self.by.pad))
        room = (self.room + _BESIDE) / _IN_ONE_ROW - _BESIDE
        seats = []
        for seat in plan.seats:
            hand, tokens = self._hand(seat).within(room), self._tokens(seat).within(room)
            seats.append(stacked([tokens, hand, self.labels.fitted(seat.label, room, room)], 0.6))
        for row in _wrapped(seats, self.room, _BESIDE):
            height += self.by.pad / 2
            ink.append(row.moved((self.room - row.size.width) / 2, height))
            height += row.size.height
        return Art(Size(self.room, height), tuple(ink))


def _sitting(seats: Sequence[Seat]) -> dict[str, list[Seat]]:
    """Return who sits at each edge, from left to right."""
    found: dict[str, list[Seat]] = {edge: [] for edge in _TURN}
    for edge, seat in zip(SEATS.get(len(seats), SEATS[6]), seats, strict=False):
        found[edge].append(seat)
    return found


def _in_width(art: Art, width: float) -> Art:
    """Return a drawing in the middle of a width."""
    return Art(Size(width, art.size.height), (art.moved((width - art.size.width) / 2, 0.0),))


def _out_beside(place: _Place) -> float:
    """Return how far a player at the left or right edge reaches beyond the table."""
    label = place.label.size.width
    return max((1 - _ON_TABLE) * place.hand.size.width, label + _NEAR if label else 0.0)


def _out_level(place: _Place) -> float:
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
