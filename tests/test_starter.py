"""`cardforge new`: a game that checks without a warning, and never over another one."""

import pytest

from cardforge import pipeline
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Request, settings_of
from cardforge.output import CannotWrite
from cardforge.rulebook.reading.read import read_book
from cardforge.rulebook.screen.plain import plain_text
from cardforge.starter import AlreadyThere, write_starter


def checked(path):
    report = Report()
    game = pipeline.read_game(path, report, str(path))
    pipeline.check(game, Request(), report)
    return game, report.problems


def test_the_starting_game_has_nothing_to_remark(tmp_path):
    game, problems = checked(write_starter(tmp_path / "lamp"))
    assert problems == ()
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
