"""Colours of pages as inks: black alone, rich black, recipes, spot inks, the limit, the range."""

import random
from itertools import pairwise

import pytest
from toy_profile import DARK, separated, toy_press

from cardforge.color import BLACK, REGISTRATION, WHITE, Color, parse_color
from cardforge.diagnostics import Report, Span
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Image, Line, Page, Path, Plate, Rect, Text, Use
from cardforge.press.conversion import Conversion
from cardforge.press.values import OutputCondition, PressError
from cardforge.shops import PressWish
from cardforge.specs import PressSpec
from cardforge.svgpath import ellipse, ring

TOY = toy_press()
THROUGH = OutputCondition("FOGRA39", True, "", TOY, "Toy press", TOY)
NAMED = OutputCondition("FOGRA39", True, "", None, "")
RICH = (0.6, 0.4, 0.4, 1.0)
K = (0, 0, 0, 1)
PLACE, ELSEWHERE = Span("game.yaml", 3, 5, 3, 9), Span("game.yaml", 7, 5, 7, 9)
AREA = Box(0, 0, 50, 50)


def job(*, limit=300.0, condition=THROUGH, rich=RICH, **spec):
    report = Report()
    wish = PressWish("pdfx-4", "FOGRA39", limit, rich)
    return Conversion(condition, wish, PressSpec(**spec), report), report


def page(*items):
    whole = Box(0, 0, 100, 100)
    return Page(Size(100, 100), whole, whole, items)


def converted(*items, **more):
    return job(**more)[0].page(page(*items)).items


def inks(color, box=AREA, **more):
    """Return the inks of a filled rectangle."""
    (item,) = converted(Rect(box, fill=color), **more)
    assert item.fill.space == "cmyk"
    return item.fill.values


def told(*items, **more):
    conversion, report = job(**more)
    conversion.page(page(*items))
    conversion.tell()
    return report.problems


def letters(color, **more):
    return Text(Point(10, 10), "Word", "body", 9, color, **more)


def filled(color, place=PLACE):
    return Rect(AREA, fill=color, origin=place)


def near(one, other, by=0.03):
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


# --- black ---


@pytest.mark.parametrize(
    "item",
    [
        letters(BLACK),
        Line(Point(0, 0), Point(90, 0), BLACK, 0.2),
        Rect(Box(0, 0, 90, 2), fill=BLACK),
        Rect(Box(0, 0, 9, 9), fill=BLACK),
        Rect(AREA, stroke=BLACK, line_width=1),
        Path(ellipse(Box(0, 0, 9, 9)), fill=BLACK),
        Path(ring(Box(0, 0, 60, 60), 1.5), fill=BLACK, even_odd=True),
    ],
)
def test_black_letters_lines_and_small_or_thin_forms_are_black_ink_alone(item):
    (made,) = converted(item)
    stroked = isinstance(item, Line) or getattr(item, "line_width", 0)
    assert (made.stroke if stroked else made.fill) == Color("cmyk", K)


@pytest.mark.parametrize(
    "item",
    [
        Rect(AREA, fill=BLACK),
        Rect(Box(0, 0, 90, 4), fill=parse_color("#000")),
        Path(ellipse(Box(0, 0, 40, 40)), fill=BLACK),
        Path(ring(Box(0, 0, 60, 60), 9), fill=BLACK, even_odd=True),
        Line(Point(0, 0), Point(90, 0), BLACK, 6),
    ],
)
def test_black_areas_are_rich_black(item):
    (made,) = converted(item)
    assert (made.stroke if isinstance(item, Line) else made.fill) == Color("cmyk", RICH)


def test_what_a_group_enlarges_or_shrinks_counts_at_its_size_on_the_card():
    small = Rect(Box(0, 0, 5, 5), fill=BLACK)
    large, tiny = (Transform.scaled(by, by) for by in (10, 0.1))
    (group,) = converted(Group((small, Group((small,), tiny)), large))
    assert group.items[0].fill.values == RICH
    assert group.items[1].items[0].fill.values == K


def test_the_games_rich_black_goes_before_the_shops_and_none_is_black_ink():
    own = parse_color("cmyk(20, 10, 10, 100)")
    assert inks(BLACK, rich_black=own) == own.values
    assert inks(BLACK, rich=None) == K


def test_grey_letters_are_a_tint_of_black_that_looks_as_light():
    (made,) = converted(letters(parse_color("gray(50)")))
    *colours, black = made.fill.values
    assert colours == [0, 0, 0]
    # The toy press shows a tint k of black as 1 - 0.88 k.
    assert black == pytest.approx(0.5 / DARK, abs=0.015)


def test_grey_areas_are_mixed_of_all_inks():
    assert min(inks(parse_color("gray(50)"))[:3]) > 0.2


def test_letters_in_a_near_black_are_black_and_a_note_says_so():
    dark = parse_color("#1b222b")
    (made,) = converted(letters(dark))
    assert made.fill.values == K
    (note,) = told(letters(dark, origin=PLACE), filled(dark))
    assert (note.severity, note.code, note.span) == ("note", "press.black", PLACE)
    assert "#1b222b" in note.message


@pytest.mark.parametrize("written", ["#16295c", "#c1281b", "#5b6068", "#28323e"])
def test_letters_in_a_colour_keep_it(written):
    (made,) = converted(letters(parse_color(written)))
    assert sum(made.fill.values[:3]) > 0.2


def test_white_is_no_ink():
    assert inks(WHITE) == inks(parse_color("#ffffff")) == (0, 0, 0, 0)


# --- colours ---


@pytest.mark.parametrize("written", ["#143b78", "#cb4420", "#8ecbf0", "#a23b72", "#f2a72a"])
def test_a_colour_is_what_the_profile_makes_of_it(written):
    import numpy as np

    color = parse_color(written)
    (expected,) = separated(np.array([color.values]))
    assert near(inks(color), expected)


def test_the_recipe_of_a_palette_goes_before_the_conversion():
    recipe = (0.1, 0.9, 0.8, 0.05)
    both = Color("rgb", (0.8, 0.2, 0.2), recipe)
    assert inks(both) == recipe
    assert converted(letters(both))[0].fill == Color("cmyk", recipe)
    black = Color("gray", (0.0,), RICH)
    assert converted(letters(black))[0].fill.values == RICH


def test_a_colour_written_in_inks_stays_as_it_is():
    mixed = parse_color("cmyk(33, 12.5, 0, 7)")
    assert inks(mixed) == mixed.values


def test_a_spot_ink_keeps_its_name_with_the_inks_that_stand_for_it():
    spot = Color("rgb", (0.8, 0.2, 0.2), (0.1, 0.9, 0.8, 0.0), "PANTONE 185 C")
    (made,) = converted(filled(spot))
    assert made.fill == Color("spot", (0.1, 0.9, 0.8, 0.0), None, "PANTONE 185 C")
    unmixed = converted(filled(spot._replace(press=None)), letters(spot._replace(press=None)))
    assert unmixed[0].fill == unmixed[1].fill
    assert unmixed[0].fill.space == "spot"
    assert told(filled(spot), letters(spot)) == ()
    black = Color("gray", (0.0,), None, "House Black")
    made = converted(filled(black), letters(black))
    assert made[0].fill == made[1].fill == Color("spot", K, None, "House Black")


def test_marks_and_die_lines_are_left_alone():
    die = Color("die", (0, 1, 0, 0), None, "CutContour")
    made = converted(
        Line(Point(0, 0), Point(1, 0), REGISTRATION, 0.1), Rect(AREA, stroke=die, line_width=0.1)
    )
    assert (made[0].stroke, made[1].stroke) == (REGISTRATION, die)


def test_plates_that_pages_share_stay_shared_and_all_else_of_a_page_stays():
    plate = Plate("back", Size(63, 88), Insets(3, 3, 3, 3), (filled(parse_color("#cb4420")),))
    conversion, _ = job()
    clip = Group((Use(plate, Point(1, 2), 90.0), Image(AREA, "a.png")), clip=AREA, opacity=0.5)
    first, second = (conversion.page(page(clip)) for _ in range(2))
    made = first.items[0].items[0]
    assert made.plate is second.items[0].items[0].plate
    assert made.plate.items[0].fill.space == "cmyk"
    assert (made.plate.name, made.plate.trim, made.plate.bleed) == (
        plate.name, plate.trim, plate.bleed,
    )  # fmt: skip
    assert made[1:] == (Point(1, 2), 90.0, None)
    assert (first.items[0].clip, first.items[0].opacity) == (AREA, 0.5)
    assert first.items[0].items[1] == Image(AREA, "a.png")


def test_dark_colours_stay_apart_on_a_press_whose_black_is_light():
    veiled = toy_press(veil=0.2)
    through = OutputCondition("FOGRA39", True, "", veiled, "Toy press", veiled)
    darks = ["#100c0c", "#1c1818", "#282424", "#343030"]
    totals = [sum(inks(parse_color(dark), condition=through, limit=400.0)) for dark in darks]
    steps = [one - other for one, other in pairwise(totals)]
    assert min(steps) > 0.05


# --- the limit ---


@pytest.mark.parametrize("limit", [110.0, 150.0, 240.0])
def test_no_colour_takes_more_ink_than_the_limit(limit):
    random.seed(5)
    colours = [Color("rgb", tuple(random.random() for _ in range(3))) for _ in range(60)]
    colours += [Color("cmyk", tuple(random.random() for _ in range(4))) for _ in range(60)]
    colours += [BLACK, Color("cmyk", (1, 1, 1, 1)), Color("gray", (0.5,), (1, 1, 1, 0.3))]
    conversion, _ = job(limit=limit)
    for item in conversion.page(page(*map(filled, colours))).items:
        assert sum(item.fill.values) * 100 <= limit + 1e-3
        # As a device of 256 steps prints it, too.
        assert sum(round(value * 255) for value in item.fill.values) <= limit * 2.55 + 1e-3
        assert min(item.fill.values) >= 0


def test_the_limit_takes_off_colours_in_proportion_and_keeps_black():
    cyan, magenta, yellow, black = inks(parse_color("cmyk(80, 40, 40, 100)"), limit=180.0)
    assert black == 1
    assert (cyan, magenta, yellow) == (
        pytest.approx(0.4, abs=0.005),
        *[pytest.approx(0.2, abs=0.005)] * 2,
    )


def test_the_games_limit_goes_before_the_shops():
    assert sum(inks(Color("cmyk", (1, 1, 1, 1)), ink_limit=200.0)) == pytest.approx(2, abs=0.02)


def test_ink_at_the_limit_stays_and_nothing_is_said():
    assert inks(BLACK, limit=240.0) == RICH
    assert told(filled(BLACK), limit=240.0) == ()


def test_the_limit_is_told_once_for_a_colour_with_its_place():
    dark = parse_color("cmyk(80, 75, 75, 100)")
    (note,) = told(filled(dark), letters(dark), filled(dark, ELSEWHERE), limit=240.0)
    assert (note.severity, note.code, note.span) == ("note", "press.ink-limit", PLACE)
    assert "cmyk(80, 75, 75, 100)" in note.message
    assert "330 % of ink is printed as 240 %" in note.message.replace("239", "240")


def test_a_colour_that_the_limit_spoils_is_a_warning():
    (problem,) = told(filled(parse_color("cmyk(100, 100, 0, 0)")), limit=100.0)
    assert (problem.severity, problem.code, problem.span) == ("warning", "press.ink-limit", PLACE)
    assert "another colour" in problem.message


def test_a_colour_in_areas_and_letters_is_told_once_when_its_inks_are_one():
    slate = parse_color("#28323e")
    (note,) = told(filled(slate), letters(slate), limit=150.0)
    assert (note.code, note.span) == ("press.ink-limit", PLACE)


# --- the range ---


def test_bright_colours_are_one_warning_with_their_differences():
    bright = [filled(parse_color("#00ff00")), filled(parse_color("#ff0000"), ELSEWHERE)]
    (problem,) = told(*bright, filled(parse_color("#143b78")))
    assert (problem.severity, problem.code, problem.span) == ("warning", "press.gamut", PLACE)
    assert "#00ff00 (difference 1" in problem.message
    assert [place for place, _ in problem.related] == [ELSEWHERE]
    assert "#143b78" not in problem.message


def test_a_colour_with_a_recipe_is_never_out_of_range():
    assert told(filled(Color("rgb", (0.0, 1.0, 0.0), (0.6, 0, 1, 0)))) == ()


def test_nothing_is_said_of_the_look_of_an_ink_of_its_own():
    bright = Color("rgb", (0.0, 1.0, 0.0), None, "PANTONE 802 C")
    dark = Color("rgb", (0.06, 0.08, 0.1), None, "PANTONE Black 6 C")
    heavy = Color("cmyk", (1.0, 1.0, 1.0, 1.0), None, "Varnish")
    assert told(filled(bright), letters(dark), filled(heavy)) == ()
    # Without their inks they would be told of.
    assert len(told(*(filled(c._replace(spot=None)) for c in (bright, heavy)))) == 2
    assert len(told(letters(dark._replace(spot=None)))) == 1


def test_common_colours_give_no_warning():
    colours = "#1c1c21 #5b6068 #e3e6ea #143b78 #a03420 #16295c #5f6a86 #4a5563 #07503a #8ecbf0"
    assert [
        p for p in told(*map(filled, map(parse_color, colours.split()))) if p.severity != "note"
    ] == []


# --- without a profile ---


def test_a_game_that_mixes_its_inks_needs_no_profile():
    mixed = Color("rgb", (0.9, 0.1, 0.1), (0, 0.9, 0.9, 0))
    items = (
        letters(BLACK),
        filled(BLACK),
        filled(mixed),
        filled(WHITE),
        letters(parse_color("gray(25)")),
    )
    made = converted(*items, condition=NAMED)
    assert [item.fill.values for item in made] == [
        K,
        RICH,
        mixed.press,
        (0, 0, 0, 0),
        (0, 0, 0, 0.75),
    ]


def test_a_colour_without_a_recipe_needs_one_and_its_place_is_told():
    with pytest.raises(PressError) as caught:
        converted(filled(parse_color("#cb4420")), condition=NAMED)
    fault = caught.value
    assert (fault.code, fault.span) == ("press.profile-missing", PLACE)
    assert "scribus-data" in fault.hint


@pytest.mark.parametrize("intent", ["relative", "perceptual"])
def test_both_intents_convert(intent):
    assert sum(inks(parse_color("#cb4420"), intent=intent)) > 1
