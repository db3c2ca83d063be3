"""Sufficiency: what each mode deals and leaves, for the shipped games and for a stranger's."""

import json
from functools import cache
from pathlib import Path

import pytest

from cardforge import cli, pipeline
from cardforge.check.sufficiency.judge import _Judge, check_sufficiency
from cardforge.check.sufficiency.table import as_json, render_text, table, verdict
from cardforge.check.sufficiency.values import Sufficiency
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.model import Game, Settings

ROOT = Path(__file__).resolve().parent.parent
MODES = ("decouverte", "standard", "avance")
# RULES: the fewest copies of each digit with which 2 to 8 can play, by mode.
FEWEST = {
    "decouverte": (4, 5, 7, 8, 10, 11, 12),
    "standard": (3, 5, 6, 7, 8, 10, 11),
    "avance": (3, 4, 6, 7, 8, 9, 10),
}


@cache
def read(path: Path) -> Game:
    report = Report()
    game = pipeline.read_game(path / "game.yaml", report, "game.yaml")
    assert game is not None, report.problems
    assert report.problems == ()
    return game


def suffices(
    path: Path, players: int | None = None, mode: str | None = None, **rulings: str
) -> tuple[Sufficiency, Report]:
    """Return the sufficiency of a game as it is printed for some players, and its problems."""
    game = read(path)
    report = Report()
    report.allow(game.allowances)
    answers = {key: ruling.values[0] for key, ruling in game.rulings.items()} | rulings
    settings = Settings(game.languages[0], players or game.players.max, mode, answers)
    decks = deal(game, settings, report)
    return check_sufficiency(game, settings, decks, report), report


def shipped(name: str, players: int | None = None, mode: str | None = None, **rulings: str):
    found, report = suffices(ROOT / "designs" / name, players, mode, **rulings)
    assert [p for p in report.problems if p.severity in ("error", "warning")] == []
    return found


def left(found: Sufficiency, mode: str | None = None) -> dict[int, int]:
    return {deal.players: deal.left for deal in found.deals if deal.mode == mode}


def test_ten_copies_of_each_digit_leave_what_the_rules_say():
    found = shipped("numerik")
    assert left(found, "decouverte") == {2: 33, 3: 26, 4: 19, 5: 12, 6: 5}
    assert left(found, "standard")[6] == 17
    assert left(found, "avance")[6] == 25
    assert all(deal.playable and deal.claimed for deal in found.deals)
    assert {(r.mode, r.players) for r in found.reaches} == {
        ("decouverte", 6), ("standard", 7), ("avance", 8)
    }  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
def test_the_fewest_copies_are_those_of_the_rules(mode):
    playable = {}
    for copies in range(2, 13):
        found, _ = suffices(ROOT / "designs" / "numerik", 8, mode, copies=str(copies))
        playable |= {(deal.players, copies): deal.playable for deal in found.deals}
    for players, fewest in zip(range(2, 9), FEWEST[mode], strict=True):
        assert [c for c in range(2, 13) if playable[players, c]] == list(range(fewest, 13)), players


def test_a_reserve_for_the_largest_draw_needs_as_many_copies_as_the_rules_say():
    enough = {}
    for copies in range(4, 14):
        found, _ = suffices(ROOT / "designs" / "numerik", 6, "avance", copies=str(copies))
        enough |= {(deal.players, copies): deal.left >= deal.reserve for deal in found.deals}
    for players, fewest in zip(range(2, 7), (5, 7, 9, 11, 13), strict=True):
        assert [c for c in range(4, 14) if enough[players, c]] == list(range(fewest, 14)), players


def test_ban_tokens_are_one_for_each_player_and_digit_and_few_are_used_at_once():
    at_once = {2: 3, 3: 5, 4: 8, 5: 11, 6: 15}
    for mode in MODES:
        for mine in (one for one in shipped("numerik").deals if one.mode == mode):
            ban = next(piece for piece in mine.pieces if piece.deck == "ban")
            needed = mine.players if mode == "avance" else 0
            assert (ban.need, ban.printed, ban.total) == (needed, 6, 60)
            assert ban.at_once == (at_once[mine.players] if mode == "avance" else 0)


def test_skip_tokens_are_one_for_four_players():
    needed = {
        (deal.mode, deal.players): piece.need
        for deal in shipped("numerik").deals
        for piece in deal.pieces
        if piece.deck == "skip"
    }
    assert needed["standard", 4] == needed["avance", 2] == 1
    assert needed["standard", 5] == needed["avance", 6] == 2
    assert needed["decouverte", 6] == 0


@pytest.mark.parametrize(
    ("players", "rulings", "reach"),
    [(6, {}, 17), (8, {}, 34), (34, {}, 34), (4, {"decks": "2"}, 34)],
)
def test_one_deck_deals_to_seventeen_and_two_to_thirty_four(players, rulings, reach):
    found = shipped("one-hundred", players, **rulings)
    assert [r.players for r in found.reaches] == [reach]
    assert left(found)[3] == (43 if reach == 17 else 95)


def test_ninety_nine_deals_to_seventeen():
    found = shipped("ninety-nine")
    assert [r.players for r in found.reaches] == [17]
    assert left(found) == {2: 46, 3: 43, 4: 40, 5: 37, 6: 34}


def test_a_round_of_the_hundred_cards_leaves_nineteen_and_the_last_ninety_four():
    found = shipped("cent")
    assert {deal.dealing: (deal.cards, deal.left) for deal in found.deals} == {
        "round": (25, 19), "last-round": (100, 94)
    }  # fmt: skip


def test_too_few_copies_name_cards_need_and_the_players_to_drop():
    found, report = suffices(ROOT / "designs" / "numerik", copies="8")
    (problem,) = (p for p in report.problems if p.code == "dealing.dropped")
    assert problem.severity == "warning"
    cards, need = "5 digits × 8 copies = 40 cards", "Découverte with 6 players needs 46 (7 × 6 + 4)"
    assert f"numerik: {cards}, but {need}" in problem.message
    assert problem.hint == "print 10 copies of each, or drop 6 players: at most 5 can play"
    verdicts = {d.players: verdict(d) for d in found.deals if d.mode == "decouverte"}
    assert verdicts == {2: "fine", 3: "fine", 4: "fine", 5: "fine", 6: "dropped"}
    assert not any(p.code == "dealing.short" for p in report.problems)


def test_a_standing_warning_is_silenced_with_its_reason():
    _, report = suffices(ROOT / "designs" / "numerik")
    (problem,) = (p for p in report.problems if p.code == "dealing.reserve")
    assert problem.severity == "note"
    assert "a drawer takes what is left" in problem.message


def test_a_box_of_one_mode_is_judged_for_that_mode():
    assert {deal.mode for deal in shipped("numerik", mode="standard").deals} == {"standard"}


def test_a_box_for_fewer_is_judged_for_those():
    found = shipped("numerik", 3)
    assert {deal.players for deal in found.deals} == {2, 3}
    assert {p.printed for d in found.deals for p in d.pieces if p.deck == "ban"} == {3}


# A stranger's game

STRANGE = """\
game: strange
version: "1"
title: {fr: Étrange, en: Strange}
languages: [en, fr]
players: {min: 2, max: 4, limit: 6}
templates: {plain: {elements: []}}
decks:
  gems: {for: {hue: [red, blue, green]}, copies: 5, face: plain, back: plain}
  aids: {rows: [{id: aid, copies: "{{ players }}"}], face: plain, back: plain}
tokens:
  coin: {shape: round, size: 20, face: plain, back: none, rows: [{id: coin, copies: 20}]}
dealing:
  game:
    deck: gems
    hand: 3
    open: "{{ players - 1 }}"
    pieces: {coin: "{{ 5 * players }}", aids: "{{ players }}"}
    source: stated
"""


def test_a_game_without_engine_or_modes_is_computed_too(tmp_path):
    (tmp_path / "game.yaml").write_text(STRANGE, "utf-8")
    found, report = suffices(tmp_path)
    assert {p.code for p in report.problems} == {"dealing.short"}
    (problem,) = report.problems
    assert problem.message == (
        "strange: 3 gems × 5 copies = 15 cards, but 4 players need 16 (3 × 4 + 4) (stated)"
    )
    assert problem.hint == "print 6 copies of each, or drop 4 players: at most 3 can play"
    assert [(d.players, d.dealable, d.playable, d.left) for d in found.deals] == [
        (2, True, True, 8), (3, True, True, 4), (4, True, False, 0)
    ]  # fmt: skip
    assert found.reaches[0].players == 3


def test_enough_of_everything_says_nothing(tmp_path):
    (tmp_path / "game.yaml").write_text(STRANGE.replace("copies: 5", "copies: 6"), "utf-8")
    _, report = suffices(tmp_path)
    assert report.problems == ()


def chosen(folder, where, monkeypatch):
    """Return the cards dealt to each number of players, and how often a card was asked."""
    asked = []
    holds = _Judge._holds

    def counted(self, condition, held, place):
        asked.append(held)
        return holds(self, condition, held, place)

    monkeypatch.setattr(_Judge, "_holds", counted)
    text = STRANGE.replace("deck: gems", f"deck: gems\n    where: {where}")
    (folder / "game.yaml").write_text(text.replace("copies: 5", "copies: 9"), "utf-8")
    found, _ = suffices(folder)
    return {deal.players: deal.cards for deal in found.deals}, len(asked)


def test_the_cards_of_a_mode_may_depend_on_the_number_of_players(tmp_path, monkeypatch):
    cards, _ = chosen(tmp_path, "hue != 'green' or players > 2", monkeypatch)
    assert cards == {2: 18, 3: 27, 4: 27}


def test_which_cards_are_dealt_is_not_asked_again_for_every_number_of_players(
    tmp_path, monkeypatch
):
    assert chosen(tmp_path, "hue != 'green'", monkeypatch) == ({2: 18, 3: 18, 4: 18}, 3)


def test_a_need_may_be_said_of_the_totals_of_the_box(tmp_path):
    text = STRANGE.replace("copies: 5", "copies: 6").replace(
        'coin: "{{ 5 * players }}"', 'coin: "{{ totals.gems + 3 }}"'
    )
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    _, report = suffices(tmp_path)
    assert [p.code for p in report.problems] == ["dealing.pieces"]
    assert "4 players need 21 of coin, the box holds 20" in report.problems[0].message


MODES_OF_IT = "modes: {short: {en: Short, fr: Court}, long: {en: Long, fr: Long}}\ntemplates:"


@pytest.mark.parametrize(
    ("entry", "codes"),
    [
        ("mode: short", ["dealing.uncovered"]),
        ("mode: [short, lnog]", ["dealing.mode"]),
        ("mode: lnog", ["dealing.mode", "dealing.uncovered"]),
        ("mode: [short, long]\n    leave: lots", ["value.number"]),
    ],
)
def test_a_faulty_entry_is_not_called_a_missing_one_besides(tmp_path, entry, codes):
    text = STRANGE.replace("copies: 5", "copies: 6").replace("templates:", MODES_OF_IT)
    (tmp_path / "game.yaml").write_text(text.replace("hand: 3", f"hand: 3\n    {entry}"), "utf-8")
    report = Report()
    game = pipeline.read_game(tmp_path / "game.yaml", report, "game.yaml")
    settings = Settings("en", 4, None, {})
    check_sufficiency(game, settings, deal(game, settings, report), report)
    assert [problem.code for problem in report.problems] == codes


def test_a_hand_that_is_shared_out_reaches_as_far_as_everybody_gets_a_card(tmp_path):
    text = STRANGE.replace("hand: 3", 'hand: "{{ 15 // players }}"\n    leave: 0')
    text = text.replace('open: "{{ players - 1 }}"', "open: 0")
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    found, _ = suffices(tmp_path)
    assert found.reaches[0].players == 15


def test_one_card_left_is_one(tmp_path):
    text = STRANGE.replace("copies: 5", "copies: 4").replace("hand: 3", "hand: 2\n    reserve: 2")
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    (problem,) = suffices(tmp_path)[1].problems
    assert problem.message.startswith("strange: 1 card is left to draw, but 4 players need")


def test_a_game_that_says_nothing_of_dealing_has_no_table(tmp_path):
    (tmp_path / "game.yaml").write_text(STRANGE.partition("dealing:")[0], "utf-8")
    found, report = suffices(tmp_path)
    assert (found.deals, found.reaches, report.problems, render_text(found)) == ((), (), (), "")


def test_the_table_has_a_row_for_each_number_of_players(tmp_path):
    (tmp_path / "game.yaml").write_text(STRANGE, "utf-8")
    found, _ = suffices(tmp_path)
    assert table(found)[2] == ("", "4", "15", "12", "3", "0", "", "cannot be played")
    text = render_text(found, verbose=True)
    assert text.splitlines()[1:] == [
        "  players  cards  dealt  open  left  verdict",
        "        2     15      6     1     8  fine",
        "        3     15      9     2     4  fine",
        "        4     15     12     3     0  cannot be played",
        "Pieces needed, by the number of players:",
        "         2   3   4  in the box",
        "  coin  10  15  20          20",
        "  aids   2   3   4           4",
    ]
    assert text.splitlines()[0] == "Sufficiency of strange, printed for 4:"
    assert render_text(found).splitlines()[1:] == ["  2 to 3 players  8 to 4 cards left to draw"]


def test_the_table_speaks_english_and_of_no_more_players_than_the_game_has():
    found, _ = suffices(ROOT / "designs" / "numerik")
    assert render_text(found).splitlines()[1:] == [
        "  Discovery  2 to 6 players  33 to 5 cards left to draw",
        "  Standard   2 to 6 players  57 to 17 cards left to draw",
        "  Advanced   2 to 6 players  73 to 25 cards left to draw",
    ]
    assert {row[0] for row in table(found)} == {"Discovery", "Standard", "Advanced"}
    rows = render_text(found, verbose=True).splitlines()
    assert "             ban in use at once   3  5  8  11  15          60" in rows
    assert max(map(len, rows)) < 80
    found, _ = suffices(ROOT / "designs" / "ninety-nine")
    assert render_text(found).splitlines()[1:] == [
        "  2 to 6 players  46 to 34 cards left to draw  enough for 17 players"
    ]


def test_programs_get_the_same(tmp_path):
    (tmp_path / "game.yaml").write_text(STRANGE, "utf-8")
    found, _ = suffices(tmp_path)
    last = as_json(found)[-1]
    assert last["pieces"]["coin"] == {
        "need": 20, "each": None, "printed": 20, "total": 20, "at_once": None, "enough": True
    }  # fmt: skip
    del last["pieces"]
    assert last == {
        "dealing": "game", "mode": None, "players": 4, "cards": 15, "hand": 3, "dealt": 12,
        "open": 3, "left": 0, "needed": 16, "reserve": 0, "dealable": True, "playable": False,
        "claimed": True, "verdict": "cannot be played", "most_players": 3,
    }  # fmt: skip


def test_an_expression_that_fails_is_told_once(tmp_path):
    text = STRANGE.replace("hand: 3", 'hand: "{{ hnd }}"')
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    found, report = suffices(tmp_path)
    assert found.deals == ()
    assert [p.code for p in report.problems] == ["expression.unknown-name"]


# The command


def said(capsys, *arguments: object) -> str:
    with pytest.raises(SystemExit):
        cli.main(["check", *map(str, arguments)])
    return capsys.readouterr().out


def test_check_prints_a_line_for_each_mode_and_with_verbose_the_table(tmp_path, capsys):
    (tmp_path / "game.yaml").write_text(STRANGE.replace("copies: 5", "copies: 6"), "utf-8")
    brief = "  2 to 4 players  11 to 3 cards left to draw\n"
    assert brief in said(capsys, tmp_path)
    assert "Sufficiency" not in said(capsys, tmp_path, "--quiet")
    table = said(capsys, tmp_path, "--verbose")
    assert brief not in table
    assert "  coin  10  15  20          20\n" in table


def test_check_gives_programs_the_table(tmp_path, capsys):
    (tmp_path / "game.yaml").write_text(STRANGE, "utf-8")
    data = json.loads(said(capsys, tmp_path, "--format", "json"))
    assert [deal["left"] for deal in data["sufficiency"]["strange"]] == [8, 4, 0]
    assert [p["code"] for p in data["problems"] if p["severity"] == "error"] == ["dealing.short"]


def test_check_judges_the_box_of_every_mode(tmp_path, capsys):
    text = STRANGE.replace("copies: 5", "copies: 6").replace(
        "templates:", "modes: {short: {en: Short, fr: Court}}\ntemplates:"
    )
    promise = (
        "composition: [{id: small, check: total, deck: gems, is: 9, when: mode == 'short', "
        "source: house}]\n"
    )
    (tmp_path / "game.yaml").write_text(text + promise, "utf-8")
    said_of_it = "small: the rules promise 9 cards in gems, the box holds 18 (house) (mode short)"
    assert said_of_it in said(capsys, tmp_path)
    always = promise.replace("when: mode == 'short', ", "")
    (tmp_path / "game.yaml").write_text(text + always, "utf-8")
    # What is wrong with the whole box already is not told of its modes again.
    assert said(capsys, tmp_path).count("the rules promise 9 cards") == 1
    text = STRANGE.replace("copies: 5", "copies: 6")
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    assert "error" not in said(capsys, tmp_path)
