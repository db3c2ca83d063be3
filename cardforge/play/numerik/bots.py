"""How seats play Numerik by themselves; each sees its own hand and what lies open.

What the definitions of `random` and `greedy` do not say: `random` names any seat that is offered
and any digit of the mode, and gives one card or two as a Gift with equal chance.  `greedy` gives
as many and the highest, aims every power at the smallest hand, names for Crown the digit of which
it holds most (the higher one of two), and of tied targets picks the one with which it expects to
hold fewest cards itself.
"""

from __future__ import annotations

from cardforge.play.numerik.code import DIGIT_OF, PLACES, after
from cardforge.play.numerik.moves import NAMED, SEATS, Move
from cardforge.play.numerik.predict import by_size, expected, predicted
from cardforge.play.numerik.state import CARDS, PARTNER, PLAY, SEAT, TARGET, TIED, State


def at_random(state: State) -> Move:
    """Return any legal pair of a physical card and a place, or any answer."""
    chance = state.chance
    if state.awaits == PLAY:
        # There is a legal play: asking again until one is found takes every one equally often.
        hand, forbidden = state.hands[state.seat], state.forbidden
        pairs = PLACES * len(hand)
        while True:
            pair = int(chance() * pairs)
            play = PLACES * hand[pair // PLACES] + pair % PLACES
            if not forbidden >> play & 1:
                return play
    if state.awaits == CARDS:
        return _any_cards(state)
    option = state.options[int(chance() * len(state.options))]
    return option + (SEATS if state.awaits == SEAT else NAMED)


def _any_cards(state: State) -> tuple[int, ...]:
    """Return any of the subsets of cards, all of one size with equal chance."""
    chance, count = state.chance, state.least
    if state.most > count:
        count += int(chance() * (state.most - count + 1))
    hand = state.hands[state.seat].copy()
    left = len(hand)
    cards = []
    for _ in range(count):
        at = int(chance() * left)
        left -= 1
        cards.append(hand[at])
        hand[at] = hand[left]
    return tuple(cards)


def greedy(state: State) -> Move:
    """Return the play after which the own hand should be smallest, or the answer in its spirit."""
    if state.awaits == PLAY:
        return _greedy_play(state)
    hand = state.hands[state.seat]
    if state.awaits == CARDS:
        return tuple(sorted(hand, reverse=True)[: state.most])
    if state.awaits == SEAT:
        return SEATS + _greedy_seat(state)
    return NAMED + max(state.options, key=lambda digit: (hand.count(digit), digit))


def _greedy_play(state: State) -> int:
    """Return the play with the smallest predicted hand, then the largest digit, then any place."""
    hand, forbidden = state.hands[state.seat], state.forbidden
    sizes = list(map(len, state.hands))
    sizes[state.seat] -= 1
    best: list[int] = []
    least = 0.0
    # From the largest digit down: a later one must be better.
    for digit in sorted(set(hand), reverse=True):
        for play in range(PLACES * digit, PLACES * digit + PLACES):
            if forbidden >> play & 1:
                continue
            size = predicted(state, after(state.code, play), sizes, digit)
            if not best or size < least:
                best, least = [play], size
            elif size == least and DIGIT_OF[best[0]] == digit:
                best.append(play)
    return best[int(state.chance() * len(best))] if len(best) > 1 else best[0]


def _greedy_seat(state: State) -> int:
    """Return the seat that is chosen, the first in turn order of those that are as good."""
    sizes = list(map(len, state.hands))
    code = state.code
    if state.why == TIED:
        return min(state.options, key=lambda one: expected(state, code, sizes, (one,), None))
    if state.why in (TARGET, PARTNER):
        return by_size(state.options, sizes, code // 100)
    return min(state.options, key=sizes.__getitem__)
