"""The command line: reads a command, calls the pipeline, prints the report, says how it ended.

Heavy modules are imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

import cardforge
from cardforge import asking, options
from cardforge.terminal import FINE, PROBLEMS
from cardforge.workers import WorkerLost

if TYPE_CHECKING:
    from cardforge.diagnostics import Report
    from cardforge.edition import Request, RulebookRequest
    from cardforge.model import Game
    from cardforge.shops import Shop

WRONG_COMMAND, BUG, INTERRUPTED, TERMINATED = 2, 70, 130, 143
SHOW_CURSOR = "\x1b[?25h"
REPORTS = ("text", "json", "github")


class Terminated(BaseException):
    """Raised when the system asks the program to end."""


def run() -> NoReturn:
    """Run the command of this process and end it at once.

    The system frees the memory of a finished process faster than the interpreter
    takes a thousand cards apart.
    """
    # A run is short and makes many small values that live to its end: nothing to collect.
    gc.disable()
    try:
        main()
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else PROBLEMS
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command and leave with its exit code (see `docs/commands.md`)."""
    signal.signal(signal.SIGTERM, _terminate)
    _replace_closed_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal cannot show is spelt out, never a reason to stop.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = _run(arguments)
        sys.exit(code or FINE)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.ClickException as fault:
        fault.show()
        sys.exit(fault.exit_code)
    except (KeyboardInterrupt, click.Abort):
        _say_end("Interrupted. No file is half-written.")
        sys.exit(INTERRUPTED)
    except Terminated:
        _say_end("Terminated. No file is half-written.")
        sys.exit(TERMINATED)
    except CannotPrint as fault:
        _say_end(str(fault))
        sys.exit(PROBLEMS)
    except WorkerLost as fault:
        _say_end(f"error: {fault}\n hint: {fault.hint}\nNothing was written.")
        sys.exit(PROBLEMS)
    except Exception:  # noqa: BLE001 the last border: what gets here is a bug
        _report_bug()


def _replace_closed_streams() -> None:
    """Let what is printed go nowhere where the caller has closed the output or the messages."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115


class CannotPrint(Exception):
    """Raised when nobody takes what is printed: a closed pipe, a full disk."""


def _run(arguments: list[str] | None) -> int | None:
    """Run a command and return its exit code; what it prints has left the program then."""
    try:
        code: int | None = commands.main(arguments, prog_name="cardforge", standalone_mode=False)
        sys.stdout.flush()
    except OSError as fault:
        if fault.filename is not None:
            raise
        raise _unprinted(fault) from None
    return code


def _unprinted(fault: OSError) -> CannotPrint:
    """Return what to say, and see to it that leaving the program prints nothing again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    if fault.errno == errno.EPIPE:
        return CannotPrint("")
    return CannotPrint(f"error: cannot print: {(fault.strerror or str(fault)).lower()}")


def _say_end(words: str) -> None:
    """Say why the program ends, unless nobody listens any more."""
    with suppress(OSError):
        if words:
            # A progress bar hides the cursor and was not there at its end to show it again.
            shown = SHOW_CURSOR if sys.stderr.isatty() else ""
            click.echo(f"{shown}{words}", err=True)


def _terminate(_signal: int, _frame: object) -> NoReturn:
    raise Terminated


def _report_bug() -> NoReturn:
    import traceback

    traceback.print_exc()
    click.echo(
        f"This is a bug in cardforge {cardforge.__version__}, not in your design. "
        "Please report the lines above with the game that shows it.",
        err=True,
    )
    sys.exit(BUG)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(cardforge.__version__, prog_name="cardforge")
def commands() -> None:
    """Turn YAML descriptions of card games into print-ready sheets.

    GAME is a game folder or its game.yaml; without it, every folder under designs/.
    """


@commands.command()
@options.GAMES
@options.OUT
@options.DRAWN_LANGUAGE
@options.PLAYERS
@options.RULING
@options.PAPER
@options.DUPLEX
@options.ONLY
@options.MODE
@options.VARIANT
@options.DRAFT
@options.PROOF
@options.VERBOSE
@options.QUIET
def build(games: tuple[str, ...], out: Path, quiet: bool, verbose: bool, **asked: Any) -> int:
    """Write sheets, tokens, rulebooks and a manifest of each game.

    With --only images: 300 dpi pictures of every face and back instead.
    """
    from cardforge import pipeline

    return _write_each(games, asking.request_of(asked), pipeline.build, out, quiet, verbose)


@commands.command()
@options.GAMES
@options.RULEBOOK_FORMAT
@click.option("--booklet", is_flag=True, help="Impose the pages for folding and stapling.")
@options.SHOP
@options.PRODUCT
@options.OUT
@options.LANGUAGE
@options.PAPER
@options.PLAYERS
@options.RULING
@options.MODE
@options.VARIANT
@options.VERBOSE
@options.QUIET
def rulebook(
    games: tuple[str, ...], formats: tuple[str, ...], booklet: bool, shop: str | None,
    product: str | None, out: Path, quiet: bool, verbose: bool, **asked: Any,
) -> int:  # fmt: skip
    """Write the rulebook of each game: pages, booklet, leaflet, reference card, web page or text.

    With --booklet and no --format: pages of half the paper, two on each side of a sheet.
    With --shop: the single pages of a shop's booklet, each a picture with bleed.
    """
    from cardforge import pipeline

    request = asking.request_of({**asked, "only": ("rulebook",), "duplex": None})
    wanted = _rulebook_request(tuple(dict.fromkeys(formats)), booklet)
    if shop or product:
        found = options.shop_booklet(shop, product)
        wanted = wanted._replace(product=found, formats=formats)
    request = request._replace(rulebook=wanted)
    return _write_each(games, request, pipeline.build_rulebook, out, quiet, verbose)


def _rulebook_request(formats: tuple[str, ...], booklet: bool) -> RulebookRequest:
    """Return what the rulebook command asks for; a booklet needs pages, not panels or text."""
    from cardforge.edition import RulebookRequest

    if not booklet:
        return RulebookRequest(formats or RulebookRequest().formats, booklet=False)
    for name in formats:
        if name not in options.PAGED:
            raise click.UsageError(
                f"--booklet cannot impose the format {name}; it can: {', '.join(options.PAGED)}"
            )
    return RulebookRequest((), True, formats)


def _write_each(
    games: tuple[str, ...], request: Request, write: Any, out: Path, quiet: bool, verbose: bool
) -> int:
    """Write what is asked for of every game with `write` and return how that went."""
    from cardforge import terminal

    worst = FINE
    asked_for = asking.each_game(games, request)
    asking.refuse_one_folder([game for game, _ in asked_for if game is not None])
    for game, report in asked_for:
        if game is not None:
            worst = max(worst, _write(game, request, report, write, out, quiet))
        terminal.print_report(report, "text", verbose, writing=True)
        worst = max(worst, PROBLEMS if report.has_errors else FINE)
    return worst


def _write(game: Game, request: Request, report: Report, write: Any, out: Path, quiet: bool) -> int:
    """Write the files of one game and return how that went."""
    from cardforge import terminal
    from cardforge.diagnostics import ProblemsFound
    from cardforge.output import CannotWrite

    try:
        with asking.wrong_requests():
            written = write(game, request, report, out, terminal.progress(quiet, game))
    except ProblemsFound:
        return PROBLEMS
    except CannotWrite as fault:
        click.echo(f"error: {fault}\n hint: {fault.hint}\n{fault.outcome}", err=True)
        return PROBLEMS
    terminal.say_written(written, quiet)
    return FINE


@commands.command()
@options.GAMES
@options.DRAWN_LANGUAGE
@options.PLAYERS
@options.MODE
@options.VARIANT
@options.RULING
@options.PAPER
@options.DUPLEX
@options.DRAFT
@click.option(
    "--format", "form", type=click.Choice(REPORTS), default="text", show_default=True,
    help="How the report is printed.",
)  # fmt: skip
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option(
    "--statistics", "counted", is_flag=True,
    help="Tell what is in the decks and what a hand may hold.",
)  # fmt: skip
@options.FOR_SHOP
@options.FINISHED
@options.VERBOSE
@options.QUIET
def check(
    games: tuple[str, ...], form: str, strict: bool, counted: bool, shop: Shop | None,
    finished: tuple[Path, ...], quiet: bool, verbose: bool, **asked: Any,
) -> int:  # fmt: skip
    """Judge each game without writing anything.

    Looks at structure, composition, text fit, paper fit, print, accessibility and rules text, and
    plays some short games of those whose rules are known.  With --pdf it reopens finished files
    instead and judges them, with a GAME by what its cards look like.
    """
    from cardforge import check_command

    request = asking.request_of({**asked, "only": None})
    wish = check_command.Wish(form, strict, counted, shop, finished, quiet, verbose)
    return check_command.check(games, request, wish)


@commands.command()
@options.GAME
@options.SEATS
@options.GAMES_PLAYED
@options.SEED
@options.POLICY
@options.PLAYED_MODE
@options.VARIANT
@options.RULING
@options.AGAINST
@options.SHOW
@options.REPORT
@options.TOLD
@options.JOBS
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="How the report is printed.",
)  # fmt: skip
@options.QUIET
def play(
    name: str, players: int | None, mode: str | None, variant: str | None,
    rulings: dict[str, str], language: str | None, against: tuple[str, ...], **wished: Any,
) -> int:  # fmt: skip
    """Play a game many times by its rules and tell what came of it.

    The cards are those that are printed: edit a deck and the play changes.
    """
    from cardforge import play_command
    from cardforge.edition import Request

    request = Request(
        languages=(language,) if language else None, players=players, mode=mode, rulings=rulings,
        variant=variant,
    )  # fmt: skip
    answers, other = options.against(against)
    wish = play_command.Wish(rulings=answers, other=other, **wished)
    return play_command.play(name, request, wish)


@commands.command()
@options.GAME
@options.TO_SHOP
@options.TO_FOLDER
@options.LANGUAGE
@options.TO_PRODUCT
@options.FIT
@options.STANDARD
@options.BASE_URL
@options.ZIP
@options.PLAYERS
@options.RULING
@options.MODE
@options.VARIANT
@options.VERBOSE
@options.QUIET
def export(
    name: str, shop: Shop, out: Path | None, products: tuple[str, ...], fit: str | None,
    standard: str | None, base_url: str | None, zipped: bool, quiet: bool, verbose: bool,
    **asked: Any,
) -> int:  # fmt: skip
    """Write what a shop, a printer or a virtual tabletop wants, verified before it is there.

    Each language lies in a folder of its own, with a manifest and a README for the upload.
    """
    from cardforge import export_command
    from cardforge.export.package import Wish

    request = asking.request_of({**asked, "papers": (), "duplex": None, "only": None})
    wish = Wish(shop, products, fit, standard, base_url, zipped)
    return export_command.export(name, request, wish, out, quiet=quiet, verbose=verbose)


@commands.command("list")
@click.argument("what", type=click.Choice(["formats", "papers", "shops", "fonts", "icons"]))
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="How the list is printed.",
)  # fmt: skip
def list_presets(what: str, form: str) -> None:
    """List the presets: formats, papers, shops, fonts or icons."""
    from cardforge import listing

    rows = listing.rows(what)
    if form == "json":
        import json

        click.echo(json.dumps(rows, indent=2))
        return
    describe = listing.describe_shop if what == "shops" else listing.describe
    wide = 36 if what == "fonts" else 24
    for name, facts in rows.items():
        click.echo(f"{name:{wide}} {describe(facts)}".rstrip())


@commands.command()
@click.argument("directory", type=click.Path(path_type=Path), metavar="DIR")
@options.TEMPLATE
@options.FROM
def new(directory: Path, template: str | None, table: tuple[str, Path] | None) -> int:
    """Write a small complete game to start from.

    With --from csv FILE: a game made of a table of cards, each row a card.
    """
    from cardforge import new_command

    return new_command.new(directory, template, table)


@commands.command()
def schema() -> None:
    """Print the JSON Schema of game.yaml, for editors."""
    import json

    from cardforge.schema import game_schema

    click.echo(json.dumps(game_schema(), indent=2))
