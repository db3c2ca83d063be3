"""Many games, each with a seed of its own, in as many processes as there are.

Games are played in chunks that do not depend on the number of processes, and the tallies of
the chunks are added in their order: the figures are the same however many share the work.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from random import Random
from typing import Any, NamedTuple, cast

from cardforge.play.engines import policies_by_name
from cardforge.play.measures import Tally
from cardforge.play.table import Policy, Rules, play_out

CHUNKS = 200
# What takes no longer than this, in seconds, is not worth a second process.
PATIENCE = 0.15

Make = Callable[[], Rules]
Tick = Callable[[], None]


class Job(NamedTuple):
    """Games to play: the rules, how a new process makes them, a policy for each seat."""

    rules: Rules
    # Must be picklable where processes are not forked.
    make: Make
    policies: tuple[str, ...]
    seed: int
    games: int


class WorkerLost(Exception):
    """Raised when another process ends or fails; its words are the trace of that process."""


def random_of(seed: int, number: int) -> Random:
    """Return the random numbers of one game; games are counted from 1."""
    return Random(f"{seed}:{number}")


def play_games(
    rules: Rules, policies: Sequence[Policy], seed: int, numbers: range, tally: Tally
) -> Tally:
    """Play the games of these numbers, add them to a tally and return it."""
    for number in numbers:
        tally.number = number
        try:
            table = rules.table(random_of(seed, number))
            play_out(table, policies)
            rules.record(table, tally)
        except Exception as fault:
            fault.add_note(f"This was game {number} of seed {seed}.")
            raise
    tally.games += len(numbers)
    return tally


def no_progress(_total: int) -> Tick:
    """Return what shows no progress."""
    return lambda: None


def run(
    job: Job,
    processes: int | None = None,
    *,
    progress: Callable[[int], Tick] = no_progress,
    patience: float = PATIENCE,
    start: str | None = None,
) -> Tally:
    """Play the games of a job and return everything counted; `processes` None: all cores.

    `start` is how another process begins, fork or spawn.
    """
    chunks = chunks_of(job.games)
    tick = progress(len(chunks))
    tallies = {}
    policies = policies_by_name(job.rules, job.policies)
    workers = min(processes or cores(), len(chunks))
    begin = time.monotonic()
    for index, numbers in enumerate(chunks):
        spent = time.monotonic() - begin
        left = spent / max(index, 1) * (len(chunks) - index)
        if workers > 1 and spent >= patience and left > patience:
            tallies.update(
                _shared(job, dict(enumerate(chunks[index:], index)), workers, tick, start)
            )
            break
        tallies[index] = play_games(job.rules, policies, job.seed, numbers, Tally())
        tick()
    whole = Tally()
    for index in range(len(chunks)):
        whole.merge(tallies[index])
    return whole


def cores() -> int:
    """Return how many processes this one may keep busy."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def chunks_of(games: int) -> list[range]:
    """Return the numbers of the games in chunks that depend on nothing but how many they are."""
    size = -(-games // CHUNKS) or 1
    return [range(first, min(first + size, games + 1)) for first in range(1, games + 1, size)]


def _shared(
    job: Job, chunks: dict[int, range], workers: int, tick: Tick, start: str | None
) -> dict[int, Tally]:
    """Return the tally of each chunk, played by other processes."""
    waiting = iter(chunks.items())
    tallies = {}
    with _started(job, min(workers, len(chunks)), start) as pipes:
        busy = [pipe for pipe in pipes if _hand_out(pipe, waiting)]
        while busy:
            # Windows has pipes of another class.
            for pipe in cast("list[Connection]", wait(busy)):
                index, tally = _answer(pipe)
                tallies[index] = tally
                tick()
                if not _hand_out(pipe, waiting):
                    busy.remove(pipe)
    return tallies


def _hand_out(pipe: Connection, waiting: Iterator[tuple[int, range]]) -> bool:
    """Send the next chunk to a process and return whether there was one."""
    chunk = next(waiting, None)
    if chunk is None:
        return False
    # Why a process is gone is said when its answer is asked for.
    with suppress(OSError):
        pipe.send(chunk)
    return True


def _answer(pipe: Connection) -> tuple[int, Tally]:
    """Return what a process has counted; raises WorkerLost when it failed."""
    try:
        index, answer = pipe.recv()
    except (EOFError, OSError):
        raise WorkerLost("a process that played games has ended without an answer") from None
    if isinstance(answer, Tally):
        return index, answer
    raise WorkerLost(f"a process that played games has failed:\n{answer}")


@contextmanager
def _started(job: Job, workers: int, start: str | None) -> Iterator[list[Connection]]:
    """Start processes that play, and see to it that none outlives this block."""
    context: Any = get_context(start or _usual_start())
    forked = context.get_start_method() == "fork"
    # A forked process has the rules already.
    make: Make = _Ready(job.rules) if forked else job.make
    pipes: list[Connection] = []
    processes = []
    try:
        with _deaf():
            for _ in range(workers):
                here, there = context.Pipe()
                pipes.append(here)
                arguments = (there, list(pipes) if forked else [], make, job.policies, job.seed)
                process = context.Process(target=_serve, args=arguments, daemon=True)
                process.start()
                processes.append(process)
                there.close()
        yield pipes
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
        for pipe in pipes:
            pipe.close()


def _usual_start() -> str:
    """Return how processes begin: by a fork where that is safe, since it need not read again."""
    return "fork" if sys.platform == "linux" and "fork" in get_all_start_methods() else "spawn"


class _Ready:
    """Makes rules that are there already."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __call__(self) -> Rules:
        return self.rules


@contextmanager
def _deaf() -> Iterator[None]:
    """Let processes that start now not hear Ctrl-C: the one that started them ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(
    pipe: Connection, others: list[Connection], make: Make, policies: tuple[str, ...], seed: int
) -> None:
    """Play chunk after chunk until nobody asks for more."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Not every system hands on that it is deaf to Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:
        # While this process held them, nobody would notice that their owner is gone.
        other.close()
    index = -1
    with suppress(EOFError, OSError):
        try:
            rules = make()
            chosen = policies_by_name(rules, policies)
            while True:
                index, numbers = pipe.recv()
                pipe.send((index, play_games(rules, chosen, seed, numbers, Tally())))
        except (EOFError, OSError):
            raise
        except Exception:  # noqa: BLE001 the other process tells what it was
            pipe.send((index, traceback.format_exc()))
