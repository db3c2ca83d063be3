"""Large decks: memory stays bounded and every page is there."""

import os
import sys

import pikepdf
import pytest
from games import REPOSITORY, command, head, write
from measuring import measured
from PIL import Image

PICTURES = 60


def noise_game(folder, cards):
    """Write a game of so many cards over sixty pictures of noise, 825 x 1125 pixels each."""
    (folder / "art").mkdir(parents=True)
    for number in range(PICTURES):
        Image.frombytes("RGB", (825, 1125), os.urandom(825 * 1125 * 3)).save(
            folder / f"art/{number}.png", compress_level=0
        )
    text = (
        head(format="{trim: [63.5, 88.9], bleed: 3.175}")
        + f"""templates:
  shown:
    elements:
      - {{image: "art/{{{{ value % {PICTURES} }}}}.png", fit: cover, box: bleed}}
      - {{text: "{{{{ value }}}}", font: plain, size: 12 pt, box: safe}}
decks:
  main:
    for: {{value: 1..{cards}}}
    hidden: false
    face: shown
    back: none
"""
    )
    return write(folder, text)


@pytest.mark.slow
@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="memory is counted as Linux counts it"
)
def test_a_thousand_cards_over_sixty_pictures_stay_below_a_gigabyte(tmp_path):
    game = noise_game(tmp_path / "game", 1000)
    building = command("build", game, "--out", tmp_path / "out", "--paper", "a4", "--quiet")
    _, peak = measured(building, cwd=REPOSITORY)
    assert peak < 1000, "megabytes"
    with pikepdf.open(tmp_path / "out/toy/sheets-a4-en.pdf") as document:
        assert len(document.pages) == 112
        pictures = [
            o
            for o in document.objects
            if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"
        ]
    assert len(pictures) == PICTURES
