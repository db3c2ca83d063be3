"""Ink as PDF operators: one content stream for each plate and page.

Here millimetres become points and y turns upwards: a point (x, y) of the ink is
written (x · k, −y · k).  A page puts its own origin at its top left corner first,
so that plates and pages are written alike.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Protocol, assert_never

from cardforge.color import Color
from cardforge.geometry import Box, Point, Segment, Size, Transform
from cardforge.images import Edit
from cardforge.ink import Gradient, Group, Image, Ink, Line, Path, Plate, Rect, Text, Use
from cardforge.render.objects import array
from cardforge.svgpath import rounded_rectangle
from cardforge.units import PT_PER_MM

K = PT_PER_MM

# PDFium draws an upright rectangle on whole pixels and rounds its size up: what is a
# rounding error too large would be a pixel too large.  A hair is 0.0001 mm.
HAIR = 0.0004

REGISTRATION_NAME = "All"

_FILL = {"gray": "g", "rgb": "rg", "cmyk": "k"}
_STROKE = {"gray": "G", "rgb": "RG", "cmyk": "K"}


class Resources(Protocol):
    """What a content stream asks the document for: names of the things it draws."""

    def runs(self, item: Text) -> list[tuple[str, str]]:
        """Return a text as (font name, show operators) pairs, one for each font subset."""

    def outline(self, item: Text) -> tuple[Segment, ...]:
        """Return the outlines of the letters of a text."""

    def plate(self, plate: Plate) -> str:
        """Return the name of a plate's form."""

    def image(self, source: str, edit: Edit) -> str:
        """Return the name of a picture, with what is changed of it."""

    def opacity(self, opacity: float) -> str:
        """Return the name of a graphics state with this opacity."""

    def overprint(self, fill: bool, stroke: bool) -> str:
        """Return the name of a graphics state in which fills and strokes spare other inks."""

    def ink(self, name: str, alternate: tuple[float, ...]) -> str:
        """Return the name of the colour space of an ink of its own."""

    def shading(self, gradient: Gradient) -> str:
        """Return the name of a gradient, in points with y upwards."""

    def blend(self, content: Content) -> str:
        """Return the name of a form whose ink is blended as one."""


class Settings(NamedTuple):
    """What the viewer is set to; None where a stream cannot know it yet."""

    fill: Color | None
    stroke: Color | None
    line_width: float | None
    dash: tuple[float, ...] | None
    font: tuple[str, float] | None
    tracking: float | None
    overprint: tuple[bool, bool]


class Content:
    """A content stream under construction, and which resources it uses."""

    def __init__(self, resources: Resources) -> None:
        self.operators: list[str] = []
        self.xobjects: set[str] = set()
        self.states: set[str] = set()
        self.spaces: set[str] = set()
        self.shadings: set[str] = set()
        self.has_text = False
        self._resources = resources
        self._in_text = False
        self._fill: Color | None = None
        self._stroke: Color | None = None
        self._line_width: float | None = None
        self._dash: tuple[float, ...] | None = None
        self._font: tuple[str, float] | None = None
        self._tracking: float | None = None
        # Whether fills and strokes leave alone the inks that they do not name.
        self._overprint = (False, False)

    def encoded(self) -> bytes:
        """Return the finished stream."""
        self._end_text()
        return "\n".join(self.operators).encode("latin-1")

    def draw(self, items: tuple[Ink, ...]) -> None:
        """Add the operators of some ink."""
        for item in items:
            match item:
                case Text():
                    self._text(item)
                case Rect():
                    self._rect(item)
                case Use():
                    self._use(item)
                case Path():
                    self._path(item)
                case Line():
                    self._line(item)
                case Image():
                    self._image(item)
                case Group():
                    self._group(item)
                case _:
                    assert_never(item)

    # --- text ---

    def _text(self, item: Text) -> None:
        runs = self._resources.runs(item)
        if not runs:
            return
        if item.stroke is not None and item.line_width > 0:
            # Beneath the letters, or it would make them thinner; as a path, or whoever reads the
            # file would find the words twice.
            outline = self._resources.outline(item)
            width = item.line_width
            self._path(Path(outline, stroke=item.stroke, line_width=width, join="round"))
        self._set_fill(item.fill)
        if not self._in_text:
            self.operators.append("BT")
            self._in_text = self.has_text = True
        if item.tracking != self._tracking:
            self._tracking = item.tracking
            self.operators.append(f"{item.tracking * K:.3f} Tc")
        start = "1 0 0 1 %.3f %.3f Tm " % (item.at.x * K, -item.at.y * K)  # noqa: UP031 hot
        for name, show in runs:
            font = (name, item.size_pt)
            if font != self._font:
                self._font = font
                self.operators.append(f"{name} {item.size_pt:g} Tf")
            self.operators.append(start + show)
            start = ""

    def _end_text(self) -> None:
        if self._in_text:
            self._in_text = False
            self.operators.append("ET")

    # --- shapes ---

    def _rect(self, item: Rect) -> None:
        area = rectangle(item.box)
        if item.radius > 0:
            area = outline(rounded_rectangle(item.box, item.radius))
        self._shape(item, area, "")

    def _path(self, item: Path) -> None:
        if item.segments:
            self._shape(item, outline(item.segments), "*" if item.even_odd else "")

    def _shape(self, item: Rect | Path, area: str, rule: str) -> None:
        """Add an area with its outline, which tells inside from outside by a rule."""
        fill = item.fill
        if isinstance(fill, Gradient):
            self._shade(fill, f"{area} W{rule} n")
            fill = None
        paint = self._paint(fill, item.stroke, item.line_width, item.dash)
        if paint is not None:
            painted = f"{area} {paint}{rule if fill else ''}"
            self.operators.append(_with_pen(painted, item.join, item.cap))

    def _shade(self, gradient: Gradient, clip: str) -> None:
        """Add a gradient, seen where a clip leaves it."""
        self._end_text()
        self._knock_out()
        name = self._resources.shading(gradient)
        self.shadings.add(name)
        place = "" if gradient.transform is None else f"{matrix(gradient.transform)} cm "
        self.operators.append(f"q {clip} {place}/{name} sh Q")

    def _line(self, item: Line) -> None:
        if self._paint(None, item.stroke, item.line_width, item.dash) is None:
            return
        self.operators.append(_with_pen(stroked(item.start, item.end), "miter", item.cap))

    def _paint(
        self,
        fill: Color | None,
        stroke: Color | None,
        line_width: float,
        dash: tuple[float, ...],
    ) -> str | None:
        """Set colours and pen, and return the painting operator; None when nothing is painted."""
        self._end_text()
        if fill is not None:
            self._set_fill(fill)
        # In PDF a width of 0 is the thinnest line of the device: never what was drawn.
        if stroke is None or line_width <= 0:
            return "f" if fill is not None else None
        self._set_pen(stroke, line_width, dash)
        return "B" if fill is not None else "S"

    def _set_fill(self, color: Color) -> None:
        if color != self._fill:
            self._fill = color
            self._set_overprint(color.space == "die", self._overprint[1])
            self.operators.append(self._color(color, _FILL, "cs", "scn"))

    def _set_pen(self, stroke: Color, line_width: float, dash: tuple[float, ...]) -> None:
        if stroke != self._stroke:
            self._stroke = stroke
            self._set_overprint(self._overprint[0], stroke.space == "die")
            self.operators.append(self._color(stroke, _STROKE, "CS", "SCN"))
        if line_width != self._line_width:
            self._line_width = line_width
            self.operators.append(f"{line_width * K:.3f} w")
        if dash != self._dash:
            self._dash = dash
            lengths = " ".join(f"{length * K:.3f}" for length in dash)
            self.operators.append(f"[{lengths}] 0 d")

    def _color(self, color: Color, names: dict[str, str], space: str, paint: str) -> str:
        operator = names.get(color.space)
        if operator is None:
            name = self._space(color)
            self.spaces.add(name)
            return f"/{name} {space} 1 {paint}"
        values = " ".join(f"{value:.4g}" for value in color.values)
        return f"{values} {operator}"

    def _space(self, color: Color) -> str:
        """Return the name of the space of a colour that is one ink, at its full tint."""
        if color.space == "registration":
            return REGISTRATION_NAME
        if color.space not in ("spot", "die") or not color.spot:
            raise ValueError(f"no page can be drawn in {color}")
        return self._resources.ink(color.spot, color.values)

    def _set_overprint(self, fill: bool, stroke: bool) -> None:
        if (fill, stroke) != self._overprint:
            self._overprint = fill, stroke
            name = self._resources.overprint(fill, stroke)
            self.states.add(name)
            self.operators.append(f"/{name} gs")

    def _knock_out(self) -> None:
        """Make sure that what is drawn next from elsewhere covers what lies below it."""
        if self._overprint != (False, False):
            # A form or picture takes over the state: its own colours are set under a plain one.
            self._set_overprint(False, False)
            self._fill = self._stroke = None

    # --- pictures, plates and groups ---

    def _image(self, item: Image) -> None:
        self._end_text()
        self._knock_out()
        name = self._resources.image(item.source, item.edit)
        self.xobjects.add(name)
        box = item.box
        clip = ""
        if item.crop is not None:
            clip = f"{rectangle(box)} W n "
            box = _whole_picture(box, item.crop)
        left, bottom, width, height = points(box)
        self.operators.append(
            f"q {clip}{width:.4f} 0 0 {height:.4f} {left:.4f} {bottom:.4f} cm /{name} Do Q"
        )

    def _use(self, item: Use) -> None:
        self._end_text()
        self._knock_out()
        name = self._resources.plate(item.plate)
        self.xobjects.add(name)
        x, y = item.at
        if item.turn_deg:
            place = matrix(Transform.turned(item.turn_deg).then(Transform.moved(x, y)))
        else:
            place = "1 0 0 1 %.4f %.4f" % (x * K, -y * K)  # noqa: UP031 hot
        self.operators.append(f"q {place} cm /{name} Do Q")

    def _group(self, item: Group) -> None:
        self._end_text()
        if item.opacity >= 1:
            self._enclosed(item)
            return
        self._knock_out()
        # Blended as one: where its parts overlap, what lies under them is not seen twice.
        blended = Content(self._resources)
        blended.draw((item._replace(opacity=1.0),))
        name, opacity = self._resources.blend(blended), self._resources.opacity(item.opacity)
        self.xobjects.add(name)
        self.states.add(opacity)
        self.operators.append(f"q /{opacity} gs /{name} Do Q")

    def _enclosed(self, item: Group) -> None:
        before = self._settings()
        self.operators.append("q")
        if item.transform is not None:
            self.operators.append(f"{matrix(item.transform)} cm")
        if item.clip is not None:
            area = rectangle(item.clip) if isinstance(item.clip, Box) else outline(item.clip)
            self.operators.append(f"{area} W{'*' if item.even_odd else ''} n")
        self.draw(item.items)
        self._end_text()
        self.operators.append("Q")
        self._restore(before)

    def _settings(self) -> Settings:
        return Settings(
            self._fill,
            self._stroke,
            self._line_width,
            self._dash,
            self._font,
            self._tracking,
            self._overprint,
        )

    def _restore(self, settings: Settings) -> None:
        self._fill = settings.fill
        self._stroke = settings.stroke
        self._line_width = settings.line_width
        self._dash = settings.dash
        self._font = settings.font
        self._tracking = settings.tracking
        self._overprint = settings.overprint


_JOINS = {"round": 1, "bevel": 2}
_CAPS = {"round": 1, "square": 2}


def _with_pen(painted: str, join: str, cap: str) -> str:
    """Return operators with corners and ends of lines that differ from the plain ones."""
    for name, styles, operator in ((join, _JOINS, "j"), (cap, _CAPS, "J")):
        if name in styles:
            # Put back at once: no stream and no form knows any other.
            painted = f"{styles[name]} {operator} {painted} 0 {operator}"
    return painted


def points(box: Box) -> tuple[float, float, float, float]:
    """Return left, bottom, width and height of a box in points, a hair smaller than it is."""
    return (
        box.x * K + HAIR,
        -(box.y + box.height) * K + HAIR,
        max(box.width * K - 2 * HAIR, 0.0),
        max(box.height * K - 2 * HAIR, 0.0),
    )


@lru_cache(maxsize=64)
def page_box(box: Box, page: Size) -> str:
    """Return a box on a page as the four edges that page boxes and links are written with."""
    return array(
        box.x * K, (page.height - box.bottom) * K, box.right * K, (page.height - box.y) * K
    )


@lru_cache(maxsize=1024)
def stroked(start: Point, end: Point) -> str:
    """Return the operators that stroke a straight line; marks come again on every sheet."""
    (x1, y1), (x2, y2) = start, end
    return f"{x1 * K:.3f} {-y1 * K:.3f} m {x2 * K:.3f} {-y2 * K:.3f} l S"


def rectangle(box: Box) -> str:
    """Return the operator that outlines a box."""
    return "%.4f %.4f %.4f %.4f re" % points(box)  # noqa: UP031 hot


_STEPS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def outline(segments: tuple[Segment, ...]) -> str:
    """Return the operators that outline a path."""
    steps = []
    for kind, *numbers in segments:
        # Four decimals: paths are often drawn small and scaled up by a group.
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        points = [f"{x * K:.4f} {-y * K:.4f}" for x, y in pairs]
        steps.append(" ".join([*points, _STEPS[kind]]))
    return " ".join(steps)


def matrix(transform: Transform) -> str:
    """Return the six numbers of a transform in points with y upwards."""
    a, b, c, d, e, f = transform
    turn = " ".join(f"{value:.6f}".rstrip("0").rstrip(".") for value in (a, -b, -c, d))
    return f"{turn.replace('-0 ', '0 ')} {e * K:.4f} {-f * K:.4f}"


def _whole_picture(box: Box, crop: Box) -> Box:
    """Return the box of the whole picture when `crop` of it is to fill `box`."""
    width, height = box.width / crop.width, box.height / crop.height
    return Box(box.x - crop.x * width, box.y - crop.y * height, width, height)
