"""Shadows: the form again in one colour, moved; a soft edge is a few see-through copies.

A hard shadow in full colour is plain ink and the safest on a press.  A soft or a see-through one
is blended, and flattened for the standards that allow no blending.
"""

from __future__ import annotations

from math import sqrt

from cardforge.color import BLACK, Color
from cardforge.elements import Pen
from cardforge.fills import Shadow
from cardforge.geometry import Transform
from cardforge.ink import Group, Ink, Path, Rect
from cardforge.svgpath import transform_segments

# Copies of a soft shadow: steps so small are not seen as edges.
_COPIES = 16
# How far an outline reaches beyond its edge, in half widths.
_BEYOND = {"inside": 0.0, "center": 1.0, "outside": 2.0}


def shadow_ink(
    shadow: Shadow, plain: Rect | Path, filled: bool, pen: Pen | None
) -> tuple[Ink, ...]:
    """Return the shadow of an item that is filled, drawn with a pen, or both."""
    if shadow.opacity <= 0 or not (filled or pen):
        return ()
    cast = _cast(shadow, plain, filled, pen)
    if not shadow.blur:
        if shadow.opacity >= 1:
            return (cast,)
        return (Group((cast,), opacity=shadow.opacity, origin=plain.origin),)
    made: list[Ink] = []
    for number in range(_COPIES):
        # The farther out, the fewer copies lie on each other: towards the edge it gets thin.
        wider = 2 * shadow.blur * (1 - sqrt((number + 0.5) / _COPIES))
        step = shadow.opacity / _COPIES
        alone = step / (1 - step * number)
        made.append(Group((_grown(cast, wider),), opacity=alone, origin=plain.origin))
    return tuple(made)


def _cast(shadow: Shadow, plain: Rect | Path, filled: bool, pen: Pen | None) -> Rect | Path:
    """Return the form in the colour of its shadow, where it lies."""
    color = shadow.color or BLACK
    if isinstance(plain, Rect):
        moved: Rect | Path = plain._replace(box=plain.box.moved(shadow.x, shadow.y))
    else:
        place = Transform.moved(shadow.x, shadow.y)
        moved = plain._replace(segments=transform_segments(plain.segments, place))
    if not filled and pen is not None:
        return moved._replace(
            stroke=color, line_width=pen.line_width, dash=pen.dash, join=pen.join, cap=pen.cap
        )
    moved = moved._replace(fill=color)
    if pen is None or not _BEYOND[pen.side]:
        return moved
    return moved._replace(
        stroke=color, line_width=pen.line_width * _BEYOND[pen.side], join=pen.join
    )


def _grown(item: Rect | Path, by: float) -> Rect | Path:
    """Return a form whose outline is drawn wider, its corners round."""
    return item._replace(
        stroke=item.stroke or _color(item), line_width=item.line_width + by, join="round"
    )


def _color(item: Rect | Path) -> Color | None:
    return item.fill if isinstance(item.fill, Color) else None
