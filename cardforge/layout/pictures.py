"""Picture files as ink."""

from __future__ import annotations

from cardforge.elements import ImageElement
from cardforge.geometry import Box
from cardforge.images import fit_box
from cardforge.ink import Image, Ink
from cardforge.layout.desk import Desk


def picture_ink(element: ImageElement, box: Box, desk: Desk) -> tuple[Ink, ...]:
    """Return a picture fitted to its box; one that cannot be used is reported."""
    span = element.common.span
    found = desk.layout.picture(element.source, span, desk.card)
    if found is None:
        return ()
    path, width_px, height_px = found
    drawn, crop = fit_box(box, width_px, height_px, element.fit)
    return (Image(drawn, path, crop, span),)
