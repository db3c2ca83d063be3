"""The options that commands share, and what they refuse before a game is read.

Presets are imported when a paper is named, so that `--help` answers at once.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardforge.choices import FITS, PSEUDO, STANDARDS

if TYPE_CHECKING:
    from cardforge.shop_booklet import ShopBooklet
    from cardforge.shops import Shop

KINDS = ("sheets", "tokens", "rulebook", "images")
RULEBOOK_FORMATS = (
    "a5", "a4", "letter", "half-letter", "poker", "square", "leaflet-4", "leaflet-6", "leaflet-8",
    "card", "html", "txt",
)  # fmt: skip
# Those with pages that can be folded and stapled.
PAGED = RULEBOOK_FORMATS[:6]
REPORT_FILES = (".pdf", ".html")
# Of the web or, for playing at home, of this computer.
_ADDRESS = r"(https?://[\w.:@-]*\w|file://(?=/\w))(/[\w.~!$&'()*+,;=:@%-]*)*"
# Kinds of tables that a game can be made of.
TABLES = ("csv", "tsv", "xlsx", "json", "yaml")
DUPLEX_WAYS = ("long-edge", "short-edge", "fold", "none")


def _paper(
    _context: click.Context, _option: click.Parameter, value: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the papers, each once, all of them known."""
    from cardforge import presets
    from cardforge.diagnostics import did_you_mean

    for name in value:
        if name not in presets.papers():
            hint = did_you_mean(name, presets.papers()) or "papers: " + ", ".join(presets.papers())
            raise click.BadParameter(f"no paper is called '{name}'; {hint}")
    return tuple(dict.fromkeys(value))


def _only(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> tuple[str, ...] | None:
    """Return the kinds of output that are listed, None when all are meant."""
    if value is None:
        return None
    kinds = tuple(part.strip() for part in value.split(","))
    for kind in kinds:
        if kind not in KINDS:
            raise click.BadParameter(f"'{kind}' is not one of {', '.join(KINDS)}")
    return kinds


def _ruling(
    _context: click.Context, _option: click.Parameter, value: tuple[str, ...]
) -> dict[str, str]:
    """Return the answers by the key of their question."""
    return _answers(value)


def _answers(entries: tuple[str, ...]) -> dict[str, str]:
    rulings = {}
    for entry in entries:
        key, equals, answer = entry.partition("=")
        if not equals:
            raise click.BadParameter(f"a ruling is KEY=VALUE, found '{entry}'")
        rulings[key.strip()] = answer.strip()
    return rulings


def _report_file(
    _context: click.Context, _option: click.Parameter, value: Path | None
) -> Path | None:
    """Return the file of a report, whose name says what it is to be."""
    if value is not None and value.suffix.lower() not in REPORT_FILES:
        raise click.BadParameter(f"a report is a {' or '.join(REPORT_FILES)} file, not '{value}'")
    return value


def _one_game(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """Return the seed and the number of a game that is to be told."""
    if value is None:
        return None
    seed, _, number = value.partition(":")
    try:
        found = int(seed), int(number or 1)
    except ValueError:
        found = 0, 0
    if found[1] < 1:
        raise click.BadParameter(f"a game is SEED or SEED:NUMBER, two whole numbers, not '{value}'")
    return found


def _real_languages(
    _context: click.Context, _option: click.Parameter, value: tuple[str, ...] | str | None
) -> tuple[str, ...] | str | None:
    """Return languages that a person reads."""
    if value is not None and PSEUDO in (value, *value):
        raise click.BadParameter(f"{PSEUDO} is for build and check, which only draw the cards")
    return value


def _shop(_context: click.Context, _option: click.Parameter, value: str | None) -> Shop | None:
    """Return the shop of a name."""
    from cardforge.diagnostics import did_you_mean
    from cardforge.shops import shops

    if value is None:
        return None
    if value not in shops():
        hint = did_you_mean(value, shops()) or "shops: " + ", ".join(shops())
        raise click.BadParameter(f"no shop is called '{value}'; {hint}")
    return shops()[value]


def _address(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Return an address behind which the name of a file can stand."""
    if value is not None and not re.fullmatch(_ADDRESS, value, re.ASCII | re.IGNORECASE):
        raise click.BadParameter(
            f"'{value}' is no address of a folder: write one like https://example.org/cards,"
            " spaces and other letters as %20, without ? and #"
        )
    return value


def against(entries: tuple[str, ...]) -> tuple[dict[str, str], str | None]:
    """Return the answers and the game that a game is held against."""
    games = [entry for entry in entries if "=" not in entry or Path(entry).exists()]
    if len(games) > 1:
        raise click.UsageError(f"--against takes one game, not {' and '.join(games)}")
    answers = _answers(tuple(entry for entry in entries if entry not in games))
    return answers, games[0] if games else None


def shop_booklet(shop: str | None, product: str | None) -> ShopBooklet:
    """Return a shop's booklet by name, its first when none is named."""
    from cardforge.diagnostics import did_you_mean
    from cardforge.shop_booklet import shop_booklets

    if shop is None:
        raise click.UsageError("--product names a booklet of a shop: say which with --shop")
    known = shop_booklets(shop)
    name = product or next(iter(known))
    if name not in known:
        hint = did_you_mean(name, known) or "booklets: " + ", ".join(known)
        raise click.UsageError(f"{shop} has no booklet '{name}'; {hint}")
    return known[name]


GAMES = click.argument("games", nargs=-1, metavar="[GAME]...", type=click.Path())
LANGUAGE = click.option(
    "--language", "languages", multiple=True, metavar="CODE|all", callback=_real_languages,
    help="Which language (all).",
)  # fmt: skip
DRAWN_LANGUAGE = click.option(
    "--language", "languages", multiple=True, metavar="CODE|all|pseudo",
    help="Which language (all); pseudo lengthens every text to show what a translation breaks.",
)  # fmt: skip
PLAYERS = click.option(
    "--players", type=click.IntRange(1, 1000), metavar="N", help="For how many the box is."
)
MODE = click.option("--mode", metavar="NAME", help="Print the box of one mode of the game.")
VARIANT = click.option("--variant", metavar="NAME", help="Print one of the game's variants.")
DRAFT = click.option(
    "--draft", is_flag=True, help="Draw a placeholder where a picture is missing yet."
)
PROOF = click.option(
    "--proof", is_flag=True, help="Draw trim, safe zone and bleed over every card, to look at."
)
RULING = click.option(
    "--ruling", "rulings", multiple=True, metavar="KEY=VALUE", callback=_ruling,
    help="Answer a question that the rules leave open.",
)  # fmt: skip
PAPER = click.option(
    "--paper", "papers", multiple=True, metavar="NAME", callback=_paper,
    help="a4, letter, legal, a3 or tabloid; may be repeated (a4 and letter).",
)  # fmt: skip
DUPLEX = click.option(
    "--duplex",
    type=click.Choice(DUPLEX_WAYS),
    help="How the printer turns the sheet (long-edge).",
)
ONLY = click.option(
    "--only",
    callback=_only,
    metavar="KINDS",
    help="sheets, tokens, rulebook, images; separated by commas.",
)  # fmt: skip
OUT = click.option(
    "--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True,
    metavar="DIR", help="Where the files go.",
)  # fmt: skip
RULEBOOK_FORMAT = click.option(
    "--format", "formats", multiple=True, metavar="NAME", type=click.Choice(RULEBOOK_FORMATS),
    help=", ".join(RULEBOOK_FORMATS) + "; may be repeated (a5, html and txt).",
)  # fmt: skip
SHOP = click.option(
    "--shop", type=click.Choice(["the-game-crafter"]), help="Write the pages that a shop takes."
)
PRODUCT = click.option(
    "--product", metavar="NAME", help="Which booklet of the shop (SmallBooklet)."
)
TO_SHOP = click.option(
    "--shop", required=True, metavar="NAME", callback=_shop,
    help="For whom: `cardforge list shops` shows them all.",
)  # fmt: skip
FOR_SHOP = click.option(
    "--shop", metavar="NAME", callback=_shop, help="Judge by what a shop wants, too."
)
TO_FOLDER = click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR",
    help="Where the files go (output/GAME/export/SHOP).",
)  # fmt: skip
TO_PRODUCT = click.option(
    "--product", "products", multiple=True, metavar="NAME",
    help="Which product of the shop; may be repeated (the one of the same size).",
)  # fmt: skip
FIT = click.option(
    "--fit", type=click.Choice(FITS),
    help="Into a product of another size: centre the art at its own size, or scale it.",
)  # fmt: skip
STANDARD = click.option(
    "--standard", type=click.Choice(STANDARDS), help="Which PDF/X is written (as the shop wants)."
)
BASE_URL = click.option(
    "--base-url",
    metavar="URL",
    callback=_address,
    help="Where the pictures will lie, for a virtual tabletop.",
)
ZIP = click.option("--zip", "zipped", is_flag=True, help="Pack each language into one zip, too.")
FINISHED = click.option(
    "--pdf", "finished", multiple=True, type=click.Path(path_type=Path, exists=True),
    metavar="FILE|DIR", help="Judge a finished PDF, or a folder or zip of pictures, instead.",
)  # fmt: skip
GAME = click.argument("name", metavar="GAME", type=click.Path())
SEATS = click.option(
    "--players", type=click.IntRange(1, 1000), metavar="N", help="How many play (as the game says)."
)
PLAYED_MODE = click.option(
    "--mode", metavar="NAME", help="Which mode of the game is played (as the game says)."
)
GAMES_PLAYED = click.option(
    "--games", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, metavar="N",
    help="How many games are played.",
)  # fmt: skip
SEED = click.option(
    "--seed", type=int, default=1, show_default=True, metavar="S",
    help="Chance begins here: the same seed, the same games.",
)  # fmt: skip
POLICY = click.option(
    "--policy", metavar="NAME[,NAME]...",
    help="How the seats choose: one name for all or one for each (random).",
)  # fmt: skip
REPORT = click.option(
    "--report", "file", type=click.Path(path_type=Path), callback=_report_file,
    metavar="FILE.pdf|FILE.html", help="Write a report with charts too.",
)  # fmt: skip
AGAINST = click.option(
    "--against", multiple=True, metavar="KEY=VALUE|GAME",
    help="Hold it against another answer or game; answers may be repeated.",
)  # fmt: skip
SHOW = click.option(
    "--show", callback=_one_game, metavar="SEED[:NUMBER]",
    help="Tell one game move by move instead, the first of a seed or another.",
)  # fmt: skip
JOBS = click.option(
    "--jobs", "processes", type=click.IntRange(1, 256), metavar="N",
    help="How many processes share the work (all cores).",
)  # fmt: skip
TOLD = click.option(
    "--language",
    metavar="CODE",
    callback=_real_languages,
    help="The language of names and of a told game (en).",
)
TEMPLATE = click.option(
    "--template", metavar="NAME",
    help="minimal, playing-cards, fantasy, tarot, hex-tokens, flashcards or lanterns (lanterns).",
)  # fmt: skip
FROM = click.option(
    "--from", "table", nargs=2, metavar="KIND FILE",
    type=(click.Choice(TABLES), click.Path(path_type=Path, exists=True, dir_okay=False)),
    help="Make the game of a table of cards: csv, tsv, xlsx, json or yaml, and its file.",
)  # fmt: skip
VERBOSE = click.option("-v", "--verbose", is_flag=True, help="Show notes too.")
QUIET = click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors and warnings.")
