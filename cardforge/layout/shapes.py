"""Shapes, paths, icons and pips as ink."""

from functools import lru_cache
from typing import NamedTuple

from cardforge.color import BLACK, Color
from cardforge.diagnostics import Span
from cardforge.elements import Edge, LineElement, PathElement, ShapeElement
from cardforge.geometry import Box, Insets, Point, Segment, Size, Transform
from cardforge.ink import Ink, Line, Path, Plate, Rect
from cardforge.kinds import Percent
from cardforge.model import Icon
from cardforge.svgpath import (
    ellipse,
    parse,
    regular_polygon,
    ring,
    star,
    transform_segments,
)

parse_path = lru_cache(maxsize=512)(parse)
NO_BLEED = Insets(0.0, 0.0, 0.0, 0.0)


def shape_ink(element: ShapeElement, box: Box) -> Ink:
    """Return a shape that fills its box (a circle fills the shorter side)."""
    paint = (element.fill, element.stroke, element.line_width if element.stroke else 0.0)
    origin = element.common.span
    if element.shape == "rectangle":
        return Rect(box, element.corner, *paint, element.dash, origin)
    even_odd = element.shape == "ring"
    return Path(_outline(element, box), *paint, element.dash, even_odd, origin)


def _outline(element: ShapeElement, box: Box) -> tuple[Segment, ...]:
    square = _square(box)
    match element.shape:
        case "circle":
            return ellipse(square)
        case "ellipse":
            return ellipse(box)
        case "ring":
            return ring(square, element.ring or square.width / 8)
        case "hexagon":
            return regular_polygon(box, 6, 90.0)
        case "triangle":
            return _polygon(box, ((0.5, 0.0), (1.0, 1.0), (0.0, 1.0)))
        case "diamond":
            return _polygon(box, ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)))
        case "star":
            return star(square, element.sides, 0.45)
        case _:
            return regular_polygon(square, element.sides)


def _square(box: Box) -> Box:
    side = min(box.width, box.height)
    centre = box.centre
    return Box(centre.x - side / 2, centre.y - side / 2, side, side)


def _polygon(box: Box, corners: tuple[tuple[float, float], ...]) -> tuple[Segment, ...]:
    points = [(box.x + x * box.width, box.y + y * box.height) for x, y in corners]
    first, *rest = points
    return (("M", *first), *(("L", *point) for point in rest), ("Z",))


def line_ink(element: LineElement, box: Box) -> Ink:
    """Return a straight line between two points of the box."""
    start, end = (
        Point(_offset(x, box.x, box.width), _offset(y, box.y, box.height))
        for x, y in (element.start, element.end)
    )
    stroke = element.stroke or BLACK
    return Line(start, end, stroke, element.line_width, element.dash, element.common.span)


def _offset(value: Edge, start: float, length: float) -> float:
    if isinstance(value, Percent):
        return start + value.value / 100 * length
    return start + float(value)


def path_ink(element: PathElement, box: Box) -> Ink:
    """Return a path: in mm from the box's corner, or scaled whole into the box."""
    segments = parse_path(element.path)
    move = Transform.moved(box.x, box.y)
    if element.viewbox:
        move = fitted(element.viewbox, box, 0.5, 0.5)
    width = element.line_width if element.stroke else 0.0
    return Path(
        transform_segments(segments, move), element.fill, element.stroke, width,
        element.dash, element.even_odd, element.common.span,
    )  # fmt: skip


def fitted(viewbox: tuple[float, ...], box: Box, share_x: float, share_y: float) -> Transform:
    """Return the map of a view box into a box, as large as it goes, aligned by shares."""
    x, y, width, height = viewbox
    scale = min(box.width / width, box.height / height)
    dx = box.x + (box.width - width * scale) * share_x
    dy = box.y + (box.height - height * scale) * share_y
    return Transform(scale, 0.0, 0.0, scale, dx - x * scale, dy - y * scale)


class IconKey(NamedTuple):
    """An icon at a size in a colour: what makes two drawn icons the same."""

    name: str
    width: float
    height: float
    color: Color


def icon_size(icon: Icon, box: Box) -> Size:
    """Return how large an icon gets in a box."""
    _, _, width, height = icon.viewbox
    scale = min(box.width / width, box.height / height)
    return Size(width * scale, height * scale)


def icon_plate(key: IconKey, icon: Icon, origin: Span) -> Plate:
    """Return an icon as a plate of its own, to be used wherever it stands."""
    size = Size(key.width, key.height)
    fit = fitted(icon.viewbox, Box(0.0, 0.0, *size), 0.0, 0.0)
    path = Path(
        transform_segments(parse_path(icon.path), fit),
        fill=key.color, even_odd=icon.even_odd, origin=origin,
    )  # fmt: skip
    return Plate(f"icon {key.name}", size, NO_BLEED, (path,))


# Where the pips of a playing card stand: column (0 left, 1 right) and row (0 top, 1 bottom).
_L, _M, _R = 0.0, 0.5, 1.0
_THIRDS = (0.0, 1 / 3, 2 / 3, 1.0)
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((_M, 0.5),),
    2: ((_M, 0.0), (_M, 1.0)),
    3: ((_M, 0.0), (_M, 0.5), (_M, 1.0)),
    4: ((_L, 0.0), (_R, 0.0), (_L, 1.0), (_R, 1.0)),
    5: ((_L, 0.0), (_R, 0.0), (_M, 0.5), (_L, 1.0), (_R, 1.0)),
    6: tuple((x, y) for y in (0.0, 0.5, 1.0) for x in (_L, _R)),
    7: (*((x, y) for y in (0.0, 0.5, 1.0) for x in (_L, _R)), (_M, 0.25)),
    8: (*((x, y) for y in (0.0, 0.5, 1.0) for x in (_L, _R)), (_M, 0.25), (_M, 0.75)),
    9: (*((x, y) for y in _THIRDS for x in (_L, _R)), (_M, 0.5)),
    10: (*((x, y) for y in _THIRDS for x in (_L, _R)), (_M, 1 / 6), (_M, 5 / 6)),
}


def pip_places(count: int, size: float, box: Box) -> list[tuple[Point, bool]]:
    """Return the centre of each pip and whether it stands on its head, as on playing cards."""
    inner = Box(
        box.x + size / 2, box.y + size / 2, max(0.0, box.width - size), max(0.0, box.height - size)
    )
    return [
        (Point(inner.x + x * inner.width, inner.y + y * inner.height), y > 0.5)
        for x, y in PIPS[count]
    ]
