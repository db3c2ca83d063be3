"""The fonts of texts in drawings: those of the game first, then those that are installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from cardforge.fonts import Font
from cardforge.fonts.about import About, about_file, simplified
from cardforge.fonts.choosing import DEFAULT_FACE
from cardforge.fonts.finding import find_font, package_faces

_BOLD = 600
# What the general names mean here; a typewriter's face is not among the installed ones.
_GENERAL = {
    "sansserif": ("lato", "opensans"),
    "systemui": ("lato", "opensans"),
    "uisansserif": ("lato", "opensans"),
    "serif": ("sourceserifpro", "caladea"),
    "uiserif": ("sourceserifpro", "caladea"),
}


class GameFaces:
    """Finds the fonts of drawings; `opened` gives a font of the game by its name there."""

    def __init__(
        self, names: Iterable[str], opened: Callable[[str, bool, bool], Font | None], folder: Path
    ) -> None:
        self._names, self._opened, self._folder = tuple(names), opened, folder
        self._known: dict[tuple[str, bool, bool], tuple[Font, str | None]] = {}
        self._fonts: dict[Path, Font] = {}

    def find(self, families: str, *, bold: bool, italic: bool) -> tuple[Font, str | None]:
        """Return the font nearest to what is asked for, and what is missing if anything is.

        Raises FontError where the nearest font is damaged.
        """
        key = families, bold, italic
        if key not in self._known:
            self._known[key] = self._found(*key)
        return self._known[key]

    def _found(self, families: str, bold: bool, italic: bool) -> tuple[Font, str | None]:
        asked = [name.strip().strip("'\"") for name in families.split(",") if name.strip()]
        for name in asked:
            if name in self._names and (named := self._named(name, bold, italic)) is not None:
                return named
            for family in _GENERAL.get(simplified(name), (simplified(name),)):
                found = self._nearest(family, bold, italic)
                if found is not None:
                    missing = None if name == asked[0] else f"'{asked[0]}'"
                    return found[0], missing or found[1]
        words = "".join((" bold" if bold else "", " italic" if italic else ""))
        nearest = self._nearest("lato", bold, italic)
        font = nearest[0] if nearest else self._open(find_font(DEFAULT_FACE, self._folder))
        return font, f"'{asked[0]}'{words}" if asked else None

    def _nearest(self, family: str, bold: bool, italic: bool) -> tuple[Font, str | None] | None:
        """Return the face of a family that is nearest to a style, and what it is not."""
        found: list[tuple[tuple[bool, int, int], About, Font | Path]] = []
        faces: list[tuple[About, Font | Path]] = [*self._of_game(), *_installed()]
        for order, (about, source) in enumerate(faces):
            if family in {simplified(name) for name in (about.family, *about.families)}:
                away = abs(about.weight - (700 if bold else 400))
                found.append(((about.is_italic != italic, away, order), about, source))
        if not found:
            return None
        _, about, source = min(found, key=lambda item: item[0])
        font = self._open(source) if isinstance(source, Path) else source
        lacks = [word for word, is_lost in (
            ("bold", bold and about.weight < _BOLD),
            ("italic", italic and not about.is_italic),
        ) if is_lost]  # fmt: skip
        return font, f"'{about.family}' in {' '.join(lacks)}" if lacks else None

    def _named(self, name: str, bold: bool, italic: bool) -> tuple[Font, str | None] | None:
        """Return the font that the game calls so, in the style nearest to what is asked for."""
        font = self._opened(name, bold, italic)
        if font is not None:
            return font, None
        plain = self._opened(name, False, False)
        words = " ".join((*(("bold",) * bold), *(("italic",) * italic)))
        return None if plain is None else (plain, f"'{name}' in {words}")

    def _of_game(self) -> list[tuple[About, Font]]:
        fonts = [self._opened(name, False, False) for name in self._names]
        opened = [font for font in fonts if font is not None]
        return [(about, font) for font in opened for about in about_file(font.path)[:1]]

    def _open(self, path: Path) -> Font:
        if path not in self._fonts:
            self._fonts[path] = Font(f"svg {path.stem}", path)
        return self._fonts[path]


@lru_cache(maxsize=1)
def _installed() -> tuple[tuple[About, Path], ...]:
    """Return the faces of the installed packages: the same on every computer."""
    paths = [faces[name] for faces in package_faces() for name in sorted(faces)]
    return tuple((about, path) for path in paths for about in about_file(path)[:1])
