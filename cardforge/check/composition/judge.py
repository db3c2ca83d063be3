"""Composition: the statements of a game about its own box, held against the dealt decks.

Each check of the vocabulary is a function of a `Case`: one statement with its cards.  What the
statements say is compared with each other too, before anybody looks for the fault in the box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardforge.check.composition import counts, facts, fields, values
from cardforge.check.composition.case import Bench, Case, NotJudged
from cardforge.check.composition.clash import find_clashes
from cardforge.check.composition.when import check_never
from cardforge.diagnostics import Report
from cardforge.model import Deck, Game, Settings
from cardforge.specs import Statement

JUDGES: dict[str, Callable[[Case], None]] = {
    "total": counts.total,
    "sum": counts.sum_of,
    "per-player": counts.per_player,
    "none": counts.none,
    "range": values.within,
    "complete": values.complete,
    "unique": values.unique,
    "each-once": values.each_once,
    "copies-each": values.copies_each,
    "equal": values.equal,
    "product": values.product_of,
    "same": fields.same,
    "labels": fields.labels,
    "marked": fields.marked,
    "players": facts.players,
    "fact": facts.fact,
    "holds": facts.holds,
}


def check_composition(
    game: Game, settings: Settings, decks: Sequence[Deck], report: Report
) -> None:
    """Report every statement of the game that its decks do not keep, and those that cannot hold."""
    if not game.composition:
        return
    check_never(game, report)
    cases = list(cases_of(game, settings, decks, report))
    find_clashes(cases)
    for case in cases:
        try:
            JUDGES[case.statement.check](case)
        except NotJudged:
            continue


def cases_of(
    game: Game,
    settings: Settings,
    decks: Sequence[Deck],
    report: Report,
    wanted: Callable[[Statement], bool] = lambda statement: True,
) -> Iterator[Case]:
    """Yield each statement that is to be judged in this run, with the cards that it is about."""
    bench = Bench(game, settings, decks, report)
    for statement in filter(wanted, game.composition):
        try:
            case = bench.case(statement)
        except NotJudged:
            continue
        if case is not None:
            yield case
