"""CSV and its relatives: text becomes rows of cells; the sign between cells is found out."""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from cardforge.diagnostics import Report, Span, shortened
from cardforge.tables.table import MOST_ROWS
from cardforge.textfile import LINE_BREAK

LONGEST_CELL = 100_000
_GUESSED = (",", ";", "\t")
# A sign that no text holds: a table of one column.
_NONE = "\x1f"
_LOOKED_AT = 200
_ROW_BREAK = re.compile(r"\r\n|\r|\n")
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
# The first line by which Excel is told the sign.
_SIGN_LINE = re.compile(r"sep=(.)(?:\r\n|\r|\n|\Z)", re.IGNORECASE)


class Grid(NamedTuple):
    """The cells of a file, row by row, with the file's own number of each row."""

    rows: list[list[str]]
    numbers: list[int]
    places: DelimitedPlaces


class DelimitedPlaces:
    """Where the cells of a text are; a row is known by its first line, counted from 0."""

    def __init__(self, text: str, delimiter: str, file: str) -> None:
        self._text, self._delimiter, self._file = text, delimiter, file

    @cached_property
    def _starts(self) -> list[int]:
        """Return where each line of the table begins."""
        return [0, *(found.end() for found in _ROW_BREAK.finditer(self._text))]

    @cached_property
    def _lines(self) -> list[int]:
        """Return where each line begins as people and reports count them."""
        return [0, *(found.end() for found in LINE_BREAK.finditer(self._text))]

    def row(self, row: int) -> Span:
        """Return the place of a row: the text of its first line."""
        start = self._starts[row]
        found = _ROW_BREAK.search(self._text, start)
        return self.span(start, found.start() if found else len(self._text))

    def cell(self, row: int, column: int) -> Span:
        """Return the place of a cell, of the row when it has no such cell."""
        cells = _spans(self._text, self._starts[row], self._delimiter)
        found = next(islice(cells, column, None), None)
        return self.row(row) if found is None else self.span(*found)

    def span(self, start: int, end: int) -> Span:
        """Return the place of a stretch of the text."""
        first, last = (bisect_right(self._lines, at) for at in (start, end))
        column, end_column = start - self._lines[first - 1] + 1, end - self._lines[last - 1] + 1
        return Span(self._file, first, column, last, end_column)

    def start_of_row(self, row: int) -> int:
        """Return where a row begins in the text."""
        return self._starts[row] if row < len(self._starts) else len(self._text)


def _spans(text: str, start: int, delimiter: str) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each cell of the row that starts there."""
    end_of_cell = re.compile(f"[{re.escape(delimiter)}\r\n]|\\Z")
    while True:
        while text[start : start + 1] == " ":
            start += 1
        quoted = _QUOTED.match(text, start)
        found = end_of_cell.search(text, quoted.end() if quoted else start)
        end = found.start() if found else len(text)
        yield start, end
        if text[end : end + 1] != delimiter:
            return
        start = end + 1


def read_delimited(text: str, delimiter: str | None, file: str, report: Report) -> Grid | None:
    """Return the rows of a text, None after reporting why it cannot be cut into cells."""
    sign = _SIGN_LINE.match(text)
    skip = 1 if sign and sign.end() < len(text) else 0
    if delimiter is None:
        delimiter = sign.group(1) if sign else guessed(text)
    places = DelimitedPlaces(text, delimiter, file)
    rows: list[list[str]] = []
    numbers: list[int] = []
    filled = 0
    reader = _reader(text, delimiter, strict=True)
    try:
        line = reader.line_num
        for row in reader:
            if line >= skip:
                rows.append(row)
                numbers.append(line)
                filled += any(row)
                # The header is one of them.
                if filled > MOST_ROWS + 1:
                    _refuse_many(places, line, file, report)
                    return None
            line = reader.line_num
    except csv.Error:
        _explain(text, delimiter, places, line, file, report)
        return None
    return Grid(rows, numbers, places)


def guessed(text: str) -> str:
    """Return the sign between cells: the one that gives most rows as many cells as the header."""
    best, sign = (0.0, 0), ""
    for candidate in _GUESSED:
        counts = _counts(text, candidate)
        if not counts or counts[0] < 2:
            continue
        others = counts[1:]
        share = sum(n == counts[0] for n in others) / len(others) if others else 1.0
        if (share, counts[0]) > best:
            best, sign = (share, counts[0]), candidate
    if sign or not _counts(text, ","):
        return sign or ","
    return next(filter(None, (_of_rows(text, c) for c in _GUESSED)), _NONE)


def _of_rows(text: str, candidate: str) -> str:
    """Return a sign that is in no header but cuts nearly all rows alike: the header is missing."""
    counts = _counts(text, candidate)[1:]
    most = max(set(counts), key=counts.count) if len(counts) > 1 else 1
    return candidate if most > 1 and counts.count(most) >= 0.9 * len(counts) else ""


def _counts(text: str, delimiter: str) -> list[int]:
    """Return how many cells the first rows have that are not blank."""
    counts = []
    try:
        for row in islice(_reader(text, delimiter, strict=False), _LOOKED_AT):
            if any(cell.strip(" \t,;") for cell in row):
                counts.append(len(row))
    except csv.Error:
        return counts
    return counts


def _reader(text: str, delimiter: str, *, strict: bool) -> Any:
    csv.field_size_limit(LONGEST_CELL)
    lines = io.StringIO(text, newline="")
    return csv.reader(lines, delimiter=delimiter, strict=strict, skipinitialspace=True)


def _refuse_many(places: DelimitedPlaces, line: int, file: str, report: Report) -> None:
    message = f"{file} has more than {MOST_ROWS:,} rows; at most {MOST_ROWS:,} cards are printed"
    hint = "split the file, or remove rows"
    report.error("table.too-large", message, places.row(line), hint=hint)


def _explain(
    text: str, delimiter: str, places: DelimitedPlaces, line: int, file: str, report: Report
) -> None:
    """Report what is wrong with the quotes of the row that starts on this line."""
    for start, end in _spans(text, places.start_of_row(line), delimiter):
        if end - start > LONGEST_CELL and text[start] != '"':
            _refuse_long(places.span(start, start + 1), report)
            return
        if text[start : start + 1] != '"':
            continue
        closing = _QUOTED.match(text, start)
        if closing is None:
            message = "the quote that opens here is never closed"
            hint = 'close it, or remove it: inside a quoted cell a quote is written twice, ""'
            report.error("table.quote", message, places.span(start, start + 1), hint=hint)
            return
        if closing.end() - start > LONGEST_CELL:
            _refuse_long(places.span(start, start + 1), report)
            return
        if text[closing.end() : end].strip():
            rest = shortened(_ROW_BREAK.sub(" ", text[closing.end() : end]), 30)
            at = places.span(closing.end() - 1, closing.end())
            message = f"the quote that opens here is closed on line {at.line}, before '{rest}'"
            hint = 'inside a quoted cell a quote is written twice, ""'
            report.error(
                "table.quote", message, places.span(start, start + 1), hint=hint,
                related=[(at, "closed here")],
            )  # fmt: skip
            return
    message = f"{file} cannot be cut into cells here"
    report.error("table.quote", message, places.row(line), hint="compare the row with its header")


def _refuse_long(span: Span, report: Report) -> None:
    message = f"a cell may have at most {LONGEST_CELL:,} characters"
    report.error("table.too-large", message, span, hint="shorten it: is a quote left open?")
