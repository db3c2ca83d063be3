"""The basic shapes as segments, in the coordinates in which they are written."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardforge.geometry import Box, Segment
from cardforge.svg.faults import TEXT_OF_ELEMENT, VALUE, Troubles
from cardforge.svg.reading import Node
from cardforge.svg.values import Measures, ValueFault, numbers
from cardforge.svgpath import (
    PathError,
    ellipse,
    elliptic_rectangle,
    parse,
    parse_whole_start,
    rectangle,
)

Segments = tuple[Segment, ...]
_PATH_CALL = re.compile(r"path\(\s*(['\"])(.*)\1\s*\)\Z", re.DOTALL)


class Shapes:
    """Reads the shapes of one file; values that cannot be read are noted.

    `spend` counts work, and raises when it is too much.
    """

    def __init__(self, troubles: Troubles, spend: Callable[[int], None]) -> None:
        self._troubles, self._spend = troubles, spend
        self._paths: dict[int, Segments] = {}

    def outline(self, node: Node, measures: Measures) -> Segments:
        """Return the outline of a shape, nothing where it draws nothing."""
        return _OUTLINES[node.tag](self, node, measures)

    def length(
        self, node: Node, name: str, measures: Measures, axis: str, default: str = "0"
    ) -> float:
        """Return a length of a node; one that cannot be read is noted and taken as not there."""
        text = node.get(name) or default
        if text == "0":
            return 0.0
        try:
            return measures.length(text, axis)
        except ValueFault as fault:
            self.fault(node, name, fault)
            return measures.length(default, axis)

    def fault(self, node: Node, name: str, fault: ValueFault) -> None:
        """Note a value that cannot be read."""
        self._troubles.add(VALUE, f"{name} of <{node.tag}>", node.line, f"is left out: {fault}")

    def _path(self, node: Node, _measures: Measures) -> Segments:
        # Each time: a path that is known already is still to be placed and painted.
        self._spend(len(node.get("d")) // TEXT_OF_ELEMENT)
        known = self._paths.get(id(node))
        if known is None:
            known = self._paths[id(node)] = self._read_path(node)
        return known

    def _read_path(self, node: Node) -> Segments:
        data = node.get("d")
        if match := _PATH_CALL.match(data):
            data = match[2]
        if data == "none":
            return ()
        try:
            return parse(data)
        except PathError as fault:
            why = f"is drawn as far as it can be read: {fault.message}"
            self._troubles.add(VALUE, f"d of <{node.tag}>", node.line, why)
            return parse_whole_start(data)

    def _rect(self, node: Node, measures: Measures) -> Segments:
        box = self._box(node, measures)
        if box.width <= 0 or box.height <= 0:
            return ()
        written = [node.get("rx") or "auto", node.get("ry") or "auto"]
        if written == ["auto", "auto"]:
            return rectangle(box)
        rx, ry = self._radii(node, measures)
        return elliptic_rectangle(box, min(rx, box.width / 2), min(ry, box.height / 2))

    def _radii(self, node: Node, measures: Measures) -> tuple[float, float]:
        """Return both radii of a rectangle or an ellipse; one alone says both."""
        across, down = node.get("rx") or "auto", node.get("ry") or "auto"
        rx = self.length(node, "rx", measures, "x") if across != "auto" else None
        ry = self.length(node, "ry", measures, "y") if down != "auto" else rx
        return max(0.0, (ry if rx is None else rx) or 0.0), max(0.0, ry or 0.0)

    def _box(self, node: Node, measures: Measures) -> Box:
        x, y = (self.length(node, name, measures, name) for name in ("x", "y"))
        width = self.length(node, "width", measures, "x")
        return Box(x, y, width, self.length(node, "height", measures, "y"))

    def _circle(self, node: Node, measures: Measures) -> Segments:
        r = self.length(node, "r", measures, "d")
        return self._round(node, measures, r, r)

    def _ellipse(self, node: Node, measures: Measures) -> Segments:
        return self._round(node, measures, *self._radii(node, measures))

    def _round(self, node: Node, measures: Measures, rx: float, ry: float) -> Segments:
        if rx <= 0 or ry <= 0:
            return ()
        x = self.length(node, "cx", measures, "x")
        y = self.length(node, "cy", measures, "y")
        return ellipse(Box(x - rx, y - ry, 2 * rx, 2 * ry))

    def _line(self, node: Node, measures: Measures) -> Segments:
        x1, x2 = (self.length(node, name, measures, "x") for name in ("x1", "x2"))
        y1, y2 = (self.length(node, name, measures, "y") for name in ("y1", "y2"))
        return ("M", x1, y1), ("L", x2, y2)

    def _polyline(self, node: Node, _measures: Measures) -> Segments:
        try:
            values = numbers(node.get("points"))
        except ValueFault as fault:
            self.fault(node, "points", fault)
            return ()
        points = list(zip(values[::2], values[1::2], strict=False))
        if not points:
            return ()
        return ("M", *points[0]), *(("L", *point) for point in points[1:])

    def _polygon(self, node: Node, measures: Measures) -> Segments:
        line = self._polyline(node, measures)
        return (*line, ("Z",)) if line else ()


_OUTLINES: dict[str, Callable[[Shapes, Node, Measures], Segments]] = {
    "path": Shapes._path,
    "rect": Shapes._rect,
    "circle": Shapes._circle,
    "ellipse": Shapes._ellipse,
    "line": Shapes._line,
    "polyline": Shapes._polyline,
    "polygon": Shapes._polygon,
}
SHAPES = frozenset(_OUTLINES)
