"""CSV and its relatives: separators, quotes, encodings, and the place of everything wrong."""

import time

import pytest
from reading_tables import fields, table_of

from cardforge.tables.delimited import guessed


@pytest.fixture
def opened(tmp_path):
    """Return what reads a text as a table: the table, and the problems."""

    def opened(text, name="cards.csv", **reading):
        return table_of(tmp_path, text, name, **reading)

    return opened


def told(found):
    """Return severity, code, line and column of each problem."""
    _, problems = found
    return [(p.severity, p.code, p.span.line, p.span.column) for p in problems]


class TestSeparators:
    @pytest.mark.parametrize(
        ("text", "sign"),
        [
            ("a,b\n1,2\n", ","),
            ("a;b\n1,5;2,5\n1,5;2\n", ";"),
            ("a\tb\n1,2\t3;4\n", "\t"),
            ("name,text\nx,a; b; c\ny,d; e; f\n", ","),
            ("name;text\nx;a, b, c\ny;d, e, f\n", ";"),
            ("title\nDragon, the red; one\nElf\n", "\x1f"),
            ("My cards\nid,title,text\na,A,x\nb,B,y\n", ","),
            ("a;b;c\n", ";"),
            ('name;text\n"a,b;c";x\n"d\n,,,;e";y\n', ";"),
            ("a,b,c\n1,2\n", ","),
        ],
    )
    def test_the_one_that_fits_the_header_is_found(self, text, sign):
        assert guessed(text) == sign

    def test_the_line_that_tells_excel_is_no_header(self, opened):
        assert fields(opened("sep=|\r\nid|a\r\nx|1\r\n")) == [{"id": "x", "a": "1"}]

    def test_the_stated_one_counts(self, opened):
        assert fields(opened("a;b,c\n1;2,3\n", delimiter=",")) == [{"a_b": "1;2", "c": "3"}]

    def test_one_column_needs_none(self, opened):
        assert fields(opened("title\nDragon, big; red\nElf\n")) == [
            {"title": "Dragon, big; red"},
            {"title": "Elf"},
        ]


class TestQuotes:
    def test_hold_separators_line_breaks_and_doubled_quotes(self, opened):
        text = 'id,text\r\na,"one, two\r\nthree ""four"""\r\nb, "five, six"\r\nc,5" blade\r\n'
        assert [f["text"] for f in fields(opened(text))] == [
            'one, two\nthree "four"',
            "five, six",
            '5" blade',
        ]

    def test_one_that_is_never_closed_is_told_where_it_opens(self, opened):
        text = 'id,text\na,"x\ny"\nb,"never\nc,z\n'
        assert told(opened(text)) == [("error", "table.quote", 4, 3)]

    def test_one_that_closes_too_early_is_told_with_both_places(self, opened):
        _, (problem,) = opened('id,text\na,"say "hi" now",1\n')
        assert (problem.span.line, problem.span.column) == (2, 3)
        assert problem.related[0][0].column == 8
        assert "before 'hi\" now\"'" in problem.message

    def test_one_left_open_runs_into_the_next_one(self, opened):
        _, (problem,) = opened('id,text\na,"open\nb,"x"\n')
        assert (problem.span.line, problem.related[0][0].line) == (2, 3)

    def test_a_cell_that_never_ends_is_refused(self, opened):
        found = opened('id,text\na,"' + "x" * 200_000 + '"\n')
        assert told(found) == [("error", "table.too-large", 2, 3)]


class TestEncodings:
    ROW = "id,title\na,“Nurse’s” café\n"

    @pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
    def test_that_say_what_they_are_are_read(self, opened, codec):
        assert fields(opened(self.ROW.encode(codec)))[0]["title"] == "“Nurse’s” café"

    @pytest.mark.parametrize(
        ("name", "codec"),
        [("windows-1252", "cp1252"), ("mac-roman", "mac_roman"), ("utf-16-be", "utf-16-be")],
    )
    def test_that_are_stated_are_read(self, opened, name, codec):
        found = opened(self.ROW.encode(codec), encoding=name)
        assert fields(found) == [{"id": "a", "title": "“Nurse’s” café"}]

    @pytest.mark.parametrize(
        ("codec", "name"), [("cp1252", "windows-1252"), ("mac_roman", "mac-roman")]
    )
    def test_that_are_none_of_these_are_told_with_what_they_would_read(self, opened, codec, name):
        found = opened(self.ROW.encode(codec))
        assert told(found) == [("error", "table.encoding", 2, 1)]
        assert f"encoding: {name} (reads '“Nurse’s” café')" in found[1][0].hint

    def test_wide_ones_without_their_mark_are_known(self, opened):
        found = opened(self.ROW.encode("utf-16-le"))
        assert "write encoding: utf-16-le" in found[1][0].hint

    def test_a_wrongly_stated_one_is_told(self, opened):
        _, (problem,) = opened(b"a,b\n1,\x81\n", encoding="windows-1252")
        assert (problem.code, problem.span.line) == ("table.encoding", 2)

    def test_a_stated_one_yields_to_the_mark_of_the_file(self, opened):
        found = opened(self.ROW.encode("utf-8-sig"), encoding="windows-1252")
        assert fields(found)[0]["title"] == "“Nurse’s” café"

    @pytest.mark.parametrize("text", ["a,b\n1,cafÃ©\n", "a,b\n1,itâ€™s\n", "a,b\n1,caf\ufffd\n"])
    def test_letters_lost_before_are_pointed_at(self, opened, text):
        table, (problem,) = opened(text)
        assert (problem.severity, problem.code) == ("warning", "table.spoilt")
        assert problem.span.line == 2
        assert len(table.lines) == 1

    def test_accents_alone_are_not_suspected(self, opened):
        assert fields(opened("a\nÃo, São Paulo, Â, naïve, Ünsal, â\n"))

    @pytest.mark.parametrize(
        ("data", "code"),
        [(b"a,b\n1,\x00\n", "source.binary"), (b"a,b\n1,\x07\n", "source.character")],
    )
    def test_what_is_no_text_is_refused(self, opened, data, code):
        table, (problem,) = opened(data)
        assert (table, problem.code) == (None, code)


class TestShape:
    def test_blank_rows_and_columns_fall_away(self, opened):
        text = "\n\nid,title,,\n,,,\na,A,,\n  , ,,\n\nb,B,,\n,,,\n"
        assert fields(opened(text)) == [{"id": "a", "title": "A"}, {"id": "b", "title": "B"}]

    def test_rows_of_another_length_are_told_by_their_number(self, opened):
        found = opened("id,a,b\nx,1\ny,1,2,3\nz,1,2\n")
        assert told(found) == [
            ("warning", "table.ragged", 2, 1),
            ("error", "table.ragged", 3, 1),
        ]
        assert found[1][1].message == "row 3 has 4 cells under 3 headers"

    def test_a_short_row_is_read_with_empty_cells(self, opened):
        table, _ = opened("id,a,b\nx,1\n")
        assert table.lines[0].fields == {"id": "x", "a": "1", "b": ""}

    def test_curly_quotes_are_named_as_the_cause(self, opened):
        _, (problem,) = opened("id,a\nx,“one, two”\n")
        assert "curly quotes do not quote" in problem.hint

    def test_thousands_of_such_rows_are_counted(self, opened):
        _, problems = opened("id,a\n" + "x,1,2\n" * 3000)
        assert len(problems) == 21
        assert problems[-1].message.startswith("2,980 more rows")

    def test_a_header_that_is_there_twice_is_told_with_both_places(self, opened):
        _, (problem,) = opened("id,Name,name\na,b,c\n")
        assert (problem.code, problem.span.column) == ("table.header-twice", 9)
        assert problem.related[0][0].column == 4
        assert problem.message == "'Name' and 'name' are both called 'name'"

    def test_a_column_without_header_is_told_at_what_it_holds(self, opened):
        found = opened("id,,c\na,,1\nb,9,1\n")
        assert told(found) == [("error", "table.header", 3, 3)]

    def test_a_header_alone_is_no_deck(self, opened):
        assert told(opened("id,a\n")) == [("error", "table.empty", 1, 1)]

    @pytest.mark.parametrize("text", ["", "\n\n", " , ,\n"])
    def test_nothing_is_no_deck(self, opened, text):
        assert told(opened(text)) == [("error", "table.empty", 1, 1)]

    def test_the_header_may_be_further_down(self, opened):
        assert fields(opened("My game,\nid,a\nx,1\n", header=2)) == [{"id": "x", "a": "1"}]
        assert told(opened("id,a\nx,1\n", header=9)) == [("error", "table.empty", 1, 1)]

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_lines_may_end_in_three_ways(self, opened, end):
        table, _ = opened(end.join(["id,a", "x,1", "y,2", ""]))
        assert [line.fields["a"] for line in table.lines] == ["1", "2"]
        assert [line.span.line for line in table.lines] == [2, 3]


class TestPlaces:
    def test_are_those_of_the_cells(self, opened):
        table, _ = opened('id;text;n\r\na;"x;\r\ny";1\r\nbb; z ;22\r\n')
        first, second = table.lines
        assert first.place("text") == ("cards.csv", 2, 3, 3, 3)
        assert first.place("n") == ("cards.csv", 3, 4, 3, 5)
        assert second.place("text")[1:] == (4, 5, 4, 7)
        assert second.place("n")[1:] == (4, 8, 4, 10)
        assert second.span[1:3] == (4, 1)
        assert second.place("none") is None
        assert second.key_span("none") == second.span


class TestKinds:
    @pytest.mark.parametrize("name", ["cards.ods", "cards.xls", "cards.numbers", "cards.pdf"])
    def test_others_are_refused_with_a_way_out(self, opened, name):
        _, (problem,) = opened("x", name)
        assert problem.code == "table.kind"
        assert "CSV" in problem.hint

    def test_what_means_nothing_for_a_kind_is_told(self, opened):
        _, problems = opened("a\n1\n", sheet="Cards", flatten=("x",))
        assert [p.code for p in problems] == ["table.idle-key"] * 2


def test_two_hundred_thousand_rows_are_refused_at_once(opened):
    text = "id,title,text\n" + "".join(f"c{n},Card {n},Draw a card\n" for n in range(200_000))
    begin = time.process_time()
    table, (problem,) = opened(text)
    assert time.process_time() - begin < 3
    assert (table, problem.code, problem.span.line) == (None, "table.too-large", 20_002)
    assert "20,000" in problem.message


def test_twenty_thousand_rows_are_read(opened):
    assert len(fields(opened("id\n" + "".join(f"{n}\n" for n in range(20_000))))) == 20_000
