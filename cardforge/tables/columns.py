"""What a designer asks of the columns of a table: other names, kinds, defaults, an order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from cardforge.diagnostics import Report, Span, did_you_mean, shortened
from cardforge.tables.naming import field_name
from cardforge.tables.table import MOST_TOLD, Line, Table
from cardforge.tables.words import ColumnKind

_NUMBER = re.compile(r"[+−-]?\d{1,15}(?:[.,]\d{1,15})?\Z", re.ASCII)
_GROUPED = re.compile(r"[+−-]?[1-9]\d{0,2},\d{3}\Z", re.ASCII)
_TRUE = {"true", "yes", "x", "1", "✓", "✔", "wahr", "vrai"}
_FALSE = {"false", "no", "", "0", "-", "✗", "falsch", "faux"}
_CHUNKS = re.compile(r"(\d+)")


class Unfit(Exception):
    """A cell that is not what its column is declared to be; its text says so."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def known(table: Table, written: str, place: Span, key: str, report: Report) -> str | None:
    """Return the field that a designer means by a name or a header, None after reporting."""
    name = field_name(written)
    if name in table.columns:
        return name
    message = f"{key}: {table.file} has no column '{shortened(written)}'"
    hint = did_you_mean(name, table.columns) or f"its columns: {', '.join([*table.columns][:12])}"
    report.error("table.column", message, place, hint=hint)
    return None


def rename(table: Table, old: str, new: str, place: Span, report: Report) -> None:
    """Give a column another name."""
    if new != old and new in table.columns:
        message = f"rename: {table.file} has a column '{new}' already"
        report.error("table.column", message, place, hint="choose another name, or rename that too")
        return
    table.columns = {new if k == old else k: v for k, v in table.columns.items()}
    table.heads = {new if k == old else k: v for k, v in table.heads.items()}
    for line in table.lines:
        line.fields = {new if k == old else k: v for k, v in line.fields.items()}


def convert(
    table: Table, field: str, kind: ColumnKind, decimal: str | None, report: Report
) -> None:
    """Turn the cells of a column into values of its kind; what cannot be is reported."""
    reads: Mapping[str, Callable[[Any], Any]] = {
        "number": lambda cell: number_of(cell, decimal),
        "true-false": _truth,
        "list": lambda cell: _listed(cell, kind.separator),
        "text": str,
    }
    read, faults = reads[kind.name], 0
    for line in table.lines:
        try:
            line.fields[field] = read(line.fields[field])
        except Unfit as fault:
            faults += 1
            if faults <= MOST_TOLD:
                place = line.key_span(field)
                report.error("table.cell", f"{field} {fault}", place, hint=fault.hint)
    if faults > MOST_TOLD:
        message = f"{faults - MOST_TOLD:,} more cells of {field} are no {kind.name}"
        report.error("table.cell", message, table.top, hint="mend the first ones and try again")


def number_of(cell: Any, decimal: str | None) -> Any:
    """Return the number that a cell says, "" for an empty one; raises Unfit."""
    if cell == "" or (isinstance(cell, (int, float)) and not isinstance(cell, bool)):
        return cell
    text = cell.strip() if isinstance(cell, str) else str(cell)
    found = f"must be a number, found '{shortened(text)}'"
    if not _NUMBER.match(text):
        raise Unfit(found, "write digits, at most one decimal sign, and no unit")
    wrong = {",": ".", ".": ","}.get(decimal or "")
    if wrong is not None and wrong in text:
        raise Unfit(found, f"decimal: says '{decimal}': write {text.replace(wrong, decimal or '')}")
    if decimal is None and _GROUPED.match(text):
        message = f"may be two numbers, found '{text}'"
        raise Unfit(message, "write decimal: comma or decimal: point, or leave the sign out")
    text = text.replace("−", "-").replace(",", ".")
    return float(text) if "." in text else int(text)


def _truth(cell: Any) -> bool:
    if isinstance(cell, bool):
        return cell
    word = str(cell).strip().lower()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise Unfit(f"must be yes or no, found '{shortened(str(cell))}'", "write true or false")


def _listed(cell: Any, separator: str) -> list[Any]:
    if isinstance(cell, list):
        return cell
    return [part for part in (p.strip() for p in str(cell).split(separator)) if part]


def sort(table: Table, fields: list[tuple[str, bool]]) -> None:
    """Put the rows in order of some fields, each upwards or downwards; empty cells come last."""
    for field, down in reversed(fields):
        filled = [line for line in table.lines if line.fields[field] not in ("", [])]
        empty = [line for line in table.lines if line.fields[field] in ("", [])]
        filled.sort(key=lambda line: _rank(line, field), reverse=down)
        table.lines = filled + empty


def _rank(line: Line, field: str) -> tuple[Any, ...]:
    """Return what a cell is sorted by: numbers by their size, also those inside a text."""
    value = line.fields[field]
    if isinstance(value, dict) and value:
        # Of a text in several languages, that of the original.
        value = next(iter(value.values()))
    if isinstance(value, (int, float)):
        return (0, float(value), ())
    text = str(value).strip()
    if _NUMBER.match(text):
        return (0, float(text.replace("−", "-").replace(",", ".")), ())
    chunks = _CHUNKS.split(text.casefold())
    # Words and numbers take turns, so that each is compared with its like.
    return (1, 0.0, tuple(int(c[:300]) if i % 2 else c for i, c in enumerate(chunks)))


def fill(table: Table, field: str, value: Any) -> None:
    """Put a value into the empty cells of a column, or into a column that is not there."""
    for line in table.lines:
        if line.fields.get(field, "") in ("", []):
            line.fields[field] = value
