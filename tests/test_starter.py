"""`cardforge new`: a game that checks without a warning, and never over another one."""

import pytest

from cardforge import pipeline
from cardforge.diagnostics import Report
from cardforge.edition import Request
from cardforge.output import CannotWrite
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
    assert (tmp_path / "game.yaml").read_text() == "mine"


def test_a_folder_that_is_there_keeps_its_other_files(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    write_starter(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.yaml", "notes.txt"]


def test_a_place_that_refuses_is_told_and_left_as_it_was(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(CannotWrite, match="cannot write"):
        write_starter(tmp_path / "file" / "game")
    assert (tmp_path / "file").read_text() == "mine"
