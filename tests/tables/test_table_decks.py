"""Decks made of tables: columns are declared, renamed, joined, translated, sorted and crossed."""

import time

import pytest

from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.load import load_game
from cardforge.model import Settings

HEAD = """game: toy
version: "1"
title: Toy
languages: {languages}
players: 2
templates: {{face: {{elements: []}}, other: {{elements: []}}}}
decks:
  d:
    face: face
    back: none
"""


@pytest.fixture
def dealt(tmp_path):
    """Return what deals a deck with these keys: its cards, and the problems.

    A keyword is a file: `cards_csv` is cards.csv.
    """

    def dealt(deck, languages="[en]", language="en", **files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text, "utf-8")
        lines = "".join(f"    {line}\n" for line in deck.splitlines())
        path = tmp_path / "game.yaml"
        path.write_text(HEAD.format(languages=languages) + lines, "utf-8")
        report = Report()
        game = load_game(path, report, "game.yaml")
        decks = deal(game, Settings(language, 2, None, {}), report)
        return (decks[0].cards if decks else ()), report.problems

    return dealt


def cards(found):
    made, problems = found
    assert problems == ()
    return made


def column(found, name):
    return [card.fields[name] for card in cards(found)]


def told(found):
    return [(p.code, p.span.file, p.span.line, p.span.column) for p in found[1]]


CARDS = "id,title,type,cost\na,Dragon,beast,10\nb,Elf,folk,9\nc,Orc,folk,\n"


class TestRows:
    def test_are_cards_with_the_cells_as_text(self, dealt):
        made = cards(dealt("table: cards.csv", cards_csv=CARDS))
        assert [card.id for card in made] == ["d.a", "d.b", "d.c"]
        assert made[0].fields["cost"] == "10"
        assert made[2].fields["cost"] == ""

    def test_behave_like_written_ones(self, dealt):
        deck = """table: cards.csv
where: "type == 'folk'"
let: {loud: "{{ title | upper }}"}
override: {b: {title: Elves, face: other}}
rows: [{id: extra, title: Extra, type: folk}]"""
        made = cards(dealt(deck, cards_csv=CARDS))
        assert [card.id for card in made] == ["d.b", "d.c", "d.extra"]
        assert [card.fields["loud"] for card in made] == ["ELVES", "ORC", "EXTRA"]
        assert made[0].face == "other"

    def test_without_ids_are_numbered(self, dealt):
        made = cards(dealt("table: t.csv", t_csv="title\nDragon\nElf\n"))
        assert [card.id for card in made] == ["d.1", "d.2"]

    def test_that_lack_an_id_among_others_are_kept_and_told(self, dealt):
        made, (problem,) = dealt("table: t.csv", t_csv="id,title\na,A\n,B\nc,C\n")
        assert [card.id for card in made] == ["d.a", "d.2", "d.c"]
        assert (problem.severity, problem.code) == ("warning", "table.id")
        assert problem.message == "row 3 has no id"

    def test_with_nothing_but_an_id_are_told(self, dealt):
        made, (problem,) = dealt("table: t.csv", t_csv="id,title,text\na,A,x\nb,,\n")
        assert len(made) == 2
        assert (problem.code, problem.span.line) == ("table.bare-row", 3)

    def test_with_the_same_id_are_told_with_both_places(self, dealt):
        _, (problem,) = dealt("table: t.csv", t_csv="id,a\n\u200bx\u00a0,1\nx,2\n")
        assert (problem.code, problem.span.line) == ("card.twice", 3)
        assert problem.related[0][0].line == 2

    def test_may_choose_face_and_copies_and_leave_them_to_the_deck(self, dealt):
        table = "id,face,copies\na,other,3\nb,,\n"
        made = cards(dealt("table: t.csv\ncopies: 2", t_csv=table))
        assert [(card.face, card.copies) for card in made] == [("other", 3), ("face", 2)]

    def test_may_hold_expressions(self, dealt):
        table = 'id,cost,text\na,3,Pay {{ cost }}\nb,4,"{{ players }} cards"\n'
        assert column(dealt("table: t.csv", t_csv=table), "text") == ["Pay 3", "2 cards"]

    def test_with_a_faulty_expression_are_told_at_the_cell(self, dealt):
        found = dealt("table: t.csv", t_csv="id,text\na,Pay {{ costs\nb,{{ x }}\n")
        assert told(found) == [("expression.syntax", "t.csv", 2, 3)]

    def test_are_crossed_with_loops(self, dealt):
        deck = "table: t.csv\nfor: {colour: [red, blue]}\nrows: [{id: joker}]"
        made = cards(dealt(deck, t_csv="id,cost\na,1\nb,2\n"))
        ids = ["d.a-red", "d.b-red", "d.a-blue", "d.b-blue", "d.joker"]
        assert [card.id for card in made] == ids
        assert made[2].fields["colour"] == "blue"

    def test_that_are_crossed_may_have_ids_of_their_own(self, dealt):
        deck = "table: t.csv\nfor: {n: 1..2}\nid: '{{ id }}{{ n }}'"
        assert [c.id for c in cards(dealt(deck, t_csv="id,x\na,1\n"))] == ["d.a1", "d.a2"]

    def test_crossed_with_too_much_are_refused_before_they_are_made(self, dealt):
        table = "id\n" + "".join(f"{n}\n" for n in range(300))
        made, (problem,) = dealt("table: t.csv\nfor: {n: 1..300}", t_csv=table)
        assert (made, problem.code) == ((), "deck.too-many")
        assert "90,000" in problem.message


class TestColumns:
    def test_are_numbers_when_they_are_declared_so(self, dealt):
        deck = "table: {file: t.csv, columns: {cost: number}}"
        table = 'id,cost\na,"1,5"\nb,1.5\nc,7\nd,−2\ne,\n'
        assert column(dealt(deck, t_csv=table), "cost") == [1.5, 1.5, 7, -2, ""]

    @pytest.mark.parametrize(
        ("cell", "hint"),
        [
            ("two", "write digits"),
            ("3 €", "no unit"),
            ('"1,500"', "write decimal: comma or decimal: point"),
            ("1e3", "write digits"),
        ],
    )
    def test_that_are_none_are_told_at_the_cell(self, dealt, cell, hint):
        deck = "table: {file: t.csv, columns: {cost: number}}"
        found = dealt(deck, t_csv=f"id,cost\na,{cell}\n")
        assert told(found) == [("table.cell", "t.csv", 2, 3)]
        assert hint in found[1][0].hint

    def test_take_the_stated_decimal_sign_alone(self, dealt):
        deck = "table: {file: t.csv, decimal: comma, columns: {cost: number}}"
        assert column(dealt(deck, t_csv='id,cost\na,"1,500"\n'), "cost") == [1.5]
        _, (problem,) = dealt(deck, t_csv="id,cost\na,1.5\n")
        assert problem.hint == "decimal: says ',': write 1,5"

    def test_are_lists_and_truth_values_when_they_are_declared_so(self, dealt):
        deck = "table: {file: t.csv, columns: {tags: list ;, more: list, unique: true-false}}"
        made = cards(dealt(deck, t_csv='id,tags,more,unique\na,x; y z;,"p, q",yes\nb,,,\n'))
        assert made[0].fields["tags"] == ["x", "y z"]
        assert made[0].fields["more"] == ["p", "q"]
        assert [card.fields["unique"] for card in made] == [True, False]
        assert made[1].fields["tags"] == []

    def test_are_renamed(self, dealt):
        deck = "table: {file: t.csv, rename: {Card Name: title, '#': copies}}"
        (card,) = cards(dealt(deck, t_csv="id,Card Name,#\na,Dragon,3\n"))
        assert (card.fields["title"], card.copies) == ("Dragon", 3)

    def test_that_are_not_there_are_told_with_a_near_name(self, dealt):
        deck = "table:\n  file: t.csv\n  columns: {kost: number}\n  rename: {titel: name}"
        found = dealt(deck, t_csv="id,cost,title\na,1,A\n")
        assert [p.hint for p in found[1]] == ["did you mean 'title'?", "did you mean 'cost'?"]
        assert {p.code for p in found[1]} == {"table.column"}

    def test_have_defaults_for_empty_cells_and_when_they_are_missing(self, dealt):
        deck = "table: {file: cards.csv, defaults: {cost: 3, power: '{{ 2 * players }}'}}"
        found = dealt(deck, cards_csv=CARDS)
        assert column(found, "cost") == ["10", "9", 3]
        assert column(found, "power") == [4, 4, 4]

    def test_give_the_order(self, dealt):
        deck = "table: {file: cards.csv, sort: [-type, cost]}"
        assert [c.id for c in cards(dealt(deck, cards_csv=CARDS))] == ["d.b", "d.c", "d.a"]
        table = "id\nc10\nc9\nC1\n"
        deck = "table: {file: t.csv, sort: id}"
        assert [c.id for c in cards(dealt(deck, t_csv=table))] == ["d.C1", "d.c9", "d.c10"]


class TestJoins:
    COLOURS = "kind,colour,id\nbeast,red,1\nfolk,green,2\nghost,white,3\n"

    def test_add_the_columns_of_another_table_by_a_key(self, dealt):
        deck = "table: {file: cards.csv, join: {file: k.csv, on: {type: kind}, prefix: kind_}}"
        found = dealt(deck, cards_csv=CARDS, k_csv=self.COLOURS)
        made, (problem,) = found
        assert [card.fields["kind_colour"] for card in made] == ["red", "green", "green"]
        assert (problem.severity, problem.code) == ("note", "table.join-unused")

    def test_refuse_a_column_that_both_have(self, dealt):
        deck = "table: {file: cards.csv, join: {file: k.csv, on: {type: kind}}}"
        found = dealt(deck, cards_csv=CARDS, k_csv=self.COLOURS)
        assert [p.code for p in found[1]] == ["table.join-twice"]

    def test_report_a_key_without_partner_at_its_cell(self, dealt):
        deck = "table: {file: cards.csv, join: {file: k.csv, on: type}}"
        found = dealt(deck, cards_csv=CARDS, k_csv="type,colour\nbeast,red\n")
        assert told(found) == [("table.join", "cards.csv", 3, 7), ("table.join", "cards.csv", 4, 7)]

    def test_leave_cells_empty_when_that_is_wanted(self, dealt):
        deck = "table: {file: cards.csv, join: {file: k.csv, on: type, missing: empty}}"
        found = dealt(deck, cards_csv=CARDS, k_csv="type,colour\nbeast,red\n")
        assert column(found, "colour") == ["red", "", ""]

    def test_report_a_key_that_two_rows_have(self, dealt):
        deck = "table: {file: cards.csv, join: {file: k.csv, on: type}}"
        found = dealt(deck, cards_csv=CARDS, k_csv="type,c\nbeast,r\nfolk,g\nfolk,b\n")
        assert told(found) == [("table.join-twice", "k.csv", 4, 1)]
        assert found[1][0].related[0][0].line == 3

    def test_lead_to_the_cell_of_the_other_file(self, dealt):
        deck = """table: {file: cards.csv, join: {file: k.csv, on: type}}"""
        found = dealt(deck, cards_csv=CARDS, k_csv="type,copies\nbeast,x\nfolk,1\n")
        assert told(found) == [("card.copies", "k.csv", 2, 7)]


class TestLanguages:
    @pytest.mark.parametrize("head", ["name_{}", "name ({})", "Name:{}"])
    def test_columns_that_end_in_them_are_one_text(self, dealt, head):
        table = f"id,{head.format('en')},{head.format('fr')}\na,Dragon,Le dragon\n"
        for language, name in (("en", "Dragon"), ("fr", "Le dragon")):
            (card,) = cards(dealt("table: t.csv", "[en, fr]", language, t_csv=table))
            assert (card.name, card.fields["name"]) == (name, name)

    def test_a_plain_column_is_of_the_original(self, dealt):
        table = "id,text,text_fr,n\na,Draw,Pioche,1\nb,,,2\n"
        assert column(dealt("table: t.csv", "[en, fr]", "en", t_csv=table), "text") == ["Draw", ""]

    def test_a_file_may_hold_the_translation(self, dealt):
        deck = "table: {file: t.csv, join: {file: fr.csv, on: id, language: fr}}"
        files = {"t_csv": "id,text\na,Draw\n", "fr_csv": "id,text\na,Pioche\n"}
        assert column(dealt(deck, "[en, fr]", "fr", **files), "text") == ["Pioche"]

    def test_an_empty_translation_is_told_for_its_card(self, dealt):
        table = "id,text_en,text_fr\na,Draw,Pioche\nb,Play,\n"
        found = dealt("table: t.csv", "[en, fr]", "fr", t_csv=table)
        assert [(p.code, p.span.line) for p in found[1]] == [("words.missing", 3)]

    def test_a_missing_column_is_told_once(self, dealt):
        table = "id,text_en,text_fr\na,Draw,Pioche\n"
        found = dealt("table: t.csv", "[en, fr, de]", "en", t_csv=table)
        assert [(p.code, p.hint) for p in found[1]] == [("words.missing", "add a column text_de")]

    def test_words_that_end_like_a_language_of_no_game_stay(self, dealt):
        assert column(dealt("table: t.csv", t_csv="id,text_fr\na,x\n"), "text_fr") == ["x"]

    def test_a_translation_that_joins_nothing_is_told(self, dealt):
        deck = "table: {file: t.csv, join: {file: fr.csv, on: id, language: fr}}"
        files = {"t_csv": "id,text\na,Draw\n", "fr_csv": "id,text,note\na,Pioche,x\nz,Rien,y\n"}
        _, problems = dealt(deck, "[en, fr]", "en", **files)
        assert [p.code for p in problems] == ["table.join-unused"] * 2


class TestFiles:
    @pytest.mark.parametrize(
        ("name", "hint"),
        [
            ("crads.csv", "did you mean 'cards.csv'?"),
            ("Cards.csv", "write 'cards.csv'"),
            ("../cards.csv", "copy the file into the game folder"),
            ("/etc/passwd", "copy the file into the game folder"),
            ("https://x.org/cards.csv", "copy the file into the game folder"),
        ],
    )
    def test_are_those_of_the_game_folder(self, dealt, name, hint):
        _, (problem,) = dealt(f"table: {name}", cards_csv=CARDS)
        assert (problem.code, problem.hint) == ("table.file", hint)
        assert problem.span.file == "game.yaml"

    def test_of_json_may_be_flattened(self, dealt):
        deck = "table: {file: t.json, flatten: [suits, cards]}\nid: '{{ suit }}{{ rank }}'"
        text = '{"suits": [{"suit": "h", "cards": [{"rank": "A"}, {"rank": 2}]}]}'
        assert [card.id for card in cards(dealt(deck, t_json=text))] == ["d.hA", "d.h2"]

    def test_may_be_used_by_two_decks_in_two_ways(self, tmp_path):
        (tmp_path / "cards.csv").write_text(CARDS, "utf-8")
        text = HEAD.format(languages="[en]") + "    table: cards.csv\n"
        text += "  e: {face: face, back: none, table: {file: cards.csv, columns: {cost: number}}}\n"
        (tmp_path / "game.yaml").write_text(text, "utf-8")
        report = Report()
        game = load_game(tmp_path / "game.yaml", report, "game.yaml")
        decks = deal(game, Settings("en", 2, None, {}), report)
        assert report.problems == ()
        assert [deck.cards[0].fields["cost"] for deck in decks] == ["10", 10]


def test_two_thousand_rows_are_read_and_dealt_in_no_time(dealt):
    heads = "id,title,text,type,cost,copies,flavour,art"
    rows = "".join(
        f'c{n},Card {n},"Draw two cards, then discard one.",abc,{n % 9},{n % 3 + 1},Fly.,{n}.png\n'
        for n in range(2000)
    )
    deck = "table: cards.csv\nname: '{{ title }}'"
    begin = time.process_time()
    assert len(cards(dealt(deck, cards_csv=f"{heads}\n{rows}"))) == 2000
    # A third of a second where nothing else runs.
    assert time.process_time() - begin < 3


def test_thousands_of_faults_are_not_told_one_by_one(dealt):
    table = "id,copies\n" + "".join(f"{n},1162167\n" for n in range(20_000))
    begin = time.process_time()
    _, problems = dealt("table: t.csv", t_csv=table)
    assert time.process_time() - begin < 5
    assert len(problems) < 300
    assert problems[-1].code == "deck.faults"
    assert "'1162167'" in problems[0].message
