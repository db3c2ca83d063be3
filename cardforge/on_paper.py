"""How the decks of a game are laid on paper, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardforge import presets
from cardforge.diagnostics import Report, Span
from cardforge.edition import Edition, Request, unusual
from cardforge.geometry import Point, Size
from cardforge.ink import Page
from cardforge.model import Game
from cardforge.plates import LaidOut, even
from cardforge.sheet import SheetSide, impose, plan_sheets
from cardforge.sheet_spec import Lot, MarkSpec, Placed, SheetError, SheetSpec
from cardforge.slugwords import proof_note, slug_text, without_glyphs

# Which key of `sheets` a fault of the sheets speaks of; the others speak of the cards.
SHEET_KEYS = {
    "sheet.back-offset": "back-offset",
    "sheet.grid": "grid",
    "sheet.grid-too-large": "grid",
    "sheet.gutter": "gutter",
    "sheet.margin": "margin",
    "sheet.marks": "mark-length",
    "sheet.marks-hidden": "margin",
    "sheet.no-slug": "margin",
}


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


def sheet_specs(game: Game, request: Request) -> Iterator[SheetSpec]:
    """Yield how a game is laid on each paper asked for."""
    for paper in request.papers or game.sheets.papers:
        yield sheet_spec(game, paper, request.duplex)


def _marks(game: Game, kind: str) -> MarkSpec:
    own = game.sheets
    return MarkSpec(kind, own.mark_length, own.mark_offset or None, own.mark_weight)


def lots_of(game: Game, decks: Sequence[LaidOut]) -> list[Lot]:
    """Return the copies to print, decks of one format and one kind of marks together."""
    lots: dict[Any, list[Placed]] = {}
    for laid_out in decks:
        spec = laid_out.deck.spec
        # Formats of one size share sheets whatever they are called.
        form = spec.format._replace(name="")
        placed = lots.setdefault((form, spec.marks), [])
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
    """Return the pages of a sheets PDF in printing order, None when there is nothing to print."""
    lots = lots_of(edition.game, decks)
    if not lots:
        return None
    notes = unusual(edition.game, edition.settings)
    if edition.proof:
        notes = (*notes, proof_note(edition.settings.language))
    duplex = spec.duplex if any(lot.has_backs for lot in lots) else None
    slug = slug_text(edition.game, edition.settings, notes, edition.fonts, duplex)
    place = _sheet_place(edition.game, decks, "sheet.no-slug")
    return _pages(impose(lots, spec, slug), spec.paper_name, place, report)


def _pages(sides: Iterable[SheetSide], paper: str, place: Span, report: Report) -> Iterator[Page]:
    """Yield the page of each side; a slug or ruler that found no room is reported."""
    for side in sides:
        if not side.has_ruler:
            lost = "ruler" if side.has_slug else "slug and the ruler"
            report.warning(
                "sheet.no-slug",
                f"there is no room for the {lost} on {paper}",
                place,
                hint="use a smaller margin, a larger paper or a grid with fewer cards",
            )
        yield side.page


def check_sheets(edition: Edition, request: Request, report: Report) -> None:
    """Report what cannot be laid on the papers asked for, before anything is drawn."""
    game = edition.game
    if missing := without_glyphs(game, edition.settings, edition.fonts):
        report.warning(
            "sheet.slug-glyph",
            f"the font of the slug has no glyph for {', '.join(missing[:8])}",
            game.places.get("title", game.span),
            hint="write it with letters, figures and common signs: the sheets leave out the others",
        )
    for spec in sheet_specs(game, request):
        for decks in (edition.cards, edition.tokens):
            try:
                notices = plan_sheets(lots_of(game, decks), spec).notices
            except SheetError as fault:
                place = _sheet_place(game, decks, fault.code)
                report.error(fault.code, fault.message, place, hint=fault.hint)
                continue
            for notice in notices:
                place = _sheet_place(game, decks, notice.code)
                message = f"{spec.paper_name}: {notice.message}"
                report.warning(notice.code, message, place, hint=notice.hint)


def _sheet_place(game: Game, decks: Sequence[LaidOut], code: str) -> Span:
    """Return where the game says what the sheets cannot do: a key of `sheets`, or a card's size."""
    key = SHEET_KEYS.get(code)
    candidates = [game.places.get(f"sheets.{key}")] if key else []
    for deck in decks if key is None else ():
        candidates += [deck.deck.spec.places.get("format"), deck.deck.spec.places.get("size")]
    candidates += [game.places.get(name) for name in ("format", "sheets", "game")]
    return next((place for place in candidates if place), game.span)
