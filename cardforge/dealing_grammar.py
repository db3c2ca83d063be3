"""How `dealing:` is written: what each mode deals, and what must be left to play it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardforge.decode import BAD, Field, Node, Reader, read_fields, record_schema
from cardforge.element_kinds import Condition
from cardforge.game_grammar import SOURCES
from cardforge.kinds import Anything, Choice, MapOf, Name, Whole
from cardforge.languages import Languages
from cardforge.rulebook_grammar import Names
from cardforge.specs import DealingSpec, PiecesSpec

_COUNT = Whole(0, 100_000)
PIECES = {
    "need": Field(_COUNT, True, "how many must be there, for each value of `each` if given"),
    "each": Field(Name(), doc="the field whose values are counted one by one", literal=True),
    "where": Field(Condition(), doc="only the pieces for which this holds"),
    "at-once": Field(_COUNT, doc="how many can be in use at the same time"),
    "source": Field(
        Choice(*SOURCES), literal=True, doc="where it comes from: stated, derived, ruling or house"
    ),
    "because": Field(Anything(), doc="why, for the reader of a report"),
}
DEALING = {
    "title": Field(Anything(), doc="how the table calls it; the mode's title by default"),
    "mode": Field(Names(), doc="the mode, or a list of modes, that is dealt so", literal=True),
    "deck": Field(Names(), True, "the deck, or decks, that are dealt", literal=True),
    "where": Field(Condition(), doc="only the cards that the mode uses"),
    "cards": Field(_COUNT, doc="how many cards are shuffled, when not all of the deck"),
    "always": Field(Condition(), doc="which are always among them, when not all are shuffled"),
    "hand": Field(_COUNT, doc="cards dealt to each player"),
    "open": Field(_COUNT, doc="cards laid out for everybody"),
    "leave": Field(_COUNT, doc="cards that must be left to draw, 1 by default"),
    "reserve": Field(_COUNT, doc="cards that should be left to draw"),
    "most": Field(Whole(1, 1000), doc="for how many players the game says the mode is"),
    "pieces": Field(MapOf(Anything()), doc="tokens and other decks that are needed"),
    "source": Field(
        Choice(*SOURCES),
        True,
        literal=True,
        doc="where it comes from: stated, derived, ruling or house",
    ),
    "because": Field(Anything(), doc="why, for the reader of a report"),
}


def read_dealing(node: Node | None, reader: Reader, languages: Languages) -> Iterator[DealingSpec]:
    """Yield how each mode is dealt, as far as it could be read; faults are reported."""
    if node is None or not reader.is_mapping(node, "dealing", "a mapping of names"):
        return
    for name, child in node.value.items():
        spec = _dealing(name, child, reader, languages)
        if spec is not None:
            yield spec


def _dealing(name: str, node: Node, reader: Reader, languages: Languages) -> DealingSpec | None:
    what = f"dealing {name}"
    if not reader.is_mapping(node, what, "a mapping"):
        return None
    before = reader.report.count("error")
    pieces = tuple(_pieces(node.value.get("pieces"), reader))
    values = read_fields(node, DEALING, reader, what)
    if values is None or reader.report.count("error") > before:
        return None
    title = node.value.get("title")
    values |= {
        "title": languages.text(title, "title") if title is not None else None,
        "pieces": pieces,
        "decks": values.pop("deck"),
        "modes": values.pop("mode", ()),
    }
    places = {key: child.span for key, child in node.value.items()}
    return DealingSpec(name=name, span=node.span, places=places, **values)


def _pieces(node: Node | None, reader: Reader) -> Iterator[PiecesSpec]:
    if node is None or not reader.is_mapping(node, "pieces", "a mapping of tokens"):
        return
    for name, child in node.value.items():
        need = reader.read(child, _COUNT, name) if not isinstance(child.value, dict) else BAD
        if need is not BAD:
            yield PiecesSpec(name, child.span, need)
        elif isinstance(child.value, dict):
            values = read_fields(child, PIECES, reader, f"pieces {name}")
            if values is not None:
                yield PiecesSpec(name, child.span, **values)


def dealing_schema() -> dict[str, Any]:
    """Return the JSON Schema of the section."""
    entry = record_schema(DEALING)
    need = {"anyOf": [_COUNT.schema(), record_schema(PIECES)]}
    pieces = {"type": "object", "additionalProperties": need}
    entry["properties"]["pieces"] = {"description": DEALING["pieces"].doc, **pieces}
    return {"type": "object", "additionalProperties": entry}
