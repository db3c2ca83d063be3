"""One card side: filled elements to a Plate, one match over the kinds of element."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardforge.color import Color
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.elements import (
    BarcodeElement,
    Common,
    Element,
    FlowElement,
    GroupElement,
    IconElement,
    ImageElement,
    LineElement,
    PartElement,
    PathElement,
    PipsElement,
    QrElement,
    RegionElement,
    RepeatElement,
    ShapeElement,
    TableElement,
    TableRow,
    TextElement,
)
from cardforge.fill import Run
from cardforge.fonts import Font, FontError, Fonts
from cardforge.fonts.choosing import font_of
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.images import ImageError
from cardforge.ink import Group, Ink, Plate, Rect, Use
from cardforge.ink.bounds import box_round, within
from cardforge.layout.anchors import Anchors, has_anchor
from cardforge.layout.boxes import BoxError, Frame, resolve
from cardforge.layout.desk import found_icon
from cardforge.layout.drawing.drawn import line_ink, path_ink, shape_ink
from cardforge.layout.extents import Extents
from cardforge.layout.holders import cells_of, flow_ink, group_ink, table_ink
from cardforge.layout.icons import icon_ink, pips_ink
from cardforge.layout.picture_shelf import PictureShelf
from cardforge.layout.pictures import picture_aspect, picture_ink
from cardforge.layout.shapes import IconKey, icon_plate
from cardforge.layout.text import TextJob, set_text, text_size
from cardforge.model import Format, Game, Icon
from cardforge.places import AUTO, BoxSpec
from cardforge.presets import builtin_icons
from cardforge.svgpath import PathError

if TYPE_CHECKING:
    from cardforge.svg import Drawings

# The outline of an element's box in a proof.
_BOX_COLOR = Color("rgb", (0.0, 0.42, 0.8))
# A steady run of fewer inks than this is written out; a shared plate would cost more.
WORTH_SHARING = 3


class Layout:
    """Lays out the sides of one game for one run; what cards share is laid out once."""

    def __init__(
        self,
        game: Game,
        fonts: Fonts,
        report: Report,
        language: str | None = None,
        *,
        draft: bool = False,
        boxes: bool = False,
    ) -> None:
        self.game, self.fonts, self.report = game, fonts, report
        # Whether the box of each element is drawn round it, for a proof.
        self.shows_boxes = boxes
        # The language that the cards are printed in.
        self.spoken = language or next(iter(game.languages), "")
        # Text is too long in one language and not in another: its faults say which.
        self.language = language if len(game.languages) > 1 else None
        self.pictures = PictureShelf(game.folder, report, draft, self._size_of_svg)
        self._shared: dict[
            tuple[int, Format, Insets], tuple[Sequence[Element], tuple[Ink, ...]]
        ] = {}
        # Steady runs whose elements stand by each other, with their places found.
        self._settled: dict[tuple[int, Format, Insets], tuple[Sequence[Element], Run]] = {}
        self._icons: dict[IconKey, Plate] = {}
        self._boxes: dict[tuple[BoxSpec, Frame], Box] = {}
        self._bad_fonts: set[str] = set()
        # Plates with text that may reach over the trim, and the card each was first made for.
        self.doubtful: list[tuple[Plate, str | None]] = []

    def lay_out(
        self, runs: Sequence[Run], name: str, form: Format, bleed: Insets, card: str | None = None
    ) -> Plate:
        """Return the ink of one side at a bleed (mm an edge); faults are reported.

        The bleed moves nothing inside trim: it only carries edges written `bleed`.
        """
        frame = Frame(Box(0.0, 0.0, *form.trim), Box(0.0, 0.0, *form.trim), bleed, form.safe)
        side = _Side(self, card)
        if any(run.ids is not None for run in runs):
            runs = self._with_places(runs, frame, form, side)
        ink: list[Ink] = []
        for run in runs:
            if run.steady:
                ink.extend(self._steady(run, frame, form, side))
            else:
                ink.extend(side.elements(run.elements, frame))
        plate = Plate(name, form.trim, bleed, tuple(ink))
        if side.is_doubtful:
            self.doubtful.append((plate, card))
        return plate

    def _with_places(
        self, runs: Sequence[Run], frame: Frame, form: Format, side: _Side
    ) -> list[Run]:
        """Return the runs of a side with the places of those elements that stand by others."""
        ids = frozenset().union(*(run.ids or () for run in runs))
        anchors: Anchors | None = None
        made = []
        for number, run in enumerate(runs):
            key = (id(run.elements), form, frame.bleed)
            known = self._settled.get(key) if run.steady else None
            if known is None:
                settled = run
                if has_anchor(run.elements):
                    every_run = [each.elements for each in runs]
                    anchors = anchors or Anchors(every_run, ids, frame, side)
                    settled = run._replace(elements=anchors.settled(number))
                known = (run.elements, settled)
                if run.steady:
                    self._settled[key] = known
            made.append(known[1])
        return made

    def _steady(self, run: Run, frame: Frame, form: Format, side: _Side) -> tuple[Ink, ...]:
        key = (id(run.elements), form, frame.bleed)
        known = self._shared.get(key)
        if known is None:
            ink = side.elements(run.elements, frame)
            if len(ink) >= WORTH_SHARING:
                part = Plate("part", form.trim, frame.bleed, ink)
                ink = (Use(part, Point(0.0, 0.0)),)
            known = self._shared[key] = (run.elements, ink)
        return known[1]

    def box(self, spec: BoxSpec, frame: Frame) -> Box:
        """Return where a box lies in a frame; most boxes lie there on every card."""
        known = self._boxes.get((spec, frame))
        if known is None:
            known = self._boxes[spec, frame] = resolve(spec, frame)
        return known

    def font(self, alias: str | None, span: Span) -> Font | None:
        """Return the font that a style names, None after reporting why there is none."""
        name = alias or next(iter(self.game.fonts), "text")
        if name in self.fonts:
            return self.fonts[name]
        known = name in self.game.fonts
        if not known and self.game.is_broken("fonts", name):
            return None
        if not known and (alias is not None or self.game.fonts):
            hint = did_you_mean(name, self.game.fonts) or "name it under fonts:"
            self.report.error("font.unknown", f"no font is called '{name}'", span, hint=hint)
            return None
        return self._open_font(name, self.game.fonts[name].span if known else span)

    def _open_font(self, name: str, place: Span) -> Font | None:
        if name in self._bad_fonts:
            return None
        try:
            return font_of(self.game, self.fonts, name)
        except FontError as fault:
            self._bad_fonts.add(name)
            self.report.error(fault.code, fault.message, place, hint=fault.hint)
            return None

    @cached_property
    def drawings(self) -> Drawings:
        """Return what draws the SVG files of the game; few games have any."""
        from cardforge.svg import Drawings
        from cardforge.svg.icons import game_faces

        language = self.language or self.game.languages[0]
        return Drawings(game_faces(self.game, self.fonts), self.report, language)

    def _size_of_svg(self, path: Path) -> Size:
        """Return the size in mm of an SVG; raises ImageError."""
        from cardforge.svg import SvgError

        try:
            return self.drawings.art(path).size
        except SvgError as fault:
            raise ImageError(fault.code, fault.message, fault.hint) from None

    def icon(self, name: str) -> Icon | None:
        """Return the game's own icon of this name, or the one that comes with cardforge."""
        return self.game.icons.get(name) or builtin_icons().get(name)

    def icon_use(self, key: IconKey, icon: Icon, at: Point, turn_deg: float, span: Span) -> Use:
        """Return an icon placed with its top left corner at a point."""
        plate = self._icons.get(key)
        if plate is None:
            plate = self._icons[key] = icon_plate(key, icon, span)
        return Use(plate, at, turn_deg, span)


class _Side:
    """Turns the elements of one side into ink."""

    def __init__(self, layout: Layout, card: str | None) -> None:
        self.layout, self.card, self.report = layout, card, layout.report
        self.is_doubtful = False
        self.sizer = Extents(self)

    def elements(self, elements: Sequence[Element], frame: Frame) -> tuple[Ink, ...]:
        """Return the ink of elements, first drawn first."""
        ink: list[Ink] = []
        for element in elements:
            ink.extend(self.element(element, frame))
        return tuple(ink)

    def element(self, element: Element, frame: Frame) -> tuple[Ink, ...]:
        """Return the ink of one element; a fault is reported and leaves no ink."""
        common = element.common
        try:
            box = self.place(element, frame)
            ink = self.drawn(element, box, frame)
        except BoxError as fault:
            self.error(fault.code, str(fault), common.span, fault.hint)
            return ()
        except PathError as fault:
            hint = "copy it whole from your drawing program: it is what stands in d"
            self.error("path.syntax", f"the path cannot be read: {fault}", common.span, hint)
            return ()
        if common.rotate and not (common.rotate % 180 == 0 and within(box, frame.card)):
            self.is_doubtful = True
        if self.layout.shows_boxes:
            ink = (*ink, Rect(box, stroke=_BOX_COLOR, line_width=0.1, dash=(0.6, 0.4)))
        if common.rotate or common.mirror != "none" or common.opacity < 1:
            return (_transformed(common, box, ink),)
        return ink

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Report an error of this card."""
        self.report.error(code, message, span, hint=hint, card=self.card)

    def place(self, element: Element, frame: Frame) -> Box:
        """Return where an element lies; raises BoxError when it cannot be told."""
        spec = element.common.box
        if AUTO not in (spec.width, spec.height):
            return self.layout.box(spec, frame)
        return resolve(spec, frame, lambda width, height: self._content(element, width, height))

    def _content(
        self, element: Element, width: float | None, height: float | None
    ) -> tuple[float, float]:
        size = self.sizer.own(element, width, height)
        if size is None:
            name = "width" if width is None else "height"
            message = f"this element has no {name} of its own"
            raise BoxError("box.auto", message, f"write its {name} in mm")
        return size

    def placed(self, element: FlowElement, box: Box) -> Sequence[tuple[Any, Box]]:
        """Return the children of a row, column or grid that are drawn, with their cells."""
        return cells_of(element, box, self.sizer)

    def round_ink(self, ink: Sequence[Ink]) -> Box | None:
        """Return the box round some ink, None when there is none."""
        return box_round(ink, self.layout.fonts, Transform())

    def aspect(self, element: ImageElement | IconElement) -> float | None:
        """Return width by height of a picture or an icon, None after reporting a fault."""
        if isinstance(element, ImageElement):
            return picture_aspect(element, self)
        icon = found_icon(element.icon, element.common.span, self)
        return None if icon is None else icon.viewbox[2] / icon.viewbox[3]

    def text_size(self, element: TextElement, width: float, height: float) -> Size:
        """Return the size of a text set in a box of this size."""
        job = self._job(element, Box(0.0, 0.0, width, height))
        return Size(0.0, 0.0) if job is None else text_size(job)

    def drawn(  # noqa: C901 one arm a kind
        self, element: Element, box: Box, frame: Frame
    ) -> tuple[Ink, ...]:
        match element:
            case TextElement():
                return self._text(element, box, frame.card)
            case ShapeElement():
                return shape_ink(element, box, frame.card, self)
            case LineElement():
                return line_ink(element, box)
            case PathElement():
                return path_ink(element, box, frame.card, self)
            case QrElement():
                from cardforge.layout.drawing.qr import qr_ink

                return qr_ink(element, box, self)
            case BarcodeElement():
                from cardforge.layout.drawing.barcodes import barcode_ink

                return barcode_ink(element, box, self)
            case ImageElement():
                return picture_ink(element, box, frame, self)
            case IconElement():
                return icon_ink(element, box, self)
            case PipsElement():
                return pips_ink(element, box, self)
            case FlowElement():
                return flow_ink(element, box, frame, self)
            case GroupElement():
                return group_ink(element, box, frame, self)
            case TableElement():
                return table_ink(element, box, frame, self)
            case RepeatElement() | PartElement() | RegionElement() | TableRow():
                raise AssertionError("fill leaves no repeats, parts, regions and lone rows")

    def _text(self, element: TextElement, box: Box, trim: Box) -> tuple[Ink, ...]:
        if element.arc is not None or not within(box, trim):
            self.is_doubtful = True
        job = self._job(element, box)
        return () if job is None else set_text(job)

    def _job(self, element: TextElement, box: Box) -> TextJob | None:
        """Return a text to set in a box, None after reporting why its font cannot be used."""
        font = self.layout.font(element.style.font, element.common.span)
        if font is None:
            return None
        language = self.layout.language
        card = f"{self.card} ({language})" if self.card and language else self.card
        return TextJob(element, element.style, font, box, self.report, card, self.layout)


def _transformed(common: Common, box: Box, ink: tuple[Ink, ...]) -> Group:
    """Return the ink mirrored, then turned about the middle of its box, then made lighter."""
    centre = box.centre
    change = Transform()
    if common.mirror == "horizontal":
        change = Transform(-1.0, 0.0, 0.0, 1.0, 2 * centre.x, 0.0)
    elif common.mirror == "vertical":
        change = Transform(1.0, 0.0, 0.0, -1.0, 0.0, 2 * centre.y)
    if common.rotate:
        change = change.then(Transform.turned(common.rotate, centre))
    transform = None if change == Transform() else change
    return Group(ink, transform, None, common.opacity, common.span)
