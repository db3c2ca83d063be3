"""`cardforge play`: what it accepts, prints and writes, and how it ends."""

import contextlib
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import toy
from test_runner import KNOWN, children, game_of

from cardforge import __version__, cli, play_command, workers
from cardforge.edition import Request
from cardforge.play import runner
from cardforge.play.report import text_table

DESIGNS = Path(__file__).resolve().parents[2] / "designs"
NAMES = {
    "cent": "rounds tricks_per_game tricks_per_round p_game_seat0 p_round_seat0 p_tie_8_8 "
    "p_winner_of_trick1_wins_trick2 specials_seen_per_round rounds_law tricks_law",
    "one-hundred": "turns busts first_bust_turn reshuffles p_any_reshuffle p_negative_total "
    "share_turns_at_100 win_by_seat winner_tokens tokens_needed reverses",
    "ninety-nine": "turns turns_per_round rounds busts p_bust_at_99 p_negative_total "
    "p_round_reshuffled reshuffles skips reverses win_by_seat winner_tokens tokens_needed",
    "numerik": "rounds turns turns_per_round p_ends_on_turn_1 p_ends_before_all_played "
    "p_round_with_triple p_round_with_333 triples_on_first_play triples_total p_any_reshuffle "
    "p_draw_short blocked_passes null_effect_share max_hand points_per_player "
    "max_interdit_tokens max_interdit_same_digit max_skip_tokens win_by_seat "
    "p_start_code_triple p_start_code_pair",
}
SEATS = {"cent": 2, "one-hundred": 4, "ninety-nine": 4, "numerik": 4}


@pytest.fixture
def play(tmp_path, capfd, monkeypatch):
    """Return what plays a toy: its exit code, its output and its messages."""
    monkeypatch.chdir(tmp_path)

    def play(text=toy.GAME, games=300, **more):
        asked = {key: more.pop(key) for key in ("players", "mode", "rulings") if key in more}
        game_of(tmp_path / "toy", text)
        rulings = more.pop("against", {})
        wish = play_command.Wish(games=games, processes=1, rulings=rulings, **more)
        code = play_command.play("toy", Request(**asked), wish, KNOWN)
        return code, *capfd.readouterr()

    return play


def data_of(run, *arguments):
    code, out, err = run("play", *arguments, "--format", "json")
    assert (code, err) == (0, "")
    return json.loads(out)


def is_measure(value):
    if isinstance(value, dict) and value.keys() == {"mean", "se", "n"}:
        return all(isinstance(number, (int, float)) for number in value.values())
    if isinstance(value, dict):
        return all(is_measure(entry) for entry in value.values())
    return isinstance(value, (int, float))


class TestJson:
    @pytest.mark.parametrize("game", sorted(NAMES))
    def test_it_has_the_keys_and_measures_that_scripts_know(self, run, game):
        data = data_of(run, DESIGNS / game, "--games", 60, "--seed", 7)
        assert list(data)[:9] == [
            "game", "version", "mode", "players", "policies", "rulings", "games", "seed", "measures"
        ]  # fmt: skip
        assert (data["game"], data["version"], data["cardforge"]) == (game, "1.0", __version__)
        assert data["mode"] == ("standard" if game == "numerik" else None)
        assert (data["players"], data["games"], data["seed"]) == (SEATS[game], 60, 7)
        assert data["policies"] == ["random"] * SEATS[game]
        assert set(NAMES[game].split()) <= data["measures"].keys()
        for name, measure in data["measures"].items():
            assert is_measure(measure), name

    def test_rulings_hold_every_answer_used(self, run):
        data = data_of(run, DESIGNS / "ninety-nine", "--games", 5, "--ruling", "nine=pass")
        assert data["rulings"] == {
            "jq": "10/10", "nine": "pass", "neg": "allow", "rev2": "none", "end": "round",
            "starter": "loser",
        }  # fmt: skip

    def test_a_proportion_has_its_standard_error(self, run):
        share = data_of(run, DESIGNS / "cent", "--games", 50)["measures"]["p_game_seat0"]
        assert share["n"] == 50
        assert share["se"] == pytest.approx((share["mean"] * (1 - share["mean"]) / 50) ** 0.5)

    @pytest.mark.parametrize("game", sorted(NAMES))
    def test_the_same_seed_gives_the_same_bytes_however_many_processes(
        self, run, monkeypatch, game
    ):
        monkeypatch.setitem(runner.run.__kwdefaults__, "patience", 0)
        asked = ("play", DESIGNS / game, "--games", 30, "--format", "json")
        texts = {run(*asked, "--jobs", jobs) for jobs in (1, 2, 3)}
        assert len(texts) == 1
        assert run(*asked, "--jobs", 1, "--seed", 2) not in texts

    def test_every_mode_policy_and_number_of_players_can_be_asked_for(self, run):
        data = data_of(
            run, DESIGNS / "numerik", "--mode", "avance", "--players", 3, "--games", 4,
            "--policy", "greedy,random,search",
        )  # fmt: skip
        assert (data["mode"], data["players"]) == ("avance", 3)
        assert data["policies"] == ["greedy", "random", "search"]

    def test_problems_are_in_it(self, play):
        code, out, _ = play(form="json")
        assert code == 0
        [problem] = json.loads(out)["problems"]
        assert (problem["severity"], problem["code"]) == ("warning", "play.tokens")


class TestDefaults:
    def test_mode_and_players_are_those_of_the_game(self, play):
        data = json.loads(play(form="json")[1])
        assert (data["mode"], data["players"], data["policies"]) == ("short", 2, ["random"] * 2)

    def test_a_command_says_others(self, play):
        data = json.loads(play(form="json", mode="long", players=5, policy="greedy")[1])
        assert (data["mode"], data["players"], data["policies"]) == ("long", 5, ["greedy"] * 5)

    def test_without_them_the_box_is_full_and_has_no_mode(self, play):
        text = toy.GAME.replace(", mode: short, players: 2", "")
        data = json.loads(play(text, form="json")[1])
        assert (data["mode"], data["players"]) == (None, 3)


class TestWrongCommands:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ("numerik --mode night", "its modes: decouverte, standard, avance"),
            ("numerik --players 7", "numerik is for 2 to 6 players, not 7"),
            ("one-hundred --players 2", "one-hundred is for 3 to 34 players, not 2"),
            ("cent --players 3", "cent is for 2 players, not 3"),
            ("cent --policy hihg", "did you mean 'high'? the policies: random, high, low, hilo, "
             "greedy, search"),
            ("ninety-nine --policy random,greedy", "2 policies are named for 4 players"),
            ("ninety-nine --ruling jk=1", "its rulings: jq, nine, neg, rev2, end, starter"),
            ("ninety-nine --ruling jq=9", "it can be 10/10, 11/12"),
            ("numerik --ruling copies=0", "it can be 10, any whole number from 1 to"),
            ("numerik --ruling forbid", "a ruling is KEY=VALUE"),
            ("cent --against removed=never", "it can be shown, hidden"),
            ("cent --against removed=shown", "--against says what is played anyway"),
            ("cent --against nowhere", "there is no game nowhere"),
            ("cent --games 0", "0 is not in the range"),
            ("cent --games many", "not a valid integer"),
            ("cent --seed x", "not a valid integer"),
            ("cent --jobs 0", "0 is not in the range"),
            ("cent --report r.docx", "a report is a .pdf or .html file"),
            ("cent --show x", "a game is SEED or SEED:NUMBER"),
            ("cent --show 1:0", "a game is SEED or SEED:NUMBER"),
            ("cent --show 1 --format json", "--show tells one game in words"),
            ("cent --show 1 --against removed=hidden", "--show tells one game in words"),
            ("cent --language de", "it has fr, en"),
            ("cent --format github", "'github' is not one of"),
            ("nowhere", "there is no game"),
        ],
    )  # fmt: skip
    def test_they_end_with_2_and_list_the_right_ones(
        self, run, tmp_path, monkeypatch, arguments, said
    ):
        monkeypatch.chdir(tmp_path)
        game, *others = arguments.split()
        code, out, err = run("play", DESIGNS / game, *others)
        assert (code, out) == (2, "")
        assert said in " ".join(err.split())
        assert list(tmp_path.iterdir()) == []

    def test_a_game_must_be_named(self, run):
        code, out, err = run("play")
        assert (code, out) == (2, "")
        assert "Missing argument 'GAME'" in err


class TestProblems:
    def test_a_game_without_an_engine_ends_with_1_and_says_what_there_is(self, play):
        without = toy.GAME.replace("play: {engine: toy, mode: short, players: 2}\n", "")
        code, out, err = play(without)
        assert (code, out) == (1, "")
        assert "toy/game.yaml:1:1: error[play.engine]: toy names no engine" in err
        assert "check --statistics" in err

    def test_an_unknown_engine_is_pointed_at(self, play):
        code, _, err = play(toy.GAME.replace("engine: toy", "engine: tory"))
        assert code == 1
        assert "error[play.engine]: no engine is called 'tory'" in err
        assert "did you mean 'toy'?" in err

    def test_a_deck_that_cannot_be_set_up_is_pointed_at(self, play):
        none = toy.GAME.replace("back: none}", "back: none, copies: 0}")
        code, out, err = play(none, form="json")
        assert (code, out) == (1, "")
        assert re.search(r"toy/game.yaml:15:\d+: error\[play.setup\]: there is no card", err)

    def test_a_game_that_cannot_be_read_is_reported(self, play, tmp_path):
        folder = tmp_path / "bad"
        folder.mkdir()
        (folder / "game.yaml").write_text(toy.GAME.replace("decks:", "dekcs:"), "utf-8")
        assert play_command.play("bad", Request(), play_command.Wish(), KNOWN) == 1

    def test_a_fault_of_the_decks_is_reported_before_anything_is_played(self, play):
        code, out, err = play(toy.GAME.replace("back: none}", "back: none, copies: '{{ x }}'}"))
        assert (code, out) == (1, "")
        assert "error[" in err


class TestText:
    @pytest.mark.parametrize("game", sorted(NAMES))
    def test_it_says_what_a_designer_asks(self, run, game):
        code, out, err = run("play", DESIGNS / game, "--games", 200, "--seed", 3)
        assert (code, err) == (0, "")
        for heading in (
            "In short",
            "Length",
            "Wins by seat",
            "How games end",
            "What mattered",
            "All measures",
        ):
            assert f"\n{heading}\n" in out
        assert ("\nDraw pile\n" in out) == (game != "cent")
        assert ("\nTokens\n" in out) == (game != "cent")
        assert "200 games" in out.splitlines()[0]
        assert re.search(r"\n  seed +3\n", out)
        assert "never used: nothing" in out
        figures = out.partition("\nWarnings\n")[0]
        assert max(map(len, figures.splitlines())) <= 100
        assert "processes" not in out

    def test_the_histogram_counts_every_game(self, play):
        _, out, _ = play(games=300)
        bars = re.findall(r"^ +\S+ turns +[█▉▊▋▌▍▎▏]* +([\d,]+)$", out, re.M)
        assert sum(int(count) for count in bars) == 300

    @pytest.mark.parametrize("game", sorted(NAMES))
    def test_few_games_have_no_shape(self, run, game):
        code, out, _ = run("play", DESIGNS / game, "--games", 1)
        assert code == 0
        assert out.splitlines()[0].endswith(": 1 game")
        assert "In short" not in out
        assert "█ " not in out.partition("Wins by seat")[0]
        assert code == run("play", DESIGNS / game, "--games", 1, "--format", "json")[0]

    def test_games_that_all_stop_at_the_bound_are_reported_too(self, run, tmp_path):
        folder = tmp_path / "game"
        shutil.copytree(DESIGNS / "ninety-nine", folder)
        file = folder / "game.yaml"
        text = file.read_text("utf-8")
        assert "players: 4}" in text
        file.write_text(text.replace("players: 4}", "players: 4, most-turns: 5}"), "utf-8")
        code, out, _ = run("play", folder, "--games", 40)
        assert code == 0
        assert re.search(r"ended: bound +100.0 % +40\n", out)
        assert "error" not in out
        assert "play.endless" in out
        assert "40 of 40 games" in out

    def test_a_seat_that_is_ahead_is_named(self, play):
        text = play(games=2000)[1]
        assert re.search(
            r"\n  Seat 1 wins \d+\.\d % of the games \(p < 0.000001 for the best", text
        )
        text = play(games=2000, policy="highest,random")[1]
        assert "\n  Seat 1, which plays highest, wins 100.0 % of the games" in text

    def test_the_longest_game_can_be_told(self, play):
        _, out, _ = play(games=300)
        longest, number = re.search(r"  turns .* (\d+)  in game (\d+)\n", out).groups()
        # Told again with a bound below, the game of that number is the one that is as long.
        again = play(games=300, form="json")[1]
        assert json.loads(again)["measures"]["turns_max"] == int(longest)
        assert 1 <= int(number) <= 300

    def test_rulings_that_are_not_the_first_are_named(self, play):
        assert "rulings   the first answer of each question" in play()[1]
        assert "rulings   order=down" in play(rulings={"order": "down"})[1]

    def test_greedy_says_which_policy_it_is(self, play):
        assert "policies  greedy (highest), every seat" in play(policy="greedy")[1]
        assert "policies  greedy (highest), random" in play(policy="greedy,random")[1]

    def test_warnings_follow_the_figures(self, play):
        _, out, err = play()
        assert err == ""
        assert "warning[play.tokens]" in out.partition("\nWarnings\n")[2]
        quiet = play(quiet=True)
        assert "warning[play.tokens]" in quiet[1]
        assert "Length" not in quiet[1]

    def test_tokens_are_held_against_the_printed_number(self, play):
        _, out, _ = play()
        assert re.search(r"\n  life +3 +2  not enough  in game \d+\n", out)

    def test_a_terminal_without_blocks_gets_other_letters(self):
        command = [sys.executable, "-m", "cardforge", "play", DESIGNS / "cent", "--games", "50"]
        plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
        done = subprocess.run(command, capture_output=True, env=plain, check=True)
        out = done.stdout.decode("ascii")
        assert "####" in out
        assert "\\u" not in out

    def test_headings_stand_out_on_a_terminal_and_nowhere_else(self, play, monkeypatch):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.delenv("NO_COLOR", raising=False)
        assert "\x1b[1mLength\x1b[0m\n" in play()[1]
        monkeypatch.setenv("NO_COLOR", "1")
        assert "\x1b" not in play()[1]

    @pytest.mark.parametrize(
        ("measure", "said"),
        [
            ({"mean": 97.268, "se": 0.211, "n": 1}, "97.27 ± 0.21"),
            ({"mean": 1234.5, "se": 12.3, "n": 1}, "1,234 ± 12"),
            ({"mean": 0.25, "se": 0.0043, "n": 1}, "0.2500 ± 0.0043"),
            ({"mean": 12.0, "se": 0.0, "n": 1}, "12.00"),
            ({"mean": 0.0, "se": 0.0, "n": 1}, "0"),
        ],
    )
    def test_means_are_as_exact_as_their_errors(self, measure, said):
        assert text_table.estimate(measure) == said

    @pytest.mark.parametrize(
        ("value", "said"),
        [(0, ""), (1, "▏"), (8000, "█" * 40), (4000, "█" * 20), (4100, "█" * 20 + "▌")],
    )
    def test_bars_are_in_proportion_and_never_empty_for_something(self, value, said):
        assert text_table.bar(value, 8000) == said


class TestAgainst:
    def test_two_answers_stand_side_by_side(self, run):
        code, out, _ = run(
            "play", DESIGNS / "ninety-nine", "--games", 400, "--against", "nine=pass"
        )
        assert code == 0
        assert out.splitlines()[0].endswith(": nine=skip against nine=pass")
        row = re.search(r"^  skips .*$", out.partition("What differs")[2], re.M)[0]
        assert row.endswith("**")
        assert re.search(r"sure even though \d+ measures were looked at", out)

    def test_a_difference_by_chance_is_not_marked(self, run, tmp_path):
        folder = tmp_path / "mine"
        shutil.copytree(DESIGNS / "cent", folder)
        cards = folder / "game.yaml"
        # One special card more than eighty is another shuffle, and hardly another game.
        text = cards.read_text("utf-8").replace("for: {value: 1..100}", "for: {value: 1..101}")
        cards.write_text(text, "utf-8")
        out = run("play", DESIGNS / "cent", "--games", 400, "--against", folder)[1]
        assert "nothing that is sure" in out
        assert "**" not in out

    def test_the_very_same_games_are_called_so(self, run):
        out = run("play", DESIGNS / "cent", "--games", 20, "--against", "removed=hidden")[1]
        assert "nothing: for these policies the games are the same move by move" in out
        assert "Cards that decide" not in out

    def test_json_holds_both_and_how_far_they_are_apart(self, run):
        data = data_of(
            run, DESIGNS / "one-hundred", "--games", 200, "--against", "bust=cap",
            "--against", "neg=clamp",
        )  # fmt: skip
        other = data["against"]
        assert (other["rulings"]["bust"], other["rulings"]["neg"]) == ("cap", "clamp")
        assert data["rulings"]["bust"] == "reset"
        one, two = (d["measures"]["turns"] for d in (data, other))
        row = data["differences"]["turns"]
        assert row["difference"] == pytest.approx(two["mean"] - one["mean"])
        z = row["difference"] / (one["se"] ** 2 + two["se"] ** 2) ** 0.5
        assert row["z"] == pytest.approx(z)
        assert row["z"] < -20

    def test_the_seats_have_room_on_a_terminal(self, run):
        out = run("play", DESIGNS / "ninety-nine", "--games", 9, "--policy", "greedy_max")[1]
        seats = [line for line in out.splitlines() if line.startswith("  seat ")]
        assert len(seats) == 4
        assert max(map(len, seats)) <= 80

    def test_folders_are_told_apart_by_as_little_as_possible(self, tmp_path):
        paths = [tmp_path / "a" / "game", tmp_path / "b" / "game", tmp_path / "b" / "other"]
        assert play_command._apart(paths[:2]) == ["a/game", "b/game"]
        assert play_command._apart(paths[1:]) == ["game", "other"]

    def test_the_other_keeps_the_answers_that_are_given_for_both(self, run):
        data = data_of(
            run, DESIGNS / "ninety-nine", "--games", 2, "--ruling", "nine=pass", "--against",
            "neg=clamp",
        )  # fmt: skip
        answers = [
            (one["rulings"]["nine"], one["rulings"]["neg"]) for one in (data, data["against"])
        ]
        assert answers == [("pass", "allow"), ("pass", "clamp")]

    def test_another_deck_is_another_game(self, run, tmp_path):
        folder = tmp_path / "mine"
        shutil.copytree(DESIGNS / "ninety-nine", folder)
        cards = folder / "game.yaml"
        text = cards.read_text("utf-8")
        cards.write_text(text.replace("hand: {is: 3", "hand: {is: 5"), "utf-8")
        rules = folder / "rulebook.yaml"
        rules.write_text(rules.read_text("utf-8").replace("hand: {is: 3", "hand: {is: 5"), "utf-8")
        code, out, _ = run("play", DESIGNS / "ninety-nine", "--games", 300, "--against", folder)
        assert code == 0
        assert out.splitlines()[0] == "Ninety-Nine (99): ninety-nine against mine"
        assert re.search(r"^  turns_per_round .*\*\*$", out, re.M)

    def test_warnings_say_whose_they_are(self, play):
        _, out, _ = play(against={"order": "down"})
        for answer in ("up", "down"):
            warnings = out.partition(f"\nWarnings of order={answer}\n")[2]
            assert warnings.splitlines()[0].endswith(": 3 of 2 in game 2")

    def test_two_games_are_called_by_their_names_and_not_by_what_only_one_of_them_asks(self, run):
        pair = ("play", DESIGNS / "cent", "--against", DESIGNS / "ninety-nine")
        out = run(*pair, "--games", 4)[1]
        assert out.splitlines()[0] == "The 100-Card Game: cent against ninety-nine"

    def test_more_than_one_other_game_is_a_wrong_command(self, run):
        cent, others = DESIGNS / "cent", (DESIGNS / "cent", DESIGNS / "numerik")
        code, _, err = run("play", cent, "--against", others[0], "--against", others[1])
        assert code == 2
        assert "--against takes one game" in " ".join(err.split())


class TestReport:
    @pytest.mark.slow
    @pytest.mark.parametrize("name", ["report.pdf", "report.html", "REPORT.PDF"])
    def test_it_is_written_whole_beside_the_text(self, run, tmp_path, name):
        file = tmp_path / "new" / name
        code, out, err = run("play", DESIGNS / "cent", "--games", 40, "--report", file)
        assert (code, err) == (0, f"Wrote {file}\n")
        assert "Length" in out
        data = file.read_bytes()
        assert data.startswith(b"%PDF" if name.lower().endswith("pdf") else b"<!DOCTYPE html>")
        assert [path.name for path in file.parent.iterdir()] == [name]

    def test_a_place_that_cannot_be_written_ends_with_1(self, run, tmp_path, monkeypatch):
        monkeypatch.setattr(play_command, "_page", lambda outcomes: b"page")
        (tmp_path / "file").write_text("in the way")
        code, out, err = run(
            "play", DESIGNS / "cent", "--games", 5, "--report", tmp_path / "file" / "r.html"
        )
        assert code == 1
        # What was played is not lost with the file.
        assert "Length" in out
        assert "error: cannot write" in err
        assert "Nothing was written." in err
        assert "--out" not in err


class TestShow:
    @pytest.mark.parametrize("game", sorted(NAMES))
    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_a_game_is_told_in_both_languages(self, run, game, language):
        code, out, err = run("play", DESIGNS / game, "--show", "7:3", "--language", language)
        assert (code, err) == (0, "")
        assert ("partie 3, graine 7" if language == "fr" else "game 3, seed 7") in out
        assert len(out.splitlines()) > 30

    def test_without_a_language_it_is_english(self, run):
        assert "game 1, seed 1" in run("play", DESIGNS / "cent", "--show", 1)[1]

    def test_it_is_the_game_that_was_counted(self, run):
        out = run("play", DESIGNS / "ninety-nine", "--games", 150, "--seed", 5)[1]
        turns, number = re.search(r"\n  turns .* (\d+)  in game (\d+)\n", out).groups()
        told = run("play", DESIGNS / "ninety-nine", "--show", f"5:{number}")[1]
        assert f"wins the game after {turns} turns" in told


@pytest.mark.skipif(sys.platform != "linux", reason="needs a terminal and /proc")
class TestTerminal:
    def command(self, *arguments):
        return [sys.executable, "-c", "from cardforge.cli import run; run()", "play", *arguments]

    def test_progress_is_shown_on_a_terminal_only(self):
        master, slave = pty.openpty()
        command = self.command(str(DESIGNS / "cent"), "--games", "200", "--jobs", "1")
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=slave, check=True, timeout=60)
        os.close(slave)
        shown = ""
        with contextlib.suppress(OSError):
            while part := os.read(master, 100_000).decode(errors="replace"):
                shown += part
        os.close(master)
        assert "cent" in shown
        assert "100%" in shown
        piped = subprocess.run(command, capture_output=True, check=True, timeout=60)
        assert piped.stderr == b""

    @pytest.mark.slow
    def test_ctrl_c_gives_the_cursor_back(self):
        master, slave = pty.openpty()
        command = self.command(str(DESIGNS / "cent"), "--games", "1000000", "--jobs", "1")
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=slave)
        os.close(slave)
        shown = ""
        while "%" not in shown:
            shown += os.read(master, 10_000).decode(errors="replace")
        assert "\x1b[?25l" in shown
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        with contextlib.suppress(OSError):
            while part := os.read(master, 100_000).decode(errors="replace"):
                shown += part
        os.close(master)
        assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")

    @pytest.mark.slow
    def test_ctrl_c_ends_it_with_130_and_leaves_no_process(self):
        process = subprocess.Popen(
            self.command(str(DESIGNS / "cent"), "--games", "1000000", "--jobs", "2"),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        below = []
        for _ in range(400):
            below = children(process.pid)
            if len(below) == 2:
                break
            time.sleep(0.05)
        assert len(below) == 2
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        assert (process.returncode, out) == (130, "")
        assert err.strip() == "Interrupted. No file is half-written."
        assert not any(Path(f"/proc/{pid}").exists() for pid in below)

    def test_a_fault_of_an_engine_in_another_process_is_a_bug(self, monkeypatch, capfd):
        def fail(*_, **__):
            raise workers.WorkerFailed("a process that played games has failed:\nTraceback: Fault")

        monkeypatch.setattr(runner, "run", fail)
        with pytest.raises(SystemExit) as end:
            cli.main(["play", str(DESIGNS / "cent")])
        assert end.value.code == 70
        assert "Traceback: Fault" in capfd.readouterr().err


class TestCheck:
    @pytest.mark.slow
    def test_it_says_how_much_was_played(self, run, tmp_path):
        shutil.copytree(DESIGNS / "cent", tmp_path / "cent")
        code, out, _ = run("check", tmp_path / "cent", "--language", "en")
        assert code == 0
        assert "\nPlayed 60 short games of cent (2 players, seed 1).\n" in f"\n{out}"

    def test_a_deck_that_cannot_be_played_fails(self, run, tmp_path):
        folder = tmp_path / "cent"
        shutil.copytree(DESIGNS / "cent", folder)
        game = folder / "game.yaml"
        game.write_text(game.read_text("utf-8").replace("value: 1..100", "value: 1..19"), "utf-8")
        code, out, _ = run("check", folder, "--language", "en")
        assert code == 1
        assert "error[play.setup]" in out


class TestStatistics:
    @pytest.fixture
    def game(self, tmp_path):
        text = toy.GAME.replace("play: {engine: toy, mode: short, players: 2}\n", "")
        return game_of(tmp_path / "toy", text).folder

    def test_they_follow_the_report_when_asked_for(self, run, game):
        code, out, _ = run("check", game, "--statistics")
        assert code == 0
        assert "cards" in out.partition("Checked 1 game")[0]
        assert "Played" not in out
        assert "cards: 6 cards" in out.replace("·", ":")
        assert "cards: 6 cards" not in run("check", game)[1]

    def test_they_are_in_the_json_only_when_asked_for(self, run, game):
        data = json.loads(run("check", game, "--statistics", "--format", "json")[1])
        [stats] = data["statistics"]
        assert stats["game"] == "toy"
        assert stats["decks"]["cards"]["total"] == 6
        assert data["played"] == []
        assert "statistics" not in json.loads(run("check", game, "--format", "json")[1])


def test_a_build_loads_nothing_of_the_play():
    code = (
        "import sys, cardforge.cli, cardforge.pipeline, cardforge.options, cardforge.terminal\n"
        "names = [n for n in sys.modules if n.startswith(('cardforge.play', 'multiprocessing'))]\n"
        "assert not names, names"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
