"""The shipped games, built once for all tests of a run from one copy of `designs/`."""

import fcntl
import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from gallery import Form, Gallery
from readback import Book

from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.model import Deck, Game
from cardforge.pipeline import Request, build, read_game, settings_of

DESIGNS = Path(__file__).resolve().parents[2] / "designs"
# By name: a game of one's own may lie beside them and keep other rules.
GAMES = ["cent", "ninety-nine", "numerik", "one-hundred"]
PAPERS = ("a4", "letter")
KINDS = ("sheets", "tokens")


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


@cache
def languages_of(name: str) -> tuple[str, ...]:
    game = read_game(DESIGNS / name / "game.yaml", Report(), name)
    return game.languages if game else ("fr", "en")


def books(workshop, name, paper, language):
    """The PDFs of a game for one paper in one language, with what they hold."""
    for kind in KINDS:
        file = f"{kind}-{paper}-{language}.pdf"
        if (workshop.printed(name) / file).exists():
            yield kind, workshop.book(name, file)


def gallery_of(workshop, name, language):
    """The pictures of a game in one language."""
    forms = {
        deck.name: Form(*deck.spec.format.trim, deck.spec.format.bleed)
        for deck in workshop.dealt(name, language)
    }
    return Gallery(workshop.pictures(name, language), forms)


def back_picture(card, language, gallery, known):
    """The name of the picture of a card's back, None for a blank one.

    A picture is called by the deck or by the first card that has it; `known` keeps that name.
    """
    plate = card["back"][language]
    if plate is None:
        return None
    for name in (f"{card['id']}-back", f"{card['deck']}-back"):
        if name in gallery.names:
            return known.setdefault(f"{card['deck']} {plate}", name)
    return known[f"{card['deck']} {plate}"]
