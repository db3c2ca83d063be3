"""The work that is measured: a deck of different cards, written once for every tool."""

from __future__ import annotations

import colorsys
import json
from pathlib import Path
from typing import NamedTuple

NOUNS = "Anchor Bell Candle Door Ember Feather Gate Hill Island Jar Kite Ladder Moon Nest".split()
WORDS = (
    "take the top card of your pile and show it to everyone then swap one of yours for "
    "any card that lies open on this side of table unless somebody pays two coins first"
).split()
WORDS_IN_A_PARAGRAPH = 25
CARDS_ON_A_SHEET = 9

# A star in a box of 24 by 24, for SVG and for Typst's polygon alike.
STAR = (
    (12, 1), (14.7, 8.3), (22.5, 8.6), (16.4, 13.4), (18.5, 20.9),
    (12, 16.6), (5.5, 20.9), (7.6, 13.4), (1.5, 8.6), (9.3, 8.3),
)  # fmt: skip

GAME = """\
game: bench
version: "1"
title: Bench
languages: [en]
players: 2
format: poker-63x88
include: [cards.yaml]

fonts: {regular: Lato-Regular, bold: Lato-Bold}
palette: {ink: "#000000", red: "#c0392b", brown: "#5a1a12", navy: "#1f3a5f", white: "#ffffff"}
styles:
  body: {font: regular, size: 8 pt, leading: 1.25, color: ink}
  number: {font: bold, size: 60 pt, align: center, color: ink}
  title: {font: bold, size: 11 pt, align: center, color: ink}
  index: {font: bold, size: 12 pt, color: ink}
sheets: {gutter: 6, margin: 1.5}
shops: {the-game-crafter: {box: none}}

parts:
  star:
    - {path: "STAR_PATH", viewbox: [0, 0, 24, 24], fill: red, stroke: brown, line-width: 0.3}
  indices:
    - {text: "{{ number }}", style: index, box: {left: 4, top: 4, width: 20, height: 6}}
    - text: "{{ number }}"
      style: index
      align: right
      box: {right: 4, top: 4, width: 20, height: 6}

templates:
  face:
    elements:
      - {shape: rectangle, box: bleed, fill: "{{ color }}"}
      - {text: "{{ number }}", style: number, box: {left: 3, right: 3, top: 29, height: 22}}
      - {text: "{{ heading }}", style: title, box: {left: 3, right: 3, top: 12, height: 6}}
      - use: indices
      - {group: [{use: indices}], rotate: 180, box: trim}
      - row:
          - repeat: 5
            as: n
            elements: [{use: star}]
        gap: 2
        box: {x: 50%, top: 52, width: 38, height: 6}
      - {paragraph: "{{ rules }}", style: body, box: {left: 7, right: 7, top: 62, height: 16}}
  back:
    elements:
      - {shape: rectangle, box: bleed, fill: navy}
      - {use: star, box: {x: 50%, top: 24, width: 40, height: 40}}
      - text: CARDFORGE
        style: title
        size: 20 pt
        color: white
        box: {left: 3, right: 3, top: 68, height: 10}
"""

CARDS = """\
decks:
  cards:
    face: face
    back: back
    hidden: false
    rows:
"""


class Card(NamedTuple):
    """One card: what is printed on it and nowhere else."""

    number: int
    heading: str
    rules: str
    color: str


def card(number: int) -> Card:
    """Return the card with this number."""
    step = 1 + number % 5
    words = [WORDS[(number * 7 + k * step) % len(WORDS)] for k in range(WORDS_IN_A_PARAGRAPH)]
    channels = colorsys.hls_to_rgb((number * 37 % 360) / 360, 0.82, 0.55)
    color = "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)
    heading = f"Card {number}: {NOUNS[number % len(NOUNS)]}"
    return Card(number, heading, " ".join(words).capitalize(), color)


def write_game(folder: Path, total: int) -> None:
    """Write a game of `total` cards: the design and, in a file of their own, the cards.

    Typst reads the same file of cards, so that no tool is handed an easier format.
    """
    folder.mkdir(parents=True)
    star = "M " + " L ".join(f"{x} {y}" for x, y in STAR) + " Z"
    (folder / "game.yaml").write_text(GAME.replace("STAR_PATH", star), "utf-8")
    rows = (
        f"      - {json.dumps({'id': f'card-{number}', **card(number)._asdict()})}\n"
        for number in range(1, total + 1)
    )
    (folder / "cards.yaml").write_text(CARDS + "".join(rows), "utf-8")


def change_card(folder: Path, number: int) -> None:
    """Print something else on one card of a game; a second change takes the first one back."""
    file = folder / "cards.yaml"
    text = file.read_text("utf-8")
    heading = f'"heading": "Card {number}'
    before, after = f"{heading}:", f"{heading}!"
    if before not in text:
        before, after = after, before
    if text.count(before) != 1:
        raise ValueError(number)
    file.write_text(text.replace(before, after), "utf-8")


def pages(total: int) -> int:
    """Return how many pages the sheets of `total` cards have, faces and backs."""
    return -(-total // CARDS_ON_A_SHEET) * 2
