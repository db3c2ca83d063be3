"""What drawing one file needs besides its nodes: where it stands, what was drawn, whom to tell."""

from __future__ import annotations

import math
import re
from typing import NamedTuple, Protocol

from cardforge.color import Color
from cardforge.fonts import Font
from cardforge.geometry import Size, Transform
from cardforge.svg.faults import (
    DEEPEST,
    DEEPEST_GROUPS,
    MOST_DRAWN,
    OUTSIDE,
    UNSUPPORTED,
    VALUE,
    SvgError,
    Troubles,
)
from cardforge.svg.reading import Node
from cardforge.svg.selectors import Compound, Rule, Trials
from cardforge.svg.shapes import Shapes
from cardforge.svg.styles import Style, Styles, every_node
from cardforge.svg.values import Measures, ValueFault, share, transform

_URL = re.compile(r"url\(\s*(['\"]?)(.*?)\1\s*\)\s*(.*)\Z", re.DOTALL)


class Faces(Protocol):
    """Where the fonts of texts come from."""

    def find(self, families: str, *, bold: bool, italic: bool) -> tuple[Font, str | None]:
        """Return the font nearest to what is asked for, and what is missing if anything is."""


class Look(NamedTuple):
    """How a drawing is changed: colours for what a selector means, and for `currentColor`.

    `whole` paints all of it in one colour, as an icon is painted.
    """

    colors: tuple[tuple[str, Color], ...] = ()
    current: Color | None = None
    whole: Color | None = None


class Frame(NamedTuple):
    """Where a node is drawn: the map to the plate, in mm, and what it takes from above.

    `inside` are the nodes that are being drawn from elsewhere, by `use`, a pattern or a marker.
    """

    place: Transform
    style: Style
    viewport: Size
    recolour: Color | None = None
    depth: int = 0
    groups: int = 0
    inside: tuple[int, ...] = ()

    @property
    def scale(self) -> float:
        """Return how many mm a user unit is, as a mean of both directions."""
        a, b, c, d, *_ = self.place
        return math.sqrt(abs(a * d - b * c))

    @property
    def is_even(self) -> bool:
        """Return whether a user unit is as long in all directions."""
        a, b, c, d, *_ = self.place
        size = abs(a) + abs(b) + abs(c) + abs(d)
        straight, mirrored = abs(a - d) + abs(b + c), abs(a + d) + abs(b - c)
        return min(straight, mirrored) <= 1e-6 * size


class Scene:
    """One drawing of a file: its styles, its shapes, the nodes by their names."""

    def __init__(self, name: str, root: Node, faces: Faces, look: Look, language: str) -> None:
        self.name = name
        self.root = root
        self.faces = faces
        self.language = language
        self.troubles = Troubles(name)
        self.styles = Styles(root, self.troubles)
        self.shapes = Shapes(self.troubles, self.spend)
        self.look = look
        self.recolours = _recolours(look, self.troubles)
        self.idle = [selector for selector, _, _ in self.recolours]
        if look.current is not None and look.whole is None:
            self.idle.append("currentColor")
        self.names: dict[str, Node] = {}
        self.classes: set[str] = set()
        for node in every_node(root):
            if node.id:
                self.names.setdefault(node.id, node)
            self.classes.update(node.classes)
        self._drawn = 0
        self._trials = Trials(name)

    def enter(self, node: Node, frame: Frame) -> Frame:
        """Return the frame inside a node: its look, its transform, its own colour."""
        self.count(node, frame)
        style = self.styles.of(node, frame.style)
        if "font-size" in self.styles.own(node):
            style["font-size"] = f"{self._type_size(node, style, frame):.6g}"
        frame = frame._replace(style=style, depth=frame.depth + 1)
        if self.recolours:
            frame = frame._replace(recolour=self._recolour(node, frame.recolour))
        # A style sheet's transform is a property, an attribute's is among the properties too.
        written = style.get("transform", "")
        if written and node.tag not in _OTHER_TRANSFORMS:
            own = self.transform(node, written)
            if "transform-origin" in style:
                own = self._about(node, frame, own)
            frame = frame._replace(place=own.then(frame.place))
        return frame

    def _about(self, node: Node, frame: Frame, own: Transform) -> Transform:
        """Return a transform about the place that its node names."""
        words = frame.style["transform-origin"].split()
        measures = self.measures(frame)
        try:
            x, y = (measures.length(words[i], axis) for i, axis in enumerate("xy"))
        except (ValueFault, IndexError):
            self.unsupported(node, "is left out: it is no two lengths", "transform-origin")
            return own
        return Transform.moved(-x, -y).then(own).then(Transform.moved(x, y))

    def count(self, node: Node, frame: Frame) -> None:
        """Count a node that is drawn; one that lies too deep is refused."""
        self.spend(1)
        if frame.depth > DEEPEST or frame.groups > DEEPEST_GROUPS:
            message = f"'{self.name}', line {node.line}: <{node.tag}> lies too deep in other groups"
            raise SvgError("svg.too-large", message, "ungroup the drawing")

    def spend(self, count: int) -> None:
        """Count work; a file that unfolds to too much is refused."""
        self._drawn += count
        if self._drawn > MOST_DRAWN:
            message = f"'{self.name}' unfolds to over {MOST_DRAWN:,} elements, or paths as long"
            hint = "draw less with use, patterns and markers, and simplify its paths"
            raise SvgError("svg.too-large", message, hint)

    def elsewhere(self, node: Node, frame: Frame, by: Node) -> Frame:
        """Return the frame in which a node is drawn at another place than its own."""
        if id(node) in frame.inside:
            message = f"'{self.name}', line {by.line}: <{by.tag}> draws itself"
            raise SvgError("svg.loop", message, "let it refer to something that it is not part of")
        return frame._replace(inside=(*frame.inside, id(node)))

    def transform(self, node: Node, text: str) -> Transform:
        """Return a transform; one that cannot be read is noted and left out."""
        try:
            return transform(text)
        except ValueFault as fault:
            self.shapes.fault(node, "transform", fault)
            return Transform()

    def measures(self, frame: Frame) -> Measures:
        """Return what lengths refer to in a frame."""
        return Measures(frame.viewport, float(frame.style["font-size"]))

    def share(self, node: Node, style: Style, name: str) -> float:
        """Return an opacity; one that cannot be read is noted and taken as 1."""
        text = style.get(name)
        if text is None:
            return 1.0
        try:
            return share(text)
        except ValueFault as fault:
            self.shapes.fault(node, name, fault)
            return 1.0

    def length(self, node: Node, frame: Frame, name: str, default: str, axis: str = "d") -> float:
        """Return a length of the look of a node; one that cannot be read is noted."""
        text = frame.style.get(name, default)
        try:
            return self.measures(frame).length(text, axis)
        except ValueFault as fault:
            self.shapes.fault(node, name, fault)
            return self.measures(frame).length(default, axis)

    def unsupported(self, node: Node, why: str, what: str = "", hint: str | None = None) -> None:
        """Note something that is not drawn as it is meant."""
        self.troubles.add(UNSUPPORTED, what or f"<{node.tag}>", node.line, why, hint)

    def named(self, node: Node, address: str, what: str = "") -> Node | None:
        """Return the node that `#name` means, None after noting why there is none."""
        what = what or f"<{node.tag}>"
        if not address.startswith("#"):
            why = f"names '{address:.60}': nothing outside the file is read"
            hint = "put it into the drawing itself"
            self.troubles.add(OUTSIDE, what, node.line, why, hint)
            return None
        found = self.names.get(address[1:])
        if found is None:
            why = f"names '{address:.60}', which is not in the file"
            self.troubles.add(VALUE, what, node.line, why)
        return found

    def url(self, node: Node, text: str, what: str) -> tuple[Node | None, str]:
        """Return the node that `url(#name)` means, and what is written behind it."""
        match = _URL.match(text)
        if match is None:
            return None, text
        return self.named(node, match[2], what), match[3]

    def met(self, selector: str) -> None:
        """Note that a colour of the look has been used."""
        if selector in self.idle:
            self.idle.remove(selector)

    def _recolour(self, node: Node, above: Color | None) -> Color | None:
        found = above
        for selector, rule, color in self.recolours:
            if rule.fits(node, self._trials):
                self.met(selector)
                found = color
        return found

    def _type_size(self, node: Node, style: Style, frame: Frame) -> float:
        """Return the size of the type in user units; em and per cent are of that above."""
        above = float(frame.style["font-size"])
        text = style["font-size"]
        if text.endswith("%"):
            text = f"{text[:-1]}em"
            above /= 100
        words = {"smaller": above / 1.2, "larger": above * 1.2, "medium": 16.0, "small": 13.0}
        words |= {"large": 18.0, "x-large": 24.0, "x-small": 10.0, "xx-large": 32.0}
        if text in words:
            return words[text]
        try:
            return max(0.0, Measures(frame.viewport, above).length(text))
        except ValueFault as fault:
            self.shapes.fault(node, "font-size", fault)
            return float(frame.style["font-size"])


# Where `transform` is an attribute of what is painted with, not of where it stands.
_OTHER_TRANSFORMS = frozenset(("linearGradient", "radialGradient", "pattern", "clipPath"))


def _recolours(look: Look, troubles: Troubles) -> list[tuple[str, Rule, Color]]:
    from cardforge.svg.selectors import read_selector

    found = []
    for selector, color in look.colors:
        compounds: tuple[Compound, ...] | None = read_selector(selector)
        if compounds is None:
            troubles.add(VALUE, f"'{selector:.40}'", 1, "is no id or class such as #sky or .leaf")
        else:
            found.append((selector, Rule((0, 0, 0), 0, compounds, ()), color))
    return found
