"""Which elements stand by others: the ids that elements have and those that their boxes name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardforge.box_grammar import SCOPES, Edge
from cardforge.decode import Deferred
from cardforge.elements import Common, PartElement
from cardforge.names import parts_of
from cardforge.places import Reference


class Leaning(NamedTuple):
    """The ids inside an element, the ids its boxes name, and whether an expression may name any.

    `refers` tells of boxes that name anything, be it a place of the card.
    """

    ids: frozenset[str]
    names: frozenset[str]
    is_open: bool
    refers: bool


def leaning_of(value: Any, parts: Mapping[str, Any]) -> Leaning:
    """Return the ids that an element has and names, its parts included."""
    ids: set[str] = set()
    names: set[str] = set()
    drawn: set[str] = set()
    is_open = False
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Deferred):
            if isinstance(value.kind, Edge) or value.key == "box":
                is_open = True
                written = value.expression.text
                names.update(word for word in SCOPES if f"{word}." in written)
        elif isinstance(value, Reference):
            names.add(value.name)
        elif isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, (tuple, list)):
            waiting.extend(value)
        if isinstance(value, Common) and value.id:
            ids.add(value.id)
        if isinstance(value, PartElement):
            fresh = parts_of(value, parts) - drawn
            drawn |= fresh
            waiting.extend(parts[name] for name in fresh)
    return Leaning(frozenset(ids), frozenset(names - set(SCOPES)), is_open, bool(names))


def leaning_on(unsteady: frozenset[str], all_of_them: list[Leaning]) -> list[bool]:
    """Return for each element whether it stands, over others or not, by one that is unsteady."""
    leans = [False] * len(all_of_them)
    grown = True
    while grown:
        grown = False
        for number, each in enumerate(all_of_them):
            if not leans[number] and (each.names & unsteady or (each.is_open and unsteady)):
                leans[number] = grown = True
                unsteady |= each.ids
    return leans
