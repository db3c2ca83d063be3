"""Checks of numbers: how many can play, what a fact comes to, whether a comparison holds."""

from __future__ import annotations

from typing import Any

from cardforge.check.composition.case import Bound, Case, NotJudged, described
from cardforge.check.working import Amount, Compared, amount, compared, inside
from cardforge.decode import Deferred
from cardforge.diagnostics import did_you_mean, shortened
from cardforge.expressions import WordingError, printed

_WORDS = {
    "<=": "at most",
    ">=": "at least",
    "<": "less than",
    ">": "more than",
    "==": "the same as",
    "!=": "another than",
}
_TURNED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "==", "!=": "!="}


def players(case: Case) -> None:
    """Report that the game is for other numbers of players than promised."""
    promised = case.bound()
    asked, own = case.settings.players, case.game.players
    least, most = min(asked, own.min), max(asked, own.max)
    if promised.holds(least) and promised.holds(most):
        return
    says = f"{least} to {most}" if least != most else str(least)
    case.fail(f"the rules are for {promised} players, this box is for {says}")


def fact(case: Case) -> None:
    """Report a fact with another value than promised; every entry of a list is judged."""
    name = str(case.statement.fact)
    facts = case.bench.scope["facts"]
    if name not in facts:
        return _no_fact(case, name)
    value = facts[name]
    promised = case.statement.is_
    if promised is not None:
        promised = case.evaluated(promised, "is")
        right = _same(promised, value)
    else:
        promised = case.bound(whole=False)
        right = all(_in_bound(promised, entry) for entry in _entries(value))
    if not right:
        case.fail(f"the rules say that {name} is {_told(promised)}, the game says {_told(value)}")
    return None


def _no_fact(case: Case, name: str) -> None:
    if case.game.is_broken("facts", name) or name in case.game.facts:
        return
    hint = did_you_mean(name, case.game.facts) or f"add {name}: under facts:"
    place = case.place("fact")
    case.report.error("composition.fact", f"no fact is called '{name}'", place, hint=hint)


def _entries(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _in_bound(promised: Bound, value: Any) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and promised.holds(value)


def _same(promised: Any, value: Any) -> bool:
    if isinstance(promised, list) and isinstance(value, (list, tuple)):
        return len(promised) == len(value) and all(map(_same, promised, value))
    return bool(promised == value or printed(promised) == printed(value))


def _told(value: Any) -> str:
    if isinstance(value, Bound):
        return str(value)
    if isinstance(value, (list, tuple)):
        return ", ".join(map(printed, value)) or "an empty list"
    return printed(value)


def holds(case: Case) -> None:
    """Report a comparison that does not hold, both sides with their working."""
    that = case.statement.that
    value = case.evaluated(that, "that")
    if not isinstance(value, bool):
        found = shortened(printed(value))
        message = f"that must be a comparison, found '{found}'"
        case.wrong("composition.that", message, "that", "facts.hand * players <= total")
    if value:
        return
    sides = compared(that.expression.text) if isinstance(that, Deferred) else None
    if sides is None:
        said = inside(that.expression.text) if isinstance(that, Deferred) else "false"
        case.fail(f"the rules promise that {said}, which does not hold")
        return
    left, right = _amount(case, sides.left), _amount(case, sides.right)
    case.fail(_cards_needed(case, sides, left, right) or _compared(case, sides, left, right))


def _amount(case: Case, source: str) -> Amount:
    try:
        return amount(source, case.scope)
    except WordingError as fault:
        case.report.error(fault.code, f"that: {fault}", case.place("that"), hint=fault.hint)
        raise NotJudged from None


def _cards_needed(case: Case, sides: Compared, left: Amount, right: Amount) -> str | None:
    """Return how a message says that there are too few cards, None for other comparisons."""
    sign, needed = sides.sign, right
    if sides.right == "total":
        sign, needed = _TURNED[sides.sign], left
    elif sides.left != "total":
        return None
    if sign not in (">=", ">"):
        return None
    more = "more than " if sign == ">" else ""
    cards = described(case.cards, case.noun)
    return f"{cards}, but {case.circumstances()} {more}{needed}"


def _compared(case: Case, sides: Compared, left: Amount, right: Amount) -> str:
    first = _side(case, sides.left, left)
    return f"{first} should be {_WORDS[sides.sign]} {_side(case, sides.right, right)}"


def _side(case: Case, source: str, shown: Amount) -> str:
    """Return a side of a comparison: what it comes to, and what it is."""
    if source == "total":
        return described(case.cards, case.noun)
    if isinstance(shown.value, str):
        quoted = f"'{shown.value}'"
        return quoted if source[0] in "'\"" else f"{source}, which is {quoted},"
    return shown.equation
