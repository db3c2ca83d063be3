"""Sufficiency: for every mode and number of players, can it be dealt and played with this box.

`dealing:` says how each mode is dealt.  What that comes to is computed for the printed box; nobody
needs to know the rules of the game for that.  `table` shows the result.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardforge.check.composition.case import Held, NotJudged, described, scope_of
from cardforge.check.sufficiency.report import report_dealing
from cardforge.check.sufficiency.values import Deal, Needed, Reach, Sufficiency
from cardforge.decode import Deferred
from cardforge.diagnostics import Report, did_you_mean, shortened
from cardforge.expressions import WordingError, holds, printed
from cardforge.model import Deck, Game, Settings
from cardforge.specs import DealingSpec, PiecesSpec

# Nobody asks whether a box would do for more.
MOST_PLAYERS = 100


def check_sufficiency(
    game: Game, settings: Settings, decks: Sequence[Deck], report: Report
) -> Sufficiency:
    """Return what is left and what is needed for each mode and number of players.

    What does not suffice, and what of the section cannot be used, is reported.
    """
    bench = _Bench(game, settings, {deck.name: deck for deck in decks}, report, {})
    deals: list[Deal] = []
    reaches: list[Reach] = []
    for spec in game.dealing:
        if not _is_sound(spec, bench):
            continue
        for mode in _modes_of(spec, bench):
            try:
                own = list(_deals(spec, mode, bench))
            except NotJudged:
                break
            report_dealing(game, spec, own, report)
            deals += own
            title = _title(game, spec, mode, "en" if "en" in game.languages else "")
            reaches.append(Reach(spec.name, mode, title, _reach(spec, mode, bench)))
    _report_uncovered(game, settings, report)
    limit = max(game.players.limit, settings.players)
    return Sufficiency(game.id, settings.players, limit, tuple(deals), tuple(reaches))


class _Bench(NamedTuple):
    """What all of the section shares: the game, the printed box, the report, cards chosen."""

    game: Game
    settings: Settings
    decks: Mapping[str, Deck]
    report: Report
    # Which cards meet a condition, by the condition and the values of the names that it uses.
    chosen: dict[Hashable, tuple[Held, ...]]

    def scope(self, mode: str | None, players: int) -> dict[str, Any]:
        """Return the names of expressions for a mode and a number of players."""
        settings = self.settings._replace(mode=mode, players=players)
        return scope_of(self.game, settings, self.decks.values())

    def silent(self) -> _Bench:
        """Return the same with a report that nobody reads."""
        return self._replace(report=Report())


def _is_sound(spec: DealingSpec, bench: _Bench) -> bool:
    """Report modes and decks that are not there; return whether the entry can be judged."""
    sound = True
    for mode in spec.modes:
        if mode not in bench.game.modes and not bench.game.is_broken("modes", mode):
            known = bench.game.modes
            hint = did_you_mean(mode, known) or f"its modes: {', '.join(known) or 'none'}"
            place = spec.places.get("mode", spec.span)
            bench.report.error("dealing.mode", f"the game has no mode '{mode}'", place, hint=hint)
            sound = False
    if isinstance(spec.most, int) and spec.most > bench.game.players.limit:
        least, limit = bench.game.players.min, bench.game.players.limit
        message = f"most is {spec.most}, but the game is for {least} to {limit} players"
        bench.report.error("dealing.most", message, spec.places.get("most", spec.span))
        sound = False
    named = [(name, spec.places.get("deck", spec.span)) for name in spec.decks]
    for name, place in (*named, *((pieces.deck, pieces.span) for pieces in spec.pieces)):
        deck = bench.decks.get(name)
        if deck is None and not any(bench.game.is_broken(s, name) for s in ("decks", "tokens")):
            hint = did_you_mean(name, bench.decks) or "name a deck or tokens of the game"
            bench.report.error("dealing.deck", f"no deck is called '{name}'", place, hint=hint)
        sound = sound and deck is not None and deck.whole
    return sound


def _modes_of(spec: DealingSpec, bench: _Bench) -> tuple[str | None, ...]:
    """Return the modes to judge: those of the entry that this box is for."""
    modes: tuple[str | None, ...] = spec.modes or tuple(bench.game.modes) or (None,)
    asked = bench.settings.mode
    return modes if asked is None else tuple(mode for mode in modes if mode == asked)


def _title(game: Game, spec: DealingSpec, mode: str | None, language: str = "") -> str:
    """Return what a deal is called: in the first language of the game, or in another one."""
    language = language or game.languages[0]
    of_mode = game.modes[mode].title.get(language, mode) if mode is not None else ""
    own = (spec.title or {}).get(language, "")
    return " · ".join(part for part in (of_mode, own) if part)


def _deals(spec: DealingSpec, mode: str | None, bench: _Bench) -> Iterator[Deal]:
    """Yield the deal for each number of players that this box claims to be for."""
    asked = bench.settings.players
    for players in range(min(bench.game.players.min, asked), asked + 1):
        yield _deal(spec, mode, players, bench)


def _deal(spec: DealingSpec, mode: str | None, players: int, bench: _Bench) -> Deal:
    judge = _Judge(spec, bench, bench.scope(mode, players))
    cards = judge.cards(spec.decks, spec.where)
    total = sum(held.card.copies for held in cards)
    judge.scope["total"] = total
    shuffled = judge.number("cards", spec.cards)
    most = judge.number("most", spec.most)
    short = shuffled is not None and shuffled > total
    return Deal(
        dealing=spec.name,
        mode=mode,
        title=_title(bench.game, spec, mode),
        players=players,
        cards=total if shuffled is None or short else shuffled,
        counted=described(cards, " and ".join(spec.decks)) if shuffled is None else "",
        kinds=_kinds(cards) if shuffled is None else 0,
        shuffled=shuffled,
        hand=judge.number("hand", spec.hand) or 0,
        opened=judge.number("open", spec.open) or 0,
        leave=judge.number("leave", spec.leave) or 0,
        reserve=judge.number("reserve", spec.reserve) or 0,
        most=most,
        pieces=tuple(judge.pieces(pieces) for pieces in spec.pieces),
    )


def _kinds(cards: Sequence[Held]) -> int:
    """Return how many different cards there are, 0 when they have different numbers of copies."""
    copies = [held.card.copies for held in cards if held.card.copies]
    return len(copies) if len(set(copies)) == 1 else 0


class _Judge:
    """Evaluates one entry for one mode and number of players."""

    def __init__(self, spec: DealingSpec, bench: _Bench, scope: dict[str, Any]) -> None:
        self.spec, self.bench, self.scope = spec, bench, scope

    def number(self, key: str, written: Any, place: Any = None) -> int | None:
        """Return a number of the entry; raises NotJudged after reporting that it is none."""
        if written is None:
            return None
        place = place or self.spec.places.get(key, self.spec.span)
        value = self._evaluated(written, key, self.scope, place)
        whole = isinstance(value, (int, float)) and not isinstance(value, bool)
        if whole and value == int(value) and value >= 0:
            return int(value)
        message = f"{key} must be a whole number, found '{shortened(printed(value))}'"
        self.bench.report.error("dealing.number", message, place)
        raise NotJudged

    def cards(self, names: Sequence[str], where: Any, place: Any = None) -> tuple[Held, ...]:
        """Return the cards of some printed decks for which a condition holds."""
        every = (Held(card, name) for name in names for card in self.bench.decks[name].cards)
        if not isinstance(where, Deferred):
            return tuple(every) if where in (None, True) else ()
        place = place or self.spec.places.get("where", self.spec.span)
        values = repr([self.scope.get(name) for name in sorted(where.expression.names)])
        key = tuple(names), where.expression.text, values
        if key not in self.bench.chosen:
            self.bench.chosen[key] = tuple(h for h in every if self._holds(where, h, place))
        return self.bench.chosen[key]

    def _holds(self, where: Deferred, held: Held, place: Any) -> bool:
        scope = {**self.scope, **held.scope}
        return holds(self._evaluated(where, f"where ({held.card.id})", scope, place))

    def pieces(self, spec: PiecesSpec) -> Needed:
        """Return how many of some pieces are needed, and how many there are."""
        need = self.number("need", spec.need, spec.span) or 0
        counts: dict[str, int] = {}
        for held in self.cards((spec.deck,), spec.where, spec.span):
            value = self._value(spec, held)
            counts[value] = counts.get(value, 0) + held.card.copies
        fewest = min(counts, key=lambda value: counts[value]) if counts else ""
        return Needed(
            deck=spec.deck,
            need=need,
            each=spec.each,
            printed=counts.get(fewest, 0),
            total=sum(counts.values()),
            fewest=fewest,
            at_once=self.number("at-once", spec.at_once, spec.span),
        )

    def _value(self, spec: PiecesSpec, held: Held) -> str:
        if spec.each is None:
            return ""
        try:
            return printed(held.field(spec.each))
        except KeyError:
            message = f"the card {held.card.id} has no field '{spec.each}'"
            hint = did_you_mean(spec.each, held.card.fields)
            self.bench.report.error("dealing.field", message, spec.span, hint=hint)
            raise NotJudged from None

    def _evaluated(self, written: Any, key: str, scope: Mapping[str, Any], place: Any) -> Any:
        if not isinstance(written, Deferred):
            return written
        try:
            return written.expression(scope)
        except WordingError as fault:
            self.bench.report.error(fault.code, f"{key}: {fault}", place, hint=fault.hint)
            raise NotJudged from None


def _reach(spec: DealingSpec, mode: str | None, bench: _Bench) -> int:
    """Return for how many players this box could be dealt and played at most, claimed or not."""
    silent = bench.silent()
    reach = dealt = 0
    for players in range(1, MOST_PLAYERS + 1):
        try:
            deal = _deal(spec, mode, players, silent)
        except NotJudged:
            break
        # A hand that is shared out ends where nobody gets a card any more.
        if not deal.playable or (dealt and not deal.hand):
            break
        reach, dealt = players, deal.hand
    return reach


def _report_uncovered(game: Game, settings: Settings, report: Report) -> None:
    """Report the modes of a game with a dealing section that no entry is about."""
    if not game.dealing or any(not spec.modes for spec in game.dealing):
        return
    covered = {mode for spec in game.dealing for mode in spec.modes}
    misspelt = covered - set(game.modes)
    for name in game.modes:
        # A faulty entry may be the one that is missed, and a misspelt mode is told already.
        if "dealing" in game.broken or any(did_you_mean(mode, [name]) for mode in misspelt):
            continue
        if name not in covered and settings.mode in (None, name):
            message = f"no entry of dealing says how '{name}' is dealt"
            place = game.places.get("dealing", game.span)
            report.warning("dealing.uncovered", message, place, hint=f"add mode: {name} to one")
