"""What to do about characters that a font cannot draw."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from cardforge.fonts.finding import package_faces
from cardforge.shaping.characters import INVISIBLE
from cardforge.truetype import Sfnt, TrueType, TrueTypeError

# Blocks of pictures, and what joins, tints and flags them.
_EMOJI = ((0x1F000, 0x1FAFF), (0x2600, 0x27BF), (0x1F1E6, 0x1F1FF), (0xE0020, 0xE007F))


def missing_hint(missing: Iterable[str]) -> str:
    """Return what to do about the characters that a font lacks, each with its marks."""
    wanted = frozenset("".join(missing)) - INVISIBLE
    face = _face_with(wanted)
    if face is not None:
        return f"write fallback: [{face}] at the font, which has what is missing"
    if any(map(is_emoji, wanted)):
        return "draw it as an icon: no font prints emoji alike everywhere"
    return "choose a font that has it, or draw it as an icon"


def is_emoji(char: str) -> bool:
    """Return whether a character is a picture, as emoji are."""
    return any(first <= ord(char) <= last for first, last in _EMOJI)


@cache
def _face_with(characters: frozenset[str]) -> str | None:
    """Return an installed face that has all of these characters, plain faces before others."""
    faces = {name: path for group in package_faces() for name, path in group.items()}
    wanted = set(map(ord, characters))
    for name in sorted(faces, key=lambda name: (not name.endswith("-Regular"), name)):
        font = _read(faces[name])
        if font is not None and wanted <= font.glyphs.keys():
            return name
    return None


def _read(path: Path) -> Sfnt | None:
    try:
        return TrueType(path.read_bytes())
    except (OSError, TrueTypeError):
        return None
