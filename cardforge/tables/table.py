"""A table as values: the fields of its rows, and where each cell is written, found when asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from cardforge.diagnostics import Span

# As many rows as cards are printed.
MOST_ROWS = 20_000
MOST_COLUMNS = 256
# More faults of one kind in one file are counted, not listed.
MOST_TOLD = 20


class Places(Protocol):
    """Where the rows and cells of a file are; nothing is computed before it is asked for."""

    def row(self, row: Any) -> Span:
        """Return the place of a row."""

    def cell(self, row: Any, column: Any) -> Span:
        """Return the place of a cell."""


class Line:
    """One row of a table: its fields, and the places of the cells that they come from."""

    __slots__ = ("_at", "_others", "_table", "fields")

    def __init__(self, table: Table, at: Any, fields: dict[str, Any]) -> None:
        self.fields = fields
        self._table, self._at = table, at
        # Rows of other tables that a join has added.
        self._others: tuple[Line, ...] = ()

    @property
    def span(self) -> Span:
        """Return the place of the row."""
        return self._table.places.row(self._at)

    def place(self, field: str) -> Span | None:
        """Return the place of the cell that a field comes from, None when it is in no table."""
        column = self._table.columns.get(field)
        if column is not None:
            return self._table.places.cell(self._at, column)
        found = (line.place(field) for line in self._others)
        return next((span for span in found if span is not None), None)

    def key_span(self, field: str) -> Span:
        """Return the place of a field's cell, of the whole row when it has none."""
        return self.place(field) or self.span

    def join(self, other: Line) -> None:
        """Note a row of another table whose fields this one takes over."""
        self._others = (*self._others, other)


class Table:
    """The rows of a file; `columns` says for each field in which column of the file it stands.

    `heads` are the headers as they are written, by field.
    """

    __slots__ = ("columns", "file", "heads", "lines", "places", "top")

    def __init__(self, file: str, places: Places, top: Span) -> None:
        self.file, self.places, self.top = file, places, top
        self.columns: dict[str, Any] = {}
        self.heads: dict[str, str] = {}
        self.lines: list[Line] = []

    def add(self, at: Any, fields: dict[str, Any]) -> None:
        """Add a row that stands at a place of the file."""
        self.lines.append(Line(self, at, fields))

    def fresh(self) -> Table:
        """Return the same table with rows of its own: another deck may use it otherwise."""
        other = Table(self.file, self.places, self.top)
        other.columns, other.heads = dict(self.columns), dict(self.heads)
        for line in self.lines:
            other.add(line._at, dict(line.fields))
        return other

    def cells(self, field: str) -> Iterator[tuple[Line, Any]]:
        """Yield each row that has a field, with its value."""
        for line in self.lines:
            if field in line.fields:
                yield line, line.fields[field]
