"""Dealing: a written deck becomes cards, for one language, player count, mode and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import Any

from cardforge.color import Color, hex_of
from cardforge.decks_grammar import COPIES
from cardforge.decode import BAD, Deferred, Evaluated, Reader
from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.expressions import WordingError, holds, printed
from cardforge.model import Card, Deck, DeckSpec, Game, Row, Settings

MOST_CARDS = 20_000
# More faults of one deck are not worth a line each.
MOST_FAULTS = 200
NO_BACK = "none"


def deal(game: Game, settings: Settings, report: Report) -> tuple[Deck, ...]:
    """Return the game's decks, tokens after cards, every fault of their rows reported."""
    dealer = _Dealer(game, settings, report)
    return tuple(dealer.deck(spec) for spec in (*game.decks, *game.tokens))


def globals_of(game: Game, settings: Settings, report: Report | None = None) -> dict[str, Any]:
    """Return the names that every expression of a run can use.

    With a report, the facts that cannot be computed are reported in it.
    """
    names = {
        "game": game.id,
        "version": game.version,
        "title": game.title.get(settings.language, game.id),
        "language": settings.language,
        "players": settings.players,
        "mode": settings.mode or "",
        "variant": game.variant or "",
        "rulings": settings.rulings,
        "words": game.words.get(settings.language, {}),
        "palette": {
            name: hex_of(color) for name, color in game.palette.items() if isinstance(color, Color)
        },
        "credits": (game.credits or {}).get(settings.language, ""),
        "licence": (game.licence or {}).get(settings.language, ""),
    }
    names["facts"] = _facts(game, names, report or Report())
    return {**names, **(game.macros.bind(names) if game.macros else {})}


def _facts(game: Game, names: dict[str, Any], report: Report) -> dict[str, Any]:
    """Return the facts of a game; each may use those above it."""
    facts: dict[str, Any] = {}
    for name, fact in game.facts.items():
        value = fact.is_
        if isinstance(value, Deferred):
            try:
                value = value.expression({**names, "facts": facts})
            except WordingError as fault:
                report.error(fault.code, str(fault), value.span, hint=fault.hint)
                continue
        facts[name] = value
    return facts


class Undealt(Exception):
    """Raised inside the dealer when a card cannot be made; the reason is in the report."""


class _Draft:
    """A card in the making: its row, its fields so far, and what its expressions can use."""

    __slots__ = ("crossed", "fields", "id", "number", "override", "row", "scope", "span", "spec")

    def __init__(
        self,
        spec: DeckSpec,
        row: Row | None,
        number: int,
        fields: dict[str, Any],
        scope: dict[str, Any],
    ) -> None:
        self.spec, self.row, self.number = spec, row, number
        self.override: Row | None = None
        # Whether the row is dealt once for each step of the loops.
        self.crossed = False
        self.fields, self.scope = fields, scope
        self.span = row.span if row else spec.span
        # Known once the fields are computed: it may be made of them.
        self.id = ""

    @property
    def card_id(self) -> str:
        """Return the id by which the whole game knows the card."""
        return f"{self.spec.name}.{self.id}"

    def put(self, key: str, value: Any) -> None:
        """Give the card a field, and its expressions the name."""
        self.fields[key] = self.scope[key] = value

    def place(self, key: str) -> Span:
        """Return where a key of the card is written: in its override, its row or its deck."""
        for row in (self.override, self.row):
            span = row.place(key) if row is not None else None
            if span is not None:
                return span
        return self.spec.places.get(key) or (self.override or self.row or self.spec).span


class _Dealer:
    """Evaluates the rows of decks in one scope and reports what goes wrong."""

    def __init__(self, game: Game, settings: Settings, report: Report) -> None:
        self.game, self.settings, self.report = game, settings, report
        self.globals = globals_of(game, settings, report)
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
        reached: set[str] = set()
        for draft in self._drafts(spec):
            card = self._card(draft)
            reached.add(draft.id)
            if card is None:
                continue
            if card.id in cards:
                self._twice(spec, card, cards[card.id])
            cards[card.id] = card
            if draft.number % 256 == 0 and self.report.count("error") > MOST_FAULTS:
                self._stop_at_faults(spec)
                break
        else:
            self._check_overrides(spec, reached, [card_id.partition(".")[2] for card_id in cards])
        deck = Deck(spec.name, spec, tuple(cards.values()))
        if deck.total > MOST_CARDS:
            self._too_many(spec, deck.total)
            return deck._replace(cards=())
        return deck

    def _stop_at_faults(self, spec: DeckSpec) -> None:
        message = f"deck {spec.name} has more than {MOST_FAULTS} faults"
        hint = "mend the first ones and try again"
        self.report.error("deck.faults", message, spec.span, hint=hint)

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

    def _check_overrides(self, spec: DeckSpec, reached: set[str], ids: Iterable[str]) -> None:
        for key, row in spec.overrides.items():
            if key not in reached:
                message = f"deck {spec.name} has no card '{key}'"
                hint = did_you_mean(key, ids) or "name a card of the deck by its id"
                self.report.error("override.unknown", message, row.span, hint=hint)

    def _drafts(self, spec: DeckSpec) -> Iterator[_Draft]:
        """Yield the beginning of each card: what its loop step or its row says."""
        for number, (row, base) in enumerate(self._written(spec), start=1):
            fields = {**base, **(row.fields if row else {})}
            # A field of that name is the designer's own.
            fields.setdefault("number", number)
            scope = {**self.globals, "deck": spec.name, **fields}
            draft = _Draft(spec, row, number, fields, scope)
            draft.crossed = row is not None and bool(base)
            yield draft

    def _written(self, spec: DeckSpec) -> Iterator[tuple[Row | None, dict[str, Any]]]:
        """Yield each combination of the loops, crossed with the table if any, then each row."""
        crossed = spec.rows[: spec.crossed]
        if spec.loops:
            lists = [self._loop_values(name, loop) for name, loop in spec.loops.items()]
            total = prod(map(len, lists)) * (len(crossed) or 1)
            if total > MOST_CARDS:
                self._too_many(spec, total)
                return
            for values in product(*lists):
                step = dict(zip(spec.loops, values, strict=True))
                for row in crossed or (None,):
                    yield row, step
        for row in spec.rows[spec.crossed :]:
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
        hint = "write a range such as 1..6, a list, or a number"
        self.report.error("deck.loops", message, loop.span, hint=hint)
        return ()

    def _card(self, draft: _Draft) -> Card | None:
        """Return the finished card, None when `where` leaves it out or it cannot be made."""
        spec, row = draft.spec, draft.row
        try:
            self._fill_in(draft, {**(row.expressions if row else {}), **spec.let})
            draft.id = self._id(draft)
            if draft.id in spec.overrides:
                self._override(draft, spec.overrides[draft.id])
            draft.scope["id"] = draft.id
            if not holds(self._evaluate(spec.where, draft.scope, draft.card_id)):
                return None
            return self._finished(draft)
        except Undealt:
            return None

    def _override(self, draft: _Draft, change: Row) -> None:
        """Put the fields of an override into a card; `let` computes what it does not set itself."""
        draft.fields.update(change.fields)
        draft.scope.update(change.fields)
        draft.span = change.span
        let = {key: value for key, value in draft.spec.let.items() if key not in change.fields}
        self._fill_in(draft, {**change.expressions, **let})
        draft.override = change

    def _fill_in(self, draft: _Draft, expressions: dict[str, Any]) -> None:
        """Put the texts of this run's language and the computed fields into a card."""
        for key, value in draft.fields.items():
            if isinstance(value, dict):
                draft.put(key, self._localized(value, key, draft))
        for key, written in expressions.items():
            if isinstance(written, dict):
                written = self._localized(written, key, draft)
            value = self._evaluate(written, draft.scope, None)
            if isinstance(value, dict):
                value = self._localized(value, key, draft)
            draft.put(key, value)

    def _localized(self, value: dict[str, Any], key: str, draft: _Draft) -> Any:
        """Return the entry for this run's language when the keys of a mapping are languages."""
        if not value or not value.keys() <= self.languages:
            return value
        language = self.settings.language
        if value.get(language) is None:
            message = f"{key} has no text for '{language}'"
            hint = f"add {language}:"
            self.report.error("words.missing", message, draft.place(key), hint=hint)
        return value.get(language)

    def _id(self, draft: _Draft) -> str:
        """Return the id within the deck: as written, from the loop's values, or the number."""
        spec, fields = draft.spec, draft.fields
        # The id of a row that is dealt several times is that of several cards.
        is_own = "id" in fields and not draft.crossed
        if is_own or spec.id is not None:
            own = fields["id"] if is_own else self._evaluate(spec.id, draft.scope, None)
            if own is None or isinstance(own, (list, dict)) or not printed(own).strip():
                message = f"a card of {spec.name} has an id that is no text"
                self.report.error("card.id", message, draft.place("id"), hint="write a short word")
                raise Undealt
            return printed(own).strip()
        steps = [printed(fields[name]) for name in spec.loops]
        if draft.crossed and "id" in fields:
            return "-".join([printed(fields["id"]), *steps])
        if draft.row or not spec.loops:
            return str(draft.number)
        return "-".join(steps)

    def _finished(self, draft: _Draft) -> Card:
        spec, fields = draft.spec, draft.fields
        copies = self._copies(draft, fields.get("copies", spec.copies))
        face = self._template(draft, "face", fields.get("face", spec.face))
        back = self._template(draft, "back", fields.get("back", spec.back))
        name = fields.get("name", spec.card_name)
        if isinstance(name, dict):
            name = self._localized(name, "name", draft)
        name = self._evaluate(name, draft.scope, draft.card_id)
        if not face or not back:
            raise Undealt
        fields["id"] = draft.id
        return Card(
            id=draft.card_id,
            name=printed(name) if name is not None else draft.id,
            copies=copies,
            face=face,
            back=None if back == NO_BACK else back,
            fields=fields,
            span=draft.span,
        )

    def _copies(self, draft: _Draft, written: Any) -> int:
        span = written.span if isinstance(written, Deferred) else draft.place("copies")
        value = self._evaluate(written, draft.scope, draft.card_id)
        # A list or a mapping is no number however it is printed: COPIES says so.
        if value is not None and not isinstance(value, (list, dict)):
            value = printed(value)
        reader = Reader(self.report, card=draft.card_id)
        copies = COPIES.read(Evaluated(value, span), "copies", reader)
        if copies is BAD:
            return 0
        if copies == 0:
            message = "copies is 0: not printed"
            self.report.note("card.no-copies", message, span, card=draft.card_id)
        return int(copies)

    def _template(self, draft: _Draft, side: str, written: Any) -> str | None:
        """Return the name of a side's template, None after reporting why there is none."""
        name = self._evaluate(written, draft.scope, draft.card_id)
        if name is None or name == "":
            self._report_no_template(draft, side)
            return None
        name = printed(name)
        if side == "back" and name == NO_BACK:
            return name
        if name not in self.game.templates and not self.game.is_broken("templates", name):
            self.report.error(
                "template.unknown",
                f"no template is called '{name}'",
                written.span if isinstance(written, Deferred) else draft.place(side),
                hint=did_you_mean(name, self.game.templates) or "name it under templates:",
                card=draft.card_id,
            )
            return None
        return name

    def _report_no_template(self, draft: _Draft, side: str) -> None:
        """Report a side without a template, unless the fault is one of reading the deck."""
        if self._is_broken(draft.spec):
            return
        self.report.error(
            f"card.no-{side}",
            f"deck {draft.spec.name} says no {side} for its cards",
            draft.place(side),
            hint=f"write {side}: with the name of a template"
            + (", or back: none for a blank back" if side == "back" else ""),
            card=draft.card_id,
        )

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
