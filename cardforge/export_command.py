"""The command that writes a game's package for a shop."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardforge import asking, exporting, terminal
from cardforge.diagnostics import ProblemsFound, Report
from cardforge.edition import Request
from cardforge.export.package import Wish
from cardforge.output import CannotWrite
from cardforge.terminal import FINE, PROBLEMS

if TYPE_CHECKING:
    from cardforge.model import Game


def export(
    name: str, request: Request, wish: Wish, out: Path | None, *, quiet: bool, verbose: bool
) -> int:
    """Write a game's package for a shop and return how that went."""
    ((game, report),) = asking.each_game((name,), request)
    code = FINE
    if game is not None:
        code = _export(game, name, request, wish, out, report, quiet=quiet)
    terminal.print_report(report, "text", verbose, writing=True)
    return max(code, PROBLEMS if report.has_errors else FINE)


def _export(
    game: Game, name: str, request: Request, wish: Wish, out: Path | None, report: Report,
    *, quiet: bool,
) -> int:  # fmt: skip
    try:
        with asking.wrong_requests():
            progress = terminal.progress(quiet, game)
            made = exporting.export(game, request, wish, report, out, progress)
    except ProblemsFound:
        return PROBLEMS
    except CannotWrite as fault:
        click.echo(f"error: {fault}\n hint: {fault.hint}\n{fault.outcome}", err=True)
        return PROBLEMS
    terminal.say_written(made.written, quiet)
    if not quiet:
        say_kept(made, name)
    return FINE


def say_kept(made: exporting.Made, name: str) -> None:
    """Say how much of the package was right already, what is not in it and what is still to do."""
    if made.kept:
        many = f"{made.kept} pictures are as they were."
        click.echo("1 picture is as it was." if made.kept == 1 else many)
    if made.left_out:
        click.echo(f"Left out: {', '.join(made.left_out)} (--verbose says why).")
    for step in made.steps:
        if step.startswith(exporting.PLACEHOLDER):
            click.echo(step.replace("export GAME", f"export {shlex.quote(name)}"))
