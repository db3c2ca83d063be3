"""Included files: their sections join those of the game, and nothing is given twice."""

from __future__ import annotations

from pathlib import Path

from cardforge.decode import BAD, EXPRESSION_MARK, Reader
from cardforge.diagnostics import Report
from cardforge.game_grammar import GAME
from cardforge.gamefolder import LIBRARY, FileError, find_file
from cardforge.source import Node, read

# Sections whose entries may come from several files.
MERGED = ("palette", "fonts", "styles", "icons", "words", "parts", "templates", "rulings", "modes",
          "facts", "decks", "tokens", "dealing", "shops")  # fmt: skip
# Lists of which each file may have a part.
CHAINED = ("composition",)

MOST_FILES = 500
# A chain of files, each of which includes the next.
DEEPEST = 20


def with_included(game: Node, folder: Path, shown: Path, reader: Reader) -> Node:
    """Return the game with the sections of the files that it includes, as far as they join.

    `folder` is where its files are, `shown` how messages call that folder.  Included files may
    include others; a file that several include is read once.
    """
    own = (folder / Path(game.span.file).name).resolve()
    return _Including(folder, shown, reader).joined(game, (own,))


class _Including:
    """Joins the files of one game, each once."""

    def __init__(self, folder: Path, shown: Path, reader: Reader) -> None:
        self.folder, self.shown, self.reader = folder, shown, reader
        self.read: set[Path] = set()
        self.is_full = False

    def joined(self, node: Node, chain: tuple[Path, ...]) -> Node:
        """Return a file with what it includes; `chain` are the files that led to it."""
        included = node.value.get("include")
        if included is None or self.reader.read(included, GAME["include"].kind, "include") is BAD:
            return node
        for name in included.value:
            other = self._included(name, chain)
            if other is not None:
                node = _merged(node, other, self.reader.report)
        return node

    def _included(self, name: Node, chain: tuple[Path, ...]) -> Node | None:
        """Return the file of this name, None after reporting why it cannot be read."""
        path = found_file(name, self.folder, "include.path", self.reader.report)
        if path is None:
            return None
        where = path.resolve()
        if where in chain:
            message = f"'{name.value}' includes itself"
            hint = "remove one of the includes of the circle"
            self.reader.report.error("include.circle", message, name.span, hint=hint)
            return None
        if where in self.read or not self._is_allowed(name, chain):
            return None
        self.read.add(where)
        other = read(path, self.reader.report, shown=shown_name(self.shown, name.value))
        if other is None:
            return None
        whole = self.joined(other, (*chain, where))
        # What it includes is joined already; the game's own key stays the game's.
        return whole.without("include")

    def _is_allowed(self, name: Node, chain: tuple[Path, ...]) -> bool:
        """Return whether one more file may be read, after reporting the first that may not."""
        if self.is_full:
            return False
        told = (
            f"a game may include at most {MOST_FILES} files"
            if len(self.read) == MOST_FILES
            else f"files may include each other at most {DEEPEST} deep"
        )
        self.is_full = len(self.read) == MOST_FILES or len(chain) > DEEPEST
        if self.is_full:
            hint = "put what they say into fewer files"
            self.reader.report.error("include.too-many", told, name.span, hint=hint)
        return not self.is_full


def found_file(name: Node, folder: Path, code: str, report: Report) -> Path | None:
    """Return the file that a designer names, None after reporting why there is none."""
    if not isinstance(name.value, str) or EXPRESSION_MARK.search(name.value):
        return None
    try:
        return find_file(folder, name.value)
    except FileError as fault:
        hint = fault.hint or "name a YAML file of the game folder"
        report.error(code, str(fault), name.span, hint=hint)
        return None


def shown_name(shown: Path, name: str) -> str:
    """Return how messages call a file that a game names."""
    return name if name.startswith(f"{LIBRARY}:") else str(shown / name)


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
