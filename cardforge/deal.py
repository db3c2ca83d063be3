"""Dealing: a written deck becomes cards, for one language, player count, mode and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from cardforge.decks_grammar import COPIES, RESERVED
from cardforge.decode import BAD, Deferred, Evaluated, Reader
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.expressions import WordingError, holds, printed
from cardforge.model import Card, Deck, DeckSpec, Game, Row, Settings

MOST_CARDS = 20_000
NO_BACK = "none"
# What other programs call the keys of a row.
_FOREIGN_WORDS = {"count": "copies", "quantity": "copies", "amount": "copies", "front": "face"}


def deal(game: Game, settings: Settings, report: Report) -> tuple[Deck, ...]:
    """Return the game's decks, tokens after cards, every fault of their rows reported."""
    dealer = _Dealer(game, settings, report)
    return tuple(dealer.deck(spec) for spec in (*game.decks, *game.tokens))


def globals_of(game: Game, settings: Settings) -> dict[str, Any]:
    """Return the names that every expression of a run can use."""
    return {
        "game": game.id,
        "version": game.version,
        "title": game.title.get(settings.language, game.id),
        "language": settings.language,
        "players": settings.players,
        "mode": settings.mode or "",
        "rulings": settings.rulings,
        "words": game.words.get(settings.language, {}),
        "credits": (game.credits or {}).get(settings.language, ""),
        "licence": (game.licence or {}).get(settings.language, ""),
    }


class Undealt(Exception):
    """Raised inside the dealer when a card cannot be made; the reason is in the report."""


class _Dealer:
    """Evaluates the rows of decks in one scope and reports what goes wrong."""

    def __init__(self, game: Game, settings: Settings, report: Report) -> None:
        self.game, self.settings, self.report = game, settings, report
        self.globals = globals_of(game, settings)
        self.languages = set(game.languages)

    def deck(self, spec: DeckSpec) -> Deck:
        """Return a dealt deck; cards that could not be made are left out and reported."""
        outer, self.report = self.report, Report()
        deck = self._dealt(spec)
        whole = not self.report.has_errors and not self._is_broken(spec)
        outer.extend(self.report)
        self.report = outer
        return deck._replace(whole=whole)

    def _dealt(self, spec: DeckSpec) -> Deck:
        cards: dict[str, Card] = {}
        used: set[str] = set()
        for number, (row, base) in enumerate(self._written(spec), start=1):
            try:
                card = self._card(spec, row, base, number, used)
            except Undealt:
                continue
            if card is None:
                continue
            if card.id in cards:
                self._twice(spec, card, cards[card.id])
            cards[card.id] = card
        self._check_overrides(spec, used, [card_id.partition(".")[2] for card_id in cards])
        deck = Deck(spec.name, spec, tuple(cards.values()))
        if deck.total > MOST_CARDS:
            self._too_many(spec, deck.total)
            return deck._replace(cards=())
        return deck

    def _too_many(self, spec: DeckSpec, total: int) -> None:
        self.report.error(
            "deck.too-many",
            f"deck {spec.name} has {total:,} cards, at most {MOST_CARDS:,} are printed",
            spec.span,
            hint="use fewer values or copies, or several decks",
        )

    def _twice(self, spec: DeckSpec, card: Card, first: Card) -> None:
        of_deck = card.span == spec.span
        self.report.error(
            "card.twice",
            f"deck {spec.name} has two cards with the id '{card.id.partition('.')[2]}'",
            spec.places.get("id", card.span) if of_deck else card.span,
            hint="give each card an id of its own, or write copies: 2",
            related=[] if of_deck else [(first.span, "first used here")],
        )

    def _is_broken(self, spec: DeckSpec) -> bool:
        return self.game.is_broken("tokens" if spec.is_token else "decks", spec.name)

    def _check_overrides(self, spec: DeckSpec, used: set[str], ids: Iterable[str]) -> None:
        for key, row in spec.overrides.items():
            if key not in used:
                message = f"deck {spec.name} has no card '{key}'"
                hint = did_you_mean(key, ids) or "name a card of the deck by its id"
                self.report.error("override.unknown", message, row.span, hint=hint)

    def _written(self, spec: DeckSpec) -> Iterator[tuple[Row | None, dict[str, Any]]]:
        """Yield each combination of the loops, then each row."""
        if spec.loops:
            lists = [self._loop_values(name, loop) for name, loop in spec.loops.items()]
            if prod(map(len, lists)) > MOST_CARDS:
                self._too_many(spec, prod(map(len, lists)))
                return
            for values in product(*lists):
                yield None, dict(zip(spec.loops, values, strict=True))
        for row in spec.rows:
            yield row, {}

    def _loop_values(self, name: str, loop: Any) -> tuple[Any, ...]:
        if not isinstance(loop, Deferred):
            return tuple(loop)
        try:
            values = self._evaluate(loop, self.globals, None)
        except Undealt:
            return ()
        if isinstance(values, int) and not isinstance(values, bool) and values <= MOST_CARDS:
            return tuple(range(1, values + 1))
        if isinstance(values, (list, tuple)):
            return tuple(values)
        message = f"{name} must give a list or a number up to {MOST_CARDS}, found '{values!s:.40}'"
        self.report.error("deck.loops", message, loop.span)
        return ()

    def _card(
        self, spec: DeckSpec, row: Row | None, base: dict[str, Any], number: int, used: set[str]
    ) -> Card | None:
        """Return the card of a row or loop step, None when `where` leaves it out."""
        span = row.span if row else spec.span
        fields = {**base, **(row.fields if row else {})}
        # A field of that name is the designer's own.
        fields.setdefault("number", number)
        scope = {**self.globals, "deck": spec.name, **fields}
        expressions = {**(row.expressions if row else {}), **spec.let}
        self._fill_in(fields, scope, expressions, span)
        local = self._id(spec, fields, scope, number, row)
        if local in spec.overrides:
            used.add(local)
            change = spec.overrides[local]
            fields.update(change.fields)
            scope.update(change.fields)
            left = {**change.expressions, **self._lets_left(spec, change)}
            span = change.span
            self._fill_in(fields, scope, left, span)
            row = Row({}, {}, row.node.joined(change.node) if row else change.node)
        scope["id"] = local
        if not holds(self._evaluate(spec.where, scope, f"{spec.name}.{local}")):
            return None
        return self._made(spec, row, fields, scope, local, span)

    def _lets_left(self, spec: DeckSpec, change: Row) -> dict[str, Any]:
        """Return the computed fields that an override did not set itself."""
        return {key: value for key, value in spec.let.items() if key not in change.fields}

    def _fill_in(
        self, fields: dict[str, Any], scope: dict[str, Any], expressions: dict[str, Any], span: Span
    ) -> None:
        for key, value in fields.items():
            if isinstance(value, dict):
                fields[key] = scope[key] = self._localized(value, key, span)
        for key, written in expressions.items():
            chosen = self._localized(written, key, span) if isinstance(written, dict) else written
            value = self._evaluate(chosen, scope, None)
            fields[key] = scope[key] = (
                self._localized(value, key, span) if isinstance(value, dict) else value
            )

    def _localized(self, value: dict[str, Any], key: str, span: Span) -> Any:
        """Return the entry for this run's language when the keys of a mapping are languages."""
        if not value or not value.keys() <= self.languages:
            return value
        language = self.settings.language
        if value.get(language) is None:
            message = f"{key} has no text for '{language}'"
            self.report.error("words.missing", message, span, hint=f"add {language}:")
        return value.get(language)

    def _id(
        self, spec: DeckSpec, fields: dict[str, Any], scope: dict[str, Any], number: int,
        row: Row | None,
    ) -> str:  # fmt: skip
        if "id" in fields or spec.id is not None:
            local = fields["id"] if "id" in fields else self._evaluate(spec.id, scope, None)
            if local is None or isinstance(local, (list, dict)) or not printed(local).strip():
                message = f"a card of {spec.name} has an id that is no text"
                span = self._key_span(row, "id", spec)
                self.report.error("card.id", message, span, hint="write a short word")
                raise Undealt
            return printed(local).strip()
        if row or not spec.loops:
            return str(number)
        return "-".join(printed(fields[name]) for name in spec.loops)

    def _made(
        self, spec: DeckSpec, row: Row | None, fields: dict[str, Any], scope: dict[str, Any],
        local: str, span: Span,
    ) -> Card:  # fmt: skip
        copies = self._copies(fields.get("copies", spec.copies), scope, local, row, spec)
        face = self._template(spec, "face", fields.get("face", spec.face), scope, local, row)
        back = self._template(spec, "back", fields.get("back", spec.back), scope, local, row)
        name = fields.get("name", spec.card_name)
        if isinstance(name, dict):
            name = self._localized(name, "name", self._key_span(row, "name", spec))
        name = self._evaluate(name, scope, f"{spec.name}.{local}")
        if not face or not back:
            raise Undealt
        fields["id"] = local
        return Card(
            id=f"{spec.name}.{local}",
            name=printed(name) if name is not None else local,
            copies=copies,
            face=face,
            back=None if back == NO_BACK else back,
            fields=fields,
            span=span,
        )

    def _copies(
        self, value: Any, scope: dict[str, Any], local: str, row: Row | None, spec: DeckSpec
    ) -> int:
        span = value.span if isinstance(value, Deferred) else self._key_span(row, "copies", spec)
        shown = f"{spec.name}.{local}"
        value = self._evaluate(value, scope, shown)
        reader = Reader(self.report, card=shown)
        text = None if value is None else printed(value)
        if isinstance(value, (list, dict)):
            text = value  # type: ignore[assignment]
        copies = COPIES.read(Evaluated(text, span), "copies", reader)
        if copies == 0 and copies is not BAD:
            self.report.note("card.no-copies", "copies is 0: not printed", span, card=shown)
        return 0 if copies is BAD else copies

    def _key_span(self, row: Row | None, key: str, spec: DeckSpec) -> Span:
        """Return where a key of a card is written: in its override, its row or its deck."""
        if row is not None and key in row.node.value:
            span: Span = row.node.value[key].span
            return span
        return spec.places.get(key) or (row.span if row is not None else spec.span)

    def _template(
        self, spec: DeckSpec, side: str, value: Any, scope: dict[str, Any], local: str,
        row: Row | None,
    ) -> str | None:  # fmt: skip
        """Return the name of a side's template, None after reporting why there is none."""
        card = f"{spec.name}.{local}"
        name = self._evaluate(value, scope, card)
        if (name is None or name == "") and self._is_broken(spec):
            return None
        if name is None or name == "":
            self.report.error(
                f"card.no-{side}",
                f"deck {spec.name} says no {side} for its cards",
                self._key_span(row, side, spec),
                hint=f"write {side}: with the name of a template"
                + (", or back: none for a blank back" if side == "back" else ""),
                card=card,
            )
            return None
        name = printed(name)
        if side == "back" and name == NO_BACK:
            return name
        if name not in self.game.templates and not self.game.is_broken("templates", name):
            span = value.span if isinstance(value, Deferred) else self._key_span(row, side, spec)
            self.report.error(
                "template.unknown",
                f"no template is called '{name}'",
                span,
                hint=did_you_mean(name, self.game.templates) or "name it under templates:",
                card=card,
            )
            return None
        return name

    def _evaluate(self, value: Any, scope: dict[str, Any], card: str | None) -> Any:
        """Return a value with its expressions computed; raises Undealt after reporting a fault."""
        if isinstance(value, Deferred):
            try:
                return value.expression(scope)
            except WordingError as fault:
                self.report.error(fault.code, str(fault), value.span, hint=fault.hint, card=card)
                raise Undealt from None
        if isinstance(value, dict) and any(isinstance(v, Deferred) for v in value.values()):
            if value.keys() <= self.languages:
                return self._evaluate(value.get(self.settings.language), scope, card)
            return {key: self._evaluate(entry, scope, card) for key, entry in value.items()}
        return value


def suspicious_fields(game: Game, report: Report) -> None:
    """Report row keys that look like a misspelt `copies`, `face` … and that nothing uses."""
    rows = [
        (spec, row)
        for spec in (*game.decks, *game.tokens)
        for row in (*spec.rows, *spec.overrides.values())
    ]
    used = names_used(game).union(RESERVED)
    keys = {key for _, row in rows for key in (*row.fields, *row.expressions)} - used
    misspelt = {key: _near(key, {word: word for word in RESERVED}) for key in keys}
    foreign = {key: _near(key, _FOREIGN_WORDS) for key in keys if misspelt[key] is None}
    if any(misspelt.values()) or any(foreign.values()):
        for spec, row in rows:
            for key in sorted({*row.fields, *row.expressions} - used):
                _report_suspect(spec, row, key, misspelt.get(key), foreign.get(key), report)


def _near(key: str, words: Mapping[str, str]) -> str | None:
    """Return the hint for a key that is nearly one of some words, or has the same letters.

    Stricter than a hint elsewhere: `cost` and `race` are good fields.
    """
    from difflib import get_close_matches

    typed = key.lower()
    near = get_close_matches(typed, words, n=1, cutoff=0.8)
    near += [word for word in words if sorted(word) == sorted(typed)]
    return f"did you mean '{words[near[0]]}'?" if near else None


def _report_suspect(
    spec: DeckSpec, row: Row, key: str, misspelt: str | None, foreign: str | None, report: Report
) -> None:
    span = row.node.key_span(key)
    if misspelt:
        message = f"unknown key '{key}' in a row of {spec.name}"
        report.error("key.unknown", message, span, hint=misspelt)
    elif foreign:
        report.warning("key.unused", f"nothing uses '{key}' of {spec.name}", span, hint=foreign)


def names_used(game: Game) -> frozenset[str]:
    """Return every name that an expression of the game mentions."""
    names: set[str] = set()
    for template in game.templates.values():
        _collect(template.elements, names)
    for part in game.parts.values():
        _collect(part, names)
    for spec in (*game.decks, *game.tokens):
        _collect((spec.id, spec.face, spec.back, spec.copies, spec.where, spec.let), names)
        _collect([row.expressions for row in (*spec.rows, *spec.overrides.values())], names)
    _collect([(s.field, s.where, s.is_) for s in game.composition], names)
    names.update(s.field for s in game.composition if s.field)
    return frozenset(names)


def _collect(value: Any, names: set[str]) -> None:
    if isinstance(value, Deferred):
        names.update(value.expression.names)
    elif isinstance(value, dict):
        _collect(tuple(value.values()), names)
    elif isinstance(value, (tuple, list)):
        for child in value:
            _collect(child, names)
