"""How texts are written: their keys and those of the styles they use."""

from __future__ import annotations

from typing import Any

from cardforge.decode import Field
from cardforge.element_kinds import FitKind
from cardforge.elements import Common, StyleUse, TextElement, TextStyle
from cardforge.forms import ALIGNS, INK, VALIGNS, Form
from cardforge.kinds import Choice, Length, Name, Number, Text, TrueFalse, TypeSize

STYLE_FIELDS = {
    "font": Field(Name(), doc="a name from fonts:"),
    "size": Field(TypeSize(), doc="of the type, in pt"),
    "color": Field(INK, doc="of the letters"),
    "align": Field(Choice(*ALIGNS), doc="where lines stand across the box"),
    "valign": Field(Choice(*VALIGNS), doc="where the text stands in the height of the box"),
    "leading": Field(Number(0.5, 4), doc="line distance as a multiple of the size"),
    "tracking": Field(Length(-5, 20), doc="extra space after each character, in mm"),
    "tabular": Field(TrueFalse(), doc="give all digits the same width"),
    "upper": Field(TrueFalse(), doc="set in capitals"),
}
TEXT_FIELDS = {
    "style": Field(Name(), doc="a name from styles:"),
    **STYLE_FIELDS,
    "fit": Field(FitKind(), doc="between which sizes the text may shrink"),
    "underline": Field(TrueFalse(), doc="draw a bar under the text"),
    "optical": Field(TrueFalse(), doc="align by the ink instead of the letters' frame"),
}


def _text(wrap: bool) -> Any:
    def make(common: Common, main: Any, style: Any = None, **more: Any) -> Any:
        own = {k: more.pop(k) for k in tuple(more) if k in TextStyle._fields}
        return TextElement(common, main, wrap, StyleUse(style, TextStyle(**own)), **more)

    return make


TEXT_FORMS: dict[str, Form] = {
    "text": Form(Text(), TEXT_FIELDS, _text(False), "lines that are never wrapped"),
    "paragraph": Form(Text(), TEXT_FIELDS, _text(True), "text wrapped to the box"),
}
