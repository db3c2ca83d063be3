"""What an area of a drawing is painted with: a colour, a gradient, or a pattern."""

from __future__ import annotations

import math
from typing import NamedTuple

from cardforge.color import BLACK, Color
from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Gradient, Stop
from cardforge.svg.faults import VALUE
from cardforge.svg.reading import Node
from cardforge.svg.scene import Frame, Scene
from cardforge.svg.values import Measures, Tint, ValueFault, share, tint

# How many gradients or patterns may lean on each other.
_LONGEST_CHAIN = 20


class Faded(NamedTuple):
    """A gradient and, where its stops cover differently, how much each of them does."""

    gradient: Gradient
    opacity: float = 1.0
    opacities: tuple[float, ...] = ()


class Tiled(NamedTuple):
    """A pattern: its node, and the nodes that it takes its attributes from."""

    node: Node
    chain: tuple[Node, ...]


Paint = Tint | Faded | Tiled


def paint_of(scene: Scene, node: Node, frame: Frame, name: str, box: Box | None) -> Paint | None:
    """Return what `fill` or `stroke` of a node says; `box` is the outline's, in user units."""
    written = frame.style.get(name, "none")
    if written.startswith("context-"):
        # Inside a marker: the paint of the line that it stands on.
        written = frame.style.get(written, "none")
    if written == "none":
        return None
    recoloured = frame.recolour or scene.look.whole
    if recoloured is not None and (name == "fill" or frame.style.get("fill") == "none"):
        return Tint(recoloured, 1.0)
    if not written.startswith("url("):
        return _plain(scene, node, frame, written, name)
    target, after = scene.url(node, written, f"{name} of <{node.tag}>")
    if target is None:
        return _plain(scene, node, frame, after, name) if after else None
    chain = _chain(scene, target)
    if target.tag == "pattern":
        return Tiled(target, chain)
    if target.tag in ("linearGradient", "radialGradient"):
        return _gradient(scene, target, chain, frame, box)
    scene.unsupported(node, f"names <{target.tag}>, which is no paint", f"{name} of <{node.tag}>")
    return None


def _plain(scene: Scene, node: Node, frame: Frame, text: str, name: str) -> Tint | None:
    if text in ("none", "transparent"):
        return None
    if text.lower() == "currentcolor":
        if scene.look.current is not None:
            scene.met("currentColor")
            return Tint(scene.look.current, 1.0)
        text = frame.style.get("color", "black")
    found = tint(text)
    if found is None:
        what = f"{name} of <{node.tag}>"
        scene.troubles.add(VALUE, what, node.line, f"is black: '{text:.40}' is no colour")
        return Tint(BLACK, 1.0)
    return found


def _chain(scene: Scene, node: Node) -> tuple[Node, ...]:
    """Return a gradient or pattern and what it takes its gaps from, nearest first."""
    chain = [node]
    while (address := chain[-1].get("href")) and len(chain) < _LONGEST_CHAIN:
        following = scene.named(chain[-1], address)
        if following is None or following in chain:
            break
        chain.append(following)
    return tuple(chain)


def attribute(chain: tuple[Node, ...], name: str, default: str) -> str:
    """Return an attribute of a gradient or pattern, or of the next one that has it."""
    return next((node.get(name) for node in chain if node.get(name)), default)


def unit_place(
    chain: tuple[Node, ...], units: str, transform: Transform, box: Box | None
) -> Transform | None:
    """Return the map from a paint's coordinates to user units, None where it has no extent."""
    if attribute(chain, units, "objectBoundingBox") == "userSpaceOnUse":
        return transform
    if box is None or box.width <= 0 or box.height <= 0:
        return None
    return transform.then(Transform(box.width, 0.0, 0.0, box.height, box.x, box.y))


def _gradient(
    scene: Scene, node: Node, chain: tuple[Node, ...], frame: Frame, box: Box | None
) -> Paint | None:
    stops = _stops(scene, chain, frame)
    if not stops:
        return None
    spread = attribute(chain, "spreadMethod", "pad")
    if spread != "pad":
        scene.unsupported(node, f"is drawn with its last colours, not with {spread}")
    own = scene.transform(node, attribute(chain, "gradientTransform", ""))
    place = unit_place(chain, "gradientUnits", own, box)
    last = Tint(stops[-1][1].color, stops[-1][1].opacity)
    if len(stops) == 1 or (place is not None and place.inverse() is None):
        return last
    if place is None:
        return None
    make = _linear if node.tag == "linearGradient" else _radial
    gradient = make(scene, node, chain, frame)
    if gradient is None:
        return last
    gradient = gradient._replace(
        stops=tuple(Stop(at, color.color) for at, color in stops),
        transform=place.then(frame.place),
    )
    opacities = tuple(color.opacity for _, color in stops)
    if len(set(opacities)) == 1:
        return Faded(gradient, opacities[0])
    return Faded(gradient, 1.0, opacities)


def _stops(scene: Scene, chain: tuple[Node, ...], frame: Frame) -> list[tuple[float, Tint]]:
    holder = next((n for n in chain if any(c.tag == "stop" for c in n.children)), None)
    if holder is None:
        return []
    stops: list[tuple[float, Tint]] = []
    above = 0.0
    for stop in holder.children:
        if stop.tag != "stop":
            continue
        inner = scene.enter(stop, frame._replace(recolour=None))
        above = max(above, _offset(scene, stop))
        color = _plain(scene, stop, inner, inner.style.get("stop-color", "black"), "stop-color")
        color = color or Tint(BLACK, 0.0)
        if inner.recolour is not None:
            color = Tint(inner.recolour, color.opacity)
        opacity = color.opacity * scene.share(stop, inner.style, "stop-opacity")
        stops.append((above, Tint(color.color, opacity)))
    return stops


def _offset(scene: Scene, stop: Node) -> float:
    try:
        return share(stop.get("offset") or "0")
    except ValueFault as fault:
        scene.shapes.fault(stop, "offset", fault)
        return 0.0


class _Ends(NamedTuple):
    """Reads the ends of a gradient, in its own coordinates."""

    scene: Scene
    node: Node
    chain: tuple[Node, ...]
    frame: Frame

    def length(self, name: str, default: str, axis: str) -> float:
        """Return a coordinate; in the box of what is painted, per cent are shares of 1."""
        text = attribute(self.chain, name, default)
        on_box = attribute(self.chain, "gradientUnits", "objectBoundingBox") != "userSpaceOnUse"
        try:
            if on_box and text.endswith("%"):
                return Measures(self.frame.viewport).length(text[:-1]) / 100
            return self.scene.measures(self.frame).length(text, axis)
        except ValueFault as fault:
            self.scene.shapes.fault(self.node, name, fault)
            return self.length(name, default, axis) if text != default else 0.0


def _linear(scene: Scene, node: Node, chain: tuple[Node, ...], frame: Frame) -> Gradient | None:
    ends = _Ends(scene, node, chain, frame)
    start = Point(ends.length("x1", "0%", "x"), ends.length("y1", "0%", "y"))
    end = Point(ends.length("x2", "100%", "x"), ends.length("y2", "0%", "y"))
    if start == end:
        return None
    return Gradient("linear", start, end, ())


def _radial(scene: Scene, node: Node, chain: tuple[Node, ...], frame: Frame) -> Gradient | None:
    ends = _Ends(scene, node, chain, frame)
    centre = Point(ends.length("cx", "50%", "x"), ends.length("cy", "50%", "y"))
    radius = ends.length("r", "50%", "d")
    if radius <= 0:
        return None
    focus_x = attribute(chain, "fx", "") and ends.length("fx", "50%", "x")
    focus_y = attribute(chain, "fy", "") and ends.length("fy", "50%", "y")
    focus = Point(
        centre.x if focus_x == "" else float(focus_x), centre.y if focus_y == "" else float(focus_y)
    )
    start_radius = max(0.0, ends.length("fr", "0%", "d"))
    away = math.dist(focus, centre)
    # A focus outside the circle is moved onto its edge.
    most = max(0.0, radius - start_radius) * 0.999
    if away > most:
        focus = Point(
            centre.x + (focus.x - centre.x) * most / away,
            centre.y + (focus.y - centre.y) * most / away,
        )
    return Gradient("radial", focus, centre, (), radius, start_radius)


def same_color(paints: list[Color]) -> Color | None:
    """Return the only colour of some paints, None where there are more."""
    return paints[0] if len(set(paints)) == 1 else None
