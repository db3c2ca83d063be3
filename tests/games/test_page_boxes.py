"""Where things lie on the pages of the shipped games: boxes, marks, slug, ruler; nothing else."""

import math
import re

import pytest
from PIL import ImageChops, ImageDraw
from readback import (
    BOXES,
    PT,
    REGISTRATION,
    Area,
    Book,
    around,
    boxes_of,
    drawn_on,
    edited,
    forms_on,
    is_white,
)
from shipped import books

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN, MARK_SHOWS, BLEED = 5.0, 2.0, 3.0
THIN = 0.4
SLUG_FONT = "Lato-Regular"
BLACK = ((0.0,), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))


def largest_grid(paper, trim, margin=MARGIN):
    """Orientation, columns and rows of the most cards without gutter; upright wins a tie."""
    best = None
    for size in (paper, paper[::-1]):
        grid = [math.floor((s - 2 * margin) / t + 1e-9) for s, t in zip(size, trim, strict=True)]
        if best is None or grid[0] * grid[1] > best[1] * best[2]:
            best = (size, *grid)
    return best


def centred(paper, width, height):
    x, y = (paper[0] - width) / 2, (paper[1] - height) / 2
    return Area(x, y, x + width, y + height)


def expected_boxes(paper, trim, bleed, has_marks=True):
    """Trim and bleed of a page whose grid is the largest that fits."""
    size, columns, rows = largest_grid(paper, trim)
    block = centred(size, columns * trim[0], rows * trim[1])
    needed = MARGIN + MARK_SHOWS if has_marks else 0.0
    x, y = (max(0.0, min(bleed, room - needed)) for room in (block.left, block.top))
    return block, Area(block.left - x, block.top - y, block.right + x, block.bottom + y)


def cards_by_size(workshop, name, language):
    return {
        tuple(deck.spec.format.trim): (deck.spec.format.bleed, deck.spec.marks != "none")
        for deck in workshop.dealt(name, language)
        if not deck.spec.is_token
    }


def wrong_boxes(book, index, formats, paper):
    """What a page of cards says of itself that is not so; `formats` are those it may hold."""
    found = boxes_of(book.pdf.pages[index])
    whole = Area(0, 0, *largest_grid(paper, next(iter(formats)))[0])
    wrong = [box for box in ("MediaBox", "CropBox") if not found[box].is_near(whole)]
    pairs = [expected_boxes(paper, trim, *more) for trim, more in formats.items()]
    if not any(
        found["TrimBox"].is_near(block) and found["BleedBox"].is_near(outer)
        for block, outer in pairs
    ):
        wrong.append(f"TrimBox {found['TrimBox']} BleedBox {found['BleedBox']}")
    return wrong


def test_the_boxes_of_every_page_follow_from_paper_and_cards(workshop, name, paper, language):
    book = workshop.book(name, f"sheets-{paper}-{language}.pdf")
    formats = cards_by_size(workshop, name, language)
    assert [wrong_boxes(book, i, formats, SIZES[paper]) for i in range(len(book))] == [[]] * len(
        book
    )


def test_a_nine_up_sheet_has_the_boxes_of_the_print_shop(workshop):
    a4 = boxes_of(workshop.book("cent", "sheets-a4-fr.pdf").pdf.pages[0])
    assert a4["TrimBox"].is_near(Area(10.5, 16.5, 199.5, 280.5))
    assert a4["BleedBox"].is_near(Area(7.5, 13.5, 202.5, 283.5))
    letter = boxes_of(workshop.book("cent", "sheets-letter-fr.pdf").pdf.pages[0])
    assert letter["TrimBox"].is_near(Area(13.45, 7.7, 202.45, 271.7))
    assert letter["BleedBox"].is_near(Area(10.45, 7.0, 205.45, 272.4))


def test_all_pages_of_a_file_have_one_orientation_and_no_turn(workshop, name, paper, language):
    for _, book in books(workshop, name, paper, language):
        assert len({book.paper(i) for i in range(len(book))}) == 1
        assert all("/Rotate" not in page.obj for page in book.pdf.pages)


def off_the_grid(page, trims):
    """The card sides of a page that do not lie in a slot of the grid that fills its TrimBox."""
    block, off = boxes_of(page)["TrimBox"], []
    for form in forms_on(page):
        fits = False
        for (width, height), bleed, gutter in trims:
            slot = form.area.grown(-bleed)
            if abs(slot.width - width) > 0.01 or abs(slot.height - height) > 0.01:
                continue
            steps = (
                (slot.left - block.left) / (width + gutter),
                (slot.top - block.top) / (height + gutter),
            )
            whole = (
                (block.width + gutter) / (width + gutter),
                (block.height + gutter) / (height + gutter),
            )
            fits |= all(abs(n - round(n)) < 0.002 for n in (*steps, *whole)) and slot.within(block)
        if not fits:
            off.append(form)
    return off


def trims_of(workshop, name, language):
    """Finished sizes, bleeds and gutters: tokens keep two whole bleeds between each other."""
    return [
        (tuple(form.trim), form.bleed, 2 * form.bleed if deck.spec.is_token else 0.0)
        for deck in workshop.dealt(name, language)
        for form in (deck.spec.format,)
    ]


def test_every_card_side_lies_in_a_slot_of_the_grid(workshop, name, paper, language):
    trims = trims_of(workshop, name, language)
    for _, book in books(workshop, name, paper, language):
        for page in book.pdf.pages:
            assert off_the_grid(page, trims) == []


def test_no_two_slots_of_a_page_overlap(workshop, name, paper, language):
    trims = trims_of(workshop, name, language)
    for _, book in books(workshop, name, paper, language):
        for page in book.pdf.pages:
            slots = []
            for form in forms_on(page):
                bleed = next(b for (w, _), b, _ in trims if abs(form.area.width - w - 2 * b) < 0.01)
                slots.append(form.area.grown(-bleed))
            assert not [(a, b) for i, a in enumerate(slots) for b in slots[:i] if a.meets(b)]


# --- nothing outside the BleedBox but marks and slug ---


def inked(item):
    """The area a line or outline inks: half its width more on each side than its points."""
    if item.kind != "line":
        return item.area.grown(item.width / 2)
    half = item.width / 2
    upright = item.area.height > item.area.width
    left, top, right, bottom = item.area
    if upright:
        return Area(left - half, top, right + half, bottom)
    return Area(left, top - half, right, bottom + half)


def strays(page):
    """What a page draws outside its BleedBox that is neither mark nor slug nor ruler."""
    bleed = boxes_of(page)["BleedBox"]
    return [item for item in drawn_on(page) if not is_proper(item, bleed)]


def is_proper(item, bleed):
    if item.kind == "line" and item.color == REGISTRATION:
        return item.width <= THIN and not inked(item).meets(bleed, 0.001)
    if item.kind == "text":
        return item.name == SLUG_FONT and item.color in BLACK and not item.area.within(bleed, -0.5)
    if item.kind == "line":
        return item.width <= THIN and item.color in BLACK and not inked(item).meets(bleed)
    seen = item.seen if item.kind == "form" else inked(item)
    return seen.within(bleed)


def test_nothing_is_drawn_outside_the_bleed_but_marks_and_slug(workshop, name, paper, language):
    for _, book in books(workshop, name, paper, language):
        for page in book.pdf.pages:
            assert strays(page) == []


def stray_pixels(book, index, dpi=72):
    """The box of what is seen when cards, marks and slug are covered with white; None is right."""
    page = book.pdf.pages[index]
    covered = [boxes_of(page)["BleedBox"].grown(0.4)]
    covered += [inked(i).grown(0.6) for i in drawn_on(page) if i.kind == "line"]
    covered += [box.grown(0.6) for box in slug_letters(book, index)]
    raster = book.raster(index, dpi).copy()
    pen, scale = ImageDraw.Draw(raster), dpi / 25.4
    for area in covered:
        pen.rectangle([v * scale for v in area], fill="white")
    return None if is_white(raster) else ImageChops.invert(raster.convert("L")).getbbox()


def slug_letters(book, index):
    bleed = boxes_of(book.pdf.pages[index])["BleedBox"]
    return [box for _, box in book.letters(index) if not box.meets(bleed)]


def test_nothing_is_seen_outside_the_bleed_but_marks_and_slug(workshop, name, paper, language):
    for _, book in books(workshop, name, paper, language):
        for index in range(len(book)):
            assert stray_pixels(book, index) is None
        book.forget_rasters()


def test_marks_and_slug_stay_on_the_paper_and_the_slug_in_the_printable_area(
    workshop, name, paper, language
):
    for _, book in books(workshop, name, paper, language):
        for index, page in enumerate(book.pdf.pages):
            whole = boxes_of(page)["MediaBox"]
            printable = whole.grown(-MARGIN)
            lines = [item for item in drawn_on(page) if item.kind == "line"]
            for line in lines:
                assert line.area.within(whole if line.color == REGISTRATION else printable)
            assert all(box.within(printable, 0.1) for box in slug_letters(book, index))


def test_every_cut_has_a_mark_of_which_two_millimetres_can_be_printed(workshop, name, paper):
    """Cards are cut straight: each edge of each slot is marked at both ends."""
    language = workshop.game(name).languages[0]
    trims = {trim for trim, more in cards_by_size(workshop, name, language).items() if more[1]}
    book = workshop.book(name, f"sheets-{paper}-{language}.pdf")
    for page in book.pdf.pages:
        block = boxes_of(page)["TrimBox"]
        printable = boxes_of(page)["MediaBox"].grown(-MARGIN)
        marks = [i.area for i in drawn_on(page) if i.color == REGISTRATION]
        for width, height in trims:
            across, down = block.width / width, block.height / height
            if abs(across - round(across)) + abs(down - round(down)) > 0.01:
                continue
            for x in (block.left + n * width for n in range(round(across) + 1)):
                ends = [
                    m.common(printable).height for m in marks if abs(m.left - x) < 0.01 > m.width
                ]
                assert len(ends) == 2
                assert min(ends) >= MARK_SHOWS - 0.01
            for y in (block.top + n * height for n in range(round(down) + 1)):
                ends = [
                    m.common(printable).width for m in marks if abs(m.top - y) < 0.01 > m.height
                ]
                assert len(ends) == 2
                assert min(ends) >= MARK_SHOWS - 0.01


def rulers(page):
    """The black lines of a page between 90 and 110 mm long, the only ones of about that length."""
    lines = [i for i in drawn_on(page) if i.kind == "line" and i.color in BLACK]
    lengths = [math.hypot(i.area.width, i.area.height) for i in lines]
    return [length for length in lengths if 90 < length < 110]


def test_every_page_has_a_ruler_of_a_hundred_millimetres(workshop, name, paper, language):
    for _, book in books(workshop, name, paper, language):
        for page in book.pdf.pages:
            (length,) = rulers(page)
            assert length == pytest.approx(100, abs=0.05)


SHEET = {"fr": "feuille {} sur {}", "en": "sheet {} of {}"}
SIDES = {"fr": ("faces", "dos"), "en": ("faces", "backs")}


def test_the_slug_names_game_language_sheet_side_and_version(workshop, name, paper, language):
    game = workshop.game(name)
    for _, book in books(workshop, name, paper, language):
        total = len(book) // 2
        for index in range(len(book)):
            bleed = boxes_of(book.pdf.pages[index])["BleedBox"]
            words = "".join(c for c, box in book.letters(index) if not box.meets(bleed))
            words = " ".join(words.replace("\u00a0", " ").split())
            assert " ".join(game.title[language].replace("\u00a0", " ").split()) in words
            assert SHEET[language].format(index // 2 + 1, total) in words
            assert f" {SIDES[language][index % 2]} " in words
            assert f"v{game.version}" in words
            assert "=" not in words


# --- each of these must see a fault ---


@pytest.fixture(scope="module")
def sound(workshop):
    return workshop.book("cent", "sheets-a4-fr.pdf")


@pytest.mark.parametrize(
    "ink",
    [
        "0.5 g 5 -30 9 9 re f",
        "/All CS 1 SCN 0.255 w 200 -200 m 400 -200 l S",
        "/All CS 1 SCN 9 w 5 -300 m 15 -300 l S",
        "0 1 0 RG 0.3 w 5 -300 m 15 -300 l S",
        "q 1 0 0 1 -50 0 cm /X7 Do Q",
    ],
)
def test_ink_outside_the_bleed_is_noticed(sound, ink):
    first = re.search(r"/(X\d+) Do", sound.pdf.pages[0].Contents.read_bytes().decode("latin-1"))
    ink = ink.replace("X7", first[1])
    book = Book(edited(sound.data, 0, lambda words: f"{words}\n{ink}"))
    assert len(strays(book.pdf.pages[0])) == 1


def test_seen_ink_outside_the_bleed_is_noticed(sound):
    assert stray_pixels(sound, 0) is None
    book = Book(edited(sound.data, 0, lambda words: f"{words}\n0.7 g 5 -300 4 4 re f"))
    assert stray_pixels(book, 0) is not None


def test_a_card_beside_its_slot_is_noticed(sound):
    def shift(words):
        return re.sub(
            r"q 1 0 0 1 ([\d.]+) ", lambda m: f"q 1 0 0 1 {float(m[1]) + 1} ", words, count=1
        )

    trims = [((63.0, 88.0), 3.0, 0.0)]
    assert off_the_grid(sound.pdf.pages[0], trims) == []
    book = Book(edited(sound.data, 0, shift))
    assert len(off_the_grid(book.pdf.pages[0], trims)) == 1


@pytest.mark.parametrize("box", BOXES)
def test_a_shifted_box_is_noticed(sound, box):
    book = Book(sound.data)
    page = book.pdf.pages[0]
    # Of the MediaBox the far corner: its own height is what y is counted from.
    page.obj[f"/{box}"] = [
        float(v) + (0.2 * PT if i == 2 else 0) for i, v in enumerate(page.obj[f"/{box}"])
    ]
    formats = {(63.0, 88.0): (3.0, True)}
    assert wrong_boxes(sound, 0, formats, SIZES["a4"]) == []
    assert wrong_boxes(book, 0, formats, SIZES["a4"]) != []


def test_a_ruler_that_was_scaled_is_noticed(sound):
    data = edited(sound.data, 0, lambda words: words.replace("283.465 -3.685 l", "283.7 -3.685 l"))
    book = Book(data)
    (length,) = rulers(book.pdf.pages[0])
    assert length != pytest.approx(100, abs=0.05)


def test_the_block_of_a_page_is_the_smallest_box_round_its_slots(sound):
    slots = [form.area.grown(-BLEED) for form in forms_on(sound.pdf.pages[0])]
    assert around(slots).is_near(boxes_of(sound.pdf.pages[0])["TrimBox"])
