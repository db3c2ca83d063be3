"""Design warnings from play: each fires on a planted fault and is silent without it."""

from collections import Counter
from math import comb

import pytest
import toy
from test_runner import KNOWN, box_of, game_of

from cardforge.diagnostics import Report
from cardforge.edition import Request
from cardforge.play import engines, runner, short
from cardforge.play.estimates import binomial_tail, differences
from cardforge.play.findings import (
    LEAST_GAMES,
    SEAT_P,
    findings_of,
    nevers_of,
    report_findings,
)
from cardforge.play.measures import Share
from cardforge.play.outcome import Outcome, measured
from cardforge.play.short import check_play
from cardforge.play.table import BOUND, CannotPlay, Unreachable


def played(game, games=200, policy="random", **asked):
    """Return what came of a toy's games."""
    box = box_of(game, **asked)
    rules = engines.rules_for(box, KNOWN)
    policies = engines.seated(rules, policy)
    tally = runner.run(runner.Job(rules, None, policies, 1, games), 1)
    return Outcome(box, rules, policies, 1, tally, measured(rules, tally))


def codes(outcome):
    return sorted({finding.code for finding in (*findings_of(outcome), *nevers_of([outcome]))})


@pytest.fixture
def fine(tmp_path):
    """Return the outcome of a toy that has no fault, but that it uses three tokens of two."""
    return played(game_of(tmp_path, toy.GAME.replace("copies: 2", "copies: 3")))


class TestFindings:
    def test_a_game_without_faults_has_none(self, fine):
        assert codes(fine) == []

    def test_games_that_do_not_end(self, fine, tmp_path):
        fine.tally.laws["endings"] = Counter({"won": 197, BOUND: 3})
        [found] = findings_of(fine)
        assert (found.severity, found.code, found.detail) == (
            "warning", "play.endless", "3 of 200 games",
        )  # fmt: skip
        assert found.span == fine.game.play.span

    def test_games_of_a_real_deck_that_do_not_end(self, tmp_path):
        low = toy.GAME.replace("1..6", "1..3").replace("copies: 2", "copies: 3")
        outcome = played(game_of(tmp_path, low))
        assert codes(outcome) == ["play.endless", "play.unpaid", "play.unreachable"]

    def test_a_draw_that_cannot_be_paid(self, fine):
        measures = {**fine.measures, "p_draw_short": {"mean": 0.02, "se": 0.01, "n": 200}}
        [found] = findings_of(fine._replace(measures=measures))
        assert (found.code, found.detail) == ("play.unpaid", "in 4 of 200 games")
        assert found.span == fine.box.decks["cards"].spec.span
        measures["p_draw_short"] = {"mean": 0.5, "se": 0.01, "n": 1000}
        [found] = findings_of(fine._replace(measures=measures))
        assert found.detail == "in 500 of 1,000 rounds"

    def test_a_token_of_which_more_are_in_use_than_printed(self, tmp_path):
        outcome = played(game_of(tmp_path))
        [found] = findings_of(outcome)
        assert found.code == "play.tokens"
        assert found.claim == "more tokens 'life' are in use than the box has"
        assert found.detail.startswith("3 of 2 in game ")
        assert found.span.line == next(
            number for number, line in enumerate(toy.GAME.splitlines(), 1) if "life:" in line
        )

    def test_a_card_that_can_never_occur(self, fine):
        fine.rules.unreachable = lambda: [Unreachable("cards.6", "a 6 may not follow anything")]
        [found] = nevers_of([fine])
        assert (found.code, found.claim) == ("play.unreachable", "6 can never occur")
        assert found.detail == "a 6 may not follow anything"
        assert found.span == fine.box.decks["cards"].spec.span

    def test_what_can_never_occur_is_not_called_unused_as_well(self, fine):
        fine.rules.unreachable = lambda: [Unreachable("cards.2", "…")]
        del fine.tally.laws["played"]["cards.2"]
        assert [found.code for found in nevers_of([fine])] == ["play.unreachable"]

    def test_a_card_that_was_never_used_is_a_note(self, fine):
        del fine.tally.laws["played"]["cards.2"]
        [found] = nevers_of([fine])
        assert (found.severity, found.code) == ("note", "play.unused")
        assert found.claim == "2 was never used in play"

    def test_few_games_say_nothing_about_unused_cards(self, tmp_path):
        outcome = played(game_of(tmp_path, toy.GAME.replace("copies: 2", "copies: 3")), games=99)
        del outcome.tally.laws["played"]["cards.2"]
        assert codes(outcome) == []


def with_wins(outcome, wins, games=10_000):
    outcome.tally.games = games
    seats = outcome.tally.by_seat["win_by_seat"]
    seats.clear()
    for seat, hits in enumerate(wins):
        seats[seat] = Share(hits, games)
    return outcome


class TestSeats:
    def test_a_seat_that_wins_more_often_is_accused(self, fine):
        outcome = with_wins(fine, (5300, 4700))
        [found] = findings_of(outcome)
        assert (found.code, found.claim) == ("play.seat", "seat 1 wins more often than the others")
        assert found.detail == "53.0% of 10,000 games where 50.0% is fair, p < 0.000001"

    def test_chance_is_not_accused(self, fine):
        assert codes(with_wins(fine, (5080, 4920))) == []

    @pytest.mark.parametrize("seats", [2, 4, 8])
    def test_the_line_is_where_the_corrected_chance_is_one_in_a_thousand(self, fine, seats):
        fine = fine._replace(policies=("random",) * seats)
        games, fair = 4000, 4000 // seats
        over = next(
            h for h in range(fair, games) if binomial_tail(h, games, 1 / seats) * seats < SEAT_P
        )
        others = seats - 1
        for wins, expected in ((over, ["play.seat"]), (over - 1, [])):
            rest = [(games - wins) // others] * others
            rest[0] += games - wins - sum(rest)
            assert codes(with_wins(fine, (wins, *rest), games)) == expected

    def test_fewer_games_than_two_thousand_accuse_nobody(self, fine):
        assert (LEAST_GAMES, SEAT_P) == (2000, 0.001)
        assert codes(with_wins(fine, (LEAST_GAMES, 0), LEAST_GAMES)) == ["play.seat"]
        assert codes(with_wins(fine, (LEAST_GAMES - 1, 0), LEAST_GAMES - 1)) == []

    def test_seats_that_play_differently_say_nothing_about_the_game(self, fine):
        outcome = with_wins(fine, (9000, 1000))
        assert codes(outcome._replace(policies=("random", "highest"))) == []

    def test_a_real_game_in_which_the_first_seat_is_ahead_is_found(self, tmp_path):
        text = toy.GAME.replace("copies: 2", "copies: 3")
        assert codes(played(game_of(tmp_path, text), games=LEAST_GAMES)) == ["play.seat"]

    def test_shared_victories_accuse_nobody(self, fine):
        assert codes(with_wins(fine, (7000, 7000))) == []


class TestTail:
    @pytest.mark.parametrize("n", [1, 2, 7, 40])
    @pytest.mark.parametrize("p", [0.01, 0.25, 0.5, 0.9])
    def test_it_is_the_sum_of_the_law(self, n, p):
        law = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
        for hits in range(n + 2):
            assert binomial_tail(hits, n, p) == pytest.approx(sum(law[hits:]), abs=1e-13)

    def test_many_games_are_no_trouble(self):
        assert binomial_tail(500_000, 1_000_000, 0.5) == pytest.approx(0.5004, abs=1e-4)
        assert 0 < binomial_tail(10_500, 20_000, 0.5) < 1e-11
        assert binomial_tail(20_000, 20_000, 0.25) == 0
        assert binomial_tail(5, 10, 0) == 0
        assert binomial_tail(5, 10, 1) == 1


class TestDifferences:
    def test_they_are_told_in_standard_errors(self):
        first = {"a": {"mean": 1.0, "se": 0.3, "n": 9}, "b": 4, "only": 1}
        second = {"a": {"mean": 3.5, "se": 0.4, "n": 9}, "b": 6, "more": 1}
        a, b = differences(first, second)
        assert (a.name, a.by, a.z) == ("a", 2.5, 5.0)
        assert a.p == pytest.approx(5.733e-7, rel=1e-3)
        assert (b.name, b.by, b.z, b.p) == ("b", 2, None, None)

    def test_measures_by_key_are_compared_key_by_key(self):
        one = {
            "win": {"0": {"mean": 0.5, "se": 0.1, "n": 4}, "1": {"mean": 0.5, "se": 0.1, "n": 4}}
        }
        assert [row.name for row in differences(one, one)] == ["win 0", "win 1"]
        assert [row.z for row in differences(one, one)] == [0, 0]

    def test_equal_measures_without_an_error_have_no_z(self):
        sure = {"a": {"mean": 1.0, "se": 0.0, "n": 4}}
        assert differences(sure, sure)[0].z is None


def checked(game, request=None):
    report = Report()
    report.allow(game.allowances)
    found = check_play(game, request or Request(), report, KNOWN)
    return found, report.problems


class TestShortPlay:
    def test_every_mode_and_number_of_players_is_played_and_said(self, tmp_path):
        game = game_of(tmp_path, toy.GAME.replace("copies: 2", "copies: 3"))
        found, problems = checked(game)
        assert problems == ()
        assert (found.modes, found.players, found.games) == (["short", "long"], [2, 3], 240)
        said = "Played 240 short games of toy (2 modes × 2 player numbers, seed 1)."
        assert str(found) == said

    def test_half_of_the_games_are_greedy_so_that_no_seat_is_judged(self, tmp_path, monkeypatch):
        chosen, outcomes = [], []
        by_name = short.policies_by_name
        monkeypatch.setattr(
            short,
            "policies_by_name",
            lambda rules, names: chosen.append(names) or by_name(rules, names),
        )
        monkeypatch.setattr(short, "report_findings", lambda found, *_: outcomes.extend(found))
        checked(game_of(tmp_path), Request(players=3, mode="long"))
        assert chosen.count(("random",) * 3) == chosen.count(("greedy",) * 3) == 30
        assert [len(set(outcome.policies)) for outcome in outcomes] == [2]

    def test_one_number_of_players_is_named(self, tmp_path):
        found, _ = checked(game_of(tmp_path), Request(players=5, mode="long"))
        assert str(found) == "Played 60 short games of toy (1 mode × 5 players, seed 1)."

    def test_the_printed_box_is_what_is_played_with(self, tmp_path):
        per_player = toy.GAME.replace("copies: 2", "copies: \"{{ players if mode == '' else 0 }}\"")
        found, problems = checked(game_of(tmp_path, per_player))
        assert found.games == 240
        assert problems == ()

    def test_a_problem_of_several_configurations_is_told_once_with_all_of_them(self, tmp_path):
        _, problems = checked(game_of(tmp_path))
        [problem] = problems
        assert problem.code == "play.tokens"
        for name in ("short, 2 players", "short, 3 players", "long, 2 players", "long, 3 players"):
            assert f"({name})" in problem.message

    def test_what_never_occurs_is_told_when_no_configuration_has_it(self, tmp_path, monkeypatch):
        game = game_of(tmp_path, toy.GAME.replace("copies: 2", "copies: 3"))

        def unreachable(rules):
            short = rules.box.settings.mode == "short"
            return [Unreachable("cards.1", "…")] + [Unreachable("cards.2", "…")] * short

        monkeypatch.setattr(toy.Rules, "unreachable", unreachable)
        _, problems = checked(game)
        assert [problem.message for problem in problems] == ["1 can never occur: …"]

    def test_a_deck_that_cannot_be_set_up_is_an_error_with_its_place(self, tmp_path):
        game = game_of(tmp_path, toy.GAME.replace("back: none}", "back: none, copies: 0}"))
        found, problems = checked(game)
        assert found is None
        [problem] = [p for p in problems if p.severity == "error"]
        assert (problem.code, problem.span) == ("play.setup", game.decks[0].span)

    def test_a_fault_of_set_up_is_told_of_the_most_players_of_each_mode(
        self, tmp_path, monkeypatch
    ):
        game = game_of(tmp_path)

        def refused(box, _):
            said = f"{box.settings.mode} with {box.settings.players}"
            raise CannotPlay("play.setup", said, game.decks[0].span)

        monkeypatch.setattr("cardforge.play.short.rules_for", refused)
        assert [p.message for p in checked(game)[1]] == ["short with 3", "long with 3"]

    def test_a_warning_can_be_allowed_at_its_place(self, tmp_path):
        allowed = 'life: {allow: {play.tokens: "coins will do"}, shape'
        _, problems = checked(game_of(tmp_path, toy.GAME.replace("life: {shape", allowed)))
        [problem] = problems
        assert (problem.severity, problem.code) == ("note", "play.tokens")
        assert problem.message.endswith("(allowed: coins will do)")

    def test_an_unpaid_draw_can_be_allowed_at_the_deck(self, tmp_path):
        text = toy.GAME.replace("1..6", "1..3").replace("copies: 2", "copies: 3")
        codes = [p.code for p in checked(game_of(tmp_path, text))[1] if p.severity == "warning"]
        assert "play.unpaid" in codes
        text = text.replace("cards: {for", "cards: {allow: {play.unpaid: draw what there is}, for")
        codes = [p.code for p in checked(game_of(tmp_path, text))[1] if p.severity == "warning"]
        assert codes == ["play.endless", "play.unreachable"]

    def test_a_game_without_an_engine_is_not_played(self, tmp_path):
        text = toy.GAME.replace("play: {engine: toy, mode: short, players: 2}\n", "")
        assert checked(game_of(tmp_path, text)) == (None, ())

    def test_games_without_end_take_bounded_turns(self, tmp_path, monkeypatch):
        monkeypatch.setattr(toy, "BOUND_OF_TURNS", 20_000)
        game = game_of(tmp_path, toy.GAME.replace("1..6", "1..3"))
        found, problems = checked(game)
        # One game for each mode and number of players: it is long enough.
        assert found.games == 2 * 2
        assert "play.endless" in {problem.code for problem in problems}

    def test_it_finds_the_same_every_time(self, tmp_path):
        game = game_of(tmp_path)
        assert checked(game) == checked(game)


def test_findings_of_one_outcome_name_no_configuration(fine):
    fine.tally.laws["endings"] = Counter({"won": 199, BOUND: 1})
    report = Report()
    report_findings([fine], report)
    [problem] = report.problems
    assert problem.message == "games do not end within the bound of turns: 1 of 200 games"
