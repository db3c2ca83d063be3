"""Printing a report: for people, for programs, for GitHub."""

import json

import pytest

from cardforge.diagnostics import Report, Span
from cardforge.report import SourceLines, printable, render_github, render_json, render_text

SPAN = Span("game.yaml", 2, 13, 2, 16)
LINES = {("game.yaml", 1): "copies: 1", ("game.yaml", 2): "    copies: two"}


def lookup(lines):
    return lambda file, line: lines.get((file, line))


def text(report, lines=LINES, **options):
    options = {"colour": False, "verbose": False, **options}
    return render_text(report, read_line=lookup(lines), **options)


def excerpt(line, column, end):
    report = Report()
    report.error("a.b", "wrong", Span("f", 1, column, 1, end))
    return text(report, {("f", 1): line}).splitlines()[1:3]


@pytest.fixture
def report():
    return Report()


def test_a_problem_is_printed_with_place_line_caret_and_hint(report):
    message = "copies must be a whole number from 0 to 999, found 'two'"
    report.error("card.copies", message, SPAN, hint="write 2")
    assert text(report).splitlines() == [
        "game.yaml:2:13: error[card.copies]: copies must be a whole number from 0 to 999, "
        "found 'two'",
        "    2 |     copies: two",
        "      |             ^^^",
        " hint: write 2",
        "1 error.",
    ]


def test_a_problem_without_a_place_has_only_its_message(report):
    report.error("press.profile", "no profile")
    assert text(report) == "error[press.profile]: no profile\n1 error."


def test_a_problem_in_a_file_that_cannot_be_read_has_no_excerpt(report):
    report.error("a.b", "wrong", SPAN)
    assert text(report, {}) == "game.yaml:2:13: error[a.b]: wrong\n1 error."


def test_nothing_wrong_prints_nothing(report):
    assert text(report) == ""
    assert render_github(report) == ""


def test_related_places_are_shown_with_their_lines(report):
    first = Span("game.yaml", 1, 1, 1, 7)
    report.error("a.b", "twice", SPAN, related=[(first, "first used here")])
    assert text(report).splitlines()[3:6] == [
        "game.yaml:1:1: first used here",
        "    1 | copies: 1",
        "      | ^^^^^^",
    ]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (["12"], " on card 12"),
        (["12", "47", "88"], " on 3 cards: 12, 47, 88"),
        ([str(n) for n in range(8)], " on 8 cards: 0, 1, 2, 3, 4, 5, 6, 7"),
        ([str(n) for n in range(38)], " on 38 cards: 0, 1, 2, 3, 4, 5, 6, 7 and 30 more"),
    ],
)
def test_one_cause_on_many_cards_is_printed_once(report, cards, said):
    for card in cards:
        report.error("a.b", "wrong", card=card)
    assert text(report).splitlines() == ["error[a.b]: wrong", said, "1 error."]


def test_notes_are_shown_only_when_asked_for(report):
    report.note("a.b", "by the way")
    assert text(report) == ""
    assert text(report, verbose=True) == "note[a.b]: by the way"


@pytest.mark.parametrize(
    ("errors", "warnings", "said"),
    [(2, 1, "2 errors, 1 warning."), (1, 2, "1 error, 2 warnings."), (0, 1, "1 warning.")],
)
def test_the_last_line_counts(report, errors, warnings, said):
    for n in range(errors):
        report.error("a.b", f"wrong {n}")
    for n in range(warnings):
        report.warning("a.b", f"odd {n}")
    assert text(report).splitlines()[-1] == said


def test_problems_are_grouped_by_file_in_the_order_found(report):
    for file, line in (("b", 9), ("a", 1), ("b", 2)):
        report.error("x.y", "wrong", Span(file, line, 1, line, 2))
    heads = [line.split(" ")[0] for line in text(report).splitlines()[:-1]]
    assert heads == ["b:9:1:", "b:2:1:", "a:1:1:"]


def test_an_empty_place_gets_one_caret():
    assert excerpt("copies:", 8, 8)[1] == "      |        ^"


def test_a_place_over_several_lines_is_marked_to_the_end_of_its_first(report):
    report.error("a.b", "wrong", Span("game.yaml", 2, 5, 4, 1))
    assert text(report).splitlines()[2] == "      |     " + "^" * len("copies: two")


def test_a_place_beyond_the_line_is_marked_at_its_end():
    assert excerpt("ab", 9, 12)[1] == "      |   ^"


def test_tabs_and_wide_letters_keep_the_caret_below_its_letter():
    assert excerpt("\ta: b", 5, 6) == ["    1 |     a: b", "      |        ^"]
    assert excerpt("牌: x", 4, 5) == ["    1 | 牌: x", "      |     ^"]
    assert excerpt("e\u0301: x", 5, 6)[1] == "      |    ^"


@pytest.mark.parametrize("column", [1, 150, 480, 500])
def test_a_long_line_is_clipped_round_its_caret(column):
    line = "".join(chr(ord("a") + n % 26) for n in range(500))
    shown, carets = excerpt(line, column, column + 1)
    assert len(shown) <= 8 + 202
    assert shown[carets.index("^")] == line[column - 1]


def test_a_long_place_does_not_leave_its_clipped_line():
    shown, carets = excerpt("x" * 5000, 300, 4000)
    assert len(carets) <= len(shown)


def test_nothing_from_a_file_steers_the_terminal(report):
    report.error("a.b", "found '\x1b[31m\n\u202e'", SPAN, hint="write\r\n2")
    shown = text(report, {("game.yaml", 2): "a: \x1b]0;x\x07 \u202e"})
    assert not set(shown) & set("\x1b\x07\r\u202e")
    assert r"found '\x1b[31m\n\u202e'" in shown


def test_french_spaces_in_messages_are_kept(report):
    report.error("a.b", "found « a\u202f! »\u00a0x")
    assert "« a\u202f! »\u00a0x" in text(report)


def test_colour_changes_nothing_but_colour(report):
    report.error("a.b", "wrong", SPAN)
    coloured = text(report, colour=True)
    assert "\x1b[1;31merror[a.b]\x1b[0m" in coloured
    assert coloured.replace("\x1b[1;31m", "").replace("\x1b[0m", "") == text(report)


def test_a_terminal_without_accents_gets_escapes():
    assert printable("Épée", "ascii") == r"\xc9p\xe9e"
    assert printable("Épée", None) == r"\xc9p\xe9e"
    assert printable("Épée", "utf-8") == "Épée"
    assert printable("\ud800", "utf-8") == r"\ud800"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_lines_come_from_the_file_in_its_own_encoding(tmp_path, encoding):
    path = tmp_path / "game.yaml"
    path.write_bytes("a: É\r\nb: 2\n".encode(encoding))
    lines = SourceLines()
    assert [lines(str(path), n) for n in (0, 1, 2, 9)] == [None, "a: É", "b: 2", None]


def test_lines_of_what_cannot_be_read_are_none(tmp_path):
    (tmp_path / "bad").write_bytes(b"\xe9\xff")
    lines = SourceLines()
    for name in ("bad", "missing", "", "a\0b"):
        assert lines(str(tmp_path / name), 1) is None


def test_the_report_reads_the_lines_of_the_file_it_names(tmp_path, monkeypatch, report):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_text("a: 1\nb: two\n", encoding="utf-8")
    report.warning("a.b", "odd", Span("game.yaml", 2, 4, 2, 7))
    assert "    2 | b: two\n      |    ^^^" in render_text(report, colour=False, verbose=False)


def test_json_holds_everything_in_ascii(report):
    report.error("a.b", "é", SPAN, hint="h", related=[(SPAN, "here")], card="7")
    report.warning("c.d", "w")
    printed = render_json(report)
    assert printed.isascii()
    data = json.loads(printed)
    place = {"file": "game.yaml", "line": 2, "column": 13, "end_line": 2, "end_column": 16}
    assert (data["errors"], data["warnings"]) == (1, 1)
    assert data["problems"][0] == {
        "severity": "error",
        "code": "a.b",
        "message": "é",
        **place,
        "hint": "h",
        "related": [{**place, "message": "here"}],
        "cards": ["7"],
    }
    assert data["problems"][1]["file"] is None


def test_github_commands_are_escaped(report):
    report.error("a.b", "100% wrong\nreally", Span("a,b:c.yaml", 2, 13, 2, 16), hint="mend")
    assert render_github(report) == (
        "::error file=a%2Cb%3Ac.yaml,line=2,col=13,endColumn=15,title=a.b"
        "::100%25 wrong%0Areally%0Ahint: mend"
    )


def test_github_commands_know_warnings_notes_and_places_over_several_lines(report):
    report.warning("a.b", "w", Span("f", 2, 1, 4, 3))
    report.note("c.d", "n")
    assert render_github(report).splitlines() == [
        "::warning file=f,line=2,endLine=4,title=a.b::w",
        "::notice title=c.d::n",
    ]
