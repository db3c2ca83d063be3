"""Contrast is judged against what really lies under a text or icon."""

import time

import pytest
from judging import judged, line_of, side
from PIL import Image

from cardforge.check.accessibility.paint import Painter

WHITE = 'shape: rectangle, fill: "#ffffff", box: bleed'
BOX = "box: {left: 10, right: 10, top: 20, height: 10}"


def text(color, more="size: 9 pt", said="Hello"):
    """Return a text element at one place, in a colour."""
    return f'text: "{said}", color: "{color}", {BOX}, {more}'


def contrasts(folder, *elements, palette=""):
    """Return the contrast problems of one card."""
    return judged(folder, side(elements, palette), "print.contrast")


def test_grey_text_on_white_is_reported_with_its_numbers_and_its_place(tmp_path):
    (problem,) = contrasts(tmp_path, WHITE, text("steel", said="X ="), palette='steel: "#8b97a5"')
    assert problem.message == "contrast 3.0 : 1 of 'X =' steel #8b97a5 on #ffffff, needs 4.5"
    assert problem.hint == "#6e7783 has the same hue and would do"
    assert (problem.severity, problem.cards) == ("warning", ("cards.one",))
    assert problem.span.line == line_of(side([WHITE, text("steel", said="X =")]), "X =")


def test_the_colour_of_the_hint_does(tmp_path):
    assert contrasts(tmp_path, WHITE, text("#6e7783")) == []


@pytest.mark.parametrize("color", ["#767676", "black", "cmyk(0, 0, 0, 100)", "gray(20)"])
def test_text_that_stands_out_is_not_reported(tmp_path, color):
    assert contrasts(tmp_path, WHITE, text(color)) == []


@pytest.mark.parametrize("color", ["#777777", "gray(60)", "cmyk(0, 0, 0, 40)", "cmyk(0,0,100,0)"])
def test_every_space_of_colour_is_judged(tmp_path, color):
    assert len(contrasts(tmp_path, WHITE, text(color))) == 1


def test_paper_is_white_where_there_is_no_ink(tmp_path):
    assert len(contrasts(tmp_path, text("#aaaaaa"))) == 1
    assert contrasts(tmp_path, text("#555555")) == []


@pytest.mark.parametrize(
    ("more", "is_enough"),
    [
        ("size: 17.5 pt", False),
        ("size: 18 pt", True),
        ("size: 13.5 pt, font: bold", False),
        ("size: 14 pt, font: bold", True),
        ("size: 14 pt", False),
    ],
)
def test_large_and_bold_letters_need_less(tmp_path, more, is_enough):
    # 3.5 : 1, enough for large letters alone.
    assert (contrasts(tmp_path, WHITE, text("#898989", more, "Hi")) == []) is is_enough


def test_an_icon_needs_as_much_as_a_large_text(tmp_path):
    icon = 'icon: star, color: "{}", box: {{x: 50%, y: 50%, width: 8, height: 8}}'
    (problem,) = contrasts(tmp_path, WHITE, icon.format("#aaaaaa"))
    assert problem.message.startswith("contrast 2.3 : 1 of the icon 'star' #aaaaaa on #ffffff")
    assert contrasts(tmp_path, WHITE, icon.format("#898989")) == []


def test_an_icon_that_is_the_ground_of_a_text_is_no_sign(tmp_path):
    place = "box: {x: 50%, y: 50%, width: 30, height: 30}"
    ground = f'icon: star, color: "#dddddd", {place}'
    number = f'text: "7", color: black, size: 14 pt, align: center, valign: middle, {place}'
    assert len(contrasts(tmp_path, WHITE, ground)) == 1
    assert contrasts(tmp_path, WHITE, ground, number) == []


def test_the_topmost_ground_counts(tmp_path):
    night = 'shape: rectangle, fill: "#222222", box: bleed'
    assert contrasts(tmp_path, WHITE, night, text("white")) == []
    assert len(contrasts(tmp_path, night, WHITE, text("white"))) == 1


def test_ink_above_the_text_is_no_ground(tmp_path):
    beside = 'shape: rectangle, fill: "#222222", box: {left: 10, top: 40, width: 20, height: 5}'
    assert len(contrasts(tmp_path, WHITE, text("#dddddd"), beside)) == 1


def test_a_text_that_is_wholly_hidden_is_not_judged(tmp_path):
    assert contrasts(tmp_path, WHITE, text("#dddddd"), WHITE) == []


def test_of_several_grounds_the_worst_counts(tmp_path):
    half = 'shape: rectangle, fill: "#333333", box: {left: 0, width: 20, top: 0, height: 60}'
    wide = text("#222222", "size: 14 pt", "Hello, hello, hello")
    (problem,) = contrasts(tmp_path, WHITE, half, wide)
    assert "#222222 on #333333" in problem.message


def test_a_thin_line_under_a_text_does_not_count(tmp_path):
    line = 'line: {from: [10, 22], to: [50, 22]}, stroke: "#222222", line-width: 0.3'
    assert contrasts(tmp_path, WHITE, line, text("#222222", "size: 14 pt", "Hello, hello")) == []


@pytest.mark.parametrize(
    "ground",
    [
        "shape: circle, fill: black, box: {x: 50%, y: 25, width: 40, height: 40}",
        "shape: rectangle, corner: 4, fill: black, box: {left: 5, right: 5, top: 15, height: 20}",
        'path: "M0 0H60V30H0Z", fill: black, box: {left: 2, top: 10}',
        "line: {from: [5, 22], to: [58, 22]}, stroke: black, line-width: 20",
        "shape: rectangle, fill: black, rotate: 90, box: {x: 50%, y: 25, width: 30, height: 60}",
    ],
)
def test_grounds_of_every_shape_are_found(tmp_path, ground):
    centred = "size: 9 pt, align: center"
    assert contrasts(tmp_path, WHITE, ground, text("white", centred)) == []
    assert len(contrasts(tmp_path, WHITE, ground, text("#333333", centred))) == 1


def test_the_hole_of_a_ring_is_no_ground(tmp_path):
    ring = "shape: ring, ring: 2, fill: black, box: {x: 50%, y: 22, width: 40, height: 40}"
    assert contrasts(tmp_path, WHITE, ring, text("black", "size: 9 pt, align: center")) == []


def test_opacity_is_blended_on_text_and_ground(tmp_path):
    assert len(contrasts(tmp_path, WHITE, text("black", "size: 9 pt, opacity: 0.4"))) == 1
    assert contrasts(tmp_path, WHITE, text("black", "size: 9 pt, opacity: 0.8")) == []
    veil = "shape: rectangle, fill: black, opacity: {}, box: bleed"
    (problem,) = contrasts(tmp_path, WHITE, veil.format(0.6), text("black"))
    assert "#000000 on #666666" in problem.message
    assert contrasts(tmp_path, WHITE, veil.format(0.1), text("black")) == []


def test_a_group_of_some_opacity_is_blended_as_one(tmp_path):
    group = (
        "group: [{{shape: rectangle, fill: white, box: {{left: 0, right: 0, top: 0, bottom: 0}}}},"
        ' {{text: "Hello", size: 9 pt, color: black, box: {{left: 8, top: 20, height: 8}}}}],'
        " opacity: {}, box: {{left: 0, right: 0, top: 0, height: 40}}"
    )
    night = "shape: rectangle, fill: black, box: bleed"
    # The letters are seen black, their panel in the grey of its opacity.
    assert contrasts(tmp_path, night, group.format(0.9)) == []
    (problem,) = contrasts(tmp_path, night, group.format(0.4))
    assert "#000000 on #666666" in problem.message


def test_text_over_a_picture_is_judged_by_the_picture(tmp_path):
    picture = Image.new("RGB", (200, 200), "#eeeeee")
    picture.paste("#101010", (0, 0, 200, 100))
    picture.save(tmp_path / "half.png")
    image = "image: half.png, fit: stretch, box: {left: 0, top: 0, width: 63, height: 88}"
    assert contrasts(tmp_path, image, text("white")) == []
    (problem,) = contrasts(tmp_path, image, text("#222222"))
    assert "on #101010" in problem.message


def test_a_transparent_picture_shows_what_lies_under_it(tmp_path):
    Image.new("RGBA", (20, 20), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    image = "image: clear.png, fit: stretch, box: {left: 0, top: 0, width: 63, height: 88}"
    assert contrasts(tmp_path, WHITE, image, text("black")) == []
    assert len(contrasts(tmp_path, WHITE, image, text("white"))) == 1


def test_a_decoration_of_which_a_clip_leaves_little_is_not_judged(tmp_path):
    ghost = (
        'group: [{{text: "8", size: 80 pt, color: "#dddddd", valign: middle, align: center,'
        " box: {{x: 50%, y: {}, width: 40, height: 30}}}}], clip: rectangle,"
        " box: {{left: 5, right: 5, top: 5, height: 50}}"
    )
    assert contrasts(tmp_path, WHITE, ghost.format("-8")) == []
    assert len(contrasts(tmp_path, WHITE, ghost.format("50%"))) == 1


def test_a_text_of_many_cards_is_one_problem_that_names_the_worst(tmp_path):
    rows = ", ".join(f"{{id: c{n}, tone: '{t}'}}" for n, t in enumerate(("#aaa", "#ccc", "#333")))
    rest = (
        f"decks:\n  cards:\n    rows: [{rows}]\n    face: face\n    back: none\n"
        "templates:\n  face:\n    elements:\n"
        '      - {text: "Hello", size: 9 pt, color: "{{ tone }}", box: {top: 20, height: 8}}\n'
    )
    (problem,) = judged(tmp_path, rest, "print.contrast")
    assert sorted(problem.cards) == ["cards.c0", "cards.c1"]
    assert "#cccccc on #ffffff" in problem.message
    assert "too little also #aaaaaa on #ffffff" in problem.message


def test_backs_and_tokens_are_judged(tmp_path):
    rest = (
        "decks:\n  cards:\n    rows: [{id: one}]\n    face: plain\n    back: faint\n"
        "tokens:\n  coin:\n    shape: round\n    size: 20\n    rows: [{id: coin}]\n"
        "    face: plain\n    back: dim\n"
        "templates:\n  plain:\n    elements: [{shape: rectangle, fill: white, box: bleed}]\n"
        "  faint:\n    elements: [{text: hi, size: 8 pt, color: '#ccc', box: {height: 9}}]\n"
        "  dim:\n    elements: [{text: ho, size: 8 pt, color: '#ddd', box: {top: 9, height: 9}}]\n"
    )
    found = judged(tmp_path, rest, "print.contrast")
    assert {p.cards for p in found} == {("cards.one",), ("coin.coin",)}


def test_limits_and_severity_are_those_of_the_game(tmp_path):
    strict = "checks: {contrast: {severity: error, least: 7}}\n"
    (problem,) = judged(tmp_path, strict + side([text("#767676")]), "print.contrast")
    assert (problem.severity, "needs 7" in problem.message) == ("error", True)
    off = "checks: {contrast: off}\n"
    assert judged(tmp_path, off + side([text("#eeeeee")]), "print.contrast") == []


def test_a_ratio_is_never_rounded_up_to_what_would_be_enough(tmp_path):
    (problem,) = contrasts(tmp_path, WHITE, text("#777777"))
    assert problem.message.startswith("contrast 4.47 : 1")


def test_a_colour_with_no_hope_is_said_to_have_none(tmp_path):
    grey = 'shape: rectangle, fill: "#777777", box: bleed'
    strict = "checks: {contrast: {least: 7}}\n"
    (problem,) = judged(tmp_path, strict + side([grey, text("white")]), "print.contrast")
    assert problem.hint == "choose another ground: no colour of this hue stands out from it"


FRAME = 'shape: rectangle, stroke: "#222222", line-width: 3, corner: 2, box: {left: 8, width: 40'
INSIDE = (
    'text: "Hello", size: 9 pt, color: "#000000", box: {left: 12, width: 30, top: 20, height: 5}'
)


def test_a_frame_is_what_a_text_on_its_stroke_lies_on(tmp_path):
    (problem,) = contrasts(tmp_path, f"{FRAME}, top: 22.5, height: 40}}", INSIDE)
    assert "#000000 on #222222" in problem.message


@pytest.mark.parametrize("turned", ["", ", rotate: 90"])
def test_a_text_inside_a_frame_is_not_asked_place_by_place(tmp_path, monkeypatch, turned):
    asked = []
    monkeypatch.setattr(Painter, "hits", lambda *given: asked.append(given) or [])
    elements = ", ".join(f"{{{e}}}" for e in (WHITE, f"{FRAME}, top: 10, height: 40}}", INSIDE))
    assert contrasts(tmp_path, f"group: [{elements}], box: trim{turned}") == []
    assert asked == []


@pytest.mark.slow
def test_a_card_of_many_words_is_judged_without_comparing_each_with_all(tmp_path):
    words = " ".join(["*a*"] * 4000)
    begun = time.process_time()
    assert contrasts(tmp_path, WHITE, f'paragraph: "{words}", size: 2 pt, box: safe') == []
    assert time.process_time() - begun < 6
