"""Changed games: variants and themes laid over what a game says, words taken from files.

All of it happens to the tree of a game before anything else reads it, so that every value keeps
the place where it is really written.
"""

from __future__ import annotations

from pathlib import Path

from cardforge.decode import Reader
from cardforge.diagnostics import did_you_mean
from cardforge.game_grammar import GAME
from cardforge.include import found_file, shown_name
from cardforge.source import Node, read

# A theme changes how a game looks, and nothing of what it is.
THEMED = ("palette", "fonts", "styles", "icons", "parts", "templates", "sheets", "rulebook")
# What makes a game that game, however it is varied.
FIXED = ("game", "languages", "include", "variants")
# An entry that a variant leaves out is written so.
NONE = "none"


class Changes:
    """Lays variants, themes and files of words over one game; every fault is reported."""

    def __init__(self, folder: Path, shown: Path, reader: Reader) -> None:
        self.folder, self.shown, self.report = folder, shown, reader.report
        self.reader = reader

    def names(self, game: Node) -> tuple[str, ...]:
        """Return the variants that a game has, after reporting a section that is none."""
        written = game.value.get("variants")
        if written is None or not self.reader.is_mapping(written, "variants", "a mapping of names"):
            return ()
        return tuple(written.value)

    def varied(self, game: Node, wanted: str | None) -> Node:
        """Return the game as one of its variants; all of them are looked at."""
        changed = game
        for name in self.names(game):
            child = game.value["variants"].value[name]
            variant = self._variant(name, child)
            if variant is not None and name == wanted:
                changed = overlaid(game, variant)
        return changed

    def _variant(self, name: str, node: Node) -> Node | None:
        """Return what a variant changes, None after reporting why it cannot be read."""
        what = f"variant {name}"
        if isinstance(node.value, str):
            file = self._of_file(node, "variant.path")
            if file is None:
                return None
            node = file
        if not self.reader.is_mapping(node, what, "sections of the game, or a file of them"):
            return None
        allowed = [key for key in GAME if key not in FIXED]
        return node if self._has_only(node, allowed, what, "variant.section") else None

    def themed(self, game: Node) -> Node:
        """Return the game with the look of its theme."""
        written = game.value.get("theme")
        if written is None:
            return game
        theme = self._of_file(written, "theme.path")
        if theme is None or not self._has_only(theme, THEMED, "a theme", "theme.section"):
            return game
        return overlaid(game, theme)

    def worded(self, game: Node) -> Node:
        """Return the game with the words of each language that stand in a file of their own."""
        words = game.value.get("words")
        if words is None or not isinstance(words.value, dict):
            return game
        tables = {
            language: self._of_file(child, "words.path")
            for language, child in words.value.items()
            if isinstance(child.value, str)
        }
        given = [child for child in words.value.values() if isinstance(child.value, dict)]
        # What a file lacks that cannot be had is no fault of its own: another language stands in.
        stand_in = next((t for t in (*tables.values(), *given) if t is not None), None)
        for language, table in tables.items():
            empty = words.value[language].empty()
            words = words.replaced(language, table or stand_in or empty)
        return game.replaced("words", words)

    def _of_file(self, node: Node, code: str) -> Node | None:
        """Return what the file says that a value names, None for anything else."""
        if not isinstance(node.value, str):
            return None
        path = found_file(node, self.folder, code, self.report)
        if path is None:
            return None
        shown = shown_name(self.shown, node.value)
        return read(path, self.report, shown=shown, place=node.span)

    def _has_only(
        self, node: Node, allowed: tuple[str, ...] | list[str], what: str, code: str
    ) -> bool:
        """Report the sections that do not belong there, and return whether there are none."""
        before = self.report.count("error")
        for key in node.value:
            if key not in allowed and key != "allow":
                hint = did_you_mean(key, allowed) or "it may have " + ", ".join(allowed)
                message = f"{what} cannot have '{key}'"
                self.report.error(code, message, node.key_span(key), hint=hint)
        return self.report.count("error") == before


def overlaid(game: Node, changes: Node, depth: int = 0) -> Node:
    """Return a mapping with another laid over it: mappings are joined, all else is replaced.

    An entry of a section that is changed to `none` is left out.
    """
    joined = game
    for key, child in changes.value.items():
        mine = game.value.get(key)
        if depth == 1 and child.value == NONE and isinstance(getattr(mine, "value", None), dict):
            joined = joined.without(key)
        elif mine is not None and isinstance(mine.value, dict) and isinstance(child.value, dict):
            joined = joined.replaced(key, overlaid(mine, child, depth + 1))
        else:
            joined = joined.joined(changes.only(key))
    return joined
