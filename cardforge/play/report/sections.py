"""The sections of a report: length, seats, endings, pile and tokens, cards, findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardforge.play.estimates import is_estimate
from cardforge.play.measures import Sample, Share
from cardforge.play.outcome import Outcome, fair_share, token_uses
from cardforge.play.report.blocks import (
    Beside,
    Block,
    Chart,
    Grid,
    Heading,
    Prose,
    Studio,
)
from cardforge.play.report.cards_section import (
    are_cards,
    cards_section,
    keys_of,
    mean,
    nested,
    rows_said,
)
from cardforge.play.report.charts_bars import Row, bars
from cardforge.play.report.charts_histogram import histogram
from cardforge.play.report.charts_seats import seat_bars
from cardforge.play.report.found import found_blocks
from cardforge.play.report.tables import change_blocks, measure_blocks, ruling_blocks
from cardforge.play.report.told import Told, ranked
from cardforge.rulebook.figures.cards import Art

# Samples that have a histogram of their own when they were taken.
_SAMPLES = ("rounds", "turns_per_round", "tricks_per_round")
_PILE = ("p_any_reshuffle", "p_round_reshuffled", "p_draw_short")
_MOST_KEYS = 24


def sections(report: Told) -> Iterator[Block]:
    """Yield the sections of a report."""
    played = [outcome for outcome in report.outcomes if outcome.games]
    if played:
        if report.is_pair:
            yield from change_blocks(report)
        yield from _length(report)
        yield from _seats(report)
        yield from _pile(report)
        yield from cards_section(report)
    else:
        yield Prose(report.words("no_games"))
    yield from found_blocks(report)
    if played:
        yield from measure_blocks(report)
    yield from ruling_blocks(report)


# --- length ---


def _length(report: Told) -> Iterator[Block]:
    words, samples = report.words, report.samples("turns")
    yield Heading(words("length"), "length")
    title = words("histogram", unit=report.unit)
    yield _histogram(report, title, samples, report.unit, _longest(report))
    others = [*_other_samples(report), *_laws(report)]
    yield from _in_pairs(others)


def _longest(report: Told) -> str:
    found = report.first.tally.largest.get("turns")
    if found is None:
        return ""
    most, number = found
    seed = report.first.seed
    return report.words(
        "histogram_note",
        most=report.words.number(most),
        unit=report.unit_of(most),
        seed=seed,
        number=number,
    )


def _histogram(
    report: Told, title: str, samples: Sequence[Sample], unit: str, note: str = ""
) -> Chart:
    words, names = report.words, report.names

    def draw(studio: Studio, width: float) -> Art:
        return histogram(studio.pen, studio.words, samples, names, width)

    said = " ".join(
        " ".join(filter(None, (name, _histogram_said(report, sample, unit))))
        for name, sample in zip(names, samples, strict=True)
        if sample.counts
    )
    return Chart(title, draw, said or words("no_games"), note)


def _histogram_said(report: Told, sample: Sample, unit: str) -> str:
    words = report.words
    return words(
        "histogram_said",
        least=words.number(min(sample.counts)),
        most=words.number(sample.most),
        unit=unit,
        mean=words.known(sample.mean, sample.se),
        median=words.number(sample.quantile(0.5)),
        p95=words.number(sample.quantile(0.95)),
    )


def _other_samples(report: Told) -> Iterator[Chart]:
    for name in _SAMPLES:
        samples = report.samples(name)
        if all(len(sample.counts) > 1 for sample in samples):
            label = report.measure(name)
            yield _histogram(report, label, samples, _unit_of(label))


def _unit_of(label: str) -> str:
    """Return what a measure counts: the first word of its name, in small letters."""
    return label.split(" ")[0].lower()


def _laws(report: Told) -> Iterator[Chart]:
    """Yield a chart for each law: how often each value of something came up."""
    drawn = {name for name in _SAMPLES if report.samples(name)[0].counts}
    for name in nested(report):
        if name.endswith("_law") and _sample_of(name) in drawn:
            continue
        laws, keys = keys_of(report, name)
        if 0 < len(keys) <= _MOST_KEYS and not are_cards(report, keys):
            yield _law_chart(report, name, keys, laws)


def _sample_of(law: str) -> str:
    return {"rounds_law": "rounds", "tricks_law": "tricks_per_round"}.get(law, law)


def _law_chart(
    report: Told, name: str, keys: Sequence[str], laws: Sequence[Mapping[str, Any]]
) -> Chart:
    values = [tuple(mean(law.get(key)) for law in laws) for key in keys]
    is_share = all(is_estimate(v) for law in laws for v in law.values())
    return _bar_chart(report, report.measure(name), list(keys), values, is_share=is_share)


def _bar_chart(
    report: Told,
    title: str,
    labels: Sequence[str],
    values: Sequence[tuple[float, ...]],
    *,
    is_share: bool = True,
    note: str = "",
    top: float = 0.0,
) -> Chart:
    """Return a chart of lying bars without pictures; one of `top` is as long as there is room."""
    words = report.words
    say: Callable[[float], str] = words.share if is_share else words.figure
    rows = [
        Row(label, own, tuple(map(say, own))) for label, own in zip(labels, values, strict=True)
    ]

    def draw(studio: Studio, width: float) -> Art:
        return bars(studio.pen, studio.words, rows, report.names, width, top)

    return Chart(title, draw, words("law_said", list=rows_said(report, rows)), note)


def _in_pairs(found: Sequence[Chart]) -> Iterator[Block]:
    """Yield charts side by side, the last of an odd number alone."""
    for index in range(0, len(found), 2):
        pair = tuple(found[index : index + 2])
        yield Beside(pair) if len(pair) == 2 else pair[0]


# --- seats and endings ---


def _seats(report: Told) -> Iterator[Block]:
    words = report.words
    yield Heading(words("seats_title"), "seats")
    wins = [_by_seat(outcome) for outcome in report.outcomes]
    ends = _endings(report)
    if not any(share.n for own in wins for share in own):
        yield ends
        return

    def draw(studio: Studio, width: float) -> Art:
        return seat_bars(studio.pen, studio.words, wins, report.names, width)

    fair = " / ".join(
        dict.fromkeys(words.share(fair_share(outcome)) for outcome in report.outcomes)
    )
    said = "; ".join(
        ", ".join(
            words("pair", name=words("seat", seat=seat), value=words.share(share.mean))
            for seat, share in enumerate(own, 1)
        )
        for own in wins
    )
    chart = Chart(
        words("seats_chart"),
        draw,
        words("seats_said", list=said, fair=fair),
        words("seats_note", fair=fair) + _tied(report),
    )
    if max(map(len, wins)) * len(wins) > 12:
        yield chart
        yield ends
    else:
        yield Beside((chart, ends))


def _tied(report: Told) -> str:
    """Return a sentence that says why the seats win more than all games together, if they do."""
    shares = [share for outcome in report.outcomes for share in _by_seat(outcome)]
    hits, games = sum(share.hits for share in shares), sum(o.games for o in report.outcomes)
    return f" {report.words('seats_tied')}" if hits > games else ""


def _by_seat(outcome: Outcome) -> list[Share]:
    shares = outcome.tally.by_seat["win_by_seat"]
    return [shares[seat] for seat in sorted(shares)]


def _endings(report: Told) -> Chart:
    words = report.words
    tallies = [outcome.tally for outcome in report.outcomes]
    laws = [tally.laws["endings"] for tally in tallies]
    labels, values = [], []
    for key in dict.fromkeys(key for law in laws for key, _ in ranked(law)):
        labels.append(words.named("ends", key, report.engine) or str(key))
        values.append(tuple(law[key] / max(law.total(), 1) for law in laws))
    for rate in ("runaway", "deadlock"):
        if all(rate in tally.shares for tally in tallies):
            labels.append(words(f"rate_{rate}"))
            values.append(tuple(tally.shares[rate].mean for tally in tallies))
    return _bar_chart(report, words("endings"), labels, values, note=words("endings_note"))


# --- draw pile and tokens ---


def _pile(report: Told) -> Iterator[Block]:
    found = [*_pile_chart(report), *_token_chart(report)]
    grid = _token_grid(report)
    if not found and grid is None:
        return
    yield Heading(report.words("pile"), "pile")
    yield from _in_pairs(found)
    if grid is not None:
        yield grid


def _pile_chart(report: Told) -> Iterator[Chart]:
    measures = [outcome.measures for outcome in report.outcomes]
    names = [n for n in _PILE if all(is_estimate(own.get(n)) for own in measures)]
    if names:
        values = [tuple(mean(own[name]) for own in measures) for name in names]
        labels = [report.measure(name) for name in names]
        # The whole width is all games or rounds: what is rare looks rare.
        yield _bar_chart(report, report.words("pile_chart"), labels, values, top=1.0)


def _token_chart(report: Told) -> Iterator[Chart]:
    samples = report.samples("tokens_in_use")
    if any(len(sample.counts) > 1 for sample in samples):
        words = report.words
        note = words("tokens_note", most=words.number(max(s.most for s in samples)))
        yield _histogram(report, words("tokens_chart"), samples, words("tokens_axis"), note)


def _token_grid(report: Told) -> Grid | None:
    """Return how many of each token were in use at once, beside how many the box has."""
    words = report.words
    uses = [{use.id: use for use in token_uses(outcome)} for outcome in report.outcomes]
    ids = list(dict.fromkeys(token for own in uses for token in own))
    if not ids:
        return None
    rows = []
    strong = set()
    for number, token in enumerate(ids):
        known = [own[token] for own in uses if token in own]
        if any(use.most > use.printed for use in known):
            strong.add(number)
        most = [words.number(own[token].most) if token in own else "–" for own in uses]
        rows.append((report.card(token), words.number(known[0].printed), *most))
    letters = [f" {letter}" for letter in "AB"] if report.is_pair else [""]
    head = (words("token"), words("in_box"), *(words("most_in_use") + end for end in letters))
    return Grid(words("tokens_table"), head, tuple(rows), "l" + "r" * (len(head) - 1),
                frozenset(strong))  # fmt: skip
