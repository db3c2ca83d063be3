"""A picture file judged: its kind, pixels, resolution, colours and size, and that it is whole."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cardforge.check.verify import png
from cardforge.check.verify.faults import Fault, error, tell, warning
from cardforge.check.verify.png import Damaged, Picture
from cardforge.check.verify.values import SAME_DPI, Expected, Facts, in_line
from cardforge.diagnostics import Report
from cardforge.units import show

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

_SIGNS = (
    (png.START, "png"), (b"\xff\xd8\xff", "jpg"), (b"II*\0", "tif"), (b"MM\0*", "tif"),
    (b"GIF8", "gif"), (b"BM", "bmp"), (b"%PDF-", "pdf"), (b"PK\x03\x04", "zip"),
)  # fmt: skip
_ENDINGS = {"jpg": ("jpg", "jpeg"), "tif": ("tif", "tiff")}
_PILLOW = {"jpg": "JPEG", "tif": "TIFF", "gif": "GIF", "bmp": "BMP"}
_MODES = {"L": "grey", "1": "black and white", "P": "indexed", "LA": "grey with alpha",
          "RGBA": "RGB with alpha", "YCbCr": "RGB"}  # fmt: skip
# Of a picture that is looked at as a whole; a sheet of 12 × 18 in at 600 dpi has 78 million.
_MOST_GLANCED = 100_000_000
_JPEG_END = b"\xff\xd9"
PICTURES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".gif", ".bmp")


def kind_of(data: bytes) -> str | None:
    """Return the kind of a file by its first bytes, as its name should end; None if unknown."""
    return next((kind for sign, kind in _SIGNS if data.startswith(sign)), None)


def verify_picture(name: str, data: bytes, expected: Expected | None, report: Report) -> Facts:
    """Return what a picture file is, and report whatever is not as it should be."""
    wanted = expected or Expected()
    try:
        picture = read(data)
    except Damaged as problem:
        fault = error("file.unreadable", str(problem), "save the picture again")
        tell(name, [fault], report)
        return Facts(name, "picture", readable=False)
    tell(name, _faults(name, data, picture, wanted), report)
    return Facts(name, picture.kind.upper(), _table(picture, len(data)))


def read(data: bytes) -> Picture:
    """Return what a picture is, decoded wholly; raises Damaged."""
    kind = kind_of(data)
    if not data:
        raise Damaged("is empty")
    if kind == "png":
        return png.read(data)
    if kind not in _PILLOW:
        raise Damaged("is no picture that a shop takes")
    return _decoded(data, kind)


def _decoded(data: bytes, kind: str) -> Picture:
    import struct
    import warnings

    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=(_PILLOW[kind],)) as image:
                width, height = image.size
                if width * height > png.MOST_PIXELS:
                    raise Damaged(f"has {width} × {height} pixels: too many to be looked through")
                found = image.info.get("dpi")
                mode = _MODES.get(image.mode, image.mode)
                profile = image.info.get("icc_profile")
                # A JPEG is read to its end even when it is decoded at an eighth of its size.
                image.draft(image.mode, (1, 1))
                image.load()
    except Image.DecompressionBombError:
        raise Damaged("has too many pixels to be looked through") from None
    except UnidentifiedImageError:
        raise Damaged("is damaged: nothing of it can be read") from None
    except Damaged:
        raise
    except (OSError, ValueError, SyntaxError, TypeError, struct.error, MemoryError):
        raise Damaged("is damaged or cut short") from None
    if kind == "jpg" and _JPEG_END not in data[-4096:]:
        raise Damaged("is cut short")
    return Picture(kind, width, height, mode, dpi_in(found), _profile_name(profile))


@contextmanager
def glanced(data: bytes) -> Iterator[PillowImage]:
    """Give a picture file opened, its pixels not yet read; raises ValueError for what is none.

    Only the kinds that are judged are opened, and none that would take gigabytes.
    """
    import struct
    import warnings

    from PIL import Image

    formats = [{**_PILLOW, "png": "PNG"}.get(kind_of(data) or "", "PNG")]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=formats) as image:
                if image.size[0] * image.size[1] > _MOST_GLANCED:
                    raise ValueError("too many pixels")
                yield image
    except (Image.DecompressionBombError, OSError, SyntaxError, TypeError, struct.error) as fault:
        raise ValueError(str(fault)) from None
    except MemoryError:
        raise ValueError("too many pixels") from None


def dpi_in(found: object) -> tuple[float, float] | None:
    """Return the pixels for each inch that a file states, None where they say nothing."""
    try:
        across, down = (float(value) for value in found)  # type: ignore[attr-defined]
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return (across, down) if across > 1 and down > 1 else None


def _profile_name(profile: bytes | None) -> str | None:
    """Return the name that a profile carries."""
    if not profile:
        return None
    import struct

    try:
        (count,) = struct.unpack_from(">I", profile, 128)
        for index in range(min(count, 64)):
            tag, at, size = struct.unpack_from(">4sII", profile, 132 + 12 * index)
            if tag == b"desc":
                return _described(profile[at : at + size])
    except struct.error:
        pass
    return "a profile"


def _described(tag: bytes) -> str:
    """Return the text of a description: plain in old profiles, in several languages in new."""
    if tag[:4] == b"mluc":
        at, length = int.from_bytes(tag[24:28], "big"), int.from_bytes(tag[20:24], "big")
        return tag[at : at + length].decode("utf-16-be", "replace")[:80]
    length = int.from_bytes(tag[8:12], "big")
    return tag[12 : 12 + length].split(b"\0")[0].decode("latin-1")[:80]


# --- judging ---


def _faults(name: str, data: bytes, picture: Picture, wanted: Expected) -> Iterator[Fault]:
    yield from _format(name, picture, wanted)
    size = picture.width_px, picture.height_px
    if wanted.pixels is not None and size != wanted.pixels:
        yield error(
            "file.size",
            f"has {size[0]} × {size[1]} pixels, expected {wanted.pixels[0]} × {wanted.pixels[1]}",
        )
    if wanted.most_pixels is not None and max(size) > wanted.most_pixels:
        yield error(
            "file.size",
            f"has {size[0]} × {size[1]} pixels, {wanted.shop} takes at most {wanted.most_pixels}"
            " on a side",
        )
    if wanted.most_bytes is not None and len(data) > wanted.most_bytes:
        yield error(
            "file.size",
            f"has {len(data):,} bytes, {wanted.shop or 'the shop'} takes at most"
            f" {wanted.most_bytes:,}",
            "save it as a JPEG, or as one of lower quality",
        )
    yield from _resolution(picture, wanted)
    if wanted.mode == "RGB" and not picture.mode.startswith(("RGB", "grey", "indexed")):
        yield error(
            "file.colour", f"its colours are {picture.mode}, {wanted.shop or 'the order'} wants RGB"
        )
    if wanted.mode == "RGB" and "alpha" in picture.mode:
        yield warning(
            "file.transparency",
            "is transparent in places: a shop prints those white or black",
            "save it without transparency",
        )


def _format(name: str, picture: Picture, wanted: Expected) -> Iterator[Fault]:
    ending = name.rpartition(".")[2].lower()
    good = _ENDINGS.get(picture.kind, (picture.kind,))
    if ending not in good:
        yield error("file.format", f"is a {picture.kind.upper()}, its name ends in .{ending}")
    takes = wanted.formats or ((wanted.kind,) if wanted.kind else ())
    if takes and picture.kind not in takes:
        yield error(
            "file.format",
            f"is a {picture.kind.upper()}, {wanted.shop or 'the order'} wants"
            f" {in_line([kind.upper() for kind in takes])}",
        )


def _resolution(picture: Picture, wanted: Expected) -> Iterator[Fault]:
    if wanted.dpi is None:
        return
    if picture.dpi is None:
        yield error("file.dpi", f"does not say its resolution, expected {show(wanted.dpi)} dpi")
    elif max(abs(value - wanted.dpi) for value in picture.dpi) > SAME_DPI:
        found = " × ".join(show(value) for value in dict.fromkeys(picture.dpi))
        yield error("file.dpi", f"says {found} dpi, expected {show(wanted.dpi)}")


def _table(picture: Picture, size: int) -> dict[str, object]:
    return {
        "pixels": [picture.width_px, picture.height_px],
        "dpi": [round(value, 2) for value in picture.dpi] if picture.dpi else None,
        "colours": picture.mode,
        "profile": picture.profile,
        "bytes": size,
    }
