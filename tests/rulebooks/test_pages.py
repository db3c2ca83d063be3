"""The pages of the shipped rulebooks: what stands where, in every form and language."""

import ctypes
import re
from itertools import pairwise, product

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from bindery import (
    FORMS,
    GAMES,
    LANGUAGES,
    SHOP,
    Drawn,
    Said,
    book,
    bottom,
    columns_of,
    drawn_slips,
    edition,
    ink_box,
    ink_outside,
    letters,
    made,
    pages_of,
    parts_of,
    texts_on,
)
from readback import edited

from cardforge.color import BLACK
from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Group, Page, Rect, Tag, Text
from cardforge.leaflet import KINDS as LEAFLETS
from cardforge.pipeline import pdf_of
from cardforge.rulebook.book import Figure, Reference, Table, TablePlan
from cardforge.rulebook.pages.slips import Frame, Placed, Slip
from cardforge.rulebook.spoken import in_book, said, walk

PT = 72 / 25.4
TOLERANCE = 0.02


# --- what must not be: each function returns what is wrong ---


def half_empty(columns, height, across):
    """The columns under half full, but for the last of a part; the last page may be balanced."""
    keys = sorted(columns)
    # The last page of a book may have two columns where the others have one.
    balanced = across > 1 or keys[-1][1] > 0
    last = [key for key in keys if key[0] == keys[-1][0]] if balanced else keys[-1:]
    return [
        f"page {key[0]} column {key[1]}: {max(map(bottom, columns[key])):.0f} of {height:.0f} mm"
        for key in keys
        if key not in last and max(map(bottom, columns[key])) < height / 2
    ]


def lonely(columns):
    """The single lines of a longer paragraph at the head or the foot of a column."""
    found = []
    for key, column in columns.items():
        first, last = column[0].slip, column[-1].slip
        if first.lines > 1 and first.line == first.lines:
            found.append(f"{key} begins with {first.text!r}")
        if last.lines > 1 and last.line == 1:
            found.append(f"{key} ends with {last.text!r}")
    return found


def low_headings(columns, leading):
    """The headings with less than three lines of text, a figure or a table below them.

    The last column of a part ends with the text: nothing more could follow there.  The title of
    a call-out needs no more than the rest of it.
    """
    boxes = [p.slip.frame for key in sorted(columns) for p in columns[key]]
    ends = {frame: index for index, frame in enumerate(boxes) if frame is not None}
    found, number = [], 0
    for key in sorted(columns):
        column = columns[key]
        last = number + len(column) - 1
        for index, placed in enumerate(column):
            below = column[index + 1 :]
            room = bottom(column[-1]) - bottom(placed)
            shown = any(p.slip.kind in ("figure", "row", "head") for p in below)
            whole = placed.slip.frame is not None and ends[placed.slip.frame] <= last
            if (
                placed.slip.kind == "heading" and key != max(columns)
                and room < 3 * leading - TOLERANCE and not shown and not whole
            ):  # fmt: skip
                found.append(f"{key}: {placed.slip.text!r} with {room:.1f} mm below")
        number = last + 1
    return found


def wide_spaces(placed):
    """The justified lines with a word space over twice the normal one."""
    return [p.slip.text for p in placed if max(p.slip.spaces, default=0.0) > 2.0 + 1e-6]


def overlaps(columns):
    """The slips that begin above the end of the one before."""
    return [
        f"{key}: {two.slip.text!r} over {one.slip.text!r}"
        for key, column in columns.items()
        for one, two in pairwise(column)
        if two.y < bottom(one) - TOLERANCE
    ]


def too_low(columns, height):
    """The slips that reach below the column or begin above it."""
    return [
        f"{key}: {placed.slip.text!r} ends {bottom(placed) - height:.1f} mm below the margin"
        for key, column in columns.items()
        for placed in column
        if bottom(placed) > height + TOLERANCE or placed.y < -TOLERANCE
    ]


def crossing_notes(drawn):
    """The side notes that touch another one or what is as wide as the page."""
    found = []
    for index, note in enumerate(drawn):
        if not note.is_beside:
            continue
        for number, other in enumerate(drawn):
            rivals = other.slip.wide or (other.is_beside and number > index)
            if number != index and other.page == note.page and rivals and meet(note.box, other.box):
                found.append(f"page {note.page}: {note.slip.text!r} on {other.slip.text!r}")
    return found


def meet(one, other):
    return (
        min(one.right, other.right) - max(one.x, other.x) > TOLERANCE
        and min(one.bottom, other.bottom) - max(one.y, other.y) > TOLERANCE
    )


def outside_their_place(drawn, fonts):
    """The slips whose ink is wider than their column, or not where their height says."""
    found = []
    for one in drawn:
        ink = ink_box(one.slip, fonts)
        # Letters may hang over the edge of their column by the width of a serif.
        if ink and (ink.x < -0.6 or ink.right > one.box.width + 0.6):
            found.append(f"page {one.page}: {one.slip.text!r} is too wide")
        if ink and (ink.y < -0.6 or ink.bottom > one.slip.height + 0.6):
            found.append(f"page {one.page}: {one.slip.text!r} is too high")
    return found


def small_texts(texts):
    """The texts under 7 pt: signs may be 5 pt, what stands round the text is no text."""
    return [
        f"{one.text!r} in {one.size_pt:.2f} pt"
        for one in texts
        if not one.is_artifact
        and one.size_pt < (5.0 if is_sign(one.text) else 7.0) - 0.01
    ]  # fmt: skip


def is_sign(text):
    mark, number = text.strip()[:1], text.strip()[1:]
    return mark == "*" and number.isdigit()


def headless(columns):
    """The columns in which a table goes on without its head."""
    with_head = {p.slip.block for c in columns.values() for p in c if p.slip.kind == "head"}
    found = []
    for key, column in columns.items():
        seen = set()
        for placed in column:
            block = placed.slip.block
            if placed.slip.kind == "head":
                seen.add(block)
            elif placed.slip.kind == "row" and block in with_head and block not in seen:
                found.append(f"{key}: {placed.slip.text!r}")
                seen.add(block)
    return found


def lost_captions(captions, columns):
    """The captions that stand neither beside nor right below a figure or a table."""
    with_picture = []
    for column in columns.values():
        for index, placed in enumerate(column):
            slip = placed.slip
            if slip.kind == "caption" and index and column[index - 1].slip.kind == "row":
                with_picture.append(letters(slip.text))
            if slip.kind in ("figure", "row", "head"):
                with_picture.append(letters(" ".join([slip.text, *(n.text for n in slip.aside)])))
    return [c for c in captions if not any(letters(c) in text for text in with_picture)]


def captions_in(written):
    """The captions in a book; one that mentions a section has its page in it."""
    blocks = (b for s in written.sections if in_book(s) for b in walk(s.blocks))
    return [
        said(block.caption)
        for block in blocks
        if isinstance(block, Figure | Table | TablePlan) and block.caption
        and not any(isinstance(piece, Reference) for piece in block.caption)
    ]  # fmt: skip


# --- the shipped rulebooks ---


def test_no_column_but_the_last_of_a_part_is_under_half_full(game, language, form_name):
    typeset = pages_of(game, language, form_name)
    for part in parts_of(typeset, book(game, language)):
        assert half_empty(part, typeset.form.height, typeset.form.columns) == []


def test_no_line_of_a_paragraph_is_alone_in_a_column(game, language, form_name):
    assert lonely(columns_of(pages_of(game, language, form_name))) == []


def test_no_heading_stands_in_the_last_three_lines(game, language, form_name):
    typeset = pages_of(game, language, form_name)
    for part in parts_of(typeset, book(game, language)):
        assert low_headings(part, typeset.form.leading) == []


def test_no_word_space_is_over_twice_the_normal(game, language, form_name):
    typeset = pages_of(game, language, form_name)
    assert wide_spaces(typeset.placed) == []
    assert any(placed.slip.spaces for placed in typeset.placed)


def test_nothing_overlaps_and_nothing_is_below_the_margin(game, language, form_name):
    typeset = pages_of(game, language, form_name)
    columns = columns_of(typeset)
    assert overlaps(columns) == []
    assert too_low(columns, typeset.form.height) == []


def test_side_notes_keep_clear_of_each_other_and_of_what_is_wide(game, language, form_name):
    typeset = pages_of(game, language, form_name)
    drawn = drawn_slips(typeset)
    assert crossing_notes(drawn) == []
    top, end = typeset.form.top, typeset.form.top + typeset.form.height
    assert all(top - TOLERANCE <= one.box.y and one.box.bottom <= end + TOLERANCE for one in drawn)


def test_ink_stays_in_its_column_and_on_the_page(game, language, form_name):
    typeset = pages_of(game, language, form_name)
    fonts = edition(game, language).fonts
    assert outside_their_place(drawn_slips(typeset), fonts) == []
    for page in typeset.pages:
        assert ink_outside(page, fonts) == []


def test_all_text_can_be_read(game, language, form_name):
    for page in pages_of(game, language, form_name).pages:
        assert small_texts(texts_on(page)) == []


def test_tables_repeat_their_head(game, language, form_name):
    assert headless(columns_of(pages_of(game, language, form_name))) == []


def test_captions_stay_with_what_they_speak_of(game, language, form_name):
    captions = captions_in(book(game, language))
    assert len(captions) > 2
    assert lost_captions(captions, columns_of(pages_of(game, language, form_name))) == []


def test_the_pages_are_numbered_and_as_large_as_the_form(game, language, form_name):
    typeset = pages_of(game, language, form_name)
    numbers = sorted({placed.page for placed in typeset.placed})
    first = numbers[0]
    assert numbers == list(range(first, len(typeset.pages) + 1))
    assert first == (2 if typeset.form.trim.width >= 100 and not typeset.form.is_small else 3)
    for page in typeset.pages:
        assert (page.trim.width, page.trim.height) == pytest.approx(typeset.form.trim)
    if form_name == SHOP.name:
        assert all(page.bleed.width - page.trim.width == pytest.approx(2 * SHOP.bleed)
                   for page in typeset.pages)  # fmt: skip


# --- the same, measured on the finished PDF ---


class Measured:
    """The letters of a PDF with the boxes that the letters before and after leave them."""

    def __init__(self, data):
        self.document = pypdfium2.PdfDocument(data)

    def letters(self, number, box):
        """Where the letters in a part of a page begin and end, from left to right."""
        page = self.document[number - 1]
        height, text = page.get_height(), page.get_textpage()
        found = []
        for index in range(text.count_chars()):
            x, y = ctypes.c_double(), ctypes.c_double()
            pdfium.FPDFText_GetCharOrigin(text, index, x, y)
            at = Point(x.value / PT, (height - y.value) / PT)
            is_blank = chr(pdfium.FPDFText_GetUnicode(text, index)).isspace()
            if is_blank or not (box.x <= at.x <= box.right and box.y <= at.y <= box.bottom):
                continue
            rect = pdfium.FS_RECTF()
            pdfium.FPDFText_GetLooseCharBox(text, index, rect)
            found.append((at.x, rect.right / PT))
        return sorted(found)


def gaps_in(row):
    """How far each letter of a line stands from the one before."""
    return [two[0] - one[1] for one, two in pairwise(row)]


def widest_gaps(typeset, data, normal):
    """The gap between two letters on each justified line, as a share of the normal space."""
    measured, found = Measured(data), {}
    for one in drawn_slips(typeset):
        if not one.slip.spaces or one.is_beside:
            continue
        # The baselines of neighbouring lines lie outside the box.
        # What stands before its words is the number of a step.
        count = len("".join(one.slip.text.split()))
        trim = typeset.pages[one.page - 1].trim
        box = one.box.moved(trim.x, trim.y)
        gaps = gaps_in(measured.letters(one.page, box)[-count:])
        if gaps:
            found[one.page, one.slip.text] = max(gaps) / normal
    return found


def normal_space(game, language, typeset):
    (text,) = [f for f in edition(game, language).fonts if f.path.stem == "SourceSerifPro-Regular"]
    return text.width(" ", typeset.form.body_pt)


# Reading every letter of a file takes long: one file is enough in a hurry.
PRINTED = [
    pytest.param(*case, marks=() if case == ("numerik", "fr", "a5") else pytest.mark.slow)
    for case in product(GAMES, LANGUAGES, FORMS)
]


@pytest.mark.parametrize(("name", "code", "size"), PRINTED)
def test_no_gap_between_the_printed_words_of_a_justified_line_is_wide(name, code, size):
    typeset = pages_of(name, code, size)
    data = pdf_of(edition(name, code), typeset.pages, "rules")
    gaps = widest_gaps(typeset, data, normal_space(name, code, typeset))
    assert len(gaps) > 30
    assert {line: gap for line, gap in gaps.items() if gap > 2.1} == {}
    # It is measured: the normal space is neither the rule nor never seen.
    assert min(gaps.values()) < 1.0
    assert max(gaps.values()) > 1.2


# --- leaflets and the reference card ---


# The longest rules are folded in every way, the others in the one with the fewest panels.
FOLDED = [("numerik", kind) for kind in LEAFLETS] + [
    (name, next(iter(LEAFLETS))) for name in GAMES if name != "numerik"
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), FOLDED)
def test_the_short_rules_fit_a_folded_sheet(name, language, kind):
    (leaflet,) = made(name, language, kind).values()
    assert leaflet.duplex == "short-edge"
    assert [tuple(page.size) for page in leaflet.pages] == [(297.0, 210.0)] * 2
    texts = [said for page in leaflet.pages for said in texts_on(page)]
    assert len(texts) > 200
    assert small_texts(texts) == []
    for page in leaflet.pages:
        assert ink_outside(page, edition(name, language).fonts) == []


def test_the_reference_card_has_two_sides_as_large_as_the_cards(game, language):
    (card,) = made(game, language, "card").values()
    form = edition(game, language).game.format
    assert card.duplex == "long-edge"
    assert len(card.pages) == 2
    # The text ends where it ends: the second side may be short, but not empty.
    assert len(texts_on(card.pages[0])) > 10
    for page in card.pages:
        assert (page.trim.width, page.trim.height) == pytest.approx(form.trim)
        assert page.bleed.width == pytest.approx(form.trim.width + 2 * form.bleed)
        texts = texts_on(page)
        assert "".join(letters(said.text) for said in texts)
        assert min(said.size_pt for said in texts if not is_sign(said.text)) >= 5.5
        assert ink_outside(page, edition(game, language).fonts) == []


# --- each of these must see a fault ---

ROW = Slip(10.0, kind="row", block=9)
HEAD = ROW._replace(kind="head")
LEADING = 4.0


def stacked(*slips, page=1, column=0):
    """Slips one below the other from the top of a column."""
    placed, y = [], 0.0
    for slip in slips:
        placed.append(Placed(page, column, y, slip))
        y += slip.height
    return placed


def line(number, of, block=1, **more):
    return Slip(LEADING, block=block, line=number, lines=of, text=f"line {number}", **more)


def heading(**more):
    return Slip(6.0, kind="heading", text="Heading", **more)


def test_a_half_empty_column_is_noticed():
    full, empty = stacked(Slip(60.0)), stacked(Slip(40.0))
    assert half_empty({(1, 0): full, (2, 0): empty}, 100, 1) == []
    assert len(half_empty({(1, 0): empty, (2, 0): full}, 100, 1)) == 1
    assert half_empty({(1, 0): full, (2, 0): empty, (2, 1): empty}, 100, 2) == []
    assert len(half_empty({(1, 0): full, (1, 1): empty, (2, 0): empty}, 100, 2)) == 1


def test_a_lonely_line_is_noticed():
    whole = [line(n, 4) for n in range(1, 5)]
    assert lonely({(1, 0): stacked(*whole[:2]), (2, 0): stacked(*whole[2:])}) == []
    assert len(lonely({(1, 0): stacked(*whole[:1]), (2, 0): stacked(*whole[1:])})) == 1
    assert len(lonely({(1, 0): stacked(*whole[:3]), (2, 0): stacked(*whole[3:])})) == 1
    assert lonely({(1, 0): stacked(line(1, 1))}) == []


@pytest.mark.parametrize(
    ("below", "is_low"),
    [
        ([], True), ([line(1, 5)], True), ([line(1, 5), line(2, 5)], True),
        ([line(1, 5), line(2, 5), line(3, 5)], False), ([ROW], False),
        ([Slip(9.0, kind="figure")], False),
    ],
)  # fmt: skip
def test_a_low_heading_is_noticed(below, is_low):
    column = stacked(line(1, 1), heading(), *below)
    columns = {(1, 0): column, (2, 0): stacked(line(1, 1))}
    assert bool(low_headings(columns, LEADING)) == is_low
    # At the end of a part nothing more could follow.
    assert low_headings({(1, 0): column}, LEADING) == []


def test_the_title_of_a_call_out_may_not_be_parted_from_it():
    frame = Frame(1, BLACK, BLACK, 50.0)
    title, text = heading(frame=frame), line(1, 1, frame=frame)
    after = {(2, 0): stacked(line(1, 1))}
    assert low_headings({(1, 0): stacked(title, text), **after}, LEADING) == []
    parted = {(1, 0): stacked(title, text), (2, 0): stacked(text, text), (3, 0): stacked(text)}
    assert len(low_headings(parted, LEADING)) == 1


def test_a_wide_space_is_noticed():
    calm, wide = line(1, 2, spaces=(1.9, 2.0)), line(2, 2, spaces=(1.0, 2.01))
    assert wide_spaces(stacked(calm)) == []
    assert wide_spaces(stacked(calm, wide)) == ["line 2"]


def test_what_overlaps_or_is_too_low_is_noticed():
    one, two = stacked(Slip(10.0), Slip(10.0))
    assert overlaps({(1, 0): [one, two]}) == []
    assert len(overlaps({(1, 0): [one, two._replace(y=9.0)]})) == 1
    assert too_low({(1, 0): [one, two]}, 20.0) == []
    assert len(too_low({(1, 0): [one, two]}, 19.0)) == 1


def moved(typeset, slip, dy):
    """A copy of a rulebook in which the ink of one slip lies elsewhere."""

    def shifted(item):
        if item.items is not slip.ink:
            return item
        return item._replace(transform=item.transform._replace(f=item.transform.f + dy))

    pages = (page._replace(items=tuple(map(shifted, page.items))) for page in typeset.pages)
    return typeset._replace(pages=tuple(pages))


def test_a_note_on_another_or_on_a_wide_heading_is_noticed():
    for game in GAMES:
        typeset = pages_of(game, "fr", "a5")
        drawn = drawn_slips(typeset)
        pairs = [
            (note, wide) for note in drawn for wide in drawn
            if note.is_beside and wide.slip.wide and note.page == wide.page
        ]  # fmt: skip
        for note, wide in pairs[:3]:
            onto = moved(typeset, note.slip, wide.box.y - note.box.y)
            found = crossing_notes(drawn_slips(onto))
            assert any(repr(note.slip.text) in one for one in found)
    pair = [
        Drawn(1, line(1, 1), Box(0, y, 26, 10), is_beside=True) for y in (0.0, 9.0)
    ]  # fmt: skip
    assert len(crossing_notes(pair)) == 1


def test_ink_that_leaves_its_column_or_the_page_is_noticed():
    fonts, black = edition("cent", "fr").fonts, {"fill": BLACK}
    box = Box(0, 0, 50, 4)
    wide = Slip(4.0, (Rect(Box(0, 0, 51, 4), **black),))
    high = Slip(4.0, (Rect(Box(0, 0, 50, 5), **black),))
    fine = Slip(4.0, (Rect(box, **black),))
    found = [outside_their_place([Drawn(1, s, box, False)], fonts) for s in (fine, wide, high)]
    assert list(map(len, found)) == [0, 1, 1]
    trim, whole = Box(3, 3, 60, 80), Box(0, 0, 66, 86)
    for rect, is_wrong in (
        (Box(3, 3, 60, 80), False), (whole, False), (Box(10, 70, 10, 14), True),
        (Box(-1, 0, 20, 20), True), (Box(3, 3, 61, 10), True),
    ):  # fmt: skip
        page = Page(Size(66, 86), trim, whole, (Group((Rect(rect, **black),)),))
        assert bool(ink_outside(page, fonts)) == is_wrong
    bare = Page(Size(60, 80), Box(0, 0, 60, 80), Box(0, 0, 60, 80), (Rect(whole, **black),))
    assert len(ink_outside(bare, fonts)) == 1


@pytest.mark.parametrize(
    ("text", "size", "is_artifact", "is_small"),
    [
        ("word", 7.0, False, False), ("word", 6.9, False, True), ("word", 6.0, True, False),
        ("*12", 5.0, False, False), ("*12", 4.9, False, True), ("*", 6.0, False, True),
    ],
)  # fmt: skip
def test_small_text_is_noticed(text, size, is_artifact, is_small):
    assert bool(small_texts([Said(text, size, is_artifact)])) == is_small


def test_scaled_text_is_as_small_as_it_is_printed():
    text = Text(Point(0, 0), "word", "body", 10.0, BLACK)
    half = Group((text,), Transform.scaled(0.5, 0.5))
    whole = Box(0, 0, 60, 80)
    page = Page(Size(60, 80), whole, whole, (half, Group((text,), tag=Tag("Artifact"))))
    assert texts_on(page) == [Said("word", 5.0, False), Said("word", 10.0, True)]


def test_a_table_without_its_head_is_noticed():
    assert headless({(1, 0): stacked(HEAD, ROW, ROW), (2, 0): stacked(HEAD, ROW)}) == []
    assert len(headless({(1, 0): stacked(HEAD, ROW, ROW), (2, 0): stacked(ROW, ROW)})) == 1
    # Not every table has a head.
    assert headless({(1, 0): stacked(ROW, ROW)}) == []


def test_a_lost_caption_is_noticed():
    caption = Slip(4.0, kind="caption", text="What they do")
    assert lost_captions(["What they do"], {(1, 0): stacked(ROW, caption)}) == []
    parted = {(1, 0): stacked(ROW), (2, 0): stacked(caption)}
    assert lost_captions(["What they do"], parted) == ["What they do"]
    beside = Slip(20.0, kind="figure", aside=(caption,))
    assert lost_captions(["What they do"], {(1, 0): stacked(beside)}) == []
    joined = Slip(20.0, kind="figure", text="What they- do")
    assert lost_captions(["What they do"], {(1, 0): stacked(joined)}) == []
    assert len(lost_captions(["What they do"], {(1, 0): stacked(Slip(20.0, kind="figure"))})) == 1


def test_a_wide_gap_in_the_finished_file_is_noticed():
    typeset = pages_of("numerik", "fr", "a5")
    normal = normal_space("numerik", "fr", typeset)
    data = pdf_of(edition("numerik", "fr"), typeset.pages, "rules")
    page = next(one.page for one in drawn_slips(typeset) if len(one.slip.spaces) > 6)

    def apart(words):
        """Move the third word of the line with the most words to the right."""
        lines = (m for m in re.finditer(r"(?s)BT\n.*?\nET\n", words) if " 9.5 Tf" in m[0])
        at = r"1 0 0 1 ([\d.]+) 0.000 Tm"
        # A justified line has a start for each word, a ragged one only where its look changes.
        line = max(lines, key=lambda found: len(re.findall(at, found[0])))
        start, end = (line.start() + at for at in list(re.finditer(at, line[0]))[2].span(1))
        return f"{words[:start]}{float(words[start:end]) + 6:.3f}{words[end:]}"

    gaps = widest_gaps(typeset, edited(data, page - 1, apart), normal)
    assert len([gap for gap in gaps.values() if gap > 2.1]) == 1
