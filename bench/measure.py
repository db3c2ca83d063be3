"""Runs a command from a cold start and says what it cost."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

# The kernel gives the peak memory in KiB, macOS in bytes.
PEAK_UNITS_PER_KIB = 1024 if sys.platform == "darwin" else 1


class Cost(NamedTuple):
    """What one whole process took: wall clock seconds, processor seconds, peak memory in KiB."""

    wall: float
    processor: float
    peak: float


class Pair(NamedTuple):
    """Two commands measured in turn: median costs, and the median ratio of neighbouring runs."""

    ours: Cost
    peer: Cost
    wall_ratio: float
    peak_ratio: float


Command = Sequence[str]


def run(command: Command, log: Path) -> Cost:
    """Return what a command cost; raise RuntimeError with its output when it failed."""
    with log.open("wb") as output:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        shown = log.read_text("utf-8", errors="replace")
        raise RuntimeError(f"exit {process.returncode}: {' '.join(command)}\n{shown}")
    processor = usage.ru_utime + usage.ru_stime
    return Cost(wall, processor, usage.ru_maxrss / PEAK_UNITS_PER_KIB)


def median(costs: Sequence[Cost]) -> Cost:
    """Return the median of each cost."""
    return Cost(*(statistics.median(column) for column in zip(*costs, strict=True)))


def repeat(command: Command, log: Path, times: int) -> Cost:
    """Return the median cost of a command after one run that does not count."""
    run(command, log)
    return median([run(command, log) for _ in range(times)])


def compare(
    ours: Command,
    peer: Command,
    log: Path,
    times: int,
    tell: Callable[[], None],
    prepare: tuple[Callable[[], object], Callable[[], object]] | None = None,
) -> Pair:
    """Return the costs of two commands run in turn, A B A B, after a first run that does not count.

    The ratio is taken between neighbours, so it holds when the machine drifts.  What is to be
    done before each run of one of them is `prepare`; it is not measured.
    """
    before_ours, before_peer = prepare or (lambda: None, lambda: None)

    def both() -> tuple[Cost, Cost]:
        before_ours()
        cost = run(ours, log)
        before_peer()
        return cost, run(peer, log)

    both()
    runs = []
    for _ in range(times):
        runs.append(both())
        tell()
    return Pair(
        median([a for a, _ in runs]),
        median([b for _, b in runs]),
        statistics.median(a.wall / b.wall for a, b in runs),
        statistics.median(a.peak / b.peak for a, b in runs),
    )
