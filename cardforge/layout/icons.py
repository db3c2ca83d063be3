"""Icons and pips as ink."""

from __future__ import annotations

from cardforge.color import BLACK
from cardforge.diagnostics import Span
from cardforge.elements import IconElement, PipsElement
from cardforge.geometry import Box, Point
from cardforge.ink import Ink, Path
from cardforge.layout.desk import Desk, found_icon
from cardforge.layout.shapes import IconKey, fitted, icon_size, parse_path, pip_places
from cardforge.layout.text import ALIGN, VALIGN
from cardforge.model import Icon
from cardforge.svgpath import transform_segments
from cardforge.units import show


def icon_ink(element: IconElement, box: Box, desk: Desk) -> tuple[Ink, ...]:
    """Return one icon as large as its box allows."""
    span = element.common.span
    icon = found_icon(element.icon, span, desk)
    if icon is None:
        return ()
    size = icon_size(icon, box)
    x = box.x + (box.width - size.width) * ALIGN[element.align]
    y = box.y + (box.height - size.height) * VALIGN[element.valign]
    key = IconKey(element.icon, *size, element.color or BLACK)
    use = desk.layout.icon_use(key, icon, Point(x, y), 0.0, span)
    if element.shadow is None:
        return (use,)
    from cardforge.layout.drawing.shadows import shadow_ink

    return (*shadow_ink(element.shadow, _outline(icon, Box(x, y, *size), span), True, None), use)


def _outline(icon: Icon, box: Box, span: Span) -> Path:
    """Return the outline of an icon in its place, in no colour."""
    segments = transform_segments(parse_path(icon.path), fitted(icon.viewbox, box, 0.0, 0.0))
    return Path(segments, even_odd=icon.even_odd, origin=span)


def pips_ink(element: PipsElement, box: Box, desk: Desk) -> tuple[Ink, ...]:
    """Return icons placed as on a playing card; pips larger than their box are reported."""
    span = element.common.span
    icon = found_icon(element.icon, span, desk)
    if icon is None:
        return ()
    size = icon_size(icon, Box(0.0, 0.0, element.size, element.size))
    if element.number and (size.width > box.width + 1e-6 or size.height > box.height + 1e-6):
        message = f"a pip of {show(element.size)} mm is larger than its box"
        desk.error("pips.overfull", message, span, "make the box larger or the pips smaller")
        return ()
    key = IconKey(element.icon, *size, element.color or BLACK)
    ink = []
    for centre, low in pip_places(element.number, element.size, box):
        turned = low and element.turned
        sign = -1 if turned else 1
        at = Point(centre.x - sign * size.width / 2, centre.y - sign * size.height / 2)
        ink.append(desk.layout.icon_use(key, icon, at, 180.0 if turned else 0.0, span))
    return tuple(ink)
