"""`cardforge new`: a game to start from, written into a folder of its own."""

from __future__ import annotations

from pathlib import Path

import click

from cardforge import terminal
from cardforge.diagnostics import Report
from cardforge.output import CannotWrite
from cardforge.starter import DEFAULT, AlreadyThere, starter_names, write_starter


def new(directory: Path, template: str | None, table: tuple[str, Path] | None) -> int:
    """Write a game from a template or from a table of cards and return how that went."""
    if template and table:
        raise click.UsageError("--template and --from are two ways to start: name one of them")
    try:
        if table:
            return _from_table(directory, *table)
        path = write_starter(directory, _template(template))
    except AlreadyThere as fault:
        raise click.UsageError(str(fault)) from None
    except CannotWrite as fault:
        click.echo(f"error: {fault}\n hint: {fault.hint}", err=True)
        return terminal.PROBLEMS
    _say(path, directory)
    return terminal.FINE


def _template(asked: str | None) -> str:
    names = starter_names()
    if asked is None or asked in names:
        return asked or DEFAULT
    from cardforge.diagnostics import did_you_mean

    hint = did_you_mean(asked, names) or "templates: " + ", ".join(names)
    raise click.UsageError(f"no template is called '{asked}'; {hint}")


def _from_table(directory: Path, kind: str, file: Path) -> int:
    """Write the game that a table of cards makes, or say what is wrong with the table."""
    from cardforge.from_csv import write_from_table

    report = Report()
    made = write_from_table(directory, file, report, kind=kind)
    terminal.print_report(report, "text", verbose=False, writing=True)
    if made is None:
        return terminal.PROBLEMS
    taken = [f"{' and '.join(heads)} as {role}" for role, heads in made.columns]
    click.echo(f"Took {', '.join(taken)}.")
    _say(made.path, directory)
    return terminal.FINE


def _say(path: Path, directory: Path) -> None:
    click.echo(f"Wrote {path}. Next: cardforge build {directory}")
