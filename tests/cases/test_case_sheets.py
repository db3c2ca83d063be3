"""Sheets, cutting, duplex and sizes: faults that similar tools were reported for."""

import re

import pikepdf
import pytest
from finished import (
    Picture,
    form_sizes,
    is_near,
    is_same_place,
    poppler,
    rgb,
    sheets,
    trims,
    words_of,
)
from games import FILLED, build, built, files_in, head, rgb_of_card, tint, tinted, write
from PIL import Image, ImageDraw

BARE = "{margin: 5, marks: none}"


def toy(folder, count, *, back="none", sheet=None, more="", **changed):
    """Write a game of tinted cards and return its folder."""
    text = head(sheets=sheet, **changed) + FILLED + tinted(count, back=back, more=more)
    return write(folder / "game", text)


# 1: a full last sheet


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (9, 1), (10, 2), (18, 2), (19, 3), (27, 3)])
def test_a_full_last_sheet_is_neither_followed_by_an_empty_page_nor_lost(tmp_path, count, pages):
    found = sheets(built(toy(tmp_path, count)))
    assert len(found) == pages
    drawn = [spot.name for sheet in found for spot in sheet.spots]
    assert len(drawn) == len(set(drawn)) == count


@pytest.mark.parametrize(
    ("paper", "grid", "count", "pages"),
    [
        ("letter", "{columns: 2, rows: 2}", 4, 1),
        ("letter", "{columns: 2, rows: 2}", 5, 2),
        ("a3", "{columns: 1, rows: 1}", 3, 3),
    ],
)
def test_other_grids_fill_their_sheets_exactly_too(tmp_path, paper, grid, count, pages):
    game = toy(tmp_path, count, sheet=f"{{margin: 5, grid: {grid}}}")
    found = sheets(built(game, paper=paper))
    assert len(found) == pages
    assert sum(len(sheet.spots) for sheet in found) == count


def test_full_sheets_with_backs_have_a_back_page_each_and_no_more(tmp_path):
    found = sheets(built(toy(tmp_path, 18, back="reverse")))
    assert [len(sheet.spots) for sheet in found] == [9, 9, 9, 9]


def test_copies_that_fill_a_sheet_exactly_fill_one_sheet(tmp_path):
    found = sheets(built(toy(tmp_path, 3, more="    copies: 3\n")))
    assert [len(sheet.spots) for sheet in found] == [9]


# 3: what does not fit


@pytest.mark.parametrize(
    ("changed", "paper", "numbers"),
    [
        ({"format": "{trim: [220, 310], bleed: 3}"}, "a4", ("220", "310", "210")),
        (
            {"sheets": "{margin: 10, grid: {columns: 4, rows: 3}}"},
            "a4",
            ("4 x 63 mm + margins needs 272 mm", "210 mm wide"),
        ),
        ({"sheets": "{margin: 110}"}, "a4", ("110",)),
        ({"sheets": "{margin: 105}"}, "a4", ("105",)),
        ({"format": "{trim: [200, 285], bleed: 3}", "sheets": "{margin: 5}"}, "letter", ("285",)),
        ({"sheets": "{margin: 5, gutter: 60, grid: {columns: 3, rows: 3}}"}, "a4", ("319",)),
        ({"sheets": "{margin: 5, grid: {columns: 1, rows: 4}}"}, "a4", ("4 x 88", "297")),
    ],
)
def test_what_does_not_fit_the_paper_is_an_error_with_numbers(tmp_path, changed, paper, numbers):
    game = write(tmp_path / "game", head(**changed) + FILLED + tinted(2))
    ran = build(game, paper=paper)
    assert ran.code == 1
    assert all(number in ran.err for number in numbers), ran.err
    assert files_in(tmp_path / "out") == []


def test_a_token_larger_than_the_paper_is_an_error_too(tmp_path):
    text = head(game="toy") + FILLED.replace("behind", "tint")
    text += (
        "tokens:\n  big:\n    shape: round\n    size: 200\n    face: filled\n    back: none\n"
        "    rows: [{id: a, tint: red}]\n"
    )
    game = write(tmp_path / "game", text + "sheets: {margin: 20}\n")
    ran = build(game)
    assert (ran.code, files_in(tmp_path / "out")) == (1, [])
    assert "200" in ran.err


# 4: units


@pytest.mark.parametrize(
    "trim",
    [
        "[2.5in, 3.5in]",
        "[63.5mm, 88.9mm]",
        "[6.35cm, 8.89cm]",
        "[180pt, 252pt]",
        "[2.5 in, 3.5 in]",
        "[63.5 MM, 88.9 MM]",
        "[63.5, 88.9]",
        "[+2.5IN, 252.0 pt]",
    ],
)
def test_one_size_in_any_unit_is_the_same_form(tmp_path, trim):
    game = toy(tmp_path, 1, format=f"{{trim: {trim}, bleed: 0}}")
    assert form_sizes(built(game)) == {(180.0, 252.0)}


@pytest.mark.parametrize(
    ("trim", "said"),
    [
        ("['63,5mm', '88,9mm']", "63.5mm"),
        ("[63.5mn, 88.9mm]", "'mn'"),
        ("[63.5 m m, 88]", "m m"),
        ("[2.5 inch, 3]", "inch"),
        ("['1.000,5', 88]", "1.000,5"),
        ("[1e2, 88]", "1e2"),
        ("[.inf, 88]", ".inf"),
        ("[-63, 88]", "-63"),
        ("[6 3, 88]", "6 3"),
    ],
)
def test_a_length_that_cannot_be_read_is_named(tmp_path, trim, said):
    ran = build(toy(tmp_path, 1, format=f"{{trim: {trim}, bleed: 0}}"))
    assert ran.code == 1
    assert said in ran.err
    assert files_in(tmp_path / "out") == []


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("{margin: '5,5'}", "5.5"),
        ("{gutter: 2mn}", "'mn'"),
        ("{back-offset: {x: '0,5', y: 0}}", "0.5"),
    ],
)
def test_lengths_of_sheets_are_read_as_strictly(tmp_path, sheet, said):
    ran = build(toy(tmp_path, 1, sheet=sheet))
    assert ran.code == 1
    assert said in ran.err


# 5: rows that creep


@pytest.mark.parametrize(
    ("trim", "gutter", "margin", "grid"),
    [
        ((44.45, 12.7), 0.0, 12.7, (4, 20)),
        ((20.37, 9.13), 0.33, 6.0, (9, 28)),
        ((17.78, 12.7), 2.54, 9.0, (8, 17)),
    ],
)
def test_every_row_of_labels_lies_at_its_index_times_the_pitch(
    tmp_path, trim, gutter, margin, grid
):
    columns, rows = grid
    game = toy(
        tmp_path,
        columns * rows,
        format=f"{{trim: [{trim[0]}, {trim[1]}], bleed: 0, safe: 0}}",
        sheet=f"{{margin: {margin}, gutter: {gutter}, marks: none, "
        f"grid: {{columns: {columns}, rows: {rows}}}}}",
    )
    (sheet,) = sheets(built(game, paper="letter"))
    assert len(sheet.spots) == columns * rows
    left, top = sheet.spots[0].x, sheet.spots[0].y
    assert abs(top - (279.4 - rows * trim[1] - (rows - 1) * gutter) / 2) < 0.01
    for index, spot in enumerate(sheet.spots):
        row, column = divmod(index, columns)
        place = (left + column * (trim[0] + gutter), top + row * (trim[1] + gutter))
        assert is_same_place((spot.x, spot.y), place), index


# 6: bleed over a neighbour


@pytest.mark.parametrize(("gutter", "bleed"), [(2, 3), (0, 3), (5, 3), (1, 10), (8, 3)])
def test_bleed_stops_half_way_to_the_neighbour(tmp_path, gutter, bleed):
    game = toy(
        tmp_path,
        4,
        format=f"{{trim: [63, 88], bleed: {bleed}}}",
        sheet=f"{{margin: 5, marks: none, gutter: {gutter}, grid: {{columns: 2, rows: 2}}}}",
    )
    pdf = built(game)
    (sheet,) = sheets(pdf)
    picture = Picture(pdf, pixels_per_mm=10)
    reach = min(bleed, gutter / 2)
    for index, spot in enumerate(sheet.spots):
        color = rgb_of_card(index)
        inside = ((0.15, 0.15), (62.85, 0.15), (0.15, 87.85), (62.85, 87.85), (31, 44))
        for x, y in inside:
            assert is_near(picture.at(spot.x + x, spot.y + y), color), (index, x, y)
        if gutter:
            towards = (63 + reach - 0.15) if index % 2 == 0 else (-reach + 0.15)
            assert is_near(picture.at(spot.x + towards, spot.y + 44), color), index
    if gutter > 2 * bleed:
        gap = (sheet.spots[0].x + 63 + gutter / 2, sheet.spots[0].y + 44)
        assert picture.at(*gap) == (255, 255, 255)


# 7: backs behind their faces


def seen_through(place, width, sheet, duplex):
    """Return where the trim at a place is seen from behind, the sheet turned about an edge."""
    (x, y), (w, h) = place, width
    upright_edge = (duplex == "long-edge") == (sheet.width <= sheet.height)
    return (sheet.width - x - w, y) if upright_edge else (x, sheet.height - y - h)


@pytest.mark.parametrize(
    ("duplex", "trim", "paper", "count"),
    [
        ("long-edge", (63, 88), "a4", 4),
        ("short-edge", (63, 88), "a4", 4),
        ("long-edge", (88, 63), "a4", 7),
        ("short-edge", (63, 88), "letter", 5),
        ("long-edge", (70, 120), "letter", 3),
        ("short-edge", (88, 50), "a4", 11),
    ],
)
def test_each_back_lies_behind_its_own_face(tmp_path, duplex, trim, paper, count):
    game = toy(
        tmp_path,
        count,
        back="reverse",
        sheet="{margin: 5, gutter: 4}",
        format=f"{{trim: [{trim[0]}, {trim[1]}], bleed: 2}}",
    )
    pdf = built(game, "--duplex", duplex, paper=paper)
    pages = sheets(pdf)
    assert len(pages) % 2 == 0
    for number in range(0, len(pages), 2):
        face, back = pages[number], pages[number + 1]
        picture = Picture(pdf, number + 1)
        first = number // 2 * len(pages[0].spots)
        for index, place in enumerate(trims(face, *trim).values(), start=first):
            x, y = seen_through(place, trim, face, duplex)
            seen = picture.at(x + trim[0] / 2, y + trim[1] / 2)
            assert is_near(seen, rgb(tint(100 + index))), index
        assert len(face.spots) == len(back.spots)


def test_four_backs_stand_at_the_top_from_right_to_left(tmp_path):
    pdf = built(toy(tmp_path, 4, back="reverse", sheet=BARE))
    (sheet, _) = sheets(pdf)
    assert sheet.width < sheet.height
    picture = Picture(pdf, 1)
    middles = [
        (10.5 + 63 * (column + 0.5), 16.5 + 88 * (row + 0.5))
        for row in (0, 1)
        for column in (2, 1, 0)
    ]
    for index in range(4):
        assert is_near(picture.at(*middles[index]), rgb(tint(100 + index))), index
    assert picture.at(*middles[4]) == (255, 255, 255)


# 10: a sheet that is filled in part


FOUR_BY_TWO = "grid: {columns: 4, rows: 2}"


@pytest.mark.parametrize(
    ("sheet", "count"),
    [
        (f"{{margin: 5, gutter: 5, marks: none, {FOUR_BY_TWO}}}", 10),
        (f"{{margin: 5, gutter: 5, {FOUR_BY_TWO}}}", 9),
        ("{margin: 5}", 15),
        ("{margin: 5, gutter: 3}", 10),
    ],
)
def test_a_sheet_filled_in_part_is_laid_out_as_a_full_one(tmp_path, sheet, count):
    game = toy(tmp_path, count, sheet=sheet, back="reverse", format="{trim: [63, 88], bleed: 2}")
    pages = sheets(built(game))
    full, behind, part, last = pages[:4]
    left = len(part.spots)
    assert 0 < left < len(full.spots)
    for fuller, fewer in ((full, part), (behind, last)):
        there = [(s.x, s.y) for s in fuller.spots[:left]]
        here = [(s.x, s.y) for s in fewer.spots]
        assert all(is_same_place(a, b, 1e-3) for a, b in zip(there, here, strict=True))


def test_eight_cards_with_gaps_lie_on_a_landscape_page(tmp_path):
    sheet = f"{{margin: 5, gutter: 5, {FOUR_BY_TWO}}}"
    pages = sheets(built(toy(tmp_path, 10, sheet=sheet)))
    assert (len(pages[0].spots), len(pages[1].spots)) == (8, 2)
    assert pages[0].width > pages[0].height


# 11: the back's own picture and bleed


@pytest.mark.parametrize(("trim", "bleed"), [((63, 88), 3), ((56, 87), 5), ((88.9, 50.8), 3.175)])
def test_a_frame_at_the_edge_of_a_back_picture_lies_on_the_trim(tmp_path, trim, bleed):
    width, height = (round(side / 25.4 * 300) for side in trim)
    image = Image.new("RGB", (width, height), "white")
    ImageDraw.Draw(image).rectangle((0, 0, width - 1, height - 1), outline=(255, 0, 0), width=12)
    (tmp_path / "game/art").mkdir(parents=True)
    image.save(tmp_path / "game/art/back.png")
    text = head(format=f"{{trim: [{trim[0]}, {trim[1]}], bleed: {bleed}}}", sheets=BARE) + FILLED
    text += "  framed: {elements: [{image: art/back.png, fit: stretch, box: trim}]}\n"
    pdf = built(write(tmp_path / "game", text + tinted(1, back="framed")))
    ((x, y),) = trims(sheets(pdf)[1], *trim).values()
    seen = Picture(pdf, 1, pixels_per_mm=20).extent_of_red()
    assert is_same_place(seen, (x, y, x + trim[0], y + trim[1]), 0.1)


# 12: a printer that feeds the second side off


def marks_of(sheet):
    return [s for s in sheet.strokes if s.ink[0] == "SCN"]


@pytest.mark.parametrize(
    ("x", "y", "duplex"),
    [
        (1.5, -0.75, "long-edge"),
        (-2.25, 3.1, "long-edge"),
        (0.4, 0, "short-edge"),
        (0, -1, "long-edge"),
    ],
)
def test_only_backs_and_their_marks_move_by_the_back_offset(tmp_path, x, y, duplex):
    sheet = "{margin: 8, gutter: 6, back-offset: {x: %s, y: %s}}"
    straight = built(
        toy(tmp_path / "a", 3, back="reverse", sheet=sheet % (0, 0)), "--duplex", duplex
    )
    moved = built(toy(tmp_path / "b", 3, back="reverse", sheet=sheet % (x, y)), "--duplex", duplex)
    (face, back), (same, other) = sheets(straight), sheets(moved)
    assert face == same
    for one, two in zip(back.spots, other.spots, strict=True):
        assert is_same_place((two.x - one.x, two.y - one.y), (x, y), 0.002)
    assert len(marks_of(back)) == len(marks_of(other)) > 0
    for one, two in zip(marks_of(back), marks_of(other), strict=True):
        # Where a mark cuts; a mark may get shorter to leave room for the slug.
        axis = 0 if one.upright else 1
        assert two.upright == one.upright
        assert two.start[axis] - one.start[axis] == pytest.approx((x, y)[axis], abs=0.002)


# 14: marks one can see


@pytest.mark.parametrize(
    "sheet",
    [
        "{margin: 5}",
        "{margin: 5, mark-weight: 0.25 pt}",
        "{margin: 5, mark-weight: 1 pt}",
        "{margin: 5, marks: guides}",
        "{margin: 5, marks: guides, gutter: 4, mark-weight: 0.2}",
    ],
)
def test_marks_are_black_and_a_quarter_to_one_point_wide(tmp_path, sheet):
    for page in sheets(built(toy(tmp_path, 3, back="reverse", sheet=sheet))):
        assert marks_of(page)
        for stroke in page.strokes:
            assert 0.25 <= stroke.width_pt <= 1.0
            assert stroke.ink in (("SCN", 1.0), ("G", 0.0))


@pytest.mark.parametrize("weight", ["0", "0.01", "0.2 pt", "-1", "2 pt", "1mn"])
def test_a_mark_too_thin_or_too_wide_is_refused(tmp_path, weight):
    ran = build(toy(tmp_path, 3, sheet=f"{{margin: 5, mark-weight: {weight}}}"))
    assert ran.code == 1
    assert "mark-weight" in ran.err


def test_marks_leave_ink_on_a_picture_at_printer_resolution(tmp_path):
    pdf = built(toy(tmp_path, 1, sheet="{margin: 5}"))
    mark = marks_of(sheets(pdf)[0])[0]
    middle = [(a + b) / 2 for a, b in zip(mark.start, mark.end, strict=True)]
    picture = Picture(pdf, pixels_per_mm=300 / 25.4)
    darkest = min(picture.at(middle[0] + d / 24, middle[1])[0] for d in range(-3, 4))
    assert darkest < 130


# 15: marks that survive the first cut


@pytest.mark.parametrize(
    ("count", "sheet", "bleed"),
    [
        (6, "{margin: 6, gutter: 6, grid: {columns: 3, rows: 2}}", 3),
        (8, "{margin: 5, gutter: 5}", 2.5),
        (9, "{margin: 5}", 3),
        (4, "{margin: 6, gutter: 12}", 5),
    ],
)
def test_every_cut_has_a_mark_in_both_opposite_margins(tmp_path, count, sheet, bleed):
    game = toy(tmp_path, count, sheet=sheet, format=f"{{trim: [63, 88], bleed: {bleed}}}")
    pdf = built(game)
    (page,) = sheets(pdf)
    with pikepdf.open(pdf) as document:
        boxes = document.pages[0].TrimBox, document.pages[0].BleedBox
        trim, outer = ([float(v) / 72 * 25.4 for v in box] for box in boxes)
    left, right = trim[0], trim[2]
    top, bottom = page.height - trim[3], page.height - trim[1]
    for spot in page.spots:
        for x in (spot.x, spot.x + 63):
            ends = [
                sorted((s.start[1], s.end[1]))
                for s in marks_of(page)
                if s.upright and abs(s.start[0] - x) < 0.01
            ]
            assert any(end[1] <= page.height - outer[3] + 0.01 for end in ends), (x, "above")
            assert any(end[0] >= page.height - outer[1] - 0.01 for end in ends), (x, "below")
        for y in (spot.y, spot.y + 88):
            ends = [
                sorted((s.start[0], s.end[0]))
                for s in marks_of(page)
                if not s.upright and abs(s.start[1] - y) < 0.01
            ]
            assert any(end[1] <= outer[0] + 0.01 for end in ends), (y, "left")
            assert any(end[0] >= outer[2] - 0.01 for end in ends), (y, "right")
    for stroke in marks_of(page):
        (x1, y1), (x2, y2) = stroke.start, stroke.end
        beside = max(x1, x2) <= left + 0.01 or min(x1, x2) >= right - 0.01
        beyond = max(y1, y2) <= top + 0.01 or min(y1, y2) >= bottom - 0.01
        assert beside or beyond, stroke
    if "grid" in sheet:
        assert outer[0] == pytest.approx(trim[0] - bleed, abs=0.01)


# 17: printed too small


@pytest.mark.parametrize(("paper", "count"), [("a4", 1), ("letter", 9), ("a3", 3)])
def test_every_page_says_how_to_print_it_and_has_a_ruler(tmp_path, paper, count):
    pdf = built(toy(tmp_path, count, back="reverse"), paper=paper)
    with pikepdf.open(pdf) as document:
        assert document.Root.ViewerPreferences.PrintScaling == "/None"
    for number, page in enumerate(sheets(pdf), start=1):
        text = poppler("pdftotext", "-f", number, "-l", number, pdf, "-")
        assert "print at 100 %" in text
        assert "100 mm" in text
        ruler = [s for s in page.strokes if s.ink[0] != "SCN"]
        lengths = [abs(s.start[0] - s.end[0]) + abs(s.start[1] - s.end[1]) for s in ruler]
        assert any(abs(length - 100) < 0.01 for length in lengths)
        for stroke in ruler:
            for spot in page.spots:
                inside = spot.x < stroke.start[0] < spot.x + 63
                assert not (inside and spot.y < stroke.start[1] < spot.y + 88)


# 21: nothing to print


@pytest.mark.parametrize(
    "deck",
    [
        "    rows: []\n",
        "    rows:\n",
        "    rows: [{id: a, copies: 0}]\n",
        "    rows: [{id: a}]\n    where: false\n",
        "    for: {v: []}\n",
        "    for: {v: 1..3}\n    copies: 0\n",
        '    for: {v: 1..3}\n    copies: "{{ players - 2 }}"\n',
        "",
    ],
)
def test_a_deck_without_cards_is_an_error_and_no_file(tmp_path, deck):
    text = (
        head()
        + FILLED.replace("{{ tint }}", "red")
        + f"decks:\n  main:\n    face: filled\n    back: none\n{deck}"
    )
    ran = build(write(tmp_path / "game", text))
    assert ran.code == 1
    words = "no cards to print|an empty list|neither 'for' nor 'rows'|the rows of main"
    assert re.search(words, ran.err), ran.err
    assert files_in(tmp_path / "out") == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no keys"),
        ("# nothing yet\n", "holds no keys"),
        ("- a\n- b\n", "mapping"),
        ("game: a\n---\ngame: b\n", "second document"),
        ("just words\n", "mapping"),
        ("---\n", "holds no keys"),
        (head(), "no cards to print"),
        (head() + "decks: {}\n", "no cards to print"),
    ],
)
def test_a_file_without_a_game_is_an_error_and_no_file(tmp_path, text, said):
    ran = build(write(tmp_path / "game", text))
    assert ran.code == 1
    assert said in ran.err
    assert files_in(tmp_path / "out") == []


def test_a_slug_is_on_pages_and_not_on_cards(tmp_path):
    assert words_of(built(toy(tmp_path, 2))) == []
