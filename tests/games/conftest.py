"""The shipped games, built once for all tests of a run from one copy of `designs/`."""

import fcntl
import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from readback import Book

from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.model import Deck, Game
from cardforge.pipeline import Request, build, read_game, settings_of

DESIGNS = Path(__file__).resolve().parents[2] / "designs"
GAMES = sorted(path.parent.name for path in DESIGNS.glob("*/game.yaml"))
PAPERS = ("a4", "letter")


class Workshop:
    """Builds what tests ask for, each thing once, and hands out what it built."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.designs = folder / "designs"
        self.once(self.designs, lambda: shutil.copytree(DESIGNS, self.designs))

    def once(self, target: Path, make: Callable[[], object]) -> None:
        """Make something unless another test process has made it."""
        lock = self.folder / f"{target.relative_to(self.folder)}.lock".replace("/", "-")
        with lock.open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            if not target.exists():
                make()

    @cache  # noqa: B019 one workshop lives as long as the run
    def game(self, name: str) -> Game:
        report = Report()
        game = read_game(self.designs / name / "game.yaml", report, name)
        assert game is not None, report.problems
        return game

    def dealt(self, name: str, language: str, **asked: object) -> list[Deck]:
        game = self.game(name)
        (settings,) = settings_of(game, Request(languages=(language,), **asked))
        return deal(game, settings, Report())

    def build(self, name: str, what: str, **asked: object) -> Path:
        """Return the folder of one build of a game."""
        out = self.folder / what / name
        request = Request(**asked)

        def make() -> None:
            draft = self.folder / f"{what}-draft"
            build(self.game(name), request, Report(), draft, lambda _: lambda: None)
            out.parent.mkdir(parents=True, exist_ok=True)
            (draft / name).rename(out)

        self.once(out, make)
        return out

    def printed(self, name: str) -> Path:
        """Return the folder of the default build: every language, a4 and letter."""
        return self.build(name, "printed")

    def pictures(self, name: str, language: str) -> Path:
        what = f"pictures-{language}"
        folder = self.build(name, what, languages=(language,), only=("images",))
        return folder / f"images-{language}"

    @cache  # noqa: B019
    def book(self, name: str, file: str) -> Book:
        return Book(self.printed(name) / file)

    def manifest(self, name: str) -> dict:
        return json.loads((self.printed(name) / "manifest.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def workshop(tmp_path_factory):
    folder = tmp_path_factory.getbasetemp()
    if folder.name.startswith("popen-"):  # one of several test processes: they share the folder
        folder = folder.parent
    shared = folder / "games"
    shared.mkdir(exist_ok=True)
    return Workshop(shared)


@cache
def languages_of(name: str) -> tuple[str, ...]:
    game = read_game(DESIGNS / name / "game.yaml", Report(), name)
    return game.languages if game else ("fr", "en")


def pytest_generate_tests(metafunc):
    """Give every test that asks for `name` each game; papers and languages beyond the first of
    both are the slow part."""
    asked = set(metafunc.fixturenames)
    if "name" not in asked:
        return
    keys = [key for key in ("name", "paper", "language") if key in asked]
    cases = []
    for name in GAMES:
        for paper in PAPERS if "paper" in asked else ("",):
            for language in languages_of(name) if "language" in asked else ("",):
                values = {"name": name, "paper": paper, "language": language}
                is_first = paper in ("", PAPERS[0]) and language in ("", languages_of(name)[0])
                cases.append(
                    pytest.param(
                        *(values[key] for key in keys),
                        marks=() if is_first else (pytest.mark.slow,),
                    )
                )
    # One after another what reads one file: it is rastered once.
    metafunc.parametrize(keys, cases, scope="module")
