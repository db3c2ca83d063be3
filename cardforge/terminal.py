"""What a run says on the terminal: its progress, the files it wrote, the report."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from cardforge.diagnostics import Report
    from cardforge.model import Game

# How a run ended: its exit code.
FINE, PROBLEMS = 0, 1
# Pictures are counted where others are named; of PDFs no more are named.
_PICTURES = (".png", ".jpg", ".tif")
_MOST_NAMED = 8
# Letters of drawings and the ones that every terminal has instead.
_PLAIN = str.maketrans(
    {"█": "#", "▉": "#", "▊": "#", "▋": "=", "▌": "=", "▍": "-", "▎": "-", "▏": "|", "━": "-",
     "─": "-", "├": "[", "┤": "]", "●": "o", "┊": ":", "–": "-", "±": "+-", "×": "x", "…": "...",
     "−": "-", "≥": ">=", "·": "-", "\u202f": " ", "\u00a0": " ", "’": "'"}
)  # fmt: skip


def progress(quiet: bool, game: Game) -> Callable[[int], Callable[[], None]]:
    """Return what shows progress on a terminal and nothing elsewhere."""
    if quiet or not sys.stderr.isatty():
        return lambda total: lambda: None

    def start(total: int) -> Callable[[], None]:
        bar = click.progressbar(length=total, label=game.id, file=sys.stderr)

        def tick() -> None:
            bar.update(1)
            if bar.finished:
                bar.render_finish()

        return tick

    return start


def say_written(written: tuple[Path, ...], quiet: bool) -> None:
    """Say which files are in their place now."""
    if quiet:
        return
    folder = Path(os.path.commonpath([path.parent for path in written]))
    told = _told([path.relative_to(folder) for path in written])
    alone = [path.name for path in written] == ["manifest.json"]
    nothing = " (the game has nothing of what was asked for)" if alone else ""
    click.echo(f"{folder}: {', '.join(told)}{nothing}")


def _told(names: list[Path]) -> list[str]:
    """Return files by name, pictures and more PDFs than can be taken in by their number."""
    pictures = [name for name in names if name.suffix in _PICTURES]
    pdfs = [name for name in names if name.suffix == ".pdf"]
    counted = [(pictures, "picture")] if pictures else []
    if len(pdfs) > _MOST_NAMED:
        counted.append((pdfs, "PDF"))
    told = [f"{len(some)} {noun}{'s' if len(some) > 1 else ''}" for some, noun in counted]
    unnamed = {name for some, _ in counted for name in some}
    return [*told, *(str(name) for name in names if name not in unnamed)]


def print_report(
    report: Report,
    form: str,
    verbose: bool,
    *,
    out: bool = False,
    writing: bool = False,
    more: Mapping[str, object] | None = None,
) -> None:
    """Print a report to the output or, while files are written, to the messages.

    As JSON it holds `more` besides the problems.
    """
    if form == "text" and not report.problems:
        return
    from cardforge import report as printing  # most runs have nothing to say

    stream = sys.stdout if out else sys.stderr
    if form == "json":
        text = printing.render_json(report, more)
    elif form == "github":
        text = printing.render_github(report)
    else:
        colour = stream.isatty() and not _no_color()
        text = printing.render_text(report, colour=colour, verbose=verbose)
        if writing and report.has_errors:
            text += " Nothing was written."
    if text:
        click.echo(printing.printable(text, stream.encoding), file=stream)


def headings() -> Callable[[str], str]:
    """Return what makes a heading stand out on a terminal."""
    if sys.stdout.isatty() and not _no_color():
        return lambda text: f"\x1b[1m{text}\x1b[0m"
    return str


def print_text(text: str) -> None:
    """Print a text, with other letters on a terminal that lacks those of drawings."""
    from cardforge.report import printable

    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = printable(text.translate(_PLAIN), sys.stdout.encoding)
    click.echo(text)


def _no_color() -> bool:
    return bool(os.environ.get("NO_COLOR"))
