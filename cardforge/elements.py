"""The elements a template is made of: a closed family of plain values.

Before `fill`, any attribute may be a Deferred (an expression); after it none is.
Lengths are mm, sizes points, `Percent` is a share of the parent box.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from cardforge.color import Color
from cardforge.diagnostics import Span
from cardforge.fills import Area, Shadow
from cardforge.picture_values import PictureLook
from cardforge.places import BoxSpec, Edge, Padding


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
    id: str | None = None
    z: int = 0


class Outline(NamedTuple):
    """A line round the letters, of a width in mm that is seen beside them; no colour is no line."""

    color: Color | None = None
    width: float = 0.2


class TextShadow(NamedTuple):
    """A copy of the letters beneath them, moved right and down by mm, if it has a colour."""

    color: Color | None = None
    x: float = 0.3
    y: float = 0.3


class Arc(NamedTuple):
    """The circle that a line of text stands on; degrees count clockwise from its top.

    It has a radius round a centre (in the box), or rises by so many mm over the box's width and
    sags when `rise` is below 0.  `at` is where the text is aligned, `span` how far it may reach.
    """

    radius: Edge | None = None
    rise: float | None = None
    at: float = 0.0
    side: str = "outside"
    center: tuple[Edge, Edge] | None = None
    span: float = 360.0


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
    bold: bool | None = None
    italic: bool | None = None
    small_caps: bool | None = None
    features: tuple[str, ...] | None = None
    outline: Outline | None = None
    shadow: TextShadow | None = None
    markup: bool | None = None
    typography: str | None = None
    hyphenate: bool | None = None
    direction: str | None = None
    indent: float | None = None
    paragraph_gap: float | None = None

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
    bold=False,
    italic=False,
    small_caps=False,
    features=(),
    outline=None,
    shadow=None,
    markup=True,
    typography="on",
    hyphenate=False,
    direction="auto",
    indent=0.0,
    paragraph_gap=0.0,
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
    max_lines: int | None = None
    columns: int = 1
    column_gap: float = 4.0
    drop_cap: int = 0
    vertical: bool = False
    arc: Arc | None = None


class ShapeForm(NamedTuple):
    """A shape by its name, and what its outline needs besides the box it fills.

    `corner` is one radius or four, clockwise from the top left; `depth` how deep notches are, 0 to
    1 of the radius; `points` are the corners of a free polygon; `start` and `end` degrees clockwise
    from the top; `arm` the thickness of a cross or of an arrow's shaft, `head` the length of its
    head; `tail` the point a speech bubble points to.  Points and lengths in shares are of the box.
    """

    name: str = "rectangle"
    corner: Any = 0.0
    sides: int = 5
    ring: float = 0.0
    depth: float | None = None
    points: tuple[tuple[Edge, Edge], ...] = ()
    pointed: bool = False
    start: float = 0.0
    end: float = 360.0
    arm: Edge | None = None
    head: Edge | None = None
    tail: tuple[Edge, Edge] | None = None


class Pen(NamedTuple):
    """How an outline is drawn: `side` says whether inside of it, on both sides, or outside."""

    stroke: Color | None = None
    line_width: float = 0.25
    dash: tuple[float, ...] = ()
    join: str = "miter"
    cap: str = "butt"
    side: str = "center"


class ShapeElement(NamedTuple):
    """A simple shape that fills its box."""

    common: Common
    form: ShapeForm
    fill: Area | None = None
    pen: Pen = Pen()
    shadow: Shadow | None = None


class LineElement(NamedTuple):
    """A straight line between two points of the parent box; `heads` are its arrow heads."""

    common: Common
    start: tuple[Edge, Edge]
    end: tuple[Edge, Edge]
    pen: Pen
    heads: str = "none"


class PathElement(NamedTuple):
    """A path in SVG syntax: in mm from the box's corner, or scaled from its view box."""

    common: Common
    path: str
    viewbox: tuple[float, ...] | None = None
    fill: Area | None = None
    pen: Pen = Pen()
    even_odd: bool = False
    shadow: Shadow | None = None


class QrElement(NamedTuple):
    """A QR code as large as its box allows, with `quiet` free modules round it."""

    common: Common
    content: str
    error: str = "M"
    micro: bool = False
    color: Color | None = None
    ground: Color | None = None
    quiet: int | None = None


class BarcodeElement(NamedTuple):
    """A barcode that fills its box, free space at both sides included."""

    common: Common
    code: str
    kind: str
    color: Color | None = None
    ground: Color | None = None
    label: bool = True
    font: str | None = None
    size: float = 8.0


class ImageElement(NamedTuple):
    """A picture file of the game folder."""

    common: Common
    source: str
    fit: str = "contain"
    look: PictureLook = PictureLook()


class IconElement(NamedTuple):
    """One icon as large as the box allows."""

    common: Common
    icon: str
    color: Color | None
    align: str = "center"
    valign: str = "middle"
    shadow: Shadow | None = None


class PipsElement(NamedTuple):
    """Icons placed as on a playing card, the lower half turned."""

    common: Common
    icon: str
    number: int
    size: float
    color: Color | None
    turned: bool = True


class FlowElement(NamedTuple):
    """Children side by side (row), below each other (column) or in cells (grid).

    `gap` is the space along the flow, `line_gap` the one between its lines.  `columns` and `rows`
    of a grid are a number of equal ones, a tuple of sizes, or `auto`.
    """

    common: Common
    flow: str
    children: tuple[Any, ...]
    gap: Any = 0.0
    align: str = "stretch"
    columns: Any = 1
    rows: Any = None
    cell: tuple[float, float] | None = None
    across: str = "stretch"
    wrap: bool = False
    lines: str = "start"
    sizes: str = "share"
    collapse: bool | None = None
    reverse: bool = False
    padding: Padding | None = None
    panel: ShapeElement | PathElement | None = None


class GroupElement(NamedTuple):
    """Children placed freely in the box, on a panel whose outline clips them on request.

    `own_names` tells a part, whose ids are its own business.
    """

    common: Common
    children: tuple[Any, ...]
    panel: ShapeElement | PathElement | None = None
    clips: bool = False
    padding: Padding | None = None
    own_names: bool = False


class RegionElement(NamedTuple):
    """A place of a template that those which extend it fill; `children` until then."""

    common: Common
    name: str
    children: tuple[Any, ...] = ()


class RepeatElement(NamedTuple):
    """Children written once for each value of a list; `fill` replaces it by them."""

    common: Common
    values: Any
    name: str
    children: tuple[Any, ...]


class PartElement(NamedTuple):
    """A part written once under `parts:`, drawn here with some names set and regions filled."""

    common: Common
    part: str
    names: dict[str, Any]
    regions: Mapping[str, tuple[Any, ...]] = MappingProxyType({})


class TableRow(NamedTuple):
    """One row of a table: its cells are texts or elements, or `cells` is a list of plain values."""

    common: Common
    cells: Any


class TableElement(NamedTuple):
    """Rows of cells in columns of one width each, with rules between them.

    `body` and `head` hold one text each, whose look the cells of the rows and of the header have.
    """

    common: Common
    children: tuple[Any, ...]
    body: tuple[Any, ...]
    head: tuple[Any, ...]
    header: tuple[Any, ...] = ()
    columns: Any = None
    align: Any = None
    padding: Padding = Padding(0.8, 0.5, 0.8, 0.5)
    row_height: float | None = None
    rule: Color | None = None
    line_width: float = 0.2
    rules: str = "rows"
    zebra: Color | None = None
    header_fill: Color | None = None


Element = (
    TextElement
    | ShapeElement
    | LineElement
    | PathElement
    | QrElement
    | BarcodeElement
    | ImageElement
    | IconElement
    | PipsElement
    | FlowElement
    | GroupElement
    | RegionElement
    | RepeatElement
    | PartElement
    | TableElement
    | TableRow
)
