"""Figures as ink: cards in rows and fans with labels, pictures in tables, plans of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.edition import Edition
from cardforge.geometry import Box, Size
from cardforge.images import facts
from cardforge.ink import Image, Ink
from cardforge.rulebook.book import Figure, ImageFile, Picture, TablePlan
from cardforge.rulebook.figures.cards import Art, Sides, draw_side, fan, labelled, stacked
from cardforge.rulebook.figures.labels import Labels
from cardforge.rulebook.figures.table_plan import PlanDrawer
from cardforge.rulebook.forms import Form
from cardforge.rulebook.inlines import Inliner
from cardforge.rulebook.look import Look
from cardforge.units import MM_PER_INCH

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


class Wide(Exception):
    """A figure whose written widths find no room, in mm."""

    def __init__(self, needed: float, has: float) -> None:
        super().__init__(f"needs {needed:.1f} mm, has {has:.1f} mm")
        self.needed, self.has = needed, has


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
        """Return the table at the beginning of a game, as wide as there is room."""
        drawer = PlanDrawer(self.sides, self.labels, self.look.tint, room)
        art = drawer.draw(plan)
        pictures = [p for spot in plan.spots for p in spot.pictures]
        for seat in plan.seats:
            pictures += [seat.back] if seat.back else []
            pictures += seat.tokens
        return Drawn(art.size, art.ink, tuple(picture.alt for picture in pictures))

    def small(self, picture: Picture, height: float) -> Drawn:
        """Return a picture for a cell of a table: a card is as high as asked, a token smaller."""
        side = self.sides.find(picture.card, picture.side)
        share = side.form.trim.height / self.sides.usual.trim.height
        high = height * min(1.0, max(_SMALL_TOKEN, share))
        art = draw_side(side, high * side.form.trim.width / side.form.trim.height)
        return Drawn(art.size, art.ink, (picture.alt,))

    # --- one picture ---

    def _wanted(self, picture: Picture | ImageFile, room: float, usual: float) -> _Wanted:
        if picture.width is not None:
            return _Wanted(picture, picture.width, fixed=True)
        if isinstance(picture, ImageFile):
            natural = facts(picture.path).width_px / _DPI * MM_PER_INCH
            return _Wanted(picture, min(room, natural, _IMAGE_CARDS * usual), fixed=False)
        trim = self.sides.find(picture.card, picture.side).form.trim
        width = usual * min(_LARGEST, trim.width / self.sides.usual.trim.width)
        return _Wanted(picture, min(room, max(width, min(usual, _SMALLEST_TOKEN))), fixed=False)

    def _check_fixed(self, wanted: Sequence[_Wanted], room: float) -> None:
        widest = max((w.width for w in wanted if w.fixed), default=0.0)
        if widest > room:
            raise Wide(widest, room)

    def _draw(self, picture: Picture | ImageFile, width: float) -> Art:
        if isinstance(picture, Picture):
            return draw_side(self.sides.find(picture.card, picture.side), width)
        known = facts(picture.path)
        box = Box(0.0, 0.0, width, width * known.height_px / known.width_px)
        image = Image(box, str(picture.path), origin=picture.span)
        return Art(Size(box.width, box.height), (image,))

    # --- rows ---

    def _rows(self, wanted: Sequence[_Wanted], room: float) -> Art:
        """Return the pictures in as few rows as they fit without getting much smaller."""
        narrowest = self._row([w._replace(picture=_bare(w.picture)) for w in wanted], 0.0, 1.0)
        if all(w.fixed for w in wanted) and narrowest.size.width > room:
            raise Wide(narrowest.size.width, room)
        count = len(wanted)
        for rows in range(1, count + 1):
            each = -(-count // rows)
            groups = [wanted[start : start + each] for start in range(0, count, each)]
            factor, least = 1.0, 0.0 if rows == count else _SHRUNK
            while factor >= least:
                for label_room in _LABEL_ROOM:
                    made = [self._row(group, factor, label_room) for group in groups]
                    if max(art.size.width for art in made) <= room + 1e-6:
                        return stacked(made, _ROW_GAP)
                factor -= _STEP
        made = [self._row([one], 0.0, 1.0) for one in wanted]
        raise Wide(max(art.size.width for art in made), room)

    def _row(self, wanted: Sequence[_Wanted], factor: float, label_room: float) -> Art:
        """Return pictures side by side on one ground line, each with its label beneath."""
        arts = [self._draw(w.picture, w.at(factor)) for w in wanted]
        labels = []
        for one, art in zip(wanted, arts, strict=True):
            width = max(label_room * art.size.width, self.label_width)
            labels.append(self.labels.draw(one.picture.label, width))
        return labelled(arts, labels)

    # --- fans ---

    def _fan(self, wanted: Sequence[_Wanted], room: float) -> Art:
        """Return the cards as they are held in a hand; labelled in their order beneath."""
        labels = [self.labels.draw(w.picture.label, self.label_width) for w in wanted]
        if any(label.ink for label in labels):
            beneath = labelled([Art(label.size, ()) for label in labels], labels)
            if beneath.size.width > room:
                return self._rows(wanted, room)
        shown = next((s for most, s in _SHOWN if len(wanted) <= most), _SHOWN_OF_MANY)
        factor = 1.0
        while True:
            art = self._opened(wanted, factor, shown)
            if art.size.width <= room + 1e-6:
                break
            if shown > _LEAST_SHOWN:
                shown = max(_LEAST_SHOWN, shown - 0.04)
            elif factor > 0.0 and not all(w.fixed for w in wanted):
                factor = max(0.0, factor - _STEP)
            else:
                raise Wide(art.size.width, room)
        return stacked([art, _side_by_side(labels)], _BELOW)

    def _opened(self, wanted: Sequence[_Wanted], factor: float, shown: float) -> Art:
        cards = [self._draw(w.picture, w.at(factor)) for w in wanted]
        step = shown * min(card.size.width for card in cards)
        return fan(cards, step)


def _bare(picture: Picture | ImageFile) -> Picture | ImageFile:
    return picture._replace(label=())


def _side_by_side(labels: Sequence[Art]) -> Art:
    return labelled([Art(Size(label.size.width, 0.0), ()) for label in labels], labels)
