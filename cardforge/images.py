"""Pictures: what a file is before anything is printed from it, and how it fits a box.

A picture is an ordinary file of the game folder.  Its kind is read from its
first bytes, never from its name; only `pixels` decodes it wholly.
"""

from __future__ import annotations

import io
import struct
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardforge.diagnostics import Report, Span
from cardforge.gamefolder import FileError, find_file
from cardforge.geometry import Box
from cardforge.icc import ProfileError, read_profile

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage
    from PIL.ImageCms import ImageCmsTransform

MAX_MEGAPIXELS = 100
KINDS = ("PNG", "JPEG", "GIF", "WEBP", "TIFF", "BMP")

_JPEG_END = b"\xff\xd9"
# Pillow's words for pictures without colours; those of sixteen bits begin with I.
_GRAYS = ("1", "L", "LA")


class ImageError(Exception):
    """A picture that cannot be used: a problem code, a message and a hint."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


class ImageFacts(NamedTuple):
    """What a picture is: its kind (PNG, JPEG …), its size and its colours.

    `mode` is Pillow's word: L, RGB, CMYK, P …; `misnamed` says that the name of the file promises
    another kind, `is_foreign` that its colours are those of a profile inside it instead of sRGB,
    `trouble` what is wrong with that profile, `is_inverted` that it is a JPEG whose inks are
    stored upside down, as Adobe's programs do and say in a marker.
    """

    kind: str
    width_px: int
    height_px: int
    mode: str
    has_alpha: bool
    misnamed: bool
    is_foreign: bool = False
    trouble: str | None = None
    is_inverted: bool = False


class Pixels(NamedTuple):
    """A decoded picture: 8 bits a channel, row after row from the top."""

    width_px: int
    height_px: int
    space: str
    data: bytes
    alpha: bytes | None


def find_image(name: str, folder: Path) -> Path:
    """Return the picture file that `name` means inside the game folder."""
    try:
        return find_file(folder, name)
    except FileError as error:
        raise ImageError(f"image.{error.reason}", error.message, error.hint) from None


def facts(path: Path) -> ImageFacts:
    """Return what a picture is, from its headers; raises ImageError."""
    with _opened(path) as image:
        # A telephone's picture is a JPEG with others, such as its preview, behind it.
        kind = "JPEG" if image.format == "MPO" else str(image.format)
        transparency = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
        misnamed = path.suffix.lower() not in _suffixes(kind)
        way, trouble = _way_to_screen(image)
        return ImageFacts(
            *(kind, *image.size, image.mode, transparency, misnamed),
            is_foreign=way is not None,
            trouble=trouble,
            is_inverted=_is_inked_jpeg(image) and "adobe" in image.info,
        )


def check_colours(path: Path, place: Span, report: Report) -> None:
    """Warn of a profile that does not fit the picture that it is in; raises ImageError."""
    trouble = facts(path).trouble
    if trouble is not None:
        message = f"'{path.name}': {trouble}; its colours are taken as they are"
        hint = "save the picture again in sRGB, with its profile"
        report.warning("image.profile", message, place, hint=hint)


def _opened(path: Path) -> PillowImage:
    """Return the picture with only its headers read."""
    import warnings

    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            # Our own limit below speaks of pixels; Pillow's would speak of bombs.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(path, formats=KINDS)
    except Image.DecompressionBombError:
        raise _too_large(path, "more than twice that") from None
    except UnidentifiedImageError:
        raise _unknown_kind(path) from None
    except (OSError, ValueError, SyntaxError, struct.error) as error:
        raise _broken(path, getattr(error, "strerror", None)) from None
    width, height = image.size
    if width * height > MAX_MEGAPIXELS * 1_000_000:
        image.close()
        raise _too_large(path, f"{width} × {height}")
    return image


def _too_large(path: Path, size: str) -> ImageError:
    return ImageError(
        "image.too-large",
        f"'{path.name}' may have at most {MAX_MEGAPIXELS} million pixels, found {size}",
        "save it at the size at which it is printed, 300 pixels for each inch",
    )


def _unknown_kind(path: Path) -> ImageError:
    if path.stat().st_size == 0:
        return ImageError("image.broken", f"'{path.name}' is empty", "save the picture again")
    return ImageError(
        "image.kind",
        f"'{path.name}' is no picture that can be printed",
        f"save it as one of {', '.join(KINDS)}",
    )


def _suffixes(kind: str) -> tuple[str, ...]:
    special = {"JPEG": (".jpg", ".jpeg"), "TIFF": (".tif", ".tiff")}
    return special.get(kind, (f".{kind.lower()}",))


def verify(path: Path) -> None:
    """Decode a picture once and raise ImageError if it is cut short or damaged.

    A cut JPEG decodes without complaint when its data ends in a marker, so the
    end of the file is looked at as well.
    """
    with _opened(path) as image:
        # A JPEG is read to its end even when it is decoded at an eighth of its size.
        image.draft(image.mode, (1, 1))
        _load(image, path)
        if image.format == "JPEG" and _JPEG_END not in _tail(path):
            raise _broken(path)


def _load(image: PillowImage, path: Path) -> None:
    try:
        image.load()
    except (OSError, ValueError, SyntaxError, struct.error):
        raise _broken(path) from None
    if image.mode in ("P", "PA") and not image.getpalette():
        # A PNG may lack the palette that its pixels count on.
        raise _broken(path)


def _broken(path: Path, why: str | None = None) -> ImageError:
    what = f"cannot be read: {why}" if why else "is damaged or cut short"
    return ImageError("image.broken", f"'{path.name}' {what}", "save the picture again")


def _tail(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 4096))
        return file.read()


def pixels(path: Path) -> Pixels:
    """Return a picture decoded to gray, sRGB or cmyk, with its alpha beside it."""
    return _pixels(*decoded(path))


def decoded(path: Path) -> tuple[PillowImage, PillowImage | None]:
    """Return a picture as L, RGB or CMYK, what its file says beside it in `info`, and its alpha."""
    with _opened(path) as image:
        _load(image, path)
        return _printable(image), _alpha_of(image)


def thumbnail(path: Path, most_px: int) -> Pixels:
    """Return a picture decoded and made so small that neither side has more pixels than that."""
    from PIL.Image import Resampling

    with _opened(path) as image:
        image.draft(image.mode, (most_px, most_px))
        _load(image, path)
        small, alpha = _printable(image), _alpha_of(image)
    mode = small.mode
    if alpha is not None:
        # Together: what is clear says nothing of the colour.
        small = small.convert("RGBA")
        small.putalpha(alpha)
    small.thumbnail((most_px, most_px), Resampling.BOX)
    return _pixels(small.convert(mode), None if alpha is None else small.getchannel("A"))


def _pixels(image: PillowImage, alpha: PillowImage | None) -> Pixels:
    image = on_screen(image)
    space = {"L": "gray", "RGB": "rgb", "CMYK": "cmyk"}[image.mode]
    return Pixels(*image.size, space, image.tobytes(), alpha.tobytes() if alpha else None)


def _printable(image: PillowImage) -> PillowImage:
    """Return the image as 8-bit gray, RGB or CMYK, without its alpha."""
    if image.mode.startswith("I"):
        # Sixteen bits of gray: Pillow's own conversion would clip, not scale.
        return image.convert("I").point(lambda value: value / 256).convert("L")
    if image.mode in _GRAYS:
        return image.convert("L")
    if _is_inked_jpeg(image) and "adobe" not in image.info:
        from PIL import ImageChops

        # Pillow takes every one for Adobe's.
        return ImageChops.invert(image)
    if image.mode == "P" and image.has_transparency_data:
        # Colours of a palette lose theirs in two steps only.
        image = image.convert("RGBA")
    return image if image.mode in ("RGB", "CMYK") else image.convert("RGB")


def _alpha_of(image: PillowImage) -> PillowImage | None:
    if not image.has_transparency_data:
        return None
    if image.mode.startswith("I"):
        from PIL import ImageMath

        # One of 65,536 grays is clear; Pillow would look for it among 256.
        clear = image.info["transparency"]
        seen: PillowImage = ImageMath.lambda_eval(
            lambda named: (named["gray"] != clear) * 255, gray=image.convert("I")
        )
        return seen.convert("L")
    return (image if "A" in image.getbands() else image.convert("RGBA")).getchannel("A")


def _is_inked_jpeg(image: PillowImage) -> bool:
    return image.format == "JPEG" and image.mode == "CMYK"


def on_screen(image: PillowImage) -> PillowImage:
    """Return a picture in sRGB, or in gray; one whose profile does not fit is left as it is."""
    way, _ = _way_to_screen(image)
    if way is None:
        return image
    from PIL import ImageCms

    made = ImageCms.applyTransform(image, way)
    return image if made is None else made.convert(image.mode)


def _way_to_screen(image: PillowImage) -> tuple[ImageCmsTransform | None, str | None]:
    """Return what brings a picture to sRGB, None for what is so already, and what is amiss.

    Ink stays as it was mixed, Lab is what Pillow converts itself, and what is sRGB under its own
    name needs nothing.
    """
    profile = image.info.get("icc_profile")
    if not profile or image.mode == "LAB":
        return None, None
    gray = image.mode in _GRAYS or image.mode.startswith("I")
    wanted = "CMYK" if image.mode == "CMYK" else "GRAY" if gray else "RGB"
    try:
        about = read_profile(profile)
    except ProfileError as fault:
        return None, f"its profile {fault}"
    if about.space != wanted:
        return None, f"its profile is for {about.space}, its pixels are {wanted}"
    if wanted == "CMYK" or "srgb" in about.name.lower():
        return None, None
    way = _way_from(profile, "L" if gray else "RGB")
    return way, "its profile is damaged" if way is None else None


@lru_cache(maxsize=8)
def _way_from(profile: bytes, mode: str) -> ImageCmsTransform | None:
    """Return what brings pictures with a profile to sRGB, None for a damaged one."""
    from PIL import ImageCms

    relative, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        screen = ImageCms.createProfile("sRGB")
        return ImageCms.buildTransform(source, screen, mode, "RGB", relative, flags)
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None


def fit_box(box: Box, width_px: float, height_px: float, fit: str) -> tuple[Box, Box | None]:
    """Return where a picture is drawn in a box, and which part of it, in fractions.

    `contain` shows all of it and may leave room, `cover` fills the box and may
    cut the picture, `stretch` does neither and distorts.
    """
    if fit == "stretch":
        return box, None
    across, down = box.width / width_px, box.height / height_px
    if fit == "contain":
        scale = min(across, down)
        width, height = width_px * scale, height_px * scale
        x, y = box.x + (box.width - width) / 2, box.y + (box.height - height) / 2
        return Box(x, y, width, height), None
    if fit != "cover":
        raise ValueError(fit)
    scale = max(across, down)
    shown_width, shown_height = across / scale, down / scale
    if shown_width == shown_height:
        return box, None
    return box, Box((1 - shown_width) / 2, (1 - shown_height) / 2, shown_width, shown_height)


def resolution_dpi(box: Box, crop: Box | None, width_px: int, height_px: int) -> float:
    """Return the pixels for each inch at which a picture is printed, the lower of both axes."""
    across = width_px * (crop.width if crop else 1.0) / (box.width / 25.4)
    down = height_px * (crop.height if crop else 1.0) / (box.height / 25.4)
    return min(across, down)
