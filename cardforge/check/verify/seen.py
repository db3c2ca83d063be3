"""What is seen on a page while its operators are followed."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.check.verify.spaces import ALL, GRAY, Space


class Paint(NamedTuple):
    """A colour ready to paint with: the label of its space, its kinds, inks, and ink in per cent.

    `ink` is None where it is unknown, `everywhere` is the colour of every plate of a press.
    """

    label: str
    families: frozenset[str]
    ink: float | None
    names: frozenset[str]
    everywhere: bool = False


class Placed(NamedTuple):
    """A picture on a page: its object, its pixels, and the pixels for each inch as printed."""

    number: int
    width_px: int
    height_px: int
    dpi: float
    space: str


class FontUse(NamedTuple):
    """A font that shows text: its name, kind, and whether it lies in the file."""

    name: str
    kind: str
    embedded: bool


def paint_of(space: Space, values: tuple[float, ...]) -> Paint:
    """Return the paint of a colour in a space."""
    return Paint(space.label, space.families, space.ink(values), space.names, ALL in space.names)


BLACK = paint_of(GRAY, (0.0,))


class Seen:
    """Everything that a stretch of content does, gathered; equal things once.

    `spaces` maps the label of each colour space to the kinds of space in it; `line` is the
    thinnest stroke in points; `refused` is what PDF/X standards refuse, `lost` what is named and
    not there, `filters` how pictures between the operators are packed.
    """

    def __init__(self) -> None:
        self.spaces: dict[str, frozenset[str]] = {}
        self.inks: set[str] = set()
        self.ink = 0.0
        self.unmeasured: set[str] = set()
        self.images: set[Placed] = set()
        self.line: float | None = None
        self.fonts: set[FontUse] = set()
        self.transparency: set[str] = set()
        self.refused: set[str] = set()
        self.lost: set[str] = set()
        self.filters: set[str] = set()
        self.has_layers = False
        # How many operators it takes to draw it, those of every form each time.
        self.drawn = 0

    def paint(self, paint: Paint, *, stroke: bool = False) -> None:
        """Note that something is painted in a colour."""
        self.spaces[paint.label] = paint.families
        if paint.everywhere:
            # Marks on every plate are lines; an area of it is drowned in ink.
            self.ink = max(self.ink, 0.0 if stroke else 4 * (paint.ink or 0.0))
        elif paint.ink is not None:
            self.inks |= paint.names
            self.ink = max(self.ink, paint.ink)

    def stroke(self, width_pt: float) -> None:
        """Note a stroke of so many points."""
        self.line = width_pt if self.line is None else min(self.line, width_pt)

    def add(self, other: Seen) -> None:
        """Add what another stretch of content does."""
        self.spaces.update(other.spaces)
        self.inks |= other.inks
        self.ink = max(self.ink, other.ink)
        self.unmeasured |= other.unmeasured
        self.images |= other.images
        self.fonts |= other.fonts
        self.transparency |= other.transparency
        self.refused |= other.refused
        self.lost |= other.lost
        self.filters |= other.filters
        self.has_layers |= other.has_layers
        self.drawn += other.drawn
        if other.line is not None:
            self.stroke(other.line)
