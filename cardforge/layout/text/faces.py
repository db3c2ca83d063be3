"""Which fonts draw a text: bold and italic faces, and those that help out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.diagnostics import did_you_mean
from cardforge.fonts import Font, FontError
from cardforge.fonts.choosing import face_of, fallbacks, font_of, place_of
from cardforge.layout.text.job import TextJob
from cardforge.shaping.clusters import listed


class Wanted(NamedTuple):
    """The font that words ask for by its name, None for that of the text, and the face of it."""

    alias: str | None = None
    bold: bool = False
    italic: bool = False


class Faces:
    """The faces that one text is set in; what a font lacks is reported once."""

    def __init__(self, job: TextJob) -> None:
        self.job = job
        self.game, self.fonts = job.shelf.game, job.shelf.fonts
        self.is_broken = False
        # The names that were reported: each once.
        self.told: set[str] = set()

    def font(self, wanted: Wanted) -> Font:
        """Return a face of a font: the plain one, with a warning, where there is no other."""
        plain = self.job.font if wanted.alias is None else self._named(wanted.alias)
        return self._styled(plain, bold=wanted.bold, italic=wanted.italic)

    def _named(self, alias: str) -> Font:
        if alias not in self.game.fonts:
            self.is_broken = True
            if alias not in self.told and not self.game.is_broken("fonts", alias):
                self.told.add(alias)
                hint = did_you_mean(alias, self.game.fonts) or "name it under fonts:"
                self.job.error("font.unknown", f"no font is called '{alias}'", hint)
            return self.job.font
        try:
            return font_of(self.game, self.fonts, alias)
        except FontError as fault:
            self._report(fault)
            return self.job.font

    def _report(self, fault: FontError) -> None:
        self.is_broken = True
        place = place_of(self.game, fault.font)
        self.job.report.error(fault.code, fault.message, place, hint=fault.hint)

    def _styled(self, plain: Font, *, bold: bool, italic: bool) -> Font:
        """Return the face nearest to what is wanted; the plain one where it cannot be used."""
        try:
            return self._nearest(plain, bold=bold, italic=italic)
        except FontError as fault:
            self._report(fault)
            return plain

    def _nearest(self, plain: Font, *, bold: bool, italic: bool) -> Font:
        if not (bold or italic):
            return plain
        wanted = [(bold, italic)]
        if bold and italic:
            wanted += [(True, False), (False, True)]
        for is_bold, is_italic in wanted:
            found = face_of(self.game, self.fonts, plain.name, bold=is_bold, italic=is_italic)
            if found is not None:
                missing = "italic" if italic and not is_italic else "bold"
                if (is_bold, is_italic) != (bold, italic):
                    self._warn(plain, missing)
                return found
        for style, asked in (("bold", bold), ("italic", italic)):
            if asked:
                self._warn(plain, style)
        return plain

    def _warn(self, font: Font, style: str) -> None:
        message = f"the font {font.name} ({font.path.stem}) has no {style} face"
        named = "name one at the font" if font.name in self.game.fonts else "name it under fonts:"
        hint = f"{named}, as {style}:, or use another font; it is drawn plain"
        place = place_of(self.game, font.name)
        self.job.report.warning(f"font.no-{style}", message, place, hint=hint)

    def parts(self, text: str, font: Font, wanted: Wanted) -> list[tuple[str, Font]]:
        """Return a text in parts that one font can draw each; characters of none are reported."""
        missing = font.missing(text)
        if not missing:
            return [(text, font)]
        from cardforge.shaping.runs import runs_of

        others = self._fallbacks(wanted.alias or self.job.font.name)
        parts = runs_of(text, (font, *others)) if others else [(text, font)]
        lost = [cluster for part, used in parts for cluster in used.missing(part)]
        if lost:
            self.is_broken = True
            self._report_missing(font, tuple(dict.fromkeys(lost)))
        return [
            (part, used if used is font else self._emphasised(part, used, wanted))
            for part, used in parts
        ]

    def _emphasised(self, text: str, font: Font, wanted: Wanted) -> Font:
        """Return the bold or italic face of a font that helps out, if it has the letters too."""
        styled = self._styled(font, bold=wanted.bold, italic=wanted.italic)
        return font if styled.missing(text) else styled

    def _fallbacks(self, alias: str) -> tuple[Font, ...]:
        try:
            return fallbacks(self.game, self.fonts, alias)
        except FontError as fault:
            self._report(fault)
            return ()

    def _report_missing(self, font: Font, missing: Sequence[str]) -> None:
        from cardforge.fonts.missing import missing_hint

        message = f"the font {font.name} ({font.path.stem}) has no glyph for {listed(missing)}"
        self.job.error("text.glyph", message, missing_hint(missing))
