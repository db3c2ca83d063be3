"""Where an element sits: the values that boxes are made of.

Before `fill`, any of them may be a Deferred (an expression); after it none is.
"""

from typing import Any, NamedTuple

from cardforge.kinds import Percent

AUTO = "auto"


class Shares(NamedTuple):
    """A size in a row, column or grid: so many equal shares of what the others leave."""

    value: float


class At(NamedTuple):
    """A place on the card, in mm from its trim: what an anchor comes to."""

    value: float


class Reference(NamedTuple):
    """A side or a size of another element: `title.bottom + 2`, or `50% of art.width`."""

    name: str
    side: str
    offset: float = 0.0
    share: float = 1.0


class Anchor(NamedTuple):
    """An edge or size written by other elements: the first choice that is on the card."""

    choices: tuple[Any, ...]


# A str is `bleed`, `trim` or `safe`, or `auto` for a size.
Edge = float | Percent | str | Shares | At | Anchor


class Limits(NamedTuple):
    """What a box states beside its edges and sizes; few boxes do.

    `aspect` is width by height, `inset` the distance from the edges that have no rule of their
    own (across and down), `span` how many columns and rows of a grid the box covers.
    """

    min_width: Edge | None = None
    max_width: Edge | None = None
    min_height: Edge | None = None
    max_height: Edge | None = None
    aspect: float | None = None
    inset: tuple[Edge, Edge] | None = None
    span: tuple[int, int] | None = None


NO_LIMITS = Limits()


class BoxSpec(NamedTuple):
    """Where an element sits in its parent: by edges, sizes or centre, two of them an axis at most.

    A missing size fills what is left; `x` and `y` are the centre.
    """

    left: Edge | None = None
    right: Edge | None = None
    top: Edge | None = None
    bottom: Edge | None = None
    width: Edge | None = None
    height: Edge | None = None
    x: Edge | None = None
    y: Edge | None = None
    limits: Limits | None = None


class Padding(NamedTuple):
    """How far the children of a box stay away from its edges: mm, or shares of the box."""

    left: Edge = 0.0
    top: Edge = 0.0
    right: Edge = 0.0
    bottom: Edge = 0.0
