"""How texts are written: their keys and those of the styles they use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.decode import Field, Node
from cardforge.element_kinds import FitKind
from cardforge.elements import Common, StyleUse, TextElement, TextStyle
from cardforge.forms import INK, VALIGNS, Form
from cardforge.kinds import Choice, Length, ListOf, Name, Number, Text, TrueFalse, TypeSize, Whole
from cardforge.text_kinds import ARC, OUTLINE, SHADOW, Feature

TEXT_ALIGNS = ("left", "center", "right", "justify", "start", "end")
DIRECTIONS = ("auto", "ltr", "rtl")

STYLE_FIELDS = {
    "font": Field(Name(), doc="a name from fonts:"),
    "size": Field(TypeSize(), doc="of the type, in pt"),
    "color": Field(INK, doc="of the letters"),
    "bold": Field(TrueFalse(), doc="set in the font's bold face"),
    "italic": Field(TrueFalse(), doc="set in the font's italic face"),
    "align": Field(
        Choice(*TEXT_ALIGNS),
        doc="where lines stand across the box; start and end follow the direction of the text",
    ),
    "valign": Field(Choice(*VALIGNS), doc="where the text stands in the height of the box"),
    "leading": Field(Number(0.5, 4), doc="line distance as a multiple of the size"),
    "tracking": Field(Length(-5, 20), doc="extra space after each character, in mm"),
    "tabular": Field(TrueFalse(), doc="give all digits the same width"),
    "upper": Field(TrueFalse(), doc="set in capitals"),
    "small-caps": Field(TrueFalse(), doc="set small letters as small capitals"),
    "features": Field(
        ListOf(Feature()), doc="OpenType features of the font, such as ss01 or -liga"
    ),
    "outline": Field(OUTLINE, doc="a line round the letters: its color and width, or none"),
    "shadow": Field(SHADOW, doc="a copy beneath the letters: its color, x and y, or none"),
    "markup": Field(TrueFalse(), doc="read **bold**, {icon} and the like; false prints as typed"),
    "typography": Field(
        Choice("on", "off"), doc="set the spaces and apostrophes of the language; off: as typed"
    ),
    "hyphenate": Field(TrueFalse(), doc="divide words at the ends of lines of a paragraph"),
    "direction": Field(
        Choice(*DIRECTIONS), doc="which way the text runs; auto: as its first letter does"
    ),
    "indent": Field(Length(-100, 100), doc="how far the first line of a paragraph moves in, in mm"),
    "paragraph-gap": Field(
        Length(0, 100), doc="extra space between the paragraphs of a text, in mm"
    ),
}
TEXT_FIELDS = {
    "style": Field(Name(), doc="a name from styles:"),
    **STYLE_FIELDS,
    "fit": Field(FitKind(), doc="between which sizes, in pt, the text may shrink and grow"),
    "underline": Field(TrueFalse(), doc="draw a bar under the text"),
    "optical": Field(TrueFalse(), doc="align by the ink instead of the letters' frame"),
    "vertical": Field(
        TrueFalse(), doc="from top to bottom, lines from right to left; Latin letters turned"
    ),
}
LINE_FIELDS = {
    **TEXT_FIELDS,
    "arc": Field(ARC, doc="the circle that the line stands on"),
}
PARAGRAPH_FIELDS = {
    **TEXT_FIELDS,
    "max-lines": Field(Whole(1, 1000), doc="more lines than this do not fit"),
    "columns": Field(Whole(1, 12), doc="in how many columns the text is set"),
    "column-gap": Field(Length(0, 100), doc="space between two columns, in mm; 4 by default"),
    "drop-cap": Field(Whole(0, 12), doc="how many lines high the first letter is"),
}
# What says nothing about lines that are never wrapped.
_OF_PARAGRAPHS = ("hyphenate", "indent", "paragraph-gap")
# What is made of the ink of lines that lie.
_OF_LYING = ("optical", "underline")


def _text(wrap: bool) -> Any:
    def make(common: Common, main: Any, style: Any = None, **more: Any) -> Any:
        own = {k: more.pop(k) for k in tuple(more) if k in TextStyle._fields}
        return TextElement(common, main, wrap, StyleUse(style, TextStyle(**own)), **more)

    return make


def _runs_down(written: Mapping[str, Node]) -> bool:
    return "vertical" in written and written["vertical"].value is not False


def _idle_in_line(written: Mapping[str, Node], _main: Any) -> dict[str, str]:
    idle = dict.fromkeys(_OF_PARAGRAPHS, "lines that are never wrapped")
    if _runs_down(written):
        idle.update(dict.fromkeys(_OF_LYING, "text that runs down"))
    if "arc" in written:
        idle.update(dict.fromkeys(("valign", "optical", "underline", "vertical"), "text on an arc"))
    return idle


def _idle_in_paragraph(written: Mapping[str, Node], _main: Any) -> dict[str, str]:
    idle = {} if "columns" in written else {"column-gap": "a text in one column"}
    if _runs_down(written):
        idle.update(dict.fromkeys((*_OF_LYING, "drop-cap"), "text that runs down"))
    return idle


TEXT_FORMS: dict[str, Form] = {
    "text": Form(Text(), LINE_FIELDS, _text(False), "lines that are never wrapped", _idle_in_line),
    "paragraph": Form(
        Text(), PARAGRAPH_FIELDS, _text(True), "text wrapped to the box", _idle_in_paragraph
    ),
}
