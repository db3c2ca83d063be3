"""What lies in the middle of a table: cards, piles and empty places with labels, in rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from cardforge.rulebook.book import Spot
from cardforge.rulebook.figures.cards import (
    NOTHING,
    Art,
    Side,
    Sides,
    draw_side,
    empty_place,
    in_row,
    labelled,
    pile,
    row_places,
    stacked,
)
from cardforge.rulebook.figures.labels import Label, Labels

# The least width of a token next to a card, and the most of a large card, as shares of its width.
TOKEN, _MOST = 0.5, 1.25
_NEAR = 1.2
# How small cards in the middle may get, and how wide their labels are: as a share of the room,
# but always a little wider than what they name.
_ROW_SIZES = ((1.0, 0.3), (1.0, 0.16), (0.88, 0.14), (0.76, 0.12), (0.66, 0.1))
_WIDE_LABEL = 0.45
_LABEL = 1.2


class _Laid(NamedTuple):
    """A spot, what lies there, and the room of its label."""

    spot: Spot
    art: Art
    label: Label
    room: float

    @property
    def width(self) -> float:
        """Return how wide the label is."""
        return self.label.width(self.room)


class SpotDrawer:
    """Draws what lies on a table whose plan is `room` wide."""

    def __init__(
        self, sides: Sides, labels: Labels, room: float, pad: float, between: float
    ) -> None:
        self.sides, self.labels, self.room = sides, labels, room
        self.pad, self.between = pad, between

    def draw(self, spots: Sequence[Spot], card: float, room: float) -> Art:
        """Return the spots in one row, in smaller cards or in more rows where there is no room.

        Raises Wide when a word of a label is wider than the room.
        """
        if not spots:
            return NOTHING
        said = [self.labels.measured(spot.label) for spot in spots]
        for size, share in _ROW_SIZES:
            row = self._row_of(spots, said, size * card, share * self.room)
            if self._extent(row) <= room:
                return self._drawn(row, room)
        size, _ = _ROW_SIZES[-1]
        row = self._row_of(spots, said, size * card, min(_WIDE_LABEL * self.room, room), room)
        return stacked([self._drawn(part, room) for part in self._filled(row, room)], self.pad)

    def _spot(self, spot: Spot, card: float, room: float) -> Art:
        """Return what lies in one place: cards side by side, in rows where there is no room."""
        if not spot.pictures:
            return empty_place(self.sides.usual, card)
        if spot.depth > 1:
            side = self.sides.of(spot.pictures[0])
            return pile(side, width_beside(side, self.sides, card), spot.depth)
        sides = map(self.sides.of, spot.pictures)
        arts = [draw_side(side, width_beside(side, self.sides, card)) for side in sides]
        each = max(1, int((room + _NEAR) / (max(art.size.width for art in arts) + _NEAR)))
        return in_rows(arts, each, _NEAR)

    def _row_of(
        self,
        spots: Sequence[Spot],
        said: Sequence[Label],
        card: float,
        label: float,
        room: float = math.inf,
    ) -> list[_Laid]:
        """Return what lies in the spots, and how wide their labels are."""
        row = []
        for spot, its in zip(spots, said, strict=True):
            art = self._spot(spot, card, min(room, self.room))
            wide = max(_LABEL * art.size.width, label, its.parted.whole)
            row.append(_Laid(spot, art, its, min(room, wide)))
        return row

    def _extent(self, row: Sequence[_Laid]) -> float:
        widths, labels = [one.art.size.width for one in row], [one.width for one in row]
        return row_places(widths, labels, self.between)[1]

    def _filled(self, row: Sequence[_Laid], room: float) -> list[list[_Laid]]:
        """Return as few rows as find room, as even as can be."""
        rows = self._rows_within(row, room)
        narrow, wide = 0.0, room
        while wide - narrow > 1.0:
            middle = (narrow + wide) / 2
            if len(self._rows_within(row, middle)) > len(rows):
                narrow = middle
            else:
                wide = middle
        return self._rows_within(row, wide)

    def _rows_within(self, row: Sequence[_Laid], room: float) -> list[list[_Laid]]:
        rows: list[list[_Laid]] = []
        for one in row:
            if rows and self._extent([*rows[-1], one]) <= room:
                rows[-1].append(one)
            else:
                rows.append([one])
        return rows

    def _drawn(self, row: Sequence[_Laid], room: float) -> Art:
        """Return spots on one ground line with their labels beneath."""
        arts = [one.art.within(room) for one in row]
        labels = [self.labels.fitted(one.spot.label, one.room, room) for one in row]
        return labelled(arts, labels, self.between)


def width_beside(side: Side, sides: Sides, card: float) -> float:
    """Return how wide a side is next to a usual card of a width; tokens stay visible."""
    return card * min(_MOST, max(TOKEN, side.form.trim.width / sides.usual.trim.width))


def in_rows(arts: Sequence[Art], each: int, gap: float) -> Art:
    """Return drawings side by side, so many in each row."""
    rows = [arts[start : start + each] for start in range(0, len(arts), each)]
    return stacked([in_row(row, gap) for row in rows], gap)
