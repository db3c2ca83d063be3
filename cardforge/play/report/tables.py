"""The tables of a report: all measures, how two outcomes differ, every ruling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Any

from cardforge.play.estimates import Difference, is_estimate, is_number
from cardforge.play.outcome import compared
from cardforge.play.report.blocks import Block, Chart, Grid, Heading, Prose, Studio
from cardforge.play.report.charts_bars import Change, changes
from cardforge.play.report.charts_seats import Z95
from cardforge.play.report.told import CLEAR, Told
from cardforge.play.report.words import Words, digits_of
from cardforge.rulebook.figures.cards import Art

# Quantiles have columns of their own.
_QUANTILES = ("median", "p95", "p99", "max")
_MOST_CHANGES = 14
_LEAST_CHANGES = 2
# More than so many times the first value is not told in per cent.
_MOST_CHANGE = 4.0
_NOTHING = "–"


def measure_blocks(report: Told) -> Iterator[Block]:
    """Yield the table of all measures, and that of the quantiles."""
    words = report.words
    yield Heading(words("measures_title"), "measures")
    if report.is_pair:
        yield _comparison(report)
        yield Prose(f"{words('measures_note')} {words('compare_z')}", "note")
        return
    measures = report.first.measures
    # Two names of one thing, such as the turns of a game whose turns are tricks, are one row.
    rows = dict.fromkeys(
        _row(report, name, measure)
        for name, measure in measures.items()
        if not _is_quantile(name, measures) and (is_estimate(measure) or is_number(measure))
    )
    head = (words("measure"), words("mean"), words("se"), words("n"))
    yield Grid(words("measures_table"), head, tuple(rows), "lrrr")
    yield Prose(words("measures_note"), "note")
    yield from _quantiles(report)


def _is_quantile(name: str, measures: Mapping[str, Any]) -> bool:
    stem, _, end = name.rpartition("_")
    return end in _QUANTILES and stem in measures


def _row(report: Told, name: str, measure: Any) -> tuple[str, ...]:
    words, label = report.words, report.measure(name)
    if is_number(measure):
        return label, words.figure(measure), _NOTHING, _NOTHING
    mean, se = said(words, name, measure["mean"], measure["se"])
    return label, mean, se, words.number(measure["n"])


def is_share(name: str) -> bool:
    """Return whether a measure is a proportion, which is written in per cent."""
    head = name.split(" ")[0]
    return head.startswith(("p_", "share_", "win_")) or head.endswith(("_share", "_law")) or (
        head in ("runaway", "deadlock", "endings")
    )  # fmt: skip


def said(words: Words, name: str, mean: float, se: float | None) -> tuple[str, str]:
    """Return a mean and its error with the same digits after the point."""
    scale = 100.0 if is_share(name) else 1.0
    digits = digits_of(mean * scale, se * scale if se else None)
    if scale > 1:
        return words.share(mean, digits), words.number((se or 0.0) * scale, digits)
    return words.number(mean, digits), words.number(se or 0.0, digits)


def _quantiles(report: Told) -> Iterator[Block]:
    words, measures = report.words, report.first.measures
    rows = []
    for name in measures:
        if not all(f"{name}_{end}" in measures for end in _QUANTILES):
            continue
        values = [measures[f"{name}_{end}"] for end in _QUANTILES]
        if any(values):
            rows.append((report.measure(name), *map(words.number, values)))
    if rows:
        head = (words("measure"), *(words(f"q_{end}") for end in _QUANTILES))
        yield Grid(words("quantiles_table"), head, tuple(rows), "lrrrr")


# --- two outcomes ---


def change_blocks(report: Told) -> Iterator[Block]:
    """Yield by how much the second outcome differs, the clearest differences first."""
    words = report.words
    rows = list(
        dict.fromkeys(_change(report, row) for row in _clearest(compared(*report.outcomes)))
    )
    if len(rows) < _LEAST_CHANGES:
        return

    def draw(studio: Studio, width: float) -> Art:
        return changes(studio.pen, studio.words, rows, width)

    yield Heading(words("compare_title"), "changes")
    said_all = ", ".join(words("pair", name=row.label, value=row.said) for row in rows)
    yield Chart(
        words("compare_chart"),
        draw,
        words("compare_said", list=said_all),
        words("compare_note"),
    )


def _clearest(rows: Sequence[Difference]) -> list[Difference]:
    """Return the differences that can be told in per cent: the larger |z|, the earlier."""
    fit = [
        row
        for row in rows
        if row.z is not None
        and row.first > 0
        and " " not in row.name
        and abs(row.by) < _MOST_CHANGE * row.first
    ]
    return sorted(fit, key=lambda row: (-abs(row.z or 0.0), row.name))[:_MOST_CHANGES]


def _change(report: Told, row: Difference) -> Change:
    by = row.by / row.first
    error = Z95 * abs(row.by / row.z) / row.first if row.z else _error(row)
    percent = report.words.share(0.0, 0).removeprefix("0")
    text = report.words.signed(100 * by, 1) + percent
    return Change(report.measure(row.name), by, error, text, abs(row.z or 0.0) > CLEAR)


def _error(row: Difference) -> float:
    return Z95 * hypot(row.first_se or 0.0, row.second_se or 0.0) / row.first


def _comparison(report: Told) -> Grid:
    words = report.words
    rows: list[tuple[str, ...]] = []
    strong = set()
    first = report.first.measures
    for row in compared(*report.outcomes):
        if _is_quantile(row.name, first) or any(_key(row.name) in cards for cards in report.cards):
            # Cards have a chart of their own.
            continue
        one = _with_error(words, row.name, row.first, row.first_se)
        two = _with_error(words, row.name, row.second, row.second_se)
        z = _NOTHING if row.z is None else words.signed(row.z, 1)
        cells = (_label(report, row.name), one, two, _by(words, row), z)
        if cells in rows:
            continue
        if row.z is not None and abs(row.z) > CLEAR:
            strong.add(len(rows))
        rows.append(cells)
    head = (words("measure"), "A", "B", words("difference"), words("z"))
    return Grid(words("measures_table"), head, tuple(rows), "lrrrr", frozenset(strong))


def _key(name: str) -> str:
    """Return what of a measure with many values a name is about."""
    return name.partition(" ")[2]


def _label(report: Told, name: str) -> str:
    group, _, key = name.partition(" ")
    words = report.words
    if group == "win_by_seat" and key.isdigit():
        return f"{report.measure(group)} · {int(key) + 1}"
    if group == "endings":
        return f"{words('endings')} · {words.named('ends', key, report.engine) or key}"
    return report.measure(name)


def _with_error(words: Words, name: str, mean: float, se: float | None) -> str:
    value, error = said(words, name, mean, se)
    return f"{value} ± {error}" if se else value


def _by(words: Words, row: Difference) -> str:
    scale = 100.0 if is_share(row.name) else 1.0
    errors = [se for se in (row.first_se, row.second_se) if se]
    digits = digits_of(row.by * scale, max(errors) * scale if errors else None)
    return words.signed(row.by * scale, digits)


# --- rulings ---


def ruling_blocks(report: Told) -> Iterator[Block]:
    """Yield the answer to each question that the rules leave open."""
    words, game = report.words, report.first.game
    language = report.cards[0].language
    if not game.rulings:
        return
    rows: list[tuple[str, ...]] = []
    strong = set()
    for key, ruling in game.rulings.items():
        answers = [o.settings.rulings.get(key, _NOTHING) for o in report.outcomes]
        said_all = [
            words("value_usual", value=answer) if answer == ruling.values[0] else answer
            for answer in answers
        ]
        if any(answer != ruling.values[0] for answer in answers):
            strong.add(len(rows))
        rows.append((ruling.title.get(language, key), key, *said_all))
    letters = [f" {letter}" for letter in "AB"] if report.is_pair else [""]
    head = (words("ruling"), "--ruling", *(words("value") + end for end in letters))
    yield Heading(words("settings_title"), "rulings")
    yield Grid("", head, tuple(rows), "l" * len(head), frozenset(strong))
