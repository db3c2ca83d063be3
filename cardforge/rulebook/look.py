"""How the rulebook of a game looks: its fonts and colours, taken from `rulebook:` in game.yaml."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.color import Color
from cardforge.fonts import Font, FontError, Fonts
from cardforge.fonts.choosing import font_of, open_face
from cardforge.model import Game


class Look(NamedTuple):
    """The fonts and colours of a rulebook."""

    text: Font
    bold: Font
    italic: Font
    bold_italic: Font
    heading: Font
    label: Font
    ink: Color
    accent: Color
    tint: Color

    def face(self, *, bold: bool, italic: bool) -> Font:
        """Return the text font in a style."""
        if bold:
            return self.bold_italic if italic else self.bold
        return self.italic if italic else self.text


def look_of(game: Game, fonts: Fonts) -> Look:
    """Return the look of a game's rulebook.

    Raises FontError for a font that cannot be used; its `font` is then the key of `rulebook:`.
    """
    spec = game.rulebook
    return Look(
        text=_font(game, fonts, spec.text, "text"),
        bold=_font(game, fonts, spec.bold, "bold"),
        italic=_font(game, fonts, spec.italic, "italic"),
        bold_italic=_font(game, fonts, spec.bold_italic, "bold-italic"),
        heading=_font(game, fonts, spec.heading, "heading"),
        label=_font(game, fonts, spec.label, "label"),
        ink=spec.ink,
        accent=spec.accent,
        tint=spec.tint,
    )


def _font(game: Game, fonts: Fonts, name: str, key: str) -> Font:
    """Return a font by the name that the game gives it, or by that of a face."""
    try:
        if name in game.fonts:
            return font_of(game, fonts, name)
        return open_face(game, fonts, f"rulebook {name}", name)
    except FontError as fault:
        fault.font = key
        raise
