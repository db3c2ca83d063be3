"""Pseudo-translation: longer by a third, accented, and nothing but words changed."""

import json

import pytest
from cases.games import head, run, write

from cardforge.pseudo import pseudo

WORDS = "Draw two cards and keep the one you like best"


def test_a_text_is_about_35_per_cent_longer_and_accented():
    made = pseudo(WORDS)
    letters = sum(c.isalpha() for c in WORDS)
    assert sum(c.isalpha() for c in made) - letters == round(0.35 * letters)
    assert len(made.split()) == len(WORDS.split())
    assert "é" in made
    assert "ç" in made


@pytest.mark.parametrize("text", ["", "A", "+3", "D6", "12", "…"])
def test_a_sign_stays_as_it_is(text):
    assert pseudo(text) == text


def test_markup_stays_as_it_is():
    made = pseudo(r"Pay {coin} for **a dragon** \{sic} [red]{color: accent}")
    assert "{coin}" in made
    assert r"\{" in made
    assert "{color: accent}" in made
    assert made.count("**") == 2


def test_words_without_vowels_are_accented_only():
    assert pseudo("grrr brr") == "grrr brr"


GAME = (
    head(languages="[en, fr]", title="{en: Toy, fr: Jouet}")
    + """words: {en: {rule: Draw a card}, fr: {rule: Pioche}}
decks:
  cards: {rows: [{id: a, kind: base}], face: worded, back: none}
templates:
  worded:
    elements:
      - text: "{{ words.rule if kind == 'base' else 'no' }}"
        size: 12 pt
        fit: {min: SMALLEST}
        box: {left: 10, top: 10, width: WIDE, height: 10}
"""
)


def game(tmp_path, wide, smallest="12 pt"):
    return write(tmp_path, GAME.replace("WIDE", str(wide)).replace("SMALLEST", smallest))


def test_the_cards_that_a_translation_would_break_are_named(tmp_path):
    folder = game(tmp_path, 24)
    assert run("check", folder).code == 0
    ran = run("check", folder, "--language", "pseudo")
    assert ran.code == 1
    assert "text.overfull" in ran.said
    assert "cards.a" in ran.said


def test_pseudo_sheets_have_names_of_their_own_and_no_rulebook(tmp_path):
    ran = run(
        "build", game(tmp_path, 40), "--language", "pseudo", "--paper", "a4", "--out", tmp_path
    )
    assert ran.code == 0, ran.said
    assert sorted(path.name for path in (tmp_path / "toy").iterdir()) == [
        "manifest.json", "sheets-a4-pseudo.pdf",
    ]  # fmt: skip
    manifest = json.loads((tmp_path / "toy" / "manifest.json").read_text())
    assert manifest["languages"] == ["pseudo"]


@pytest.mark.parametrize("name", ["rulebook", "export"])
def test_what_is_more_than_cards_is_not_for_it(tmp_path, name):
    more = ["--shop", "contact-sheet"] if name == "export" else []
    ran = run(name, game(tmp_path, 40), "--language", "pseudo", *more)
    assert ran.code == 2
    assert "build and check" in ran.said
