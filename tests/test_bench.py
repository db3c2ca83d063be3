"""The benchmark's own parts; what it measures is no matter for a test."""

import importlib
import sys

import pytest

from cardforge.diagnostics import Report
from cardforge.load import load_game


@pytest.fixture
def bench(repository, monkeypatch):
    """Return a way to import a file of bench/."""
    monkeypatch.syspath_prepend(repository / "bench")
    return importlib.import_module


def test_the_game_that_is_measured_has_no_problems(bench, tmp_path):
    bench("deck").write_game(tmp_path / "game", 10)
    report = Report()
    game = load_game(tmp_path / "game" / "game.yaml", report)
    assert report.problems == ()
    assert len(game.decks[0].rows) == 10


def test_the_cards_that_are_measured_all_differ(bench):
    card = bench("deck").card
    assert len({card(number) for number in range(1, 1001)}) == 1000
    assert len(card(7).rules.split()) == 25


def test_changing_a_card_changes_this_card_and_a_second_time_takes_it_back(bench, tmp_path):
    deck = bench("deck")
    deck.write_game(tmp_path / "game", 60)
    cards = tmp_path / "game" / "cards.yaml"
    before = cards.read_text("utf-8").splitlines()
    deck.change_card(tmp_path / "game", 5)
    after = cards.read_text("utf-8").splitlines()
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 1
    assert '"id": "card-5"' in changed[0]
    deck.change_card(tmp_path / "game", 5)
    assert cards.read_text("utf-8").splitlines() == before
    with pytest.raises(ValueError, match="61"):
        deck.change_card(tmp_path / "game", 61)


def test_what_is_done_before_a_run_is_done_before_each_and_not_measured(bench, tmp_path):
    measure = bench("measure")
    done = []
    commands = ([sys.executable, "-S", "-c", f"open('{tmp_path}/{name}', 'x')"] for name in "ab")
    prepare = tuple(
        lambda name=name: (done.append(name), (tmp_path / name).unlink(missing_ok=True))
        for name in "ab"
    )
    measure.compare(*commands, tmp_path / "log", 2, lambda: None, prepare)
    assert done == ["a", "b"] * 3


@pytest.mark.slow
def test_the_pictures_that_are_measured_are_exported_and_kept(bench, tmp_path):
    speed = bench("picture_speed")
    told = []
    pictures = speed.Pictures(
        lambda *words: [sys.executable, "-m", "cardforge", *words], tmp_path, 1
    )
    pair = pictures.again(60, 1, lambda: told.append(1))
    assert told == [1]
    assert pair.ours.processor < pair.peer.processor
    lost = next((tmp_path / "again-60").rglob("*.png"))
    lost.unlink()
    with pytest.raises(SystemExit, match="has 60 pictures, not 61"):
        speed._prove(tmp_path / "again-60", 61)


@pytest.mark.parametrize(("total", "pages"), [(1, 2), (9, 2), (10, 4), (100, 24), (1000, 224)])
def test_the_pages_to_expect_are_whole_sheets_of_nine(bench, total, pages):
    assert bench("deck").pages(total) == pages


def test_a_command_that_fails_is_not_measured(bench, tmp_path):
    command = [sys.executable, "-c", "print('no such paper'); raise SystemExit(2)"]
    with pytest.raises(RuntimeError, match=r"exit 2(.|\n)*no such paper"):
        bench("measure").run(command, tmp_path / "log")


def test_a_command_that_works_has_a_cost(bench, tmp_path):
    cost = bench("measure").run([sys.executable, "-c", "x = bytearray(50_000_000)"], tmp_path / "l")
    assert cost.wall > 0
    # A child begins with the memory of its parent, which here is the whole test run.
    assert 50_000_000 / 1024 < cost.peak < 5_000_000_000 / 1024


@pytest.mark.parametrize(
    ("name", "rounds", "turns"),
    # Means and what 1,000 games may be off, four standard errors.
    [("cent", (14.66, 0.24), (116.1, 2.0)), ("ninety-nine", (10.43, 0.09), (144.46, 3.5))],
)
def test_bare_loops_play_by_the_rules(bench, name, rounds, turns):
    games = 1000
    found = bench("play_plain").LOOPS[name](games)
    for total, (mean, off) in zip(found, (rounds, turns), strict=True):
        assert abs(total / games - mean) < off


def test_the_engines_that_are_measured_are_those_of_the_shipped_games(bench):
    speed = bench("play_speed")
    assert set(speed.PLAYERS) == set(bench("play_plain").LOOPS)
    compared = speed.beside_loop("cent", 80)
    assert min(compared) > 0
    assert speed.rules_of("ninety-nine").seats == 4
