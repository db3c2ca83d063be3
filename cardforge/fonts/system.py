"""The fonts of this computer, by family and style.

Only the folders where a system keeps fonts are looked into, and only at the
small tables of each file; what is found is kept for the run and nowhere else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from cardforge.diagnostics import did_you_mean
from cardforge.fonts.about import About, about_file, simplified
from cardforge.fonts.faults import FontError
from cardforge.truetype import REGULAR

_FILES = (".ttf", ".otf", ".ttc", ".otc")
_MOST_FILES = 20_000
# What the style of an ordinary face may be called.
_PLAIN = ("", "regular", "book", "roman", "normal")


def folders() -> tuple[Path, ...]:
    """Return the folders where this system keeps fonts, the user's own first."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", home / "AppData/Local"))
        windows = Path(os.environ.get("WINDIR", "C:/Windows"))
        return local / "Microsoft/Windows/Fonts", windows / "Fonts"
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share")
    shared = Path("/usr/local/share/fonts"), Path("/usr/share/fonts")
    return data / "fonts", home / ".fonts", *shared


def system_fonts() -> tuple[About, ...]:
    """Return the faces of this computer's fonts, those of the first folder first."""
    return _read_all(folders())


@cache
def _read_all(places: tuple[Path, ...]) -> tuple[About, ...]:
    return tuple(about for path in _files(places) for about in about_file(path))


def _files(places: tuple[Path, ...]) -> Iterator[Path]:
    """Yield the font files of some folders in a steady order, and nothing outside."""
    real = [place.resolve() for place in places]
    left = _MOST_FILES
    for place in places:
        for folder, inside, files in os.walk(place):
            inside.sort()
            for name in sorted(files):
                path = Path(folder, name)
                if left and name.lower().endswith(_FILES) and _is_inside(path, real):
                    left -= 1
                    yield path


def _is_inside(path: Path, places: list[Path]) -> bool:
    try:
        if not path.is_symlink():
            return path.is_file()
        # A link from one folder of fonts into another is fine.
        there = path.resolve()
        return there.is_file() and any(there.is_relative_to(place) for place in places)
    except (OSError, RuntimeError):
        return False


def find_in_system(name: str, style: str | None = None) -> tuple[About, str | None]:
    """Return the face that goes by a name, or a family's face of a style; raises FontError.

    With it comes the instance to take of it where the face is a variable font.
    """
    faces = system_fonts()
    family = [about for about in faces if simplified(name) in about.families]
    wanted = simplified(name + (style or ""))
    if style is None and family and (plain := _plainest(family)) is not None:
        return plain, None
    # A fixed face before one of a variable font.
    for about in sorted(faces, key=lambda about: about.is_variable):
        if wanted in about.names:
            return about, None
    for about in faces:
        for instance in about.instances:
            if wanted in (simplified(f + instance) for f in about.families):
                return about, instance
    if style is not None and simplified(style) in _PLAIN and (plain := _plainest(family)):
        return plain, None
    raise _unknown(name, style, family, faces)


def _plainest(family: Iterable[About]) -> About | None:
    """Return the ordinary face of a family: upright, of ordinary width, the nearest to regular."""
    upright = [about for about in family if not about.is_italic]
    return min(
        upright,
        key=lambda about: (abs(about.weight - REGULAR), abs(about.width - 5), about.is_variable),
        default=None,
    )


def _unknown(
    name: str, style: str | None, family: list[About], faces: tuple[About, ...]
) -> FontError:
    if style is not None and family:
        styles = sorted(
            {about.style for about in family} | {i for a in family for i in a.instances}
        )
        message = f"the font '{name:.60}' of this computer has no style '{style:.60}'"
        hint = did_you_mean(style, styles) or f"it has {', '.join(styles[:12])}"
        return FontError("font.unknown", message, hint)
    called = f"{name} {style}" if style else name
    known = sorted({about.family for about in faces} | {about.full for about in faces})
    hint = did_you_mean(called, known) or "see `cardforge list fonts`"
    return FontError("font.unknown", f"this computer has no font called '{called:.60}'", hint)
