"""What an export has written is fine for the command that judges finished files."""

import pytest
from shop_toys import PROFILES

from cardforge.shops import shops

# One of each way, order and kind of file; sheets take longest.
SHOPS = (
    "the-game-crafter", "game-prototyper", "mpc-autofill", "drivethrucards", "longpack", "wingo",
    "puzzlefactory", "tabletop-simulator", "tabletop-playground", "playingcards-io", "tabletopia",
    "sprites", "contact-sheet", pytest.param("print-and-play-games", marks=pytest.mark.slow),
)  # fmt: skip
GAME = """\
game: toy
version: "1"
title: Toy
languages: [en]
players: 2
format: {trim: [63.5, 88.9], bleed: 4, safe: 3}
fonts: {plain: Lato-Regular}
templates:
  face:
    elements:
      - {shape: rectangle, fill: "#f0e0b0", box: bleed}
      - {text: "{{ id }}", font: plain, size: 40 pt, box: safe, align: center, valign: middle}
  plain:
    elements:
      - {shape: rectangle, fill: "#305090", box: bleed}
      - {shape: circle, fill: "#ffffff", box: safe}
  own:
    elements:
      - {shape: rectangle, fill: "#803030", box: bleed}
      - {text: "{{ id }}", font: plain, size: 30 pt, color: "#ffffff", box: safe}
decks:
  main: {face: face, back: plain, rows: [{id: A, copies: 2}, {id: B, copies: 0}, {id: C}]}
  other: {face: face, back: own, hidden: false, rows: [{id: D}, {id: E, copies: 2}]}
  bare: {face: face, back: none, rows: [{id: F, copies: 3}]}
tokens:
  coins: {shape: round, size: 25.4, face: face, back: none, rows: [{id: G, copies: 5}]}
"""


@pytest.mark.parametrize("shop", SHOPS)
def test_the_package_of_a_shop_is_found_to_be_fine(run, tmp_path, shop):
    if shops()[shop].press and not PROFILES[0].exists():
        pytest.skip(f"needs {PROFILES[0]} (scribus-data)")
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy/game.yaml").write_text(GAME, "utf-8")
    out = tmp_path / "out"
    code, _, err = run("export", tmp_path / "toy", "--shop", shop, "--out", out)
    assert code == 0, err
    code, said, err = run("check", tmp_path / "toy", "--shop", shop, "--pdf", out / "en")
    assert (code, said.splitlines()[-1].endswith("fine.")) == (0, True), said + err


def test_another_shop_than_that_of_the_package_judges_every_file_by_its_own_wishes(run, tmp_path):
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy/game.yaml").write_text(GAME, "utf-8")
    out = tmp_path / "out"
    assert run("export", tmp_path / "toy", "--shop", "makeplayingcards", "--out", out)[0] == 0
    assert run("check", "--shop", "mpc-autofill", "--pdf", out / "en")[0] == 0
    code, said, err = run("check", "--shop", "the-game-crafter", "--pdf", out / "en")
    faults = [line for line in (said + err).splitlines() if "error[" in line]
    assert (code, len(faults)) == (1, 1), said + err
    assert "822 × 1122 pixels, which is no product of The Game Crafter" in faults[0]
    assert "; the same of " in faults[0]
