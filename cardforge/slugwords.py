"""The words outside the trim: what a sheet says of itself, in the language of its cards."""

from __future__ import annotations

from cardforge.fonts import Fonts, find_font
from cardforge.model import Game, Settings
from cardforge.slug import SlugText

SLUG_FACE = "Lato-Regular"
SLUG_FONT = "slug of cardforge"

_FRENCH = {
    "sheet": "feuille {number} sur {total}",
    "face": "faces",
    "back": "dos",
    "folded": "faces et dos",
    "bleed": "fond perdu {bleed} mm {edges}",
    "edges": ("à gauche", "en haut", "à droite", "en bas"),
    "conjunction": "et",
    "decimal_point": ",",
    "scale": "imprimer à 100\u00a0%",
    "ruler": "100\u00a0mm",
}
_ENGLISH = {
    "face": "faces",
    "back": "backs",
    "folded": "faces and backs",
    "bleed": "bleed {bleed} mm at {edges}",
    "ruler": "100\u00a0mm",
}
# What a PDF is called in its title.
_CONTENTS = {
    "fr": {"sheets": "feuilles", "tokens": "jetons", "images": "images"},
    "en": {"sheets": "sheets", "tokens": "tokens", "images": "pictures"},
}
_WORDS = {"fr": _FRENCH, "en": _ENGLISH}
_LANGUAGES = {"fr": "français", "en": "English", "de": "Deutsch", "es": "español", "it": "italiano"}


def slug_text(game: Game, settings: Settings, notes: tuple[str, ...], fonts: Fonts) -> SlugText:
    """Return the slug's words for an edition; languages without words of their own use English."""
    language = settings.language
    if SLUG_FONT not in fonts:
        fonts.add(SLUG_FONT, find_font(SLUG_FACE, game.folder))
    words = _WORDS.get(language, _ENGLISH)
    return SlugText(
        game=game.title.get(language, game.id),
        language=_LANGUAGES.get(language, language),
        version=f"v{game.version}",
        font=SLUG_FONT,
        measure=fonts[SLUG_FONT].width,
        notes=notes,
        **words,  # type: ignore[arg-type]
    )


def contents_name(kind: str, language: str) -> str:
    """Return what sheets, tokens or images are called in a language."""
    return _CONTENTS.get(language, _CONTENTS["en"])[kind]
