"""How `table:` of a deck is written, and the rows that the deck gets from it."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardforge.data_kinds import (
    ColumnKindName,
    Delimiter,
    EncodingName,
    FieldName,
    Keys,
    OneOrMore,
)
from cardforge.decode import (
    BAD,
    Field,
    Node,
    Reader,
    Record,
    read_fields,
)
from cardforge.kinds import Anything, Choice, MapOf, Name, Text, Whole

DECIMALS = {"comma": ",", "point": "."}

_READING = {
    "file": Field(Text(), True, "a CSV, TSV, XLSX, JSON or YAML file of the game folder", True),
    "sheet": Field(Text(), doc="the sheet of a workbook; the first visible one", literal=True),
    "encoding": Field(EncodingName(), doc="of a text that is not UTF-8", literal=True),
    "delimiter": Field(
        Delimiter(), doc="the sign between cells, found by itself otherwise", literal=True
    ),
    "header": Field(
        Whole(1, 1000), doc="the number of the row with the headers; the first", literal=True
    ),
    "flatten": Field(
        OneOrMore(Text()),
        doc="lists inside a JSON or YAML file that are the rows, from the outside in",
        literal=True,
    ),
    "decimal": Field(
        Choice(*DECIMALS), doc="the decimal sign of columns of numbers; either", literal=True
    ),
    "columns": Field(
        MapOf(ColumnKindName()),
        doc="what cells are: text (all at first), number, true-false, list or `list ;`",
        literal=True,
    ),
    "rename": Field(MapOf(FieldName()), doc="another name for a column", literal=True),
}
JOIN = {
    **_READING,
    "on": Field(Keys(), True, "the column that both tables have: on: id, or {type: id}", True),
    "prefix": Field(Name(), doc="before the names of what is joined", literal=True),
    "missing": Field(
        Choice("error", "empty"), doc="what a row without partner is; an error", literal=True
    ),
    "language": Field(Name(), doc="the file translates the columns into this one", literal=True),
}
TABLE = {
    **_READING,
    "join": Field(
        OneOrMore(Record(JOIN)), doc="other tables whose columns are added, by a key", literal=True
    ),
    "defaults": Field(MapOf(Anything()), doc="what an empty cell of a column means"),
    "sort": Field(
        OneOrMore(Text()), doc="columns that give the order; -name is downwards", literal=True
    ),
}


class TableSpec(NamedTuple):
    """A table of a deck as it is written."""

    node: Node
    values: dict[str, Any]


class TableKind(Record):
    """A file, or a mapping that says how it is read and what becomes of its columns."""

    def __init__(self) -> None:
        super().__init__(TABLE, short=Text(), expects="the name of a file, or a mapping with file:")
        self.computable = False

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the TableSpec."""
        if isinstance(node.value, str):
            return TableSpec(node, {"file": node.value})
        if not isinstance(node.value, dict):
            return self.wrong(node, key, reader, "write table: cards.csv")
        values = read_fields(node, TABLE, reader, key)
        return BAD if values is None else TableSpec(node, values)
