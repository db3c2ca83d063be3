"""How `rulebook:` is written: its type and colours, its tables, its codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardforge.decode import BAD, Field, Kind, Reader, Record, read_fields, read_known
from cardforge.diagnostics import Span
from cardforge.element_kinds import Condition
from cardforge.kinds import (
    Anything,
    Choice,
    ColorKind,
    Length,
    ListOf,
    MapOf,
    Name,
    Text,
    TrueFalse,
)
from cardforge.languages import Languages
from cardforge.source import Node
from cardforge.specs import CodeSpec, EffectSpec, RulebookSpec, TableColumn, TableSpec


class Names(Kind):
    """One name, or a list of names."""

    code = "value.name"
    computable = False

    def read(self, node: Any, key: str, reader: Reader) -> Any:
        """Return a tuple of names."""
        if isinstance(node.value, list):
            return ListOf(Name(), least=1, distinct=True).read(node, key, reader)
        name = Name().read(node, key, reader)
        return BAD if name is BAD else (name,)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a name or a list of names."""
        return {"anyOf": [Name().schema(), {"type": "array", "items": Name().schema()}]}


# More cards in a fan hide each other.
MOST_ON_COVER = 5
# The keys that say what a column shows.
SHOWN = ("text", "icon", "picture", "total")
COLUMN = {
    "title": Field(Anything(), True, "the head of the column, for each language"),
    "text": Field(Text(), doc="what each row says, an expression over the card's fields"),
    "gather": Field(TrueFalse(), doc="whether rows join their different texts", literal=True),
    "icon": Field(Text(), doc="the icon of the row's first card, an expression for its name"),
    "picture": Field(Choice("face", "back"), doc="a picture of the row's first card", literal=True),
    "total": Field(TrueFalse(), doc="how many cards the row stands for", literal=True),
    "align": Field(Choice("left", "center", "right"), literal=True, doc="left, center or right"),
}
TABLE = {
    "deck": Field(Names(), True, "the deck, or a list of decks, whose cards make the rows"),
    "where": Field(Condition(), doc="keep only the cards for which this holds"),
    "columns": Field(
        ListOf(Record(COLUMN), least=1), True, doc="the columns of the table, from the left"
    ),
}
EFFECT = {
    "deck": Field(Names(), True, "the deck, or a list of decks"),
    "text": Field(Text(), True, "what the rulebook must say of each card"),
    "where": Field(Condition(), doc="only the cards for which this holds"),
}
CODES = {
    "deck": Field(Name(), True, "the deck that the cards of a code come from", literal=True),
    "field": Field(Name(), True, "the field by which a code names them", literal=True),
    "labels": Field(ListOf(Text(), least=1), True, "what is said of the card at each place"),
}
RULEBOOK = {
    "heading": Field(Text(), doc="a name of fonts:, or a face", literal=True),
    "text": Field(Text(), literal=True, doc="font of the text: a name of fonts: or a face"),
    "bold": Field(Text(), literal=True, doc="font of bold text"),
    "italic": Field(Text(), literal=True, doc="font of italic text"),
    "bold-italic": Field(Text(), literal=True, doc="font of bold italic text"),
    "label": Field(Text(), doc="of captions, table heads and running heads", literal=True),
    "accent": Field(ColorKind(needed=True), literal=True, doc="colour of signs, links and rules"),
    "ink": Field(ColorKind(needed=True), literal=True, doc="colour of the text"),
    "tint": Field(ColorKind(needed=True), doc="the ground of boxes and table heads", literal=True),
    "paper-thickness": Field(
        Length(0, 2), doc="of one sheet: how much inner leaves creep", literal=True
    ),
    "cover": Field(ListOf(Name(), least=1), doc="the cards on the cover, by id", literal=True),
    "tables": Field(MapOf(Record(TABLE)), doc="name: a table made of the cards"),
    "effects": Field(
        ListOf(Record(EFFECT)), doc="what cards do, in words that the rules must have"
    ),
    "codes": Field(Record(CODES), doc="how code() finds its cards"),
}
# The sections that are read one by one, for the places of what they hold.
_PARTS = ("tables", "effects", "codes", "cover")
_TOP = {key: Field(Anything()) if key in _PARTS else field for key, field in RULEBOOK.items()}


def read_rulebook(node: Node, reader: Reader, languages: Languages) -> RulebookSpec:
    """Return what could be read of the section; faults are reported."""
    if not reader.is_mapping(node, "rulebook", "a mapping"):
        return RulebookSpec()
    values, _ = read_known(node, _TOP, reader, "rulebook")
    parts: dict[str, Node] = {key: node.value[key] for key in _PARTS if key in node.value}
    made: dict[str, Callable[[Node], Any]] = {
        "tables": lambda part: dict(_tables(part, reader, languages)),
        "effects": lambda part: tuple(_effects(part, reader)),
        "codes": lambda part: _codes(part, reader),
        "cover": lambda part: _cover(part, reader),
    }
    known: dict[str, Any] = {key: value for key, value in values.items() if key not in _PARTS}
    known |= {key: made[key](part) for key, part in parts.items()}
    return RulebookSpec(**known, places={key: child.span for key, child in node.value.items()})


def _cover(node: Node, reader: Reader) -> tuple[tuple[str, Span], ...] | None:
    names = RULEBOOK["cover"].kind.read(node, "cover", reader.literal())
    if names is BAD:
        return None
    if len(names) > MOST_ON_COVER:
        message = f"the cover shows at most {MOST_ON_COVER} cards, found {len(names)}"
        reader.error("value.list", message, node.span, "name the finest ones")
        return None
    return tuple((child.value, child.span) for child in node.value if child.value in names)


def _tables(node: Node, reader: Reader, languages: Languages) -> Iterator[tuple[str, TableSpec]]:
    if not reader.is_mapping(node, "tables", "a mapping of names"):
        return
    for name, child in node.value.items():
        table = _table(name, child, reader, languages)
        if table is not None:
            yield name, table


def _table(name: str, node: Node, reader: Reader, languages: Languages) -> TableSpec | None:
    if not reader.is_mapping(node, f"table {name}", "a mapping"):
        return None
    fields = {
        **TABLE,
        "columns": Field(
            ListOf(Anything(), least=1), True, doc="the columns of the table, from the left"
        ),
    }
    values = read_fields(node, fields, reader, f"table {name}")
    if values is None:
        return None
    columns = [_column(child, reader, languages) for child in node.value["columns"].value]
    whole = tuple(column for column in columns if column is not None)
    if len(whole) < len(columns):
        return None
    return TableSpec(name, values["deck"], values.get("where", True), whole, node.span)


def _column(node: Node, reader: Reader, languages: Languages) -> TableColumn | None:
    if not reader.is_mapping(node, "a column", "a mapping"):
        return None
    values = read_fields(node, COLUMN, reader, "the column")
    if values is None:
        return None
    if sum(key in values for key in SHOWN) != 1:
        message = "a column has one of the keys " + ", ".join(SHOWN)
        reader.error("rulebook.column", message, node.span, 'write text: "{{ … }}"')
        return None
    title = languages.text(node.value["title"], "title")
    return TableColumn(
        title=title,
        align=values.get("align", "left"),
        text=values.get("text"),
        gather=values.get("gather", False),
        picture=values.get("picture"),
        total=values.get("total", False),
        span=node.span,
        icon=values.get("icon"),
    )


def _effects(node: Node, reader: Reader) -> Iterator[EffectSpec]:
    if not isinstance(node.value, list):
        RULEBOOK["effects"].kind.read(node, "effects", reader)
        return
    for child in node.value:
        if reader.is_mapping(child, "an effect", "a mapping"):
            values = read_fields(child, EFFECT, reader, "the effect")
            if values is not None:
                where = values.get("where", True)
                yield EffectSpec(values["deck"], values["text"], where, child.span)


def _codes(node: Node, reader: Reader) -> CodeSpec | None:
    if not reader.is_mapping(node, "codes", "a mapping"):
        return None
    values = read_fields(node, CODES, reader, "codes")
    return None if values is None else CodeSpec(span=node.span, **values)
