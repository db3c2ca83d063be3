"""Path data becomes absolute segments, and every icon in the box is sound."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from cardforge.geometry import Box, Point, Segment, Transform
from cardforge.svgpath import (
    PathError,
    bounds,
    ellipse,
    parse,
    regular_polygon,
    ring,
    rounded_rectangle,
    star,
    transform_segments,
)

ROOT = Path(__file__).parent.parent
ICON_FILES = (
    ROOT / "cardforge/data/icons.yaml",
    *(
        ROOT / "designs" / game / "icons.yaml"
        for game in ("numerik", "cent", "one-hundred", "ninety-nine")
    ),
)


def points(segments: tuple[Segment, ...], steps: int = 16) -> list[tuple[float, float]]:
    """Return points along the segments, found by halving chords rather than by the formula."""
    found: list[tuple[float, float]] = []
    at = start = (0.0, 0.0)
    for kind, *values in segments:
        corners = [at, *zip(values[::2], values[1::2], strict=True)]
        if kind == "M":
            at = start = corners[-1]
            continue
        if kind == "Z":
            corners = [at, start]
        found += [de_casteljau(corners, step / steps) for step in range(steps + 1)]
        at = corners[-1]
    return found


def de_casteljau(corners: list[tuple[float, float]], t: float) -> tuple[float, float]:
    while len(corners) > 1:
        corners = [
            (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(corners)
        ]
    return corners[0]


def close_to(segments: tuple[Segment, ...]) -> list[object]:
    return [(s[0], *(pytest.approx(value, abs=1e-9) for value in s[1:])) for s in segments]


# --- reading


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("", ()),
        (" \n\t", ()),
        ("M1 2", (("M", 1, 2),)),
        ("M1,2L3,4Z", (("M", 1, 2), ("L", 3, 4), ("Z",))),
        ("M1 2 3 4 5 6", (("M", 1, 2), ("L", 3, 4), ("L", 5, 6))),
        ("m1 2 3 4 5 6", (("M", 1, 2), ("L", 4, 6), ("L", 9, 12))),
        ("M.5.5l-1-1", (("M", 0.5, 0.5), ("L", -0.5, -0.5))),
        ("M1e1 2.E-1L+3-4", (("M", 10, 0.2), ("L", 3, -4))),
        ("M1 2H5 6V7 8", (("M", 1, 2), ("L", 5, 2), ("L", 6, 2), ("L", 6, 7), ("L", 6, 8))),
        ("M1 2h5v7", (("M", 1, 2), ("L", 6, 2), ("L", 6, 9))),
        ("M0 0C1 2 3 4 5 6", (("M", 0, 0), ("C", 1, 2, 3, 4, 5, 6))),
        ("M0 0C1 2 3 4 5 6S7 8 9 9", parse("M0 0C1 2 3 4 5 6C7 8 7 8 9 9")),
        ("M1 1S3 4 5 6", (("M", 1, 1), ("C", 1, 1, 3, 4, 5, 6))),
        ("M0 0Q3 3 6 0", (("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0))),
        ("M0 0Q3 3 6 0T12 0", (("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0), ("C", 8, -2, 10, -2, 12, 0))),
        ("M3 3T9 9", (("M", 3, 3), ("C", 3, 3, 5, 5, 9, 9))),
        ("M0 0A0 5 0 0 1 4 4", (("M", 0, 0), ("L", 4, 4))),
        ("M2 2A5 5 0 0 1 2 2", (("M", 2, 2),)),
    ],
)
def test_path_data_gives_the_segments_worked_out_by_hand(data, expected):
    assert list(parse(data)) == close_to(expected)


def test_a_smooth_curve_after_another_kind_of_curve_starts_without_a_handle():
    assert parse("M0 0Q3 3 6 0S9 9 12 0")[-1] == ("C", 6, 0, 9, 9, 12, 0)
    assert parse("M0 0C1 1 5 1 6 0T12 0")[-1] == ("C", 6, 0, 8, 0, 12, 0)


def test_drawing_on_after_a_close_starts_a_new_part_at_the_old_start():
    assert parse("M1 1h4v4zl2 3") == parse("M1 1H5V5ZM1 1L3 4")


def test_a_move_after_a_close_is_relative_to_the_start_of_the_closed_part():
    assert parse("m1 1h4v4zm2 2h1") == parse("M1 1H5V5ZM3 3H4")


@pytest.mark.parametrize(
    ("relative", "absolute"),
    [
        ("m3 4l5 6h2v-3", "M3 4L8 10H10V7"),
        ("m3 4c1 2 3 4 5 6s1 1 2 0", "M3 4C4 6 6 8 8 10S9 11 10 10"),
        ("m3 4q2 5 4 0t4 0", "M3 4Q5 9 7 4T11 4"),
        ("m3 4a5 3 30 1 0 2 2", "M3 4A5 3 30 1 0 5 6"),
    ],
)
def test_relative_commands_equal_the_absolute_ones(relative, absolute):
    assert list(parse(relative)) == close_to(parse(absolute))


# --- arcs


@pytest.mark.parametrize(("large", "sweep"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_an_arc_runs_on_its_true_circle(large, sweep):
    centre_x = 10 if large != sweep else 16  # the two circles of radius 5 through both ends
    arc = parse(f"M13 6A5 5 0 {large} {sweep} 13 14")
    away = [math.hypot(x - centre_x, y - 10) for x, y in points(arc)]
    assert away == pytest.approx([5] * len(away), abs=2e-3)
    side = 1 if sweep else -1
    wide = 8 if large else 2
    reach = max(side * (x - 13) for x, _ in points(arc))
    assert reach == pytest.approx(wide, abs=2e-3)


def test_a_turned_arc_runs_on_its_true_ellipse():
    turn = math.radians(30)
    far = (10 * math.cos(turn), 10 * math.sin(turn))
    arc = parse(f"M0 0A5 2 30 1 1 {far[0]} {far[1]}")
    for x, y in points(arc):
        x, y = x - far[0] / 2, y - far[1] / 2
        along = x * math.cos(turn) + y * math.sin(turn)
        across = y * math.cos(turn) - x * math.sin(turn)
        assert (along / 5) ** 2 + (across / 2) ** 2 == pytest.approx(1, abs=2e-3)


def test_an_arc_too_small_for_its_ends_grows_to_a_half_circle():
    assert bounds(parse("M0 0A1 1 0 0 1 10 0")) == pytest.approx((0, -5, 10, 5), abs=1e-9)


def test_an_arc_ends_exactly_where_it_was_told_to():
    assert parse("M.1.2A7 3 17 1 0 .3.7")[-1][-2:] == (0.3, 0.7)


def test_an_arc_repeats_without_its_letter():
    assert parse("M0 0a1 1 0 0 1 2 0,1 1 0 0 1 2 0") == parse("M0 0a1 1 0 0 1 2 0a1 1 0 0 1 2 0")


def test_negative_radii_are_taken_without_their_sign():
    assert parse("M0 0A-5-3 0 0 1 4 4") == parse("M0 0A5 3 0 0 1 4 4")


def test_flags_may_be_glued_to_what_follows():
    assert parse("M0 0a5 5 0 0110 0") == parse("M0 0A5,5,0,0,1,10,0")
    assert parse("M0 0a5 5 0 11.5.5") == parse("M0 0a5 5 0 1 1 0.5 0.5")


# --- faults


@pytest.mark.parametrize(
    ("data", "position", "words"),
    [
        ("L1 2", 0, "starts with M or m, found 'L'"),
        ("  10 10", 2, "a path command is expected, found '1'"),
        ("M1 2 L", 6, "L needs a number, found the end of the path"),
        ("M1 2 L3", 7, "L needs a number, found the end of the path"),
        ("M1 2 L3 x", 8, "L needs a number, found 'x'"),
        ("M1 2 X", 5, "a path command is expected, found 'X'"),
        ("M1 2Z3 4", 5, "a path command is expected, found '3'"),
        ("M1,,2", 3, "M needs a number, found ','"),
        ("M1 2,L3 4", 4, "a path command is expected, found ','"),
        ("M0 0A5 5 0 2 0 1 1", 11, "a flag of A is 0 or 1, found '2'"),
        ("M0 0a5 5 0 1", 12, "a flag of a is 0 or 1, found the end of the path"),
        ("M0 0L1e999 0", 5, "a number goes up to 1e9, found 1e999"),
        ("M0 0L. 0", 5, "L needs a number, found '.'"),
        ("M0 0A1 1 0 0 0 2e9 0", 15, "a number goes up to 1e9, found 2e9"),
        ("M0 0A1 1 0 0 0 2 0 5", 20, "A needs a number, found the end of the path"),
        ("M0 nan", 3, "M needs a number, found 'n'"),
        ("M٣ 0", 1, "M needs a number, found '٣'"),
    ],
)
def test_a_fault_is_reported_with_its_place(data, position, words):
    with pytest.raises(PathError) as caught:
        parse(data)
    assert (caught.value.position, words in caught.value.message) == (position, True)


# --- bounds and transforms


@pytest.mark.parametrize(
    ("data", "box"),
    [
        ("", (0, 0, 0, 0)),
        ("M5 5", (0, 0, 0, 0)),
        ("M5 5L7 9", (5, 5, 2, 4)),
        ("M0 0C0 10 10 10 10 0", (0, 0, 10, 7.5)),
        ("M0 0Q5 10 10 0", (0, 0, 10, 5)),
        ("M0 0C20 0-10 5 10 5", (-0.0, 0, 10, 5)),
        ("M0 0L1 1M50 50", (0, 0, 1, 1)),
        ("M2 2L8 2L8 6ZL2 9", (2, 2, 6, 7)),
    ],
)
def test_bounds_hug_the_curve_and_not_its_handles(data, box):
    assert bounds(parse(data)) == pytest.approx(box, abs=1e-9)


@pytest.mark.parametrize("data", ["M1 2C9-7-4 12 6 3S2-8 0 5", "M3 3A7 2 40 1 1 9 5Q0 0 4 20Z"])
def test_bounds_agree_with_many_points_along_the_path(data):
    segments = parse(data)
    box, drawn = bounds(segments), points(segments, steps=400)
    xs, ys = zip(*drawn, strict=True)
    measured = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    assert box == pytest.approx(measured, abs=1e-3)


def test_a_transform_maps_every_point_and_keeps_the_kinds():
    turned = transform_segments(parse("M1 0C2 0 3 1 3 2Z"), Transform.turned(90, Point(0, 0)))
    assert turned == (("M", 0, 1), ("C", 0, 2, -1, 3, -2, 3), ("Z",))


# --- shapes


@pytest.mark.parametrize(
    "shape",
    [ellipse, lambda box: rounded_rectangle(box, 2), lambda box: regular_polygon(box, 4)],
)
def test_a_shape_touches_the_edges_of_its_box(shape):
    box = Box(3, 4, 20, 10)
    assert bounds(shape(box)) == pytest.approx(box)


def test_an_ellipse_is_round():
    away = [math.hypot(x - 5, y - 5) for x, y in points(ellipse(Box(0, 0, 10, 10)))]
    assert away == pytest.approx([5] * len(away), abs=2e-3)


def test_a_rectangle_without_a_radius_has_four_sharp_corners():
    assert rounded_rectangle(Box(0, 0, 4, 2), 0) == parse("M0 0L4 0L4 2L0 2Z")


def test_a_radius_stops_at_half_the_shorter_side():
    box = Box(0, 0, 10, 4)
    assert rounded_rectangle(box, 99) == rounded_rectangle(box, 2)


def test_a_ring_has_a_hole_of_even_thickness():
    drawn = ring(Box(0, 0, 10, 8), 1)
    hole = drawn[len(drawn) // 2 :]
    assert bounds(hole) == pytest.approx((1, 1, 8, 6))


def test_a_ring_thicker_than_its_room_is_a_disc():
    assert ring(Box(0, 0, 10, 8), 4) == ellipse(Box(0, 0, 10, 8))


def test_a_polygon_points_up_until_it_is_turned():
    box = Box(0, 0, 10, 10)
    assert regular_polygon(box, 3)[0] == pytest.approx(("M", 5, 0))
    assert regular_polygon(box, 6, 30)[0] == ("M", pytest.approx(7.5), pytest.approx(0.669873))


def test_a_star_goes_in_and_out():
    drawn = star(Box(0, 0, 10, 10), 5, 0.4)
    away = [math.hypot(x - 5, y - 5) for _, x, y in drawn[:-1]]
    assert away == pytest.approx([5, 2] * 5)


# --- the icons


def shipped_icons() -> list[tuple[str, dict]]:
    """Return every icon of every file, named by file and icon."""
    return [
        (f"{path.parent.name}/{name}", icon)
        for path in ICON_FILES
        for name, icon in yaml.safe_load(path.read_text("utf-8"))["icons"].items()
    ]


@pytest.mark.parametrize("icon", [pytest.param(icon, id=name) for name, icon in shipped_icons()])
def test_an_icon_fills_its_box_and_stays_inside(icon):
    x, y, width, height = icon["viewbox"]
    drawn = bounds(parse(icon["path"]))
    near = 0.001  # arcs become curves
    assert x - near <= drawn.x < drawn.right <= x + width + near
    assert y - near <= drawn.y < drawn.bottom <= y + height + near
    assert max(drawn.width / width, drawn.height / height) > 0.65
    assert drawn.centre == pytest.approx((x + width / 2, y + height / 2), abs=1)


def test_no_two_icons_are_equal():
    names: dict[tuple[Segment, ...], str] = {}
    twins = [
        (name, first)
        for name, icon in shipped_icons()
        if (first := names.setdefault(parse(icon["path"]), name)) != name
    ]
    assert twins == []


def test_every_file_has_its_icons():
    found = {name for name, _ in shipped_icons()}
    digits = range(10)
    wanted = {f"numerik/{kind}-{digit}" for kind in ("action", "target") for digit in digits}
    wanted |= {f"numerik/power-{digit * 111:03}" for digit in digits}
    wanted |= {f"data/{suit}" for suit in ("spade", "heart", "diamond", "club")}
    assert wanted - found == set()


@pytest.mark.parametrize("game", ["numerik", "cent", "one-hundred", "ninety-nine"])
def test_a_medallion_looks_the_same_turned_round(game):
    icons = dict(shipped_icons())
    drawn = parse(icons[f"{game}/medallion"]["path"])
    turned = points(transform_segments(drawn, Transform.turned(180, Point(12, 12))))
    lonely = [point for point in points(drawn, 4) if not near(point, turned)]
    assert lonely == []


def near(point: tuple[float, float], others: list[tuple[float, float]]) -> bool:
    """Return whether a point has a partner closer than the eye tells."""
    return any(abs(x - point[0]) + abs(y - point[1]) < 0.4 for x, y in others)
