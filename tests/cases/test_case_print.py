"""Designs that come back from the printer other than they were meant."""

import pytest
from games import head, run, write

FRAMED = """templates:
  framed:
    elements:
      - {shape: rectangle, stroke: black, line-width: 0.5, box: FRAME}
      - {text: "{{ title }}", font: plain, size: SIZE, box: {left: LEFT, top: 20, height: 5}}
decks:
  main:
    face: framed
    back: none
    rows:
      - {id: a, title: Hero}
"""


def framed(folder, *, frame, left, size, more=""):
    """Write a game of one card with a frame of 0.5 mm that begins `frame` mm inside the trim."""
    at = frame + 0.25
    box = f"{{left: {at}, right: {at}, top: {at}, bottom: {at}}}"
    text = FRAMED.replace("FRAME", box).replace("LEFT", left).replace("SIZE", size)
    return write(folder / "game", head() + more + text)


# 75: thin border, text at the edge, tiny type


def test_a_thin_border_text_at_the_edge_and_tiny_type_are_three_warnings(tmp_path):
    ran = run("check", framed(tmp_path, frame=1, left="1", size="5 pt"))
    assert ran.code == 0, ran.said
    assert ran.said.count("warning[") == 3, ran.said
    assert "warning[print.thin-frame]: a frame of 0.5 mm runs 1 mm inside the trim" in ran.said
    assert "at least 3 mm" in ran.said
    assert "warning[print.safe]: the text 'Hero' stands 1.1" in ran.said
    assert "the safe zone begins at 3 mm" in ran.said
    assert "warning[print.small-text]: the text 'Hero' is printed at 5 pt" in ran.said
    assert "at least 6 pt" in ran.said


def test_strict_refuses_them(tmp_path):
    game = framed(tmp_path, frame=1, left="1", size="5 pt")
    assert run("check", "--strict", game).code == 1


def test_the_same_card_with_room_passes(tmp_path):
    game = framed(tmp_path, frame=3, left="6", size="7 pt")
    assert run("check", "--strict", game).code == 0


@pytest.mark.parametrize("severity", ["error", "note", "off"])
def test_a_game_says_how_severe_each_is(tmp_path, severity):
    names = ("safe", "small-text", "thin-frame")
    checks = f"checks: {{{', '.join(f'{name}: {severity}' for name in names)}}}\n"
    game = framed(tmp_path, frame=1, left="1", size="5 pt", more=checks)
    ran = run("check", "--verbose", game)
    assert ran.code == (1 if severity == "error" else 0), ran.said
    assert "warning[print" not in ran.said
    assert ran.said.count(f"{severity}[print.") == (0 if severity == "off" else 3)


def test_a_reason_at_the_place_silences_one_of_them(tmp_path):
    game = framed(tmp_path, frame=1, left="1", size="5 pt")
    file = game / "game.yaml"
    text = file.read_text("utf-8")
    allow = 'line-width: 0.5, allow: {print.thin-frame: "cut by hand, each on its own"},'
    file.write_text(text.replace("line-width: 0.5,", allow), "utf-8")
    ran = run("check", game)
    assert ran.code == 0, ran.said
    assert ran.said.count("warning[") == 2, ran.said
    assert "thin-frame" not in ran.said


def test_a_build_does_not_wait_for_the_check(tmp_path):
    game = framed(tmp_path, frame=1, left="1", size="5 pt")
    ran = run("build", game, "--out", tmp_path / "out", "--paper", "a4", "--only", "images")
    assert ran.code == 0, ran.said
    assert "print." not in ran.said
