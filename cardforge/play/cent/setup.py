"""What the 100-Card Game needs of a box, or why it cannot be played with it."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from cardforge.expressions import printed
from cardforge.play.cent.table import Plan
from cardforge.play.needs import answers_of, cannot, deck_of, fact_of, most_turns_of
from cardforge.play.table import Box

if TYPE_CHECKING:
    from cardforge.model import Card, Deck

RULINGS: dict[str, tuple[str, ...]] = {"removed": ("shown", "hidden")}
PLAYERS = 2
DECK, VALUE, KIND = "numbers", "value", "kind"
BASE, SPECIAL = "base", "special"
MOST_TRICKS = 20_000
# The facts of the game that play needs, and the least that each can be.
LEAST = {"base": 0, "specials": 0, "hand": 1, "points": 1, "rounds": 1, "level": 0}
# `hilo` plays the 17th of 25 cards, the 68th of 100 and those above as high ones.
HIGH = (17, 25)


def plan_of(box: Box) -> Plan:
    """Return what the rules need to know of a box; raises CannotPlay."""
    if box.settings.players != PLAYERS:
        message = f"the 100-Card Game is for {PLAYERS} players, not {box.settings.players}"
        raise cannot(message, box.game.span, f"ask for {PLAYERS} players")
    deck = deck_of(box, DECK)
    cards = _in_order(deck)
    facts = {name: fact_of(box, name, least) for name, least in LEAST.items()}
    special = [_is_special(card, facts["base"]) for card in cards]
    _check_enough(deck, special, facts)
    ranks = range(len(cards))
    base = tuple(rank for rank in ranks if not special[rank])
    return Plan(
        ids=tuple(card.id for card in cards),
        values=tuple(card.fields[VALUE] for card in cards),
        base=base,
        specials=tuple(rank for rank in ranks if special[rank]),
        drawn=facts["specials"],
        hand=facts["hand"],
        points=facts["points"],
        rounds=facts["rounds"],
        last_at=[facts["level"]] * PLAYERS,
        shown=answers_of(box, RULINGS)["removed"] == "shown",
        high=(
            _threshold(base, len(base) + facts["specials"]),
            _threshold(ranks, len(ranks)),
        ),
        most_tricks=most_turns_of(box, MOST_TRICKS),
        heights=(_heights(special, facts["specials"]), _heights(special, sum(special))),
    )


def _in_order(deck: Deck) -> list[Card]:
    """Return the cards from the lowest to the highest; no two may be equal."""
    by_value: dict[float, Card] = {}
    for card in deck.cards:
        value = card.fields.get(VALUE)
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            shown = "nothing" if value is None else f"'{printed(value):.30}'"
            message = f"{card.id} has no number to compare: its {VALUE} is {shown}"
            raise cannot(message, card.span, f"give every card of {DECK} a number as its {VALUE}")
        if value in by_value or card.copies > 1:
            raise cannot(
                f"{DECK} holds the number {printed(value)} more than once: the rules do not say "
                "who wins a trick of equal cards",
                card.span,
                "give each card a number of its own, in one copy",
            )
        if card.copies:
            by_value[value] = card
    return [by_value[value] for value in sorted(by_value)]


def _is_special(card: Card, base: int) -> bool:
    """Return whether a card is drawn for a round rather than in every one."""
    kind = card.fields.get(KIND)
    if kind is None:
        return bool(card.fields[VALUE] > base)
    if kind not in (BASE, SPECIAL):
        message = f"{card.id} is of a kind that the rules do not know: '{printed(kind):.30}'"
        raise cannot(message, card.span, f"the kinds of {DECK} are {BASE} and {SPECIAL}")
    return bool(kind == SPECIAL)


def _check_enough(deck: Deck, special: Sequence[bool], facts: dict[str, int]) -> None:
    """Refuse a box whose cards cannot be dealt in every round that a game can come to."""
    dealt, specials = PLAYERS * facts["hand"], sum(special)
    base = len(special) - specials
    in_round = base + facts["specials"]
    if in_round < dealt:
        raise cannot(
            f"{PLAYERS} players with {facts['hand']} cards each need {dealt} cards, a round has "
            f"{in_round}: {base} base cards and {facts['specials']} specials",
            deck.spec.span,
            f"add cards to {DECK}, or deal fewer",
        )
    # The most rounds before a game is won or comes to the last one, with all cards.
    level = min(facts["level"], facts["rounds"])
    rounds = facts["rounds"] + level - 1 if level else 0
    if specials < rounds * facts["specials"]:
        raise cannot(
            f"{rounds} rounds before the last one need {rounds * facts['specials']} specials, "
            f"{facts['specials']} each: {DECK} has {specials}",
            deck.spec.span,
            f"add cards to {DECK}, or play fewer rounds",
        )


def _threshold(cards: Sequence[int], size: int) -> int:
    """Return the lowest card that `hilo` plays as a high one, of those known to be in a deck."""
    if not cards:
        return 0
    place = size * HIGH[0] // HIGH[1]
    return cards[min(max(place, 1), len(cards)) - 1]


def _heights(special: Sequence[bool], drawn: int) -> tuple[float, ...]:
    """Return for each card what share of a deck's other cards is lower, 0 to 1.

    Of the specials a deck has `drawn`, any of them.
    """
    specials = sum(special)
    most = max(1, len(special) - specials + drawn - 1)
    share = drawn / specials if specials else 0.0
    heights, below = [], 0.0
    for is_special in special:
        heights.append(min(1.0, below / most))
        below += share if is_special else 1.0
    return tuple(heights)
