"""Tuck boxes: which one is taken, its picture to the pixel, and art that keeps off the folds."""

import pypdfium2
import pytest
from PIL import ImageChops
from shop_orders import (
    EURO,
    POKER,
    codes,
    deck,
    head,
    order_of,
    pdf_of,
    pictures,
    tokens,
    toy,
    written,
)

from cardforge.diagnostics import Report
from cardforge.export.box import box_files

SHOP = "the-game-crafter"
PX = 25.4 / 300
LOOK = 'rulebook: {accent: "#5a1060"}'
SHOPS = "shops: {the-game-crafter: {%s}}"
BOXES = {name: facts for name, facts in written(SHOP)["products"].items() if facts["kind"] == "box"}
FOLDS = ("warning", "shop.box-folds")
# The cards that each kind of box is made for.
TRIMS = {"Poker": (63.5, 88.9), "Bridge": (57.15, 88.9), "Jumbo": (88.9, 139.7)}
TRIMS |= {"Square": (88.9, 88.9), "Tarot": (69.85, 120.65)}


def trim_of(name):
    """Return the cards that a box is made for."""
    return next(trim for kind, trim in TRIMS.items() if name.startswith(kind))


def boxed(folder, decks, form=POKER, more="", **asked):
    """Return the files of the box, the report, and the order."""
    text = head(form, f"{LOOK}\n{more}") + "decks:\n" + decks
    order, report = order_of(toy(folder, text), SHOP, **asked), Report()
    return box_files(order, report), report, order


def only(made):
    """Return the one file and what the report says."""
    ((file,), report, _) = made
    return file, codes(report)


class TestWhichBox:
    @pytest.mark.parametrize(
        ("cards", "box"),
        [
            (1, 36),
            (36, 36),
            (37, 54),
            (54, 54),
            (55, 72),
            (72, 72),
            (90, 90),
            (91, 108),
            (108, 108),
        ],
    )
    def test_it_is_the_smallest_that_holds_all_cards(self, tmp_path, cards, box):
        file, told = only(boxed(tmp_path, deck("main", cards)))
        assert file.name == f"boxes/PokerTuckBox{box}-en.png"
        assert (file.shows[0].copies, told) == (1, [FOLDS])

    def test_decks_of_one_size_share_it_whatever_they_are_called(self, tmp_path):
        file, _ = only(boxed(tmp_path, deck("main", 30) + deck("more", 30)))
        assert "PokerTuckBox72" in file.name

    def test_more_cards_than_any_box_holds_are_shared_out_and_told(self, tmp_path):
        made = boxed(tmp_path, deck("main", 131))
        file, told = only(made)
        assert ("PokerTuckBox72" in file.name, file.shows[0].copies) == (True, 2)
        assert told == [("warning", "shop.box-many"), FOLDS]
        assert "131 cards need 2 boxes: PokerTuckBox72 holds 72" in made[1].problems[0].message

    @pytest.mark.parametrize("name", [n for n in BOXES if not n.startswith("Poker")])
    def test_each_kind_of_card_has_its_box(self, tmp_path, name):
        width, height = trim_of(name)
        form = f"{{trim: [{width}, {height}]}}"
        file, _ = only(boxed(tmp_path, deck("main", BOXES[name]["cards"]), form))
        assert file.name == f"boxes/{name}-en.png"

    def test_cards_lie_tightly_rather_than_in_a_smaller_box_of_another_kind(self, tmp_path):
        file, _ = only(boxed(tmp_path, deck("main", 30), "{trim: [57.15, 88.9]}"))
        assert "BridgeTuckBox54" in file.name

    def test_a_slightly_smaller_card_goes_into_the_poker_box(self, tmp_path):
        file, _ = only(boxed(tmp_path, deck("main", 40), EURO))
        assert "PokerTuckBox54" in file.name

    def test_cards_that_no_box_is_made_for_are_noted_and_have_none(self, tmp_path):
        files, report, _ = boxed(tmp_path, deck("main", 40), "{trim: [31.75, 44.45]}")
        assert files == ()
        assert codes(report) == [("note", "shop.no-box")]
        assert "31.75 × 44.45 mm" in report.problems[0].message

    def test_a_second_size_is_noted_beside_the_box_of_the_first(self, tmp_path):
        decks = deck("main", 40) + deck("tiny", 2, form="{trim: [31.75, 44.45]}")
        file, told = only(boxed(tmp_path, decks))
        assert "PokerTuckBox54" in file.name
        assert told == [("note", "shop.no-box"), FOLDS]

    def test_tokens_need_no_box(self, tmp_path):
        more = "tokens:\n" + tokens("chits", 9, size="19.05")
        files, _, order = boxed(tmp_path, deck("main", 36), more="")
        text = head(POKER, LOOK) + "decks:\n" + deck("main", 36) + more
        again = order_of(toy(tmp_path, text), SHOP)
        assert again.tokens
        assert [f.name for f in box_files(again, Report())] == [f.name for f in files]
        assert order.tokens == ()

    def test_the_game_names_a_box_or_none(self, tmp_path):
        file, told = only(boxed(tmp_path, deck("main", 10), more=SHOPS % "box: PokerTuckBox90"))
        assert ("PokerTuckBox90" in file.name, told) == (True, [FOLDS])
        files, report, _ = boxed(tmp_path, deck("main", 10), more=SHOPS % "box: none")
        assert (files, report.problems) == ((), ())

    def test_a_command_names_a_box_before_the_game(self, tmp_path):
        asked = {"products": ("PokerTuckBox108",)}
        made = boxed(tmp_path, deck("main", 10), more=SHOPS % "box: PokerTuckBox90", **asked)
        assert "PokerTuckBox108" in only(made)[0].name

    def test_a_named_box_that_is_too_small_is_ordered_several_times(self, tmp_path):
        file, told = only(boxed(tmp_path, deck("main", 80), more=SHOPS % "box: PokerTuckBox36"))
        assert (file.shows[0].copies, told) == (3, [("warning", "shop.box-many"), FOLDS])

    def test_a_box_that_the_cards_do_not_enter_is_an_error_at_its_place(self, tmp_path):
        files, report, _ = boxed(tmp_path, deck("main", 9), more=SHOPS % "box: BridgeTuckBox54")
        (problem,) = report.problems
        assert (files, problem.severity, problem.code) == ((), "error", "shop.box-fit")
        assert "63.5 × 88.9 mm" in problem.message
        assert (problem.span.line, problem.span.column) == (9, 33)

    def test_a_shop_without_boxes_has_none(self, tmp_path):
        text = head(POKER) + "decks:\n" + deck("main", 9)
        report = Report()
        assert box_files(order_of(toy(tmp_path, text), "makeplayingcards"), report) == ()
        assert report.problems == ()

    def test_where_it_folds_can_be_allowed(self, tmp_path):
        more = SHOPS % "box: PokerTuckBox54, allow: {shop.box-folds: compared with the template}"
        (_, report, order) = boxed(tmp_path, deck("main", 9), more=more)
        allowing = Report()
        allowing.allow(order.edition.game.allowances)
        box_files(order, allowing)
        assert codes(report) == [FOLDS]
        assert codes(allowing) == [("note", "shop.box-folds")]


class TestThePicture:
    @pytest.fixture(scope="class")
    def drawn(self, tmp_path_factory):
        """Return a function from a box to its file, its picture at 75 dpi, and its words."""
        made = {}

        def draw(name):
            if name not in made:
                width, height = trim_of(name)
                text = head(f"{{trim: [{width}, {height}]}}", LOOK) + "decks:\n"
                text += deck("main", 4, 2, 3, 1, 2)
                folder = tmp_path_factory.mktemp("box")
                order = order_of(toy(folder, text), SHOP, products=(name,))
                (file,) = box_files(order, Report())
                (picture,) = pictures([file.page], order.edition.fonts, 75)
                page = pypdfium2.PdfDocument(pdf_of([file.page], order.edition.fonts))[0]
                made[name] = file, picture, page.get_textpage().get_text_bounded()
            return made[name]

        return draw

    @pytest.mark.parametrize("name", BOXES)
    def test_it_has_exactly_the_pixels_of_the_product(self, drawn, name):
        file, _, _ = drawn(name)
        assert file.pixels == tuple(BOXES[name]["pixels"])
        assert file.form.dpi == 300
        for length, pixels in zip(file.page.size, file.pixels, strict=True):
            assert length / PX == pytest.approx(pixels, abs=0.01)

    @pytest.mark.parametrize("name", BOXES)
    def test_the_ground_lies_under_all_of_it_and_art_keeps_off_the_folds(self, drawn, name):
        _, picture, _ = drawn(name)
        ground = picture.getpixel((1, 1))
        # The accent, with the back as a faint texture.
        assert max(abs(a - b) for a, b in zip(ground, (0x5A, 0x10, 0x60), strict=True)) < 12
        x, y, depth = (value / 4 for value in BOXES[name]["folds"])
        face, high = ((outside - 1.834) / PX / 4 for outside in BOXES[name]["face"])
        panels = {
            "side": (x, y, depth, high),
            "back": (x + depth, y, face, high),
            "lid": (x + depth, y - depth, face, depth),
            "second side": (x + depth + face, y, depth, high),
            "cover": (x + 2 * depth + face, y, face, high),
        }
        plain = picture.copy()
        for left, top, wide, tall in panels.values():
            # At least 2.5 mm from each fold, of a narrow side a sixth of it.
            keep_x, keep_y = (min(2.5 / PX / 4, length / 6) for length in (wide, tall))
            inside = (left + keep_x, top + keep_y, left + wide - keep_x, top + tall - keep_y)
            inside = tuple(map(round, inside))
            art = ImageChops.difference(plain.crop(inside), picture.crop(inside).point(lambda v: 0))
            assert len({c for _, c in art.getcolors(99999)}) > 3
            plain.paste(ground, inside)
        # A texture of tiles may have hairlines where they meet.
        rest = ImageChops.difference(plain, plain.point(lambda v: 0)).getcolors(99999)
        off = sum(
            n for n, c in rest if max(abs(a - b) for a, b in zip(c, ground, strict=True)) > 14
        )
        assert off == 0

    def test_title_players_and_contents_are_told(self, drawn):
        _, _, words = drawn("PokerTuckBox36")
        assert words.split().count("Toy") == 4
        assert words.count("2 players") == 2
        assert "In the box" in words
        assert "12" in words.split()

    def test_the_cover_has_faces_and_the_back_panel_the_back(self, drawn):
        _, picture, _ = drawn("PokerTuckBox54")
        x, y, depth = (value / 4 for value in BOXES["PokerTuckBox54"]["folds"])
        face, high = 758.3 / 4, 1058.3 / 4
        back = picture.crop(tuple(map(round, (x + depth, y, x + depth + face, y + high))))
        left = x + 2 * depth + face
        cover = picture.crop(tuple(map(round, (left, y, left + face, y + high))))

        def kinds(image):
            return {c[1:] for n, c in image.getcolors(99999) if n > 40}

        assert (0x40, 0x60) in kinds(back)
        assert (0x44, 0x88) not in kinds(back)
        assert (0x44, 0x88) in kinds(cover)


def test_the_lid_is_upside_down_and_the_sides_read_downwards(tmp_path):
    (file,), _, order = boxed(tmp_path, deck("main", 9))
    page = pypdfium2.PdfDocument(pdf_of([file.page], order.edition.fonts))[0]
    text = page.get_textpage()
    # Where the first and the last letter of each title stand: x to the right, y upwards.
    words = text.get_text_range()
    ways = []
    for start in (i for i in range(len(words)) if words.startswith("Toy", i)):
        first, last = text.get_charbox(start), text.get_charbox(start + 2)
        across, up = last[0] - first[0], last[1] - first[1]
        ways.append(
            "right"
            if across > abs(up)
            else "left"
            if -across > abs(up)
            else "down"
            if up < 0
            else "up"
        )
    assert sorted(ways) == ["down", "down", "left", "right"]
