"""The options that commands share, and what they refuse before a game is read.

Presets are imported when a paper is named, so that `--help` answers at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from cardforge.shop_booklet import ShopBooklet

KINDS = ("sheets", "tokens", "rulebook", "images")
RULEBOOK_FORMATS = (
    "a5", "a4", "letter", "half-letter", "poker", "square", "leaflet-4", "leaflet-6", "leaflet-8",
    "card", "html", "txt",
)  # fmt: skip
# Those with pages that can be folded and stapled.
PAGED = RULEBOOK_FORMATS[:6]
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
    rulings = {}
    for entry in value:
        key, equals, answer = entry.partition("=")
        if not equals:
            raise click.BadParameter(f"a ruling is KEY=VALUE, found '{entry}'")
        rulings[key.strip()] = answer.strip()
    return rulings


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
    "--language", "languages", multiple=True, metavar="CODE|all", help="Which language (all)."
)
PLAYERS = click.option(
    "--players", type=click.IntRange(1, 1000), metavar="N", help="For how many the box is."
)
MODE = click.option("--mode", metavar="NAME", help="Print the box of one mode of the game.")
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
VERBOSE = click.option("-v", "--verbose", is_flag=True, help="Show notes too.")
QUIET = click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors and warnings.")
