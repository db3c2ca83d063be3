"""Opening a table: the file is found, its kind known by its name, and read into fields."""

from __future__ import annotations

from pathlib import Path

from cardforge.decode import plain
from cardforge.diagnostics import Report, Span
from cardforge.source import parse
from cardforge.tables.delimited import read_delimited
from cardforge.tables.encoding import text_of
from cardforge.tables.heads import Cells, table_of
from cardforge.tables.table import Table
from cardforge.tables.words import Reading
from cardforge.textfile import read_bytes

DELIMITED = (".csv", ".tsv", ".tab", ".txt")
WORKBOOKS = (".xlsx", ".xlsm")
TREES = (".json", ".yaml", ".yml")
# What people have and how it becomes one of these.
_FOREIGN = {
    ".ods": "save the sheet as CSV UTF-8 or as XLSX",
    ".xls": "save the workbook as XLSX or as CSV UTF-8",
    ".numbers": "export it as CSV (UTF-8) or as Excel",
    ".gsheet": "download it as CSV or XLSX",
}


def open_table(
    path: Path,
    file: str,
    reading: Reading,
    report: Report,
    place: Span | None = None,
    kind: str | None = None,
) -> Table | None:
    """Return the table in a file, None after reporting why there is none.

    `file` is its name in problems, `kind` what it is where its ending does not say so.
    """
    suffix = f".{kind}" if kind else path.suffix.lower()
    if suffix not in (*DELIMITED, *WORKBOOKS, *TREES):
        hint = _FOREIGN.get(suffix, "save it as CSV UTF-8 with the ending .csv")
        message = f"{path.name} is none of CSV, TSV, XLSX, JSON and YAML"
        report.error("table.kind", message, place, hint=hint)
        return None
    before = report.count("error")
    _refuse_idle(suffix, reading, place, report)
    data = read_bytes(path, report, file, place)
    table = None if data is None else table_in(data, suffix, file, reading, report)
    return None if report.count("error") > before else table


def table_in(data: bytes, suffix: str, file: str, reading: Reading, report: Report) -> Table | None:
    """Return the table in some data of a known kind."""
    if suffix in WORKBOOKS:
        from cardforge.tables.workbook import read_workbook

        cells = read_workbook(data, reading.sheet, file, report)
        return None if cells is None else table_of(cells, reading.header, report)
    text = text_of(data, reading.encoding, file, report)
    if text is None:
        return None
    if suffix in DELIMITED:
        grid = read_delimited(text, reading.delimiter, file, report)
        if grid is None:
            return None
        cells = Cells(grid.rows, grid.numbers, grid.places, file, ragged=True)
        return table_of(cells, reading.header, report)
    return _tree(text, suffix, file, reading, report)


def _tree(text: str, suffix: str, file: str, reading: Reading, report: Report) -> Table | None:
    from cardforge.tables.trees import locate_in, table_of_tree

    if suffix == ".json":
        from cardforge.tables.jsonfile import JsonText

        json_text = JsonText(text, file)
        before = report.count("error")
        data = json_text.read(report)
        if report.count("error") > before:
            return None
        return table_of_tree(data, file, reading.flatten, json_text.place, report)
    node = parse(text, file, report, rows=True)
    if node is None:
        return None
    return table_of_tree(plain(node), file, reading.flatten, locate_in(node), report)


def _refuse_idle(suffix: str, reading: Reading, place: Span | None, report: Report) -> None:
    """Report what is said of a file and can mean nothing for its kind."""
    uses = {
        "sheet": WORKBOOKS,
        "encoding": (*DELIMITED, *TREES),
        "delimiter": DELIMITED,
        "header": (*DELIMITED, *WORKBOOKS),
        "flatten": TREES,
    }
    for key, suffixes in uses.items():
        if getattr(reading, key) and suffix not in suffixes:
            message = f"{key} means nothing for {reading.file}: it is of files ending in "
            message += ", ".join(suffixes)
            report.error("table.idle-key", message, place, hint=f"remove {key}:")
