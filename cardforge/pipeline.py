"""The straight line from a game's file to what lands in the output folder.

Read this first: `load` → `deal` → `plates` (fill and lay out) → `impose` →
`render`.  Everything above the last function is values; only `write` touches
the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardforge import presets
from cardforge.check.composition import check_composition
from cardforge.check.edges import check_edges
from cardforge.deal import deal, suspicious_fields
from cardforge.diagnostics import Report
from cardforge.fonts import Fonts
from cardforge.geometry import Point, Size
from cardforge.ink import Page
from cardforge.load import load_game
from cardforge.model import Deck, Game, Settings
from cardforge.output import Output
from cardforge.plates import LaidOut, PlateMaker, even
from cardforge.sheet import impose
from cardforge.sheet_spec import Lot, MarkSpec, Placed, SheetError, SheetSpec
from cardforge.slugwords import slug_text

KINDS = ("sheets", "tokens", "images")
IMAGE_DPI = 300.0


class Request(NamedTuple):
    """What a command asks of every game; None means the game's own default."""

    languages: tuple[str, ...] | None = None
    players: int | None = None
    mode: str | None = None
    rulings: dict[str, str] = {}
    papers: tuple[str, ...] | None = None
    duplex: str | None = None
    only: tuple[str, ...] = ("sheets", "tokens")


class WrongRequest(Exception):
    """A command that asks a game for what it does not have; exit code 2."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


Tick = Callable[[], None]


def no_tick() -> None:
    """Do nothing: progress for those who watch none."""


def read_game(path: Path, report: Report, shown: str) -> Game | None:
    """Return the game of a folder's `game.yaml`, None after reporting its faults."""
    game = load_game(path, report, shown)
    if game is not None:
        suspicious_fields(game, report)
    return game


def settings_of(game: Game, request: Request) -> tuple[Settings, ...]:
    """Return the settings of each language asked for; raises WrongRequest."""
    players = _players(game, request.players)
    mode = _mode(game, request.mode)
    rulings = _rulings(game, request.rulings)
    languages = request.languages or game.languages
    for language in languages:
        if language not in game.languages:
            raise WrongRequest(
                f"{game.id} has no language '{language}'", "it has " + ", ".join(game.languages)
            )
    return tuple(Settings(language, players, mode, rulings) for language in languages)


def _players(game: Game, asked: int | None) -> int:
    low, high, limit = game.players
    if asked is None:
        return high
    if not low <= asked <= limit:
        raise WrongRequest(f"{game.id} is for {low} to {limit} players, not {asked}")
    return asked


def _mode(game: Game, asked: str | None) -> str | None:
    if asked is None or asked in game.modes:
        return asked
    known = ", ".join(game.modes) or "none"
    raise WrongRequest(f"{game.id} has no mode '{asked}'", f"its modes: {known}")


def _rulings(game: Game, asked: dict[str, str]) -> dict[str, str]:
    answers = {key: ruling.values[0] for key, ruling in game.rulings.items()}
    for key, value in asked.items():
        if key not in game.rulings:
            known = ", ".join(game.rulings) or "none"
            raise WrongRequest(f"{game.id} has no ruling '{key}'", f"its rulings: {known}")
        values = game.rulings[key].values
        if value not in values:
            raise WrongRequest(
                f"the ruling '{key}' cannot be '{value}'", "it can be " + ", ".join(values)
            )
        answers[key] = value
    return answers


def unusual(game: Game, settings: Settings) -> tuple[str, ...]:
    """Return what of the settings is not the game's default, as the slug and manifest say it."""
    notes = []
    if settings.players != game.players.max:
        notes.append(f"players={settings.players}")
    if settings.mode:
        notes.append(f"mode={settings.mode}")
    for key, value in settings.rulings.items():
        if value != game.rulings[key].values[0]:
            notes.append(f"{key}={value}")
    return tuple(notes)


class Edition(NamedTuple):
    """One game in one language, laid out: what sheets, tokens and images are made of."""

    game: Game
    settings: Settings
    fonts: Fonts
    cards: tuple[LaidOut, ...]
    tokens: tuple[LaidOut, ...]


def make_edition(
    game: Game, settings: Settings, report: Report, tick: Tick = no_tick
) -> Edition:
    """Return the game laid out in one language; every fault of every card is reported."""
    decks = deal(game, settings, report)
    check_composition(game, settings, decks, report)
    fonts = Fonts()
    maker = PlateMaker(game, settings, fonts, report)
    laid_out = [maker.deck(deck, tick=tick) for deck in decks]
    for deck in laid_out:
        check_edges(deck, fonts, report)
    _check_printed(game, decks, report)
    _check_used(game, maker, report)
    return Edition(
        game, settings, fonts,
        tuple(d for d in laid_out if not d.deck.spec.is_token),
        tuple(d for d in laid_out if d.deck.spec.is_token),
    )  # fmt: skip


def _check_printed(game: Game, decks: Iterable[Deck], report: Report) -> None:
    if not any(deck.total for deck in decks) and not report.has_errors:
        report.error("game.empty", "there are no cards to print", game.span, hint="add decks:")


def _check_used(game: Game, maker: PlateMaker, report: Report) -> None:
    """Look at templates that no card uses, so that their faults do not wait for one."""
    for name in game.templates:
        maker.filler.prepared(name)


def card_count(game: Game, settings: Settings) -> int:
    """Return how many different cards a run lays out, for a progress bar."""
    return sum(len(deck.cards) for deck in deal(game, settings, Report()))


def sheet_spec(game: Game, paper: str, duplex: str | None) -> SheetSpec:
    """Return how a game is laid on a paper."""
    own = game.sheets
    return SheetSpec(
        paper=presets.papers()[paper],
        paper_name=paper,
        margin=even(own.margin),
        gutter=Size(*own.gutter),
        grid=own.grid,
        marks=_marks(game, own.marks),
        duplex=duplex or own.duplex,
        back_offset=Point(*own.back_offset),
    )


def _marks(game: Game, kind: str) -> MarkSpec:
    own = game.sheets
    return MarkSpec(kind, own.mark_length, own.mark_offset or None, own.mark_weight)


def lots_of(game: Game, decks: Sequence[LaidOut]) -> list[Lot]:
    """Return the copies to print, decks of one format and one kind of marks together."""
    lots: dict[Any, list[Placed]] = {}
    for laid_out in decks:
        spec = laid_out.deck.spec
        placed = lots.setdefault((spec.format, spec.marks), [])
        for sides in laid_out.cards:
            placed.extend([Placed(sides.face, sides.back)] * sides.card.copies)
    return [
        Lot(
            form.trim,
            placed,
            Size(form.bleed, form.bleed),
            form.shape,
            form.corner,
            None if marks is None else _marks(game, marks),
        )
        for (form, marks), placed in lots.items()
        if placed
    ]


def sheet_pages(
    edition: Edition, decks: Sequence[LaidOut], spec: SheetSpec, report: Report
) -> Iterator[Page] | None:
    """Return the pages of a sheets PDF in printing order, None after reporting what cannot fit."""
    slug = slug_text(edition.game, edition.settings, unusual(edition.game, edition.settings), edition.fonts)
    lots = lots_of(edition.game, decks)
    if not lots:
        return None
    try:
        sides = impose(lots, spec, slug)
    except SheetError as fault:
        report.error(fault.code, fault.message, edition.game.span, hint=fault.hint)
        return None
    return (side.page for side in sides)


def pdf_of(edition: Edition, pages: Iterable[Page], what: str, duplex: str | None = None) -> bytes:
    """Return the PDF of some pages of an edition."""
    from cardforge.render.pdf import PdfInfo, render

    game, settings = edition.game, edition.settings
    title = f"{game.title[settings.language]} · {what}"
    info = PdfInfo(
        title=title,
        language=settings.language,
        version=game.version,
        author=(game.credits or {}).get(settings.language, ""),
        subject=" · ".join(unusual(game, settings)),
        duplex=duplex if duplex in ("long-edge", "short-edge") else None,
    )
    return render(pages, edition.fonts, info)


def sheets(
    edition: Edition, paper: str, request: Request, report: Report
) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of the sheets and tokens PDFs of one paper."""
    language = edition.settings.language
    spec = sheet_spec(edition.game, paper, request.duplex)
    for kind, decks in (("sheets", edition.cards), ("tokens", edition.tokens)):
        if kind not in request.only:
            continue
        pages = sheet_pages(edition, decks, spec, report)
        if pages is not None:
            what = f"{kind} {paper}"
            yield f"{kind}-{paper}-{language}.pdf", pdf_of(edition, pages, what, spec.duplex)


def images(edition: Edition, tick: Tick = no_tick) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of the 300 dpi pictures of every face and back, trim plus bleed.

    The pictures are rasterised from a PDF of the very plates that are printed.
    """
    from cardforge.render.png import Rasterizer, write_png
    from cardforge.single import picture_names, single_page

    named = picture_names([*edition.cards, *edition.tokens])
    pages = [single_page(plate) for _, plate in named]
    if not pages:
        return
    pdf = pdf_of(edition, pages, "images")
    folder = f"images-{edition.settings.language}"
    with Rasterizer(pdf) as document:
        for index, (name, _) in enumerate(named):
            width_px, height_px = single_size(pages[index])
            yield f"{folder}/{name}.png", write_png(
                document.pixels(index, width_px, height_px), IMAGE_DPI
            )
            tick()


def single_size(page: Page) -> tuple[int, int]:
    """Return the pixels of a single-card page: its outer size rounded once."""
    from cardforge.units import mm_to_px

    return mm_to_px(page.size.width, IMAGE_DPI), mm_to_px(page.size.height, IMAGE_DPI)


def build(
    game: Game, request: Request, report: Report, out: Path, progress: Callable[[int], Tick]
) -> tuple[Path, ...]:
    """Write what is asked for of one game below `out` and return the written files.

    Everything is made before anything is written; raises ProblemsFound when the
    report holds an error, and leaves earlier output whole.
    """
    every = settings_of(game, request)
    tick = progress(sum(card_count(game, settings) for settings in every))
    with Output(out / game.id) as output:
        editions = [make_edition(game, settings, report, tick) for settings in every]
        report.raise_if_errors()
        for edition in editions:
            for name, data in files_of(edition, request, report):
                output.add(name, data)
        report.raise_if_errors()
        from cardforge.manifest import manifest

        output.add("manifest.json", manifest(editions, request, output.hashes))
        return output.commit()


def files_of(
    edition: Edition, request: Request, report: Report
) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of every file asked for of one edition."""
    for paper in request.papers or edition.game.sheets.papers:
        yield from sheets(edition, paper, request, report)
    if "images" in request.only:
        yield from images(edition)


def check(game: Game, request: Request, report: Report) -> None:
    """Judge a game without writing anything: structure, composition, text fit, edges, sheets."""
    for settings in settings_of(game, request):
        edition = make_edition(game, settings, report)
        if report.has_errors:
            continue
        for paper in request.papers or game.sheets.papers:
            spec = sheet_spec(game, paper, request.duplex)
            for decks in (edition.cards, edition.tokens):
                sheet_pages(edition, decks, spec, report)


