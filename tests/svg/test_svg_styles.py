"""Style sheets, inheritance and other colours of an SVG."""

import pytest
from svg_pixels import near, see

from cardforge.color import parse_color

RED, GREEN, BLUE, BLACK, WHITE = (255, 0, 0), (0, 128, 0), (0, 0, 255), (0, 0, 0), (255, 255, 255)
SQUARE = '<rect id="i" class="c d" width="60" height="30" {}/>'

# A style sheet, the attributes of a square of class c and d and id i, and its colour.
RULES = {
    "an attribute": ("", 'fill="red"', RED),
    "an element": ("rect {fill: red}", 'fill="blue"', RED),
    "a class before an element": (".c {fill: red} rect {fill: blue}", "", RED),
    "an id before a class": ("#i {fill: red} .c.d {fill: blue}", "", RED),
    "the later of two": (".c {fill: blue} .d {fill: red}", "", RED),
    "two classes before one": (".c.d {fill: red} .c {fill: blue}", "", RED),
    "an inline style before all": ("#i {fill: blue}", 'style="fill: red"', RED),
    "what is important before all": (".c {fill: red !important}", 'style="fill: blue"', RED),
    "a list of selectors": ("circle, rect {fill: red}", "", RED),
    "an attribute that is there": ("[width] {fill: red}", "", RED),
    "an attribute of a value": ('rect[class~="d"] {fill: red} [width="6"] {fill: blue}', "", RED),
    "every element": ("* {fill: red}", "", RED),
    "a descendant": ("svg g .c {fill: red} circle .c {fill: blue}", "", RED),
    "a child": ("g > rect {fill: red} svg > rect {fill: blue}", "", RED),
    "one that follows": ("circle + rect {fill: red} rect + rect {fill: blue}", "", RED),
    "the last child": ("rect:last-child {fill: red} rect:first-child {fill: blue}", "", RED),
    "CDATA": ("<![CDATA[.c > x {} .c {fill: red}]]>", "", RED),
    "comments": ("/* .c {fill: blue} */ .c {fill: /* now */ red}", "", RED),
    "a faulty rule among others": (".c {fill: red; : ; stroke} }", "", RED),
    "inheritance": ("g {fill: red}", "", RED),
    "a value of the parent": ("g {stroke: none; fill: red} .c {fill: inherit}", "", RED),
    "the beginning of all": ("g {fill: red} .c {fill: initial}", "", BLACK),
    "the colour of the text": ("svg {color: blue} g {color: red}", 'fill="currentColor"', RED),
    "hsl": ("", 'fill="hsl(0, 100%, 50%)"', RED),
    "three digits": ("", 'fill="#f00"', RED),
    "a transparent colour": ("", 'fill="rgba(255, 0, 0, .5)"', (255, 128, 128)),
    "eight digits": ("", 'fill="#ff000080"', (255, 127, 127)),
    "a colour with a profile": ("", 'fill="#f00 icc-color(x, 1)"', RED),
    "geometry": ("rect {width: 60px; x: 0}", 'fill="red" x="90"', RED),
}


@pytest.mark.parametrize("what", RULES)
def test_the_rules_of_style_are_those_of_css(what, tmp_path):
    sheet, more, wanted = RULES[what]
    seen = see(tmp_path, f"<style>{sheet}</style><g><circle/>{SQUARE.format(more)}</g>")
    assert near(seen.at(30, 15), wanted, 8), seen.at(30, 15)


DRAWING = (
    '<g class="leaf"><rect width="20" height="30" fill="#123456"/></g>'
    '<rect id="sky" x="20" width="20" height="30" style="fill: #654321"/>'
    '<rect x="40" width="10" height="30" fill="currentColor"/>'
    '<path class="leaf" d="M55 0V30" fill="none" stroke="#123456" stroke-width="6"/>'
)


def colors(**pairs):
    """Return colours for parts of a drawing as the layout gives them."""
    return tuple((name, parse_color(color)) for name, color in pairs.items())


def test_parts_take_the_colours_given_to_their_classes_and_ids(tmp_path):
    given = colors(**{".leaf": "red", "#sky": "#0000ff", "currentColor": "#008000"})
    seen = see(tmp_path, DRAWING, colors=given)
    found = [seen.at(x, 15) for x in (10, 30, 45, 55)]
    assert all(map(near, found, (RED, BLUE, GREEN, RED))), found
    assert seen.problems == ()


def test_a_drawing_without_other_colours_keeps_its_own(tmp_path):
    seen = see(tmp_path, DRAWING)
    assert near(seen.at(10, 15), (0x12, 0x34, 0x56))
    assert near(seen.at(45, 15), BLACK)


def test_the_nearest_name_counts_and_an_unpainted_part_stays_unpainted(tmp_path):
    inside = (
        '<g id="all"><rect width="20" height="30" fill="gray"/>'
        '<rect class="own" x="20" width="20" height="30" fill="gray"/>'
        '<rect x="40" width="20" height="30" fill="none"/></g>'
    )
    seen = see(tmp_path, inside, colors=colors(**{"#all": "red", ".own": "blue"}))
    found = [seen.at(x, 15) for x in (10, 30, 50)]
    assert all(map(near, found, (RED, BLUE, WHITE))), found


def test_a_stop_of_a_gradient_takes_a_colour(tmp_path):
    inside = (
        '<linearGradient id="g"><stop id="from" stop-color="gray"/><stop offset="1" '
        'stop-color="blue"/></linearGradient><rect width="60" height="30" fill="url(#g)"/>'
    )
    seen = see(tmp_path, inside, colors=colors(**{"#from": "red"}))
    assert near(seen.at(0.5, 15), (253, 0, 2))


@pytest.mark.parametrize(("name", "hint"), [(".laef", "did you mean '.leaf'?"), ("#moon", None)])
def test_a_name_that_the_drawing_does_not_have_is_a_warning(name, hint, tmp_path):
    seen = see(tmp_path, DRAWING, colors=colors(**{name: "red", "#sky": "blue"}))
    assert seen.codes == ["svg.color"]
    assert name in seen.said
    assert seen.problems[0].hint == hint


def test_current_color_that_nothing_is_painted_in_is_a_warning(tmp_path):
    seen = see(tmp_path, '<rect width="9" height="9"/>', colors=colors(currentColor="red"))
    assert seen.codes == ["svg.color"]
