"""A rendered rules text: its lines without the marks in them, and where each was typed."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from cardforge.diagnostics import Span
from cardforge.rulebook.reading.source_text import FIRST_PLACE, PLANE, SourceText
from cardforge.rulebook.reading.template.environment import TextEnvironment

_PLACE = re.compile(f"[{chr(FIRST_PLACE)}-{chr(FIRST_PLACE + PLANE)}]")


class Rendered(NamedTuple):
    """Markdown with private characters for values, and where each of its lines was typed."""

    lines: tuple[str, ...]
    anchors: tuple[tuple[tuple[int, int, int | None], ...], ...]
    source: SourceText

    def span(self, line: int, start: int, end: int) -> Span:
        """Return where the characters of a line, both counted from 0, were typed."""
        if not self.lines:
            return self.source.span(0, 0)
        line = min(max(line, 0), len(self.lines) - 1)
        first, last = self._offset(line, start)[0], self._offset(line, max(end - 1, start))[1]
        return self.source.span(first, max(last, first + 1))

    def whole(self, first: int, last: int) -> Span:
        """Return the place of whole lines, the last one exclusive."""
        start = self.span(first, len(self.lines[first]) - len(self.lines[first].lstrip()), 0)
        end = self.span(last - 1, 0, len(self.lines[last - 1].rstrip()))
        if (end.end_line, end.end_column) < (start.end_line, start.end_column):
            return start
        return start._replace(end_line=end.end_line, end_column=end.end_column)

    def _offset(self, line: int, column: int) -> tuple[int, int]:
        """Return where one character was typed: itself, or the tag that it came from."""
        anchors = self.anchors[line]
        number = bisect_right(anchors, column, key=lambda anchor: anchor[0])
        at, offset, end = anchors[max(number - 1, 0)]
        return (offset + column - at, offset + column - at + 1) if end is None else (offset, end)


def with_anchors(text: str, environment: TextEnvironment) -> Rendered:
    """Return the rendered text without its marks, and where they stood."""
    lines: list[str] = []
    anchors: list[tuple[tuple[int, int, int | None], ...]] = []
    for marked in text.split("\n"):
        found, clean, last = [], "", 0
        for match in _PLACE.finditer(marked):
            clean += marked[last : match.start()]
            last = match.end()
            offset, end = environment.places[ord(match.group()) - FIRST_PLACE]
            found.append((len(clean), offset, end))
        lines.append(clean + marked[last:])
        anchors.append(tuple(found) or (anchors[-1] if anchors else ((0, 0, None),)))
    return Rendered(tuple(lines), tuple(anchors), environment.source)
