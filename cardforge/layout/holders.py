"""What holds other elements as ink: groups, flows and tables, on their panels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from cardforge.diagnostics import Span
from cardforge.elements import Element, FlowElement, GroupElement, ShapeElement, TableElement
from cardforge.geometry import Box
from cardforge.ink import Group, Ink
from cardforge.layout.boxes import Frame, padded
from cardforge.layout.flow import Placed, Sizer, freed, lost_places, placed
from cardforge.layout.panels import Panel, clip_of, frame_of, ground_of

# Each element with the frame that it is drawn in.
Framed = list[tuple[Any, Frame]]


class Drawer(Protocol):
    """The side that draws what its holders hold."""

    @property
    def sizer(self) -> Sizer:
        """Return whoever knows how large contents are."""

    def element(self, element: Element, frame: Frame) -> tuple[Ink, ...]:
        """Return the ink of an element."""

    def drawn(self, element: Element, box: Box, frame: Frame) -> tuple[Ink, ...]:
        """Return the ink of an element that fills a box."""

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Report an error of this card."""


def cells_of(element: FlowElement, box: Box, sizer: Sizer) -> Sequence[Placed]:
    """Return the children of a row, column or grid that are drawn, with their cells."""
    if element.flow == "grid":
        from cardforge.layout import grids

        return grids.placed(element, box, sizer)
    return placed(element, box, sizer)


def flow_ink(element: FlowElement, box: Box, frame: Frame, side: Drawer) -> tuple[Ink, ...]:
    """Return the ink of a row, column or grid."""
    children: Framed = []
    for child, cell in cells_of(element, padded(box, element.padding), side.sizer):
        if lost := lost_places(element.flow, child.common.box):
            _report_lost(element.flow, lost, child.common.span, side)
        children.append((freed(child), frame.within(cell)))
    ink = _inked(children, side)
    return ink if element.panel is None else _on_panel(element.panel, ink, box, frame, side)


def _report_lost(flow: str, lost: tuple[str, ...], span: Span, side: Drawer) -> None:
    message = f"a child of a {flow} is placed by it: it has no {', '.join(lost)} of its own"
    side.error("box.in-flow", message, span, "put the child in a group of its own")


def group_ink(element: GroupElement, box: Box, frame: Frame, side: Drawer) -> tuple[Ink, ...]:
    """Return the ink of a group, clipped if it asks for that."""
    inner = frame.within(padded(box, element.padding))
    ink = _inked([(child, inner) for child in element.children], side)
    panel = element.panel
    if panel is None:
        return ink
    if element.clips and not _is_none(panel):
        ink = (Group(ink, clip=clip_of(panel, box), origin=element.common.span),)
    return _on_panel(panel, ink, box, frame, side)


def _is_none(panel: Panel) -> bool:
    """Return whether an expression has said that a group has no clip."""
    return isinstance(panel, ShapeElement) and panel.form.name == "none"


def _inked(children: Framed, side: Drawer) -> tuple[Ink, ...]:
    """Return the ink of children, those of a lower `z` first, else in their order."""
    if any(child.common.z for child, _ in children):
        children = sorted(children, key=lambda framed: framed[0].common.z)
    ink: list[Ink] = []
    for child, frame in children:
        ink.extend(side.element(child, frame))
    return tuple(ink)


def _on_panel(
    panel: Panel, ink: tuple[Ink, ...], box: Box, frame: Frame, side: Drawer
) -> tuple[Ink, ...]:
    """Return ink between the area of its panel and the outline."""
    if isinstance(panel, ShapeElement) and _is_none(panel):
        panel = panel._replace(form=panel.form._replace(name="rectangle"))
    ground, outline = ground_of(panel), frame_of(panel)
    below = () if ground is None else side.drawn(ground, box, frame)
    above = () if outline is None else side.drawn(outline, box, frame)
    return (*below, *ink, *above)


def table_ink(element: TableElement, box: Box, frame: Frame, side: Drawer) -> tuple[Ink, ...]:
    """Return the ink of a table: areas, cells, rules."""
    from cardforge.layout import tables

    grid = tables.laid(element, box, side.sizer)
    if grid is None:
        return ()
    ink: list[Ink] = list(tables.ground(element, grid))
    for cell, inner in tables.cells_of(element, grid):
        ink.extend(side.element(cell, frame.within(inner)))
    ink.extend(tables.rules(element, grid))
    return tuple(ink)
