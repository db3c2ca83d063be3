"""Sheets of many cards: each card in its cell, and its back behind it."""

import csv
import io

import pytest
from shop_orders import POKER, color_at, deck, head, order_of, package, pictures, toy

from cardforge.export.package import PdfFile, PictureFile
from cardforge.export.sheets_way import assemble

INCH = 25.4
# The cells of the shop's template, by their middles in inches.
ACROSS, DOWN = (2.3, 6.0, 9.7), (2.165, 4.915, 7.665, 10.415, 13.165, 15.915)

MARKED = """\
game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {trim: [63.5, 88.9]}
fonts: {plain: Lato-Regular}
templates:
  face:
    elements:
      - {shape: rectangle, fill: "{{ tint }}", box: bleed}
      - {shape: rectangle, fill: "#ff0000", box: {left: 0, top: 0, width: 30, height: 10}}
decks:
  main:
    face: face
    back: face
    hidden: false
    rows:
"""
MARKED += "".join(f"      - {{id: c{i}, tint: '#{10 * i + 10:02x}ff00'}}\n" for i in range(20))
RED = (255, 0, 0)


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    """Return pages and pictures of a game of 20 cards: a full sheet and two cards."""
    order = order_of(toy(tmp_path_factory.mktemp("toy"), MARKED), "print-and-play-games")
    file, listed = assemble(order).files
    assert isinstance(file, PdfFile)
    return file, pictures(file.pages, order.edition.fonts, 36), listed


def test_pages_of_faces_are_followed_by_those_of_their_backs(sheets):
    file, drawn, _ = sheets
    assert file.name == "cards/001-poker-18-en-x20.pdf"
    assert [(one.side, one.name) for one in file.shows] == [
        ("face", "sheet 1, faces"), ("back", "sheet 1, backs"),
        ("face", "sheet 2, faces"), ("back", "sheet 2, backs"),
    ]  # fmt: skip
    assert {tuple(page.size) for page in file.pages} == {(304.8, 457.2)}
    assert drawn[0].size == (432, 648)


def test_every_face_lies_in_its_cell_turned_and_every_back_behind_it(sheets):
    file, drawn, _ = sheets
    for index in range(18):
        row, column = divmod(index, 3)
        x, y = ACROSS[column] * INCH, DOWN[row] * INCH
        tint = (10 * index + 10, 255, 0)
        face, back = (drawn[number] for number in (0, 1))
        page = file.pages[0]
        assert color_at(face, page, x, y) == tint
        assert color_at(back, page, 304.8 - x, y) == tint
        # The top left corner of a face, turned against the clock, is at the lower left of its
        # cell; that of a back, turned with it, at the upper right: behind the face's own top.
        assert color_at(face, page, x - 40, y + 25) == RED
        assert color_at(face, page, x + 40, y - 25) == tint
        assert color_at(back, page, 304.8 - x + 40, y - 25) == RED
        assert color_at(back, page, 304.8 - x - 40, y + 25) == tint


def test_the_last_sheet_has_only_what_is_left(sheets):
    file, drawn, _ = sheets
    page, white = file.pages[2], (255, 255, 255)
    left, right = ACROSS[0] * INCH, ACROSS[2] * INCH
    assert color_at(drawn[2], page, left, DOWN[0] * INCH) == (190, 255, 0)
    assert color_at(drawn[2], page, right, DOWN[0] * INCH) == white
    assert color_at(drawn[3], page, right, DOWN[0] * INCH) == (190, 255, 0)
    assert color_at(drawn[3], page, left, DOWN[0] * INCH) == white


def test_bleeds_of_neighbours_meet_half_way(tmp_path):
    order = order_of(toy(tmp_path, MARKED), "print-and-play-games")
    page = assemble(order).files[0].pages[0]
    (drawn,) = pictures([page], order.edition.fonts, 150)
    middle, y = (ACROSS[0] + ACROSS[1]) / 2 * INCH, DOWN[0] * INCH + 10
    assert color_at(drawn, page, middle - 0.4, y)[0] == 10
    assert color_at(drawn, page, middle + 0.4, y)[0] == 20


def test_the_list_says_on_which_page_a_card_is(sheets):
    *_, listed = sheets
    rows = [*csv.DictReader(io.StringIO(listed.data.decode()))]
    assert [row["page"] for row in rows] == ["1"] * 18 + ["3"] * 2


def test_sheets_may_be_pictures(tmp_path):
    more = "shops: {print-and-play-games: {format: png}}"
    made = package(
        tmp_path, "print-and-play-games", head(POKER, more) + "decks:\n" + deck("main", 19)
    )
    files = [file for file in made.files if isinstance(file, PictureFile)]
    assert [file.name for file in files] == [
        f"cards/001-poker-18-00{number}-{side}-en.png"
        for number in (1, 2)
        for side in ("faces", "backs")
    ]
    assert {file.pixels for file in files} == {(3600, 5400)}
    assert [len(file.shows) for file in files] == [18, 18, 1, 1]


def test_blank_backs_leave_a_blank_page(tmp_path):
    text = head(POKER) + "decks:\n" + deck("main", 2, back="none")
    file, _ = package(tmp_path, "print-and-play-games", text).files
    assert [len(page.items) for page in file.pages] == [2, 0]
