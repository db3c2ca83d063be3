"""Characters that leave no ink."""

# Blank characters, and how wide each is (in em) where the font has no glyph for it.
BLANKS = {
    " ": 0.25,
    "\n": 0.0,
    "\t": 0.25,
    "\u00a0": 0.25,
    "\u2002": 0.5,
    "\u2003": 1.0,
    "\u2009": 0.2,
    "\u200a": 0.1,
    "\u202f": 0.2,
    "\u3000": 1.0,
}
JOINERS = "\u200c\u200d"
_VARIATIONS = "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
# Characters that steer line breaking, direction and shaping and never leave ink.
INVISIBLE = frozenset(
    f"\u00ad\u034f\u061c\u200b{JOINERS}\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    f"\u2060\u2066\u2067\u2068\u2069\ufeff{_VARIATIONS}"
)
