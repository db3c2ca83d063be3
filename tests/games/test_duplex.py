"""Four different backs behind their own faces, whichever way the printer turns the sheet."""

import re

import pytest
from gallery import Form, Gallery, Sheet, behind, faces_seen, look_behind, wrong_backs
from PIL import Image
from readback import Area, Book, edited, forms_on, swapped

from cardforge.diagnostics import Report
from cardforge.pipeline import Request, build, read_game

UPRIGHT, LYING = Form(63, 88, 3), Form(88, 63, 3)
DUPLEX = ("long-edge", "short-edge", "fold", "none")
# Fourteen copies of five cards: a full sheet, one that is part filled, a blank back among them.
COPIES = {"a": 3, "b": 4, "c": 1, "d": 4, "e": 2}
BACKS = {f"cards.{letter}": f"cards.{letter}-back" for letter in "abcd"} | {"cards.e": None}

TOY = """
game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {{trim: [{width}, {height}], bleed: 3, safe: 3, corner: 3}}
fonts: {{big: Lato-Black}}
styles: {{letter: {{font: big, size: 60 pt, color: "#000000"}}}}
templates:
  face:
    elements:
      - {{shape: rectangle, fill: "{{{{ paint }}}}", box: bleed}}
      - {{text: "{{{{ letter }}}}", style: letter, box: {{left: 6, top: 8, width: 30, height: 25}}}}
      - {{shape: circle, fill: white, box: {{right: 6, bottom: 6, width: 12, height: 12}}}}
  back:
    elements:
      - {{shape: rectangle, fill: "#dddddd", box: bleed}}
      - shape: rectangle
        fill: "{{{{ paint }}}}"
        box: {{left: bleed, top: bleed, width: 30, height: 40}}
      - text: "{{{{ letter }}}}"
        style: letter
        box: {{right: 6, bottom: 8, width: 20, height: 20}}
decks:
  cards:
    face: face
    hidden: false
    rows:
      - {{id: a, letter: R, paint: "#d04030", copies: 3, back: back}}
      - {{id: b, letter: G, paint: "#30a040", copies: 4, back: back}}
      - {{id: c, letter: F, paint: "#3040d0", copies: 1, back: back}}
      - {{id: d, letter: P, paint: "#e0c020", copies: 4, back: back}}
      - {{id: e, letter: L, paint: "#40c0c0", copies: 2, back: none}}
"""


class Toy:
    """A game of four backs in one form, its sheets for each way to print both sides."""

    def __init__(self, folder, form):
        (folder / "game.yaml").write_text(TOY.format(width=form.width, height=form.height))
        report = Report()
        self.game = read_game(folder / "game.yaml", report, "toy")
        self.folder, self.form = folder, form
        assert not report.problems, report.problems
        images = self.build("images", only=("images",))
        self.gallery = Gallery(images / "images-en", {"cards": form})
        self.books = {d: self.book(d) for d in DUPLEX}

    def build(self, what, **asked):
        out = self.folder / what
        request = Request(papers=("a4",), **asked)
        build(self.game, request, Report(), out, lambda _: lambda: None)
        return out / "toy"

    def book(self, duplex):
        return Book(self.build(duplex, duplex=duplex) / "sheets-a4-en.pdf")

    def sheets(self, duplex):
        book = self.books[duplex]
        if duplex == "fold":
            return [Sheet(i, i) for i in range(len(book))]
        return [Sheet(i, i + 1) for i in range(0, len(book), 2)]

    def wrong(self, duplex, book=None, turned=None):
        book = book or self.books[duplex]
        found = faces_seen(book, self.gallery, self.sheets(duplex))
        return wrong_backs(book, self.gallery, found, BACKS, turned or duplex)


@pytest.fixture(scope="module", params=[UPRIGHT, LYING], ids=["upright", "landscape"])
def toy(request, tmp_path_factory):
    return Toy(tmp_path_factory.mktemp("toy"), request.param)


def test_the_toys_lie_on_an_upright_and_on_a_lying_page(toy):
    for duplex in ("long-edge", "short-edge"):
        width, height = toy.books[duplex].paper(0)
        assert (width < height) == (toy.form == UPRIGHT)


@pytest.mark.parametrize("duplex", DUPLEX)
def test_every_face_is_printed_its_number_of_times(toy, duplex):
    book = toy.books[duplex]
    sheets = [Sheet(i, None) for i in range(len(book))] if duplex == "none" else toy.sheets(duplex)
    seen = [each.name for each in faces_seen(book, toy.gallery, sheets)]
    assert {name: seen.count(name) for name in seen} == {f"cards.{k}": n for k, n in COPIES.items()}


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "fold"])
def test_each_of_four_backs_lies_behind_its_own_face(toy, duplex):
    assert toy.wrong(duplex) == []


def test_without_duplex_only_faces_are_printed(toy):
    book = toy.books["none"]
    assert len(book) == 2
    preferences = book.pdf.Root.ViewerPreferences
    assert "/Duplex" not in preferences


@pytest.mark.parametrize(
    ("duplex", "flip"),
    [("long-edge", "/DuplexFlipLongEdge"), ("short-edge", "/DuplexFlipShortEdge"), ("fold", None)],
)
def test_the_driver_is_told_the_flip_that_was_imposed(toy, duplex, flip):
    assert toy.books[duplex].pdf.Root.ViewerPreferences.get("/Duplex") == flip


def test_a_folded_sheet_has_a_dashed_line_in_its_middle(toy):
    book = toy.books["fold"]
    middle = book.paper(0)[1] / 2
    words = book.pdf.pages[0].Contents.read_bytes().decode("latin-1")
    assert "[2.835 1.417] 0 d" in words
    assert f"-{middle * 72 / 25.4:.3f} m" in words


# --- the comparator must see a fault ---


@pytest.mark.parametrize(
    ("printed", "turned"), [("long-edge", "short-edge"), ("short-edge", "long-edge")]
)
def test_a_sheet_turned_the_wrong_way_is_noticed(toy, printed, turned):
    assert len(toy.wrong(printed, turned=turned)) > 8


def test_backs_in_the_order_of_the_faces_are_noticed(toy):
    """The classic fault: backs laid out like faces, which is right in the middle column only."""
    book = toy.books["long-edge"]
    page = 1
    forms = forms_on(book.pdf.pages[page])
    names = iter([form.name for form in reversed(forms)])
    data = edited(
        book.data, page, lambda words: re.sub(r"/X\d+ Do", lambda _: f"/{next(names)} Do", words)
    )
    assert toy.wrong("long-edge", Book(data)) != []


def test_one_swapped_pair_of_backs_is_noticed(toy):
    book = toy.books["short-edge"]
    assert toy.wrong("short-edge", Book(edited(book.data, 1, swapped))) != []


def test_a_back_that_is_not_turned_is_noticed(toy):
    """Turned about the short edge of an upright page an upright back would be upside down."""
    duplex = "short-edge" if toy.form == UPRIGHT else "long-edge"
    book = toy.books[duplex]
    form = forms_on(book.pdf.pages[1])[0]
    assert form.matrix[0] == pytest.approx(-1)
    slot = form.area.grown(-3)
    height = book.paper(1)[1]
    face = Area(slot.left, height - slot.bottom, slot.right, height - slot.top)
    seen = look_behind(behind(book, 1, duplex), book, 1, face)
    names = [n for n in toy.gallery.names if n.endswith("-back")]
    assert toy.gallery.nearest(seen, names) is not None
    assert toy.gallery.nearest(seen.transpose(Image.Transpose.ROTATE_180), names) is None
