"""The drawings of one run: each file read once, each size of it drawn once."""

from __future__ import annotations

from pathlib import Path

from cardforge.color import Color
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Ink, Plate, Use
from cardforge.svg.art import Drawn, SvgArt, drawn, read_svg
from cardforge.svg.changed import of_element
from cardforge.svg.faults import IDLE, SvgError
from cardforge.svg.scene import Faces, Look

CURRENT = "currentColor"
Colors = tuple[tuple[str, Color], ...]


class Drawings:
    """Draws the SVG files of a game; what cards share is one plate."""

    def __init__(self, faces: Faces, report: Report, language: str | None = None) -> None:
        self._faces, self._report, self._language = faces, report, language or "en"
        self._arts: dict[Path, SvgArt | SvgError] = {}
        self._drawn: dict[tuple[Path, Size, Look], Drawn | SvgError] = {}
        self._plates: dict[tuple[Path, Size, Look, Span], Plate] = {}

    def art(self, path: Path) -> SvgArt:
        """Return the drawing in a file; raises SvgError."""
        known = self._arts.get(path)
        if known is None:
            try:
                known = read_svg(path, self._faces, self._language)
            except SvgError as fault:
                known = fault
            self._arts[path] = known
        if isinstance(known, SvgError):
            raise known
        return known

    def svg_ink(
        self, path: Path, box: Box, colors: Colors, span: Span, card: str | None
    ) -> tuple[Ink, ...]:
        """Return a drawing that fills a box, some of its colours changed; faults are reported."""
        plain = tuple((name, color) for name, color in colors if name != CURRENT)
        current = dict(colors).get(CURRENT)
        plate = self._plate(path, Size(box.width, box.height), Look(plain, current), span, card)
        return () if plate is None else (Use(plate, Point(box.x, box.y), origin=span),)

    def _plate(
        self, path: Path, size: Size, look: Look, span: Span, card: str | None
    ) -> Plate | None:
        key = path, size, look
        known = self._drawn.get(key)
        if known is None:
            try:
                known = drawn(self.art(path), size, look, self._faces, self._language)
            except SvgError as fault:
                known = fault
            self._drawn[key] = known
        if isinstance(known, SvgError):
            self._report.error(known.code, known.message, span, hint=known.hint, card=card)
            return None
        tell(self._report, known, path, span, card)
        place = *key, span
        if place not in self._plates:
            self._plates[place] = of_element(known.plate, span)
        return self._plates[place]


def tell(report: Report, found: Drawn, path: Path, span: Span, card: str | None) -> None:
    """Warn of what of a drawing is not drawn as meant, and of colours that found nothing."""
    for trouble in found.troubles:
        report.warning(trouble.code, trouble.message, span, hint=trouble.hint, card=card)
    for name in found.idle:
        message = f"'{path.name}' has nothing that '{name}' means"
        hint = did_you_mean(name, found.names)
        report.warning(IDLE, message, span, hint=hint, card=card)
