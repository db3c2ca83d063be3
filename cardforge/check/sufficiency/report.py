"""What of a deal does not suffice becomes a problem: cards, reserve, pieces."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from cardforge.check.sufficiency.values import Deal, Needed
from cardforge.diagnostics import Report
from cardforge.model import Game
from cardforge.specs import DealingSpec


def report_dealing(game: Game, spec: DealingSpec, deals: Sequence[Deal], report: Report) -> None:
    """Report what does not suffice for a mode: each lack once, for the most players."""
    claimed = [deal for deal in deals if deal.claimed]
    short = [deal for deal in claimed if not deal.playable]
    dropped = [deal for deal in deals if not deal.claimed and not deal.playable]
    if short:
        hint = _cure(deals, short)
        report.error("dealing.short", _short(game, spec, short[-1]), spec.span, hint=hint)
    if dropped:
        limit = dropped[-1].most
        message = f"{_short(game, spec, dropped[-1])}: the game says at most {limit}"
        place = spec.places.get("most", spec.span)
        report.warning("dealing.dropped", message, place, hint=_cure(deals, dropped))
    _report_reserve(game, spec, [deal for deal in claimed if deal.playable], report)
    for index in range(len(spec.pieces)):
        _report_pieces(game, spec, index, claimed, report)


def _who(deal: Deal) -> str:
    players = f"{deal.players} player{'' if deal.players == 1 else 's'}"
    if deal.title:
        return f"{deal.title} with {players} needs"
    return f"{players} {'needs' if deal.players == 1 else 'need'}"


def _source(spec: DealingSpec) -> str:
    because = spec.because
    if isinstance(because, dict):
        because = next(iter(because.values()), None)
    return f"{spec.source}: {because}" if isinstance(because, str) else spec.source


def _short(game: Game, spec: DealingSpec, deal: Deal) -> str:
    if deal.shuffled is not None and deal.shuffled > deal.cards:
        return f"{game.id}: {deal.cards} cards, but {_who(deal)} {deal.shuffled} ({_source(spec)})"
    counted = deal.counted or f"{deal.cards} cards"
    needed = f"{_who(deal)} {deal.needed} ({deal.working})"
    return f"{game.id}: {counted}, but {needed} ({_source(spec)})"


def _cure(deals: Sequence[Deal], short: Sequence[Deal]) -> str:
    """Return what would mend a lack of cards: more copies, or fewer players."""
    most = max((deal.players for deal in deals if deal.playable), default=0)
    drop = f"drop {_counts(short)}: at most {most} can play" if most else "deal fewer cards"
    worst = short[-1]
    if worst.kinds and worst.shuffled is None:
        return f"print {ceil(worst.needed / worst.kinds)} copies of each, or {drop}"
    return drop


def _counts(deals: Sequence[Deal]) -> str:
    """Return numbers of players as they are read: `5 and 6 players`."""
    numbers = [str(deal.players) for deal in deals]
    listed = " and ".join(filter(None, (", ".join(numbers[:-1]), numbers[-1])))
    return f"{listed} player{'' if listed == '1' else 's'}"


def _report_reserve(game: Game, spec: DealingSpec, deals: Sequence[Deal], report: Report) -> None:
    low = [deal for deal in deals if deal.left < deal.reserve]
    if not low:
        return
    worst = low[-1]
    message = (
        f"{game.id}: {_left(worst.left)} left to draw, but {_who(worst)} a reserve of "
        f"{worst.reserve} ({spec.source})"
    )
    hint = f"it is too small with {_counts(low)}"
    report.warning("dealing.reserve", message, spec.places.get("reserve", spec.span), hint=hint)


def _left(cards: int) -> str:
    return "1 card is" if cards == 1 else f"{cards} cards are"


def _report_pieces(
    game: Game, spec: DealingSpec, index: int, deals: Sequence[Deal], report: Report
) -> None:
    lacking = [(deal, deal.pieces[index]) for deal in deals if not deal.pieces[index].enough]
    if not lacking:
        return
    deal, pieces = lacking[-1]
    own = spec.pieces[index]
    source = own.source or spec.source
    because = f"{source}: {own.because}" if isinstance(own.because, str) else source
    message = (
        f"{game.id}: {_who(deal)} {_needed(pieces)}, the box holds {_held(pieces)} ({because})"
    )
    hint = f"print more, or drop {_counts([deal for deal, _ in lacking])}"
    report.error("dealing.pieces", message, own.span, hint=hint)


def _needed(pieces: Needed) -> str:
    each = f" for each {pieces.each}" if pieces.each else ""
    return f"{pieces.need} of {pieces.deck}{each}"


def _held(pieces: Needed) -> str:
    return f"{pieces.printed} of {pieces.fewest}" if pieces.each else str(pieces.printed)
