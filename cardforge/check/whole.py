"""What only a check does, and no build: the ink, the box of every mode, sufficiency, play.

What that needs is only loaded here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardforge.check.accessibility.judge import check_accessibility
from cardforge.check.composition.judge import check_composition
from cardforge.check.preflight.judge import check_preflight
from cardforge.check.settings import Checks
from cardforge.check.sufficiency.judge import check_sufficiency
from cardforge.check.sufficiency.values import Sufficiency
from cardforge.deal import deal
from cardforge.diagnostics import Report
from cardforge.edition import Edition, Request

if TYPE_CHECKING:
    from cardforge.play.short import Played


class Judged(NamedTuple):
    """What a check has found besides problems: what each mode leaves, how much was played."""

    sufficiency: Sufficiency | None
    played: Played | None


def check_ink(edition: Edition, report: Report) -> None:
    """Judge the finished ink of every side."""
    checks = Checks(edition.game)
    check_preflight(edition, checks, report)
    check_accessibility(edition, checks, report)


def check_box(edition: Edition, request: Request, report: Report) -> Judged:
    """Judge the box of every mode, whether it suffices for all it is for, and play with it."""
    _check_modes(edition, report)
    return Judged(_suffices(edition, report), _played(edition, request, report))


def _check_modes(edition: Edition, report: Report) -> None:
    """Judge the composition of the box of every mode, when the whole game is judged."""
    game, settings = edition.game, edition.settings
    for mode in game.modes if settings.mode is None else ():
        own = settings._replace(mode=mode)
        check_composition(game, own, deal(game, own, report), report)


def _suffices(edition: Edition, report: Report) -> Sufficiency | None:
    if not edition.game.dealing:
        return None
    decks = [laid_out.deck for laid_out in (*edition.cards, *edition.tokens)]
    return check_sufficiency(edition.game, edition.settings, decks, report)


def _played(edition: Edition, request: Request, report: Report) -> Played | None:
    """Play a few games by the engine that a game names, None when it names none."""
    if edition.game.play is None:
        return None
    from cardforge.play.short import check_play

    return check_play(edition.game, request, report)
