"""Slips: the pieces of a rulebook that no page break divides, and where they stand on pages."""

from typing import Any, NamedTuple

from cardforge.color import Color
from cardforge.diagnostics import Span
from cardforge.geometry import Box, Transform
from cardforge.ink import Group, Ink, Tag

# What breaking a column after a slip costs; a column that is a tenth empty costs one.
FREE = 0.0
IN_TEXT = 3.0
IN_TABLE = 8.0
IN_BOX = 45.0
# One item of a list alone in a column, a figure away from the words before it.
NEAR_END = 12.0
BEFORE_FIGURE = 40.0
NEVER = 10_000.0


class Frame(NamedTuple):
    """The box of a call-out, drawn behind all of its slips on one page."""

    number: int
    fill: Color
    bar: Color
    width: float


class Slip(NamedTuple):
    """Ink that stays together, placed from the top left corner of its column.

    What is `wide` is placed from the left edge of all that the page holds.
    `before` is the space above, dropped at the head of a column.  `cost` is that of ending a
    column after this slip.  `head` is what a column repeats that begins with this slip.
    `line` of `lines` tells where in its paragraph a line stands, counted from 1.
    """

    height: float
    ink: tuple[Ink, ...] = ()
    links: tuple[tuple[str, Box], ...] = ()
    before: float = 0.0
    cost: float = FREE
    kind: str = "line"
    wide: bool = False
    frame: Frame | None = None
    head: "tuple[Slip, ...]" = ()
    aside: "tuple[Slip, ...]" = ()
    anchor: str | None = None
    section: str = ""
    block: int = 0
    line: int = 1
    lines: int = 1
    spaces: tuple[float, ...] = ()
    text: str = ""
    role: str = "P"
    alt: str = ""
    origin: Span | None = None
    inside: tuple[Tag, ...] = ()  # what holds it, outermost first: a table, a list, a note

    def put_inside(self, *tags: Tag) -> "Slip":
        """Return the slip as part of something, which is itself part of what comes around it."""
        return self._replace(inside=(*tags, *self.inside))

    def moved(self, dx: float, dy: float = 0.0) -> "Slip":
        """Return the slip with its ink shifted, as tall as before plus `dy`."""
        if not dx and not dy:
            return self
        ink = (Group(self.ink, Transform.moved(dx, dy)),) if self.ink else ()
        links = tuple((target, box.moved(dx, dy)) for target, box in self.links)
        return self._replace(ink=ink, links=links, height=self.height + dy)


def joined(slips: "list[Slip]", **changes: Any) -> Slip:
    """Return slips as one that nothing divides."""
    if not slips:
        return Slip(0.0)
    y = 0.0
    ink: list[Ink] = []
    links: list[tuple[str, Box]] = []
    for index, slip in enumerate(slips):
        y += slip.before if index else 0.0
        placed = slip.moved(0.0, y)
        ink.extend(placed.ink)
        links.extend(placed.links)
        y += slip.height
    first = slips[0]
    text = " ".join(slip.text for slip in slips if slip.text)
    whole = first._replace(height=y, ink=tuple(ink), links=tuple(links), text=text)
    return whole._replace(line=1, lines=1, **changes)


class Placed(NamedTuple):
    """A slip on its page; `column` counts from 0, `y` from the top of the column."""

    page: int
    column: int
    y: float
    slip: Slip
