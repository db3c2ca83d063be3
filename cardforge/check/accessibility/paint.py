"""What is seen of a card side: its ink as paint, and the colour that a point of it shows.

Every shape is asked itself, so that what lies under a text is known without drawing the side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path as FilePath
from typing import NamedTuple

from cardforge.check.accessibility.outline import (
    Outline,
    corners,
    flattened,
    is_inside,
    is_on_stroke,
)
from cardforge.check.accessibility.vision import PAPER, Rgb, blended, rgb_of
from cardforge.color import Color
from cardforge.diagnostics import Span
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Point, Segment, Transform
from cardforge.images import Edit, Pixels, thumbnail
from cardforge.ink import Gradient, Group, Image, Ink, Line, Path, Plate, Rect, Text, Use
from cardforge.ink.bounds import Drawn, common, ink_bounds, within
from cardforge.ink.paint import color_at, half_way
from cardforge.svgpath import bounds as path_bounds
from cardforge.svgpath import rounded_rectangle

# The share of a corner's radius that a rounded box lacks at the corner of the box inside it.
_CORNER = 0.293
# Pictures are looked at with at most so many pixels a side: one pixel is the mean of its place.
_PICTURE_PX = 64
# How layout calls the plate of an icon.
_ICON = "icon "
# How layout tags the shadows and outlines of letters.
_COPY = "Artifact"
_NOWHERE = Box(0.0, 0.0, -1.0, -1.0)


class Layer(NamedTuple):
    """A group that is blended as one."""

    number: int
    opacity: float


class Hit(NamedTuple):
    """The colour of one paint at a point, with the groups it is blended in, outermost first."""

    rgb: Rgb
    alpha: float
    layers: tuple[Layer, ...]


class Mask(NamedTuple):
    """An outline that clips, and whether what it encloses twice is a hole."""

    outline: Outline
    even_odd: bool = False


class _Frame(NamedTuple):
    """What surrounds an item: its place, its clips, its groups, the icon it is a part of.

    A copy is a shadow or an outline beneath letters: it says nothing itself.
    """

    place: Transform = Transform()
    clip: Box | None = None
    masks: tuple[Mask, ...] = ()
    layers: tuple[Layer, ...] = ()
    icon: Use | None = None
    is_copy: bool = False


class Paint:
    """One item of a plate with its colours and where it is seen, in the plate's coordinates."""

    __slots__ = (
        "_hole", "_outline", "bounds", "fill", "frame", "gradient", "is_solid", "item", "origin",
        "own_box", "straight", "stroke",
    )  # fmt: skip

    def __init__(self, item: Drawn, frame: _Frame, fonts: Fonts) -> None:
        self.item, self.frame = item, frame
        self.origin: Span | None = frame.icon.origin if frame.icon else item.origin
        # Of a gradient the colour half way; it hides what is below, but with no one colour.
        fill = getattr(item, "fill", None)
        self.gradient = fill if isinstance(fill, Gradient) else None
        self.fill = _rgb(half_way(fill) if isinstance(fill, Gradient) else fill)
        self.stroke = _rgb(getattr(item, "stroke", None))
        # The box round it in the coordinates it is written in.
        self.own_box = ink_bounds(item, fonts)
        box = frame.place.apply_box(self.own_box)
        self.bounds = box if frame.clip is None else common(box, frame.clip)
        self.is_solid = self.fill is not None and self.gradient is None and not frame.layers
        # The straight parts of the outline: preflight works them out once for all cards.
        self.straight: tuple[tuple[Box, dict[str, tuple[float, float]]], ...] | None = None
        self._outline: Outline | None = None
        self._hole: Box | None = None

    @property
    def is_icon(self) -> bool:
        """Return whether the paint is an icon or a pip."""
        return self.frame.icon is not None

    @property
    def outline(self) -> Outline:
        """Return the lines round the paint."""
        if self._outline is None:
            self._outline = flattened(_segments(self.item), self.frame.place)
        return self._outline

    @property
    def scale(self) -> float:
        """Return how much larger the paint is seen than it is written."""
        a, b, c, d, _, _ = self.frame.place
        return float(abs(a * d - b * c) ** 0.5)

    @property
    def reach(self) -> float:
        """Return how far the stroke reaches beyond the outline, in mm."""
        item = self.item
        width = item.line_width if isinstance(item, Rect | Path | Line | Text) else 0.0
        return width * self.scale / 2

    @property
    def hole(self) -> Box:
        """Return the box inside an upright rectangle that its stroke leaves free, empty if none."""
        if self._hole is None:
            self._hole = _NOWHERE
            if isinstance(self.item, Rect) and self._is_upright:
                less = (self.item.radius + self.item.line_width / 2) * self.scale
                x, y, width, height = self.frame.place.apply_box(self.item.box)
                if 2 * less < min(width, height):
                    self._hole = Box(x + less, y + less, width - 2 * less, height - 2 * less)
        return self._hole

    @property
    def _is_upright(self) -> bool:
        a, b, c, d, _, _ = self.frame.place
        return not ((b or c) and (a or d))

    def covers(self, box: Box, masks: tuple[Mask, ...] = ()) -> bool:
        """Return whether the paint surely hides all that lies below it in a box.

        What the masks given hide of the box does not matter.
        """
        item = self.item
        if not self.is_solid or not isinstance(item, Rect):
            return False
        if self.frame.masks and self.frame.masks != masks:
            return False
        if not self._is_upright:
            return False
        inner = self.bounds
        if item.radius or item.stroke:
            less = _CORNER * item.radius + item.line_width
            inner = Box(
                inner.x + less, inner.y + less, inner.width - 2 * less, inner.height - 2 * less
            )
        return within(box, inner, 1e-6)

    def is_clipped_away(self, at: Point) -> bool:
        """Return whether a clip hides the paint at a point."""
        clip = self.frame.clip
        if clip is not None and not _has(clip, at):
            return True
        return not all(is_inside(m.outline, at, m.even_odd) for m in self.frame.masks)

    def shows(self, at: Point) -> bool:
        """Return whether the fill of the paint, or its picture, is seen at a point."""
        if not _has(self.bounds, at) or self.is_clipped_away(at):
            return False
        even_odd = isinstance(self.item, Path) and self.item.even_odd
        return is_inside(self.outline, at, even_odd)

    def color_at(self, at: Point) -> Rgb:
        """Return the colour that the fill of the paint has at a point."""
        if self.gradient is not None:
            own = Point(*_unplaced(self.frame.place, at))
            return rgb_of(color_at(self.gradient, own))
        return PAPER if self.fill is None else self.fill

    def strokes(self, at: Point) -> bool:
        """Return whether the stroke of the paint is seen at a point."""
        item = self.item
        if not isinstance(item, Rect | Path | Line) or self.stroke is None:
            return False
        if _has(self.hole, at) or not _has(self.bounds, at) or self.is_clipped_away(at):
            return False
        dash = tuple(length * self.scale for length in item.dash)
        return is_on_stroke(self.outline, at, self.reach, dash)


def _rgb(color: Color | None) -> Rgb | None:
    return None if color is None else rgb_of(color)


def _has(box: Box, at: Point) -> bool:
    return box.x <= at[0] <= box.x + box.width and box.y <= at[1] <= box.y + box.height


class Painter:
    """Turns plates into paint, what plates share only once; knows the colours of pictures."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._plates: dict[int, tuple[Plate, list[Paint]]] = {}
        self._parts: dict[int, list[Paint]] = {}
        self._pictures: dict[tuple[str, Edit], Pixels] = {}
        self._layers = 0

    def paints(self, plate: Plate) -> list[Paint]:
        """Return the paint of a plate in the order of printing."""
        # A plate is known by its identity, which only holds while it is kept.
        known = self._plates.get(id(plate))
        if known is None:
            known = self._plates[id(plate)] = plate, self._painted(plate)
        return known[1]

    def _painted(self, plate: Plate) -> list[Paint]:
        found: list[Paint] = []
        whole = _Frame()
        for item in plate.items:
            if isinstance(item, Use) and _is_shared(item):
                if id(item.plate) not in self._parts:
                    self._parts[id(item.plate)] = list(self._of(item, whole))
                found += self._parts[id(item.plate)]
            else:
                found += self._of(item, whole)
        return found

    def _of(self, item: Ink, frame: _Frame) -> Iterator[Paint]:
        if isinstance(item, Group):
            inner = self._in_group(item, frame)
            if inner is not None:
                for child in item.items:
                    yield from self._of(child, inner)
        elif isinstance(item, Use):
            turn = Transform.turned(item.turn_deg) if item.turn_deg else Transform()
            place = turn.then(Transform.moved(*item.at)).then(frame.place)
            icon = item if item.plate.name.startswith(_ICON) else frame.icon
            for child in item.plate.items:
                yield from self._of(child, frame._replace(place=place, icon=icon))
        else:
            yield Paint(item, frame, self.fonts)

    def _in_group(self, group: Group, frame: _Frame) -> _Frame | None:
        """Return what surrounds the items of a group, None when its clip hides them all."""
        if group.tag is not None and group.tag.role == _COPY:
            frame = frame._replace(is_copy=True)
        if group.transform:
            frame = frame._replace(place=group.transform.then(frame.place))
        if group.opacity < 1:
            self._layers += 1
            layers = (*frame.layers, Layer(self._layers, group.opacity))
            frame = frame._replace(layers=layers)
        if group.clip is None:
            return frame
        if isinstance(group.clip, Box):
            box = group.clip
            masks = frame.masks
            if frame.place.b or frame.place.c:
                masks = (*masks, Mask(flattened(corners(box), frame.place)))
        else:
            box = path_bounds(group.clip)
            masks = (*frame.masks, Mask(flattened(group.clip, frame.place), group.even_odd))
        own = frame.place.apply_box(box)
        clip = own if frame.clip is None else common(own, frame.clip)
        return frame._replace(clip=clip, masks=masks) if clip.width and clip.height else None

    def hit(self, paint: Paint, at: Point) -> Hit | None:
        """Return what a paint shows at a point; the letters of a text are not looked at."""
        if isinstance(paint.item, Text):
            return None
        if isinstance(paint.item, Image):
            return self._picture(paint, paint.item, at) if paint.shows(at) else None
        if paint.stroke is not None and paint.strokes(at):
            return Hit(paint.stroke, 1.0, paint.frame.layers)
        if paint.fill is not None and paint.shows(at):
            return Hit(paint.color_at(at), 1.0, paint.frame.layers)
        return None

    def hits(self, paints: Iterable[Paint], at: Point) -> list[Hit]:
        """Return what is seen through at a point, lowest first; `paints` are topmost first."""
        found = []
        px, py = at
        for paint in paints:
            # Most paints are elsewhere.
            x, y, width, height = paint.bounds
            if not (x <= px <= x + width and y <= py <= y + height):
                continue
            hit = self.hit(paint, at)
            if hit is not None:
                found.append(hit)
                if hit.alpha >= 1.0 and not hit.layers:
                    break
        return found[::-1]

    def _picture(self, paint: Paint, image: Image, at: Point) -> Hit:
        key = image.source, image.edit
        pixels = self._pictures.get(key)
        if pixels is None:
            pixels = self._pictures[key] = thumbnail(
                FilePath(image.source), _PICTURE_PX, image.edit
            )
        x, y = _unplaced(paint.frame.place, at)
        share_x, share_y = (x - image.box.x) / image.box.width, (y - image.box.y) / image.box.height
        if image.crop is not None:
            share_x = image.crop.x + share_x * image.crop.width
            share_y = image.crop.y + share_y * image.crop.height
        column = min(max(int(share_x * pixels.width_px), 0), pixels.width_px - 1)
        row = min(max(int(share_y * pixels.height_px), 0), pixels.height_px - 1)
        index = row * pixels.width_px + column
        channels = len(pixels.data) // (pixels.width_px * pixels.height_px)
        values = pixels.data[index * channels : (index + 1) * channels]
        color = Color(pixels.space, tuple(value / 255 for value in values))
        alpha = 1.0 if pixels.alpha is None else pixels.alpha[index] / 255
        return Hit(rgb_of(color), alpha, paint.frame.layers)


def _is_shared(use: Use) -> bool:
    """Return whether a plate is what many cards share, at one place on all of them."""
    return use.at == (0.0, 0.0) and not use.turn_deg and not use.plate.name.startswith(_ICON)


def _unplaced(place: Transform, at: Point) -> tuple[float, float]:
    """Return which point a map takes to this one."""
    a, b, c, d, e, f = place
    x, y, scale = at[0] - e, at[1] - f, a * d - b * c
    return (d * x - c * y) / scale, (a * y - b * x) / scale


def color_of(hits: Sequence[Hit]) -> Rgb:
    """Return the colour that hits, lowest first, have together on white paper."""
    if hits and hits[-1].alpha >= 1.0 and not hits[-1].layers:
        return hits[-1].rgb
    rgb, alpha = _together(hits, 0)
    return blended(rgb, PAPER, alpha)


def _together(hits: Sequence[Hit], depth: int) -> tuple[Rgb, float]:
    """Return colour and opacity of hits that are in one group, `depth` groups deep."""
    rgb, alpha = PAPER, 0.0
    for layer, run in groupby(hits, lambda h: h.layers[depth] if len(h.layers) > depth else None):
        if layer is None:
            for hit in run:
                rgb, alpha = _over((hit.rgb, hit.alpha), (rgb, alpha))
        else:
            inner, opacity = _together(list(run), depth + 1)
            rgb, alpha = _over((inner, opacity * layer.opacity), (rgb, alpha))
    return rgb, alpha


def _over(upper: tuple[Rgb, float], lower: tuple[Rgb, float]) -> tuple[Rgb, float]:
    (rgb, alpha), (below, opacity) = upper, lower
    total = alpha + opacity * (1.0 - alpha)
    return (blended(rgb, below, alpha / total), total) if total else (below, 0.0)


def _segments(item: Drawn) -> Iterable[Segment]:
    match item:
        case Rect(box, radius):
            return rounded_rectangle(box, radius) if radius else corners(box)
        case Line(start, end):
            return (("M", *start), ("L", *end))
        case Path():
            return item.segments
        case Image():
            return corners(item.box)
        case _:
            return ()
