"""Columns in several languages: `name_fr` and `name_en` become one field with a text for each."""

from __future__ import annotations

from typing import Any

from cardforge.diagnostics import Report
from cardforge.tables.table import Table


def translate(table: Table, languages: tuple[str, ...], kept: set[str], report: Report) -> None:
    """Join the columns that are called alike but for a language of the game at their end.

    A column without language is of the original, the first of the languages.  `kept` are columns
    that stay as they are.
    """
    for base, columns in _families(table, languages, kept).items():
        missing = [language for language in languages if language not in columns]
        if missing:
            message = f"'{base}' of {table.file} has no column for '{missing[0]}'"
            hint = f"add a column {base}_{missing[0]}"
            report.error("words.missing", message, table.top, hint=hint)
            continue
        _merge(table, base, columns)


def _families(
    table: Table, languages: tuple[str, ...], kept: set[str]
) -> dict[str, dict[str, str]]:
    """Return for each field in several languages the column of each."""
    endings = {f"_{field_ending(language)}": language for language in languages}
    found: dict[str, dict[str, str]] = {}
    names = list(table.lines[0].fields) if table.lines else []
    for name in names:
        for ending, language in endings.items():
            base = name.removesuffix(ending)
            if base != name and base and name not in kept:
                found.setdefault(base, {})[language] = name
    for base, columns in found.items():
        if base in names and base not in kept:
            columns.setdefault(languages[0], base)
    return found


def field_ending(language: str) -> str:
    """Return how the name of a field writes a language: `pt-BR` is `pt_br`."""
    return language.lower().replace("-", "_")


def _merge(table: Table, base: str, columns: dict[str, str]) -> None:
    """Put the texts of some columns into one field; where all are empty it is empty."""
    for line in table.lines:
        texts: dict[str, Any] = {
            language: line.fields[column] for language, column in columns.items()
        }
        made: Any = ""
        if any(text != "" for text in texts.values()):
            # None is what has no text: dealing says so for the language that is printed.
            made = {language: None if text == "" else text for language, text in texts.items()}
        others = set(columns.values())
        fields: dict[str, Any] = {}
        for name, value in line.fields.items():
            if name in others:
                fields.setdefault(base, made)
            elif name != base:
                fields[name] = value
        line.fields = fields
    first = next(iter(columns.values()))
    if base not in table.columns and first in table.columns:
        table.columns[base] = table.columns[first]
        table.heads[base] = table.heads[first]
