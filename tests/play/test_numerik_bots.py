"""How seats play Numerik by themselves, held against the definitions of the policies."""

from collections import Counter
from math import sqrt
from random import Random

import pytest
from numerik_tables import laid, play, rules_of

from cardforge.play.numerik.bots import at_random, greedy
from cardforge.play.numerik.code import after
from cardforge.play.numerik.predict import predicted

STATED = rules_of(powers="stated")
HOUSE = rules_of()


def chosen(table, policy, times=1):
    """Return how often a policy makes each move, as text."""
    return Counter(table.written(policy(table)) for _ in range(times))


def is_share(hits, n, p):
    return abs(hits - n * p) < 4 * sqrt(n * p * (1 - p))


class TestRandom:
    def test_a_digit_that_is_held_more_often_is_played_as_much_more_often(self):
        table = laid(STATED, "361", "22245", "0", "0", "0")
        found = chosen(table, at_random, 3000)
        weights = {"2": 3, "4": 1, "5": 1}
        assert set(found) == {digit + place for digit in "245" for place in "HTU"}
        for move, times in found.items():
            assert is_share(times, 3000, weights[move[0]] / 15), move

    def test_what_is_forbidden_is_never_played(self):
        table = laid(STATED, "361", "16", "0", "0", "0", last="H")
        assert set(chosen(table, at_random, 300)) == {"1T", "6U"}

    def test_discarded_cards_are_any_subset(self):
        table = play(laid(STATED, "121", "24567", "0", "0", "0", last="T"), "2H")
        found = chosen(table, at_random, 3000)
        assert set(found) == {f"cards {b}{a}" for a in "4567" for b in "4567" if a < b}
        for move, times in found.items():
            assert is_share(times, 3000, 1 / 6), move

    def test_one_card_is_given_as_gift_as_often_as_two(self):
        table = laid(HOUSE, "272", "2345671", "022", "012", "012", last="H")
        play(table, "2T", "seat 1", "cards 22", "seat 3")
        found = Counter(len(at_random(table)) for _ in range(1000))
        assert set(found) == {1, 2}
        assert is_share(found[1], 1000, 1 / 2)

    def test_every_seat_is_as_likely(self):
        table = play(laid(STATED, "141", "23", "0", "0", "0", last="T"), "2U")
        found = chosen(table, at_random, 900)
        assert set(found) == {"seat 1", "seat 2", "seat 3"}
        assert all(is_share(times, 900, 1 / 3) for times in found.values())


def in_order(targets, table):
    """Return targets in turn order, the active player first."""
    return sorted(targets, key=lambda seat: (seat - table.active) % table.plan.seats)


def stated_targets(table, code, sizes):
    """Return whom a code aims at by the definition of `greedy`."""
    action, _, unit = code
    me, seats = table.active, range(len(sizes))
    others = in_order([seat for seat in seats if seat != me], table)
    best = max if action in (2, 5, 9) else min
    return in_order(
        {
            0: list,
            1: lambda: [me],
            2: lambda: [best(others, key=lambda seat: sizes[seat])],
            3: lambda: [(me - 1) % len(sizes)],
            4: lambda: [(me + 1) % len(sizes)],
            5: lambda: [seat for seat in seats if sizes[seat] == max(sizes)],
            6: lambda: [seat for seat in seats if sizes[seat] == min(sizes)],
            7: lambda: [seat for seat in seats if sizes[seat] % 2 == 0],
            8: lambda: [seat for seat in seats if sizes[seat] % 2],
            9: lambda: seats,
        }[unit](),
        table,
    )


def stated_size(table, digit, place):
    """Return the predicted size of the own hand by the definition of `greedy`."""
    code = [table.code // 100, table.code // 10 % 10, table.code % 10]
    code[place] = digit
    action, x, unit = code
    me = table.active
    hand = sorted(table.hands[me])
    hand.remove(digit)
    sizes = [len(hand) if seat == me else len(held) for seat, held in enumerate(table.hands)]
    size = len(hand)
    if action in (0, 8) or not unit or (not x and action <= 4):
        return size
    targets = stated_targets(table, code, sizes)
    others = [seat for seat in targets if seat != me]
    if action == 3:
        for seat in targets:
            if size < x:
                return x
            size -= x if seat != me else 0
        return size
    short = x if size < x else size
    return {
        1: size + x if me in targets else size,
        2: (x if size < x else size - x) if me in targets else size,
        4: short if targets else size,
        5: size - hand.count(x) if me in targets else size,
        6: size - hand.count(x) if others else size,
        7: size - hand.count(x) if others else size,
        9: size + sum(sizes[seat] for seat in others) / (table.plan.top + 1),
    }[action]


class TestGreedy:
    @pytest.mark.parametrize(
        ("mode", "players"), [("decouverte", 2), ("standard", 4), ("avance", 3), ("standard", 6)]
    )
    def test_it_plays_for_the_smallest_hand_then_the_largest_digit(self, mode, players):
        rules = rules_of(mode, players, powers="stated")
        judged = set()
        for seed in range(12):
            table = rules.table(Random(seed))
            while not table.over and len(table.rounds) < 2:
                if table.awaits == "play":
                    plays = {
                        move: (stated_size(table, move // 3, move % 3), -(move // 3))
                        for move in table.moves()
                    }
                    best = min(plays.values())
                    move = greedy(table)
                    assert plays[move][1] == best[1], table.summary()
                    assert plays[move][0] == pytest.approx(best[0]), table.summary()
                    sizes = list(map(len, table.hands))
                    sizes[table.active] -= 1
                    for one, (size, _) in plays.items():
                        found = predicted(table, after(table.code, one), sizes, one // 3)
                        assert found == pytest.approx(size), (table.written(one), table.summary())
                    judged.add((table.code // 100, table.code % 10))
                policy = greedy if len(judged) % 2 else at_random
                table.apply(policy(table))
        assert len(judged) > 15

    def test_equal_places_are_as_likely(self):
        table = laid(STATED, "000", "7", "0", "0", "0")
        found = chosen(table, greedy, 900)
        assert set(found) == {"7H", "7T", "7U"}
        assert all(is_share(times, 900, 1 / 3) for times in found.values())

    def test_it_discards_and_gives_its_highest_digits(self):
        table = play(laid(STATED, "121", "24567", "0", "0", "0", last="T"), "2H")
        assert chosen(table, greedy) == {"cards 76": 1}
        table = play(laid(STATED, "124", "34567", "0", "0", "0", last="T"), "3H")
        assert chosen(table, greedy) == {"cards 76": 1}

    @pytest.mark.parametrize(
        ("code", "move", "seat"),
        # Hands of 3, 1, 2 and 1: most for 2, 5 and 9, else fewest; the first of several.
        [("141", "2U", "seat 1"), ("221", "2U", "seat 2"), ("521", "2U", "seat 2")],
    )
    def test_another_player_is_the_largest_hand_for_discards_else_the_smallest(
        self, code, move, seat
    ):
        table = play(laid(STATED, code, "2345", "0", "00", "0", last="T"), move)
        assert chosen(table, greedy) == {seat: 1}

    def test_the_sniper_aims_at_the_smallest_hand(self):
        table = play(laid(STATED, "330", "3456", "001", "01", "04", last="H"), "3U")
        while table.why != "sniper":
            table.apply(greedy(table))
        assert len(set(map(len, table.hands))) > 1
        smallest = min(table.options, key=lambda seat: len(table.hands[seat]))
        assert chosen(table, greedy) == {f"seat {smallest}": 1}

    def test_a_crown_names_the_digit_that_it_holds_most_often_the_higher_of_two(self):
        instead = rules_of("avance", power_order="instead")
        table = play(laid(instead, "880", "8225516", "012", "01", "04", last="H"), "8U")
        assert table.why == "crown"
        assert chosen(table, greedy) == {"digit 5": 1}
