"""What a command asks: which games, and what of them; what they cannot serve is a wrong command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from cardforge.check.statistics.whole import Statistics
    from cardforge.diagnostics import Report
    from cardforge.edition import Request
    from cardforge.model import Game

DESIGNS = Path("designs")


def request_of(asked: dict[str, Any]) -> Request:
    """Return the request that the options of a command make."""
    from cardforge.edition import Request

    languages = asked["languages"]
    return Request(
        languages=None if not languages or "all" in languages else tuple(dict.fromkeys(languages)),
        players=asked["players"],
        mode=asked["mode"],
        rulings=asked["rulings"],
        papers=asked["papers"] or None,
        duplex=asked["duplex"],
        only=asked["only"] or Request().only,
        variant=asked.get("variant"),
        draft=asked.get("draft", False),
        proof=asked.get("proof", False),
    )


@contextmanager
def wrong_requests() -> Iterator[None]:
    """Turn a request that a game cannot serve into a wrong command."""
    from cardforge.edition import WrongRequest

    try:
        yield
    except WrongRequest as fault:
        message = f"{fault} ({fault.hint})" if fault.hint else str(fault)
        raise click.UsageError(message) from None


def each_game(names: tuple[str, ...], request: Request) -> list[tuple[Game | None, Report]]:
    """Return each game asked for with a report of its own; None for one that cannot be read.

    A request that one of them cannot serve is refused before anything is done for the others.
    """
    from cardforge import pipeline
    from cardforge.diagnostics import Report
    from cardforge.edition import settings_of

    games = []
    for path in dict.fromkeys([game_file(Path(name)) for name in names] or _all_games()):
        report = Report()
        game = pipeline.read_game(path, report, str(path), request.variant)
        if game is not None and not report.has_errors:
            with wrong_requests():
                settings_of(game, request)
        games.append((game, report))
    return games


def refuse_one_folder(games: list[Game]) -> None:
    """Refuse games whose output would land in one folder: the last would replace the others."""
    folders: dict[str, Game] = {}
    for game in games:
        other = folders.setdefault(game.id.casefold(), game)
        if other is not game and game.id:
            both = f"{other.folder} and {game.folder} are both called '{game.id}'"
            raise click.UsageError(f"{both}: build one of them with another --out")


def game_file(path: Path) -> Path:
    """Return the game.yaml that a command names; another file is a wrong command."""
    try:
        return _found_game_file(path)
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise click.UsageError(f"there is no game {path}: {reason}") from None


def _found_game_file(path: Path) -> Path:
    file = path / "game.yaml" if path.is_dir() else path
    if file.is_file() or (path.is_dir() and file.exists()):
        return file
    if path.is_dir():
        raise click.UsageError(f"there is no game.yaml in {path}")
    from cardforge.diagnostics import did_you_mean

    near = did_you_mean(str(path), [str(p.parent) for p in DESIGNS.glob("*/game.yaml")])
    raise click.UsageError(f"there is no game {path}" + (f"; {near}" if near else ""))


def _all_games() -> list[Path]:
    games = sorted(DESIGNS.glob("*/game.yaml"))
    if not games:
        raise click.UsageError("there is no game under designs/: name a game folder")
    return games


def statistics_of(game: Game, request: Request, report: Report) -> Statistics | None:
    """Return the deck mathematics of a game in one language, None when it cannot be dealt."""
    from cardforge.check.statistics.whole import statistics
    from cardforge.deal import deal
    from cardforge.diagnostics import Report
    from cardforge.edition import settings_of

    settings = settings_of(game, request)
    # What is counted is the same in every language; its names are easiest in the program's own.
    told = next((one for one in settings if one.language == "en"), settings[0])
    dealing = Report()
    decks = deal(game, told, dealing)
    return None if dealing.has_errors else statistics(game, told, decks, report)
