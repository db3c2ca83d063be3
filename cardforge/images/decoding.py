"""Decoding pictures: whole, small, and edited."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardforge.images.colours import alpha_of, on_screen, printable
from cardforge.images.editing import as_jpeg, edited
from cardforge.images.opening import is_pdf, load, opened
from cardforge.images.values import AS_IT_IS, Edit, Pixels

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

_SPACES = {"L": "gray", "RGB": "rgb", "CMYK": "cmyk"}


def pixels(path: Path, edit: Edit = AS_IT_IS) -> Pixels:
    """Return a picture decoded to gray, sRGB or cmyk, with its alpha beside it."""
    return as_pixels(*decoded(path, edit))


def decoded(path: Path, edit: Edit = AS_IT_IS) -> tuple[PillowImage, PillowImage | None]:
    """Return a picture as L, RGB or CMYK, what its file says beside it in `info`, and its alpha."""
    with opened(path) as image:
        load(image, path)
        return edited(printable(image), alpha_of(image), edit)


def photograph(path: Path, edit: Edit) -> tuple[int, int, str, bytes]:
    """Return width, height, space (as of Pixels) and JPEG data of an edited photograph."""
    image, _ = decoded(path, edit)
    image = on_screen(image)
    return *image.size, _SPACES[image.mode], as_jpeg(image)


def thumbnail(path: Path, most_px: int, edit: Edit = AS_IT_IS) -> Pixels:
    """Return a picture decoded and made so small that neither side has more pixels than that."""
    from PIL.Image import Resampling

    if is_pdf(path):
        from cardforge.images.pdf_pages import page_pixels

        return as_pixels(*page_pixels(path, edit, most_px))
    if edit.strip is not None:
        small, alpha = decoded(path, edit)
    else:
        with opened(path) as image:
            image.draft(image.mode, (most_px, most_px))
            load(image, path)
            small, alpha = edited(printable(image), alpha_of(image), edit._replace(size=None))
    mode = small.mode
    if alpha is not None:
        # Together: what is clear says nothing of the colour.
        small = small.convert("RGBA")
        small.putalpha(alpha)
    small.thumbnail((most_px, most_px), Resampling.BOX)
    return as_pixels(small.convert(mode), None if alpha is None else small.getchannel("A"))


def as_pixels(image: PillowImage, alpha: PillowImage | None) -> Pixels:
    """Return the bytes of a decoded picture in the colours of a screen, or in ink."""
    image = on_screen(image)
    return Pixels(
        *image.size, _SPACES[image.mode], image.tobytes(), alpha.tobytes() if alpha else None
    )
