"""Rows of cells become fields: the header names them, blank rows and columns fall away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardforge.diagnostics import Report, Span, shortened
from cardforge.tables.naming import EDGE, clean, field_name, seen
from cardforge.tables.table import MOST_COLUMNS, MOST_TOLD, Places, Table
from cardforge.textfile import letters_of


class Cells(NamedTuple):
    """What a reader found: rows of text, what `places` calls each, and its number for people.

    `ragged`: whether a row that is shorter than the header has lost cells.
    """

    rows: Sequence[Sequence[str]]
    ats: Sequence[int]
    places: Places
    file: str
    ragged: bool


def table_of(cells: Cells, header: int | None, report: Report) -> Table | None:
    """Return the table under the header, None after reporting that there is none.

    `header` is the number of its row, by default the first that is not blank.
    """
    at = _header_row(cells, header, report)
    if at is None:
        return None
    heads = [clean(cell) for cell in cells.rows[at]]
    while heads and not seen(heads[-1]):
        heads.pop()
    top = cells.places.row(cells.ats[at])
    if len(heads) > MOST_COLUMNS:
        message = f"{cells.file} has {len(heads):,} columns; at most {MOST_COLUMNS} are read"
        report.error("table.too-large", message, top, hint="remove columns that no card needs")
        return None
    table = Table(cells.file, cells.places, top)
    before = report.count("error")
    _name_columns(table, heads, cells, at, report)
    _Rows(table, heads, cells, report).read(at + 1)
    if report.count("error") > before:
        return None
    if not table.lines:
        message = f"{cells.file} has a header and no cards under it"
        report.error("table.empty", message, top, hint="add a row for each card")
        return None
    return table


def _header_row(cells: Cells, header: int | None, report: Report) -> int | None:
    """Return which of the rows is the header."""
    for index, row in enumerate(cells.rows):
        span = cells.places.row(cells.ats[index])
        is_blank = not any(seen(cell) for cell in row)
        if header is None and not is_blank:
            return index
        if header is not None and span.line >= header:
            if span.line == header and not is_blank:
                return index
            break
    if header is None:
        message, hint = f"{cells.file} is empty", "write a header and a row for each card"
    else:
        message = f"{cells.file} has no header in row {header}"
        hint = "count the rows from 1, blank ones too"
    report.error("table.empty", message, Span(cells.file, 1, 1, 1, 1), hint=hint)
    return None


def _name_columns(table: Table, heads: list[str], cells: Cells, at: int, report: Report) -> None:
    """Give each column its name; headers that are none, or are there twice, are reported."""
    for column, head in enumerate(heads):
        name = field_name(head)
        if name and name not in table.columns:
            table.columns[name], table.heads[name] = column, seen(head)
            continue
        here = cells.places.cell(cells.ats[at], column)
        if name:
            first = cells.places.cell(cells.ats[at], table.columns[name])
            message = f"two columns are called '{seen(head)}'"
            if seen(head) != table.heads[name]:
                message = f"'{table.heads[name]}' and '{seen(head)}' are both called '{name}'"
            report.error(
                "table.header-twice", message, here, hint="give each column a name of its own",
                related=[(first, "first used here")],
            )  # fmt: skip
        elif seen(head):
            message = f"the header '{seen(head)}' has no letter or digit"
            hint = "give the column a name of letters"
            report.error("table.header", message, here, hint=hint)
        else:
            _judge_nameless(column, cells, at, here, report)


def _judge_nameless(column: int, cells: Cells, at: int, here: Span, report: Report) -> None:
    """Report a column without header that holds something."""
    for index in range(at + 1, len(cells.rows)):
        row = cells.rows[index]
        if column < len(row) and clean(row[column]):
            place = cells.places.cell(cells.ats[index], column)
            message = f"column {letters_of(column + 1)} has no header, but row {place.line} "
            message += f"holds '{shortened(clean(row[column]))}'"
            hint = "give it a header, or empty the column"
            report.error("table.header", message, place, hint=hint, related=[(here, "the header")])
            return


class _Rows:
    """Reads the rows under a header; the first faults of each kind are told, the rest counted."""

    def __init__(self, table: Table, heads: list[str], cells: Cells, report: Report) -> None:
        self.table, self.cells, self.report = table, cells, report
        self.width = len(heads)
        self.named = list(table.columns.items())
        self.told: dict[str, int] = {}

    def read(self, first: int) -> None:
        """Add the rows from the given one on to the table."""
        width, named = self.width, self.named
        for index in range(first, len(self.cells.rows)):
            row = self.cells.rows[index]
            values = [cell.strip(EDGE) for cell in row]
            if not any(values):
                continue
            if len(values) != width:
                self._judge_length(index, values)
                values += [""] * (width - len(values))
            fields: dict[str, Any] = {name: values[column] for name, column in named}
            for name, value in fields.items():
                if "\r" in value or "\x0b" in value:
                    fields[name] = clean(value)
            if not any(fields.values()):
                continue
            self.table.add(self.cells.ats[index], fields)
        self._tell_rest()

    def _judge_length(self, index: int, values: list[str]) -> None:
        """Report a row whose cells do not fit under the header; blank ones at its end do."""
        if len(values) < self.width and not self.cells.ragged:
            return
        is_long = len(values) > self.width
        if is_long and not any(values[self.width :]):
            return
        kind = "more" if is_long else "fewer"
        self.told[kind] = self.told.get(kind, 0) + 1
        if self.told[kind] > MOST_TOLD:
            return
        place = self.cells.places.row(self.cells.ats[index])
        message = f"row {place.line} has {_counted(len(values), 'cell')} under "
        message += _counted(self.width, "header")
        if is_long:
            hint = "put a cell that contains the separator between straight quotes"
            if any(sign in cell for cell in values for sign in "“”„«»"):
                hint = 'curly quotes do not quote: write "…" round a cell with a separator'
            self.report.error("table.ragged", message, place, hint=hint)
        else:
            hint = "the missing ones are read as empty: write the separators to say so"
            self.report.warning("table.ragged", message, place, hint=hint)

    def _tell_rest(self) -> None:
        for kind, count in self.told.items():
            if count > MOST_TOLD:
                message = f"{count - MOST_TOLD:,} more rows of {self.table.file} have {kind} "
                message += "cells than headers"
                hint = "mend the first ones and try again"
                severity = "error" if kind == "more" else "warning"
                self.report.add(severity, "table.ragged", message, self.table.top, hint=hint)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
