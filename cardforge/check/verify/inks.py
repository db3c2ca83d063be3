"""The ink of pictures in a PDF, pixel by pixel."""

from __future__ import annotations

import io
from typing import Any

from cardforge.check.verify.seen import Paint, Seen
from cardforge.check.verify.spaces import Space
from cardforge.check.verify.streams import StreamError, decoded, filters

# Of a JPEG a few pixels swing beyond what was stored: its ink is what this share reaches.
_JPEG_SHARE = 0.001
_MOST_PIXELS = 64_000_000
_CHUNK_ROWS = 256


class ImageInks:
    """Measures each picture once."""

    def __init__(self) -> None:
        self._known: dict[int, float | None] = {}

    def add(self, image: Any, space: Space, seen: Seen) -> None:
        """Note the colours of a picture and the most ink in it."""
        ink = self._ink(image, space) if space.inks or space.palette else None
        if ink is None and (space.inks or space.palette):
            size = f"{image.get('/Width')} × {image.get('/Height')}"
            seen.unmeasured.add(f"a picture of {size} pixels")
        seen.paint(Paint(space.label, space.families, ink, space.names))

    def _ink(self, image: Any, space: Space) -> float | None:
        number = image.objgen[0]
        if number not in self._known or not number:
            try:
                self._known[number] = _measured(image, space)
            except (StreamError, OSError, ValueError, TypeError, SyntaxError, MemoryError):
                self._known[number] = None
        return self._known[number]


def _measured(image: Any, space: Space) -> float | None:
    """Return the most ink of a picture in per cent; None where it cannot be decoded."""
    width, height = int(image.get("/Width", 0)), int(image.get("/Height", 0))
    bits = int(image.get("/BitsPerComponent", 8))
    if not 0 < width * height <= _MOST_PIXELS:
        return None
    chain = filters(image)
    jpeg = bool(chain) and chain[-1] in ("/DCTDecode", "/JPXDecode")
    if jpeg:
        if len(chain) > 1:
            return None
        data, width, height, channels = _pillow(image.read_raw_bytes(), chain[0])
        if channels != space.channels:
            return None
        bits = 8
    else:
        channels = space.channels
        row = (width * channels * bits + 7) // 8
        # One byte of each row may be a predictor's.
        data = decoded(image, (row + 1) * height)
        if len(data) < row * height:
            raise StreamError("it is cut short")
    return _most(data, (width, height, channels, bits), space, _decode(image, channels), jpeg)


def _pillow(raw: bytes, name: str) -> tuple[bytes, int, int, int]:
    """Return the pixels of a JPEG or JPEG 2000 as they are stored."""
    from PIL import Image

    kind = "JPEG" if name == "/DCTDecode" else "JPEG2000"
    with Image.open(io.BytesIO(raw), formats=(kind,)) as image:
        if image.size[0] * image.size[1] > _MOST_PIXELS:
            raise ValueError("too large")
        image.load()
        data = image.tobytes()
        if image.mode == "CMYK" and kind == "JPEG":
            # Pillow turns the values upside down, as Adobe stores them; /Decode is of the stored.
            data = data.translate(bytes(range(255, -1, -1)))
        return data, *image.size, len(image.getbands())


def _decode(image: Any, channels: int) -> list[tuple[float, float]] | None:
    found = image.get("/Decode")
    if found is None:
        return None
    numbers = [float(value) for value in found]
    return list(zip(numbers[::2], numbers[1::2], strict=False))[:channels]


def _most(
    data: bytes,
    shape: tuple[int, int, int, int],
    space: Space,
    decode: list[tuple[float, float]] | None,
    jpeg: bool,
) -> float:
    """Return the most ink of decoded rows, of a JPEG what all but a few pixels stay below."""
    import numpy as np

    width, height, channels, bits = shape
    row = (width * channels * bits + 7) // 8
    table = _table(space, bits, decode)
    counts = np.zeros(16384, dtype=np.int64)
    for start in range(0, height, _CHUNK_ROWS):
        rows = min(_CHUNK_ROWS, height - start)
        part = np.frombuffer(data, np.uint8, rows * row, start * row).reshape(rows, row)
        samples = _samples(part, width * channels, bits).reshape(rows, width, channels)
        # In tenths of a per cent.
        tenths = sum(table[channel][samples[:, :, channel]] for channel in range(channels))
        counts += np.bincount(np.minimum(tenths, 16383).ravel(), minlength=16384)
    found = np.nonzero(counts)[0]
    if not jpeg:
        return float(found[-1]) / 10
    above = np.cumsum(counts[::-1])[::-1]
    kept = np.nonzero(above >= max(1, int(counts.sum() * _JPEG_SHARE)))[0]
    return float(kept[-1]) / 10


def _samples(part: Any, count: int, bits: int) -> Any:
    """Return the samples of rows, of sixteen bits the upper eight."""
    import numpy as np

    if bits == 8:
        return part[:, :count]
    if bits == 16:
        return part[:, ::2][:, :count]
    whole = np.unpackbits(part, axis=1)
    values = whole[:, : count * bits].reshape(part.shape[0], count, bits)
    return values @ (1 << np.arange(bits - 1, -1, -1, dtype=np.int64))


def _table(space: Space, bits: int, decode: list[tuple[float, float]] | None) -> list[Any]:
    """Return for each channel the ink of each sample, in tenths of a per cent."""
    import numpy as np

    levels = 1 << min(bits, 8)
    if space.palette is not None:
        inks = [space.ink((float(index),)) or 0.0 for index in range(levels)]
        return [np.array([round(10 * ink) for ink in inks], dtype=np.int64)]
    tables = []
    for channel, name in enumerate(space.inks):
        low, high = decode[channel] if decode and channel < len(decode) else (0.0, 1.0)
        share = low + np.arange(levels) / (levels - 1) * (high - low)
        share = np.clip(1 - share if space.inverted else share, 0, 1)
        tables.append(np.rint(1000 * share * (name != "None")).astype(np.int64))
    return tables
