"""What is counted over many games: means, errors, quantiles, the largest of all, whatever order."""

from math import ceil, sqrt
from statistics import stdev

import pytest

from cardforge.play.measures import Sample, Share, Tally, proportions


def sample(*values):
    found = Sample()
    for value in values:
        found.add(value)
    return found


class TestSamples:
    def test_the_error_is_the_sample_deviation_by_the_root_of_how_many(self):
        values = (3, 3, 4, 7, 12)
        assert sample(*values).data() == {
            "mean": pytest.approx(5.8), "se": pytest.approx(stdev(values) / sqrt(5)), "n": 5
        }  # fmt: skip

    @pytest.mark.parametrize("values", [(), (4,), (4, 4, 4)])
    def test_what_does_not_vary_has_no_error(self, values):
        assert sample(*values).se == 0.0

    @pytest.mark.parametrize("n", [1, 2, 7, 20, 99, 100])
    @pytest.mark.parametrize("share", [0.01, 0.25, 0.5, 0.95, 0.99, 1.0])
    def test_a_quantile_is_the_nearest_rank(self, n, share):
        values = [value * value for value in range(n)]
        assert sample(*reversed(values)).quantile(share) == values[ceil(share * n) - 1]

    def test_an_empty_sample_is_nothing_at_all(self):
        assert (Sample().data(), Sample().most, Sample().quantile(0.5)) == (
            {"mean": 0.0, "se": 0.0, "n": 0}, 0, 0,
        )  # fmt: skip


def test_the_error_of_a_share_is_that_of_a_proportion():
    assert Share(3, 12).data() == {"mean": 0.25, "se": pytest.approx(0.125), "n": 12}
    assert Share().data() == {"mean": 0.0, "se": 0.0, "n": 0}


def tally(number, turns):
    """Return what one game of so many turns counts."""
    found = Tally()
    found.number, found.games = number, 1
    found.samples["turns"].add(turns)
    found.shares["deadlock"].add(turns > 8)
    found.by_seat["win_by_seat"][turns % 2].add(1)
    found.laws["endings"]["won" if turns < 9 else "bound"] += 1
    found.note_largest("turns", turns)
    return found


class TestTallies:
    @pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
    def test_they_add_up_in_any_order(self, order):
        games = [tally(1, 5), tally(2, 9), tally(3, 9), tally(4, 2)]
        whole = Tally()
        for place in order:
            whole.merge(games[place])
        assert whole.games == 4
        assert whole.samples["turns"].data() == sample(5, 9, 9, 2).data()
        assert whole.shares["deadlock"].data() == Share(2, 4).data()
        assert whole.seats("win_by_seat") == {"0": Share(1, 1).data(), "1": Share(3, 3).data()}
        assert proportions(whole.laws["endings"]) == {
            "bound": Share(2, 4).data(), "won": Share(2, 4).data()
        }  # fmt: skip
        # The first of the games that had it.
        assert whole.largest == {"turns": (9, 2)}

    def test_of_games_that_are_played_one_after_another_the_first_is_named_too(self):
        whole = Tally()
        for whole.number, turns in ((1, 4), (2, 7), (3, 7), (4, 6)):
            whole.note_largest("turns", turns)
        assert whole.largest == {"turns": (7, 2)}
