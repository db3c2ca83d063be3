"""XLSX workbooks: the cells of one sheet as text, as the sheet shows them; openpyxl's only home."""

from __future__ import annotations

import datetime
import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from cardforge.diagnostics import Report, Span, did_you_mean, shortened
from cardforge.tables.heads import Cells
from cardforge.tables.table import MOST_ROWS, MOST_TOLD
from cardforge.textfile import letters_of, start_of

# What the sheets and texts of a workbook may come to when they are unpacked.
MOST_UNPACKED = 64_000_000
MOST_TAGS = 2_000_000
# Between the ends of two rows, or of two texts.
MOST_TAGS_OF_ROW = 200_000
MOST_CELLS = 1_000_000
_READ_PARTS = re.compile(r"(?i)xl/(?:worksheets/[^/]+|[^/]+)\.xml\Z|.*\.rels\Z|\[content_types\]")
_ROW_END = re.compile(rb"</(?:\w+:)?(?:row|si)>")
_DIGITS = re.compile(r"0+\Z")
_PERCENT = re.compile(r"0(?:\.(0+))?%\Z")
_PLAIN_FORMATS = re.compile(r"(?:General|@|[#0,.?]+)\Z", re.IGNORECASE)
_OPEN_AND_SAVE = "open the file in your spreadsheet program and save it"
_AS_TEXT = "format the column as text and type it again"


class SheetPlaces:
    """Where the cells of a sheet are: line and column are those of the sheet."""

    def __init__(self, file: str) -> None:
        self._file = file

    def row(self, row: int) -> Span:
        """Return the place of a row."""
        return Span(self._file, row, 1, row, 1)

    def cell(self, row: int, column: int) -> Span:
        """Return the place of a cell."""
        return Span(self._file, row, column + 1, row, column + 2)


def read_workbook(data: bytes, sheet: str | None, file: str, report: Report) -> Cells | None:
    """Return the cells of a sheet, by default the first visible one; None after a fault."""
    if not _is_harmless(data, file, report):
        return None
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    faults = (
        InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, TypeError, OSError,
        IndexError, AttributeError, SyntaxError, EOFError, NotImplementedError, zlib.error,
    )  # fmt: skip
    try:
        # openpyxl remarks on styles and extensions that no card needs.
        with warnings.catch_warnings(action="ignore"):
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            chosen = _sheet(book, sheet, file, report)
            if chosen is None:
                return None
            return _Sheet(chosen, file, report).cells(_formulas(data, chosen))
    except faults as fault:
        reason = shortened(str(fault).splitlines()[0] if str(fault) else type(fault).__name__, 80)
        _refuse(f"{file} cannot be read as a workbook: {reason}", file, report)
        return None


def _refuse(message: str, file: str, report: Report, hint: str = "") -> None:
    hint = hint or "save it again as XLSX, or as CSV UTF-8"
    report.error("table.workbook", message, start_of(file), hint=hint)


def _is_harmless(data: bytes, file: str, report: Report) -> bool:
    """Report what is no workbook, or would fill the memory when it is unpacked."""
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        hint = "remove its password, or save it as XLSX"
        _refuse(f"{file} is an old or a locked workbook", file, report, hint)
        return False
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        parts = [part for part in archive.infolist() if _READ_PARTS.match(part.filename)]
        size = sum(part.file_size for part in parts)
        if size <= MOST_UNPACKED:
            # A size that lies ends the reading of its part.
            tags = max((_tags(archive, part) for part in parts), default=0)
            if tags <= MOST_TAGS:
                return True
    except (zipfile.BadZipFile, OSError, ValueError, EOFError, NotImplementedError, RuntimeError):
        _refuse(f"{file} is not a workbook", file, report)
        return False
    except zlib.error:
        _refuse(f"{file} is damaged", file, report)
        return False
    message = f"{file} holds more than a table of {MOST_ROWS:,} cards could"
    hint = "save the sheet alone, or as CSV UTF-8"
    report.error("table.too-large", message, start_of(file), hint=hint)
    return False


def _tags(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> int:
    """Return how many tags a part has, read piece by piece; too many when one row has so many."""
    count = read = of_row = 0
    with archive.open(part) as stream:
        while piece := stream.read(1_000_000):
            read += len(piece)
            for number, stretch in enumerate(_ROW_END.split(piece)):
                tags = stretch.count(b"<")
                count += tags
                of_row = tags if number else of_row + tags
                if of_row > MOST_TAGS_OF_ROW:
                    return MOST_TAGS + 1
            if count > MOST_TAGS or read > MOST_UNPACKED:
                return MOST_TAGS + 1
    return count


def _sheet(book: Any, wanted: str | None, file: str, report: Report) -> Any:
    """Return the sheet that is wanted, None after reporting that there is none."""
    sheets = {sheet.title: sheet for sheet in book.worksheets}
    visible = [title for title, sheet in sheets.items() if sheet.sheet_state == "visible"]
    if wanted is not None:
        if wanted in sheets:
            return sheets[wanted]
        message = f"{file} has no sheet '{shortened(wanted)}'"
        hint = did_you_mean(wanted, sheets) or f"its sheets: {', '.join([*sheets][:8])}"
        report.error("table.sheet", message, start_of(file), hint=hint)
        return None
    if not visible:
        message = f"{file} has no visible sheet"
        hint = f"write sheet: {next(iter(sheets))}" if sheets else "add a sheet with the cards"
        report.error("table.sheet", message, start_of(file), hint=hint)
        return None
    if len(visible) > 1:
        message = f"the cards are read from the sheet '{visible[0]}' of {file}"
        hint = f"write sheet: for another one: {', '.join(visible[1:8])}"
        report.note("table.sheet", message, start_of(file), hint=hint)
    return sheets[visible[0]]


def _formulas(data: bytes, sheet: Any) -> Iterator[tuple[Any, ...]] | None:
    """Return the rows of the same sheet with formulas in place of values, None without any."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    path = str(PurePosixPath(sheet._worksheet_path.lstrip("/")))
    if not re.search(rb"<(?:\w+:)?f[\s>/]", archive.read(path)):
        return None
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False)
    other = book[sheet.title]
    other.reset_dimensions()
    rows: Iterator[tuple[Any, ...]] = other.iter_rows()
    return rows


class _Sheet:
    """Reads the cells of one sheet; what cannot be printed as the sheet shows it is reported."""

    def __init__(self, sheet: Any, file: str, report: Report) -> None:
        self.file, self.report, self.places = file, report, SheetPlaces(file)
        sheet.reset_dimensions()
        self.sheet = sheet
        # By code and column: the first place, a word for it, and how many there are.
        self.seen: dict[tuple[str, str, int], list[Any]] = {}
        self.columns: dict[int, set[bool]] = {}
        self.filled = 0

    def cells(self, formulas: Iterator[tuple[Any, ...]] | None) -> Cells | None:
        """Return the cells as text, None after reporting that there are too many."""
        rows: list[list[str]] = []
        numbers: list[int] = []
        left = MOST_CELLS
        for number, row in enumerate(self.sheet.iter_rows(), start=1):
            left -= len(row) + 1
            originals = next(formulas, ()) if formulas is not None else ()
            values = [
                self._text(cell, originals[i] if i < len(originals) else None, number, i)
                for i, cell in enumerate(row)
            ]
            if any(values):
                rows.append(values)
                numbers.append(number)
            if len(rows) > MOST_ROWS + 1 or left < 0:
                message = f"{self.file} has more rows or columns than a deck can have: "
                message += f"at most {MOST_ROWS:,} cards are printed"
                hint = "split the table, or remove rows"
                place = self.places.row(number)
                self.report.error("table.too-large", message, place, hint=hint)
                return None
        self._tell()
        return Cells(rows, numbers, self.places, self.file, ragged=False)

    def _text(self, cell: Any, original: Any, row: int, column: int) -> str:
        """Return what a cell shows, "" for an empty one."""
        value = cell.value
        if value is None:
            if original is not None and original.data_type == "f":
                self._note("table.formula", "", row, column)
            return ""
        if isinstance(value, bool):
            self.columns.setdefault(column, set()).add(True)
            self._note("table.true-false", str(value).upper(), row, column)
            return "TRUE" if value else "FALSE"
        if row > 1:
            self.columns.setdefault(column, set()).add(False)
        if isinstance(value, str):
            if cell.data_type == "e":
                self._note("table.cell-error", value, row, column)
            return value.replace("_x000D_", "")
        if isinstance(value, (int, float)):
            return self._number(value, cell, row, column)
        return self._date(value, row, column)

    def _date(self, value: Any, row: int, column: int) -> str:
        """Return a date or a time as people write it."""
        if isinstance(value, datetime.datetime):
            is_day = value.time() == datetime.time()
            shown = value.strftime("%Y-%m-%d" if is_day else "%Y-%m-%d %H:%M")
        elif isinstance(value, datetime.time):
            shown = value.strftime("%H:%M" if value.second == 0 else "%H:%M:%S")
        else:
            shown = str(value)
        self._note("table.date", shown, row, column)
        return shown

    def _number(self, value: float, cell: Any, row: int, column: int) -> str:
        """Return a number as it was typed: 7 and not 7.0, 007 where the format says so."""
        shown = str(value) if isinstance(value, int) else _float(value)
        form = cell.number_format or "General"
        if _DIGITS.match(form):
            return shown.zfill(len(form)) if shown.isdecimal() else shown
        if percent := _PERCENT.match(form):
            return f"{value * 100:.{len(percent.group(1) or '')}f}%"
        if "?/" in form:
            self._note("table.date", shown, row, column, "a fraction")
        elif not _PLAIN_FORMATS.match(form):
            self._note("table.format", shown, row, column)
        return shown

    def _note(self, code: str, shown: str, row: int, column: int, kind: str = "") -> None:
        entry = self.seen.setdefault(
            (code, kind, column), [self.places.cell(row, column), shown, 0]
        )
        entry[2] += 1

    def _tell(self) -> None:
        """Report what was seen, once for each column."""
        told = 0
        for (code, kind, column), (place, shown, count) in self.seen.items():
            if code == "table.true-false" and self.columns[column] == {True}:
                continue
            told += 1
            if told > MOST_TOLD:
                break
            cell = f"{letters_of(place.column)}{place.line}"
            more = f" and {count - 1:,} more cells below it" if count > 1 else ""
            self._say(code, kind, f"{cell}{more}", shown, place, count > 1)

    def _say(self, code: str, kind: str, cells: str, shown: str, place: Span, many: bool) -> None:
        verb = "hold" if many else "holds"
        if code == "table.formula":
            what = "formulas without results" if many else "a formula without a result"
            self.report.error(code, f"{cells} {verb} {what}", place, hint=_OPEN_AND_SAVE)
        elif code == "table.cell-error":
            message = f"{cells} {verb} the error {shown}"
            self.report.error(code, message, place, hint="mend the formula")
        elif code == "table.true-false":
            message = f"{cells} {verb} a truth value among texts: '{shown}' is printed"
            self.report.warning(code, message, place, hint=_AS_TEXT)
        elif code == "table.format":
            message = (
                f"{cells} {verb} a number that the sheet shows otherwise: '{shown}' is printed"
            )
            self.report.warning(code, message, place, hint=_AS_TEXT)
        else:
            message = f"{cells} {verb} {kind or 'a date or a time'}: '{shown}' is printed"
            self.report.warning(code, message, place, hint=_AS_TEXT)


def _float(value: float) -> str:
    """Return a number as the sheet shows it, to the 15 digits that it keeps."""
    if value == int(value) and abs(value) < 10**15:
        return str(int(value))
    return format(value, ".15g")
