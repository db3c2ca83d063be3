"""Colours as inks of a press: what is printed in black alone, and how much ink paper takes."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from math import floor, hypot
from typing import TYPE_CHECKING, NamedTuple

from cardforge.check.accessibility.vision import ciede2000, hex_of, lab
from cardforge.color import Color
from cardforge.press.transforms import Looks, Transforms

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

Inks = tuple[float, float, float, float]

# A colour is a grey when its chroma (CIELAB) is below what anybody sees ...
NEUTRAL_CHROMA = 2.0
# ... and letters and lines in it are black when it is near black: four inks of a letter miss each
# other, which shows more than the tinge of a dark that black ink alone is no darker than.
BLACK_LIGHTNESS = 18.0
BLACK_CHROMA = 10.0
# What a screen shows as black: 0 to 4 of 255.
_BLACK = 4.5 / 255
_WHITE = 254.5 / 255

BLACK_INK: Inks = (0.0, 0.0, 0.0, 1.0)
NO_INK: Inks = (0.0, 0.0, 0.0, 0.0)
_HAIR = 1e-6
# Colours whose channels differ by more are plainly no greys and no near blacks.
_COLOURED = 0.25


class NoProfile(Exception):
    """A colour that cannot become inks because no profile was found."""


class Made(NamedTuple):
    """A colour of a page in inks, and what was found on the way.

    `asked` and `given` are the ink before and after the limit, in per cent; `change` how much the
    limit changes the look and `gamut` how far the press is from the colour (CIEDE2000);
    `blackened` whether a colour that is not quite grey is printed in black alone.
    """

    inks: Inks
    asked: float
    given: float
    change: float = 0.0
    gamut: float = 0.0
    blackened: bool = False


class InkMaker:
    """Turns colours into inks within the limit of a printer; `through` None: no profile."""

    def __init__(self, through: Transforms | None, limit: float, rich_black: Inks | None) -> None:
        self._through = through
        self._limit = limit
        self._rich_black = rich_black or BLACK_INK

    def made(self, color: Color, area: bool) -> Made:
        """Return the inks of a colour of an area, or of letters, lines and details.

        Raises NoProfile.
        """
        recipe = color.press or (color.values if color.space == "cmyk" else None)
        if recipe is not None:
            cyan, magenta, yellow, black = recipe
            return self._within_limit((cyan, magenta, yellow, black))
        rgb = _rgb(color)
        if min(rgb) >= _WHITE:
            return Made(NO_INK, 0.0, 0.0)
        if max(rgb) <= _BLACK:
            return self._within_limit(self._rich_black if area else BLACK_INK)
        if self._through is None:
            if color.space != "gray":
                raise NoProfile
            return self._within_limit((0.0, 0.0, 0.0, 1.0 - rgb[0]))
        return self._converted(rgb, area, self._through)

    def _converted(self, rgb: Looks, area: bool, through: Transforms) -> Made:
        inks, wanted, printed = _looked_up(rgb, through)
        if not area and (found := self._alone(wanted, printed, through)):
            return found
        made = self._within_limit(inks)
        return made._replace(gamut=ciede2000(wanted, printed))

    def _alone(self, wanted: Looks, printed: Looks, through: Transforms) -> Made | None:
        """Return a tint of black that looks as the conversion does; None for real colours."""
        lightness, *opponents = wanted
        chroma = hypot(*opponents)
        blackened = chroma > NEUTRAL_CHROMA
        if lightness <= BLACK_LIGHTNESS and chroma <= BLACK_CHROMA:
            # Full ink: a tint of 97 % would be screened, and its edges ragged.
            return Made(BLACK_INK, 100.0, 100.0, blackened=blackened)
        if blackened:
            return None
        tint = black_tint(printed[0], through.black_tints) / 255
        return Made((0.0, 0.0, 0.0, tint), tint * 100, tint * 100)

    def _within_limit(self, inks: Inks) -> Made:
        asked = sum(inks) * 100
        limited = within(inks, self._limit)
        if limited == inks:
            return Made(inks, asked, asked)
        return Made(limited, asked, sum(limited) * 100, self._change(inks, limited))

    def _change(self, one: Inks, other: Inks) -> float:
        if self._through is None:
            return ciede2000(lab(_plain(one)), lab(_plain(other)))
        return ciede2000(*(_printed(inks, self._through) for inks in (one, other)))


def within(inks: Inks, limit: float) -> Inks:
    """Return inks of together at most `limit` per cent: less of the colours, black as it is."""
    if sum(inks) * 100 <= limit + _HAIR:
        return inks
    *colours, black = inks
    share = (limit / 100 - black) / sum(colours)
    # Steps of 1/255, downwards: what a printer rounds to stays within the limit.
    cyan, magenta, yellow = (floor(value * share * 255 + _HAIR) / 255 for value in colours)
    return cyan, magenta, yellow, black


def black_tint(lightness: float, tints: tuple[float, ...]) -> int:
    """Return which of 256 tints of black, from light to dark, is nearest to a lightness."""
    # The tints get darker: looked for from the other end.
    darkest = tints[::-1]
    at = bisect_left(darkest, lightness)
    if at == 0:
        return 255
    if at == len(darkest):
        return 0
    nearer = at if darkest[at] - lightness < lightness - darkest[at - 1] else at - 1
    return 255 - nearer


def may_be_alone(color: Color) -> bool:
    """Return whether letters in a colour may be black alone: to be asked before what costs time."""
    if color.press is not None or color.space == "cmyk":
        return False
    return max(color.values) - min(color.values) <= _COLOURED


def shown(color: Color) -> str:
    """Return a colour as a message names it."""
    if color.space == "cmyk":
        return f"cmyk({', '.join(f'{value * 100:g}' for value in color.values)})"
    return hex_of(_rgb(color))


def _rgb(color: Color) -> Looks:
    red, green, blue = color.values * 3 if color.space == "gray" else color.values
    return red, green, blue


def _plain(inks: Inks) -> Looks:
    """Return about what inks look like where no profile says it."""
    *colours, black = inks
    red, green, blue = ((1.0 - value) * (1.0 - black) for value in colours)
    return red, green, blue


# Games of several languages ask for the same colours again.
@lru_cache(maxsize=4096)
def _looked_up(rgb: Looks, through: Transforms) -> tuple[Inks, Looks, Looks]:
    """Return the inks of a colour by the profile, how it is to look, and how it does."""
    from PIL import Image

    red, green, blue = (round(value * 255) for value in rgb)
    screen = Image.new("RGB", (1, 1), (red, green, blue))
    made = through.inks(screen)
    cyan, magenta, yellow, black = (value / 255 for value in made.tobytes())
    return (cyan, magenta, yellow, black), _look(through, screen), _look(through, made)


def _printed(inks: Inks, through: Transforms) -> Looks:
    from PIL import Image

    cyan, magenta, yellow, black = (round(value * 255) for value in inks)
    return _look(through, Image.new("CMYK", (1, 1), (cyan, magenta, yellow, black)))


def _look(through: Transforms, picture: PillowImage) -> Looks:
    lightness, a, b = (float(value) for value in through.looks(picture)[0])
    return lightness, a, b
