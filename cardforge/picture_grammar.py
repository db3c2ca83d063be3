"""How pictures, icons and pips are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.decode import Field, Node, Record
from cardforge.elements import IconElement, ImageElement, PipsElement
from cardforge.forms import ALIGNS, COLOR, INK, PAINT, VALIGNS, Form
from cardforge.kinds import Choice, Length, Name, Number, Text, TrueFalse, Whole
from cardforge.picture_kinds import CutKind, Focus, Quarter, Recolours, TileSize
from cardforge.picture_values import BOXES, Cuts, PictureLook

CUT = CutKind()
CUTS = Record(
    {
        "left": Field(CUT, doc="cut off at the left, a share of the width or pixels (px)"),
        "top": Field(CUT, doc="cut off at the top, a share of the height or pixels (px)"),
        "right": Field(CUT, doc="cut off at the right, a share of the width or pixels (px)"),
        "bottom": Field(CUT, doc="cut off at the foot, a share of the height or pixels (px)"),
    },
    Cuts,
    None,
    "a mapping of left, top, right and bottom",
)
IMAGE_KEYS = {
    "fit": Field(
        Choice("contain", "cover", "stretch", "tile", "none"),
        doc="how the picture fills its box: whole, without gaps, distorted, again and again, or "
        "at its own size; contain by default",
    ),
    "align": Field(Choice(*ALIGNS), doc="where it stands across the box; center by default"),
    "valign": Field(
        Choice(*VALIGNS), doc="where it stands in the height of the box; middle by default"
    ),
    "focus": Field(
        Focus(), doc="with cover, the point that stays in sight: shares from the left and the top"
    ),
    "crop": Field(CUTS, doc="what is cut off at the edges of the picture, before it is fitted"),
    "turn": Field(Quarter(), doc="degrees clockwise inside its box: 0, 90, 180 or 270"),
    "tile": Field(
        TileSize(), doc="with tile or none, the width in mm, or the width and the height"
    ),
    "grey": Field(TrueFalse(), doc="whether its colours are taken out"),
    "tint": Field(COLOR, doc="its greys in tones of this colour: black becomes it, white stays"),
    "brightness": Field(Number(-1, 1), doc="lighter above 0, darker below, from -1 to 1"),
    "contrast": Field(Number(-1, 1), doc="more contrast above 0, less below, from -1 to 1"),
    "mask": Field(Text(), doc="what it is cut out to: a shape, an icon, or a path in SVG syntax"),
    "corner": Field(Length(0, 200), doc="how far the corners of its box are rounded, in mm"),
    "dpi": Field(
        Number(72, 2400),
        doc="pixels an inch that are enough: one with half as many more is made smaller to it; "
        "400 by default",
    ),
    "bleed-from": Field(
        Choice("none", "mirror", "stretch"),
        doc="how it goes on from the trim out to the bleed: mirrored, or its edge stretched",
    ),
    "missing": Field(
        Choice("error", "placeholder", "none"),
        doc="what happens without the file: an error, a crossed box, or nothing is drawn",
    ),
    "colors": Field(
        Recolours(),
        doc="of an SVG, the colour of what has a class (.leaf) or an id ('#sky'), or of "
        "currentColor",
    ),
    "page": Field(Whole(1, 10_000), doc="of a PDF, the first by default"),
    "page-box": Field(Choice(*BOXES), doc="of a PDF, which box of its page; trim by default"),
}
# What each way of fitting leaves without a meaning.
_UNUSED = {
    "contain": ("focus", "tile"),
    "cover": ("align", "valign", "tile"),
    "stretch": ("align", "valign", "focus", "tile"),
    "tile": ("focus", "bleed-from"),
    "none": ("focus", "bleed-from"),
}


def _idle(written: Mapping[str, Node], main: Any) -> dict[str, str]:
    """Return the keys that say nothing beside its fit, its mask, its box or its kind of file."""
    fit = written["fit"].value if "fit" in written else "contain"
    keys = _UNUSED.get(fit, ()) if isinstance(fit, str) else ()
    idle = dict.fromkeys(keys, f"a picture with fit: {fit}")
    if "mask" in written:
        idle |= dict.fromkeys(("corner", "bleed-from"), "a picture with a mask")
    if "box" in written and written["box"].value == "bleed":
        idle["bleed-from"] = "a picture whose box is the bleed"
    if isinstance(main, str) and main.lower().endswith((".svg", ".svgz", ".pdf")):
        idle["dpi"] = "a picture drawn of shapes"
    return idle


PICTURE_FORMS: dict[str, Form] = {
    "image": Form(
        Text(),
        IMAGE_KEYS,
        lambda common, main, fit="contain", **look: ImageElement(
            common, main, fit, PictureLook(**look)
        ),
        "a picture file of the game folder: PNG, JPEG, WebP, TIFF, GIF, BMP, SVG or PDF",
        _idle,
    ),
    "icon": Form(
        Name(),
        {
            "color": Field(INK, doc="of the icon"),
            "align": Field(Choice(*ALIGNS), doc="where it stands across the box"),
            "valign": Field(Choice(*VALIGNS), doc="where it stands in the height of the box"),
            "shadow": PAINT["shadow"],
        },
        lambda common, main, color=None, **more: IconElement(common, main, color, **more),
        "one icon as large as the box allows",
    ),
    "pips": Form(
        Record(
            {
                "icon": Field(Name(), True, "the icon of each pip"),
                "count": Field(Whole(0, 10), True, "how many"),
                "size": Field(Length(0.5, 200), True, "of each, in mm"),
                "color": Field(INK, doc="of the pips"),
                "turned": Field(TrueFalse(), doc="whether the lower half stands on its head"),
            }
        ),
        {},
        lambda common, main: PipsElement(
            common,
            main["icon"],
            main["count"],
            main["size"],
            main.get("color"),
            main.get("turned", True),
        ),
        "icons placed as on a playing card",
    ),
}
