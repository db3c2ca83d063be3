"""The palette: one notation for screen and press, or one for each, and inks of their own."""

import pytest

from cardforge import pipeline
from cardforge.color import Color
from cardforge.diagnostics import Report

GAME = """game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {{trim: [63, 88], bleed: 3, safe: 3}}
palette:
  hue: {hue}
templates:
  filled:
    elements:
      - {{shape: rectangle, fill: hue, box: bleed}}
decks:
  main: {{hidden: false, face: filled, back: none, rows: [{{id: a}}]}}
"""


def palette(tmp_path, hue):
    path = tmp_path / "game.yaml"
    path.write_text(GAME.format(hue=hue))
    report = Report()
    game = pipeline.read_game(path, report, "game.yaml")
    assert not report.problems
    return game.palette["hue"]


RED = tuple(value / 255 for value in (0xC0, 0x39, 0x2B))
INK = (0.1, 0.9, 0.8, 0.0)


@pytest.mark.parametrize(
    ("hue", "color"),
    [
        ('"#c0392b"', Color("rgb", RED)),
        ("rgb(192, 57, 43)", Color("rgb", RED)),
        ("cmyk(10, 90, 80, 0)", Color("cmyk", INK)),
        ('{rgb: "#c0392b"}', Color("rgb", RED)),
        ('{rgb: "#333333"}', Color("gray", (0.2,))),
        ("{rgb: red}", Color("rgb", (1.0, 0.0, 0.0))),
        ('{cmyk: "cmyk(10, 90, 80, 0)"}', Color("cmyk", INK)),
        ('{rgb: "#c0392b", cmyk: "cmyk(10, 90, 80, 0)"}', Color("rgb", RED, INK)),
        ('{cmyk: "cmyk(10, 90, 80, 0)", rgb: "#c0392b"}', Color("rgb", RED, INK)),
        ('{rgb: "#c0392b", spot: Vermilion}', Color("rgb", RED, None, "Vermilion")),
        ('{cmyk: "cmyk(10, 90, 80, 0)", spot: 485}', Color("cmyk", INK, None, "485")),
        (
            '{rgb: "#c0392b", cmyk: "cmyk(10, 90, 80, 0)", spot: " PANTONE 485 C "}',
            Color("rgb", RED, INK, "PANTONE 485 C"),
        ),
    ],
)
def test_a_colour_of_the_palette_is_read_as_it_is_written(tmp_path, hue, color):
    assert palette(tmp_path, hue) == color


def test_a_name_of_the_palette_may_stand_for_no_colour(run, tmp_path):
    (tmp_path / "game.yaml").write_text(GAME.format(hue="none"))
    assert palette(tmp_path, "none") is None
    code, _, err = run("check", tmp_path)
    assert code == 0, err


def test_two_names_may_share_an_ink_of_one_colour(run, tmp_path):
    both = '{rgb: "#c0392b", spot: Vermilion}\n  again: {rgb: "#c0392b", spot: Vermilion}'
    (tmp_path / "game.yaml").write_text(GAME.format(hue=both))
    code, _, err = run("check", tmp_path)
    assert code == 0, err


@pytest.mark.parametrize(
    "hue",
    [
        '{rgb: "#c0392b"}',
        '{rgb: "#c0392b", cmyk: "cmyk(10, 90, 80, 0)"}',
        '{rgb: "#c0392b", cmyk: "cmyk(10, 90, 80, 0)", spot: Vermilion}',
    ],
)
def test_what_the_press_is_to_do_changes_nothing_that_is_built(run, tmp_path, hue):
    made = []
    for name, written in (("plain", '"#c0392b"'), ("other", hue)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "game.yaml").write_text(GAME.format(hue=written))
        code, _, err = run("build", folder, "--out", tmp_path / f"out-{name}", "--paper", "a4")
        assert code == 0, err
        pdf = next((tmp_path / f"out-{name}").rglob("sheets-*.pdf"))
        made.append((sorted(p.name for p in pdf.parent.rglob("*")), pdf.read_bytes()))
    assert made[0] == made[1]
