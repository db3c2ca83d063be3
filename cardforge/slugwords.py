"""The words outside the trim: what a sheet says of itself, in the language of its cards."""

from __future__ import annotations

from typing import Any, TypeVar

from cardforge.fonts import Font, Fonts
from cardforge.fonts.choosing import open_face
from cardforge.model import Game, Settings
from cardforge.slug import SlugText

Said = TypeVar("Said")

SLUG_FACE = "Lato-Regular"
SLUG_FONT = "slug of cardforge"

# What the slug says, by language; a language that is not here is told in English.
_WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "face": "faces",
        "back": "backs",
        "folded": "faces and backs",
        "bleed": "bleed {bleed} mm at {edges}",
        "ruler": "100\u00a0mm",
    },
    "fr": {
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
    },
    "de": {
        "sheet": "Bogen {number} von {total}",
        "face": "Vorderseiten",
        "back": "Rückseiten",
        "folded": "Vorder- und Rückseiten",
        "bleed": "Beschnitt {bleed} mm {edges}",
        "edges": ("links", "oben", "rechts", "unten"),
        "conjunction": "und",
        "decimal_point": ",",
        "scale": "mit 100\u00a0% drucken",
        "ruler": "100\u00a0mm",
    },
    "es": {
        "sheet": "hoja {number} de {total}",
        "face": "caras",
        "back": "dorsos",
        "folded": "caras y dorsos",
        "bleed": "sangrado de {bleed} mm {edges}",
        "edges": ("a la izquierda", "arriba", "a la derecha", "abajo"),
        "conjunction": "y",
        "decimal_point": ",",
        "scale": "imprimir al 100\u00a0%",
        "ruler": "100\u00a0mm",
    },
    "it": {
        "sheet": "foglio {number} di {total}",
        "face": "fronti",
        "back": "dorsi",
        "folded": "fronti e dorsi",
        "bleed": "abbondanza di {bleed} mm {edges}",
        "edges": ("a sinistra", "in alto", "a destra", "in basso"),
        "conjunction": "e",
        "decimal_point": ",",
        "scale": "stampare al 100\u00a0%",
        "ruler": "100\u00a0mm",
    },
}
# What the slug of a proof says of its lines.
_PROOFS = {
    "en": "proof, not to cut: pink trim, green safe zone, blue bleed",
    "fr": "épreuve, à ne pas couper : rose la coupe, vert la zone sûre, bleu le fond perdu",
    "de": "Andruck, nicht schneiden: Schnitt rosa, sicherer Bereich grün, Beschnitt blau",
    "es": "prueba, no cortar: corte rosa, zona segura verde, sangrado azul",
    "it": "prova, non tagliare: taglio rosa, zona sicura verde, abbondanza blu",
}
# How the backs get behind their faces, in the words of the printer's driver.
_TURNS = {
    "en": ("flip on the long edge", "flip on the short edge", "fold at the dashed line"),
    "fr": ("retourner sur le bord long", "retourner sur le bord court", "plier au pointillé"),
    "de": ("an der langen Kante wenden", "an der kurzen Kante wenden", "gestrichelt falten"),
    "es": ("girar por el borde largo", "girar por el borde corto", "doblar por los trazos"),
    "it": ("capovolgere sul lato lungo", "capovolgere sul lato corto", "piegare al tratteggio"),
}
_DUPLEX = ("long-edge", "short-edge", "fold")
# What a PDF is called in its title.
_CONTENTS = {
    "en": {
        "sheets": "sheets",
        "tokens": "tokens",
        "images": "pictures",
        "rulebook": "rules of the game",
    },
    "fr": {
        "sheets": "feuilles",
        "tokens": "jetons",
        "images": "images",
        "rulebook": "règles du jeu",
    },
    "de": {"sheets": "Bogen", "tokens": "Marker", "images": "Bilder", "rulebook": "Spielregeln"},
    "es": {
        "sheets": "hojas",
        "tokens": "fichas",
        "images": "imágenes",
        "rulebook": "reglas del juego",
    },
    "it": {
        "sheets": "fogli",
        "tokens": "segnalini",
        "images": "immagini",
        "rulebook": "regole del gioco",
    },
}
_LANGUAGES = {"fr": "français", "en": "English", "de": "Deutsch", "es": "español", "it": "italiano"}


def slug_text(
    game: Game, settings: Settings, notes: tuple[str, ...], fonts: Fonts, duplex: str | None = None
) -> SlugText:
    """Return the slug's words for an edition; `duplex` is how its backs get behind their faces."""
    language = settings.language
    font = _font(game, fonts)
    words = _said(_WORDS, language)
    return SlugText(
        game=game.title.get(language, game.id),
        language=_LANGUAGES.get(settings.code, settings.code),
        version=f"v{game.version}",
        font=SLUG_FONT,
        measure=font.width,
        notes=(*notes, *_turn(language, duplex)),
        **words,
    )


def proof_note(language: str) -> str:
    """Return what the slug of a proof says of its lines, in English if in no other language."""
    return _said(_PROOFS, language)


def _said(words: dict[str, Said], language: str) -> Said:
    """Return the words of a language, a region's being those of its language; else English."""
    return words.get(language.partition("-")[0], words["en"])


def _turn(language: str, duplex: str | None) -> tuple[str, ...]:
    if duplex not in _DUPLEX:
        return ()
    return (_said(_TURNS, language)[_DUPLEX.index(duplex)],)


def without_glyphs(game: Game, settings: Settings, fonts: Fonts) -> tuple[str, ...]:
    """Return the letters of a game's title and version that the slug cannot show."""
    title = game.title.get(settings.language, game.id)
    return _font(game, fonts).missing(f"{title} {game.version}")


def _font(game: Game, fonts: Fonts) -> Font:
    return open_face(game, fonts, SLUG_FONT, SLUG_FACE)


def contents_name(kind: str, language: str) -> str:
    """Return what sheets, tokens or images are called in a language."""
    return _said(_CONTENTS, language)[kind]
