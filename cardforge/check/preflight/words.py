"""Preflight of translations: words that are the same as in the original, or empty in one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardforge.check.preflight.sides import Finding
from cardforge.check.settings import Checks
from cardforge.diagnostics import Span, shortened
from cardforge.model import Game


def same_words(game: Game, checks: Checks) -> Iterator[Finding]:
    """Yield texts of several words that are the same in a translation as in the original."""
    least = checks["same-words"]["words"]
    original, *translations = game.languages
    for name, span, texts in _entries(game):
        text = texts[original]
        same = [language for language in translations if texts[language] == text]
        if same and isinstance(text, str):
            if sum(any(map(str.isalpha, word)) for word in text.split()) < least:
                continue
            yield Finding(
                "words.same",
                span,
                f"{name} is '{shortened(text, 40)}' in {' and '.join([original, *same])}",
                "translate it, or let it be if it is right in both",
            )


def empty_words(game: Game) -> Iterator[Finding]:
    """Yield texts that are empty in one language and not in another, and lists that are shorter."""
    for name, span, texts in _entries(game):
        full = [language for language, value in texts.items() if not _is_empty(value)]
        for language, value in texts.items():
            if full and _is_empty(value):
                message = f"{name} is empty in {language}, but not in {full[0]}"
                yield Finding("words.empty", span, message, "translate it")


def _is_empty(value: Any) -> bool:
    # What is not written at all is reported as words.missing.
    return isinstance(value, str) and not value.strip()


def _entries(game: Game) -> Iterator[tuple[str, Span, Mapping[str, Any]]]:
    """Yield what a game says in several languages: a name for it, its place, its texts."""
    if len(game.languages) > 1:
        languages = set(game.languages)
        for name, span, texts in (*_titles(game), *_fields(game)):
            if isinstance(texts, dict) and texts.keys() == languages:
                yield name, span, texts
        yield from _words(game)


def _titles(game: Game) -> Iterator[tuple[str, Span, Any]]:
    yield "the title", game.places.get("title", game.span), game.title
    for mode in game.modes.values():
        place = game.places.get("modes", game.span)
        yield f"the title of the mode {mode.name}", place, mode.title
    for ruling in game.rulings.values():
        place = game.places.get("rulings", game.span)
        yield f"the title of the ruling {ruling.key}", place, ruling.title
    for spec in (*game.decks, *game.tokens):
        yield f"the title of {spec.name}", spec.places.get("title", spec.span), spec.title


def _fields(game: Game) -> Iterator[tuple[str, Span, Any]]:
    for spec in (*game.decks, *game.tokens):
        for row in spec.rows:
            for key, value in row.fields.items():
                if isinstance(value, dict):
                    yield f"{key} of a card of {spec.name}", row.place(key) or row.span, value


def _words(game: Game) -> Iterator[tuple[str, Span, Mapping[str, Any]]]:
    for key in game.words.get(game.languages[0], {}):
        texts = {language: game.words[language].get(key) for language in game.languages}
        # The last language is where a translation is missing most often.
        place = game.places.get(f"words.{game.languages[-1]}.{key}")
        for name, leaves in _leaves(f"the word '{key}'", texts):
            yield name, place or game.places.get("words", game.span), leaves


def _leaves(name: str, texts: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the single texts of an entry, entries of lists and mappings apart."""
    values = [*texts.values()]
    if all(isinstance(value, list) for value in values):
        for index in range(max(map(len, values))):
            inner = {k: v[index] if index < len(v) else "" for k, v in texts.items()}
            yield from _leaves(f"{name} ({index})", inner)
    elif all(isinstance(value, dict) for value in values):
        for key in {key: None for value in values for key in value}:
            yield from _leaves(f"{name} ({key})", {k: v.get(key, "") for k, v in texts.items()})
    else:
        yield name, texts
