"""Text and icons stay in the safe zone, and type is large enough to be read and printed."""

import pytest
from printing import codes, deck, line_of, only, preflight, side

NIGHT = 'shape: rectangle, fill: "#1b2540", box: bleed'


def text(more, words="Rules"):
    return f'text: "{words}", font: text, {more}'


# --- safe zone ---


def test_text_near_the_trim_is_reported_with_both_distances(tmp_path):
    game = side(text("size: 9 pt, box: {left: 1, width: 20, top: 20, height: 5}"))
    problem = only(tmp_path, game, "print.safe")
    assert problem.severity == "warning"
    assert "'Rules' stands 1." in problem.message
    assert "the safe zone begins at 3 mm" in problem.message
    assert problem.span.line == line_of(game, "- {text: ")
    assert problem.cards == ("cards.one",)


def test_text_on_the_safe_zone_is_fine(tmp_path):
    assert codes(tmp_path, side(text("size: 9 pt, box: safe"))) == []


def test_the_safe_zone_is_that_of_the_format(tmp_path):
    words = text("size: 9 pt, box: {left: 4, width: 20, top: 20, height: 5}")
    assert codes(tmp_path, side(words)) == []
    wide = side(words, form="{trim: [63, 88], bleed: 3, safe: 5}")
    assert codes(tmp_path, wide) == ["print.safe"]


def test_spaced_letters_reach_as_far_as_they_are_printed(tmp_path):
    words = text("size: 9 pt, tracking: 4, box: {left: 38, width: 30, top: 20, height: 5}")
    assert codes(tmp_path, side(words)) == ["print.safe"]
    assert codes(tmp_path, side(words.replace("tracking: 4", "tracking: 3"))) == []


def test_the_ink_counts_not_the_box(tmp_path):
    words = text("size: 9 pt, align: right, box: {left: 0, right: 5, top: 20, height: 5}")
    assert codes(tmp_path, side(words)) == []


def test_turned_text_is_judged_where_it_is_seen(tmp_path):
    upright = text("size: 9 pt, rotate: 90, box: {left: -8, width: 20, top: 40, height: 3}")
    assert codes(tmp_path, side(upright)) == ["print.safe"]
    inside = text("size: 9 pt, rotate: 90, box: {left: -3, width: 20, top: 40, height: 3}")
    assert codes(tmp_path, side(inside)) == []


def test_what_a_clip_hides_is_not_judged(tmp_path):
    near = f"{{{text('size: 9 pt, box: {left: -9, width: 30, top: 0, height: 5}')}}}"
    game = side(f"group: [{near}], box: {{left: 10, width: 30, top: 20, height: 5}}")
    assert codes(tmp_path, game) == ["print.safe"]
    clipped = side(
        f"group: [{near}], clip: rectangle, box: {{left: 10, width: 30, top: 20, height: 5}}"
    )
    assert codes(tmp_path, clipped) == []


def test_text_over_the_trim_is_said_once_by_the_check_of_the_trim(tmp_path):
    words = text("size: 9 pt, box: {left: -1, width: 20, top: 20, height: 5}")
    assert codes(tmp_path, side(words)) == []


def test_an_icon_near_the_trim_is_reported_by_its_name(tmp_path):
    icon = "icon: star, box: {left: 1, width: 8, top: 20, height: 8}"
    problem = only(tmp_path, side(icon), "print.safe")
    assert "the icon star stands" in problem.message


def test_an_icon_that_bleeds_is_an_ornament_and_so_are_its_like(tmp_path):
    near = "icon: star, box: {left: 1, width: 8, top: 20, height: 8}"
    over = "icon: star, box: {left: -4, width: 8, top: 40, height: 8}"
    assert codes(tmp_path, side(near, over)) == []


def test_two_icons_drawn_alike_are_told_apart_by_their_places(tmp_path):
    game = side(
        "icon: star, box: {left: 20, width: 8, top: 20, height: 8}",
        "icon: star, box: {left: 1, width: 8, top: 40, height: 8}",
    )
    assert only(tmp_path, game, "print.safe").span.line == line_of(game, "left: 1,")


def test_round_tokens_have_a_round_safe_zone(tmp_path):
    middle = text("size: 12 pt, align: center, box: {x: 50%, y: 50%, width: 12, height: 5}", "12")
    corner = text("size: 9 pt, box: {left: 3, width: 6, top: 3, height: 4}", "12")
    round_token = {"of": "tokens", "more": "    size: 20\n    shape: round\n"}
    square_token = {"of": "tokens", "more": "    size: 20\n    shape: square\n"}
    assert codes(tmp_path, deck(["id: a"], middle, **round_token)) == []
    assert codes(tmp_path, deck(["id: a"], corner, **round_token)) == ["print.safe"]
    assert codes(tmp_path, deck(["id: a"], corner, **square_token)) == []


def test_hexagons_have_slanted_edges(tmp_path):
    corner = text("size: 9 pt, box: {left: 2, width: 6, top: 3, height: 4}", "12")
    hexagon = {"of": "tokens", "more": "    size: 24\n    shape: hexagon\n"}
    assert codes(tmp_path, deck(["id: a"], corner, **hexagon)) == ["print.safe"]
    middle = text("size: 12 pt, align: center, box: {x: 50%, y: 50%, width: 12, height: 5}", "12")
    assert codes(tmp_path, deck(["id: a"], middle, **hexagon)) == []


def test_large_rounded_corners_cut_into_the_safe_zone(tmp_path):
    words = text("size: 9 pt, box: {left: 3.1, width: 20, top: 3.1, height: 5}")
    assert codes(tmp_path, side(words)) == []
    round_corner = side(words, form="{trim: [63, 88], bleed: 3, safe: 3, corner: 10}")
    assert codes(tmp_path, round_corner) == ["print.safe"]


# --- type size ---


def test_small_type_is_reported_with_its_size(tmp_path):
    problem = only(tmp_path, side(text("size: 5 pt, box: safe")), "print.small-text")
    assert "is printed at 5 pt, at least 6 pt" in problem.message


@pytest.mark.parametrize(("size", "found"), [(6, []), (5.9, ["print.small-text"])])
def test_six_points_are_enough(tmp_path, size, found):
    assert codes(tmp_path, side(text(f"size: {size} pt, box: safe"))) == found


@pytest.mark.parametrize(("size", "found"), [(7, []), (6.5, ["print.small-text"])])
def test_light_type_on_dark_takes_seven_points(tmp_path, size, found):
    game = side(NIGHT, text(f"size: {size} pt, color: white, box: safe"))
    assert codes(tmp_path, game) == found


def test_dark_type_on_a_light_panel_of_a_dark_card_takes_six(tmp_path):
    panel = "shape: rectangle, fill: white, box: safe"
    assert codes(tmp_path, side(NIGHT, panel, text("size: 6.5 pt, color: black, box: safe"))) == []


def test_type_that_was_shrunk_to_fit_is_judged_at_its_printed_size(tmp_path):
    words = text(
        "size: 9 pt, fit: {min: 4 pt}, box: {left: 5, width: 12, top: 20, height: 5}",
        "Rules of the game",
    )
    assert codes(tmp_path, side(words)) == ["print.small-text"]


def test_many_cards_with_one_fault_are_one_problem_that_tells_the_worst(tmp_path):
    rows = ["id: a, points: 5", "id: b, points: 3", "id: c, points: 9"]
    words = 'text: "{{ id }}", font: text, size: "{{ points }} pt", box: safe'
    game = deck(rows, words, checks="twins: off")
    (problem,) = preflight(tmp_path, game)
    assert "at 3 pt" in problem.message
    assert problem.cards == ("cards.b", "cards.a")


def test_a_game_can_ask_for_larger_type_and_be_strict(tmp_path):
    words = text("size: 8 pt, box: safe")
    game = side(words, checks="small-text: {severity: error, least: 9}")
    problem = only(tmp_path, game, "print.small-text")
    assert (problem.severity, "at least 9 pt" in problem.message) == ("error", True)


def test_a_check_that_is_off_says_nothing(tmp_path):
    assert codes(tmp_path, side(text("size: 5 pt, box: safe"), checks="small-text: off")) == []
