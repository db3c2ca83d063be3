"""Shapes and their outlines: what is painted where, read back from the pixels of PDFium."""

import math

import pytest
from drawing_toys import at, by_pdfium, card_pdf, letters, near, plate_of, unfolded

from cardforge.check.accessibility.outline import flattened, is_inside
from cardforge.elements import ShapeForm
from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Group, Line, Path, Rect
from cardforge.kinds import Percent
from cardforge.layout.shapes import outline_of
from cardforge.svgpath import bounds, ellipse

BOX = Box(10.0, 10.0, 20.0, 10.0)
PLACE = "box: {left: 10, top: 10, width: 20, height: 10}"
NAMES = {".": (255, 255, 255), "S": (64, 128, 192), "U": (255, 192, 0), "K": (0, 0, 0)}


def holds(form, x, y, box=BOX):
    """Return whether a shape encloses a place, each hole running the other way round."""
    outline = flattened(outline_of(form, box), Transform())
    return is_inside(outline, Point(x, y), even_odd=False)


@pytest.mark.parametrize(
    ("form", "inside", "outside"),
    [
        (ShapeForm("rectangle", corner=(5.0, 0.0, 0.0, 0.0)), (29.9, 10.1), (10.3, 10.3)),
        (ShapeForm("rectangle", corner=(0.0, 0.0, 5.0, 0.0)), (10.1, 10.1), (29.7, 19.7)),
        (ShapeForm("circle"), (24.5, 15.0), (25.5, 15.0)),
        (ShapeForm("ring", ring=2.0), (16.0, 15.0), (20.0, 15.0)),
        (ShapeForm("ring", ring=2.0, start=0.0, end=90.0), (23.0, 12.5), (16.0, 15.0)),
        (ShapeForm("hexagon"), (10.1, 15.0), (10.5, 10.5)),
        (ShapeForm("hexagon"), (24.9, 10.1), (25.3, 10.1)),
        (ShapeForm("hexagon", pointed=True), (20.0, 10.1), (10.5, 10.5)),
        (ShapeForm("pie", start=0.0, end=90.0), (22.0, 13.0), (18.0, 13.0)),
        (ShapeForm("pie", start=-90.0, end=0.0), (18.0, 13.0), (22.0, 13.0)),
        (ShapeForm("cross"), (20.0, 10.1), (11.0, 11.0)),
        (ShapeForm("cross", arm=2.0), (20.9, 10.1), (21.1, 10.1)),
        (ShapeForm("arrow"), (29.5, 15.0), (11.0, 11.0)),
        (ShapeForm("arrow", head=Percent(20.0)), (26.1, 10.3), (25.9, 10.3)),
        (ShapeForm("shield"), (20.0, 19.8), (10.5, 19.5)),
        (ShapeForm("banner"), (10.2, 10.1), (11.0, 15.0)),
        (ShapeForm("speech"), (14.5, 21.5), (25.0, 21.0)),
        (ShapeForm("speech", tail=(25.0, 5.0)), (34.0, 15.0), (34.0, 13.0)),
        (ShapeForm("star", depth=0.2), (21.0, 18.8), (10.5, 15.0)),
        (ShapeForm("star", depth=0.8), (20.0, 11.0), (21.0, 18.8)),
        (ShapeForm("polygon", points=((0.0, 0.0), (Percent(100.0), 0.0), (0.0, Percent(100.0)))),
         (11.0, 18.0), (29.0, 12.0)),
    ],
)  # fmt: skip
def test_a_shape_encloses_what_its_name_says(form, inside, outside):
    assert holds(form, *inside)
    assert not holds(form, *outside)


@pytest.mark.parametrize("edge", range(4))
def test_the_tail_of_a_speech_bubble_leaves_from_the_nearest_edge(edge):
    tip = [Point(20.0, 5.0), Point(36.0, 15.0), Point(20.0, 26.0), Point(4.0, 15.0)][edge]
    form = ShapeForm("speech", tail=(tip.x - 10.0, tip.y - 10.0))
    middle = BOX.centre
    for share in (0.5, 0.97):
        x = middle.x + (tip.x - middle.x) * share
        y = middle.y + (tip.y - middle.y) * share
        assert holds(form, x, y)
    assert not holds(
        form, middle.x + (tip.x - middle.x) * 1.05, middle.y + (tip.y - middle.y) * 1.05
    )


def test_a_speech_bubble_that_points_into_itself_has_no_tail():
    body = outline_of(ShapeForm("speech", tail=(5.0, 5.0)), BOX)
    assert bounds(body) == pytest.approx(BOX)


def test_radii_that_do_not_fit_are_made_smaller_together():
    assert bounds(outline_of(ShapeForm("rectangle", corner=(30.0, 30.0, 1.0, 1.0)), BOX)) == BOX
    whole = outline_of(ShapeForm("rectangle", corner=(99.0,) * 4), Box(0.0, 0.0, 10.0, 10.0))
    circle = ellipse(Box(0.0, 0.0, 10.0, 10.0))
    assert {tuple(round(v, 6) for v in s[1:]) for s in whole if s[0] == "C"} == {
        tuple(round(v, 6) for v in s[1:]) for s in circle if s[0] == "C"
    }


@pytest.mark.parametrize(("start", "end"), [(0, 0), (30, 30), (0, 720), (-360, 720)])
def test_an_arc_without_a_length_of_its_own_is_a_whole_turn(start, end):
    outline = outline_of(ShapeForm("arc", start=start, end=end), Box(0.0, 0.0, 10.0, 10.0))
    assert bounds(outline) == pytest.approx((0.0, 0.0, 10.0, 10.0), abs=0.01)


@pytest.mark.parametrize("name", ["cross", "arrow", "banner", "speech", "pie", "ring", "shield"])
def test_a_shape_without_a_size_draws_nothing_far_away(name):
    for box in (Box(5.0, 5.0, 0.0, 0.0), Box(5.0, 5.0, 10.0, 0.0), Box(5.0, 5.0, 0.0, 10.0)):
        reach = bounds(outline_of(ShapeForm(name), box))
        assert all(math.isfinite(value) and abs(value) < 100 for value in reach)


# --- outlines drawn ---


def painted(folder, keys):
    """Return the letters of a shape of 20 × 10 mm with an outline of 4 mm."""
    element = f"{{shape: rectangle, fill: sky, stroke: sun, line-width: 4, {PLACE}{keys}}}"
    picture = by_pdfium(card_pdf(folder, element))
    return letters(picture.crop((20, 20, 180, 130)), NAMES, 2.0).splitlines()[5]


def test_an_outline_lies_inside_on_both_sides_or_outside(tmp_path):
    """The shape reaches from 10 to 30 mm; each letter is 2 mm, the first at 4 mm."""
    assert painted(tmp_path, ", stroke-align: inside") == "...UUSSSSSSUU..."
    assert painted(tmp_path, "") == "..UUSSSSSSSSUU.."
    assert painted(tmp_path, ", stroke-align: outside") == ".UUSSSSSSSSSSUU."


@pytest.mark.parametrize("shape", ["hexagon", "ring", "star", "circle", "pie", "shield", "banner"])
def test_an_outline_inside_never_leaves_its_shape(shape, tmp_path):
    element = f"{{shape: {shape}, stroke: sun, line-width: 1, stroke-align: SIDE, {PLACE}}}"
    inner = by_pdfium(card_pdf(tmp_path, element.replace("SIDE", "inside")))
    outer = by_pdfium(card_pdf(tmp_path, element.replace("SIDE", "outside")))
    outline = flattened(outline_of(ShapeForm(shape), BOX), Transform())
    places = [(8 + x * 0.6, 8 + y * 0.6) for x in range(40) for y in range(23)]
    found = {True: False, False: False}
    for x, y in places:
        # Pixels on the edge itself are of both sides.
        steps = (-0.4, -0.2, 0.0, 0.2, 0.4)
        corners = [Point(x + dx, y + dy) for dx in steps for dy in steps]
        sides = {is_inside(outline, corner, even_odd=False) for corner in corners}
        if len(sides) == 1:
            (side,) = sides
            own, other = (inner, outer) if side else (outer, inner)
            assert at(other, x, y) == (255, 255, 255)
            found[side] |= near(at(own, x, y), NAMES["U"], 20)
    assert all(found.values())


def test_round_dots_and_square_ends_are_drawn_and_do_not_stay(tmp_path):
    pen = "stroke: sun, line-width: 2, cap: round, dash: [0.05, 4]"
    pdf = card_pdf(
        tmp_path,
        f"{{line: {{from: [10, 10], to: [50, 10]}}, {pen}}}",
        "{line: {from: [5, 30], to: [25, 30]}, stroke: sky, line-width: 4}",
        "{line: {from: [40, 30], to: [50, 30]}, stroke: sky, line-width: 4, cap: square}",
    )
    picture = by_pdfium(pdf)
    # A round dot, and none between two.
    assert near(at(picture, 9.3, 10.0), NAMES["U"])
    assert near(at(picture, 10.0, 9.3), NAMES["U"])
    assert at(picture, 9.0, 9.0) == (255, 255, 255)
    assert at(picture, 12.05, 10.0) == (255, 255, 255)
    # The plain line after it has butt ends, the square one reaches half its width further.
    assert at(picture, 26.0, 30.0) == (255, 255, 255)
    assert near(at(picture, 51.5, 30.0), NAMES["S"])


def test_an_arrow_is_a_shorter_line_with_heads(tmp_path):
    element = "{line: {from: [10, 20], to: [50, 20]}, stroke: sky, line-width: 1, arrow: both}"
    items = list(unfolded(plate_of(tmp_path, element).items))
    lines, heads = (
        [i for i in items if isinstance(i, Line)],
        [i for i in items if isinstance(i, Path)],
    )
    assert len(lines) == 1
    assert len(heads) == 2
    assert {head.segments[0][1:] for head in heads} == {(10.0, 20.0), (50.0, 20.0)}
    assert 10 < lines[0].start.x < 16
    assert 44 < lines[0].end.x < 50
    (line,) = plate_of(tmp_path, element.replace(", arrow: both", "")).items
    assert line.start.x == 10


def test_a_plain_rectangle_stays_a_rectangle(tmp_path):
    (item,) = plate_of(
        tmp_path, f"{{shape: rectangle, fill: sky, stroke: sun, corner: 2, {PLACE}}}"
    ).items
    assert isinstance(item, Rect)
    assert item.radius == 2
    assert item.line_width == 0.25


# --- patterns ---


def test_stripes_lie_level_and_turn_with_their_angle(tmp_path):
    element = "{shape: rectangle, fill: {pattern: stripes, color: sun, ground: sky, size: 4%s}}"
    rows = letters(by_pdfium(card_pdf(tmp_path, element % "")), NAMES).splitlines()
    assert {row[0] * 30 for row in rows} == set(rows)
    assert len(set(rows)) == 2
    runs = "".join(row[5] for row in rows).replace("US", "U S").replace("SU", "S U").split()
    assert {len(run) for run in runs[1:-1]} == {2}
    rows = letters(by_pdfium(card_pdf(tmp_path, element % ", angle: 90")), NAMES).splitlines()
    assert len(set(rows)) == 1
    assert set(rows[0]) == {"S", "U"}


def test_a_pattern_ends_at_its_shape_and_leaves_holes_free(tmp_path):
    fill = "{pattern: checks, color: sun, ground: sky, size: 1}"
    element = (
        f"{{shape: ring, ring: 3, fill: {fill}, box: {{left: 10, top: 5, width: 30, height: 30}}}}"
    )
    picture = by_pdfium(card_pdf(tmp_path, element))
    for place in ((25.0, 20.0), (11.0, 6.0), (25.0, 9.5), (39.0, 34.0)):
        assert at(picture, *place) == (255, 255, 255)
    around = {
        at(picture, 25 + 13.5 * math.sin(a / 20), 20 - 13.5 * math.cos(a / 20)) for a in range(126)
    }
    assert NAMES["S"] in around
    assert NAMES["U"] in around


@pytest.mark.parametrize("motif", ["stripes", "hatch", "dots", "checks", "grid", "spade"])
def test_every_motif_covers_its_ground_to_the_corners_at_any_angle(motif, tmp_path):
    for angle in (0, 33, 90, -120):
        gap = "" if motif == "checks" else "gap: 1, "
        fill = f"{{pattern: {motif}, color: sun, ground: sky, size: 1, {gap}angle: {angle}}}"
        picture = by_pdfium(card_pdf(tmp_path, f"{{shape: rectangle, fill: {fill}}}"))
        for corner in ((0, 0, 25, 25), (275, 0, 300, 25), (0, 175, 25, 200), (275, 175, 300, 200)):
            colors = [color for _, color in picture.crop(corner).getcolors(9999)]
            assert any(near(color, NAMES["U"], 30) for color in colors), (angle, corner)


def test_a_fine_pattern_is_a_small_file(tmp_path):
    dots = "{shape: rectangle, fill: {pattern: dots, size: 0.5, gap: 0.5}, box: bleed}"
    assert len(card_pdf(tmp_path, dots)) < 12_000


# --- shadows ---


def test_a_hard_shadow_is_one_solid_copy_below(tmp_path):
    items = plate_of(
        tmp_path, f"{{shape: star, fill: sky, shadow: {{color: sun, x: 1, y: 2}}, {PLACE}}}"
    ).items
    shadow, star = items
    assert (shadow.fill, shadow.stroke) == (
        plate_of(tmp_path, "{shape: star, fill: sun}").items[0].fill,
        None,
    )
    moved = bounds(star.segments).moved(1.0, 2.0)
    assert bounds(shadow.segments) == pytest.approx(moved)


def test_a_soft_shadow_fades_outwards_from_its_opacity(tmp_path):
    shadow = "shadow: {color: black, x: 0, y: 0, blur: 4, opacity: 0.6}"
    plate = plate_of(tmp_path, f"{{shape: rectangle, fill: sky, {shadow}, {PLACE}}}")
    assert all(isinstance(item, Group) and item.opacity < 0.1 for item in plate.items[:-1])
    picture = by_pdfium(card_pdf(tmp_path, f"{{shape: rectangle, fill: sky, {shadow}, {PLACE}}}"))
    along = [at(picture, 30.1 + step * 0.5, 15.0)[0] for step in range(9)]
    assert along == sorted(along)
    assert along[-1] == 255
    assert near((along[0],), (255 * 0.4,), 25)


def test_the_shadow_of_a_line_has_its_ends(tmp_path):
    element = '{path: "M 0 0 L 20 5", stroke: sky, line-width: 2, cap: round, shadow: sun}'
    shadow, path = unfolded(plate_of(tmp_path, element).items)
    assert (shadow.fill, shadow.cap, shadow.line_width) == (None, path.cap, path.line_width)


def test_the_shadow_of_an_icon_has_its_form(tmp_path):
    place = "box: {left: 10, top: 10, width: 10, height: 10}"
    element = f"{{icon: heart, color: sky, shadow: {{color: sun, x: 3, y: 0}}, {place}}}"
    shadow, use = plate_of(tmp_path, element).items
    (heart,) = unfolded([use.plate.items[0]])
    moved = bounds(heart.segments).moved(use.at.x + 3.0, use.at.y)
    assert bounds(shadow.segments) == pytest.approx(moved)


def test_what_an_expression_gives_may_be_a_list_of_lists_or_a_mapping(tmp_path):
    corners = "{{ [[0, 0], ['100%', 0], [10, '100%']] }}"
    fill = "{{ {'gradient': 'linear', 'angle': 0, 'stops': ['sky', ['sun', '50%']]} }}"
    box = "{{ {'left': 10, 'top': 10, 'width': 20, 'height': 10} }}"
    computed = f'{{shape: polygon, points: "{corners}", fill: "{fill}", box: "{box}"}}'
    written = (
        "{shape: polygon, points: [[0, 0], [100%, 0], [10, 100%]], "
        f"fill: {{gradient: linear, angle: 0, stops: [sky, [sun, 50%]]}}, {PLACE}}}"
    )
    made, expected = (
        [item._replace(origin=None) for item in plate_of(tmp_path, element).items]
        for element in (computed, written)
    )
    assert made == expected != []


def test_a_shape_without_fill_and_outline_leaves_no_ink_and_others_stand_by_it(tmp_path):
    by_it = "{shape: circle, fill: sky, box: {left: room.left, top: 2, width: 3, height: 3}}"
    plate = plate_of(tmp_path, f"{{shape: rectangle, id: room, {PLACE}}}", by_it)
    (circle,) = unfolded(plate.items)
    assert bounds(circle.segments).x == 10
