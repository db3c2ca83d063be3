"""A report of played games as blocks: its head, what was played, its large figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import cardforge
from cardforge.play.estimates import binomial_tail
from cardforge.play.findings import LEAST_GAMES, SEAT_P
from cardforge.play.measures import Sample
from cardforge.play.outcome import Outcome, compared, fair_share
from cardforge.play.report.blocks import Block, Heading, Pairs, Story, Tile, Tiles
from cardforge.play.report.sections import sections
from cardforge.play.report.told import CLEAR, Told, ranked
from cardforge.play.report.words import Words, known_digits, set_well
from cardforge.play.table import BOUND

_COVER = 3


def story_of(report: Told) -> Story:
    """Return everything that a report says."""
    words, first = report.words, report.first
    language = report.cards[0].language
    title = set_well(first.game.title[language], language)
    cover = tuple(_cover(report))
    seeds = dict.fromkeys(str(o.seed) for o in report.outcomes)
    return Story(
        language=words.language,
        kicker=words("kicker_two" if report.is_pair else "kicker"),
        title=title,
        version=first.game.version,
        lead=" ".join(_lead(report)),
        cover=cover,
        cover_names=tuple(report.cards[0].names(cover)),
        blocks=(*_played(report), *sections(report)),
        footer=words(
            "footer",
            title=title,
            version=first.game.version,
            seed=" / ".join(seeds),
            program=cardforge.__version__,
        ),
    )


def _cover(report: Told) -> Iterator[str]:
    """Yield the cards on the head: those that mattered most, else the first that were played."""
    tally, cards = report.first.tally, report.cards[0]
    best = [card for card, _ in ranked(tally.laws["mattered"])]
    wanted = dict.fromkeys((*best, *report.first.rules.cards))
    found = (card for card in wanted if not cards.is_token(card) and cards.side(card) is not None)
    for _, card in zip(range(_COVER), found, strict=False):
        yield card


# --- the sentences at the head ---


def _lead(report: Told) -> Iterator[str]:
    if report.is_pair:
        yield from _lead_of_two(report)
        return
    words, outcome = report.words, report.first
    players = outcome.settings.players
    games = words.number(outcome.games)
    yield words("lead_games", games=games, count=outcome.games, players=players)
    if not outcome.games:
        return
    turns = outcome.tally.samples["turns"]
    if turns.counts:
        mean = words.known(turns.mean, turns.se)
        p95 = words.number(turns.quantile(0.95))
        yield words("lead_length", mean=mean, unit=report.unit_of(turns.mean), p95=p95)
    yield from _lead_of_seats(report, outcome)
    stopped = outcome.tally.laws["endings"][BOUND] / outcome.games
    yield words("lead_bound", share=words.share(stopped)) if stopped else words("lead_all_end")


def _lead_of_seats(report: Told, outcome: Outcome) -> Iterator[str]:
    shares, words = outcome.tally.by_seat["win_by_seat"], report.words
    if outcome.games < LEAST_GAMES or len(shares) < 2:
        return
    fair = fair_share(outcome)
    seat, best = max(shares.items(), key=lambda item: (item[1].mean, -item[0]))
    values = {"seat": seat + 1, "share": words.share(best.mean), "fair": words.share(fair)}
    if binomial_tail(best.hits, best.n, fair) * len(shares) >= SEAT_P:
        yield words("lead_even")
    elif len(set(outcome.policies)) > 1:
        yield words("lead_uneven_bots", **values)
    else:
        yield words("lead_uneven", **values)


def _lead_of_two(report: Told) -> Iterator[str]:
    words = report.words
    one, two = report.outcomes
    yield words(
        "lead_two",
        one=one.label or one.game.id,
        two=two.label or two.game.id,
        games_one=words.number(one.games),
        games_two=words.number(two.games),
        count_one=one.games,
        count_two=two.games,
    )
    turns = report.samples("turns")
    if not all(sample.counts for sample in turns):
        return
    means = [sample.mean for sample in turns]
    change = words.signed(100 * (means[1] / means[0] - 1), 1) if means[0] else "–"
    said = [words.known(sample.mean, sample.se) for sample in turns]
    yield words(
        "lead_two_length",
        one=said[0],
        two=said[1],
        unit=report.unit_of(means[0]),
        change=change + words.share(0.0, 0).removeprefix("0"),
    )
    rows = [row for row in compared(one, two) if row.z is not None]
    clear = sum(abs(row.z) > CLEAR for row in rows if row.z is not None)
    if not clear:
        yield words("lead_two_same")
    else:
        yield words("lead_two_differ", count=clear, of=len(rows))


# --- what was played ---


def _played(report: Told) -> Iterator[Block]:
    words = report.words
    yield Heading(words("played"), "played")
    rows = _each(words("game"), [_game(report, o) for o in report.outcomes])
    rows += _each(words("mode"), [_mode(report, o) for o in report.outcomes])
    rows += _each(words("players"), [str(o.settings.players) for o in report.outcomes])
    rows += _each(words("policies"), [_policies(words, o) for o in report.outcomes])
    rows += _each(words("rulings"), [_rulings(words, o) for o in report.outcomes])
    rows += _each(words("games"), [words.number(o.games) for o in report.outcomes])
    rows += _each(words("seed"), [str(o.seed) for o in report.outcomes])
    rows.append((words("program"), f"cardforge {cardforge.__version__}"))
    yield Pairs(tuple(rows))
    if report.first.games:
        yield Heading(words("key_figures"), "figures")
        yield Tiles(tuple(_tiles(report)), report.names)


def _each(term: str, said: list[str]) -> list[tuple[str, str]]:
    """Return a row, or one for each of two outcomes where they differ."""
    if not any(said):
        return []
    if len(set(said)) == 1:
        return [(term, said[0])]
    return [(f"{term} {letter}", text) for letter, text in zip("AB", said, strict=False) if text]


def _game(report: Told, outcome: Outcome) -> str:
    game = outcome.game
    language = report.cards[0].language
    title = set_well(game.title.get(language, game.id), language)
    return report.words("version_of", title=title, version=game.version)


def _mode(report: Told, outcome: Outcome) -> str:
    name = outcome.settings.mode
    if name is None:
        return ""
    mode = outcome.game.modes.get(name)
    return mode.title.get(report.cards[0].language, name) if mode else name


def _policies(words: Words, outcome: Outcome) -> str:
    names = outcome.policies
    if len(set(names)) == 1:
        return words("policies_all", name=words.bot(names[0]))
    said = []
    for name in dict.fromkeys(names):
        seats = [seat for seat, own in enumerate(names, 1) if own == name]
        key = "seat" if len(seats) == 1 else "seats"
        place = words(key, seat=seats[0], seats=_spans(words, seats))
        said.append(words("policies_some", name=words.bot(name), seats=place))
    return " · ".join(said)


def _spans(words: Words, numbers: list[int]) -> str:
    """Return numbers as a list in which neighbours are drawn together: 1, 3–5 and 8."""
    said = []
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        own = [number for _, number in run]
        said += [f"{own[0]}–{own[-1]}"] if len(own) > 2 else [str(n) for n in own]
    return words.listed(said)


def _rulings(words: Words, outcome: Outcome) -> str:
    usual = {key: ruling.values[0] for key, ruling in outcome.game.rulings.items()}
    others = [
        words("ruling_value", key=key, value=value)
        for key, value in outcome.settings.rulings.items()
        if value != usual.get(key)
    ]
    if not usual:
        return ""
    if not others:
        return words("rulings_usual")
    return words("rulings_some", list=", ".join(others))


# --- large figures ---


def _tiles(report: Told) -> Iterator[Tile]:
    words = report.words
    turns = report.samples("turns")
    if all(sample.counts for sample in turns):
        note = words("tile_median", median=words.number(turns[0].quantile(0.5)),
                     most=words.number(turns[0].most))  # fmt: skip
        yield _tile_of_means(report, turns, words("tile_turns", unit=report.unit), note)
    rounds = report.samples("rounds")
    if all(sample.counts for sample in rounds):
        note = words("tile_error", se=words.number(rounds[0].se, _digits(rounds[0])))
        yield _tile_of_means(report, rounds, words("tile_rounds"), note)
    seats = [outcome.tally.by_seat["win_by_seat"] for outcome in report.outcomes]
    if all(0 in own for own in seats):
        fair = words("tile_fair", fair=words.share(fair_share(report.first)))
        yield _tile_of_shares(report, [own[0].mean for own in seats], words("tile_first"), fair)
    yield from _tiles_of_rates(report)


def _tiles_of_rates(report: Told) -> Iterator[Tile]:
    words = report.words
    tallies = [outcome.tally for outcome in report.outcomes]
    reshuffled = [o.measures.get("p_any_reshuffle") for o in report.outcomes]
    if all(isinstance(measure, dict) and "mean" in measure for measure in reshuffled):
        values = [measure["mean"] for measure in reshuffled if measure]
        note = words("tile_reshuffle_note")
        # Some engines count the rounds with a reshuffle, others the games.
        per_game = reshuffled[0] is not None and reshuffled[0]["n"] == report.first.games
        label = words("tile_reshuffle" if per_game else "tile_reshuffle_rounds")
        yield _tile_of_shares(report, values, label, note)
    elif all("runaway" in tally.shares for tally in tallies):
        values = [tally.shares["runaway"].mean for tally in tallies]
        yield _tile_of_shares(report, values, words("tile_runaway"), words("tile_runaway_note"))
    ended = [1 - tally.laws["endings"][BOUND] / max(tally.games, 1) for tally in tallies]
    note = words("tile_games", games=words.number(report.first.games))
    yield _tile_of_shares(report, ended, words("tile_ended"), note)


def _digits(sample: Sample) -> int:
    return min(known_digits(sample.mean, sample.se), 2)


def _tile_of_means(report: Told, samples: Sequence[Sample], label: str, note: str) -> Tile:
    words = report.words
    digits = max(_digits(sample) for sample in samples)
    values = tuple(words.number(sample.mean, digits) for sample in samples)
    return Tile(label, values, note if not report.is_pair else _difference(
        words, words.signed(samples[1].mean - samples[0].mean, digits)))  # fmt: skip


def _tile_of_shares(report: Told, shares: Sequence[float], label: str, note: str) -> Tile:
    words = report.words
    digits = 0 if all(share in (0, 1) for share in shares) else 1
    values = tuple(words.share(share, digits) for share in shares)
    if report.is_pair:
        points = words.signed(100 * (shares[1] - shares[0]), digits)
        note = _difference(
            words,
            words("points", number=points, value=round(abs(shares[1] - shares[0]) * 100, digits)),
        )
    return Tile(label, values, note)


def _difference(words: Words, said: str) -> str:
    return words("tile_difference", difference=said)
