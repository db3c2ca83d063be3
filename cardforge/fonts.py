"""Fonts: finding the file behind a name, measuring text, and what a PDF needs to embed it.

Only TrueType outlines, only files from the installed font packages or from the
game folder; never a font of the system, so that a game prints alike everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from cardforge.diagnostics import did_you_mean
from cardforge.gamefolder import FileError, find_file
from cardforge.geometry import Box
from cardforge.truetype import TrueType, TrueTypeError
from cardforge.units import MM_PER_PT, pt_to_mm

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

# Blank characters, and how wide each is (in em) where the font has no glyph for it.
BLANKS = {
    " ": 0.25,
    "\n": 0.0,
    "\t": 0.25,
    "\u00a0": 0.25,
    "\u2002": 0.5,
    "\u2003": 1.0,
    "\u2009": 0.2,
    "\u200a": 0.1,
    "\u202f": 0.2,
}
# Characters that steer line breaking and shaping and never leave ink.
INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff")

_FORBIDDEN_BITS = 0x0300
_RESTRICTED = 0x0002


class FontError(Exception):
    """A font that cannot be used: a problem code, a message and a hint."""

    def __init__(
        self, code: str, message: str, hint: str | None = None, font: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.font = font  # the name that the game gives it, where that is known


def find_font(name: str, folder: Path) -> Path:
    """Return the file of a face such as `Lato-Regular`, or of a .ttf path inside `folder`."""
    if "/" in name or "\\" in name or name.lower().endswith((".ttf", ".otf", ".ttc")):
        try:
            return find_file(folder, name)
        except FileError as error:
            raise FontError(f"font.{error.reason}", error.message, error.hint) from None
    for package in PACKAGES:
        path = _face_folder(package)
        if path is not None and name in _faces(path):
            return path / f"{name}.ttf"
    hint = did_you_mean(name, known_fonts()) or "see `cardforge list fonts`"
    raise FontError("font.unknown", f"no font is called '{name}'", hint)


def known_fonts() -> list[str]:
    """Return the names of all faces of the installed font packages, sorted."""
    folders = (_face_folder(package) for package in PACKAGES)
    return sorted(name for folder in folders if folder for name in _faces(folder))


def _faces(folder: Path) -> list[str]:
    """Return the names of the faces in a package, by exact letters on every system."""
    files = (path.name for path in folder.iterdir())
    # A variable font prints its default weight whatever is asked: only fixed faces are offered.
    return [f[:-4] for f in files if f.endswith(".ttf") and "VariableFont" not in f]


def _face_folder(package: tuple[str, str]) -> Path | None:
    """Return the folder of a package's faces without importing it, None if not installed."""
    spec = find_spec(package[0])
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(next(iter(spec.submodule_search_locations)), package[1])
    return folder if folder.is_dir() else None


class Font:
    """One font of a run: how wide its text is and where the ink of its text lies.

    The heights are fractions of the em; `ascent` is counted upwards and `descent`
    downwards from the baseline, so both are normally positive.
    """

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.path = path
        self.file = _read(path)
        self._em = float(self.file.units_per_em)
        self._advances: dict[str, float] = {}
        self._inks: dict[str, tuple[float, float, float, float] | None] = {}
        self._word_inks: dict[str, tuple[tuple[float, float, float, float] | None, float]] = {}
        self._widths: dict[str, float] = {}
        self._drawn: set[str] = set()
        self.ascent: float = self.file.ascent / self._em
        self.descent: float = -self.file.descent / self._em
        self.cap_height = self._height(self.file.cap_height, "H")
        self.x_height = self._height(self.file.x_height, "x")

    def _height(self, stated: int, letter: str) -> float:
        """Return a height of the font, measured on a letter where the file does not state it."""
        if stated > 0:
            return stated / self._em
        bounds = self.file.bounds(self._glyph(letter))
        return bounds.top / self._em if bounds else self.ascent

    def _glyph(self, char: str) -> int:
        return self.file.glyphs.get(ord(char), 0)

    def has(self, char: str) -> bool:
        """Return whether the font has a glyph of its own for a character."""
        return ord(char) in self.file.glyphs

    def gap(self, char: str) -> float | None:
        """Return the em that a blank without a glyph takes, None for anything drawn."""
        if char in INVISIBLE:
            return 0.0
        # ReportLab draws a no-break space with the glyph of the space.
        drawn = " " if char == "\u00a0" else char
        return None if self.has(drawn) else BLANKS.get(char)

    def advance(self, char: str) -> float:
        """Return the advance of one character in em."""
        known = self._advances.get(char)
        if known is None:
            known = self._advances[char] = self._measure(char)
        return known

    def _measure(self, char: str) -> float:
        gap = self.gap(char)
        if gap is not None:
            return gap
        return self.file.advance(self._glyph(" " if char == "\u00a0" else char)) / self._em

    def width(self, text: str, size_pt: float, tracking: float = 0.0) -> float:
        """Return the advance of a text in mm; tracking counts after every character."""
        ems = self._widths.get(text)
        if ems is None:
            ems = sum(map(self.advance, text))
            # Words come again and again, whole lines hardly ever: only words are kept.
            if " " not in text:
                self._widths[text] = ems
        width = ems * size_pt * MM_PER_PT
        return width + tracking * len(text) if tracking else width

    def tabular_advance(self) -> float:
        """Return the advance of the widest digit in em."""
        return max(map(self.advance, "0123456789"))

    def missing(self, text: str) -> str:
        """Return the characters of a text that the font cannot draw, each once."""
        if self._drawn.issuperset(text):
            return ""
        missing = "".join(filter(self._lacks, dict.fromkeys(text)))
        self._drawn.update(c for c in text if c not in missing)
        return missing

    def _lacks(self, char: str) -> bool:
        return char not in BLANKS and char not in INVISIBLE and not self.has(char)

    def ink_bounds(self, text: str, size_pt: float, tracking: float = 0.0) -> Box:
        """Return where the ink of a text lies, in mm from the start of its baseline, y down.

        A text without ink gives an empty box at the origin.
        """
        scale = pt_to_mm(size_pt)
        ink = self._run_ink(text, tracking / scale)[0] if tracking else self._text_ink(text)
        if ink is None:
            return Box(0.0, 0.0, 0.0, 0.0)
        left, top, right, bottom = ink
        return Box(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)

    def _text_ink(self, text: str) -> tuple[float, float, float, float] | None:
        """Return where the ink of a text lies, in em; words come again and again and are kept."""
        boxes = []
        pen, blank = 0.0, self.advance(" ")
        for word in text.split(" "):
            known = self._word_inks.get(word)
            if known is None:
                known = self._word_inks[word] = self._run_ink(word, 0.0)
            ink, advance = known
            if ink is not None:
                boxes.append((pen + ink[0], ink[1], pen + ink[2], ink[3]))
            pen += advance + blank
        return _round_all(boxes)

    def _run_ink(
        self, text: str, after: float
    ) -> tuple[tuple[float, float, float, float] | None, float]:
        """Return where the ink of characters lies and how far they go, in em."""
        boxes = []
        pen = 0.0
        for char in text:
            ink = self._ink(char)
            if ink is not None:
                boxes.append((pen + ink[0], ink[1], pen + ink[2], ink[3]))
            pen += self.advance(char) + after
        return _round_all(boxes), pen

    def _ink(self, char: str) -> tuple[float, float, float, float] | None:
        """Return where the ink of a character lies, in em and y down, None when it has none."""
        try:
            return self._inks[char]
        except KeyError:
            bounds = None if self.gap(char) is not None else self.file.bounds(self._glyph(char))
        ink = None
        if bounds:
            left, bottom, right, top = (value / self._em for value in bounds)
            ink = left, -top, right, -bottom
        self._inks[char] = ink
        return ink


def _round_all(
    boxes: list[tuple[float, float, float, float]],
) -> tuple[float, float, float, float] | None:
    """Return the left, top, right and bottom round all boxes, None when there are none."""
    if len(boxes) < 2:
        return boxes[0] if boxes else None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _read(path: Path) -> TrueType:
    """Return the metrics of a font file; raises FontError for what cannot be embedded."""
    try:
        file = TrueType(path)
    except TrueTypeError as error:
        raise FontError(
            f"font.{error.reason}",
            f"'{path.name}' {error.message}",
            "use a TrueType font (.ttf)",
        ) from None
    except OSError as error:
        raise FontError(
            "font.unreadable", f"'{path.name}' cannot be read: {error.strerror}"
        ) from None
    if file.has_table(b"fvar"):
        raise FontError(
            "font.kind", f"'{path.name}' is a variable font", "use one of its fixed faces"
        )
    if file.embedding & 0xF == _RESTRICTED or file.embedding & _FORBIDDEN_BITS:
        raise FontError(
            "font.embedding",
            f"'{path.name}' may not be embedded as a subset (fsType {file.embedding:#06x})",
            "use a font whose licence allows embedding",
        )
    return file


class Fonts:
    """The fonts of one run under the names a game gives them."""

    def __init__(self) -> None:
        self._fonts: dict[str, Font] = {}

    def add(self, name: str, path: Path) -> Font:
        """Return the font of this name, read from `path`."""
        font = self._fonts[name] = Font(name, path)
        return font

    def __getitem__(self, name: str) -> Font:
        return self._fonts[name]

    def __contains__(self, name: object) -> bool:
        return name in self._fonts

    def __iter__(self) -> Iterator[Font]:
        return iter(self._fonts.values())
