"""Pictures as a press takes them: CMYK or black alone, within the ink limit, ready for PDF."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardforge.check.accessibility.vision import ciede2000
from cardforge.icc import ProfileError
from cardforge.images import AS_IT_IS, Edit, ImageError, decoded, facts, is_pdf, on_screen
from cardforge.press.arts import Arts
from cardforge.press.inks import NoProfile, black_tint
from cardforge.press.pixels import lossless
from cardforge.press.transforms import Transforms
from cardforge.render.pictures import Picture, Stored, image_entries

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image as PillowImage

    Array = np.ndarray[Any, Any]

# JPEG leaves no trace at this quality, colours of a pixel kept apart from its neighbours'.
_QUALITY = 95
_TRIES = 3
# A picture is judged on so many pixels a side.
_SAMPLE = 40
_SPACES = {"L": "/DeviceGray", "CMYK": "/DeviceCMYK"}
# Adobe's programs store CMYK upside down, and so does Pillow; readers go by the marker or this.
_UPSIDE_DOWN = " /Decode [1 0 1 0 1 0 1 0]"
_BAND_ROWS = 256


class Found(NamedTuple):
    """What was found of a picture: most ink before and after the limit, in per cent, and looks.

    `change` is how much the limit changes the look where it changes it most, `out` the share of
    the picture that the press is far from, `drawn` why a page of a PDF became pixels.
    """

    asked: float = 0.0
    given: float = 0.0
    change: float = 0.0
    out: float = 0.0
    drawn: str | None = None


class Photos:
    """Converts the pictures of a job, each file once; `far` is a difference too large (CIEDE2000).

    Pictures in colours need a profile: without one NoProfile is raised.
    """

    def __init__(
        self, through: Transforms | None, limit: float, far: float, arts: Arts | None = None
    ) -> None:
        self._through, self._arts = through, arts
        # In 255ths of an ink, all four together, as pixels count.
        self._limit = int(limit * 255 / 100 + 1e-6)
        self._far = far
        # What is printed, and what of it is pixels: a page of a PDF may be both.
        self._stored: dict[tuple[Path, Edit], Stored] = {}
        self._made: dict[tuple[Path, Edit], Picture] = {}
        self.found: dict[tuple[Path, Edit], Found] = {}

    def picture(self, path: Path, edit: Edit = AS_IT_IS) -> Stored:
        """Return a picture file for PDF, in grey or CMYK; raises ImageError and NoProfile.

        A page of a PDF stays drawn where all that is in it can be printed.
        """
        key = path, edit
        if key not in self._stored:
            art = None
            if self._arts is not None and is_pdf(path):
                art = self._arts.art(path, edit)
            self._stored[key] = art or self.flat(path, edit)
        return self._stored[key]

    def flat(self, path: Path, edit: Edit = AS_IT_IS) -> Picture:
        """Return a picture file as pixels, also a page of a PDF; raises as `picture` does."""
        key = path, edit
        if key not in self._made:
            self._made[key] = self._converted(path, edit)
        return self._made[key]

    def _converted(self, path: Path, edit: Edit) -> Picture:
        about, why = facts(path, edit.page), None
        image: PillowImage
        alpha: PillowImage | None
        if self._arts is not None and about.is_vector:
            image, alpha = self._arts.drawn(path, edit)
            why = self._arts.reasons.get((path, edit))
        else:
            image, alpha = decoded(path, edit)
        is_photo = about.kind == "JPEG"
        found = Found()
        if image.mode == "CMYK":
            inks, found = self._limited(image)
            if inks is image and is_photo and not edit.changes_pixels:
                picture = _dct(inks, path.read_bytes(), about.is_inverted)
            else:
                picture = self._encoded(inks, is_photo)
        elif (grey := _as_grey(image)) is not None:
            picture = self._encoded(grey.point(self._greys(image)), is_photo)
        else:
            source = image.info.get("icc_profile") if about.is_foreign else None
            try:
                inks, found = self._from_colours(image, source)
            except ProfileError as fault:
                message = f"'{path.name}': its profile {fault}"
                raise ImageError("image.broken", message, "save the picture in sRGB") from None
            picture = self._encoded(inks, is_photo)
        self.found[path, edit] = found._replace(drawn=why)
        if alpha is None or alpha.getextrema() == (255, 255):
            return picture
        return picture._replace(mask=_lossless(alpha))

    # --- colours ---

    def _from_colours(self, image: PillowImage, source: bytes | None) -> tuple[PillowImage, Found]:
        if self._through is None:
            raise NoProfile
        made = self._through.inks(image, source)
        sample = _sample(image), _sample(made)
        wanted, printed = self._through.looks(sample[0], source), self._through.looks(sample[1])
        far = [difference > self._far for difference in _differences(wanted, printed)]
        inks, found = self._limited(made)
        return inks, found._replace(out=sum(far) / len(far))

    def _limited(self, image: PillowImage) -> tuple[PillowImage, Found]:
        """Return a picture within the limit: the same when it is so already."""
        pixels = _array(image)
        asked = _most_ink(pixels)
        if asked <= self._limit:
            return image, Found(asked / 2.55, asked / 2.55)
        limited = _image(less(pixels, self._limit))
        return limited, Found(asked / 2.55, self._limit / 2.55, self._change(image, limited))

    def _change(self, one: PillowImage, other: PillowImage) -> float:
        if self._through is None:
            return 0.0
        looks = [self._through.looks(_sample(image)) for image in (one, other)]
        return max(_differences(*looks))

    def _greys(self, image: PillowImage) -> list[int]:
        """Return the grey to print for each grey of a picture, 0 full ink and 255 none.

        The whole range from paper to black ink is used, so that no shadow is lost.
        """
        from PIL import Image

        if self._through is None:
            return list(range(256))
        ramp = Image.frombytes("L", (256, 1), bytes(range(256))).convert(image.mode)
        ramp.info = image.info
        light = self._through.looks(on_screen(ramp).convert("RGB"))[:, 0]
        tints = self._through.black_tints
        white, black = tints[0], tints[-1]
        first, last = float(light.min()), float(light.max())
        share = (white - black) / (last - first) if last > first else 0.0
        return [255 - black_tint(black + (float(value) - first) * share, tints) for value in light]

    # --- files ---

    def _encoded(self, image: PillowImage, is_photo: bool) -> Picture:
        return (is_photo and self._jpeg(image)) or _lossless(image)

    def _jpeg(self, image: PillowImage) -> Picture | None:
        """Return a picture as JPEG, None when its pixels cannot be kept within the limit so."""
        from PIL.JpegImagePlugin import JpegImageFile

        limit, tried = self._limit, image
        for _ in range(_TRIES):
            file = io.BytesIO()
            tried.save(file, "JPEG", quality=_QUALITY, subsampling=0)
            made = _dct(image, file.getvalue(), image.mode == "CMYK")
            if image.mode == "L":
                return made
            file.seek(0)
            # Not by Image.open, which warns of more than 89 million pixels.
            over = _most_ink(_array(JpegImageFile(file))) - self._limit
            if over <= 0:
                return made
            # What compression adds is taken off beforehand.
            limit -= over
            tried = _image(less(_array(image), limit))
        return None


def _as_grey(image: PillowImage) -> PillowImage | None:
    """Return a picture without colours as grey, None for one with colours."""
    if image.mode == "L":
        return image
    red, green, blue = image.split()
    same = red.tobytes() == green.tobytes() == blue.tobytes()
    return red if same else None


def _bands(pixels: Array) -> Iterator[Array]:
    """Yield some rows after the other: to calculate with all of a large picture takes gigabytes."""
    for top in range(0, len(pixels), _BAND_ROWS):
        yield pixels[top : top + _BAND_ROWS]


def _most_ink(pixels: Array) -> int:
    return max(int(band.sum(axis=2, dtype="uint16").max()) for band in _bands(pixels))


def less(pixels: Array, limit: int) -> Array:
    """Return pixels with so much less of the colours that the sum of all inks is in the limit.

    Behind the four inks of the process there may be inks of their own, which stay as they are.
    """
    import numpy as np

    made = pixels.copy()
    for band in _bands(made):
        over = band.sum(axis=2, dtype=np.uint16) > limit
        black = band[over, 3:].sum(axis=1, dtype=np.float32)
        colours = band[over, :3].astype(np.float32)
        share = (limit - black) / np.maximum(colours.sum(axis=1), 1)
        less = np.floor(np.clip(colours * share[:, None], 0, 255) + 1e-3)
        band[over, :3] = less.astype(np.uint8)
    return made


def _differences(one: Array, other: Array) -> list[float]:
    pairs = {(*map(float, a), *map(float, b)) for a, b in zip(one, other, strict=True)}
    known = {pair: ciede2000(pair[:3], pair[3:]) for pair in pairs}
    return [known[(*map(float, a), *map(float, b))] for a, b in zip(one, other, strict=True)]


def _sample(image: PillowImage) -> PillowImage:
    """Return some pixels of a picture, spread over it."""
    from PIL.Image import Resampling

    width, height = image.size
    return image.resize((min(width, _SAMPLE), min(height, _SAMPLE)), Resampling.NEAREST)


def _array(image: PillowImage) -> Array:
    import numpy as np

    return np.asarray(image)


def _image(pixels: Array) -> PillowImage:
    from PIL import Image

    height, width, _ = pixels.shape
    return Image.frombuffer("CMYK", (width, height), pixels, "raw", "CMYK", 0, 1)


def _dct(image: PillowImage, jpeg: bytes, is_inverted: bool) -> Picture:
    decode = _UPSIDE_DOWN if is_inverted else ""
    entries = image_entries(*image.size, _SPACES[image.mode])
    return Picture(f"{entries}{decode} /Filter /DCTDecode", jpeg)


def _lossless(image: PillowImage) -> Picture:
    width, height = image.size
    return lossless(_array(image).reshape(height, width, -1), _SPACES[image.mode])
