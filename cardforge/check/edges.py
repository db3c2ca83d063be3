"""Hidden hands: along the trim every face of a deck must look the same.

Ink that runs over the cut colours the edge of the card; where it differs from
face to face the edge tells which card it is.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from cardforge.diagnostics import Report
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Point, Segment, Transform
from cardforge.ink import Group, Image, Ink, Line, Path, Plate, Rect, Text, Use
from cardforge.plates import LaidOut
from cardforge.svgpath import bounds as path_bounds

# A home cutter drifts by a millimetre: ink this near to the trim may be cut.
DRIFT = 1.0


def check_edges(laid_out: LaidOut, fonts: Fonts, report: Report) -> None:
    """Report the faces of a hidden deck whose ink near the trim differs from the others'."""
    spec = laid_out.deck.spec
    if not spec.hidden or len(laid_out.cards) < 2:
        return
    edges: dict[int, frozenset[Any]] = {}
    for sides in laid_out.cards:
        if id(sides.face) not in edges:
            edges[id(sides.face)] = edge_ink(sides.face, fonts)
    usual, _ = Counter(edges[id(s.face)] for s in laid_out.cards).most_common(1)[0]
    for sides in laid_out.cards:
        if edges[id(sides.face)] != usual:
            report.warning(
                "print.edge",
                f"the faces of {spec.name} differ along the trim: the cut edge tells the card",
                spec.span,
                hint="keep what differs 1 mm inside the trim, or write hidden: false",
                card=sides.card.id,
            )


def edge_ink(plate: Plate, fonts: Fonts) -> frozenset[Any]:
    """Return what of a plate's ink comes within 1 mm of the trim or beyond it."""
    inside = Box(DRIFT, DRIFT, plate.trim.width - 2 * DRIFT, plate.trim.height - 2 * DRIFT)
    found: set[Any] = set()
    for item in plate.items:
        _collect(item, Transform(), inside, fonts, found)
    return frozenset(found)


def _collect(item: Ink, place: Transform, inside: Box, fonts: Fonts, found: set[Any]) -> None:
    if isinstance(item, Group):
        inner = item.transform.then(place) if item.transform else place
        if item.clip is not None and _within(inner.apply_box(_clip_bounds(item.clip)), inside):
            return
        for child in item.items:
            _collect(child, inner, inside, fonts, found)
    elif isinstance(item, Use):
        turn = Transform.turned(item.turn_deg) if item.turn_deg else Transform()
        inner = turn.then(Transform.moved(*item.at)).then(place)
        for child in item.plate.items:
            _collect(child, inner, inside, fonts, found)
    elif not _within(place.apply_box(ink_bounds(item, fonts)), inside):
        found.add((type(item).__name__, place, item._replace(origin=None)))


def _within(box: Box, inside: Box) -> bool:
    return (
        box.x >= inside.x
        and box.y >= inside.y
        and box.right <= inside.right
        and box.bottom <= inside.bottom
    )


def _clip_bounds(clip: Box | tuple[Segment, ...]) -> Box:
    return clip if isinstance(clip, Box) else path_bounds(clip)


def ink_bounds(item: Rect | Line | Path | Text | Image, fonts: Fonts) -> Box:
    """Return the box round one ink, strokes included, in the coordinates it is written in."""
    match item:
        case Rect():
            return _grown(item.box, item.line_width / 2)
        case Line(start, end):
            return _grown(_around(start, end), item.line_width / 2)
        case Path():
            return _grown(path_bounds(item.segments), item.line_width / 2)
        case Text():
            return fonts[item.font].ink_bounds(item.text, item.size_pt).moved(*item.at)
        case Image():
            return item.box


def _around(start: Point, end: Point) -> Box:
    x, y = min(start.x, end.x), min(start.y, end.y)
    return Box(x, y, abs(end.x - start.x), abs(end.y - start.y))


def _grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)
