"""Packages of pictures: names, order, copies, shared backs, and what is on each picture."""

import csv
import io

import pytest
from shop_orders import EURO, color_at, deck, head, named, order_of, package, pictures, tokens, toy

from cardforge.export.package import DataFile, PdfFile, PictureFile
from cardforge.export.pages import BACK, FACE

GAME = head() + "decks:\n" + deck("main", 1, 3) + deck("own", 2, back="other")


def rows(data):
    return [*csv.DictReader(io.StringIO(data.decode("utf-8-sig")))]


def shown(file):
    """Return side, card and copies of all that a picture shows."""
    return [(one.side, one.card, one.copies) for one in file.shows]


class TestSidesOnce:
    def test_names_keep_order_deck_card_side_language_and_copies(self, tmp_path):
        files = named(package(tmp_path, "the-game-crafter", GAME))
        assert [*files] == [
            "cards/001-main-c0-face-en-x1.png",
            "cards/001-main-back-en-x4.png",
            "cards/002-main-c1-face-en-x3.png",
            "cards/003-own-c0-face-en-x2.png",
            "cards/003-own-c0-back-en-x2.png",
            "cards/copies.csv",
        ]
        assert {file.pixels for file in files.values() if isinstance(file, PictureFile)} == {
            (825, 1125)
        }
        assert shown(files["cards/001-main-back-en-x4.png"]) == [(BACK, "", 4)]
        assert shown(files["cards/002-main-c1-face-en-x3.png"]) == [(FACE, "main.c1", 3)]
        assert shown(files["cards/003-own-c0-back-en-x2.png"]) == [(BACK, "own.c0", 2)]

    def test_the_list_says_how_many_of_each_and_what_is_behind(self, tmp_path):
        files = named(package(tmp_path, "the-game-crafter", GAME))
        listed = rows(files["cards/copies.csv"].data)
        assert [(row["file"], row["card"], row["name"], row["deck"]) for row in listed] == [
            ("001-main-c0-face-en-x1.png", "main.c0", "c0", "main"),
            ("002-main-c1-face-en-x3.png", "main.c1", "c1", "main"),
            ("003-own-c0-face-en-x2.png", "own.c0", "c0", "own"),
        ]
        assert [row["copies"] for row in listed] == ["1", "3", "2"]
        assert [f"cards/{row['back']}" in files for row in listed] == [True] * 3
        assert {row["product"] for row in listed} == {"EuroPokerDeck"}

    def test_where_decks_go_together_a_back_that_they_share_is_there_once(self, tmp_path):
        text = head() + "decks:\n" + deck("main", 1, 3) + deck("more", 2)
        files = named(package(tmp_path, "makeplayingcards", text))
        backs = [name for name in files if "-back-" in name]
        assert backs == ["cards/001-standard_63x88-back-en-x6.png"]
        assert [one.deck for one in files[backs[0]].shows] == [""]
        files = named(package(tmp_path, "the-game-crafter", text))
        assert len([name for name in files if "-back-" in name]) == 2

    def test_a_blank_back_has_no_picture_and_the_list_says_so(self, tmp_path):
        text = head() + "decks:\n" + deck("main", 2, 3, back="none")
        made = package(tmp_path, "the-game-crafter", text)
        files = named(made)
        assert not [name for name in files if "-back-" in name]
        assert [row["back"] for row in rows(files["cards/copies.csv"].data)] == ["none", "none"]
        assert any("back of 5 cards white" in step for step in made.steps)

    def test_cards_without_copies_are_not_there(self, tmp_path):
        files = named(
            package(tmp_path, "the-game-crafter", head() + "decks:\n" + deck("main", 0, 1))
        )
        assert "cards/001-main-c1-face-en-x1.png" in files
        assert not [name for name in files if "c0" in name]

    def test_tokens_lie_in_their_own_folder_with_their_own_list(self, tmp_path):
        text = GAME + "tokens:\n" + tokens("chips", 4, 1, size=25.4)
        files = named(package(tmp_path, "the-game-crafter", text))
        assert "tokens/001-chips-t0-face-en-x4.png" in files
        assert files["tokens/001-chips-t0-face-en-x4.png"].pixels == (375, 375)
        assert len(rows(files["tokens/copies.csv"].data)) == 2
        assert len(rows(files["cards/copies.csv"].data)) == 3

    def test_ids_of_any_characters_make_names_of_plain_ones(self, tmp_path):
        ids = {0: '"É/1"', 1: '"e:1"', 2: '"龍"'}
        files = named(
            package(
                tmp_path, "the-game-crafter", head() + "decks:\n" + deck("main", 1, 1, 1, ids=ids)
            )
        )
        faces = [name for name in files if "-face-" in name]
        assert faces == [
            "cards/001-main-E-1-face-en-x1.png",
            "cards/002-main-e-1-face-en-x1.png",
            "cards/003-main-u9f8d-face-en-x1.png",
        ]

    def test_the_kind_of_picture_is_the_games_own_or_the_first_of_the_shop(self, tmp_path):
        text = head(more="shops: {the-game-crafter: {format: jpg}}") + "decks:\n" + deck("main", 1)
        files = named(package(tmp_path, "the-game-crafter", text))
        picture = files["cards/001-main-c0-face-en-x1.jpg"]
        assert (picture.form.kind, picture.form.dpi) == ("jpg", 300)

    def test_the_steps_name_products_and_numbers(self, tmp_path):
        steps = package(tmp_path, "makeplayingcards", GAME).steps
        assert "Choose standard_63x88: order 18 for 6 cards, upload 3 faces of cards/" in steps[0]
        steps = package(tmp_path, "the-game-crafter", GAME).steps
        assert "Choose EuroPokerDeck for 'main': order 4 cards, upload 2 faces" in steps[0]


class TestAFileForEachCopy:
    def test_a_folder_for_each_product_holds_faces_and_backs_of_every_copy(self, tmp_path):
        files = named(package(tmp_path, "game-prototyper", GAME))
        assert [*files][:4] == [
            "cards/63x88-x1/001-front.png",
            "cards/63x88-x1/001-back.png",
            "cards/63x88-x1/002-front.png",
            "cards/63x88-x1/002-back.png",
        ]
        assert len(files) == 12
        counted = [one for file in files.values() for one in shown(file) if one[0] == FACE]
        assert counted == [
            (FACE, "main.c0", 1),
            *[(FACE, "main.c1", 1)] * 3,
            *[(FACE, "own.c0", 1)] * 2,
        ]
        assert {file.pixels for file in files.values()} == {(815, 1110)}

    def test_a_blank_back_leaves_its_number_free(self, tmp_path):
        text = head() + "decks:\n" + deck("main", 2, back="none") + deck("own", 1)
        files = named(package(tmp_path, "game-prototyper", text))
        assert [*files] == [
            f"cards/63x88-x1/{name}.png"
            for name in ("001-front", "002-front", "003-front", "003-back")
        ]

    def test_it_may_be_a_pdf(self, tmp_path):
        text = (
            head(more="shops: {game-prototyper: {format: pdf}}") + "decks:\n" + deck("main", 1, 2)
        )
        (file,) = package(tmp_path, "game-prototyper", text).files
        assert isinstance(file, PdfFile)
        assert (file.name, len(file.pages), file.job) == ("cards/63x88-x1.pdf", 6, None)


MARKED = """\
game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {form}
fonts: {{plain: Lato-Regular}}
templates:
  face:
    elements:
      - {{shape: rectangle, fill: "#ffee88", box: bleed}}
      - {{shape: rectangle, fill: "#ff0000", box: {{left: 0, top: 0, width: 10, height: 10}}}}
      - {{shape: rectangle, fill: "#0000ff", box: {{right: 0, bottom: 0, width: 10, height: 10}}}}
decks:
  main: {{face: face, back: face, hidden: false, rows: [{{id: one}}]}}
"""
RED, BLUE, GROUND = (255, 0, 0), (0, 0, 255), (255, 238, 136)


def drawn(folder, form, shop, **asked):
    """Return page and picture of face and back of a card with a red and a blue corner."""
    order = order_of(toy(folder, MARKED.format(form=form)), shop, **asked)
    ((laid_out, fitted),) = order.cards
    from cardforge.export.pages import page_of

    sides = laid_out.cards[0]
    pages = [page_of(fitted, sides.face, FACE), page_of(fitted, sides.back, BACK)]
    return [*zip(pages, pictures(pages, order.edition.fonts, 300), strict=True)]


def corner(page, left, top, inside=2.0):
    """Return a place near a corner of the trim of a page."""
    trim = page.trim
    return (
        trim.x + inside if left else trim.right - inside,
        trim.y + inside if top else trim.bottom - inside,
    )


class TestInk:
    def test_an_upright_card_lies_with_its_corners_on_the_trim(self, tmp_path):
        for page, picture in drawn(tmp_path, EURO, "the-game-crafter"):
            assert color_at(picture, page, *corner(page, True, True)) == RED
            assert color_at(picture, page, *corner(page, False, False)) == BLUE
            # Just outside the trim there is bleed, up to the edge of the page.
            assert color_at(picture, page, 3.0, 3.0) == GROUND
            assert color_at(picture, page, 0.3, 0.3) == GROUND

    def test_a_lying_face_is_turned_clockwise_and_its_back_the_other_way(self, tmp_path):
        (page, face), (behind, back) = drawn(tmp_path, "{trim: [88, 63]}", "the-game-crafter")
        assert face.size == back.size
        assert face.width < face.height
        assert color_at(face, page, *corner(page, False, True)) == RED
        assert color_at(face, page, *corner(page, True, False)) == BLUE
        # Turned over like the leaf of a book the red corner of the back lies behind that of a
        # face which is upright too: its top left is then at the lower left.
        assert color_at(back, behind, *corner(behind, True, False)) == RED
        assert color_at(back, behind, *corner(behind, False, True)) == BLUE

    @pytest.mark.parametrize("fit", ["centre", "scale"])
    def test_a_fitted_card_fills_the_page(self, tmp_path, fit):
        asked = {"products": ("poker_us",), "fit": fit}
        (page, picture), _ = drawn(tmp_path, EURO, "drivethrucards", **asked)
        assert tuple(page.size) == pytest.approx((69.85, 95.25))
        for x in (0.3, 69.5):
            for y in (0.3, 94.9):
                assert color_at(picture, page, x, y) == GROUND
        # Centred, the corner of the design is 0.25 and 0.45 mm inside the trim; scaled, on it.
        place = page.trim.x + 0.12, page.trim.y + 2
        assert color_at(picture, page, *place) == (GROUND if fit == "centre" else RED)
        assert color_at(picture, page, page.trim.x + 10.17, page.trim.y + 2) == (
            RED if fit == "centre" else GROUND
        )


def test_every_picture_of_a_package_says_what_it_shows(tmp_path):
    for file in package(tmp_path, "the-game-crafter", GAME).files:
        assert isinstance(file, DataFile) or file.shows
