"""Joins: rows of another table are found by a key and give their fields to those of this one."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardforge.diagnostics import Report, Span, shortened
from cardforge.tables.table import MOST_TOLD, Line, Table


class Join(NamedTuple):
    """How two tables are joined: by which fields, and what becomes of what does not fit.

    With a language the fields of the other table are translations of those of this one.
    """

    ours: str
    theirs: str
    prefix: str = ""
    missing: str = "error"
    language: str | None = None


def join(table: Table, other: Table, how: Join, place: Span, report: Report) -> None:
    """Give each row the fields of the row of another table that has the same key."""
    by_key = _by_key(other, how.theirs, report)
    names = {f: f"{how.prefix}{f}" for f in other.columns if f != how.theirs}
    if how.language is None:
        twice = [name for name in names.values() if name in table.columns]
        if twice:
            message = f"{table.file} and {other.file} both have the column '{twice[0]}'"
            hint = "write prefix: for the joined one, or rename: one of the two"
            report.error("table.join-twice", message, place, hint=hint)
            return
    else:
        names = _translated(table, other, names, report)
    joiner = _Joiner(table, how, names, report)
    for line in table.lines:
        joiner.line(line, by_key)
    joiner.tell(by_key, other)


def _by_key(other: Table, field: str, report: Report) -> dict[str, Line]:
    """Return the rows of a table by their key; a key that two rows have is reported."""
    rows: dict[str, Line] = {}
    told = 0
    for line in other.lines:
        key = str(line.fields[field])
        if key in rows and key and told < MOST_TOLD:
            told += 1
            message = f"two rows of {other.file} have the {field} '{shortened(key)}'"
            first = (rows[key].key_span(field), "first used here")
            place, hint = line.key_span(field), "keep one of the two"
            report.error("table.join-twice", message, place, hint=hint, related=[first])
        rows.setdefault(key, line)
    return rows


def _translated(
    table: Table, other: Table, names: dict[str, str], report: Report
) -> dict[str, str]:
    """Return the fields that both tables have; others of the translation are reported."""
    strange = [field for field, name in names.items() if name not in table.columns]
    if strange:
        message = f"'{strange[0]}' of {other.file} translates no column of {table.file}"
        report.warning(
            "table.join-unused", message, other.top, hint="rename it like the column it translates"
        )
    return {field: name for field, name in names.items() if name in table.columns}


class _Joiner:
    """Joins row by row, and counts what found no partner."""

    def __init__(self, table: Table, how: Join, names: dict[str, str], report: Report) -> None:
        self.table, self.how, self.names, self.report = table, how, names, report
        self.used: set[str] = set()
        self.lost = 0

    def line(self, line: Line, by_key: dict[str, Line]) -> None:
        """Join one row."""
        key = str(line.fields[self.how.ours])
        other = by_key.get(key) if key else None
        if other is None:
            self._missing(line, key)
        else:
            self.used.add(key)
            line.join(other)
        for field, name in self.names.items():
            value: Any = "" if other is None else other.fields[field]
            if self.how.language is not None:
                name = f"{name}_{self.how.language}"
            line.fields[name] = value

    def _missing(self, line: Line, key: str) -> None:
        if self.how.missing == "empty":
            return
        self.lost += 1
        if self.lost > MOST_TOLD:
            return
        message = f"no row to join has the {self.how.theirs} '{shortened(key)}'"
        hint = "add the row, correct the key, or write missing: empty"
        self.report.error("table.join", message, line.key_span(self.how.ours), hint=hint)

    def tell(self, by_key: dict[str, Line], other: Table) -> None:
        """Report the rows that are too many to be told one by one, and those that none joins."""
        if self.lost > MOST_TOLD:
            message = f"{self.lost - MOST_TOLD:,} more rows of {self.table.file} find no partner"
            hint = "mend the first ones and try again"
            self.report.error("table.join", message, self.table.top, hint=hint)
        idle = [key for key in by_key if key not in self.used]
        if idle:
            some = ", ".join(shortened(key, 20) for key in idle[:5])
            message = f"{len(idle):,} row{'s' if len(idle) > 1 else ''} of {other.file} "
            message += f"join{'' if len(idle) > 1 else 's'} nothing: {some}"
            place = by_key[idle[0]].span
            severity = "note" if self.how.language is None else "warning"
            self.report.add(severity, "table.join-unused", message, place, hint="remove it")
