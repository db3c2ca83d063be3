"""Lines are thick enough for a press, and pictures have pixels enough for their size."""

import pytest
from printing import codes, line_of, only, picture, side

NIGHT = 'shape: rectangle, fill: "#1b2540", box: bleed'
BOX = "shape: rectangle, box: {left: 9, right: 9, top: 9, height: 9}"
LINE = "line: {{from: [10, 20], to: [50, 20]}}, line-width: {width}"


@pytest.mark.parametrize(
    ("width", "found"), [("0.25 pt", []), (0.09, []), ("0.2 pt", ["print.thin-line"])]
)
def test_a_quarter_point_is_the_thinnest_line(tmp_path, width, found):
    assert codes(tmp_path, side(LINE.format(width=width))) == found


def test_a_thin_line_is_reported_in_points_and_millimetres(tmp_path):
    game = side(LINE.format(width=0.05))
    problem = only(tmp_path, game, "print.thin-line")
    assert "a line is 0.14 pt (0.050 mm) thin, a press holds 0.25 pt (0.088 mm)" in problem.message
    assert problem.span.line == line_of(game, "{line:")


@pytest.mark.parametrize(
    "element",
    [
        "shape: rectangle, stroke: black, line-width: 0.05, box: {left: 9, right: 9, top: 9}",
        "shape: circle, stroke: black, line-width: 0.05, box: {left: 9, right: 9, top: 9}",
        "shape: rectangle, fill: black, box: {left: 9, right: 9, top: 9, height: 0.05}",
        'path: "M 10 10 L 50 10 L 50 10.05 L 10 10.05 Z", fill: black',
        "line: {from: [10, 20], to: [50, 20]}, line-width: 0.3, dash: [0.05, 1]",
    ],
)
def test_strokes_strips_and_dashes_are_lines_too(tmp_path, element):
    assert codes(tmp_path, side(element)) == ["print.thin-line"]


def test_thick_shapes_are_fine(tmp_path):
    shapes = (
        f"{BOX}, stroke: black, line-width: 0.3",
        "shape: rectangle, fill: black, box: {left: 9, right: 9, top: 39, height: 0.3}",
        "line: {from: [10, 60], to: [50, 60]}, line-width: 0.3, dash: [0.5, 1]",
    )
    assert codes(tmp_path, side(*shapes)) == []


def test_a_light_line_on_dark_must_be_thicker(tmp_path):
    light = LINE.format(width="0.4 pt") + ", stroke: white"
    assert codes(tmp_path, side(NIGHT, light)) == ["print.thin-line"]
    assert codes(tmp_path, side(NIGHT, LINE.format(width="0.5 pt") + ", stroke: white")) == []
    dark = LINE.format(width="0.4 pt") + ", stroke: black"
    panel = "shape: rectangle, fill: white, box: safe"
    assert codes(tmp_path, side(NIGHT, panel, dark)) == []


def test_a_light_outline_of_a_dark_disc_on_paper_is_not_light_on_dark(tmp_path):
    disc = "shape: circle, fill: black, stroke: gray(80), line-width: 0.4 pt"
    assert codes(tmp_path, side(disc + ", box: {x: 50%, y: 50%, width: 30, height: 30}")) == []


# --- pictures ---


def placed(more, box="{left: 10, width: 25.4, top: 20, height: 25.4}"):
    return f"image: art.png, box: {box}{more}"


def test_a_coarse_picture_is_reported_with_its_resolution(tmp_path):
    picture(tmp_path / "art.png", 100, 100)
    game = side(placed(""))
    problem = only(tmp_path, game, "print.dpi")
    assert "'art.png' (100 × 100 pixels) is printed at 100 dpi on 25.4 × 25.4 mm" in problem.message
    assert problem.hint.startswith("use a picture of 300 × 300 pixels")
    assert problem.span.line == line_of(game, "{image:")


@pytest.mark.parametrize(("pixels", "found"), [(300, []), (299, []), (297, ["print.dpi"])])
def test_three_hundred_dpi_are_asked_for_and_a_pixel_forgiven(tmp_path, pixels, found):
    picture(tmp_path / "art.png", pixels, pixels)
    assert codes(tmp_path, side(placed(""))) == found


def test_the_worse_axis_counts(tmp_path):
    picture(tmp_path / "art.png", 600, 150)
    problem = only(tmp_path, side(placed(", fit: stretch")), "print.dpi")
    assert "printed at 150 dpi" in problem.message


def test_what_is_cut_off_does_not_count(tmp_path):
    # 600 pixels across, of which a third is shown: 200 to the inch.
    picture(tmp_path / "art.png", 600, 200)
    problem = only(tmp_path, side(placed(", fit: cover")), "print.dpi")
    assert "printed at 200 dpi" in problem.message
    assert problem.hint.startswith("use a picture of 900 × 300 pixels")


def test_a_game_can_do_with_less(tmp_path):
    picture(tmp_path / "art.png", 200, 200)
    assert codes(tmp_path, side(placed(""))) == ["print.dpi"]
    assert codes(tmp_path, side(placed(""), checks="dpi: {least: 150}")) == []
