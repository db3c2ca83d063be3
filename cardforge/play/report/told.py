"""What a report is made from: outcomes, their cards, and what everything is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardforge.fonts import Fonts
from cardforge.play.measures import Sample
from cardforge.play.outcome import Outcome
from cardforge.play.report.cards import Cards
from cardforge.play.report.words import Words

# A difference beyond so many standard errors is told; chance alone makes few of them.
CLEAR = 3.0


class Told(NamedTuple):
    """What a report is made from: one outcome, or two to compare; their cards and names."""

    outcomes: tuple[Outcome, ...]
    words: Words
    cards: tuple[Cards, ...]
    names: tuple[str, ...]

    @property
    def first(self) -> Outcome:
        """Return the only outcome, or the first of two."""
        return self.outcomes[0]

    @property
    def is_pair(self) -> bool:
        """Return whether two outcomes are compared."""
        return len(self.outcomes) > 1

    @property
    def engine(self) -> str:
        """Return the name of the engine, which has words of its own for some measures."""
        play = self.first.game.play
        return play.engine if play else ""

    @property
    def unit(self) -> str:
        """Return what a game's length is counted in: turns, or what the engine calls them."""
        return self.words.named("units", "turns", self.engine) or "turns"

    def unit_of(self, value: float) -> str:
        """Return the unit beside a number: in French everything below 2 is one of it."""
        alone = abs(value) < 2 if self.words.language == "fr" else value == 1
        return (self.words.named("units", "turn", self.engine) if alone else None) or self.unit

    def measure(self, name: str) -> str:
        """Return what a measure is called."""
        group, _, key = name.partition(" ")
        known = self.words.named("measures", group, self.engine) or group.replace("_", " ")
        return f"{known} · {key}" if key else known

    def samples(self, name: str) -> list[Sample]:
        """Return a sample of each outcome, empty where it was not taken."""
        return [outcome.tally.samples.get(name, Sample()) for outcome in self.outcomes]

    def card(self, card: str) -> str:
        """Return what a card is called in the first box that has it."""
        return next((c.name(card) for c in self.cards if card in c), card)


def told(outcomes: Sequence[Outcome], language: str, fonts: Fonts) -> Told:
    """Return what a report of one outcome, or of two, is made from."""
    words = Words(language)
    cards = tuple(Cards(outcome.box, words.language, fonts) for outcome in outcomes[:1])
    cards += tuple(Cards(outcome.box, words.language, Fonts()) for outcome in outcomes[1:])
    names: tuple[str, ...] = ("",)
    if len(outcomes) > 1:
        letters = zip(("first", "second"), outcomes, strict=False)
        names = tuple(words(key, name=o.label or o.game.id) for key, o in letters)
    return Told(tuple(outcomes), words, cards, names)


def ranked(law: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return what was counted, the most first, equals by name: the same on every machine."""
    return sorted(law.items(), key=lambda item: (-item[1], item[0]))
