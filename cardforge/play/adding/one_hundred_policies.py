"""How a seat can choose its moves in One Hundred: each looks at its own hand and the total only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardforge.play.adding.setup import NO_CARD, Move

if TYPE_CHECKING:
    from cardforge.play.adding.table import AddingTable
    from cardforge.play.table import Policy


def random_any(table: AddingTable) -> Move:
    """Choose any card of the hand."""
    return _any_of(table.hands[table.seat], table)


def random(table: AddingTable) -> Move:
    """Choose any safe card, any card if none is safe."""
    hand = table.hands[table.seat]
    return _any_of(_safe(hand, table) or hand, table)


def greedy_max(table: AddingTable) -> Move:
    """Choose the safe card that makes the total largest, any card if none is safe."""
    effects, total, limit = table.effects, table.total, table.limit
    keep, high = effects.keep, effects.high
    hand = table.hands[table.seat]
    best: list[int] = []
    largest = 0
    for card in hand:
        result = total * keep[card] + high[card]
        if result <= limit:
            if not best or result > largest:
                best, largest = [card], result
            elif result == largest:
                best.append(card)
    return _highest(best, table) if best else _any_of(hand, table)


def saver(table: AddingTable) -> Move:
    """Choose the safe plain card that adds most, else any safe card, else any card."""
    effects = table.effects
    hand = table.hands[table.seat]
    safe = _safe(hand, table)
    plain = [card for card in safe if effects.plain[card]]
    if plain:
        most = max(effects.low[card] for card in plain)
        return _highest([card for card in plain if effects.low[card] == most], table)
    return _highest(safe, table) if safe else _any_of(hand, table)


def _safe(hand: list[int], table: AddingTable) -> list[int]:
    """Return the cards that can be played without passing the limit."""
    effects, total, limit = table.effects, table.total, table.limit
    if total <= table.calm:
        return hand
    keep, low = effects.keep, effects.low
    return [card for card in hand if total * keep[card] + low[card] <= limit]


def _any_of(cards: list[int], table: AddingTable) -> Move:
    """Return the move of one card of several, each number that it may announce as likely."""
    if not cards:
        return NO_CARD
    chance = table.rng.random
    card = cards[int(chance() * len(cards))]
    move = table.effects.single[card]
    if move is None:
        values = table.effects.values[card]
        move = card, values[int(chance() * len(values))]
    return move


def _highest(cards: list[int], table: AddingTable) -> Move:
    """Return the move of one card of several, announcing the highest total within the limit."""
    return table.effects.tops[cards[int(table.rng.random() * len(cards))]]


POLICIES: dict[str, Policy] = {
    "random_any": random_any,
    "random": random,
    "greedy_max": greedy_max,
    "saver": saver,
}
