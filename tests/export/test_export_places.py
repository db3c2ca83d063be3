"""Where a package is written: never over the game itself, whole or not at all."""

import errno
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from refusing import POKER, files, refused
from shop_toys import package, toy

from cardforge.export import readme, zipped

# Where it is written


@pytest.mark.parametrize("out", ["toy", "toy/own"])
def test_a_folder_with_files_of_the_game_receives_no_package(run, tmp_path, out):
    toy(tmp_path / "toy", **POKER)
    (tmp_path / "toy/own/en").mkdir(parents=True)
    (tmp_path / "toy/own/en/README.txt").write_text("mine")
    before = files(tmp_path)
    options = ("--shop", "the-game-crafter", "--out", tmp_path / out)
    code, _, err = run("export", tmp_path / "toy", *options)
    assert code == 1
    assert "error[export.into-source]" in err
    assert "--out" in err
    assert files(tmp_path) == before


@pytest.mark.parametrize("out", ["toy/output", "toy/deep/er", "."])
def test_a_place_of_its_own_beside_the_files_of_the_game_is_fine(run, tmp_path, out):
    toy(tmp_path / "toy", **POKER)
    before = files(tmp_path / "toy")
    for _ in range(2):
        options = ("--shop", "the-game-crafter", "--out", tmp_path / out)
        code, _, err = run("export", tmp_path / "toy", *options)
        assert code == 0, err
        after = files(tmp_path / "toy")
        assert {path: after[path] for path in before} == before
        assert package(tmp_path / out)


def test_a_link_to_the_folder_of_the_game_is_seen_through(run, tmp_path):
    toy(tmp_path / "toy", **POKER)
    (tmp_path / "link").symlink_to(tmp_path / "toy")
    before = files(tmp_path / "toy")
    out = tmp_path / "link"
    code, _, err = run("export", tmp_path / "toy", "--shop", "the-game-crafter", "--out", out)
    assert code == 1
    assert "error[export.into-source]" in err
    assert files(tmp_path / "toy") == before


def test_files_that_are_not_of_the_package_stay(run, tmp_path):
    toy(tmp_path / "toy", **POKER)
    out = tmp_path / "out"
    (out / "en" / "cards").mkdir(parents=True)
    (out / "en" / "cards" / "mine.png").write_bytes(b"mine")
    for _ in range(2):
        code, _, err = run("export", tmp_path / "toy", "--shop", "the-game-crafter", "--out", out)
        assert code == 0, err
        assert (out / "en" / "cards" / "mine.png").read_bytes() == b"mine"


def made_once(run, tmp_path, *more):
    """Export the toy and change it, so that the next export has everything to write."""
    toy(tmp_path / "toy", **POKER)
    out = tmp_path / "out"
    code, _, err = run(
        "export", tmp_path / "toy", "--shop", "the-game-crafter", "--out", out, *more
    )
    assert code == 0, err
    text = (tmp_path / "toy" / "game.yaml").read_text()
    changed = text.replace("rgb(200, 30, 40)", "rgb(10, 200, 40)")
    assert changed != text
    (tmp_path / "toy" / "game.yaml").write_text(changed)


class FullDisk:
    """A disk on which so many more files find room."""

    def __init__(self, room, number=errno.ENOSPC):
        self.room, self.number = room, number
        self.write = Path.write_bytes

    def __call__(self, path, data):
        if self.room == 0:
            self.write(path, data[: len(data) // 2])
            raise OSError(self.number, os.strerror(self.number))
        self.room -= 1
        return self.write(path, data)


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("room", [0, 1, 3])
def test_a_full_disk_leaves_all_as_it_was(run, tmp_path, monkeypatch, room, again):
    made_once(run, tmp_path)
    if not again:
        for path in sorted((tmp_path / "out").rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
        (tmp_path / "out").rmdir()
    disk = FullDisk(room)
    monkeypatch.setattr(Path, "write_bytes", lambda path, data: disk(path, data))
    err = refused(run, tmp_path, "--shop", "the-game-crafter")
    assert err.startswith("error: cannot write")
    assert "hint: make room on the disk" in err
    assert "Nothing was written." in err
    assert (tmp_path / "out").exists() == again


def test_a_disk_that_fills_while_a_zip_is_written_leaves_all_as_it_was(run, tmp_path, monkeypatch):
    made_once(run, tmp_path, "--zip")
    before = files(tmp_path)

    def full(room, _entries):
        room.write_bytes(b"PK half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(zipped, "write_zip", full)
    err = refused(run, tmp_path, "--shop", "the-game-crafter", "--zip")
    assert "hint: make room on the disk" in err
    assert files(tmp_path) == before


def test_a_place_where_one_may_not_write_is_told(run, tmp_path, monkeypatch):
    made_once(run, tmp_path)
    disk = FullDisk(0, errno.EACCES)
    monkeypatch.setattr(Path, "write_bytes", lambda path, data: disk(path, data))
    err = refused(run, tmp_path, "--shop", "the-game-crafter")
    assert "permission denied" in err
    assert "--out" in err


def test_a_file_where_a_folder_should_be_is_told(run, tmp_path):
    toy(tmp_path / "toy", **POKER)
    (tmp_path / "out").write_text("mine")
    err = refused(run, tmp_path, "--shop", "the-game-crafter")
    assert err.startswith("error: cannot write")
    assert (tmp_path / "out").read_text() == "mine"


def test_an_interruption_leaves_all_as_it_was(run, tmp_path, monkeypatch):
    made_once(run, tmp_path)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(readme, "readme", interrupted)
    refused(run, tmp_path, "--shop", "the-game-crafter", code=130)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_pictures_are_made_ends_every_process(tmp_path, repository, sent):
    many = tuple(1 for _ in range(400))
    toy(tmp_path / "toy", **POKER, copies=many)
    text = (tmp_path / "toy" / "game.yaml").read_text()
    (tmp_path / "toy" / "game.yaml").write_text(
        text.replace("rgb(200, 30, 40)", "rgb({{ number % 250 }}, {{ number // 2 }}, 40)")
    )
    before = files(tmp_path)
    command = [sys.executable, "-m", "cardforge", "export", str(tmp_path / "toy"),
               "--shop", "the-game-crafter", "--out", str(tmp_path / "out")]  # fmt: skip
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=repository,
        start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while not list((tmp_path / "out").rglob("*.part")) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(sent)
    _, err = process.communicate(timeout=60)
    assert b"Traceback" not in err, err.decode()
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[sent]
    assert files(tmp_path) == before
    assert is_gone(process.pid)


def is_gone(group):
    """Return whether no process of a group is left, after a moment."""
    for _ in range(50):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


# What is in place of an earlier package


@pytest.mark.parametrize("text", ["{", "[]", '{"files": {"../../toy/game.yaml": {"sha256": ""}}}'])
def test_a_spoiled_manifest_harms_nothing(run, tmp_path, text):
    made_once(run, tmp_path)
    manifest = tmp_path / "out" / "en" / "manifest.json"
    good = manifest.read_bytes()
    manifest.write_text(text)
    source = files(tmp_path / "toy")
    out = tmp_path / "out"
    code, _, err = run("export", tmp_path / "toy", "--shop", "the-game-crafter", "--out", out)
    assert code == 0, err
    assert files(tmp_path / "toy") == source
    assert manifest.read_bytes() != good
    assert manifest.read_bytes().startswith(b"{\n")


def test_a_manifest_cannot_have_other_files_removed(run, tmp_path):
    made_once(run, tmp_path)
    manifest = tmp_path / "out" / "en" / "manifest.json"
    facts = json.loads(manifest.read_text())
    source = tmp_path / "toy" / "game.yaml"
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    for name in ("../../toy/game.yaml", str(source)):
        facts["files"][name] = {"sha256": digest}
    manifest.write_text(json.dumps(facts))
    out = tmp_path / "out"
    code, _, err = run("export", tmp_path / "toy", "--shop", "the-game-crafter", "--out", out)
    assert code == 0, err
    assert source.exists()


# What is no plain file or folder


def test_a_link_inside_the_package_to_the_folder_of_the_game_is_seen_through(run, tmp_path):
    toy(tmp_path / "toy", **POKER)
    (tmp_path / "out" / "en").mkdir(parents=True)
    (tmp_path / "out" / "en" / "cards").symlink_to(tmp_path / "toy")
    err = refused(run, tmp_path, "--shop", "the-game-crafter")
    assert "error[export.into-source]" in err


def test_links_that_lead_to_each_other_are_told(run, tmp_path):
    toy(tmp_path / "toy", **POKER)
    (tmp_path / "out").symlink_to(tmp_path / "round")
    (tmp_path / "round").symlink_to(tmp_path / "out")
    err = refused(run, tmp_path, "--shop", "the-game-crafter")
    assert err.startswith("error: cannot write")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(run, tmp_path):
    made_once(run, tmp_path)
    manifest = tmp_path / "out" / "en" / "manifest.json"
    picture = next((tmp_path / "out" / "en" / "cards").glob("*.png"))
    options = ("--shop", "the-game-crafter", "--out", tmp_path / "out")
    for path in (picture, manifest):
        path.unlink()
        os.mkfifo(path)
        code, _, err = run("export", tmp_path / "toy", *options)
        assert code == 0, err
        assert path.is_file()


def test_a_folder_where_the_zip_should_be_is_told_before_anything_is_written(run, tmp_path):
    toy(tmp_path / "toy", **POKER)
    (tmp_path / "out" / "toy-the-game-crafter-en.zip").mkdir(parents=True)
    err = refused(run, tmp_path, "--shop", "the-game-crafter", "--zip")
    assert "there is a folder of that name" in err
    assert not (tmp_path / "out" / "en").exists()


def test_what_fails_while_files_are_moved_does_not_claim_that_nothing_was_written(
    run, tmp_path, monkeypatch
):
    toy(tmp_path / "toy", **POKER)
    moved, really = [], Path.replace

    def replace(path, target):
        if moved:
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        moved.append(target)
        return really(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    options = ("--shop", "the-game-crafter", "--out", tmp_path / "out")
    code, _, err = run("export", tmp_path / "toy", *options)
    assert code == 1
    assert len(moved) == 1
    assert "Nothing was written." not in err
    assert "Some of the files are new already" in err
