"""Shadows and outlines of letters: copies beneath them, which stay vectors."""

from __future__ import annotations

from cardforge.elements import TextStyle
from cardforge.ink import Group, Ink, Tag
from cardforge.layout.text.moving import moved, tinted

# A copy says nothing that the letters themselves do not say.
_COPY = Tag("Artifact")


def with_effects(ink: tuple[Ink, ...], style: TextStyle) -> tuple[Ink, ...]:
    """Return ink with the shadow and the outline of its style beneath it."""
    outline, shadow = style.outline, style.shadow
    # A line is centred on the letters' edges, and its inner half lies beneath them.
    width = 2.0 * outline.width if outline is not None and outline.color is not None else 0.0
    beneath: list[Ink] = []
    if shadow is not None and shadow.color is not None:
        copy = tinted(ink, shadow.color, width)
        beneath.append(Group(moved(copy, shadow.x, shadow.y), tag=_COPY))
    if outline is not None and outline.color is not None:
        beneath.append(Group(tinted(ink, outline.color, width), tag=_COPY))
    return (*beneath, *ink)
