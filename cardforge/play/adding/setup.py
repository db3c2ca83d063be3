"""What the adding games share: cards that move one total, and what setting up a game needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardforge.expressions import printed
from cardforge.play.needs import answers_of, cannot, deck_of, fact_of, most_turns_of
from cardforge.play.table import Box, CannotPlay

if TYPE_CHECKING:
    from cardforge.model import Card, Deck

# What a card does beside moving the total.
NOTHING, REVERSES, SKIPS = 0, 1, 2
# A card by its index, and the number its player announces with it, None when it has no choice.
Move = tuple[int, int | None]
NO_CHOICE: tuple[None] = (None,)
# A player who cannot play any card: it costs a token in one game, in the other nothing.
NO_CARD: Move = (-1, None)
MOST_TURNS = 20_000


class Effect(NamedTuple):
    """What a card does: the total is multiplied by `keep`, then `add` or an announced number added.

    `plain` cards are those that add a number of their own and do nothing else.
    """

    keep: int
    add: int
    values: Sequence[int | None] = NO_CHOICE
    flag: int = NOTHING
    plain: bool = False


class Effects:
    """The cards of a deck as tables by index, so that a turn looks nothing up by name."""

    __slots__ = (
        "calm", "cards", "high", "ids", "indices", "keep", "low", "moves", "names", "pile", "plain",
        "plays", "single", "titles", "tops", "values",
    )  # fmt: skip

    def __init__(self, deck: Deck, read: Callable[[Card], Effect], limit: int) -> None:
        cards = [card for card in deck.cards if card.copies]
        effects = [read(card) for card in cards]
        self.ids = tuple(card.id for card in cards)
        # What the players call the cards, in the language of the run.
        self.titles = tuple(card.name for card in cards)
        self.names = tuple(card.id.partition(".")[2] for card in cards)
        self.indices = {name: index for index, name in enumerate(self.names)}
        # The whole deck, each card as often as it is printed.
        self.pile = [index for index, card in enumerate(cards) for _ in range(card.copies)]
        # Unpacking a bare tuple is faster than one with names.
        self.cards = [(e.keep, e.add, e.values, e.flag) for e in effects]
        self.keep = [effect.keep for effect in effects]
        self.values = [effect.values for effect in effects]
        self.plain = [effect.plain for effect in effects]
        # What is added at the least, and at the most without passing the limit if that can be.
        self.low = [min(numbers(effect)) for effect in effects]
        self.high = [_highest(effect, limit) for effect in effects]
        self.moves: list[tuple[Move, ...]] = [
            tuple((index, value) for value in effect.values) for index, effect in enumerate(effects)
        ]
        # Each move of a card with what it multiplies the total by and adds to it.
        self.plays = [
            tuple((move, effect.keep, number) for move, number in zip(moves, added, strict=True))
            for moves, effect, added in zip(self.moves, effects, map(numbers, effects), strict=True)
        ]
        # The only move of a card, None for a card with a choice.
        self.single = [moves[0] if len(moves) == 1 else None for moves in self.moves]
        self.tops: list[Move] = [
            (index, None if effect.values is NO_CHOICE else self.high[index])
            for index, effect in enumerate(effects)
        ]
        # Up to this total no card passes the limit.
        self.calm = min(map(self._calm(limit), range(len(cards))), default=limit)

    def _calm(self, limit: int) -> Callable[[int], float]:
        def calm(card: int) -> float:
            if self.keep[card]:
                return (limit - self.low[card]) // self.keep[card]
            return limit if self.low[card] <= limit else float("-inf")

        return calm


def numbers(effect: Effect) -> tuple[int, ...]:
    """Return every number that a card can add."""
    return tuple(effect.add if value is None else value for value in effect.values)


def _highest(effect: Effect, limit: int) -> int:
    if effect.keep or effect.values is NO_CHOICE:
        return max(numbers(effect))
    within = [value for value in numbers(effect) if value <= limit]
    return max(within, default=min(numbers(effect)))


class Plan(NamedTuple):
    """What every game of one set of rules shares."""

    effects: Effects
    seats: int
    limit: int
    start: int
    hand: int
    tokens: int
    token: str
    most_turns: int
    rulings: Mapping[str, str]

    def is_ruled(self, key: str, answer: str) -> bool:
        """Return whether a question is answered so."""
        return self.rulings[key] == answer


def plan_of(
    box: Box, read: Callable[[Card, int], Effect], known: Mapping[str, tuple[str, ...]]
) -> Plan:
    """Return the plan of a game from what is printed; raises CannotPlay."""
    deck = deck_of(box, "cards")
    seats = box.settings.players
    limit, start = fact_of(box, "limit"), fact_of(box, "start")
    hand, tokens = fact_of(box, "hand", 1), fact_of(box, "tokens", 1)
    if start > limit:
        message = f"the total starts at {start}, above the limit of {limit}"
        spec = box.game.facts.get("start")
        place = spec.span if spec else box.game.span
        raise cannot(message, place, "change facts.start or facts.limit")
    if seats < 2:
        message = f"{seats} player cannot play alone"
        raise cannot(message, box.game.span, "ask for two players or more")
    effects = Effects(deck, lambda card: read(card, limit), limit)
    if len(effects.pile) < hand * seats:
        message = (
            f"{seats} players need {hand * seats} cards ({hand} each), "
            f"the deck has {len(effects.pile)}"
        )
        raise cannot(message, deck.spec.span, "add cards, or ask for fewer")
    most = most_turns_of(box, MOST_TURNS)
    token = _token(box, seats, tokens)
    answers = answers_of(box, known)
    return Plan(effects, seats, limit, start, hand, tokens, token, most, answers)


def _token(box: Box, seats: int, each: int) -> str:
    """Return the id of the token that the players are given, if there are enough of them."""
    tokens = next((deck for deck in box.decks.values() if deck.spec.is_token), None)
    if tokens is None:
        raise cannot("the game has no tokens to lose", box.game.span, "write them under tokens:")
    if tokens.total < each * seats:
        message = (
            f"{seats} players need {each * seats} tokens ({each} each), the box has {tokens.total}"
        )
        raise cannot(message, tokens.spec.span, "add tokens: copies")
    return tokens.cards[0].id


def unknown_kind(card: Card, kinds: Iterable[str]) -> CannotPlay:
    """Return the fault of a card whose kind the rules do not know."""
    kind = card.fields.get("kind")
    message = (
        f"card {card.id} is of a kind that the rules do not know: {printed(kind) or 'nothing':.40}"
    )
    return cannot(message, card.span, "the kinds: " + ", ".join(kinds))


def no_number(card: Card, field: str) -> CannotPlay:
    """Return the fault of a card whose number cannot be read."""
    kind = printed(card.fields.get("kind")) or "nothing"
    message = f"card {card.id} of kind {kind:.40} needs a number in {field}"
    return cannot(message, card.span, f"write {field}: with a whole number")
