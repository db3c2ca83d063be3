"""What a picture file is, read from its headers, and whether all of it can be read."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cardforge.diagnostics import Report, Span
from cardforge.images.colours import is_inked_jpeg, way_to_screen
from cardforge.images.opening import PNG_START, broken, is_pdf, load, opened, quietly, suffixes
from cardforge.images.values import ImageError, ImageFacts

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

_JPEG_END = b"\xff\xd9"
_ORIENTATION_TAG = 0x0112


def facts(path: Path, page: int = 1, page_box: str = "trim") -> ImageFacts:
    """Return what a picture is, from its headers, or a page of a PDF; raises ImageError."""
    if is_pdf(path):
        from cardforge.images.pdf_pages import pdf_facts

        return pdf_facts(path, page, page_box)
    with opened(path) as image:
        if page != 1:
            message = f"'{path.name}' has no page {page}: it is a {image.format} picture"
            raise ImageError("image.page", message, "leave out page")
        # A telephone's picture is a JPEG with others, such as its preview, behind it.
        kind = "JPEG" if image.format == "MPO" else str(image.format)
        misnamed = path.suffix.lower() not in suffixes(kind)
        way, trouble = way_to_screen(image)
        return ImageFacts(
            *(kind, *image.size, image.mode, misnamed),
            is_foreign=way is not None,
            trouble=trouble,
            is_inverted=is_inked_jpeg(image) and "adobe" in image.info,
            orientation=_orientation(image, path),
        )


def check_colours(path: Path, place: Span, report: Report) -> None:
    """Warn of a profile that does not fit the picture that it is in; raises ImageError."""
    trouble = facts(path).trouble
    if trouble is not None:
        message = f"'{path.name}': {trouble}; its colours are taken as they are"
        hint = "save the picture again in sRGB, with its profile"
        report.warning("image.profile", message, place, hint=hint)


def verify(path: Path, page: int = 1) -> None:
    """Decode a picture once and raise ImageError if it is cut short or damaged.

    A cut JPEG decodes without complaint when its data ends in a marker, so the
    end of the file is looked at as well.
    """
    if is_pdf(path):
        from cardforge.images.pdf_art import check_page

        check_page(path, page)
        return
    with opened(path) as image:
        # A JPEG is read to its end even when it is decoded at an eighth of its size.
        image.draft(image.mode, (1, 1))
        load(image, path)
        if image.format == "JPEG" and _JPEG_END not in _tail(path):
            raise broken(path)


def _tail(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 4096))
        return file.read()


def _orientation(image: PillowImage, path: Path) -> int:
    """Return how a camera was held, as EXIF counts; 1 where a picture does not say."""
    from PIL import Image

    if image.format == "TIFF":
        # Turned while it is decoded.
        return 1
    try:
        with quietly():
            if image.format == "PNG":
                # Not by Pillow, which decodes all of a PNG to look for it.
                exif = Image.Exif()
                exif.load(b"Exif\0\0" + _png_chunk(path, b"eXIf"))
            else:
                exif = image.getexif()
            found = exif.get(_ORIENTATION_TAG, 1)
    except (OSError, ValueError, SyntaxError, KeyError, TypeError, EOFError, struct.error):
        # What a camera says about itself may be damaged: the pixels are none the worse.
        return 1
    return found if isinstance(found, int) and 1 <= found <= 8 else 1


def _png_chunk(path: Path, wanted: bytes) -> bytes:
    """Return the content of the first chunk of that name of a PNG, nothing if it has none."""
    with path.open("rb") as file:
        for name, length in _chunk_heads(file):
            if name == wanted:
                return file.read(min(length, 1 << 16))
    return b""


def _chunk_heads(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Yield (name, length) of each chunk, the file standing at its content."""
    at = len(PNG_START)
    while True:
        file.seek(at)
        head = file.read(8)
        if len(head) < 8:
            return
        length, name = struct.unpack(">I4s", head)
        yield name, length
        at += 12 + length
