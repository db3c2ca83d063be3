"""What a code of Numerik does: its targets, and the ten actions under every ruling.

Targets are fixed once the card has been played, and taken one after another in turn order, the
active player first.  Who is behind a Shield is counted like anybody else, but nothing happens to
him: he draws, gives, gets and swaps nothing, and no token.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.play.numerik.code import IS_NULL
from cardforge.play.numerik.state import PARTNER, TARGET, TIED, Cards, State

# The answers to the rulings `multi` and `tie` that ask for more than the usual ones.
SEQ, TOTAL = "seq", "total"
CHOOSE, NONE = "choose", "none"
# What the numbers of actions and targets mean.
NOBODY, SELF, OTHER, RIGHT, LEFT, LARGEST, SMALLEST, EVEN, ODD, EVERYBODY = range(10)
NOTHING, DRAW, DISCARD, GIVE, SWAP, DISCARD_X, GIVE_X, SWAP_X, BAN_X, TAKE_X = range(10)


def resolve(state: State) -> None:
    """Carry out the code that has just been played."""
    code = state.code
    if IS_NULL[code]:
        if state.tell is not None:
            state.say("no-effect")
        state.done()
        return
    unit = code % 10
    if unit == OTHER:
        candidates = state.opponents()
        if candidates:
            state.choose(candidates, TARGET, _act_on)
        else:
            _act(state, ())
        return
    targets = aimed_at(state, unit, list(map(len, state.hands)))
    if len(targets) > 1 and unit in (LARGEST, SMALLEST):
        tie = state.plan.rulings.tie
        if tie == NONE:
            targets = ()
        elif tie == CHOOSE:
            shields = state.shields
            free = [seat for seat in targets if not shields >> seat & 1]
            if free:
                state.choose(free, TIED, _act_on)
                return
    _act(state, targets)


def aimed_at(state: State, unit: int, sizes: Sequence[int]) -> Sequence[int]:
    """Return the targets of a unit with hands of these sizes, in turn order, all that are tied.

    The unit `another player` has none before one is chosen.
    """
    active = state.active
    if unit == SELF:
        return (active,)
    orders = state.plan.orders
    # Right and left do not depend on the direction of play.
    if unit == LEFT:
        return (orders[0][active][1],)
    if unit == RIGHT:
        return (orders[1][active][1],)
    order = orders[state.way][active]
    if unit == EVERYBODY:
        return order
    if unit in (EVEN, ODD):
        parity = unit - EVEN
        return [seat for seat in order if sizes[seat] % 2 == parity]
    size = (max if unit == LARGEST else min)(sizes)
    return [seat for seat in order if sizes[seat] == size]


def _act_on(state: State, seat: int) -> None:
    _act(state, (seat,))


def _act(state: State, targets: Sequence[int]) -> None:
    """Carry out the action on its targets."""
    shields = state.shields
    if shields:
        targets = [seat for seat in targets if not shields >> seat & 1]
    if state.tell is not None and targets:
        state.say("target", seats=list(targets))
        state.quiet = True
    if not targets:
        if state.tell is not None:
            state.say("nobody")
        state.done()
        return
    code = state.code
    state.x = code // 10 % 10
    state.queue = list(targets[::-1])
    _ACTIONS[code // 100](state)


def _draw(state: State) -> None:
    for seat in reversed(state.queue):
        state.draw(seat, state.x)
    state.done()


def _short(state: State, seat: int, missing: int, action: int) -> None:
    """Let a seat that has too few cards draw those missing, if the action makes it do so."""
    if state.tell is not None:
        state.say("short", seat, missing=missing)
    if action in state.plan.rulings.shortage:
        state.draw(seat, missing)


# Discards.


def _discard(state: State) -> None:
    """Let each target discard X cards of its choice."""
    queue, x = state.queue, state.x
    while queue:
        seat = queue.pop()
        size = len(state.hands[seat])
        if size < x:
            _short(state, seat, x - size, DISCARD)
        else:
            state.ask_cards(seat, x, x, _discarded)
            return
    state.done()


def _discarded(state: State, cards: Cards) -> None:
    put_away(state, state.seat, cards)
    _discard(state)


def put_away(state: State, seat: int, cards: Sequence[int]) -> None:
    """Discard cards that have left a hand."""
    state.discard += cards
    if state.tell is not None and cards:
        state.say("discard", seat, cards)


def _discard_x(state: State) -> None:
    for seat in reversed(state.queue):
        put_away(state, seat, state.all_of(seat, state.x))
    state.done()


# Giving X cards.


def _give(state: State) -> None:
    """Let the active player give X cards to each target."""
    rulings = state.plan.rulings
    if rulings.by_target:
        _given_by_targets(state)
        return
    if rulings.multi == TOTAL:
        active = state.active
        others = sum(seat != active for seat in state.queue)
        # A player who is the only target needs X cards like anybody else.
        missing = state.x * (others or 1) - len(state.hands[active])
        if missing > 0:
            _short(state, active, missing, GIVE)
            state.done()
            return
    _give_on(state)


def _give_on(state: State) -> None:
    """Give X cards to the targets that are left."""
    queue, x, active = state.queue, state.x, state.active
    while queue:
        seat = queue.pop()
        size = len(state.hands[active])
        if size < x:
            _short(state, active, x - size, GIVE)
            if state.plan.rulings.multi != SEQ:
                break
        elif seat != active:
            state.to = seat
            state.ask_cards(active, x, x, _gave)
            return
    state.done()


def _gave(state: State, cards: Cards) -> None:
    state.move(state.active, state.to, cards)
    _give_on(state)


def _given_by_targets(state: State) -> None:
    """Let each target give X cards to the active player, who gives to an opponent himself."""
    queue, x, active = state.queue, state.x, state.active
    while queue:
        seat = queue.pop()
        size = len(state.hands[seat])
        if size < x:
            _short(state, seat, x - size, GIVE)
        elif seat != active:
            state.to = active
            state.ask_cards(seat, x, x, _target_gave)
            return
        elif candidates := state.opponents():
            state.choose(candidates, PARTNER, _give_to_partner)
            return
    state.done()


def _give_to_partner(state: State, seat: int) -> None:
    state.to = seat
    state.ask_cards(state.active, state.x, state.x, _target_gave)


def _target_gave(state: State, cards: Cards) -> None:
    state.move(state.seat, state.to, cards)
    _given_by_targets(state)


# Swapping X cards.


def _swap(state: State) -> None:
    """Let the active player and each target swap X cards, each choosing before seeing."""
    queue, x, active, hands = state.queue, state.x, state.active, state.hands
    while queue:
        seat = queue.pop()
        mine, theirs = x - len(hands[active]), x - len(hands[seat])
        if mine > 0:
            _short(state, active, mine, SWAP)
        if theirs > 0 and seat != active:
            _short(state, seat, theirs, SWAP)
        if mine > 0:
            break
        if theirs <= 0 and seat != active:
            state.to = seat
            state.ask_cards(active, x, x, _offered)
            return
    state.done()


def _offered(state: State, cards: Cards) -> None:
    """Put down what the active player swaps, and ask the target for as much."""
    state.offers.append((state.active, cards))
    state.ask_cards(state.to, state.x, state.x, _swapped)


def _swapped(state: State, cards: Cards) -> None:
    active, offered = state.offers.pop()
    state.move(active, state.to, offered)
    state.move(state.to, active, cards)
    _swap(state)


# All cards with number X.


def _give_x(state: State) -> None:
    """Let the active player give all his X to the first target that is another player."""
    if state.plan.rulings.by_target:
        _x_by_targets(state)
        return
    active = state.active
    for seat in reversed(state.queue):
        if seat != active:
            move_all(state, active, seat)
            break
    state.done()


def move_all(state: State, giver: int, taker: int) -> None:
    """Move all X of one seat to another."""
    cards = state.all_of(giver, state.x)
    if cards:
        state.move(giver, taker, cards)


def _x_by_targets(state: State) -> None:
    """Let each target give its X to the active player; he gives his own to an opponent."""
    queue, active = state.queue, state.active
    while queue:
        seat = queue.pop()
        if seat != active:
            move_all(state, seat, active)
        elif state.x in state.hands[active] and (candidates := state.opponents()):
            state.choose(candidates, PARTNER, _x_to_partner)
            return
    state.done()


def _x_to_partner(state: State, seat: int) -> None:
    move_all(state, state.active, seat)
    _x_by_targets(state)


def _swap_x(state: State) -> None:
    """Let the active player and each target in turn swap all their X."""
    active, x = state.active, state.x
    for seat in reversed(state.queue):
        if seat != active:
            mine, theirs = state.all_of(active, x), state.all_of(seat, x)
            if mine:
                state.move(active, seat, mine)
            if theirs:
                state.move(seat, active, theirs)
    state.done()


def _ban_x(state: State) -> None:
    for seat in reversed(state.queue):
        state.ban(seat, state.x)
    state.done()


def _take_x(state: State) -> None:
    """Let the active player take all X of each target."""
    if state.plan.rulings.by_target:
        _x_to_targets(state)
        return
    active = state.active
    for seat in reversed(state.queue):
        if seat != active:
            move_all(state, seat, active)
    state.done()


def _x_to_targets(state: State) -> None:
    """Let each target take the X of the active player; an opponent gives him his if he is one."""
    queue, active = state.queue, state.active
    while queue:
        seat = queue.pop()
        if seat != active:
            move_all(state, active, seat)
        elif candidates := state.opponents():
            state.choose(candidates, PARTNER, _x_from_partner)
            return
    state.done()


def _x_from_partner(state: State, seat: int) -> None:
    move_all(state, seat, state.active)
    _x_to_targets(state)


def _nothing(state: State) -> None:
    state.done()


_ACTIONS = (
    _nothing, _draw, _discard, _give, _swap, _discard_x, _give_x, _swap_x, _ban_x, _take_x,
)  # fmt: skip
