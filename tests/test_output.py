"""Writing: an output folder holds whole files of one build at every moment."""

import errno
import os
import signal
from pathlib import Path

import pytest

from cardforge.output import CannotWrite, Output


def listing(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def begin(output, fault, *names):
    """Write some files and end before they are moved."""
    for name in names:
        output.add(name, b"new")
    raise fault


def test_files_arrive_together_when_all_are_there(tmp_path):
    folder = tmp_path / "output" / "game"
    with Output(folder) as output:
        output.add("a.pdf", b"one")
        output.add("images-fr/b.png", b"two")
        assert not (folder / "a.pdf").exists()
        written = output.commit()
    assert written == (folder / "a.pdf", folder / "images-fr" / "b.png")
    assert listing(folder) == ["a.pdf", "images-fr", "images-fr/b.png"]
    assert (folder / "a.pdf").read_bytes() == b"one"
    assert output.hashes["images-fr/b.png"].startswith("3fc4ccfe7458")


def test_what_was_there_before_is_replaced_and_the_rest_is_kept(tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"old")
    (tmp_path / "notes.txt").write_bytes(b"mine")
    with Output(tmp_path) as output:
        output.add("a.pdf", b"new")
        output.commit()
    assert (tmp_path / "a.pdf").read_bytes() == b"new"
    assert listing(tmp_path) == ["a.pdf", "notes.txt"]


@pytest.mark.parametrize("fault", [KeyboardInterrupt, RuntimeError])
def test_a_build_that_ends_early_leaves_nothing_of_itself(tmp_path, fault):
    (tmp_path / "a.pdf").write_bytes(b"old")
    with pytest.raises(fault), Output(tmp_path) as output:
        begin(output, fault, "a.pdf", "images-fr/b.png")
    assert listing(tmp_path) == ["a.pdf"]
    assert (tmp_path / "a.pdf").read_bytes() == b"old"


def test_folders_that_the_build_made_go_with_it_but_not_those_that_were_there(tmp_path):
    (tmp_path / "output").mkdir()
    with pytest.raises(RuntimeError), Output(tmp_path / "output" / "new" / "game") as output:
        begin(output, RuntimeError, "a.pdf")
    assert listing(tmp_path) == ["output"]


def test_a_file_where_the_folder_should_be_is_told(tmp_path):
    (tmp_path / "output").write_bytes(b"mine")
    with (
        pytest.raises(CannotWrite, match=r"cannot write .*game") as fault,
        Output(tmp_path / "output" / "game"),
    ):
        pass
    assert "remove the file" in fault.value.hint
    assert (tmp_path / "output").read_bytes() == b"mine"


def test_a_folder_where_a_file_should_be_is_told(tmp_path):
    (tmp_path / "a.pdf").mkdir()
    with (
        pytest.raises(CannotWrite, match="there is a folder of that name"),
        Output(tmp_path) as output,
    ):
        begin(output, RuntimeError, "b.pdf", "a.pdf")
    assert listing(tmp_path) == ["a.pdf"]


def refuse(code):
    def write(self, data):
        with self.open("wb") as file:
            file.write(data[:1])
        raise OSError(code, os.strerror(code), str(self))

    return write


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        (errno.ENOSPC, "make room on the disk"),
        (errno.EFBIG, "allow larger files"),
        (errno.EACCES, "choose another folder"),
        (errno.EROFS, "choose another folder"),
        (errno.EIO, "choose another folder"),
    ],
)
def test_a_disk_that_refuses_is_told_with_what_to_do_and_keeps_what_it_had(
    tmp_path, monkeypatch, code, hint
):
    (tmp_path / "a.pdf").write_bytes(b"old")
    monkeypatch.setattr(Path, "write_bytes", refuse(code))
    with pytest.raises(CannotWrite) as fault, Output(tmp_path) as output:
        output.add("a.pdf", b"new")
    assert str(fault.value) == f"cannot write {tmp_path / 'a.pdf'}: {os.strerror(code).lower()}"
    assert hint in fault.value.hint
    monkeypatch.undo()
    assert listing(tmp_path) == ["a.pdf"]
    assert (tmp_path / "a.pdf").read_bytes() == b"old"


def test_a_folder_that_cannot_be_made_leaves_no_half_of_its_parents(tmp_path, monkeypatch):
    make = Path.mkdir

    def mkdir(self, *arguments, **options):
        if self.name == "game":
            make(self.parent)
            raise PermissionError(errno.EACCES, "Permission denied")
        make(self, *arguments, **options)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    with pytest.raises(CannotWrite, match="permission denied"), Output(tmp_path / "new" / "game"):
        pass
    assert listing(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_between_two_moves_waits_for_the_last(tmp_path, monkeypatch, number):
    move, heard = Path.replace, []

    def replace(self, target):
        os.kill(os.getpid(), number)
        return move(self, target)

    before = signal.signal(number, lambda received, frame: heard.append(received))
    monkeypatch.setattr(Path, "replace", replace)
    try:
        with Output(tmp_path) as output:
            output.add("a.pdf", b"one")
            output.add("b.pdf", b"two")
            output.commit()
    finally:
        signal.signal(number, before)
    assert listing(tmp_path) == ["a.pdf", "b.pdf"]
    assert heard == [number, number]
