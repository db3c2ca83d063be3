"""Exporting again: what was fine is not judged twice, what was not is told each time."""

import json

import pytest

from cardforge.export import safe

HEAD = """\
game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {trim: [63, 88], bleed: 4, safe: 1}
fonts: {plain: Lato-Regular}
shops: {the-game-crafter: {box: none}}
"""
CARDS = """\
templates:
  told:
    elements:
      - {shape: rectangle, fill: "#ddeeff", box: bleed}
      - text: "{{ word }}"
        font: plain
        size: 9 pt
        box: {left: "{{ x }}", right: 8, top: 40, height: 6}
decks:
  main:
    face: told
    back: none
    hidden: false
    rows:
"""


@pytest.fixture
def export(run, tmp_path, monkeypatch):
    """Return what exports a game of three cards and gives what was said and the judged sides."""
    judged = []
    sides = safe._sides

    def counted(*arguments):
        found = sides(*arguments)
        judged.extend(side.card for side in found)
        return found

    monkeypatch.setattr(safe, "_sides", counted)

    def export(*lefts, more=""):
        rows = "".join(f"      - {{id: c{n}, word: w, x: {x}}}\n" for n, x in enumerate(lefts))
        (tmp_path / "game").mkdir(exist_ok=True)
        (tmp_path / "game/game.yaml").write_text(HEAD + more + CARDS + rows, "utf-8")
        judged.clear()
        code, _, err = run(
            "export", tmp_path / "game", "--shop", "the-game-crafter", "--out", tmp_path / "out"
        )
        assert code == 0, err
        return err, list(judged)

    return export


def fine(tmp_path):
    return json.loads((tmp_path / "out/en/manifest.json").read_text())["fine"]


def test_only_the_changed_card_of_a_fine_package_is_judged_again(export, tmp_path):
    assert export(8, 9, 10) == ("", ["main.c0", "main.c1", "main.c2"])
    assert fine(tmp_path)
    assert export(8, 9, 10) == ("", [])
    assert export(8, 11, 10) == ("", ["main.c1"])
    said, judged = export(8, 2, 10)
    assert "warning[shop.safe]" in said
    assert judged == ["main.c1"]
    assert fine(tmp_path) is None


def test_what_was_not_fine_is_told_each_time(export):
    first, _ = export(8, 2, 10)
    again, judged = export(8, 2, 10)
    assert "warning[shop.safe]" in first
    assert again == first
    assert judged == ["main.c0", "main.c1", "main.c2"]


def test_other_limits_judge_all_again(export):
    loose = "checks: {safe: {over: 5}}\n"
    assert export(8, 2, 10, more=loose) == ("", ["main.c0", "main.c1", "main.c2"])
    said, judged = export(8, 2, 10)
    assert "warning[shop.safe]" in said
    assert len(judged) == 3


def test_a_picture_that_somebody_has_changed_is_judged_again(export, tmp_path):
    export(8, 9, 10)
    (path,) = (tmp_path / "out/en/cards").glob("*c1-face*.png")
    path.write_bytes(path.read_bytes() + b"x")
    assert export(8, 9, 10) == ("", ["main.c1"])
