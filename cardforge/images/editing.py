"""Editing pixels: colours taken out or changed, made smaller, continued beyond the edges."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from cardforge.color import Color
from cardforge.images.colours import on_screen
from cardforge.images.values import Edit, Strip

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage
    from PIL.Image import Transpose

Layers = tuple["PillowImage", "PillowImage | None"]

# Photographs that were changed: no trace of compression is seen at this quality.
_QUALITY = 95


def edited(image: PillowImage, alpha: PillowImage | None, edit: Edit) -> Layers:
    """Return a picture (L, RGB or CMYK) and its alpha with an edit made."""
    if edit.changes_colours:
        image = _recoloured(image, edit)
    if edit.strip is not None:
        image = _strip_of(image, edit.strip)
        alpha = _strip_of(alpha, edit.strip) if alpha is not None else None
    if edit.size is not None:
        return _smaller(image, alpha, edit.size)
    return image, alpha


def as_jpeg(image: PillowImage) -> bytes:
    """Return a picture as JPEG, for photographs that came as one and were changed."""
    file = io.BytesIO()
    image.save(file, "JPEG", quality=_QUALITY, subsampling=0)
    return file.getvalue()


# --- colours ---


def _recoloured(image: PillowImage, edit: Edit) -> PillowImage:
    # The profile is used up by this: what comes out is in the colours of a screen.
    image = on_screen(image)
    if edit.grey or edit.tint is not None:
        image = (image.convert("RGB") if image.mode == "CMYK" else image).convert("L")
    if edit.brightness or edit.contrast:
        image = _lighter(image, edit)
    if edit.tint is not None:
        image = _tinted(image, edit.tint)
    image.info.pop("icc_profile", None)
    return image


def _lighter(image: PillowImage, edit: Edit) -> PillowImage:
    # A contrast of 1 makes the middle greys twice as steep, −1 leaves one grey.
    slope, shift = 1.0 + edit.contrast, 255 * edit.brightness

    def light(value: int) -> int:
        return min(max(round((value - 127.5) * slope + 127.5 + shift), 0), 255)

    table = [light(value) for value in range(256)]
    if image.mode == "CMYK":
        # Inks are dark where they are many.
        table = [255 - light(255 - value) for value in range(256)]
    return image.point(table * len(image.getbands()))


def _tinted(gray: PillowImage, tint: Color) -> PillowImage:
    """Return greys as tones of one colour: black becomes it, white stays white."""
    from PIL import Image

    if tint.space in ("cmyk", "spot"):
        shares, mode, paper = tint.values, "CMYK", 0
    else:
        values = tint.values * 3 if tint.space == "gray" else tint.values
        shares, mode, paper = tuple(value - 1 for value in values), "RGB", 255
    bands = [
        gray.point([round(paper + share * (255 - value)) for value in range(256)])
        for share in shares
    ]
    return Image.merge(mode, bands)


# --- sizes ---


def _smaller(image: PillowImage, alpha: PillowImage | None, size: tuple[int, int]) -> Layers:
    from PIL.Image import Resampling

    if alpha is None:
        return _with_info(image.resize(size, Resampling.LANCZOS), image), None
    clear = alpha.resize(size, Resampling.LANCZOS)
    if image.mode == "CMYK":
        return _with_info(image.resize(size, Resampling.LANCZOS), image), clear
    # Together: what is clear says nothing of the colour.
    both = image.convert("RGBA")
    both.putalpha(alpha)
    small = both.resize(size, Resampling.LANCZOS).convert("RGB").convert(image.mode)
    return _with_info(small, image), clear


def _with_info(image: PillowImage, source: PillowImage) -> PillowImage:
    image.info = dict(source.info)
    return image


# --- beyond the edges ---


def upright(image: PillowImage, orientation: int) -> PillowImage:
    """Return a picture as it is to be seen, by an orientation as EXIF counts them."""
    from PIL.Image import Transpose

    ways: dict[int, Transpose] = {
        2: Transpose.FLIP_LEFT_RIGHT, 3: Transpose.ROTATE_180, 4: Transpose.FLIP_TOP_BOTTOM,
        5: Transpose.TRANSPOSE, 6: Transpose.ROTATE_270, 7: Transpose.TRANSVERSE,
        8: Transpose.ROTATE_90,
    }  # fmt: skip
    way = ways.get(orientation)
    return image if way is None else image.transpose(way)


def _strip_of(image: PillowImage, strip: Strip) -> PillowImage:
    x0, y0, x1, y1 = strip.inner
    whole = upright(image, strip.orientation).crop((x0, y0, x1, y1))
    left, top, right, bottom = strip.more
    across = _line(whole.width, left, right, strip.way)
    down = _line(whole.height, top, bottom, strip.way)
    x0, y0, x1, y1 = strip.part
    made = _gathered(whole, across[x0 + left : x1 + left], down[y0 + top : y1 + top])
    return _with_info(made, image)


def _line(count: int, before: int, after: int, way: str) -> list[int]:
    """Return which pixel of a line of so many stands at each place of the longer line.

    The outermost pixel never comes again: it is often half as dark as the picture.
    """
    places = range(-before, count + after)
    if count < 3:
        return [min(max(place, 0), count - 1) for place in places]
    if way == "stretch":
        return [place if 0 <= place < count else 1 if place < 0 else count - 2 for place in places]
    period = 2 * (count - 1)
    return [min(place % period, period - place % period) for place in places]


def _gathered(image: PillowImage, columns: list[int], rows: list[int]) -> PillowImage:
    """Return a picture of these columns and rows of another, neighbours taken together."""
    from PIL import Image

    wide = Image.new(image.mode, (len(columns), image.height))
    for at, first, count, step in _runs(columns):
        low, high = sorted((first, first + step * (count - 1)))
        piece = image.crop((low, 0, high + 1, image.height))
        wide.paste(_run(piece, count, step, across=True), (at, 0))
    made = Image.new(image.mode, (len(columns), len(rows)))
    for at, first, count, step in _runs(rows):
        low, high = sorted((first, first + step * (count - 1)))
        piece = wide.crop((0, low, wide.width, high + 1))
        made.paste(_run(piece, count, step, across=False), (0, at))
    return made


def _run(piece: PillowImage, count: int, step: int, *, across: bool) -> PillowImage:
    """Return neighbouring columns (or rows) in the order in which they are wanted."""
    from PIL.Image import Transpose

    if step == 0:
        return piece.resize((count, piece.height) if across else (piece.width, count), 0)
    if step < 0:
        flip = Transpose.FLIP_LEFT_RIGHT if across else Transpose.FLIP_TOP_BOTTOM
        return piece.transpose(flip)
    return piece


def _runs(indices: list[int]) -> list[tuple[int, int, int, int]]:
    """Return (place, first, how many, step) of each run of neighbours, or of one again."""
    runs: list[tuple[int, int, int, int]] = []
    at = 0
    while at < len(indices):
        step = indices[at + 1] - indices[at] if at + 1 < len(indices) else 1
        if step not in (-1, 0, 1):
            step = 1
        count = 1
        while at + count < len(indices) and indices[at + count] == indices[at] + step * count:
            count += 1
        runs.append((at, indices[at], count, step))
        at += count
    return runs
