"""Pages without see-through ink, for standards that allow none.

Where ink lets through what lies below it, both become pixels together: an opaque picture of all
inks of the press, as large as the see-through ink and at its place in the order of drawing.
What comes later lies above it as it was.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, NamedTuple

from cardforge.color import Color
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.images import AS_IT_IS, Art, Edit
from cardforge.ink import Group, Image, Ink, Line, Page, Path, Plate, Rect, Text, Use
from cardforge.ink.bounds import Drawn, PlacedInk, common, every_ink, ink_bounds, within
from cardforge.ink.paint import colors_of
from cardforge.press.photos import less
from cardforge.press.pixels import lossless_inks
from cardforge.press.separations import Flat, Separations
from cardforge.press.values import PressError
from cardforge.render.pictures import Picture, Stored
from cardforge.units import MM_PER_INCH

if TYPE_CHECKING:
    from cardforge.press.pixels import Pixels

# Enough for letters and lines to look as sharp as the press can print them.
DPI = 600.0
# Enough for what was a picture already.
PICTURE_DPI = 300.0

# Up to PDF 1.4 a colour has at most eight parts.
_MOST_MIXED = 4
# Of one page, as most are not mixed with each other; a press has far fewer.
_MOST_DRAWN = 24

_NO_BLEED = Insets(0.0, 0.0, 0.0, 0.0)
# How far the point of a sharp corner may reach beyond the edge of a stroke, in half widths.
_MITER = 9.0
_HAIR = 1e-6


_Shell = Group | Use


class Piece(NamedTuple):
    """Some ink of a page in the order of drawing, and what it lies in, outermost first.

    `box` is round it on the page, `sees_through` whether what lies below it is seen.
    """

    item: Ink
    around: tuple[_Shell, ...]
    box: Box
    sees_through: bool

    @property
    def ink(self) -> Ink:
        """Return the ink as it is drawn on the page itself."""
        (made,) = _inside((self.item,), self.around)
        return made


class _Region(NamedTuple):
    """Where some see-through ink lies on its page, and how many pixels stand for it."""

    piece: int
    box: Box
    width_px: int
    height_px: int


class Flattener:
    """Flattens the pages of one job; `pictures` makes a picture in the inks of the press.

    `flat` does so of pixels alone, for what lies under see-through ink.

    Pages are flattened after their colours were converted, and rendered with `picture`, which
    knows the pictures that were made of them as well; `limit` is the most ink, in per cent.
    """

    def __init__(
        self,
        fonts: Fonts,
        pictures: Callable[[FilePath, Edit], Stored],
        dpi: float = DPI,
        limit: float | None = None,
        flat: Flat | None = None,
    ) -> None:
        self._fonts = fonts
        self._pictures = pictures
        self._flat = flat
        self._dpi = dpi
        self._limit = None if limit is None else int(limit * 255 / 100 + 1e-6)
        self._made: dict[str, Picture] = {}
        self._pages: dict[Page, Page] = {}
        self._plates: dict[int, tuple[Plate, bool]] = {}
        # One for each set of inks: it keeps the pictures that many cards show.
        self._separations: dict[tuple[Color, ...], Separations] = {}

    def picture(self, path: FilePath, edit: Edit = AS_IT_IS) -> Stored:
        """Return a picture for PDF: one that was made here, or one that was there before."""
        return self._made.get(str(path)) or self._pictures(path, edit)

    def _pixels(self, path: FilePath, edit: Edit) -> Picture:
        """Return a picture as pixels in the inks of the press."""
        if self._flat is not None:
            return self._flat(path, edit)
        made = self._pictures(path, edit)
        if isinstance(made, Art):
            raise ValueError(f"'{path.name}' is drawn of shapes")
        return made

    def page(self, page: Page) -> Page:
        """Return a page that looks the same without see-through ink; one that has none, as it is.

        Plates stay shared between pages where nothing of them was seen through.
        """
        if not any(map(self._sees_through, page.items)):
            return page
        if page not in self._pages:
            self._pages[page] = self._flattened(page)
        return self._pages[page]

    # --- what is see-through ---

    def _sees_through(self, item: Ink) -> bool:
        """Return whether any of some ink lets through what lies below it."""
        if isinstance(item, Group):
            return item.opacity < 1 or any(map(self._sees_through, item.items))
        if isinstance(item, Use):
            known = self._plates.get(id(item.plate))
            if known is None:
                found = any(map(self._sees_through, item.plate.items))
                known = self._plates[id(item.plate)] = item.plate, found
            return known[1]
        return isinstance(item, Image) and self._is_clear(item)

    def _is_clear(self, item: Image) -> bool:
        made = self._pictures(FilePath(item.source), item.edit)
        return made.is_clear if isinstance(made, Art) else made.mask is not None

    def _pieces(self, items: Sequence[Ink], around: tuple[_Shell, ...]) -> Iterator[Piece]:
        """Yield the ink of a page, groups and plates opened where something in them is clear."""
        for item in items:
            if not self._sees_through(item):
                yield Piece(item, around, self._extent(item, around), sees_through=False)
            elif isinstance(item, Use):
                yield from self._pieces(item.plate.items, (*around, item))
            elif isinstance(item, Group) and item.opacity >= 1:
                yield from self._pieces(item.items, (*around, item._replace(tag=None)))
            elif not (isinstance(item, Group) and item.opacity <= 0):
                yield Piece(item, around, self._extent(item, around), sees_through=True)

    def _extent(self, item: Ink, around: tuple[_Shell, ...]) -> Box:
        """Return a box on the page outside of which nothing of some ink is drawn."""
        (whole_ink,) = _inside((item,), tuple(map(_as_group, around)))
        boxes = [_reach(placed, self._fonts) for placed in _placed(whole_ink)]
        seen = [box for box in boxes if box.width > 0 and box.height > 0]
        return reduce(Box.union, seen) if seen else Box(0.0, 0.0, 0.0, 0.0)

    # --- what becomes of it ---

    def _flattened(self, page: Page) -> Page:
        pieces = list(self._pieces(page.items, ()))
        regions = self._regions(page, pieces)
        pictures = self._rasterized(page, pieces, regions)
        items: list[Ink] = []
        runs = groupby(enumerate(pieces), lambda pair: (id(pair[1].around), pair[1].sees_through))
        for (_, clear), run in runs:
            if clear:
                items += [pictures[index] for index, _ in run if index in pictures]
                continue
            kept = [piece for index, piece in run if not _hidden(index, piece, regions)]
            if kept:
                items += _inside(tuple(piece.item for piece in kept), kept[0].around)
        # The line of a die is no ink on the card: what a picture covers of it comes again.
        covered = [p.ink for i, p in enumerate(pieces) if _is_under(i, p, regions)]
        return page._replace(items=(*items, *_die(covered)))

    def _regions(self, page: Page, pieces: Sequence[Piece]) -> list[_Region]:
        """Return where a page becomes pixels, without what a later region covers wholly."""
        whole = Box(0.0, 0.0, *page.size)
        found: list[_Region] = []
        for index in reversed(range(len(pieces))):
            piece = pieces[index]
            box = common(piece.box, whole)
            if not (piece.sees_through and box.width > _HAIR and box.height > _HAIR):
                continue
            if not any(within(box, later.box, _HAIR) for later in found):
                found.append(_region(index, box, self._sharpness(index, box, pieces)))
        return found[::-1]

    def _sharpness(self, index: int, box: Box, pieces: Sequence[Piece]) -> float:
        """Return the resolution that a region needs: less where all in it are pictures."""
        needed = PICTURE_DPI
        for piece in pieces[: index + 1]:
            if not piece.box.overlaps(box):
                continue
            for placed in _placed(piece.ink):
                item = placed.item
                if isinstance(item, Image):
                    needed = max(needed, self._resolution(item, placed.place))
                elif not (_covers(placed, box) or not _reach(placed, self._fonts).overlaps(box)):
                    return self._dpi
        return min(needed, self._dpi)

    def _resolution(self, image: Image, place: Transform) -> float:
        """Return the resolution of a picture where it is placed, the higher of both axes."""
        made = self._pictures(FilePath(image.source), image.edit)
        if isinstance(made, Art):
            return self._dpi
        words = made.entries.split()
        crop = image.crop or Box(0.0, 0.0, 1.0, 1.0)
        across = int(words[words.index("/Width") + 1]) * crop.width / image.box.width
        down = int(words[words.index("/Height") + 1]) * crop.height / image.box.height
        across /= math.hypot(place.a, place.b) or 1.0
        down /= math.hypot(place.c, place.d) or 1.0
        return max(across, down) * MM_PER_INCH

    def _rasterized(
        self, page: Page, pieces: Sequence[Piece], regions: Sequence[_Region]
    ) -> dict[int, Image]:
        """Return the picture that stands for each see-through piece, by its index."""
        if not regions:
            return {}
        # Each piece is drawn for every region above it: as a plate it is written once.
        inks = [Plate("", page.size, _NO_BLEED, (piece.ink,)) for piece in pieces]
        spots = _spots(pieces)
        _check_inks(len(spots), _MOST_DRAWN)
        pages = [_cut_out(region, inks[: region.piece + 1]) for region in regions]
        sizes = [(region.width_px, region.height_px) for region in regions]
        if spots not in self._separations:
            self._separations[spots] = Separations(spots, self._fonts, self._pixels)
        made = self._separations[spots].pixels(pages, sizes)
        return {
            region.piece: Image(region.box, self._keep(lossless_inks(self._inked(pixels), spots)))
            for region, pixels in zip(regions, made, strict=True)
        }

    def _inked(self, pixels: Pixels) -> Pixels:
        """Return pixels within the ink limit: layer over layer, what is rounded may add up."""
        return pixels if self._limit is None else less(pixels, self._limit)

    def _keep(self, picture: Picture) -> str:
        _check_inks(len(picture.inks), _MOST_MIXED)
        digest = hashlib.blake2b(picture.data, digest_size=16)
        digest.update(repr((picture.entries, picture.inks)).encode())
        name = f"flattened-{digest.hexdigest()}"
        self._made[name] = picture
        return name


def _check_inks(count: int, most: int) -> None:
    """Raise PressError for more inks of their own than can be mixed."""
    if count > most:
        raise PressError(
            "press.inks",
            f"see-through ink mixes {count} inks of their own: one picture holds at most"
            f" {_MOST_MIXED} besides the four of the process",
            "leave out opacity there, name fewer inks (spot:), or choose --standard pdfx-4",
            key="",
        )


def _inside(items: tuple[Ink, ...], around: Sequence[_Shell]) -> tuple[Ink, ...]:
    """Return some ink inside groups and plates like those it lies in."""
    for shell in reversed(around):
        if isinstance(shell, Use):
            name, trim, bleed = shell.plate.name, shell.plate.trim, shell.plate.bleed
            items = (shell._replace(plate=Plate(name, trim, bleed, items)),)
        else:
            items = (shell._replace(items=items),)
    return items


def _as_group(shell: _Shell) -> Group:
    """Return a plate that is used as a group of its ink, cut off where the plate ends."""
    if isinstance(shell, Group):
        return shell
    turn = Transform.turned(shell.turn_deg) if shell.turn_deg else Transform()
    place = turn.then(Transform.moved(*shell.at))
    return Group(shell.plate.items, place, shell.plate.bounds)


def _placed(ink: Ink) -> Iterator[PlacedInk]:
    return every_ink(Plate("", Size(0.0, 0.0), _NO_BLEED, (ink,)))


def _reach(placed: PlacedInk, fonts: Fonts) -> Box:
    """Return the box round an item on its page, with the points of its strokes' corners."""
    item = placed.item
    box = ink_bounds(item, fonts)
    if isinstance(item, Path) and item.stroke is not None:
        more = item.line_width / 2 * _MITER
        box = box.inset(Insets(-more, -more, -more, -more))
    box = placed.place.apply_box(box)
    return box if placed.clip is None else common(box, placed.clip)


def _covers(placed: PlacedInk, box: Box) -> bool:
    """Return whether a rectangle is all there is of an item in a box."""
    item, place = placed.item, placed.place
    if not isinstance(item, Rect) or item.radius > 0 or item.stroke is not None:
        return False
    if place.b or place.c or not within(box, place.apply_box(item.box), _HAIR):
        return False
    return placed.clip is None or within(box, placed.clip, _HAIR)


def _region(piece: int, box: Box, dpi: float) -> _Region:
    """Return a region of whole pixels: they lie where a picture in the same box has its own."""
    across, down = (round(length * dpi / MM_PER_INCH) for length in (box.width, box.height))
    return _Region(piece, box, max(across, 1), max(down, 1))


def _cut_out(region: _Region, plates: Sequence[Plate]) -> Page:
    """Return a region of a page as a page of its own."""
    x, y, width, height = region.box
    whole = Box(0.0, 0.0, width, height)
    shift = Transform.moved(-x, -y)
    uses = tuple(Use(plate, Point(0.0, 0.0)) for plate in plates)
    return Page(Size(width, height), whole, whole, (Group(uses, shift),))


def _hidden(index: int, piece: Piece, regions: Sequence[_Region]) -> bool:
    """Return whether a picture covers all of a piece."""
    return any(region.piece > index and within(piece.box, region.box) for region in regions)


def _is_under(index: int, piece: Piece, regions: Sequence[_Region]) -> bool:
    """Return whether a picture covers any of a piece."""
    return any(region.piece >= index and region.box.overlaps(piece.box) for region in regions)


def _spots(pieces: Sequence[Piece]) -> tuple[Color, ...]:
    """Return the colours of the inks of their own that are used, one for each name."""
    found: dict[str, Color] = {}
    for piece in pieces:
        for placed in _placed(piece.ink):
            for color in colors_of(placed.item):
                if color.space == "spot" and color.spot:
                    found.setdefault(color.spot, color)
    return tuple(found[name] for name in sorted(found))


def _die(items: Sequence[Ink]) -> Iterator[Ink]:
    """Yield what is drawn for a die, in the groups it is in, as if it were nowhere blended."""
    for item in items:
        if isinstance(item, _Shell):
            group = _as_group(item)
            if inner := tuple(_die(group.items)):
                yield Group(inner, group.transform, group.clip)
        elif (only := _only_die(item)) is not None:
            yield only


def _only_die(item: Drawn) -> Ink | None:
    """Return an item with its die line alone, None when it has none."""
    if isinstance(item, Image):
        return None
    if isinstance(item, Line | Text):
        color = item.fill if isinstance(item, Text) else item.stroke
        return item if color.space == "die" else None
    fill, stroke = (
        color if isinstance(color, Color) and color.space == "die" else None
        for color in (item.fill, item.stroke)
    )
    return item._replace(fill=fill, stroke=stroke) if fill or stroke else None
