"""Objects inside the rows of a JSON or YAML table become columns of their own."""

from __future__ import annotations

from typing import Any

from cardforge.from_csv.words import LANGUAGES
from cardforge.tables.naming import field_name
from cardforge.tables.table import MOST_COLUMNS, Table

_DEEPEST = 3


def spread(table: Table) -> None:
    """Give the values inside of objects columns of their own: `stats: {hp: 4}` becomes `hp`."""
    for _ in range(_DEEPEST):
        for name in list(table.heads):
            keys = _keys(table, name)
            if keys and len(table.heads) + len(keys) <= MOST_COLUMNS:
                _spread(table, name, keys)


def _keys(table: Table, name: str) -> list[str]:
    """Return the keys of the objects in a column, none where it also holds something else."""
    values = [line.fields.get(name) for line in table.lines]
    objects = [value for value in values if value not in (None, "")]
    if not all(isinstance(value, dict) for value in objects):
        return []
    return list(dict.fromkeys(str(key) for value in objects for key in value))


def _spread(table: Table, name: str, keys: list[str]) -> None:
    """Put a column for each key into the place of one column."""
    languages = all(key in LANGUAGES for key in keys)
    taken = set(table.heads) - {name}
    heads: dict[str, str] = {}
    names: dict[str, str] = {}
    for key in keys:
        head = key
        if languages or not field_name(head) or field_name(head) in taken:
            head = f"{table.heads[name]} {key}"
        new = field_name(head)
        if not new or new in taken:
            return
        taken.add(new)
        heads[new], names[key] = head, new
    for line in table.lines:
        value = line.fields.pop(name, None) or {}
        line.fields.update({names[str(key)]: entry for key, entry in value.items()})
    column = table.columns.pop(name)
    table.columns.update(dict.fromkeys(heads, column))
    new_heads: dict[str, str] = {}
    for old, head in table.heads.items():
        new_heads.update(heads if old == name else {old: head})
    table.heads = new_heads


def entry_text(value: Any) -> str:
    """Return an object inside of a list as words: its values one after the other."""
    if isinstance(value, dict):
        return " ".join(entry_text(entry) for entry in value.values())
    if isinstance(value, list):
        return ", ".join(map(entry_text, value))
    return "" if value is None else str(value)
