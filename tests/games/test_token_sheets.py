"""Tokens on paper: whole bleeds, a cut line round each, backs at the mirrored places."""

import math
import re

import pytest
from readback import Area, Book, boxes_of, drawn_on, edited, forms_on
from test_page_boxes import centred

GRID_SLACK = 0.02


def tokens_of(workshop, name, paper, language):
    return workshop.book(name, f"tokens-{paper}-{language}.pdf")


@pytest.fixture
def sheets(workshop):
    """Return pairs of pages (face, back) of a game's tokens, none for a game without tokens."""

    def get(name, paper, language):
        if not workshop.game(name).tokens:
            return []
        pages = list(tokens_of(workshop, name, paper, language).pdf.pages)
        return list(zip(pages[::2], pages[1::2], strict=True))

    return get


def forms_of(workshop, name, language):
    return {
        (round(n.trim.width + 2 * n.bleed, 2), round(n.trim.height + 2 * n.bleed, 2)): n
        for deck in workshop.dealt(name, language)
        if deck.spec.is_token
        for n in (deck.spec.format,)
    }


def form_of(drawn, forms):
    return forms[round(drawn.area.width, 2), round(drawn.area.height, 2)]


def clipped(page):
    """The tokens whose bleed is cut off or runs into a neighbour's."""
    forms = forms_on(page)
    cut = [form for form in forms if not form.area.is_near(form.seen)]
    return cut + [a for i, a in enumerate(forms) for b in forms[:i] if a.area.meets(b.area)]


def test_every_token_has_its_whole_bleed_to_itself(sheets, name, paper, language):
    for face, back in sheets(name, paper, language):
        assert clipped(face) == []
        assert clipped(back) == []
        for page in (face, back):
            assert all(form.area.within(boxes_of(page)["BleedBox"]) for form in forms_on(page))


def without_outline(page, bleeds):
    """The tokens of a page that have no thin closed line along their trim."""
    outlines = [i for i in drawn_on(page) if i.kind == "stroke" and 0 < i.width <= 0.4]
    return [
        form
        for form in forms_on(page)
        if not any(
            i.area.is_near(form.area.grown(-bleeds[form.name]), GRID_SLACK) for i in outlines
        )
    ]


def test_every_token_has_a_cut_line_along_its_trim(workshop, sheets, name, paper, language):
    forms = forms_of(workshop, name, language)
    for face, back in sheets(name, paper, language):
        drawn = forms_on(face)
        bleeds = {each.name: form_of(each, forms).bleed for each in drawn}
        assert without_outline(face, bleeds) == []
        # A round cut is seen from one side: the backs stay free of it.
        assert [i for i in drawn_on(back) if i.kind == "stroke"] == []


def unmirrored(face, back):
    """The tokens of a face page that have no back at the place that lies behind them."""
    width = boxes_of(face)["MediaBox"].right
    upright = width < boxes_of(face)["MediaBox"].bottom
    height = boxes_of(face)["MediaBox"].bottom
    behind = [form.area for form in forms_on(back)]
    lost = []
    for form in forms_on(face):
        left, top, right, bottom = form.area
        if upright:
            place = Area(width - right, top, width - left, bottom)
        else:
            place = Area(left, height - bottom, right, height - top)
        if not any(place.is_near(each) for each in behind):
            lost.append(form)
    return lost


def test_the_backs_of_tokens_lie_at_the_mirrored_places(sheets, name, paper, language):
    for face, back in sheets(name, paper, language):
        assert len(forms_on(face)) == len(forms_on(back))
        assert unmirrored(face, back) == []


def test_the_boxes_of_a_token_sheet_are_a_grid_in_the_middle(
    workshop, sheets, name, paper, language
):
    forms = forms_of(workshop, name, language)
    for pages in sheets(name, paper, language):
        for page in pages:
            boxes = boxes_of(page)
            block = boxes["TrimBox"]
            form = form_of(forms_on(page)[0], forms)
            columns, rows = (
                (length + 2 * form.bleed) / (trim + 2 * form.bleed)
                for length, trim in zip((block.width, block.height), form.trim, strict=True)
            )
            assert (columns, rows) == (
                pytest.approx(round(columns), abs=0.002),
                pytest.approx(round(rows), abs=0.002),
            )
            assert block.is_near(centred(boxes["MediaBox"][2:], block.width, block.height))
            assert boxes["BleedBox"].is_near(block.grown(form.bleed))


def test_no_sheet_of_tokens_is_printed_in_vain(workshop, sheets, name, paper, language):
    """Tokens of one form share sheets."""
    totals: dict[tuple[object, ...], int] = {}
    for deck in workshop.dealt(name, language):
        if deck.spec.is_token:
            key = (deck.spec.format.trim, deck.spec.format.shape)
            totals[key] = totals.get(key, 0) + deck.total
    needed = 0
    pages = sheets(name, paper, language)
    for (trim, _), total in totals.items():
        block = boxes_of(pages[0][0])["TrimBox"]
        form = next(iter(forms_of(workshop, name, language).values()))
        pitch = [t + 2 * form.bleed for t in trim]
        slots = round((block.width + 2 * form.bleed) / pitch[0]) * round(
            (block.height + 2 * form.bleed) / pitch[1]
        )
        needed += math.ceil(total / slots)
    assert len(pages) == needed


# --- each of these must see a fault ---


@pytest.fixture
def sound(workshop):
    return tokens_of(workshop, "ninety-nine", "a4", "fr")


def test_a_clipped_bleed_is_noticed(sound):
    def clip(words):
        return words.replace("q 1 0 0 1", "q 0 -50 300 50 re W n 1 0 0 1", 1)

    book = Book(edited(sound.data, 0, clip))
    assert len(clipped(sound.pdf.pages[0])) == 0
    assert len(clipped(book.pdf.pages[0])) == 1


def test_a_lost_cut_line_is_noticed(sound):
    bleeds = {form.name: 1.5 for form in forms_on(sound.pdf.pages[0])}
    assert without_outline(sound.pdf.pages[0], bleeds) == []
    book = Book(edited(sound.data, 0, lambda words: words.replace(" h S", " h n", 1)))
    assert len(without_outline(book.pdf.pages[0], bleeds)) == 1


def test_a_back_that_is_off_is_noticed(sound):
    def shift(words):
        return re.sub(
            r"q 1 0 0 1 ([\d.]+)", lambda m: f"q 1 0 0 1 {float(m[1]) - 3}", words, count=1
        )

    assert unmirrored(*sound.pdf.pages) == []
    book = Book(edited(sound.data, 1, shift))
    assert len(unmirrored(*book.pdf.pages)) == 1
