"""A running game of Numerik as others see it: one line, a count, a guess, a worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from cardforge.play.numerik.code import digits_of
from cardforge.play.numerik.effects import SWAP
from cardforge.play.numerik.moves import LETTERS
from cardforge.play.numerik.predict import expected
from cardforge.play.numerik.state import CARDS, SEAT, TARGET, TIED, State

# How much of its points a card in hand is expected to cost in the end, how much of an average
# card merely having it, as it keeps its holder from going out.
POINTS_WORTH, CARD_WORTH = 0.3, 0.3
# How much of that counts in the hands of the others.
OTHERS_WORTH = 0.2
WIN_WORTH = 100.0


def summary(state: State) -> str:
    """Return all that matters of the state on one line."""
    return " ".join(_parts(state))


def _parts(state: State) -> Iterator[str]:
    yield f"round {len(state.rounds) + (not state.over)} turn {state.turns}"
    yield f"code {state.shown_code} last {(*LETTERS, '-')[state.last]}"
    yield "hands " + "/".join(_sorted(hand) for hand in state.hands)
    yield f"pile {len(state.pile)} discard {_sorted(state.discard)}"
    yield "totals " + "/".join(map(str, state.totals))
    if state.way:
        yield "reversed"
    for name, seats in (("skips", state.skips), ("shields", state.shields)):
        if seats:
            yield f"{name} {_sorted(bits(seats))}"
    for seat, bans in enumerate(state.bans):
        if bans:
            yield f"bans {seat}:{_sorted(bits(bans))}"
    if state.old_bans:
        yield f"banned {_sorted(bits(state.old_bans))}"
    for seat, cards in state.offers:
        yield f"offer {seat}:{_sorted(cards)}"
    yield state.ending if state.over else f"seat {state.seat} {_awaited(state)}"


def _awaited(state: State) -> str:
    counts = f" {state.least}-{state.most}" if state.awaits == CARDS else ""
    return f"{state.awaits}{counts}"


def _sorted(digits: Sequence[int]) -> str:
    return "".join(map(str, sorted(digits))) or "-"


def bits(number: int) -> list[int]:
    """Return the places of the bits of a number that are set."""
    return [place for place in range(number.bit_length()) if number >> place & 1]


def _cards(state: State) -> Iterator[int]:
    """Yield every digit card in the game."""
    yield from state.pile
    yield from state.discard
    yield from digits_of(state.code)
    for hand in state.hands:
        yield from hand
    for _, cards in state.offers:
        yield from cards


def census(state: State) -> Mapping[str, int]:
    """Return how many cards and tokens are anywhere, by card id.

    Cards of one digit are as good as each other; of several ids the first is counted full first.
    """
    plan, counts = state.plan, Counter(_cards(state))
    found: dict[str, int] = {}
    for digit, cards in enumerate(plan.cards):
        left = counts[digit]
        for card, copies in cards[:-1]:
            found[card] = min(copies, left)
            left -= found[card]
        if cards:
            found[cards[-1][0]] = left
    for digit, tokens in enumerate(plan.bans):
        if tokens.id:
            held = sum(bans >> digit & 1 for bans in (*state.bans, state.old_bans))
            found[tokens.id] = state.ban_supply[digit] + held
    if plan.skip.id:
        found[plan.skip.id] = state.skip_supply + state.skips.bit_count()
    found.update(tokens for tokens in plan.markers if tokens.id)
    return found


def imagine(state: State, copy: State, rng: Random) -> None:
    """Fill a copy in which what the seat to move cannot see is dealt anew at random.

    It sees its own hand, the code, the discard pile, how many cards everybody holds, and what it
    has put down itself.
    """
    for name in State.__slots__:
        setattr(copy, name, getattr(state, name))
    copy.rng, copy.chance, copy.dealer, copy.tell = rng, rng.random, rng.random, None
    for name in (
        "totals", "rounds", "ban_supply", "played", "occurred", "worked", "ended_by", "handed",
        "same_most", "bans", "queue", "discard",
    ):  # fmt: skip
        setattr(copy, name, list(getattr(state, name)))
    seat, hands = state.seat, state.hands
    unseen = list(state.pile)
    for other, hand in enumerate(hands):
        if other != seat:
            unseen += hand
    for giver, cards in state.offers:
        if giver != seat:
            unseen += cards
    # Sorted first, so that it depends on nothing but what the seat sees.
    unseen.sort()
    unseen.sort(key=lambda _: rng.random())
    deal = _dealer(unseen)
    copy.hands = [
        list(hand) if other == seat else deal(len(hand)) for other, hand in enumerate(hands)
    ]
    copy.offers = [
        (giver, cards if giver == seat else tuple(deal(len(cards))))
        for giver, cards in state.offers
    ]
    copy.pile = unseen


def _dealer(cards: list[int]) -> Callable[[int], list[int]]:
    """Return what takes a number of cards off a list."""

    def deal(count: int) -> list[int]:
        taken = cards[len(cards) - count :]
        del cards[len(cards) - count :]
        return taken

    return deal


def worth(state: State, seat: int) -> float:
    """Return by how many points a seat is ahead of the others, hands reckoned as far as seen."""
    plan = state.plan
    if state.over and state.winners:
        return WIN_WORTH if seat in state.winners else -WIN_WORTH
    average = sum(plan.deck) / len(plan.deck)
    each = average * (POINTS_WORTH + CARD_WORTH)
    others = sum(
        state.totals[other] + OTHERS_WORTH * each * len(state.hands[other])
        for other in range(plan.seats)
        if other != seat
    )
    return others / (plan.seats - 1) - state.totals[seat] - _burden(state, seat, average)


def _burden(state: State, seat: int, average: float) -> float:
    """Return what the hand of a seat is expected to cost, once it has answered what is asked."""
    hand: Sequence[float] = sorted(state.hands[seat])
    if state.seat == seat and state.awaits == CARDS:
        kept = len(hand) - state.least
        # In a swap as many unknown cards come back.
        back = state.least if not state.why and state.code // 100 == SWAP else 0
        hand = [*hand[:kept], *[average] * back]
    elif state.seat == seat and state.awaits == SEAT and state.why in (TARGET, TIED):
        sizes = list(map(len, state.hands))
        size = min(expected(state, state.code, sizes, (one,), None) for one in state.options)
        hand = [average] * round(size)
    return POINTS_WORTH * sum(hand) + CARD_WORTH * average * len(hand)
