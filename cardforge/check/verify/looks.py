"""Small pictures of the sides of a game, and of parts of pages and pictures."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from cardforge.check.verify.pictures import glanced
from cardforge.edition import Edition
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Page, Plate, Use
from cardforge.units import PT_PER_MM

if TYPE_CHECKING:
    import numpy as np

    Picture = np.ndarray[Any, np.dtype[np.uint8]]

# The longer side of a small picture, in pixels: figures of a card can be told apart.
LONGER_PX = 96
_WHITE = 0xFFFFFFFF


class Side(NamedTuple):
    """A side of a card of the game, with its small picture."""

    side: str
    deck: str
    card: str
    name: str
    copies: int
    trim: Size
    picture: Picture
    bleed: float = 0.0

    @property
    def words(self) -> str:
        """Return how messages call the side."""
        return f"the {self.side} of {self.card}"


class Sides(NamedTuple):
    """All sides of the cards of a game, in all its languages.

    `groups` gives each side a number that equal pictures share; `gutters` and `duplex` are those
    that the game's home sheets may have.
    """

    sides: tuple[Side, ...]
    groups: tuple[int, ...]
    gutters: tuple[Size, ...] = (Size(0.0, 0.0),)
    duplex: str | None = None

    @property
    def copies(self) -> dict[tuple[str, str], int]:
        """Return how many copies each card should have."""
        return {(s.deck, s.card): s.copies for s in self.sides if s.side == "face"}


def sides_of(editions: Sequence[Edition], duplex: str | None = None) -> Sides:
    """Return the sides of all cards and tokens of a game, each drawn small once."""
    found: list[Side] = []
    gutters = {Size(0.0, 0.0): None}
    for edition in editions:
        gutters[Size(*edition.game.sheets.gutter)] = None
        found += _of_edition(edition)
        duplex = duplex or edition.game.sheets.duplex
    return Sides(tuple(found), _groups(found), tuple(gutters), duplex)


def _of_edition(edition: Edition) -> Iterator[Side]:
    plates: list[tuple[str, Any, Any, Plate]] = []
    for laid_out in (*edition.cards, *edition.tokens):
        for card, face, back in laid_out.cards:
            plates.append(("face", laid_out.deck.name, card, face))
            if back is not None:
                plates.append(("back", laid_out.deck.name, card, back))
    unique = {id(plate): plate for *_, plate in plates}
    drawn = dict(zip(unique, _drawn(list(unique.values()), edition.fonts), strict=True))
    for side, deck, card, plate in plates:
        picture, bleed = drawn[id(plate)], plate.bleed.top
        yield Side(side, deck, card.id, card.name, card.copies, plate.trim, picture, bleed)


def _drawn(plates: Sequence[Plate], fonts: Fonts) -> Iterator[Picture]:
    from cardforge.render.pdf import PdfInfo, render

    if not plates:
        return
    pages = [
        Page(plate.trim, Box(0, 0, *plate.trim), Box(0, 0, *plate.trim), (Use(plate, Point(0, 0)),))
        for plate in plates
    ]
    with Eye(render(pages, fonts, PdfInfo("", "", ""))) as eye:
        for index, plate in enumerate(plates):
            yield eye.see(index, Box(0.0, 0.0, *plate.trim))


def shape_px(width: float, height: float) -> tuple[int, int]:
    """Return the pixels of a small picture of something so wide and high."""
    longer = max(width, height, 1e-6)
    return (
        max(4, round(width / longer * LONGER_PX)), max(4, round(height / longer * LONGER_PX)),
    )  # fmt: skip


class Eye:
    """A PDF of which parts of pages are looked at; use it in a `with`."""

    def __init__(self, data: bytes) -> None:
        import pypdfium2

        self._document = pypdfium2.PdfDocument(data)
        self._open: tuple[int, Any] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._open is not None:
            self._open[1].close()
        self._document.close()

    def __len__(self) -> int:
        return len(self._document)

    def _page(self, index: int) -> Any:
        if self._open is None or self._open[0] != index:
            if self._open is not None:
                self._open[1].close()
            self._open = index, self._document[index]
        return self._open[1]

    def see(self, index: int, box: Box) -> Picture:
        """Return a part of a page, given in mm from its top left corner, as a small picture."""
        import numpy as np
        import pypdfium2.raw as pdfium

        page = self._page(index)
        wide, high = shape_px(box.width, box.height)
        rows = (ctypes.c_ubyte * (wide * high * 4))()
        bitmap = pdfium.FPDFBitmap_CreateEx(wide, high, pdfium.FPDFBitmap_BGRx, rows, wide * 4)
        across, down = wide / (box.width * PT_PER_MM), high / (box.height * PT_PER_MM)
        matrix = pdfium.FS_MATRIX(
            across, 0.0, 0.0, down, -box.x * PT_PER_MM * across, -box.y * PT_PER_MM * down
        )
        clip = pdfium.FS_RECTF(0.0, 0.0, float(wide), float(high))
        try:
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, wide, high, _WHITE)
            pdfium.FPDF_RenderPageBitmapWithMatrix(
                bitmap, page, matrix, clip, pdfium.FPDF_REVERSE_BYTE_ORDER
            )
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)
        pixels = np.frombuffer(bytes(rows), np.uint8).reshape(high, wide, 4)
        seen: Picture = pixels[:, :, :3].copy()
        return seen


def seen_in(data: bytes, trim: tuple[float, float, float, float]) -> Picture:
    """Return a part of a picture file, given in shares of its size, as a small picture.

    Raises ValueError.
    """
    import numpy as np
    from PIL import Image

    with glanced(data) as image:
        image.draft("RGB", (LONGER_PX * 4, LONGER_PX * 4))
        width, height = image.size
        left, top, right, bottom = trim
        box = (left * width, top * height, right * width, bottom * height)
        size = shape_px(box[2] - box[0], box[3] - box[1])
        small = image.convert("RGB").resize(size, Image.Resampling.BOX, box)
        return np.asarray(small, dtype=np.uint8)


def _groups(sides: Sequence[Side]) -> tuple[int, ...]:
    """Return for each side a number that all sides of the same looks share."""
    numbers: dict[tuple[bytes, tuple[int, ...]], int] = {}
    return tuple(
        numbers.setdefault((side.picture.tobytes(), side.picture.shape), len(numbers))
        for side in sides
    )
