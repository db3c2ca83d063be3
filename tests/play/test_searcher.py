"""The player that looks one move ahead: it plays better, by what its seat sees and nothing else."""

from math import sqrt
from random import Random

import pytest
from boxes import box

from cardforge.play.cent import rules as cent
from cardforge.play.engines import rules_for
from cardforge.play.searcher import policy
from cardforge.play.table import play_out


@pytest.fixture(scope="module")
def rules():
    return cent.rules(box("cent"))


@pytest.mark.slow
@pytest.mark.parametrize(("other", "least"), [("random", 0.6), ("high", 0.53)])
def test_it_wins_clearly_more_rounds(rules, other, least):
    won = rounds = 0
    for number in range(14):
        table = rules.table(Random(number))
        seat = number % 2
        chosen = [rules.policies[other]] * 2
        chosen[seat] = policy(rules, samples=8)
        play_out(table, chosen)
        won += table.scores[seat]
        rounds += len(table.rounds)
    assert won / rounds - 3 * 0.5 / sqrt(rounds) > 0.5
    assert won / rounds > least


@pytest.mark.parametrize(
    ("name", "players", "mode", "rulings"),
    [
        ("cent", 2, None, {"removed": "shown"}),
        ("cent", 2, None, {"removed": "hidden"}),
        ("one-hundred", 3, None, {}),
        ("ninety-nine", 4, None, {}),
        ("numerik", 3, "standard", {}),
        ("numerik", 2, "avance", {}),
    ],
)
def test_it_uses_nothing_that_its_seat_does_not_see(name, players, mode, rulings):
    rules = rules_for(box(name, players, mode, **rulings))
    search = policy(rules, samples=2)
    differ = 0
    for seed in range(30):
        table = rules.table(Random(seed))
        for _ in range(seed * 5):
            if not table.over:
                table.apply(rules.policies["random"](table))
        if table.over:
            continue
        other = table.imagined(Random(f"other {seed}"))
        differ += other.summary() != table.summary()
        for each in (table, other):
            each.rng.seed(f"same {seed}")
        assert table.written(search(table)) == other.written(search(other))
    assert differ > 10


def test_the_same_random_numbers_make_the_same_game(rules):
    ends = set()
    for _ in range(2):
        table = rules.table(Random(3))
        play_out(table, [policy(rules, samples=1), rules.policies["random"]])
        ends.add((table.summary(), table.rng.random()))
    assert len(ends) == 1


def test_it_leaves_the_game_as_it_is(rules):
    table = rules.table(Random(3))
    before = table.summary()
    policy(rules, samples=4)(table)
    assert table.summary() == before


class Sums:
    """A game of one move: the larger the number, the better, of more numbers than can be tried."""

    seats = 1
    policies = {"random": None}  # noqa: RUF012

    def __init__(self, rng, total=10**12):
        self.rng, self.total, self.seat, self.over, self.kept = rng, total, 0, False, 0

    def moves(self):
        return range(self.total)

    def imagined(self, rng):
        return Sums(rng, self.total)

    def apply(self, move):
        self.kept, self.over = move, True

    def worth(self, seat):
        return min(self.kept, 5)


def test_of_very_many_moves_a_sample_is_tried():
    table = Sums(Random(1))
    assert policy(Sums, samples=1, most_moves=10)(table) in table.moves()


def test_equal_moves_are_equally_likely_and_the_best_is_made():
    chosen = [policy(Sums, samples=2)(Sums(Random(seed), 8)) for seed in range(600)]
    assert set(chosen) == {5, 6, 7}
    assert all(150 < chosen.count(move) < 250 for move in set(chosen))


def test_every_move_is_tried_in_the_same_imagined_games(monkeypatch):
    games = []
    imagined = Sums.imagined
    monkeypatch.setattr(
        Sums, "imagined", lambda self, rng: games.append(rng.random()) or imagined(self, rng)
    )
    policy(Sums, samples=3)(Sums(Random(1), 4))
    # Three games, each begun four times; games of another decision are others.
    assert [games.count(game) for game in games] == [4] * 12
    policy(Sums, samples=3)(Sums(Random(2), 4))
    assert len(set(games)) == 6


def test_a_single_move_is_made_without_a_thought():
    assert policy(Sums)(Sums(Random(1), 1)) == 0


class Duel:
    """A game of two in which each wants another move; seat 1 is to decide, and seats alternate."""

    seats = 2
    policies = {"random": lambda _: 0}  # noqa: RUF012

    def __init__(self, rng, heard):
        self.rng, self.heard, self.seat, self.over, self.made = rng, heard, 1, False, []

    def moves(self):
        return (0, 1)

    def imagined(self, rng):
        return Duel(rng, self.heard)

    def apply(self, move):
        self.made.append(move)
        self.seat = 1 - self.seat

    def worth(self, seat):
        self.heard.append((seat, len(self.made)))
        return self.made[0] == seat


def test_it_judges_for_the_seat_to_move_when_that_has_to_decide_again():
    heard = []
    assert policy(Duel, samples=2)(Duel(Random(1), heard)) == 1
    # For seat 1, after its move and the one answer of the other.
    assert heard == [(1, 2)] * 4
