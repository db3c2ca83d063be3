"""Finding the file behind the name of a font: in the game folder, in a package, in the system."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from cardforge.diagnostics import did_you_mean
from cardforge.fonts.faults import FontError
from cardforge.gamefolder import FileError, find_file

# Packages from PyPI with open licences, and the folder of each that holds the faces.
PACKAGES = (
    ("font_lato", "files"),
    ("font_fjallaone", "files"),
    ("font_caladea", "files"),
    ("font_manrope", "files"),
    ("font_rhd", "files"),
    ("ttf_opensans", "ttf"),
    ("font_source_serif_pro", "files"),
)
# Under these names other packages tell Python that they bring fonts.
_ENTRY_POINTS = ("fonts_ttf", "fonts_otf")
SYSTEM = "system:"
FILES = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
_OF_COLLECTION = re.compile(r"(.+\.(?:ttc|otc))#(.+)\Z", re.IGNORECASE | re.DOTALL)
_FOLDER, _PACKAGE, _COMPUTER = "folder", "package", "system"


class Located(NamedTuple):
    """Where a font is: its file, which of the faces in it, and where that file comes from."""

    path: Path
    source: str = _FOLDER  # folder, package or system
    face: str | None = None
    instance: str | None = None


def locate(name: str, folder: Path, style: str | None = None) -> Located:
    """Return where a font is; raises FontError.

    A name is a face such as `Lato-Regular`, a file inside `folder` such as `fonts/My.otf` or
    `fonts/My.ttc#2`, or `system: Family Style`; `style` is the style of a system's family.
    """
    if name.startswith(SYSTEM):
        from cardforge.fonts.system import find_in_system

        about, instance = find_in_system(name[len(SYSTEM) :].strip(), style)
        return Located(about.path, _COMPUTER, str(about.number) if about.number else None, instance)
    match = _OF_COLLECTION.match(name)
    file, face = match.groups() if match else (name, None)
    if "/" in file or "\\" in file or file.lower().endswith(FILES):
        try:
            return Located(find_file(folder, file), _FOLDER, face)
        except FileError as error:
            raise FontError(f"font.{error.reason}", error.message, error.hint) from None
    for faces in package_faces():
        if name in faces:
            return Located(faces[name], _PACKAGE)
    hint = did_you_mean(name, known_fonts()) or "see `cardforge list fonts`"
    raise FontError("font.unknown", f"no font is called '{name}'", hint)


def find_font(name: str, folder: Path) -> Path:
    """Return the file of a font; raises FontError."""
    return locate(name, folder).path


def known_fonts() -> list[str]:
    """Return the names of all faces of the installed font packages, sorted."""
    return sorted({name for faces in package_faces() for name in faces})


def package_faces() -> Iterator[dict[str, Path]]:
    """Yield the faces of each installed font package by name, our own packages first."""
    for package, inner in PACKAGES:
        folder = _place_of(package)
        if folder is not None and (folder / inner).is_dir():
            yield _faces((folder / inner,))
    known = {package for package, _ in PACKAGES}
    for package in _other_packages():
        if package not in known and (folder := _place_of(package)) is not None:
            inside = sorted(path for path in folder.iterdir() if path.is_dir())
            yield _faces((folder, *inside))


def _other_packages() -> list[str]:
    from importlib.metadata import entry_points

    points = (point for group in _ENTRY_POINTS for point in entry_points(group=group))
    return sorted({point.module.partition(".")[0] for point in points})


def _faces(folders: tuple[Path, ...]) -> dict[str, Path]:
    """Return the faces in a package, by exact letters on every system."""
    files = sorted(path for folder in folders for path in folder.iterdir())
    faces = {path.stem: path for path in files if path.suffix == ".otf"}
    # Of a face that comes in both kinds the one that needs no conversion.
    faces |= {path.stem: path for path in files if path.suffix == ".ttf"}
    # A variable font beside fixed faces only repeats them.
    fixed = {n: path for n, path in faces.items() if "VariableFont" not in n and "[" not in n}
    return fixed or faces


def _place_of(package: str) -> Path | None:
    """Return the folder of a package without importing it, None if not installed."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(next(iter(spec.submodule_search_locations)))
    return folder if folder.is_dir() else None
