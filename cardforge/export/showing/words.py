"""The few words that pictures of a game and its box add to what the designer wrote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cardforge.export.package import FittedDeck

# What takes the place of {…} is put in with `str.format`; a language not here is told in English.
_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "sheet": "contact sheet",
        "back": "back",
        "backs": "back of {card}",
        "continued": "{deck}, continued",
        "page": "page {page} of {pages}",
        "version": "version {version}",
        "cards": "cards",
        "tokens": "tokens",
        "card": "{count} card",
        "card_many": "{count} cards",
        "token": "{count} token",
        "token_many": "{count} tokens",
        "face": "{count} face",
        "face_many": "{count} faces",
        "player": "{count} player",
        "player_many": "{count} players",
        "player_range": "{low} to {high} players",
        "box": "In the box",
    },
    "fr": {
        "sheet": "planche-contact",
        "back": "dos",
        "backs": "dos\u00a0: {card}",
        "continued": "{deck}, suite",
        "page": "page {page} sur {pages}",
        "version": "version {version}",
        "cards": "cartes",
        "tokens": "jetons",
        "card": "{count}\u00a0carte",
        "card_many": "{count}\u00a0cartes",
        "token": "{count}\u00a0jeton",
        "token_many": "{count}\u00a0jetons",
        "face": "{count}\u00a0face",
        "face_many": "{count}\u00a0faces",
        "player": "{count}\u00a0joueur",
        "player_many": "{count}\u00a0joueurs",
        "player_range": "{low}\u00a0à\u00a0{high}\u00a0joueurs",
        "box": "Dans la boîte",
    },
    "de": {
        "sheet": "Kontaktbogen",
        "back": "Rückseite",
        "backs": "Rückseite: {card}",
        "continued": "{deck}, Fortsetzung",
        "page": "Seite {page} von {pages}",
        "version": "Version {version}",
        "cards": "Karten",
        "tokens": "Marker",
        "card": "{count}\u00a0Karte",
        "card_many": "{count}\u00a0Karten",
        "token": "{count}\u00a0Marker",
        "token_many": "{count}\u00a0Marker",
        "face": "{count}\u00a0Vorderseite",
        "face_many": "{count}\u00a0Vorderseiten",
        "player": "{count}\u00a0Person",
        "player_many": "{count}\u00a0Personen",
        "player_range": "{low}\u00a0bis\u00a0{high}\u00a0Personen",
        "box": "In der Schachtel",
    },
    "es": {
        "sheet": "hoja de contactos",
        "back": "dorso",
        "backs": "dorso: {card}",
        "continued": "{deck}, continuación",
        "page": "página {page} de {pages}",
        "version": "versión {version}",
        "cards": "cartas",
        "tokens": "fichas",
        "card": "{count}\u00a0carta",
        "card_many": "{count}\u00a0cartas",
        "token": "{count}\u00a0ficha",
        "token_many": "{count}\u00a0fichas",
        "face": "{count}\u00a0cara",
        "face_many": "{count}\u00a0caras",
        "player": "{count}\u00a0jugador",
        "player_many": "{count}\u00a0jugadores",
        "player_range": "de\u00a0{low}\u00a0a\u00a0{high}\u00a0jugadores",
        "box": "En la caja",
    },
    "it": {
        "sheet": "provino a contatto",
        "back": "dorso",
        "backs": "dorso: {card}",
        "continued": "{deck}, segue",
        "page": "pagina {page} di {pages}",
        "version": "versione {version}",
        "cards": "carte",
        "tokens": "segnalini",
        "card": "{count}\u00a0carta",
        "card_many": "{count}\u00a0carte",
        "token": "{count}\u00a0segnalino",
        "token_many": "{count}\u00a0segnalini",
        "face": "{count}\u00a0fronte",
        "face_many": "{count}\u00a0fronti",
        "player": "{count}\u00a0giocatore",
        "player_many": "{count}\u00a0giocatori",
        "player_range": "da\u00a0{low}\u00a0a\u00a0{high}\u00a0giocatori",
        "box": "Nella scatola",
    },
}


class Words:
    """Says things in the language of an edition."""

    def __init__(self, language: str) -> None:
        self._words: Mapping[str, str] = _WORDS.get(language, _WORDS["en"])

    def __call__(self, key: str, **values: object) -> str:
        """Return a phrase with its figures and words put in."""
        return self._words[key].format(**values)

    def counted(self, key: str, count: int) -> str:
        """Return how many there are of something: card, token, face or player."""
        return self(key if count == 1 else f"{key}_many", count=count)

    def players(self, low: int, high: int) -> str:
        """Return how many can play."""
        return self.counted("player", high) if low == high else self._range(low, high)

    def _range(self, low: int, high: int) -> str:
        return self("player_range", low=low, high=high)

    def total(self, decks: Iterable[FittedDeck]) -> str:
        """Return how many cards and how many tokens some decks have together."""
        totals = {False: 0, True: 0}
        for deck in decks:
            totals[deck.laid_out.deck.spec.is_token] += deck.laid_out.deck.total
        pairs = ((totals[False], "card"), (totals[True], "token"))
        return " · ".join(self.counted(key, count) for count, key in pairs if count)

    def deck(self, fitted: FittedDeck, language: str) -> str:
        """Return what a deck is called: by its title or by its only card.

        A deck that has neither is called cards or tokens.
        """
        deck = fitted.laid_out.deck
        title = (deck.spec.title or {}).get(language, "")
        if title:
            return title
        if len(deck.cards) == 1 and deck.cards[0].name:
            return _capital(deck.cards[0].name)
        return _capital(self("tokens" if deck.spec.is_token else "cards"))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def contents(words: Words, decks: Sequence[FittedDeck], language: str) -> list[tuple[int, str]]:
    """Return how many there are of what in the box; decks of one name are counted together."""
    found: dict[str, int] = {}
    for deck in decks:
        name = words.deck(deck, language)
        found[name] = found.get(name, 0) + deck.laid_out.deck.total
    return [(count, name) for name, count in found.items() if count]
