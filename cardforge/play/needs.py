"""What engines need of a box to set up a game; whatever is amiss is a CannotPlay with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardforge.diagnostics import Span, did_you_mean
from cardforge.expressions import printed
from cardforge.play.table import Box, CannotPlay

if TYPE_CHECKING:
    from cardforge.model import Deck


def cannot(message: str, span: Span | None, hint: str) -> CannotPlay:
    """Return the fault of a box with which the rules cannot be set up."""
    return CannotPlay("play.setup", message, span, hint)


def deck_of(box: Box, name: str) -> Deck:
    """Return the deck that is played with; raises CannotPlay."""
    if name not in box.decks:
        hint = did_you_mean(name, box.decks) or f"call the cards that are played with {name}"
        raise cannot(f"{box.game.id} is played with a deck {name}", box.game.span, hint)
    return box.decks[name]


def answers_of(box: Box, known: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return an answer to every question: the first one where the game does not ask it."""
    answers = {key: box.settings.rulings.get(key, values[0]) for key, values in known.items()}
    for key, answer in answers.items():
        if answer not in known[key]:
            raise cannot(
                f"the ruling {key} has the answer '{answer:.30}', which the rules do not know",
                box.game.places.get("rulings", box.game.span),
                f"the answers: {', '.join(known[key])}",
            )
    return answers


def most_turns_of(box: Box, usual: int) -> int:
    """Return how long play may last before it is stopped: as the game says, else as usual."""
    return (box.game.play and box.game.play.most_turns) or usual


def fact_of(box: Box, name: str, least: int | None = None) -> int:
    """Return the whole number that a fact is; raises CannotPlay."""
    number = whole(box.facts.get(name))
    if number is None or (least is not None and number < least):
        end = " of at most 9 digits" if least is None else f" from {least} to 999,999,999"
        raise wrong_fact(box, name, f"a whole number{end}", "…")
    return number


def wrong_fact(box: Box, name: str, wanted: str, form: str) -> CannotPlay:
    """Return the fault of a fact that is not what play needs; `form` shows how it is written."""
    value, fact = box.facts.get(name), box.game.facts.get(name)
    found = "is missing" if value is None else f"is '{printed(value):.30}'"
    return cannot(
        f"{box.game.id} needs the fact {name} as {wanted}: it {found}",
        fact.span if fact else box.game.places.get("facts", box.game.span),
        f"write facts: {{{name}: {{is: {form}, source: …}}}}",
    )


def whole(value: Any) -> int | None:
    """Return the whole number that a value is or spells, None when it is none."""
    if isinstance(value, bool):
        return None
    text = str(value).strip().replace("−", "-")
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else None
