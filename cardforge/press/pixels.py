"""Pictures of ink as pixels, and pixels as pictures for PDF."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pikepdf

from cardforge.color import Color
from cardforge.render.pictures import Picture, image_entries

if TYPE_CHECKING:
    import numpy as np

    Pixels = np.ndarray[Any, np.dtype[np.uint8]]

PROCESS = 4


def decoded(picture: Picture) -> Pixels:
    """Return (rows, columns, inks) of a picture in CMYK or grey, which is black ink alone."""
    import numpy as np

    entries = pikepdf.Object.parse(f"<< {picture.entries} >>".encode())
    width, height, space = int(entries.Width), int(entries.Height), str(entries.ColorSpace)
    if space not in ("/DeviceGray", "/DeviceCMYK"):
        raise ValueError(f"a picture in {space} is none for a press")
    if entries.get("/Filter") == "/DCTDecode":
        values = _stored(picture.data)
    else:
        values = _unpacked(picture.data, entries)
    if "/Decode" in entries and float(entries.Decode[0]) == 1:
        values = 255 - values
    if space == "/DeviceCMYK":
        return values.reshape(height, width, PROCESS)
    made = np.zeros((height, width, PROCESS), np.uint8)
    made[:, :, PROCESS - 1] = 255 - values.reshape(height, width)
    return made


def _stored(jpeg: bytes) -> Pixels:
    """Return the bytes of the pixels of a JPEG as they are stored."""
    import numpy as np
    from PIL.JpegImagePlugin import JpegImageFile

    with JpegImageFile(io.BytesIO(jpeg)) as image:
        values = np.frombuffer(image.tobytes(), np.uint8)
        # Pillow turns all CMYK round, as if only Adobe's programs wrote it.
        return 255 - values if image.mode == "CMYK" else values


def _unpacked(data: bytes, entries: pikepdf.Object) -> Pixels:
    import numpy as np

    with pikepdf.new() as document:
        stream = pikepdf.Stream(document, data)
        for key in ("/Filter", "/DecodeParms"):
            if key in entries:
                stream[key] = entries[key]
        return np.frombuffer(stream.read_bytes(), np.uint8)


def lossless(pixels: Pixels, space: str) -> Picture:
    """Return (rows, columns, channels) as a picture for PDF; `space` is empty for no space."""
    import numpy as np

    height, width, channels = pixels.shape
    rows = pixels.reshape(height, width * channels)
    # Each row as what it adds to the row above packs best: a filter byte of 2, then differences.
    filtered = np.full((height, 1 + width * channels), 2, np.uint8)
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    predictor = f"/Predictor 15 /Colors {channels} /BitsPerComponent 8 /Columns {width}"
    entries = f"{image_entries(width, height, space)} /Filter /FlateDecode"
    return Picture(f"{entries} /DecodeParms << {predictor} >>", zlib.compress(filtered.data))


def lossless_inks(pixels: Pixels, inks: Sequence[Color]) -> Picture:
    """Return pixels of process inks and of some of their own as a picture for PDF.

    An ink of its own that is nowhere to be seen is left out.
    """
    seen = [index for index in range(len(inks)) if pixels[:, :, PROCESS + index].any()]
    kept = pixels[:, :, [*range(PROCESS), *(PROCESS + index for index in seen)]]
    picture = lossless(kept, "" if seen else "/DeviceCMYK")
    return picture._replace(inks=tuple(inks[index] for index in seen))
