"""Pixels of a finished PDF, in rows as PNG stores them.

Pictures are always made from the PDF that is printed, so that both agree.  A
size is asked for in pixels: rounding millimetres is the caller's business and
happens once.
"""

from __future__ import annotations

import ctypes
from types import TracebackType
from typing import NamedTuple, Self

import pypdfium2
import pypdfium2.raw as pdfium
from pypdfium2.version import PDFIUM_INFO

_WHITE = 0xFFFFFFFF
_CHANNELS = 3


class Pixels(NamedTuple):
    """An RGB picture as PNG stores it: each row of `data` begins with a filter byte of 0."""

    width_px: int
    height_px: int
    data: bytes | bytearray

    @property
    def row_bytes(self) -> int:
        """Return the length of a row with its filter byte."""
        return self.width_px * _CHANNELS + 1

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        """Return the red, green and blue of a pixel, from 0 to 255."""
        start = y * self.row_bytes + 1 + x * _CHANNELS
        red, green, blue = self.data[start : start + _CHANNELS]
        return red, green, blue

    def rgb(self) -> bytes:
        """Return the rows without their filter bytes."""
        step = self.row_bytes
        starts = range(1, self.height_px * step, step)
        return b"".join(self.data[start : start + step - 1] for start in starts)


class Room:
    """Memory for the pixels of one page after another: to get it anew each time takes long."""

    def __init__(self) -> None:
        self._size = 0, 0
        self._rows = bytearray()

    def rows(self, row_bytes: int, height_px: int) -> bytearray:
        """Return room for rows; where nothing is drawn, before each of them, is always 0."""
        if (row_bytes, height_px) != self._size:
            self._size = row_bytes, height_px
            self._rows = bytearray(row_bytes * height_px)
        return self._rows


class Rasterizer:
    """A PDF that is opened once and rasterised page by page; use it in a `with`."""

    def __init__(self, pdf: bytes) -> None:
        self._document = pypdfium2.PdfDocument(pdf)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._document.close()

    def __len__(self) -> int:
        return len(self._document)

    def pixels(self, page_index: int, width_px: int, height_px: int) -> Pixels:
        """Return a page as exactly so many pixels, on white paper."""
        drawn = self.pixels_in(Room(), page_index, width_px, height_px)
        return drawn._replace(data=bytes(drawn.data))

    def pixels_in(self, room: Room, page_index: int, width_px: int, height_px: int) -> Pixels:
        """Return a page as exactly so many pixels, which last until the room is used again."""
        step = width_px * _CHANNELS + 1
        rows = room.rows(step, height_px)
        # Rows lie one byte apart, so that PNG's filter bytes are already between them.
        first = (ctypes.c_ubyte * (step * height_px - 1)).from_buffer(rows, 1)
        bitmap = pdfium.FPDFBitmap_CreateEx(width_px, height_px, pdfium.FPDFBitmap_BGR, first, step)
        page = self._document[page_index]
        try:
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width_px, height_px, _WHITE)
            pdfium.FPDF_RenderPageBitmap(
                bitmap, page, 0, 0, width_px, height_px, 0, pdfium.FPDF_REVERSE_BYTE_ORDER
            )
        finally:
            page.close()
            pdfium.FPDFBitmap_Destroy(bitmap)
        return Pixels(width_px, height_px, rows)


def rasterize(pdf: bytes, page_index: int, width_px: int, height_px: int) -> Pixels:
    """Return one page of a PDF as exactly so many pixels."""
    with Rasterizer(pdf) as document:
        return document.pixels(page_index, width_px, height_px)


def rasterizer_version() -> str:
    """Return which release of PDFium makes the pixels."""
    return f"PDFium {PDFIUM_INFO}"
