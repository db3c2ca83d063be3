"""Many games, each with a seed of its own, in as many processes as there are.

Games are played in chunks that do not depend on the number of processes, and the tallies of
the chunks are added in their order: the figures are the same however many share the work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from cardforge import workers
from cardforge.play.engines import policies_by_name
from cardforge.play.measures import Tally
from cardforge.play.table import Policy, Rules, play_out

CHUNKS = 200

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
    patience: float = workers.PATIENCE,
    start: str | None = None,
) -> Tally:
    """Play the games of a job and return everything counted; `processes` None: all cores.

    `start` is how another process begins, fork or spawn.
    """
    chunks = chunks_of(job.games)
    tick = progress(len(chunks))
    whole = Tally()
    for tally in workers.answers(task_of(job), chunks, processes, patience=patience, start=start):
        whole.merge(tally)
        tick()
    return whole


def task_of(job: Job) -> workers.Task[range, Tally]:
    """Return how each chunk of a job is played, here and in a process that begins anew."""
    work = _player(job.rules, job.policies, job.seed)
    return workers.Task(
        work, partial(_make_player, job.make, job.policies, job.seed), "played games"
    )


def _make_player(make: Make, policies: tuple[str, ...], seed: int) -> Callable[[range], Tally]:
    return _player(make(), policies, seed)


def _player(rules: Rules, policies: tuple[str, ...], seed: int) -> Callable[[range], Tally]:
    """Return what plays a chunk of games and counts it."""
    chosen = policies_by_name(rules, policies)
    return lambda numbers: play_games(rules, chosen, seed, numbers, Tally())


def chunks_of(games: int) -> list[range]:
    """Return the numbers of the games in chunks that depend on nothing but how many they are."""
    size = -(-games // CHUNKS) or 1
    return [range(first, min(first + size, games + 1)) for first in range(1, games + 1, size)]
