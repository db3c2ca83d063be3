"""Frames keep away from the knife, and what bleeds covers the bleed."""

import pytest
from printing import codes, deck, line_of, only, picture, side

BLUE = 'fill: "#336699"'
TOKEN = {"of": "tokens", "more": "    size: 20\n    shape: round\n"}


def stroked(inset, width=0.5):
    # The stroke is centred on the edge of its box.
    at = inset + width / 2
    box = f"{{left: {at}, right: {at}, top: {at}, bottom: {at}}}"
    return f"shape: rectangle, stroke: black, line-width: {width}, box: {box}"


def inset(at, more=BLUE):
    return f"shape: rectangle, {more}, box: {{left: {at}, right: {at}, top: {at}, bottom: {at}}}"


# --- frames ---


def test_a_thin_frame_near_the_trim_is_reported_with_width_and_distance(tmp_path):
    game = side(stroked(1))
    problem = only(tmp_path, game, "print.thin-frame")
    assert "a frame of 0.5 mm runs 1 mm inside the trim, at least 3 mm" in problem.message
    assert problem.hint.startswith("move it 2 mm inwards")
    assert problem.span.line == line_of(game, "{shape:")


@pytest.mark.parametrize(("at", "found"), [(3, []), (2.8, ["print.thin-frame"])])
def test_a_frame_may_stand_where_the_safe_zone_begins(tmp_path, at, found):
    assert codes(tmp_path, side(stroked(at))) == found


def test_rounded_frames_are_frames(tmp_path):
    assert codes(tmp_path, side(stroked(1) + ", corner: 2.5")) == ["print.thin-frame"]


def test_a_border_that_bleeds_is_judged_by_what_is_seen_of_it(tmp_path):
    ground = f"shape: rectangle, {BLUE}, box: bleed"
    narrow = only(tmp_path, side(ground, inset(2, "fill: white")), "print.thin-frame")
    assert "an edge of colour runs 2 mm inside the trim" in narrow.message
    assert codes(tmp_path, side(ground, inset(4, "fill: white"))) == []


def test_four_bars_or_lines_make_a_frame(tmp_path):
    lines = [
        "line: {from: [1, 1], to: [62, 1]}, line-width: 0.5",
        "line: {from: [1, 87], to: [62, 87]}, line-width: 0.5",
        "line: {from: [1, 1], to: [1, 87]}, line-width: 0.5",
        "line: {from: [62, 1], to: [62, 87]}, line-width: 0.5",
    ]
    assert codes(tmp_path, side(*lines)) == ["print.thin-frame"]
    bars = [
        f"shape: rectangle, {BLUE}, box: {{left: bleed, width: 5, top: bleed, bottom: bleed}}",
        f"shape: rectangle, {BLUE}, box: {{right: bleed, width: 5, top: bleed, bottom: bleed}}",
    ]
    assert codes(tmp_path, side(*bars)) == ["print.thin-frame"]


def test_a_rule_on_one_side_is_no_frame(tmp_path):
    assert codes(tmp_path, side("line: {from: [1, 1], to: [1, 87]}, line-width: 0.5")) == []


def test_a_short_banner_is_no_frame(tmp_path):
    banner = f"shape: rectangle, {BLUE}, box: {{left: 1, right: 1, top: 20, height: 12}}"
    assert codes(tmp_path, side(banner)) == []


def test_a_frame_that_nobody_sees_is_none(tmp_path):
    ground = f"shape: rectangle, {BLUE}, box: bleed"
    assert codes(tmp_path, side(ground, inset(1))) == []
    assert codes(tmp_path, side(stroked(1), ground)) == []


def test_a_frame_inside_an_edge_that_nobody_sees_is_found(tmp_path):
    ground = f"shape: rectangle, {BLUE}, box: bleed"
    game = side(ground, inset(1), stroked(2))
    assert "runs 2 mm inside" in only(tmp_path, game, "print.thin-frame").message


def test_two_frames_at_one_distance_are_two_problems(tmp_path):
    assert codes(tmp_path, side(inset(1), stroked(1))) == ["print.thin-frame"] * 2


def test_stripes_all_over_the_card_are_a_pattern(tmp_path):
    stripes = [
        f"shape: rectangle, {BLUE}, box: {{left: {x}, width: 3, top: bleed, bottom: bleed}}"
        for x in range(-5, 66, 6)
    ]
    assert codes(tmp_path, side(*stripes)) == []


def test_a_ring_near_the_edge_of_a_round_token_is_a_frame(tmp_path):
    box = "{{x: 50%, y: 50%, width: {0}, height: {0}}}"
    ring = f"shape: circle, stroke: black, line-width: 0.4, box: {box}"
    game = deck(["id: a"], ring.format(18.6), **TOKEN)
    assert "a frame of 0.4 mm runs 0.5 mm" in only(tmp_path, game, "print.thin-frame").message
    assert codes(tmp_path, deck(["id: a"], ring.format(17), **TOKEN)) == []


# --- bleed ---


def test_colour_that_ends_on_the_trim_is_reported(tmp_path):
    game = side(f"shape: rectangle, {BLUE}, box: trim")
    problem = only(tmp_path, game, "print.bleed")
    assert "ink ends 0 mm beyond the trim, the bleed is 3 mm wide" in problem.message
    assert problem.span.line == line_of(game, "{shape:")


def test_colour_that_ends_within_the_bleed_is_reported(tmp_path):
    assert "ends 1 mm beyond" in only(tmp_path, side(inset(-1)), "print.bleed").message


def test_colour_that_fills_the_bleed_is_fine_and_so_is_bare_paper(tmp_path):
    assert codes(tmp_path, side(f"shape: rectangle, {BLUE}, box: bleed")) == []
    assert codes(tmp_path, side(inset(5))) == []


def test_one_edge_is_enough(tmp_path):
    box = "{left: bleed, right: bleed, top: bleed, bottom: -1}"
    assert codes(tmp_path, side(f"shape: rectangle, {BLUE}, box: {box}")) == ["print.bleed"]


def test_a_tab_that_stops_at_the_trim_is_reported(tmp_path):
    tab = f"shape: rectangle, {BLUE}, box: {{left: 0, width: 6, top: 20, height: 12}}"
    assert codes(tmp_path, side(tab)) == ["print.bleed"]
    whole = f"shape: rectangle, {BLUE}, box: {{left: bleed, width: 9, top: 20, height: 12}}"
    assert codes(tmp_path, side(whole)) == []


def test_a_line_that_stops_at_the_trim_is_reported(tmp_path):
    line = "line: {{from: [{}, 40], to: [30, 40]}}, line-width: 1"
    assert codes(tmp_path, side(line.format(0))) == ["print.bleed"]
    assert codes(tmp_path, side(line.format(-3))) == []


def test_a_picture_that_stops_at_the_trim_is_reported(tmp_path):
    picture(tmp_path / "art.png", 900, 1200)
    assert codes(tmp_path, side("image: art.png, fit: cover, box: trim")) == ["print.bleed"]
    assert codes(tmp_path, side("image: art.png, fit: cover, box: bleed")) == []


def test_what_lies_on_a_ground_of_its_colour_leaves_no_sliver(tmp_path):
    ground = f"shape: rectangle, {BLUE}, box: bleed"
    assert codes(tmp_path, side(ground, f"shape: rectangle, {BLUE}, box: trim")) == []
    other = 'shape: rectangle, fill: "#993333", box: trim'
    assert codes(tmp_path, side(ground, other)) == ["print.bleed"]


def test_a_pattern_may_end_anywhere_in_the_bleed(tmp_path):
    squares = [
        f"shape: rectangle, {BLUE}, box: {{left: {x}, width: 4, top: {y}, height: 4}}"
        for x in range(-2, 65, 8)
        for y in range(-2, 90, 8)
    ]
    assert codes(tmp_path, side(*squares)) == []


def test_a_format_without_bleed_has_none_to_cover(tmp_path):
    game = side(f"shape: rectangle, {BLUE}, box: trim", form="{trim: [63, 88], bleed: 0}")
    assert codes(tmp_path, game) == []


@pytest.mark.parametrize(
    ("size", "found"), [(20, ["print.bleed"]), (21, ["print.bleed"]), (23, [])]
)
def test_a_disc_must_cover_the_bleed_of_a_round_token(tmp_path, size, found):
    disc = f"shape: circle, {BLUE}, box: {{x: 50%, y: 50%, width: {size}, height: {size}}}"
    assert codes(tmp_path, deck(["id: a"], disc, **TOKEN)) == found


def test_backs_are_judged_too(tmp_path):
    game = deck(["id: a"], f"shape: rectangle, {BLUE}, box: bleed", back="rear")
    rear = f"  rear:\n    elements:\n      - {{shape: rectangle, {BLUE}, box: trim}}\n"
    game = game.replace("templates:\n", f"templates:\n{rear}")
    assert codes(tmp_path, game) == ["print.bleed"]
