"""SVG files as pictures: drawn as shapes where others are laid as pixels."""

from __future__ import annotations

from pathlib import Path

from cardforge.elements import ImageElement
from cardforge.geometry import Box
from cardforge.ink import Group, Ink
from cardforge.layout.desk import Desk

_WHOLE = Box(0.0, 0.0, 1.0, 1.0)


def svg_picture(
    element: ImageElement, path: Path, where: tuple[Box, Box | None], desk: Desk
) -> Ink:
    """Return a drawing in a box: a part of it, in fractions, or all; the rest is cut off."""
    box, part = where
    inner = part or _WHOLE
    width, height = box.width / inner.width, box.height / inner.height
    whole = Box(box.x - inner.x * width, box.y - inner.y * height, width, height)
    span = element.common.span
    ink = desk.layout.drawings.svg_ink(path, whole, element.look.colors, span, desk.card)
    return Group(ink, clip=None if part is None else box, origin=span)
