"""The colours of a page on a screen: light and dark, every text with enough contrast."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardforge.color import Color, contrast, hex_of, ramp

# WCAG 2.2: text as small as it comes (AA), and body text (AAA).
ENOUGH, PLENTY = 4.5, 7.0
_STEPS = 64
_WHITE, _BLACK = "#ffffff", "#000000"
# A dark page has something of the ink's hue, and no more.
_NIGHT = "#141414"
# Grounds are at least so far from black or white that body text reads well on them.
_CALM = 15.0


class Shades(NamedTuple):
    """Colours as `#rrggbb`: page and panel are grounds, the others are read on both of them."""

    page: str
    panel: str
    line: str
    text: str
    muted: str
    accent: str


def shades(accent: Color, ink: Color, tint: Color) -> tuple[Shades, Shades]:
    """Return the colours of the light and of the dark page."""
    panel = legible(hex_of(tint), [_BLACK], _CALM)
    light = _shades(
        page=ramp(0.35, [_WHITE, panel]), panel=panel, ink=hex_of(ink), accent=hex_of(accent)
    )
    night = legible(ramp(0.4, [hex_of(ink), _NIGHT]), [_WHITE], _CALM + 1)
    dark = _shades(
        page=night, panel=ramp(0.09, [night, _WHITE]), ink=ramp(0.06, [_WHITE, night]),
        accent=hex_of(accent),
    )  # fmt: skip
    return light, dark


def _shades(page: str, panel: str, ink: str, accent: str) -> Shades:
    grounds = [page, panel]
    text = legible(ink, grounds, PLENTY)
    return Shades(
        page=page,
        panel=panel,
        line=ramp(0.22, [panel, text]),
        text=text,
        muted=legible(ramp(0.3, [text, page]), grounds, ENOUGH),
        accent=legible(accent, grounds, ENOUGH),
    )


def legible(color: str, others: Iterable[str], ratio: float) -> str:
    """Return the colour nearest to `color` that has a contrast to all others.

    It goes towards black or white, whichever is farther from the others, and
    keeps its hue as long as it can.
    """
    all_others = list(others)
    goal = max((_BLACK, _WHITE), key=lambda end: min(contrast(end, o) for o in all_others))
    for step in range(_STEPS):
        mixed = ramp(step / _STEPS, [color, goal])
        if all(contrast(mixed, other) >= ratio for other in all_others):
            return mixed
    return goal
