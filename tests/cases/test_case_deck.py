"""Decks that are larger than whoever prints them accepts."""

from games import head, run, write

DECK = """templates:
  plain:
    elements:
      - text: "{{ n }}"
        font: plain
        size: 20 pt
        underline: "{{ n | ambiguous_upside_down }}"
        box: {left: 10, right: 10, top: 20, height: 10}
decks:
  main: {for: {n: 1..COUNT}, face: plain, back: none}
composition:
  - check: total
    deck: main
    at-most: 612
    severity: warning
    source: house
    because: more than the shop takes in one order
"""


def ordered(folder, count):
    return write(folder / "game", head() + DECK.replace("COUNT", str(count)))


# 74: more cards than the shop takes


def test_one_card_too_many_for_a_shop_is_a_warning_with_both_numbers(tmp_path):
    ran = run("check", ordered(tmp_path, 613))
    assert ran.code == 0, ran.said
    assert "warning[composition.total]" in ran.said
    assert "612" in ran.said
    assert "613" in ran.said
    assert "more than the shop takes" in ran.said
    assert run("check", "--strict", tmp_path / "game").code == 1


def test_as_many_as_it_takes_pass(tmp_path):
    ran = run("check", "--strict", ordered(tmp_path, 612))
    assert ran.code == 0, ran.said
