"""How pictures, icons and pips are written."""

from __future__ import annotations

from cardforge.decode import Field, Record
from cardforge.elements import IconElement, ImageElement, PipsElement
from cardforge.forms import ALIGNS, INK, VALIGNS, Form
from cardforge.kinds import Choice, Length, Name, Text, TrueFalse, Whole

PICTURE_FORMS: dict[str, Form] = {
    "image": Form(
        Text(),
        {"fit": Field(Choice("contain", "cover", "stretch"), doc="how the picture fills its box")},
        lambda common, main, **more: ImageElement(common, main, **more),
        "a picture file of the game folder",
    ),
    "icon": Form(
        Name(),
        {
            "color": Field(INK, doc="of the icon"),
            "align": Field(Choice(*ALIGNS), doc="where it stands across the box"),
            "valign": Field(Choice(*VALIGNS), doc="where it stands in the height of the box"),
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
