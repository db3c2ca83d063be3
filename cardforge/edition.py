"""An edition: one game in one language, laid out; and the request that asks for it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from cardforge.choices import PSEUDO
from cardforge.diagnostics import did_you_mean
from cardforge.fonts import Fonts
from cardforge.model import Game, Settings
from cardforge.plates import LaidOut

if TYPE_CHECKING:
    from cardforge.shop_booklet import ShopBooklet


# A message names no more than so many of what a game has.
_MOST_NAMED = 12


class RulebookRequest(NamedTuple):
    """Which rulebooks are asked for.

    `booklets` are the formats to impose, none: half the paper; `product` is a shop's booklet.
    """

    formats: tuple[str, ...] = ("a5", "html", "txt")
    booklet: bool = True
    booklets: tuple[str, ...] = ()
    product: "ShopBooklet | None" = None


class Request(NamedTuple):
    """What a command asks of every game; None means the game's own default."""

    languages: tuple[str, ...] | None = None
    players: int | None = None
    mode: str | None = None
    rulings: Mapping[str, str] = MappingProxyType({})
    papers: tuple[str, ...] | None = None
    duplex: str | None = None
    only: tuple[str, ...] = ("sheets", "tokens", "rulebook")
    rulebook: RulebookRequest = RulebookRequest()
    variant: str | None = None
    draft: bool = False
    proof: bool = False


class WrongRequest(Exception):
    """A command that asks a game for what it does not have; exit code 2."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class Edition(NamedTuple):
    """One game in one language, laid out: what sheets, tokens and images are made of."""

    game: Game
    settings: Settings
    fonts: Fonts
    cards: tuple[LaidOut, ...]
    tokens: tuple[LaidOut, ...]
    # Whether guides are drawn over every side: not to be cut and played.
    proof: bool = False


def settings_of(game: Game, request: Request) -> tuple[Settings, ...]:
    """Return the settings of each language asked for; raises WrongRequest."""
    players = _players(game, request.players)
    mode = _mode(game, request.mode)
    rulings = _rulings(game, request.rulings)
    _check_variant(game, request.variant)
    languages = request.languages or game.languages
    for language in languages:
        if language == PSEUDO:
            continue
        if language not in game.languages:
            raise WrongRequest(
                f"{game.id} has no language '{language}'", "it has " + ", ".join(game.languages)
            )
    return tuple(
        Settings(
            game.languages[0] if language == PSEUDO else language,
            players, mode, rulings, game.variant, pseudo=language == PSEUDO,
        )
        for language in languages
    )  # fmt: skip


def _check_variant(game: Game, asked: str | None) -> None:
    if asked is not None and asked not in game.variants:
        known = ", ".join(game.variants[:_MOST_NAMED]) or "none"
        hint = did_you_mean(asked, game.variants) or f"its variants: {known}"
        raise WrongRequest(f"{game.id} has no variant '{asked}'", hint)


def _players(game: Game, asked: int | None) -> int:
    low, high, limit = game.players
    if asked is None:
        return high
    if not low <= asked <= limit:
        seats = str(low) if low == limit else f"{low} to {limit}"
        raise WrongRequest(f"{game.id} is for {seats} players, not {asked}")
    return asked


def _mode(game: Game, asked: str | None) -> str | None:
    if asked is None or asked in game.modes:
        return asked
    known = ", ".join(game.modes) or "none"
    raise WrongRequest(f"{game.id} has no mode '{asked}'", f"its modes: {known}")


def _rulings(game: Game, asked: Mapping[str, str]) -> dict[str, str]:
    answers = {key: ruling.values[0] for key, ruling in game.rulings.items()}
    for key, value in asked.items():
        if key not in game.rulings:
            known = ", ".join(game.rulings) or "none"
            raise WrongRequest(f"{game.id} has no ruling '{key}'", f"its rulings: {known}")
        ruling = game.rulings[key]
        if not ruling.knows(value):
            raise WrongRequest(
                f"the ruling '{key}' cannot be '{value}'", "it can be " + ruling.answers()
            )
        answers[key] = value
    return answers


def unusual(game: Game, settings: Settings) -> tuple[str, ...]:
    """Return what of the settings is not the game's default, as the slug and manifest say it."""
    notes = []
    if settings.players != game.players.max:
        notes.append(f"players={settings.players}")
    if settings.mode:
        notes.append(f"mode={settings.mode}")
    if settings.variant:
        notes.append(f"variant={settings.variant}")
    for key, value in settings.rulings.items():
        if value != game.rulings[key].values[0]:
            notes.append(f"{key}={value}")
    return tuple(notes)
