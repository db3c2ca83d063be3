"""The dealt game as a rules text sees it: cards by id, decks by name, what their fields say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

from cardforge.deal import globals_of
from cardforge.decode import Deferred
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.expressions import WordingError, holds, printed
from cardforge.model import Card, Deck, Game, Settings
from cardforge.rulebook.book import Picture, Sentence
from cardforge.rulebook.reading.template.environment import PlacedError


class Silent(PlacedError):
    """Raised for what is missing because of a fault that is reported already."""

    def __init__(self) -> None:
        super().__init__("", "")


class Dealt:
    """The decks of a run with their cards by id."""

    def __init__(
        self, game: Game, settings: Settings, decks: Sequence[Deck], report: Report
    ) -> None:
        self.game, self.settings, self.report = game, settings, report
        self.globals = globals_of(game, settings, report)
        self.decks = {deck.name: deck for deck in decks}
        self.cards = {card.id: (card, deck) for deck in decks for card in deck.cards}

    def deck(self, name: Any, code: str = "rulebook.deck") -> Deck:
        """Return a deck; raises PlacedError when there is none of that name."""
        deck = self.decks.get(name) if isinstance(name, str) else None
        if deck is not None:
            return deck
        word = printed(name)
        if self.game.is_broken("decks", word) or self.game.is_broken("tokens", word):
            raise Silent
        hint = did_you_mean(word, self.decks) or "the decks: " + ", ".join(self.decks)
        raise PlacedError(code, f"no deck is called '{word:.60}'", hint)

    def card(self, name: Any) -> tuple[Card, Deck]:
        """Return a card of the box and its deck; raises PlacedError."""
        if not isinstance(name, str):
            hint = 'write its deck and its id, as in "digits.3"'
            raise PlacedError("rulebook.card", f"'{printed(name):.60}' is no card", hint)
        found = self.cards.get(name)
        if found is None:
            self._raise_unknown(name)
        if found[0].copies == 0:
            raise PlacedError(
                "rulebook.card", f"the card '{name}' is not in the box: its copies are 0",
                "show another card, or print it",
            )  # fmt: skip
        return found

    def _raise_unknown(self, name: str) -> NoReturn:
        deck = self.decks.get(name.partition(".")[0])
        if deck is not None and not deck.whole:
            raise Silent
        if deck is None and "." in name:
            self.deck(name.partition(".")[0], "rulebook.card")
        ids = self.cards if deck is None else [card.id for card in deck.cards]
        first = next(iter(ids), None)
        hint = did_you_mean(name, ids) or (f"name a card as in '{first}'" if first else None)
        raise PlacedError("rulebook.card", f"no card is called '{name:.60}'", hint)

    def picture(
        self, name: Any, side: str = "face", label: Sentence = (), width: float | None = None,
        span: Span | None = None,
    ) -> Picture:  # fmt: skip
        """Return the picture of one side of a card; raises PlacedError."""
        card, _ = self.card(name)
        if side == "back" and card.back is None:
            message = f"the card '{name}' has a blank back"
            raise PlacedError("rulebook.card", message, "show its face")
        return Picture(card.id, side, card.name, label, width, span)

    def scope(self, card: Card, deck: Deck) -> dict[str, Any]:
        """Return what expressions over a card can use."""
        own = {"name": card.name, "copies": card.copies, "deck": deck.name, **card.fields}
        return {**self.globals, **own}

    def value(self, written: Any, card: Card, deck: Deck) -> Any:
        """Return a value of game.yaml for one card; a fault is reported where it is written."""
        if not isinstance(written, Deferred):
            return written
        try:
            return written.expression(self.scope(card, deck))
        except WordingError as fault:
            span = written.span
            self.report.error(fault.code, str(fault), span, hint=fault.hint, card=card.id)
            raise Silent from None

    def text(self, written: Any, card: Card, deck: Deck) -> str:
        """Return the text of a value of game.yaml for one card."""
        value = self.value(written, card, deck)
        if isinstance(value, (dict, list, tuple)) and isinstance(written, Deferred):
            self.report.error(
                "value.text", f"{written.key} must be text, found '{value!s:.40}'", written.span,
                hint="use | join(', ') or name one of its entries", card=card.id,
            )  # fmt: skip
            raise Silent
        return printed(value).strip()

    def printed_cards(
        self, names: Iterable[str], where: Any, span: Span
    ) -> Iterator[tuple[Card, Deck]]:
        """Yield the cards of some decks that are in the box and for which a condition holds."""
        for name in names:
            try:
                deck = self.deck(name)
            except PlacedError as fault:
                if fault.code:
                    self.report.error(fault.code, str(fault), span, hint=fault.hint)
                raise Silent from None
            for card in deck.cards:
                if card.copies and holds(self.value(where, card, deck)):
                    yield card, deck
