"""JSON with places: the values are read at once, where they are written when it is asked for."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from cardforge.diagnostics import Report, Span, shortened
from cardforge.textfile import LINE_BREAK, hidden, start_of

_BLANK = re.compile(r"[ \t\r\n]*")
_Path = tuple[Any, ...]


class JsonText:
    """The text of a JSON file and what it says."""

    def __init__(self, text: str, file: str) -> None:
        self._text, self._file = text, file
        self._decoder = json.JSONDecoder()

    def read(self, report: Report) -> Any:
        """Return what the text says; None, which `null` is too, after reporting a fault."""
        try:
            data = json.loads(
                self._text,
                parse_float=_number,
                parse_int=_number,
                parse_constant=_refuse_constant,
                object_pairs_hook=_object,
            )
        except json.JSONDecodeError as fault:
            hint = "compare it with the lines above: is a comma, a quote or a bracket missing?"
            message = f"this is no JSON: {fault.msg.lower()}"
            place = self._span(fault.pos, fault.pos + 1)
            report.error("table.syntax", message, place, hint=hint)
            return None
        except _TwiceError as fault:
            message = f"the key '{shortened(str(fault))}' is used twice in one object"
            hint = "remove or rename one of the two"
            report.error("table.syntax", message, self._place_of_twice(str(fault)), hint=hint)
            return None
        except (ValueError, RecursionError) as fault:
            deep = isinstance(fault, RecursionError)
            message = "lists and objects are nested too deep" if deep else str(fault)
            hint = "nest fewer of them" if deep else "write a number or a text"
            report.error("table.syntax", message, start_of(self._file), hint=hint)
            return None
        # A backslash may spell what the text itself is refused for.
        return data if "\\" not in self._text or self._is_printable(data, report) else None

    def _is_printable(self, data: Any, report: Report) -> bool:
        """Return whether no text holds what no text may, after reporting the first that does."""
        waiting: list[tuple[_Path, Any]] = [((), data)]
        while waiting:
            path, value = waiting.pop()
            if isinstance(value, dict):
                waiting += [((*path, key), entry) for key, entry in reversed(value.items())]
            elif isinstance(value, list):
                waiting += [((*path, key), value[key]) for key in reversed(range(len(value)))]
            said = (*path[-1:], value)
            found = next((c for text in said if isinstance(text, str) for c in hidden(text)), None)
            if found is not None:
                message = f"U+{ord(found):04X} is not a printable character"
                place = self.place(path) or start_of(self._file)
                report.error("source.character", message, place, hint="delete the character")
                return False
        return True

    def _place_of_twice(self, key: str) -> Span:
        """Return where a key stands that is twice in one object."""
        at = self._text.rfind(json.dumps(key, ensure_ascii=False))
        return start_of(self._file) if at < 0 else self._span(at, at + len(key) + 2)

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(found.end() for found in LINE_BREAK.finditer(self._text))]

    def _span(self, start: int, end: int) -> Span:
        first, last = (bisect_right(self._lines, at) for at in (start, end))
        column, end_column = start - self._lines[first - 1] + 1, end - self._lines[last - 1] + 1
        return Span(self._file, first, column, last, end_column)

    def place(self, path: _Path) -> Span | None:
        """Return the place of the value at the end of a path, None when there is none.

        Containers that were passed are remembered: asking for each row in turn costs one reading.
        """
        for length in range(1, len(path) + 1):
            if path[:length] not in self._known:
                self._open(path[: length - 1])
            if path[:length] not in self._known:
                return None
        return self._span(*self._known[path])

    @cached_property
    def _known(self) -> dict[_Path, tuple[int, int]]:
        return {(): (self._blank(0), len(self._text.rstrip()))}

    def _open(self, path: _Path) -> None:
        """Remember where the entries of a list or an object are."""
        for key, start, end in self._entries(self._known[path][0]):
            self._known[(*path, key)] = (start, end)

    def _entries(self, at: int) -> Iterator[tuple[Any, int, int]]:
        """Yield key or number, begin and end of each entry of a list or an object."""
        text = self._text
        opened = text[at : at + 1]
        if opened not in ("[", "{"):
            return
        at = self._blank(at + 1)
        number = 0
        while text[at] not in "]}":
            key: Any = number
            if opened == "{":
                key, at = self._decoder.raw_decode(text, at)
                at = self._blank(self._blank(at) + 1)
            _, end = self._decoder.raw_decode(text, at)
            yield key, at, end
            number += 1
            at = self._blank(end)
            if text[at] == ",":
                at = self._blank(at + 1)

    def _blank(self, at: int) -> int:
        found = _BLANK.match(self._text, at)
        return found.end() if found else at


class _TwiceError(Exception):
    """A key that an object has twice."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _TwiceError(key)
            seen.add(key)
    return made


def _number(text: str) -> Any:
    """Return a number that prints as it is written, otherwise the text."""
    if len(text) > 16:
        return text
    number = float(text) if set(text) & set(".eE") else int(text)
    return number if str(number) == text else text


def _refuse_constant(word: str) -> Any:
    raise ValueError(f"{word} is no number")
