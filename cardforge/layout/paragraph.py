"""Breaking text into lines: at spaces, greedily, written line breaks kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

# Only an ordinary space is a place to break: no-break spaces hold their neighbours together.
SPACE = " "


class WrappedLine(NamedTuple):
    """A line and its width in the measure's unit."""

    text: str
    width: float


def wrap(text: str, width: float, measure: Callable[[str], float]) -> tuple[WrappedLine, ...]:
    """Return the lines of `text` in a width; a longer word stands alone on its line."""
    lines: list[WrappedLine] = []
    for paragraph in text.split("\n"):
        lines.extend(_wrap_paragraph(paragraph, width, measure))
    return tuple(lines)


def _wrap_paragraph(
    text: str, width: float, measure: Callable[[str], float]
) -> Iterator[WrappedLine]:
    words = [word for word in text.split(SPACE) if word]
    if not words:
        yield WrappedLine("", 0.0)
        return
    space = measure(SPACE)
    line, used = words[0], measure(words[0])
    for word in words[1:]:
        advance = measure(word)
        if used + space + advance > width:
            yield WrappedLine(line, used)
            line, used = word, advance
        else:
            line += SPACE + word
            used += space + advance
    yield WrappedLine(line, used)
