"""Work cut into chunks and shared by processes: the same answers however many they are.

What is short is done by the process that asks.  What is longer is shared with others, which a
system that can copies from this one.  Answers come in the order of the chunks.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# What takes no longer than this, in seconds, is not worth a second process.
PATIENCE = 0.15
# No process works further ahead than this many chunks for each process: answers take memory.
_AHEAD = 4

Chunk = TypeVar("Chunk")
Answer = TypeVar("Answer")


class WorkerLost(Exception):
    """Raised when another process ends before its work is done: somebody has stopped it."""

    hint = "the system may have run out of memory: close other programs and try again"


class WorkerFailed(Exception):
    """Raised when the work fails in another process; its words are the trace of that process."""


class Task(NamedTuple, Generic[Chunk, Answer]):
    """What is done with each chunk, how a new process makes that, and words for it.

    `make` must be picklable where processes are not forked; `done` ends "a process that …".
    """

    work: Callable[[Chunk], Answer]
    make: Callable[[], Callable[[Chunk], Answer]]
    done: str


def cores() -> int:
    """Return how many processes this one may keep busy."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def answers(
    task: Task[Chunk, Answer],
    chunks: Sequence[Chunk],
    processes: int | None = None,
    *,
    patience: float = PATIENCE,
    start: str | None = None,
) -> Generator[Answer, None, None]:
    """Yield the answer to each chunk, in their order; `processes` None: all cores.

    `start` is how another process begins, fork or spawn.
    """
    workers = min(processes or cores(), len(chunks))
    spent = 0.0
    for index, chunk in enumerate(chunks):
        left = spent / max(index, 1) * (len(chunks) - index)
        if workers > 1 and spent >= patience and left > patience:
            yield from shared(task, chunks[index:], workers, start)
            return
        begin = time.monotonic()
        answer = task.work(chunk)
        spent += time.monotonic() - begin
        yield answer


def shared(
    task: Task[Chunk, Answer], chunks: Sequence[Chunk], workers: int, start: str | None = None
) -> Generator[Answer, None, None]:
    """Yield the answer to each chunk, in their order, all found by other processes."""
    workers = min(workers, len(chunks))
    waiting = deque(enumerate(chunks))
    early: dict[int, Answer] = {}
    due = 0
    with _started(task, workers, start) as pipes:
        idle, busy = list(pipes), []
        while due < len(chunks):
            while idle and waiting and waiting[0][0] < due + _AHEAD * workers:
                pipe = idle.pop()
                # Why a process is gone is said when its answer is asked for.
                with suppress(OSError):
                    pipe.send(waiting.popleft())
                busy.append(pipe)
            for pipe in _ready(busy):
                index, early_answer = _answer(pipe, task.done)
                early[index] = early_answer
                busy.remove(pipe)
                idle.append(pipe)
            while due in early:
                yield early.pop(due)
                due += 1


@contextmanager
def aside(task: Task[Chunk, Answer], *, seconds: float) -> Iterator[Callable[[Chunk], Answer]]:
    """Give what has another process work on a chunk: what falls or hangs does so there.

    A call raises WorkerLost when that process ends, or has no answer after so many `seconds`.
    """
    with _started(task, 1, None) as (pipe,):

        def ask(chunk: Chunk) -> Answer:
            # Why a process is gone is said when its answer is asked for.
            with suppress(OSError):
                pipe.send((0, chunk))
            if not pipe.poll(seconds):
                raise WorkerLost(f"a process that {task.done} has had no answer for too long")
            _, answer = _answer(pipe, task.done)
            return cast("Answer", answer)

        yield ask


def _ready(busy: list[Connection]) -> list[Connection]:
    """Return the processes of which one can be listened to, waiting for the first."""
    from multiprocessing.connection import wait

    # Windows has pipes of another class.
    return cast("list[Connection]", wait(busy))


def _answer(pipe: Connection, done: str) -> tuple[int, Any]:
    """Return what a process has found, with the index of its chunk."""
    try:
        index, fine, answer = pipe.recv()
    except (EOFError, OSError):
        raise WorkerLost(f"a process that {done} has ended without an answer") from None
    if not fine:
        raise WorkerFailed(f"a process that {done} has failed:\n{answer}")
    return index, answer


@contextmanager
def _started(
    task: Task[Chunk, Answer], workers: int, start: str | None
) -> Iterator[list[Connection]]:
    """Start processes that work, and see to it that none outlives this block."""
    from multiprocessing import get_context

    context: Any = get_context(start or _usual_start())
    forked = context.get_start_method() == "fork"
    # A forked process has everything already.
    make = _Ready(task.work) if forked else task.make
    pipes: list[Connection] = []
    processes = []
    try:
        with _deaf():
            for _ in range(workers):
                here, there = context.Pipe()
                pipes.append(here)
                arguments = (there, list(pipes) if forked else [], make)
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
    return "fork" if sys.platform == "linux" else "spawn"


class _Ready(Generic[Chunk, Answer]):
    """Makes what is there already."""

    def __init__(self, work: Callable[[Chunk], Answer]) -> None:
        self.work = work

    def __call__(self) -> Callable[[Chunk], Answer]:
        return self.work


@contextmanager
def _deaf() -> Iterator[None]:
    """Let processes that start now not hear Ctrl-C: the one that started them ends them.

    A request to end waits as well: a forked process must not answer it as the one before does.
    """
    import threading

    masks = hasattr(signal, "pthread_sigmask")
    if masks:
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    # Only the main thread may say what is done at a signal.
    main = threading.current_thread() is threading.main_thread()
    if main:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        if main:
            signal.signal(signal.SIGINT, before)
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _serve(
    pipe: Connection,
    others: list[Connection],
    make: Callable[[], Callable[[Any], Any]],
) -> None:
    """Work on chunk after chunk until nobody asks for more."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Not every system hands on that it is deaf to Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    for other in others:
        # While this process held them, nobody would notice that their owner is gone.
        other.close()
    # An owner that is gone wants no answer.
    with suppress(EOFError, OSError):
        fine, work = _tried(make)
        if not fine:
            pipe.send((-1, fine, work))
        while fine:
            index, chunk = pipe.recv()
            pipe.send((index, *_tried(work, chunk)))


def _tried(what: Callable[..., Any], *given: Any) -> tuple[bool, Any]:
    """Return whether a call went well, and what it returned or its trace."""
    try:
        return True, what(*given)
    except Exception:  # noqa: BLE001 the other process tells what it was
        import traceback

        return False, traceback.format_exc()
