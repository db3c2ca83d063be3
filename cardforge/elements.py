"""The elements a template is made of: a closed family of plain values.

Before `fill`, any attribute may be a Deferred (an expression); after it none is.
Lengths are mm, sizes points, `Percent` is a share of the parent box.
"""

from typing import Any, NamedTuple

from cardforge.color import Color
from cardforge.diagnostics import Span
from cardforge.kinds import Percent

Edge = float | Percent | str


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


class Fit(NamedTuple):
    """Between which sizes text may shrink, in points; None takes the style's size."""

    min: float
    max: float | None = None


class Common(NamedTuple):
    """What every element has."""

    span: Span
    box: BoxSpec = BoxSpec()
    condition: Any = True
    rotate: float = 0.0
    mirror: str = "none"
    opacity: float = 1.0


class TextStyle(NamedTuple):
    """How text looks; a None is taken from the style that it builds on, at last from BASE_STYLE."""

    font: str | None = None
    size: float | None = None
    color: Color | None = None
    align: str | None = None
    valign: str | None = None
    leading: float | None = None
    tracking: float | None = None
    tabular: bool | None = None
    upper: bool | None = None

    def over(self, base: "TextStyle") -> "TextStyle":
        """Return this style with its gaps filled from `base`."""
        looks: Any = (b if own is None else own for own, b in zip(self, base, strict=True))
        return TextStyle(*looks)


BASE_STYLE = TextStyle(
    font=None,
    size=10.0,
    color=Color("gray", (0.0,)),
    align="left",
    valign="top",
    leading=1.2,
    tracking=0.0,
    tabular=False,
    upper=False,
)


class StyleUse(NamedTuple):
    """A style by its name and what the element changes of it; `fill` makes it a TextStyle."""

    name: str | None
    look: TextStyle


class TextElement(NamedTuple):
    """Lines of text that are never wrapped (`text`) or wrapped to the box (`paragraph`)."""

    common: Common
    text: str
    wrap: bool
    style: Any
    fit: Fit | None = None
    underline: bool = False
    optical: bool = False


class ShapeElement(NamedTuple):
    """A simple shape that fills its box."""

    common: Common
    shape: str
    fill: Color | None = None
    stroke: Color | None = None
    line_width: float = 0.25
    dash: tuple[float, ...] = ()
    corner: float = 0.0
    sides: int = 5
    ring: float = 0.0


class LineElement(NamedTuple):
    """A straight line between two points of the parent box."""

    common: Common
    start: tuple[Edge, Edge]
    end: tuple[Edge, Edge]
    stroke: Color | None
    line_width: float = 0.25
    dash: tuple[float, ...] = ()


class PathElement(NamedTuple):
    """A path in SVG syntax: in mm from the box's corner, or scaled from its view box."""

    common: Common
    path: str
    viewbox: tuple[float, ...] | None = None
    fill: Color | None = None
    stroke: Color | None = None
    line_width: float = 0.25
    dash: tuple[float, ...] = ()
    even_odd: bool = False


class ImageElement(NamedTuple):
    """A picture file of the game folder."""

    common: Common
    source: str
    fit: str = "contain"


class IconElement(NamedTuple):
    """One icon as large as the box allows."""

    common: Common
    icon: str
    color: Color | None
    align: str = "center"
    valign: str = "middle"


class PipsElement(NamedTuple):
    """Icons placed as on a playing card, the lower half turned."""

    common: Common
    icon: str
    number: int
    size: float
    color: Color | None
    turned: bool = True


class FlowElement(NamedTuple):
    """Children side by side (row), below each other (column) or in cells (grid)."""

    common: Common
    flow: str
    children: tuple[Any, ...]
    gap: float = 0.0
    align: str = "stretch"
    columns: int = 1


class GroupElement(NamedTuple):
    """Children placed freely in the box, clipped on request."""

    common: Common
    children: tuple[Any, ...]
    clip: str = "none"
    corner: float = 0.0


class RepeatElement(NamedTuple):
    """Children written once for each value of a list; `fill` replaces it by them."""

    common: Common
    values: Any
    name: str
    children: tuple[Any, ...]


class PartElement(NamedTuple):
    """A part written once under `parts:` and drawn here with some names set."""

    common: Common
    part: str
    names: dict[str, Any]


Element = (
    TextElement
    | ShapeElement
    | LineElement
    | PathElement
    | ImageElement
    | IconElement
    | PipsElement
    | FlowElement
    | GroupElement
    | RepeatElement
    | PartElement
)
