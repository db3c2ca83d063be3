"""Tables inside a card: where cells, rules and areas lie."""

import pytest
from placing import clean, laid

LINE = 10 / 72 * 25.4 * 1.2


def test_columns_have_stated_widths_and_rows_the_height_of_their_cells(tmp_path):
    elements = """
- table: [[Name, "3"], ["one two three four", "5"]]
  columns: [20, 1 share]
  style: body
  padding: [1, 0.5]
  zebra: a
  rule: b
  box: {left: 5, top: 5, width: 50, height: 60}
"""
    made = clean(tmp_path, elements)
    names = [text for text, *_ in made.texts()]
    assert names[:2] == ["Name", "3"]
    assert " ".join(names[2:-1]).split() == "one two three four".split()
    count = len(names) - 3
    assert count > 1
    first, second = LINE + 1, count * LINE + 1
    assert made.box("a") == pytest.approx((5, 5 + first, 50, second), abs=1e-3)
    (rule,) = made.lines()
    assert (rule.start.x, rule.end.x) == (5, 55)
    assert rule.start.y == rule.end.y == pytest.approx(5 + first)
    assert {x for text, x, _ in made.texts() if text in ("3", "5")} == {26}


def test_an_automatic_column_is_as_wide_as_its_widest_cell(tmp_path):
    elements = """
- table: [[Lantern, a], [Sea, b]]
  columns: [auto, 1 share]
  style: body
  padding: 1
  box: {left: 5, top: 5, width: 50, height: 40}
"""
    made = clean(tmp_path, elements)
    width = made.fonts["plain"].width("Lantern", 10.0)
    texts = {text: x for text, x, _ in made.texts()}
    assert texts["a"] == texts["b"] == pytest.approx(5 + 1 + width + 1 + 1, abs=0.01)
    assert len(made.texts()) == 4


@pytest.mark.parametrize(
    ("table", "rows", "expected"),
    [
        ('{Attack: "3", Defence: "{{ 2 + 2 }}"}', "[{id: x}]", "Attack 3 Defence 4"),
        ('"{{ stats }}"', "[{id: x, stats: {a: 1, b: 2}}]", "a 1 b 2"),
        ('"{{ stats }}"', "[{id: x, stats: [[a, 1], [b, 2]]}]", "a 1 b 2"),
        ('"{{ stats }}"', "[{id: x, stats: [a, b]}]", "a b"),
        (
            '[[a, b], {repeat: 2, as: n, cells: ["{{ n }}", "{{ loop.last }}"]}]',
            "[{id: x}]",
            "a b 1 false 2 true",
        ),
        ("[{if: false, cells: [a]}, {if: true, cells: [b]}]", "[{id: x}]", "b"),
    ],
)
def test_rows_come_from_lists_mappings_repeats_and_data(tmp_path, table, rows, expected):
    made = clean(tmp_path, f"- {{table: {table}, style: body, box: safe}}", rows)
    assert " ".join(text for text, *_ in made.texts()) == expected


def test_a_header_has_a_look_and_a_ground_of_its_own(tmp_path):
    elements = """
- table: [[a, b], [c, d]]
  header: [Left, Right]
  style: body
  header-style: big
  header-fill: c
  align: [left, right]
  padding: 0
  box: {left: 5, top: 5, width: 50, height: 60}
"""
    more = ""
    made = laid(tmp_path, elements, more=more)
    assert made.codes == ["style.unknown"]
    made = clean(tmp_path, elements.replace("  header-style: big\n", "  size: 8 pt\n"))
    assert made.box("c") == pytest.approx((5, 5, 50, LINE * 0.8), abs=1e-3)
    font = made.fonts["plain"]
    places = {text: x for text, x, _ in made.texts()}
    assert places["Left"] == places["a"] == 5
    for text in ("Right", "b", "d"):
        assert places[text] == pytest.approx(55 - font.width(text, 8.0), abs=0.01)


@pytest.mark.parametrize(("rules", "count"), [("rows", 1), ("columns", 2), ("all", 3), ("none", 0)])
def test_rules_are_drawn_where_they_are_wanted(tmp_path, rules, count):
    table = "[[a, b, c], [d, e, f]]"
    made = clean(tmp_path, f"- {{table: {table}, style: body, rule: a, rules: {rules}, box: safe}}")
    assert len(made.lines()) == count


def test_an_icon_in_a_cell_is_as_high_as_a_line_unless_it_says_more(tmp_path):
    elements = """
- table: [[{icon: heart}, {shape: rectangle, fill: a, box: {width: 5, height: 9}}], ["", ""]]
  style: body
  zebra: b
  padding: 0
  columns: [10, 10]
  box: {left: 5, top: 5, width: 20, height: 60}
"""
    made = clean(tmp_path, elements)
    assert made.box("a")[2:] == [5, 9]
    assert made.box("b") == pytest.approx((5, 14, 20, LINE), abs=1e-3)


def test_a_table_is_as_high_as_its_rows_for_what_stands_below_it(tmp_path):
    elements = """
- table: [[a], [b], [c]]
  style: body
  id: stats
  padding: 0
  box: {left: 5, top: 5, width: 30, height: auto}
- {shape: rectangle, fill: a, box: {left: 5, top: stats.bottom + 1, width: 5, height: 5}}
"""
    assert clean(tmp_path, elements).box("a")[1] == pytest.approx(5 + 3 * LINE + 1, abs=1e-3)
