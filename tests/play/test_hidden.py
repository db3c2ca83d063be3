"""No seat knows more than it sees: neither the policies nor the searcher, in any game."""

from random import Random

import pytest
from boxes import box

from cardforge.play.engines import engine_of, rules_for

WAYS = [("cent", 2, None), ("one-hundred", 3, None), ("ninety-nine", 4, None),
        ("numerik", 2, "decouverte"), ("numerik", 4, "avance")]  # fmt: skip
GAMES, MOST_MOVES, OFTEN = 6, 150, 0.2


def games(name, players, mode):
    """Yield rules with any answers, and random numbers for a game by them."""
    known = engine_of(box(name).game).RULINGS
    for number in range(GAMES):
        chance = Random(f"{name} {number}")
        rulings = {key: chance.choice(answers) for key, answers in known.items()}
        yield rules_for(box(name, players, mode, **rulings)), chance


def moments(rules, chance):
    """Yield a running game again and again, played on by all policies in turn."""
    table = rules.table(Random(chance.random()))
    for number in range(MOST_MOVES):
        if table.over:
            return
        if chance.random() < OFTEN:
            yield table
        choose = [*rules.policies.values()][number % len(rules.policies)]
        table.apply(choose(table))


def choices(worlds, choose):
    """Return what a policy does in some games, with the same random numbers in each."""
    for world in worlds:
        world.rng.seed(5)
    return {choose(world) for world in worlds}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, filter(None, way))))
def test_what_a_seat_cannot_see_changes_nothing_that_it_does(way):
    seen = 0
    for rules, chance in games(*way):
        for table in moments(rules, chance):
            # The same game for the seat to move, with everything hidden dealt anew.
            worlds = [table.imagined(Random(chance.random())) for _ in range(3)]
            assert len({world.imagined(Random(1)).summary() for world in (table, *worlds)}) == 1
            assert len({world.worth(table.seat) for world in worlds}) == 1
            for choose in rules.policies.values():
                assert len(choices(worlds, choose)) == 1
            seen += len({world.summary() for world in worlds}) > 1
    assert seen > 20


def test_a_policy_that_peeks_is_found_out():
    table = rules_for(box("cent")).table(Random(1))
    worlds = [table.imagined(Random(number)) for number in range(9)]
    assert choices(worlds, lambda world: max(world.hand)) == {max(table.hand)}
    peek = len(choices(worlds, lambda world: sorted(world.hand)[sum(world.hands[1]) % 3]))
    assert peek > 1


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, filter(None, way))))
def test_a_game_is_not_changed_by_what_is_tried_in_another(way):
    for rules, chance in games(*way):
        for table in moments(rules, chance):
            before = table.summary(), table.census(), table.moves()
            world = table.imagined(Random(chance.random()))
            for _ in range(40):
                if not world.over:
                    world.apply(rules.policies["random"](world))
            assert (table.summary(), table.census()) == before[:2]
            assert [*table.moves()] == [*before[2]]
