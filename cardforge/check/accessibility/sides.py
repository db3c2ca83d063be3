"""The card sides of an edition, each plate once, and how messages name their colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cardforge.check.accessibility.paint import Paint, Painter
from cardforge.check.accessibility.vision import Rgb, hex_of, rgb_of
from cardforge.color import Color
from cardforge.diagnostics import Span
from cardforge.edition import Edition
from cardforge.fills import Area
from cardforge.ink import Plate
from cardforge.plates import LaidOut


class Side(NamedTuple):
    """A plate with its paint, the cards that have it, and the place of their deck."""

    plate: Plate
    paints: list[Paint]
    cards: list[str]
    span: Span


class Sides(NamedTuple):
    """Every card side of an edition, and in `compared` those a player tells from each other."""

    every: tuple[Side, ...]
    compared: tuple[tuple[Side, ...], ...]


class Words:
    """How messages name colours: by the palette where it has them."""

    def __init__(self, palette: Mapping[str, Area | None]) -> None:
        # Of two names for a colour the first one written; a name may also stand for none.
        named = [(name, color) for name, color in palette.items() if isinstance(color, Color)]
        self._names = {hex_of(rgb_of(color)): f"{name} " for name, color in reversed(named)}

    def color(self, rgb: Rgb) -> str:
        """Return a colour as `#rrggbb`, after its name in the palette if it has one."""
        digits = hex_of(rgb)
        return self._names.get(digits, "") + digits


def sides_of(edition: Edition, painter: Painter) -> Sides:
    """Return the sides of an edition.

    Compared are the faces of each deck, the backs of all cards, the faces of all tokens, their
    backs, and the two sides of each token.
    """
    made: dict[int, Side] = {}

    def side(plate: Plate, card: str, span: Span) -> Side:
        known = made.get(id(plate))
        if known is None:
            known = made[id(plate)] = Side(plate, painter.paints(plate), [], span)
        if known.cards[-1:] != [card]:
            known.cards.append(card)
        return known

    def faces(decks: Iterable[LaidOut]) -> list[Side]:
        return [side(s.face, s.card.id, d.deck.spec.span) for d in decks for s in d.cards]

    def backs(decks: Iterable[LaidOut]) -> list[Side]:
        laid = ((s, d.deck.spec.span) for d in decks for s in d.cards)
        return [side(s.back, s.card.id, span) for s, span in laid if s.back is not None]

    groups = [faces([deck]) for deck in edition.cards]
    groups += [backs(edition.cards), faces(edition.tokens), backs(edition.tokens)]
    for deck in edition.tokens:
        for sides in deck.cards:
            if sides.back is not None and sides.back is not sides.face:
                groups.append([made[id(sides.face)], made[id(sides.back)]])
    return Sides(tuple(made.values()), tuple(map(_once, groups)))


def _once(sides: Iterable[Side]) -> tuple[Side, ...]:
    return tuple({id(side.plate): side for side in sides}.values())
