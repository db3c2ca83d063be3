"""The short play of `cardforge check`: a few games of every mode and number of players.

How many is decided by turns and never by the clock, so that every machine plays the same games.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardforge.deal import deal, globals_of
from cardforge.diagnostics import Report, Span
from cardforge.edition import Request, settings_of
from cardforge.model import Deck, Game, Settings
from cardforge.play.engines import ENGINES, GREEDY, RANDOM, Engines, policies_by_name, rules_for
from cardforge.play.findings import report_cannot_play, report_findings
from cardforge.play.measures import Tally
from cardforge.play.outcome import Outcome, measured
from cardforge.play.runner import play_games
from cardforge.play.table import BOUND, Box, CannotPlay, Rules

SEED = 1
# Turns that all games together should not exceed by much, and games of one configuration.
TURNS, LEAST_GAMES, MOST_GAMES = 40_000, 2, 60


class Played(NamedTuple):
    """What the short play of a game was: said in the report so that nobody takes it for more."""

    game: str
    games: int
    modes: list[str]
    players: list[int]
    seed: int

    def __str__(self) -> str:
        """Return the sentence of the report."""
        ways = f"{len(self.players)} player numbers"
        if len(self.players) == 1:
            ways = f"{self.players[0]} player{'' if self.players[0] == 1 else 's'}"
        if self.modes:
            ways = f"{len(self.modes)} mode{'' if len(self.modes) == 1 else 's'} × {ways}"
        return f"Played {self.games:,} short games of {self.game} ({ways}, seed {self.seed})."


def check_play(
    game: Game, request: Request, report: Report, engines: Engines = ENGINES
) -> Played | None:
    """Play a few games with the printed box in every way that the game claims to be played.

    Returns None when the game names no engine, or when no game could be played.
    """
    if game.play is None:
        return None
    printed = settings_of(game, request)[0]
    dealing = Report()
    decks = {deck.name: deck for deck in deal(game, printed, dealing)}
    if dealing.has_errors:
        return None
    outcomes = []
    # A fault of set-up is told once for each mode, of the most players that it hits.
    faults: dict[tuple[str | None, Span | None], CannotPlay] = {}
    configurations = _configurations(game, request, printed)
    for settings in configurations:
        try:
            rules = rules_for(_box(game, settings, decks), engines)
        except CannotPlay as fault:
            faults[settings.mode, fault.span] = fault
            continue
        outcomes.append(_played(rules, game, settings, decks, TURNS // len(configurations)))
    for worst in faults.values():
        report_cannot_play(worst, report)
    report_findings(outcomes, report, described)
    if not outcomes:
        return None
    played = [outcome.settings for outcome in outcomes]
    return Played(
        game.id,
        sum(outcome.games for outcome in outcomes),
        list(dict.fromkeys(settings.mode for settings in played if settings.mode)),
        list(dict.fromkeys(settings.players for settings in played)),
        SEED,
    )


def described(outcome: Outcome) -> str:
    """Return the mode and players of an outcome."""
    mode = outcome.settings.mode
    return (f"{mode}, " if mode else "") + f"{outcome.settings.players} players"


def _configurations(game: Game, request: Request, printed: Settings) -> list[Settings]:
    """Return every mode and number of players that the printed box is for."""
    modes = [printed.mode] if request.mode or not game.modes else list(game.modes)
    low, high, _ = game.players
    numbers = [request.players] if request.players else range(low, high + 1)
    return [
        printed._replace(mode=mode, players=players) for mode in modes for players in numbers
    ]  # fmt: skip


def _box(game: Game, settings: Settings, decks: dict[str, Deck]) -> Box:
    return Box(game, settings, decks, globals_of(game, settings)["facts"])


def _played(
    rules: Rules, game: Game, settings: Settings, decks: dict[str, Deck], budget: int
) -> Outcome:
    """Return what came of a few games, half of them at random and half played greedily."""
    tally = Tally()
    turns = tally.samples["turns"]
    for numbers, name in _turns_taken():
        policies = policies_by_name(rules, (name,) * rules.seats)
        play_games(rules, policies, SEED, numbers, tally)
        spent = sum(value * times for value, times in turns.counts.items())
        # A second game without an end would tell nothing new, and takes long.
        endless = tally.laws["endings"][BOUND]
        if spent >= budget and (tally.games >= LEAST_GAMES or endless):
            break
    # Neither half says how a game is played by people, so that no seat is judged.
    names = (RANDOM, GREEDY, *(RANDOM,) * (rules.seats - 2))
    return Outcome(
        _box(game, settings, decks), rules, names, SEED, tally, measured(rules, tally)
    )  # fmt: skip


def _turns_taken() -> Iterator[tuple[range, str]]:
    """Yield single games by number, at random and greedily in turn."""
    for number in range(1, MOST_GAMES + 1):
        yield range(number, number + 1), RANDOM if number % 2 else GREEDY
