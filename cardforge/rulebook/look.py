"""How the rulebook of a game looks: its fonts and colours, taken from `rulebook:` in game.yaml."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.color import Color
from cardforge.fonts import Font, FontError, Fonts, find_font
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
    own = game.fonts.get(name)
    called = name if own else f"rulebook {name}"
    if called in fonts:
        return fonts[called]
    try:
        return fonts.add(called, find_font(own[0] if own else name, game.folder))
    except FontError as fault:
        fault.font = key
        raise
