"""Bare loops that play random games of cent and ninety-nine, beside which the engines are measured.

No data, no explanations, no rulings and nothing counted but the turns: the cards are numbers in
lists and the rules are written out in one function, as one does for a quick answer.
`python bench/play_plain.py ninety-nine 10000` plays and prints what came out.
"""

from __future__ import annotations

import sys
from random import Random

BASE = range(1, 21)
SPECIALS = range(21, 101)
ACE, FOUR, NINE, KING = 1, 4, 9, 13
# What each rank adds at least; the king is no rank that adds.
ADDS = (0, 1, 2, 3, 0, 5, 6, 7, 8, 0, -10, 10, 10)
DECK = [rank for rank in range(1, 14) for _ in range(4)]


def cent(games: int, seed: int = 1) -> tuple[int, int]:
    """Play games of the 100-Card Game, two players at random; return rounds and tricks."""
    rng = Random(seed)
    random, shuffle = rng.random, rng.shuffle
    rounds = tricks = 0
    for _ in range(games):
        specials = list(SPECIALS)
        shuffle(specials)
        mine = yours = 0
        while mine < 9 and yours < 9:
            if mine == yours == 8:
                pile = [*BASE, *SPECIALS]
            else:
                pile = [*BASE, *specials[-5:]]
                del specials[-5:]
            shuffle(pile)
            one, two = pile[:3], pile[3:6]
            del pile[:6]
            first = second = 0
            while first < 5 and second < 5:
                high, low = one.pop(int(random() * 3)), two.pop(int(random() * 3))
                # The card that wins lies under the pile and is not drawn again in the round.
                if high > low:
                    first += 1
                    one.append(low)
                    two.append(pile.pop())
                else:
                    second += 1
                    two.append(high)
                    one.append(pile.pop())
            tricks += first + second
            if first > second:
                mine += 1
            else:
                yours += 1
        rounds += mine + yours
    return rounds, tricks


def ninety_nine(games: int, seed: int = 1, players: int = 4) -> tuple[int, int]:
    """Play games of Ninety-Nine at random with the usual rulings; return rounds and turns."""
    rng = Random(seed)
    rounds = turns = 0
    for _ in range(games):
        tokens = [3] * players
        starter = 0
        while len(tokens) > 1:
            loser, played = _round(rng, len(tokens), starter)
            rounds += 1
            turns += played
            tokens[loser] -= 1
            starter = loser
            if not tokens[loser]:
                # The next one on the left of who has left begins.
                del tokens[loser]
                starter = loser % len(tokens)
    return rounds, turns


def _round(rng: Random, seats: int, seat: int) -> tuple[int, int]:
    """Play a round of Ninety-Nine; return the seat that cannot play, and the turns."""
    random = rng.random
    pile = DECK[:]
    rng.shuffle(pile)
    hands = [pile[start : start + 3] for start in range(0, 3 * seats, 3)]
    del pile[: 3 * seats]
    discard = []
    total, step, turns = 0, 1, 0
    while True:
        turns += 1
        hand = hands[seat]
        legal = [rank for rank in hand if rank == KING or total + ADDS[rank] <= 99]
        if not legal:
            return seat, turns
        rank = legal[int(random() * len(legal))]
        hand.remove(rank)
        discard.append(rank)
        if rank == KING:
            total = 99
        elif rank == ACE and total <= 88 and random() < 0.5:
            total += 11
        else:
            total += ADDS[rank]
        if not pile:
            pile = discard[:-1]
            rng.shuffle(pile)
            discard = discard[-1:]
        hand.append(pile.pop())
        if rank == NINE:
            seat += 2 * step
        elif rank == FOUR and seats > 2:
            step = -step
            seat += step
        else:
            seat += step
        seat %= seats


LOOPS = {"cent": cent, "ninety-nine": ninety_nine}


if __name__ == "__main__":
    rounds, turns = LOOPS[sys.argv[1]](int(sys.argv[2]))
    print(f"{rounds} rounds, {turns} turns")
