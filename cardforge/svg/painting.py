"""An outline filled and stroked as its element says."""

from __future__ import annotations

from collections.abc import Callable

from cardforge.color import Color
from cardforge.geometry import Box, Segment
from cardforge.ink import Gradient, Group, Ink, Path
from cardforge.svg.areas import by_winding, crosses_itself, encloses
from cardforge.svg.fades import faded_ink
from cardforge.svg.paint import Faded, Paint, paint_of
from cardforge.svg.reading import Node
from cardforge.svg.scene import Frame, Scene
from cardforge.svg.strokes import PAGE_LIMIT, Pen, is_sharper, stroke_area
from cardforge.svg.tiles import tiled_ink
from cardforge.svg.values import Tint, ValueFault, numbers
from cardforge.svgpath import bounds, transform_segments

Segments = tuple[Segment, ...]
Draw = Callable[[Scene, Node, Frame], list[Ink]]
# How far the chords of a curve may lie from it, in mm: half a dot of a 2400 dpi press.
_CHORD = 0.005
_PAINTS = ("fill", "stroke", "context-fill", "context-stroke")
# Shapes that always have an inside.
_ROUND = frozenset(("rect", "circle", "ellipse"))
_NO_BOX = Box(0.0, 0.0, 0.0, 0.0)


def painted(scene: Scene, node: Node, frame: Frame, outline: Segments, draw: Draw) -> list[Ink]:
    """Return an outline, in user units, as the ink of its fill and its stroke."""
    style = frame.style
    fill = None
    # Only gradients and patterns ask how large an outline is.
    on_box = any("url(" in style.get(name, "") for name in _PAINTS)
    box = bounds(outline) if on_box else _NO_BOX
    if style.get("fill") != "none" and (node.tag in _ROUND or encloses(outline)):
        fill = paint_of(scene, node, frame, "fill", box)
    stroke = paint_of(scene, node, frame, "stroke", box)
    pen = _pen(scene, node, frame) if stroke is not None else None
    shares = [scene.share(node, style, f"{name}-opacity") for name in ("fill", "stroke")]
    figure = Figure(scene, node, frame, outline, box)
    below = style.get("paint-order", "normal").startswith("stroke")
    if not below and (path := figure.as_one(fill, stroke, pen, shares)) is not None:
        return [path]
    layers = []
    if fill is not None:
        layers.append(figure.fill_ink(fill, shares[0], draw))
    if stroke is not None and pen is not None:
        layers.append(figure.stroke_ink(stroke, shares[1], pen, draw))
    return [ink for layer in (reversed(layers) if below else layers) for ink in layer]


class Figure:
    """An outline of a node that is to be filled and stroked."""

    def __init__(self, scene: Scene, node: Node, frame: Frame, outline: Segments, box: Box) -> None:
        self.scene, self.node, self.frame = scene, node, frame
        self.outline, self.box = outline, box
        self.even_odd = frame.style.get("fill-rule") == "evenodd"
        self.placed = transform_segments(outline, frame.place)

    def as_one(
        self, fill: Paint | None, stroke: Paint | None, pen: Pen | None, shares: list[float]
    ) -> Path | None:
        """Return fill and stroke as one path, None where ink cannot say both at once."""
        if not _is_solid(fill, shares[0]):
            return None
        path = Path(self.placed, _color(fill), even_odd=self.even_odd)
        if stroke is None or pen is None:
            return path if fill is not None else None
        if not (isinstance(stroke, Tint) and _is_solid(stroke, shares[1])):
            return None
        return self._stroked(path, stroke.color, pen) if self._has_ink(pen) else None

    def fill_ink(self, paint: Paint, opacity: float, draw: Draw) -> list[Ink]:
        """Return the outline filled."""
        return self._filled(self.placed, self.even_odd, paint, opacity, draw)

    def stroke_ink(self, paint: Paint, opacity: float, pen: Pen, draw: Draw) -> list[Ink]:
        """Return the outline stroked: by ink where it has such a pen, else as an area."""
        if isinstance(paint, Tint) and self._has_ink(pen):
            path = self._stroked(Path(self.placed), paint.color, pen)
            return lighter([path], opacity * paint.opacity)
        try:
            area = stroke_area(self.outline, pen, _CHORD / max(self.frame.scale, 1e-9))
        except OverflowError as fault:
            what = f"stroke of <{self.node.tag}>"
            self.scene.unsupported(self.node, f"is not drawn: it is {fault}", what)
            return []
        placed = transform_segments(area, self.frame.place)
        return self._filled(placed, False, paint, opacity, draw)

    def _filled(
        self, outline: Segments, even_odd: bool, paint: Paint, opacity: float, draw: Draw
    ) -> list[Ink]:
        if isinstance(paint, Tint):
            path = Path(outline, paint.color, even_odd=even_odd)
            return lighter([path], opacity * paint.opacity)
        if isinstance(paint, Faded) and not paint.opacities:
            path = Path(outline, paint.gradient, even_odd=even_odd)
            return lighter([path], opacity * paint.opacity)
        if isinstance(paint, Faded):
            inside = faded_ink(self.scene, paint, bounds(outline))
        else:
            inside = tiled_ink(self.scene, self.frame, paint, (outline, self.box), draw)
        if not inside:
            return []
        clip = winding(self.scene, self.node, outline, even_odd)
        return lighter([Group(tuple(inside), clip=clip)], opacity)

    def _has_ink(self, pen: Pen) -> bool:
        """Return whether ink has such a pen."""
        if not self.frame.is_even or (pen.dash and pen.offset % sum(pen.dash)):
            return False
        if pen.join != "miter" or pen.limit == PAGE_LIMIT:
            return True
        return not is_sharper(self.outline, pen.limit, _CHORD * 4 / max(self.frame.scale, 1e-9))

    def _stroked(self, path: Path, color: Color, pen: Pen) -> Path:
        scale = self.frame.scale
        return path._replace(
            stroke=color,
            line_width=pen.width * scale,
            dash=tuple(length * scale for length in pen.dash),
            join=pen.join,
            cap=pen.cap,
        )


def winding(scene: Scene, node: Node, outline: Segments, even_odd: bool) -> Segments:
    """Return an outline as one that is filled by winding; one that cannot be is noted."""
    if not even_odd:
        return outline
    if crosses_itself(outline):
        scene.unsupported(node, "crosses itself: what it encloses twice is not left out")
        return outline
    return by_winding(outline)


def lighter(ink: list[Ink], opacity: float) -> list[Ink]:
    """Return ink of which what lies below is seen through."""
    if opacity >= 1:
        return ink
    return [Group(tuple(ink), opacity=opacity)] if opacity > 0 else []


def _pen(scene: Scene, node: Node, frame: Frame) -> Pen | None:
    """Return the pen of a node, None for one without width."""
    style = frame.style
    width = scene.length(node, frame, "stroke-width", "1")
    if width <= 0:
        return None
    if style.get("vector-effect") == "non-scaling-stroke":
        scene.unsupported(node, "has a stroke that is scaled with it", "vector-effect")
    join = style.get("stroke-linejoin", "miter")
    return Pen(
        width,
        cap if (cap := style.get("stroke-linecap", "butt")) in ("round", "square") else "butt",
        join if join in ("round", "bevel") else "miter",
        _limit(scene, node, style.get("stroke-miterlimit", "4")),
        _dashes(scene, node, frame),
        scene.length(node, frame, "stroke-dashoffset", "0"),
    )


def _limit(scene: Scene, node: Node, text: str) -> float:
    try:
        return max(1.0, numbers(text, exactly=1)[0])
    except ValueFault as fault:
        scene.shapes.fault(node, "stroke-miterlimit", fault)
        return 4.0


def _dashes(scene: Scene, node: Node, frame: Frame) -> tuple[float, ...]:
    text = frame.style.get("stroke-dasharray", "none")
    if text == "none":
        return ()
    measures = scene.measures(frame)
    try:
        lengths = tuple(measures.length(part) for part in text.replace(",", " ").split())
    except ValueFault as fault:
        scene.shapes.fault(node, "stroke-dasharray", fault)
        return ()
    if min(lengths, default=0.0) < 0 or sum(lengths) <= 0:
        return ()
    return lengths if len(lengths) % 2 == 0 else lengths * 2


def _is_solid(paint: Paint | None, opacity: float) -> bool:
    return paint is None or (
        opacity >= 1
        and (
            (isinstance(paint, Tint) and paint.opacity >= 1)
            or (isinstance(paint, Faded) and paint.opacity >= 1 and not paint.opacities)
        )
    )


def _color(paint: Paint | None) -> Color | Gradient | None:
    if isinstance(paint, Tint):
        return paint.color
    return paint.gradient if isinstance(paint, Faded) else None
