"""The command that judges: games as designed, or files that are finished."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from cardforge import asking, pipeline, terminal
from cardforge.diagnostics import ProblemsFound, Report
from cardforge.edition import Request
from cardforge.terminal import FINE, PROBLEMS

if TYPE_CHECKING:
    from cardforge.check.statistics.whole import Statistics
    from cardforge.check.verify.finished import Sides
    from cardforge.check.whole import Judged
    from cardforge.model import Game
    from cardforge.shops import Shop


class Wish(NamedTuple):
    """What is judged and how it is told; `finished` are files to judge instead of the design."""

    form: str = "text"
    strict: bool = False
    counted: bool = False
    shop: Shop | None = None
    finished: tuple[Path, ...] = ()
    quiet: bool = False
    verbose: bool = False


def check(games: tuple[str, ...], request: Request, wish: Wish) -> int:
    """Judge games, or finished files, print the report and return how that went."""
    if wish.finished:
        return _verify(games, request, wish)
    whole = Report()
    checked = 0
    judged, counts = [], []
    for game, report in asking.each_game(games, request):
        if game is not None:
            with suppress(ProblemsFound), asking.wrong_requests():
                judged.append(pipeline.check(game, request, report))
                counts.append(asking.statistics_of(game, request, report) if wish.counted else None)
                _check_shop(game, request, wish, report)
            checked += 1
        whole.extend(report)
    also = _Also(judged, list(filter(None, counts)) if wish.counted else None)
    terminal.print_report(whole, wish.form, wish.verbose, out=True, more=also.data())
    if wish.form == "text":
        also.say(wish.quiet, wish.verbose)
    return _ended(whole, wish, f"{checked} game{'' if checked == 1 else 's'}")


def _verify(games: tuple[str, ...], request: Request, wish: Wish) -> int:
    """Judge finished files, by a shop and a game where they are named, and return how it went."""
    from cardforge.check.verify.finished import Facts, verify_path
    from cardforge.check.verify.report import as_data, as_lines

    if len(games) > 1:
        raise click.UsageError("--pdf is judged by one GAME, not several")
    report = Report()
    sides = _sides(games, request, report)
    facts: list[Facts] = []
    # What a faulty game looks like says nothing of a file.
    for path in () if report.has_errors else dict.fromkeys(wish.finished):
        facts += verify_path(path, wish.shop, report, sides)
    terminal.print_report(report, wish.form, wish.verbose, out=True, more={"files": as_data(facts)})
    if wish.form == "text" and not wish.quiet:
        for line in as_lines(facts):
            terminal.print_text(line)
    # A package may hold nothing to open but one file that a program reads.
    many = f"{len(facts)} file{'' if len(facts) == 1 else 's'}" if facts else "the list of files"
    return _ended(report, wish, many)


def _sides(games: tuple[str, ...], request: Request, report: Report) -> Sides | None:
    """Return what the cards of a game look like, None without one or when it has faults."""
    if not games:
        return None
    ((game, found),) = asking.each_game(games, request)
    report.extend(found)
    if game is None or report.has_errors:
        return None
    from cardforge.check.verify.finished import sides_of

    with suppress(ProblemsFound), asking.wrong_requests():
        settings = pipeline.asked_settings(game, request, report)
        editions = [pipeline.make_edition(game, each, report) for each in settings]
        if not report.has_errors:
            return sides_of(editions, request.duplex)
    return None


def _check_shop(game: Game, request: Request, wish: Wish, report: Report) -> None:
    """Judge by what a shop wants, if one is named; it would say nothing of a faulty game."""
    if wish.shop is None or report.has_errors:
        return
    from cardforge import exporting
    from cardforge.export.package import Wish as ExportWish

    exporting.check_shop(game, request, ExportWish(wish.shop), report)


def _ended(report: Report, wish: Wish, what: str) -> int:
    """Say that all is fine, if it is, and return the exit code."""
    failed = report.has_errors or (wish.strict and report.count("warning") > 0)
    if wish.form == "text" and not failed and not wish.quiet:
        click.echo(f"Checked {what}: fine.")
    return PROBLEMS if failed else FINE


class _Also(NamedTuple):
    """What a check has found besides problems, for each game, and the deck mathematics."""

    judged: list[Judged]
    statistics: list[Statistics] | None

    def data(self) -> dict[str, object]:
        """Return it as the report in JSON holds it."""
        played = [some.played._asdict() for some in self.judged if some.played]
        data: dict[str, object] = {"played": played, "sufficiency": self._sufficiency()}
        if self.statistics is not None:
            from cardforge.check.statistics.whole import as_data

            data["statistics"] = [as_data(some) for some in self.statistics]
        return data

    def _sufficiency(self) -> dict[str, object]:
        """Return what each game deals and leaves, by game."""
        from cardforge.check.sufficiency.table import as_json

        found = [some.sufficiency for some in self.judged if some.sufficiency]
        return {some.game: as_json(some) for some in found}

    def say(self, quiet: bool, verbose: bool) -> None:
        """Print it after the report; when all shall be quiet, only what was asked for."""
        from cardforge import terminal

        for judged in self.judged if not quiet else ():
            if judged.sufficiency:
                from cardforge.check.sufficiency.table import render_text as render_table

                terminal.print_text(render_table(judged.sufficiency, verbose=verbose))

        for some in self.statistics or ():
            from cardforge.check.statistics.text import render_text

            terminal.print_text(render_text(some))
        for judged in self.judged if not quiet else ():
            if judged.played:
                click.echo(str(judged.played))
