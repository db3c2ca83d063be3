"""Panels: what lies behind the children of a box, and the shape that cuts them off."""

from __future__ import annotations

from typing import Any

from cardforge.elements import PathElement, Pen, ShapeElement
from cardforge.geometry import Box, Segment, Transform
from cardforge.layout.drawing.outlines import outline_of
from cardforge.layout.shapes import fitted, parse_path
from cardforge.svgpath import ellipse, rounded_rectangle, transform_segments

Panel = ShapeElement | PathElement
Clip = Box | tuple[Segment, ...]


def clip_of(panel: Panel, box: Box) -> Clip:
    """Return the outline of a panel's shape in a box; a plain rectangle is the box itself."""
    if isinstance(panel, PathElement):
        move = Transform.moved(box.x, box.y)
        if panel.viewbox:
            move = fitted(panel.viewbox, box, 0.5, 0.5)
        return transform_segments(parse_path(panel.path), move)
    form = panel.form
    if form.name == "rectangle" and isinstance(form.corner, float):
        return rounded_rectangle(box, form.corner) if form.corner else box
    return ellipse(box) if form.name == "ellipse" else outline_of(form, box)


def ground_of(panel: Panel) -> Panel | None:
    """Return the part of a panel that lies beneath its children: its area and its shadow."""
    if panel.fill is None and panel.shadow is None:
        return None
    return panel._replace(pen=Pen())


def frame_of(panel: Panel) -> Panel | None:
    """Return the part of a panel that lies above its children: its outline."""
    if panel.pen.stroke is None:
        return None
    bare: Any = panel._replace(fill=None, shadow=None)
    return bare  # type: ignore[no-any-return]


def is_seen(panel: Panel | None) -> bool:
    """Return whether a panel draws anything itself."""
    return panel is not None and (panel.fill or panel.pen.stroke) is not None
