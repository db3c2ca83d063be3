"""Cards on a table: lit, with soft shadows of ink, held in a hand or laid out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from cardforge.color import BLACK
from cardforge.geometry import Box, Point, Segment, Size, Transform
from cardforge.ink import Group, Ink, Page, Path, Plate, Use
from cardforge.model import Format
from cardforge.rulebook.figures.cards import Art, Side, draw_side, hand_places, shape_in
from cardforge.svgpath import rounded_rectangle
from cardforge.units import MM_PER_INCH

# A shadow is many shapes over each other, each a little larger than the one above: so many for each
# mm of its reach, that no step is seen, within bounds.
_LAYERS_PER_MM, _LEAST_LAYERS, _MOST_LAYERS = 2.2, 8, 40
# Backs side by side are drawn larger by so many mm and overlap, that no seam shows between them.
_LAP = 0.5
# The resolution of pictures for a screen: one millimetre is about six pixels.
SCREEN_DPI = 150.0


class Light(NamedTuple):
    """How a thing lies on the table: how far its shadow reaches in mm, and how dark it is."""

    reach: float
    depth: float = 0.28
    fall: float = 0.35  # how far the shadow falls down and to the right, as a share of its reach


def shape_of(form: Format, box: Box) -> tuple[Segment, ...]:
    """Return the outline of a format that fills a box."""
    return shape_in(form._replace(corner=form.corner * box.width / form.trim.width), box)


def shadow(form: Format, size: Size, light: Light) -> tuple[Ink, ...]:
    """Return the soft shadow of a thing of some shape, its top left corner at the origin."""
    layers = min(max(round(light.reach * _LAYERS_PER_MM), _LEAST_LAYERS), _MOST_LAYERS)
    opacity = 1.0 - (1.0 - light.depth) ** (1.0 / layers)
    fall = light.reach * light.fall
    ink: list[Ink] = []
    for layer in range(layers):
        grow = light.reach * (0.5 - layer / (layers - 1))
        box = Box(fall * 0.4 - grow, fall - grow, size.width + 2 * grow, size.height + 2 * grow)
        if form.shape in ("round", "hexagon"):
            outline = shape_of(form, box)
        else:
            corner = form.corner * size.width / form.trim.width
            outline = rounded_rectangle(box, max(corner + grow, 0.1) + light.reach * 0.15)
        ink.append(Group((Path(outline, BLACK),), opacity=opacity))
    return tuple(ink)


def lifted(side: Side, width: float, light: Light) -> Art:
    """Return a card side as wide as asked, its shadow beneath; only the side counts as its size."""
    art = draw_side(side, width)
    return Art(art.size, (*shadow(side.form, art.size, light), *art.ink))


def hand(cards: Sequence[Art], angle_deg: float, radius: float) -> Art:
    """Return cards in a hand, the first leftmost and lowest, turned about a point below them."""
    places, size = hand_places([card.size for card in cards], angle_deg, radius)
    return Art(size, tuple(Group(c.ink, place) for c, place in zip(cards, places, strict=True)))


def placed(art: Art, middle: Point, angle_deg: float = 0.0) -> Group:
    """Return a drawing with its middle at a place, turned clockwise about it."""
    centred = Transform.moved(-art.size.width / 2, -art.size.height / 2)
    turned = centred.then(Transform.turned(angle_deg)) if angle_deg else centred
    return Group(art.ink, turned.then(Transform.moved(*middle)))


def veil(plate: Plate, box: Box, scale: float, opacity: float, angle_deg: float = 0.0) -> Group:
    """Return a card's back drawn again and again over a box, so pale that it is a texture."""
    trim = plate.trim
    wide, high = trim.width * scale, trim.height * scale
    reach = math.hypot(box.width, box.height) if angle_deg else 0.0
    columns = int(max(box.width, reach) // wide) + 2
    rows = int(max(box.height, reach) // high) + 2
    larger = Transform.scaled((wide + _LAP) / trim.width, (high + _LAP) / trim.height)
    lapping = larger.then(Transform.moved(-_LAP / 2, -_LAP / 2))
    tile = Group((Use(plate, Point(0.0, 0.0)),), lapping, Box(0.0, 0.0, *trim))
    tiles = tuple(
        Group((tile,), Transform.moved((column - columns / 2) * wide, (row - rows / 2) * high))
        for row in range(rows)
        for column in range(columns)
    )
    turn = Transform.turned(angle_deg).then(Transform.moved(*box.centre))
    return Group((Group(tiles, turn, opacity=opacity),), clip=box)


def screen_page(pixels: tuple[int, int], ink: Sequence[Ink]) -> Page:
    """Return a page for a picture of so many pixels on a screen; nothing lies outside of it."""
    size = size_of(pixels)
    whole = Box(0.0, 0.0, *size)
    return Page(size, whole, whole, (Group(tuple(ink), clip=whole),))


def size_of(pixels: tuple[int, int], dpi: float = SCREEN_DPI) -> Size:
    """Return how large a picture is at a resolution."""
    width, height = pixels
    return Size(width / dpi * MM_PER_INCH, height / dpi * MM_PER_INCH)
