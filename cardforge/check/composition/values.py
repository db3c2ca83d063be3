"""Checks of values: which are there, which are missing, which are there too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from cardforge.check.composition.case import Bound, Case, listed
from cardforge.deal import MOST_CARDS


def within(case: Case) -> None:
    """Report values that are none of those promised."""
    promised = case.promised(case.statement.of)
    _find_extra(case, promised, case.counted())


def complete(case: Case) -> None:
    """Report promised values that are not there."""
    promised = case.promised(case.statement.of)
    _find_missing(case, promised, case.counted())


def unique(case: Case) -> None:
    """Report values that are there more than once."""
    _find_twice(case, case.counted())


def each_once(case: Case) -> None:
    """Report values that are missing, not promised, or there more than once."""
    promised, counts = case.promised(case.statement.of), case.counted()
    _find_missing(case, promised, counts)
    _find_extra(case, promised, counts)
    _find_twice(case, counts)


def copies_each(case: Case) -> None:
    """Report values that are there in another number than promised."""
    promised = case.bound()
    if case.statement.field:
        counts = case.counted()
    else:
        counts = Counter({held.card.id: held.card.copies for held in case.cards})
    if case.statement.of is not None:
        values = case.promised(case.statement.of)
        if promised.least is None or promised.least > 0:
            _find_missing(case, values, counts)
        _find_extra(case, values, counts)
    _find_wrong(case, promised, counts)


def equal(case: Case) -> None:
    """Report that the values are not all there equally often."""
    counts = case.counted()
    if case.statement.of is not None:
        promised = case.promised(case.statement.of)
        counts = Counter({value: counts.get(value, 0) for value in promised})
    if len(set(counts.values())) < 2:
        return
    usual = Counter(counts.values()).most_common(1)[0][0]
    others = [f"{value} ({n})" for value, n in counts.items() if n != usual]
    name = " and ".join(case.statement.field)
    case.fail(
        f"the rules promise as many cards of each {name} in {case.noun}: "
        f"most have {usual}, but not {listed(others)}"
    )


def product_of(case: Case) -> None:
    """Report combinations of values that are missing, not promised, or there too often."""
    lists = lists_of(case)
    times = Bound(1, 1) if case.statement.is_ is None else case.bound()
    names = tuple(lists)
    counts: Counter[str] = Counter()
    for held, value in case.values(names):
        counts[value] += held.card.copies
    promised = [" ".join(values) for values in product(*lists.values())]
    _find_missing(case, promised, counts)
    _find_extra(case, promised, counts)
    known = set(promised)
    _find_wrong(case, times, {value: n for value, n in counts.items() if value in known})


def lists_of(case: Case) -> Mapping[str, list[str]]:
    """Return the values of each field of a product; raises NotJudged after reporting."""
    written = case.statement.of
    if not isinstance(written, dict) or not written:
        case.wrong(
            "composition.of",
            "of must give the values of each field",
            "of",
            "{suit: [heart, spade], rank: 1..10}",
        )
    lists = {name: case.promised(values) for name, values in written.items()}
    if prod(map(len, lists.values())) > MOST_CARDS:
        case.wrong("composition.of", f"of has more than {MOST_CARDS} combinations", "of")
    return lists


def _find_missing(case: Case, promised: Sequence[str], counts: Mapping[str, int]) -> None:
    missing = [value for value in promised if not counts.get(value)]
    if missing:
        case.fail(f"missing in {case.noun}: {listed(missing)}")


def _find_extra(case: Case, promised: Sequence[str], counts: Mapping[str, int]) -> None:
    known = set(promised)
    extra = [value for value, n in counts.items() if n and value not in known]
    if extra:
        case.fail(f"in {case.noun} but not in the rules: {listed(extra)}")


def _find_twice(case: Case, counts: Mapping[str, int]) -> None:
    twice = [value for value, n in counts.items() if n > 1]
    if twice:
        case.fail(f"more than once in {case.noun}: {listed(twice)}")


def _find_wrong(case: Case, promised: Bound, counts: Mapping[str, int]) -> None:
    """Report the values that are there, but not as often as promised."""
    wrong = [f"{value} ({n})" for value, n in counts.items() if n and not promised.holds(n)]
    if wrong:
        copies = "copy" if str(promised).endswith(" 1") or str(promised) == "1" else "copies"
        case.fail(
            f"the rules promise {promised} {copies} of each of {case.noun}, "
            f"but the box holds {listed(wrong)}"
        )
