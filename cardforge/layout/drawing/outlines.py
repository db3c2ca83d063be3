"""The outlines of shapes: each fills the box that it is given."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from cardforge.elements import ShapeForm
from cardforge.geometry import Box, Point, Segment
from cardforge.kinds import Percent
from cardforge.svgpath import HANDLE, ellipse, regular_polygon, ring, rounded_rectangle, star

# How far the notches of a star are from its middle, and how deep those of a banner's ends are.
_STAR_INNER, _BANNER_DEPTH = 0.45, 0.5
_WHOLE_TURN = 360.0

Segments = tuple[Segment, ...]


def outline_of(form: ShapeForm, box: Box) -> Segments:
    """Return the outline of a shape that fills a box (what is round fills the shorter side).

    It may clip what it encloses: a hole runs the other way round.
    """
    drawn = drawn_outline(form, box)
    if not is_even_odd(form):
        return drawn
    hole = next((i for i, segment in enumerate(drawn) if i and segment[0] == "M"), len(drawn))
    return drawn[:hole] + backwards(drawn[hole:])


def drawn_outline(form: ShapeForm, box: Box) -> Segments:
    """Return the outline of a shape as it is drawn: a whole ring is to be filled even-odd."""
    return _OUTLINES[form.name](form, box)


def is_even_odd(form: ShapeForm) -> bool:
    """Return whether what a shape encloses twice is a hole."""
    return form.name == "ring" and _sweep(form) >= _WHOLE_TURN


def is_open(form: ShapeForm) -> bool:
    """Return whether a shape is a line with two ends."""
    return form.name == "arc"


def backwards(segments: Segments) -> Segments:
    """Return closed outlines drawn the other way round."""
    made: list[Segment] = []
    for part in _parts(segments):
        places = [segment[-2:] for segment in part]
        made.append(("M", *places[-1]))
        for index in range(len(part) - 1, 0, -1):
            kind, *values = part[index]
            handles = (*values[2:4], *values[:2]) if kind == "C" else ()
            made.append((kind, *handles, *places[index - 1]))
        made.append(("Z",))
    return tuple(made)


def _parts(segments: Segments) -> list[list[Segment]]:
    parts: list[list[Segment]] = []
    for segment in segments:
        if segment[0] == "M":
            parts.append([])
        if segment[0] != "Z":
            parts[-1].append(segment)
    return parts


def square(box: Box) -> Box:
    """Return the largest square in the middle of a box."""
    side = min(box.width, box.height)
    centre = box.centre
    return Box(centre.x - side / 2, centre.y - side / 2, side, side)


def place_in(value: object, start: float, length: float) -> float:
    """Return the coordinate that a length or a share from the start of a box comes to."""
    if isinstance(value, Percent):
        return start + value.value / 100 * length
    return start + float(value)  # type: ignore[arg-type]


def closed(points: Iterable[tuple[float, float]]) -> Segments:
    """Return a polygon through some points."""
    first, *rest = points
    return (("M", *first), *(("L", *point) for point in rest), ("Z",))


def _shares(box: Box, corners: Sequence[tuple[float, float]]) -> Segments:
    return closed((box.x + x * box.width, box.y + y * box.height) for x, y in corners)


def _rectangle(form: ShapeForm, box: Box) -> Segments:
    if isinstance(form.corner, tuple):
        return cornered(box, form.corner)
    return rounded_rectangle(box, form.corner)


def cornered(box: Box, radii: tuple[float, ...]) -> Segments:
    """Return a rectangle with a radius for each corner, clockwise from the top left.

    Radii that do not fit together along an edge are all made smaller, as browsers do.
    """
    sums = (
        (radii[0] + radii[1], box.width), (radii[1] + radii[2], box.height),
        (radii[2] + radii[3], box.width), (radii[3] + radii[0], box.height),
    )  # fmt: skip
    share = min([1.0, *(room / both for both, room in sums if both > 0)])
    one, two, three, four = (radius * share for radius in radii)
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return (
        ("M", left + one, top),
        ("L", right - two, top),
        *_bend(right - two, top, right, top, right, top + two),
        ("L", right, bottom - three),
        *_bend(right, bottom - three, right, bottom, right - three, bottom),
        ("L", left + four, bottom),
        *_bend(left + four, bottom, left, bottom, left, bottom - four),
        ("L", left, top + one),
        *_bend(left, top + one, left, top, left + one, top),
        ("Z",),
    )


def _bend(x0: float, y0: float, x: float, y: float, x1: float, y1: float) -> Segments:
    """Return a quarter of an ellipse round a corner; nothing where it has no size."""
    if (x0, y0) == (x1, y1):
        return ()
    k = HANDLE
    return (("C", x0 + (x - x0) * k, y0 + (y - y0) * k, x1 + (x - x1) * k, y1 + (y - y1) * k,
             x1, y1),)  # fmt: skip


def _polygon(form: ShapeForm, box: Box) -> Segments:
    if not form.points:
        return regular_polygon(square(box), form.sides)
    return closed(
        (place_in(x, box.x, box.width), place_in(y, box.y, box.height)) for x, y in form.points
    )


def _hexagon(form: ShapeForm, box: Box) -> Segments:
    if not form.pointed:
        return _shares(box, ((0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5)))
    return _shares(box, ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25)))


def _star(form: ShapeForm, box: Box) -> Segments:
    inner = _STAR_INNER if form.depth is None else 1 - form.depth
    return star(square(box), form.sides, inner)


def _ring(form: ShapeForm, box: Box) -> Segments:
    whole = square(box)
    thick = form.ring or whole.width / 8
    if _sweep(form) >= _WHOLE_TURN:
        return ring(whole, thick)
    if 2 * thick >= whole.width:
        return _pie(form, box)
    centre, outer = whole.centre, whole.width / 2
    there = arc(centre, outer, form.start, form.start + _sweep(form))
    back = arc(centre, outer - thick, form.start + _sweep(form), form.start)
    return (*there, ("L", *back[0][1:]), *back[1:], ("Z",))


def _arc(form: ShapeForm, box: Box) -> Segments:
    whole = square(box)
    return arc(whole.centre, whole.width / 2, form.start, form.start + _sweep(form))


def _pie(form: ShapeForm, box: Box) -> Segments:
    whole = square(box)
    if _sweep(form) >= _WHOLE_TURN:
        return ellipse(whole)
    return (*_arc(form, box), ("L", *whole.centre), ("Z",))


def _sweep(form: ShapeForm) -> float:
    """Return how far an arc goes, above 0 and up to a whole turn."""
    turn = form.end - form.start
    return turn if 0 < turn <= _WHOLE_TURN else turn % _WHOLE_TURN or _WHOLE_TURN


def arc(centre: Point, radius: float, start: float, end: float) -> Segments:
    """Return a part of a circle between two angles in degrees, 0 at the top, clockwise."""
    count = max(math.ceil(abs(end - start) / 90 - 1e-9), 1)
    step = math.radians(end - start) / count
    handle = 4 / 3 * math.tan(step / 4) * radius
    angle = math.radians(start)
    segments: list[Segment] = [("M", *_on(centre, radius, angle))]
    for _ in range(count):
        (x0, y0), (x1, y1) = _on(centre, radius, angle), _on(centre, radius, angle + step)
        one = (x0 + handle * math.cos(angle), y0 + handle * math.sin(angle))
        angle += step
        two = (x1 - handle * math.cos(angle), y1 - handle * math.sin(angle))
        segments.append(("C", *one, *two, x1, y1))
    return tuple(segments)


def _on(centre: Point, radius: float, angle: float) -> tuple[float, float]:
    return centre.x + radius * math.sin(angle), centre.y - radius * math.cos(angle)


def _length(value: object, whole: float, default: float) -> float:
    """Return a length of a shape, at most as long as its box."""
    return min(place_in(value, 0.0, whole) if value is not None else default * whole, whole)


def _cross(form: ShapeForm, box: Box) -> Segments:
    across = _length(form.arm, box.width, 1 / 3) / box.width / 2 if box.width else 0.0
    down = _length(form.arm, box.height, 1 / 3) / box.height / 2 if box.height else 0.0
    left, right, top, low = 0.5 - across, 0.5 + across, 0.5 - down, 0.5 + down
    return _shares(
        box,
        (
            (left, 0), (right, 0), (right, top), (1, top), (1, low), (right, low),
            (right, 1), (left, 1), (left, low), (0, low), (0, top), (left, top),
        ),
    )  # fmt: skip


def _arrow(form: ShapeForm, box: Box) -> Segments:
    """Return an arrow to the right: `rotate` turns it."""
    half = _length(form.arm, box.height, 1 / 3) / 2
    neck = box.right - _length(form.head, box.width, 0.4)
    middle = box.centre.y
    return closed(
        (
            (box.x, middle - half), (neck, middle - half), (neck, box.y), (box.right, middle),
            (neck, box.bottom), (neck, middle + half), (box.x, middle + half),
        )
    )  # fmt: skip


def _shield(_: ShapeForm, box: Box) -> Segments:
    def at(x: float, y: float) -> tuple[float, float]:
        return box.x + x * box.width, box.y + y * box.height

    return (
        ("M", *at(0, 0)),
        ("L", *at(1, 0)),
        ("L", *at(1, 0.45)),
        ("C", *at(1, 0.72), *at(0.78, 0.9), *at(0.5, 1)),
        ("C", *at(0.22, 0.9), *at(0, 0.72), *at(0, 0.45)),
        ("Z",),
    )


def _banner(form: ShapeForm, box: Box) -> Segments:
    """Return a ribbon with a notch at each end."""
    notch = min((form.depth or _BANNER_DEPTH) * box.height, box.width / 2)
    middle = box.centre.y
    return closed(
        (
            (box.x, box.y), (box.right, box.y), (box.right - notch, middle),
            (box.right, box.bottom), (box.x, box.bottom), (box.x + notch, middle),
        )
    )  # fmt: skip


def _speech(form: ShapeForm, box: Box) -> Segments:
    """Return a box with round corners, and from its nearest edge a tail to a point."""
    x, y = form.tail or (Percent(20.0), Percent(130.0))
    tip = Point(place_in(x, box.x, box.width), place_in(y, box.y, box.height))
    radii = form.corner if isinstance(form.corner, tuple) else (form.corner or 2.0,) * 4
    most = min(box.width, box.height) / 2
    radii = tuple(min(radius, most) for radius in radii)
    body = cornered(box, radii)
    edge = _nearest_edge(box, tip)
    if edge is None:
        return body
    root = _root(box, tip, edge, radii)
    return _with_tail(body, edge, root, tip)


def _nearest_edge(box: Box, tip: Point) -> int | None:
    """Return beyond which edge a point lies farthest: 0 top, 1 right, 2 below, 3 left."""
    beyond = (box.y - tip.y, tip.x - box.right, tip.y - box.bottom, box.x - tip.x)
    most = max(beyond)
    return beyond.index(most) if most > 0 else None


def _root(box: Box, tip: Point, edge: int, radii: tuple[float, ...]) -> tuple[Point, Point]:
    """Return where a tail leaves its edge, in the order of a clockwise outline."""
    before, after = radii[edge], radii[(edge + 1) % 4]
    whole = box.width if edge % 2 == 0 else box.height
    # Along the edge, from the corner at which a clockwise outline enters it.
    along = (tip.x - box.x, tip.y - box.y, box.right - tip.x, box.bottom - tip.y)[edge]
    half = min(whole / 6, max(whole - before - after, 0.0) / 2)
    middle = min(max(along, before + half), whole - after - half)
    first, last = middle - half, middle + half
    ends = {
        0: ((box.x + first, box.y), (box.x + last, box.y)),
        1: ((box.right, box.y + first), (box.right, box.y + last)),
        2: ((box.right - first, box.bottom), (box.right - last, box.bottom)),
        3: ((box.x, box.bottom - first), (box.x, box.bottom - last)),
    }[edge]
    return Point(*ends[0]), Point(*ends[1])


def _with_tail(body: Segments, edge: int, root: tuple[Point, Point], tip: Point) -> Segments:
    """Return a body whose straight edge of this number goes over the tip of a tail."""
    lines = [index for index, segment in enumerate(body) if segment[0] == "L"]
    at = lines[edge]
    return (*body[:at], ("L", *root[0]), ("L", *tip), ("L", *root[1]), *body[at:])


_OUTLINES: dict[str, Callable[[ShapeForm, Box], Segments]] = {
    "rectangle": _rectangle,
    "circle": lambda _, box: ellipse(square(box)),
    "ellipse": lambda _, box: ellipse(box),
    "ring": _ring,
    "hexagon": _hexagon,
    "triangle": lambda _, box: _shares(box, ((0.5, 0.0), (1.0, 1.0), (0.0, 1.0))),
    "diamond": lambda _, box: _shares(box, ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))),
    "polygon": _polygon,
    "star": _star,
    "arc": _arc,
    "pie": _pie,
    "cross": _cross,
    "arrow": _arrow,
    "shield": _shield,
    "banner": _banner,
    "speech": _speech,
}
