"""How a picture is shown: the values of the keys of `image`."""

from typing import NamedTuple

from cardforge.color import Color

# The boxes of a page of a PDF that may be shown.
BOXES = ("trim", "bleed", "crop", "media")


class Cut(NamedTuple):
    """How much of a picture is cut off at an edge: a share of it, or pixels."""

    amount: float = 0.0
    is_px: bool = False


NO_CUT = Cut()


class Cuts(NamedTuple):
    """How much is cut off at each edge of a picture."""

    left: Cut = NO_CUT
    top: Cut = NO_CUT
    right: Cut = NO_CUT
    bottom: Cut = NO_CUT


class PictureLook(NamedTuple):
    """How a picture is shown in its box.

    `focus` are the shares, from the left and the top, of the point that stays in sight; `turn` is
    in degrees clockwise, quarters only; `tile` is a width, or a width and a height; `mask` names a
    shape or an icon, or is a path; `corner` rounds the box off; `dpi` is how many pixels an inch
    are enough; `missing` is what happens without the picture; `page` and `page_box` are of a PDF,
    `colors` of an SVG: what stands for the colour of a class, an id or `currentColor`.
    """

    align: str = "center"
    valign: str = "middle"
    focus: tuple[float, float] = (0.5, 0.5)
    crop: Cuts = Cuts()
    turn: int = 0
    tile: float | tuple[float, float] | None = None
    grey: bool = False
    tint: Color | None = None
    brightness: float = 0.0
    contrast: float = 0.0
    mask: str | None = None
    corner: float = 0.0
    dpi: float = 400.0
    bleed_from: str = "none"
    missing: str = "error"
    page: int = 1
    page_box: str = "trim"
    colors: tuple[tuple[str, Color], ...] = ()
