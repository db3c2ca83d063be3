"""The ten super-powers of Numerik, each as the text of its card says.

The cards name their power by the field `effect`.  Nobody behind a Shield can be chosen, and the
powers pass him by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cardforge.play.numerik.code import NO_DIGIT, NO_PLACE, digits_of
from cardforge.play.numerik.effects import put_away
from cardforge.play.numerik.plan import Step
from cardforge.play.numerik.state import DIGIT, Cards, State

RESET, SHUFFLE, GIFT, SNIPER, SHIELD = "reset", "shuffle", "gift", "sniper", "shield"
MIRROR, STORM, DOUBLE, CROWN, MAGNET = "mirror", "storm", "double", "crown", "magnet"
MOST_GIFTS = 2


def _worked(state: State) -> None:
    """Count that the power of this code did something."""
    state.worked[state.code % 10] += 1


def _choose(state: State, why: str, then: Callable[[State, int], None]) -> None:
    """Let the active player choose an opponent; the power is lost when there is none."""
    candidates: Sequence[int] = state.opponents()
    if candidates:
        state.choose(candidates, why, then)
    else:
        state.done()


def _reset(state: State) -> None:
    """Replace the code: its cards go to the discard pile before three are drawn."""
    _worked(state)
    state.discard += digits_of(state.code)
    hundreds, tens, units = state.drawn(3)
    state.code = 100 * hundreds + 10 * tens + units
    state.last, state.last_digit, state.fresh = NO_PLACE, NO_DIGIT, True
    if state.tell is not None:
        state.say("reset", state.active, code=state.shown_code)
    state.done()


def _shuffle(state: State) -> None:
    _choose(state, SHUFFLE, _shuffled)


def _shuffled(state: State, seat: int) -> None:
    """Mix two hands and deal them again in the same sizes."""
    hands, active = state.hands, state.active
    size = len(hands[active])
    both = hands[active] + hands[seat]
    state.shuffle(both)
    hands[active], hands[seat] = both[:size], both[size:]
    if both:
        _worked(state)
    if state.tell is not None:
        state.say("shuffled", active, to=seat)
        for one in (active, seat):
            state.say("hold", one, hands[one])
    state.done()


def _gift(state: State) -> None:
    if state.hands[state.active]:
        _choose(state, GIFT, _gift_to)
    else:
        state.done()


def _gift_to(state: State, seat: int) -> None:
    state.to = seat
    size = len(state.hands[state.active])
    state.ask_cards(state.active, 1, min(MOST_GIFTS, size), _gifted, GIFT)


def _gifted(state: State, cards: Cards) -> None:
    _worked(state)
    state.move(state.active, state.to, cards)
    state.done()


def _sniper(state: State) -> None:
    _choose(state, SNIPER, _sniped)


def _sniped(state: State, seat: int) -> None:
    """Let a player skip the next turn; a second time before it changes nothing."""
    if state.skip_next(seat):
        _worked(state)
    if state.tell is not None:
        state.say("skip-next", seat)
    state.done()


def _shield(state: State) -> None:
    """Protect the active player until the next turn, even if that is skipped."""
    _worked(state)
    state.shields |= 1 << state.active
    if state.tell is not None:
        state.say("shield", state.active)
    state.done()


def _mirror(state: State) -> None:
    _worked(state)
    state.way = 1 - state.way
    if state.tell is not None:
        state.say("mirror", state.active, way=state.way)
    state.done()


def _storm(state: State) -> None:
    """Let every other player draw a card."""
    seats = state.opponents()
    if seats:
        _worked(state)
    for seat in seats:
        state.draw(seat, 1)
    state.done()


def _double(state: State) -> None:
    """Let the active player play once more, if he can: he neither draws nor passes otherwise."""
    if state.hands[state.active] and state.ask_play():
        _worked(state)
        if state.tell is not None:
            state.say("double", state.active)
    else:
        state.done()


def _crown(state: State) -> None:
    """Let the active player name a digit, even one that he does not hold."""
    if not state.hands[state.active]:
        state.done()
        return
    state.awaits, state.seat, state.why = DIGIT, state.active, CROWN
    state.options, state.then = range(state.plan.top + 1), _crowned


def _crowned(state: State, digit: int) -> None:
    cards = state.all_of(state.active, digit)
    if cards:
        _worked(state)
    if state.tell is not None:
        state.say("crown", state.active, digit=digit)
    put_away(state, state.active, cards)
    state.done()


def _magnet(state: State) -> None:
    _choose(state, MAGNET, _attract)


def _attract(state: State, seat: int) -> None:
    """Let everybody but one player put down a card for him, all before any is seen."""
    state.to = seat
    givers = [state.active, *state.opponents()]
    state.queue = [one for one in reversed(givers) if one != seat and state.hands[one]]
    if state.queue:
        _worked(state)
    if state.tell is not None:
        state.say("magnet", seat)
    _attract_on(state)


def _attract_on(state: State) -> None:
    if state.queue:
        state.ask_cards(state.queue.pop(), 1, 1, _attracted, MAGNET)
        return
    offers, state.offers = state.offers, []
    for giver, cards in offers:
        state.move(giver, state.to, cards)
    state.done()


def _attracted(state: State, cards: Cards) -> None:
    state.offers.append((state.seat, cards))
    _attract_on(state)


POWERS: Mapping[str, Step] = {
    RESET: _reset,
    SHUFFLE: _shuffle,
    GIFT: _gift,
    SNIPER: _sniper,
    SHIELD: _shield,
    MIRROR: _mirror,
    STORM: _storm,
    DOUBLE: _double,
    CROWN: _crown,
    MAGNET: _magnet,
}
