"""Deck mathematics: what is in the decks of any game and what a hand of them may hold.

Nothing needs to be known of the rules but how many cards are dealt; every chance is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from cardforge.check.statistics.fields import Kinds, kinds_of
from cardforge.check.statistics.hands import FieldChance, Hand, KindChance, hands_of
from cardforge.diagnostics import Report
from cardforge.model import Deck, Game, Settings


class DeckStatistics(NamedTuple):
    """A deck or tokens: how many cards, how many different ones, and their kinds."""

    name: str
    title: str
    is_token: bool
    # Whether its cards are drawn or dealt unseen, so that how many there are of a kind matters.
    is_drawn: bool
    total: int
    different: int
    fields: tuple[Kinds, ...]


class Statistics(NamedTuple):
    """The deck mathematics of a game for one language, mode and number of players."""

    game: str
    version: str
    title: str
    language: str
    players: int
    mode: str | None
    decks: tuple[DeckStatistics, ...]
    hands: tuple[Hand, ...]


def statistics(game: Game, settings: Settings, decks: Sequence[Deck], report: Report) -> Statistics:
    """Return the deck mathematics of dealt decks; what cannot be computed is reported."""
    language = settings.language
    hands = hands_of(game, settings, decks, report)
    dealt = {name for hand in hands for name in hand.decks}
    return Statistics(
        game=game.id,
        version=game.version,
        title=game.title.get(language, game.id),
        language=language,
        players=settings.players,
        mode=settings.mode,
        decks=tuple(_deck(deck, game, language, dealt) for deck in decks if deck.total),
        hands=hands,
    )


def _deck(deck: Deck, game: Game, language: str, dealt: set[str]) -> DeckStatistics:
    cards = [card for card in deck.cards if card.copies]
    title = deck.spec.title
    return DeckStatistics(
        name=deck.name,
        title=title.get(language, deck.name) if title else deck.name,
        is_token=deck.spec.is_token,
        is_drawn=deck.name in dealt or (deck.spec.hidden and not deck.spec.is_token),
        total=deck.total,
        different=len(cards),
        fields=kinds_of((deck,), cards, game),
    )


def as_data(stats: Statistics) -> dict[str, Any]:
    """Return the deck mathematics as plain data; a chance has its exact fraction."""
    head = {key: getattr(stats, key) for key in ("game", "version", "language", "players", "mode")}
    return {
        **head,
        "decks": {deck.name: _deck_data(deck) for deck in stats.decks},
        "hands": [_hand_data(hand) for hand in stats.hands],
    }


def _deck_data(deck: DeckStatistics) -> dict[str, Any]:
    return {
        "total": deck.total,
        "different": deck.different,
        "fields": {kinds.name: _kinds_data(kinds) for kinds in deck.fields},
    }


def _kinds_data(kinds: Kinds) -> dict[str, Any]:
    return {
        "same_as": list(kinds.fields[1:]),
        "main": kinds.main,
        "copies": dict(zip(kinds.values, kinds.counts, strict=True)),
        "numbers": {
            numbers.field: {
                "min": numbers.least,
                "max": numbers.most,
                "mean": numbers.mean,
                "median": numbers.median,
                "sd": numbers.deviation,
                "sum": numbers.sum,
            }
            for numbers in kinds.numbers
        },
    }


def _hand_data(hand: Hand) -> dict[str, Any]:
    return {
        "dealing": hand.name,
        "decks": list(hand.decks),
        "hand": hand.hand,
        "shuffled": hand.pile.size,
        "players": hand.players,
        "dealt": hand.dealt,
        "sums": {name: {"mean": s.mean, "sd": s.deviation} for name, s in hand.sums.items()},
        "fields": {field.kinds.name: _field_data(field) for field in hand.fields},
    }


def _field_data(field: FieldChance) -> dict[str, Any]:
    return {
        "kinds": {chance.value: _kind_data(chance) for chance in field.chances},
        "all_alike": _chance_data(field.all_alike),
        "all_different": _chance_data(field.all_different),
    }


def _kind_data(chance: KindChance) -> dict[str, Any]:
    return {
        "copies": chance.cards.total,
        "holds": {str(k): _chance_data(p) for k, p in enumerate(chance.law)},
        "at_least_one": _chance_data(chance.at_least_one),
        "expected": _chance_data(chance.expected),
        "somebody": _chance_data(chance.somebody),
    }


def _chance_data(chance: Fraction | None) -> dict[str, Any] | None:
    return None if chance is None else {"exact": str(chance), "value": float(chance)}
