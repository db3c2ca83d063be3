"""The four games as they are shipped: their open questions, and what their play speaks against."""

from random import Random

import pytest
from boxes import DESIGNS, box, edited

from cardforge.diagnostics import Report
from cardforge.edition import Request, WrongRequest, settings_of
from cardforge.load import load_game
from cardforge.play.engines import box_of, policies_by_name, rules_for
from cardforge.play.findings import LEAST_GAMES, report_findings
from cardforge.play.measures import Tally
from cardforge.play.outcome import Outcome, measured
from cardforge.play.runner import play_games
from cardforge.play.short import check_play

# The questions that the rules leave open, the usual answer first.
RULINGS = {
    "cent": {"removed": "shown hidden"},
    "one-hundred": {
        "bust": "reset hold cap over redeal",
        "neg": "allow clamp",
        "red_ace": "1 11 set",
        "elim": "pile out",
        "rev2": "none skip",
        "decks": "auto 1 2",
    },
    "ninety-nine": {
        "jq": "10/10 11/12",
        "nine": "skip pass",
        "neg": "allow clamp",
        "rev2": "none skip",
        "end": "round turn_hold turn_reset",
        "starter": "loser next rotate",
    },
    "numerik": {
        "forbid": "cover prev combo pos none",
        "lift": "no yes",
        "subject": "active target",
        "shortage": "2,3,4 3 none",
        "multi": "stop seq total",
        "tie": "all choose none",
        "end": "any active",
        "start": "rotate winner",
        "power_order": "after instead",
        "powers": "house stated",
        "copies": "10",
        "threshold": "mode",
    },
}
NUMBERS = {"copies", "threshold"}
GREEDY = {"cent": "high", "one-hundred": "greedy_max", "ninety-nine": "greedy_max",
          "numerik": "greedy"}  # fmt: skip
POLICIES = {
    "cent": {"random", "high", "low", "hilo"},
    "one-hundred": {"random_any", "random", "greedy_max", "saver"},
    "ninety-nine": {"random", "greedy_max", "saver"},
    "numerik": {"random", "greedy"},
}


def game_in(folder):
    report = Report()
    game = load_game(folder / "game.yaml", report)
    assert not report.has_errors, report.problems
    return game, report


@pytest.mark.parametrize("name", RULINGS)
class TestRulings:
    def test_they_are_those_of_the_rules_the_usual_answer_first(self, name):
        game, _ = game_in(DESIGNS / name)
        found = {key: " ".join(ruling.values) for key, ruling in game.rulings.items()}
        assert found == RULINGS[name]
        assert settings_of(game, Request())[0].rulings == {
            key: answers.split()[0] for key, answers in RULINGS[name].items()
        }

    def test_an_unknown_key_is_a_wrong_command_that_lists_all(self, name):
        game, _ = game_in(DESIGNS / name)
        with pytest.raises(WrongRequest) as fault:
            settings_of(game, Request(rulings={"nothing": "1"}))
        for key in RULINGS[name]:
            assert key in f"{fault.value} {fault.value.hint}"

    def test_an_unknown_answer_is_a_wrong_command_that_lists_all(self, name):
        game, _ = game_in(DESIGNS / name)
        for key, answers in RULINGS[name].items():
            with pytest.raises(WrongRequest) as fault:
                settings_of(game, Request(rulings={key: "?"}))
            said = f"{fault.value} {fault.value.hint}"
            assert key in said
            assert all(answer in said for answer in answers.split()), said
            assert ("any whole number" in said) is (key in NUMBERS)

    def test_every_answer_can_be_played(self, name):
        game, report = game_in(DESIGNS / name)
        for key, answers in RULINGS[name].items():
            for answer in [*answers.split(), *(["12"] if key in NUMBERS else [])]:
                [settings, *_] = settings_of(game, Request(rulings={key: answer}))
                rules = rules_for(box_of(game, settings, report))
                table = rules.table(Random(1))
                for _ in range(4):
                    table.apply(rules.policies["random"](table))

    def test_greedy_and_the_other_policies_are_those_of_the_definitions(self, name):
        rules = rules_for(box(name))
        assert rules.greedy == GREEDY[name]
        assert rules.policies.keys() >= POLICIES[name]


def in_check(folder, **asked):
    """Return the problems that the short play of a check finds in a game."""
    game, report = game_in(folder)
    report.allow(game.allowances)
    check_play(game, Request(**asked), report)
    return {problem.code: problem for problem in report.problems if problem.severity != "note"}


PLANTED = [
    (
        # A bound that no game keeps.
        "cent", "play.endless", {}, {},
        ("game.yaml", "engine: cent, players: 2}", "engine: cent, players: 2, most-turns: 40}"),
    ),
    (
        # Only as many cards as are dealt.
        "ninety-nine", "play.unpaid", {"players": 4}, {},
        ("game.yaml", "from: standard-52", "from: standard-52\n    where: rank in [5, 6, 8]"),
    ),
    (
        # One Ban token of each digit instead of one for each player.
        "numerik", "play.tokens", {"players": 6, "mode": "avance"}, {},
        ("game.yaml", 'en: "Ban {{ digit }}"}\n    copies: "{{ players }}"',
         'en: "Ban {{ digit }}"}\n    copies: 1'),
    ),
    (
        # A ruling under which no digit can be played a second time running.
        "numerik", "play.unreachable", {"players": 2, "mode": "avance"}, {"forbid": "prev"}, None,
    ),
    (
        # A king that sets the total above the limit.
        "ninety-nine", "play.unreachable", {"players": 3}, {},
        ("rulebook.yaml", "limit: {is: 99", "limit: {is: 98"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "code", "asked", "rulings", "change"), PLANTED)
def test_a_planted_fault_is_found(tmp_path, name, code, asked, rulings, change):
    # That nothing is found without it is said by tests/test_check_games.py.
    folder = edited(tmp_path, name, change) if change else DESIGNS / name
    found = in_check(folder, rulings=rulings, **asked)
    assert found.keys() == {code}
    assert found[code].severity == "warning"
    assert found[code].span is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", RULINGS)
def test_two_thousand_games_speak_against_no_shipped_game(name):
    where = box(name)
    rules = rules_for(where)
    names = ("random",) * rules.seats
    policies = policies_by_name(rules, names)
    tally = play_games(rules, policies, 1, range(1, LEAST_GAMES + 1), Tally())
    report = Report()
    report.allow(where.game.allowances)
    outcome = Outcome(where, rules, names, 1, tally, measured(rules, tally))
    report_findings([outcome], report)
    assert [p for p in report.problems if p.severity != "note"] == []
    assert {p.code for p in report.problems} <= {"play.unpaid"}
