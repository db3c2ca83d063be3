"""The colours of a decoded picture: as they are printed, and brought to those of a screen."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING

from cardforge.icc import ProfileError, read_profile

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage
    from PIL.ImageCms import ImageCmsTransform

# Pillow's words for pictures without colours; those of sixteen bits begin with I.
GRAYS = ("1", "L", "LA")


def printable(image: PillowImage) -> PillowImage:
    """Return the image as 8-bit gray, RGB or CMYK, without its alpha."""
    if image.mode.startswith("I"):
        # Sixteen bits of gray: Pillow's own conversion would clip, not scale.
        return image.convert("I").point(lambda value: value / 256).convert("L")
    if image.mode in GRAYS:
        return image.convert("L")
    if is_inked_jpeg(image) and "adobe" not in image.info:
        from PIL import ImageChops

        # Pillow takes every one for Adobe's.
        return ImageChops.invert(image)
    if image.mode == "P" and image.has_transparency_data:
        # Colours of a palette lose theirs in two steps only.
        image = image.convert("RGBA")
    return image if image.mode in ("RGB", "CMYK") else image.convert("RGB")


def alpha_of(image: PillowImage) -> PillowImage | None:
    """Return what of a picture is clear, None when nothing is."""
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


def is_inked_jpeg(image: PillowImage) -> bool:
    """Return whether a picture is a JPEG in CMYK."""
    return image.format == "JPEG" and image.mode == "CMYK"


def on_screen(image: PillowImage) -> PillowImage:
    """Return a picture in sRGB, or in gray; one whose profile does not fit is left as it is."""
    way, _ = way_to_screen(image)
    if way is None:
        return image
    from PIL import ImageCms

    made = ImageCms.applyTransform(image, way)
    return image if made is None else made.convert(image.mode)


def way_to_screen(image: PillowImage) -> tuple[ImageCmsTransform | None, str | None]:
    """Return what brings a picture to sRGB, None for what is so already, and what is amiss.

    Ink stays as it was mixed, Lab is what Pillow converts itself, and what is sRGB under its own
    name needs nothing.
    """
    profile = image.info.get("icc_profile")
    if not profile or image.mode == "LAB":
        return None, None
    gray = image.mode in GRAYS or image.mode.startswith("I")
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
