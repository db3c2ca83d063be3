"""Opening the file of a font, of whatever kind, as metrics and plain bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardforge.diagnostics import did_you_mean
from cardforge.fonts.faults import FontError
from cardforge.fonts.rights import forbids_subsets, is_restricted, only_as_pictures
from cardforge.fonts.tables import COLLECTION, POSTSCRIPT, face_starts, only_face, renamed
from cardforge.truetype import TRUETYPE, Sfnt, TrueType, TrueTypeError

if TYPE_CHECKING:
    from cardforge.fonts.variable import Place, Variation

_WEB = (b"wOFF", b"wOF2")
_COLOURED = (b"COLR", b"SVG ", b"CBDT", b"sbix")
_LARGEST_FILE = 128 << 20
_OTHER_FILE = "use a font file: .ttf, .otf, .ttc, .woff or .woff2"
_OTHER_COPY = "use another copy of the font"


class Choice(NamedTuple):
    """What of a font file is wanted: which face of a collection, which instance of a variable."""

    face: str | None = None
    axes: tuple[tuple[str, float], ...] = ()
    instance: str | None = None
    # Whether the designer holds a licence that allows what the file forbids.
    licensed: bool = False


class Remark(NamedTuple):
    """What a designer should know of a font that can be used all the same."""

    severity: str  # "warning" or "note"
    code: str
    message: str
    hint: str


class Opened(NamedTuple):
    """A font that can be measured and embedded."""

    file: Sfnt
    remarks: tuple[Remark, ...] = ()


WHOLE = Choice()


def open_file(path: Path, choice: Choice = WHOLE) -> Opened:
    """Return the font of a file; raises FontError for what cannot be embedded."""
    try:
        file = _opened(path, choice)
    except TrueTypeError as error:
        hint = _OTHER_FILE if error.reason == "kind" else _OTHER_COPY
        message = f"'{path.name}' {error.message}"
        raise FontError(f"font.{error.reason}", message, hint) from None
    remarks = () if choice.licensed else _rights(path.name, file.embedding)
    if any(map(file.has_table, _COLOURED)):
        from cardforge.fonts.coloured import without_coloured

        without_coloured(file)
        remarks = (*remarks, _of_colour(path.name))
    return Opened(file, remarks)


def _opened(path: Path, choice: Choice) -> Sfnt:
    file = _whole(path, choice.face)
    if file.has_table(b"fvar"):
        return _instance(path, file, choice)
    if choice.axes or choice.instance is not None:
        message = f"'{path.name}' is no variable font: it has no axes and no instances"
        raise FontError("font.axis", message, "name the file of the face that you want")
    return file


def _whole(path: Path, face: str | None) -> Sfnt:
    """Return the font of a file as it is, a variable one with all that it can become."""
    data = _bytes(path)
    if data[:4] in _WEB:
        from cardforge.fonts.web import unpacked

        data = unpacked(data)
    if data[:4] == COLLECTION:
        data = _face(path, data, face)
    elif face is not None:
        message = f"'{path.name}' is no collection of fonts"
        raise FontError("font.face", message, f"leave out '#{face:.60}'")
    return _read(data)


def _bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > _LARGEST_FILE:
            message = f"'{path.name}' has {size >> 20} MB, which is more than a font can have"
            hint = f"use a file of at most {_LARGEST_FILE >> 20} MB"
            raise FontError("font.size", message, hint)
        return path.read_bytes()
    except OSError as error:
        message = f"'{path.name}' cannot be read: {error.strerror}"
        raise FontError("font.unreadable", message) from None


def _read(data: bytes) -> Sfnt:
    if data[:4] in TRUETYPE:
        return TrueType(data)
    if data[:4] == POSTSCRIPT:
        from cardforge.fonts.postscript import PostScript

        return PostScript(data)
    raise TrueTypeError("kind", f"is not a font{_seems(data)}")


def _seems(data: bytes) -> str:
    """Return what a file that is no font seems to be, to be said after "is not a font"."""
    start = data[:256].lstrip().lower()
    if start.startswith((b"<!doctype", b"<html", b"<head", b"<?xml")):
        return " but a web page: the download went wrong"
    if start.startswith((b"%!ps-adobefont", b"%!fonttype1", b"\x80\x01")):
        return " that can be used but a Type 1 font"
    return " but an archive: unpack it first" if start.startswith(b"pk\3\4") else ""


def _face(path: Path, data: bytes, wanted: str | None) -> bytes:
    """Return the face of a collection by its number or name; raises FontError without one."""
    from cardforge.fonts.about import about_data, simplified

    starts = face_starts(data)
    if wanted is None and len(starts) == 1:
        return only_face(data, starts[0])
    numbered = {str(number): start for number, start in enumerate(starts, 1)}
    if wanted is not None and wanted in numbered:
        return only_face(data, numbered[wanted])
    faces = about_data(path, data)
    for face in faces if wanted is not None else ():
        if simplified(wanted or "") in face.names:
            return only_face(data, starts[face.number - 1])
    count = f"{len(starts)} faces"
    if wanted is None:
        message = f"'{path.name}' is a collection of {count}: say which"
    else:
        message = f"'{path.name}' is a collection of {count} and has no face '{wanted:.60}'"
    full = [face.full for face in faces]
    near = did_you_mean(wanted, full) if wanted else None
    listed = ", ".join(f"{path.name}#{n} ({name})" for n, name in enumerate(full[:4], 1))
    raise FontError("font.face", message, near or f"write {listed or f'{path.name}#1'}")


def variation(path: Path, choice: Choice) -> tuple[Variation, Place] | None:
    """Return how the font of a file varies and where it is set, None when it does not vary."""
    from cardforge.fonts.variable import place_of, variation_of

    whole = _whole(path, choice.face)
    if not whole.has_table(b"fvar"):
        return None
    found = variation_of(whole)
    return found, place_of(found, path.name, choice.axes, choice.instance)


def _instance(path: Path, file: Sfnt, choice: Choice) -> Sfnt:
    from cardforge.fonts.about import names_of
    from cardforge.fonts.variable import instanced, name_at, place_of, variation_of

    place = place_of(variation_of(file), path.name, choice.axes, choice.instance)
    family = names_of(file.table(b"name")).first((25, 16, 1)) or path.stem
    called = name_at(family, place, None if choice.axes else choice.instance)
    return _read(renamed(instanced(file.data, place), called))


def _of_colour(name: str) -> Remark:
    message = f"'{name}' draws its letters in several colours: they are printed in one"
    return Remark("warning", "font.color", message, "draw what has several colours as pictures")


def _rights(name: str, bits: int) -> tuple[Remark, ...]:
    """Return what is to be said of the rights in a file; raises FontError when there are none."""
    if is_restricted(bits) or only_as_pictures(bits):
        reason = "only as pictures of its letters" if only_as_pictures(bits) else "not at all"
        raise FontError(
            "font.embedding",
            f"'{name}' says that it may be embedded {reason} (fsType {bits:#06x})",
            "use another font, or write licensed: true at the font if you hold a licence",
        )
    if not forbids_subsets(bits):
        return ()
    message = f"'{name}' says that no part of it may be embedded alone (fsType {bits:#06x})"
    hint = "look into its licence, and write licensed: true at the font if it allows PDFs"
    return (Remark("warning", "font.no-subset", message, hint),)
