"""The straight line from a game's file to what lands in the output folder.

Read this first: `load` → `deal` → `plates` (fill and lay out) → `impose` →
`render`.  Everything is values; only `build` writes to the disk, all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from cardforge.check.composition.ink import check_drawn
from cardforge.check.composition.judge import check_composition
from cardforge.check.edges import check_edges
from cardforge.check.outside import check_outside
from cardforge.check.row_keys import check_row_keys
from cardforge.deal import deal
from cardforge.diagnostics import ProblemsFound, Report
from cardforge.edition import Edition, Request, WrongRequest, settings_of, unusual
from cardforge.fonts import FontError, Fonts
from cardforge.fonts.choosing import place_of, tell_remarks
from cardforge.geometry import Insets
from cardforge.guides import with_guides
from cardforge.images import ImageError
from cardforge.ink import OutlineEntry, Page, Plate
from cardforge.load import load_game
from cardforge.manifest import manifest
from cardforge.model import Deck, Format, Game, Settings
from cardforge.on_paper import check_sheets, sheet_pages, sheet_specs
from cardforge.output import Output
from cardforge.plates import LaidOut, PlateMaker
from cardforge.sheet_spec import SheetSpec
from cardforge.single import picture_names, single_page, single_size
from cardforge.slugwords import contents_name
from cardforge.textfile import one_line

if TYPE_CHECKING:
    from cardforge import rulebooks
    from cardforge.check.whole import Judged
    from cardforge.render.pdf import PdfInfo

IMAGE_DPI = 300.0
Tick = Callable[[], None]


def no_tick() -> None:
    """Do nothing: progress for those who watch none."""


def read_game(path: Path, report: Report, shown: str, variant: str | None = None) -> Game | None:
    """Return the game of a folder's `game.yaml`, None after reporting its faults."""
    game = load_game(path, report, shown, variant)
    if game is not None:
        report.allow(game.allowances)
        check_row_keys(game, report)
        if any(icon.file for icon in game.icons.values()):
            from cardforge.svg.icons import with_drawn_icons

            game = with_drawn_icons(game, report)
    return game


def make_edition(
    game: Game, settings: Settings, report: Report, tick: Tick = no_tick, *, draft: bool = False
) -> Edition:
    """Return the game laid out in one language; every fault of every card is reported."""
    return lay_out(game, settings, deal(game, settings, report), report, tick, draft=draft)


def lay_out(
    game: Game, settings: Settings, decks: Sequence[Deck], report: Report, tick: Tick = no_tick,
    bleeds: Mapping[str, Insets] = MappingProxyType({}), *, draft: bool = False,
) -> Edition:  # fmt: skip
    """Return dealt decks laid out; composition, edges and every template are judged too.

    `bleeds` are the bleeds of decks by name where they are not those of their formats; in a draft
    a placeholder stands for each picture that is missing.
    """
    check_composition(game, settings, decks, report)
    fonts = Fonts()
    maker = PlateMaker(game, settings, fonts, report, draft=draft)
    laid_out = [maker.deck(deck, bleeds.get(deck.name), tick) for deck in decks]
    tell_remarks(game, fonts, report)
    for deck in laid_out:
        # Faces that lack ink because of a fault differ from the others by that alone.
        if not report.has_errors:
            check_edges(deck, fonts, report)
    if not report.has_errors:
        check_drawn(game, settings, laid_out, fonts, report)
    check_outside(maker.layout.doubtful, fonts, report)
    _check_printed(game, decks, report)
    _check_used(game, maker)
    return Edition(
        game, settings, fonts,
        tuple(d for d in laid_out if not d.deck.spec.is_token),
        tuple(d for d in laid_out if d.deck.spec.is_token),
    )  # fmt: skip


def _check_printed(game: Game, decks: Iterable[Deck], report: Report) -> None:
    if not any(deck.total for deck in decks) and not report.has_errors:
        written = game.decks or game.tokens
        hint = "look at where, copies and for of its decks" if written else "add decks:"
        report.error("game.empty", "there are no cards to print", game.span, hint=hint)


def _check_used(game: Game, maker: PlateMaker) -> None:
    """Look at templates that no card uses, so that their faults do not wait for one."""
    for name in game.templates:
        maker.filler.prepared(name)


def pdf_of(
    edition: Edition,
    pages: Iterable[Page],
    what: str,
    duplex: str | None = None,
    outline: tuple[OutlineEntry, ...] = (),
) -> bytes:
    """Return the PDF of some pages of an edition."""
    from cardforge.render.pdf import render

    return render(pages, edition.fonts, pdf_info(edition, what, duplex, outline))


def pdf_info(
    edition: Edition,
    what: str,
    duplex: str | None = None,
    outline: tuple[OutlineEntry, ...] = (),
) -> PdfInfo:
    """Return what a PDF of an edition says about itself; `what` ends its title."""
    from cardforge.render.pdf import PdfInfo

    game, settings = edition.game, edition.settings
    title = f"{game.title[settings.language]} · {what}"
    return PdfInfo(
        # XML, in which all this is said again, has no place for some letters.
        title=one_line(title),
        language=settings.language,
        version=one_line(game.version),
        author=one_line((game.credits or {}).get(settings.language, "")),
        subject=" · ".join(unusual(game, settings)),
        duplex=duplex if duplex in ("long-edge", "short-edge") else None,
        outline=outline,
    )


def sheets(
    edition: Edition, spec: SheetSpec, only: Sequence[str], report: Report
) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of the sheets and tokens PDFs of one paper."""
    language, paper = edition.settings.code, spec.paper_name
    for kind, decks in (("sheets", edition.cards), ("tokens", edition.tokens)):
        if kind not in only:
            continue
        pages = sheet_pages(edition, decks, spec, report)
        if pages is not None:
            what = f"{contents_name(kind, language)} {paper}"
            yield f"{kind}-{paper}-{language}.pdf", pdf_of(edition, pages, what, spec.duplex)


def images(edition: Edition) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of the 300 dpi pictures of every face and back, trim plus bleed.

    The pictures are rasterised from PDFs of the very plates that are printed.
    """
    from cardforge.render.drawing import Drawing, draw

    folder = f"images-{edition.settings.code}"
    drawings = []
    for name, plate in picture_names([*edition.cards, *edition.tokens]):
        page = single_page(plate)
        pixels = single_size(page, IMAGE_DPI)
        drawings.append(Drawing(f"{folder}/{name}.png", page, pixels, dpi=IMAGE_DPI))
    yield from zip((each.name for each in drawings), draw(drawings, edition.fonts), strict=True)


def build(
    game: Game, request: Request, report: Report, out: Path, progress: Callable[[int], Tick]
) -> tuple[Path, ...]:
    """Write what is asked for of one game below `out` and return the written files.

    Everything is made before anything is written; raises ProblemsFound when the
    report holds an error, and leaves earlier output whole.
    """
    editions = _editions(game, request, report, progress)
    for edition in editions:
        check_sheets(edition, request, report)
    books = _rulebooks(editions, request, report)
    report.raise_if_errors()
    with Output(out / game.id) as output, damaged_files(game, report):
        for edition in editions:
            for name, data in files_of(edition, request, report):
                output.add(name, data)
        for name, data in _rulebook_files(books):
            output.add(name, data)
        output.add("manifest.json", manifest(editions, output.hashes))
        return output.commit()


def build_rulebook(
    game: Game, request: Request, report: Report, out: Path, progress: Callable[[int], Tick]
) -> tuple[Path, ...]:
    """Write the rulebooks asked for of one game below `out` and return the written files.

    Raises ProblemsFound when the report holds an error, one of which is that there are no rules.
    """
    editions = _editions(game, request, report, progress)
    books = _rulebooks(editions, request, report)
    if not books and not report.has_errors:
        hint = "write rules_text/<language>.md.j2 in the folder of the game: see docs/rulebooks.md"
        report.error("rulebook.missing", f"{game.id} has no rules text", game.span, hint=hint)
    report.raise_if_errors()
    with Output(out / game.id) as output, damaged_files(game, report):
        for name, data in _rulebook_files(books):
            output.add(name, data)
        return output.commit()


def _editions(
    game: Game, request: Request, report: Report, progress: Callable[[int], Tick]
) -> list[Edition]:
    """Return the game laid out in each language asked for, showing how far that is."""
    dealt = [(asked, deal(game, asked, report)) for asked in asked_settings(game, request, report)]
    tick = progress(sum(len(deck.cards) for _, decks in dealt for deck in decks))
    made = [
        lay_out(game, settings, decks, report, tick, draft=request.draft)
        for settings, decks in dealt
    ]
    return [proof_of(edition) for edition in made] if request.proof else made


def proof_of(edition: Edition) -> Edition:
    """Return an edition to look at: trim, safe zone and bleed are drawn over every side."""
    made: dict[int, Plate] = {}

    def guided(plate: Plate, form: Format) -> Plate:
        if id(plate) not in made:
            made[id(plate)] = with_guides(plate, form)
        return made[id(plate)]

    def over(deck: LaidOut) -> LaidOut:
        form = deck.deck.spec.format
        sides = [
            each._replace(
                face=guided(each.face, form), back=guided(each.back, form) if each.back else None
            )
            for each in deck.cards
        ]
        return deck._replace(cards=tuple(sides))

    return edition._replace(
        cards=tuple(map(over, edition.cards)), tokens=tuple(map(over, edition.tokens)), proof=True
    )


def _rulebooks(
    editions: Sequence[Edition], request: Request, report: Report
) -> list[rulebooks.Rulebook]:
    """Return the rulebooks asked for; what typesets them is only imported then."""
    # What is drawn to show long texts is no language to read rules in.
    editions = [edition for edition in editions if not edition.settings.pseudo]
    if "rulebook" not in request.only or not editions:
        return []
    from cardforge import rulebooks

    return rulebooks.prepare(editions, request, report)


def _rulebook_files(books: Sequence[rulebooks.Rulebook]) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of every file of some rulebooks."""
    if not books:
        return
    from cardforge import rulebooks

    for book in books:
        what = contents_name("rulebook", book.edition.settings.language)
        for made in book.made:
            pdf = pdf_of(book.edition, made.pages, what, made.duplex, made.outline)
            yield made.name, _picture(pdf, made.pixels) if made.pixels else pdf
        yield from rulebooks.texts(book)


def _picture(pdf: bytes, pixels: tuple[int, int]) -> bytes:
    from cardforge.render.encode import write_png
    from cardforge.render.png import rasterize

    return write_png(rasterize(pdf, 0, *pixels), IMAGE_DPI)


@contextmanager
def damaged_files(game: Game, report: Report) -> Iterator[None]:
    """Report what shows only when a file is embedded: a damaged font, a picture gone meanwhile."""
    try:
        yield
    except (FontError, ImageError) as fault:
        place = place_of(game, fault.font if isinstance(fault, FontError) else None)
        report.error(fault.code, fault.message, place, hint=fault.hint)
        raise ProblemsFound(report) from None


def asked_settings(game: Game, request: Request, report: Report) -> tuple[Settings, ...]:
    """Return what is asked for; what a game lacks because of its faults is not complained of.

    The report may be another one than that of reading: what the game allows holds in it too.
    """
    report.allow(game.allowances)
    try:
        return settings_of(game, request)
    except WrongRequest:
        report.raise_if_errors()
        raise


def files_of(edition: Edition, request: Request, report: Report) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of every file asked for of one edition."""
    for spec in sheet_specs(edition.game, request):
        yield from sheets(edition, spec, request.only, report)
    if "images" in request.only:
        yield from images(edition)


def check(game: Game, request: Request, report: Report) -> Judged:
    """Judge a game without writing anything: structure, composition, ink, sheets, rules, play."""
    # What only a check needs is not loaded for a build.
    from cardforge.check.whole import check_box, check_ink

    editions = []
    for settings in asked_settings(game, request, report):
        edition = make_edition(game, settings, report, draft=request.draft)
        check_sheets(edition, request, report)
        check_ink(edition, report)
        if not report.has_errors:
            _impose_all(edition, request, report)
        editions.append(edition)
    _rulebooks(editions, request, report)
    judged = check_box(editions[0], request, report)
    if not (report.has_errors or _narrows(request)):
        report.note_idle_allowances()
    return judged


def _narrows(request: Request) -> bool:
    """Return whether a command asks for a part only, where what is allowed may not occur."""
    asked = (request.languages, request.players, request.mode, request.papers, request.duplex)
    return bool(request.rulings) or any(each is not None for each in asked)


def _impose_all(edition: Edition, request: Request, report: Report) -> None:
    """Arrange every sheet without rendering it, for what only the finished sheet can tell."""
    for spec in sheet_specs(edition.game, request):
        for decks in (edition.cards, edition.tokens):
            for _ in sheet_pages(edition, decks, spec, report) or ():
                pass
