"""Rulebooks in packages: which booklet, how many pages, in which order, with which bleed."""

import re

import pypdfium2
import pytest
from shop_orders import codes, order_of, pdf_of, written

from cardforge.diagnostics import Report
from cardforge.export import booklet
from cardforge.export.booklet import booklet_files
from cardforge.pipeline import read_game

SHOP = "the-game-crafter"
GAME = """\
game: tiny
version: "1"
title: Tiny
languages: [en]
players: 2..4
format: {form}
{more}
decks:
  digits: {{for: {{digit: 0..9}}, name: "Digit {{{{ digit }}}}", face: face, back: face}}
templates: {{face: {{elements: [{{text: "x", box: safe}}]}}}}
"""
RULES = """\
A lead.

## Contents {#contents}

{{ component("digits", "card", "cards") }}

## Turn {#turn}

Play a card.
"""
WORDS = "Words that fill the pages of a book. " * 40
SAY = "shops: {%s: {booklet: %s}}"


def made(folder, shop=SHOP, rules=RULES, more="", form="{trim: [63, 88]}", **asked):
    """Return the files of the rulebook, the report, and the fonts."""
    (folder / "rules_text").mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(GAME.format(more=more, form=form), "utf-8")
    if rules is not None:
        (folder / "rules_text" / "en.md.j2").write_text(rules, "utf-8")
    report = Report()
    game = read_game(folder / "game.yaml", report, "tiny/game.yaml")
    assert not report.has_errors, report.problems
    asked.setdefault("products", ("EuroPokerDeck",) if shop == SHOP and "63, 88" in form else ())
    order, report = order_of(game, shop, **asked), Report()
    return booklet_files(order, report), report, order.edition.fonts


def long(parts):
    """Return rules with so many more sections."""
    return RULES + "".join(f"\n## Part {i} {{#part{i}}}\n\n{WORDS}\n" for i in range(parts))


def texts(pages, fonts):
    """Return the words of each page."""
    document = pypdfium2.PdfDocument(pdf_of(pages, fonts))
    return [re.sub(r"\s+", " ", p.get_textpage().get_text_bounded()) for p in document]


def sell(monkeypatch, at_most, *names):
    """Let the shop sell these booklets alone, of so many pages at most."""
    sold = booklet.shop_booklets(SHOP)
    few = {name: sold[name]._replace(at_most=at_most) for name in names}
    monkeypatch.setattr(booklet, "shop_booklets", lambda shop: few)


class TestPictures:
    def test_the_booklet_has_the_size_of_the_cards_and_four_pages_a_leaf(self, tmp_path):
        files, report, fonts = made(tmp_path)
        assert report.problems == ()
        assert len(files) % 4 == 0
        assert [file.name for file in files] == [
            f"booklet/SmallBooklet-en-{number:02}.png" for number in range(1, len(files) + 1)
        ]
        for file in files:
            assert (file.pixels, file.form.dpi) == ((825, 1125), 300)
            assert file.page.size == pytest.approx((69.85, 95.25))
            assert file.page.trim == pytest.approx((3.175, 3.175, 63.5, 88.9))
        said = texts([file.page for file in files], fonts)
        assert said[0].startswith("Tiny")
        text = " ".join(said)
        assert text.index("A lead") < text.index("10 cards") < text.index("Play a card")

    def test_larger_cards_have_a_larger_booklet(self, tmp_path):
        files, _, _ = made(tmp_path, form="{trim: [69.85, 120.65]}")
        assert files[0].name.startswith("booklet/TarotBooklet")
        assert files[0].pixels == (900, 1500)

    def test_a_text_too_long_for_it_has_the_next_larger_one(self, tmp_path, monkeypatch):
        sell(monkeypatch, 8, "LargeBooklet", "SmallBooklet", "MediumBooklet")
        files, report, _ = made(tmp_path, rules=long(1))
        assert ({file.pixels for file in files}, report.problems) == ({(825, 1125)}, ())
        files, report, _ = made(tmp_path, rules=long(5))
        assert ({file.pixels for file in files}, report.problems) == ({(1125, 1575)}, ())
        assert len(files) <= 8

    def test_a_text_too_long_for_all_of_them_is_an_error(self, tmp_path, monkeypatch):
        sell(monkeypatch, 4, "MediumBooklet", "SmallBooklet")
        files, report, _ = made(tmp_path, rules=long(4))
        assert (files, codes(report)) == ((), [("error", "rulebook.too-long")])
        assert "MediumBooklet takes at most 4 pages" in report.problems[0].message

    def test_the_game_names_a_booklet_or_none(self, tmp_path):
        files, _, _ = made(tmp_path, more=SAY % (SHOP, "MediumBooklet"))
        assert {file.pixels for file in files} == {(1125, 1575)}
        files, report, _ = made(tmp_path, more=SAY % (SHOP, "none"))
        assert (files, report.problems) == ((), ())

    def test_a_command_names_one_before_the_game(self, tmp_path):
        asked = {"products": ("EuroPokerDeck", "TallBooklet")}
        files, _, _ = made(tmp_path, more=SAY % (SHOP, "MediumBooklet"), **asked)
        assert {file.pixels for file in files} == {(1425, 2475)}

    def test_one_that_there_is_not_is_an_error_at_its_place(self, tmp_path):
        files, report, _ = made(tmp_path, more=SAY % (SHOP, "SmalBooklet"))
        (problem,) = report.problems
        assert (files, problem.code, problem.span.line) == ((), "shop.product", 7)
        assert problem.hint == "did you mean 'SmallBooklet'?"

    def test_what_is_said_of_all_shops_holds_where_a_shop_has_it(self, tmp_path):
        files, report, _ = made(tmp_path, more=SAY % ("default", "a4"))
        assert (files[0].pixels, report.problems) == ((825, 1125), ())
        files, report, _ = made(tmp_path, more=SAY % ("default", "a44"))
        assert (files, codes(report)) == ((), [("error", "shop.product")])

    def test_every_booklet_that_the_shop_sells_can_be_made(self, tmp_path):
        for name, product in booklet.shop_booklets(SHOP).items():
            files, report, _ = made(tmp_path, products=("EuroPokerDeck", name))
            assert report.problems == ()
            assert {file.pixels for file in files} == {product.pixels}


class TestPressPages:
    @pytest.mark.parametrize(
        ("shop", "standard"), [("press", "pdfx-4"), ("longpack", "pdfx-1a:2003")]
    )
    def test_they_are_single_pages_in_order_with_bleed(self, tmp_path, shop, standard):
        (file,), report, fonts = made(tmp_path, shop)
        assert report.problems == ()
        assert file.name == "booklet/rulebook-a5-en.pdf"
        assert len(file.pages) % 4 == 0
        assert len(file.shows) == len(file.pages)
        bleed = written(shop)["booklet"]["bleed"]
        for page in file.pages:
            assert page.size == pytest.approx((148 + 2 * bleed, 210 + 2 * bleed))
            assert page.trim == pytest.approx((bleed, bleed, 148, 210))
            assert page.bleed == pytest.approx((0, 0, *page.size))
            assert page.links == ()
        assert (file.job.standard, file.job.wish.standard) == (standard, standard)
        said = texts(file.pages, fonts)
        assert said[0].startswith("Tiny")
        assert "Play a card" in " ".join(said[1:])

    def test_the_cover_runs_to_the_edge_of_the_page(self, tmp_path):
        (file,), _, fonts = made(tmp_path, "press", more='rulebook: {tint: "#aabbcc"}')
        page = pypdfium2.PdfDocument(pdf_of(file.pages[:1], fonts))[0]
        picture = page.render(scale=1).to_pil().convert("RGB")
        for x in (0, picture.width - 1):
            assert picture.getpixel((x, 0)) == (0xAA, 0xBB, 0xCC)

    def test_the_command_chooses_the_standard(self, tmp_path):
        (file,), _, _ = made(tmp_path, "press", standard="pdfx-3:2003")
        assert file.job.standard == "pdfx-3:2003"

    def test_the_game_chooses_the_format(self, tmp_path):
        (file,), _, _ = made(tmp_path, "press", more=SAY % ("press", "square"))
        assert file.pages[0].trim[2:] == (100, 100)
        files, report, _ = made(tmp_path, "press", more=SAY % ("press", "SmallBooklet"))
        assert (files, codes(report)) == ((), [("error", "shop.product")])
        files, report, _ = made(tmp_path, "press", more=SAY % ("press", "none"))
        assert (files, report.problems) == ((), ())


@pytest.mark.parametrize("shop", [SHOP, "press"])
def test_a_game_without_rules_has_none(tmp_path, shop):
    files, report, _ = made(tmp_path, shop, rules=None)
    assert (files, report.problems) == ((), ())


@pytest.mark.parametrize("shop", ["makeplayingcards", "drivethrucards", "contact-sheet"])
def test_a_shop_that_binds_no_books_has_none(tmp_path, shop):
    fit = {"products": ("poker_us",), "fit": "centre"} if shop == "drivethrucards" else {}
    files, report, _ = made(tmp_path, shop, products=fit.pop("products", ()), **fit)
    assert (files, report.problems) == ((), ())


def test_a_fault_of_the_rules_is_told_and_nothing_is_made(tmp_path):
    files, report, _ = made(tmp_path, rules=RULES + '\n{{ card("digits.44") }}\n')
    assert files == ()
    assert report.has_errors
    assert report.problems[0].span.file.endswith("en.md.j2")
