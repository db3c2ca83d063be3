"""The rows that a deck gets from its table: read, joined, translated, filled in and sorted."""

from __future__ import annotations

from typing import Any

from cardforge.data_grammar import DECIMALS, TableSpec
from cardforge.decode import BAD, EXPRESSION_MARK, Deferred, Evaluated, Node, Reader
from cardforge.diagnostics import Span
from cardforge.kinds import Anything
from cardforge.languages import Languages
from cardforge.model import Row
from cardforge.tables import columns as work
from cardforge.tables.joining import Join, join
from cardforge.tables.naming import field_name
from cardforge.tables.shelf import Tables
from cardforge.tables.table import MOST_TOLD, Line, Table
from cardforge.tables.translating import translate
from cardforge.tables.words import Reading

# An empty cell of these says nothing: what the deck says of them holds.
SILENT = ("id", "name", "face", "back", "copies")


def table_rows(
    spec: TableSpec, tables: Tables, languages: Languages, reader: Reader
) -> tuple[Row, ...] | None:
    """Return the rows that a deck gets from its table, None after a fault."""
    maker = _Maker(spec.node, spec.values, tables, reader)
    before = reader.report.count("error")
    table = maker.table()
    if table is None or reader.report.count("error") > before:
        return None
    maker.join_others(table)
    codes = languages.codes or ()
    if codes and reader.report.count("error") == before:
        kept = {*spec.values.get("rename", {}).values(), *map(field_name, maker.declared)}
        translate(table, codes, kept, reader.report)
    maker.fill(table)
    if reader.report.count("error") == before:
        maker.sort(table)
    if reader.report.count("error") > before:
        return None
    _tell_of_ids(table, reader)
    return tuple(_row(line, reader) for line in table.lines)


class _Maker:
    """Does what a `table:` or a `join:` says, in this order: read, rename, convert."""

    def __init__(self, node: Node, values: dict[str, Any], tables: Tables, reader: Reader) -> None:
        self.node, self.values, self.tables = node, values, tables
        self.reader, self.report = reader, reader.report
        self.declared = values.get("columns", {})

    def place(self, key: str, name: str | None = None) -> Span:
        """Return where a key, or a name under it, is written."""
        if not isinstance(self.node.value, dict) or key not in self.node.value:
            return self.node.span
        child = self.node.value[key]
        span: Span = child.span if name is None else child.key_span(name)
        return span

    def table(self) -> Table | None:
        """Return the table as it is read, its columns renamed and converted."""
        v = self.values
        reading = Reading(
            v["file"], v.get("sheet"), v.get("encoding"), v.get("delimiter"), v.get("header"),
            v.get("flatten", ()),
        )  # fmt: skip
        table = self.tables.open(reading, self.place("file"))
        if table is None:
            return None
        for old, new in v.get("rename", {}).items():
            place = self.place("rename", old)
            field = work.known(table, old, place, "rename", self.report)
            if field is not None:
                work.rename(table, field, new, place, self.report)
        decimal = DECIMALS.get(v.get("decimal", ""))
        for column, kind in self.declared.items():
            place = self.place("columns", column)
            field = work.known(table, column, place, "columns", self.report)
            if field is not None:
                work.convert(table, field, kind, decimal, self.report)
        return table

    def join_others(self, table: Table) -> None:
        """Join the other tables."""
        joins = self.values.get("join", ())
        written = self.node.value["join"] if joins else None
        nodes = written.value if written and isinstance(written.value, list) else [written]
        for node, values in zip(nodes, joins, strict=False):
            other_maker = _Maker(node, values, self.tables, self.reader)
            other = other_maker.table()
            if other is None:
                continue
            (ours, our_place), (theirs, their_place) = values["on"]
            our_field = work.known(table, ours, our_place, "on", self.report)
            their_field = work.known(other, theirs, their_place, "on", self.report)
            if our_field is None or their_field is None:
                continue
            how = Join(
                our_field, their_field, values.get("prefix", ""), values.get("missing", "error"),
                values.get("language"),
            )  # fmt: skip
            join(table, other, how, other_maker.place("file"), self.report)

    def fill(self, table: Table) -> None:
        """Put the defaults into empty cells."""
        for name, value in self.values.get("defaults", {}).items():
            field = field_name(name)
            if field:
                work.fill(table, field, value)
                continue
            message = f"defaults: '{name}' is no name of a field"
            hint = "use letters, digits and '_'"
            self.report.error("table.column", message, self.place("defaults", name), hint=hint)

    def sort(self, table: Table) -> None:
        """Put the rows in order."""
        fields: list[tuple[str, bool]] = []
        for written in self.values.get("sort", ()):
            name = written.strip()
            field = field_name(name)
            if field in table.lines[0].fields:
                fields.append((field, name.startswith("-")))
            else:
                work.known(table, name.lstrip("-"), self.place("sort"), "sort", self.report)
        work.sort(table, fields)


def _tell_of_ids(table: Table, reader: Reader) -> None:
    """Warn of rows without id in a table that has ids, and of rows that have nothing else."""
    lost = [line for line, value in table.cells("id") if value == ""]
    if lost and len(lost) < len(table.lines):
        rows = ", ".join(str(line.span.line) for line in lost[:8])
        more = f" and {len(lost) - 8:,} more" if len(lost) > 8 else ""
        many = len(lost) > 1
        message = f"row{'s' if many else ''} {rows}{more} {'have' if many else 'has'} no id"
        hint = "give each row an id: without one a card is called by its number in the deck"
        reader.report.warning("table.id", message, lost[0].key_span("id"), hint=hint)
    if "id" not in table.columns or len(table.columns.keys() - SILENT) < 2:
        return
    bare = [line for line in table.lines if _is_bare(line)]
    for line in bare[:MOST_TOLD]:
        message = f"row {line.span.line} has nothing but an id"
        hint = "fill it in, or delete the row"
        reader.report.warning("table.bare-row", message, line.span, hint=hint)


def _is_bare(line: Line) -> bool:
    return all(name == "id" or value in ("", None) for name, value in line.fields.items())


def _row(line: Line, reader: Reader) -> Row:
    """Return a row of a table: its cells, and the compiled ones where a cell has `{{ }}`."""
    fields = line.fields
    expressions: dict[str, Any] = {}
    for key in SILENT:
        if key in fields and fields[key] in ("", None):
            del fields[key]
    for key, value in list(fields.items()):
        if isinstance(value, Deferred) or (
            isinstance(value, (str, dict, list)) and _has_mark(value)
        ):
            made = _compiled(value, key, line, reader)
            if _is_deferred(made):
                del fields[key]
                expressions[key] = made
    return Row(fields, expressions, line)


def _has_mark(value: Any) -> bool:
    if isinstance(value, str):
        return "{" in value and EXPRESSION_MARK.search(value) is not None
    if isinstance(value, dict):
        return any(_has_mark(entry) for entry in value.values())
    return isinstance(value, list) and any(_has_mark(entry) for entry in value)


def _compiled(value: Any, key: str, line: Line, reader: Reader) -> Any:
    """Return a value with its expressions compiled."""
    if isinstance(value, str) and EXPRESSION_MARK.search(value):
        made = reader.read(Evaluated(value, line.key_span(key)), Anything(), key)
        return None if made is BAD else made
    if isinstance(value, dict):
        return {name: _compiled(entry, key, line, reader) for name, entry in value.items()}
    if isinstance(value, list) and _has_mark(value):
        message = f"{key} is a list: its entries cannot be expressions"
        reader.error("expression.not-here", message, line.key_span(key), "compute it with let:")
    return value


def _is_deferred(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_is_deferred(entry) for entry in value.values())
    return isinstance(value, Deferred)
