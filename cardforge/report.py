"""Prints a report: for people, for programs and for GitHub's annotations."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from cardforge.diagnostics import ERROR, NOTE, WARNING, Problem, Report, Span
from cardforge.textfile import LINE_BREAK, MOST_BYTES, decode, letters_of

MOST_CARDS = 8
WIDEST_LINE = 200
TAB = "    "

ReadLine = Callable[[str, int], str | None]

_COLORS = {ERROR: "1;31", WARNING: "1;33", NOTE: "1;36"}
_GITHUB = {ERROR: "error", WARNING: "warning", NOTE: "notice"}


def render_text(
    report: Report, *, colour: bool, verbose: bool, read_line: ReadLine | None = None
) -> str:
    """Return the report for people, without a last line break; empty when nothing is to say.

    The text may hold any letter: pass it through `printable` for a terminal of another encoding.
    """
    shown = [p for p in report.problems if verbose or p.severity != NOTE]
    printer = _Printer(colour, read_line or SourceLines())
    lines = [line for problem in _by_file(shown) for line in printer.problem(problem)]
    return "\n".join([*lines, *_summary(report)])


def render_json(report: Report, more: Mapping[str, object] | None = None) -> str:
    """Return the report, and what else was found, as JSON in plain ASCII."""
    import json

    problems = [_as_data(problem) for problem in report.problems]
    counts = {"errors": report.count(ERROR), "warnings": report.count(WARNING)}
    return json.dumps({"problems": problems, **counts, **(more or {})}, indent=2)


def render_github(report: Report) -> str:
    """Return the report as GitHub workflow commands, one a line."""
    return "\n".join(_as_command(problem) for problem in _by_file(report.problems))


def printable(text: str, encoding: str | None) -> str:
    """Return the text with the letters that `encoding` lacks spelt out as escapes."""
    name = encoding or "ascii"
    return text.encode(name, errors="backslashreplace").decode(name)


class SourceLines:
    """Reads lines of designers' files when they are first asked for."""

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def __call__(self, file: str, line: int) -> str | None:
        """Return a line counted from 1, None when it cannot be had."""
        if file not in self._files:
            self._files[file] = _lines(Path(file))
        lines = self._files[file]
        return lines[line - 1] if 0 < line <= len(lines) else None


def _lines(path: Path) -> list[str]:
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            return []
        return LINE_BREAK.split(decode(path.read_bytes()))
    except (OSError, ValueError):
        return []


def _by_file(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems file by file, otherwise in the order in which they were found."""
    groups: dict[str | None, list[Problem]] = {}
    for problem in problems:
        groups.setdefault(problem.span.file if problem.span else None, []).append(problem)
    return [problem for group in groups.values() for problem in group]


def _summary(report: Report) -> list[str]:
    counts = [(report.count(ERROR), "error"), (report.count(WARNING), "warning")]
    parts = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts if n]
    return [f"{', '.join(parts)}."] if parts else []


def _cards(cards: tuple[str, ...]) -> str:
    if len(cards) == 1:
        return f"on card {cards[0]}"
    names = ", ".join(cards[:MOST_CARDS])
    more = f" and {len(cards) - MOST_CARDS} more" if len(cards) > MOST_CARDS else ""
    return f"on {len(cards)} cards: {names}{more}"


class _Printer:
    """Turns problems into lines of text."""

    def __init__(self, colour: bool, read_line: ReadLine) -> None:
        self._colour = colour
        self._read_line = read_line

    def problem(self, problem: Problem) -> list[str]:
        """Return the lines of one problem: what, where, on which cards, what to do."""
        label = self._paint(f"{problem.severity}[{problem.code}]", problem.severity)
        lines = [f"{_address(problem.span)}{label}: {_visible(problem.message)}"]
        lines += self._excerpt(problem.span, problem.severity)
        for span, why in problem.related:
            lines.append(f"{_address(span)}{_visible(why)}")
            lines += self._excerpt(span, NOTE)
        if problem.cards:
            lines.append(f" {_visible(_cards(problem.cards))}")
        if problem.hint:
            lines.append(f" hint: {_visible(problem.hint)}")
        return lines

    def _excerpt(self, span: Span | None, severity: str) -> list[str]:
        line = self._read_line(span.file, span.line) if span else None
        if span is None or line is None or not line.strip():
            return []
        start = min(span.column - 1, len(line))
        end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
        line, start, end = _clip(line, start, end)
        carets = "^" * max(_width(line[start:end]), 1)
        space = " " * _width(line[:start])
        return [
            f"{span.line:5} | {_spread(line).rstrip()}",
            f"      | {space}{self._paint(carets, severity)}",
        ]

    def _paint(self, text: str, severity: str) -> str:
        return f"\x1b[{_COLORS[severity]}m{text}\x1b[0m" if self._colour else text


def _address(span: Span | None) -> str:
    """Return where something is: line and column, in a workbook the name of the cell."""
    if span is None:
        return ""
    if span.file.lower().endswith((".xlsx", ".xlsm")):
        return f"{_visible(span.file)}:{letters_of(span.column)}{span.line}: "
    return f"{_visible(span.file)}:{span.line}:{span.column}: "


def _clip(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Return at most WIDEST_LINE characters of a line, round the columns start to end."""
    if len(line) <= WIDEST_LINE:
        return line, start, end
    first = max(0, min(start - WIDEST_LINE // 4, len(line) - WIDEST_LINE))
    last = first + WIDEST_LINE
    before, after = "…" if first else "", "…" if last < len(line) else ""
    shift = len(before) - first
    return f"{before}{line[first:last]}{after}", start + shift, min(end, last) + shift


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(_columns(character) for character in _spread(text))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _spread(line: str) -> str:
    """Return a line of a file with tabs as spaces and nothing that steers a terminal."""
    if line.isascii() and line.isprintable():
        return line
    return "".join(_harmless(character) for character in line)


def _harmless(character: str) -> str:
    if character == "\t":
        return TAB
    return "\ufffd" if unicodedata.category(character) in ("Cc", "Cf", "Cs") else character


def _visible(text: str) -> str:
    """Return a message on one line, with what steers a terminal spelt out."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or _is_space(c) else _escape(c) for c in text)


def _is_space(character: str) -> bool:
    return unicodedata.category(character) == "Zs"


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def _as_data(problem: Problem) -> dict[str, object]:
    return {
        "severity": problem.severity,
        "code": problem.code,
        "message": problem.message,
        **_place(problem.span),
        "hint": problem.hint,
        "related": [{**_place(span), "message": why} for span, why in problem.related],
        "cards": list(problem.cards),
    }


def _place(span: Span | None) -> dict[str, object]:
    names = ("file", "line", "column", "end_line", "end_column")
    return dict(zip(names, span or (None,) * len(names), strict=True))


def _as_command(problem: Problem) -> str:
    properties = [*_github_place(problem.span), ("title", problem.code)]
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties)
    lines = [problem.message]
    lines += [f"{why}: {span.file}:{span.line}" for span, why in problem.related]
    lines += [_cards(problem.cards)] if problem.cards else []
    lines += [f"hint: {problem.hint}"] if problem.hint else []
    return f"::{_GITHUB[problem.severity]} {listed}::{_data(chr(10).join(lines))}"


def _github_place(span: Span | None) -> list[tuple[str, object]]:
    """Return a place as GitHub counts: the end is included, and has a column only on one line."""
    if span is None:
        return []
    place: list[tuple[str, object]] = [("file", span.file), ("line", span.line)]
    if span.end_line > span.line:
        return [*place, ("endLine", span.end_line)]
    last = max(span.column, span.end_column - 1)
    return [*place, ("col", span.column), ("endColumn", last)]


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
