"""How a text is to be shaped, and what comes of it."""

from typing import NamedTuple


class Shaping(NamedTuple):
    """What shaping must know of a text beyond its characters.

    `rtl` is the direction that the text as a whole runs in; what runs the other way inside
    it is found.  `language` is a code such as "sr" for the letters that it has of its own.
    `features` are OpenType features: "smcp" is on, "-liga" off, "salt=2" the second choice.
    """

    rtl: bool = False
    language: str = ""
    features: tuple[str, ...] = ()


PLAIN = Shaping()

# The number of a glyph that is no glyph: a blank that the font has not got.
NO_GLYPH = -1


class Glyph(NamedTuple):
    """A glyph in the order in which glyphs are drawn, from left to right; lengths in em, y up.

    `text` is what the glyph says; the first glyph of a cluster says it for all of them.  Tracking
    is added after a glyph that is `spaced`: the last one of a letter and its marks.  What is `rtl`
    is read from right to left.
    """

    id: int
    advance: float
    dx: float = 0.0
    dy: float = 0.0
    text: str = ""
    spaced: bool = True
    rtl: bool = False
