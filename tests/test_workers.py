"""Work that is shared by processes: order, how far ahead it runs, and faults."""

import os
import re
import signal
import time

import pytest

from cardforge import cli, workers
from cardforge.workers import Task, WorkerFailed, WorkerLost, answers, shared

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def task(work):
    return Task(work, lambda: work, "worked")


def square(number):
    return number * number


def failing_maker():
    raise OSError("no file of that name")


def test_answers_come_in_the_order_of_their_chunks_whoever_is_the_quickest():
    def work(number):
        time.sleep(0.05 if number % 3 == 0 else 0)
        return number, os.getpid()

    found = list(answers(task(work), range(12), 3, patience=0))
    assert [number for number, _ in found] == list(range(12))
    assert len({process for _, process in found}) == 4, "this one and three others"


def test_no_process_runs_far_ahead_of_who_asks(tmp_path):
    def work(number):
        (tmp_path / str(number)).touch()
        return number

    found = shared(task(work), range(100), 2)
    assert next(found) == 0
    time.sleep(0.3)
    assert 2 <= len(list(tmp_path.iterdir())) <= 12
    assert list(found) == list(range(1, 100))


def test_what_is_short_is_done_by_this_process():
    found = list(answers(task(lambda _: os.getpid()), range(50), 4))
    assert set(found) == {os.getpid()}


def test_time_that_the_one_who_asks_takes_is_not_counted():
    asked = []
    for process in answers(task(lambda _: os.getpid()), range(4), 2, patience=0.1):
        asked.append(process)
        time.sleep(0.1)
    assert set(asked) == {os.getpid()}


def test_one_process_is_enough_where_one_is_asked_for():
    found = list(answers(task(lambda _: os.getpid()), range(5), 1, patience=0))
    assert set(found) == {os.getpid()}


@pytest.mark.slow
def test_a_new_process_makes_what_it_works_with():
    found = list(shared(Task(None, square_maker, "worked"), range(5), 2, "spawn"))
    assert found == [0, 1, 4, 9, 16]


def square_maker():
    return square


@pytest.mark.slow
def test_a_process_that_cannot_begin_says_why():
    with pytest.raises(WorkerFailed, match=r"(?s)worked has failed.*no file of that name"):
        list(shared(Task(None, failing_maker, "worked"), range(5), 2, "spawn"))


@pytest.mark.parametrize("kind", [OSError, EOFError, ValueError])
def test_every_fault_of_the_work_is_told_with_its_trace(kind):
    def work(number):
        if number == 3:
            raise kind("three is too much")
        return number

    with pytest.raises(WorkerFailed, match=r"(?s)^a process that worked has failed:\nTrace.*three"):
        list(shared(task(work), range(6), 2))


def dying(_):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_somebody_has_ended_is_told():
    with pytest.raises(WorkerLost, match=r"^a process that worked has ended without an answer$"):
        list(shared(task(dying), range(6), 2))


def test_a_command_says_so_in_plain_words(monkeypatch, run):
    from cardforge import listing

    def lost(*_):
        list(shared(task(dying), range(6), 2))

    monkeypatch.setattr(listing, "rows", lost)
    code, out, err = run("list", "papers")
    assert (code, out) == (cli.PROBLEMS, "")
    assert re.fullmatch(
        r"error: a process that worked has ended without an answer\n hint: the system may have "
        r"run out of memory.*\nNothing was written\.\n",
        err,
    )


def test_the_cores_of_this_process_are_counted():
    assert 1 <= workers.cores() <= os.cpu_count()
