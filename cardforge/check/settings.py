"""How strictly a game is judged: what it says itself, else what the table of checks says."""

from __future__ import annotations

from collections.abc import Mapping

from cardforge.check_table import CHECK_TABLE
from cardforge.model import Game


class Checks:
    """The severity and the limits of every check for one game."""

    def __init__(self, game: Game) -> None:
        self._own = game.checks

    def severity(self, name: str) -> str:
        """Return `error`, `warning`, `note` or `off`; raises KeyError for an unknown check."""
        own = self._own.get(name)
        return CHECK_TABLE[name].severity if own is None or own.severity is None else own.severity

    def __getitem__(self, name: str) -> Mapping[str, float]:
        """Return the limits of a check by name; raises KeyError for an unknown check."""
        usual = {limit: values[0] for limit, values in CHECK_TABLE[name].limits.items()}
        own = self._own.get(name)
        return usual if own is None else {**usual, **own.limits}
