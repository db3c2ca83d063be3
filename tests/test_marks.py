"""Crop marks, guides, outlines, the fold line and the slug: where their ink may lie."""

import pytest
from imposing import (
    PAPERS,
    insets,
    is_close,
    line_box,
    lines_of,
    lot,
    marks_in_cards,
    slug,
    slug_boxes,
    slug_groups,
    slug_words,
    spec,
)

from cardforge.color import REGISTRATION
from cardforge.geometry import Box, Insets, Point, Size
from cardforge.ink import Line, Text
from cardforge.marks import MARK_VISIBLE, draw_outline
from cardforge.sheet import Duplex, MarkSpec, SheetError, impose, plan_sheets
from cardforge.slug import CLEARANCE, free_boxes

LOTS = {
    "cards": lot(9),
    "round tokens": lot(60, Size(25, 25), bleed=2.0, shape="round"),
    "square tokens": lot(60, Size(25, 25), bleed=2.0, shape="square"),
    "hexagons": lot(30, Size(30, 26), bleed=2.0, shape="hexagon"),
    "score sheet": lot(1, Size(186, 254), bleed=0.0, backs=False, single=True),
}


def first_side(asked, words=None):
    return next(impose([lot(9)], asked, words))


def upright_lines(side):
    return [line for line in lines_of(side) if line.start.x == line.end.x]


def visible_length(line, printable):
    box = line_box(line)
    x = min(box.right, printable.right) - max(box.x, printable.x)
    y = min(box.bottom, printable.bottom) - max(box.y, printable.y)
    return max(x, y) if min(x, y) > 0 else 0.0


@pytest.mark.parametrize("weight_pt", [0.25, 0.5, 1.0])
def test_case_14_marks_are_thick_enough_and_in_registration_black(weight_pt):
    marks = MarkSpec(line_width=weight_pt * 25.4 / 72)
    for line in lines_of(first_side(spec(marks=marks))):
        assert 0.25 - 1e-9 <= line.line_width * 72 / 25.4 <= 1 + 1e-9
        assert line.stroke == REGISTRATION


@pytest.mark.parametrize("weight_pt", [0.0, 0.1, 1.2, -1.0])
def test_case_14_hairlines_are_refused(weight_pt):
    with pytest.raises(SheetError, match="line width of marks must be"):
        impose([lot(1)], spec(marks=MarkSpec(line_width=weight_pt * 25.4 / 72)))


def test_case_15_every_cut_has_a_mark_in_both_opposite_margins():
    asked = spec(landscape=True, gutter=Size(6, 6), margin=insets(6))
    side = next(impose([lot(6)], asked))
    trim = side.page.trim
    for x in {round(13.5 + column * 69 + edge, 6) for column in range(4) for edge in (0, 63)}:
        ends = [line for line in upright_lines(side) if abs(line.start.x - x) < 1e-6]
        above = [line for line in ends if max(line.start.y, line.end.y) <= trim.y - 3]
        below = [line for line in ends if min(line.start.y, line.end.y) >= trim.bottom + 3]
        assert len(above) == len(below) == 1
    level = [line for line in lines_of(side) if line.start.y == line.end.y]
    assert len(level) == 2 * 4
    assert marks_in_cards(side, bleed=3.0) == []


def test_neighbours_without_gutter_share_one_mark():
    assert len(lines_of(first_side(spec()))) == 2 * 4 + 2 * 4


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("duplex", Duplex)
@pytest.mark.parametrize("gutter", [0, 3])
def test_marks_are_clear_of_the_bleed_and_show_two_millimetres(paper, duplex, gutter):
    asked = spec(paper, duplex=duplex, gutter=Size(gutter, gutter))
    for side in impose([lot(9)], asked, slug()):
        printable = Box(0, 0, *side.page.size).inset(insets(5))
        assert lines_of(side)
        assert marks_in_cards(side) == []
        for line in lines_of(side):
            assert visible_length(line, printable) >= MARK_VISIBLE - 1e-6
            assert line_box(line).union(Box(0, 0, *side.page.size)).x >= -0.1


def test_marks_that_cannot_show_two_millimetres_are_told():
    # Nine cards with 4 mm gutters leave 1.5 mm of printable paper at the left and right of A4.
    (notice,) = plan_sheets([lot(9)], spec(gutter=Size(4, 4))).notices
    assert notice.code == "sheet.marks-hidden"
    assert (
        notice.message == "marks at left and right show 1.5 mm inside the margins, 2 mm are needed"
    )
    assert plan_sheets([lot(9)], spec()).notices == ()
    assert plan_sheets([lot(9)], spec(gutter=Size(4, 4), marks=MarkSpec("none"))).notices == ()


def test_the_comparator_of_marks_sees_one_that_enters_the_bleed():
    side = first_side(spec())
    x, y = side.page.bleed.x + 1, side.page.bleed.y
    long = Line(Point(x, y - 5), Point(x, y + 0.5), REGISTRATION, 0.1)
    assert marks_in_cards(side._replace(page=side.page._replace(items=(long,))))


def test_the_offset_moves_marks_away_from_the_trim():
    side = first_side(spec(marks=MarkSpec(offset=4, length=3)))
    top = min(side.page.trim.y - line.start.y for line in upright_lines(side)[::2])
    assert top == pytest.approx(4)


def test_marks_never_leave_the_paper():
    asked = spec("letter", marks=MarkSpec(length=50), back_offset=Point(5, 3))
    for side in impose([lot(9)], asked):
        paper = Box(0, 0, *side.page.size).inset(insets(-0.1))
        assert all(line_box(line).union(paper) == paper for line in lines_of(side))


def test_guides_run_over_the_whole_sheet():
    side = first_side(spec(marks=MarkSpec("guides")))
    assert {(line.start.y, line.end.y) for line in upright_lines(side)} == {(0.0, 297.0)}


def test_no_marks_means_none():
    assert lines_of(first_side(spec(marks=MarkSpec("none")))) == []


def test_the_fold_line_is_dashed_and_lies_outside_the_cards():
    side = first_side(spec(duplex="fold"))
    fold = [line for line in lines_of(side) if line.dash]
    assert len(fold) == 2
    assert {line.start.y for line in fold} == {side.page.size.height / 2}
    assert not any(line_box(line).overlaps(side.page.bleed) for line in fold)


@pytest.mark.parametrize(("shape", "corners"), [("round", 4), ("hexagon", 5)])
@pytest.mark.parametrize("box", [Box(10, 20, 30, 26), Box(10, 20, 26, 30)])
def test_outlines_touch_all_four_edges_of_the_trim(shape, corners, box):
    segments = draw_outline(shape, box, 0.1).segments
    xs, ys = zip(*(segment[-2:] for segment in segments if len(segment) > 1), strict=True)
    assert is_close((min(xs), max(xs), min(ys), max(ys)), (box.x, box.right, box.y, box.bottom))
    assert sum(segment[0] in "LC" for segment in segments) == corners


def test_a_straight_cut_needs_no_outline():
    assert draw_outline("square", Box(0, 0, 25, 25), 0.1) is None


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("duplex", Duplex)
@pytest.mark.parametrize("name", LOTS)
def test_slug_and_ruler_find_room_clear_of_everything(paper, duplex, name):
    words = slug(notes=("6 players", "powers as stated"))
    for side in impose([LOTS[name]], spec(paper, duplex=duplex), words):
        assert side.has_slug
        assert side.has_ruler
        printable = Box(0, 0, *side.page.size).inset(insets(5 - 0.1))
        for box in slug_boxes(side, words.measure):
            assert box.union(printable) == printable
            assert not box.overlaps(side.page.bleed)
            assert not any(box.overlaps(line_box(line)) for line in lines_of(side))


def test_the_slug_names_everything():
    face, back = impose([lot(9)], spec(), slug(notes=("neg = allow",)))
    for word in ("Toy", "English", "sheet 1 of 1", "version 1", "neg = allow", "print at 100 %"):
        assert word in slug_words(face)
        assert word in slug_words(back)
    assert "face" in slug_words(face)
    assert "back" in slug_words(back)


def test_case_17_the_ruler_is_100_mm_long_with_a_tick_each_10_mm():
    side = first_side(spec(), slug())
    ruler = slug_groups(side)[1]
    lines = [item for item in ruler.items if isinstance(item, Line)]
    base = lines[0]
    assert base.end.x - base.start.x == 100.0
    assert [line.start.x for line in lines[1:12]] == [10.0 * step for step in range(11)]
    assert lines[-1].start.x == pytest.approx(3 * 25.4)
    assert [i.text for i in ruler.items if isinstance(i, Text)] == ["100 mm · 3 in"]


def test_slug_type_is_five_to_seven_points_in_the_font_given():
    texts = [i for g in slug_groups(first_side(spec(), slug())) for i in g.items]
    texts = [item for item in texts if isinstance(item, Text)]
    assert all(5 <= text.size_pt <= 7 for text in texts)
    assert {text.font for text in texts} == {"Sans"}


def test_the_ruler_goes_before_the_words_when_the_paper_is_nearly_full():
    # Only the strips between two marks are left, and none is 100 mm long.
    asked = spec(margin=Insets(4.5, 11.5, 4.5, 11.5), grid=(3, 3))
    side = first_side(asked, slug())
    assert side.has_slug
    assert not side.has_ruler


def test_a_full_paper_has_no_slug_and_the_side_tells():
    asked = spec("letter", margin=insets(6.35))
    side = next(impose([lot(12, Size(50.8, 88.9))], asked, slug()))
    assert not side.has_slug
    assert len(side.slots) == 12


def test_slug_words_of_another_language_are_used():
    words = slug(
        bleed="fond perdu {bleed} mm en {edges}",
        edges=("gauche", "haut", "droite", "bas"),
        conjunction="et",
        decimal_point=",",
    )
    assert "fond perdu 0,7 mm en haut et bas" in slug_words(first_side(spec("letter"), words))


def test_free_boxes_leave_out_every_hole():
    holes = [Box(10, 10, 5, 5), Box(30, 0, 2, 40)]
    free = free_boxes(Box(0, 0, 40, 40), holes)
    assert Box(0, 0, 10, 40) in free
    assert Box(32, 0, 8, 40) in free
    assert not any(box.overlaps(hole) for box in free for hole in holes)
    assert CLEARANCE > 0
