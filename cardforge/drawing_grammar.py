"""How shapes, lines and paths are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardforge.decode import BAD, Field, Kind, Node, Reader, Record
from cardforge.element_kinds import ViewBox
from cardforge.elements import (
    Common,
    LineElement,
    PathElement,
    Pen,
    ShapeElement,
    ShapeForm,
)
from cardforge.forms import INK, PAINT, PEN, POINT, THICK, Form
from cardforge.kinds import Choice, Length, ListOf, Number, Text, TrueFalse, Whole

SHAPES = (
    "rectangle", "circle", "ellipse", "ring", "hexagon", "triangle", "diamond", "polygon", "star",
    "arc", "pie", "cross", "arrow", "shield", "banner", "speech",
)  # fmt: skip
# The shapes that these keys say something about.
SHAPES_WITH = {
    "corner": ("rectangle", "speech"),
    "sides": ("polygon", "star"),
    "ring": ("ring",),
    "depth": ("star", "banner"),
    "points": ("polygon",),
    "pointed": ("hexagon",),
    "from": ("arc", "pie", "ring"),
    "to": ("arc", "pie", "ring"),
    "arm": ("cross", "arrow"),
    "head": ("arrow",),
    "tail": ("speech",),
}
_PEN_KEYS = {"stroke": "stroke", "line_width": "line_width", "dash": "dash", "join": "join",
             "cap": "cap", "stroke_align": "side"}  # fmt: skip

_RADIUS = Length(0, 100)
_CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")


class Corner(Kind):
    """The radius of round corners: one, four clockwise from the top left, or some by name."""

    code = "value.length"
    expects = "a radius, a list of four from the top left clockwise, or a mapping of corners"
    _named = Record({name: Field(_RADIUS, doc="its radius, in mm") for name in _CORNERS})

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return one radius or a tuple of four."""
        if isinstance(node.value, list):
            return ListOf(_RADIUS, exactly=4).read(node, key, reader)
        if not isinstance(node.value, dict):
            return _RADIUS.read(node, key, reader)
        named = self._named.read(node, key, reader)
        if named is BAD:
            return BAD
        return tuple(named.get(name.replace("-", "_"), 0.0) for name in _CORNERS)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a corner."""
        four = ListOf(_RADIUS, exactly=4)
        return {"anyOf": [_RADIUS.schema(), four.schema(), self._named.schema()]}


class Points(ListOf):
    """The corners of a polygon."""

    _most = 500

    def __init__(self) -> None:
        super().__init__(POINT, least=3)
        self.expects = f"a list of 3 to {self._most} points, each across and down"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the points."""
        if isinstance(node.value, list) and len(node.value) > self._most:
            message = f"{key} must be {self.expects}, found {len(node.value)}"
            return reader.error(self.code, message, node.span)
        points = super().read(node, key, reader)
        return BAD if points is not BAD and len(points) < len(node.value) else points


_SIZE = Length(0.1, 2000, share=True)
SHAPE_KEYS = {
    "corner": Field(
        Corner(), doc="radius of round corners, in mm: one, four from the top left, or by name"
    ),
    "sides": Field(Whole(3, 60), doc="of a polygon, or points of a star; 5 by default"),
    "ring": Field(THICK, doc="thickness of a ring, in mm; an eighth of its width by default"),
    "depth": Field(
        Number(0.01, 0.99), doc="of a star's or banner's notches, 0 to 1; 0.55, and 0.5 of a banner"
    ),
    "points": Field(Points(), doc="corners of a polygon, each [across, down] in mm or per cent"),
    "pointed": Field(TrueFalse(), doc="whether a hexagon stands on a corner; false by default"),
    "from": Field(Number(-360, 360), doc="where an arc, pie or ring begins: degrees, 0 at the top"),
    "to": Field(Number(-360, 720), doc="where it ends, in degrees clockwise"),
    "arm": Field(_SIZE, doc="thickness of a cross's arms or an arrow's shaft; a third by default"),
    "head": Field(_SIZE, doc="length of an arrow's head, in mm or per cent; 40 % by default"),
    "tail": Field(POINT, doc="where a speech bubble points to; [20%, 130%] by default"),
}


def _form(name: Any, more: dict[str, Any]) -> ShapeForm:
    """Return a shape, and take what is about its outline out of its other keys."""
    names = {"from_": "start", "to": "end"}
    fields = {key: names.get(key, key) for key in more}
    own = [key for key, field in fields.items() if field in ShapeForm._fields]
    return ShapeForm(name, **{fields[key]: more.pop(key) for key in own})


def _pen(more: dict[str, Any]) -> Pen:
    """Return the pen, and take what is about it out of the other keys."""
    return Pen(**{field: more.pop(key) for key, field in _PEN_KEYS.items() if key in more})


def _shape(common: Common, main: Any, **more: Any) -> ShapeElement:
    form, pen = _form(main, more), _pen(more)
    return ShapeElement(common, form, pen=pen, **more)


def _line(common: Common, main: Any, arrow: str = "none", **more: Any) -> LineElement:
    return LineElement(common, main["from_"], main["to"], _pen(more), arrow)


def _path(common: Common, main: Any, **more: Any) -> PathElement:
    pen = _pen(more)
    return PathElement(common, main, pen=pen, **more)


def _idle_of_shape(written: Mapping[str, Node], main: Any) -> dict[str, str]:
    """Return the keys that say nothing about a shape."""
    idle: dict[str, str] = {}
    if isinstance(main, str):
        owners = {key: shapes for key, shapes in SHAPES_WITH.items() if main not in shapes}
        idle = {key: f"a {main}; it is for {_listed(s)}" for key, s in owners.items()}
        if main == "arc":
            idle["stroke-align"] = "an arc, which has no inside"
        elif "dash" not in written:
            idle["cap"] = f"a {main} without dash"
    if "points" in written:
        idle["sides"] = "a polygon with points of its own"
    return idle | _idle_pen("shape", written)


def _idle_of_path(written: Mapping[str, Node], _main: Any) -> dict[str, str]:
    """Return the keys that say nothing about a path."""
    idle = _idle_pen("path", written)
    if "fill" not in written:
        idle["even-odd"] = "a path without fill"
    return idle


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _idle_pen(kind: str, written: Mapping[str, Node]) -> dict[str, str]:
    if "stroke" in written:
        return {}
    keys = ("line-width", "dash", "join", "cap", "stroke-align")
    idle = dict.fromkeys(keys, f"a {kind} without stroke")
    if "fill" not in written:
        idle["shadow"] = f"a {kind} without fill or stroke"
    return idle


DRAWING_FORMS: dict[str, Form] = {
    "shape": Form(
        Choice(*SHAPES),
        {
            **PAINT,
            "stroke-align": Field(
                Choice("inside", "center", "outside"),
                doc="on which side of the edge the outline lies; center by default",
            ),
            **SHAPE_KEYS,
        },
        _shape,
        "a simple shape that fills its box",
        _idle_of_shape,
    ),
    "line": Form(
        Record(
            {
                "from": Field(POINT, True, "where it begins, [across, down] in mm or per cent"),
                "to": Field(POINT, True, "where it ends, [across, down] in mm or per cent"),
            }
        ),
        {
            **{key: field for key, field in PEN.items() if key != "join"},
            "stroke": Field(INK, doc="the colour of the line; black by default"),
            "arrow": Field(
                Choice("none", "start", "end", "both"), doc="where it has arrow heads; none"
            ),
        },
        _line,
        "a straight line between two points of the parent box",
    ),
    "path": Form(
        Text(),
        {
            **PAINT,
            "viewbox": Field(ViewBox(), doc="left, top, width and height that the box shows"),
            "even-odd": Field(TrueFalse(), doc="leave out what is enclosed twice"),
        },
        _path,
        "a path in the syntax of SVG",
        _idle_of_path,
    ),
}
