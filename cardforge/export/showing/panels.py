"""The panels of a game's box: cover, back, sides and lid, on any size."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.export.package import Order
from cardforge.export.showing.chosen import Chosen, main_back
from cardforge.export.showing.pen import Pen, mixed
from cardforge.export.showing.stage import Light, hand, lifted, veil
from cardforge.export.showing.words import contents
from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Group, Ink, Rect
from cardforge.rulebook.figures.cards import Art
from cardforge.units import mm_to_pt

# How many cards the cover shows.
CARDS = 3
# What of a panel stays free of art, in mm: folds may lie elsewhere by as much.
INSET = 5.0
# A thumb notch in the cover's upper edge reaches so far down.
NOTCH = 9.0
# The card's back as a texture: how large, how strong, how far turned.
_VEIL_SCALE, _VEIL, _VEIL_TURN = 1.5, 0.05, -12.0
_LIGHT = Light(2.2, 0.34)
_MOST_LISTED = 8
# Pictures that would be lower are left out.
_LEAST_FAN = 10.0
_LARGEST_PT, _LIST_PT = 40.0, 7.5
# Between counts and names.
_COLUMN = 1.6


def cover(pen: Pen, cards: Sequence[Chosen], size: Size) -> Art:
    """Return the cover: the title, a hand of cards, and who can play."""
    color, look = pen.on_accent, pen.look
    inset = _inset(size)
    width = size.width - 2 * inset
    notch = min(NOTCH, 2 * inset)
    title = pen.block(pen.title, Size(width, 0.27 * size.height), _LARGEST_PT, color, "center")
    players = pen.line(pen.players, look.label, 10.0, color, width, "center")
    foot = size.height - inset - players.size.height
    top = notch + title.size.height + 2.0
    ink: list[Ink] = [title.moved(inset, notch), players.moved(inset, foot)]
    room = foot - top - 3.0
    if room < _LEAST_FAN:
        return Art(size, tuple(ink))
    fan = _fan(cards, 0.86 * room).within(width + 2.5, room)
    x = (size.width - fan.size.width) / 2
    ink.append(fan.moved(x, top + (room - fan.size.height) / 2))
    return Art(size, tuple(ink))


def _inset(size: Size) -> float:
    """Return what of a panel stays free at each edge: less of a small one."""
    return min(INSET, 0.085 * min(size))


def _fan(cards: Sequence[Chosen], height: float) -> Art:
    """Return the cards of the cover; one alone stands upright."""
    if not cards:
        return Art(Size(0.0, 0.0), ())
    arts = [
        lifted(c.side, height * c.side.form.trim.width / c.side.form.trim.height, _LIGHT)
        for c in cards
    ]
    return hand(arts, 10.0, 1.0 * height)


def back(order: Order, pen: Pen, size: Size) -> Art:
    """Return the back of the box: the card's back, who can play, and what is inside."""
    color, look = pen.on_accent, pen.look
    inset = _inset(size)
    width = size.width - 2 * inset
    listed = _contents(order, pen, width)
    players = pen.line(pen.players, look.label, 10.0, color, width, "center")
    below = players.size.height + 3.0 + listed.size.height
    y = size.height - inset - listed.size.height
    ink: list[Ink] = [
        listed.moved(inset, y),
        players.moved(inset, y - 3.0 - players.size.height),
    ]
    side = main_back(order)
    room = size.height - 2 * inset - below - 5.0
    if side is not None and room > _LEAST_FAN:
        trim = side.form.trim
        wide = min(room * trim.width / trim.height, width * 0.62)
        picture = lifted(side, wide, _LIGHT)
        at = Point((size.width - wide) / 2, inset + 1.0 + (room - picture.size.height) / 2)
        ink.append(picture.moved(*at))
    return Art(size, tuple(ink))


def _contents(order: Order, pen: Pen, width: float) -> Art:
    """Return the list of what is in the box, in the middle of a width."""
    look, color = pen.look, pen.on_accent
    pale = mixed(color, look.accent, 0.86)
    rows = contents(pen.words, (*order.cards, *order.tokens), pen.language)
    if len(rows) > _MOST_LISTED:
        told = pen.words.total((*order.cards, *order.tokens))
        return pen.line(told, look.label, 8.5, pale, width, "center")
    head = pen.line(pen.words("box"), look.label, 8.5, color, width, "center")
    # Counts end where names begin, and both together stand in the middle.
    number = max(pen.width(str(count), look.label, _LIST_PT) for count, _ in rows)
    widest = max(pen.width(name, look.label, _LIST_PT) for _, name in rows)
    name_room = min(widest, width - number - _COLUMN)
    left = (width - number - _COLUMN - name_room) / 2
    ink: list[Ink] = [head.moved(0.0, 0.0)]
    y = head.size.height + 1.4
    for count, name in rows:
        told_count = pen.line(str(count), look.label, _LIST_PT, color, number, "right")
        row = pen.line(name, look.label, _LIST_PT, pale, name_room)
        ink += [told_count.moved(left, y), row.moved(left + number + _COLUMN, y)]
        y += told_count.size.height + 0.75
    return Art(Size(width, y), tuple(ink))


def spine(pen: Pen, size: Size) -> Art:
    """Return a side of the box: the title, read from top to bottom when the box stands."""
    color = pen.on_accent
    room = Size(0.8 * size.height, size.width - 2 * min(INSET, 0.22 * size.width))
    title = pen.block(pen.title, room, mm_to_pt(0.34 * size.width), color, "center")
    turned = Transform.turned(90.0)
    box = turned.apply_box(Box(0.0, 0.0, *title.size))
    # The baseline is not the middle of the letters: what hangs below it is little.
    x = (size.width - box.width) / 2 - box.x
    y = (size.height - box.height) / 2 - box.y
    return Art(size, (Group(title.ink, turned.then(Transform.moved(x, y))),))


def lid(pen: Pen, size: Size) -> Art:
    """Return the top of the box: the title, upside down to the panel that it hangs on."""
    color = pen.on_accent
    room = Size(0.78 * size.width, size.height - 2 * min(INSET, 0.22 * size.height))
    title = pen.block(pen.title, room, mm_to_pt(0.34 * size.height), color, "center")
    turned = Transform.turned(180.0)
    x = (size.width + title.size.width) / 2
    y = (size.height + title.size.height) / 2
    return Art(size, (Group(title.ink, turned.then(Transform.moved(x, y))),))


def ground(order: Order, pen: Pen, size: Size) -> list[Ink]:
    """Return what lies under all panels and pictures: the accent, with the cards' back in it."""
    whole = Box(0.0, 0.0, *size)
    ink: list[Ink] = [Rect(whole, fill=pen.look.accent)]
    side = main_back(order)
    if side is not None and side.plate is not None:
        ink.append(veil(side.plate, whole, _VEIL_SCALE, _VEIL, _VEIL_TURN))
    return ink
