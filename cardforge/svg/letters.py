"""The letters of a text with their places: what `x`, `dx` and `rotate` of its elements say."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.svg.reading import Node
from cardforge.svg.scene import Frame, Scene
from cardforge.svg.values import ValueFault, numbers


class Letter(NamedTuple):
    """A character, the element that it stands in, and where it is put if that is said.

    `path` is the `textPath` along which it runs, `lines` the lines drawn with it.
    """

    char: str
    node: Node
    frame: Frame
    x: float | None
    y: float | None
    dx: float
    dy: float
    turn_deg: float
    path: Node | None
    lines: tuple[str, ...]


class _Places:
    """The places that an element gives to the letters in it, one after the other."""

    def __init__(self, scene: Scene, node: Node, frame: Frame) -> None:
        self.count = 0
        self._lists = {
            name: _lengths(scene, node, frame, name) for name in ("x", "y", "dx", "dy", "rotate")
        }

    def get(self, name: str) -> float | None:
        """Return what is said of the next letter; the last rotation goes on."""
        values = self._lists[name]
        if self.count < len(values):
            return values[self.count]
        return values[-1] if name == "rotate" and values else None


def _lengths(scene: Scene, node: Node, frame: Frame, name: str) -> list[float]:
    if node.tag == "textPath" or not node.get(name):
        return []
    measures = scene.measures(frame)
    try:
        if name == "rotate":
            return numbers(node.get(name))
        axis = name[-1]
        return [measures.length(part, axis) for part in node.get(name).replace(",", " ").split()]
    except ValueFault as fault:
        scene.shapes.fault(node, name, fault)
        return []


class _Reading:
    """Gathers the letters of a text from its elements."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.letters: list[Letter] = []
        # After a space and at the start, another space says nothing.
        self._is_blank = True

    def element(
        self,
        node: Node,
        frame: Frame,
        above: tuple[_Places, ...],
        path: Node | None,
        lines: tuple[str, ...],
    ) -> None:
        """Add the letters of an element; `frame` is the one inside it."""
        if frame.style.get("display") == "none":
            return
        places = (_Places(self.scene, node, frame), *above)
        lines += tuple(frame.style.get("text-decoration", "none").split())
        if node.tag == "textPath":
            path = node
        for item in node.content:
            if isinstance(item, str):
                self._characters(item, (node, frame), places, path, lines)
            elif item.tag in ("tspan", "a", "textPath"):
                inner = self.scene.enter(item, frame)
                self.element(item, inner, places, path, lines)
            elif item.tag not in ("title", "desc", "metadata"):
                self.scene.unsupported(item, "is left out of a text")

    def _characters(
        self,
        text: str,
        where: tuple[Node, Frame],
        places: tuple[_Places, ...],
        path: Node | None,
        lines: tuple[str, ...],
    ) -> None:
        self.scene.spend(len(text))
        style = where[1].style
        keeps = style.get("xml:space") == "preserve" or style.get("white-space", "").startswith(
            ("pre", "break")
        )
        for char in text:
            if char in "\n\r\t":
                char = " "
            if char == " " and self._is_blank and not keeps:
                continue
            self._is_blank = char == " "
            self.letters.append(self._letter(char, where, places, path, lines))
            for place in places:
                place.count += 1

    def _letter(
        self,
        char: str,
        where: tuple[Node, Frame],
        places: tuple[_Places, ...],
        path: Node | None,
        lines: tuple[str, ...],
    ) -> Letter:
        found = {
            name: next((v for place in places if (v := place.get(name)) is not None), None)
            for name in ("x", "y", "dx", "dy", "rotate")
        }
        dx, dy, turn = (found[name] or 0.0 for name in ("dx", "dy", "rotate"))
        return Letter(char, *where, found["x"], found["y"], dx, dy, turn, path, lines)


def letters_of(scene: Scene, node: Node, frame: Frame) -> list[Letter]:
    """Return the letters of a text in order; `frame` is the one inside it."""
    reading = _Reading(scene)
    reading.element(node, frame, (), None, ())
    letters = reading.letters
    preserved = frame.style.get("xml:space") == "preserve"
    while letters and letters[-1].char == " " and not preserved:
        letters.pop()
    return letters
