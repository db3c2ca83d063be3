"""The straight line from a game to a shop's package: fitted, laid out, assembled, made, verified.

Everything is made and verified before the first file of a package is in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from cardforge import pipeline
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Request, WrongRequest
from cardforge.export import manifest, match, safe
from cardforge.export.package import FittedDeck, Order, Package, Wish
from cardforge.export.ways import assemble
from cardforge.model import Deck, Game, Settings
from cardforge.output import Output
from cardforge.packing import Packer
from cardforge.pipeline import Tick

# How a step begins that says what is missing until it is done.
PLACEHOLDER = "The image addresses are placeholders"


class Made(NamedTuple):
    """What an export has written: the files that are new, and how many stayed as they were.

    `left_out` names the decks that do not go to the shop.
    """

    written: tuple[Path, ...]
    kept: int
    steps: tuple[str, ...]
    left_out: tuple[str, ...] = ()


def export(
    game: Game, request: Request, wish: Wish, report: Report, out: Path | None,
    progress: Callable[[int], Tick],
) -> Made:  # fmt: skip
    """Write a game's package for a shop, each language in a folder of its own.

    `out` None is the game's own place under `output`.  Raises ProblemsFound when the report holds
    an error, and leaves earlier output whole.
    """
    _refuse_options(wish)
    folder = out if out is not None else default_folder(game, wish)
    settings = pipeline.asked_settings(game, request, report)
    _refuse_sources(game, folder, settings, report)
    orders = _orders(game, settings, wish, report, progress)
    packages = [(order, assemble(order, report)) for order in orders if not report.has_errors]
    _refuse_links(game, folder, packages, report)
    report.raise_if_errors()
    with Output(folder) as output, pipeline.damaged_files(game, report):
        kept = 0
        packers = [Packer(order, package, output, report) for order, package in packages]
        for packer in packers:
            packer.judge()
        report.raise_if_errors()
        for packer in packers:
            kept += packer.pack(progress)
            report.raise_if_errors()
            if wish.zipped:
                packer.zip()
        steps = dict.fromkeys(step for _, package in packages for step in package.steps)
        left = dict.fromkeys(deck.name for order in orders for deck in order.left_out)
        return Made(output.commit(), kept, tuple(steps), tuple(left))


def default_folder(game: Game, wish: Wish) -> Path:
    """Return where a package goes when the command names no folder."""
    return Path("output") / game.id / "export" / wish.shop.name


def _refuse_options(wish: Wish) -> None:
    """Raise WrongRequest for an option that means nothing to the shop."""
    if wish.standard is not None and wish.shop.press is None:
        raise WrongRequest(f"{wish.shop.name} takes no PDF/X", "leave out --standard")
    if wish.base_url is not None and wish.shop.name != "tabletop-simulator":
        raise WrongRequest(f"{wish.shop.name} needs no --base-url", "leave it out")
    if wish.fit is not None and not wish.shop.of_kind("deck", "token"):
        raise WrongRequest(f"{wish.shop.name} has no product to fit a deck into", "leave out --fit")


def _refuse_sources(game: Game, folder: Path, settings: Sequence[Settings], report: Report) -> None:
    """Report a place to write that is the game's own folder, holds it, or holds other files of it.

    A place of its own inside that folder is fine: many write where they work.
    """
    source = _resolved(game.folder)
    targets = [_resolved(folder / each.language) for each in settings]
    for target in (_resolved(folder), *targets):
        if target == source or (target in source.parents and target in targets):
            where = "where the game's own files are"
        elif source in target.parents and target in targets and _holds_others(target):
            where = "which holds files that are no package"
        else:
            continue
        _refuse(game, target, where, report)
        return


def _refuse_links(
    game: Game, folder: Path, packages: Sequence[tuple[Order, Package]], report: Report
) -> None:
    """Report a folder of a package that is a link to where the game's own files are."""
    source = _resolved(game.folder)
    for order, package in packages:
        place = folder / order.edition.settings.language
        for inner in dict.fromkeys((place / file.name).parent for file in package.files):
            target = _resolved(inner)
            if target.is_relative_to(source) and not target.is_relative_to(_resolved(place)):
                _refuse(game, target, "where the game's own files are", report)
                return


def _refuse(game: Game, target: Path, where: str, report: Report) -> None:
    report.error(
        "export.into-source",
        f"the package would be written to {target}, {where}",
        game.span,
        hint="choose another folder with --out",
    )


def _resolved(path: Path) -> Path:
    """Return a path with its links followed, as it is where they lead to each other."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def _holds_others(folder: Path) -> bool:
    """Return whether a folder has files, but not those of an earlier package."""
    if (folder / manifest.NAME).is_file():
        return False
    return folder.is_file() or (folder.is_dir() and any(folder.iterdir()))


def _orders(
    game: Game, settings: Sequence[Settings], wish: Wish, report: Report,
    progress: Callable[[int], Tick],
) -> list[Order]:  # fmt: skip
    """Return the game in each language, its decks fitted to the shop and laid out for it."""
    dealt = [(asked, deal(game, asked, report)) for asked in settings]
    tick = progress(sum(len(deck.cards) for _, decks in dealt for deck in decks))
    return [_order(game, asked, decks, wish, report, tick) for asked, decks in dealt]


def _order(
    game: Game, settings: Settings, decks: Sequence[Deck], wish: Wish, report: Report, tick: Tick
) -> Order:
    choice = match.choice_of(game, wish.shop)
    fitted = {deck.name: one for deck, one in match.fit_decks(game, wish, choice, decks, report)}
    bleeds = {name: one.bleed for name, one in fitted.items()}
    edition = pipeline.lay_out(game, settings, decks, report, tick, bleeds)
    cards, tokens = (
        tuple(
            FittedDeck(laid_out.printed, fitted[laid_out.deck.name])
            for laid_out in decks_of
            if laid_out.deck.name in fitted
        )
        for decks_of in (edition.cards, edition.tokens)
    )
    return Order(wish, choice, edition, cards, tokens)


def check_shop(game: Game, request: Request, wish: Wish, report: Report) -> None:
    """Judge what a shop will make of a game without writing anything."""
    settings = pipeline.asked_settings(game, request, report)
    for order in _orders(game, settings, wish, report, lambda total: pipeline.no_tick):
        if not report.has_errors:
            safe.check_safe(game, (*order.cards, *order.tokens), order.edition.fonts, report)
            assemble(order, report)
