"""Text in columns of characters: lines broken at spaces, tables whose cells have several lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

GAP = "  "
# A column is not squeezed below this while another is wider.
_NARROW = 4


def width_of(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def broken(text: str, width: int) -> list[str]:
    """Return a text in lines no wider than `width`, broken at ordinary spaces only.

    A written line break stays one; a word wider than a line stands on a line of its own.
    """
    lines = []
    for part in text.split("\n"):
        line = ""
        for word in part.split(" "):
            if not word:
                continue
            longer = f"{line} {word}" if line else word
            if line and width_of(longer) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines


def indented(lines: Sequence[str], first: str, others: str | None = None) -> list[str]:
    """Return lines with something before the first and before the others, no space at an end."""
    rest = " " * width_of(first) if others is None else others
    return [f"{rest if index else first}{line}".rstrip(" ") for index, line in enumerate(lines)]


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], aligns: Sequence[str], width: int
) -> list[str]:
    """Return a table in lines: heads, a rule beneath them, rows whose cells are broken to fit."""
    widths = _widths([heads, *rows], width)
    broken_rows = [_row_lines(row, widths, aligns) for row in rows]
    # Rows of several lines need air to be told apart.
    between = [""] if any(len(lines) > 1 for lines in broken_rows) else []
    made = _row_lines(heads, widths, aligns) if any(heads) else []
    made.append(GAP.join("-" * wide for wide in widths))
    for index, lines in enumerate(broken_rows):
        made += [*between, *lines] if index else lines
    return made


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return the width of each column: as its texts want, the widest giving way first."""
    columns = [*zip(*rows, strict=True)]
    widths = [max(width_of(line) for cell in c for line in cell.split("\n")) for c in columns]
    words = [max(width_of(word) for cell in c for word in cell.split()) if any(c) else 1
             for c in columns]  # fmt: skip
    room = width - width_of(GAP) * (len(widths) - 1)
    for least in (words, [_NARROW] * len(widths)):
        while sum(widths) > room:
            wider = [i for i, wide in enumerate(widths) if wide > least[i]]
            if not wider:
                break
            widths[max(wider, key=lambda i: widths[i])] -= 1
    return [max(1, wide) for wide in widths]


def _row_lines(row: Sequence[str], widths: Sequence[int], aligns: Sequence[str]) -> list[str]:
    cells = [_cut(broken(cell, wide), wide) for cell, wide in zip(row, widths, strict=True)]
    height = max(len(cell) for cell in cells)
    lines = []
    for index in range(height):
        parts = (cell[index] if index < len(cell) else "" for cell in cells)
        padded = map(_padded, parts, widths, aligns)
        lines.append(GAP.join(padded).rstrip(" "))
    return lines


def _cut(lines: Sequence[str], width: int) -> list[str]:
    """Return lines that fit a column for certain: a word that is too long is cut."""
    made = []
    for line in lines:
        rest = line
        while width_of(rest) > width and len(rest) > 1:
            end = next(n for n in range(len(rest), 0, -1) if n == 1 or width_of(rest[:n]) <= width)
            made.append(rest[:end])
            rest = rest[end:]
        made.append(rest)
    return made


def _padded(text: str, width: int, align: str) -> str:
    room = width - width_of(text)
    left = {"right": room, "center": room // 2}.get(align, 0)
    return " " * left + text + " " * (room - left)
