"""Picture files as ink: fitted to their boxes, turned upright, cut, masked, continued."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.drawing_grammar import SHAPES
from cardforge.elements import ImageElement, ShapeForm
from cardforge.geometry import Box, Segment, Size
from cardforge.images import Edit
from cardforge.images.fitting import (
    WHOLE,
    Wish,
    count_tiles,
    fit_box,
    is_lying,
    part_of,
    stored_box,
    stored_part,
    tiles,
    turned_orientation,
)
from cardforge.ink import Group, Image, Ink
from cardforge.layout.boxes import Frame
from cardforge.layout.continued import Continued, continuation
from cardforge.layout.desk import Desk, found_icon
from cardforge.layout.drawing.outlines import outline_of
from cardforge.layout.picture_shelf import Asked, Found, Lacking
from cardforge.layout.placeholder import placeholder
from cardforge.layout.shapes import fitted, parse_path
from cardforge.layout.svg_pictures import svg_picture
from cardforge.layout.text import ALIGN, VALIGN
from cardforge.picture_values import Cut, Cuts, PictureLook
from cardforge.svgpath import bounds, rounded_rectangle, transform_segments
from cardforge.units import MM_PER_INCH, PT_PER_MM, show

# A picture that says nothing of its size has so many pixels an inch.
NATURAL_DPI = 300.0
# One with so many times more pixels than wanted is made smaller; with fewer it stays as it is.
MUCH_MORE = 1.5
MOST_TILES = 5000
# The shapes that enclose something.
_MASKS = frozenset(SHAPES) - {"arc", "polygon"}
# A page of a PDF has its size in hundredths of a point.
_MM_OF_PDF = 1 / (100 * PT_PER_MM)


class Shown(NamedTuple):
    """A picture, and which part of it is shown, turned how; `size` is that part's, upright."""

    found: Found
    part: Box | None
    orientation: int
    size: Size
    edit: Edit


def picture_ink(element: ImageElement, box: Box, frame: Frame, desk: Desk) -> tuple[Ink, ...]:
    """Return a picture fitted to its box; one that cannot be used is reported."""
    span, look = element.common.span, element.look
    found = desk.layout.pictures.found(asked_for(element, desk))
    if found is None:
        return ()
    if isinstance(found, Lacking):
        return placeholder(element.source, box, span, desk) if found.is_drawn else ()
    shown = shown_part(element, found, desk)
    if shown is None or not (box.width > 0 and box.height > 0):
        return ()
    ink = _fitted(element, shown, box, desk)
    if look.bleed_from != "none":
        ink = (*_beyond(element, shown, box, frame, desk), *ink)
    return _masked(element, box, ink, desk)


def picture_aspect(element: ImageElement, desk: Desk) -> float | None:
    """Return width by height of a picture as it is shown, None after reporting a fault."""
    found = desk.layout.pictures.found(asked_for(element, desk))
    if not isinstance(found, Found):
        return None
    shown = shown_part(element, found, desk)
    return None if shown is None else shown.size.width / shown.size.height


def asked_for(element: ImageElement, desk: Desk) -> Asked:
    """Return a picture as its element asks for it."""
    look = element.look
    edit = Edit(page=look.page, page_box=look.page_box)
    return Asked(element.source, element.common.span, desk.card, edit, look.missing)


def shown_part(element: ImageElement, found: Found, desk: Desk) -> Shown | None:
    """Return what of a picture is shown, None after reporting that nothing is left of it."""
    look, size = element.look, found.size
    part = None
    if look.crop != Cuts():
        part = _cropped(look.crop, size)
        if part is None:
            message = f"crop leaves nothing of '{element.source}' ({_pixels(found, size)})"
            desk.error("image.crop", message, element.common.span, "cut off less")
            return None
        size = Size(size.width * part.width, size.height * part.height)
    orientation = 1 if found.facts is None else found.facts.orientation
    stored = stored_part(part, orientation)
    whole = turned_orientation(orientation, look.turn)
    if look.turn % 180:
        size = size.turned()
    edit = Edit(look.page, look.page_box, look.grey, look.tint, look.brightness, look.contrast)
    if look.colors and found.facts is not None:
        message = f"colors need shapes with names: '{element.source}' is no SVG"
        hint = "leave them out, or name an SVG file"
        desk.error("image.colors", message, element.common.span, hint)
        return None
    if found.is_vector and (edit.changes_colours or look.bleed_from != "none"):
        keys = "grey, tint, brightness, contrast and bleed-from"
        message = f"{keys} need pixels: '{element.source}' is drawn of shapes"
        hint = "leave them out, or save it as PNG"
        desk.error("image.vector", message, element.common.span, hint)
        return None
    return Shown(found, stored, whole, size, edit)


def _pixels(found: Found, size: Size) -> str:
    if found.is_vector:
        return f"{show(size.width * _MM_OF_PDF)} × {show(size.height * _MM_OF_PDF)} mm"
    return f"{size.width:g} × {size.height:g} pixels"


def _cropped(crop: Cuts, size: Size) -> Box | None:
    """Return the part of an upright picture that is left, in fractions; None for nothing."""
    left, right = _share(crop.left, size.width), _share(crop.right, size.width)
    top, bottom = _share(crop.top, size.height), _share(crop.bottom, size.height)
    width, height = 1 - left - right, 1 - top - bottom
    return Box(left, top, width, height) if width > 1e-6 and height > 1e-6 else None


def _share(cut: Cut, length: float) -> float:
    return cut.amount / length if cut.is_px else cut.amount


# --- fitted ---


def _fitted(element: ImageElement, shown: Shown, box: Box, desk: Desk) -> tuple[Ink, ...]:
    look = element.look
    place = ALIGN[look.align], VALIGN[look.valign]
    if element.fit in ("tile", "none"):
        width, height = _tile_size(look, shown)
        if element.fit == "none":
            x = box.x + (box.width - width) * place[0]
            y = box.y + (box.height - height) * place[1]
            boxes = [Box(x, y, width, height)]
        else:
            if count_tiles(box, width, height) > MOST_TILES:
                message = f"more than {MOST_TILES} tiles of '{element.source}' fill its box"
                hint = "write a larger tile:"
                desk.error("image.tiles", message, element.common.span, hint)
                return ()
            boxes = tiles(box, width, height, place)
        ink = tuple(_drawn(element, shown, (tile, None), desk) for tile in boxes)
        return (Group(ink, clip=box, origin=element.common.span),)
    wish = Wish(element.fit, place, look.focus)
    drawn, part = fit_box(box, *shown.size, wish)
    return (_drawn(element, shown, (drawn, part), desk),)


def _tile_size(look: PictureLook, shown: Shown) -> tuple[float, float]:
    """Return the size of a tile, in mm: by its width, by both, or that of the file."""
    if look.tile is None:
        scale = _MM_OF_PDF if shown.found.is_vector else MM_PER_INCH / NATURAL_DPI
        return shown.size.width * scale, shown.size.height * scale
    if isinstance(look.tile, tuple):
        width, height = look.tile
        return width, height
    return look.tile, look.tile * shown.size.height / shown.size.width


def _drawn(element: ImageElement, shown: Shown, where: tuple[Box, Box | None], desk: Desk) -> Ink:
    """Return a picture drawn in a box: a part, in fractions, of what is shown of it."""
    box, part = where
    inner = part_of(shown.part, stored_part(part, shown.orientation))
    stored, turn = stored_box(box, shown.orientation)
    span = element.common.span
    if shown.found.facts is None:
        drawing = svg_picture(element, shown.found.path, (stored, inner), desk)
        return drawing if turn is None else Group((drawing,), turn, origin=span)
    edit = shown.edit._replace(size=_smaller(element, shown, stored, inner))
    image = Image(stored, str(shown.found.path), inner, span, edit)
    return image if turn is None else Group((image,), turn, origin=span)


def _smaller(
    element: ImageElement, shown: Shown, box: Box, part: Box | None
) -> tuple[int, int] | None:
    """Return the pixels of all of a picture that are enough to print a part of it in a box."""
    facts = shown.found.facts
    if facts is None or facts.is_vector or facts.mode == "1":
        # Of drawings in black and white each pixel is seen.
        return None
    shares = part or WHOLE
    wanted = element.look.dpi / MM_PER_INCH
    across = wanted * box.width / shares.width
    down = wanted * box.height / shares.height
    # The same scale for both: what is less stretched keeps what it has.
    scale = max(across / facts.width_px, down / facts.height_px)
    if scale * MUCH_MORE > 1 - 1e-9:
        return None
    return max(round(facts.width_px * scale), 1), max(round(facts.height_px * scale), 1)


# --- continued beyond the trim, masked ---


def _beyond(
    element: ImageElement, shown: Shown, box: Box, frame: Frame, desk: Desk
) -> tuple[Ink, ...]:
    """Return the strips that carry a picture from the trim out to the bleed."""
    look, span = element.look, element.common.span
    if element.fit in ("tile", "none") or shown.found.facts is None:
        message = f"bleed-from says nothing about a picture that is fitted by {element.fit}"
        desk.error("image.bleed", message, span, "let its box end at bleed, or fit it otherwise")
        return ()
    wish = Wish(element.fit, (ALIGN[look.align], VALIGN[look.valign]), look.focus)
    drawn, part = fit_box(box, *shown.size, wish)
    facts = shown.found.facts
    stored = part_of(shown.part, stored_part(part, shown.orientation))
    lying = is_lying(shown.orientation)
    seen = Size(facts.height_px, facts.width_px) if lying else Size(facts.width_px, facts.height_px)
    todo = Continued(
        str(shown.found.path), seen, _upright(stored, shown.orientation) or WHOLE, drawn,
        shown.orientation, shown.edit, look.bleed_from, span,
    )  # fmt: skip
    ink = continuation(todo, frame)
    if ink is None:
        message = f"'{element.source}' does not reach the trim: there is nothing to continue"
        desk.layout.report.warning(
            "image.bleed", message, span, hint="leave out bleed-from, or let box be trim",
            card=desk.card,
        )  # fmt: skip
        return ()
    return ink


def _upright(part: Box | None, orientation: int) -> Box | None:
    """Return which part of the upright picture a part of the stored pixels is."""
    back = {6: 8, 8: 6}.get(orientation, orientation)
    return stored_part(part, back)


def _masked(element: ImageElement, box: Box, ink: tuple[Ink, ...], desk: Desk) -> tuple[Ink, ...]:
    look, span = element.look, element.common.span
    clip: Box | tuple[Segment, ...]
    if look.mask is not None:
        outline = _mask(look.mask, box, element, desk)
        if outline is None:
            return ()
        clip = outline
    elif look.corner:
        clip = rounded_rectangle(box, look.corner)
    else:
        return ink
    return (Group(ink, clip=clip, origin=span),)


def _mask(mask: str, box: Box, element: ImageElement, desk: Desk) -> tuple[Segment, ...] | None:
    """Return the outline of a shape, of an icon, or of a path, as large as the box allows."""
    if mask in _MASKS:
        return outline_of(ShapeForm(mask), box)
    if mask.lstrip()[:1] in ("M", "m") and any(letter.isdigit() for letter in mask):
        segments = parse_path(mask)
        reach = bounds(segments)
        if not (reach.width > 0 and reach.height > 0):
            message, hint = "the path of mask encloses nothing", "draw it round an area"
            desk.error("image.mask", message, element.common.span, hint)
            return None
        return transform_segments(segments, fitted(tuple(reach), box, 0.5, 0.5))
    icon = found_icon(mask, element.common.span, desk)
    if icon is None:
        return None
    return transform_segments(parse_path(icon.path), fitted(icon.viewbox, box, 0.5, 0.5))
