"""`cardforge new --from`: any table of cards becomes a deck that checks without a word."""

import csv
import io
import random

import openpyxl
import pytest
from cases.games import run
from PIL import Image
from public_tables import quests, trading_cards, vocabulary

from cardforge import pipeline
from cardforge.color import contrast
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.from_csv import write_from_table
from cardforge.from_csv.guess import guess
from cardforge.from_csv.looks import COLORS, PAPER, looks_of
from cardforge.starter import AlreadyThere
from cardforge.tables.opening import open_table
from cardforge.tables.words import Reading


@pytest.fixture
def made(tmp_path):
    """Return what makes a game of a table: its folder, and the problems on the way."""

    def made(data, name="cards.csv", folder="night-market", kind=None):
        file = tmp_path / name
        if isinstance(data, list):
            book = openpyxl.Workbook()
            for row in data:
                book.active.append(row)
            book.save(file)
        else:
            file.write_bytes(data if isinstance(data, bytes) else data.encode())
        report = Report()
        game = write_from_table(tmp_path / folder, file, report, kind)
        return game and game.path, report.problems

    return made


def table(*rows):
    """Return rows as CSV."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def checked(path):
    """Return the game and what a check says of it, notes left out."""
    report = Report()
    game = pipeline.read_game(path, report, "game.yaml")
    pipeline.check(game, Request(), report)
    return game, [p for p in report.problems if p.severity != "note"]


def edition_of(path):
    """Return the game laid out in its first language, and what there was to say."""
    report = Report()
    game = pipeline.read_game(path, report, "game.yaml")
    edition = pipeline.make_edition(game, settings_of(game, Request())[0], report)
    return edition, report.problems


def roles_of(tmp_path, text, name="roles.csv"):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    roles = guess(open_table(path, name, Reading(name), Report()))
    named = {
        role: column.name for role, column in roles._asdict().items() if hasattr(column, "name")
    }
    return named, roles


def said_by(plate):
    """Return the words that the ink of a side says, from the lowest element to the highest."""
    return " ".join(item.text for item in plate.items if hasattr(item, "text"))


class TestThreePublicShapes:
    def test_a_set_of_trading_cards(self, made):
        path, problems = made(trading_cards(rows=16))
        assert problems == ()
        game, found = checked(path)
        assert found == []
        assert (game.id, game.title["en"]) == ("night-market", "Night Market")
        (deck,) = edition_of(path)[0].cards
        assert len(deck.deck.cards) == 16
        assert {card.copies for card in deck.deck.cards} <= {1, 2, 3}
        assert deck.deck.cards[0].name == deck.deck.cards[0].fields["card_name"]

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
    def test_a_list_of_words_with_semicolons(self, made, encoding):
        path, problems = made(vocabulary().encode(encoding))
        assert [p.code for p in problems] == ["table.encoding"] * (encoding == "cp1252")
        _, found = checked(path)
        assert found == []
        (deck,) = edition_of(path)[0].cards
        assert len(deck.deck.cards) == 9
        assert {card.face for card in deck.deck.cards} == {"ask"}
        assert {card.back for card in deck.deck.cards} == {"answer"}
        assert deck.deck.cards[0].name == "das Eichhörnchen"
        assert "„na ja“" in (path.parent / "cards.csv").read_text("utf-8")

    def test_quests_with_many_numbers_in_a_workbook(self, made):
        path, problems = made(quests(rows=10), "quests.xlsx")
        assert problems == ()
        _, found = checked(path)
        assert found == []
        (deck,) = edition_of(path)[0].cards
        assert [card.id for card in deck.deck.cards][:2] == ["cards.Q01", "cards.Q02"]
        assert "0.5" in {card.fields["success"] for card in deck.deck.cards}


def test_csv_is_said_of_any_table_and_the_ending_tells_what_it_is(made):
    book, problems = made([["name", "cost"], ["Owl", 1], ["Fox", 2]], "a.xlsx", kind="csv")
    assert (book is None, problems) == (False, ())
    tree, problems = made('[{"name": "Owl"}, {"name": "Fox"}]', "a.json", "other", kind="csv")
    assert (tree is None, problems) == (False, ())


@pytest.mark.slow
def test_five_hundred_trading_cards_become_a_deck_with_all_their_text(made):
    path, problems = made(trading_cards())
    assert problems == ()
    edition, problems = edition_of(path)
    assert {p.code for p in problems if p.severity != "note"} == set()
    (shrunk,) = [p for p in problems if p.code == "text.shrunk" and "rules" not in p.message][:1]
    assert shrunk.cards
    (deck,) = edition.cards
    assert len(deck.deck.cards) == 500
    written = path.read_text("utf-8")
    assert "art" in written
    assert "fit: {min: 6.5 pt}" in written


def test_texts_that_are_too_long_are_told_with_their_cards(made):
    lines = "Draw a card, then discard a card at random from your hand. " * 22
    path, (problem,) = made(table(["name", "text"], ["Long", lines], ["Short", "Draw."]))
    assert (problem.severity, problem.code) == ("warning", "table.unfinished")
    _, found = checked(path)
    assert [(p.code, p.cards) for p in found] == [("print.small-text", ("cards.1",))]


class TestRoles:
    def test_are_found_in_other_languages(self, tmp_path):
        text = table(
            ["Titel", "Anzahl", "Typ", "Wirkung", "Kosten", "Angriff"],
            ["Drache", "2", "Wesen", "Ziehe zwei Karten und lege eine ab.", "5", "3"],
            ["Sturm", "1", "Ereignis", "Alle legen eine Karte ab.", "2", ""],
            ["Elfe", "3", "Wesen", "Nimm eine Münze.", "1", "1"],
        )
        named, roles = roles_of(tmp_path, text)
        assert named == {
            "title": "titel", "copies": "anzahl", "type": "typ", "text": "wirkung",
            "cost": "kosten",
        }  # fmt: skip
        assert [stat.name for stat in roles.stats] == ["angriff"]

    @pytest.mark.parametrize("counts", [["1162167", "174430"], ["2.5", "1"], ["two", "1"]])
    def test_a_count_is_one_only_with_small_whole_numbers(self, tmp_path, counts):
        rows = [[f"Card {n}", count] for n, count in enumerate(counts)]
        named, _ = roles_of(tmp_path, table(["name", "count"], *rows))
        assert "copies" not in named

    def test_the_number_of_a_row_is_no_count(self, tmp_path):
        rows = [[n, f"Card {n}", "Draw a card."] for n in range(1, 9)]
        named, roles = roles_of(tmp_path, table(["#", "name", "text"], *rows))
        assert "copies" not in named
        assert roles.stats == ()

    def test_a_column_of_yes_and_no_is_a_flag(self, tmp_path):
        rows = [[f"Card {n}", ["TRUE", "FALSE"][n % 2]] for n in range(6)]
        _, roles = roles_of(tmp_path, table(["name", "Unique"], *rows))
        assert [flag.name for flag in roles.flags] == ["unique"]

    def test_columns_of_several_languages_are_one(self, tmp_path):
        head = ["name_en", "name_fr", "text_en", "text_fr"]
        text = table(head, ["Dragon", "Le dragon", "Draw a card.", "Piochez une carte."])
        named, roles = roles_of(tmp_path, text)
        assert roles.languages == ("en", "fr")
        assert (named["title"], named["text"]) == ("name", "text")

    def test_two_columns_ask_and_answer(self, tmp_path):
        text = table(["Term", "Definition"], ["Photosynthesis", "How plants make sugar of light."])
        assert roles_of(tmp_path, text)[1].is_flashcards
        rules = "Draw two cards. Then each other player discards a card of their choice."
        assert not roles_of(tmp_path, table(["name", "text"], ["Storm", rules]))[1].is_flashcards


ODD = {
    "names that mean something to a deck": table(
        ["id", "face", "back", "copies", "front", "count", "deck", "language", "palette"],
        ["a", "x", "y", "1162167", "T", "2", "d", "en", "p"],
        ["a", "z", "w", "5", "U", "3", "d", "en", "p"],
    ),
    "braces, brackets and stars": table(
        ["name", "text", "flavour", "type"],
        *(
            [
                f"A {{x}} {n} *",
                "Roll {{a}} [tap] *x* 2*3 {T} {, {% if %} {# **odd",
                "[so] he said",
                'it\'s a: "b" {d}\\',
            ]
            for n in range(3)
        ),
    ),
    "letters of another script": table(
        ["Название", "Тип", "Текст", "Сила"],
        ["Дракон", "Существо", "Возьмите карту и сбросьте карту.", "3"],
        ["Башня", "Место", "Возьмите карту.", ""],
    ),
    "texts in two languages": table(
        ["name_en", "name_fr", "type_en", "type_fr", "text_en", "text_fr"],
        ["Dragon", "Le dragon", "Beast", "Bête", "Draw.", "Piochez : puis défaussez !"],
        ["Elf", "L’elfe", "Folk", "Peuple", "Play.", "Jouez."],
    ),
    "costs of several symbols": table(
        ["name", "manaCost", "type", "text", "power"],
        ["Goblin", "{2}{R}{R}", "Creature — Goblin", "{T}: deals {X} damage.", "*"],
        ["Forest", "", "Land", "({T}: Add {G}.)", ""],
    ),
    "thirty types": table(
        ["name", "type", "text"], *([f"N{n}", f"Kind {n}", "Draw a card."] for n in range(30))
    ),
    "long words and long titles": table(
        ["name", "text"],
        [
            "The Most Honourable Keeper of the Seventh Gate of the Southern Marches",
            "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung " * 2,
        ],
    ),
    "numbers alone": table(["a", "b", "c"], ["1", "2", "3"], ["4", "5", "60"]),
    "one column": table(["Word"], ["Apple"], ["Pear"]),
}


@pytest.mark.parametrize("what", ODD)
def test_tables_with_oddities_check_without_a_word(made, what):
    path, problems = made(ODD[what])
    assert problems == ()
    _, found = checked(path)
    assert found == []


def test_pictures_that_are_there_come_along_and_the_others_are_drawn(made, tmp_path):
    (tmp_path / "art").mkdir()
    noise = Image.frombytes("RGB", (700, 600), random.Random(1).randbytes(700 * 600 * 3))
    noise.save(tmp_path / "art" / "a.png")
    path, problems = made(
        table(
            ["name", "art", "text"],
            ["A", "art/a.png", "Draw a card."],
            ["B", "art/b.png", "Discard."],
            ["C", "../secret.png", "Discard."],
        )
    )
    assert problems == ()
    assert checked(path)[1] == []
    folder = path.parent
    assert (folder / "art" / "a.png").read_bytes() == (tmp_path / "art" / "a.png").read_bytes()
    rows = list(csv.DictReader(io.StringIO((folder / "cards.csv").read_text("utf-8"))))
    assert [row["art"] for row in rows] == ["art/a.png", "", ""]


def test_letters_that_no_font_has_are_told(made):
    path, (problem,) = made(table(["name", "text"], ["竜", "カードを引く。"]))
    assert (problem.code, path.name) == ("table.unfinished", "game.yaml")
    assert "text.glyph" in problem.message


def test_a_faulty_table_writes_nothing(made, tmp_path):
    path, (problem,) = made('name,text\na,"never closed\n')
    assert (path, problem.code) == (None, "table.quote")
    assert not (tmp_path / "night-market").exists()


def test_a_game_that_is_there_is_left_alone(made, tmp_path):
    (tmp_path / "night-market").mkdir()
    (tmp_path / "night-market" / "cards.csv").write_text("mine")
    with pytest.raises(AlreadyThere):
        made(table(["name"], ["A"]))
    assert [p.name for p in (tmp_path / "night-market").iterdir()] == ["cards.csv"]


def test_the_same_table_gives_the_same_game(made):
    one, _ = made(trading_cards(rows=5), folder="one")
    two, _ = made(trading_cards(rows=5), folder="two")
    for name in ("cards.csv", "types.csv", "rules_text/en.md.j2"):
        assert (one.parent / name).read_bytes() == (two.parent / name).read_bytes()
    assert one.read_text("utf-8").replace("One", "Two").replace("game: one", "game: two") == (
        two.read_text("utf-8")
    )


class TestLooks:
    def test_white_and_paper_stand_out_from_every_colour(self):
        for name, color in COLORS.items():
            for other in ("#ffffff", PAPER):
                assert contrast(color, other) >= 4.5, name

    def test_types_get_what_their_names_say_and_no_two_the_same(self):
        looks = looks_of(["Red", "Blue", "Item", "Hero", "Anything", "Something"])
        assert looks["Red"].color == "ember"
        assert looks["Blue"].color == "lake"
        assert (looks["Item"].icon, looks["Hero"].icon) == ("coin", "person")
        assert len({look.color for look in looks.values()}) == 6
        assert len({look.icon for look in looks.values()}) == 6

    def test_there_are_always_enough(self):
        assert len(looks_of([f"Kind {n}" for n in range(40)])) == 40


class TestWhatTheTableIsAbout:
    """The cards are set in the language of the table, and show what there is to see."""

    def test_a_french_table_is_set_as_french(self, made):
        path, problems = made(
            "Titre;Effet;Nombre;Saison\n"
            "L'Orage;Chaque joueur défausse sa main et pioche une carte !;2;Été\n"
            "Gel tardif;Perdez une récolte ou payez 3 pièces.;1;Hiver\n"
        )
        assert problems == ()
        assert "languages: [fr]" in path.read_text()
        assert "## Contenu" in (path.parent / "rules_text/fr.md.j2").read_text()
        edition, _ = edition_of(path)
        assert "L’Orage" in said_by(edition.cards[0].cards[0].face)
        assert (path.parent / "types.csv").read_text().startswith("type,color,icon\nÉté,amber")

    def test_long_german_words_are_divided_in_the_title(self, made):
        path, problems = made(
            "Bezeichnung;Art;Wirkung;Kosten\n"
            "Donaudampfschifffahrtsgesellschaftskapitän;Beruf;Ziehe zwei Karten.;12\n"
            "Feierabend;Ereignis;Beende den Zug.;1\n"
            "Kaffeepause;Ereignis;Alle nehmen einen Keks.;2\nMaurer;Beruf;Lege ab.;3\n"
        )
        assert problems == ()
        assert checked(path)[1] == []
        assert "languages: [de]" in path.read_text()
        assert (path.parent / "types.csv").read_text().splitlines()[1].startswith("Beruf,")

    def test_objects_inside_of_rows_become_columns(self, made):
        path, problems = made(
            '{"monsters": [{"name": "Fen Ghoul", "kind": "Undead", "stats": {"hp": 4, "ac": 12},'
            ' "attacks": [{"name": "Bite", "damage": "1d6"}, {"name": "Tail", "damage": "2d4"}]},'
            '{"name": "Moss Drake", "kind": "Undead", "stats": {"hp": 9, "ac": null},'
            ' "attacks": [], "text": "It sleeps."}]}',
            name="monsters.json",
        )
        assert problems == ()
        assert (path.parent / "cards.csv").read_text().splitlines() == [
            "name,kind,hp,ac,attacks,text",
            "Fen Ghoul,Undead,4,12,Bite 1d6; Tail 2d4,",
            "Moss Drake,Undead,9,,,It sleeps.",
        ]
        assert 'label: "HP"' in path.read_text()

    def test_names_in_an_object_of_languages_are_translations(self, made):
        path, problems = made(
            '[{"name": {"en": "Owl", "fr": "Hibou"}, "text": {"en": "Draw.", "fr": "Pioche."}},'
            '{"name": {"en": "Fox", "fr": "Renard"}, "text": {"en": "Pass.", "fr": "Passe."}}]',
            name="animals.json",
        )
        assert problems == ()
        assert "languages: [en, fr]" in path.read_text()

    def test_a_quiz_answers_on_the_back_and_says_its_category(self, made):
        path, problems = made([
            ["Category", "Question", "Answer", "Difficulty"],
            ["History", "Who was first?", "Nobody knows, and nobody ever will.", 1],
            ["Music", "Who was last?", "The one who asked for the bill that evening.", 3],
        ] , name="quiz.xlsx")  # fmt: skip
        assert problems == ()
        edition, _ = edition_of(path)
        card = edition.cards[0].cards[0]
        assert said_by(card.face) == "HISTORY Who was first? Difficulty 1"
        assert "Nobody knows" in said_by(card.back)

    def test_a_sentence_without_a_title_is_the_card(self, made):
        path, problems = made(
            "Dare,Points\nSwap shoes with the person on your left,2\n"
            "Sing the alphabet backwards to the cat,3\n"
        )
        assert problems == ()
        assert "style: title" not in path.read_text()
        assert "align: center" in path.read_text().split("  rules:")[1][:120]

    def test_notes_of_the_designer_are_not_printed(self, made):
        path, _ = made("name,text,designer note,unique\nA,Draw.,check balance,yes\nB,Pass.,ok,\n")
        assert "designer_note" not in path.read_text()
        assert "**Unique**' if unique" in path.read_text()

    def test_letters_and_numbers_in_one_column_are_no_less_printed(self, made):
        path, problems = made("Rank,Suit\nA,Moons\nK,Moons\n7,Suns\n2,Suns\n")
        assert problems == ()
        assert checked(path)[1] == []
        edition, _ = edition_of(path)
        faces = [said_by(card.face) for card in edition.cards[0].cards]
        assert [face.split()[0] for face in faces] == ["A", "K", "7", "2"]

    def test_no_number_is_left_out_because_there_are_many(self, made):
        heads = [f"S{n}" for n in range(1, 14)]
        path, problems = made(
            table(["name", *heads], ["Owl", *"1234567891234"], ["Fox", *"1" * 13])
        )
        assert problems == ()
        edition, _ = edition_of(path)
        said = said_by(edition.cards[0].cards[0].face)
        assert all(head in said for head in heads)


def test_the_command_tells_which_column_it_took_for_what(tmp_path):
    file = tmp_path / "cards.csv"
    rows = [
        [f"Card {n}", n % 4, f"Draw {n} cards and keep the best one of them."] for n in range(8)
    ]
    file.write_text(table(["Card Name", "Cost", "Rules"], *rows))
    ran = run("new", tmp_path / "deck", "--from", "csv", file)
    assert ran.code == 0, ran.said
    assert ran.out.startswith("Took Card Name as title, Rules as text, Cost as cost.\nWrote ")
