"""Pixels of a finished PDF, and PNG files of them.

Pictures are always made from the PDF that is printed, so that both agree.  A
size is asked for in pixels: rounding millimetres is the caller's business and
happens once.
"""

from __future__ import annotations

import ctypes
import io
import struct
import zlib
from types import TracebackType
from typing import NamedTuple, Self

import pypdfium2
import pypdfium2.raw as pdfium

from cardforge.units import MM_PER_INCH

_WHITE = 0xFFFFFFFF
_CHANNELS = 3
# Up to this many different colours in a sample the picture is flat art.
_FEW_COLOURS = 256
_SAMPLE = 4096
_PERCEPTUAL = b"\0"


class Pixels(NamedTuple):
    """An RGB picture as PNG stores it: each row of `data` begins with a filter byte of 0."""

    width_px: int
    height_px: int
    data: bytes

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
        step = width_px * _CHANNELS + 1
        rows = (ctypes.c_ubyte * (step * height_px))()
        # Rows lie one byte apart, so that PNG's filter bytes are already between them.
        first = ctypes.byref(rows, 1)
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
        return Pixels(width_px, height_px, bytes(rows))


def rasterize(pdf: bytes, page_index: int, width_px: int, height_px: int) -> Pixels:
    """Return one page of a PDF as exactly so many pixels."""
    with Rasterizer(pdf) as document:
        return document.pixels(page_index, width_px, height_px)


def write_png(pixels: Pixels, dpi: float) -> bytes:
    """Return a PNG file of some pixels, marked with its resolution and as sRGB."""
    # Flat art packs best without row filters, and fastest at level 2.
    packed = zlib.compress(pixels.data, 2) if _is_flat(pixels) else _filtered(pixels)
    per_metre = round(dpi / MM_PER_INCH * 1000)
    size = struct.pack(">IIBBBBB", pixels.width_px, pixels.height_px, 8, 2, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", size),
            _chunk(b"sRGB", _PERCEPTUAL),
            _chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            _chunk(b"IDAT", packed),
            _chunk(b"IEND", b""),
        )
    )


def _is_flat(pixels: Pixels) -> bool:
    """Return whether a sample of the pixels has few colours: no photograph."""
    count = pixels.width_px * pixels.height_px
    colours = set()
    # An odd step walks through all columns instead of down a few.
    for index in range(0, count, count // _SAMPLE | 1):
        y, x = divmod(index, pixels.width_px)
        start = y * pixels.row_bytes + 1 + x * _CHANNELS
        colours.add(pixels.data[start : start + _CHANNELS])
    return len(colours) <= _FEW_COLOURS


def _filtered(pixels: Pixels) -> bytes:
    """Return the packed rows that Pillow makes, which filters them: better for photographs."""
    from PIL import Image

    image = Image.frombytes("RGB", (pixels.width_px, pixels.height_px), pixels.rgb())
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)
    return b"".join(_data_chunks(file.getvalue()))


def _data_chunks(png: bytes) -> list[bytes]:
    found, at = [], 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        if png[at + 4 : at + 8] == b"IDAT":
            found.append(png[at + 8 : at + 8 + length])
        at += 12 + length
    return found


def _chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(content, zlib.crc32(name))
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)
