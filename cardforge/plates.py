"""The plates of a run: every card side laid out once, equal sides sharing one plate."""

from collections.abc import Callable
from typing import Any, NamedTuple, Self

from cardforge.diagnostics import Report
from cardforge.fill import Filler
from cardforge.fonts import Fonts
from cardforge.geometry import Insets
from cardforge.ink import Plate
from cardforge.layout.side import Layout
from cardforge.model import Card, Deck, Format, Game, Settings


class Sides(NamedTuple):
    """A card and the plates of its two sides; `back` is None for a blank back."""

    card: Card
    face: Plate
    back: Plate | None


class LaidOut(NamedTuple):
    """A dealt deck with its plates."""

    deck: Deck
    cards: tuple[Sides, ...]

    @property
    def printed(self) -> Self:
        """Return the deck without the cards of which there are no copies."""
        dealt = tuple(card for card in self.deck.cards if card.copies)
        cards = tuple(sides for sides in self.cards if sides.card.copies)
        return self._replace(deck=self.deck._replace(cards=dealt), cards=cards)


class PlateMaker:
    """Fills and lays out card sides for one language; keeps what it has made.

    In a draft, a crossed box stands for a picture that is not there yet.
    """

    def __init__(
        self,
        game: Game,
        settings: Settings,
        fonts: Fonts,
        report: Report,
        *,
        draft: bool = False,
    ) -> None:
        self.filler = Filler(game, settings, report)
        self.layout = Layout(game, fonts, report, settings.language, draft=draft)
        self._plates: dict[tuple[Any, ...], Plate] = {}

    def deck(
        self, deck: Deck, bleed: Insets | None = None, tick: Callable[[], None] = lambda: None
    ) -> LaidOut:
        """Return the plates of every card of a deck; `tick` is called after each card."""
        form = deck.spec.format
        edge = bleed if bleed is not None else even(form.bleed)
        made = []
        for card in deck.cards:
            face = self.side(card, deck.name, card.face, form, edge)
            back = None
            if card.back is not None:
                back = self.side(card, deck.name, card.back, form, edge)
            if face is not None:
                made.append(Sides(card, face, back))
            tick()
        return LaidOut(deck, tuple(made))

    def side(
        self, card: Card, deck: str, template: str, form: Format, bleed: Insets
    ) -> Plate | None:
        """Return the plate of a card's side, None when its template cannot be used."""
        prepared = self.filler.prepared(template)
        if prepared is None:
            return None
        fields = {"name": card.name, "copies": card.copies, "deck": deck, **card.fields}
        values = tuple(_hashable(fields.get(name)) for name in prepared.names)
        key = (template, form, bleed, values)
        plate = self._plates.get(key)
        if plate is None:
            runs = self.filler.fill(prepared, fields, card.id)
            plate = self.layout.lay_out(runs, f"{card.id} {template}", form, bleed, card.id)
            self._plates[key] = plate
        return plate


def _hashable(value: Any) -> Any:
    """Return a value that tells two field values apart and can be a key."""
    if isinstance(value, dict):
        return dict, tuple((key, _hashable(child)) for key, child in value.items())
    if isinstance(value, (list, tuple)):
        # Not its text: a list of one long text many times over would be written out.
        return list, tuple(_hashable(child) for child in value)
    return type(value), value


def even(amount: float) -> Insets:
    """Return the same distance on all four edges."""
    return Insets(amount, amount, amount, amount)
