"""The text of a rules file with its places: offsets become lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from cardforge.diagnostics import Report, Span
from cardforge.textfile import LINE_BREAK

LONGEST_TEXT = 200_000
MOST_LINES = 20_000
MOST_CHARACTERS_REPORTED = 20
# In one paragraph, or shown by one macro.
MOST_PICTURES = 40
# Two planes for private use: one stands for values, the other for places, while a text is read.
FIRST_VALUE, FIRST_PLACE, PLANE = 0xF0000, 0x100000, 0xFFFD
_REFUSED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U000f0000-\U0010ffff]"
)
# What a value may not hold because the text stands for something else with it.
_PRIVATE = re.compile("[\ud800-\udfff\U000f0000-\U0010ffff]")


def refused_character(text: str) -> str | None:
    """Return the first character of a text that no rules text may hold, as a message calls it."""
    match = _REFUSED.search(text)
    return None if match is None else f"U+{ord(match.group()):04X}"


def is_private(text: str) -> bool:
    """Return whether a text holds what stands for something else while a text is read."""
    return _PRIVATE.search(text) is not None


def without_private(value: Any) -> Any:
    """Return a value of the game with U+FFFD for each character that stands for something else."""
    if isinstance(value, str):
        return _PRIVATE.sub("\ufffd", value)
    if isinstance(value, Mapping):
        return {without_private(key): without_private(child) for key, child in value.items()}
    if isinstance(value, (list, tuple)):
        return [without_private(child) for child in value]
    return value


class SourceText:
    """A text and where its lines begin; every line break is a plain one."""

    def __init__(self, text: str, file: str) -> None:
        self.text = LINE_BREAK.sub("\n", text)
        self.file = file
        self._starts = [0, *(match.end() for match in re.finditer("\n", self.text))]

    def span(self, start: int, end: int) -> Span:
        """Return the place of a stretch of the text, the end exclusive."""
        line, column = self._at(start)
        end_line, end_column = self._at(max(start, end))
        return Span(self.file, line, column, end_line, end_column)

    def _at(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def is_fit(self, report: Report) -> bool:
        """Return whether the text can be read: not endless, no characters that nothing prints."""
        if len(self.text) > LONGEST_TEXT or len(self._starts) > MOST_LINES:
            limit = f"{LONGEST_TEXT:,} characters and {MOST_LINES:,} lines"
            message = f"a rules text may have at most {limit}"
            report.error("source.too-large", message, self.span(0, 0), hint="shorten it")
            return False
        found = list(_REFUSED.finditer(self.text))
        for match in found[:MOST_CHARACTERS_REPORTED]:
            message = f"U+{ord(match.group()):04X} is not a printable character"
            span = self.span(match.start(), match.end())
            report.error("source.character", message, span, hint="delete the character")
        return not found
