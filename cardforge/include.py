"""Included files: their sections join those of the game, and nothing is given twice."""

from __future__ import annotations

from pathlib import Path

from cardforge.decode import BAD, EXPRESSION_MARK, Reader
from cardforge.diagnostics import Report
from cardforge.game_grammar import GAME
from cardforge.gamefolder import FileError, find_file
from cardforge.source import Node, read

# Sections whose entries may come from several files.
MERGED = ("palette", "fonts", "styles", "icons", "words", "parts", "templates", "rulings", "modes",
          "facts", "decks", "tokens", "dealing", "shops")  # fmt: skip
# Lists of which each file may have a part.
CHAINED = ("composition",)


def with_included(game: Node, folder: Path, shown: Path, reader: Reader) -> Node:
    """Return the game with the sections of the files that it includes, as far as they join.

    `folder` is where its files are, `shown` how messages call that folder.
    """
    included = game.value.get("include")
    if included is None or reader.read(included, GAME["include"].kind, "include") is BAD:
        return game
    for name in included.value:
        other = _included(name, folder, shown, reader.report)
        if other is not None:
            game = _merged(game, other, reader.report)
    return game


def _included(name: Node, folder: Path, shown: Path, report: Report) -> Node | None:
    """Return the file of this name, None after reporting why it cannot be read."""
    if not isinstance(name.value, str) or EXPRESSION_MARK.search(name.value):
        return None
    try:
        path = find_file(folder, name.value)
    except FileError as fault:
        hint = fault.hint or "name a YAML file of the game folder"
        report.error("include.path", str(fault), name.span, hint=hint)
        return None
    return read(path, report, shown=str(shown / name.value))


def _merged(game: Node, other: Node, report: Report) -> Node:
    """Return the sections of both; what is given twice is reported."""
    for key, child in other.value.items():
        mine = game.value.get(key)
        if mine is None:
            continue
        if key in MERGED and isinstance(mine.value, dict) and isinstance(child.value, dict):
            other = other.replaced(key, _joined(key, mine, child, report))
        elif key in CHAINED and isinstance(mine.value, list) and isinstance(child.value, list):
            other = other.replaced(key, mine.followed_by(child))
        else:
            _report_twice(f"'{key}' is already given", game, other, key, report)
    return game.joined(other)


def _joined(section: str, mine: Node, other: Node, report: Report) -> Node:
    """Return the entries of both sections; of `words` those of one language join too."""
    for name, child in other.value.items():
        nested = mine.value.get(name)
        if nested is None:
            continue
        both = isinstance(child.value, dict) and isinstance(nested.value, dict)
        if section == "words" and both:
            other = other.replaced(name, _joined(name, nested, child, report))
        else:
            _report_twice(f"'{name}' is already in {section}", mine, other, name, report)
    return mine.joined(other)


def _report_twice(message: str, mine: Node, other: Node, key: str, report: Report) -> None:
    report.error(
        "include.twice",
        message,
        other.key_span(key),
        hint="remove one of the two",
        related=[(mine.key_span(key), "first given here")],
    )
