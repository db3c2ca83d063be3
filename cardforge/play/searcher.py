"""A player of any game that looks one move ahead: it imagines what it cannot see, and tries.

Every move is tried in the same imagined games, the others answer at random until the seat has to
decide again, and the move after which the seat stands best on average is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cardforge.play.table import Policy, Rules, Table

SAMPLES = 12
# Of more moves than this a sample is looked at.
MOST_MOVES = 24
# Answers of the others that are waited for, for each seat: enough for a lap with decisions in it.
ANSWERS = 4


def policy(rules: Rules, samples: int = SAMPLES, most_moves: int = MOST_MOVES) -> Policy:
    """Return a policy that tries each move in so many imagined games."""
    answer = rules.policies["random"]
    patience = ANSWERS * rules.seats

    def search(table: Table) -> Any:
        return _best(table, answer, samples, most_moves, patience)

    return search


def _best(
    table: Table, answer: Callable[[Any], Any], samples: int, most_moves: int, patience: int
) -> Any:
    moves = table.moves()
    # A name for this decision's games that any other player would find as well.
    name = table.rng.getrandbits(48)
    chance = Random(f"{name}:moves")
    tried = _some(moves, most_moves, chance)
    if len(tried) == 1:
        return tried[0]
    worths = [0.0] * len(tried)
    for number in range(samples):
        for place, move in enumerate(tried):
            # The same game for every move: what is dealt depends on its name alone.
            world = table.imagined(Random(f"{name}:{number}"))
            worths[place] += _worth_after(world, move, table.seat, answer, patience)
    best = max(worths)
    equal = [move for move, worth in zip(tried, worths, strict=True) if worth == best]
    return equal[int(chance.random() * len(equal))]


def _some(moves: Sequence[Any], most: int, chance: Random) -> list[Any]:
    """Return all moves, or as many different ones as are looked at."""
    total = len(moves)
    if total <= most:
        return [moves[place] for place in range(total)]
    # A range, however long, is not written out.
    return [moves[place] for place in chance.sample(range(total), most)]


def _worth_after(
    world: Table, move: Any, seat: int, answer: Callable[[Any], Any], patience: int
) -> float:
    """Return how well a seat stands after its move and the others' answers."""
    world.apply(move)
    while not world.over and world.seat != seat and patience:
        world.apply(answer(world))
        patience -= 1
    return world.worth(seat)
