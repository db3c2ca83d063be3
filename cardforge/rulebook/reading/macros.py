"""The macros of a rules text: `{{ card("digits.3") }}` and the others, as blocks and pieces.

Every macro is a method of Macros of its own name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardforge.diagnostics import Span, did_you_mean
from cardforge.expressions import WordingError, holds, printed
from cardforge.model import Card, Deck
from cardforge.rulebook.book import (
    Component,
    Definitions,
    Figure,
    IconMark,
    Picture,
    Reference,
    Seat,
    Sentence,
    Sign,
    Spot,
    TablePlan,
)
from cardforge.rulebook.reading.dealt import Dealt, Silent
from cardforge.rulebook.reading.glossary import Entry, alphabetical
from cardforge.rulebook.reading.markdown import Pieces
from cardforge.rulebook.reading.rows import code_of, table_of
from cardforge.rulebook.reading.source_text import MOST_PICTURES, is_private
from cardforge.rulebook.reading.template.environment import Made, PlacedError, TextEnvironment
from cardforge.wording import compile_text

# How each macro is written, as a hint says it.
USAGE = {
    "card": 'card("deck.id", width=25, label="…", caption="…")',
    "cards": 'cards("deck.id", "deck.id", arrange="fan", labels=["…", "…"], caption="…")',
    "token": 'token("tokens.id", width=15, label="…", caption="…")',
    "tokens": 'tokens("tokens.id", "tokens.id", labels=["…", "…"], caption="…")',
    "code": 'code(3, 6, 1, caption="…")',
    "total": 'total("deck")',
    "count": 'count("deck", "value > 20")',
    "table": 'table("name", caption="…")',
    "component": 'component("deck", "card", "cards", show=["deck.id"], only=["deck.id"])',
    "plan": 'plan(spots=[pile(…), spot(…)], seats=[seat(…), seat(…)], caption="…", alt="…")',
    "pile": 'pile("deck", "label", depth=8)',
    "spot": 'spot(["deck.id", "deck.id"], "label")',
    "seat": 'seat("name", hand=7, back="deck.id", tokens=["tokens.id"])',
    "ref": 'ref("section")',
    "ruling": 'ruling("key")',
    "icon": 'icon("name", "words")',
    "glossary": 'glossary("term", "term")',
}
SIDES, ARRANGEMENTS = ("face", "back"), ("row", "fan")
MOST_SPOTS, MOST_IN_SPOT = 8, 10
_NARROWEST, _WIDEST = 5, 200
_STEPS_OF_CARD = 20


class Macros:
    """The macros of one text; each knows the place of its call while it runs."""

    def __init__(
        self,
        dealt: Dealt,
        pieces: Pieces,
        glossary: Mapping[str, Entry],
        environment: TextEnvironment,
    ) -> None:
        self.dealt, self.pieces, self.environment = dealt, pieces, environment
        self.terms = glossary
        self.span: Span = environment.source.span(0, 0)

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the macros by name, as the environment calls them."""
        return {name: self._placed(name, getattr(self, name)) for name in USAGE}

    def _placed(self, name: str, run: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(run)

        def called(*given: Any, _place: tuple[int, int], **named: Any) -> Any:
            span = self.environment.source.span(*_place)
            try:
                signature.bind(*given, **named)
            except TypeError as fault:
                hint = f"write {USAGE[name]}"
                raise PlacedError("rulebook.macro", f"{name}(): {fault}", hint, span) from None
            for value in (*given, *named.values()):
                # An unknown name says so itself when it is asked for its truth.
                bool(value)
            self.span = span
            try:
                return run(*given, **named)
            except PlacedError as fault:
                fault.span = fault.span or span
                raise

        return called

    def _made(self, name: str, value: Any, *, inline: bool = False) -> Made:
        return Made(name, value, self.span, self.environment.hold, inline=inline)

    def _fault(self, message: str, hint: str) -> PlacedError:
        return PlacedError("rulebook.macro", message, hint)

    def _sentence(self, text: Any, what: str) -> Sentence:
        if text is None:
            return ()
        if isinstance(text, (dict, list, tuple, Made)) and not getattr(text, "inline", False):
            raise self._fault(f"{what} must be a text", "put it between quotes")
        return self.pieces.caption(printed(text), self.span)

    def _plain(self, value: Any, what: str) -> str:
        """Return a text that is spoken or compared: nothing that a macro made can be in it."""
        text = printed(value)
        if is_private(text):
            raise self._fault(f"{what} must be plain text", "write it between quotes, no macro")
        return text

    def _pictures(self, name: str, ids: Sequence[Any], most: int = MOST_PICTURES) -> None:
        """Raise when there are more pictures than a page could show."""
        if len(ids) > most:
            message = f"{name} shows at most {most} pictures, found {len(ids)}"
            raise self._fault(message, "leave some out, or show them elsewhere")

    def _whole(self, value: Any, what: str, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            message = f"{what} must be a whole number from {least} to {most}"
            raise self._fault(f"{message}, found '{printed(value):.40}'", "write a number")
        return value

    def _one_of(self, value: Any, what: str, words: Sequence[str]) -> str:
        if value in words:
            return str(value)
        hint = did_you_mean(printed(value), words) or "use one of " + ", ".join(words)
        raise self._fault(f"{what} cannot be '{printed(value):.40}'", hint)

    def _width(self, width: Any) -> float | None:
        if width is None:
            return None
        is_number = isinstance(width, (int, float)) and not isinstance(width, bool)
        if is_number and _NARROWEST <= width <= _WIDEST:
            return float(width)
        message = f"width must be a number of mm from {_NARROWEST} to {_WIDEST}"
        raise self._fault(f"{message}, found '{printed(width):.40}'", "write width=25")

    def _list(self, values: Any, what: str) -> list[Any]:
        if isinstance(values, (list, tuple)):
            return list(values)
        raise self._fault(f"{what} must be a list", f"write {what}=[…]")

    def card(
        self, id: Any, width: Any = None, label: Any = None, caption: Any = None,
        side: Any = "face",
    ) -> Made:  # fmt: skip
        """Return the figure of one card."""
        return self._shown("card", [id], "row", width, [label], caption, side)

    def token(
        self, id: Any, width: Any = None, label: Any = None, caption: Any = None,
        side: Any = "face",
    ) -> Made:  # fmt: skip
        """Return the figure of one token."""
        return self._shown("token", [id], "row", width, [label], caption, side)

    def cards(
        self, *ids: Any, arrange: Any = "row", width: Any = None, caption: Any = None,
        labels: Any = (), side: Any = "face",
    ) -> Made:  # fmt: skip
        """Return the figure of several cards."""
        return self._shown("cards", ids, arrange, width, labels, caption, side)

    def tokens(
        self, *ids: Any, arrange: Any = "row", width: Any = None, caption: Any = None,
        labels: Any = (), side: Any = "face",
    ) -> Made:  # fmt: skip
        """Return the figure of several tokens."""
        return self._shown("tokens", ids, arrange, width, labels, caption, side)

    def _shown(
        self, name: str, ids: Sequence[Any], arrange: Any, width: Any, labels: Any, caption: Any,
        side: Any,
    ) -> Made:  # fmt: skip
        # A list among the ids is as good as its entries.
        flat = [i for entry in ids for i in (entry if isinstance(entry, list) else [entry])]
        written = self._list(labels, "labels")
        if not flat:
            raise self._fault(f"{name}() shows at least one picture", f'write {name}("deck.id")')
        self._pictures(f"{name}()", flat)
        if written and len(written) != len(flat):
            message = f"{name}() has {len(flat)} pictures and {len(written)} labels"
            raise self._fault(message, 'give each picture a label; "" for none')
        sentences = [self._sentence(label, "a label") for label in written or [None] * len(flat)]
        form = self._one_of(arrange, "arrange", ARRANGEMENTS)
        which = self._one_of(side, "side", SIDES)
        breadth = self._width(width)
        pictures = tuple(
            self.dealt.picture(i, which, label, breadth, self.span)
            for i, label in zip(flat, sentences, strict=True)
        )
        return self._figure(name, pictures, form, caption)

    def _figure(self, name: str, pictures: tuple[Picture, ...], form: str, caption: Any) -> Made:
        figure = Figure(
            _name_of(form, pictures), pictures, form, self._sentence(caption, "caption"), self.span
        )
        return self._made(name, figure)

    def code(self, *values: Any, caption: Any = None) -> Made:
        """Return the figure of the cards of a code."""
        pictures = code_of(self.dealt, values, self.span)
        return self._figure("code", pictures, "row", caption)

    def total(self, deck: Any, expected: Any = None) -> int:
        """Return how many cards a deck has, which may be told to be `expected`."""
        found = self.dealt.deck(deck)
        if not found.whole:
            raise Silent
        return self._expected(found.total, expected, f"the deck {found.name} has")

    def count(self, deck: Any, where: Any = "true", expected: Any = None) -> int:
        """Return how many cards of a deck a condition holds for."""
        found = self.dealt.deck(deck)
        if not found.whole:
            raise Silent
        condition = printed(where)
        try:
            holding = compile_text("{{ " + condition + " }}")
            self.environment.spend(_STEPS_OF_CARD * len(found.cards))
            total = sum(
                card.copies for card in found.cards if holds(holding(self.dealt.scope(card, found)))
            )
        except PlacedError:
            raise
        except WordingError as fault:
            message = f"the condition '{condition:.60}': {fault}"
            raise PlacedError("rulebook.expression", message, fault.hint) from None
        return self._expected(total, expected, f"of the deck {found.name} it holds for")

    def _expected(self, total: int, expected: Any, what: str) -> int:
        if expected is not None and expected != total:
            message = f"{what} {total} cards, not {printed(expected):.40}"
            raise PlacedError("rulebook.count", message, "correct the number or the cards")
        return total

    def table(self, name: Any, caption: Any = None) -> Made:
        """Return a table of `rulebook.tables`."""
        sentence = self._sentence(caption, "caption")
        self.environment.spend(_STEPS_OF_CARD * len(self.dealt.cards))
        return self._made("table", table_of(self.dealt, name, sentence, self.span))

    def component(
        self, deck: Any, one: Any, many: Any, show: Any = None, only: Any = None, note: Any = None
    ) -> Made:
        """Return a line of the contents of the box."""
        found = self.dealt.deck(deck)
        if not found.whole:
            raise Silent
        cards = [card for card in found.cards if card.copies]
        if only is not None:
            cards = self._only(found, self._list(only, "only"))
        if not cards:
            message = f"the deck {found.name} has no card in this box"
            raise self._fault(message, "leave the line out with {% if %}")
        count = sum(card.copies for card in cards)
        ids = [cards[0].id] if show is None else self._list(show, "show")
        self._pictures("component()", ids)
        pictures = tuple(self.dealt.picture(i, span=self.span) for i in ids)
        label = self._sentence(one if count == 1 else many, "a name")
        made = self._made(
            "component",
            Component(pictures, count, label, self._sentence(note, "note"), self.span),
        )
        made.covers = tuple(card.id for card in cards)
        return made

    def _only(self, deck: Deck, ids: Sequence[Any]) -> list[Card]:
        cards = []
        for i in ids:
            card, home = self.dealt.card(i)
            if home is not deck:
                message = f"the card '{card.id}' is not of the deck {deck.name}"
                raise PlacedError("rulebook.card", message, f"name cards of {deck.name}")
            cards.append(card)
        return cards

    def pile(self, card: Any, label: Any, depth: Any = 8, side: Any = "back") -> Made:
        """Return a pile, of a deck or of one card, for a plan."""
        which = self._one_of(side, "side", SIDES)
        name = card
        if isinstance(card, str) and card in self.dealt.decks:
            deck = self.dealt.deck(card)
            name = next((c.id for c in deck.cards if c.copies), None)
            if name is None:
                raise (
                    Silent
                    if not deck.whole
                    else self._fault(
                        f"the deck {deck.name} has no card in this box", "name another deck"
                    )
                )
        elif isinstance(card, str) and "." not in card:
            self.dealt.deck(card)
        picture = self.dealt.picture(name, which, span=self.span)
        layers = self._whole(depth, "depth", 1, 40)
        return self._made("pile", Spot((picture,), self._sentence(label, "label"), layers))

    def spot(self, cards: Any, label: Any = None, side: Any = "face") -> Made:
        """Return cards that lie in the middle of the table, or a place that is still empty."""
        ids = list(cards) if isinstance(cards, (list, tuple)) else [cards]
        which = self._one_of(side, "side", SIDES)
        self._pictures("spot()", ids, MOST_IN_SPOT)
        pictures = tuple(self.dealt.picture(i, which, span=self.span) for i in ids)
        return self._made("spot", Spot(pictures, self._sentence(label, "label")))

    def seat(self, name: Any, hand: Any = 0, back: Any = None, tokens: Any = ()) -> Made:
        """Return a player at the table, for a plan."""
        held = self._whole(hand, "hand", 0, 40)
        if held and back is None:
            raise self._fault("a hand needs a back", 'write back="deck.id"')
        picture = None if back is None else self.dealt.picture(back, "back", span=self.span)
        ids = self._list(tokens, "tokens")
        self._pictures("seat()", ids)
        lying = tuple(self.dealt.picture(i, span=self.span) for i in ids)
        return self._made("seat", Seat(self._sentence(name, "a name"), held, picture, lying))

    def plan(
        self, spots: Any = None, seats: Any = None, caption: Any = None, alt: Any = None
    ) -> Made:
        """Return the diagram of a table."""
        places = self._parts(spots, "spots", ("pile", "spot"))
        people = self._parts(seats, "seats", ("seat",))
        if not 2 <= len(people) <= 6:
            raise self._fault(f"a plan has 2 to 6 seats, found {len(people)}", "write seat(…)")
        if not places:
            raise self._fault("a plan has at least one spot", "write spots=[pile(…)]")
        if len(places) > MOST_SPOTS:
            message = f"a plan has at most {MOST_SPOTS} spots, found {len(places)}"
            raise self._fault(message, "leave some out, or draw two plans")
        if not isinstance(alt, (str, Made)) or not self._plain(alt, "alt").strip():
            hint = 'write alt="…": what the plan shows, for those who cannot see it'
            raise self._fault("a plan needs alt", hint)
        name = "plan " + " ".join(
            [*(f"{p.card}/{p.side}*{s.depth}" for s in places for p in s.pictures),
             *(f"{s.hand}+{','.join(p.card for p in s.tokens)}" for s in people)]
        )  # fmt: skip
        plan = TablePlan(
            name, places, people, self._sentence(caption, "caption"), printed(alt), self.span
        )
        return self._made("plan", plan)

    def _parts(self, parts: Any, what: str, makers: tuple[str, ...]) -> tuple[Any, ...]:
        made = self._list(parts, what)
        for part in made:
            if not isinstance(part, Made) or part.name not in makers:
                names = " and ".join(f"{maker}(…)" for maker in makers)
                raise self._fault(f"{what} are made with {names}", f"write {what}=[{makers[0]}(…)]")
        return tuple(part.value for part in made)

    def ref(self, section: Any) -> Made:
        """Return a mention of a section."""
        return self._made(
            "ref", Reference(self._plain(section, "a section"), self.span), inline=True
        )

    def ruling(self, key: Any) -> Made:
        """Return the sign of a ruling."""
        return self._made("ruling", Sign(self._plain(key, "a key"), 0, self.span), inline=True)

    def icon(self, name: Any, alt: Any) -> Made:
        """Return an icon of the game, and its words."""
        icons = self.dealt.game.icons
        word = printed(name)
        if word not in icons:
            if self.dealt.game.is_broken("icons", word):
                raise Silent
            hint = did_you_mean(word, icons) or "name it under icons:"
            raise PlacedError("rulebook.icon", f"no icon is called '{word:.60}'", hint)
        words = self._plain(alt, "the words of an icon")
        if not words.strip():
            raise self._fault("an icon needs words", 'write icon("name", "its words")')
        return self._made("icon", IconMark(word, words, self.span), inline=True)

    def glossary(self, *terms: Any) -> Made:
        """Return the meanings of terms."""
        entries = []
        for key in dict.fromkeys(map(printed, terms)):
            entry = self.terms.get(key)
            if entry is None:
                hint = did_you_mean(key, self.terms) or "add it to the glossary, in this language"
                message = f"the glossary has no term '{key:.60}'"
                raise PlacedError("rulebook.glossary", message, hint)
            entries.append(entry)
        if not entries:
            raise self._fault("a glossary has at least one term", 'write glossary("hand")')
        entries.sort(key=lambda entry: alphabetical(entry.term))
        sentences = tuple(
            (self._sentence(e.term, "a term"), self._sentence(e.means, "a meaning"))
            for e in entries
        )
        return self._made("glossary", Definitions(sentences, self.span))


def _name_of(form: str, pictures: Sequence[Picture]) -> str:
    """Return the name of a figure: its pictures and how they lie, equal in all languages."""
    sides = [p.card if p.side == "face" else f"{p.card}/{p.side}" for p in pictures]
    return f"{form} {' '.join(sides)}"
