"""Colours through ICC profiles: LittleCMS, as Pillow brings it.

Looks are CIELAB values in which the paper is white and the blackest black of the press black, so
that two of them differ by what the press cannot print and not by its paper and ink.
"""

from __future__ import annotations

import io
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from cardforge.icc import Profile, ProfileError, read_profile

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image as PillowImage

Looks = tuple[float, float, float]

_PERCEPTUAL, _RELATIVE = 0, 1
_INTENTS = {"perceptual": _PERCEPTUAL, "relative": _RELATIVE}
_BLACK_POINT = 0x2000


class Transforms:
    """The ways between the screen, pictures' own colours, the inks of a press, and looks.

    Get one from `transforms`: making its ways takes long.
    """

    def __init__(self, profile: bytes, intent: str) -> None:
        self._profile = profile
        self._intent = _INTENTS[intent]
        self._made: dict[tuple[bytes | None, str], Any] = {}

    def check(self) -> None:
        """Raise ProfileError when LittleCMS cannot print by the profile, or look at its prints."""
        from PIL import ImageCms

        try:
            self._inks_of(None)
            self._looks_of_inks  # noqa: B018 made here
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
            raise ProfileError("is damaged") from None

    def inks(self, picture: PillowImage, source: bytes | None = None) -> PillowImage:
        """Return a picture in RGB as CMYK; `source` is its own profile, else sRGB.

        Raises ProfileError.
        """
        from PIL import ImageCms

        try:
            made = ImageCms.applyTransform(picture, self._inks_of(source))
        except (ImageCms.PyCMSError, OSError):
            raise ProfileError("is damaged") from None
        if made is None:
            raise ProfileError("is damaged")
        return made

    def looks(self, picture: PillowImage, source: bytes | None = None) -> np.ndarray[Any, Any]:
        """Return the looks of each pixel of a picture in CMYK, printed, or in RGB, on a screen."""
        import numpy as np
        from PIL import ImageCms

        way = self._looks_of_inks if picture.mode == "CMYK" else self._looks_of(source)
        seen = ImageCms.applyTransform(picture, way)
        if seen is None:
            raise ProfileError("is damaged")
        # Pillow hands out a* and b* as signed bytes, L* as 0 to 255.
        lightness = np.frombuffer(seen.tobytes(), np.uint8).reshape(-1, 3)[:, :1] / 2.55
        opponents = np.frombuffer(seen.tobytes(), np.int8).reshape(-1, 3)[:, 1:]
        return np.concatenate([lightness, opponents.astype(float)], axis=1)

    @cached_property
    def black_tints(self) -> tuple[float, ...]:
        """Return the lightness of black ink alone in 256 tints, from none to full."""
        from PIL import Image

        ramp = Image.frombytes("CMYK", (256, 1), b"".join(bytes((0, 0, 0, k)) for k in range(256)))
        return tuple(float(value) for value in self.looks(ramp)[:, 0])

    def _inks_of(self, source: bytes | None) -> Any:
        key = (source, "CMYK")
        if key not in self._made:
            flags = _BLACK_POINT if self._intent == _RELATIVE else 0
            to_inks = _opened(source), _opened(self._profile)
            self._made[key] = _way(*to_inks, "RGB", "CMYK", self._intent, flags)
        return self._made[key]

    def _looks_of(self, source: bytes | None) -> Any:
        key = (source, "LAB")
        if key not in self._made:
            self._made[key] = _way(_opened(source), _looks(), "RGB", "LAB", _RELATIVE, 0)
        return self._made[key]

    @cached_property
    def _looks_of_inks(self) -> Any:
        to_looks = _opened(self._profile), _looks()
        return _way(*to_looks, "CMYK", "LAB", _RELATIVE, _BLACK_POINT)


@lru_cache(maxsize=4)
def transforms(profile: bytes, intent: str) -> Transforms:
    """Return the ways of a press, the same for every language of a game."""
    return Transforms(profile, intent)


def _way(one: Any, other: Any, mode: str, other_mode: str, intent: int, flags: int) -> Any:
    """Return what takes pictures of one mode and profile to another."""
    from PIL import ImageCms

    how = ImageCms.Intent(intent), ImageCms.Flags(flags)
    way = ImageCms.buildTransform(one, other, mode, other_mode, *how)
    # Pillow copies this profile to every picture it makes: a megabyte for a colour is slow.
    way.output_profile = ImageCms.ImageCmsProfile(_looks())
    return way


def _opened(profile: bytes | None) -> Any:
    """Return a profile as LittleCMS has it; None is sRGB."""
    from PIL import ImageCms

    if profile is None:
        return ImageCms.createProfile("sRGB")
    return ImageCms.ImageCmsProfile(io.BytesIO(profile))


def _looks() -> Any:
    from PIL import ImageCms

    return ImageCms.createProfile("LAB")


@lru_cache(maxsize=8)
def checked(data: bytes, intent: str) -> Profile:
    """Return a profile by which a press prints in CMYK with an intent; raises ProfileError."""
    profile = read_profile(data)
    if profile.kind != "prtr" or profile.space != "CMYK":
        what = {"prtr": "printer", "mntr": "screen", "scnr": "camera or scanner"}
        kind = what.get(profile.kind, profile.kind or "other")
        raise ProfileError(f"is a {kind} profile for {profile.space}, not a printer's for CMYK")
    transforms(data, intent).check()
    return profile
