"""Boxes as numbers: insets, aspects, limits, words for edges, and sizes of the content."""

import pytest
from placing import clean, laid

# The card is 60 × 90 mm, its safe zone 4 mm inside.


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ("{inset: 5}", (5, 5, 50, 80)),
        ("{inset: [5, 10%]}", (5, 9, 50, 72)),
        ("{inset: 5, top: 20}", (5, 20, 50, 65)),
        ("{left: safe, right: trim, top: bleed, bottom: 80}", (4, -3, 56, 13)),
        ("{left: 10, top: 10, width: 30, aspect: 3/2}", (10, 10, 30, 20)),
        ("{left: 10, right: 20, bottom: 0, aspect: 1.5}", (10, 70, 30, 20)),
        ("{top: 0, height: 30, x: 30, aspect: 1:3}", (25, 0, 10, 30)),
        ("{aspect: 1}", (0, 15, 60, 60)),
        ("{inset: 0, bottom: 80, left: 0, right: 0, max-height: 6}", (0, 0, 60, 6)),
        ("{left: 5, width: 50%, max-width: 20, height: 10, top: 0}", (5, 0, 20, 10)),
        ("{right: 5, width: 5, min-width: 8, height: 10, top: 0}", (47, 0, 8, 10)),
        ("{x: 30, width: 50, max-width: 20, height: 10, top: 0}", (20, 0, 20, 10)),
    ],
)
def test_a_box_lies_where_its_words_say(tmp_path, box, expected):
    made = clean(tmp_path, f"- {{shape: rectangle, fill: a, box: {box}}}")
    assert made.box("a") == pytest.approx(expected, abs=1e-3)


def test_every_size_of_a_box_may_be_an_expression(tmp_path):
    box = (
        "{inset: '{{ 2 + 3 }}', aspect: '{{ 1 }}', max-width: '{{ 10 }}', "
        "left: '{{ 1 }}', top: '{{ 2 }}', bottom: 0, right: 0}"
    )
    made = laid(tmp_path, f"- {{shape: rectangle, fill: a, box: {box}}}")
    assert made.codes == ["box.over"]
    box = "{left: '{{ 1 }}', top: \"{{ 'safe' }}\", width: '{{ 3 }}', aspect: '{{ 0.5 }}'}"
    made = clean(tmp_path, f"- {{shape: rectangle, fill: a, box: {box}}}")
    assert made.box("a") == pytest.approx((1, 4, 3, 6))


def test_an_automatic_box_is_as_large_as_the_lines_that_are_set(tmp_path):
    elements = """
- paragraph: "{{ words }}"
  id: it
  style: body
  box: {left: 4, top: 4, width: 30, height: auto}
- shape: rectangle
  fill: a
  box: {left: it.left, top: it.top, width: it.width, height: it.height}
"""
    rows = '[{id: x, words: one}, {id: y, words: "one two three four five six seven eight nine"}]'
    made = clean(tmp_path, elements, rows)
    line = 10 / 72 * 25.4 * 1.2
    assert made.box("a", "x") == pytest.approx((4, 4, 30, line), abs=1e-3)
    count = len({y for _, _, y in made.texts("y")})
    assert count > 1
    assert made.box("a", "y") == pytest.approx((4, 4, 30, count * line), abs=1e-3)


def test_the_width_of_an_automatic_text_is_its_advance(tmp_path):
    elements = """
- {text: Lantern, id: t, style: body, box: {left: 4, top: 4, width: auto, height: auto}}
- {shape: rectangle, fill: a, box: {left: t.left, right: t.right, top: t.top, bottom: t.bottom}}
"""
    made = laid(tmp_path, elements)
    assert "box.anchor" not in made.codes
    font = made.fonts["plain"]
    _, _, width, height = made.box("a")
    assert width == pytest.approx(font.width("Lantern", 10.0), abs=1e-3)
    assert height == pytest.approx(10 / 72 * 25.4 * font.cap_height, abs=1e-3)


def test_an_automatic_group_ends_where_the_last_of_its_children_ends(tmp_path):
    elements = """
- group:
    - {shape: rectangle, fill: b, box: {left: 1, top: 2, width: 10, height: 5}}
    - {shape: rectangle, fill: c, box: {left: 4, top: 8, width: 3, height: 4}}
  padding: [2, 3]
  fill: a
  box: {left: 10, top: 10, width: auto, height: auto}
"""
    made = clean(tmp_path, elements)
    assert made.box("a") == pytest.approx((10, 10, 15, 18))
    assert made.box("b") == pytest.approx((13, 15, 10, 5))
    assert made.box("c") == pytest.approx((16, 21, 3, 4))
