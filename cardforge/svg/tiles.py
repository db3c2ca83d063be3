"""Patterns: one tile, drawn once and placed wherever an area shows it."""

from __future__ import annotations

import math
from collections.abc import Callable

from cardforge.geometry import Box, Insets, Point, Segment, Size, Transform
from cardforge.ink import Group, Ink, Plate, Use
from cardforge.svg.paint import Tiled, attribute
from cardforge.svg.reading import Node
from cardforge.svg.scene import Frame, Scene
from cardforge.svg.styles import START
from cardforge.svg.values import Measures, ValueFault, fitted, view_box
from cardforge.svgpath import bounds

Draw = Callable[[Scene, Node, Frame], list[Ink]]
MOST_TILES = 5_000
_NO_BLEED = Insets(0.0, 0.0, 0.0, 0.0)


def tiled_ink(
    scene: Scene,
    frame: Frame,
    paint: Tiled,
    where: tuple[tuple[Segment, ...], Box],
    draw: Draw,
) -> list[Ink]:
    """Return the tiles that an outline on the plate shows; its box is in user units."""
    outline, box = where
    cell = _cell(scene, paint, frame, box)
    if cell is None or cell.width <= 0 or cell.height <= 0:
        return []
    own = scene.transform(paint.node, attribute(paint.chain, "patternTransform", ""))
    place = own.then(frame.place)
    back = place.inverse()
    if back is None:
        return []
    seen = back.apply_box(bounds(outline))
    columns = _range(seen.x, seen.right, cell.x, cell.width)
    rows = _range(seen.y, seen.bottom, cell.y, cell.height)
    if len(columns) * len(rows) > MOST_TILES:
        why = f"repeats more than {MOST_TILES} times and is not drawn"
        scene.unsupported(paint.node, why)
        return []
    tile, size = _tile(scene, paint, frame, (cell, box, place), draw)
    if tile is None:
        return []
    scene.spend(len(columns) * len(rows))
    uses = tuple(
        Use(tile, Point((cell.x + column * cell.width) * size, (cell.y + row * cell.height) * size))
        for row in rows
        for column in columns
    )
    return [Group(uses, transform=Transform.scaled(1 / size, 1 / size).then(place))]


def _range(start: float, end: float, origin: float, step: float) -> range:
    first = (start - origin) / step
    last = (end - origin) / step
    if last - first > MOST_TILES:
        return range(MOST_TILES + 1)
    return range(math.floor(first + 1e-9), math.ceil(last - 1e-9))


def _cell(scene: Scene, paint: Tiled, frame: Frame, box: Box) -> Box | None:
    """Return the first tile in user units, None for a pattern that cannot be read."""
    on_box = attribute(paint.chain, "patternUnits", "objectBoundingBox") != "userSpaceOnUse"
    measures = Measures(Size(1.0, 1.0)) if on_box else scene.measures(frame)
    found = []
    for name, axis in (("x", "x"), ("y", "y"), ("width", "x"), ("height", "y")):
        text = attribute(paint.chain, name, "0")
        try:
            found.append(measures.length(text, axis))
        except ValueFault as fault:
            scene.shapes.fault(paint.node, name, fault)
            return None
    x, y, width, height = found
    if not on_box:
        return Box(x, y, width, height)
    return Box(
        box.x + x * box.width, box.y + y * box.height, width * box.width, height * box.height
    )


def _tile(
    scene: Scene,
    paint: Tiled,
    frame: Frame,
    where: tuple[Box, Box, Transform],
    draw: Draw,
) -> tuple[Plate | None, float]:
    """Return one tile as a plate, and how many times larger than in user units it is drawn."""
    cell, box, place = where
    a, b, c, d, *_ = place
    # About as large as on paper, so that no decimals are lost.
    size = abs(a * d - b * c) ** 0.5 or 1.0
    corner = Box(0.0, 0.0, cell.width, cell.height)
    view = _view(scene, paint)
    inner = Transform()
    if view is not None:
        preserve = attribute(paint.chain, "preserveAspectRatio", "")
        inner = fitted(view, corner, preserve).map
    elif attribute(paint.chain, "patternContentUnits", "") == "objectBoundingBox":
        inner = Transform.scaled(box.width, box.height)
    holder = next((n for n in paint.chain if next(n.children, None) is not None), paint.node)
    inside = scene.elsewhere(holder, frame, paint.node)
    style = scene.styles.of(holder, START)
    inside = inside._replace(
        place=inner.then(Transform.scaled(size, size)),
        style={**START, **style, "font-size": "16"},
        depth=frame.depth + 1,
        groups=frame.groups + 2,
    )
    ink: list[Ink] = []
    for child in holder.children:
        ink += draw(scene, child, inside)
    if not ink:
        return None, size
    trim = Size(cell.width * size, cell.height * size)
    cut: Ink = Group(tuple(ink), clip=Box(0.0, 0.0, *trim))
    return Plate(f"tile {paint.node.id}", trim, _NO_BLEED, (cut,)), size


def _view(scene: Scene, paint: Tiled) -> Box | None:
    try:
        view = view_box(attribute(paint.chain, "viewBox", ""))
    except ValueFault as fault:
        scene.shapes.fault(paint.node, "viewBox", fault)
        return None
    return view if view is not None and view.width and view.height else None
