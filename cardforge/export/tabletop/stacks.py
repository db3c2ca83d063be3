"""The decks of an order as virtual tabletops want them: each face and back once, with its cards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from cardforge.export.package import FittedDeck, Order, Shown
from cardforge.geometry import Insets, Size
from cardforge.ink import Plate, Text
from cardforge.ink.bounds import every_ink
from cardforge.model import Card, Format

_NO_BLEED = Insets(0.0, 0.0, 0.0, 0.0)


class Cell(NamedTuple):
    """A face and its back, and the cards that have both: what tells them apart is not printed."""

    face: Plate
    back: Plate
    cards: tuple[Card, ...]

    @property
    def copies(self) -> int:
        """Return how many cards of the box look like this."""
        return sum(card.copies for card in self.cards)


class Stack(NamedTuple):
    """A deck of cards or tokens: its name, its title in the language of the order, its cells."""

    name: str
    title: str
    kind: str
    form: Format
    cells: tuple[Cell, ...]

    @property
    def trim(self) -> Size:
        """Return the finished size of its cards."""
        return self.form.trim

    @property
    def total(self) -> int:
        """Return how many cards it has, copies counted."""
        return sum(cell.copies for cell in self.cells)

    @property
    def shared_back(self) -> Plate | None:
        """Return the back that all its cards have, None when they differ."""
        first = self.cells[0].back
        return first if all(cell.back is first for cell in self.cells) else None

    def back_shown(self) -> Shown:
        """Return what a picture of the back that all cards have shows."""
        return Shown("back", self.name, name=self.title, copies=self.total)

    def shown(self, side: str, cells: Iterable[Cell]) -> tuple[Shown, ...]:
        """Return what a picture of one side of some cells shows, card by card."""
        return tuple(
            Shown(side, self.name, card.id, card.name, card.copies)
            for cell in cells
            for card in cell.cards
        )


def stacks_of(order: Order, decks: Iterable[FittedDeck]) -> Iterator[Stack]:
    """Yield the decks of an order that have cards."""
    for laid_out, _ in decks:
        cells = _cells(laid_out.cards, laid_out.deck.spec.format.trim)
        if cells:
            spec = laid_out.deck.spec
            title = (spec.title or {}).get(order.edition.settings.language) or spec.name
            kind = "token" if spec.is_token else "card"
            yield Stack(spec.name, title, kind, spec.format, cells)


def _cells(cards: Iterable[Any], trim: Size) -> tuple[Cell, ...]:
    """Return the looks of some cards in their order."""
    blank = Plate("blank", trim, _NO_BLEED, ())
    found: dict[tuple[int, int], Cell] = {}
    for card, face, back in cards:
        behind = back or blank
        look = (id(face), id(behind))
        known = found.get(look, Cell(face, behind, ()))
        found[look] = known._replace(cards=(*known.cards, card))
    return tuple(found.values())


def words_on(plate: Plate) -> str:
    """Return what is printed on a side, each text once, what one element says on one line."""
    lines: dict[Any, list[str]] = {}
    seen: set[str] = set()
    for placed in every_ink(plate):
        if not isinstance(placed.item, Text) or not placed.item.text.strip():
            continue
        text = " ".join(placed.item.text.split())
        if text not in seen:
            seen.add(text)
            lines.setdefault(placed.item.origin, []).append(text)
    return "\n".join(" ".join(texts) for texts in lines.values())


def title_of(order: Order) -> str:
    """Return the title of the game in the language of the order."""
    game = order.edition.game
    return game.title.get(order.edition.settings.language) or game.id


def hex_name(digits: int, *parts: str) -> str:
    """Return so many hexadecimal digits that stand for some names, the same in every export."""
    text = "\0".join(parts).encode()
    return hashlib.blake2b(text, digest_size=digits // 2).hexdigest()


def written_json(value: Any) -> bytes:
    """Return a value as JSON, in the order in which it was made."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
