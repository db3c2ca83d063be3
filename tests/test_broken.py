"""Faulty designs: each is found out, and nothing but what its comments say is reported.

A comment above or beside a faulty line names the problem that belongs there, as it is
printed; the message may be shortened to any part of it:

    # error[template.unknown]: no template is called 'heros'
    # hint: did you mean 'hero'?
    face: heros
    copies: two   # error[card.copies]: found 'two'

A comment alone on its line speaks of the next line that is no comment.  A line that cannot take
a comment is named by its number (`# 1: error[…]`), as is one of another file (`# other.yaml:3: …`).
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from cardforge import pipeline
from cardforge.diagnostics import Report
from cardforge.edition import Request

FOLDER = Path(__file__).parent / "broken"
DESIGNS = sorted(path.name for path in FOLDER.glob("*.yaml"))

_EXPECTED = re.compile(
    r"#\s+(?:(?:(?P<file>[\w.-]+\.\w+):)?(?P<line>\d+):\s+)?"
    r"(?P<severity>error|warning|note)\[(?P<code>[\w.-]+)\]:\s*(?P<message>.*)"
)
_HINT = re.compile(r"#\s+hint:\s*(.*)")


class Expected(NamedTuple):
    """A problem that a comment promises."""

    file: str
    line: int
    severity: str
    code: str
    message: str
    hint: str = ""

    def is_met_by(self, problem):
        """Return whether this is the problem promised."""
        return (
            (self.file, self.line) == place(problem)
            and (self.severity, self.code) == (problem.severity, problem.code)
            and self.message in problem.message
            and self.hint in (problem.hint or "")
        )


def place(problem):
    """Return the file, without its folders, and the line of a problem."""
    return (Path(problem.span.file).name, problem.span.line) if problem.span else ("", 0)


def expected_in(text, file):
    """Return the problems that the comments of a design promise."""
    found, waiting = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        if match := _EXPECTED.search(line):
            named = int(match["line"]) if match["line"] else number
            entry = Expected(match["file"] or file, named, match["severity"], match["code"],
                             match["message"].strip())  # fmt: skip
            found.append(entry)
            if line.lstrip().startswith("#") and not match["line"]:
                waiting.append(len(found) - 1)
        elif match := _HINT.search(line):
            found[-1] = found[-1]._replace(hint=match[1].strip())
        elif line.strip() and not line.lstrip().startswith("#"):
            for index in waiting:
                found[index] = found[index]._replace(line=number)
            waiting = []
    return found


def problems_of(path):
    """Return everything that the whole line finds, as `cardforge check` does."""
    report = Report()
    game = pipeline.read_game(path, report, str(path))
    if game is not None:
        pipeline.check(game, Request(), report)
    return report.problems


def differences(promised, problems):
    """Return a line for each promise not kept and for each problem that nobody promised."""
    left = list(problems)
    lines = []
    for entry in promised:
        match = next((problem for problem in left if entry.is_met_by(problem)), None)
        if match is None:
            hint = f" (hint: {entry.hint})" if entry.hint else ""
            lines.append(f"missing   {entry.file}:{entry.line}: {entry.severity}[{entry.code}]: "
                         f"{entry.message}{hint}")  # fmt: skip
        else:
            left.remove(match)
    for problem in left:
        file, line = place(problem)
        lines.append(f"unwanted  {file}:{line}: {problem.severity}[{problem.code}]: "
                     f"{problem.message} (hint: {problem.hint})")  # fmt: skip
    return lines


@pytest.mark.parametrize("name", DESIGNS)
def test_exactly_the_promised_problems_are_reported(name):
    path = FOLDER / name
    promised = expected_in(path.read_bytes().decode("utf-8", "replace"), name)
    assert promised, f"{name} promises no problem"
    found = differences(promised, problems_of(path))
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("name", DESIGNS)
def test_every_error_has_a_place_and_a_message_in_the_house_tone(name):
    for problem in problems_of(FOLDER / name):
        assert problem.span is not None, problem
        first = problem.message.removeprefix("U+")[0]
        assert first == first.lower(), problem
        assert not re.search(r"\binvalid\b|\bplease\b|!$", problem.message.lower()), problem
        assert not re.search(r"(Deferred|Node|Evaluated)\(", problem.message), problem


GOOD = """game: good
version: "1"
title: Good
languages: [en]
players: 2
decks:
  all: {rows: [{id: a}], face: plain, back: none}
templates:
  plain:
    elements:
      - {text: A, box: safe}
"""


def planted(tmp_path, text):
    path = tmp_path / "game.yaml"
    path.write_text(text)
    return differences(expected_in(text, "game.yaml"), problems_of(path))


class TestTheHarnessItself:
    def test_is_content_with_a_good_design(self, tmp_path):
        assert planted(tmp_path, GOOD) == []

    def test_finds_a_problem_that_nobody_promised(self, tmp_path):
        (line,) = planted(tmp_path, GOOD.replace("face: plain", "face: plane"))
        assert line.startswith("unwanted  game.yaml:7: error[template.unknown]")

    def test_finds_a_promise_that_is_not_kept(self, tmp_path):
        (line,) = planted(tmp_path, GOOD.replace("A, box", "A, box") + "# 7: error[a.b]: gone\n")
        assert line == "missing   game.yaml:7: error[a.b]: gone"

    @pytest.mark.parametrize(
        "promise",
        [
            "# error[template.missing]: no template is called 'plane'",
            "# warning[template.unknown]: no template is called 'plane'",
            "# error[template.unknown]: no template is called 'plain'",
            "# 9: error[template.unknown]: no template is called 'plane'",
            "# other.yaml:7: error[template.unknown]: no template is called 'plane'",
            "# error[template.unknown]: no template\n  # hint: did you mean 'plan'?",
        ],
    )
    def test_compares_code_severity_message_line_file_and_hint(self, tmp_path, promise):
        text = GOOD.replace("face: plain", "face: plane").replace("  all:", f"  {promise}\n  all:")
        assert sorted(line.split()[0] for line in planted(tmp_path, text)) == [
            "missing",
            "unwanted",
        ]

    def test_takes_each_problem_for_one_promise_only(self, tmp_path):
        promise = "# error[template.unknown]: no template is called 'plane'\n"
        text = GOOD.replace("face: plain", "face: plane").replace(
            "  all:", f"  {promise * 2}  all:"
        )
        assert [line.split()[0] for line in planted(tmp_path, text)] == ["missing"]
