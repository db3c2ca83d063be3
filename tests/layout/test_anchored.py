"""Elements that stand by others: places in the order of dependency, circles, parts and repeats."""

import time

import pytest
from placing import clean, laid


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ("{left: art.right + 2, top: art.bottom - 1, width: 5, height: 5}", (32, 24, 5, 5)),
        ("{right: art.left - 1, top: art.top, width: 5, height: 5}", (4, 15, 5, 5)),
        ("{x: art.x, y: art.y, width: 4, height: 2}", (18, 19, 4, 2)),
        ("{left: art.left, right: art.right, bottom: art.top - 2, height: 1}", (10, 12, 20, 1)),
        ("{left: 0, top: 0, width: 50% of art.width, height: art.height + 1}", (0, 0, 10, 11)),
        ("{left: safe.left + 1, right: trim.x, top: bleed.top, height: 2}", (5, -3, 25, 2)),
        ("{left: parent.x, width: 4, top: parent.bottom - 9, height: 4}", (30, 81, 4, 4)),
        ("{left: lost.right or art.right + 1, width: 2, top: 0, height: 2}", (31, 0, 2, 2)),
        ("{left: lost.right or 7, width: 2, top: 0, height: 2}", (7, 0, 2, 2)),
        ("{left: \"{{ 'art' }}.right + {{ 1 + 1 }}\", width: 2, top: 0, height: 2}", (32, 0, 2, 2)),
    ],
)
def test_a_box_stands_by_another_element(tmp_path, box, expected):
    elements = f"""
- {{shape: rectangle, fill: a, box: {box}}}
- {{shape: rectangle, fill: b, id: art, box: {{left: 10, top: 15, width: 20, height: 10}}}}
- {{shape: rectangle, fill: c, id: lost, if: false}}
"""
    assert clean(tmp_path, elements).box("a") == pytest.approx(expected)


def test_places_follow_each_other_whatever_the_order_of_writing(tmp_path):
    elements = """
- {shape: rectangle, fill: c, id: third, box: {left: second.right + 1, top: 0, width: 3, height: 1}}
- {shape: rectangle, fill: b, id: second, box: {left: first.right + 1, top: 0, width: 2, height: 1}}
- {shape: rectangle, fill: a, id: first, box: {left: 5, top: 0, width: 1, height: 1}}
"""
    made = clean(tmp_path, elements)
    assert [made.box(name)[0] for name in "abc"] == [5, 7, 10]


def test_what_stands_below_a_text_moves_with_what_is_really_set(tmp_path):
    elements = """
- {paragraph: "{{ words }}", id: rules, style: body, box: {left: 4, right: 4, top: 4, height: auto}}
- {shape: rectangle, fill: a, box: {left: 4, top: rules.bottom + 2, width: 5, height: 5}}
"""
    long = " ".join(["word"] * 60)
    made = clean(tmp_path, elements, f'[{{id: x, words: word}}, {{id: y, words: "{long}"}}]')
    line = 10 / 72 * 25.4 * 1.2
    count = len({y for _, _, y in made.texts("y")})
    assert made.box("a", "x")[1] == pytest.approx(4 + line + 2, abs=1e-3)
    assert made.box("a", "y")[1] == pytest.approx(4 + count * line + 2, abs=1e-3)


def test_the_edges_of_the_ink_are_those_of_the_letters(tmp_path):
    elements = """
- text: nnn
  id: word
  style: body
  valign: middle
  box: {left: 0, right: 0, top: 10, height: 20}
- shape: rectangle
  fill: a
  box:
    {left: word.ink-left, right: word.ink-right, top: word.ink-top, bottom: word.ink-bottom}
"""
    made = laid(tmp_path, elements)
    box = made.box("a")
    font = made.fonts["plain"]
    ink = font.ink_bounds("nnn", 10.0)
    assert box[2:] == pytest.approx([ink.width, ink.height], abs=1e-3)
    assert 10 < box[1] < box[1] + box[3] < 30


def test_children_of_rows_and_groups_are_stood_by_and_stand_by_others(tmp_path):
    elements = """
- row:
    - {shape: rectangle, fill: a, id: one, box: {width: 10}}
    - {shape: rectangle, fill: b, id: two, box: {width: mark.width}}
  gap: 2
  box: {left: 5, right: 5, top: 5, height: 10}
- group:
    - {shape: rectangle, fill: c, box: {left: two.left, top: two.bottom + 1, width: 2, height: 2}}
  box: {left: 20, top: 50, width: 30, height: 30}
- {shape: rectangle, fill: d, id: mark, box: {left: 0, bottom: 0, width: 7, height: 7}}
"""
    made = clean(tmp_path, elements)
    assert made.box("b") == [17, 5, 7, 10]
    assert made.box("c") == [17, 16, 2, 2]


def test_each_use_of_a_part_has_ids_of_its_own(tmp_path):
    more = """parts:
  pair:
    - {shape: rectangle, fill: a, id: it, box: {left: 1, top: 1, width: "{{ wide }}", height: 4}}
    - {shape: rectangle, fill: b, box: {left: it.right, top: it.top, width: 1, height: 4}}
"""
    elements = """
- {use: pair, with: {wide: 5}, box: {left: 0, top: 0, width: 30, height: 20}}
- {use: pair, with: {wide: 9}, box: {left: 0, top: 40, width: 30, height: 20}}
"""
    made = clean(tmp_path, elements, more=more)
    assert [rest for name, *rest in made.rects() if name == "b"] == [
        [6, 1, 1, 4],
        [10, 41, 1, 4],
    ]


def test_each_turn_of_a_repeat_finds_its_own_element_before_it(tmp_path):
    elements = """
- repeat: 3
  as: n
  elements:
    - {shape: rectangle, fill: a, id: peg, box: {left: "{{ 10 * n }}", top: 5, width: 2, height: 2}}
    - {shape: rectangle, fill: b, box: {left: peg.right, top: peg.bottom, width: 1, height: 1}}
"""
    made = clean(tmp_path, elements)
    assert [x for name, x, *_ in made.rects() if name == "b"] == [12, 22, 32]


def test_a_shared_ground_that_leans_on_the_words_of_a_card_is_not_shared(tmp_path):
    elements = """
- {shape: rectangle, fill: a, box: {left: 0, right: 0, top: 0, bottom: words.bottom}}
- {text: "{{ title }}", id: words, style: body, box: {left: 5, top: "{{ top }}", height: 4}}
- {shape: rectangle, fill: b, id: fixed, box: {left: 0, bottom: 0, width: 3, height: 3}}
- {shape: rectangle, fill: c, box: {left: fixed.right, bottom: 0, width: 3, height: 3}}
"""
    made = clean(tmp_path, elements, "[{id: x, title: A, top: 10}, {id: y, title: B, top: 30}]")
    assert made.box("a", "x")[3] == 14
    assert made.box("a", "y")[3] == 34
    assert made.box("c", "x") == made.box("c", "y") == [3, 87, 3, 3]


def test_a_bleed_moves_nothing_that_stands_by_what_lies_inside(tmp_path):
    elements = """
- {shape: rectangle, fill: a, id: ground, box: {left: bleed, right: bleed, top: bleed, height: 20}}
- {shape: rectangle, fill: b, box: {left: 5, top: trim.top + 5, width: 5, height: 5}}
"""
    made = clean(tmp_path, elements)
    assert made.box("b") == [5, 5, 5, 5]


@pytest.mark.parametrize(
    ("elements", "codes"),
    [
        ("- {shape: circle, box: {left: me.right}, id: me}", ["anchor.circle"]),
        (
            "- {shape: circle, id: a, box: {left: b.right, width: 1}}\n"
            "- {shape: circle, id: b, box: {left: c.right, width: 1}}\n"
            "- {shape: circle, id: c, box: {left: a.right, width: 1}}",
            ["anchor.circle"],
        ),
        (
            "- {group: [{shape: circle, id: in, box: {top: out.bottom}}], id: out,"
            " box: {height: in.height}}",
            ["anchor.circle"],
        ),
        (
            "- {text: a, id: t, style: body, box: {top: t.ink-bottom}}",
            ["anchor.circle"],
        ),
        ("- {shape: circle, box: {left: nobody.right}}", ["anchor.unknown"]),
        (
            "- {shape: circle, id: gone, if: false}\n- {shape: circle, box: {left: gone.right}}",
            ["anchor.absent"],
        ),
        (
            "- {group: [{shape: circle, box: {top: mark.bottom}}], box: {height: auto}}\n"
            "- {shape: circle, id: mark, box: {left: 0, width: 3, height: 3}}",
            ["box.auto"],
        ),
    ],
)
def test_a_place_that_cannot_be_is_one_problem(tmp_path, elements, codes):
    assert laid(tmp_path, elements).codes == codes


def test_a_long_chain_written_backwards_is_a_problem_and_one_written_forwards_is_not(tmp_path):
    def chain(numbers, first):
        return "\n".join(
            f"- {{shape: rectangle, fill: a, id: n{n}, box: {{left: "
            f"{'0' if n == first else f'n{n - 1}.left + 0.1'}, width: 1, top: 0, height: 1}}}}"
            for n in numbers
        )

    started = time.process_time()
    made = clean(tmp_path, chain(range(400), 0))
    assert len(made.rects()) == 400
    assert set(laid(tmp_path, chain(reversed(range(400)), 0)).codes) == {"anchor.deep"}
    assert time.process_time() - started < 5
