"""What people are told of a package: its README, and the words on the terminal."""

from pathlib import Path

import pypdfium2
import pytest
from shop_orders import POKER, deck, head, order_of, tokens, toy

from cardforge import export_command, terminal
from cardforge.diagnostics import Report
from cardforge.export.readme import readme
from cardforge.export.ways import assemble
from cardforge.exporting import Made

MANY = head(POKER) + "decks:\n" + deck("main", 612, 1)
MIXED = (
    head(POKER)
    + "decks:\n"
    + deck("main", 2, 0, 1)
    + deck("bare", 3, back="none")
    + "tokens:\n"
    + tokens("coins", 5, size=25.4)
)


def told(folder, text, shop, **asked):
    """Return the README of a package, its lines joined."""
    order = order_of(toy(folder, text), shop, **asked)
    return " ".join(readme(order, assemble(order, Report())).decode().split())


def test_what_is_not_printed_is_not_counted_and_tokens_are_no_cards(tmp_path):
    text = told(tmp_path, MIXED, "the-game-crafter")
    assert "- main: 3 cards, 2 faces; PokerDeck, 63.5 × 88.9 mm, pictures of 825 × 1125" in text
    assert "- coins: 5 tokens, 1 face; LargeCircleChit" in text


def test_a_card_of_no_copies_is_not_shown(run, tmp_path):
    toy(tmp_path, head(POKER) + "decks:\n" + deck("main", 2, 0, 1, ids={1: "never"}))
    out = tmp_path / "out"
    assert run("export", tmp_path, "--shop", "contact-sheet", "--out", out)[0] == 0
    document = pypdfium2.PdfDocument(out / "en/contact-sheet-en.pdf")
    words = document[0].get_textpage().get_text_range()
    document.close()
    assert ("c0" in words, "never" in words) == (True, False)


def test_an_article_in_the_title_of_a_shop_is_small_inside_a_line(tmp_path):
    assert told(tmp_path, MIXED, "press").startswith("Toy for a printer of your choice version 1")
    assert told(tmp_path, MIXED, "longpack").startswith("Toy for LongPack Games version 1")


def test_a_product_without_a_name_is_told_once_by_its_size(tmp_path):
    text = told(tmp_path, MIXED, "longpack")
    assert "main: 3 cards, 2 faces; 63.5 × 88.9 mm, pages of 69.5 × 94.9 mm with bleed" in text
    assert "Upload cards/001-main-en-x3.pdf: 3 cards of 63.5 × 88.9 mm, 4 pages, all" in text
    assert "5 tokens of 25.4 × 25.4 mm (round)" in text
    assert "63.5x88.9" not in text


def test_cards_that_are_blank_behind_are_said_to_be_so_in_pages(tmp_path):
    assert "The back of 3 cards is blank: its page is white." in told(tmp_path, MIXED, "wingo")
    assert "is blank" not in told(tmp_path, MANY, "wingo")


@pytest.mark.parametrize("shop", ["makeplayingcards", "mpc-autofill"])
def test_more_cards_than_one_order_takes_are_ordered_in_parts(tmp_path, shop):
    assert "order 613 cards in parts, at most 612 each" in told(tmp_path, MANY, shop)
    few = told(tmp_path, MANY.replace("612", "611"), shop)
    assert "order 612 cards" in few
    assert "in parts" not in few


def test_a_back_is_only_said_to_be_for_some_where_others_are_blank(tmp_path):
    text = told(tmp_path, MIXED, "makeplayingcards")
    assert "for all that have one" in text
    assert "for all that have one" not in told(tmp_path, MANY, "makeplayingcards")


def test_the_file_of_sheets_is_named(tmp_path):
    name = "cards/001-poker-18-en-x6.pdf"
    text = told(tmp_path, MIXED, "print-and-play-games")
    assert f"Upload {name}: 6 cards of poker-18 on 1 sheet;" in text
    asked = MIXED.replace("fonts:", "shops: {print-and-play-games: {format: png}}\nfonts:")
    text = told(tmp_path, asked, "print-and-play-games")
    assert "Upload the pictures cards/001-poker-18-…: 6 cards" in text


def test_boxes_are_ordered_as_often_as_the_cards_need_them(tmp_path):
    name = "boxes/PokerTuckBox108-en.png"
    text = told(tmp_path, MANY, "the-game-crafter")
    assert f"Add the box PokerTuckBox108: upload {name}, and order 6 of it." in text
    assert "of it" not in told(tmp_path, MIXED, "the-game-crafter")


def test_a_program_gives_no_proof_to_look_at(tmp_path):
    text = told(tmp_path, MIXED, "playingcards-io")
    assert "the program does not document all" in text
    assert "proof" not in text
    assert "look at its proof" in told(tmp_path, MIXED, "wingo")


def said(capsys, *names):
    terminal.say_written(tuple(Path("out/en", name) for name in names), False)
    return capsys.readouterr().out


@pytest.mark.parametrize("ending", ["png", "jpg", "tif"])
def test_pictures_of_every_kind_are_counted(capsys, ending):
    one = said(capsys, f"cards/a.{ending}", "README.txt")
    assert one == "out/en: 1 picture, README.txt\n"
    many = [f"cards/{number}.{ending}" for number in range(3)]
    assert said(capsys, *many, "README.txt") == "out/en: 3 pictures, README.txt\n"


def test_a_few_pdfs_are_named_and_many_counted(capsys):
    few, many = ([f"cards/{n}.pdf" for n in range(count)] for count in (8, 9))
    assert said(capsys, *few, "a.csv") == f"out/en: {', '.join(few)}, a.csv\n"
    assert said(capsys, *many, "a.csv") == "out/en: 9 PDFs, a.csv\n"


@pytest.mark.parametrize(
    ("kept", "words"),
    [(0, ""), (1, "1 picture is as it was.\n"), (2, "2 pictures are as they were.\n")],
)
def test_pictures_that_stayed_are_counted(capsys, kept, words):
    export_command.say_kept(Made((), kept, ()), "toy")
    assert capsys.readouterr().out == words


def test_what_a_shop_does_not_make_is_told_on_the_terminal_and_in_the_readme(run, tmp_path):
    toy(tmp_path, MIXED)
    out = tmp_path / "out"
    code, said, _ = run("export", tmp_path, "--shop", "makeplayingcards", "--out", out)
    assert (code, "Left out: coins (--verbose says why)." in said) == (0, True)
    assert "- coins: 5 tokens, left out: not in this package" in (out / "en/README.txt").read_text()

    code, said, _ = run("export", tmp_path, "--shop", "press", "--out", tmp_path / "all")
    assert (code, "eft out" in said) == (0, False)
    assert "left out" not in (tmp_path / "all/en/README.txt").read_text()


def test_the_command_that_fills_in_the_addresses_can_be_copied_from_the_terminal(capsys):
    step = "The image addresses are placeholders: run `cardforge export GAME --shop x`"
    export_command.say_kept(Made((), 0, (step,)), "designs/my game")
    assert "`cardforge export 'designs/my game' --shop x`" in capsys.readouterr().out
