"""The path that a text runs along."""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from typing import NamedTuple

from cardforge.svg.reading import Node
from cardforge.svg.scene import Frame, Scene
from cardforge.svg.shapes import SHAPES
from cardforge.svg.strokes import XY, flattened
from cardforge.svg.values import ValueFault
from cardforge.svgpath import transform_segments


class Rail(NamedTuple):
    """A line of points, how far each lies along it, and from where on the text runs."""

    points: list[XY]
    lengths: list[float]
    start: float

    def at(self, along: float) -> tuple[XY, float] | None:
        """Return the place at a distance and the direction there, None beyond the ends."""
        if not 0 <= along <= self.lengths[-1]:
            return None
        index = min(max(bisect_right(self.lengths, along), 1), len(self.points) - 1)
        (x0, y0), (x1, y1) = self.points[index - 1], self.points[index]
        whole = self.lengths[index] - self.lengths[index - 1]
        share = (along - self.lengths[index - 1]) / whole if whole else 0.0
        turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
        return (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share), turn


def rail_of(scene: Scene, node: Node, frame: Frame) -> Rail | None:
    """Return the path of a `textPath`, None after noting why there is none."""
    target = scene.named(node, node.get("href"))
    if target is None:
        return None
    if target.tag not in SHAPES:
        scene.unsupported(node, f"runs along <{target.tag}>, which is no path")
        return None
    outline = scene.shapes.outline(target, scene.measures(frame))
    outline = transform_segments(outline, scene.transform(target, target.get("transform")))
    lines = flattened(outline, 0.01 * float(frame.style["font-size"]))
    if not lines or len(lines[0].points) < 2:
        return None
    points = [*lines[0].points, lines[0].points[0]] if lines[0].closed else lines[0].points
    lengths = [0.0]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        lengths.append(lengths[-1] + math.hypot(x1 - x0, y1 - y0))
    if node.get("side") == "right" or node.get("method") == "stretch":
        scene.unsupported(node, "runs on the left of its path, letter by letter")
    text = node.get("startOffset") or "0"
    try:
        start = (
            lengths[-1] * scene.measures(frame).length(text[:-1]) / 100
            if text.endswith("%")
            else scene.measures(frame).length(text)
        )
    except ValueFault as fault:
        scene.shapes.fault(node, "startOffset", fault)
        start = 0.0
    return Rail(points, lengths, start)
