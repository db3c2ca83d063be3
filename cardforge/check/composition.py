"""Composition: the statements of a game about its own box, held against the dealt decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from cardforge.deal import globals_of
from cardforge.decode import Deferred
from cardforge.diagnostics import Report, did_you_mean
from cardforge.element_kinds import read_range
from cardforge.expressions import WordingError, holds, printed
from cardforge.model import Card, Deck, Game, Settings, Statement

MOST_NAMED = 12


def check_composition(
    game: Game, settings: Settings, decks: Sequence[Deck], report: Report
) -> None:
    """Report every statement of the game that its decks do not keep."""
    checker = _Checker(game, settings, {deck.name: deck for deck in decks}, report)
    for statement in game.composition:
        checker.check(statement)


class _Broken(Exception):
    """A statement that cannot be judged; the reason is in the report."""


class _Checker:
    def __init__(
        self, game: Game, settings: Settings, decks: dict[str, Deck], report: Report
    ) -> None:
        self.scope = globals_of(game, settings)
        self.settings, self.decks, self.report = settings, decks, report
        self.is_broken = game.is_broken
        # Messages are the same in every run, so that one fault is told once.
        self.language = game.languages[0]

    def check(self, statement: Statement) -> None:
        """Judge one statement."""
        deck = self.decks.get(statement.deck)
        if deck is not None and not deck.whole:
            return
        if deck is None and any(self.is_broken(s, statement.deck) for s in ("decks", "tokens")):
            return
        if deck is None:
            hint = did_you_mean(statement.deck, self.decks) or "name a deck or tokens of the game"
            message = f"no deck is called '{statement.deck}'"
            self.report.error("composition.deck", message, statement.span, hint=hint)
            return
        checks = {
            "total": self._total,
            "each-once": self._each_once,
            "copies-each": self._copies_each,
            "per-player": self._per_player,
        }
        try:
            checks[statement.check](statement, deck, self._chosen(statement, deck))
        except _Broken:
            return

    def _chosen(self, statement: Statement, deck: Deck) -> list[Card]:
        """Return the cards that the statement is about."""
        if not isinstance(statement.where, Deferred):
            return [card for card in deck.cards if statement.where in (None, True)]
        chosen = []
        for card in deck.cards:
            scope = {**self.scope, "deck": deck.name, "name": card.name, **card.fields}
            try:
                value = statement.where.expression(scope)
            except WordingError as fault:
                self._broken(statement, fault, f"where ({card.id})")
            if holds(value):
                chosen.append(card)
        return chosen

    def _broken(self, statement: Statement, fault: WordingError, what: str) -> None:
        self.report.error(fault.code, f"{what}: {fault}", statement.span, hint=fault.hint)
        raise _Broken

    def _value(self, statement: Statement, value: Any, key: str) -> Any:
        if value is None:
            message = f"the check {statement.check} needs the key '{key}'"
            self.report.error("key.missing", message, statement.span)
            raise _Broken
        if not isinstance(value, Deferred):
            return value
        try:
            return value.expression(self.scope)
        except WordingError as fault:
            self._broken(statement, fault, key)

    def _number(self, statement: Statement) -> int:
        value = self._value(statement, statement.is_, "is")
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value != int(value):
            message = f"is must be a whole number, found '{printed(value)}'"
            self.report.error("composition.number", message, statement.span)
            raise _Broken
        return int(value)

    def _fail(self, statement: Statement, message: str) -> None:
        because = statement.because
        if isinstance(because, dict):
            because = because.get(self.language) or next(iter(because.values()), None)
        if isinstance(because, Deferred):
            because = self._value(statement, because, "because")
        source = f"{statement.source}: {because}" if because else statement.source
        self.report.error(f"composition.{statement.check}", f"{message} ({source})", statement.span)

    def _total(self, statement: Statement, deck: Deck, cards: list[Card]) -> None:
        promised = self._number(statement)
        total = sum(card.copies for card in cards)
        if total != promised:
            self._fail(
                statement,
                f"the rules promise {promised} cards in {deck.name}, the box holds {total}",
            )

    def _per_player(self, statement: Statement, deck: Deck, cards: list[Card]) -> None:
        each = self._number(statement)
        promised, total = each * self.settings.players, sum(card.copies for card in cards)
        if total != promised:
            self._fail(
                statement,
                f"the rules promise {each} of {deck.name} for each of {self.settings.players} "
                f"players, {promised} in all, the box holds {total}",
            )

    def _copies_each(self, statement: Statement, deck: Deck, cards: list[Card]) -> None:
        promised = self._number(statement)
        if statement.field is None:
            counts = Counter({card.id: card.copies for card in cards})
        else:
            counts = self._counts(statement, cards)
            self._find_missing(statement, deck, counts)
        wrong = [f"{value} ({n})" for value, n in counts.items() if n != promised]
        if wrong:
            self._fail(
                statement,
                f"the rules promise {promised} copies of each of {deck.name}, "
                f"but the box holds {_listed(wrong)}",
            )

    def _each_once(self, statement: Statement, deck: Deck, cards: list[Card]) -> None:
        self._value(statement, statement.field, "field")
        self._value(statement, statement.of, "of")
        counts = self._counts(statement, cards)
        self._find_missing(statement, deck, counts)
        twice = [printed(value) for value, n in counts.items() if n > 1]
        if twice:
            self._fail(statement, f"more than once in {deck.name}: {_listed(twice)}")

    def _counts(self, statement: Statement, cards: list[Card]) -> Counter[Any]:
        counts: Counter[Any] = Counter()
        for card in cards:
            if statement.field not in card.fields:
                message = f"the card {card.id} has no field '{statement.field}'"
                hint = did_you_mean(str(statement.field), card.fields)
                self.report.error("composition.field", message, statement.span, hint=hint)
                raise _Broken
            counts[printed(card.fields[statement.field])] += card.copies
        return counts

    def _find_missing(self, statement: Statement, deck: Deck, counts: Counter[Any]) -> None:
        """Report values promised and not there, and values there that nobody promised."""
        if statement.of is None:
            return
        promised = self._promised(statement)
        missing = [value for value in promised if not counts.get(value)]
        extra = [value for value, n in counts.items() if n and value not in set(promised)]
        if missing:
            self._fail(statement, f"missing in {deck.name}: {_listed(missing)}")
        if extra:
            self._fail(statement, f"in {deck.name} but not in the rules: {_listed(extra)}")

    def _promised(self, statement: Statement) -> list[str]:
        value = self._value(statement, statement.of, "of")
        if isinstance(value, str):
            value = read_range(value) if ".." in value else None
        if not isinstance(value, (list, tuple)):
            shown = printed(self._value(statement, statement.of, "of"))
            message = f"of must be a range such as 1..100 or a list, found '{shown:.40}'"
            self.report.error("composition.of", message, statement.span)
            raise _Broken
        return [printed(entry) for entry in value]


def _listed(values: Iterable[str]) -> str:
    names = list(values)
    shown = ", ".join(names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    return f"{shown} and {more} more" if more > 0 else shown
