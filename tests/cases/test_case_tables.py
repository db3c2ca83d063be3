"""Tables as spreadsheets save them: marks, code pages, blank rows, quotes, formulas, counts."""

import datetime
import json
import time

import openpyxl
import pytest
from games import WORDED, head, run, write

TABLED = WORDED + "decks:\n  main:\n    face: worded\n    back: none\n    table: {table}\n"


def game(folder, table, data=None, *, name="cards.csv", title="title", deck=""):
    """Return a game whose deck is a table, with its file beside it."""
    folder = folder / "game"
    text = head() + TABLED.replace("{table}", table).replace("{{ title }}", f"{{{{ {title} }}}}")
    write(folder, text + deck)
    if data is not None:
        write(folder, data, name)
    return folder


def sheet(folder, fill, table="cards.xlsx", **how):
    """Return a game whose deck is a workbook."""
    folder = game(folder, table, **how)
    book = openpyxl.Workbook()
    fill(book.active)
    book.save(folder / "cards.xlsx")
    return folder


def built(folder, out):
    """Return how building ended, and the cards of the manifest by id."""
    ran = run("build", folder, "--out", out, "--only", "sheets", "--paper", "a4")
    if ran.code:
        return ran, {}
    manifest = json.loads((out / "toy" / "manifest.json").read_text("utf-8"))
    cards = ({**card, "name": card["name"]["en"]} for card in manifest["cards"])
    return ran, {card["id"].partition(".")[2]: card for card in cards}


# 58: a byte order mark glued to the first header


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + "id,title,copies\r\na,Épée,2\r\nb,Nürse,1\r\n".encode(),
        b"\xef\xbb\xbf" + '"id","title","copies"\r\n"a","Épée","2"\r\n"b","x","1"\r\n'.encode(),
        "id\ttitle\tcopies\r\na\tÉpée\t2\r\nb\tx\t1\r\n".encode("utf-16"),
    ],
)
def test_a_mark_before_the_first_header_is_no_part_of_it(tmp_path, data):
    ran, cards = built(game(tmp_path, "cards.csv", data), tmp_path / "out")
    assert ran.code == 0, ran.said
    assert {name: card["copies"] for name, card in cards.items()} == {"a": 2, "b": 1}


# 60: a CSV saved in an old code page

NURSE = "id,title,text\r\na,“Nurse’s” café,He said — “stop” … €5\r\n"


@pytest.mark.parametrize("codec", ["cp1252", "mac_roman"])
def test_an_old_code_page_is_told_with_its_row_and_what_to_do(tmp_path, codec):
    ran, _ = built(game(tmp_path, "cards.csv", NURSE.encode(codec)), tmp_path / "out")
    assert ran.code == 1
    assert "cards.csv:2:1: error[table.encoding]" in ran.said
    assert "CSV UTF-8" in ran.said
    assert "encoding: " in ran.said


def test_a_stated_code_page_is_read(tmp_path):
    table = "{file: cards.csv, encoding: cp1252}"
    folder = game(tmp_path, table, NURSE.encode("cp1252"), deck="    name: '{{ title }}'\n")
    ran, cards = built(folder, tmp_path / "out")
    assert ran.code == 0, ran.said
    assert cards["a"]["name"] == "“Nurse’s” café"


# 61: empty rows and ragged rows


def test_blank_rows_are_no_cards(tmp_path):
    data = "id,title,text\r\na,A,x\r\n,,\r\n\r\n   , ,\r\nb,B,y\r\n,,\r\n,,\r\n\r\n"
    ran, cards = built(game(tmp_path, "cards.csv", data), tmp_path / "out")
    assert (ran.code, list(cards)) == (0, ["a", "b"])


def test_rows_without_id_or_without_anything_else_are_kept_and_told(tmp_path):
    data = "id,title,text\r\na,A,x\r\n,Nameless,y\r\nc,,\r\n"
    ran, cards = built(game(tmp_path, "cards.csv", data), tmp_path / "out")
    assert (ran.code, list(cards)) == (0, ["a", "2", "c"])
    assert "cards.csv:3:1: warning[table.id]: row 3 has no id" in ran.said
    assert "cards.csv:4:1: warning[table.bare-row]: row 4" in ran.said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("id,title\r\na\r\nb,B,extra,more\r\n", "cards.csv:3:1: error[table.ragged]: row 3 has 4"),
        ("id,title\r\n", "error[table.empty]"),
        ("id,title,title\r\na,A,B\r\n", "cards.csv:1:10: error[table.header-twice]"),
        ("id,,title\r\na,x,A\r\n", "cards.csv:2:3: error[table.header]"),
    ],
)
def test_rows_and_headers_that_do_not_fit_are_told(tmp_path, data, said):
    ran, _ = built(game(tmp_path, "cards.csv", data), tmp_path / "out")
    assert ran.code == 1
    assert said in ran.said


# 63: formulas without stored results


def test_formulas_without_results_are_told_by_their_cells(tmp_path):
    def fill(cells):
        cells.append(["id", "title", "text", "copies"])
        cells.append(["a", '=CONCATENATE("Dra","gon")', '="no"', "=1+1"])
        cells.append(["b", "#REF!", "y", 1])

    ran, _ = built(sheet(tmp_path, fill), tmp_path / "out")
    assert ran.code == 1
    for cell in ("B2", "C2", "D2"):
        assert f"cards.xlsx:{cell}: error[table.formula]: {cell} holds a formula" in ran.said
    assert "cards.xlsx:B3: error[table.cell-error]: B3 holds the error #REF!" in ran.said
    assert "save it" in ran.said


# 64: 3 becomes 3.0


def test_whole_numbers_stay_whole(tmp_path):
    def fill(cells):
        cells.append(["id", "title", "copies"])
        cells.append([1.0, 7.0, 2.0])
        cells.append([2, "007", 1])
        cells.append([3, 2.5, 1])

    folder = sheet(tmp_path, fill, deck="    name: '{{ title }}'\n")
    ran, cards = built(folder, tmp_path / "out")
    assert ran.code == 0, ran.said
    assert {name: card["name"] for name, card in cards.items()} == {
        "1": "7", "2": "007", "3": "2.5",
    }  # fmt: skip
    assert cards["1"]["copies"] == 2


# 65: text turned into dates


def test_dates_are_told_by_their_cells(tmp_path):
    def fill(cells):
        cells.append(["id", "title", "text"])
        cells.append(["a", datetime.datetime(2024, 4, 3), "typed as 3-4"])
        cells.append(["b", "x", datetime.time(1, 30)])
        cells.append(["c", 0.5, "typed as 1/2"])
        cells["B2"].number_format, cells["B4"].number_format = "d-mmm", "# ?/?"

    folder = sheet(tmp_path, fill, deck="    name: '{{ title }}'\n")
    ran, cards = built(folder, tmp_path / "out")
    assert ran.code == 0, ran.said
    for cell in ("B2", "B4", "C3"):
        assert f"cards.xlsx:{cell}: warning[table.date]: {cell} holds" in ran.said
    assert "format the column as text" in ran.said
    assert "00:00" not in cards["a"]["name"]


# 66: quotes, commas and line breaks in cells


def test_quotes_hold_what_they_hold(tmp_path):
    data = (
        'id,title,text,copies\r\na,"Beatrice, Lady","Line one\r\nLine two, ""quoted""",2\r\n'
        'b,Plain,"say ""hi""",1\r\nc,5" blade,inch mark unquoted,1\r\n'
    )
    folder = game(tmp_path, "cards.csv", data, deck="    name: '{{ title }}|{{ text }}'\n")
    ran, cards = built(folder, tmp_path / "out")
    assert ran.code == 0, ran.said
    assert sum(card["copies"] for card in cards.values()) == 4
    assert cards["a"]["name"] == 'Beatrice, Lady|Line one\nLine two, "quoted"'
    assert cards["c"]["name"].startswith('5" blade|')


def test_an_open_quote_is_told_where_it_opens(tmp_path):
    folder = game(tmp_path, "cards.csv", 'id,title\r\na,"never closed\r\nb,B\r\n')
    ran, _ = built(folder, tmp_path / "out")
    assert "cards.csv:2:3: error[table.quote]: the quote that opens here is never" in ran.said


def test_curly_quotes_do_not_quote(tmp_path):
    folder = game(tmp_path, "cards.csv", "id,title\r\na,“one, two”\r\n")
    ran, _ = built(folder, tmp_path / "out")
    assert "row 2 has 3 cells under 2 headers" in ran.said
    assert "curly quotes do not quote" in ran.said


def test_lines_that_end_as_on_an_old_mac_are_read(tmp_path):
    folder = game(tmp_path, "cards.csv", "id,title\ra,A\rb,B\r")
    assert list(built(folder, tmp_path / "out")[1]) == ["a", "b"]


# 67: invisible characters in headers and ids


def test_what_nobody_sees_makes_no_difference(tmp_path):
    data = "id, title ,text\u00a0,copies\u200b\r\n\u200ba\u00a0,  A  ,x ,2 \r\na,Again,y,1\r\n"
    ran, _ = built(game(tmp_path, "cards.csv", data), tmp_path / "out")
    assert ran.code == 1
    assert "cards.csv:3:1: error[card.twice]: deck main has two cards with the id 'a'" in ran.said
    assert "cards.csv:2:1: first used here" in ran.said
    assert "1 error" in ran.said


# 68: column titles with spaces

SPACED = "ID,Card Name,Rules Text,Copies,#,Mana-Cost\r\na,Dragon,Fly.,2,1,3\r\n"


def test_column_titles_with_spaces_are_names(tmp_path):
    deck = "    name: '{{ card_name }} {{ mana_cost }}'\n"
    folder = game(tmp_path, "cards.csv", SPACED, title="card_name", deck=deck)
    ran, cards = built(folder, tmp_path / "out")
    assert ran.code == 0, ran.said
    assert (cards["a"]["name"], cards["a"]["copies"]) == ("Dragon 3", 2)


def test_a_title_used_as_it_is_written_is_told_with_its_name(tmp_path):
    folder = game(tmp_path, "cards.csv", SPACED, title="Card Name")
    ran, _ = built(folder, tmp_path / "out")
    assert ran.code == 1
    assert "card_name" in ran.said


# 69: empty cells shift or repeat


def test_empty_cells_are_empty(tmp_path):
    def fill(cells):
        cells.append(["id", "title", "text", "copies"])
        cells.append(["a", "A", None, 1])
        cells.append(["b", None, "text of b", None])
        cells.append(["d", "Merged", "m", 1])
        cells.merge_cells("B4:C4")

    deck = "    name: '{{ title }}|{{ text }}'\n"
    ran, cards = built(sheet(tmp_path, fill, deck=deck), tmp_path / "out")
    assert ran.code == 0, ran.said
    told = {name: (card["name"], card["copies"]) for name, card in cards.items()}
    assert told == {"a": ("A|", 1), "b": ("|text of b", 1), "d": ("Merged|", 1)}


def test_empty_cells_of_a_csv_are_empty(tmp_path):
    data = "id,title,text,copies\r\na,A,,1\r\nb,,text of b,\r\nc,C,'',1\r\n"
    deck = "    name: '{{ title }}|{{ text }}'\n"
    _, cards = built(game(tmp_path, "cards.csv", data, deck=deck), tmp_path / "out")
    assert [card["name"] for card in cards.values()] == ["A|", "|text of b", "C|''"]


# 70: an id column taken for the count


def test_an_absurd_count_is_told_at_once_with_its_row_and_the_limit(tmp_path):
    data = "copies,title,text\r\n1162167,Catan,x\r\n174430,Gloomhaven,y\r\n"
    begin = time.perf_counter()
    ran, _ = built(game(tmp_path, "cards.csv", data), tmp_path / "out")
    assert time.perf_counter() - begin < 5
    assert ran.code == 1
    said = "cards.csv:2:1: error[card.copies]: copies must be a whole number from 0 to 999, found"
    assert f"{said} '1162167'" in ran.said
    assert "cards.csv:3:1" in ran.said


# 71: counts that are not counts


@pytest.mark.parametrize(
    ("cell", "copies"),
    [("0", 0), ("2.0", 2), ('"3"', 3), ('" 3 "', 3), ("", 1)],
)
def test_cells_that_are_counts_are_taken(tmp_path, cell, copies):
    data = f"id,title,copies\na,A,{cell}\nb,B,1\n"
    ran, cards = built(game(tmp_path, "cards.csv", data), tmp_path / "out")
    assert ran.code == 0, ran.said
    assert cards.get("a", {"copies": 0})["copies"] == copies


@pytest.mark.parametrize(
    "cell", ["-1", "2.5", "two", "3x", "nan", "inf", "true", '"[1, 2]"', "３", "1e3"]
)
def test_cells_that_are_no_counts_are_told_with_card_and_value(tmp_path, cell):
    data = f"id,title,copies\na,A,{cell}\nb,B,1\n"
    ran, _ = built(game(tmp_path, "cards.csv", data), tmp_path / "out")
    assert ran.code == 1
    value = cell.strip('"')
    assert "cards.csv:2:5: error[card.copies]" in ran.said
    assert f"found '{value}'" in ran.said
    assert "on card main.a" in ran.said
