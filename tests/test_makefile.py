"""The Makefile: what it says when a machine lacks something, and what it does not do twice.

A stand-in for Python makes a stand-in for .venv, so that nothing is downloaded.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")

STAND_IN = """#!/bin/sh
case "$*" in
  *version_info*) exit "${TOO_OLD:-0}" ;;
  *ensurepip*) exit "${NO_VENV:-0}" ;;
  "-m venv"*) mkdir -p .venv/bin; cp "$0" .venv/bin/python; cp build-stand-in .venv/bin/cardforge ;;
  "-m pip"*) echo "$@" >>pip-calls; echo "many lines of pip"; exit "${OFFLINE:-0}" ;;
esac
"""
BUILD_STAND_IN = """#!/bin/sh
echo "$@" >>builds
[ -z "$FAULTY" ] || exit 1
mkdir -p "$4/$(basename "$2")" && echo '{}' >"$4/$(basename "$2")/manifest.json"
"""


class Checkout:
    """A small copy of the project with two games, and `make` for it."""

    def __init__(self, folder, repository):
        self.folder = folder
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(repository / name, folder)
        for name in ("cent", "numerik"):
            (folder / "designs" / name).mkdir(parents=True)
            (folder / "designs" / name / "game.yaml").write_text("game: x\n")
            (folder / "rules_text" / name).mkdir(parents=True)
            (folder / "rules_text" / name / "fr.md.j2").write_text("Words.\n")
        (folder / "rules_text" / "glossary.yaml").write_text("terms: {}\n")
        (folder / "designs" / "deck.yaml").write_text("shared: yes\n")
        (folder / "cardforge").mkdir()
        (folder / "cardforge" / "ink.py").write_text("")
        self._program("python-stand-in", STAND_IN)
        self._program("build-stand-in", BUILD_STAND_IN)
        self.grow_old()

    def _program(self, name, text):
        (self.folder / name).write_text(text)
        (self.folder / name).chmod(0o755)

    def grow_old(self):
        """Set every file back by an hour, so that what happens next is newer."""
        for path in self.folder.rglob("*"):
            then = path.stat().st_mtime - 3600
            os.utime(path, (then, then))

    def make(self, *goals, **environment):
        """Return what `make` did with the stand-in for Python."""
        scrubbed = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
        command = ["make", "PYTHON=./python-stand-in", *goals]
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**scrubbed, "LC_ALL": "C", **environment},
            capture_output=True,
            text=True,
        )

    def built(self):
        """Return the games built so far, then forget them and let all files grow old."""
        log = self.folder / "builds"
        games = [line.split()[1] for line in log.read_text().splitlines()] if log.exists() else []
        log.unlink(missing_ok=True)
        self.grow_old()
        return sorted(games)

    def touch(self, name):
        """Change a file."""
        (self.folder / name).touch()


@pytest.fixture
def checkout(tmp_path, repository):
    return Checkout(tmp_path, repository)


def sentences(done):
    """Return what a person reads on standard error, without make's own lines."""
    return [line for line in done.stderr.splitlines() if not line.startswith("make")]


@pytest.mark.parametrize(
    ("lack", "cure"),
    [
        ("TOO_OLD", "cardforge needs Python 3.11 or newer: install it"),
        ("NO_VENV", "has no venv module: install it"),
        ("OFFLINE", "could not be installed: connect to the network"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence_and_nothing_counts_as_installed(
    checkout, lack, cure
):
    done = checkout.make(**{lack: "1"})
    assert done.returncode != 0
    assert len(sentences(done)) == 1
    assert cure in sentences(done)[0]
    assert "pip" not in done.stdout
    assert not (checkout.folder / ".venv/.installed").exists()
    assert checkout.built() == []


def test_a_python_that_is_not_there_counts_as_missing(checkout):
    done = checkout.make("PYTHON=no-such-python")
    assert done.returncode != 0
    assert "needs Python 3.11 or newer" in done.stderr


def test_the_first_python_that_is_new_enough_is_taken(checkout):
    old = checkout.folder / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = checkout.make("PYTHON=./old-python ./python-stand-in", "test")
    assert "Setting up .venv with ./python-stand-in" in done.stdout


def test_make_builds_every_game_and_a_second_make_does_nothing_and_says_so(checkout):
    assert checkout.make().returncode == 0
    assert checkout.built() == ["designs/cent", "designs/numerik"]
    again = checkout.make()
    assert re.search(r"Nothing to be done for .all", again.stdout)
    assert checkout.built() == []


@pytest.mark.parametrize("name", ["designs/cent/game.yaml", "rules_text/cent/fr.md.j2"])
def test_a_changed_design_or_rules_text_builds_only_its_own_game(checkout, name):
    checkout.make()
    checkout.built()
    checkout.touch(name)
    checkout.make()
    assert checkout.built() == ["designs/cent"]


def test_a_removed_design_file_builds_its_game(checkout):
    (checkout.folder / "designs/numerik/star.svg").touch()
    checkout.make()
    checkout.built()
    (checkout.folder / "designs/numerik/star.svg").unlink()
    checkout.make()
    assert checkout.built() == ["designs/numerik"]


@pytest.mark.parametrize(
    "name",
    ["designs/deck.yaml", "rules_text/glossary.yaml", "cardforge/ink.py", "pyproject.toml"],
)
def test_what_all_games_share_builds_all_games(checkout, name):
    checkout.make()
    checkout.built()
    checkout.touch(name)
    checkout.make()
    assert checkout.built() == ["designs/cent", "designs/numerik"]


def test_a_failed_build_stops_make_and_is_tried_again(checkout):
    assert checkout.make(FAULTY="1").returncode != 0
    assert checkout.built() == ["designs/cent"]
    assert checkout.make().returncode == 0
    assert checkout.built() == ["designs/cent", "designs/numerik"]


def test_a_failed_set_up_is_tried_again(checkout):
    checkout.make()
    checkout.built()
    checkout.touch("pyproject.toml")
    assert checkout.make(OFFLINE="1").returncode != 0
    assert checkout.make("test").returncode == 0
    assert len((checkout.folder / "pip-calls").read_text().splitlines()) == 3


def test_what_another_build_left_in_the_output_folder_is_built_anew(checkout):
    checkout.make()
    assert checkout.built() == ["designs/cent", "designs/numerik"]
    checkout.touch("output/cent/manifest.json")  # as a build of another mode does
    checkout.make()
    assert checkout.built() == ["designs/cent"]
    (checkout.folder / "output/numerik/manifest.json").unlink()
    checkout.make()
    assert checkout.built() == ["designs/numerik"]
    checkout.make()
    assert checkout.built() == []


def test_clean_leaves_the_page_that_explains_the_output(checkout):
    checkout.make()
    (checkout.folder / "output/README.md").touch()
    assert checkout.make("clean").returncode == 0
    assert [path.name for path in (checkout.folder / "output").iterdir()] == ["README.md"]


def test_help_lists_every_target(repository):
    makefile = (repository / "Makefile").read_text("utf-8")
    targets = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split()
    inner = {"missing-output"}
    targets = [target for target in targets if target not in inner]
    rules = re.findall(r"^([a-z-]+):(?!=)", makefile, re.MULTILINE)
    rules = [rule for rule in rules if rule not in inner]
    # The suite may itself be run by make, which then would announce the folders it enters.
    scrubbed = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    listed = subprocess.run(
        ["make", "help"], cwd=repository, env=scrubbed, capture_output=True, text=True
    )
    assert [line.split()[1] for line in listed.stdout.splitlines()] == rules
    assert sorted(rules) == sorted(targets)


def test_the_makefile_keeps_to_what_make_3_81_knows(repository):
    makefile = (repository / "Makefile").read_text("utf-8")
    newer = re.compile(r"\.ONESHELL|::=|&:|\$\(file |\$\(let |\$\(intcmp |^\.RECIPEPREFIX", re.M)
    assert newer.findall(makefile) == []


def test_the_continuous_integration_script_runs_the_commands_of_the_readme(repository):
    script = Path(repository / ".ci/run").read_text("utf-8")
    assert os.access(repository / ".ci/run", os.X_OK)
    assert "set -euo pipefail" in script
    assert re.search(r"^make$", script, re.MULTILINE)
    assert re.search(r"^make --silent check test$", script, re.MULTILINE)
