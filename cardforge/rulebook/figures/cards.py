"""Cards and tokens as pictures: one side at any width, cut to its shape, piles and fans of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from cardforge.color import WHITE, Color
from cardforge.edition import Edition
from cardforge.geometry import Box, Point, Segment, Size, Transform
from cardforge.ink import Group, Ink, Path, Plate, Use
from cardforge.marks import hexagon_path, round_path
from cardforge.model import Format
from cardforge.rulebook.book import Picture
from cardforge.svgpath import rounded_rectangle

# A white card shows on white paper by its outline.
_EDGE = 0.15
_EDGE_COLOR = Color("gray", (0.55,))
_EMPTY_DASH = (1.2, 0.9)

# How far two cards of a pile lie apart, and from which depth on one more shows under the top.
_PILE_STEP = 0.4
_PILE_LAYERS = (2, 3, 4, 8, 16)

# Cards in a row lie this far apart: in mm, or as a share of their width.
_LEAST_GAP, _GAP = 3.0, 0.12
# Labels lie so far apart, and so far below their pictures.
_LABEL_GAP, _UNDER = 3.0, 1.2

# Cards in a fan have a white rim outside their outline: alike backs would flow together.
_RIM = 0.25

# A fan opens so far, and two neighbours so far at most, in degrees.
_FAN = 16.0
_FAN_STEP = 6.0


class Art(NamedTuple):
    """Something drawn: nothing of it lies outside its size; the origin is its top left corner."""

    size: Size
    ink: tuple[Ink, ...]

    def moved(self, x: float, y: float) -> Group:
        """Return the ink with the top left corner at a place."""
        return Group(self.ink, Transform.moved(x, y))

    def within(self, width: float, height: float = math.inf) -> Art:
        """Return the drawing made smaller until it is no wider and no higher than asked."""
        if self.size.width <= width and self.size.height <= height:
            return self
        scale = min(width / self.size.width, height / self.size.height)
        return Art(
            Size(self.size.width * scale, self.size.height * scale),
            (Group(self.ink, Transform.scaled(scale, scale)),),
        )

    def turned(self, angle_deg: float) -> Art:
        """Return the drawing turned clockwise."""
        if not angle_deg:
            return self
        turn = Transform.turned(angle_deg)
        box = turn.apply_box(Box(0.0, 0.0, *self.size))
        place = turn.then(Transform.moved(-box.x, -box.y))
        return Art(Size(box.width, box.height), (Group(self.ink, place),))


NOTHING = Art(Size(0.0, 0.0), ())


class Side(NamedTuple):
    """One side of a card or token; `plate` is None for a blank one."""

    plate: Plate | None
    form: Format


class Sides:
    """The sides of all cards and tokens of an edition."""

    def __init__(self, edition: Edition) -> None:
        self.usual = edition.game.format
        self._sides: dict[tuple[str, str], Side] = {}
        for laid_out in (*edition.cards, *edition.tokens):
            form = laid_out.deck.spec.format
            for card, face, back in laid_out.cards:
                self._sides[card.id, "face"] = Side(face, form)
                self._sides[card.id, "back"] = Side(back, form)

    def find(self, card: str, side: str) -> Side:
        """Return a side by the card's id.

        A card whose template has a fault has no plate: it is blank, and nothing is written.
        """
        return self._sides.get((card, side), Side(None, self.usual))

    def of(self, picture: Picture) -> Side:
        """Return the side that a picture shows."""
        return self.find(picture.card, picture.side)


def size_at(form: Format, width: float) -> Size:
    """Return how large a side of a format is at a width."""
    return Size(width, width * form.trim.height / form.trim.width)


def draw_side(side: Side, width: float) -> Art:
    """Return a side as wide as asked, cut to its shape, with a fine outline."""
    scale = width / side.form.trim.width
    size = size_at(side.form, width)
    shape = shape_in(side.form, Box(0.0, 0.0, *side.form.trim))
    ink: list[Ink] = []
    if side.plate is not None:
        use = Use(side.plate, Point(0.0, 0.0))
        ink.append(Group((use,), Transform.scaled(scale, scale), shape))
    return Art(size, (*ink, _outline(side.form, size, fill=None if ink else WHITE)))


def empty_place(form: Format, width: float) -> Art:
    """Return the dashed outline of a place where cards will lie."""
    size = size_at(form, width)
    return Art(size, (_outline(form, size)._replace(dash=_EMPTY_DASH),))


def _outline(form: Format, size: Size, fill: Color | None = None) -> Path:
    """Return the edge of a card or token; the line lies inside its size."""
    scale, inside = size.width / form.trim.width, _EDGE / 2
    box = Box(inside, inside, size.width - _EDGE, size.height - _EDGE)
    segments = shape_in(form._replace(corner=form.corner * scale), box, inside)
    return Path(segments, fill, _EDGE_COLOR, _EDGE)


def shape_in(form: Format, box: Box, inside: float = 0.0) -> tuple[Segment, ...]:
    """Return the outline of a format in a box that lies so far inside of its edge."""
    if form.shape == "round":
        return round_path(box)
    if form.shape == "hexagon":
        return hexagon_path(box)
    return rounded_rectangle(box, form.corner - inside)


def pile(side: Side, width: float, depth: int) -> Art:
    """Return a pile: the edges of a few cards show under the top one."""
    layers = sum(depth >= least for least in _PILE_LAYERS)
    top = draw_side(side, width)
    under = _outline(side.form, top.size, WHITE)
    ink = [
        Group((under,), Transform.moved(step * _PILE_STEP, step * _PILE_STEP))
        for step in range(layers, 0, -1)
    ]
    reach = layers * _PILE_STEP
    return Art(Size(top.size.width + reach, top.size.height + reach), (*ink, *top.ink))


def rimmed(art: Art, form: Format | None) -> Art:
    """Return a card or token, or a picture without a form, with a white rim round it."""
    size = rimmed_size(art.size)
    box = Box(0.0, 0.0, *size)
    if form is None:
        segments = rounded_rectangle(box, 0.0)
    else:
        scale = art.size.width / form.trim.width
        segments = shape_in(form._replace(corner=form.corner * scale), box, -_RIM)
    return Art(size, (Path(segments, WHITE), art.moved(_RIM, _RIM)))


def rimmed_size(size: Size) -> Size:
    """Return how large something is with a white rim round it."""
    return Size(size.width + 2 * _RIM, size.height + 2 * _RIM)


def fan(cards: Sequence[Art], step: float, opening: float = _FAN) -> Art:
    """Return cards held in a hand: each covers the one before it but for `step` mm.

    They are turned about a point below them; the first is the leftmost.
    """
    places, size = fan_places([card.size for card in cards], step, opening)
    return Art(size, tuple(Group(c.ink, p) for p, c in zip(places, cards, strict=True)))


def fan_places(
    sizes: Sequence[Size], step: float, opening: float = _FAN
) -> tuple[list[Transform], Size]:
    """Return where the cards of a fan lie, and how large it is."""
    if not sizes:
        return [], NOTHING.size
    angle = min(_FAN_STEP, opening / (len(sizes) - 1)) if len(sizes) > 1 else 0.0
    reach = step / math.sin(math.radians(angle)) if angle else 0.0
    return hand_places(sizes, angle, reach)


def hand_places(
    sizes: Sequence[Size], angle_deg: float, reach: float
) -> tuple[list[Transform], Size]:
    """Return where cards lie that are turned about a point so far below their middles.

    The first is the leftmost; with the places comes how large all are together.
    """
    first = -angle_deg * (len(sizes) - 1) / 2
    places = []
    for index, size in enumerate(sizes):
        lifted = Transform.moved(-size.width / 2, -size.height / 2 - reach)
        places.append(lifted.then(Transform.turned(first + index * angle_deg)))
    boxes = [p.apply_box(Box(0.0, 0.0, *size)) for p, size in zip(places, sizes, strict=True)]
    box = boxes[0]
    for other in boxes[1:]:
        box = box.union(other)
    back = Transform.moved(-box.x, -box.y)
    return [place.then(back) for place in places], Size(box.width, box.height)


def in_row(arts: Sequence[Art], gap: float) -> Art:
    """Return drawings side by side on a common ground line."""
    if not arts:
        return NOTHING
    height = max(art.size.height for art in arts)
    ink: list[Ink] = []
    x = 0.0
    for art in arts:
        ink.append(art.moved(x, height - art.size.height))
        x += art.size.width + gap
    return Art(Size(x - gap, height), tuple(ink))


def stacked(arts: Sequence[Art], gap: float) -> Art:
    """Return drawings beneath each other, each in the middle."""
    shown = [art for art in arts if art.size.height]
    if not shown:
        return NOTHING
    width = max(art.size.width for art in shown)
    ink: list[Ink] = []
    y = 0.0
    for art in shown:
        ink.append(art.moved((width - art.size.width) / 2, y))
        y += art.size.height + gap
    return Art(Size(width, y - gap), tuple(ink))


def row_places(
    widths: Sequence[float], labels: Sequence[float], least_gap: float = _LEAST_GAP
) -> tuple[list[float], float]:
    """Return the middles of pictures in a row with labels beneath, and how wide the row is.

    No two labels touch; a label that is 0 wide is none.
    """
    if not widths:
        return [], 0.0
    centres = [0.0]
    for (one, two), (its, others) in zip(pairwise(widths), pairwise(labels), strict=True):
        apart = (one + two) / 2 + max(least_gap, _GAP * min(one, two))
        if its and others:
            apart = max(apart, (its + others) / 2 + _LABEL_GAP)
        centres.append(centres[-1] + apart)
    halves = [max(pair) / 2 for pair in zip(widths, labels, strict=True)]
    left = min(c - half for c, half in zip(centres, halves, strict=True))
    right = max(c + half for c, half in zip(centres, halves, strict=True))
    return [centre - left for centre in centres], right - left


def labelled(arts: Sequence[Art], labels: Sequence[Art], least_gap: float = _LEAST_GAP) -> Art:
    """Return pictures in a row, each with its label in the middle beneath; no two labels touch."""
    if not arts:
        return NOTHING
    widths = [art.size.width for art in arts]
    centres, width = row_places(widths, [label.size.width for label in labels], least_gap)
    ground = max(art.size.height for art in arts)
    below = ground + (_UNDER if ground else 0.0)
    ink: list[Ink] = []
    for centre, art, label in zip(centres, arts, labels, strict=True):
        ink.append(art.moved(centre - art.size.width / 2, ground - art.size.height))
        if label.ink:
            ink.append(label.moved(centre - label.size.width / 2, below))
    deepest = max(label.size.height for label in labels)
    return Art(Size(width, below + deepest if deepest else ground), tuple(ink))
