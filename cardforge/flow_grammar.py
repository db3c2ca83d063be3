"""How elements that hold others are written: rows, columns, grids, groups, repeats and parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.decode import Field, Kind, Node
from cardforge.element_kinds import Repeated
from cardforge.elements import FlowElement, GroupElement, PartElement, RepeatElement
from cardforge.forms import Form
from cardforge.kinds import Anything, Choice, Length, MapOf, Name, Whole

GAP = {"gap": Field(Length(0), doc="space between two children, in mm")}
FLOW_ALIGN = Field(
    Choice("start", "center", "end", "stretch"), doc="where the children stand along the flow"
)


def _flow(kind: str) -> Any:
    return lambda common, main, **more: FlowElement(common, kind, main, **more)


def _idle_of_group(written: Mapping[str, Node], _main: Any) -> dict[str, str]:
    """Return the keys that say nothing about a group."""
    if "clip" in written and written["clip"].value != "none":
        return {}
    return {"corner": "a group without clip"}


def flow_forms(elements: Kind) -> dict[str, Form]:
    """Return the forms of what holds other elements, given the kind that reads a list of them."""
    return {
        "row": Form(elements, {**GAP, "align": FLOW_ALIGN}, _flow("row"), "children side by side"),
        "column": Form(
            elements, {**GAP, "align": FLOW_ALIGN}, _flow("column"), "children below each other"
        ),
        "grid": Form(
            elements,
            {
                **GAP,
                "align": FLOW_ALIGN,
                "columns": Field(Whole(1, 100), True, "how many cells stand side by side"),
            },
            _flow("grid"),
            "children in cells of one size",
        ),
        "group": Form(
            elements,
            {
                "clip": Field(
                    Choice("none", "rectangle", "ellipse"), doc="the shape outside which is nothing"
                ),
                "corner": Field(Length(0, 100), doc="radius of the clip's corners, in mm"),
            },
            lambda common, main, **more: GroupElement(common, main, **more),
            "children placed freely in the box",
            _idle_of_group,
        ),
        "repeat": Form(
            Repeated(),
            {
                "as": Field(Name(), True, "the name of the value inside", literal=True),
                "elements": Field(elements, True, "what is drawn for each value"),
            },
            lambda common, main, as_, elements: RepeatElement(common, main, as_, elements),
            "children written once for each value",
        ),
        "use": Form(
            Name(),
            {"with": Field(MapOf(Anything()), doc="names that are set inside the part")},
            lambda common, main, **more: PartElement(common, main, more.get("with", {})),
            "a part written once under parts:",
        ),
    }
