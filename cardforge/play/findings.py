"""Design warnings from play: what the games that were played say against the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cardforge.diagnostics import NOTE, WARNING, Report, Span
from cardforge.model import Card, Deck
from cardforge.play.estimates import binomial_tail, p_value
from cardforge.play.measures import Share
from cardforge.play.outcome import Outcome, fair_share, never_used, token_uses
from cardforge.play.table import BOUND, CannotPlay

# A seat is only accused after so many games, with so small a chance of being wrong about any.
LEAST_GAMES, SEAT_P = 2000, 0.001
# Fewer games than this may leave a card unused by chance.
ENOUGH_TO_USE_ALL = 100
MOST_DETAILS = 6


class Finding(NamedTuple):
    """Something found in play: a claim about the game, and the details of one outcome.

    `facts` are the details again, by name: reports say them in their own language.
    """

    severity: str
    code: str
    claim: str
    detail: str
    span: Span | None
    hint: str | None = None
    facts: tuple[tuple[str, object], ...] = ()


def report_findings(
    outcomes: Sequence[Outcome], report: Report, named: Callable[[Outcome], str] | None = None
) -> None:
    """Add what some outcomes of one game say; `named` tells outcomes apart in the details.

    What never happens is only told when it happens in none of them.
    """
    causes: dict[Finding, list[str]] = {}
    for outcome in outcomes:
        for finding in findings_of(outcome):
            detail = f"{finding.detail} ({named(outcome)})" if named else finding.detail
            causes.setdefault(finding._replace(detail="", facts=()), []).append(detail)
    for cause, details in causes.items():
        _add(cause, _joined(details), report)
    for never in nevers_of(outcomes):
        _add(never, never.detail, report)


def _add(finding: Finding, detail: str, report: Report) -> None:
    message = ": ".join(part for part in (finding.claim, detail) if part)
    report.add(finding.severity, finding.code, message, finding.span, hint=finding.hint)


def _joined(details: Sequence[str]) -> str:
    more = len(details) - MOST_DETAILS
    return "; ".join(details[:MOST_DETAILS]) + (f"; and {more} more" if more > 0 else "")


def report_cannot_play(fault: CannotPlay, report: Report) -> None:
    """Add why a game cannot be set up."""
    report.error(fault.code, fault.message, fault.span, hint=fault.hint)


def findings_of(outcome: Outcome) -> Iterator[Finding]:
    """Yield what happens in one outcome and speaks against the game."""
    for find in (_endless, _unpaid, _seats, _tokens):
        yield from find(outcome)


def nevers_of(outcomes: Sequence[Outcome]) -> Iterator[Finding]:
    """Yield what cannot happen, or never did, in any of some outcomes."""
    impossible = _common(outcomes, _unreachable)
    yield from impossible.values()
    unused = _common(outcomes, _unused)
    yield from (finding for card, finding in unused.items() if card not in impossible)


def _common(
    outcomes: Sequence[Outcome], find: Callable[[Outcome], dict[str, Finding]]
) -> dict[str, Finding]:
    """Return what is found, by card, in every outcome in which the card is in play."""
    found: dict[str, Finding] = {}
    refuted: set[str] = set()
    # The last one is the largest box that a game speaks of: its places come first.
    for outcome in reversed(outcomes):
        own = find(outcome)
        refuted.update(card for card in outcome.rules.cards if card not in own)
        found = own | found
    return {card: finding for card, finding in found.items() if card not in refuted}


def _endless(outcome: Outcome) -> Iterator[Finding]:
    times = outcome.tally.laws["endings"][BOUND]
    if times:
        yield Finding(
            WARNING,
            "play.endless",
            "games do not end within the bound of turns",
            f"{times:,} of {_games(outcome)}",
            play_place(outcome),
            "give the rules an end that must come, or raise most-turns in play: if such games "
            "are fine",
            (("times", times), ("of", outcome.games)),
        )


def _unpaid(outcome: Outcome) -> Iterator[Finding]:
    measure = outcome.measures.get("p_draw_short")
    if not measure or not measure["mean"]:
        return
    n = measure["n"]
    unit = "games" if n == outcome.games else "rounds"
    times = round(measure["mean"] * n)
    yield Finding(
        WARNING,
        "play.unpaid",
        "a forced draw cannot be paid: draw pile and discards are used up",
        f"in {times:,} of {n:,} {unit}",
        pile_place(outcome),
        "print more cards, let fewer play, or write in the rules what happens then",
        (("times", times), ("of", n), ("unit", unit)),
    )


def _seats(outcome: Outcome) -> Iterator[Finding]:
    """Yield the seats that win more often than is fair, one-sided, corrected for their number.

    Only seats that play alike say something about the game.
    """
    shares = outcome.tally.by_seat["win_by_seat"]
    if outcome.games < LEAST_GAMES or len(set(outcome.policies)) > 1:
        return
    fair = fair_share(outcome)
    for seat, share in sorted(shares.items()):
        p = binomial_tail(share.hits, share.n, fair) * len(shares)
        if p < SEAT_P:
            yield Finding(
                WARNING,
                "play.seat",
                f"seat {seat + 1} wins more often than the others",
                f"{_percent(share)} of {_games(outcome)} where {fair:.1%} is fair, p {p_value(p)}",
                play_place(outcome),
                "let the first player change, or give the others something for it",
                (("seat", seat + 1), ("share", share.mean), ("fair", fair)),
            )


def _tokens(outcome: Outcome) -> Iterator[Finding]:
    cards = _cards(outcome)
    for token in token_uses(outcome):
        if token.most > token.printed:
            yield Finding(
                WARNING,
                "play.tokens",
                f"more tokens '{token.name}' are in use than the box has",
                f"{token.most} of {token.printed} in game {token.number:,}",
                cards[token.id].span,
                "print more of them, or write in the rules what happens when they run out",
                (("card", token.id), ("most", token.most), ("printed", token.printed)),
            )


def _unreachable(outcome: Outcome) -> dict[str, Finding]:
    cards = _cards(outcome)
    found = {}
    for card, reason, when, key, values in outcome.rules.unreachable():
        printed = cards.get(card)
        found[card] = Finding(
            WARNING,
            "play.unreachable",
            f"{printed.name if printed else card} can never occur{when and ' '}{when}",
            reason,
            printed.span if printed else play_place(outcome),
            "change the rule that forbids it, or do not print it",
            (("card", card), ("reason", reason), ("key", key), ("values", values)),
        )
    return found


def _unused(outcome: Outcome) -> dict[str, Finding]:
    cards = _cards(outcome)
    if outcome.games < ENOUGH_TO_USE_ALL:
        return {}
    return {
        card: Finding(
            NOTE,
            "play.unused",
            f"{cards[card].name} was never used in play",
            "",
            cards[card].span,
            facts=(("card", card),),
        )
        for card in never_used(outcome)
        if card in cards
    }


def play_place(outcome: Outcome) -> Span:
    """Return where a game says how it is played."""
    play = outcome.game.play
    return (play.span if play else None) or outcome.game.span


def pile_place(outcome: Outcome) -> Span:
    """Return where the deck is written that most of the cards in play come from."""
    in_play = set(outcome.rules.cards)
    decks = [deck for deck in outcome.box.decks.values() if not deck.spec.is_token]
    most = max(decks, key=lambda deck: _copies_in(deck, in_play), default=None)
    return most.spec.span if most else play_place(outcome)


def _copies_in(deck: Deck, cards: set[str]) -> int:
    return sum(card.copies for card in deck.cards if card.id in cards)


def _cards(outcome: Outcome) -> dict[str, Card]:
    return {card.id: card for deck in outcome.box.decks.values() for card in deck.cards}


def _games(outcome: Outcome) -> str:
    return f"{outcome.games:,} game{'' if outcome.games == 1 else 's'}"


def _percent(share: Share) -> str:
    return f"{share.mean:.1%}"
