"""Names: which of them the expressions of a game use, and which its cards can have."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from cardforge.decode import Deferred
from cardforge.elements import PartElement, RepeatElement
from cardforge.model import Game

# Parts in parts, each use with names of its own, grow fast: beyond this no name is left out.
_MOST_DRAWN = 1000
NO_PARTS: Mapping[str, Any] = MappingProxyType({})


def names_in(value: Any, parts: Mapping[str, Any] = NO_PARTS) -> set[str]:
    """Return the names that expressions inside a value use, its parts included.

    What a repeat or the use of a part names itself is no field of the card in there.
    """
    names: set[str] = set()
    drawn: set[tuple[str, frozenset[str]]] = set()
    waiting: list[tuple[Any, frozenset[str]]] = [(value, frozenset())]
    while waiting:
        value, own = waiting.pop()
        if isinstance(value, Deferred):
            names.update(value.expression.names - own)
        elif isinstance(value, RepeatElement):
            waiting += [(value.common, own), (value.values, own)]
            waiting.append((value.children, own | {value.name, "loop"}))
            continue
        elif isinstance(value, dict):
            waiting += [(child, own) for child in value.values()]
        elif isinstance(value, (tuple, list)):
            waiting += [(child, own) for child in value]
        if isinstance(value, PartElement):
            inner = own.union(value.names) if len(drawn) < _MOST_DRAWN else frozenset()
            fresh = {(name, inner) for name in parts_of(value, parts)} - drawn
            drawn |= fresh
            waiting += [(parts[name], inner) for name, inner in fresh]
    return names


def parts_of(use: PartElement, parts: Mapping[str, Any]) -> set[str]:
    """Return the parts that a use may draw: one that is computed may be any of them."""
    return parts.keys() & {use.part} if isinstance(use.part, str) else set(parts)


def names_used(game: Game) -> set[str]:
    """Return every name that an expression or a statement of the game mentions."""
    decks = (*game.decks, *game.tokens)
    fields = {name for s in game.composition for name in (*s.field, *s.by, s.mark) if name}
    fields |= {pieces.each for s in game.dealing for pieces in s.pieces if pieces.each}
    products = (s.of for s in game.composition if isinstance(s.of, dict))
    fields |= {name for values in products for name in values}
    book = game.rulebook
    if book.codes is not None:
        fields.add(book.codes.field)
    return fields | names_in(
        [
            *(template.elements for template in game.templates.values()),
            *game.parts.values(),
            *((s.id, s.card_name, s.face, s.back, s.copies, s.where, s.let) for s in decks),
            *(row.expressions for s in decks for row in (*s.rows, *s.overrides.values())),
            # Every part of a statement, and of how a mode is dealt, is an expression or none.
            *game.composition,
            *game.dealing,
            *((table.where, table.columns) for table in book.tables.values()),
            *((effect.where, effect.text) for effect in book.effects),
            *(() if book.codes is None else book.codes.labels),
        ]
    )


def card_names(game: Game) -> frozenset[str]:
    """Return every field that a card of the game can have."""
    names = {"id", "name", "deck", "number", "copies"}
    for spec in (*game.decks, *game.tokens):
        names.update(spec.loops, spec.let)
        for row in (*spec.rows, *spec.overrides.values()):
            names.update(row.fields, row.expressions)
    return frozenset(names)
