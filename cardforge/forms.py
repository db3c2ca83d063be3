"""What the grammars of all elements share: how a form is described, boxes, paint, alignments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cardforge.decode import Field, Kind, Node, Record
from cardforge.element_kinds import BoxName, Condition
from cardforge.elements import BoxSpec
from cardforge.kinds import Choice, ColorKind, Length, ListOf, Number

ALIGNS = ("left", "center", "right")
VALIGNS = ("top", "middle", "bottom")
THICK = Length(0, 50)
ANY_WHERE = Length(share=True)
COLOR = ColorKind()
INK = ColorKind(needed=True)
POINT = ListOf(ANY_WHERE, exactly=2)

EDGE = Length(share=True, edge=True)
BOX = Record(
    {
        "left": Field(EDGE, doc="from the parent's left edge, or bleed"),
        "right": Field(EDGE, doc="from the parent's right edge, or bleed"),
        "top": Field(EDGE, doc="from the parent's top edge, or bleed"),
        "bottom": Field(EDGE, doc="from the parent's lower edge, or bleed"),
        "width": Field(Length(0, share=True), doc="in mm or per cent of the parent"),
        "height": Field(Length(0, share=True), doc="in mm or per cent of the parent"),
        "x": Field(ANY_WHERE, doc="the centre, from the parent's left edge"),
        "y": Field(ANY_WHERE, doc="the centre, from the parent's top edge"),
    },
    BoxSpec,
    BoxName("bleed", "trim", "safe"),
    "a mapping of edges and sizes, or bleed, trim or safe",
)

PAINT = {
    "fill": Field(COLOR, doc="the colour of the area, or none"),
    "stroke": Field(COLOR, doc="the colour of the outline, or none"),
    "line-width": Field(THICK, doc="of the outline, in mm; 0.25 by default"),
    "dash": Field(ListOf(Length(0.05, 50), least=1), doc="drawn and left lengths in turn, in mm"),
}
COMMON = {
    "box": Field(BOX, doc="where the element sits in its parent"),
    "if": Field(Condition(), doc="draw only when this holds"),
    "rotate": Field(Number(-360, 360), doc="degrees clockwise about the box's centre"),
    "mirror": Field(
        Choice("none", "horizontal", "vertical"), doc="left for right, or top for foot"
    ),
    "opacity": Field(Number(0, 1), doc="from 0, clear, to 1, solid"),
}
# A repeat leaves no box of its own: its elements join its parent.
COMMON_OF_REPEAT = {"if": COMMON["if"]}

# What a key says nothing about beside the others of its element, by key.
Idle = Callable[[Mapping[str, Node], Any], dict[str, str]]


def never_idle(_written: Mapping[str, Node], _main: Any) -> dict[str, str]:
    """Return that every key of an element says something."""
    return {}


class Form(NamedTuple):
    """How one kind of element is written: its own key's kind, its other keys, its maker.

    `idle` names the keys that change nothing beside what else is written.
    """

    main: Kind
    fields: dict[str, Field]
    make: Any
    doc: str
    idle: Idle = never_idle
