"""The command that plays: games by the hundred and what came of them, or one game told."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import click

from cardforge import asking, terminal
from cardforge.diagnostics import ProblemsFound, Report
from cardforge.edition import Request, settings_of
from cardforge.output import CannotWrite, Output
from cardforge.play import engines, findings, runner
from cardforge.play.outcome import Outcome, as_data, comparison_as_data, measured
from cardforge.play.table import Box, CannotPlay, Rules
from cardforge.terminal import FINE, PROBLEMS

if TYPE_CHECKING:
    from cardforge.model import Game, Settings
    from cardforge.play.telling.story import Story


class Wish(NamedTuple):
    """What is to be played and how it is told.

    `rulings` and `other` are what it is held against: other answers, another game or both;
    `show` is the seed and the number of the one game to tell.
    """

    games: int = 1000
    seed: int = 1
    policy: str | None = None
    processes: int | None = None
    form: str = "text"
    file: Path | None = None
    rulings: Mapping[str, str] = MappingProxyType({})
    other: str | None = None
    show: tuple[int, int] | None = None
    quiet: bool = False


class Seats(NamedTuple):
    """A game that is set up to be played: its rules, the problems found so far, its policies."""

    game: Game
    rules: Rules
    box: Box
    policies: tuple[str, ...]
    report: Report
    file: Path


def play(name: str, request: Request, wish: Wish, known: engines.Engines = engines.ENGINES) -> int:
    """Play a game as wished, print what came of it and return how that went."""
    if wish.show is not None and (wish.form == "json" or wish.rulings or wish.other):
        raise click.UsageError("--show tells one game in words: leave out --format and --against")
    # What was read stays; what the games leave behind is to be thrown away again.
    gc.freeze()
    gc.enable()
    tables = _set_up(name, request, wish, known)
    if tables is None:
        return PROBLEMS
    if wish.show is not None:
        return _show(tables[0], wish.show, wish)
    labels = _labels(tables) if len(tables) == 2 else [""]
    outcomes = [
        _outcome(table, wish, known)._replace(label=label)
        for table, label in zip(tables, labels, strict=True)
    ]
    # What long play has found is told even when the file cannot be written.
    written = wish.file is None or _written(outcomes, wish.file, wish.quiet)
    _print(outcomes, wish)
    for table, label in zip(tables, labels, strict=True):
        _warn(table.report, label, wish)
    faulty = any(table.report.has_errors for table in tables)
    return FINE if written and not faulty else PROBLEMS


def _set_up(name: str, request: Request, wish: Wish, known: engines.Engines) -> list[Seats] | None:
    """Return the game, and what it is held against; None after saying what is wrong with them."""
    wanted = [(name, request)]
    if wish.rulings or wish.other is not None:
        rulings = {**request.rulings, **wish.rulings}
        wanted.append((wish.other or name, request._replace(rulings=rulings)))
    tables = []
    for named, asked in wanted:
        [(game, report)] = asking.each_game((named,), asked)
        table = None
        if game is not None and not report.has_errors:
            with asking.wrong_requests():
                file = asking.game_file(Path(named))
                table = _seats(game, file, asked, wish, report, known)
        if table is None:
            terminal.print_report(report, "text", verbose=False)
            return None
        tables.append(table)
    return tables


def _seats(
    game: Game, file: Path, request: Request, wish: Wish, report: Report, known: engines.Engines
) -> Seats | None:
    """Return a game that is set up; None when that cannot be, which is reported then."""
    settings = settings_for_play(game, request)
    try:
        box = engines.box_of(game, settings, report)
        rules = engines.rules_for(box, known)
    except CannotPlay as fault:
        findings.report_cannot_play(fault, report)
        return None
    except ProblemsFound:
        return None
    policies = engines.seated(rules, wish.policy)
    return Seats(game, rules, box, policies, report, file)


def settings_for_play(game: Game, request: Request) -> Settings:
    """Return what is asked for, and where nothing is, what the game says for its play.

    Without a language it is the program's own one, where the game speaks it.
    """
    own = game.play
    languages = request.languages or (("en",) if "en" in game.languages else game.languages[:1])
    return settings_of(
        game,
        request._replace(
            languages=languages,
            mode=request.mode or (own.mode if own else None),
            players=request.players or (own.players if own else None),
        ),
    )[0]


def _outcome(table: Seats, wish: Wish, known: engines.Engines) -> Outcome:
    """Play the games and return what came of them; the game's report gets the warnings."""
    settings = table.box.settings
    make = partial(engines.rules_of_file, table.file, settings, known)
    job = runner.Job(table.rules, make, table.policies, wish.seed, wish.games)
    progress = terminal.progress(wish.quiet, table.game)
    tally = runner.run(job, wish.processes, progress=progress)
    measures = measured(table.rules, tally)
    outcome = Outcome(table.box, table.rules, table.policies, wish.seed, tally, measures)
    findings.report_findings([outcome], table.report)
    return outcome._replace(problems=table.report.problems)


def _labels(tables: list[Seats]) -> list[str]:
    """Return what sets two games to be played apart: their folders, their answers."""
    first, second = (table.box.settings.rulings for table in tables)
    # Questions that only one of two games asks say nothing about the other.
    differ = [key for key in first if key in second and first[key] != second[key]]
    files = [table.file for table in tables]
    if files[0] == files[1] and not differ:
        raise click.UsageError("--against says what is played anyway: name another answer or game")
    names = [""] * 2
    if files[0] != files[1]:
        names = [table.game.id for table in tables]
        if names[0] == names[1]:
            names = _apart([file.parent for file in files])
    answers = [[f"{key}={rulings[key]}" for key in differ] for rulings in (first, second)]
    return [" ".join(filter(None, [name, *own])) for name, own in zip(names, answers, strict=True)]


def _apart(folders: list[Path]) -> list[str]:
    """Return as much of the end of two paths as tells them apart."""
    parts = [folder.resolve().parts for folder in folders]
    for count in range(1, max(map(len, parts))):
        names = ["/".join(own[-count:]) for own in parts]
        if names[0] != names[1]:
            return names
    return list(map(str, folders))


def _print(outcomes: list[Outcome], wish: Wish) -> None:
    """Print what came of the games to the output."""
    if wish.form == "json":
        import json

        data = as_data(outcomes[0]) if len(outcomes) == 1 else comparison_as_data(*outcomes)
        click.echo(json.dumps(data, indent=2, ensure_ascii=True, allow_nan=False))
    elif not wish.quiet:
        from cardforge.play.report import text as text_report
        from cardforge.play.report import text_compare

        paint = terminal.headings()
        if len(outcomes) == 1:
            text = text_report.render_text(outcomes[0], paint)
        else:
            text = text_compare.render_text(outcomes[0], outcomes[1], paint)
        terminal.print_text(text)


def _warn(report: Report, label: str, wish: Wish) -> None:
    """Print what the games say against their game after the figures; the JSON holds it already."""
    if wish.form == "json":
        return
    if not wish.quiet and any(p.severity != "note" for p in report.problems):
        click.echo("\n" + terminal.headings()(f"Warnings{' of ' if label else ''}{label}"))
    terminal.print_report(report, "text", verbose=False, out=True)


def _show(seats: Seats, which: tuple[int, int], wish: Wish) -> int:
    """Tell one game move by move, and write it with pictures of its cards if that is wished."""
    from cardforge.play.telling.story import story_text, tell_game

    box = seats.box
    story = tell_game(box, seats.rules, seats.policies, *which, box.settings.language)
    if wish.file is not None and not _write(wish.file, _told(story, box, wish.file), wish.quiet):
        return PROBLEMS
    if not wish.quiet:
        terminal.print_text(story_text(story, box, terminal.headings()))
    return FINE


def _told(story: Story, box: Box, file: Path) -> bytes:
    if file.suffix.lower() == ".pdf":
        from cardforge.play.telling.pages import story_pdf

        return story_pdf(story, box)
    from cardforge.play.telling.html import story_html

    return story_html(story, box).encode("utf-8")


def _written(outcomes: list[Outcome], file: Path, quiet: bool) -> bool:
    """Write the report with charts and return whether that went well."""
    return _write(
        file, _pages(outcomes) if file.suffix.lower() == ".pdf" else _page(outcomes), quiet
    )


def _pages(outcomes: list[Outcome]) -> bytes:
    from cardforge.play.report.pages import report_pdf

    return report_pdf(outcomes, outcomes[0].settings.language)


def _page(outcomes: list[Outcome]) -> bytes:
    from cardforge.play.report.html import report_html

    return report_html(outcomes, outcomes[0].settings.language).encode("utf-8")


def _write(file: Path, data: bytes, quiet: bool) -> bool:
    try:
        with Output(file.parent) as output:
            output.add(file.name, data)
            output.commit()
    except CannotWrite as fault:
        hint = fault.hint.replace("--out", "--report")
        click.echo(f"error: {fault}\n hint: {hint}\nNothing was written.", err=True)
        return False
    if not quiet:
        click.echo(f"Wrote {file}", err=True)
    return True
