"""Rows, columns and grids as boxes: shares, content, wrapping, spreading, closing up, spans."""

import time
from textwrap import indent

import pytest
from placing import HEAD, clean, laid

from cardforge.diagnostics import Report
from cardforge.load import load_game


def squares(count, box, colour="a"):
    """Return a repeat of so many rectangles with a box."""
    one = f"{{shape: rectangle, fill: {colour}, box: {box}}}"
    return f"[{{repeat: {count}, as: n, elements: [{one}]}}]"


def lefts(made, colour="a", card="x"):
    """Return where the rectangles of a colour begin."""
    return [x for name, x, *_ in made.rects(card) if name == colour]


def test_children_share_what_the_others_leave_by_their_shares(tmp_path):
    elements = """
- row:
    - {shape: rectangle, fill: a, box: {width: 10}}
    - {shape: rectangle, fill: b}
    - {shape: rectangle, fill: c, box: {width: 2 shares}}
    - {shape: rectangle, fill: d, box: {width: 1fr}}
  gap: 2
  box: {left: 0, width: 56, top: 0, height: 10}
"""
    made = clean(tmp_path, elements)
    assert [made.box(name)[2] for name in "abcd"] == [10, 10, 20, 10]
    assert [made.box(name)[0] for name in "abcd"] == [0, 12, 24, 46]


def test_a_share_never_passes_its_limits_and_the_others_take_the_rest(tmp_path):
    elements = """
- row:
    - {shape: rectangle, fill: a, box: {max-width: 5}}
    - {shape: rectangle, fill: b, box: {min-width: 30}}
    - {shape: rectangle, fill: c}
  box: {left: 0, width: 60, top: 0, height: 10}
"""
    made = clean(tmp_path, elements)
    assert [made.box(name)[2] for name in "abc"] == [5, 30, 25]


@pytest.mark.parametrize(
    ("align", "expected"),
    [
        ("start", [0, 10, 20]),
        ("center", [16, 26, 36]),
        ("end", [32, 42, 52]),
        ("between", [0, 26, 52]),
        ("around", [6, 26, 46]),
        ("evenly", [9, 26, 43]),
    ],
)
def test_a_row_packs_or_spreads_its_children(tmp_path, align, expected):
    elements = (
        f"- row: {squares(3, '{width: 8, height: 4}')}\n  gap: 2\n  align: {align}\n"
        "  box: {left: 0, width: 60, top: 0, height: 10}"
    )
    if align in ("between", "around", "evenly"):
        elements = elements.replace("gap: 2", "gap: 0")
    made = clean(tmp_path, elements)
    assert lefts(made) == pytest.approx(expected, abs=1e-3)
    assert {y for _, _, y, *_ in made.rects()} == {3}


@pytest.mark.parametrize(
    ("across", "top"), [("start", 0), ("center", 3), ("end", 6), ("stretch", 3)]
)
def test_across_says_where_smaller_children_stand(tmp_path, across, top):
    elements = (
        f"- row: {squares(1, '{width: 8, height: 4}')}\n  across: {across}\n"
        "  box: {left: 0, width: 60, top: 0, height: 10}"
    )
    assert clean(tmp_path, elements).box("a")[1] == top


def test_a_row_that_wraps_goes_on_in_a_next_line(tmp_path):
    elements = (
        f"- row: {squares(7, '{width: 10, height: 5}')}\n  wrap: true\n  gap: [2, 3]\n"
        "  box: {left: 0, width: 46, top: 20, height: 40}"
    )
    made = clean(tmp_path, elements)
    assert [(x, y) for _, x, y, *_ in made.rects()] == [
        (0, 20), (12, 20), (24, 20), (36, 20), (0, 28), (12, 28), (24, 28),
    ]  # fmt: skip


def test_a_line_is_as_high_as_its_highest_and_lines_are_packed(tmp_path):
    elements = """
- row:
    - {shape: rectangle, fill: a, box: {width: 30, height: 4}}
    - {shape: rectangle, fill: b, box: {width: 20, height: 8}}
    - {shape: rectangle, fill: c, box: {width: 30, height: 6}}
  wrap: true
  lines: end
  across: end
  box: {left: 0, width: 60, top: 0, height: 30}
"""
    made = clean(tmp_path, elements)
    assert [made.box(name)[1] for name in "abc"] == [20, 16, 24]


def test_a_column_wraps_to_the_next_column(tmp_path):
    elements = (
        f"- column: {squares(5, '{width: 6, height: 10}')}\n  wrap: true\n  gap: [1, 2]\n"
        "  box: {left: 0, width: 40, top: 0, height: 34}"
    )
    made = clean(tmp_path, elements)
    assert [(x, y) for _, x, y, *_ in made.rects()] == [(0, 0), (0, 12), (0, 24), (7, 0), (7, 12)]


def test_reverse_places_the_first_child_at_the_far_end(tmp_path):
    elements = (
        f"- row: {squares(3, '{width: 10, height: 5}')}\n  reverse: true\n  gap: 1\n"
        "  box: {left: 5, width: 50, top: 0, height: 5}"
    )
    assert lefts(clean(tmp_path, elements)) == [45, 34, 23]


STACK = """
- column:
    - {shape: rectangle, fill: a, box: {height: 5}}
    - {text: "{{ title }}", style: body}
    - {shape: rectangle, fill: b, if: shown, box: {height: 5}}
    - {shape: rectangle, fill: c, box: {height: 5}}
  gap: 2
  sizes: SIZES
  box: {left: 0, width: 40, top: 0, height: 60}
"""
CARDS = '[{id: x, title: A, shown: true}, {id: y, title: "", shown: false}]'


def test_a_stack_closes_up_where_a_text_is_blank_or_a_child_left_out(tmp_path):
    made = clean(tmp_path, STACK.replace("SIZES", "content"), CARDS)
    cap = 10 / 72 * 25.4 * made.fonts["plain"].cap_height
    assert made.box("c", "x")[1] == pytest.approx(5 + 2 + cap + 2 + 5 + 2, abs=1e-3)
    assert made.box("c", "y")[1] == 7


def test_a_flow_that_shares_keeps_the_place_of_a_blank_text_unless_it_collapses(tmp_path):
    made = clean(tmp_path, STACK.replace("SIZES", "share"), CARDS)
    assert made.box("c", "y")[1] == 5 + 2 + (60 - 10 - 4) + 2
    collapsing = STACK.replace("SIZES", "share\n  collapse: true")
    assert clean(tmp_path, collapsing, CARDS).box("c", "y")[1] == 7


def test_a_row_by_content_is_as_wide_as_its_texts(tmp_path):
    elements = """
- row:
    - {text: Cost, style: body}
    - {shape: rectangle, fill: a, box: {width: 3, height: 3}}
  sizes: content
  across: center
  gap: 1
  padding: [2, 1]
  fill: b
  box: {left: 0, top: 0, width: auto, height: auto}
"""
    made = clean(tmp_path, elements.replace("left: 0, top: 0", "left: 5, top: 5"))
    font = made.fonts["plain"]
    width = font.width("Cost", 10.0)
    assert made.box("b") == pytest.approx((5, 5, 4 + width + 1 + 3, 2 + 3), abs=1e-3)
    assert made.box("a")[0] == pytest.approx(5 + 2 + width + 1, abs=1e-3)


def test_a_grid_has_columns_of_stated_widths_and_cells_that_span(tmp_path):
    elements = """
- grid:
    - {shape: rectangle, fill: a, box: {span: 2}}
    - {shape: rectangle, fill: b, box: {span: [1, 2]}}
    - {shape: rectangle, fill: c}
    - {shape: rectangle, fill: d}
    - {shape: rectangle, fill: e}
  columns: [10, 2 shares, 1 share]
  rows: [5, 10, 1 share]
  gap: [2, 1]
  box: {left: 0, width: 44, top: 0, height: 30}
"""
    made = clean(tmp_path, elements)
    assert made.box("a") == [0, 0, 32, 5]
    assert made.box("b") == [34, 0, 10, 16]
    assert made.box("c") == [0, 6, 10, 10]
    assert made.box("d") == [12, 6, 20, 10]
    assert made.box("e") == [0, 17, 10, 13]


def test_a_grid_finds_out_how_many_columns_have_room(tmp_path):
    elements = (
        f"- grid: {squares(5, '{}')}\n  columns: auto\n  cell: [9, 4]\n  gap: 1\n  align: center\n"
        "  box: {left: 0, width: 41, top: 0, height: 30}"
    )
    made = clean(tmp_path, elements)
    assert [(x, y) for _, x, y, *_ in made.rects()] == [(1, 0), (11, 0), (21, 0), (31, 0), (1, 5)]
    assert {(w, h) for *_, w, h in made.rects()} == {(9, 4)}


def test_a_repeat_goes_over_a_mapping_and_knows_where_it_is(tmp_path):
    elements = """
- row:
    - repeat: {Might: 3, Luck: 5}
      as: trait
      elements:
        - text: "{{ loop.index }}/{{ loop.count }} {{ trait.key }} {{ trait.value }}"
          style: body
          box: {width: 25}
        - {shape: rectangle, fill: a, if: not loop.last, box: {width: 1}}
  box: safe
"""
    made = clean(tmp_path, elements)
    assert [text for text, *_ in made.texts()] == ["1/2 Might 3", "2/2 Luck 5"]
    assert len(made.rects()) == 1


def test_a_repeat_takes_the_mapping_of_a_card(tmp_path):
    elements = """
- repeat: "{{ stats }}"
  as: each
  elements: [{text: "{{ each.key }}{{ each.value }}", style: body, box: safe, if: loop.first}]
"""
    made = clean(tmp_path, elements, "[{id: x, stats: {a: 1, b: 2}}]")
    assert [text for text, *_ in made.texts()] == ["a1"]


def test_a_repeat_computes_the_expressions_of_its_list(tmp_path):
    elements = """
- repeat: ["{{ id }} of {{ players }}", plain, "{{ 2 + 3 }}"]
  as: each
  elements: [{text: "{{ each }}", style: body, box: safe}]
"""
    made = clean(tmp_path, elements)
    assert [text for text, *_ in made.texts()] == ["x of 2", "plain", "5"]


@pytest.mark.parametrize("inside", ['[["{{ id }}", 1]]', '{Might: "{{ id }}"}'])
def test_an_expression_deeper_in_what_a_repeat_goes_over_is_refused(tmp_path, inside):
    elements = (
        f"- repeat: {inside}\n  as: each\n  elements: [{{text: hi, style: body, box: safe}}]\n"
    )
    (tmp_path / "game.yaml").write_text(
        f"{HEAD}templates:\n  side:\n    elements:\n{indent(elements, '      ')}"
        "decks:\n  all: {face: side, back: none, rows: [{id: x}]}\n",
        encoding="utf-8",
    )
    report = Report()
    load_game(tmp_path / "game.yaml", report)
    assert [problem.code for problem in report.problems] == ["expression.not-here"]


def test_a_higher_z_is_drawn_later_in_its_list_and_only_there(tmp_path):
    elements = """
- {shape: rectangle, fill: a, z: 1, box: {width: 5}}
- {shape: rectangle, fill: b, box: {width: 5}}
- {shape: rectangle, fill: c, z: -1, box: {width: 5}}
- group:
    - {shape: rectangle, fill: d, z: 9, box: {width: 5}}
    - {shape: rectangle, fill: e, box: {width: 5}}
"""
    made = clean(tmp_path, elements)
    assert [name for name, *_ in made.rects()] == ["c", "b", "e", "d", "a"]


def test_z_orders_what_a_repeat_writes_and_what_cards_change(tmp_path):
    elements = """
- {shape: rectangle, fill: a, box: {width: "{{ w }}"}}
- repeat: 2
  as: n
  elements:
    - {shape: rectangle, fill: b, z: 1, box: {width: 1}}
    - {shape: rectangle, fill: c, box: {width: 1}}
"""
    made = clean(tmp_path, elements, "[{id: x, w: 3}, {id: y, w: 4}]")
    assert "".join(name for name, *_ in made.rects("x")) == "accbb"
    assert "".join(name for name, *_ in made.rects("y")) == "accbb"


def test_padding_and_panel_are_drawn_round_and_behind_the_children(tmp_path):
    elements = """
- group: [{shape: rectangle, fill: a}]
  padding: {left: 1, top: 2, right: 10%, bottom: 4}
  fill: b
  stroke: c
  box: {left: 10, top: 10, width: 20, height: 20}
"""
    made = clean(tmp_path, elements)
    assert [name for name, *_ in made.rects()] == ["b", "a"]
    assert made.box("a") == [11, 12, 17, 14]
    assert made.box("b") == [10, 10, 20, 20]
    last = made.ink()[-1].item
    assert last.stroke is not None
    assert last.fill is None


@pytest.mark.parametrize(
    ("clip", "seen"),
    [
        ("circle", (20, 20)),
        ("diamond", (20, 20)),
        ("{shape: star, sides: 4}", (20, 20)),
        ('{path: "M 0 0 L 10 0 L 10 5 Z"}', (10, 5)),
        ('{path: "M 0 0 L 10 0 L 10 5 Z", viewbox: [0, 0, 10, 5]}', (20, 10)),
    ],
)
def test_a_group_is_clipped_to_any_shape(tmp_path, clip, seen):
    elements = f"""
- group: [{{shape: rectangle, fill: a, box: {{inset: -5}}}}]
  clip: {clip}
  box: {{left: 10, top: 10, width: 20, height: 20}}
"""
    made = clean(tmp_path, elements)
    (placed,) = made.ink()
    assert placed.item.box.width == 30
    assert (placed.clip.width, placed.clip.height) == pytest.approx(seen, abs=0.8)


def test_thousands_of_children_wrap_in_the_blink_of_an_eye(tmp_path):
    many = squares("1..4500", "{width: 0.5, height: 0.5}")
    elements = f"- row: {many}\n  wrap: true\n  box: {{inset: 4}}"
    started = time.process_time()
    made = clean(tmp_path, elements)
    assert len(made.rects()) == 4500
    assert time.process_time() - started < 4


def test_flows_by_content_deep_inside_each_other_end(tmp_path):
    inner = "{text: a, style: body}"
    for number in range(24):
        kind = "row" if number % 2 else "column"
        inner = f"{{{kind}: [{inner}, {{text: b, style: body}}], sizes: content, across: center}}"
    started = time.process_time()
    made = laid(tmp_path, f"- {inner}\n- {{shape: rectangle, fill: a, box: {{width: 1}}}}")
    assert set(made.codes) <= {"flow.overfull", "box.too-deep", "text.overfull"}
    assert time.process_time() - started < 10


def test_a_grid_that_counts_its_columns_may_be_empty_on_a_card(tmp_path):
    child = "{group: [{shape: rectangle, fill: a, box: {width: 5, height: 5}}]}"
    many = f'[{{repeat: "{{{{ n }}}}", as: i, elements: [{child}]}}]'
    made = clean(tmp_path, f"- grid: {many}\n  columns: auto", "[{id: x, n: 0}, {id: y, n: 3}]")
    assert [len(made.rects(card)) for card in "xy"] == [0, 3]


def test_a_row_in_a_column_by_content_is_as_high_as_its_text_in_its_share(tmp_path):
    elements = """
- column:
    - row:
        - {shape: rectangle, fill: a, box: {width: 8, height: 8}}
        - paragraph: many words that do not stand in one line of this row by far
          style: body
          box: {height: auto}
      gap: 2
    - {shape: rectangle, fill: b, box: {height: 3}}
  sizes: content
  box: {left: 0, width: 40, top: 0, height: 60}
"""
    made = clean(tmp_path, elements)
    # Four lines of 10 pt, 1.2 apart, in the 30 mm beside the square.
    assert made.box("b")[1] == pytest.approx(4 * 12 * 25.4 / 72, abs=0.01)
