"""The opening hands of a game: what is shuffled, how many are dealt, what a hand may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from cardforge.check.composition.case import Bench, Held, NotJudged
from cardforge.check.statistics.chance import (
    Count,
    Pile,
    Spread,
    all_alike,
    all_different,
    expected,
    hand_sum,
    law,
    none_of,
)
from cardforge.check.statistics.fields import Kinds, kinds_of, number_of
from cardforge.decode import Deferred
from cardforge.diagnostics import Report, shortened
from cardforge.expressions import WordingError, holds, printed
from cardforge.model import Card, Deck, Game, Settings
from cardforge.specs import DealingSpec

MOST_HAND = 100


class KindChance(NamedTuple):
    """A kind of cards, and how many of them a hand and the whole table hold."""

    value: str
    cards: Count
    # The chances to hold 0, 1, … of them.
    law: tuple[Fraction, ...]
    expected: Fraction
    # That at least one of the players holds one; None when not all can be dealt to.
    somebody: Fraction | None

    @property
    def at_least_one(self) -> Fraction:
        """Return the chance to hold one or more."""
        return 1 - self.law[0]


class FieldChance(NamedTuple):
    """The kinds of a field; the chances that all cards of a hand are alike, that none are."""

    kinds: Kinds
    chances: tuple[KindChance, ...]
    all_alike: Fraction | None
    all_different: Fraction | None


class Hand(NamedTuple):
    """An opening hand: of which decks, how many cards for each of the players."""

    name: str
    title: str
    decks: tuple[str, ...]
    hand: int
    players: int
    pile: Pile
    fields: tuple[FieldChance, ...]
    sums: Mapping[str, Spread]

    @property
    def dealt(self) -> int:
        """Return how many cards are dealt to all players."""
        return self.hand * self.players

    @property
    def is_enough(self) -> bool:
        """Return whether one hand can be dealt at all."""
        return self.hand <= self.pile.size

    @property
    def is_told(self) -> bool:
        """Return whether its chances are reckoned: of a very large hand nobody asks for them."""
        return self.is_enough and self.hand <= MOST_HAND


class _Dealt(NamedTuple):
    """What a dealing says, computed: the cards that are always shuffled in, and the others."""

    name: str
    title: str
    decks: tuple[Deck, ...]
    always: list[Card]
    other: list[Card]
    taken: int
    hand: int


def hands_of(
    game: Game, settings: Settings, decks: Sequence[Deck], report: Report
) -> tuple[Hand, ...]:
    """Return the opening hands that the game's dealing, or else its facts, say."""
    modes = [settings.mode] if settings.mode is not None or not game.modes else [*game.modes]
    found: dict[tuple[Any, ...], Hand] = {}
    for mode in modes:
        for dealt in _Reader(game, settings._replace(mode=mode), decks, report).dealt():
            hand = _hand(dealt, game, settings)
            # What is dealt alike in every mode is told once.
            found.setdefault((hand.name, hand.title, hand.decks, hand.hand, hand.pile), hand)
    return tuple(found.values())


def _hand(dealt: _Dealt, game: Game, settings: Settings) -> Hand:
    cards = [*dealt.always, *dealt.other]
    pile = Pile(_copies(dealt.always), _copies(dealt.other), dealt.taken)
    hand = Hand(
        dealt.name, dealt.title, tuple(deck.name for deck in dealt.decks), dealt.hand,
        settings.players, pile, (), {},
    )  # fmt: skip
    if not hand.is_told:
        return hand
    main = [kinds for kinds in kinds_of(dealt.decks, cards, game) if kinds.main]
    sums = {
        numbers.field: hand_sum(
            pile,
            _column(dealt.always, numbers.field),
            _column(dealt.other, numbers.field),
            dealt.hand,
        )
        for kinds in main
        for numbers in kinds.numbers
    }
    return hand._replace(fields=tuple(_field(kinds, dealt, hand) for kinds in main), sums=sums)


def _copies(cards: Sequence[Card]) -> int:
    return sum(card.copies for card in cards)


def _column(cards: Sequence[Card], field: str) -> list[float]:
    """Return a number of each copy of the cards; a card without one counts as 0."""
    return [number_of(card.fields.get(field)) or 0.0 for card in cards for _ in range(card.copies)]


def _field(kinds: Kinds, dealt: _Dealt, hand: Hand) -> FieldChance:
    counts = [
        Count(*(
            sum(card.copies for card in cards if kinds.of_card[card.id] == place)
            for cards in (dealt.always, dealt.other)
        ))
        for place in range(len(kinds.values))
    ]  # fmt: skip
    known: dict[Count, KindChance] = {}
    for value, count in zip(kinds.values, counts, strict=True):
        if count not in known:
            known[count] = _chance(value, count, hand)
    chances = [
        known[count]._replace(value=value)
        for value, count in zip(kinds.values, counts, strict=True)
    ]
    # Steps are no kinds of the game, and single cards are never alike.
    tells = hand.hand > 1 and not kinds.stepped and max(c.total for c in counts) > 1
    return FieldChance(
        kinds,
        tuple(chances),
        all_alike(hand.pile, counts, hand.hand) if tells else None,
        all_different(hand.pile, counts, hand.hand) if tells else None,
    )


def _chance(value: str, count: Count, hand: Hand) -> KindChance:
    somebody = None
    if hand.dealt <= hand.pile.size:
        somebody = 1 - none_of(hand.pile, count, hand.dealt)
    return KindChance(
        value,
        count,
        law(hand.pile, count, hand.hand),
        expected(hand.pile, count, hand.hand),
        somebody,
    )


class _Reader(Bench):
    """Computes what the dealing of a game says for one run."""

    def dealt(self) -> Iterator[_Dealt]:
        """Yield each dealing of this mode that deals hands, or what the facts say."""
        for spec in self.game.dealing:
            if not spec.modes or self.settings.mode in spec.modes:
                try:
                    dealt = self._of_spec(spec)
                except NotJudged:
                    continue
                if dealt.hand > 0 and (dealt.always or dealt.other):
                    yield dealt
        if not self.game.dealing:
            yield from self._of_facts()

    def _of_spec(self, spec: DealingSpec) -> _Dealt:
        decks = tuple(self.decks[name] for name in spec.decks if name in self.decks)
        cards = [
            (card, deck)
            for deck in decks
            for card in deck.cards
            if card.copies and self._holds(spec, "where", spec.where, card, deck, absent=True)
        ]
        chosen = [
            self._holds(spec, "always", spec.always, card, deck, absent=False)
            for card, deck in cards
        ]
        always = [card for (card, _), is_in in zip(cards, chosen, strict=True) if is_in]
        other = [card for (card, _), is_in in zip(cards, chosen, strict=True) if not is_in]
        shuffled = total = _copies(always) + _copies(other)
        if spec.cards is not None:
            shuffled = min(total, self._whole(spec, "cards", spec.cards, total))
        return _Dealt(
            name=spec.name,
            title=self._title(spec),
            decks=decks,
            always=always,
            other=other,
            taken=max(0, shuffled - _copies(always)),
            hand=self._whole(spec, "hand", spec.hand, total),
        )

    def _title(self, spec: DealingSpec) -> str:
        title = spec.title
        if title is None and self.settings.mode in spec.modes:
            title = self.game.modes[self.settings.mode].title
        return title.get(self.settings.language, spec.name) if title else spec.name

    def _of_facts(self) -> Iterator[_Dealt]:
        """Yield hands of the decks with hidden faces, as many cards as the fact `hand` says."""
        facts, title = self.scope["facts"], ""
        hand, hands, modes = facts.get("hand"), facts.get("hands"), list(self.game.modes)
        if isinstance(hands, list) and len(hands) == len(modes) and self.settings.mode in modes:
            hand = hands[modes.index(self.settings.mode)]
            title = self.game.modes[self.settings.mode].title.get(self.settings.language, "")
        if isinstance(hand, bool) or not isinstance(hand, int) or hand < 1:
            return
        for deck in self.decks.values():
            cards = [card for card in deck.cards if card.copies]
            if cards and deck.spec.hidden and not deck.spec.is_token:
                yield _Dealt("", title, (deck,), [], cards, _copies(cards), hand)

    def _holds(
        self, spec: DealingSpec, key: str, condition: Any, card: Card, deck: Deck, *, absent: bool
    ) -> bool:
        if condition is None:
            return absent
        scope = {**self.scope, **Held(card, deck.name).scope}
        return holds(self._value(spec, f"{key} ({card.id})", condition, scope))

    def _whole(self, spec: DealingSpec, key: str, written: Any, total: int) -> int:
        value = self._value(spec, key, written, {**self.scope, "total": total})
        number = None if isinstance(value, (str, bool)) else number_of(value)
        if number is None or number != int(number) or number < 0:
            # The words of the check of sufficiency: one fault is told once.
            message = f"{key} must be a whole number, found '{shortened(printed(value))}'"
            self.report.error("dealing.number", message, spec.places.get(key, spec.span))
            raise NotJudged
        return int(number)

    def _value(self, spec: DealingSpec, key: str, value: Any, scope: Mapping[str, Any]) -> Any:
        if not isinstance(value, Deferred):
            return value
        try:
            return value.expression(scope)
        except WordingError as fault:
            place = spec.places.get(key.partition(" ")[0], spec.span)
            self.report.error(fault.code, f"{key}: {fault}", place, hint=fault.hint)
            raise NotJudged from None
