"""The symbols in the rules of a table, `{T}` or `{2}`, as icons: discs with their letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from cardforge.fonts import find_font
from cardforge.geometry import Segment
from cardforge.presets import builtin_icons

MOST_SYMBOLS = 60
_FACE = "Lato-Black"
_SYMBOL = re.compile(r"(?<!\\)\{(\w[\w.-]{0,59})\}")
# Letters are as high as half of the disc; the box of an icon has a side of 24.
_DISC = "M12 0.5A11.5 11.5 0 1 0 12 23.5A11.5 11.5 0 1 0 12 0.5Z"
_SIZE = {1: 18.0, 2: 13.0}


def symbols_in(cells: Iterable[str]) -> list[str]:
    """Return the symbols in some cells that are no icon yet, as they come first."""
    known = builtin_icons()
    found = (name for cell in cells if "{" in cell for name in _SYMBOL.findall(cell))
    return [name for name in dict.fromkeys(found) if name not in known][:MOST_SYMBOLS]


def drawn(symbol: str) -> str:
    """Return the path of a disc that has the symbol's letters, or its first two, cut out."""
    from cardforge.shaping.engine import Engine
    from cardforge.shaping.values import PLAIN

    letters = symbol if len(symbol) <= 2 else symbol[:1].upper()
    engine = Engine(find_font(_FACE, Path()).read_bytes())
    size = _SIZE[len(letters)]
    glyphs = engine.shape(letters, PLAIN, rtl=False, spaced=False)
    width = sum(glyph.advance for glyph in glyphs)
    pieces, at = [], 12 - size * width / 2
    for glyph in glyphs:
        # The capitals of the face are 0.72 em high.
        pieces += [
            _written(segment, size, at, 12 + 0.36 * size) for segment in engine.outline(glyph.id)
        ]
        at += size * glyph.advance
    return _DISC + "".join(pieces)


def _written(segment: Segment, size: float, x: float, y: float) -> str:
    """Return a segment of an outline, in em, as it is written in a path."""
    kind, *numbers = segment
    return str(kind) + " ".join(_placed(numbers, size, x, y))


def _placed(numbers: Iterable[float], size: float, x: float, y: float) -> Iterator[str]:
    for index, number in enumerate(numbers):
        yield f"{(y if index % 2 else x) + size * number:.2f}"
