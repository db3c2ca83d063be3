"""Breaking text into lines: at spaces, greedily, written line breaks kept."""

from __future__ import annotations

from collections.abc import Callable

# Only an ordinary space is a place to break: no-break spaces hold their neighbours together.
SPACE = " "


def wrap(text: str, width: float, measure: Callable[[str], float]) -> tuple[str, ...]:
    """Return the lines of `text` in a width; a longer word stands alone on its line."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines.extend(_wrap_paragraph(paragraph, width, measure))
    return tuple(lines)


def _wrap_paragraph(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    words = [word for word in text.split(SPACE) if word]
    if not words:
        return [""]
    space = measure(SPACE)
    lines: list[str] = []
    line, used = words[0], measure(words[0])
    for word in words[1:]:
        advance = measure(word)
        if used + space + advance > width:
            lines.append(line)
            line, used = word, advance
        else:
            line += SPACE + word
            used += space + advance
    lines.append(line)
    return lines
