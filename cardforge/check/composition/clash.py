"""Contradictions: statements that no box could keep together, told with both their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

from cardforge.check.composition.case import Bound, Case, NotJudged, listed
from cardforge.check.composition.values import lists_of
from cardforge.decode import Deferred
from cardforge.expressions import printed


class Promise(NamedTuple):
    """What a statement says about one number of the box: which number, and its bounds."""

    topic: tuple[Any, ...]
    bound: Bound
    case: Case
    what: str


class Listing(NamedTuple):
    """What a statement says about the values of a field: those that must and those that may be."""

    topic: tuple[Any, ...]
    needed: frozenset[str] | None
    allowed: frozenset[str] | None
    case: Case


class Clash(NamedTuple):
    """A contradiction: the earlier statement, and what the two say."""

    other: Case
    message: str


def find_clashes(cases: Sequence[Case]) -> None:
    """Report each statement that an earlier one contradicts: the first contradiction says it."""
    promises: dict[tuple[Any, ...], list[Promise]] = {}
    listings: dict[tuple[Any, ...], list[Listing]] = {}
    for case in cases:
        clashes: list[Clash | None] = []
        for promise in _known(_promises, case):
            clashes.append(_compare_promises(promise, promises.setdefault(promise.topic, [])))
        for listing in _known(_listings, case):
            clashes.append(_compare_listings(listing, listings.setdefault(listing.topic, [])))
        first = next(filter(None, clashes), None)
        if first is not None:
            _report(case, first)


def _known(find: Callable[[Case], Iterator[Any]], case: Case) -> list[Any]:
    """Return what a statement says, nothing when it cannot be judged: that is reported."""
    try:
        return list(find(case))
    except NotJudged:
        return []


def _compare_promises(promise: Promise, earlier: list[Promise]) -> Clash | None:
    """Return the earlier promise that this one contradicts, and note this one as made."""
    clash = None
    for other in earlier:
        if not _meet(promise.bound, other.bound):
            clash = Clash(
                other.case,
                f"{_name(promise.case)} promises {promise.bound} {promise.what}, "
                f"{_name(other.case)} promises {other.bound}",
            )
            break
    earlier.append(promise)
    return clash


def _meet(one: Bound, other: Bound) -> bool:
    """Return whether a number can keep both promises."""
    return not any(
        low is not None and high is not None and low > high
        for low, high in ((one.least, other.most), (other.least, one.most))
    )


def _compare_listings(listing: Listing, earlier: list[Listing]) -> Clash | None:
    """Return the earlier list of values that this one contradicts, and note this one as given."""
    clash = next(filter(None, (_clash_of_lists(listing, other) for other in earlier)), None)
    earlier.append(listing)
    return clash


def _clash_of_lists(listing: Listing, other: Listing) -> Clash | None:
    for one, two in ((listing, other), (other, listing)):
        if one.needed is not None and two.allowed is not None and not one.needed <= two.allowed:
            lost = listed(value for value in sorted(one.needed) if value not in two.allowed)
            message = f"{_name(one.case)} needs {lost}, which {_name(two.case)} does not allow"
            return Clash(other.case, message)
    return None


def _name(case: Case) -> str:
    statement = case.statement
    return f"'{statement.id}'" if statement.id else statement.check


def _report(case: Case, clash: Clash) -> None:
    case.report.error(
        "composition.contradiction",
        f"two statements contradict each other: {clash.message}",
        case.statement.span,
        hint="correct one of the two",
        related=[(clash.other.statement.span, "promised here")],
    )


def _cards_of(case: Case) -> tuple[Any, ...]:
    """Return what tells which cards a statement is about."""
    statement = case.statement
    where = statement.where
    text = where.expression.text if isinstance(where, Deferred) else where is not False
    return (frozenset(statement.decks), statement.every, text)


def _promises(case: Case) -> Iterator[Promise]:
    """Yield the numbers that a statement is about, with their bounds."""
    statement = case.statement
    cards = f"cards in {case.noun}"
    match statement.check:
        case "total" | "per-player" | "none" | "each-once" | "copies-each" | "product":
            count = _count(case)
            if count is not None:
                yield Promise(("cards", *_cards_of(case)), count, case, cards)
        case "players":
            yield Promise(("players",), case.bound(), case, "players")
        case "fact" if statement.is_ is None or _is_number(_fact(case)):
            what = f"as {statement.fact}"
            yield Promise(("fact", statement.fact), case.bound(whole=False), case, what)
    yield from _sums(case)


def _count(case: Case) -> Bound | None:
    """Return how many cards a statement promises, None when it leaves that open."""
    statement = case.statement
    match statement.check:
        case "total":
            return case.bound()
        case "per-player":
            return case.bound().times(case.settings.players)
        case "none":
            return Bound(0, 0)
        case "each-once":
            return _exactly(len(set(case.promised(statement.of))))
        case "product":
            times = Bound(1, 1) if statement.is_ is None else case.bound()
            return times.times(prod(len(set(values)) for values in lists_of(case).values()))
    if statement.of is None:
        return None
    return case.bound().times(len(set(case.promised(statement.of))))


def _exactly(number: float) -> Bound:
    return Bound(number, number)


def _fact(case: Case) -> Any:
    """Return what a statement says that a fact is."""
    return case.evaluated(case.statement.is_, "is")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _sums(case: Case) -> Iterator[Promise]:
    """Yield the sum of a field: promised as such, or by listing its numbers."""
    statement = case.statement
    topic = ("sum", *_cards_of(case), statement.field)
    what = f"as the sum of {' and '.join(statement.field)} in {case.noun}"
    if statement.check == "sum":
        yield Promise(topic, case.bound(whole=False), case, what)
    elif statement.check == "each-once":
        values = set(case.promised(statement.of))
        if all(value.lstrip("-").isdecimal() for value in values):
            yield Promise(topic, _exactly(sum(map(int, values))), case, what)


def _listings(case: Case) -> Iterator[Listing]:
    """Yield which values of a field a statement needs and allows."""
    statement = case.statement
    if statement.check == "product":
        for name, values in lists_of(case).items():
            known = frozenset(values)
            yield Listing((*_cards_of(case), (name,)), known, known, case)
        return
    if statement.check == "fact" and statement.is_ is not None:
        value = _fact(case)
        if not _is_number(value):
            texts = map(printed, value) if isinstance(value, list) else [printed(value)]
            only = frozenset((", ".join(texts),))
            yield Listing(("fact", statement.fact), only, only, case)
        return
    if statement.of is None or statement.check == "equal":
        return
    known = frozenset(case.promised(statement.of))
    needed: frozenset[str] | None = known
    if statement.check == "range" or (
        statement.check == "copies-each" and not (case.bound().least or 0) > 0
    ):
        needed = None
    allowed = None if statement.check == "complete" else known
    yield Listing((*_cards_of(case), statement.field), needed, allowed, case)
