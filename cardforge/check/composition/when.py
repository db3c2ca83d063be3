"""Statements that are never judged: no players, mode or rulings of the game meet their `when`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from cardforge.decode import Deferred
from cardforge.diagnostics import Report
from cardforge.expressions import WordingError, holds
from cardforge.model import Game
from cardforge.specs import Statement

# Only these are tried: what else an expression uses would have to be computed for each of them.
_TRIED = {"players", "mode", "rulings"}
_MOST_TRIED = 5_000


def check_never(game: Game, report: Report) -> None:
    """Report each statement whose `when` holds for nothing that the game can be asked for."""
    for statement in game.composition:
        when = statement.when
        if when is False or (isinstance(when, Deferred) and _never(game, when)):
            _report(game, statement, report)


def _never(game: Game, when: Deferred) -> bool:
    """Return whether a condition holds for no players, mode and rulings, as far as can be said."""
    if not when.expression.names <= _TRIED:
        return False
    try:
        return not any(holds(when.expression(scope)) for scope in _scopes(game, when))
    except (WordingError, _TooMany):
        return False


class _TooMany(Exception):
    """There are too many rulings to try them all."""


def _scopes(game: Game, when: Deferred) -> Iterator[dict[str, Any]]:
    names = when.expression.names
    usual = {key: ruling.values[0] for key, ruling in game.rulings.items()}
    asked = {
        key: game.rulings[key]
        for key in re.findall(r"rulings(?:\.|\[['\"])(\w+)", when.expression.text)
        if key in game.rulings
    }
    if any(ruling.whole for ruling in asked.values()):
        raise _TooMany
    counts = range(game.players.min, game.players.limit + 1) if "players" in names else (0,)
    modes = ("", *game.modes) if "mode" in names else ("",)
    answers = [ruling.values for ruling in asked.values()]
    for tried, (players, mode, *given) in enumerate(product(counts, modes, *answers)):
        if tried == _MOST_TRIED:
            raise _TooMany
        rulings = {**usual, **dict(zip(asked, given, strict=True))}
        yield {"players": players, "mode": mode, "rulings": rulings}


def _report(game: Game, statement: Statement, report: Report) -> None:
    least, limit = game.players.min, game.players.limit
    players = f"{least} to {limit}" if least < limit else str(least)
    modes = "; its modes: " + ", ".join(game.modes) if game.modes else ""
    report.error(
        "composition.never",
        "nothing that the game can be asked for meets this 'when'",
        statement.places.get("when", statement.span),
        hint=f"the game is for {players} players{modes}",
    )
