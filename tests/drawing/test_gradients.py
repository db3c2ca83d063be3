"""Gradients: as ink, as pixels of two programs, in inks of a press, and under text."""

import io
import math
import subprocess

import pikepdf
import pytest
from drawing_toys import at, by_pdfium, by_poppler, laid_out, near, pdf_of, plate_of, text_of

from cardforge.color import Color
from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Gradient, Group, Path, Rect, Stop, digest, dump
from cardforge.ink.paint import color_at
from cardforge.press.gradients import inked_gradient, is_grey, mixable

RED, BLUE, GREEN = (Color("rgb", v) for v in ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)))
WHITE, BLACK = Color("gray", (1.0,)), Color("gray", (0.0,))
FOLDED = Transform(0.8, 0.6, -0.3, 1.1, 20.0, 5.0)


def stops(*colors):
    return tuple(Stop(index / (len(colors) - 1), color) for index, color in enumerate(colors))


def seen(color):
    values = color.values * 3 if color.space == "gray" else color.values
    return tuple(round(value * 255) for value in values)


def linear(angle=0.0, *colors):
    x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    ends = Point(30 - 20 * x, 20 - 20 * y), Point(30 + 20 * x, 20 + 20 * y)
    return Gradient("linear", *ends, stops(*(colors or (RED, BLUE))))


RADIAL = Gradient("radial", Point(24, 16), Point(30, 20), stops(WHITE, GREEN, BLUE), 22.0, 2.0)
SHAPES = {
    "level": linear(),
    "downwards": linear(90),
    "slanting": linear(37, RED, WHITE, BLUE),
    "backwards": linear(-160, GREEN, BLACK),
    "hard": linear()._replace(stops=(Stop(0.3, RED), Stop(0.5, GREEN), Stop(0.5, BLUE))),
    "round": RADIAL,
    "oval": Gradient(
        "radial", Point(0, 0), Point(0, 0), stops(RED, WHITE, BLUE), 1.0, 0.0,
        Transform(24.0, 3.0, -2.0, 12.0, 30.0, 20.0),
    ),
    "folded": linear(20)._replace(transform=FOLDED),
}  # fmt: skip
# Away from the hard edge, where a pixel may be of either side.
PLACES = [(x, y) for x in (3.3, 13.7, 22.1, 32.9, 41.5, 55.2) for y in (2.9, 14.1, 26.3, 36.7)]


@pytest.mark.parametrize("program", [by_pdfium, by_poppler])
@pytest.mark.parametrize("name", SHAPES)
def test_each_program_shows_the_colours_that_a_gradient_says(name, program):
    gradient = SHAPES[name]
    picture = program(pdf_of(Rect(Box(0, 0, 60, 40), fill=gradient)))
    wrong = [
        (place, at(picture, *place), seen(color_at(gradient, Point(*place))))
        for place in PLACES
        if not near(at(picture, *place), seen(color_at(gradient, Point(*place))), 10)
    ]
    assert wrong == []


@pytest.mark.parametrize("program", [by_pdfium, by_poppler])
def test_a_gradient_turns_with_its_group_and_ends_at_the_outline(program):
    corners = (("M", 10.0, 5.0), ("L", 40.0, 5.0), ("L", 25.0, 30.0), ("Z",))
    path = Path(corners, fill=linear(0), stroke=BLACK, line_width=1.0)
    turned = Transform.turned(15.0, Point(25.0, 15.0))
    picture = program(pdf_of(Group((path,), turned)))
    for place in ((20.0, 8.0), (30.0, 9.0), (25.0, 20.0)):
        expected = seen(color_at(linear(0), Point(*place)))
        assert near(at(picture, *turned.apply(Point(*place))), expected, 10)
    assert at(picture, 12.0, 25.0) == (255, 255, 255)
    assert near(at(picture, *turned.apply(Point(25.0, 5.0))), (0, 0, 0), 10)


def test_the_colour_beyond_the_ends_is_that_of_the_ends():
    gradient = linear()
    assert color_at(gradient, Point(-100.0, 0.0)) == RED
    assert color_at(gradient, Point(200.0, 0.0)) == BLUE
    assert color_at(RADIAL, Point(-100.0, 0.0)) == BLUE
    assert seen(color_at(RADIAL, Point(24.0, 16.0))) == seen(WHITE)


def test_a_gradient_is_a_shading_and_no_picture():
    with pikepdf.open(io.BytesIO(pdf_of(Rect(Box(0, 0, 60, 40), fill=linear(20))))) as pdf:
        (shading,) = [o for o in pdf.objects if "/ShadingType" in _names(o)]
        assert shading.ShadingType == 2
        assert shading.ColorSpace == "/DeviceRGB"
        assert not [o for o in pdf.objects if "/Width" in _names(o)]


def test_equal_gradients_are_stored_once():
    items = [Rect(Box(x, 0, 5, 5), fill=linear()) for x in (0, 10, 20)]
    with pikepdf.open(io.BytesIO(pdf_of(*items))) as pdf:
        assert len([o for o in pdf.objects if "/ShadingType" in _names(o)]) == 1


def test_a_gradient_with_another_colour_has_another_digest_and_dump(tmp_path):
    one, other = (
        plate_of(tmp_path, f"{{shape: circle, fill: {{gradient: linear, stops: [sky, {c}]}}}}")
        for c in ("sun", "red")
    )
    assert digest(one) != digest(other)
    assert dump(one) != dump(other)
    again = plate_of(tmp_path, "{shape: circle, fill: {gradient: linear, stops: [sky, red]}}")
    assert digest(other) == digest(again)


def _names(found):
    return found.keys() if isinstance(found, (pikepdf.Dictionary, pikepdf.Stream)) else ()


# --- as a designer writes them ---


def test_an_angle_counts_clockwise_and_ends_in_corners(tmp_path):
    box = "box: {left: 10, top: 10, width: 40, height: 20}"
    fill = "fill: {gradient: linear, angle: 90, stops: [sky, sun]}"
    (item,) = plate_of(tmp_path, f"{{shape: rectangle, {fill}, {box}}}").items
    assert item.fill.start == (30.0, 10.0)
    assert item.fill.end == (30.0, 30.0)
    fill = "fill: {gradient: linear, angle: 45, stops: [sky, sun]}"
    (item,) = plate_of(tmp_path, f"{{shape: rectangle, {fill}, {box}}}").items
    assert item.fill.start == pytest.approx((15.0, 5.0))
    assert item.fill.end == pytest.approx((45.0, 35.0))


def test_the_palette_names_a_gradient_and_a_card_decides_between_two(tmp_path):
    fill = "\"{{ 'dusk' if turn > 20 else tint }}\""
    (item,) = plate_of(tmp_path, f"{{shape: rectangle, fill: {fill}}}").items
    assert [stop.share for stop in item.fill.stops] == [0.0, 1.0]
    (item,) = plate_of(
        tmp_path,
        '{shape: circle, fill: {gradient: linear, angle: "{{ turn }}", stops: [white, "{{ tint }}",'
        ' [black, "{{ 90 }}%"]]}}',
    ).items
    assert [round(stop.share, 3) for stop in item.fill.stops] == [0.0, 0.45, 0.9]
    across, down = item.fill.end.x - item.fill.start.x, item.fill.end.y - item.fill.start.y
    assert math.degrees(math.atan2(down, across)) == pytest.approx(30.0)


def test_stops_that_a_card_puts_out_of_order_are_an_error(tmp_path):
    element = '{shape: circle, fill: {gradient: linear, stops: [[sky, "{{ turn }}%"], [sun, 0.1]]}}'
    _, _, problems = laid_out(tmp_path, element)
    assert [p.code for p in problems] == ["value.gradient"]
    _, _, problems = laid_out(tmp_path, element.replace("0.1", "0.4"))
    assert not problems


def test_nothing_inside_the_trim_moves_when_the_bleed_changes(tmp_path):
    """The gradient of a bleeding box ends at the trim: 0 to 60 across whatever the bleed."""
    (item,) = plate_of(tmp_path, "{shape: rectangle, fill: dusk, box: bleed}").items
    assert item.box.x == -3.0
    assert item.fill.start == (0.0, 20.0)
    assert item.fill.end == (60.0, 20.0)


def test_a_radius_reaches_the_farthest_corner_or_is_an_ellipse(tmp_path):
    box = "box: {left: 10, top: 10, width: 40, height: 20}"
    fill = "{gradient: radial, stops: [sky, sun]}"
    (item,) = plate_of(tmp_path, f"{{shape: rectangle, fill: {fill}, {box}}}").items
    assert item.fill.radius == pytest.approx(math.hypot(20, 10))
    fill = "{gradient: radial, radius: [50%, 50%], stops: [sky, sun]}"
    (item,) = plate_of(tmp_path, f"{{shape: rectangle, fill: {fill}, {box}}}").items
    for edge in ((10.0, 20.0), (50.0, 20.0), (30.0, 10.0), (30.0, 30.0)):
        assert color_at(item.fill, Point(*edge)).values == pytest.approx((1.0, 192 / 255, 0.0))


def test_a_text_is_judged_against_the_part_of_the_gradient_that_it_stands_on(tmp_path):
    from cardforge.check.accessibility.paint import Painter

    def under(element):
        plate, fonts, _ = laid_out(tmp_path, element)
        painter = Painter(fonts)
        paints = painter.paints(plate)[::-1]
        return [painter.hits(paints, Point(x, 20.0))[-1].rgb for x in (3.0, 57.0)]

    dark, light = under(
        "{shape: rectangle, fill: {gradient: linear, angle: 0, stops: [black, white]}}"
    )
    assert max(dark) < 0.1
    assert min(light) > 0.9
    one, other = under("{shape: rectangle, fill: sky}")
    assert one == other


# --- for a press ---


def _plain(color):
    """Return inks as a naive press has them."""
    red, green, blue = color.values * 3 if color.space == "gray" else color.values
    return Color("cmyk", ((1 - red) ** 2, 1 - green, 1 - blue, 0.0))


def test_stops_are_put_in_where_inks_do_not_go_straight():
    made = inked_gradient(linear(0, RED, Color("rgb", (0.0, 1.0, 1.0))), _plain, _plain)
    assert len(made.stops) > 4
    assert [s.share for s in made.stops] == sorted(s.share for s in made.stops)
    for share in (0.1, 0.33, 0.5, 0.81):
        light = color_at(linear(0, RED, Color("rgb", (0.0, 1.0, 1.0))), Point(10 + 40 * share, 20))
        inks = color_at(made, Point(10 + 40 * share, 20))
        assert inks.values == pytest.approx(_plain(light).values, abs=0.02)


def test_no_stop_is_put_in_between_what_is_written_in_inks():
    cyan, black = (Color("cmyk", v) for v in ((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)))
    made = inked_gradient(linear(0, cyan, black), lambda c: c, pytest.fail)
    assert [stop.color for stop in made.stops] == [cyan, black]


def test_greys_may_be_black_ink_alone_and_black_among_colours_is_mixed():
    assert is_grey(linear(0, BLACK, WHITE))
    assert not is_grey(linear(0, BLACK, RED))
    dark = mixable(linear(0, RED, Color("rgb", (0.0, 0.0, 0.0)))).stops[-1].color
    assert dark.values == pytest.approx((5 / 255,) * 3)


def test_a_press_file_has_no_rgb_and_keeps_the_ink_limit(tmp_path, run):
    stops = "stops: [[sky, 10%], black, sun, white]"
    element = f"{{shape: rectangle, fill: {{gradient: linear, {stops}}}, box: bleed}}"
    text = text_of(element).replace("fonts:", "press: {ink-limit: 220}\nfonts:", 1)
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    words = ["--shop", "press", "--standard", "pdfx-1a:2003", "--out", tmp_path / "out"]
    code, out, err = run("export", tmp_path, *words)
    assert code == 0, out + err
    (file,) = (tmp_path / "out").rglob("*.pdf")
    with pikepdf.open(file) as pdf:
        (shading,) = [o for o in pdf.objects if "/ShadingType" in _names(o)]
        assert shading.ColorSpace == "/DeviceCMYK"
        parts = list(shading.Function.Functions)
        inks = [sum(map(float, part[key])) for part in parts for key in ("/C0", "/C1")]
        streams = [o for o in pdf.objects if isinstance(o, pikepdf.Stream)]
        forms = [*(s for s in streams if s.get("/Subtype") == "/Form"), *pdf.pages]
        steps = [str(s.operator) for f in forms for s in pikepdf.parse_content_stream(f)]
    assert "sh" in steps
    assert not {"rg", "RG"} & set(steps)
    # Every mixture of two colours within the limit is within it.
    assert 1.8 < max(inks) <= 2.2 + 1e-4


def test_ghostscript_separates_a_gradient_into_a_spot_ink():
    spot = Color("spot", (0.0, 1.0, 1.0, 0.0), None, "Warm Red")
    pdf = pdf_of(Rect(Box(0, 0, 60, 40), fill=linear(0, spot, Color("cmyk", (0.0,) * 4))))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        (shading,) = [o for o in document.objects if "/ShadingType" in _names(o)]
        assert "/Warm#20Red" in str(shading.ColorSpace[1].unparse()) or "Warm Red" in str(
            list(map(str, shading.ColorSpace[1]))
        )
    words = ["gs", "-q", "-sDEVICE=inkcov", "-o", "-", "-"]
    done = subprocess.run(words, input=pdf, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
