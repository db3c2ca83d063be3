"""The cards that were played with: their names in a language, and their pictures from plates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.fonts import FontError, Fonts
from cardforge.images import ImageError
from cardforge.model import Card, Deck
from cardforge.plates import PlateMaker, even
from cardforge.play.report.words import set_well
from cardforge.play.table import Box
from cardforge.rulebook.figures.cards import Art, Side, draw_side
from cardforge.rulebook.screen.html_pieces import HtmlPicture

# How wide a card is in a picture of the web page, in mm, before the page makes it smaller.
_SCREEN_WIDTH = 34.0


class Known(NamedTuple):
    """A card of the box and the deck that it belongs to."""

    card: Card
    deck: Deck


class Cards:
    """The cards and tokens of a box in one language; a face is drawn when it is first asked for."""

    def __init__(self, box: Box, language: str, fonts: Fonts) -> None:
        game, settings = box.game, box.settings
        # A game that is not written in the language has names in its own.
        own = language if language in game.languages else settings.language
        settings = settings._replace(language=own)
        # What is wrong with the cards has been reported by whoever dealt the box.
        report = Report()
        decks = deal(game, settings, report) if own != box.settings.language else ()
        self._known: dict[str, Known] = {}
        for deck in (*box.decks.values(), *decks):
            for card in deck.cards:
                self._known[card.id] = Known(card, deck)
        self._maker = PlateMaker(game, settings, fonts, report)
        self._sides: dict[str, Side | None] = {}
        self.language = own

    def __contains__(self, card: object) -> bool:
        return card in self._known

    def name(self, card: str) -> str:
        """Return what a card is called; an id that is no card is its own name."""
        known = self._known.get(card)
        return set_well(known.card.name, self.language) if known else card

    def names(self, cards: Iterable[str]) -> list[str]:
        """Return what some cards are called."""
        return [self.name(card) for card in cards]

    def is_token(self, card: str) -> bool:
        """Return whether something is a token."""
        known = self._known.get(card)
        return known is not None and known.deck.spec.is_token

    def side(self, card: str) -> Side | None:
        """Return the face of a card, None when there is no such card or it cannot be drawn."""
        if card not in self._sides:
            self._sides[card] = self._drawn(card)
        return self._sides[card]

    def _drawn(self, card: str) -> Side | None:
        known = self._known.get(card)
        if known is None:
            return None
        form = known.deck.spec.format
        try:
            plate = self._maker.side(
                known.card, known.deck.name, known.card.face, form, even(form.bleed)
            )
        except (FontError, ImageError):
            return None
        return None if plate is None else Side(plate, form)

    def art(self, card: str, width: float) -> Art | None:
        """Return the face of a card so wide, None when it cannot be drawn."""
        side = self.side(card)
        return None if side is None else draw_side(side, width)

    def shape(self, card: str) -> float | None:
        """Return how high a face is for its width, None when it cannot be drawn."""
        side = self.side(card)
        return None if side is None else side.form.trim.height / side.form.trim.width


def screen_pictures(cards: Cards, wanted: Sequence[str], fonts: Fonts) -> dict[str, HtmlPicture]:
    """Return the pictures of some cards for a web page, by id."""
    from cardforge.render.pdf import PdfInfo, render
    from cardforge.rulebook.screen.screen_pictures import Wanted, drawn

    faces = {card: side for card in wanted if (side := cards.side(card)) and side.plate}
    plates = [
        Wanted(side.plate, side.form, min(_SCREEN_WIDTH, side.form.trim.width))
        for side in faces.values()
        if side.plate is not None
    ]
    info = PdfInfo("cards", cards.language, "")
    made = drawn(plates, lambda pages: render(pages, fonts, info))
    return dict(zip(faces, made, strict=True))
