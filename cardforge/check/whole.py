"""What only a check does, and no build: the ink, the box of every mode, sufficiency, play.

What that needs is only loaded here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardforge.check.accessibility.judge import check_accessibility
from cardforge.check.accessibility.paint import Painter
from cardforge.check.composition.case import listed
from cardforge.check.composition.judge import check_composition
from cardforge.check.preflight.judge import check_preflight
from cardforge.check.settings import Checks
from cardforge.check.sufficiency.judge import check_sufficiency
from cardforge.check.sufficiency.values import Sufficiency
from cardforge.deal import deal
from cardforge.diagnostics import Problem, Report
from cardforge.edition import Edition, Request

if TYPE_CHECKING:
    from cardforge.play.short import Played


class Judged(NamedTuple):
    """What a check has found besides problems: what each mode leaves, how much was played."""

    sufficiency: Sufficiency | None
    played: Played | None


def check_ink(edition: Edition, report: Report) -> None:
    """Judge the finished ink of every side."""
    checks, painter = Checks(edition.game), Painter(edition.fonts)
    check_preflight(edition, painter, checks, report)
    check_accessibility(edition, painter, checks, report)


def check_box(edition: Edition, request: Request, report: Report) -> Judged:
    """Judge the box of every mode, whether it suffices for all it is for, and play with it."""
    _check_modes(edition, report)
    return Judged(_suffices(edition, report), _played(edition, request, report))


def _check_modes(edition: Edition, report: Report) -> None:
    """Judge the composition of the box of every mode, when the whole game is judged.

    What the whole box shows at the same place is one fault with it; the rest names its modes.
    """
    game, settings = edition.game, edition.settings
    known = {(problem.code, problem.span) for problem in report.problems}
    modes_of: dict[Problem, list[str]] = {}
    for mode in game.modes if settings.mode is None else ():
        found = Report()
        own = settings._replace(mode=mode)
        check_composition(game, own, deal(game, own, found), found)
        for problem in found.problems:
            if (problem.code, problem.span) not in known:
                modes_of.setdefault(problem, []).append(mode)
    for problem, modes in modes_of.items():
        word = "mode" if len(modes) == 1 else "modes"
        message = f"{problem.message} ({word} {listed(modes)})"
        for card in problem.cards or (None,):
            report.add(
                problem.severity, problem.code, message, problem.span,
                hint=problem.hint, related=problem.related, card=card,
            )  # fmt: skip


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
