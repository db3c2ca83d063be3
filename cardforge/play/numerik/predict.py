"""How many cards a greedy player of Numerik expects to hold after a code, under every ruling.

Sizes of hands are known to all.  Of the hands of others a player expects that each digit is held
as often as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from cardforge.play.numerik.code import IS_NULL, TRIPLE, digits_of
from cardforge.play.numerik.effects import (
    BAN_X,
    CHOOSE,
    DISCARD,
    DISCARD_X,
    DRAW,
    GIVE,
    GIVE_X,
    LARGEST,
    NONE,
    OTHER,
    SEQ,
    SMALLEST,
    SWAP,
    SWAP_X,
    TAKE_X,
    TOTAL,
    aimed_at,
)
from cardforge.play.numerik.plan import Rulings
from cardforge.play.numerik.state import State


class View(NamedTuple):
    """What a prediction is made from: the player, X, the sizes of all hands, his cards with X."""

    active: int
    x: int
    sizes: Sequence[int]
    mine: int
    digits: int
    rulings: Rulings
    # Whom he would choose to give to or to get from, if there is anybody.
    partner: int | None

    @property
    def size(self) -> int:
        """Return how many cards the player holds before the effect."""
        return self.sizes[self.active]


def predicted(state: State, code: int, sizes: Sequence[int], digit: int) -> float:
    """Return how many cards the active player expects to hold after he makes a code.

    `sizes` are the hands after he has played `digit`, which he still holds.
    """
    active, plan = state.active, state.plan
    action, _, unit = digits_of(code)
    if IS_NULL[code] or action == BAN_X or _is_replaced(state, code):
        return sizes[active]
    if unit == OTHER:
        opponents = state.opponents()
        return expected(
            state, code, sizes, (by_size(opponents, sizes, action),) if opponents else (), digit
        )
    targets = aimed_at(state, unit, sizes)
    tied = len(targets) > 1 and unit in (LARGEST, SMALLEST)
    if tied and plan.rulings.tie == NONE:
        return sizes[active]
    shields = state.shields
    if shields:
        targets = [seat for seat in targets if not shields >> seat & 1]
    if tied and targets and plan.rulings.tie == CHOOSE:
        return min(expected(state, code, sizes, (one,), digit) for one in targets)
    return expected(state, code, sizes, targets, digit)


def _is_replaced(state: State, code: int) -> bool:
    """Return whether a super-power takes the place of what the code does."""
    triple = TRIPLE[code]
    if triple is None or not state.plan.rulings.instead:
        return False
    power = state.plan.powers[triple]
    return power is not None and power.step is not None


def expected(
    state: State, code: int, sizes: Sequence[int], targets: Sequence[int], digit: int | None
) -> float:
    """Return how many cards the active player expects to hold after a code has met its targets.

    `digit` is the card that he still holds though it is played, None when it has left his hand.
    """
    active = state.active
    action, x, _ = digits_of(code)
    if not targets or IS_NULL[code] or action == BAN_X:
        return sizes[active]
    rulings = state.plan.rulings
    partner = None
    if rulings.by_target and active in targets and (opponents := state.opponents()):
        partner = by_size(opponents, sizes, action)
    mine = state.hands[active].count(x) - (x == digit)
    view = View(active, x, sizes, mine, state.plan.top + 1, rulings, partner)
    return (_BY_TARGET if rulings.by_target else _BY_ACTIVE)[action](view, targets)


def by_size(seats: Sequence[int], sizes: Sequence[int], action: int) -> int:
    """Return the seat with most cards for actions 2, 5 and 9, else fewest; the first of several."""
    if action in (DISCARD, DISCARD_X, TAKE_X):
        return max(seats, key=sizes.__getitem__)
    return min(seats, key=sizes.__getitem__)


def _draw(view: View, targets: Sequence[int]) -> float:
    return view.size + view.x if view.active in targets else view.size


def _filled(view: View, size: int, action: int) -> int:
    """Return the size of a hand of fewer than X cards once what is missing is drawn."""
    return view.x if action in view.rulings.shortage else size


def _discard(view: View, targets: Sequence[int]) -> float:
    size = view.size
    if view.active not in targets:
        return size
    return size - view.x if size >= view.x else _filled(view, size, DISCARD)


def _give(view: View, targets: Sequence[int]) -> float:
    active, x, size, multi = view.active, view.x, view.size, view.rulings.multi
    if multi == TOTAL:
        needed = x * (sum(seat != active for seat in targets) or 1)
        if size < needed:
            return needed if GIVE in view.rulings.shortage else size
    for seat in targets:
        if size < x:
            size = _filled(view, size, GIVE)
            if multi != SEQ:
                break
        elif seat != active:
            size -= x
    return size


def _give_by_target(view: View, targets: Sequence[int]) -> float:
    x, size = view.x, view.size
    for seat in targets:
        if seat != view.active:
            size += x if view.sizes[seat] >= x else 0
        elif size < x:
            size = _filled(view, size, GIVE)
        elif view.partner is not None:
            size -= x
    return size


def _swap(view: View, _targets: Sequence[int]) -> float:
    return _filled(view, view.size, SWAP) if view.size < view.x else view.size


def _discard_x(view: View, targets: Sequence[int]) -> float:
    return view.size - view.mine if view.active in targets else view.size


def _lose_x(view: View, targets: Sequence[int]) -> float:
    """Predict what the active player has when his X go to another player, if one is a target."""
    return view.size - view.mine if any(seat != view.active for seat in targets) else view.size


def _get_x(view: View, targets: Sequence[int]) -> float:
    others = sum(view.sizes[seat] for seat in targets if seat != view.active)
    return view.size + others / view.digits


def _give_x_by_target(view: View, targets: Sequence[int]) -> float:
    given = view.mine if view.partner is not None else 0
    return _get_x(view, targets) - given


def _take_x_by_target(view: View, targets: Sequence[int]) -> float:
    # What a partner gives him goes on to the first other target.
    if view.partner is None or any(seat != view.active for seat in targets):
        return _lose_x(view, targets)
    return view.size + view.sizes[view.partner] / view.digits


Prediction = Callable[[View, Sequence[int]], float]
_BY_ACTIVE: Mapping[int, Prediction] = {
    DRAW: _draw,
    DISCARD: _discard,
    GIVE: _give,
    SWAP: _swap,
    DISCARD_X: _discard_x,
    GIVE_X: _lose_x,
    SWAP_X: _lose_x,
    TAKE_X: _get_x,
}
_BY_TARGET: Mapping[int, Prediction] = {
    **_BY_ACTIVE,
    GIVE: _give_by_target,
    GIVE_X: _give_x_by_target,
    TAKE_X: _take_x_by_target,
}
