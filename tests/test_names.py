"""Names: a field that any expression of the game uses is no slip of the pen."""

import pytest

from cardforge.check.row_keys import check_row_keys
from cardforge.diagnostics import Report
from cardforge.load import load_game
from cardforge.names import card_names, names_in

HEAD = """game: toy
version: "1"
title: Toy
languages: [en]
players: 2
templates: {plain: {elements: []}}
decks:
  toys:
    back: none
    rows: [{id: a, amount: 3}]
"""


@pytest.fixture
def warned(tmp_path):
    """Return what tells the warnings about the rows of a deck with some more keys."""

    def warned(*keys):
        path = tmp_path / "game.yaml"
        path.write_text(HEAD + "".join(f"    {key}\n" for key in keys), "utf-8")
        report = Report()
        game = load_game(path, report, "game.yaml")
        assert report.problems == ()
        check_row_keys(game, report)
        return [problem.message for problem in report.problems]

    return warned


def test_a_field_that_nothing_uses_and_that_looks_like_another_is_told(warned):
    assert warned("face: plain") == ["nothing uses 'amount' of toys"]


@pytest.mark.parametrize(
    "use",
    [
        "name: '{{ amount }} toys'",
        "copies: '{{ amount }}'",
        "where: amount > 1",
        "let: {twice: '{{ amount * 2 }}'}",
    ],
)
def test_a_field_that_a_deck_uses_is_not(warned, use):
    assert warned("face: plain", use) == []


@pytest.mark.parametrize(
    ("element", "used"),
    [
        ("{repeat: 3, as: amount, elements: [{text: '{{ amount }}'}]}", set()),
        ("{repeat: '{{ amount }}', as: amount, elements: [{text: '{{ amount }}'}]}", {"amount"}),
        ("{repeat: 3, as: n, elements: [{text: '{{ amount }}'}]}", {"amount"}),
        ("{use: sign, with: {amount: 3}}", set()),
        ("{use: sign, with: {amount: '{{ amount }}'}}", {"amount"}),
        ("{group: [{use: sign, with: {amount: 3}}, {use: sign}]}", {"amount"}),
    ],
)
def test_what_a_repeat_or_a_part_names_itself_is_no_field_of_the_card(tmp_path, element, used):
    game = HEAD.replace("{elements: []}", f"{{elements: [{element}]}}")
    parts = "parts: {sign: [{text: '{{ amount }}'}]}\n"
    (tmp_path / "game.yaml").write_text(f"{game}    face: plain\n{parts}", "utf-8")
    report = Report()
    loaded = load_game(tmp_path / "game.yaml", report, "game.yaml")
    assert report.problems == ()
    elements = loaded.templates["plain"].elements
    assert names_in(elements, loaded.parts) & card_names(loaded) == used
