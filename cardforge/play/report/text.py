"""An outcome as text: what a designer reads in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cardforge.edition import unusual
from cardforge.play.estimates import binomial_tail, is_estimate, is_group, p_value
from cardforge.play.findings import SEAT_P
from cardforge.play.measures import Sample
from cardforge.play.outcome import (
    Outcome,
    fair_share,
    general,
    names_of,
    never_used,
    token_ids,
    token_uses,
)
from cardforge.play.report.charts_histogram import bins_of
from cardforge.play.report.charts_seats import Interval, interval
from cardforge.play.report.text_table import BAR, Table, bar, estimate, figure, percent, table

# How many bars a histogram has, and cards each end of the table of cards.
MOST_BARS, MOST_CARDS = 14, 8
# The scale of the seats: with the figures before it a line has room on 80 columns.
RANGE = 30
# Fewer games have no shape and no seat that is ahead.
ENOUGH = 20
WIDEST_NAME = 32
QUANTILES = (0.5, 0.95, 0.99)

Paint = Callable[[str], str]


def render_text(outcome: Outcome, paint: Paint = str) -> str:
    """Return the report of an outcome; `paint` makes its headings stand out."""
    parts = [_head(outcome, paint), *_sections(outcome, paint)]
    return "\n\n".join(part for part in parts if part)


def _sections(outcome: Outcome, paint: Paint) -> Iterable[str]:
    for title, lines in (
        ("In short", _in_short(outcome)),
        ("Length", _length(outcome)),
        ("Wins by seat", _wins(outcome)),
        ("How games end", _endings(outcome)),
        ("Draw pile", _pile(outcome)),
        ("Tokens", _tokens(outcome)),
        ("What mattered", _cards(outcome)),
        ("All measures", _measures(outcome)),
    ):
        yield section(title, lines, paint)


def section(title: str, lines: Sequence[str], paint: Paint) -> str:
    """Return lines under a heading, nothing when there are none."""
    return "\n".join([paint(title), *(f"  {line}".rstrip() for line in lines)]) if lines else ""


def _head(outcome: Outcome, paint: Paint) -> str:
    title = f"{outcome.game.title.get(outcome.settings.language, outcome.game.id)}"
    lines = [paint(f"{title}, version {outcome.game.version}: {games(outcome.games)}")]
    return "\n".join(lines + [f"  {name:9} {said}" for name, said in facts_of(outcome)])


def facts_of(outcome: Outcome) -> list[tuple[str, str]]:
    """Return what was played, as pairs of a word and what it is."""
    settings, rulings = outcome.settings, outcome.game.rulings
    mode = outcome.game.modes[settings.mode].title if settings.mode else None
    facts = [("players", f"{settings.players}")]
    if mode:
        facts.append(("mode", mode.get(settings.language) or str(settings.mode)))
    facts.append(("policies", _policies(outcome)))
    if rulings:
        own = [note for note in unusual(outcome.game, settings) if note.split("=")[0] in rulings]
        facts.append(("rulings", ", ".join(own) or "the first answer of each question"))
    return [*facts, ("seed", f"{outcome.seed}")]


def _policies(outcome: Outcome) -> str:
    rules = outcome.rules
    named = [
        f"{name} ({rules.greedy})" if name == "greedy" != rules.greedy else name
        for name in outcome.policies
    ]
    return f"{named[0]}, every seat" if len(set(named)) == 1 else ", ".join(named)


def games(number: int) -> str:
    """Return so many games in words."""
    return f"{number:,} game{'' if number == 1 else 's'}"


def _in_short(outcome: Outcome) -> list[str]:
    """Return the answers to what a designer asks first."""
    samples, mattered = outcome.tally.samples, outcome.tally.laws["mattered"]
    if outcome.games < ENOUGH:
        return []
    said = []
    if "turns" in samples:
        turns = samples["turns"]
        said.append(
            f"Half of the games take {turns.quantile(0.5):,} turns or fewer, "
            f"19 of 20 at most {turns.quantile(0.95):,}."
        )
    said += _ahead(outcome)
    tokens, names = token_ids(outcome), names_of(outcome)
    cards = [card for card in outcome.rules.cards if card not in tokens]
    if len(cards) > 1 and mattered:
        most = max(cards, key=lambda card: mattered[card])
        least = min(cards, key=lambda card: mattered[card])
        first, last = names.get(most, most), names.get(least, least)
        said.append(f"{first[:1].upper()}{first[1:]} decides most often, {last} least often.")
    return said


def _ahead(outcome: Outcome) -> list[str]:
    """Return which seat wins more often than chance explains."""
    shares = outcome.tally.by_seat["win_by_seat"]
    if len(shares) < 2:
        return []
    seat, best = max(shares.items(), key=lambda entry: (entry[1].hits, -entry[0]))
    p = binomial_tail(best.hits, best.n, fair_share(outcome)) * len(shares)
    if p >= SEAT_P:
        return ["No seat wins more often than chance explains."]
    how = f"{percent(best.mean)} of the games (p {p_value(p)} for the best of {len(shares)} seats)"
    if len(set(outcome.policies)) > 1:
        return [f"Seat {seat + 1}, which plays {outcome.policies[seat]}, wins {how}."]
    return [f"Seat {seat + 1} wins {how}."]


def _length(outcome: Outcome) -> list[str]:
    rows = [row for name in ("turns", "rounds") for row in length_row(outcome, name)]
    if not rows:
        return []
    samples = outcome.tally.samples
    bars = histogram({"": samples["turns"]}) if samples["turns"].n >= ENOUGH else []
    return [*table(Table(LENGTH_HEADS, rows, frozenset({0, 6}))), "", *bars]


LENGTH_HEADS = ("", "mean", "median", "95 %", "99 %", "longest", "")


def length_row(outcome: Outcome, name: str) -> list[list[str]]:
    """Return the row of a table that says how long games are, in turns or rounds."""
    sample = outcome.tally.samples.get(name)
    if not sample:
        return []
    value, number = outcome.tally.largest.get(name, (None, 0))
    longest = f"in game {number:,}" if value == sample.most else ""
    quantiles = [f"{sample.quantile(share):,}" for share in QUANTILES]
    return [[name, estimate(sample.data()), *quantiles, f"{sample.most:,}", longest]]


def histogram(samples: Mapping[str, Sample]) -> list[str]:
    """Return a bar for each stretch of values of each sample."""
    bins = bins_of(list(samples.values()), MOST_BARS)
    most = max(max(counts) for counts in bins.counts)
    rows = []
    for index in range(len(bins.counts[0])):
        low = bins.first + index * bins.width
        span = f"{low}" if bins.width == 1 else f"{low}–{low + bins.width - 1}"
        span = f"≥ {bins.tail}" if bins.tail is not None and index == bins.number else span
        for place, (name, counts) in enumerate(zip(samples, bins.counts, strict=True)):
            said = f"{span} turns" if place == 0 else ""
            rows.append([said, name, bar(counts[index], most), f"{counts[index]:,}"])
    return table(Table((), rows, frozenset({1, 2})))


def _wins(outcome: Outcome) -> list[str]:
    shares = outcome.tally.by_seat["win_by_seat"]
    if not shares:
        return []
    fair = fair_share(outcome)
    bounds = [interval(share) for _, share in sorted(shares.items())]
    scale = (min(fair, *(one.low for one in bounds)), max(fair, *(one.high for one in bounds)))
    rows = [
        [f"seat {seat + 1}", name, percent(one.value), f"{percent(one.low)} – {percent(one.high)}",
         _range(one, fair, scale)]
        for seat, (one, name) in enumerate(zip(bounds, outcome.policies, strict=False))
    ]  # fmt: skip
    heads = ["", "", "wins", "95 % interval", f"┊ {percent(fair)} would be even"]
    return table(Table(heads, rows, frozenset({0, 1, 4})))


def _range(share: Interval, fair: float, scale: tuple[float, float]) -> str:
    """Return a share with its interval on a scale that shows all seats as large as can be."""
    low, high = scale

    def cell(value: float) -> int:
        return round((value - low) / (high - low) * (RANGE - 1)) if high > low else 0

    cells = [" "] * RANGE
    for place in range(cell(share.low), cell(share.high) + 1):
        cells[place] = "━"
    cells[cell(share.low)], cells[cell(share.high)] = "├", "┤"
    cells[cell(fair)] = "┊"
    cells[cell(share.value)] = "●"
    return "".join(cells)


def _endings(outcome: Outcome) -> list[str]:
    tally = outcome.tally
    law = tally.laws["endings"]
    rows = [[f"ended: {word}", percent(times / law.total()), f"{times:,}"]
            for word, times in sorted(law.items())]  # fmt: skip
    for name, said in (
        ("runaway", "runaway: one leads from the first quarter on and wins"),
        ("deadlock", "dead-lock: nobody can do anything, or no end in sight"),
    ):
        if name in tally.shares:
            share = tally.shares[name]
            rows.append([said, percent(share.mean), f"{share.hits:,}"])
    return table(Table((), rows))


def _pile(outcome: Outcome) -> list[str]:
    words = {
        "p_any_reshuffle": "the discards are shuffled at least once",
        "p_round_reshuffled": "the discards are shuffled at least once",
        "reshuffles": "how often they are shuffled",
        "p_draw_short": "a forced draw cannot be paid in full",
    }
    rows = []
    for name, said in words.items():
        measure = outcome.measures.get(name)
        if is_estimate(measure):
            assert measure is not None
            unit = "game" if measure["n"] == outcome.games else "round"
            value = estimate(measure) if name == "reshuffles" else _share(measure)
            rows.append([f"in a {unit}:", said, value])
    return table(Table((), rows, frozenset({0, 1})))


def _share(measure: Mapping[str, float]) -> str:
    if not measure["mean"]:
        return "never"
    return f"{percent(measure['mean'])} ± {percent(measure['se'])}"


def _tokens(outcome: Outcome) -> list[str]:
    rows = [
        [token.name, f"{token.most}", f"{token.printed}",
         "not enough" if token.most > token.printed else "", f"in game {token.number:,}"]
        for token in token_uses(outcome)
    ]  # fmt: skip
    heads = ["", "most in use", "in the box", "", ""]
    lines = table(Table(heads, rows, frozenset({0, 3, 4}))) if rows else []
    sample = outcome.tally.samples.get("tokens_in_use")
    if rows and sample and len(rows) > 1:
        lines += ["", f"all kinds together: {estimate(sample.data())} at most in a game, "
                  f"{sample.most} in one"]  # fmt: skip
    return lines


def _cards(outcome: Outcome) -> list[str]:
    """Return how often cards decided something: all of few, the two ends of many."""
    tally, names = outcome.tally, names_of(outcome)
    mattered, played = tally.laws["mattered"], tally.laws["played"]
    tokens = token_ids(outcome)
    cards = [card for card in outcome.rules.cards if played[card] and card not in tokens]
    cards.sort(key=lambda card: (-mattered[card], -played[card]))
    lines: list[str] = []
    if cards:
        most = mattered[cards[0]] / outcome.games
        rows = [_card_row(outcome, card, names.get(card, card), most) for card in cards]
        if len(rows) > 2 * MOST_CARDS + 1:
            between = [f"… {len(rows) - 2 * MOST_CARDS} more", "", "", "", ""]
            rows = [*rows[:MOST_CARDS], between, *rows[-MOST_CARDS:]]
        heads = ["in a game", "played", "decided", "of plays", ""]
        lines = [*table(Table(heads, rows, frozenset({0, 4}))), ""]
    never = [names.get(card, card) for card in never_used(outcome)]
    said = ", ".join(never[: 3 * MOST_CARDS]) + (" …" if len(never) > 3 * MOST_CARDS else "")
    return [*lines, f"never used: {said or 'nothing'}"]


def _card_row(outcome: Outcome, card: str, name: str, most: float) -> list[str]:
    laws, number = outcome.tally.laws, outcome.games
    mattered, played = laws["mattered"][card], laws["played"][card]
    share = percent(mattered / played)
    times = [f"{count / number:,.2f}" for count in (played, mattered)]
    return [_short(name), *times, share, bar(mattered / number, most, BAR // 2)]


def _short(name: str) -> str:
    return name if len(name) <= WIDEST_NAME else name[: WIDEST_NAME - 1] + "…"


def _measures(outcome: Outcome) -> list[str]:
    return table(Table(("", "", "n"), list(_measure_rows(general(outcome.measures)))))


def _measure_rows(measures: Mapping[str, Any], within: str = "") -> Iterable[list[str]]:
    for name, measure in measures.items():
        if is_estimate(measure):
            yield [f"{within}{name}", estimate(measure), f"{measure['n']:,}"]
        elif is_group(measure):
            yield from _measure_rows(measure, f"{within}{name} ")
        else:
            yield [f"{within}{name}", figure(measure), ""]
