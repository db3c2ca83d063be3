"""The display list: everything that can be on a card, a sheet or a page.

Seven kinds of ink and no more.  Layout decides everything; a renderer only
matches over the kinds.  All coordinates are mm, x right, y down; a plate has
its origin at the trim corner, so bleed is negative.  `origin` is the place in
the designer's file that the ink came from.  What a page says to a screen rather
than to paper (tags, links, anchors, an outline) stands beside the ink.
"""

from typing import NamedTuple

from cardforge.color import Color
from cardforge.diagnostics import Span
from cardforge.geometry import Box, Insets, Point, Segment, Size, Transform
from cardforge.images.values import AS_IT_IS, Edit
from cardforge.ink.paint import Gradient
from cardforge.shaping.values import PLAIN, Shaping


class Rect(NamedTuple):
    """A rectangle, its corners rounded by `radius`; the stroke is centred on the edge."""

    box: Box
    radius: float = 0.0
    fill: Color | Gradient | None = None
    stroke: Color | None = None
    line_width: float = 0.0
    dash: tuple[float, ...] = ()
    origin: Span | None = None
    join: str = "miter"
    cap: str = "butt"


class Line(NamedTuple):
    """A straight line; its ends are `butt`, `round` or `square`."""

    start: Point
    end: Point
    stroke: Color
    line_width: float
    dash: tuple[float, ...] = ()
    origin: Span | None = None
    cap: str = "butt"


class Path(NamedTuple):
    """A path of straight and cubic segments; its corners are `miter`, `round` or `bevel`."""

    segments: tuple[Segment, ...]
    fill: Color | Gradient | None = None
    stroke: Color | None = None
    line_width: float = 0.0
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    origin: Span | None = None
    join: str = "miter"
    cap: str = "butt"


class Text(NamedTuple):
    """One run of one font on one line, its baseline starting at `at`.

    `font` is the name under which the Fonts of this run know the font; `text` is in the order in
    which it is read, also where it runs to the left; `tracking` is added after each letter, in mm.
    A stroke is centred on the edges of the letters and lies beneath them: its outer half is seen.
    """

    at: Point
    text: str
    font: str
    size_pt: float
    fill: Color
    tracking: float = 0.0
    origin: Span | None = None
    shaping: Shaping = PLAIN
    stroke: Color | None = None
    line_width: float = 0.0


class Image(NamedTuple):
    """A picture file stretched over a box; `crop` is the part of it to show, in fractions.

    `edit` is what is changed of it first: a page of a PDF is chosen, colours are taken out, a
    picture with more pixels than it can be printed with is made smaller.
    """

    box: Box
    source: str
    crop: Box | None = None
    origin: Span | None = None
    edit: Edit = AS_IT_IS


class Tag(NamedTuple):
    """What a group is to somebody who cannot see it: a heading, a paragraph, a figure.

    `role` is one of TAG_ROLES; `alt` says a figure in words.  Groups with one role
    and one `key` other than 0 are one thing that goes on in another place, such as
    the next page.
    """

    role: str
    alt: str = ""
    key: int = 0


TAG_ROLES = frozenset(
    (
        *("H1", "H2", "H3", "H4", "P", "Span", "Link", "Note", "Aside", "Sect", "Div"),
        *("L", "LI", "Lbl", "LBody", "Table", "THead", "TBody", "TR", "TH", "TD"),
        *("Figure", "Caption", "TOC", "TOCI", "Reference", "Artifact"),
    )
)


class Group(NamedTuple):
    """Items that share a transform, a clip (box or path, before the transform) or an opacity.

    `even_odd` says that what a clip encloses twice is a hole.

    The tags of groups inside groups make a tree; inside a plate and inside what is
    blended as one they say nothing.
    """

    items: "tuple[Ink, ...]"
    transform: Transform | None = None
    clip: Box | tuple[Segment, ...] | None = None
    opacity: float = 1.0
    origin: Span | None = None
    tag: Tag | None = None
    even_odd: bool = False


class Plate:
    """The ink of one card side, or of a part that many cards share.

    `trim` is the finished size, `bleed` how far ink may reach beyond it on each
    edge.  A part has the box it covers as its `trim` and no bleed.
    Plates compare by identity: renderers find equal ink by its content.
    """

    __slots__ = ("bleed", "items", "name", "trim")

    def __init__(self, name: str, trim: Size, bleed: Insets, items: "tuple[Ink, ...]") -> None:
        self.name = name
        self.trim = trim
        self.bleed = bleed
        self.items = items

    @property
    def bounds(self) -> Box:
        """Return trim plus bleed: the box beyond which nothing of the plate is printed."""
        left, top, right, bottom = self.bleed
        return Box(-left, -top, self.trim.width + left + right, self.trim.height + top + bottom)


class Use(NamedTuple):
    """A whole plate: its origin put at `at`, then turned clockwise about that point."""

    plate: Plate
    at: Point
    turn_deg: float = 0.0
    origin: Span | None = None


Ink = Rect | Line | Path | Text | Image | Group | Use


class Link(NamedTuple):
    """A box on a page that leads to a web address, or to an anchor: `#` and its name.

    A `key` other than 0 names the group with the tag Link, of the same key, whose link it is.
    """

    box: Box
    target: str
    key: int = 0


class Anchor(NamedTuple):
    """A place on a page that links and the outline lead to; its name is the only one of a PDF."""

    name: str
    at: Point


class OutlineEntry(NamedTuple):
    """A line of a PDF's outline, its bookmarks: levels count from 1 and never jump downwards."""

    title: str
    anchor: str
    level: int = 1


class Page(NamedTuple):
    """A finished page, ready to render: its size, its TrimBox and BleedBox, its ink.

    The origin is the top left corner of the page.
    """

    size: Size
    trim: Box
    bleed: Box
    items: tuple[Ink, ...]
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
