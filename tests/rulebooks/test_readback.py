"""The finished rulebooks, read back: words, page order, links, tags, fonts and boxes."""

import html
import io
import re

import pikepdf
import pytest
import test_game_ninety_nine as ninety_nine
import test_game_one_hundred as one_hundred
import yaml
from bindery import ROOT, book, form, letters, pages_of
from folding import read_folded
from printshop import (
    bookmarks,
    folio_of,
    foot,
    internal_links,
    said_at,
    tagged,
    web_links,
    whole,
    words_in,
    wrong_fonts,
)
from readback import BOXES, Book, boxes_of
from test_game_numerik import ACTIONS, TARGETS
from test_rules_words import unwanted

from cardforge.rulebook.book import (
    Definitions,
    Figure,
    IconMark,
    Paragraph,
    Reference,
    RulingNote,
    Sign,
    Subheading,
    TablePlan,
    Words,
)
from cardforge.rulebook.spoken import in_book, said, sentences_of, walk

A5, POKER, HTML, TXT = (
    f"rulebook-{end}" for end in ("{}.pdf", "poker-{}.pdf", "{}.html", "{}.txt")
)
BOOKLET, LEAFLET = "rulebook-booklet-a4-{}.pdf", "rulebook-leaflet-6-{}.pdf"
# How a reference names its page.
PAGE = re.compile(r"\bp\.\s?(\d+)")
SIGN = re.compile(r"\W*\*(\d+)\W*")
PAPERS = {"a4": "a5", "letter": "half-letter"}


def each(key, *values):
    """Give a test the first value, and the others when there is time."""
    first, *others = values
    return pytest.mark.parametrize(
        key, [first, *(pytest.param(value, marks=pytest.mark.slow) for value in others)]
    )


# Everything that cards of each game do, from what the tests of the cards say of them.
EFFECTS = {
    "numerik": lambda language: (*ACTIONS[language], *TARGETS[language]),
    "ninety-nine": lambda language: {
        getattr(rule, language) for rule in ninety_nine.RULES.values()
    },
    "one-hundred": lambda language: {
        getattr(one_hundred.effect(rank, suit), language)
        for rank in one_hundred.RANKS for suit in one_hundred.SUITS
    },
    # Its cards are numbers: what they do is which of them are used.
    "cent": lambda language: {"fr": ["1 à 20", "21 à 100"], "en": ["1 to 20", "21 to 100"]}[
        language
    ],
}  # fmt: skip


def all_words(found):
    """The letters of every page; words that a line's end parts are whole again."""
    return letters("".join(words_in(page) for page in found.seen))


def untold(effects, text):
    """The effects that a text does not tell, in any case of their letters."""
    folded = letters(text).casefold()
    return sorted(effect for effect in effects if letters(effect).casefold() not in folded)


@each("file", A5, POKER)
def test_every_effect_of_every_card_is_printed(shop, game, language, file):
    effects = EFFECTS[game](language)
    assert untold(effects, all_words(shop.pdf(game, file.format(language)))) == []


def test_every_effect_of_every_card_is_told_on_screens(shop, game, language):
    text = html.unescape(re.sub(r"<[^>]*>", " ", shop.text(game, HTML.format(language))))
    assert untold(EFFECTS[game](language), text) == []


def test_the_super_powers_are_told(shop, language):
    words = yaml.safe_load((ROOT / "designs/numerik/words.yaml").read_text("utf-8"))
    powers = words["words"][language]["powers"]
    assert len(powers) == 10
    assert untold(powers, all_words(shop.pdf("numerik", A5.format(language)))) == []


def test_a_lost_effect_is_noticed():
    assert untold(["Pioche X carte(s)"], "… pioche X car-\ntes, 1 Pioche X carte(s) …") == []
    assert untold(["Draw 10", "Draw 1"], "draw ten") == ["Draw 1", "Draw 10"]


# --- the booklet ---


def halves_of(page):
    """The left and the right half of a side of lying paper."""
    area = whole(page)
    middle = (area.left + area.right) / 2
    return area._replace(right=middle), area._replace(left=middle)


def page_texts(found):
    return [letters(words_in(page)) for page in found.seen]


def leaves_of(booklet, texts):
    """The page on each quarter of each leaf, by what is printed there; None for blank paper.

    Turned over on its short edge, the inside's left half lies behind the outside's right one.
    """
    known = {text: number for number, text in enumerate(texts, 1)}
    assert len(known) == len(texts)
    sides = []
    for page in booklet.seen:
        found = [letters(words_in(page, half)) for half in halves_of(page)]
        sides.append([known[text] if text else None for text in found])
    return [
        (*outside, *inside) for outside, inside in zip(sides[::2], sides[1::2], strict=True)
    ]  # fmt: skip


def expected_order(count):
    """All pages in order, blank ones before the back cover, a multiple of four."""
    blanks = -count % 4
    return [*range(1, count), *[None] * blanks, count]


@each("paper", *PAPERS)
def test_the_booklet_folds_to_pages_in_order(shop, game, language, paper):
    booklet = shop.pdf(game, f"rulebook-booklet-{paper}-{language}.pdf")
    typeset = pages_of(game, language, PAPERS[paper])
    assert typeset.has_back_cover
    count = len(typeset.pages)
    if paper == "a4":
        texts = page_texts(shop.pdf(game, A5.format(language)))
        assert read_folded(leaves_of(booklet, texts)) == expected_order(count)
    assert len(booklet) == -(-count // 4) * 2
    # The printed numbers say the same.
    bottom = typeset.form.bottom
    numbers = []
    for page in booklet.seen:
        numbers.append([folio_of(page, foot(half, bottom)) for half in halves_of(page)])
    leaves = [(*a, *b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
    folded = read_folded(leaves)
    printed = [(place, int(number)) for place, number in enumerate(folded, 1) if number]
    assert len(printed) >= count - 3
    assert all(place == number for place, number in printed)


def test_a_booklet_in_another_order_is_noticed(shop):
    found = shop.pdf("cent", "rulebook-booklet-a4-fr.pdf")
    texts = page_texts(shop.pdf("cent", A5.format("fr")))
    pdf = Book(found.data).pdf
    pdf.pages.append(pdf.pages[1])
    del pdf.pages[1]
    out = io.BytesIO()
    pdf.save(out)
    order = read_folded(leaves_of(Book(out.getvalue()), texts))
    assert order != expected_order(len(texts))
    assert sorted(filter(None, order)) == list(range(1, len(texts) + 1))


@each("paper", *PAPERS)
def test_the_printer_is_told_to_turn_the_booklet_on_its_short_edge(shop, game, language, paper):
    pdf = shop.pdf(game, f"rulebook-booklet-{paper}-{language}.pdf").pdf
    assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
    assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    for page in pdf.pages:
        wide, high = boxes_of(page)["MediaBox"][2:]
        assert (wide, high) == pytest.approx({"a4": (297, 210), "letter": (279.4, 215.9)}[paper])
        assert "/Annots" not in page.obj


# --- links and bookmarks ---


def wrong_bookmarks(found, titles):
    """The bookmarks that do not lead to their heading, in the order of the book."""
    marks = bookmarks(found)
    wrong = [mark.said for mark in marks if letters(mark.said) not in said_at(found, mark)]
    named = [re.sub(r"^\d+ ", "", mark.said) for mark in marks]
    return wrong if named == titles else [*wrong, f"found {named}"]


def titles_of(game, language):
    return [
        said(section.title).replace("\u00ad", "")
        for section in book(game, language).sections
        if in_book(section)
    ]


@each("file", A5, POKER)
def test_bookmarks_lead_to_the_headings(shop, game, language, file):
    found = shop.pdf(game, file.format(language))
    assert wrong_bookmarks(found, titles_of(game, language)) == []


def printed_number(found, page, bottom):
    number = folio_of(found.seen[page], foot(whole(found.seen[page]), bottom))
    return int(number) if number else None


def wrong_links(found, bottom, front=1):
    """The links that do not lead where they say.

    A reference names the page it leads to; a line of the contents has the title and the page; a
    sign leads to the note with the same number.  The last page has no number printed.
    """
    wrong = []
    for link in internal_links(found):
        text = " ".join(link.said.split())
        there = said_at(found, link)
        number = printed_number(found, link.target, bottom) or link.target + 1
        page = PAGE.search(text)
        sign = SIGN.fullmatch(text)
        if page is not None and int(page[1]) != number:
            wrong.append(f"{text!r} leads to page {number}")
        if sign is not None and not there.startswith(sign[1]):
            wrong.append(f"sign {text!r} leads to {there[:30]!r}")
        if link.page < front:
            words, said_number = letters(re.sub(r"\d+", "", text)), re.search(r"\d+$", text)
            if words not in there or said_number is None or int(said_number[0]) != number:
                wrong.append(f"{text!r} leads to page {number}, {there[:30]!r}")
    return wrong


@each("name", "a5", "poker")
def test_links_lead_where_they_say(shop, game, language, name):
    middle = "" if name == "a5" else f"{name}-"
    found = shop.pdf(game, f"rulebook-{middle}{language}.pdf")
    front = 1 if name == "a5" else pages_of(game, language, name).placed[0].page - 1
    titles = titles_of(game, language)
    assert wrong_links(found, form(name).bottom, front) == []
    links = internal_links(found)
    assert len([link for link in links if link.page < front]) == len(titles)
    signs = [link for link in links if SIGN.fullmatch(link.said)]
    references = [link for link in links if PAGE.search(link.said)]
    pieces = list(pieces_of(book(game, language)))
    assert len(signs) == sum(isinstance(piece, Sign) for piece in pieces)
    assert len(references) == sum(isinstance(piece, Reference) for piece in pieces)
    assert len(signs) > 3


def pieces_of(written):
    """Every piece of every sentence that is printed in a book."""
    for section in written.sections:
        for sentence in sentences_of(section.blocks) if in_book(section) else ():
            yield from sentence


def test_links_lead_out_to_the_web_alone(shop, game, language):
    for address in web_links(shop.pdf(game, A5.format(language))):
        assert re.match(r"https?://[\w.-]+/?", address)


def turned(data, change):
    """A copy of a file in which something of its structure was changed."""
    pdf = pikepdf.open(io.BytesIO(data))
    change(pdf)
    out = io.BytesIO()
    pdf.save(out)
    return Book(out.getvalue())


def test_a_link_or_a_bookmark_to_another_place_is_noticed(shop):
    found, titles = shop.pdf("numerik", A5.format("fr")), titles_of("numerik", "fr")
    links = internal_links(found)
    for is_meant in (
        lambda link: link.page == 0, lambda link: SIGN.fullmatch(link.said),
        lambda link: link.page and PAGE.search(link.said),
    ):  # fmt: skip
        number = next(index for index, link in enumerate(links) if is_meant(link))

        def elsewhere(pdf, number=number):
            inner = [a for p in pdf.pages for a in p.obj.get("/Annots", []) if "/Dest" in a]
            last = pdf.pages[-1].obj
            inner[number].Dest = pikepdf.Array([last, pikepdf.Name.XYZ, 0, 40, None])

        assert len(wrong_links(turned(found.data, elsewhere), form("a5").bottom)) == 1

    def lower(pdf):
        pdf.Root.Outlines.First.Dest[3] = 20

    assert len(wrong_bookmarks(turned(found.data, lower), titles)) == 1
    assert len(wrong_bookmarks(found, titles[::-1])) == 1


# --- what the file says of itself ---


@each("file", A5, BOOKLET, POKER, LEAFLET)
def test_the_document_says_what_it_is(shop, game, language, file):
    pdf = shop.pdf(game, file.format(language)).pdf
    written = book(game, language)
    info = pdf.docinfo
    # The game's title with plain spaces: what keeps words on one line is for pages alone.
    title = re.sub(r"\s", " ", written.title)
    assert title in str(info["/Title"])
    assert not re.search("[\u00a0\u202f\u00ad]", str(info["/Title"]))
    assert len(str(info["/Author"])) > 3
    assert str(pdf.Root.Lang) == language
    assert pdf.Root.ViewerPreferences.DisplayDocTitle
    assert wrong_fonts(pdf) == []
    assert pdf.check_pdf_syntax() == []


def wrong_tags(pdf, written, more=0):
    """What is wrong with the tags of a file: headings that are not the book's, silent figures.

    `more` is how many sections are printed that are no part of the book: the quick reference.
    """
    if not bool(pdf.Root.get("/MarkInfo", {}).get("/Marked", False)):
        return ["the file says nothing of tags"]
    found = tagged(pdf)
    roles = [str(item.S)[1:] for item in found]
    sections = [s for s in written.sections if in_book(s)]
    blocks = [b for s in sections for b in walk(s.blocks)]
    wrong = []
    for role, least in (
        ("H1", 1), ("H2", len(sections) + more),
        ("H3", sum(isinstance(b, Subheading) for b in blocks)),
        ("Figure", sum(isinstance(b, Figure | TablePlan) for b in blocks)),
        ("P", sum(isinstance(b, Paragraph) for b in blocks) // 2),
    ):  # fmt: skip
        if roles.count(role) < least:
            wrong.append(f"{roles.count(role)} {role} instead of {least}")
    figures = [item for item in found if item.S == "/Figure"]
    wrong += ["a figure without words" for f in figures if len(str(f.get("/Alt", ""))) < 3]
    return wrong


@each("file", A5, POKER)
def test_headings_and_figures_are_tagged(shop, game, language, file):
    pdf = shop.pdf(game, file.format(language)).pdf
    written = book(game, language)
    assert wrong_tags(pdf, written, cards_in(game, language, "a5" if file == A5 else "poker")) == []


def cards_in(game, language, name):
    """How many sections of the reference card stand on the last page too."""
    cards = {s.id for s in book(game, language).sections if not in_book(s)}
    return len(cards & {placed.slip.section for placed in pages_of(game, language, name).placed})


def test_lost_tags_are_noticed(shop):
    written, more = book("cent", "fr"), cards_in("cent", "fr", "a5")
    data = shop.pdf("cent", A5.format("fr")).data
    silent = Book(data).pdf
    figures = [item for item in tagged(silent) if item.S == "/Figure"]
    del figures[0].Alt
    assert wrong_tags(silent, written, more) == ["a figure without words"]
    headless = Book(data).pdf
    next(item for item in tagged(headless) if item.S == "/H2").S = pikepdf.Name.P
    assert len(wrong_tags(headless, written, more)) == 1
    untagged = Book(data).pdf
    del untagged.Root.MarkInfo
    assert wrong_tags(untagged, written, more) == ["the file says nothing of tags"]


def test_a_font_that_is_not_embedded_is_noticed(shop):
    pdf = Book(shop.pdf("cent", A5.format("fr")).data).pdf
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, BaseFont=pikepdf.Name.Helvetica)
    pdf.pages[0].Resources.Font["/F9"] = pdf.make_indirect(font)
    assert len(wrong_fonts(pdf)) == 3


@each("name", "a5", "poker")
def test_pages_are_as_large_as_the_format_in_every_box(shop, game, language, name):
    middle = "" if name == "a5" else f"{name}-"
    own = form(name).trim
    pdf = shop.pdf(game, f"rulebook-{middle}{language}.pdf").pdf
    for page in pdf.pages:
        boxes = boxes_of(page)
        for box in BOXES:
            assert boxes[box] == pytest.approx((0.0, 0.0, own.width, own.height), abs=1e-2)


# --- words ---


@each("file", A5, BOOKLET, POKER, LEAFLET)
def test_no_page_has_noise_or_private_details(shop, game, language, file):
    found = shop.pdf(game, file.format(language))
    for page in found.seen:
        assert unwanted(re.sub(r"\s+", " ", words_in(page)), language) == []


@pytest.mark.parametrize("kind", ["html", "txt"])
def test_no_screen_has_noise_or_private_details(shop, game, language, kind):
    text = shop.text(game, f"rulebook-{language}.{kind}")
    # Pictures inside the page and its style sheet are no words.
    text = re.sub(r"(?s)<style.*?</style>|<[^>]*>", " ", text)
    assert len(text) > 4000
    assert unwanted(text, language) == []


def spoken_in(written):
    """A pattern of the letters of each heading, paragraph and meaning, in reading order."""
    titles = {section.id: said(section.title) for section in written.sections}
    for section in written.sections:
        if not in_book(section):
            continue
        yield letters(said(section.title))
        for block in walk(section.blocks):
            if isinstance(block, Paragraph):
                yield pattern_of(block.content, titles)
            elif isinstance(block, Subheading | RulingNote):
                yield pattern_of(block.title, titles)
            elif isinstance(block, Definitions):
                for term, meaning in block.entries:
                    yield pattern_of((*term, *meaning), titles)


def pattern_of(sentence, titles):
    parts = []
    for piece in sentence:
        if isinstance(piece, Words):
            parts.append(re.escape(letters(piece.text)))
        elif isinstance(piece, Reference):
            parts.append(letters(titles.get(piece.section, "")) + r"p\d+")
        elif isinstance(piece, Sign):
            parts.append(str(piece.number))
        else:
            assert isinstance(piece, IconMark) or not hasattr(piece, "text")
    return "".join(parts)


def running_text(found, own):
    """The letters of all pages in the order of the file, without heads and page numbers."""
    texts = []
    for page in found.seen:
        area = whole(page)
        inside = area._replace(top=area.top + own.top - 0.5, bottom=area.bottom - own.bottom + 1.0)
        texts.append(letters(words_in(page, inside)))
    return "".join(texts)


def out_of_order(patterns, text):
    """The paragraphs that do not follow on what was read before, each whole."""
    at, lost = 0, []
    for pattern in patterns:
        match = re.compile(pattern).search(text, at)
        if match is None:
            lost.append(pattern)
        else:
            at = match.end()
    return lost


@each("name", "a5", "poker")
def test_all_text_can_be_extracted_in_reading_order(shop, game, language, name):
    middle = "" if name == "a5" else f"{name}-"
    found = shop.pdf(game, f"rulebook-{middle}{language}.pdf")
    patterns = list(spoken_in(book(game, language)))
    assert len(patterns) > 60
    assert out_of_order(patterns, running_text(found, form(name))) == []


def test_words_out_of_order_are_noticed(shop):
    patterns = list(spoken_in(book("cent", "fr")))
    text = running_text(shop.pdf("cent", A5.format("fr")), form("a5"))
    long = [p for p in patterns if len(p) > 80]
    one, two = long[3], long[6]
    assert out_of_order([two, one], text) == [one]
    assert out_of_order([one], text.replace(re.search(one, text)[0][40:45], "")) == [one]
