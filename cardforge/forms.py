"""What the grammars of all elements share: how a form is described, boxes, paint, alignments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cardforge.box_grammar import BOX, IdName
from cardforge.decode import Field, Kind, Node
from cardforge.element_kinds import Condition
from cardforge.fill_kinds import FillKind, ShadowKind
from cardforge.kinds import Choice, ColorKind, Length, ListOf, Number, Whole

ALIGNS = ("left", "center", "right")
VALIGNS = ("top", "middle", "bottom")
THICK = Length(0, 50)
ANY_WHERE = Length(share=True)
COLOR = ColorKind()
INK = ColorKind(needed=True)
POINT = ListOf(ANY_WHERE, exactly=2)

PEN = {
    "stroke": Field(COLOR, doc="the colour of the outline, or none"),
    "line-width": Field(THICK, doc="of the outline, in mm; 0.25 by default"),
    "dash": Field(ListOf(Length(0.05, 50), least=1), doc="drawn and left lengths in turn, in mm"),
    "join": Field(Choice("miter", "round", "bevel"), doc="how its corners look: miter, pointed"),
    "cap": Field(Choice("butt", "round", "square"), doc="how ends and dashes look: butt, cut off"),
}
PAINT = {
    "fill": Field(FillKind(), doc="the area: a colour, a gradient, a pattern, or none"),
    **PEN,
    "shadow": Field(ShadowKind(), doc="a colour, or a mapping of color, x, y, blur and opacity"),
}
COMMON = {
    "box": Field(BOX, doc="where the element sits in its parent"),
    "if": Field(Condition(), doc="draw only when this holds"),
    "rotate": Field(Number(-360, 360), doc="degrees clockwise about the box's centre"),
    "mirror": Field(
        Choice("none", "horizontal", "vertical"), doc="left for right, or top for foot"
    ),
    "opacity": Field(Number(0, 1), doc="from 0, clear, to 1, solid"),
    "id": Field(
        IdName(),
        doc="a name for this element, by which others stand (box: {top: title.bottom + 2})",
        literal=True,
    ),
    "z": Field(
        Whole(-1000, 1000),
        doc="which of its neighbours it covers: the higher is drawn later; 0 by default",
        literal=True,
    ),
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
