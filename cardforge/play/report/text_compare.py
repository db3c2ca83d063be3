"""Two outcomes side by side as text: two answers to a question of the rules, or two decks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardforge.play.estimates import Difference
from cardforge.play.outcome import Outcome, compared, names_of
from cardforge.play.report.text import (
    ENOUGH,
    LENGTH_HEADS,
    MOST_CARDS,
    Paint,
    facts_of,
    histogram,
    length_row,
    section,
)
from cardforge.play.report.text_table import Table, digits_of, estimate, figure, table

# A difference of so many standard errors is marked; chance alone gives one of 370.
SURE_Z = 3.0
# Of many differences some look sure by chance: with both marks less than one in a hundred
# comparisons as long as this one shows any.
SURE_P = 0.01


def render_text(first: Outcome, second: Outcome, paint: Paint = str) -> str:
    """Return the comparison of two outcomes; `paint` makes its headings stand out."""
    rows = compared(first, second)
    number = sum(row.z is not None for row in rows)
    sure = sorted(
        (row for row in rows if row.z is not None and abs(row.z) > SURE_Z),
        key=lambda row: -abs(row.z or 0),
    )
    sections = (
        ("Length", _length(first, second)),
        ("What differs", _table(first, second, sure, number) or [_nothing(rows)]),
        ("Cards that decide more or less", _cards(first, second)),
        ("All measures", _table(first, second, rows, number)),
    )
    parts = [_head(first, second, paint)]
    parts += [section(title, lines, paint) for title, lines in sections]
    return "\n\n".join(part for part in parts if part)


def _head(first: Outcome, second: Outcome, paint: Paint) -> str:
    title = first.game.title.get(first.settings.language, first.game.id)
    lines = [paint(f"{title}: {first.label} against {second.label}")]
    both = dict(facts_of(second))
    for name, said in [("games", f"{first.games:,} each"), *facts_of(first)]:
        theirs = both.get(name, said)
        lines.append(f"  {name:9} {said}" + (f"  |  {theirs}" if theirs != said else ""))
    return "\n".join(lines)


def _nothing(rows: Iterable[Difference]) -> str:
    if any(row.by for row in rows):
        return "nothing that is sure"
    return "nothing: for these policies the games are the same move by move"


def _length(first: Outcome, second: Outcome) -> list[str]:
    rows = []
    for name in ("turns", "rounds"):
        for outcome in (first, second):
            rows += [[*row, outcome.label] for row in length_row(outcome, name)]
    if not rows:
        return []
    samples = {outcome.label: outcome.tally.samples["turns"] for outcome in (first, second)}
    heads = (*LENGTH_HEADS, "")
    bars = (
        histogram(samples)
        if len(samples) == 2 and all(s.n >= ENOUGH for s in samples.values())
        else []
    )
    return [*table(Table(heads, rows, frozenset({0, 6, 7}))), "", *bars]


def _cards(first: Outcome, second: Outcome) -> list[str]:
    """Return the cards of both whose part in a game changes most."""
    laws = [outcome.tally.laws["mattered"] for outcome in (first, second)]
    names = names_of(first)
    rows = [
        Difference(names.get(card, card), *(law[card] / first.games for law in laws))
        for card in laws[0]
        if card in laws[1]
    ]
    rows = [row for row in rows if row.by]
    rows.sort(key=lambda row: -abs(row.by))
    cells = [
        [row.name, f"{row.first:.2f}", f"{row.second:.2f}", _signed(f"{row.by:+.2f}")]
        for row in rows[:MOST_CARDS]
    ]
    return (
        table(Table(["in a game", first.label, second.label, "difference"], cells)) if cells else []
    )


def _table(
    first: Outcome, second: Outcome, rows: Sequence[Difference], number: int
) -> list[str]:  # fmt: skip
    if not rows:
        return []
    cells = list(_cells(rows, number))
    heads = ["", first.label, second.label, "difference", "z", ""]
    lines = table(Table(heads, cells, frozenset({0, 5})))
    if any(line[5] for line in cells):
        lines += ["", f"*  more than {SURE_Z:g} standard errors    ** sure even though {number} "
                  f"measures were looked at (p × {number} < {SURE_P:g})"]  # fmt: skip
    return lines


def _cells(rows: Iterable[Difference], number: int) -> Iterable[list[str]]:
    for row in rows:
        mine, theirs = _said(row.first, row.first_se), _said(row.second, row.second_se)
        by = _signed(f"{row.by:+,.{digits_of(row.se)}f}" if row.se else f"{row.by:+,}")
        z = "" if row.z is None else _signed(f"{row.z:+.1f}")
        yield [row.name, mine, theirs, by, z, mark(row, number)]


def _signed(number: str) -> str:
    """Return a number with its sign, nothing of what is shown as zero."""
    return number.replace("-", "−") if number.strip("+-0.,") else "0"


def _said(value: float, se: float | None) -> str:
    return figure(value) if se is None else estimate({"mean": value, "se": se})


def mark(row: Difference, number: int) -> str:
    """Return how sure a difference is, one of so many that were looked at."""
    if row.z is None or row.p is None or abs(row.z) <= SURE_Z:
        return ""
    return "**" if row.p * number < SURE_P else "*"
