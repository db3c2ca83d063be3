"""Tabletopia: one picture for each face and back, those of a deck equal to the pixel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardforge.export.lots import csv_file
from cardforge.export.names import Names, base, number
from cardforge.export.package import (
    CARDS,
    TOKENS,
    File,
    Order,
    Package,
    PictureFile,
    Shown,
)
from cardforge.export.tabletop.grids import MOST_PIXELS, pixels_of, sharpest, side_page
from cardforge.export.tabletop.stacks import Cell, Stack, stacks_of
from cardforge.ink import Plate

_COLUMNS = ("file", "card", "name", "deck", "copies", "back")


def assemble(order: Order) -> Package:
    """Return the pictures of a game and the list that says how many of each there are."""
    maker = _Pictures(order)
    files: list[File] = []
    for folder, decks in ((CARDS, order.cards), (TOKENS, order.tokens)):
        rows: list[Sequence[object]] = [_COLUMNS]
        for stack in stacks_of(order, decks):
            for picture, behind in maker.of(folder, stack):
                files.append(picture)
                rows += _rows(picture, behind)
        if rows[1:]:
            files.append(csv_file(f"{folder}/copies.csv", rows))
    steps = (
        "In the workshop of Tabletopia, make an object of the type card or token for each deck.",
        "Upload the faces and the back of a deck together; all its pictures have one size.",
        "Give each face as many copies as its name says after x; copies.csv lists them too.",
    )
    return Package(tuple(files), steps)


class _Pictures:
    """The pictures of a package under construction."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._names = Names()
        self._most = order.wish.shop.most_pixels or MOST_PIXELS

    def of(self, folder: str, stack: Stack) -> Iterator[tuple[PictureFile, PictureFile | None]]:
        """Yield the faces of a deck, each with its back, and the backs with nothing.

        The back that all cards have is the last; backs that differ follow their faces.
        """
        shared, common = stack.shared_back, None
        if shared is not None:
            shown = (stack.back_shown(),)
            common = self._side(folder, stack, shared, (stack.name, "back"), shown)
        for place, cell in enumerate(stack.cells, 1):
            named = (stack.name, number(place, len(stack.cells)), _own(cell))
            shows = stack.shown("face", [cell])
            face = self._side(folder, stack, cell.face, (*named, "face"), shows)
            if common is not None:
                yield face, common
                continue
            shows = stack.shown("back", [cell])
            back = self._side(folder, stack, cell.back, (*named, "back"), shows)
            yield from ((face, back), (back, None))
        if common is not None:
            yield common, None

    def _side(
        self, folder: str, stack: Stack, plate: Plate, named: tuple[str, ...],
        shows: tuple[Shown, ...],
    ) -> PictureFile:  # fmt: skip
        dpi = sharpest(stack.trim, self._most)
        pixels = pixels_of(stack.trim, dpi)
        language = self._order.edition.settings.language
        copies = f"x{sum(one.copies for one in shows)}"
        ending = self._order.kind
        name = self._names.give(folder, *named, language, copies, ending=ending)
        page = side_page(plate, pixels, dpi)
        return PictureFile(name, page, pixels, self._order.form(dpi), shows)


def _own(cell: Cell) -> str:
    """Return the id of the first card of a cell without its deck."""
    return cell.cards[0].id.partition(".")[2]


def _rows(face: PictureFile, back: PictureFile | None) -> Iterator[Sequence[object]]:
    """Yield the lines of the list for the cards that look like a face; a back has none."""
    if back is not None:
        for one in face.shows:
            yield base(face.name), one.card, one.name, one.deck, one.copies, base(back.name)
