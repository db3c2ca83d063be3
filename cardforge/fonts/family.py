"""The bold and italic faces that belong to a face."""

from __future__ import annotations

from collections.abc import Iterable

from cardforge.fonts.about import About, about_file, simplified
from cardforge.fonts.finding import Located

_BOLD, _SEMIBOLD, _BLACK = 700, 600, 900
# An italic may differ so much in weight from the upright face it belongs to.
_NEAR = 100


def relative(located: Located, *, bold: bool, italic: bool) -> Located | None:
    """Return the face of the same family that is bold or italic, None when there is none.

    Only packages and the system say which faces belong together; the files of a game folder are
    named by the designer.
    """
    if located.source == "folder":
        return None
    faces = _siblings(located)
    own = next((face for face in faces if _is(face, located)), None)
    found = None if own is None else _styled(faces, own, bold=bold, italic=italic)
    if found is None:
        return None
    number = str(found.number) if found.number else None
    return located._replace(path=found.path, face=number, instance=None)


def _siblings(located: Located) -> tuple[About, ...]:
    """Return the faces of a font package, or of the whole system."""
    if located.source == "system":
        from cardforge.fonts.system import system_fonts

        return system_fonts()
    folder = located.path.parent
    files = sorted(path for path in folder.iterdir() if path.suffix == located.path.suffix)
    return tuple(about for path in files for about in about_file(path))


def _is(face: About, located: Located) -> bool:
    return face.path == located.path and (located.face or "0") == str(face.number)


def _styled(faces: Iterable[About], own: About, *, bold: bool, italic: bool) -> About | None:
    names = _families(own)
    weight = own.weight
    if bold:
        weight = _BOLD if own.weight < _SEMIBOLD else _BLACK
    family = [
        face
        for face in faces
        if names & _families(face)
        and face.width == own.width
        and face.is_italic == (italic or own.is_italic)
        and not face.is_variable
        and (face.weight > own.weight if bold else abs(face.weight - own.weight) <= _NEAR)
    ]
    # The first of equals: a system may have the same font twice.
    return min(family, key=lambda face: abs(face.weight - weight), default=None)


def _families(about: About) -> frozenset[str]:
    """Return the families of a face, also those that only its whole name tells."""
    style = simplified(about.style)
    shorter = {
        name.removesuffix(style) for name in about.families if style and name.endswith(style)
    }
    return about.families | {name for name in shorter if name}
