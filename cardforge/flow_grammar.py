"""How elements that hold others are written: rows, columns, grids, groups, repeats and parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardforge.box_grammar import NO_SHARE, PADDING, Pair, shares_of
from cardforge.decode import BAD, Deferred, Evaluated, Field, Kind, Node, Reader
from cardforge.drawing_grammar import DRAWING_FORMS, SHAPES, SHAPES_WITH
from cardforge.element_kinds import Repeated
from cardforge.elements import (
    Common,
    FlowElement,
    GroupElement,
    PartElement,
    PathElement,
    RegionElement,
    RepeatElement,
    ShapeElement,
)
from cardforge.forms import PAINT, Form
from cardforge.kinds import Anything, Choice, Length, ListOf, MapOf, Name, TrueFalse, Whole
from cardforge.places import AUTO

PACKING = ("start", "center", "end", "stretch", "between", "around", "evenly")
_SHAPE = DRAWING_FORMS["shape"]
# The keys of a panel: those of a shape's paint, and of the shapes that clip.
_PANEL_PAINT = {**PAINT, "stroke-align": _SHAPE.fields["stroke-align"]}
_CORNER = {"corner": _SHAPE.fields["corner"]}
_FORM_KEYS = {**_CORNER, "sides": _SHAPE.fields["sides"]}


class TrackSize(Length):
    """The size of a column or row: a length, a share of the box, `2 shares`, or `auto`."""

    def __init__(self) -> None:
        super().__init__(0, share=True)
        self.expects = "a length, a percentage, shares such as 2 shares, or auto"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return millimetres, a Percent, Shares or AUTO."""
        text = node.value if isinstance(node.value, str) else ""
        if text == AUTO:
            return AUTO
        if shares := shares_of(text):
            return shares if shares.value else self.wrong(node, key, reader, NO_SHARE)
        return super().read(node, key, reader)


class Tracks(Whole):
    """How many columns or rows a grid has, or a list of their sizes, or `auto`."""

    def __init__(self) -> None:
        super().__init__(1, 100)
        self.sizes = ListOf(TrackSize(), least=1)

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return a number, a tuple of sizes, or AUTO."""
        if node.value == AUTO:
            return AUTO
        if isinstance(node.value, list):
            return self._sizes(node, key, reader)
        return super().read(node, key, reader)

    def _sizes(self, node: Node, key: str, reader: Reader) -> Any:
        sizes = self.sizes.read(node, key, reader)
        if sizes is BAD or len(sizes) != len(node.value):
            return BAD
        if len(sizes) <= self.most:
            return sizes
        message = f"{key} lists {len(sizes)} sizes, {self.most} are the most"
        return reader.error("value.number", message, node.span)

    def schema(self) -> dict[str, Any]:
        """Return the schema of columns or rows."""
        return {"anyOf": [super().schema(), self.sizes.schema(), {"enum": [AUTO]}]}


class ClipKind(Choice):
    """The shape outside which nothing is drawn: its name, or a shape or path as an element."""

    def __init__(self, elements: Kind) -> None:
        super().__init__("none", *SHAPES)
        self.elements = elements

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the name of a shape, or the element whose outline clips."""
        if not isinstance(node.value, dict):
            return super().read(node, key, reader)
        if not node.value.keys() & {"shape", "path"}:
            message = f"{key} must be a shape or a path"
            hint = "write clip: {shape: star, sides: 7} or clip: {path: …, viewbox: […]}"
            return reader.error(self.code, message, node.span, hint)
        read = self.elements.read(Evaluated([node], node.span), key, reader)
        return read[0] if read else BAD

    def schema(self) -> dict[str, Any]:
        """Return the schema of a clip."""
        return {"anyOf": [super().schema(), {"$ref": "#/$defs/element"}]}


class RegionName(Name):
    """The name of a region: the same on every card."""

    computable = False


GAP = {
    "gap": Field(
        Pair(Length(0)), doc="space between two children, in mm; [across, down] where both count"
    )
}
FLOW_ALIGN = Field(
    Choice(*PACKING), doc="where the children stand along the flow, or how they are spread"
)
_FLOW = {
    **GAP,
    "align": FLOW_ALIGN,
    "across": Field(
        Choice("start", "center", "end", "stretch"),
        doc="where the children stand across the flow; stretch: they fill it, or stand in its "
        "middle where they state a size",
    ),
    "sizes": Field(
        Choice("share", "content"),
        doc="how large a child is that states nothing: a share of what is left, or as its content",
    ),
    "wrap": Field(TrueFalse(), doc="whether what finds no room goes on in a next line"),
    "lines": Field(Choice(*PACKING), doc="where the lines stand across the flow; start"),
}
_BOTH = {
    "collapse": Field(
        TrueFalse(),
        doc="whether blank texts and empty groups leave no gap; true with sizes: content",
    ),
    "reverse": Field(TrueFalse(), doc="whether the children go from the right, or from the foot"),
    "padding": PADDING,
    **_PANEL_PAINT,
    **_CORNER,
}
_GRID = {
    **GAP,
    "align": Field(Choice(*PACKING), doc="where columns stand that do not fill the box"),
    "lines": Field(Choice(*PACKING), doc="where rows stand that do not fill the box; start"),
    "columns": Field(
        Tracks(), True, "how many cells stand side by side, a list of widths, or auto with cell"
    ),
    "rows": Field(Tracks(), doc="how many rows, a list of heights, or auto: as their content"),
    "cell": Field(
        ListOf(Length(0.1), exactly=2), doc="width and height of every cell, in mm"
    ),
}  # fmt: skip


def _panel(common: Common, shape: Any, keys: dict[str, Any]) -> Any:
    """Return the shape behind the children of a box, made of those of its keys that paint."""
    written = {k: keys.pop(k) for k in tuple(keys) if k in _PANEL_KEYS}
    return _SHAPE.make(Common(common.span), shape, **written) if written else None


_PANEL_KEYS = {key.replace("-", "_") for key in (*_PANEL_PAINT, *_FORM_KEYS)}


def _flow(kind: str) -> Any:
    def make(common: Common, main: Any, **keys: Any) -> FlowElement:
        panel = _panel(common, "rectangle", keys)
        return FlowElement(common, kind, main, panel=panel, **keys)

    return make


def _group(common: Common, main: Any, clip: Any = "none", **keys: Any) -> GroupElement:
    clips = clip != "none"
    if isinstance(clip, (ShapeElement, PathElement)):
        return GroupElement(common, main, clip, True, keys.get("padding"))
    named = clip if clips else "rectangle"
    panel = _panel(common, named, keys)
    if clips and panel is None:
        panel = _SHAPE.make(Common(common.span), named)
    return GroupElement(common, main, panel, clips, **keys)


def _is_clipped(written: Mapping[str, Node]) -> bool:
    return "clip" in written and written["clip"].value != "none"


def _idle_of_panel(written: Mapping[str, Node], kind: str) -> dict[str, str]:
    """Return the keys of paint that say nothing about a box without fill or outline."""
    idle: dict[str, str] = {}
    if "stroke" not in written:
        pen = ("line-width", "dash", "join", "cap", "stroke-align")
        idle |= dict.fromkeys(pen, f"a {kind} without stroke")
    if written.keys() & {"fill", "stroke"}:
        return idle
    idle["shadow"] = f"a {kind} without fill or stroke"
    if not _is_clipped(written):
        what = "group without clip, fill or stroke" if kind == "group" else f"{kind} without fill"
        idle["corner"] = f"a {what}"
    return idle


def _idle_of_group(written: Mapping[str, Node], _main: Any) -> dict[str, str]:
    """Return the keys that say nothing about a group."""
    idle = _idle_of_panel(written, "group")
    clip = written["clip"].value if "clip" in written else "rectangle"
    if isinstance(clip, dict):
        keys = (*_PANEL_PAINT, *_FORM_KEYS)
        return dict.fromkeys(keys, "a clip that is a mapping; write it inside the clip")
    if clip not in ("polygon", "star") and not isinstance(clip, Deferred):
        idle["sides"] = "a group whose clip is no polygon and no star"
    if clip not in ("none", *SHAPES_WITH["corner"]) and not isinstance(clip, Deferred):
        idle["corner"] = f"a group whose clip is a {clip}"
    return idle


def _idle_of_flow(kind: str) -> Any:
    def idle(written: Mapping[str, Node], _main: Any) -> dict[str, str]:
        idle = _idle_of_panel(written, kind)
        if not _may_wrap(written):
            idle["lines"] = f"a {kind} that does not wrap"
        return idle

    return idle


def _may_wrap(written: Mapping[str, Node]) -> bool:
    return "wrap" in written and written["wrap"].value != "false"


def _idle_of_grid(written: Mapping[str, Node], _main: Any) -> dict[str, str]:
    """Return the keys that say nothing about a grid."""
    return _idle_of_panel(written, "grid")


def flow_forms(elements: Kind) -> dict[str, Form]:
    """Return the forms of what holds other elements, given the kind that reads a list of them."""
    return {
        "row": Form(
            elements, {**_FLOW, **_BOTH}, _flow("row"), "children side by side",
            _idle_of_flow("row"),
        ),
        "column": Form(
            elements, {**_FLOW, **_BOTH}, _flow("column"), "children below each other",
            _idle_of_flow("column"),
        ),
        "grid": Form(
            elements, {**_GRID, **_BOTH}, _flow("grid"), "children in cells", _idle_of_grid
        ),
        "group": Form(
            elements,
            {
                "clip": Field(
                    ClipKind(elements),
                    doc="the shape outside which is nothing: its name, or a shape or path",
                ),
                "padding": PADDING,
                **_PANEL_PAINT,
                **_FORM_KEYS,
            },
            _group,
            "children placed freely in the box",
            _idle_of_group,
        ),
        "region": Form(
            RegionName(),
            {"elements": Field(elements, doc="what stands here unless a template fills it")},
            lambda common, main, elements=(): RegionElement(common, main, elements),
            "a place that templates which extend this one fill",
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
            {
                "with": Field(MapOf(Anything()), doc="names that are set inside the part"),
                "regions": Field(MapOf(elements), doc="what fills the regions of the part"),
            },
            lambda common, main, regions=None, **more: PartElement(
                common, main, more.get("with", {}), regions or {}
            ),
            "a part written once under parts:",
        ),
    }  # fmt: skip
