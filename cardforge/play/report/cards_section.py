"""The section of a report about cards: those that mattered, and those that were never used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from cardforge.geometry import Size
from cardforge.play.estimates import is_estimate
from cardforge.play.outcome import never_used
from cardforge.play.report.blocks import Block, Chart, Heading, Prose, Shelf, Studio
from cardforge.play.report.charts import legend
from cardforge.play.report.charts_bars import Row, bars, highest
from cardforge.play.report.found import by_reason
from cardforge.play.report.told import Told, ranked
from cardforge.rulebook.figures.cards import NOTHING, Art

# What is drawn elsewhere.
_OWN_CHART = ("win_by_seat", "endings", "played_per_game", "mattered_per_game")
_MOST_CARDS, _MOST_SHELF = 10, 12
# Pictures of cards in a chart are so wide, in mm.
_THUMB = 8.5
# From this width on they stand in two columns, so far apart.
_TWO_COLUMNS, _GUTTER = 140.0, 8.0
# What happens less often per game than this is written with a digit more.
_FEW = 0.2


def cards_section(report: Told) -> Iterator[Block]:
    """Yield the cards that mattered, and those that were never used."""
    words = report.words
    law = sum((outcome.tally.laws["mattered"] for outcome in report.outcomes), Counter())
    yield Heading(words("cards"), "cards")
    if law:
        yield _mattered(report, ranked(law))
    yield from _of_cards(report)
    yield from _never(report)


def _mattered(report: Told, cards: Sequence[tuple[str, int]]) -> Chart:
    words, shown = report.words, [card for card, _ in cards[:_MOST_CARDS]]
    own = [
        tuple(o.tally.laws["mattered"][card] / max(o.games, 1) for o in report.outcomes)
        for card in shown
    ]
    title = words("mattered")
    if len(cards) > len(shown):
        every = {card for card in report.first.rules.cards if not report.cards[0].is_token(card)}
        title = words("mattered_of", count=len(shown), of=len(every | {card for card, _ in cards}))
    return _pictured_chart(report, title, shown, own, words("mattered_note"))


def _of_cards(report: Told) -> Iterator[Chart]:
    """Yield a chart for each measure that has a value for each of some cards: per game."""
    for name in nested(report):
        laws, keys = keys_of(report, name)
        if not keys or not are_cards(report, keys):
            continue
        values = [
            tuple(
                mean(law.get(key)) / (1 if is_estimate(law.get(key)) else max(o.games, 1))
                for law, o in zip(laws, report.outcomes, strict=True)
            )
            for key in keys
        ]
        yield _pictured_chart(report, report.measure(name), keys, values, "")


def _pictured_chart(
    report: Told,
    title: str,
    cards: Sequence[str],
    values: Sequence[tuple[float, ...]],
    note: str,
) -> Chart:
    """Return a chart of lying bars with a picture of each card."""
    words = report.words
    digits = 2 if max(map(max, values), default=0.0) >= _FEW else 3
    rows = [
        Row(report.card(card), own, tuple(words.number(value, digits) for value in own))
        for card, own in zip(cards, values, strict=True)
    ]
    draw = partial(_draw_pictured, report, cards, rows)
    return Chart(title, draw, words("mattered_said", list=rows_said(report, rows)), note)


def _draw_pictured(
    report: Told, cards: Sequence[str], rows: Sequence[Row], studio: Studio, width: float
) -> Art:
    pictured = [
        row._replace(picture=studio.picture(card, _THUMB))
        for card, row in zip(cards, rows, strict=True)
    ]
    half = -(-len(pictured) // 2)
    if width < _TWO_COLUMNS or half < 2:
        return bars(studio.pen, studio.words, pictured, report.names, width)
    top, room = highest(pictured), (width - _GUTTER) / 2
    head = legend(studio.pen, report.names, width) if report.is_pair else NOTHING
    columns = [
        bars(studio.pen, studio.words, part, report.names[:1], room, top)
        for part in (pictured[:half], pictured[half:])
    ]
    both = (columns[0].moved(0.0, head.size.height),
            columns[1].moved(room + _GUTTER, head.size.height))  # fmt: skip
    tall = head.size.height + max(column.size.height for column in columns)
    return Art(Size(width, tall), (*head.ink, *both))


def _never(report: Told) -> Iterator[Block]:
    """Yield what was never used, with what can never be used and why."""
    words = report.words
    yield Prose(words("never"), "label")
    unused = [never_used(outcome) for outcome in report.outcomes]
    if not any(unused):
        yield Prose(words("never_none"))
    for cards, name in zip(unused, report.names, strict=True):
        if not any(unused):
            break
        if name:
            yield Prose(name, "label")
        yield from _unused(report, cards)
    for reason, names in by_reason(report, report.first.rules.unreachable()).items():
        said = words("unreachable", cards=words.listed(names), reason=reason)
        yield Prose(said, "note")


def _unused(report: Told, cards: Sequence[str]) -> Iterator[Block]:
    """Yield the pictures of the cards of one outcome that were never used."""
    words = report.words
    if not cards:
        yield Prose(words("never_none"))
        return
    yield Prose(words("never_one" if len(cards) == 1 else "never_some", count=len(cards)))
    yield Shelf(tuple((card, report.card(card)) for card in cards[:_MOST_SHELF]))
    if len(cards) > _MOST_SHELF:
        yield Prose(words("never_more", count=len(cards) - _MOST_SHELF))


def nested(report: Told) -> Iterator[str]:
    """Yield the names of the measures that have a value for each of several things."""
    for name, measure in report.first.measures.items():
        if name not in _OWN_CHART and isinstance(measure, Mapping) and not is_estimate(measure):
            yield name


def keys_of(report: Told, name: str) -> tuple[list[Mapping[str, Any]], list[str]]:
    """Return a measure of each outcome that has many values, and the names of all of them."""
    laws = [outcome.measures.get(name, {}) for outcome in report.outcomes]
    return laws, list(dict.fromkeys(key for law in laws for key in law))


def are_cards(report: Told, keys: Sequence[str]) -> bool:
    """Return whether all names are those of cards."""
    return all(any(key in cards for cards in report.cards) for key in keys)


def mean(measure: Any) -> float:
    """Return the mean of a measure, or the number that it is; 0 where there is none."""
    if is_estimate(measure):
        return float(measure["mean"])
    return float(measure) if isinstance(measure, (int, float)) else 0.0


def rows_said(report: Told, rows: Sequence[Row]) -> str:
    """Return the rows of a chart in words."""
    words = report.words
    return ", ".join(words("pair", name=row.label, value=" / ".join(row.said)) for row in rows)
