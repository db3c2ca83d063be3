"""The rulebook as plain text: 78 columns, everything said once, no-break spaces kept."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_book import (
    HERE,
    NARROW,
    NBSP,
    book,
    card,
    effects_table,
    figure,
    paragraph,
    plan,
    section,
    whole_book,
    words,
)

from cardforge.rulebook.book import (
    Callout,
    Cell,
    Column,
    Figure,
    Listing,
    Sign,
    Table,
    Words,
)
from cardforge.rulebook.bookwords import book_words, known_languages
from cardforge.rulebook.screen.columns_of_text import broken, table, width_of
from cardforge.rulebook.screen.plain import WIDTH, plain_text


def text_of(*blocks, language="fr"):
    return plain_text(book(section("turn", *blocks), language=language))


def body(*blocks):
    """Return the lines beneath the section's title."""
    return text_of(*blocks).split("====\n\n", 2)[-1].rstrip("\n").split("\n")


def test_everything_of_a_book_is_said():
    text = plain_text(whole_book())
    for said in (
        "Petit jeu\n=========", "Un petit jeu de chiffres.", "Videz votre main\nvite.",
        "  100  cartes (dix de chaque)\n    1  carnet", "Mise en place\n=============",
        f"Pioche{NBSP}: pile", f"Ana{NBSP}: 7{NBSP}cartes · Interdit 3", f"Ben{NBSP}: 1{NBSP}carte",
        "La pioche et le code au milieu. — Au début ]", "  | En bref.",
        "1. un\n\n2. deux\n\n   encore", "- puce[*1]", "Limites\n-------", "Plus bas\n........",
        "Voir Mise en place.[*1]", "passe site (https://example.org/)", "Aucun effet",
        f"  | Exemple{NBSP}: 3-6-1", f"[ Figure{NBSP}: Digit 3 · Digit 6 · Digit 1 — Le code ]",
        "  | Note\n  |\n  | Attention.", f"  | À retenir{NBSP}: Un seul",
        "main\n    Les cartes tenues.",
        "[*1] Le coup interdit\n    Parce que.",
    ):  # fmt: skip
        assert said in text, said


def test_the_quick_reference_card_is_in_the_whole_text_only():
    assert "Seulement sur la carte" not in plain_text(whole_book())
    assert "Seulement sur la carte" in plain_text(whole_book(), whole=True)


def test_no_line_is_wider_than_the_page_or_ends_in_a_space():
    long = "Un joueur pioche une carte et la pose devant lui, face visible. " * 5
    text = text_of(
        paragraph(long),
        Listing(((paragraph(long),), (paragraph(long),)), 9, HERE),
        figure(*range(30), caption=long),
        plan(),
    )
    lines = text.split("\n")
    assert max(map(len, lines)) <= WIDTH
    assert max(map(len, lines)) > WIDTH - 10
    assert [line for line in lines if line != line.rstrip(" ")] == []


def test_the_text_ends_in_one_line_break_and_never_leaves_three_empty_lines():
    text = plain_text(whole_book())
    assert text.endswith("Parce que.\n")
    assert "\n\n\n\n" not in text


def test_no_break_spaces_stay_and_no_line_breaks_there():
    sentence = f"Vraiment{NARROW}? Il dit «{NBSP}code{NBSP}» : n°{NBSP}X{NARROW}; "
    for shift in range(30):
        text = text_of(paragraph("a" * shift + " " + sentence * 8))
        assert text.count(NBSP) == 8 * 3
        assert text.count(NARROW) == 8 * 2
        assert not re.search(f"[{NBSP}{NARROW}]\n|\n[{NBSP}{NARROW}]", text)


def test_a_soft_hyphen_is_for_paper_only():
    assert "défausse" in text_of(paragraph("dé\u00adfausse"))


def test_a_written_line_break_is_kept():
    assert body(paragraph("un", Words("\ndeux"))) == ["un", "deux"]


def test_a_list_begins_where_it_is_told_and_its_numbers_line_up():
    items = tuple((paragraph(f"pas {n}"),) for n in range(3))
    assert body(Listing(items, 9, HERE)) == [" 9. pas 0", "10. pas 1", "11. pas 2"]


def test_the_words_around_a_list_item_line_up_beneath_each_other():
    lines = body(Listing(((paragraph("mot " * 40),),), None, HERE))
    assert lines[0].startswith("- mot")
    assert {line[:3] for line in lines[1:]} == {"  m"}


def test_an_address_that_is_its_own_words_is_said_once():
    assert "(" not in text_of(paragraph(Words("example.org", href="https://example.org/")))


def test_a_link_that_leads_to_no_page_of_the_web_is_words_only():
    assert body(paragraph(Words("ici", href="javascript:alert(1)"))) == ["ici"]


def test_a_call_out_is_not_called_twice_by_the_same_name():
    box = Callout("remember", words("À retenir"), (paragraph("Vite."),), HERE)
    assert body(box) == ["  | À retenir", "  |", "  | Vite."]


def test_the_label_of_a_picture_is_said_with_it():
    shown = Figure("f", (card(3, label=words("Centaine")),), "row", (), HERE)
    assert body(shown) == [f"[ Figure{NBSP}: Digit 3 (Centaine) ]"]


def test_signs_are_numbered():
    assert body(paragraph("Vrai.", Sign("a", 1), " Faux.", Sign("b", 12))) == [
        "Vrai.[*1] Faux.[*12]"
    ]


def test_a_table_lines_up_and_leaves_out_pictures_that_stand_beside_words():
    assert body(effects_table())[2:] == [
        "Digit  Action",
        "-----  ---------------",
        "  0    Aucun effet",
        "  1    Pioche X cartes",
    ]


def test_a_table_of_pictures_alone_says_what_they_show():
    only = Table("t", (Column(words("Carte")),), ((Cell((), card(4)),),), (), HERE)
    assert body(only) == ["Carte", "-------", "Digit 4"]


def test_the_cells_of_a_wide_table_are_broken_and_its_rows_set_apart():
    columns = (Column(words("Combien"), "right"), Column(words("Quoi")))
    rows = tuple((Cell(words(str(n))), Cell(words("mot " * 30))) for n in (1, 20))
    lines = body(Table("t", columns, rows, (), HERE))
    assert lines[2].startswith("      1  mot")
    assert lines[3].startswith("         mot")
    assert lines[4] == ""
    assert lines[5].startswith("     20  mot")
    assert max(map(len, lines)) <= WIDTH


def test_a_table_too_wide_for_its_words_cuts_them_rather_than_run_over():
    lines = table(["a"] * 4, [["x" * 40] * 4], ["left"] * 4, WIDTH)
    assert max(map(len, lines)) <= WIDTH
    assert "".join(lines[2:]).count("x") == 160


def test_an_empty_table_has_its_head():
    assert table(["Carte", ""], [], ["left", "left"], 20)[0].startswith("Carte")


@given(st.text(alphabet=f"ab{NBSP} é\u0301漢", max_size=200), st.integers(1, 40))
def test_broken_lines_hold_all_words_and_are_as_wide_as_allowed(text, width):
    lines = broken(text, width)
    assert " ".join(lines).split(" ") == ([w for w in text.split(" ") if w] or [""])
    assert all(width_of(line) <= width or " " not in line for line in lines)


def test_wide_and_combining_characters_take_the_columns_that_they_take():
    assert [width_of(text) for text in ("a", "漢", "e\u0301", "a\u200bb")] == [1, 2, 1, 2]


def test_the_same_book_gives_the_same_text():
    assert plain_text(whole_book()) == plain_text(whole_book())


@pytest.mark.parametrize(
    ("language", "word"),
    [("fr", "Sommaire"), ("en", "Contents"), ("de", "Inhalt"), ("es", "Índice"), ("it", "Indice"),
     ("fr-CA", "Sommaire"), ("pt_BR", "Contents"), ("tlh", "Contents")],
)  # fmt: skip
def test_a_rulebook_has_words_of_its_language_and_english_for_others(language, word):
    assert book_words(language)["contents"] == word


def test_every_language_has_every_word_with_the_same_blanks():
    def blanks(text):
        return sorted(re.findall(r"\{\w+\}", text))

    english = book_words("en")
    assert len(known_languages()) == 5
    for language in known_languages():
        own = book_words(language)
        assert own.keys() == english.keys()
        assert all(own.values())
        assert {k: blanks(v) for k, v in own.items()} == {k: blanks(v) for k, v in english.items()}
