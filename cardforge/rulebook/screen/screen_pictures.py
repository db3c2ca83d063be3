"""The pictures of a rulebook's web page: made from the plates that are printed, cut at the trim."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from cardforge.geometry import Box, Point, Size
from cardforge.ink import Page, Plate, Use
from cardforge.model import Format
from cardforge.plates import LaidOut
from cardforge.render.encode import write_png
from cardforge.render.png import Rasterizer
from cardforge.rulebook.book import Book, Picture
from cardforge.rulebook.screen.html_pieces import HtmlPicture, shown_width
from cardforge.rulebook.spoken import pictures, walk_book
from cardforge.units import MM_PER_INCH

# A card is shown so much larger than its millimetres say, in pixels that are so dense.
_LARGER, _DENSITY = 1.2, 2.2
_CSS_DPI = 96.0
# The cards of the cover are shown so wide, in mm.
_COVER_WIDTH = 40.0

Side = tuple[str, str]


class Wanted(NamedTuple):
    """A side of a card and how wide it is shown at most, in mm."""

    plate: Plate
    form: Format
    width: float


def card_pictures(
    book: Book, decks: Iterable[LaidOut], pdf_of: Callable[[Sequence[Page]], bytes]
) -> Mapping[Side, HtmlPicture]:
    """Return the picture of each card's side that a book shows, by the card's id and the side.

    Every plate is drawn once, as large as its largest picture; `pdf_of` makes a PDF of pages.
    """
    wanted = _wanted(book, _sides(decks))
    largest: dict[int, Wanted] = {}
    for one in wanted.values():
        known = largest.get(id(one.plate), one)
        largest[id(one.plate)] = max(known, one, key=lambda w: w.width)
    made = dict(zip(largest, drawn([*largest.values()], pdf_of), strict=True))
    return {side: made[id(one.plate)] for side, one in wanted.items()}


def _sides(decks: Iterable[LaidOut]) -> dict[Side, tuple[Plate, Format]]:
    found = {}
    for laid_out in decks:
        form = laid_out.deck.spec.format
        for sides in laid_out.cards:
            found[sides.card.id, "face"] = (sides.face, form)
            if sides.back is not None:
                found[sides.card.id, "back"] = (sides.back, form)
    return found


def _wanted(book: Book, sides: Mapping[Side, tuple[Plate, Format]]) -> dict[Side, Wanted]:
    shown = [picture for block in walk_book(book) for picture in pictures(block)]
    shown += [picture._replace(width=_COVER_WIDTH) for picture in book.cover]
    wanted: dict[Side, Wanted] = {}
    for picture in shown:
        if not isinstance(picture, Picture) or (picture.card, picture.side) not in sides:
            continue
        side = (picture.card, picture.side)
        plate, form = sides[side]
        width = min(shown_width(picture, plate.trim), plate.trim.width * 2)
        before = wanted.get(side)
        wanted[side] = Wanted(plate, form, max(width, before.width if before else 0.0))
    return wanted


def drawn(wanted: Sequence[Wanted], pdf_of: Callable[[Sequence[Page]], bytes]) -> list[HtmlPicture]:
    """Return the pictures of some sides, each cut at its trim."""
    if not wanted:
        return []
    made = []
    with Rasterizer(pdf_of([_page(one.plate) for one in wanted])) as document:
        for index, (plate, form, width) in enumerate(wanted):
            width_px = ceil(width / MM_PER_INCH * _CSS_DPI * _LARGER * _DENSITY)
            height_px = round(width_px * plate.trim.height / plate.trim.width)
            dpi = width_px / plate.trim.width * MM_PER_INCH
            png = write_png(document.pixels(index, width_px, height_px), dpi)
            made.append(HtmlPicture(png, plate.trim, form.corner, form.shape))
    return made


def _page(plate: Plate) -> Page:
    """Return the page of a plate that ends at its trim."""
    trim = Box(0.0, 0.0, *plate.trim)
    return Page(Size(*plate.trim), trim, trim, (Use(plate, Point(0.0, 0.0)),))
