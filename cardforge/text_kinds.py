"""The kinds of value that texts are written with: features, outlines, shadows, arcs."""

from __future__ import annotations

import re
from typing import Any

from cardforge.decode import BAD, Deferred, Field, Kind, Node, Reader, Record
from cardforge.elements import Arc, Outline, TextShadow
from cardforge.forms import COLOR, POINT
from cardforge.kinds import Choice, Length, Number


class Feature(Kind):
    """An OpenType feature: its four signs, `-` before one that is off, `=2` for a choice."""

    code = "value.feature"
    expects = "an OpenType feature of four letters, such as ss01, -liga or salt=2"
    _pattern = re.compile(r"[+-]?[A-Za-z0-9]{4}(=\d{1,2})?\Z", re.ASCII)

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the feature as it is written."""
        if not isinstance(node.value, str) or not self._pattern.match(node.value):
            return self.wrong(node, key, reader)
        return node.value

    def schema(self) -> dict[str, Any]:
        """Return the schema of a feature."""
        return {"type": "string", "pattern": "^[+-]?[A-Za-z0-9]{4}(=[0-9]{1,2})?$"}


class _Nothing(Choice):
    """The word none, for a value that says so."""

    def __init__(self, value: Any, expects: str) -> None:
        super().__init__("none")
        self.value, self.expects = value, expects

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the value that stands for none."""
        return BAD if super().read(node, key, reader) is BAD else self.value


OUTLINE = Record(
    {
        "color": Field(COLOR, True, "of the line round the letters"),
        "width": Field(Length(0.01, 20), doc="how much of it is seen, in mm; 0.2 by default"),
    },
    Outline,
    _Nothing(Outline(), "a mapping of color and width, or none"),
    "a mapping of color and width, or none",
)
SHADOW = Record(
    {
        "color": Field(COLOR, True, "of the copy"),
        "x": Field(Length(-50, 50), doc="how far to the right it lies, in mm; 0.3 by default"),
        "y": Field(Length(-50, 50), doc="how far down it lies, in mm; 0.3 by default"),
    },
    TextShadow,
    _Nothing(TextShadow(), "a mapping of color, x and y, or none"),
    "a mapping of color, x and y, or none",
)


class _ArcKind(Record):
    """The circle that a text stands on: its radius, or how far it rises."""

    code = "value.arc"

    def __init__(self) -> None:
        fields = {
            "radius": Field(
                Length(0.5, share=True), doc="of the circle, in mm or per cent of the box's width"
            ),
            "rise": Field(
                Length(-500, 500),
                doc="how far the middle is above the ends, in mm; below 0 it sags",
            ),
            "at": Field(
                Number(-360, 360), doc="where the text is aligned, in degrees from the top"
            ),
            "side": Field(
                Choice("outside", "inside"), doc="whether letters stand on the circle or hang in it"
            ),
            "center": Field(
                POINT, doc="of the circle, from the box's corner; by default its middle"
            ),
            "span": Field(Number(1, 360), doc="how many degrees the text may take"),
        }
        super().__init__(fields, Arc)
        self.expects = "a mapping with radius or rise"

    def read(self, node: Node, key: str, reader: Reader) -> Any:
        """Return the Arc."""
        arc = super().read(node, key, reader)
        if arc is BAD:
            return BAD
        if (arc.radius is None) == (arc.rise is None):
            message = f"{key} needs one of radius and rise"
            return reader.error(self.code, message, node.span, "write arc: {rise: 4}")
        if arc.rise is not None:
            return self._risen(arc, node, key, reader)
        return arc

    def _risen(self, arc: Arc, node: Node, key: str, reader: Reader) -> Any:
        """Return an arc over the box's width; what only a circle has is refused."""
        idle = [name for name in ("at", "side", "center", "span") if name in node.value]
        if idle:
            message = f"{key}: {idle[0]} belongs to radius, not to rise"
            return reader.error(self.code, message, node.span, f"remove {idle[0]}")
        if not isinstance(arc.rise, Deferred) and arc.rise == 0:
            message = f"{key}: a rise of 0 is a straight line"
            return reader.error(self.code, message, node.span, "remove arc")
        return arc


ARC = _ArcKind()
