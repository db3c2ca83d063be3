"""Colours and icons for the types of cards: each type has its own of both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

# White letters stand out from each of these by 4.5 to 1 or more, and each from the paper.
COLORS = {
    "lake": "#1f5f8b",
    "ember": "#a8322a",
    "forest": "#2c6e49",
    "dusk": "#6b3f7c",
    "amber": "#8a5a00",
    "teal": "#0f6b6b",
    "rose": "#a02c5d",
    "slate": "#4a5568",
    "moss": "#5b6b1e",
    "clay": "#8b4a2b",
    "night": "#2b3a67",
    "plum": "#5a2a4a",
}
INK, PAPER, QUIET = "#22252e", "#fbf8f1", "#67645c"
_COLOR_WORDS = {
    "ember": "fiend demon red rot rouge rojo rosso fire feuer feu fuego hearts herz",
    "lake": "winter hiver invierno inverno blue blau bleu azul blu water wasser eau agua ice",
    "forest": "green grün vert verde nature natur plant spring printemps frühling primavera wald "
    "forest wood earth erde terre tierra",
    "amber": "yellow gold gelb jaune amarillo giallo white weiß blanc light licht lumière sun "
    "summer été sommer verano estate",
    "slate": "grey gray grau gris black schwarz noir negro nero metal stone steel neutral",
    "dusk": "purple violet lila morado viola psychic autumn automne herbst otoño autunno dark "
    "darkness dunkel shadow",
    "rose": "pink rosa rose fairy love",
    "clay": "orange brown braun marron ground fighting",
}
_ICON_WORDS = {
    "person": "character hero creature unit minion person figur held kreatur wesen personnage "
    "créature héros personaje criatura monster villain adversary enemy gegner ennemi",
    "people": "beruf métier profession job people ally allies companion crew group army gefährte "
    "allié aliado npc follower",
    "hourglass": "event ereignis événement evento instant time season zeit phase",
    "star": "spell sorcery magic zauber sort hechizo power ability talent skill upgrade",
    "coin": "item artifact equipment gear treasure relic relique reliquia reliquie loot gold "
    "ressource resource gegenstand objet objeto "
    "tool trade market",
    "flag": "place location land quest mission region ort lieu lugar scenario scheme territory "
    "agenda objective ziel",
    "crown": "hero héros held héroe eroe leader king queen legend legendary commander champion "
    "royal boss",
    "lock": "trap secret curse falle piège trampa obstacle treachery",
    "eye": "clue mystery knowledge investigation hinweis indice",
    "hand": "action aktion acción azione tactic reaction",
    "die": "challenge danger chance luck encounter risk",
    "heart": "support heal hearts herz love",
    "spade": "weapon attack spades waffe arme arma",
    "diamond": "gem diamonds crystal",
    "club": "clubs plant nature",
}
_ICONS = (
    "star", "crown", "flag", "coin", "eye", "hourglass", "heart", "die", "hand", "lock", "spade",
    "club", "diamond", "person",
)  # fmt: skip


class Look(NamedTuple):
    """The colour and the icon of a type."""

    color: str
    icon: str


PLAIN = Look("lake", "star")


def looks_of(types: Iterable[str]) -> dict[str, Look]:
    """Return a look for each type: by what its name says, otherwise the next that is free."""
    names = list(types)
    colors = _chosen(names, _COLOR_WORDS, tuple(COLORS))
    icons = _chosen(names, _ICON_WORDS, _ICONS)
    return {name: Look(colors[name], icons[name]) for name in names}


def _chosen(names: list[str], words: dict[str, str], choices: tuple[str, ...]) -> dict[str, str]:
    """Return a choice for each name, none of them twice while there are enough."""
    chosen: dict[str, str] = {}
    for name in names:
        said = {word.strip(".,:;!()-–—") for word in name.casefold().split()}
        meant = (choice for choice, known in words.items() if said & set(known.split()))
        # Two types may mean the same: the second takes another that its name also speaks for.
        choice = next((c for c in meant if c not in chosen.values()), None)
        if choice is not None:
            chosen[name] = choice
    for name in names:
        free = [choice for choice in choices if choice not in chosen.values()] or choices
        chosen.setdefault(name, free[len(chosen) % len(free)] if free is choices else free[0])
    return chosen
