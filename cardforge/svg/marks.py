"""Markers: small drawings at the start, the corners and the end of a line."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cardforge.geometry import Box, Segment, Transform
from cardforge.ink import Group, Ink
from cardforge.svg.reading import Node
from cardforge.svg.scene import Frame, Scene
from cardforge.svg.styles import START
from cardforge.svg.values import ValueFault, fitted, number, view_box
from cardforge.svgpath import rectangle, transform_segments

Draw = Callable[[Scene, Node, Frame], list[Ink]]
XY = tuple[float, float]
_PLACES = ("marker-start", "marker-mid", "marker-end")


class Vertex(NamedTuple):
    """A point of a line and the directions, in degrees, in which it is reached and left."""

    at: XY
    reached: float | None
    left: float | None

    @property
    def turn_deg(self) -> float:
        """Return the direction midway between the two."""
        if self.reached is None or self.left is None:
            return next((angle for angle in (self.reached, self.left) if angle is not None), 0.0)
        return self.reached + ((self.left - self.reached + 180) % 360 - 180) / 2


def marker_ink(
    scene: Scene, node: Node, frame: Frame, outline: tuple[Segment, ...], draw: Draw
) -> list[Ink]:
    """Return the markers along an outline in user units."""
    written = {place: frame.style.get(place, "none") for place in _PLACES}
    if all(text == "none" for text in written.values()):
        return []
    vertices = list(_vertices(outline))
    ink: list[Ink] = []
    for index, vertex in enumerate(vertices):
        places = ["marker-start"] if index == 0 else []
        places += ["marker-mid"] if 0 < index < len(vertices) - 1 else []
        places += ["marker-end"] if index == len(vertices) - 1 else []
        for place in places:
            if written[place] != "none":
                ink += _marker(scene, node, frame, (place, written[place], vertex), draw)
    return ink


def _vertices(outline: tuple[Segment, ...]) -> Iterator[Vertex]:
    """Yield the points between the segments, each part's first to last."""
    points: list[XY] = []
    ways: list[tuple[float | None, float | None]] = []
    start: XY = (0.0, 0.0)
    for kind, *values in outline:
        if kind == "M":
            start = (values[0], values[1])
            points.append(start)
            ways.append((None, None))
            continue
        steps = [points[-1], *zip(values[::2], values[1::2], strict=True)]
        if kind == "Z":
            steps = [points[-1], start]
        ways[-1] = (ways[-1][0], _way(steps))
        backwards = _way(steps[::-1])
        points.append(steps[-1])
        ways.append((None if backwards is None else backwards + 180, None))
    for point, (reached, left) in zip(points, ways, strict=True):
        yield Vertex(point, reached, left)


def _way(steps: list[XY]) -> float | None:
    """Return the direction in which some points leave the first."""
    x, y = steps[0]
    for u, v in steps[1:]:
        if math.hypot(u - x, v - y) > 1e-9:
            return math.degrees(math.atan2(v - y, u - x))
    return None


def _marker(
    scene: Scene, node: Node, frame: Frame, what: tuple[str, str, Vertex], draw: Draw
) -> list[Ink]:
    place, text, vertex = what
    marker, _ = scene.url(node, text, f"{place} of <{node.tag}>")
    if marker is None or marker.tag != "marker":
        return []
    inner = scene.elsewhere(marker, frame, node)
    scale = 1.0
    if (marker.get("markerUnits") or "strokeWidth") == "strokeWidth":
        scale = scene.length(node, frame, "stroke-width", "1")
    turn = _turn(scene, marker, vertex, is_start=place == "marker-start")
    onto = Transform.scaled(scale, scale).then(Transform.turned(turn))
    onto = onto.then(Transform.moved(*vertex.at))
    context = {f"context-{name}": frame.style.get(name, "none") for name in ("fill", "stroke")}
    inner = inner._replace(
        place=onto.then(frame.place),
        style={**START, **scene.styles.of(marker, START), **context, "font-size": "16"},
        depth=frame.depth + 1,
        groups=frame.groups + 1,
    )
    return _content(scene, marker, inner, draw)


def _turn(scene: Scene, marker: Node, vertex: Vertex, *, is_start: bool) -> float:
    orient = marker.get("orient") or "0"
    if orient == "auto" or orient == "auto-start-reverse":
        reverse = 180.0 if is_start and orient != "auto" else 0.0
        return vertex.turn_deg + reverse
    try:
        return number(orient.removesuffix("deg"))
    except ValueFault as fault:
        scene.shapes.fault(marker, "orient", fault)
        return 0.0


def _content(scene: Scene, marker: Node, frame: Frame, draw: Draw) -> list[Ink]:
    measures = scene.measures(frame)
    sizes = [
        scene.shapes.length(marker, name, measures, "d", "3")
        for name in ("markerWidth", "markerHeight")
    ]
    box = Box(0.0, 0.0, *sizes)
    if min(sizes) <= 0:
        return []
    try:
        view = view_box(marker.get("viewBox"))
    except ValueFault as fault:
        scene.shapes.fault(marker, "viewBox", fault)
        view = None
    fit = Transform()
    if view is not None and view.width and view.height:
        fit = fitted(view, box, marker.get("preserveAspectRatio")).map
    refs = [
        scene.shapes.length(marker, name, measures, axis)
        for name, axis in (("refX", "x"), ("refY", "y"))
    ]
    x, y, *_ = fit.e + fit.a * refs[0], fit.f + fit.d * refs[1]
    place = Transform.moved(-x, -y).then(frame.place)
    inner = frame._replace(place=fit.then(place))
    ink: list[Ink] = []
    for child in marker.children:
        ink += draw(scene, child, inner)
    own = scene.styles.own(marker).get("overflow", "hidden")
    if not ink or own in ("visible", "auto"):
        return ink
    return [Group(tuple(ink), clip=transform_segments(rectangle(box), place))]
