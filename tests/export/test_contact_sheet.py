"""The contact sheet read back: every card once with name and copies, backs at the end, shapes."""

import re
from collections import Counter

import pypdfium2
import pytest
from PIL import ImageChops
from shop_orders import EURO, codes, deck, head, order_of, pdf_of, pictures, tokens, toy

from cardforge.diagnostics import Report
from cardforge.export.package import PdfFile, PictureFile
from cardforge.export.showing.assemble import assemble

DPI = 50
GAME = (
    head("{trim: [63, 88], corner: 3}")
    + "decks:\n"
    + deck("main", 1, 3, 1, 1, 1, 1, 1)
    + deck("large", 1, form="{trim: [186, 254]}", ids={0: "sheet"})
    + "tokens:\n"
    + tokens("chits", 2, 5)
)


def made(folder, text, shop="contact-sheet"):
    """Return the order, the package and the report of a game."""
    order, report = order_of(toy(folder, text), shop), Report()
    return order, assemble(order, report), report


def sheet_of(package):
    """Return the PDF among the files."""
    (file,) = (file for file in package.files if isinstance(file, PdfFile))
    return file


def words_on(order, package):
    """Return the text of the pages of the contact sheet, spaces made alike."""
    document = pypdfium2.PdfDocument(pdf_of(sheet_of(package).pages, order.edition.fonts))
    text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    return re.sub(r"[ \u00a0]+", " ", text)


def area_of(picture, color):
    """Return how many pixels have a colour, and the box round them."""
    bands = [
        band.point([255 * (i == v) for i in range(256)])
        for band, v in zip(picture.split(), color, strict=True)
    ]
    mask = ImageChops.multiply(ImageChops.multiply(*bands[:2]), bands[2])
    return mask.histogram()[255], mask.getbbox()


@pytest.fixture(scope="module")
def toys(tmp_path_factory):
    """Return order, package and the pages of the contact sheet as pictures."""
    order, package, report = made(tmp_path_factory.mktemp("toy"), GAME)
    assert report.problems == ()
    return order, package, pictures(sheet_of(package).pages, order.edition.fonts, DPI)


def test_every_card_stands_once_with_its_copies(toys):
    order, package, _ = toys
    found = Counter(re.findall(r"(\S+) × (\d+)", words_on(order, package)))
    wanted = Counter(
        (card.name, str(card.copies))
        for each in (*order.cards, *order.tokens)
        for card in each.laid_out.deck.cards
    )
    assert found == wanted
    assert wanted["c1", "3"] == 1


def test_the_pdf_has_a_picture_of_each_page(toys):
    _, package, _ = toys
    pages = sheet_of(package).pages
    files = [file for file in package.files if file.name.startswith("contact-sheet-en-")]
    assert [file.page for file in files] == [*pages]
    assert [file.name for file in files] == [
        f"contact-sheet-en-{number}.png" for number in range(1, len(pages) + 1)
    ]
    for file in files:
        assert (file.page.size, file.pixels) == ((210.0, 297.0), (1240, 1754))
        assert all(
            abs(length / 25.4 * file.form.dpi - pixels) < 0.5
            for length, pixels in zip(file.page.size, file.pixels, strict=True)
        )
    assert sheet_of(package).job is None
    assert len(sheet_of(package).shows) == len(pages)


def test_each_deck_has_its_totals_and_one_back_at_its_end(toys):
    order, package, pages = toys
    text = words_on(order, package)
    assert "9 cards · 7 faces" in text
    assert "7 tokens · 2 faces" in text
    assert "10 cards · 7 tokens · 2 players · version 1" in text
    assert len(re.findall(r"\bback\b", text)) == 3
    assert text.index("c6 ×") < text.index("back") < text.index("sheet ×")
    assert any(area_of(page, (0x20, 0x40, 0x60))[0] for page in pages)


def test_a_token_is_drawn_round_and_a_card_is_not(toys):
    _, _, pages = toys
    for color, low, high in (((1, 0x88, 0x44), 0.74, 0.82), ((2, 0x44, 0x88), 0.96, 1.0)):
        many, box = next(found for page in pages if (found := area_of(page, color))[0])
        width, height = box[2] - box[0], box[3] - box[1]
        assert low < many / (width * height) <= high
        assert width / height == pytest.approx(1.0 if low < 0.8 else 63 / 88, abs=0.05)


def test_many_cards_and_large_ones_stay_inside_the_margins(tmp_path):
    text = head(EURO) + "decks:\n" + deck("main", *[1] * 90)
    text += deck("large", 2, 3, form="{trim: [186, 254]}", ids={0: "a", 1: "b"})
    text += deck("strips", 1, 1, form="{trim: [20, 220]}", ids={0: "s", 1: "t"})
    order, package, _ = made(tmp_path, text)
    margin, foot = int(13 / 25.4 * DPI), int((297 - 16) / 25.4 * DPI)
    colors = set()
    for picture in pictures(sheet_of(package).pages, order.edition.fonts, DPI):
        inside = (margin, margin, picture.width - margin, foot)
        outside = picture.copy()
        outside.paste((255, 255, 255), inside)
        assert not [c for _, c in outside.getcolors(9999) if c[1:] == (0x44, 0x88)]
        colors |= {c for n, c in picture.getcolors(99999) if c[1:] == (0x44, 0x88) and n > 50}
    assert {(i + 1, 0x44, 0x88) for i in range(90)} <= colors


def test_a_page_is_saved_where_cards_a_little_smaller_do_it(tmp_path):
    text = head() + "decks:\n" + deck("main", *[1] * 33)
    _, package, _ = made(tmp_path, text)
    assert len(sheet_of(package).pages) == 1


def test_a_heading_never_stands_alone_at_the_foot(tmp_path):
    decks = "".join(deck(f"d{n}", *[1] * 8) for n in range(9))
    order, package, _ = made(tmp_path, head() + "decks:\n" + decks)
    document = pypdfium2.PdfDocument(pdf_of(sheet_of(package).pages, order.edition.fonts))
    assert len(document) > 1
    for page in document:
        lines = page.get_textpage().get_text_bounded().splitlines()
        last = [line for line in lines if not re.match(r"page|Toy · contact", line)][-1]
        assert re.search(r"×|back", last), lines


def test_words_are_in_the_language_of_the_cards(tmp_path):
    french = GAME.replace("languages: [en]", "languages: [fr]").replace(
        "players: 2\n", "players: 2..4\n"
    )
    order, package, _ = made(tmp_path, french)
    text = words_on(order, package)
    assert "10 cartes · 7 jetons · 2 à 4 joueurs · version 1" in text
    assert "dos" in text
    assert "page 1 sur" in text
    assert not re.search(r"\bback\b|\bcards\b", text)


def test_a_language_without_words_of_its_own_is_told_in_english(tmp_path):
    order, package, _ = made(tmp_path, GAME.replace("languages: [en]", "languages: [pl]"))
    assert "10 cards · 7 tokens" in words_on(order, package)


def test_a_character_that_no_font_has_is_told_and_left_out(tmp_path):
    text = GAME.replace("title: Toy", "title: Toy 龍")
    order, package, report = made(tmp_path, text)
    assert codes(report) == [("warning", "showing.glyph")]
    assert "U+9F8D" in report.problems[0].message
    assert "龍" not in words_on(order, package)


def test_a_font_that_there_is_not_is_told_and_nothing_is_made(tmp_path):
    text = GAME.replace("fonts:", "rulebook: {heading: Nonsense}\nfonts:")
    _, package, report = made(tmp_path, text)
    assert codes(report) == [("error", "font.unknown")]
    assert report.problems[0].span.file == "game.yaml"
    assert package.files == ()


@pytest.mark.parametrize("trim", ["[10, 10]", "[200, 20]", "[20, 220]", "[88, 63]", "[300, 420]"])
def test_cards_of_any_size_can_be_shown(tmp_path, trim):
    text = head(f"{{trim: {trim}, corner: 2}}") + "decks:\n" + deck("main", 1, 2)
    order, package, report = made(tmp_path, text)
    assert report.problems == ()
    shown = [file for file in package.files if isinstance(file, PictureFile)]
    for picture in pictures([file.page for file in shown], order.edition.fonts, 30):
        assert {c[1:] for _, c in picture.getcolors(999999)} & {(0x44, 0x88)}


def test_headings_beside_each_other_are_of_one_size(tmp_path):
    long, short = "A very long name of few cards", "Few"
    text = head("{trim: [63, 88]}") + "decks:\n" + deck("one", 1) + deck("two", 1, 1)
    text = text.replace("  one:\n", f"  one:\n    title: {long}\n")
    text = text.replace("  two:\n", f"  two:\n    title: {short}\n")
    order, package, _ = made(tmp_path, text)
    document = pypdfium2.PdfDocument(pdf_of(sheet_of(package).pages, order.edition.fonts))
    page = document[0].get_textpage()
    found = page.get_text_range()
    sizes = {
        words: pypdfium2.raw.FPDFText_GetFontSize(page, found.index(words))
        for words in (long, short)
    }
    page.close()
    document.close()
    assert sizes[long] == sizes[short] < 13
