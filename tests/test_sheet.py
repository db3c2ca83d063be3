"""Cards on sheets: counts, places, backs, bleeds, boxes and what is refused."""

import re
from itertools import islice

import pytest
from imposing import (
    PAPERS,
    POKER,
    copies,
    faces_printed,
    insets,
    is_close,
    lines_of,
    lot,
    overlapping_slots,
    plate,
    slug,
    slug_words,
    spec,
    wrong_backs,
)

from cardforge.geometry import Box, Insets, Point, Size
from cardforge.ink import Group, Line, Path, Use
from cardforge.sheet import Lot, MarkSpec, Placed, SheetError, impose, plan_sheets

# SPECS 4.2: (a4, letter) with no gutter and 6.35 mm margins, 4 mm and 6 mm gutters with 5 mm ones.
TABLE = """
63.5 88.9 9@9.75/15.15 9@12.70/6.35 9@5.75/11.15 8L@6.70/17.05 8L@12.50/13.10 6@6.70/47.80
63 88 9@10.50/16.50 9@13.45/7.70 9@6.50/12.50 8L@7.70/17.95 8L@13.50/14.00 6@7.45/48.70
57.15 88.9 9@19.28/15.15 9@22.23/6.35 9@15.28/11.15 8L@19.40/17.05 9@13.28/9.15 8L@16.40/16.05
59 92 9@16.50/10.50 8L@21.70/15.95 9@12.50/6.50 8L@15.70/13.95 8L@21.50/10.00 8L@12.70/12.95
59 86 9@16.50/19.50 9@19.45/10.70 9@12.50/15.50 9@15.45/6.70 9@10.50/13.50 8L@12.70/18.95
56 87 10L@8.50/18.00 9@23.95/9.20 9@17.00/14.00 9@19.95/5.20 9@15.00/12.00 8L@18.70/17.95
69.85 120.65 4@35.15/27.85 4@38.10/19.05 4@ 4@ 4@ 4@35.10/16.05
44.45 63.5 18L@15.15/9.75 18L@6.35/12.70 18L@5.15/5.75 16@13.05/6.70 16@7.10/12.50 15L@16.57/6.70
44 68 16@17.00/12.50 12@19.95/37.70 16@11.00/6.50 12@13.95/33.70 12@8.00/40.50 12@10.95/31.70
41 63 18L@25.50/10.50 18L@16.70/13.45 18L@15.50/6.50 18L@6.70/9.45 16@14.00/13.50 15L@25.20/7.45
70 70 8@35.00/8.50 6@37.95/34.70 6@ 6@ 6@32.00/37.50 6@34.95/28.70
50.8 88.9 10L@21.50/16.10 12@6.35/6.35 10L@13.50/14.10 8L@ 10L@9.50/13.10 8L@29.10/16.05
"""
COLUMNS = [("a4", 0), ("letter", 0), ("a4", 4), ("letter", 4), ("a4", 6), ("letter", 6)]
ROWS = [
    (Size(float(row[0]), float(row[1])), column, row[2 + i])
    for row in map(str.split, TABLE.strip().splitlines())
    for i, column in enumerate(COLUMNS)
]


def sides_of(count, **more):
    return list(impose([lot(count)], spec(**more)))


def uses(side):
    items = [i.items[0] if isinstance(i, Group) else i for i in side.page.items]
    return [item for item in items if isinstance(item, Use)]


def refused(lots, asked):
    with pytest.raises(SheetError) as caught:
        impose(lots, asked)
    return caught.value


@pytest.mark.parametrize(("card", "column", "expected"), ROWS)
def test_cards_on_a_sheet_are_as_many_as_the_table_says(card, column, expected):
    paper, gutter = column
    margin = insets(5 if gutter else 6.35)
    frame = plan_sheets(
        [lot(1, card)], spec(paper, margin=margin, gutter=Size(gutter, gutter))
    ).frames[0]
    count, landscape, left, top = re.fullmatch(
        r"(\d+)(L?)@(?:([\d.]+)/([\d.]+))?", expected
    ).groups()
    assert frame.capacity == int(count)
    assert (frame.paper.width > frame.paper.height) == bool(landscape)
    if left:
        assert frame.grid.x == pytest.approx(float(left), abs=0.0051)
        assert frame.grid.y == pytest.approx(float(top), abs=0.0051)


def test_ten_bridge_size_cards_fit_a4_with_smaller_margins():
    frame = plan_sheets([lot(1, Size(57.15, 88.9))], spec(margin=insets(5.6))).frames[0]
    assert (frame.columns, frame.rows) == (5, 2)


@pytest.mark.parametrize(("count", "sheets"), [(0, 0), (1, 1), (9, 1), (10, 2), (18, 2), (19, 3)])
def test_case_1_a_full_sheet_has_no_blank_page_after_it(count, sheets):
    sides = sides_of(count, duplex="none")
    assert len(sides) == sheets
    assert faces_printed(sides) == list(range(count))
    assert len(sides_of(count)) == 2 * sheets


def test_case_3_a_card_larger_than_the_paper_is_refused():
    problem = refused([lot(1, Size(220, 310))], spec())
    assert problem.code == "sheet.card-too-large"
    assert problem.message == (
        "card 220 x 310 mm + margins needs 230 x 320 mm, paper a4 is 210 x 297 mm"
    )


def test_case_3_a_grid_too_wide_is_refused_with_its_sum():
    problem = refused([lot(1)], spec(grid=(4, 3), margin=insets(10)))
    assert problem.code == "sheet.grid-too-large"
    assert problem.message == "4 x 63 mm + margins needs 272 mm, paper a4 is 210 mm wide"


def test_a_grid_too_high_is_refused_and_counts_its_gutters():
    problem = refused([lot(1)], spec(grid=(2, 4), gutter=Size(0, 2)))
    assert problem.message == (
        "4 x 88 mm + gutters + margins needs 368 mm, paper a4 is 297 mm high"
    )


def test_case_3_margins_larger_than_the_paper_are_refused():
    problem = refused([lot(1)], spec(margin=insets(110)))
    assert problem.code == "sheet.margin"
    assert "margins of 110 mm + 110 mm leave nothing of paper a4" in problem.message


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"margin": Insets(5, -1, 5, 5)}, "sheet.margin"),
        ({"margin": insets(float("nan"))}, "sheet.margin"),
        ({"gutter": Size(0, -0.5)}, "sheet.gutter"),
        ({"grid": (0, 3)}, "sheet.grid"),
        ({"duplex": "sideways"}, "sheet.duplex"),
        ({"marks": MarkSpec("stars")}, "sheet.marks"),
        ({"marks": MarkSpec(length=1)}, "sheet.marks"),
        ({"marks": MarkSpec(offset=-1)}, "sheet.marks"),
        ({"back_offset": Point(40, 0)}, "sheet.back-offset"),
        ({"duplex": "fold", "grid": (3, 3)}, "sheet.grid-too-large"),
    ],
)
def test_numbers_no_sheet_can_have_are_refused_before_drawing(asked, code):
    assert refused([lot(1)], spec(**asked)).code == code


def test_a_card_too_high_for_the_half_of_a_folded_paper_is_refused():
    problem = refused([lot(1, Size(186, 254))], spec(duplex="fold"))
    assert problem.code == "sheet.card-too-large"
    assert "paper a4 folded is" in problem.message


def test_lots_that_need_different_orientations_are_refused():
    wide, high = lot(1, Size(270, 100)), lot(1, Size(100, 270))
    assert refused([wide, high], spec()).code == "sheet.orientation"


def test_case_5_rows_do_not_creep_down_the_sheet():
    label = Size(44.45, 12.7)
    asked = spec("letter", grid=(4, 20), margin=Insets(12, 12.7, 12, 12.7))
    side = next(impose([lot(80, label)], asked))
    for slot in side.slots:
        assert slot.box.y == pytest.approx(12.7 + 12.7 * slot.row, abs=1e-9)
    assert {slot.row for slot in side.slots} == set(range(20))


@pytest.mark.parametrize(("gutter", "inner"), [(0, 0), (2, 1), (4, 2), (6, 3), (10, 3)])
def test_case_6_bleed_between_neighbours_stops_at_half_the_gutter(gutter, inner):
    asked = spec(gutter=Size(gutter, gutter), grid=(2, 2))
    side = next(impose([lot(4)], asked))
    # Slot 0 is at the top left: whole bleed outside, half the gutter inside.
    x, y = side.slots[0].box[:2]
    if inner == 3:
        assert isinstance(side.page.items[0], Use)
        return
    clip = side.page.items[0].clip
    assert is_close(clip, Box(x - 3, y - 3, 63 + 3 + inner, 88 + 3 + inner))


@pytest.mark.parametrize("gutter", [0, 2])
def test_case_6_no_clip_reaches_into_another_card(gutter):
    side = next(impose([lot(9)], spec(gutter=Size(gutter, gutter))))
    clips = [item.clip for item in side.page.items if isinstance(item, Group)]
    assert len(clips) == 9
    for i, clip in enumerate(clips):
        others = [slot.box for slot in side.slots if slot.copy != i]
        assert not any(clip.overlaps(other) for other in others)


def test_case_7_backs_are_mirrored_when_flipped_on_the_long_edge():
    sides = sides_of(4)
    assert [side.side for side in sides] == ["face", "back"]
    places = [(s.plate.name, s.column, s.row) for s in sides[1].slots]
    assert places == [
        ("back-0", 2, 0),
        ("back-1", 1, 0),
        ("back-2", 0, 0),
        ("back-3", 2, 1),
    ]
    assert {use.turn_deg for use in uses(sides[1])} == {0.0}


def test_backs_are_turned_when_flipped_on_the_short_edge():
    back = sides_of(4, duplex="short-edge")[1]
    assert [(s.column, s.row) for s in back.slots] == [(0, 2), (1, 2), (2, 2), (0, 1)]
    for slot, use in zip(back.slots, uses(back), strict=True):
        assert use.turn_deg == 180.0
        assert use.at == (slot.box.right, slot.box.bottom)


@pytest.mark.parametrize(
    ("landscape", "duplex", "turn_deg"),
    [
        (False, "long-edge", 0.0),
        (False, "short-edge", 180.0),
        (True, "long-edge", 180.0),
        (True, "short-edge", 0.0),
    ],
)
def test_the_mirror_rule_follows_the_orientation_of_the_page(landscape, duplex, turn_deg):
    sides = sides_of(7, landscape=landscape, duplex=duplex)
    assert wrong_backs(sides, duplex) == []
    assert {slot.turn_deg for slot in sides[1].slots} == {turn_deg}


def test_the_comparator_of_backs_sees_a_list_mirrored_instead_of_slots():
    face, back = sides_of(7)
    mirrored_list = [
        slot._replace(plate=other.plate)
        for slot, other in zip(back.slots, reversed(back.slots), strict=True)
    ]
    assert wrong_backs([face, back._replace(slots=tuple(mirrored_list))], "long-edge")
    assert wrong_backs([face, back._replace(slots=back.slots[1:])], "long-edge")
    assert wrong_backs([face, back], "short-edge")


def test_case_10_a_part_filled_sheet_keeps_the_places_of_a_full_one():
    sides = sides_of(10, grid=(4, 2), gutter=Size(5, 5), duplex="long-edge")
    assert sides[0].page.size == (297, 210)
    for full, rest in zip(sides[:2], sides[2:], strict=True):
        assert [s.box for s in rest.slots] == [s.box for s in full.slots[:2]]
        assert (rest.page.trim, rest.page.bleed) == (full.page.trim, full.page.bleed)
        assert lines_of(rest) == lines_of(full)
    assert wrong_backs(sides, "long-edge") == []


def test_case_11_a_back_is_placed_by_its_own_bleed():
    placed = [Placed(plate("face"), plate("back", bleed=0.0))]
    back = list(impose([Lot(POKER, placed)], spec()))[1]
    (use,) = uses(back)
    assert use in back.page.items, "a back at trim size needs no clip"
    assert use.at == back.slots[0].box[:2]
    assert is_close(use.plate.bounds.moved(*use.at), back.slots[0].box)


def test_case_12_the_back_offset_moves_only_backs_and_their_marks():
    straight, moved = sides_of(3), sides_of(3, back_offset=Point(1.5, -0.75))
    assert straight[0] == moved[0]._replace(
        slots=straight[0].slots, page=moved[0].page._replace(items=straight[0].page.items)
    )
    assert lines_of(straight[0]) == lines_of(moved[0])
    for before, after in zip(straight[1].slots, moved[1].slots, strict=True):
        assert is_close(before.box.moved(1.5, -0.75), after.box)
    for before, after in zip(lines_of(straight[1]), lines_of(moved[1]), strict=True):
        assert is_close(
            (after.start.x, after.start.y), (before.start.x + 1.5, before.start.y - 0.75)
        )
        assert is_close((after.end.x, after.end.y), (before.end.x + 1.5, before.end.y - 0.75))
    assert is_close(straight[1].page.trim.moved(1.5, -0.75), moved[1].page.trim)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_unequal_margins_mirror_about_the_middle_of_the_paper(duplex):
    sides = sides_of(5, margin=Insets(5, 12, 15, 5), duplex=duplex)
    assert sides[0].page.trim.centre.x == pytest.approx(100)
    assert wrong_backs(sides, duplex) == []


def test_fold_puts_each_back_below_its_face_as_far_from_the_middle():
    (side,) = sides_of(4, duplex="fold")
    assert side.side == "fold"
    width, height = side.page.size
    assert (width, height) == (297, 210)
    faces = {s.copy: s.box for s in side.slots if s.side == "face"}
    backs = {s.copy: s for s in side.slots if s.side == "back"}
    assert faces.keys() == backs.keys() == {0, 1, 2, 3}
    for copy, face in faces.items():
        assert face.bottom < height / 2
        assert backs[copy].box.y == pytest.approx(height - face.y - face.height)
        assert backs[copy].box.x == face.x
        assert backs[copy].turn_deg == 180.0
    assert is_close(side.page.trim, side.slots[0].box.union(side.slots[-1].box))


def test_a_card_without_back_leaves_its_slot_empty_on_a_page_that_still_comes():
    placed = [*copies(2), Placed(plate("face-2"), None)]
    sides = list(impose([Lot(POKER, placed)], spec()))
    assert len(sides) == 2
    assert [slot.copy for slot in sides[1].slots] == [0, 1]


def test_a_lot_without_backs_gets_blank_backs_only_beside_lots_that_have_them():
    bare = lot(2, backs=False)
    assert [s.side for s in impose([bare], spec())] == ["face"]
    sides = [s.side for s in impose([lot(1), bare], spec())]
    assert sides == ["face", "back", "face", "back"]


def test_sheets_are_numbered_through_all_lots_and_empty_lots_take_none():
    sides = list(impose([lot(10), lot(0), lot(1, Size(44, 68))], spec(), slug()))
    assert [side.number for side in sides] == [1, 1, 2, 2, 3, 3]
    assert {side.total for side in sides} == {3}
    assert "sheet 3 of 3" in slug_words(sides[-1])


def test_all_pages_of_one_file_have_one_orientation_in_which_every_lot_fits():
    # Ten cards of 56 x 87 go on landscape A4, where the score sheet has no room.
    alone = list(impose([lot(1, Size(56, 87))], spec()))
    assert alone[0].page.size == (297, 210)
    score_sheet = lot(1, Size(186, 254), backs=False, single=True)
    together = list(impose([lot(1, Size(56, 87)), score_sheet], spec()))
    assert {side.page.size for side in together} == {(210, 297)}


def test_a_single_item_has_a_sheet_of_its_own_whatever_grid_is_asked():
    score_sheets = lot(2, Size(186, 254), backs=False, single=True)
    sides = list(impose([lot(9), score_sheets], spec(grid=(3, 3), duplex="none")))
    assert [len(side.slots) for side in sides] == [9, 1, 1]


def test_trim_box_is_round_all_slots_and_bleed_box_adds_the_outer_bleed():
    face = sides_of(1)[0]
    assert is_close(face.page.trim, Box(10.5, 16.5, 189, 264))
    assert is_close(face.page.bleed, Box(7.5, 13.5, 195, 270))
    assert face.page.size == PAPERS["a4"]


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_letter_nine_up_shortens_the_outer_bleed_on_both_sides_and_says_so(duplex):
    sides = list(impose([lot(9)], spec("letter", duplex=duplex), slug()))
    for side in sides:
        assert is_close(side.page.trim, Box(13.45, 7.7, 189, 264))
        assert is_close(side.page.bleed, Box(10.45, 7.0, 195, 265.4))
        assert "bleed 0.7 mm at top and bottom" in slug_words(side)
        assert len(side.slots) == 9


def test_without_marks_the_outer_bleed_is_whole():
    side = next(impose([lot(9)], spec("letter", marks=MarkSpec("none"))))
    assert is_close(side.page.bleed, Box(10.45, 4.7, 195, 270))


def test_tokens_keep_their_whole_bleed_and_get_an_outline_on_the_face_only():
    tokens = lot(5, Size(25, 25), bleed=2.0, shape="round")
    face, back = impose([tokens], spec())
    assert all(isinstance(item, Use) for item in face.page.items[:5])
    outlines = [item for item in face.page.items if isinstance(item, Path)]
    assert len(outlines) == 5
    assert all(outline.line_width >= 0.25 * 25.4 / 72 - 1e-9 for outline in outlines)
    assert lines_of(face) == lines_of(back) == []
    assert not any(isinstance(item, Path) for item in back.page.items)


def test_square_tokens_have_crop_marks_and_no_outline():
    face = next(impose([lot(5, Size(25, 25), bleed=2.0, shape="square")], spec()))
    assert lines_of(face)
    assert not any(isinstance(item, Path) for item in face.page.items)


def test_guides_lie_beneath_the_cards_and_crop_marks_above():
    guides = next(impose([lot(9)], spec(marks=MarkSpec("guides")))).page.items
    crop = next(impose([lot(9)], spec())).page.items
    assert isinstance(guides[0], Line)
    assert isinstance(guides[-1], Group)
    assert isinstance(crop[0], Group)
    assert isinstance(crop[-1], Line)


def test_equal_backs_are_one_plate_used_many_times():
    shared = plate("back")
    placed = [Placed(plate(f"face-{i}"), shared) for i in range(9)]
    back = list(impose([Lot(POKER, placed)], spec()))[1]
    assert {id(use.plate) for use in uses(back)} == {id(shared)}


def test_sides_come_one_at_a_time_and_no_two_slots_overlap():
    many = Lot(POKER, [Placed(plate("face"))] * 100_000)
    for side in islice(impose([many], spec()), 3):
        assert overlapping_slots(side) == []


def test_the_comparator_of_slots_sees_an_overlap():
    side = sides_of(2)[0]
    same = side.slots[1]._replace(box=side.slots[0].box.moved(1, 1))
    assert overlapping_slots(side._replace(slots=(side.slots[0], same)))
