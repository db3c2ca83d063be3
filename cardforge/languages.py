"""Text in each language of a game: titles and notes, and the words that its cards share."""

from __future__ import annotations

from typing import Any

from cardforge.decode import BAD, EXPRESSION_MARK, Reader, found, plain
from cardforge.diagnostics import Span, did_you_mean
from cardforge.kinds import Text
from cardforge.source import Node


class Languages:
    """Reads texts in the languages of one game; `codes` is None when those cannot be read."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.report = reader, reader.report
        self.codes: tuple[str, ...] | None = None
        # Where each entry of the words is written, as `words.language.key`.
        self.places: dict[str, Span] = {}

    def text(self, node: Node, key: str) -> dict[str, str]:
        """Return the text of a node for each language, missing languages reported."""
        if isinstance(node.value, str):
            return dict.fromkeys(self.codes or (), self._typed_text(node, key))
        if not isinstance(node.value, dict):
            message = f"{key} must be text or a text for each language, found {found(node)}"
            self.report.error("value.text", message, node.span)
            return {}
        self._check(node, key)
        return {
            language: self._typed_text(child, f"{key}.{language}")
            for language, child in node.value.items()
        }

    def _typed_text(self, node: Node, key: str) -> str:
        text = self.reader.read(node, Text(), key)
        return "" if text is BAD else str(text)

    def _check(self, node: Node, key: str) -> None:
        """Report the languages that a mapping lacks, and its keys that are none of them."""
        if self.codes is None:
            return
        for language in self.codes:
            if language not in node.value:
                message = f"{key} has no text for '{language}'"
                self.report.error("words.missing", message, node.span, hint=f"add {language}:")
        for written in node.value:
            if written not in self.codes:
                message = f"{key}: '{written}' is not one of the languages"
                hint = did_you_mean(written, self.codes)
                self.report.error("words.language", message, node.key_span(written), hint=hint)

    def words(self, node: Node | None) -> dict[str, dict[str, Any]]:
        """Return the words of each language; every language has the same keys."""
        codes = self.codes or ()
        if node is None or not self.reader.is_mapping(node, "words", "a mapping of languages"):
            return {language: {} for language in codes}
        self._check(node, "words")
        tables = {
            language: child
            for language, child in node.value.items()
            if self.reader.is_mapping(child, f"words.{language}", "a mapping of words")
        }
        given = {key: table.key_span(key) for table in tables.values() for key in table.value}
        self.places = {
            f"words.{language}.{key}": child.span
            for language, table in tables.items()
            for key, child in table.value.items()
        }
        for language, table in tables.items():
            self._report_lacking(language, table, node.key_span(language), given)
            self._check_words(language, table)
        stand_in = {
            k: plain(child) for table in tables.values() for k, child in table.value.items()
        }
        known = {language: plain(table) for language, table in tables.items()}
        # What a language lacks is reported; the word of another keeps its uses from being so too.
        return {language: {**stand_in, **known.get(language, {})} for language in codes}

    def _report_lacking(
        self, language: str, table: Node, here: Span, given: dict[str, Span]
    ) -> None:
        """Report the keys that other languages have; the original lacks none, others have more."""
        is_original = bool(self.codes) and language == self.codes[0]  # type: ignore[index]
        for key, place in given.items():
            if key in table.value:
                continue
            message = f"the words for '{language}' lack '{key}'"
            hint = f"add {key}: to words.{language}"
            if is_original:
                hint += ", the original, or remove it from its translations"
            related = [(place, "given here")]
            self.report.error("words.missing", message, here, hint=hint, related=related)

    def _check_words(self, language: str, table: Node) -> None:
        """Report words without text, and those that would have to be computed."""
        for key, child in table.value.items():
            if child.value is None:
                message = f"the word '{key}' has no text for '{language}'"
                hint = "write it"
                if not key.isidentifier():
                    hint = "if it belongs to the text before, put that into quotes: a comma ends it"
                self.report.error("words.missing", message, table.key_span(key), hint=hint)
            elif isinstance(child.value, str) and EXPRESSION_MARK.search(child.value):
                self.reader.read(child, Text(), f"words.{language}.{key}")
