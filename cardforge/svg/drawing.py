"""A file's nodes as ink: what each kind of element draws, and what is done to it as a whole."""

from __future__ import annotations

from collections.abc import Callable

from cardforge.geometry import Box, Segment, Size, Transform
from cardforge.ink import Group, Ink
from cardforge.svg.clips import Clip, clip_chain, mask_chain
from cardforge.svg.faults import UNSUPPORTED
from cardforge.svg.marks import marker_ink
from cardforge.svg.painting import painted
from cardforge.svg.reading import Node
from cardforge.svg.scene import Frame, Scene
from cardforge.svg.shapes import SHAPES
from cardforge.svg.values import ValueFault, fitted, view_box
from cardforge.svg.words import text_pieces
from cardforge.svgpath import rectangle, transform_segments

# Elements that are drawn only where others ask for them, or that say something about others.
_SILENT = frozenset(
    (
        *("defs", "symbol", "marker", "pattern", "clipPath", "mask", "linearGradient", "filter"),
        *("radialGradient", "style", "title", "desc", "metadata", "stop", "view", "cursor"),
        *("color-profile", "font", "font-face", "solidColor", "hatch", "missing-glyph", "glyph"),
    )
)
_MOVING = frozenset(("animate", "animateTransform", "animateMotion", "set", "animateColor"))
_WHY = {
    "script": "is never run",
    "foreignObject": "is not drawn: it holds what is no SVG",
    "image": "is not drawn: a picture inside a drawing is left out",
    "video": "is not drawn",
    "audio": "is not drawn",
    "iframe": "is not drawn",
    "canvas": "is not drawn",
}


def draw(scene: Scene, node: Node, frame: Frame) -> list[Ink]:
    """Return the ink of a node and of all inside it, first drawn first."""
    if node.tag in _SILENT:
        return []
    make = _DRAWN.get(node.tag)
    if make is None:
        _note_unknown(scene, node)
        return []
    frame = scene.enter(node, frame)
    style = frame.style
    if style.get("display") == "none":
        return []
    if _EFFECTS.isdisjoint(style):
        return make(scene, node, frame)
    return _with_effects(scene, node, frame, make)


_EFFECTS = frozenset(("opacity", "clip-path", "mask", "filter", "mix-blend-mode"))
Make = Callable[[Scene, Node, Frame], list[Ink]]


def _with_effects(scene: Scene, node: Node, frame: Frame, make: Make) -> list[Ink]:
    """Return the ink of a node cut and made lighter as a whole."""
    style = frame.style
    opacity = scene.share(node, style, "opacity")
    if opacity <= 0:
        return []
    if style.get("filter", "none") != "none":
        scene.unsupported(node, "is drawn without its filter", f"filter of <{node.tag}>")
    if style.get("mix-blend-mode", "normal") != "normal":
        scene.unsupported(node, "is drawn over what lies below it", "mix-blend-mode")
    cut = _cut(scene, node, frame)
    if cut is None:
        return []
    chain, passing = cut
    opacity *= passing
    ink = make(scene, node, frame._replace(groups=frame.groups + len(chain) + 1))
    if not ink:
        return []
    if opacity < 1:
        ink = [Group(tuple(ink), opacity=opacity)]
    for outline in reversed(chain):
        ink = [Group(tuple(ink), clip=outline)]
    return ink


def _cut(scene: Scene, node: Node, frame: Frame) -> tuple[list[Clip], float] | None:
    """Return the outlines that cut a node and how much they let pass, None for nothing of it."""
    chain: list[Clip] = []
    passing = 1.0
    if (clip := frame.style.get("clip-path", "none")) != "none":
        found = clip_chain(scene, node, frame, clip)
        if found is None:
            return None
        chain += found
    if (mask := frame.style.get("mask", "none")) != "none":
        masked = mask_chain(scene, node, frame, mask)
        if masked is None:
            return None
        chain += masked[0]
        passing = masked[1]
    return chain, passing


def draw_root(scene: Scene, root: Node, frame: Frame) -> list[Ink]:
    """Return the ink of a whole drawing; `frame` is the one inside its view box."""
    frame = scene.enter(root, frame)
    if frame.style.get("display") == "none":
        return []
    return _with_effects(scene, root, frame, _children)


def _note_unknown(scene: Scene, node: Node) -> None:
    if node.tag in _MOVING:
        scene.unsupported(node, "is left out: paper does not move")
    elif node.tag not in ("tspan", "textPath", "tref") or node.parent is None:
        scene.unsupported(node, _WHY.get(node.tag, "is no element that can be drawn"))


def _children(scene: Scene, node: Node, frame: Frame) -> list[Ink]:
    ink: list[Ink] = []
    for child in node.children:
        ink += draw(scene, child, frame)
    return ink


def _shape(scene: Scene, node: Node, frame: Frame) -> list[Ink]:
    if frame.style.get("visibility", "visible") != "visible":
        return []
    outline = scene.shapes.outline(node, scene.measures(frame))
    if not outline:
        return []
    ink = painted(scene, node, frame, outline, draw)
    if node.tag in ("path", "line", "polyline", "polygon"):
        ink += marker_ink(scene, node, frame, outline, draw)
    for child in node.children:
        if child.tag in _MOVING:
            _note_unknown(scene, child)
    return ink


def _text(scene: Scene, node: Node, frame: Frame) -> list[Ink]:
    ink: list[Ink] = []
    for piece, inner, outline in text_pieces(scene, node, frame):
        if inner.style.get("visibility", "visible") == "visible":
            ink += painted(scene, piece, inner, outline, draw)
    return ink


def _svg(scene: Scene, node: Node, frame: Frame) -> list[Ink]:
    """Return a drawing inside the drawing, in its own viewport."""
    measures = scene.measures(frame)
    x = scene.shapes.length(node, "x", measures, "x")
    y = scene.shapes.length(node, "y", measures, "y")
    width = scene.shapes.length(node, "width", measures, "x", "100%")
    height = scene.shapes.length(node, "height", measures, "y", "100%")
    return viewport(scene, node, frame, Box(x, y, width, height))


def viewport(scene: Scene, node: Node, frame: Frame, into: Box) -> list[Ink]:
    """Return what stands in an `svg` or `symbol`, fitted into a box and cut by it."""
    inner = inside(scene, node, frame, into)
    if inner is None:
        return []
    cuts = frame.style.get("overflow", "hidden") not in ("visible", "auto")
    if not cuts:
        return _children(scene, node, inner)
    ink = _children(scene, node, inner._replace(groups=frame.groups + 1))
    return [Group(tuple(ink), clip=outline_of(into, frame.place))] if ink else []


def inside(scene: Scene, node: Node, frame: Frame, into: Box) -> Frame | None:
    """Return the frame inside a viewport, None where it shows nothing."""
    if into.width <= 0 or into.height <= 0:
        return None
    try:
        view = view_box(node.get("viewBox"))
    except ValueFault as fault:
        scene.shapes.fault(node, "viewBox", fault)
        view = None
    if view is None:
        moved = Transform.moved(into.x, into.y).then(frame.place)
        return frame._replace(place=moved, viewport=Size(into.width, into.height))
    if not (view.width and view.height):
        return None
    fit = fitted(view, into, node.get("preserveAspectRatio"))
    return frame._replace(place=fit.map.then(frame.place), viewport=Size(view.width, view.height))


def outline_of(box: Box, place: Transform) -> Box | tuple[Segment, ...]:
    """Return a box where it is placed: a box again, where it stands upright."""
    if not (place.b or place.c):
        return place.apply_box(box)
    return transform_segments(rectangle(box), place)


def _use(scene: Scene, node: Node, frame: Frame) -> list[Ink]:
    target = scene.named(node, node.get("href"))
    if target is None:
        return []
    frame = scene.elsewhere(target, frame, node)
    measures = scene.measures(frame)
    x = scene.shapes.length(node, "x", measures, "x")
    y = scene.shapes.length(node, "y", measures, "y")
    frame = frame._replace(place=Transform.moved(x, y).then(frame.place))
    if target.tag not in ("symbol", "svg"):
        return draw(scene, target, frame)
    inner = scene.enter(target, frame)
    if inner.style.get("display") == "none":
        return []
    sizes = []
    for name, axis in (("width", "x"), ("height", "y")):
        holder = node if node.get(name) else target
        sizes.append(scene.shapes.length(holder, name, measures, axis, "100%"))
    return viewport(scene, target, inner, Box(0.0, 0.0, *sizes))


def _switch(scene: Scene, node: Node, frame: Frame) -> list[Ink]:
    """Return the first child that can be drawn here and is in a language of the game."""
    for child in node.children:
        if child.tag in _DRAWN and child.tag != "image" and _is_chosen(scene, child):
            return draw(scene, child, frame)
    scene.troubles.add(UNSUPPORTED, "<switch>", node.line, "holds nothing that can be drawn")
    return []


def _is_chosen(scene: Scene, node: Node) -> bool:
    if node.get("requiredExtensions"):
        return False
    languages = node.attributes.get("systemLanguage")
    if languages is None:
        return True
    wanted = [language.strip().lower() for language in languages.split(",")]
    ours = scene.language.lower()
    return any(word == ours or word.startswith(f"{ours}-") for word in wanted)


_DRAWN: dict[str, Make] = {
    **dict.fromkeys(SHAPES, _shape),
    "g": _children,
    "a": _children,
    "svg": _svg,
    "use": _use,
    "switch": _switch,
    "text": _text,
}
