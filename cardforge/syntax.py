"""Says in a designer's words why a file could not be read as YAML.

The scanner knows what it expected; a designer wants to know what to type.  This module turns the
one into the other and knows nothing of PyYAML: it looks at the message, the marks and the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, Protocol

from cardforge.diagnostics import Span
from cardforge.textfile import LINE_BREAK

LONGEST_KEY = 1024
DEEPEST = 100
TOO_DEEP = f"lists and mappings may be nested at most {DEEPEST} deep"
NEST_FEWER = "nest fewer of them into each other"
LONGEST_SUGGESTION = 60

_KEY = re.compile(r"""\s*(?:-\s+)*(?:"[^"]*"|'[^']*'|(?!-\s)[^\s"'{\[#][^#]*?):(?=\s|$)""")
_DASHES = re.compile(r"\s*(?:-\s+)*")
_COMMENT = re.compile(r"\s#.*$")
_TIGHT_COLON = re.compile(r"""\s*(?:-\s+)*([^\s:"'{\[#][^\s:]*):(?!//)(\S.*)$""")
_GLUED_HASH = re.compile(r"[ \t]#[^\s#]")
_NUMBER = re.compile(r"#\d")
_WORD = re.compile(r"#\w")
_ONE_WORD = re.compile(r"#\w+$")
# An unquoted value that begins with # after a key, in braces or brackets: `{ink: #1d1d22, …}`.
_HASH_IN_FLOW = re.compile(r"[{\[].*?:[ \t]+(#[\w-]+)")
_FLOW_END = re.compile(r"[,}\]]|\s#|$")

QUOTE = "put quotes around the value"
SECOND_COLON = "a value with ': ' in it reads like another key"
BRACES = ("{{", "{%")


class Mark(Protocol):
    """A place as the scanner counts it, from 0."""

    @property
    def line(self) -> int:
        """Return the line, from 0."""

    @property
    def column(self) -> int:
        """Return the column, from 0."""


class Trouble(NamedTuple):
    """What stopped the scanner, and where."""

    problem: str
    context: str
    at: Mark
    since: Mark
    lines: list[str]
    file: str

    def line(self, number: int) -> str:
        """Return the text of a line counted from 0, empty beyond the end of the file."""
        return self.lines[number] if number < len(self.lines) else ""

    def span(self, line: int, start: int, end: int) -> Span:
        """Return the place of these columns, counted from 0."""
        return Span(self.file, line + 1, start + 1, line + 1, max(end, start + 1) + 1)

    def rest(self, mark: Mark) -> Span:
        """Return the place from `mark` to the end of its line."""
        return self.span(mark.line, mark.column, len(self.line(mark.line).rstrip()))


class Fault(NamedTuple):
    """A syntax fault, ready for the report."""

    code: str
    message: str
    span: Span
    hint: str
    related: tuple[tuple[Span, str], ...] = ()


def explain(trouble: Trouble) -> Fault:
    """Return the fault that a scanner's message stands for."""
    if _tab_line(trouble) is not None:
        return _tab(trouble)
    if (cut := _hash_in_braces(trouble)) is not None:
        return cut
    said = f"{trouble.context} | {trouble.problem}"
    for wording, explanation in _EXPLANATIONS:
        if re.search(wording, said):
            return explanation(trouble)
    return _unknown(trouble)


def _hash_in_braces(trouble: Trouble) -> Fault | None:
    """Return the fault of a comment that swallowed the rest of a `{…}`, closing brace and all."""
    first = max(0, min(trouble.since.line, trouble.at.line - 3))
    for number in range(first, trouble.at.line + 1):
        line = trouble.line(number)
        found = _HASH_IN_FLOW.search(line)
        if found and _is_open(line[: found.start(1)]):
            message = f"everything from '{found[1]}' on is read as a comment"
            span = trouble.span(number, found.start(1), found.end(1) - 1)
            return Fault("source.quotes", message, span, f'{QUOTE}: "{found[1]}"')
    return None


def _is_open(before: str) -> bool:
    """Return whether a bracket is still open, not counting those inside quotes."""
    bare = re.sub(r"\"[^\"]*\"|'[^']*'", "", before)
    return sum(map(bare.count, "{[")) > sum(map(bare.count, "}]"))


def quoted(value: str) -> str:
    """Return `value` between the quotes that need the fewest changes inside."""
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1]
    if '"' not in value and "\\" not in value:
        return f'"{value}"'
    return "'" + value.replace("'", "''") + "'"


def quote_hint(value: str) -> str:
    """Return the hint to quote `value`, spelt out when it is short."""
    if not value or len(value) > LONGEST_SUGGESTION or LINE_BREAK.search(value):
        return QUOTE
    return f"{QUOTE}: {quoted(value)}"


def value_around(line: str, column: int) -> tuple[int, int]:
    """Return the columns from and to which the value under `column` reaches, both from 0."""
    start, end = _block_value(line)
    before = line[start:column]
    is_flow = sum(map(before.count, "{[")) > sum(map(before.count, "}]"))
    if is_flow and before[0] in "{[" and not line.startswith(BRACES, start):
        return _flow_value(line, column)
    return start, end


def glued_comments(text: str) -> dict[int, str]:
    """Return the lines, numbered from 0, in which a comment touches its `#`."""
    if not _GLUED_HASH.search(text):
        return {}
    lines = enumerate(LINE_BREAK.split(text))
    return {number: line for number, line in lines if _GLUED_HASH.search(line)}


def cut_text(value: str, line: str, end: Mark, file: str) -> Fault | None:
    """Return the fault of a comment that was most likely meant as text: `Draw #2 cards`."""
    rest = line[end.column :].rstrip()
    comment = rest.lstrip()
    if not comment.startswith("#") or not _is_meant_as_text(value, comment):
        return None
    cut = f"'{comment}' was read as a comment"
    message = f"the text was cut: {cut}" if value else f"the value is empty: {cut}"
    start = end.column + len(rest) - len(comment) + 1
    span = Span(file, end.line + 1, start, end.line + 1, start + len(comment))
    hint = f"{quote_hint(value + rest if value else comment)}, or a space after the # of a comment"
    return Fault("source.comment-cuts-text", message, span, hint)


def _is_meant_as_text(value: str, comment: str) -> bool:
    if not value:
        return bool(_NUMBER.match(comment) or _ONE_WORD.match(comment))
    if value[0].isdigit():
        return False
    return bool(_NUMBER.match(comment) or (" " in value and _WORD.match(comment)))


def _block_value(line: str) -> tuple[int, int]:
    match = _KEY.match(line) or _DASHES.match(line)
    start = match.end() if match else 0
    text = _COMMENT.sub("", line[start:])
    return start + len(text) - len(text.lstrip()), start + len(text.rstrip())


def _flow_value(line: str, column: int) -> tuple[int, int]:
    if line.startswith(BRACES, column - 1):
        closed = max(line.rfind("}}"), line.rfind("%}")) + 2
        return column - 1, closed if closed > column else len(line)
    start = max(line.rfind(sign, 0, column) + 1 for sign in (": ", ",", "{", "["))
    start += len(line[start:]) - len(line[start:].lstrip())
    match = _FLOW_END.search(line, max(column, start))
    end = match.start() if match else len(line)
    return start, max(start + len(line[start:end].rstrip()), start)


def _tab_line(trouble: Trouble) -> int | None:
    for mark in (trouble.at, trouble.since):
        line = trouble.line(mark.line)
        if "\t" in line[: len(line) - len(line.lstrip())] or line[mark.column :][:1] == "\t":
            return mark.line
    return None


def _tab(trouble: Trouble) -> Fault:
    number = _tab_line(trouble) or 0
    line = trouble.line(number)
    if not line[: line.index("\t")].strip():
        message = f"line {number + 1} is indented with a tab"
        return _tab_fault(trouble, number, message, "use spaces to indent")
    message = f"a tab stands between two parts of line {number + 1}"
    return _tab_fault(trouble, number, message, "use spaces instead of the tab")


def _tab_fault(trouble: Trouble, number: int, message: str, hint: str) -> Fault:
    at = trouble.line(number).index("\t")
    return Fault("source.tab", message, trouble.span(number, at, at + 1), hint)


def _needs_quotes(trouble: Trouble, mark: Mark, why: str) -> Fault:
    line = trouble.line(mark.line)
    start, end = value_around(line, mark.column)
    span = trouble.span(mark.line, start, end)
    return Fault("source.quotes", why, span, quote_hint(line[start:end]))


def _second_colon(trouble: Trouble) -> Fault:
    line = trouble.line(trouble.at.line)
    key = _KEY.match(line)
    if trouble.at.column > LONGEST_KEY and (key is None or key.end() > LONGEST_KEY):
        return _long_key(trouble)
    value = key.end() if key else len(_DASHES.match(line)[0])  # type: ignore[index]
    if key is not None and trouble.at.column < value:
        return _too_deep_key(trouble)
    return _needs_quotes(trouble, trouble.at, SECOND_COLON)


def _long_key(trouble: Trouble) -> Fault:
    message = f"a key may have at most {LONGEST_KEY} characters"
    return Fault("source.syntax", message, trouble.rest(trouble.since), "shorten the key")


def _too_deep_key(trouble: Trouble) -> Fault:
    """Return the fault of a key below something that is no mapping: `a:1`, or a stray indent."""
    above = _line_above(trouble, trouble.at.line)
    if _TIGHT_COLON.match(trouble.line(above)) and not _KEY.match(trouble.line(above)):
        return _no_space(trouble, above)
    message = f"this key is indented deeper than line {above + 1}, which already has its value"
    return _indent_fault(trouble, trouble.at, message, "indent keys of one mapping alike")


def _line_above(trouble: Trouble, number: int) -> int:
    above = number - 1
    while above > 0 and not trouble.line(above).split("#")[0].strip():
        above -= 1
    return max(above, 0)


def _no_space(trouble: Trouble, number: int) -> Fault:
    line = trouble.line(number)
    match = _TIGHT_COLON.match(line)
    key, value = match.groups() if match else ("", "")
    start = len(line) - len(line.lstrip())
    span = trouble.span(number, start, len(line.rstrip()))
    message = "a colon needs a space after it"
    return Fault("source.syntax", message, span, f"write '{key}: {value.strip()}'")


def _indent_fault(trouble: Trouble, mark: Mark, message: str, hint: str) -> Fault:
    line = trouble.line(mark.line)
    start = len(line) - len(line.lstrip())
    span = trouble.span(mark.line, start, len(line.rstrip()))
    return Fault("source.indent", message, span, hint)


def _no_colon(trouble: Trouble) -> Fault:
    if _TIGHT_COLON.match(trouble.line(trouble.since.line)):
        return _no_space(trouble, trouble.since.line)
    line = trouble.line(trouble.since.line).strip()
    message = f"'{line[:LONGEST_SUGGESTION]}' is neither 'key: value' nor part of the value above"
    hint = "write a colon after the key, or indent a text that goes on from the line above"
    return Fault("source.syntax", message, trouble.rest(trouble.since), hint)


def _broken_collection(trouble: Trouble) -> Fault:
    """Return the fault of a line that does not go on: a value with a tail, or a wrong indent."""
    line = trouble.line(trouble.at.line)
    start, _ = _block_value(line)
    if trouble.at.column > start and line[start] in "'\"{[*":
        why = {"'": "an apostrophe ends a value in single quotes", '"': "text follows the quotes"}
        message = why.get(line[start], f"a value that starts with '{line[start]}' needs quotes")
        return _needs_quotes(trouble, trouble.at, message)
    message = (
        f"the indentation of this line fits nothing that began at line {trouble.since.line + 1}"
    )
    hint = "indent keys of one mapping, and the dashes of one list, alike"
    return _indent_fault(trouble, trouble.at, message, hint)


def _bad_start(trouble: Trouble) -> Fault:
    sign = trouble.line(trouble.at.line)[trouble.at.column :][:1]
    return _needs_quotes(trouble, trouble.at, f"a value cannot start with '{sign}'")


def _percent(trouble: Trouble) -> Fault:
    span = trouble.rest(trouble.since)
    return Fault("source.quotes", "a line cannot start with '%'", span, "put quotes around the key")


def _star(trouble: Trouble) -> Fault:
    sign = trouble.line(trouble.since.line)[trouble.since.column :][:1]
    kind = {"*": "an alias", "&": "an anchor", "!": "a tag"}.get(sign, "something else")
    message = f"a value that starts with '{sign}' reads like {kind}"
    return _needs_quotes(trouble, trouble.since, message)


def _block_text(trouble: Trouble) -> Fault:
    sign = trouble.line(trouble.since.line)[trouble.since.column :][:1]
    message = f"a value that starts with '{sign}' begins a block of text on the next line"
    return _needs_quotes(trouble, trouble.since, message)


def _dash(trouble: Trouble) -> Fault:
    message = "a list cannot begin on the line of its key"
    fault = _needs_quotes(trouble, trouble.at, message)
    return fault._replace(hint=f"start the list on the next line, or {fault.hint}")


def _open_quote(trouble: Trouble) -> Fault:
    sign = trouble.line(trouble.since.line)[trouble.since.column :][:1]
    message = "the quotes that open here are never closed"
    hint = f"close the value with {sign}" if sign else "close the quotes"
    return Fault("source.unclosed", message, trouble.rest(trouble.since), hint)


def _escape(trouble: Trouble) -> Fault:
    start = max(trouble.line(trouble.at.line).rfind("\\", 0, trouble.at.column + 1), 0)
    shown = trouble.line(trouble.at.line)[start : start + 2]
    message = f"'{shown}' means nothing between double quotes"
    span = trouble.span(trouble.at.line, start, start + 2)
    return Fault("source.escape", message, span, "write \\\\ or use single quotes")


def _open_bracket(trouble: Trouble) -> Fault:
    line = trouble.line(trouble.since.line)
    column = trouble.since.column
    start, _ = _block_value(line)
    if line.startswith(BRACES, column - 1) or line.startswith(BRACES, start):
        return _needs_quotes(trouble, trouble.since, "a value that starts with '{' needs quotes")
    if trouble.at.line == trouble.since.line and line[trouble.at.column :][:1] == ":":
        fault = _needs_quotes(trouble, trouble.at, SECOND_COLON)
        return fault._replace(hint=f"{fault.hint}; or put a comma before the key")
    sign = line[column:][:1]
    close = {"[": "]", "{": "}"}.get(sign, "")
    span = trouble.span(trouble.since.line, column, column + 1)
    hint = f"close it with '{close}', and put a comma between its parts"
    related = ((trouble.span(trouble.at.line, trouble.at.column, 0), "reading stopped here"),)
    return Fault(
        "source.unclosed", f"the '{sign}' that opens here is not closed", span, hint, related
    )


def _no_content(trouble: Trouble) -> Fault:
    sign = trouble.line(trouble.at.line)[trouble.at.column :][:1]
    if not sign:
        message = "the file ends inside brackets that are never closed"
        last = _line_above(trouble, trouble.at.line)
        end = len(trouble.line(last).rstrip())
        span = trouble.span(last, end, end)
        return Fault("source.unclosed", message, span, "close every '[' with ']' and '{' with '}'")
    return _needs_quotes(trouble, trouble.at, f"a value cannot start with '{sign}'")


def _too_deep(trouble: Trouble) -> Fault:
    span = trouble.span(trouble.at.line, trouble.at.column, 0)
    return Fault("source.too-deep", TOO_DEEP, span, NEST_FEWER)


def _stray_line(trouble: Trouble) -> Fault:
    message = "this line does not go on from the lines above"
    hint = "begin all keys at the top of the file in the first column"
    return _indent_fault(trouble, trouble.at, message, hint)


def _unknown_tag(trouble: Trouble) -> Fault:
    fault = _star(trouble)
    return fault._replace(code="source.tag")


def _unknown(trouble: Trouble) -> Fault:
    message = f"this cannot be read as YAML: {trouble.problem}"
    hint = "compare quotes, colons and indentation with the lines above"
    return Fault("source.syntax", message, trouble.rest(trouble.at), hint)


_EXPLANATIONS: tuple[tuple[str, Callable[[Trouble], Fault]], ...] = (
    ("directive", _percent),
    ("nesting depth", _too_deep),
    ("mapping values are not allowed", _second_colon),
    ("sequence entries are not allowed", _dash),
    ("mapping keys are not allowed", _bad_start),
    ("could not find expected ':'", _no_colon),
    ("scanning an (alias|anchor)", _star),
    ("(scanning|parsing) a tag|tag handle", _unknown_tag),
    ("block scalar", _block_text),
    ("escape|hexdecimal|hexadecimal", _escape),
    ("quoted scalar", _open_quote),
    ("flow (sequence|mapping)", _open_bracket),
    ("cannot start any token", _bad_start),
    ("document start", _stray_line),
    ("block (mapping|collection|sequence)", _broken_collection),
    ("node content", _no_content),
)
