"""How a seat can choose its moves in Ninety-Nine: each looks at its own hand and the total only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardforge.play.adding.setup import NO_CARD, Move

if TYPE_CHECKING:
    from cardforge.play.adding.table import AddingTable
    from cardforge.play.table import Policy


def random(table: AddingTable) -> Move:
    """Choose any legal card, then any legal number of it."""
    effects, total, limit = table.effects, table.total, table.limit
    hand = table.hands[table.seat]
    if total > table.calm:
        keep, low = effects.keep, effects.low
        hand = [card for card in hand if total * keep[card] + low[card] <= limit]
    if not hand:
        return NO_CARD
    chance = table.rng.random
    card = hand[int(chance() * len(hand))]
    move = effects.single[card]
    if move is None:
        moves = [move for move in effects.moves[card] if table.result(move) <= limit]
        move = moves[int(chance() * len(moves))]
    return move


def greedy_max(table: AddingTable) -> Move:
    """Choose the legal card and number that make the total largest."""
    before, limit, plays = table.total, table.limit, table.effects.plays
    best: list[Move] = []
    largest = 0
    for card in table.hands[table.seat]:
        for move, keep, number in plays[card]:
            total = before * keep + number
            if total <= limit:
                if not best or total > largest:
                    best, largest = [move], total
                elif total == largest:
                    best.append(move)
    return _any_of(best, table)


def saver(table: AddingTable) -> Move:
    """Choose the legal plain card and number that add most, else any legal card."""
    before, limit, effects = table.total, table.limit, table.effects
    plays, is_plain = effects.plays, effects.plain
    plain: list[Move] = []
    others: list[Move] = []
    most = 0
    for card in table.hands[table.seat]:
        for move, keep, number in plays[card]:
            if before * keep + number > limit:
                continue
            if not is_plain[card]:
                others.append(move)
            elif not plain or number > most:
                plain, most = [move], number
            elif number == most:
                plain.append(move)
    return _any_of(plain or others, table)


def _any_of(moves: list[Move], table: AddingTable) -> Move:
    return moves[int(table.rng.random() * len(moves))] if moves else NO_CARD


POLICIES: dict[str, Policy] = {"random": random, "greedy_max": greedy_max, "saver": saver}
