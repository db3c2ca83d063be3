"""The manifest: what a build printed, with a hash of every plate and file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cardforge.edition import Edition
from cardforge.ink import Plate, digest
from cardforge.plates import LaidOut


def manifest(editions: Sequence[Edition], files: Mapping[str, str]) -> bytes:
    """Return manifest.json: cards with their copies and plate hashes, files with their SHA-256.

    `face` and `back` map each language to the hash of a plate.
    """
    first = editions[0]
    hashes: dict[int, str] = {}
    facts = {
        "game": first.game.id,
        "version": first.game.version,
        "languages": [edition.settings.code for edition in editions],
        "players": first.settings.players,
        "mode": first.settings.mode,
        **({"variant": first.settings.variant} if first.settings.variant else {}),
        "rulings": first.settings.rulings,
        "files": dict(sorted(files.items())),
    }
    # One card a line: short to write, easy to compare.
    cards = ",\n  ".join(_json(card) for card in _cards(editions, hashes))
    head = ",\n ".join(f"{_json(key)}: {_json(value)}" for key, value in facts.items())
    return f'{{\n {head},\n "cards": [\n  {cards}\n ]\n}}\n'.encode()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _cards(editions: Sequence[Edition], hashes: dict[int, str]) -> list[dict[str, Any]]:
    cards: dict[str, dict[str, Any]] = {}
    for edition in editions:
        language = edition.settings.code
        for laid_out in (*edition.cards, *edition.tokens):
            _add_deck(cards, laid_out, language, hashes)
    return list(cards.values())


def _add_deck(
    cards: dict[str, dict[str, Any]], laid_out: LaidOut, language: str, hashes: dict[int, str]
) -> None:
    for card, face, back in laid_out.cards:
        entry = cards.setdefault(
            card.id,
            {"id": card.id, "deck": laid_out.deck.name, "name": {}, "copies": card.copies,
             "face": {}, "back": {}},
        )  # fmt: skip
        entry["name"][language] = card.name
        entry["face"][language] = _hash(face, hashes)
        entry["back"][language] = _hash(back, hashes) if back else None


def _hash(plate: Plate, hashes: dict[int, str]) -> str:
    known = hashes.get(id(plate))
    if known is None:
        known = hashes[id(plate)] = digest(plate)
    return known
