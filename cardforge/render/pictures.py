"""Picture files as PDF objects.

What PDF can hold as it is goes in untouched: JPEG data, and the compressed rows of a plain PNG.
Everything else is decoded once, and so is what has colours of its own: it is brought to sRGB.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cardforge.color import Color
from cardforge.images import (
    AS_IT_IS,
    Art,
    Edit,
    ImageFacts,
    facts,
    is_pdf,
    photograph,
    pixels,
)

_SPACES = {"gray": "/DeviceGray", "rgb": "/DeviceRGB", "cmyk": "/DeviceCMYK"}
_JPEG_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}
# Adobe's programs store inks upside down, and so does Pillow.
_UPSIDE_DOWN = " /Decode [1 0 1 0 1 0 1 0]"
_PNG_START = b"\x89PNG\r\n\x1a\n"


class Picture(NamedTuple):
    """A picture ready for PDF: the entries of its dictionary and its encoded data.

    `inks` are the inks (colours of space spot) that it has channels for after cyan, magenta, yellow
    and black; with any, the entries name no colour space.
    """

    entries: str
    data: bytes
    mask: Picture | None = None
    inks: tuple[Color, ...] = ()


# What a file becomes: a picture, or the copied page of a PDF.
Stored = Picture | Art


def picture(path: Path, edit: Edit = AS_IT_IS) -> Stored:
    """Return a picture file as PDF wants it."""
    if is_pdf(path):
        from cardforge.images.pdf_art import art

        return art(path, edit)
    about = facts(path)
    if about.is_foreign or edit.changes_pixels:
        return _decoded(path, edit, is_photo=about.kind == "JPEG")
    if about.kind == "JPEG" and about.mode in _JPEG_SPACES:
        return _jpeg(path, about)
    if about.kind == "PNG" and (plain := _plain_png(path.read_bytes())):
        return plain
    return _decoded(path, edit)


def stored_size(stored: Stored) -> int:
    """Return about how many bytes a picture takes in the file."""
    if isinstance(stored, Art):
        return stored.size
    return len(stored.data) + (stored_size(stored.mask) if stored.mask is not None else 0)


def _jpeg(path: Path, about: ImageFacts) -> Picture:
    # Viewers follow /Decode, not the marker inside.
    decode = _UPSIDE_DOWN if about.is_inverted else ""
    entries = image_entries(about.width_px, about.height_px, _JPEG_SPACES[about.mode])
    return Picture(f"{entries}{decode} /Filter /DCTDecode", path.read_bytes())


def _decoded(path: Path, edit: Edit, *, is_photo: bool = False) -> Picture:
    if is_photo and edit.changes_pixels:
        # Losslessly it would be many times as large as it came.
        width, height, space, data = photograph(path, edit)
        decode = _UPSIDE_DOWN if space == "cmyk" else ""
        entries = image_entries(width, height, _SPACES[space])
        return Picture(f"{entries}{decode} /Filter /DCTDecode", data)
    image = pixels(path, edit)
    mask = None
    if image.alpha is not None:
        mask = _flate(image.width_px, image.height_px, "/DeviceGray", image.alpha)
    return _flate(image.width_px, image.height_px, _SPACES[image.space], image.data)._replace(
        mask=mask
    )


def _flate(width: int, height: int, space: str, data: bytes) -> Picture:
    entries = image_entries(width, height, space)
    return Picture(f"{entries} /Filter /FlateDecode", zlib.compress(data))


def image_entries(width: int, height: int, space: str, bits: int = 8) -> str:
    """Return how the dictionary of a picture begins; `space` may be empty."""
    named = f" /ColorSpace {space}" if space else ""
    return (
        f"/Type /XObject /Subtype /Image /Width {width} /Height {height}{named}"
        f" /BitsPerComponent {bits}"
    )


def _plain_png(data: bytes) -> Picture | None:
    """Return a PNG whose rows PDF can read as they are; None if it has to be decoded."""
    chunks = list(_chunks(data))
    width, height, bits, kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    names = {name for name, _ in chunks}
    if bits > 8 or kind not in (0, 2, 3) or interlaced or b"tRNS" in names:
        return None
    rows = b"".join(content for name, content in chunks if name == b"IDAT")
    space, channels = "/DeviceGray", 1
    if kind == 2:
        space, channels = "/DeviceRGB", 3
    if kind == 3:
        palette = next(content for name, content in chunks if name == b"PLTE")
        space = f"[/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]"
    predictor = f"/Predictor 15 /Colors {channels} /BitsPerComponent {bits} /Columns {width}"
    return Picture(
        f"{image_entries(width, height, space, bits)} /Filter /FlateDecode"
        f" /DecodeParms << {predictor} >>",
        rows,
    )


def tints(alternates: tuple[tuple[float, ...], ...]) -> bytes:
    """Return the function that shows process inks and others, given these, as four inks."""
    count = len(alternates)
    steps = []
    for ink in range(4):
        # The tint of the process ink, and on top of it the share of each ink of its own.
        steps.append(f"{3 + count} index")
        for index, alternate in enumerate(alternates):
            steps.append(f"{count + ink - index} index {alternate[ink]:.4g} mul add")
    steps.append(f"{8 + count} 4 roll {'pop ' * (4 + count)}")
    return f"{{ {' '.join(steps)}}}".encode()


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield (name, content) of each chunk of a PNG."""
    at = len(_PNG_START)
    while at + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length
