"""What people call the columns of a table of cards, in the languages of many tables."""

from __future__ import annotations

from cardforge.tables.naming import field_name

# By role; the surer words come first.
CALLED = {
    "id": "id card_id cardid uid key code ref identifier",
    "copies": (
        "copies count qty quantity amount copy_count number_of_copies how_many anzahl menge stück "
        "exemplare nombre quantité exemplaires nb qté cantidad copias unidades quantità copie "
        "aantal antal ilość sztuk number"
    ),
    "title": (
        "title name card_name cardname card_title card titel kartenname bezeichnung titre nom "
        "nom_de_la_carte título nombre nombre_de_la_carta titolo nome naam kaart namn navn nazwa "
        "event quest term word front question expression begriff wort vokabel frage mot terme "
        "palabra término parola woord"
    ),
    "type": (
        "type card_type cardtype typ kartentyp type_de_carte tipo kind class category kategorie "
        "klasse art catégorie classe categoría categoria clase soort suit suite farbe couleur "
        "faction fraktion house clan guild deck color colour element domain school family genre "
        "season saison jahreszeit estación stagione biome terrain gelände region région role rolle "
        "rôle phase topic thema thème tema"
    ),
    "subtype": "subtype sub_type subtypes rarity seltenheit rareté rareza tier level_name tags "
    "keywords traits trait keyword",
    "text": (
        "text rules rules_text rule rulestext card_text effect effects ability abilities action "
        "description desc body wirkung effekt regel regeltext fähigkeit beschreibung kartentext "
        "effet texte règle pouvoir capacité efecto texto regla habilidad descripción effetto testo "
        "abilità descrizione tekst effekter instructions task answer definition meaning "
        "translation back antwort bedeutung übersetzung réponse traduction définition respuesta "
        "traducción"
    ),
    "flavour": (
        "flavour flavor flavour_text flavor_text flavortext flavourtext lore quote story fluff "
        "stimmungstext zitat ambiance texte_d_ambiance citation cita ambientación example "
        "example_sentence beispiel exemple ejemplo"
    ),
    "image": (
        "art image img picture pic artwork illustration illu photo file filename image_file bild "
        "grafik datei imagen ilustración immagine afbeelding"
    ),
    "cost": (
        "cost mana mana_cost manacost price energy cmc value_cost kosten preis coût cout prix "
        "coste costo precio prezzo"
    ),
    "artist": "artist illustrator artiste künstler artista credit photographer",
    "ignored": (
        "notes note comment comments remark remarks todo status version created updated url link "
        "notiz bemerkung commentaire set set_name setcode set_code edition expansion series"
    ),
}
RANKS = {
    role: {field_name(word): rank for rank, word in enumerate(words.split())}
    for role, words in CALLED.items()
}

# Columns that ask on one side of a card, or answer on the other.
ASKING = frozenset(
    field_name(word)
    for word in (
        "term word front back question answer expression begriff wort vokabel frage mot terme "
        "palabra término parola woord definition meaning translation antwort bedeutung übersetzung "
        "réponse traduction définition respuesta traducción english german french spanish italian "
        "deutsch englisch französisch anglais allemand français español inglés italiano"
    ).split()
)

LANGUAGES = frozenset(
    "ar bg cs da de el en es et fi fr he hr hu id it ja ko lt lv nb nl no pl pt ro ru sk sl sv th "
    "tr uk vi zh".split()
)


def rank(role: str, name: str) -> int | None:
    """Return how surely a column of this name has a role: 0 is surest, None is not at all."""
    return RANKS[role].get(name)
