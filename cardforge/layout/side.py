"""One card side: filled elements to a Plate, one match over the kinds of element."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.elements import (
    BoxSpec,
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
    RepeatElement,
    ShapeElement,
    TextElement,
)
from cardforge.fill import Run
from cardforge.fonts import Font, FontError, Fonts, find_font
from cardforge.geometry import Box, Insets, Point, Transform
from cardforge.images import ImageError, check_colours, facts, find_image, verify
from cardforge.ink import Group, Ink, Plate, Use
from cardforge.ink.bounds import within
from cardforge.layout.boxes import BoxError, Frame, resolve
from cardforge.layout.flow import cells, freed, lost_places
from cardforge.layout.icons import icon_ink, pips_ink
from cardforge.layout.pictures import picture_ink
from cardforge.layout.shapes import (
    IconKey,
    icon_plate,
    line_ink,
    path_ink,
    shape_ink,
)
from cardforge.layout.text import TextJob, set_text
from cardforge.model import Format, Game, Icon
from cardforge.presets import builtin_icons
from cardforge.svgpath import PathError, ellipse, rounded_rectangle

DEFAULT_FACE = "Lato-Regular"
# A steady run of fewer inks than this is written out; a shared plate would cost more.
WORTH_SHARING = 3


class Layout:
    """Lays out the sides of one game for one run; what cards share is laid out once."""

    def __init__(
        self, game: Game, fonts: Fonts, report: Report, language: str | None = None
    ) -> None:
        self.game, self.fonts, self.report = game, fonts, report
        # Text is too long in one language and not in another: its faults say which.
        self.language = language if len(game.languages) > 1 else None
        self._pictures: dict[str, tuple[str, int, int]] = {}
        self._shared: dict[
            tuple[int, Format, Insets], tuple[Sequence[Element], tuple[Ink, ...]]
        ] = {}
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
        face, place = self.game.fonts.get(name, (None, span))
        if face is None and self.game.is_broken("fonts", name):
            return None
        if face is None and (alias is not None or self.game.fonts):
            hint = did_you_mean(name, self.game.fonts) or "name it under fonts:"
            self.report.error("font.unknown", f"no font is called '{name}'", span, hint=hint)
            return None
        return self._open_font(name, DEFAULT_FACE if face is None else face, place)

    def _open_font(self, name: str, face: str, place: Span) -> Font | None:
        if name in self._bad_fonts:
            return None
        try:
            return self.fonts.add(name, find_font(face, self.game.folder))
        except FontError as fault:
            self._bad_fonts.add(name)
            self.report.error(fault.code, fault.message, place, hint=fault.hint)
            return None

    def picture(self, name: str, span: Span, card: str | None) -> tuple[str, int, int] | None:
        """Return path and size in pixels of a picture, None after reporting why it is unusable."""
        if name in self._pictures:
            return self._pictures[name]
        try:
            path = find_image(name, self.game.folder)
            picture = facts(path)
            verify(path)
            check_colours(path, span, self.report)
        except ImageError as fault:
            hint = fault.hint or "name a picture of the game folder"
            self.report.error(fault.code, fault.message, span, hint=hint, card=card)
            return None
        if picture.misnamed:
            message = f"'{name}' is really a {picture.kind} file"
            self.report.warning("image.misnamed", message, span)
        found = self._pictures[name] = (str(path), picture.width_px, picture.height_px)
        return found

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
            box = self.layout.box(common.box, frame)
            ink = self._drawn(element, box, frame)
        except BoxError as fault:
            self.error(fault.code, str(fault), common.span, fault.hint)
            return ()
        except PathError as fault:
            self.error("path.syntax", f"the path cannot be read: {fault}", common.span)
            return ()
        if common.rotate and not (common.rotate % 180 == 0 and within(box, frame.card)):
            self.is_doubtful = True
        if common.rotate or common.mirror != "none" or common.opacity < 1:
            return (_transformed(common, box, ink),)
        return ink

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Report an error of this card."""
        self.report.error(code, message, span, hint=hint, card=self.card)

    def _drawn(  # noqa: C901 one arm a kind
        self, element: Element, box: Box, frame: Frame
    ) -> tuple[Ink, ...]:
        match element:
            case TextElement():
                return self._text(element, box, frame.card)
            case ShapeElement():
                return (shape_ink(element, box),)
            case LineElement():
                return (line_ink(element, box),)
            case PathElement():
                return (path_ink(element, box),)
            case ImageElement():
                return picture_ink(element, box, self)
            case IconElement():
                return icon_ink(element, box, self)
            case PipsElement():
                return pips_ink(element, box, self)
            case FlowElement():
                return self._flow(element, box, frame)
            case GroupElement():
                return self._group(element, box, frame)
            case RepeatElement() | PartElement():
                raise AssertionError("fill leaves no repeats or parts")

    def _text(self, element: TextElement, box: Box, trim: Box) -> tuple[Ink, ...]:
        if not within(box, trim):
            self.is_doubtful = True
        font = self.layout.font(element.style.font, element.common.span)
        if font is None:
            return ()
        language = self.layout.language
        card = f"{self.card} ({language})" if self.card and language else self.card
        return set_text(TextJob(element, element.style, font, box, self.report, card))

    def _flow(self, element: FlowElement, box: Box, frame: Frame) -> tuple[Ink, ...]:
        ink: list[Ink] = []
        for child, cell in zip(element.children, cells(element, box), strict=True):
            if lost := lost_places(element.flow, child.common.box):
                self._report_lost(element.flow, lost, child.common.span)
            ink.extend(self.element(freed(child), frame.within(cell)))
        return tuple(ink)

    def _report_lost(self, flow: str, lost: tuple[str, ...], span: Span) -> None:
        message = f"a child of a {flow} is placed by it: it has no {', '.join(lost)} of its own"
        self.error("box.in-flow", message, span, "put the child in a group of its own")

    def _group(self, element: GroupElement, box: Box, frame: Frame) -> tuple[Ink, ...]:
        ink = self.elements(element.children, frame.within(box))
        if element.clip == "none":
            return ink
        if element.clip == "ellipse":
            return (Group(ink, clip=ellipse(box), origin=element.common.span),)
        clip = rounded_rectangle(box, element.corner) if element.corner else box
        return (Group(ink, clip=clip, origin=element.common.span),)


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
