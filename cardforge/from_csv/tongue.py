"""The language in which a table is written, by its headers and the short words of its texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

# Words that nearly every sentence of a language has, and few of another; then usual headers.
_COMMON = {
    "en": "the and of to your you a is it with for this from each when may card cards on an "
    "name title text description cost type quantity count",
    "fr": "le la les des du une un et est vous votre tu ton ta tes qui dans pour chaque carte "
    "cartes sur au aux ou se sa son ce cette "
    "nom titre texte effet coût nombre exemplaires pouvoir ambiance",
    "de": "der die das und ein eine einen einer nicht mit dem den für du deine deinen dein ist "
    "alle karte karten auf zu im wenn oder von lege ziehe "
    "bezeichnung titel wirkung kosten anzahl beschreibung regel typ effekt",
    "es": "el la los las una un y con para tu carta cartas que del al cada por se en es su "
    "nombre texto efecto coste cantidad descripción título tipo regla",
    "it": "il lo la gli le una un di e con per ogni carta carte che del della al si in è tuo tua "
    "nome testo effetto costo quantità descrizione titolo regola",
    "nl": "de het een en van je jouw met voor elke kaart kaarten is niet op als naam tekst aantal",
}
_WORDS = {code: frozenset(words.split()) for code, words in _COMMON.items()}
_WORD = re.compile(r"[^\W\d_]+")
_MOST_READ = 200_000


class Tongue(NamedTuple):
    """What the beginning of the rules says in a language."""

    contents: str
    card: str
    cards: str


TONGUES = {
    "en": Tongue("Contents", "card", "cards"),
    "fr": Tongue("Contenu", "carte", "cartes"),
    "de": Tongue("Inhalt", "Karte", "Karten"),
    "es": Tongue("Contenido", "carta", "cartas"),
    "it": Tongue("Contenuto", "carta", "carte"),
    "nl": Tongue("Inhoud", "kaart", "kaarten"),
}


def language_of(texts: Iterable[str]) -> str:
    """Return the language of some texts; English where nothing speaks for another."""
    counts: Counter[str] = Counter()
    read = 0
    for text in texts:
        counts.update(word.casefold() for word in _WORD.findall(text))
        read += len(text)
        if read > _MOST_READ:
            break
    said = {code: sum(counts[word] for word in words) for code, words in _WORDS.items()}
    return max(said, key=lambda code: said[code])


def tongue(language: str) -> Tongue:
    """Return the words of a language, the English ones where they are not known."""
    return TONGUES.get(language, TONGUES["en"])
