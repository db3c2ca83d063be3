"""Measures the engines beside bare loops, and two processes beside one."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import play_plain

from cardforge.diagnostics import Report
from cardforge.load import load_game
from cardforge.model import Settings
from cardforge.play.engines import box_of, policies_by_name, rules_for
from cardforge.play.measures import Tally
from cardforge.play.runner import Job, play_games, run
from cardforge.play.table import Rules

DESIGNS = Path(__file__).resolve().parent.parent / "designs"
PLAYERS = {"cent": 2, "ninety-nine": 4}
GAMES = 10_000
CHUNKS = 40
SEED = 7
PROCESSES = 2


class Compared(NamedTuple):
    """Seconds for the same games played in two ways, and the median ratio of neighbouring runs."""

    ours: float
    other: float
    ratio: float


def rules_of(name: str) -> Rules:
    """Return the rules of a shipped game with its usual rulings."""
    report = Report()
    game = load_game(DESIGNS / name / "game.yaml", report)
    rulings = {key: ruling.values[0] for key, ruling in game.rulings.items()}
    settings = Settings(game.languages[0], PLAYERS[name], None, rulings)
    return rules_for(box_of(game, settings, report))


def beside_loop(name: str, games: int = GAMES) -> Compared:
    """Return what random games cost an engine, measuring included, and a bare loop.

    Processor time of this process, a part of the games at a time, in turn A B A B.
    """
    rules = rules_of(name)
    policies = policies_by_name(rules, ("random",) * rules.seats)
    part = games // CHUNKS
    tally = Tally()

    def engine(chunk: int) -> None:
        numbers = range(chunk * part + 1, (chunk + 1) * part + 1)
        play_games(rules, policies, SEED, numbers, tally)

    def loop(chunk: int) -> None:
        play_plain.LOOPS[name](part, chunk)

    pairs = _in_turn(engine, loop, CHUNKS, time.process_time)
    return Compared(sum(a for a, _ in pairs), sum(b for _, b in pairs), _ratio(pairs))


def two_processes(name: str, games: int = GAMES, times: int = 3) -> Compared:
    """Return what the same games take in one process and in two, in seconds of the clock."""
    rules = rules_of(name)
    job = Job(rules, lambda: rules_of(name), ("random",) * rules.seats, SEED, games)
    run(job._replace(games=games // 10), 1)
    pairs = _in_turn(lambda _: run(job, 1), lambda _: run(job, PROCESSES), times, time.perf_counter)
    one, two = (statistics.median(column) for column in zip(*pairs, strict=True))
    return Compared(one, two, _ratio(pairs))


def _in_turn(
    ours: Callable[[int], object],
    other: Callable[[int], object],
    times: int,
    clock: Callable[[], float],
) -> list[tuple[float, float]]:
    """Return what each of two ways took, one after the other again and again."""
    pairs = []
    for number in range(times):
        start = clock()
        ours(number)
        middle = clock()
        other(number)
        pairs.append((middle - start, clock() - middle))
    return pairs


def _ratio(pairs: list[tuple[float, float]]) -> float:
    return statistics.median(ours / other for ours, other in pairs)
