"""Many games: seeds, chunks, processes, and what happens when one of them fails or is stopped."""

import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from random import Random

import pytest
import toy

from cardforge import workers
from cardforge.diagnostics import Report
from cardforge.edition import Request, WrongRequest, settings_of
from cardforge.load import load_game
from cardforge.play import engines, runner
from cardforge.play.measures import Tally
from cardforge.play.outcome import Outcome, as_data, measured
from cardforge.play.table import CannotPlay

HERE = Path(__file__).parent
KNOWN = {"toy": lambda: toy}


def game_of(folder, text=toy.GAME):
    folder.mkdir(exist_ok=True)
    path = folder / "game.yaml"
    path.write_text(text, "utf-8")
    report = Report()
    game = load_game(path, report, str(path))
    assert not report.has_errors, report.problems
    return game


def box_of(game, **asked):
    settings = settings_of(game, Request(languages=("en",), **asked))[0]
    return engines.box_of(game, settings, Report())


def toy_rules(path):
    """Return the rules of a toy that is read anew: what a spawned process calls."""
    report = Report()
    game = load_game(Path(path), report, str(path))
    return toy.rules(box_of(game, players=3))


@pytest.fixture
def job(tmp_path):
    game = game_of(tmp_path)
    rules = toy.rules(box_of(game, players=3))
    make = partial(toy_rules, str(tmp_path / "game.yaml"))
    return runner.Job(rules, make, ("random", "highest", "random"), 7, 501)


def state(tally):
    """Return everything in a tally as bytes: equal tallies are equal here, orders included."""
    return repr([
        tally.games,
        {name: dict(sample.counts) for name, sample in tally.samples.items()},
        {name: (share.hits, share.n) for name, share in tally.shares.items()},
        {name: {seat: (s.hits, s.n) for seat, s in seats.items()}
         for name, seats in tally.by_seat.items()},
        {name: dict(law) for name, law in tally.laws.items()},
        tally.largest,
    ])  # fmt: skip


class TestChunks:
    @pytest.mark.parametrize("games", [1, 2, 199, 200, 201, 399, 401, 5000, 10_001])
    def test_every_game_is_in_one_chunk_and_they_begin_at_1(self, games):
        chunks = runner.chunks_of(games)
        assert [number for chunk in chunks for number in chunk] == list(range(1, games + 1))
        assert len(chunks) <= runner.CHUNKS

    def test_each_game_has_random_numbers_of_its_own(self):
        first = [runner.random_of(1, number).random() for number in (1, 2, 3)]
        assert len({*first, runner.random_of(2, 1).random()}) == 4
        assert first[2] == Random("1:3").random()


class TestProcesses:
    def test_any_number_of_processes_finds_the_same(self, job):
        alone = state(runner.run(job, 1))
        assert "'turns'" in alone
        for processes in (2, 3):
            assert state(runner.run(job, processes, patience=0)) == alone

    @pytest.mark.slow
    def test_a_process_that_shares_no_memory_finds_the_same(self, job):
        assert state(runner.run(job, 2, patience=0, start="spawn")) == state(runner.run(job, 1))

    def test_the_json_is_the_same_to_the_byte(self, job, tmp_path):
        import json

        texts = set()
        for processes in (1, 2, 3):
            tally = runner.run(job, processes, patience=0)
            measures = measured(job.rules, tally)
            outcome = Outcome(job.rules.box, job.rules, job.policies, job.seed, tally, measures)
            texts.add(json.dumps(as_data(outcome)))
        assert len(texts) == 1

    def test_another_seed_finds_something_else(self, job):
        assert state(runner.run(job, 1)) != state(runner.run(job._replace(seed=8), 1))

    def test_the_first_games_of_a_longer_job_are_those_of_a_shorter_one(self, job):
        tally = Tally()
        policies = engines.policies_by_name(job.rules, job.policies)
        runner.play_games(job.rules, policies, 7, range(1, 502), tally)
        assert state(tally) == state(runner.run(job, 1))

    def test_other_processes_do_play(self, job, monkeypatch):
        seen = []
        shared = workers.shared
        monkeypatch.setattr(
            workers, "shared", lambda *given: seen.append(given[2]) or shared(*given)
        )
        runner.run(job, 2, patience=0)
        assert seen == [2]

    def test_pipes_of_another_class_will_do(self, job, monkeypatch):
        class Pipe:
            """A pipe as Windows has them: no Connection, but with all that one can do."""

            def __init__(self, inside):
                self.inside = inside

            def __getattr__(self, name):
                return getattr(self.inside, name)

        usual = multiprocessing.get_context("fork")

        class Context:
            def __getattr__(self, name):
                return getattr(usual, name)

            def Pipe(self):  # noqa: N802 the name it has there
                return tuple(map(Pipe, multiprocessing.Pipe()))

        monkeypatch.setattr(multiprocessing, "get_context", lambda _: Context())
        assert state(runner.run(job, 2, patience=0)) == state(runner.run(job, 1))

    def test_a_small_job_starts_no_process(self, job, monkeypatch):
        monkeypatch.setattr(workers, "shared", lambda *_: pytest.fail("a process was started"))
        assert runner.run(job._replace(games=40), 8).games == 40

    def test_progress_is_told_chunk_by_chunk_up_to_its_total(self, job):
        ticks, totals = [], []

        def progress(total):
            totals.append(total)
            return lambda: ticks.append(1)

        runner.run(job, 2, patience=0, progress=progress)
        assert totals == [len(ticks)]

    def test_no_process_is_left_behind(self, job):
        runner.run(job, 2, patience=0)
        assert children(os.getpid()) == []

    def test_what_the_command_hands_to_a_new_process_can_be_sent(self):
        path = HERE.parents[1] / "designs" / "cent" / "game.yaml"
        game = load_game(path, Report(), str(path))
        settings = settings_of(game, Request(languages=("en",)))[0]
        make = partial(engines.rules_of_file, path, settings, engines.ENGINES)
        rules = pickle.loads(pickle.dumps(make))()
        assert (rules.seats, len(rules.cards)) == (2, 100)

    def test_a_tally_can_be_sent(self, job):
        tally = runner.run(job._replace(games=30), 1)
        assert state(pickle.loads(pickle.dumps(tally))) == state(tally)


def children(pid):
    """Return the processes that a process has started and that play."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()
            helper = b"resource_tracker" in (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if parent[1] == str(pid) and parent[0] != "Z" and not helper:
            found.append(int(folder.name))
    return found


class FailsLater(toy.Rules):
    """Fails in a game far down the list, so that another process plays it."""

    def table(self, rng, tell=None):
        table = super().table(rng, tell)
        if rng.random() < 0.01:
            table.moves = lambda: [-1]
            table.rules = type("Rules", (), {"values": [-1], "goal": 9, "seats": self.seats})()
        return table


class Dies(toy.Rules):
    """Ends the process that plays it, as a system without memory would."""

    def table(self, rng, tell=None):
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(sys.platform != "linux", reason="needs fork and /proc")
class TestFaults:
    def test_a_fault_of_an_engine_reaches_the_user_with_its_trace(self, job):
        with pytest.raises(
            workers.WorkerFailed,
            match=r"(?s)Traceback.*Fault: the engine fails\nThis was game \d+ of seed 7",
        ):
            runner.run(job._replace(rules=FailsLater(job.rules.box)), 2, patience=0)
        assert children(os.getpid()) == []

    def test_a_fault_in_this_process_is_raised_as_it_is(self, job):
        with pytest.raises(toy.Fault) as fault:
            runner.run(job._replace(rules=FailsLater(job.rules.box)), 1)
        assert re.fullmatch(r"This was game \d+ of seed 7\.", fault.value.__notes__[0])

    def test_a_process_that_is_gone_is_told_and_nobody_waits_for_it(self, job):
        begin = time.monotonic()
        task = runner.task_of(job._replace(rules=Dies(job.rules.box)))
        with pytest.raises(workers.WorkerLost, match="played games has ended without an answer"):
            list(workers.shared(task, runner.chunks_of(100), 2))
        assert time.monotonic() - begin < 60
        assert children(os.getpid()) == []

    @pytest.mark.parametrize("heard", [signal.SIGINT, signal.SIGTERM])
    def test_an_interruption_ends_all_processes(self, tmp_path, heard):
        game_of(tmp_path)
        code = f"""
import os, sys, signal
sys.path.insert(0, {str(HERE)!r})
import test_runner as here, toy
from cardforge import cli
from cardforge.play import runner
def forever(*_):
    rules = here.toy_rules({str(tmp_path / "game.yaml")!r})
    job = runner.Job(rules, None, ("random",) * 3, 1, 10**7)
    def progress(total):
        print("ready", flush=True)
        return lambda: None
    runner.run(job, 2, patience=0, progress=progress)
from cardforge import listing
listing.rows = forever
cli.main(["list", "papers"])
"""
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout.readline() == "ready\n"
            # A busy machine takes its time to start them.
            for _ in range(600):
                if len(below := children(process.pid)) == 2:
                    break
                time.sleep(0.05)
            assert len(below) == 2
            time.sleep(0.2)
            process.send_signal(heard)
            _, err = process.communicate(timeout=60)
        finally:
            process.terminate()
        assert process.returncode == (130 if heard == signal.SIGINT else 143), err
        assert "Traceback" not in err
        assert not any(Path(f"/proc/{pid}").exists() for pid in below)


class TestEngines:
    def test_a_game_without_an_engine_says_which_there_are(self, tmp_path):
        game = game_of(
            tmp_path, toy.GAME.replace("play: {engine: toy, mode: short, players: 2}\n", "")
        )
        with pytest.raises(CannotPlay) as fault:
            engines.rules_for(box_of(game), KNOWN)
        assert fault.value.code == "play.engine"
        assert fault.value.span == game.span
        assert "toy" in fault.value.hint
        assert "check --statistics" in fault.value.hint

    def test_an_unknown_engine_is_a_problem_with_its_place_and_a_suggestion(self, tmp_path):
        game = game_of(tmp_path, toy.GAME.replace("engine: toy", "engine: tor"))
        with pytest.raises(CannotPlay) as fault:
            engines.rules_for(box_of(game), KNOWN)
        assert (fault.value.code, fault.value.span) == ("play.engine", game.play.span)
        assert fault.value.hint == "did you mean 'toy'?"

    def test_a_box_holds_the_decks_and_facts_for_its_settings(self, tmp_path):
        top = "  top: {is: '{{ 3 * players }}', source: house}\n  goal:"
        text = toy.GAME.replace("value: 1..6", "value: '{{ range(1, facts.top + 1) | list }}'")
        text = text.replace("  goal:", top)
        game = game_of(tmp_path, text)
        for players in (2, 3):
            box = box_of(game, players=players)
            assert box.facts == {"top": 3 * players, "goal": 4}
            assert box.decks["cards"].total == 3 * players
            assert box.decks["life"].total == 2

    @pytest.mark.parametrize("engine", sorted(engines.ENGINES))
    def test_every_engine_is_there(self, engine):
        module = engines.ENGINES[engine]()
        assert callable(module.rules)
        assert module.RULINGS


class TestPolicies:
    @pytest.fixture
    def rules(self, tmp_path):
        return toy.rules(box_of(game_of(tmp_path), players=3))

    @pytest.mark.parametrize(
        ("asked", "names"),
        [
            (None, ("random",) * 3),
            ("highest", ("highest",) * 3),
            ("greedy", ("greedy",) * 3),
            ("greedy, random,search", ("greedy", "random", "search")),
        ],
    )
    def test_one_name_is_for_all_and_several_for_each(self, rules, asked, names):
        assert engines.seated(rules, asked) == names

    @pytest.mark.parametrize(
        ("asked", "said"),
        [
            ("greedy,random", "2 policies are named for 3 players"),
            ("a,b,c,d", "no policy is called 'a'"),
            ("hihgest", "no policy is called 'hihgest'"),
            ("", "no policy is called ''"),
        ],
    )
    def test_wrong_ones_are_wrong_commands_that_list_the_right_ones(self, rules, asked, said):
        if asked == "":
            asked = ","
        with pytest.raises(WrongRequest, match=said) as fault:
            engines.seated(rules, asked)
        if "called" in said:
            assert "random, highest, greedy, search" in fault.value.hint
        if asked == "hihgest":
            assert "did you mean 'highest'?" in fault.value.hint

    def test_greedy_is_the_policy_that_the_rules_mean(self, rules):
        assert engines.policies_by_name(rules, ("greedy",)) == (toy.highest,)
