"""Opening a picture file: its kind from its first bytes, its size within limits."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cardforge.gamefolder import FileError, find_file
from cardforge.images.values import ImageError

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

MAX_MEGAPIXELS = 100
MAX_SIDE_PX = 30_000
# Of a picture without any text a hundred million pixels of eight bytes.
MAX_BYTES = 900_000_000
KINDS = ("PNG", "JPEG", "GIF", "WEBP", "TIFF", "BMP")

PNG_START = b"\x89PNG\r\n\x1a\n"
_PDF_START = b"%PDF-"
# Where a PDF may begin behind what a mail or a form has left before it.
_PDF_WITHIN = 1024


def find_image(name: str, folder: Path) -> Path:
    """Return the picture file that `name` means inside the game folder."""
    try:
        return find_file(folder, name)
    except FileError as error:
        raise ImageError(f"image.{error.reason}", error.message, error.hint) from None


def is_pdf(path: Path) -> bool:
    """Return whether a file is a PDF, by its first bytes."""
    try:
        with path.open("rb") as file:
            return _PDF_START in file.read(_PDF_WITHIN)
    except OSError as error:
        raise broken(path, error.strerror) from None


def is_svg(path: Path) -> bool:
    """Return whether a file is an SVG: called so, and none of the kinds that are pixels or PDF."""
    if path.suffix.lower() not in (".svg", ".svgz"):
        return False
    from PIL import Image

    Image.init()
    with path.open("rb") as file:
        start = file.read(_PDF_WITHIN)
    known = [accept for kind in KINDS if (accept := Image.OPEN[kind][1]) is not None]
    return not (_PDF_START in start or any(accept(start[:16]) for accept in known))


def opened(path: Path) -> PillowImage:
    """Return the picture with only its headers read."""
    from PIL import Image, UnidentifiedImageError

    if is_pdf(path):
        raise ValueError(f"'{path.name}' has no pixels")
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise _too_large(path, f"at most {MAX_BYTES // 1_000_000} MB", f"{size // 1_000_000} MB")
    # Our own limit below speaks of pixels; Pillow's would speak of bombs.
    limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
    try:
        with quietly():
            image = Image.open(path, formats=KINDS)
    except UnidentifiedImageError:
        raise _unknown_kind(path) from None
    except (OSError, ValueError, SyntaxError, EOFError, struct.error, OverflowError) as error:
        refuse(path, error)
    finally:
        Image.MAX_IMAGE_PIXELS = limit
    try:
        _check_size(path, *image.size)
    except ImageError:
        image.close()
        raise
    return image


@contextmanager
def quietly() -> Iterator[None]:
    """Keep Pillow from warning of what is reported here, or does not matter."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _check_size(path: Path, width: int, height: int) -> None:
    found = f"{width} × {height}"
    if width * height > MAX_MEGAPIXELS * 1_000_000:
        raise _too_large(path, f"at most {MAX_MEGAPIXELS} million pixels", found)
    if max(width, height) > MAX_SIDE_PX:
        raise _too_large(path, f"at most {MAX_SIDE_PX} pixels on a side", found)


def _too_large(path: Path, most: str, found: str) -> ImageError:
    return ImageError(
        "image.too-large",
        f"'{path.name}' may have {most}, found {found}",
        "save it at the size at which it is printed, 300 pixels for each inch",
    )


def refuse(path: Path, error: Exception) -> NoReturn:
    """Raise the ImageError for what a decoder could not read."""
    if isinstance(error, ValueError) and "text" in str(error).lower():
        size = _size_of_png(path)
        pixels = f" ({size[0]} × {size[1]} pixels)" if size else ""
        message = f"'{path.name}'{pixels} carries a text of more than 1 MB beside its pixels"
        raise ImageError("image.too-large", message, "save it again without its texts") from None
    raise broken(path, getattr(error, "strerror", None)) from None


def _size_of_png(path: Path) -> tuple[int, int] | None:
    with path.open("rb") as file:
        head = file.read(24)
    return struct.unpack(">II", head[16:24]) if head.startswith(PNG_START) else None


def _unknown_kind(path: Path) -> ImageError:
    if path.stat().st_size == 0:
        return ImageError("image.broken", f"'{path.name}' is empty", "save the picture again")
    return ImageError(
        "image.kind",
        f"'{path.name}' is no picture that can be printed",
        f"save it as one of {', '.join(KINDS)}, as PDF or as SVG",
    )


def suffixes(kind: str) -> tuple[str, ...]:
    """Return the endings that the name of a file of this kind may have."""
    special = {"JPEG": (".jpg", ".jpeg"), "TIFF": (".tif", ".tiff"), "PDF": (".pdf", ".ai")}
    return special.get(kind, (f".{kind.lower()}",))


def load(image: PillowImage, path: Path) -> None:
    """Decode the pixels of an opened picture; raises ImageError."""
    try:
        with quietly():
            image.load()
    except (OSError, ValueError, SyntaxError, EOFError, struct.error, OverflowError) as error:
        refuse(path, error)
    except MemoryError:
        raise broken(path, "its pixels do not fit into the memory") from None
    if image.mode in ("P", "PA") and not image.getpalette():
        # A PNG may lack the palette that its pixels count on.
        raise broken(path)


def broken(path: Path, why: str | None = None) -> ImageError:
    """Return the fault of a damaged picture."""
    what = f"cannot be read: {why}" if why else "is damaged or cut short"
    return ImageError("image.broken", f"'{path.name}' {what}", "save the picture again")
