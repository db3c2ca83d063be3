"""Which engine plays a game, and the box and the policies that it plays with.

An engine is imported when a game asks for it: nothing else of the program waits for one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from cardforge.deal import deal, globals_of
from cardforge.diagnostics import ProblemsFound, Report, did_you_mean
from cardforge.edition import WrongRequest
from cardforge.load import load_game
from cardforge.play.table import Box, CannotPlay, Policy, Rules

if TYPE_CHECKING:
    from cardforge.model import Game, Settings

RANDOM, GREEDY, SEARCH = "random", "greedy", "search"


class Engine(Protocol):
    """A module that knows the rules of one game."""

    # The answers that it knows to questions that the rules leave open, by key.
    RULINGS: dict[str, tuple[str, ...]]

    def rules(self, box: Box) -> Any:
        """Return the Rules for the cards of a box; raises CannotPlay."""


Engines = Mapping[str, Callable[[], Engine]]


def _cent() -> Engine:
    from cardforge.play.cent import rules as cent

    return cent


def _one_hundred() -> Engine:
    from cardforge.play.adding import one_hundred

    return one_hundred


def _ninety_nine() -> Engine:
    from cardforge.play.adding import ninety_nine

    return ninety_nine


def _numerik() -> Engine:
    from cardforge.play.numerik import rules as numerik

    return numerik


ENGINES: Engines = {
    "cent": _cent,
    "one-hundred": _one_hundred,
    "numerik": _numerik,
    "ninety-nine": _ninety_nine,
}


def box_of(game: Game, settings: Settings, report: Report) -> Box:
    """Return what a game is played with; raises ProblemsFound when its decks have faults."""
    decks = {deck.name: deck for deck in deal(game, settings, report)}
    report.raise_if_errors()
    return Box(game, settings, decks, globals_of(game, settings)["facts"])


def rules_for(box: Box, engines: Engines = ENGINES) -> Rules:
    """Return the rules of the game in a box; raises CannotPlay."""
    rules: Rules = engine_of(box.game, engines).rules(box)
    return rules


def engine_of(game: Game, engines: Engines = ENGINES) -> Engine:
    """Return the engine that a game names; raises CannotPlay."""
    if game.play is None:
        known = ", ".join(engines)
        raise CannotPlay(
            "play.engine",
            f"{game.id} names no engine that knows its rules",
            game.span,
            f"write play: {{engine: …}} with one of {known}; without an engine, "
            "check --statistics tells what can be drawn from its decks",
        )
    name = game.play.engine
    if name not in engines:
        hint = did_you_mean(name, engines) or "the engines: " + ", ".join(engines)
        message = f"no engine is called '{name}'"
        raise CannotPlay("play.engine", message, game.play.span, hint)
    return engines[name]()


def rules_of_file(path: Path, settings: Settings, engines: Engines = ENGINES) -> Rules:
    """Return the rules of a game that is read anew, in a process that shares no memory."""
    report = Report()
    game = load_game(path, report, str(path), settings.variant)
    if game is None:
        raise ProblemsFound(report)
    return rules_for(box_of(game, settings, report), engines)


def policy_names(rules: Rules) -> tuple[str, ...]:
    """Return every name that a seat can play by."""
    return tuple(dict.fromkeys((*rules.policies, GREEDY, SEARCH)))


def seated(rules: Rules, asked: str | None) -> tuple[str, ...]:
    """Return the policy of each seat from one name, or one for each seat with commas between."""
    names = policy_names(rules)
    wanted = [part.strip() for part in (asked or _usual(rules)).split(",")]
    for name in wanted:
        if name not in names:
            near = did_you_mean(name, names)
            hint = "the policies: " + ", ".join(names)
            raise WrongRequest(f"no policy is called '{name}'", f"{near} {hint}" if near else hint)
    if len(wanted) == 1:
        return tuple(wanted * rules.seats)
    if len(wanted) != rules.seats:
        raise WrongRequest(
            f"{len(wanted)} policies are named for {rules.seats} players",
            "name one for all, or one for each",
        )
    return tuple(wanted)


def _usual(rules: Rules) -> str:
    return RANDOM if RANDOM in rules.policies else next(iter(rules.policies))


def policies_by_name(rules: Rules, names: tuple[str, ...]) -> tuple[Policy, ...]:
    """Return what chooses the moves of each seat."""
    return tuple(_policy(rules, name) for name in names)


def _policy(rules: Rules, name: str) -> Policy:
    if name in rules.policies:
        return rules.policies[name]
    if name == GREEDY:
        return rules.policies[rules.greedy]
    from cardforge.play.searcher import policy

    return policy(rules)
