"""Packages of PDFs: which page is which side, in the order of each shop."""

import csv
import io

import pikepdf
import pytest
from shop_orders import deck, head, named, order_of, package, pdf_of, tokens, toy

from cardforge.export import pages_way
from cardforge.export.package import PdfFile
from cardforge.export.pages import BACK, FACE
from cardforge.geometry import Size

SHARED = head() + "decks:\n" + deck("main", 1, 2)
DIFFERENT = head() + "decks:\n" + deck("main", 1, 2, back="other")
BLANK = head() + "decks:\n" + deck("main", 1, 2, back="none")
C0, C1 = "main.c0", "main.c1"


def shown(file):
    """Return side, card and copies of each page."""
    assert isinstance(file, PdfFile)
    assert len(file.pages) == len(file.shows)
    return [(one.side, one.card, one.copies) for one in file.shows]


def is_blank(file):
    return [not page.items for page in file.pages]


@pytest.mark.parametrize(
    ("shop", "first", "second"), [("drivethrucards", BACK, FACE), ("mb-print", FACE, BACK)]
)
def test_pages_alternate_as_the_shop_wants_with_every_copy(tmp_path, shop, first, second):
    asked = {"products": ("poker_us",), "fit": "centre"} if shop == "drivethrucards" else {}
    (file,) = package(tmp_path, shop, SHARED, **asked).files
    assert shown(file) == [(side, card, 1) for card in (C0, C1, C1) for side in (first, second)]
    assert file.job.standard == "pdfx-1a:2003"


def test_a_press_of_ones_choice_gets_each_side_once_and_a_list(tmp_path):
    files = named(package(tmp_path, "press", SHARED))
    assert [*files] == ["cards/001-main-en.pdf", "cards/copies.csv"]
    assert shown(files["cards/001-main-en.pdf"]) == [
        (FACE, C0, 1), (BACK, C0, 1), (FACE, C1, 2), (BACK, C1, 2)
    ]  # fmt: skip
    rows = [*csv.DictReader(io.StringIO(files["cards/copies.csv"].data.decode("utf-8-sig")))]
    assert [(row["card"], row["copies"], row["page"]) for row in rows] == [
        (C0, "1", "1"), (C1, "2", "3")
    ]  # fmt: skip


def test_a_standard_that_is_asked_for_is_that_of_the_job(tmp_path):
    (file, _) = package(tmp_path, "press", SHARED, standard="pdfx-3:2003").files
    assert file.job.standard == "pdfx-3:2003"
    assert file.job.wish.ink_limit == 300


@pytest.mark.parametrize(("shop", "first"), [("drivethrucards", BACK), ("mb-print", FACE)])
def test_a_blank_back_is_a_blank_page_so_that_pairs_hold(tmp_path, shop, first):
    asked = {"products": ("poker_us",), "fit": "centre"} if shop == "drivethrucards" else {}
    (file,) = package(tmp_path, shop, BLANK, **asked).files
    assert is_blank(file) == [side == BACK for side, *_ in shown(file)]
    assert is_blank(file) == [first == BACK, first == FACE] * 3


class TestBacksLast:
    def test_a_shared_back_is_the_last_page(self, tmp_path):
        text = head() + "decks:\n" + deck("main", *[1] * 100, 8)
        (file,) = package(tmp_path, "longpack", text).files
        assert file.name == "cards/001-main-en-x108.pdf"
        assert len(file.pages) == 109
        assert [side for side, *_ in shown(file)] == [FACE] * 108 + [BACK]
        assert shown(file)[-1] == (BACK, "", 108)

    def test_several_backs_are_a_document_of_their_own_in_the_same_order(self, tmp_path):
        faces, backs = package(tmp_path, "longpack", DIFFERENT).files
        assert (faces.name, backs.name) == (
            "cards/001-main-faces-en-x3.pdf",
            "cards/001-main-backs-en-x3.pdf",
        )
        assert shown(faces) == [(FACE, card, 1) for card in (C0, C1, C1)]
        assert shown(backs) == [(BACK, card, 1) for card in (C0, C1, C1)]

    def test_a_blank_back_is_a_blank_last_page(self, tmp_path):
        (file,) = package(tmp_path, "longpack", BLANK).files
        assert is_blank(file) == [False] * 3 + [True]


class TestTwoFiles:
    def test_one_page_of_the_back_that_all_share(self, tmp_path):
        faces, backs = package(tmp_path, "puzzlefactory", SHARED).files
        assert (len(faces.pages), len(backs.pages)) == (3, 1)
        assert "faces" in faces.name
        assert shown(backs) == [(BACK, "", 3)]

    def test_a_page_behind_each_face_when_they_differ(self, tmp_path):
        faces, backs = package(tmp_path, "puzzlefactory", DIFFERENT).files
        assert [card for _, card, _ in shown(backs)] == [card for _, card, _ in shown(faces)]
        assert len(backs.pages) == 3

    def test_one_blank_back_among_others_keeps_its_page(self, tmp_path):
        order = order_of(toy(tmp_path, DIFFERENT), "puzzlefactory")
        ((laid_out, fitted),) = order.cards
        first, *others = laid_out.cards
        cards = (first._replace(back=None), *others)
        order = order._replace(cards=((laid_out._replace(cards=cards), fitted),))
        _, backs = pages_way.assemble(order).files
        assert is_blank(backs) == [True, False, False]


class TestOneOfASize:
    TEXT = (
        head(id="my-toy") + "decks:\n" + deck("main", 1) + deck("more", 2)
        + deck("small", 1, form="{trim: [44.45, 63.5]}") + "tokens:\n" + tokens("chips", 2)
    )  # fmt: skip

    def test_there_is_a_file_for_each_size_with_its_name(self, tmp_path):
        files = named(package(tmp_path, "mb-print", self.TEXT))
        assert [*files] == [
            "cards/my-toy_63x88.pdf",
            "cards/my-toy_44-45x63-5.pdf",
            "tokens/my-toy_20x20-round.pdf",
        ]
        assert len(files["cards/my-toy_63x88.pdf"].pages) == 6

    def test_or_a_file_for_each_deck(self, tmp_path):
        files = named(package(tmp_path, "longpack", self.TEXT))
        assert [*files] == [
            "cards/001-main-en-x1.pdf",
            "cards/002-more-en-x2.pdf",
            "cards/003-small-en-x1.pdf",
            "tokens/004-chips-en-x2.pdf",
        ]


def test_the_pdf_has_the_boxes_of_the_product(tmp_path):
    text = head("{trim: [2.5in, 3.5in], bleed: 0.125in}") + "decks:\n" + deck("main", 1, 1)
    order = order_of(toy(tmp_path, text), "drivethrucards")
    (file,) = pages_way.assemble(order).files
    with pikepdf.open(io.BytesIO(pdf_of(file.pages, order.edition.fonts))) as document:
        assert len(document.pages) == 4
        for page in document.pages:
            boxes = {
                key: [float(n) for n in page[key]] for key in ("/MediaBox", "/BleedBox", "/TrimBox")
            }
            assert boxes["/MediaBox"] == pytest.approx([0, 0, 198, 270], abs=0.01)
            assert boxes["/BleedBox"] == pytest.approx([0, 0, 198, 270], abs=0.01)
            assert boxes["/TrimBox"] == pytest.approx([9, 9, 189, 261], abs=0.01)


def test_the_title_of_a_document_is_that_of_its_decks(tmp_path):
    text = SHARED.replace("    face: filled\n", "    title: Numbers\n    face: filled\n", 1)
    faces, backs = package(tmp_path, "puzzlefactory", text).files
    assert (faces.what, backs.what) == ("Numbers · faces", "Numbers · backs")
    assert faces.pages[0].size == Size(69, 94)
