"""How decks and tokens are written: loops, rows, rules for ids, faces, backs and copies."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from cardforge import presets
from cardforge.data_grammar import TableKind
from cardforge.decode import (
    BAD,
    EXPRESSION_MARK,
    Deferred,
    Field,
    Reader,
    attribute,
    found,
    plain,
    read_known,
)
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.element_kinds import Condition, range_hint, read_range
from cardforge.geometry import Size
from cardforge.kinds import Anything, Choice, Length, Name, Text, TrueFalse, Whole
from cardforge.languages import Languages
from cardforge.model import DeckSpec, Format, Row
from cardforge.presets import FormatKind
from cardforge.source import Node
from cardforge.tables.shelf import Tables

COPIES = Whole(0, 999, "card.copies")
# Without what these say no card of a deck can be judged.
NEEDED = ("from", "face", "back", "id", "where", "table")
RESERVED = ("id", "name", "face", "back", "copies")
DECK = {
    "title": Field(Anything(), doc="what people call the deck, for each language"),
    "from": Field(Name(), doc="a shared deck: standard-52", literal=True),
    "for": Field(Anything(), doc="a card for each value, or each combination of values"),
    "table": Field(TableKind(), doc="the cards as rows of a CSV, XLSX, JSON or YAML file"),
    "rows": Field(Anything(), doc="the cards one by one"),
    "let": Field(Anything(), doc="fields computed for each card"),
    "override": Field(Anything(), doc="changed fields of single cards, by id"),
    "id": Field(Text(), doc="of each card; the values of for joined by - by default"),
    "name": Field(Anything(), doc="what people call the card, for each language"),
    "face": Field(Text(), doc="the face's template"),
    "back": Field(Text(), doc="the back's template, or none for a blank back"),
    "copies": Field(COPIES, doc="how many of each card are printed, 0 to 999"),
    "where": Field(Condition(), doc="keep only the cards for which this holds"),
    "hidden": Field(TrueFalse(), doc="whether the cards are held in hidden hands", literal=True),
    "format": Field(FormatKind(), literal=True, doc="another format than that of the game"),
    "marks": Field(
        Choice("none", "crop", "guides"),
        literal=True,
        doc="crop marks, guides across the sheet, or none",
    ),
}
TOKEN = {
    **{key: field for key, field in DECK.items() if key != "format"},
    "shape": Field(Choice("round", "square", "hexagon"), True, literal=True, doc="of the token"),
    "size": Field(
        Length(5, 200), True, "diameter, edge, or width across the corners", literal=True
    ),
    "bleed": Field(Length(0, 10), literal=True, doc="ink beyond the trim, in mm; 1.5 by default"),
    "safe": Field(
        Length(0, 20), literal=True, doc="inset that must hold all meaning, in mm; 1 by default"
    ),
}
# A hexagon lying on a corner-to-corner width has this height.
HEXAGON_HEIGHT = 0.8660254037844386


def check_deck_name(name: str, place: Span, report: Report) -> None:
    """Report a name with a dot: `a.b.c` could then be a card of two decks."""
    if not re.fullmatch(r"\w[\w-]*", name):
        message = f"a deck has a name of letters, digits, '-' and '_', found '{name:.40}'"
        report.error("value.name", message, place, hint="give people its name in title:")


def read_deck(
    name: str, node: Node, reader: Reader, default: Format, languages: Languages, tables: Tables
) -> DeckSpec | None:
    """Return the deck written under `name`, or None after reporting its faults."""
    written = _written(name, node, DECK, reader)
    if written is None:
        return None
    form = written.values.get("format") or default
    return _deck(written, form, _Sources(reader, languages, tables), is_token=False)


def read_token(
    name: str, node: Node, reader: Reader, languages: Languages, tables: Tables
) -> DeckSpec | None:
    """Return the token deck written under `name`, or None after reporting its faults."""
    written = _written(name, node, TOKEN, reader)
    if written is None or not {"size", "shape"} <= written.values.keys():
        return None
    values = written.values
    size, shape = values["size"], values["shape"]
    trim = Size(size, size * HEXAGON_HEIGHT if shape == "hexagon" else size)
    form = Format(name, trim, values.get("bleed", 1.5), values.get("safe", 1.0), 0.0, shape)
    return _deck(written, form, _Sources(reader, languages, tables), is_token=True)


class _Sources(NamedTuple):
    """What reading a deck needs besides what is written."""

    reader: Reader
    languages: Languages
    tables: Tables


class _Written(NamedTuple):
    """A deck with what its shared deck adds, and the values of its keys that could be read."""

    name: str
    node: Node
    values: dict[str, Any]


def _written(name: str, node: Node, table: dict[str, Field], reader: Reader) -> _Written | None:
    """Return the deck as it is written, None when no card of it could be judged."""
    if not reader.is_mapping(node, f"deck {name}", "a mapping"):
        return None
    whole = _with_shared(node, reader)
    if whole is None:
        return None
    values, _ = read_known(whole, table, reader, f"deck {name}")
    lost = any(key in whole.value and attribute(key) not in values for key in NEEDED)
    return None if lost else _Written(name, whole, values)


def _with_shared(node: Node, reader: Reader) -> Node | None:
    """Return the deck with its gaps filled from the shared deck that it builds on."""
    shared = node.value.get("from")
    if shared is None:
        return node
    base = presets.decks().get(shared.value) if isinstance(shared.value, str) else None
    if base is None:
        hint = did_you_mean(str(shared.value), presets.decks())
        hint = hint or "use standard-52"
        message = f"no shared deck is called {found(shared)}"
        reader.error("deck.unknown", message, shared.span, hint)
        return None
    # A fault of what the shared deck says is told where the designer asked for that deck.
    base = base.moved_to(shared)
    joined = node.over(base)
    own, common = node.value.get("let"), base.value.get("let")
    if own and common and isinstance(own.value, dict):
        joined = joined.replaced("let", common.joined(own))
    return joined


def _deck(written: _Written, form: Format, sources: _Sources, *, is_token: bool) -> DeckSpec | None:
    """Return the deck, None after reporting faults of its cards or that it has none."""
    name, node, values = written
    reader, languages, tables = sources
    sections = node.value
    before = reader.report.count("error")
    loops = _loops(sections.get("for"), reader)
    listed: tuple[Row, ...] | None = ()
    if "table" in values:
        # Most decks have none.
        from cardforge.data_rows import table_rows

        listed = table_rows(values["table"], tables, languages, reader)
    rows = _rows(name, sections.get("rows"), reader)
    let = _computed(sections.get("let"), reader)
    overrides = _overrides(sections.get("override"), reader)
    if loops is None or rows is None or listed is None or reader.report.count("error") > before:
        return None
    if not loops and not rows and not listed:
        _report_empty(name, node, reader)
        return None
    title = sections.get("title")
    return DeckSpec(
        name=name,
        span=node.span,
        title=languages.text(title, "title") if title else None,
        loops=loops,
        rows=(*listed, *rows),
        let=let,
        overrides=overrides,
        id=values.get("id"),
        card_name=_value(sections["name"], reader) if "name" in sections else None,
        face=values.get("face"),
        back=values.get("back"),
        copies=values.get("copies", 1),
        where=values.get("where", True),
        hidden=values.get("hidden", not is_token),
        format=form,
        is_token=is_token,
        marks=values.get("marks"),
        places={key: child.span for key, child in sections.items()},
        crossed=len(listed) if loops else 0,
    )


def _report_empty(name: str, node: Node, reader: Reader) -> None:
    rows = node.value.get("rows")
    if rows is None:
        hint = "add rows: with one card each, for: with a range, or table: with a file"
        reader.error("deck.empty", f"deck {name} has neither 'for' nor 'rows'", node.span, hint)
    else:
        reader.error("deck.empty", f"the rows of {name} are an empty list", rows.span, "add a card")


def _loops(node: Node | None, reader: Reader) -> dict[str, Any] | None:
    """Return the values of each loop name: a tuple, or a Deferred that gives them."""
    if node is None:
        return {}
    if not isinstance(node.value, dict) or not node.value:
        message = f"for must map names to ranges or lists, found {found(node)}"
        reader.error("deck.loops", message, node.span, "write for: {value: 1..10}")
        return None
    loops = {name: _loop(name, child, reader) for name, child in node.value.items()}
    return None if any(values is BAD for values in loops.values()) else loops


def _loop(name: str, node: Node, reader: Reader) -> Any:
    if isinstance(node.value, list) and not node.value:
        return reader.error("deck.empty", f"{name} is an empty list", node.span, "add a value")
    if isinstance(node.value, list):
        return tuple(plain(node))
    if isinstance(node.value, str) and EXPRESSION_MARK.search(node.value):
        return reader.read(node, Anything(), name)
    values = read_range(node.value) if isinstance(node.value, str) else None
    if values is not None:
        return values
    message = f"{name} must be a range such as 1..100 or a list, found {found(node)}"
    hint = range_hint(node.value) if isinstance(node.value, str) else None
    return reader.error("deck.loops", message, node.span, hint)


def _rows(name: str, node: Node | None, reader: Reader) -> tuple[Row, ...] | None:
    if node is None:
        return ()
    if not isinstance(node.value, list):
        message = f"the rows of {name} must be a list, found {found(node)}"
        reader.error("value.list", message, node.span, "begin each card with a dash")
        return None
    rows = []
    for child in node.value:
        if isinstance(child.value, dict):
            rows.append(_row(child, reader))
        else:
            message = f"a row must be a mapping of fields, found {found(child)}"
            reader.error("value.mapping", message, child.span, "write {id: …}")
    return tuple(rows)


def _row(node: Node, reader: Reader) -> Row:
    """Return a row: plain fields, and compiled ones where a value has `{{ }}`."""
    fields: dict[str, Any] = {}
    expressions: dict[str, Any] = {}
    for key, child in node.value.items():
        value = _value(child, reader, key)
        kept = expressions if _is_deferred(value) else fields
        kept[key] = value
    return Row(fields, expressions, node)


def _value(node: Node, reader: Reader, key: str = "name") -> Any:
    """Return plain data, or a Deferred (also inside text for each language)."""
    if isinstance(node.value, str) and EXPRESSION_MARK.search(node.value):
        value = reader.read(node, Anything(), key)
        return None if value is BAD else value
    if isinstance(node.value, dict):
        return {name: _value(child, reader, name) for name, child in node.value.items()}
    return plain(node)


def _is_deferred(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_is_deferred(child) for child in value.values())
    return isinstance(value, Deferred)


def _computed(node: Node | None, reader: Reader) -> dict[str, Any]:
    """Return the fields under `let`, which are computed for each card."""
    if node is None or not reader.is_mapping(node, "let", "a mapping of fields"):
        return {}
    return {key: _value(child, reader, key) for key, child in node.value.items()}


def _overrides(node: Node | None, reader: Reader) -> dict[str, Row]:
    if node is None:
        return {}
    if not isinstance(node.value, dict):
        message = f"override must map card ids to fields, found {found(node)}"
        reader.error("value.mapping", message, node.span)
        return {}
    made = {}
    for key, child in node.value.items():
        if isinstance(child.value, dict) and "id" in child.value:
            message = f"override {key} cannot change the id of its card"
            hint = "change it where the card is written"
            reader.error("override.id", message, child.key_span("id"), hint)
        elif reader.is_mapping(child, f"override {key}", "a mapping of fields"):
            made[key] = _row(child, reader)
    return made
