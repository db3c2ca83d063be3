"""`cardforge new`: a game that checks without a warning, and never over another one."""

import json
from collections import Counter

import pikepdf
import pytest
import yaml

from cardforge import pipeline
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.output import CannotWrite
from cardforge.rulebook.reading.read import read_book
from cardforge.rulebook.screen.plain import plain_text
from cardforge.starter import STARTERS, AlreadyThere, starter_names, write_starter

# Cards and tokens of each game that `cardforge new --template` writes, copies counted.
BOXES = {
    "fantasy": {"cards": 40, "reference": 2},
    "flashcards": {"words": 28},
    "hex-tokens": {"tiles": 19, "chits": 16},
    "lanterns": {"lanterns": 48, "reference": 4, "coins": 12},
    "minimal": {"cards": 12},
    "playing-cards": {"cards": 52, "jokers": 2},
    "tarot": {"trumps": 22},
}
VARIANTS = [
    ("playing-cards", "four-colour"),
    ("playing-cards", "night"),
    ("flashcards", "reverse"),
]


def checked(path, variant=None):
    report = Report()
    game = pipeline.read_game(path, report, str(path), variant)
    pipeline.check(game, Request(variant=variant), report)
    return game, report.problems


def test_every_template_is_known_here():
    assert set(starter_names()) == set(BOXES)


@pytest.mark.parametrize("name", BOXES)
def test_a_template_is_written_checked_and_built_without_a_remark(tmp_path, name):
    game, problems = checked(write_starter(tmp_path / "mine", name))
    assert problems == ()
    assert game.id == "mine"
    report = Report()
    request = Request(papers=("a4",), only=("sheets", "tokens"))
    written = pipeline.build(game, request, report, tmp_path / "out", lambda _: lambda: None)
    assert report.problems == ()
    for path in written:
        if path.suffix == ".pdf":
            with pikepdf.open(path) as pdf:
                assert len(pdf.pages) >= 2
    manifest = json.loads((tmp_path / "out" / "mine" / "manifest.json").read_text("utf-8"))
    box = Counter()
    for card in manifest["cards"]:
        box[card["deck"]] += card["copies"]
    assert box == BOXES[name]


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_a_variant_of_a_template_has_nothing_to_remark(tmp_path, name, variant):
    assert checked(write_starter(tmp_path / "mine", name), variant)[1] == ()


def test_every_variant_of_a_template_is_checked_here():
    written = {
        (path.parent.name, variant)
        for path in STARTERS.glob("*/game.yaml")
        for variant in yaml.safe_load(path.read_text("utf-8")).get("variants", ())
    }
    assert written == set(VARIANTS)


def test_lanterns_are_written_if_no_template_is_named(tmp_path):
    report = Report()
    game = pipeline.read_game(write_starter(tmp_path / "lamp"), report, "game.yaml")
    assert [deck.name for deck in (*game.decks, *game.tokens)] == ["lanterns", "reference", "coins"]


def test_the_game_is_called_like_its_folder(tmp_path):
    game, _ = checked(write_starter(tmp_path / "night-market"))
    assert game.id == "night-market"


@pytest.mark.parametrize("name", ["été", "two words", "1st", "a:b"])
def test_a_folder_that_is_no_plain_word_keeps_the_name_of_the_starter(tmp_path, name):
    game, problems = checked(write_starter(tmp_path / name))
    assert (game.id, problems) == ("lanterns", ())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_box_serves_every_number_of_players(tmp_path, players):
    report = Report()
    path = write_starter(tmp_path)
    game = pipeline.read_game(path, report, "game.yaml")
    pipeline.check(game, Request(players=players), report)
    assert report.problems == ()


def test_a_game_that_is_there_is_left_alone(tmp_path):
    (tmp_path / "game.yaml").write_text("mine")
    with pytest.raises(AlreadyThere, match=r"game\.yaml is already there"):
        write_starter(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["game.yaml"]
    assert (tmp_path / "game.yaml").read_text() == "mine"


def test_rules_that_are_there_are_left_alone(tmp_path):
    rules = tmp_path / "rules_text" / "en.md.j2"
    rules.parent.mkdir()
    rules.write_text("mine")
    with pytest.raises(AlreadyThere, match=r"en\.md\.j2 is already there"):
        write_starter(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["rules_text"]
    assert rules.read_text() == "mine"


def test_a_folder_that_is_there_keeps_its_other_files(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    write_starter(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "game.yaml", "notes.txt", "rules_text",
    ]  # fmt: skip
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_place_that_refuses_is_told_and_left_as_it_was(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(CannotWrite, match="cannot write"):
        write_starter(tmp_path / "file" / "game")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize(("players", "coins"), [(2, 6), (4, 12)])
def test_its_rules_show_the_main_sections_and_count_the_box(tmp_path, players, coins):
    report = Report()
    game = pipeline.read_game(write_starter(tmp_path), report, "game.yaml")
    settings = settings_of(game, Request(players=players))[0]
    book = read_book(game, settings, deal(game, settings, report), report)
    assert report.problems == ()
    assert [section.id for section in book.sections] == [
        "aim", "players", "contents", "setup", "turn", "end", "credits",
    ]  # fmt: skip
    text = plain_text(book)
    assert "48  lantern cards" in text
    assert f"{coins:2}  coins" in text
    assert "deal 7 to each player" in text.replace("\u00a0", " ")


def test_its_rules_follow_a_number_that_the_designer_changes(tmp_path):
    path = write_starter(tmp_path)
    written = path.read_text("utf-8")
    assert "hand: {is: 7," in written
    path.write_text(written.replace("hand: {is: 7,", "hand: {is: 5,"), "utf-8")
    report = Report()
    game = pipeline.read_game(path, report, "game.yaml")
    settings = settings_of(game, Request())[0]
    book = read_book(game, settings, deal(game, settings, report), report)
    assert report.problems == ()
    assert "deal 5 to each player" in plain_text(book).replace("\u00a0", " ")


def test_a_folder_whose_name_is_too_long_is_told_and_no_bug(tmp_path):
    with pytest.raises(CannotWrite, match="name too long"):
        write_starter(tmp_path / ("x" * 300))
