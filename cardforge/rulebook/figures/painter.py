"""Figures as ink: cards in rows and fans with labels, pictures in tables, plans of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.edition import Edition
from cardforge.geometry import Box, Size
from cardforge.images import facts
from cardforge.images.fitting import stored_box
from cardforge.ink import Group, Image, Ink
from cardforge.model import Format
from cardforge.rulebook.book import Figure, ImageFile, Picture, TablePlan
from cardforge.rulebook.figures.cards import (
    Art,
    Sides,
    draw_side,
    fan,
    fan_places,
    labelled,
    rimmed,
    rimmed_size,
    row_places,
    size_at,
    stacked,
)
from cardforge.rulebook.figures.labels import Label, Labels, Wide
from cardforge.rulebook.figures.table_plan import PlanDrawer
from cardforge.rulebook.forms import Form
from cardforge.rulebook.inlines import Inliner
from cardforge.rulebook.look import Look
from cardforge.units import MM_PER_INCH

__all__ = ["Drawn", "Painter", "Wide"]

_BELOW = 1.2
_ROW_GAP = 3.0

# What finds no room gets smaller, but no card smaller than this, in mm; rather a second row
# than cards of less than this share of the usual width.
_SMALLEST = 12.0
_SHRUNK = 0.7
_STEP = 0.05
_SMALLEST_TOKEN = 8.0
# Nothing is usually larger than so many cards.
_LARGEST = 1.8

# A label may be so much wider than its picture, in shares of it, and always so wide, in mm.
_LABEL_ROOM = (1.35, 1.0)
_LABEL_WIDTH, _SMALL_LABEL_WIDTH = 16.0, 13.0

# How much of each card in a fan shows, as a share of its width, by how many there are at most.
_SHOWN = ((3, 0.7), (5, 0.46))
_SHOWN_OF_MANY = 0.34
_LEAST_SHOWN = 0.26

# A picture file is shown at this resolution, but no wider than so many cards.
_DPI = 300.0
_IMAGE_CARDS = 4.0

# Next to a card a token is drawn as small as it is, but not smaller than this share of it.
_SMALL_TOKEN = 0.6


class Drawn(NamedTuple):
    """A figure without its caption, from its top left corner, and words for each picture."""

    size: Size
    ink: tuple[Ink, ...]
    alts: tuple[str, ...]


class _Wanted(NamedTuple):
    """A picture and its usual width; a width that is written is fixed."""

    picture: Picture | ImageFile
    width: float
    fixed: bool

    def at(self, factor: float) -> float:
        """Return the width when what is not fixed gets smaller."""
        if self.fixed:
            return self.width
        return max(self.width * factor, min(self.width, _SMALLEST))


class _Try(NamedTuple):
    """Pictures made smaller by a factor: how wide they and their labels are."""

    factor: float
    label_room: float
    widths: Sequence[float]
    labels: Sequence[float]

    def extent(self, each: int) -> float:
        """Return the width of the widest row when there are so many in each."""
        return max(
            row_places(self.widths[start : start + each], self.labels[start : start + each])[1]
            for start in range(0, len(self.widths), each)
        )


class Painter:
    """Draws the figures of one edition for one form."""

    def __init__(self, edition: Edition, look: Look, form: Form, inliner: Inliner) -> None:
        self.sides = Sides(edition)
        self.labels = Labels(look, form, inliner, edition.settings.language)
        self.look = look
        self.label_width = _SMALL_LABEL_WIDTH if form.is_small else _LABEL_WIDTH

    def figure(self, figure: Figure, room: float, usual: float) -> Drawn:
        """Return a figure of cards `usual` mm wide, smaller or in rows where there is no room.

        Raises Wide when the widths that are written do not fit.
        """
        wanted = [self._wanted(picture, room, usual) for picture in figure.pictures]
        self._check_fixed(wanted, room)
        art = self._fan(wanted, room) if figure.arrange == "fan" else self._rows(wanted, room)
        return Drawn(art.size, art.ink, tuple(picture.alt for picture in figure.pictures))

    def plan(self, plan: TablePlan, room: float) -> Drawn:
        """Return the table at the beginning of a game, as wide as there is room.

        Raises Wide when a word of a label, or what lies in the middle, does not fit.
        """
        drawer = PlanDrawer(self.sides, self.labels, self.look.tint, room)
        art = drawer.draw(plan)
        pictures = [p for spot in plan.spots for p in spot.pictures]
        for seat in plan.seats:
            pictures += [seat.back] if seat.back else []
            pictures += seat.tokens
        return Drawn(art.size, art.ink, tuple(picture.alt for picture in pictures))

    def small(self, picture: Picture, height: float) -> Drawn:
        """Return a picture for a cell of a table: a card is as high as asked, a token smaller."""
        side = self.sides.of(picture)
        share = side.form.trim.height / self.sides.usual.trim.height
        high = height * min(1.0, max(_SMALL_TOKEN, share))
        art = draw_side(side, high * side.form.trim.width / side.form.trim.height)
        return Drawn(art.size, art.ink, (picture.alt,))

    # --- one picture ---

    def _wanted(self, picture: Picture | ImageFile, room: float, usual: float) -> _Wanted:
        if picture.width is not None:
            return _Wanted(picture, picture.width, fixed=True)
        if isinstance(picture, ImageFile):
            natural = facts(picture.path).upright_px[0] / _DPI * MM_PER_INCH
            return _Wanted(picture, min(room, natural, _IMAGE_CARDS * usual), fixed=False)
        trim = self.sides.of(picture).form.trim
        width = usual * min(_LARGEST, trim.width / self.sides.usual.trim.width)
        return _Wanted(picture, min(room, max(width, min(usual, _SMALLEST_TOKEN))), fixed=False)

    def _check_fixed(self, wanted: Sequence[_Wanted], room: float) -> None:
        widest = max((w.width for w in wanted if w.fixed), default=0.0)
        if widest > room:
            raise Wide(widest, room)

    def _draw(self, wanted: _Wanted, factor: float) -> Art:
        size = self._size(wanted, factor)
        if isinstance(wanted.picture, Picture):
            return draw_side(self.sides.of(wanted.picture), size.width)
        picture = wanted.picture
        box, turn = stored_box(Box(0.0, 0.0, *size), facts(picture.path).orientation)
        image = Image(box, str(picture.path), origin=picture.span)
        return Art(size, (image if turn is None else Group((image,), turn),))

    def _size(self, wanted: _Wanted, factor: float) -> Size:
        """Return how large a picture is when what is not fixed gets smaller."""
        width = wanted.at(factor)
        if isinstance(wanted.picture, Picture):
            return size_at(self.sides.of(wanted.picture).form, width)
        known = facts(wanted.picture.path)
        across, down = known.upright_px
        return Size(width, width * down / across)

    # --- rows ---

    def _rows(self, wanted: Sequence[_Wanted], room: float) -> Art:
        """Return the pictures in as few rows as they fit without getting much smaller.

        Only what is chosen is drawn: all that comes before is done with widths.
        """
        narrowest = _Try(0.0, 1.0, [w.at(0.0) for w in wanted], [0.0] * len(wanted))
        if all(w.fixed for w in wanted) and narrowest.extent(len(wanted)) > room:
            raise Wide(narrowest.extent(len(wanted)), room)
        labels = [self.labels.measured(w.picture.label) for w in wanted]
        tries = [
            self._measured(wanted, labels, 1.0 - step * _STEP, label_room)
            for step in range(round(1.0 / _STEP) + 1)
            for label_room in _LABEL_ROOM
        ]
        for rows in range(1, len(wanted) + 1):
            each = -(-len(wanted) // rows)
            least = 0.0 if rows == len(wanted) else _SHRUNK - 1e-6
            if narrowest.extent(each) > room + 1e-6:
                continue
            for one in tries:
                if one.factor >= least and one.extent(each) <= room + 1e-6:
                    return stacked(self._drawn_rows(wanted, labels, one, each), _ROW_GAP)
        raise Wide(self._measured(wanted, labels, 0.0, 1.0).extent(1), room)

    def _measured(
        self, wanted: Sequence[_Wanted], labels: Sequence[Label], factor: float, label_room: float
    ) -> _Try:
        widths = [w.at(factor) for w in wanted]
        rooms = [max(label_room * width, self.label_width) for width in widths]
        said = [label.width(room) for label, room in zip(labels, rooms, strict=True)]
        return _Try(factor, label_room, widths, said)

    def _drawn_rows(
        self, wanted: Sequence[_Wanted], labels: Sequence[Label], chosen: _Try, each: int
    ) -> list[Art]:
        """Return rows of pictures on one ground line, each with its label beneath."""
        arts = [self._draw(w, chosen.factor) for w in wanted]
        said = [
            self.labels.set(label, max(chosen.label_room * art.size.width, self.label_width))
            for label, art in zip(labels, arts, strict=True)
        ]
        return [
            labelled(arts[start : start + each], said[start : start + each])
            for start in range(0, len(arts), each)
        ]

    # --- fans ---

    def _fan(self, wanted: Sequence[_Wanted], room: float) -> Art:
        """Return the cards as they are held in a hand; labelled in their order beneath."""
        labels = [self.labels.measured(w.picture.label) for w in wanted]
        widths = [label.width(self.label_width) for label in labels]
        if any(widths) and row_places(widths, widths)[1] > room:
            return self._rows(wanted, room)
        shown = next((s for most, s in _SHOWN if len(wanted) <= most), _SHOWN_OF_MANY)
        factor = 1.0
        while True:
            sizes = [rimmed_size(self._size(w, factor)) for w in wanted]
            step = shown * min(size.width for size in sizes)
            width = fan_places(sizes, step)[1].width
            if width <= room + 1e-6:
                break
            if shown > _LEAST_SHOWN:
                shown = max(_LEAST_SHOWN, shown - 0.04)
            elif factor > 0.0 and not all(w.fixed for w in wanted):
                factor = max(0.0, factor - _STEP)
            else:
                raise Wide(width, room)
        cards = [rimmed(self._draw(w, factor), self._form(w.picture)) for w in wanted]
        said = [self.labels.set(label, self.label_width) for label in labels]
        return stacked([fan(cards, step), _side_by_side(said)], _BELOW)

    def _form(self, picture: Picture | ImageFile) -> Format | None:
        return self.sides.of(picture).form if isinstance(picture, Picture) else None


def _side_by_side(labels: Sequence[Art]) -> Art:
    return labelled([Art(Size(label.size.width, 0.0), ()) for label in labels], labels)
