"""Keys of rows that nothing uses and that look like a slip: they would be lost in silence."""

from __future__ import annotations

from functools import cache

from cardforge.decks_grammar import RESERVED
from cardforge.diagnostics import Report
from cardforge.model import DeckSpec, Game, Row
from cardforge.names import names_used

# What other programs call the keys of a row.
FOREIGN = {"count": "copies", "quantity": "copies", "amount": "copies", "front": "face"}


def check_row_keys(game: Game, report: Report) -> None:
    """Report row keys that look like a misspelt `copies`, `face` … and that nothing uses."""
    used = names_used(game).union(RESERVED)
    for spec in (*game.decks, *game.tokens):
        for row in (*spec.rows, *spec.overrides.values()):
            for key in sorted({*row.fields, *row.expressions} - used):
                _judge(spec, row, key, report)


def _judge(spec: DeckSpec, row: Row, key: str, report: Report) -> None:
    if meant := _near(key, RESERVED):
        message, hint = f"unknown key '{key}' in a row of {spec.name}", f"did you mean '{meant}'?"
        report.error("key.unknown", message, row.node.key_span(key), hint=hint)
    elif foreign := _near(key, tuple(FOREIGN)):
        message, hint = (
            f"nothing uses '{key}' of {spec.name}",
            f"did you mean '{FOREIGN[foreign]}'?",
        )
        report.warning("key.unused", message, row.node.key_span(key), hint=hint)


@cache
def _near(key: str, words: tuple[str, ...]) -> str | None:
    """Return the word that a key nearly is, or whose letters it has.

    Stricter than a hint elsewhere: `cost` and `race` are good fields.
    """
    from difflib import get_close_matches

    typed = key.lower()
    near = get_close_matches(typed, words, n=1, cutoff=0.8)
    near += [word for word in words if sorted(word) == sorted(typed)]
    return near[0] if near else None
