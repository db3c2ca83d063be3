"""Picture files of pixels: PNG, JPEG and TIFF, in sRGB and marked with their resolution."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from cardforge.render.srgb import NAME, srgb_profile
from cardforge.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardforge.render.png import Pixels

# Of the qualities of JPEG the best that is small enough is taken.
QUALITIES = range(95, 55, -5)

_CHANNELS = 3
# Higher levels of isal take longer and save nothing on cards.
_LEVEL = 2
# What packs to so small a part without row filters is flat art: no filter can help.
_FLAT = 16
# A picture is judged by bands of its rows: how many there are, and how many rows each has.
_BANDS, _BAND_ROWS = 14, 8
# So many rows are filtered at once: large sheets would fill the memory.
_STRIPE = 256
_NONE, _SUB, _UP, _AVERAGE = range(4)


class TooLarge(Exception):
    """A picture that cannot be made as small as is asked."""

    hint = "make the card simpler, or its pictures less detailed"

    def __init__(self, name: str, least: int, most: int) -> None:
        super().__init__(f"{name} has {_megabytes(least)} at least, {_megabytes(most)} are allowed")
        self.name, self.least, self.most = name, least, most


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.3g} MB"


def encoder_version() -> str:
    """Return which releases of libraries make the bytes of a picture file."""
    import isal
    import PIL

    return f"isal {isal.__version__} Pillow {PIL.__version__}"


def encode(pixels: Pixels, kind: str, dpi: float, most_bytes: int | None, name: str) -> bytes:
    """Return a png, jpg or tif file; raises TooLarge, which speaks of `name`."""
    least = 0
    for data in _tries(pixels, kind, dpi):
        if most_bytes is None or len(data) <= most_bytes:
            return data
        least = len(data)
    raise TooLarge(name, least, most_bytes or 0)


def _tries(pixels: Pixels, kind: str, dpi: float) -> Iterator[bytes]:
    """Yield the file as good and as quickly as it can be made, then smaller and smaller."""
    match kind:
        case "png":
            yield write_png(pixels, dpi)
            yield _png(pixels, dpi, zlib.compress(_best_rows(pixels), 9))
        case "jpg":
            yield from (_jpeg(pixels, dpi, quality) for quality in QUALITIES)
        case "tif":
            yield _tiff(pixels, dpi)
        case _:
            raise ValueError(kind)


def _jpeg(pixels: Pixels, dpi: float, quality: int) -> bytes:
    # Subsampling 0 keeps the colours of every pixel: coloured text stays sharp.
    density = (round(dpi), round(dpi))
    return _saved(
        pixels, "JPEG", quality=quality, subsampling=0, dpi=density, icc_profile=srgb_profile()
    )


def _tiff(pixels: Pixels, dpi: float) -> bytes:
    return _saved(
        pixels, "TIFF", compression="tiff_adobe_deflate", dpi=(dpi, dpi), icc_profile=srgb_profile()
    )


def _saved(pixels: Pixels, kind: str, **options: object) -> bytes:
    from PIL import Image

    file = io.BytesIO()
    size = pixels.width_px, pixels.height_px
    Image.frombytes("RGB", size, pixels.rgb()).save(file, kind, **options)
    return file.getvalue()


def write_png(pixels: Pixels, dpi: float) -> bytes:
    """Return a PNG file of some pixels."""
    from isal import isal_zlib

    return _png(pixels, dpi, isal_zlib.compress(_best_rows(pixels), _LEVEL))


def _png(pixels: Pixels, dpi: float, packed: bytes) -> bytes:
    per_metre = round(dpi / MM_PER_INCH * 1000)
    size = struct.pack(">IIBBBBB", pixels.width_px, pixels.height_px, 8, 2, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", size),
            _profile_chunk(),
            _chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            _chunk(b"IDAT", packed),
            _chunk(b"IEND", b""),
        )
    )


@cache
def _profile_chunk() -> bytes:
    return _chunk(b"iCCP", NAME.encode() + b"\0\0" + zlib.compress(srgb_profile(), 9))


def _chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(content, zlib.crc32(name))
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)


def _best_rows(pixels: Pixels) -> bytes | bytearray:
    """Return the rows of a PNG after the filter that makes a sample of them the smallest."""
    from isal import isal_zlib

    bands = _bands(pixels)
    plain = b"".join(band[pixels.row_bytes :] for band in bands)
    sizes = {_NONE: len(isal_zlib.compress(plain, _LEVEL))}
    if sizes[_NONE] * _FLAT <= len(plain):
        return pixels.data
    for kind in (_SUB, _UP, _AVERAGE):
        parts = (_filtered_stripe(band, pixels.row_bytes, kind) for band in bands)
        sample = b"".join(part[pixels.row_bytes :] for part in parts)
        sizes[kind] = len(isal_zlib.compress(sample, _LEVEL))
    best = min(sizes, key=lambda kind: sizes[kind])
    return pixels.data if best == _NONE else _filtered(pixels.data, pixels.row_bytes, best)


def _bands(pixels: Pixels) -> list[bytes | bytearray]:
    """Return bands of rows from top to bottom, each with the row above it."""
    rows, step = pixels.data, pixels.row_bytes
    if pixels.height_px <= _BANDS * (_BAND_ROWS + 1):
        return [rows]
    last = pixels.height_px - _BAND_ROWS - 1
    tops = (last * index // (_BANDS - 1) for index in range(_BANDS))
    return [rows[top * step : (top + _BAND_ROWS + 1) * step] for top in tops]


def _filtered(rows: bytes | bytearray, row_bytes: int, kind: int) -> bytes:
    """Return rows after a row filter of PNG; a row begins with the number of its filter."""
    height = len(rows) // row_bytes
    done = []
    for top in range(0, height, _STRIPE):
        # The filters look at the row above.
        above = min(top, 1)
        stripe = rows[(top - above) * row_bytes : (top + _STRIPE) * row_bytes]
        done.append(_filtered_stripe(stripe, row_bytes, kind)[above * row_bytes :])
    return b"".join(done)


def _filtered_stripe(rows: bytes | bytearray, row_bytes: int, kind: int) -> bytes:
    """Return rows after a row filter: Pillow calculates with bytes as if they were gray pixels."""
    from PIL import Image, ImageChops

    height = len(rows) // row_bytes
    image = Image.frombuffer("L", (row_bytes, height), rows, "raw", "L", 0, 1)
    # The byte before the first pixel is 0, as its neighbour on the left has to be.
    left, up = (_CHANNELS, 0), (0, 1)
    if kind == _AVERAGE:
        # The sum has more than 8 bits until it is halved.
        guess = ImageChops.add(_shifted(image, left), _shifted(image, up), 2.0)
    else:
        guess = _shifted(image, left if kind == _SUB else up)
    difference = ImageChops.subtract_modulo(image, guess)
    difference.paste(kind, (0, 0, 1, height))
    return difference.tobytes()


def _shifted(image: Image, by: tuple[int, int]) -> Image:
    """Return an image moved to the right and downwards; what comes in is 0."""
    from PIL import Image as Pillow

    moved = Pillow.new("L", image.size)
    moved.paste(image, by)
    return moved
