"""What a node covers, as outlines on the plate: for clips, masks and boxes round groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardforge.geometry import Box, Segment, Transform
from cardforge.svg.reading import Node
from cardforge.svg.scene import Frame, Scene
from cardforge.svg.shapes import SHAPES
from cardforge.svg.words import text_pieces
from cardforge.svgpath import bounds, transform_segments

Segments = tuple[Segment, ...]


class Covered(NamedTuple):
    """A shape or a piece of text, what it covers on the plate, and the frame inside it."""

    node: Node
    outline: Segments
    frame: Frame


def covered(scene: Scene, node: Node, frame: Frame) -> Iterator[Covered]:
    """Yield what a node and all inside it cover, first drawn first."""
    if node.tag not in SHAPES and node.tag not in ("g", "a", "svg", "use", "text", "switch"):
        return
    frame = scene.enter(node, frame)
    if frame.style.get("display") == "none":
        return
    if node.tag in SHAPES:
        outline = scene.shapes.outline(node, scene.measures(frame))
        if outline:
            yield Covered(node, transform_segments(outline, frame.place), frame)
    elif node.tag == "text":
        for piece, inner, outline in text_pieces(scene, node, frame):
            yield Covered(piece, transform_segments(outline, inner.place), inner)
    elif node.tag == "use":
        yield from _used(scene, node, frame)
    else:
        for child in node.children:
            yield from covered(scene, child, frame)


def _used(scene: Scene, node: Node, frame: Frame) -> Iterator[Covered]:
    target = scene.named(node, node.get("href"))
    if target is None:
        return
    frame = scene.elsewhere(target, frame, node)
    measures = scene.measures(frame)
    x = scene.shapes.length(node, "x", measures, "x")
    y = scene.shapes.length(node, "y", measures, "y")
    frame = frame._replace(place=Transform.moved(x, y).then(frame.place))
    if target.tag in ("symbol", "svg"):
        scene.unsupported(node, f"of a <{target.tag}> is taken without its view box here")
        for child in target.children:
            yield from covered(scene, child, frame)
        return
    yield from covered(scene, target, frame)


def own_box(scene: Scene, node: Node, frame: Frame) -> Box | None:
    """Return the box round what a node draws, strokes apart, in the units inside the node.

    `frame` is the one inside the node.  None for what draws nothing.
    """
    back = frame.place.inverse()
    if back is None:
        return None
    # Drawn without its own transform, which the frame has already.
    boxes = []
    if node.tag in SHAPES:
        boxes.append(bounds(scene.shapes.outline(node, scene.measures(frame))))
    elif node.tag == "text":
        boxes += [bounds(outline) for _, _, outline in text_pieces(scene, node, frame)]
    else:
        parts = (
            _used(scene, node, frame)
            if node.tag == "use"
            else (part for child in node.children for part in covered(scene, child, frame))
        )
        boxes += [bounds(transform_segments(part.outline, back)) for part in parts]
    if not boxes:
        return None
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.union(box)
    return whole
