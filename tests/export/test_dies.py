"""The line along which a die cuts: where it lies, in which ink, and at which shops."""

import io
from math import hypot
from typing import NamedTuple

import pikepdf
import pytest
from shop_orders import EURO, deck, head, named, order_of, package, pdf_of, tokens, toy

from cardforge.color import Color
from cardforge.export.pictures_way import assemble as pictures

ASKED = "press: {die-cut: true}"
GAME = head(more=ASKED) + "decks:\n" + deck("main", 1, 2)
SHOPS = {"press": "die-cut", "longpack": "die-cut", "wingo": "die-cut"}
MM = 72 / 25.4


class Stroke(NamedTuple):
    """A line of a page: its ink, whether it overprints, and its corners and curves in mm."""

    ink: str
    overprints: bool
    ends: list[tuple[float, float]]
    straight: list[float]
    width: float
    is_last: bool


class Drawn(NamedTuple):
    """A page read back: where it is cut in points, its lines, and every step of its content."""

    trim: tuple[float, ...]
    lines: list[Stroke]
    steps: set[str]


class Content:
    """The lines of a page in an ink of their own, as its content draws them."""

    def __init__(self, page):
        self.resources, self.lines = page.Resources, []
        self.place, self.space, self.overprints, self.width = pikepdf.Matrix(), None, False, 1.0
        self.kept, self.ends, self.straight = [], [], []
        steps = [(list(values), str(op)) for values, op in pikepdf.parse_content_stream(page)]
        for index, (values, operator) in enumerate(steps):
            self._look(values, operator)
            self._draw(values, operator)
            if operator in ("S", "s") and self.space and self.space[0] == "/Separation":
                self._remember({op for _, op in steps[index + 1 :]})

    def _look(self, values, operator):
        """Follow what lines look like."""
        if operator == "q":
            self.kept.append((self.place, self.space, self.overprints, self.width))
        elif operator == "Q":
            self.place, self.space, self.overprints, self.width = self.kept.pop()
        elif operator == "cm":
            self.place = pikepdf.Matrix(*map(float, values)) @ self.place
        elif operator == "CS":
            self.space = self.resources.ColorSpace[str(values[0])]
        elif operator in ("RG", "K", "G"):
            self.space = None
        elif operator == "gs":
            self.overprints = bool(self.resources.ExtGState[str(values[0])].get("/OP", False))
        elif operator == "w":
            self.width = float(values[0])

    def _draw(self, values, operator):
        """Follow where lines go."""
        if operator == "re":
            x, y, width, height = map(float, values)
            places = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            self.ends = [self.place.transform(place) for place in places]
            self.straight = [width / MM, height / MM] * 2
        elif operator == "m":
            self.ends, self.straight = [self.place.transform(tuple(map(float, values)))], []
        elif operator in ("l", "c"):
            end = self.place.transform(tuple(map(float, values[-2:])))
            if operator == "l":
                self.straight.append(
                    hypot(*(a - b for a, b in zip(end, self.ends[-1], strict=True))) / MM
                )
            self.ends.append(end)

    def _remember(self, rest):
        name = str(self.space[1]).removeprefix("/")
        width = self.width * hypot(self.place.a, self.place.b)
        is_last = rest <= {"Q", "EMC"}
        self.lines.append(Stroke(name, self.overprints, self.ends, self.straight, width, is_last))


def drawn(page):
    steps = {str(operator) for _, operator in pikepdf.parse_content_stream(page)}
    return Drawn(tuple(map(float, page.TrimBox)), Content(page).lines, steps)


def pages_of(folder, shop, text):
    """Return the pages of each document of a package, read back from a PDF of them."""
    order = order_of(toy(folder, text), shop)
    documents = {}
    for name, file in named(package(folder, shop, text)).items():
        if name.endswith(".pdf"):
            data = pdf_of(file.pages, order.edition.fonts)
            with pikepdf.open(io.BytesIO(data)) as pdf:
                documents[name] = [drawn(page) for page in pdf.pages]
    return documents


def bounds(stroke):
    across, up = zip(*stroke.ends, strict=True)
    return min(across), min(up), max(across), max(up)


@pytest.mark.parametrize(("shop", "ink"), SHOPS.items())
def test_the_line_lies_on_the_trim_of_every_page_with_its_corner_and_overprints(
    tmp_path, shop, ink
):
    documents = pages_of(tmp_path, shop, GAME)
    assert len(documents) == 2
    for pages in documents.values():
        for page in pages:
            (line,) = page.lines
            assert (line.ink, line.overprints, line.is_last) == (ink, True, True)
            assert bounds(line) == pytest.approx(page.trim, abs=0.01)
            # Between two corners of 3 mm.
            assert sorted(line.straight) == pytest.approx([57, 57, 82, 82], abs=0.01)
            assert 0.2 < line.width < 1


def test_the_line_alone_is_a_document_of_its_own(tmp_path):
    documents = pages_of(tmp_path, "longpack", GAME)
    assert [*documents] == ["cards/001-main-en-x3.pdf", "cards/001-main-die-en-x3.pdf"]
    (page,) = documents["cards/001-main-die-en-x3.pdf"]
    assert len(page.lines) == 1
    assert not {"f", "f*", "B", "Do", "Tj", "TJ", "sh"} & page.steps
    cards = documents["cards/001-main-en-x3.pdf"]
    assert page.trim == cards[0].trim
    steps = package(tmp_path, "longpack", GAME).steps
    assert any("cards/001-main-die-en-x3.pdf" in step for step in steps)


@pytest.mark.parametrize(("shape", "corners"), [("round", 0), ("hexagon", 6), ("square", 4)])
def test_a_token_has_the_line_of_its_shape(tmp_path, shape, corners):
    text = head(more=ASKED) + "tokens:\n" + tokens("chits", 2, size=30, shape=shape)
    for pages in pages_of(tmp_path, "longpack", text).values():
        for page in pages:
            (line,) = page.lines
            left, low, right, high = page.trim
            assert bounds(line) == pytest.approx((left, low, right, high), abs=0.01)
            assert len([length for length in line.straight if length > 5]) in (corners, corners - 1)
            if shape == "round":
                middle = (left + right) / 2, (low + high) / 2
                apart = [hypot(x - middle[0], y - middle[1]) for x, y in line.ends]
                assert apart == pytest.approx([15 * MM] * len(apart), abs=0.05)


@pytest.mark.parametrize("more", ["", "press: {die-cut: false}"])
def test_a_game_that_asks_for_no_line_gets_none(tmp_path, more):
    text = head(more=more) + "decks:\n" + deck("main", 1)
    ((name, pages),) = pages_of(tmp_path, "longpack", text).items()
    assert "die" not in name
    assert [page.lines for page in pages] == [[], []]


def test_a_shop_that_cuts_without_a_line_gets_none_and_its_readme_says_so(tmp_path):
    text = GAME.replace(EURO, "{trim: [63.5, 88.9]}")
    ((_, pages),) = pages_of(tmp_path, "drivethrucards", text).items()
    assert not any(page.lines for page in pages)
    told = "The cutting line of the game is left out"
    assert [told in " ".join(package(tmp_path, "drivethrucards", text).steps)] == [True]
    without = text.replace(ASKED, "")
    assert told not in " ".join(package(tmp_path, "drivethrucards", without).steps)


def test_pictures_for_a_shop_have_no_line(tmp_path):
    order = order_of(toy(tmp_path, GAME), "the-game-crafter")
    pages = [file.page for file in pictures(order).files if file.name.endswith("png")]
    assert len(pages) == 3
    strokes = [getattr(item, "stroke", None) for page in pages for item in page.items]
    assert not [each for each in strokes if isinstance(each, Color) and each.space == "die"]


def test_copies_share_one_page_with_its_line(tmp_path):
    text = head(more=ASKED) + "decks:\n" + deck("main", 200)
    (cards, _) = package(tmp_path, "longpack", text).files
    assert len(cards.pages) == 201
    assert len({id(page) for page in cards.pages}) == 2
