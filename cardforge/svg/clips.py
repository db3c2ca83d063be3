"""Clips and masks: outlines beyond which a node is not drawn.

A clip of several shapes is one outline that winds round them all.  A mask is a clip where its
shapes are white or black; anything softer is noted, and the node drawn whole.
"""

from __future__ import annotations

from cardforge.color import Color
from cardforge.geometry import Box, Segment, Size, Transform
from cardforge.svg.areas import facing, round_everything, united
from cardforge.svg.faults import UNSUPPORTED
from cardforge.svg.outlines import Covered, covered, own_box
from cardforge.svg.paint import paint_of
from cardforge.svg.painting import winding
from cardforge.svg.reading import Node
from cardforge.svg.scene import Frame, Scene
from cardforge.svg.styles import START
from cardforge.svg.values import Measures, Tint, ValueFault
from cardforge.svgpath import bounds, rectangle, transform_segments

Clip = tuple[Segment, ...] | Box
# How much of a mask's grey passes: below it nothing, above it all of what is under it.
_BLACK, _WHITE = 0.02, 0.98


def clip_chain(scene: Scene, node: Node, frame: Frame, text: str) -> list[Clip] | None:
    """Return the outlines that clip a node, None where nothing of it is left."""
    target, _ = scene.url(node, text, f"clip-path of <{node.tag}>")
    if target is None:
        if not text.startswith("url("):
            scene.unsupported(node, "is drawn without it", f"clip-path '{text:.30}'")
        return []
    if target.tag != "clipPath":
        scene.unsupported(node, f"names <{target.tag}>", f"clip-path of <{node.tag}>")
        return []
    inner = _inside(scene, node, frame, target, "clipPathUnits", "userSpaceOnUse")
    if inner is None:
        return None
    inner = inner._replace(place=scene.transform(target, target.get("transform")).then(inner.place))
    outlines = []
    for child in target.children:
        outlines += _clip_shapes(scene, child, inner)
    if not outlines:
        return None
    chain: list[Clip] = [united(outlines) if len(outlines) > 1 else outlines[0]]
    own = scene.styles.of(target, START).get("clip-path", "none")
    if own != "none":
        more = clip_chain(scene, target, scene.elsewhere(target, frame, target), own)
        if more is None:
            return None
        chain = more + chain
    return chain


def _clip_shapes(scene: Scene, child: Node, frame: Frame) -> list[tuple[Segment, ...]]:
    """Return the outlines of one child of a clip, each by winding."""
    if child.tag in ("title", "desc", "metadata"):
        return []
    if child.tag in ("g", "svg", "image"):
        scene.unsupported(child, "is no shape: it is left out of the clip")
        return []
    own = scene.styles.of(child, frame.style).get("clip-path", "none")
    if own != "none":
        scene.unsupported(child, "is taken whole", f"clip-path of <{child.tag}> in a clip")
    outlines = []
    for part in covered(scene, child, frame):
        style = part.frame.style
        if style.get("visibility", "visible") != "visible":
            continue
        outline = winding(scene, part.node, part.outline, style.get("clip-rule") == "evenodd")
        outlines.append(outline)
    return outlines


def _inside(
    scene: Scene, node: Node, frame: Frame, target: Node, units: str, default: str
) -> Frame | None:
    """Return the frame in which the children of a clip or mask are drawn."""
    inner = scene.elsewhere(target, frame, node)
    style = scene.styles.of(target, START)
    inner = inner._replace(
        style={**START, **style, "font-size": "16"}, depth=frame.depth + 1, recolour=None
    )
    if (target.get(units) or default) == "userSpaceOnUse":
        return inner
    box = own_box(scene, node, frame)
    if box is None or not (box.width and box.height):
        return None
    onto = Transform(box.width, 0.0, 0.0, box.height, box.x, box.y)
    return inner._replace(place=onto.then(frame.place), viewport=Size(1.0, 1.0))


def mask_chain(
    scene: Scene, node: Node, frame: Frame, text: str
) -> tuple[list[Clip], float] | None:
    """Return the outlines of a mask and how much passes, None where nothing of the node is left."""
    target, _ = scene.url(node, text, f"mask of <{node.tag}>")
    if target is None or target.tag != "mask":
        if target is not None or not text.startswith("url("):
            scene.unsupported(node, "is drawn without it", f"mask '{text:.30}'")
        return [], 1.0
    inner = _inside(scene, node, frame, target, "maskContentUnits", "userSpaceOnUse")
    if inner is None:
        return None
    parts = [part for child in target.children for part in covered(scene, child, inner)]
    if any(child.tag in ("image", "foreignObject") for child in target.children):
        parts_passing = None
    else:
        parts_passing = _passing(scene, parts, target)
    if parts_passing is None:
        scene.troubles.add(
            UNSUPPORTED, "<mask>", target.line, "is left out: it is not all or nothing"
        )
        return [], 1.0
    passed = [(part, share) for part, share in parts_passing if share > 0]
    shares = {share for _, share in passed}
    if not passed:
        return None
    outlines = [_wound(scene, part) for part, _ in passed]
    chain: list[Clip] = [united(outlines)]
    chain += [_hole(scene, part, chain[0]) for part, share in parts_passing if share == 0]
    region = _region(scene, node, frame, target)
    if region is not None:
        chain.insert(0, region)
    return chain, shares.pop()


def _wound(scene: Scene, part: Covered) -> tuple[Segment, ...]:
    even_odd = part.frame.style.get("fill-rule") == "evenodd"
    return winding(scene, part.node, part.outline, even_odd)


def _hole(scene: Scene, part: Covered, round_it: Clip) -> Clip:
    """Return everything but what a black shape of a mask covers."""
    box = round_it if isinstance(round_it, Box) else bounds(round_it)
    whole = round_everything(box.union(bounds(part.outline)))
    outer = rectangle(whole)
    return (*outer, *facing(_wound(scene, part), clockwise=False))


def _passing(scene: Scene, parts: list[Covered], mask: Node) -> list[tuple[Covered, float]] | None:
    """Return each shape of a mask with how much passes through it, None for a softer mask.

    All shapes let as much pass, and black ones come after them.
    """
    is_alpha = "alpha" in (mask.get("mask-type"), scene.styles.own(mask).get("mask-type"))
    found: list[tuple[Covered, float]] = []
    for part in parts:
        style = part.frame.style
        if style.get("visibility", "visible") != "visible":
            continue
        if style.get("fill") == "none" and style.get("stroke", "none") == "none":
            continue
        light = _light(scene, part, is_alpha)
        if light is None or not _EFFECTS.isdisjoint(style):
            return None
        if light == 0 and not found:
            continue
        found.append((part, light))
    lights = [light for _, light in found]
    after = lights[lights.index(0) :] if 0 in lights else []
    return found if len(set(lights) - {0}) <= 1 and not any(after) else None


_EFFECTS = frozenset(("opacity", "clip-path", "mask", "filter"))


def _light(scene: Scene, part: Covered, is_alpha: bool) -> float | None:
    """Return how much passes through a shape, 0 to 1, None for what varies or is stroked."""
    frame = part.frame._replace(recolour=None)
    if paint_of(scene, part.node, frame, "stroke", None) is not None:
        return None
    paint = paint_of(scene, part.node, frame, "fill", None)
    if not isinstance(paint, Tint):
        return None
    opacity = paint.opacity * scene.share(part.node, frame.style, "fill-opacity")
    light = opacity * (1.0 if is_alpha else _luminance(paint.color))
    if light <= _BLACK:
        # What is clear hides nothing; what is black does.
        return 0.0 if opacity >= _WHITE else None
    return 1.0 if light >= _WHITE else light


def _luminance(color: Color) -> float:
    """Return how light a colour is; its values are weighed as they are written."""
    red, green, blue = color.values * 3 if color.space == "gray" else color.values
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _region(scene: Scene, node: Node, frame: Frame, mask: Node) -> Clip | None:
    """Return the box that a mask is cut to, None where it is far larger than the node."""
    on_box = (mask.get("maskUnits") or "objectBoundingBox") != "userSpaceOnUse"
    if on_box and not any(mask.get(name) for name in ("x", "y", "width", "height")):
        return None
    measures = Measures(Size(1.0, 1.0)) if on_box else scene.measures(frame)
    defaults = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
    try:
        x, y, width, height = (
            measures.length(mask.get(name) or default, "y" if name in ("y", "height") else "x")
            for name, default in defaults.items()
        )
    except ValueFault as fault:
        scene.shapes.fault(mask, "width", fault)
        return None
    box = Box(x, y, width, height)
    if on_box:
        round_it = own_box(scene, node, frame)
        if round_it is None:
            return None
        onto = Transform(round_it.width, 0.0, 0.0, round_it.height, round_it.x, round_it.y)
        box = onto.apply_box(box)
    return transform_segments(rectangle(box), frame.place)
