"""XLSX: cells are printed as the sheet shows them, or what differs is told by its name."""

import datetime
import io
import time
import zipfile

import openpyxl
import pytest

from cardforge.diagnostics import Report
from cardforge.report import render_text
from cardforge.tables.opening import open_table
from cardforge.tables.words import Reading


@pytest.fixture
def opened(tmp_path):
    """Return what reads a workbook: from what fills its sheet, or from bytes."""

    def opened(fill, **reading):
        path = tmp_path / "cards.xlsx"
        if isinstance(fill, bytes):
            path.write_bytes(fill)
        else:
            book = openpyxl.Workbook()
            book.active.title = "Cards"
            fill(book.active)
            book.save(path)
        report = Report()
        table = open_table(path, "cards.xlsx", Reading("cards.xlsx", **reading), report)
        return table, report

    return opened


def rows(*rows):
    """Return what writes rows into a sheet."""
    return lambda sheet: [sheet.append(row) for row in rows]


def column(found, name="a"):
    table, report = found
    assert report.problems == ()
    return [line.fields[name] for line in table.lines]


def codes(found):
    return [(p.severity, p.code) for p in found[1].problems]


class TestNumbers:
    def test_print_as_they_were_typed(self, opened):
        values = [7.0, 7, 2.5, 0, -3, 0.1 + 0.2, 1e14, "007", "1,5"]
        found = opened(rows(["a"], *([value] for value in values)))
        assert column(found) == "7 7 2.5 0 -3 0.3 100000000000000 007 1,5".split()

    def test_keep_the_zeros_of_their_format(self, opened):
        def fill(sheet):
            rows(["a"], [7])(sheet)
            sheet["A2"].number_format = "000"

        assert column(opened(fill)) == ["007"]

    def test_print_as_a_percentage(self, opened):
        def fill(sheet):
            rows(["a"], [0.5], [0.125])(sheet)
            sheet["A2"].number_format, sheet["A3"].number_format = "0%", "0.0%"

        assert column(opened(fill)) == ["50%", "12.5%"]

    def test_with_a_currency_are_told(self, opened):
        def fill(sheet):
            rows(["a"], [3])(sheet)
            sheet["A2"].number_format = '#,##0 "€"'

        assert codes(opened(fill)) == [("warning", "table.format")]


class TestDates:
    def test_are_told_by_their_cells_and_never_print_their_clock(self, opened):
        day = datetime.datetime(2024, 4, 3)
        found = opened(rows(["id", "a"], ["x", day], ["y", day], ["z", "3-4"]))
        (problem,) = found[1].problems
        assert (problem.severity, problem.code) == ("warning", "table.date")
        assert problem.message.startswith("B2 and 1 more cells below it hold a date")
        assert problem.hint.startswith("format the column as text")
        assert found[0].lines[0].fields["a"] == "2024-04-03"
        assert "cards.xlsx:B2: warning" in render_text(found[1], colour=False, verbose=False)

    def test_and_times_and_fractions_are_told(self, opened):
        def fill(sheet):
            rows(["a", "b"], [datetime.time(1, 30), 0.5])(sheet)
            sheet["B2"].number_format = "# ?/?"

        found = opened(fill)
        assert codes(found) == [("warning", "table.date")] * 2
        assert [p.message[:2] for p in found[1].problems] == ["A2", "B2"]


class TestOtherCells:
    def test_truth_values_print_as_the_sheet_shows_them(self, opened):
        assert column(opened(rows(["a"], [True], [False]))) == ["TRUE", "FALSE"]

    def test_a_truth_value_among_texts_is_told(self, opened):
        found = opened(rows(["a"], ["Yes"], [True]))
        assert codes(found) == [("warning", "table.true-false")]
        assert "A3" in found[1].problems[0].message

    def test_formulas_without_a_result_are_told_by_their_cells(self, opened):
        found = opened(rows(["id", "a"], ["x", "=1+1"], ["y", '="a"&"b"']))
        assert found[0] is None
        (problem,) = found[1].problems
        assert (problem.code, problem.severity) == ("table.formula", "error")
        assert problem.message == "B2 and 1 more cells below it hold formulas without results"
        assert "save it" in problem.hint

    def test_errors_are_told(self, opened):
        found = opened(rows(["id", "a"], ["x", "#REF!"]))
        assert codes(found) == [("error", "table.cell-error")]
        assert "B2 holds the error #REF!" in found[1].problems[0].message

    def test_empty_ones_stay_empty_and_a_merged_one_counts_once(self, opened):
        def fill(sheet):
            rows(["a", "b", "c"], ["1", None, "3"], [None, "2", None], ["m", None, "3"])(sheet)
            sheet.merge_cells("A4:B4")

        table, _ = opened(fill)
        assert [list(line.fields.values()) for line in table.lines] == [
            ["1", "", "3"],
            ["", "2", ""],
            ["m", "", "3"],
        ]

    def test_stored_results_are_read(self, opened, tmp_path):
        opened(rows(["id", "a"], ["x", "=1+1"]))
        path = tmp_path / "cards.xlsx"
        parts = {}
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                parts[name] = archive.read(name)
        sheet = parts["xl/worksheets/sheet1.xml"]
        assert b"<f>1+1</f><v" in sheet
        made = sheet.replace(b"<f>1+1</f><v />", b"<f>1+1</f><v>2</v>")
        made = made.replace(b"<f>1+1</f><v></v>", b"<f>1+1</f><v>2</v>")
        parts["xl/worksheets/sheet1.xml"] = made.replace(b"<f>1+1</f><v/>", b"<f>1+1</f><v>2</v>")
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            for name, part in parts.items():
                archive.writestr(name, part)
        assert column(opened(data.getvalue())) == ["2"]


class TestSheets:
    @staticmethod
    def two(sheet):
        rows(["a"], ["first"])(sheet)
        other = sheet.parent.create_sheet("More")
        rows(["a"], ["second"])(other)
        return other

    def test_the_first_visible_one_is_read_and_said(self, opened):
        table, report = opened(self.two)
        assert table.lines[0].fields == {"a": "first"}
        assert [(p.severity, p.code) for p in report.problems] == [("note", "table.sheet")]

    def test_another_one_is_read_when_it_is_named(self, opened):
        assert column(opened(self.two, sheet="More")) == ["second"]

    def test_a_hidden_one_is_read_only_when_it_is_named(self, opened):
        def fill(sheet):
            self.two(sheet)
            sheet.sheet_state = "hidden"

        assert column(opened(fill)) == ["second"]
        assert column(opened(fill, sheet="Cards")) == ["first"]

    def test_an_unknown_one_is_told_with_a_near_name(self, opened):
        table, report = opened(self.two, sheet="Crads")
        assert table is None
        assert report.problems[0].hint == "did you mean 'Cards'?"


def test_places_are_those_of_the_sheet(opened):
    def fill(sheet):
        sheet["B3"], sheet["C3"], sheet["B5"], sheet["C5"] = "id", "a", "x", "1"

    table, _ = opened(fill)
    assert table.lines[0].place("a")[1:3] == (5, 3)


TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-'
    'officedocument.spreadsheetml.sheet.main+xml"/></Types>'
)
RELATION = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships/{}" Target="{}"/></Relationships>'
)
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
BOOK = (
    f'<workbook xmlns="{MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>'
)


def crafted(inside, before=""):
    """Return a workbook whose only sheet has this XML inside of its data."""
    sheet = f'{before}<worksheet xmlns="{MAIN}"><sheetData>{inside}</sheetData></worksheet>'
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", RELATION.format("officeDocument", "xl/workbook.xml"))
        archive.writestr("xl/workbook.xml", BOOK)
        archive.writestr(
            "xl/_rels/workbook.xml.rels", RELATION.format("worksheet", "worksheets/sheet1.xml")
        )
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
    return data.getvalue()


def cell(name, text):
    return f'<c r="{name}" t="inlineStr"><is><t>{text}</t></is></c>'


def test_a_crafted_workbook_is_read_at_all(opened):
    inside = f'<row r="1">{cell("A1", "a")}</row><row r="2">{cell("A2", "x")}</row>'
    assert column(opened(crafted(inside))) == ["x"]


ENTITIES = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
HOSTILE = {
    "unpacks to far too much": (crafted(" " * 70_000_000), "table.too-large"),
    "has millions of cells in a row": (crafted("<c/>" * 500_000), "table.too-large"),
    "reaches to the last cell": (
        crafted(f'<row r="1">{cell("A1", "a")}</row><row r="1048576">{cell("XFD9", "x")}</row>'),
        "table.too-large",
    ),
    "is wide in every row": (
        crafted("".join(f'<row r="{n}"><c r="XFD{n}"/></row>' for n in range(1, 5000))),
        "table.too-large",
    ),
    "grows by entities": (
        crafted(cell("A1", "&e9;"), f'<!DOCTYPE x [<!ENTITY e0 "aaaaaaaaaa">{ENTITIES}]>'),
        "table.workbook",
    ),
    "is no archive": (b"PK\x03\x04 not really", "table.workbook"),
    "is cut off": (crafted("<row/>")[:400], "table.workbook"),
    "is locked": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "table.workbook"),
    "is empty": (b"", "table.workbook"),
    "has broken XML": (crafted("<row><c></row>"), "table.workbook"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_workbook_that_is_a_trap_is_refused_soon(opened, what):
    data, code = HOSTILE[what]
    begin = time.process_time()
    table, report = opened(data)
    assert time.process_time() - begin < 3
    assert (table, [p.code for p in report.problems]) == (None, [code])
