"""How shapes, lines and paths are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.decode import Field, Node, Record
from cardforge.element_kinds import ViewBox
from cardforge.elements import LineElement, PathElement, ShapeElement
from cardforge.forms import INK, PAINT, POINT, THICK, Form
from cardforge.kinds import Choice, Length, Text, TrueFalse, Whole

SHAPES = (
    "rectangle", "circle", "ellipse", "ring", "hexagon", "triangle", "diamond", "polygon", "star",
)  # fmt: skip
# The shapes that these keys say something about.
_SHAPES_WITH = {"corner": ("rectangle",), "sides": ("polygon", "star"), "ring": ("ring",)}


def _idle_of_shape(written: Mapping[str, Node], main: Any) -> dict[str, str]:
    """Return the keys that say nothing about a shape."""
    idle: dict[str, str] = {}
    if isinstance(main, str):
        owners = {key: shapes for key, shapes in _SHAPES_WITH.items() if main not in shapes}
        idle = {key: f"a {main}; it is for {' and '.join(s)}" for key, s in owners.items()}
    return idle | _idle_pen("shape", written)


def _idle_of_path(written: Mapping[str, Node], _main: Any) -> dict[str, str]:
    """Return the keys that say nothing about a path."""
    return _idle_pen("path", written)


def _idle_pen(kind: str, written: Mapping[str, Node]) -> dict[str, str]:
    if "stroke" in written:
        return {}
    return dict.fromkeys(("line-width", "dash"), f"a {kind} without stroke")


DRAWING_FORMS: dict[str, Form] = {
    "shape": Form(
        Choice(*SHAPES),
        {
            **PAINT,
            "corner": Field(Length(0, 100), doc="radius of a rectangle's corners, in mm"),
            "sides": Field(Whole(3, 60), doc="of a polygon, or points of a star"),
            "ring": Field(THICK, doc="thickness of a ring, in mm"),
        },
        lambda common, main, **more: ShapeElement(common, main, **more),
        "a simple shape that fills its box",
        _idle_of_shape,
    ),
    "line": Form(
        Record({"from": Field(POINT, True), "to": Field(POINT, True)}),
        {
            **{k: v for k, v in PAINT.items() if k != "fill"},
            "stroke": Field(INK, doc="the colour of the line"),
        },
        lambda common, main, stroke=None, **more: LineElement(
            common, main["from_"], main["to"], stroke, **more
        ),
        "a straight line between two points of the parent box",
    ),
    "path": Form(
        Text(),
        {
            **PAINT,
            "viewbox": Field(ViewBox(), doc="left, top, width and height that the box shows"),
            "even-odd": Field(TrueFalse(), doc="leave out what is enclosed twice"),
        },
        lambda common, main, **more: PathElement(common, main, **more),
        "a path in the syntax of SVG",
        _idle_of_path,
    ),
}
