"""What came of some games: who played what, and everything that was counted."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import cardforge
from cardforge.diagnostics import Problem
from cardforge.model import Card, Game, Settings
from cardforge.play.estimates import Difference, differences
from cardforge.play.measures import Sample, Share, Tally, proportions
from cardforge.play.table import Box, Rules

# How the names end of measures that count single cards.
OF_CARDS = "_per_game"


class Outcome(NamedTuple):
    """Some games of one box that were played to their end.

    `policies` are named for each seat as the command names them; `label` says in a comparison
    what sets this outcome apart from the other, and is empty when there is no other.
    """

    box: Box
    rules: Rules
    policies: tuple[str, ...]
    seed: int
    tally: Tally
    measures: Mapping[str, Any]
    problems: tuple[Problem, ...] = ()
    label: str = ""

    @property
    def game(self) -> Game:
        """Return the game that was played."""
        return self.box.game

    @property
    def settings(self) -> Settings:
        """Return the language, players, mode and rulings."""
        return self.box.settings

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return self.tally.games


class TokenUse(NamedTuple):
    """A kind of token: how many are printed, the most in use at once, and in which game."""

    id: str
    name: str
    printed: int
    most: int
    number: int


def measured(rules: Rules, tally: Tally) -> dict[str, Any]:
    """Return the measures of the games in a tally: the game's own, then what all games have."""
    own = rules.measures(tally)
    return own | {name: value for name, value in _common(tally).items() if name not in own}


def _common(tally: Tally) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in ("turns", "rounds"):
        if name in tally.samples:
            found |= _of_sample(name, tally.samples[name])
    if tally.samples["tokens_in_use"].most:
        found["tokens_in_use"] = tally.samples["tokens_in_use"].data()
    for name in ("runaway", "deadlock"):
        if name in tally.shares:
            found[name] = tally.shares[name].data()
    if "win_by_seat" in tally.by_seat:
        found["win_by_seat"] = tally.seats("win_by_seat")
    if "endings" in tally.laws:
        found["endings"] = proportions(tally.laws["endings"])
    for name in ("played", "mattered"):
        if name in tally.laws:
            found[f"{name}{OF_CARDS}"] = {
                card: times / tally.games for card, times in sorted(tally.laws[name].items())
            }
    return found


def _of_sample(name: str, sample: Sample) -> dict[str, Any]:
    quantiles = {"median": 0.5, "p95": 0.95, "p99": 0.99}
    at = {f"{name}_{word}": sample.quantile(share) for word, share in quantiles.items()}
    return {name: sample.data(), **at, f"{name}_max": sample.most}


def token_uses(outcome: Outcome) -> list[TokenUse]:
    """Return each kind of token that the games have used, in the order of the box."""
    largest = outcome.tally.largest
    kinds = [kind for kind in _tokens(outcome) if kind.id in outcome.rules.cards]
    if len(kinds) == 1 and kinds[0].id not in largest:
        # Of the only kind there is nothing but what is counted of all tokens.
        most = outcome.tally.samples["tokens_in_use"].most
        return [TokenUse(kinds[0].id, kinds[0].name, kinds[0].copies, most, 1)] if most else []
    return [
        TokenUse(kind.id, kind.name, kind.copies, *largest[kind.id])
        for kind in _tokens(outcome)
        if kind.id in largest
    ]


def token_ids(outcome: Outcome) -> frozenset[str]:
    """Return the ids of all tokens in the box."""
    return frozenset(token.id for token in _tokens(outcome))


def _tokens(outcome: Outcome) -> list[Card]:
    decks = outcome.box.decks.values()
    return [card for deck in decks if deck.spec.is_token for card in deck.cards]


def names_of(outcome: Outcome) -> dict[str, str]:
    """Return the name of each card, power and token that is played with, by its id."""
    cards = (card for deck in outcome.box.decks.values() for card in deck.cards)
    return {card.id: card.name for card in cards}


def never_used(outcome: Outcome) -> tuple[str, ...]:
    """Return the ids of what is played with but was never played or laid out."""
    played = outcome.tally.laws["played"]
    largest = outcome.tally.largest
    return tuple(
        card for card in outcome.rules.cards if not played[card] and not largest.get(card, (0,))[0]
    )


def fair_share(outcome: Outcome) -> float:
    """Return how often a seat would win if all were alike; shared victories count for each."""
    whole = Share()
    for share in outcome.tally.by_seat["win_by_seat"].values():
        whole.merge(share)
    return whole.mean


def as_data(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as `--format json` prints it."""
    return {
        "game": outcome.game.id,
        "version": outcome.game.version,
        "mode": outcome.settings.mode,
        "players": outcome.settings.players,
        "policies": list(outcome.policies),
        "rulings": dict(outcome.settings.rulings),
        "games": outcome.games,
        "seed": outcome.seed,
        "measures": dict(outcome.measures),
        "cardforge": cardforge.__version__,
        "problems": [
            {"severity": p.severity, "code": p.code, "message": p.message}
            for p in outcome.problems
        ],
    }  # fmt: skip


def compared(first: Outcome, second: Outcome) -> list[Difference]:
    """Return how the measures of two outcomes differ, card by card left out."""
    return differences(general(first.measures), general(second.measures))


def general(measures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the measures that are not counts of single cards."""
    return {name: value for name, value in measures.items() if not name.endswith(OF_CARDS)}


def comparison_as_data(first: Outcome, second: Outcome) -> dict[str, Any]:
    """Return two outcomes as one object: the first, the second under `against`, differences."""
    rows = {
        row.name: {"difference": row.by, "z": row.z}
        for row in compared(first, second)
    }  # fmt: skip
    return {**as_data(first), "against": as_data(second), "differences": rows}
