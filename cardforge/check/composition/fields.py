"""Checks of what cards say: the same on all of them, the label of each, the mark on some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cardforge.check.composition.case import Case, Held, listed
from cardforge.expressions import holds, printed
from cardforge.in_words import ambiguous_upside_down


def same(case: Case) -> None:
    """Report cards that differ in a field from most others."""
    of_cards = [(held.card, value) for held, value in case.values() if held.card.copies]
    counts = Counter(value for _, value in of_cards)
    if len(counts) < 2:
        return
    usual, _ = counts.most_common(1)[0]
    others = [f"{card.id} ({value or 'none'})" for card, value in of_cards if value != usual]
    name = " and ".join(case.statement.field)
    case.fail(
        f"the rules promise the same {name} on all of {case.noun}: "
        f"most have {usual or 'none'}, but not {listed(others)}"
    )


def labels(case: Case) -> None:
    """Report cards whose label is not the one that the rules give them."""
    promised = _labels_of(case)
    by, name = case.statement.by, " and ".join(case.statement.field)
    unknown, wrong = [], []
    for held, value in case.values():
        if not held.card.copies:
            continue
        found = _spaced(value)
        key = [printed(case.raw(held, field)) for field in by]
        label = _label_for(key, promised)
        if label is None:
            unknown.append(held.card.id)
        elif label != found:
            wrong.append(f"{held.card.id} ('{found}' instead of '{label}')")
    if unknown:
        case.fail(f"the rules give no {name} to {listed(unknown)}")
    if wrong:
        case.fail(f"the rules give another {name} to {listed(wrong)}")


def _labels_of(case: Case) -> Mapping[str, str]:
    """Return the label of each key, those of this run's language if they go by language."""
    are: Any = case.statement.are
    if isinstance(are, dict) and are and are.keys() <= set(case.game.languages):
        are = are.get(case.settings.language)
    are = case.evaluated(are, "are")
    if isinstance(are, (list, tuple)):
        # A list is counted from 0, as the lists of words are.
        are = {str(number): label for number, label in enumerate(are)}
    if not isinstance(are, dict) or not are:
        hint = '{0: "No effect", 1: "Draw a card"}'
        case.wrong("composition.are", "are must give the label of each value", "are", hint)
    return {str(key): _spaced(printed(label)) for key, label in are.items()}


def _spaced(text: str) -> str:
    """Return a label on one line: where it is broken says nothing."""
    return " ".join(text.split())


def _label_for(key: Sequence[str], promised: Mapping[str, str]) -> str | None:
    """Return the label of some values: `5-heart` if that is there, else that of `5`."""
    for length in range(len(key), 0, -1):
        label = promised.get("-".join(key[:length]))
        if label is not None:
            return label
    return None


def marked(case: Case) -> None:
    """Report numbers that read as others upside down, without a true field that marks them.

    Whether the mark is drawn is judged once the cards are laid out.
    """
    mark = case.statement.mark
    if mark is None:
        return
    lacking = [held.card.id for held in ambiguous(case) if not holds(case.raw(held, mark))]
    if lacking:
        case.fail(f"read as other numbers upside down, but {mark} is not true: {listed(lacking)}")


def ambiguous(case: Case) -> list[Held]:
    """Return the cards whose number reads as another one upside down."""
    return [
        held for held, value in case.values() if held.card.copies and ambiguous_upside_down(value)
    ]
