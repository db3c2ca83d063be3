"""A statement of the composition with its cards: what every check of the vocabulary works with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from cardforge.deal import globals_of
from cardforge.decode import Deferred
from cardforge.diagnostics import Report, did_you_mean, shortened
from cardforge.element_kinds import read_range
from cardforge.expressions import WordingError, holds, printed
from cardforge.model import Card, Deck, Game, Settings
from cardforge.specs import Statement

MOST_NAMED = 12
# What every card has besides its fields; a field of the same name is the designer's own.
OWN = ("name", "copies", "face", "back")
_KEYS = {"is_": "is", "at_least": "at-least", "at_most": "at-most"}


class NotJudged(Exception):
    """A statement that cannot be judged; the reason is in the report."""


class Held(NamedTuple):
    """A card that a statement is about, and its deck."""

    card: Card
    deck: str

    def field(self, name: str) -> Any:
        """Return a field of the card; raises KeyError."""
        if name in self.card.fields or name not in OWN:
            return self.card.fields[name]
        return getattr(self.card, name)

    @property
    def scope(self) -> dict[str, Any]:
        """Return the names that an expression about the card can use, besides those of the run."""
        own = {name: getattr(self.card, name) for name in OWN}
        return {"deck": self.deck, **own, **self.card.fields}


class Bound(NamedTuple):
    """A number promised: its smallest and largest value, None where there is none."""

    least: float | None
    most: float | None

    def holds(self, number: float) -> bool:
        """Return whether a number is as promised."""
        return (self.least is None or number >= self.least) and (
            self.most is None or number <= self.most
        )

    def times(self, factor: float) -> Bound:
        """Return the promise for so many times as much."""
        return Bound(*(None if end is None else end * factor for end in self))

    def __str__(self) -> str:
        """Return the promise in words."""
        if self.least == self.most:
            return printed(self.least)
        if self.least is None:
            return f"at most {printed(self.most)}"
        if self.most is None:
            return f"at least {printed(self.least)}"
        return f"{printed(self.least)} to {printed(self.most)}"


def scope_of(game: Game, settings: Settings, decks: Iterable[Deck]) -> dict[str, Any]:
    """Return the names that expressions about the box can use, the totals of its decks included."""
    totals = {deck.name: deck.total for deck in decks}
    return {**globals_of(game, settings), "totals": totals}


class Bench:
    """What all statements of a run share: the decks, the names, the report."""

    def __init__(
        self, game: Game, settings: Settings, decks: Sequence[Deck], report: Report
    ) -> None:
        self.game, self.settings, self.report = game, settings, report
        self.decks = {deck.name: deck for deck in decks}
        self.scope = scope_of(game, settings, decks)
        # Messages are the same in every run, so that one fault is told once.
        self.language = game.languages[0]

    def case(self, statement: Statement) -> Case | None:
        """Return a statement with its cards, None when it is not about this run."""
        case = Case(self, statement)
        if not case.applies():
            return None
        decks = self._chosen_decks(statement)
        if decks is None:
            return None
        case.names = tuple(deck.name for deck in decks)
        case.cards = tuple(case.chosen(decks))
        return case

    def _chosen_decks(self, statement: Statement) -> list[Deck] | None:
        """Return the decks of a statement, None when one of them could not be dealt whole."""
        if statement.every is not None:
            of_tokens = statement.every == "tokens"
            decks = [d for d in self.decks.values() if d.spec.is_token == of_tokens]
        else:
            decks = [self.decks[n] for n in statement.decks if n in self.decks]
        for name in statement.decks:
            if name not in self.decks:
                self._report_unknown(statement, name)
                return None
        return decks if all(deck.whole for deck in decks) else None

    def _report_unknown(self, statement: Statement, name: str) -> None:
        if any(self.game.is_broken(section, name) for section in ("decks", "tokens")):
            return
        hint = did_you_mean(name, self.decks) or "name a deck or tokens of the game"
        place = statement.places.get("deck") or statement.places.get("decks") or statement.span
        self.report.error("composition.deck", f"no deck is called '{name}'", place, hint=hint)


class Case:
    """One statement, the cards that it is about, and how to say what is wrong with them."""

    def __init__(self, bench: Bench, statement: Statement) -> None:
        self.bench, self.statement = bench, statement
        self.game, self.settings, self.report = bench.game, bench.settings, bench.report
        self.names: tuple[str, ...] = ()
        self.cards: tuple[Held, ...] = ()

    @property
    def noun(self) -> str:
        """Return how a message calls the decks of the statement."""
        if self.statement.every == "tokens":
            return "the tokens"
        return " and ".join(self.names) if self.names else "the box"

    @property
    def total(self) -> int:
        """Return how many cards the statement is about, copies counted."""
        return sum(held.card.copies for held in self.cards)

    @property
    def scope(self) -> dict[str, Any]:
        """Return the names that the expressions of the statement can use."""
        return {**self.bench.scope, "total": self.total}

    def applies(self) -> bool:
        """Return whether the statement is to be judged for these players, mode and rulings."""
        when = self.statement.when
        return when is None or holds(self.evaluated(when, "when", self.bench.scope))

    def chosen(self, decks: Iterable[Deck]) -> Iterator[Held]:
        """Yield the cards of some decks for which `where` holds."""
        where = self.statement.where
        for deck in decks:
            for card in deck.cards:
                held = Held(card, deck.name)
                if isinstance(where, Deferred):
                    scope = {**self.bench.scope, **held.scope}
                    if not holds(self.evaluated(where, f"where ({card.id})", scope)):
                        continue
                elif where not in (None, True):
                    continue
                yield held

    # Values of the statement's keys

    def evaluated(self, value: Any, key: str, scope: Mapping[str, Any] | None = None) -> Any:
        """Return a value with its expressions computed; raises NotJudged after reporting."""
        if isinstance(value, Deferred):
            try:
                return value.expression(self.scope if scope is None else scope)
            except WordingError as fault:
                message = f"{key}: {fault}"
                self.report.error(fault.code, message, self.place(key), hint=fault.hint)
                raise NotJudged from None
        if isinstance(value, dict):
            return {name: self.evaluated(entry, key, scope) for name, entry in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.evaluated(entry, key, scope) for entry in value]
        return value

    def place(self, key: str) -> Any:
        """Return where a key of the statement is written."""
        return self.statement.places.get(key.partition(" ")[0]) or self.statement.span

    def bound(self, *, whole: bool = True) -> Bound:
        """Return the number promised; raises NotJudged after reporting that it is none."""
        statement = self.statement
        if statement.is_ is not None:
            number = self.number("is_", statement.is_, whole=whole)
            return Bound(number, number)
        if statement.between is not None:
            return self._between(statement.between, whole=whole)
        ends = [
            None if value is None else self.number(key, value, whole=whole)
            for key, value in (("at_least", statement.at_least), ("at_most", statement.at_most))
        ]
        return self._ordered(Bound(ends[0], ends[1]), "at-most")

    def _between(self, written: Any, *, whole: bool) -> Bound:
        value = self.evaluated(written, "between")
        if isinstance(value, str) and ".." in value:
            value = [_number(part.strip()) for part in value.split("..", 1)]
        if not isinstance(value, (list, tuple)) or len(value) != 2:
            self.wrong("composition.number", "between must be two numbers", "between", "[3, 6]")
        least, most = (self.number("between", end, whole=whole) for end in value)
        return self._ordered(Bound(least, most), "between")

    def _ordered(self, bound: Bound, key: str) -> Bound:
        if bound.least is not None and bound.most is not None and bound.least > bound.most:
            message = f"no number is at least {printed(bound.least)} and at most"
            self.wrong("composition.number", f"{message} {printed(bound.most)}", key)
        return bound

    def number(self, key: str, written: Any, *, whole: bool = True) -> float:
        """Return a number of the statement; raises NotJudged after reporting that it is none."""
        key = _KEYS.get(key, key)
        value = self.evaluated(written, key)
        number = _number(value)
        if number is None or (whole and number != int(number)):
            expected = "a whole number" if whole else "a number"
            message = f"{key} must be {expected}, found '{shortened(printed(value))}'"
            self.wrong("composition.number", message, key)
        return int(number) if number == int(number) else number

    def promised(self, written: Any) -> list[str]:
        """Return the values promised as they are printed; raises NotJudged after reporting."""
        value = self.evaluated(written, "of")
        values = value
        if isinstance(value, str):
            values = read_range(value) if ".." in value else None
        if not isinstance(values, (list, tuple)):
            message = (
                f"of must be a range such as 1..100 or a list, found '{shortened(printed(value))}'"
            )
            self.wrong("composition.of", message, "of")
        return [printed(entry) for entry in values]

    def wrong(self, code: str, message: str, key: str, hint: str | None = None) -> NoReturn:
        """Report that a key of the statement cannot be used, and raise NotJudged."""
        hint = f"write {key}: {hint}" if hint else None
        self.report.error(code, message, self.place(key), hint=hint)
        raise NotJudged

    # Values of the cards

    def values(self, names: Sequence[str] | None = None) -> Iterator[tuple[Held, str]]:
        """Yield each card with its value of the statement's field as it is printed."""
        for held in self.cards:
            yield held, self.value_of(held, names or self.statement.field)

    def value_of(self, held: Held, names: Sequence[str]) -> str:
        """Return a card's value of some fields, joined; raises NotJudged after reporting."""
        return " ".join(_shown(self.raw(held, name)) for name in names)

    def raw(self, held: Held, name: str) -> Any:
        """Return a card's value of a field; raises NotJudged after reporting that it has none."""
        try:
            return held.field(name)
        except KeyError:
            message = f"the card {held.card.id} has no field '{name}'"
            hint = did_you_mean(name, [*held.card.fields, *OWN])
            self.report.error("composition.field", message, self.statement.span, hint=hint)
            raise NotJudged from None

    def counted(self) -> Counter[str]:
        """Return how often each value of the statement's field is there."""
        counts: Counter[str] = Counter()
        for held, value in self.values():
            counts[value] += held.card.copies
        return counts

    # Messages

    def fail(self, message: str, hint: str | None = None) -> None:
        """Report that the box is not as the statement says."""
        statement = self.statement
        because = self._because()
        source = f"{statement.source}: {because}" if because else statement.source
        called = f"{statement.id}: " if statement.id else ""
        self.report.add(
            statement.severity,
            f"composition.{statement.check}",
            f"{called}{message} ({source})",
            statement.span,
            hint=hint,
        )

    def _because(self) -> str:
        because = self.statement.because
        if isinstance(because, dict):
            because = because.get(self.bench.language) or next(iter(because.values()), None)
        return printed(self.evaluated(because, "because"))

    def circumstances(self) -> str:
        """Return who needs something: `Découverte with 6 players needs`, `1 player needs`."""
        count = self.settings.players
        players = f"{count} player{'' if count == 1 else 's'}"
        mode = self.game.modes.get(self.settings.mode or "")
        title = mode.title.get(self.bench.language, mode.name) if mode else ""
        if title:
            return f"{title} with {players} needs"
        return f"{players} {'needs' if count == 1 else 'need'}"


def described(cards: Iterable[Held], noun: str) -> str:
    """Return how many cards there are: `5 digits × 8 copies = 40 cards`, or just `52 cards`."""
    copies = [held.card.copies for held in cards if held.card.copies]
    total = sum(copies)
    what = f"{total} card{'' if total == 1 else 's'}"
    if len(copies) > 1 and len(set(copies)) == 1 and copies[0] > 1:
        return f"{len(copies)} {noun} × {copies[0]} copies = {what}"
    return what


def listed(values: Iterable[str]) -> str:
    """Return values as a message names them, the first few of many."""
    names = list(values)
    shown = ", ".join(names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    return f"{shown} and {more} more" if more > 0 else shown


def _shown(value: Any) -> str:
    """Return a value of a card in one text; the entries of a list are joined."""
    if isinstance(value, (list, tuple)):
        return ", ".join(printed(entry) for entry in value)
    return printed(value)


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return value
    is_whole = isinstance(value, str) and re.fullmatch(r"-?\d{1,15}", value, re.ASCII)
    return int(value) if is_whole else None
