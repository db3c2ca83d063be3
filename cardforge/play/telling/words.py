"""The words that games are told in: events and refusals of an engine, names of the players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardforge.expressions import WordingError, printed
from cardforge.play.report.words import TALES, Words, language_of, tale
from cardforge.play.table import Event, Refusal

# A number below zero, as numbers are printed by expressions.
_MINUS = re.compile(r"(?<![\w-])-(?=\d)")
# A name that is longer may be parted at the end of a line.
_LONG = 18


class TaleFault(Exception):
    """Raised for an event or refusal that a tale has no words for: a bug of cardforge."""


def seat_names(words: Words, seats: int) -> tuple[str, ...]:
    """Return a name for each seat; where names run out they come again with a number."""
    names = words.table["names"]
    rounds = range(1, -(-seats // len(names)) + 1)
    every = [name if lap == 1 else f"{name} {lap}" for lap in rounds for name in names]
    return tuple(every[:seats])


def listed_cards(words: Words, names: Iterable[str]) -> str:
    """Return the names of cards as a list in a sentence, equal ones counted."""
    return words.listed(counted(words, names))


def counted(words: Words, names: Iterable[str]) -> list[str]:
    """Return names, equal ones once with how many there are; no line parts a short one."""
    parts = [
        name if times == 1 else words("several", count=times, name=name)
        for name, times in Counter(names).items()
    ]
    return [part if len(part) > _LONG else part.replace(" ", "\u00a0") for part in parts]


class Teller:
    """Tells the events of one game: of its engine, in one language, with the players' names."""

    def __init__(
        self, engine: str, language: str, names: Sequence[str], cards: Mapping[str, str]
    ) -> None:
        self.engine, self.words = engine, Words(language)
        # An engine that brings no tale is told in its own bare terms.
        self.table: Mapping[str, Any] | None = None
        if (TALES / f"{engine}.yaml").is_file():
            self.table = tale(engine)[self.words.language]
        self.names, self.cards = tuple(names), cards

    def event(self, event: Event) -> str:
        """Return an event in words."""
        cards = listed_cards(self.words, (self.cards.get(card, card) for card in event.cards))
        seat = "" if event.seat is None else self.names[event.seat]
        scope = {"names": list(self.names), "seat": seat, "cards": cards, **event.values}
        if "seats" in scope:
            several = [self.names[number] for number in scope["seats"]]
            scope |= {"seats": self.words.listed(several), "count": len(several)}
        return self._said("events", event.kind, scope)

    def refusal(self, refusal: Refusal) -> str:
        """Return in words why a move is not allowed."""
        return self._said("refusals", refusal.code, {"names": list(self.names), **refusal.values})

    def _said(self, group: str, key: str, scope: Mapping[str, Any]) -> str:
        if self.table is None:
            return _bare(key, scope)
        text = self.table[group].get(key)
        if text is None:
            raise TaleFault(f"the tale of {self.engine} has no {group} '{key}'")
        try:
            return _MINUS.sub("−", self.words.filled(text, scope))
        except WordingError as fault:
            raise TaleFault(f"the tale of {self.engine}, {group} '{key}': {fault}") from fault


def _bare(key: str, scope: Mapping[str, Any]) -> str:
    """Return what happened as its kind, who did it, the cards and the other values."""
    known = {name: value for name, value in scope.items() if name not in ("names", "seat", "cards")}
    parts = [scope.get("seat", ""), key, scope.get("cards", "")]
    parts += [f"{name}={printed(value)}" for name, value in known.items()]
    return " · ".join(part for part in parts if part)


def refusal_text(engine: str, refusal: Refusal, language: str) -> str:
    """Return the sentence that says why a move is not allowed."""
    words = Words(language_of(language))
    names = seat_names(words, len(words.table["names"]))
    return Teller(engine, language, names, {}).refusal(refusal)
