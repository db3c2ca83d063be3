"""Keys of rows that nothing uses and that look like a slip: they would be lost in silence."""

from __future__ import annotations

from functools import cache

from cardforge.decks_grammar import RESERVED
from cardforge.diagnostics import Report
from cardforge.model import DeckSpec, Game, Row
from cardforge.names import names_used
from cardforge.tables.table import Line

# What other programs call the keys of a row.
FOREIGN = {"count": "copies", "quantity": "copies", "amount": "copies", "front": "face"}


def check_row_keys(game: Game, report: Report) -> None:
    """Report row keys that look like a misspelt `copies`, `face` … and that nothing uses."""
    used = names_used(game).union(RESERVED)
    for spec in (*game.decks, *game.tokens):
        # A column of a table is judged once.
        columns: set[str] = set()
        for row in (*spec.rows, *spec.overrides.values()):
            for key in sorted({*row.fields, *row.expressions} - used - columns):
                _judge(spec, row, key, report)
                if isinstance(row.node, Line):
                    columns.add(key)


def _judge(spec: DeckSpec, row: Row, key: str, report: Report) -> None:
    meant = misspelt(key)
    if meant is None:
        return
    place, hint = row.node.key_span(key), f"did you mean '{meant}'?"
    if _near(key, RESERVED) is None:
        message = f"nothing uses '{key}' of {spec.name}"
        report.warning("key.unused", message, place, hint=hint)
    elif isinstance(row.node, Line):
        # A table may have columns of its own.
        message = f"nothing uses the column '{key}' of {spec.name}"
        report.warning("key.unused", message, place, hint=f"{hint} Write it under rename: then")
    else:
        message = f"unknown key '{key}' in a row of {spec.name}"
        report.error("key.unknown", message, place, hint=hint)


def misspelt(key: str) -> str | None:
    """Return the key of a row that a word seems to mean, None when it is a field of its own."""
    foreign = _near(key, tuple(FOREIGN))
    return _near(key, RESERVED) or (FOREIGN[foreign] if foreign else None)


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
