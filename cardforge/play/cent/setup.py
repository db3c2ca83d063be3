"""What the 100-Card Game needs of a box, or why it cannot be played with it."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from cardforge.diagnostics import Span, did_you_mean
from cardforge.expressions import printed
from cardforge.play.cent.table import Plan
from cardforge.play.table import Box, CannotPlay

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
        raise _cannot(message, box.game.span, f"ask for {PLAYERS} players")
    deck = _deck(box)
    cards = _in_order(deck)
    facts = {name: _fact(box, name, least) for name, least in LEAST.items()}
    special = [_is_special(card, facts["base"]) for card in cards]
    _check_enough(deck, special, facts)
    ranks = range(len(cards))
    base = tuple(rank for rank in ranks if not special[rank])
    spec = box.game.play
    most = spec.most_turns if spec is not None else None
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
        shown=_ruling(box, "removed") == "shown",
        high=(
            _threshold(base, len(base) + facts["specials"]),
            _threshold(ranks, len(ranks)),
        ),
        most_tricks=most or MOST_TRICKS,
        heights=(_heights(special, facts["specials"]), _heights(special, sum(special))),
    )


def _cannot(message: str, span: Span | None, hint: str) -> CannotPlay:
    return CannotPlay("play.setup", message, span, hint)


def _deck(box: Box) -> Deck:
    if DECK not in box.decks:
        hint = did_you_mean(DECK, box.decks) or f"call the cards that are played with {DECK}"
        raise _cannot(f"the 100-Card Game is played with a deck {DECK}", box.game.span, hint)
    return box.decks[DECK]


def _in_order(deck: Deck) -> list[Card]:
    """Return the cards from the lowest to the highest; no two may be equal."""
    by_value: dict[float, Card] = {}
    for card in deck.cards:
        value = card.fields.get(VALUE)
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            shown = "nothing" if value is None else f"'{printed(value):.30}'"
            message = f"{card.id} has no number to compare: its {VALUE} is {shown}"
            raise _cannot(message, card.span, f"give every card of {DECK} a number as its {VALUE}")
        if value in by_value or card.copies > 1:
            raise _cannot(
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
        raise _cannot(message, card.span, f"the kinds of {DECK} are {BASE} and {SPECIAL}")
    return bool(kind == SPECIAL)


def _fact(box: Box, name: str, least: int) -> int:
    value = box.facts.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and value >= least:
        return value
    fact = box.game.facts.get(name)
    found = "is missing" if value is None else f"is '{printed(value):.30}'"
    raise _cannot(
        f"the 100-Card Game needs the fact {name} as a whole number from {least} on: it {found}",
        fact.span if fact else box.game.places.get("facts", box.game.span),
        f"write facts: {{{name}: {{is: …, source: …}}}}",
    )


def _check_enough(deck: Deck, special: Sequence[bool], facts: dict[str, int]) -> None:
    """Refuse a box whose cards cannot be dealt in every round that a game can come to."""
    dealt, specials = PLAYERS * facts["hand"], sum(special)
    base = len(special) - specials
    in_round = base + facts["specials"]
    if in_round < dealt:
        raise _cannot(
            f"{PLAYERS} players with {facts['hand']} cards each need {dealt} cards, a round has "
            f"{in_round}: {base} base cards and {facts['specials']} specials",
            deck.spec.span,
            f"add cards to {DECK}, or deal fewer",
        )
    # The most rounds before a game is won or comes to the last one, with all cards.
    level = min(facts["level"], facts["rounds"])
    rounds = facts["rounds"] + level - 1 if level else 0
    if specials < rounds * facts["specials"]:
        raise _cannot(
            f"{rounds} rounds before the last one need {rounds * facts['specials']} specials, "
            f"{facts['specials']} each: {DECK} has {specials}",
            deck.spec.span,
            f"add cards to {DECK}, or play fewer rounds",
        )


def _ruling(box: Box, key: str) -> str:
    known = RULINGS[key]
    answer = box.settings.rulings.get(key, known[0])
    if answer not in known:
        raise _cannot(
            f"the ruling {key} has the answer '{answer:.30}', which the rules do not know",
            box.game.places.get("rulings", box.game.span),
            f"the answers: {', '.join(known)}",
        )
    return answer


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
