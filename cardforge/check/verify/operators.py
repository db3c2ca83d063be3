"""The operators of a PDF content stream that say how things are painted; any bytes are endured.

Paths are skipped as a whole: what is painted matters here, not where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

# A string operand: what it says does not matter here.
TEXT = object()
_DEEPEST = 64
_MOST_OPERANDS = 4096

# One alternative a kind of token; a run of path operators is one token.
_TOKENS = re.compile(
    rb"""[\0\t\n\f\r ]++
    | (?:(?:[-+.\d]++[\0\t\n\f\r ]++){0,6}+(?:[mlcvyh]|re)(?:[\0\t\n\f\r ]++|\Z))++
    | (?P<numbers>[-+.\d]++(?:[\0\t\n\f\r ]++[-+.\d]++)*+)
    | (?P<word>[A-Za-z'"][A-Za-z0-9*'"]*+)
    | (?P<name>/[^\0\t\n\f\r ()<>\[\]{}/%]*+)
    | (?P<text>\((?:[^()\\]|\\.)*+\))
    | (?P<nested>\()
    | (?P<open><<|\[)
    | (?P<close>>>|\])
    | (?P<hex><[^>]*+>)
    | %[^\r\n]*+
    | .""",
    re.VERBOSE | re.DOTALL,
)
_BRACKETS = re.compile(rb"\\.|[()]", re.DOTALL)
_END_OF_PICTURE = re.compile(rb"[\0\t\n\f\r ]EI(?=[\0\t\n\f\r /QqBES]|\Z)")


def operators(data: bytes) -> Iterator[tuple[str, list[Any]]]:
    """Yield each operator with its operands: floats, names with their slash, lists, TEXT.

    An inline picture is one operator BI with its keys and values as operands.
    """
    reader = _Reader(data)
    at, size = 0, len(data)
    match = _TOKENS.match
    while at < size:
        token = match(data, at)
        if token is None:  # cannot happen: the last alternative takes any byte
            return
        at = token.end()
        kind = token.lastgroup
        if kind is None:
            continue
        if kind == "nested":
            at = _after_text(data, at)
            reader.add(TEXT)
        elif kind == "word":
            word = token[0].decode("latin-1")
            if word in ("true", "false", "null"):
                reader.add(word)
            elif word == "ID":
                end = _END_OF_PICTURE.search(data, at)
                at = end.end() if end else size
                yield "BI", reader.taken()
            else:
                operands = reader.taken()
                if word != "BI":
                    yield word, operands
        else:
            reader.read(kind, token[0])


class _Reader:
    """Gathers the operands that stand before an operator."""

    def __init__(self, data: bytes) -> None:
        self._lists: list[list[Any]] = [[]]

    def add(self, value: Any) -> None:
        """Add an operand; an endless row of them is no content of a page."""
        if len(self._lists[-1]) < _MOST_OPERANDS:
            self._lists[-1].append(value)

    def read(self, kind: str, token: bytes) -> None:
        """Add a token that is no operator."""
        if kind == "numbers":
            for number in _numbers(token):
                self.add(number)
        elif kind == "name":
            self.add(token.decode("latin-1"))
        elif kind == "open":
            if len(self._lists) < _DEEPEST:
                self._lists.append([])
        elif kind == "close":
            if len(self._lists) > 1:
                inner = self._lists.pop()
                self.add(inner)
        else:
            self.add(TEXT)

    def taken(self) -> list[Any]:
        """Return the operands gathered so far and begin again."""
        operands = self._lists[0]
        self._lists = [[]]
        return operands


def _numbers(token: bytes) -> list[float]:
    words = token.replace(b"\0", b" ").split()[:_MOST_OPERANDS]
    try:
        return [float(word) for word in words]
    except ValueError:
        return [_number(word) for word in words]


def _number(word: bytes) -> float:
    """Return a number as viewers read it: what is none is zero."""
    try:
        return float(word)
    except ValueError:
        return 0.0


def _after_text(data: bytes, at: int) -> int:
    """Return where a string ends that holds brackets of its own."""
    depth = 1
    for step in _BRACKETS.finditer(data, at):
        depth += {b"(": 1, b")": -1}.get(step[0], 0)
        if depth == 0:
            return step.end()
    return len(data)
