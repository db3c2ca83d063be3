"""Templates that extend others: regions, changed and removed elements, over several levels."""

from placing import HEAD, Made, clean, laid

FRAME = """templates:
  frame:
    elements:
      - {shape: rectangle, fill: a, id: ground, box: {left: 0, top: 0, width: 10, height: 10}}
      - group:
          - {text: Frame, id: title, style: body, box: {left: 5, top: 5, height: 5}}
        box: safe
      - region: art
        box: {left: 20, top: 20, width: 20, height: 20}
        elements: [{shape: rectangle, fill: b}]
"""


def made(folder, templates, faces):
    rows = ", ".join(f"{{id: {face}, face: {face}}}" for face in faces)
    deck = f"decks:\n  all: {{back: none, hidden: false, rows: [{rows}]}}\n"
    result = Made(folder, HEAD + FRAME + templates + deck)
    assert result.codes == [], [p.message for p in result.report.problems]
    return result


def test_a_region_shows_its_own_elements_until_a_template_fills_it(tmp_path):
    templates = """  plain: {extends: frame}
  full:
    extends: frame
    regions: {art: [{shape: rectangle, fill: c, box: {left: 1, top: 1, width: 2, height: 2}}]}
"""
    cards = made(tmp_path, templates, ["frame", "plain", "full"])
    assert cards.box("b", "frame") == cards.box("b", "plain") == [20, 20, 20, 20]
    assert [name for name, *_ in cards.rects("full")] == ["a", "c"]
    assert cards.box("c", "full") == [21, 21, 2, 2]


def test_a_region_inside_what_fills_another_is_filled_one_level_on(tmp_path):
    templates = """  middle:
    extends: frame
    regions:
      art:
        - {shape: rectangle, fill: c}
        - {region: corner, box: {left: 2, top: 2, width: 4, height: 4}}
  leaf:
    extends: middle
    regions: {corner: [{shape: rectangle, fill: d}]}
  other:
    extends: middle
    regions: {art: [{shape: rectangle, fill: e}]}
"""
    cards = made(tmp_path, templates, ["middle", "leaf", "other"])
    assert [name for name, *_ in cards.rects("middle")] == ["a", "c"]
    assert cards.box("d", "leaf") == [22, 22, 4, 4]
    assert [name for name, *_ in cards.rects("other")] == ["a", "e"]


def test_what_fills_a_region_may_hold_one_of_the_same_name_for_the_next_template(tmp_path):
    templates = """  middle:
    extends: frame
    regions:
      art:
        - {shape: rectangle, fill: c}
        - {region: art, box: {left: 2, top: 2, width: 4, height: 4}}
  leaf:
    extends: middle
    remove: [ground]
    regions: {art: [{shape: rectangle, fill: d}]}
"""
    cards = made(tmp_path, templates, ["middle", "leaf"])
    assert [name for name, *_ in cards.rects("middle")] == ["a", "c"]
    assert [name for name, *_ in cards.rects("leaf")] == ["d"]


def test_templates_that_extend_each_other_without_end_are_one_problem(tmp_path):
    chain = "".join(f"  t{n}: {{extends: t{n + 1}}}\n" for n in range(2000))
    deck = "decks:\n  all: {back: none, rows: [{id: a, face: t0}]}\n"
    result = Made(tmp_path, HEAD + FRAME + chain + "  t2000: {extends: frame}\n" + deck)
    assert result.codes == ["template.deep"]
    assert "at most 50 deep" in result.report.problems[0].message


def test_single_elements_are_changed_by_id_and_others_stay(tmp_path):
    templates = """  red:
    extends: frame
    change:
      ground: {fill: d}
      title: {text: "{{ id }}"}
  redder:
    extends: red
    change: {ground: {box: {left: 5, top: 5, width: 3, height: 3}}}
"""
    cards = made(tmp_path, templates, ["frame", "red", "redder"])
    assert cards.box("a", "frame") == [0, 0, 10, 10]
    assert cards.box("d", "red") == [0, 0, 10, 10]
    assert cards.box("d", "redder") == [5, 5, 3, 3]
    assert [cards.texts(card)[0][0] for card in ("frame", "red", "redder")] == [
        "Frame",
        "red",
        "redder",
    ]


def test_a_changed_element_may_be_of_another_kind(tmp_path):
    templates = """  kind:
    extends: frame
    change: {title: {shape: rectangle, fill: e, style: , box: {width: 2}}}
"""
    templates = templates.replace("style: , ", "")
    rows = "decks:\n  all: {face: kind, back: none, rows: [{id: x}]}\n"
    result = Made(tmp_path, HEAD + FRAME + templates + rows)
    assert result.codes == ["key.unknown"]
    plain = FRAME.replace("style: body, ", "")
    result = Made(tmp_path, HEAD + plain + templates + rows)
    assert result.codes == []
    assert result.texts() == []
    assert result.box("e")[2] == 2


def test_elements_are_left_out_by_id_wherever_they_stand(tmp_path):
    templates = "  bare: {extends: frame, remove: [title, ground]}\n"
    cards = made(tmp_path, templates, ["frame", "bare"])
    assert cards.texts("bare") == []
    assert [name for name, *_ in cards.rects("bare")] == ["b"]
    assert len(cards.texts("frame")) == 1


def test_a_template_draws_beneath_the_one_it_extends(tmp_path):
    templates = """  below:
    extends: frame
    elements: [{shape: rectangle, fill: c, z: -1, box: {width: 5}}]
"""
    cards = made(tmp_path, templates, ["below"])
    assert [name for name, *_ in cards.rects("below")] == ["c", "a", "b"]


def test_a_template_stands_by_elements_of_the_one_it_extends(tmp_path):
    templates = """  beside:
    extends: frame
    elements:
      - {shape: rectangle, fill: c, box: {left: ground.right + 1, top: 0, width: 2, height: 2}}
"""
    assert made(tmp_path, templates, ["beside"]).box("c", "beside") == [11, 0, 2, 2]


def test_what_a_child_leaves_as_it_is_stays_one_plate_for_both(tmp_path):
    frame = FRAME.replace(
        "      - group:\n",
        "      - {shape: circle, fill: b, box: {width: 3}}\n"
        "      - {shape: circle, fill: c, box: {width: 4}}\n      - group:\n",
    )
    templates = "  child: {extends: frame, elements: [{shape: circle, fill: e}]}\n"
    rows = "[{id: p, face: frame}, {id: q, face: child}]"
    deck = f"decks:\n  all: {{back: none, hidden: false, rows: {rows}}}\n"
    result = Made(tmp_path, HEAD + frame + templates + deck)
    first, second = (result.maker.filler.prepared(name) for name in ("frame", "child"))
    kept = first.runs[0].elements
    assert all(one is other for one, other in zip(kept, second.runs[0].elements, strict=False))


def test_each_use_of_a_part_fills_its_regions_for_itself(tmp_path):
    more = """parts:
  panel:
    - {shape: rectangle, fill: a}
    - {region: inside, box: {inset: 2}, elements: [{shape: rectangle, fill: b}]}
"""
    elements = """
- {use: panel, box: {left: 0, top: 0, width: 10, height: 10}}
- use: panel
  regions: {inside: [{repeat: 2, as: n, elements: [{shape: rectangle, fill: "{{ tint }}"}]}]}
  box: {left: 20, top: 0, width: 10, height: 10}
"""
    made = clean(tmp_path, elements, "[{id: x, tint: c}, {id: y, tint: d}]", more)
    assert "".join(name for name, *_ in made.rects("x")) == "abacc"
    assert "".join(name for name, *_ in made.rects("y")) == "abadd"
    wrong = laid(tmp_path, elements.replace("inside:", "outside:"), "[{id: x, tint: c}]", more)
    assert wrong.codes == ["region.unknown"]


def test_a_part_that_fills_a_region_with_itself_is_a_circle(tmp_path):
    more = """parts:
  panel: [{region: inside}, {use: frame, regions: {inside: [{use: panel}]}}]
  frame: [{region: inside}]
"""
    assert laid(tmp_path, "- {use: panel}", more=more).codes == ["part.circle"]
