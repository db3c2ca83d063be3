"""Allowances silence a warning at their place, with a reason; checks are set game by game."""

from textwrap import dedent

import pytest

from cardforge.allowances import take_allowances
from cardforge.check.settings import Checks
from cardforge.check_table import CHECK_TABLE
from cardforge.diagnostics import Report
from cardforge.edition import Request
from cardforge.judging_grammar import read_checks
from cardforge.load import load_game
from cardforge.pipeline import check
from cardforge.presets import DATA
from cardforge.source import parse

STARTER = (DATA / "starters" / "lanterns" / "game.yaml").read_text("utf-8")


def taken(text):
    report = Report()
    node = parse(dedent(text), "game.yaml", report)
    allowances = take_allowances(node, report)
    return node, allowances, report


def loaded(tmp_path, sections, **files):
    """Return the game of a folder whose game.yaml ends with some more sections, and its report."""
    (tmp_path / "game.yaml").write_text(STARTER + dedent(sections), "utf-8")
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(dedent(text), "utf-8")
    report = Report()
    game = load_game(tmp_path / "game.yaml", report, "game.yaml")
    return game, report


def codes(report):
    return [problem.code for problem in report.problems]


class TestWhere:
    GAME = """\
        templates:
          plain:
            elements:
              - text: A
                allow: {print.safe: "meant so"}
              - text: B
        """

    def test_a_problem_inside_the_element_becomes_a_note_with_the_reason(self):
        node, allowances, report = taken(self.GAME)
        first, second = node.value["templates"].value["plain"].value["elements"].value
        report.allow(allowances)
        report.warning("print.safe", "too near", first.span)
        report.warning("print.safe", "too near", second.span)
        assert [(p.severity, p.message) for p in report.problems] == [
            ("note", "too near (allowed: meant so)"),
            ("warning", "too near"),
        ]

    def test_another_problem_at_the_same_place_stays(self):
        node, allowances, report = taken(self.GAME)
        report.allow(allowances)
        first = node.value["templates"].value["plain"].value["elements"].value[0]
        report.warning("print.small-text", "tiny", first.value["text"].span)
        assert report.count("warning") == 1

    def test_the_key_is_gone_for_those_who_read_on(self):
        node, _, _ = taken(self.GAME)
        first = node.value["templates"].value["plain"].value["elements"].value[0]
        assert list(first.value) == ["text"]

    def test_at_the_top_it_speaks_of_the_whole_game_and_of_problems_without_a_place(self):
        _, allowances, report = taken('allow: {play.seat: "a duel"}\ngame: x\n')
        report.allow(allowances)
        report.warning("play.seat", "seat 1 wins more often")
        assert report.count("warning") == 0

    def test_in_the_palette_it_speaks_of_the_colours(self):
        node, allowances, report = taken(
            'palette:\n  ink: "#000000"\n  allow: {print.vision: "only a pattern"}\nfonts: {}\n'
        )
        report.allow(allowances)
        report.warning("print.vision", "merge", node.value["palette"].value["ink"].span)
        report.warning("print.vision", "merge", node.value["fonts"].span)
        assert [p.severity for p in report.problems] == ["note", "warning"]

    def test_words_may_be_called_allow(self):
        node, allowances, report = taken("words: {en: {allow: Allow}}\ndecks: {d: {rows: []}}\n")
        assert allowances == ()
        assert not report.problems
        assert node.value["words"].value["en"].value["allow"].value == "Allow"

    def test_a_field_of_a_card_may_be_called_allow(self):
        node, allowances, report = taken("decks: {d: {rows: [{id: x, allow: visitors}]}}\n")
        assert allowances == ()
        assert not report.problems
        row = node.value["decks"].value["d"].value["rows"].value[0]
        assert row.value["allow"].value == "visitors"

    def test_a_row_can_hold_an_allowance_too(self):
        _, allowances, _ = taken('decks: {d: {rows: [{id: x, allow: {print.twins: "a pair"}}]}}\n')
        assert [allowance.code for allowance in allowances] == ["print.twins"]

    def test_it_works_in_an_included_file(self, tmp_path):
        game, report = loaded(
            tmp_path,
            "include: [more.yaml]\n",
            more='palette: {extra: "#123456", allow: {print.vision: "only a pattern"}}\n',
        )
        assert codes(report) == []
        assert [allowance.code for allowance in game.allowances] == ["print.vision"]
        report.allow(game.allowances)
        place = game.allowances[0].span
        report.warning("print.vision", "merge", place)
        assert place.file == "more.yaml"
        assert report.count("warning") == 0


class TestHowStrict:
    def test_errors_of_laying_out_cannot_be_allowed(self):
        _, allowances, report = taken('allow: {text.overfull: "who cares"}\n')
        report.allow(allowances)
        report.error("text.overfull", "too wide")
        assert report.has_errors

    def test_errors_that_a_game_made_of_warnings_can(self):
        _, allowances, report = taken('allow: {print.dpi: "a sketch"}\n')
        report.allow(allowances)
        report.error("print.dpi", "too coarse")
        assert not report.has_errors

    @pytest.mark.parametrize("code", ["words.same", "words.empty"])
    def test_errors_about_translations_can_as_well(self, code):
        _, allowances, report = taken(f'allow: {{{code}: "a proper name"}}\n')
        report.allow(allowances)
        report.error(code, "alike")
        assert not report.has_errors

    def test_a_note_that_is_allowed_stays_as_it_is_and_its_allowance_is_not_idle(self):
        _, allowances, report = taken('allow: {words.same: "a proper name"}\n')
        report.allow(allowances)
        report.note("words.same", "alike")
        report.note_idle_allowances()
        assert [(p.code, p.message) for p in report.problems] == [("words.same", "alike")]

    def test_an_error_says_nothing_of_allowances_that_were_not_asked(self, tmp_path):
        allow = "allow: {print.bleed: 'a sketch'}\n"
        wrong = allow + "play: {engine: nowhere}\n"
        for sections, found in ((allow, ["allow.idle"]), (wrong, ["play.engine"])):
            game, _ = loaded(tmp_path, sections)
            report = Report()
            check(game, Request(), report)
            ours = ("allow.", "play.")
            assert [code for code in codes(report) if code.startswith(ours)] == found

    def test_they_hold_in_a_report_of_its_own(self, tmp_path):
        game, _ = loaded(tmp_path, "allow: {print.contrast: 'a sketch', print.safe: 'near'}\n")
        report = Report()
        check(game, Request(languages=("en",)), report)
        report.warning("print.safe", "near")
        assert report.count("warning") == 0

    def test_an_idle_allowance_is_noted(self):
        _, allowances, report = taken('allow: {print.dpi: "a sketch", print.safe: "near"}\n')
        report.allow(allowances)
        report.warning("print.dpi", "too coarse")
        report.note_idle_allowances()
        assert [p.message for p in report.problems if p.code == "allow.idle"] == [
            "print.safe is allowed here, but does not occur"
        ]


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("allow: print.safe", "allow.form"),
        ("allow: [print.safe]", "allow.form"),
        ("allow: {}", "allow.form"),
        ("allow: {safe: near}", "allow.form"),
        ("allow: {print.safe: ''}", "allow.reason"),
        ("allow: {print.safe: [a]}", "allow.reason"),
    ],
)
def test_a_faulty_allowance_is_a_problem_with_a_place(tmp_path, written, code):
    _, report = loaded(tmp_path, f"{written}\n")
    assert codes(report) == [code]
    assert report.problems[0].span.line == STARTER.count("\n") + 1


def test_a_word_that_names_no_problem_is_called_by_its_name(tmp_path):
    _, report = loaded(tmp_path, "allow: {print.safe: a sketch, contrast: a ghost}\n")
    assert report.problems[0].message.startswith("'contrast' is no problem that can be allowed")


class TestChecks:
    def test_what_is_not_said_is_as_the_table_says(self, tmp_path):
        game, _ = loaded(tmp_path, "")
        for name, spec in CHECK_TABLE.items():
            assert Checks(game).severity(name) == spec.severity
            assert Checks(game)[name] == {key: limit[0] for key, limit in spec.limits.items()}

    def test_every_limit_of_every_check_can_be_set(self):
        for name, spec in CHECK_TABLE.items():
            for key, (_, least, most) in spec.limits.items():
                report = Report()
                text = f"{name}: {{severity: note, {key}: {most:g}}}"
                from cardforge.decode import Reader

                read = read_checks(parse(text, "x", report), Reader(report, {}))
                assert not report.problems
                assert least <= most
                assert read[name] == ("note", {key: most})

    def test_a_severity_alone_keeps_the_limits(self, tmp_path):
        game, report = loaded(tmp_path, "checks: {safe: off, dpi: {least: 250}}\n")
        assert codes(report) == []
        assert Checks(game).severity("safe") == "off"
        assert Checks(game)["safe"] == {k: v[0] for k, v in CHECK_TABLE["safe"].limits.items()}
        assert Checks(game)["dpi"]["least"] == 250
        assert Checks(game).severity("dpi") == CHECK_TABLE["dpi"].severity

    @pytest.mark.parametrize(
        ("written", "code"),
        [
            ("checks: {saef: off}", "checks.unknown"),
            ("checks: {safe: loud}", "value.choice"),
            ("checks: {safe: {severity: loud}}", "value.choice"),
            ("checks: {dpi: {least: many}}", "value.number"),
            ("checks: {dpi: {least: 0}}", "value.number"),
            ("checks: {dpi: {most: 3}}", "key.unknown"),
            ("checks: all", "value.mapping"),
        ],
    )
    def test_a_faulty_setting_is_a_problem_with_a_place(self, tmp_path, written, code):
        game, report = loaded(tmp_path, f"{written}\n")
        assert codes(report) == [code]
        assert report.problems[0].span.line == STARTER.count("\n") + 1
        assert game.checks == {}


class TestPlay:
    def test_as_many_may_play_as_the_game_is_for_with_more_boxes(self, tmp_path):
        text = STARTER.replace("players: 2..4 ", "players: {min: 2, max: 4, limit: 9} ")
        for players, expected in ((1, ["play.players"]), (2, []), (9, []), (10, ["play.players"])):
            file = tmp_path / f"{players}.yaml"
            file.write_text(f"{text}play: {{engine: cent, players: {players}}}\n", "utf-8")
            report = Report()
            game = load_game(file, report, "game.yaml")
            assert codes(report) == expected
            assert expected or game.play.players == players

    def test_the_engine_alone_is_enough(self, tmp_path):
        game, report = loaded(tmp_path, "play: {engine: cent}\n")
        assert codes(report) == []
        assert game.play.engine == "cent"
        assert game.play[1:4] == (None, None, None)

    @pytest.mark.parametrize(
        ("written", "code"),
        [
            ("play: cent", "value.mapping"),
            ("play: {mode: fast}", "key.missing"),
            ("play: {engine: cent, mode: fast}", "play.mode"),
            ("play: {engine: cent, players: 99}", "play.players"),
            ("play: {engine: cent, players: two}", "value.number"),
            ("play: {engine: cent, most-turns: 0}", "value.number"),
            ("play: {engine: cent, turns: 5}", "key.unknown"),
        ],
    )
    def test_a_fault_is_a_problem_with_a_place(self, tmp_path, written, code):
        _game, report = loaded(tmp_path, f"{written}\n")
        assert code in codes(report)
        assert all(p.span.line == STARTER.count("\n") + 1 for p in report.problems)


class TestRulingsWithNumbers:
    RULING = "rulings: {rate: {values: [usual], whole: 1..200, title: Rate}}\n"

    @pytest.mark.parametrize("answer", ["usual", "1", "77", "200"])
    def test_an_answer_is_a_listed_word_or_a_number_of_the_range(self, tmp_path, answer):
        game, report = loaded(tmp_path, self.RULING)
        assert codes(report) == []
        assert game.rulings["rate"].knows(answer)

    @pytest.mark.parametrize("answer", ["", "0", "201", "07", "7.0", "-1", "٧", "9" * 30, "rare"])
    def test_anything_else_is_none(self, tmp_path, answer):
        game, _ = loaded(tmp_path, self.RULING)
        assert not game.rulings["rate"].knows(answer)

    def test_a_range_may_hold_one_number(self, tmp_path):
        game, report = loaded(tmp_path, self.RULING.replace("1..200", '"5..5"'))
        assert codes(report) == []
        assert [game.rulings["rate"].knows(answer) for answer in "456"] == [False, True, False]

    @pytest.mark.parametrize("whole", ["7", "a..b", "5..1", "1..", "[1, 2]"])
    def test_a_faulty_range_is_a_problem(self, tmp_path, whole):
        _, report = loaded(tmp_path, self.RULING.replace("1..200", f'"{whole}"'))
        assert codes(report) == ["ruling.whole"]
