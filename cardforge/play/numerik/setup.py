"""What Numerik needs of a box, or why it cannot be played with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardforge.diagnostics import did_you_mean
from cardforge.expressions import printed
from cardforge.play.needs import answers_of, cannot, deck_of, most_turns_of, wrong_fact
from cardforge.play.numerik.code import DIGITS, FORBID, PLACES
from cardforge.play.numerik.effects import BAN_X
from cardforge.play.numerik.plan import Plan, Power, Rulings, Step, Tokens, orders_of
from cardforge.play.numerik.powers import POWERS
from cardforge.play.table import Box

if TYPE_CHECKING:
    from cardforge.model import Card, Deck

# The number of copies and the score limit reach the play by the dealt deck and the facts.
RULINGS: dict[str, tuple[str, ...]] = {
    "powers": ("house", "stated"),
    "forbid": ("cover", "prev", "combo", "pos", "none"),
    "lift": ("no", "yes"),
    "subject": ("active", "target"),
    "shortage": ("2,3,4", "3", "none"),
    "multi": ("stop", "seq", "total"),
    "tie": ("all", "choose", "none"),
    "end": ("any", "active"),
    "start": ("rotate", "winner"),
    "power_order": ("after", "instead"),
}
DECK, POWER_DECK = "digits", "powers"
BAN, SKIP, MARKER = "ban", "skip", "place"
HOUSE, STATED = "house", "stated"
TRIPLES = frozenset(3 * str(digit) for digit in range(DIGITS))
LEAST_PLAYERS = 2
MOST_TURNS = 1000
# One card must be left to draw.
TO_DRAW = 1


def plan_of(box: Box) -> Plan:
    """Return what the rules need to know of a box; raises CannotPlay."""
    seats = box.settings.players
    if seats < LEAST_PLAYERS:
        message = f"Numerik is for {LEAST_PLAYERS} players or more, not {seats}"
        raise cannot(message, box.game.span, "some codes need another player")
    step = _step(box)
    _check_code(box)
    top = _fact(box, "tops", step, 1, DIGITS - 1)
    hand = _fact(box, "hands", step, 1)
    answers = answers_of(box, RULINGS)
    cards = _cards(box, top)
    deck = tuple(
        digit for digit, found in enumerate(cards) for card in found for _ in range(card.copies)
    )
    _check_enough(box, deck, hand)
    return Plan(
        seats=seats,
        top=top,
        hand=hand,
        limit=_fact(box, "limits", step, 1),
        most_turns=most_turns_of(box, MOST_TURNS),
        rulings=_rulings(answers),
        forbid=FORBID[answers["forbid"]],
        deck=deck,
        cards=tuple(tuple((card.id, card.copies) for card in found) for found in cards),
        # The first mode is the one to learn with, without super-powers.
        powers=_powers(box, top, answers["powers"]) if step else (None,) * DIGITS,
        bans=_by_number(box, BAN, "digit", DIGITS, top if top >= BAN_X else -1),
        skip=_skip(box) if step else Tokens(),
        markers=_by_number(box, MARKER, "place", PLACES, PLACES - 1),
        orders=orders_of(seats),
    )


# Numbers and answers.


def _step(box: Box) -> int:
    """Return the place of the mode in the lists of the facts; the whole box is for the last."""
    modes = list(box.game.modes)
    if not modes:
        hint = "write modes: in game.yaml, and one number of each of the facts for every mode"
        raise cannot("Numerik is played in modes, and the game has none", box.game.span, hint)
    mode = box.settings.mode
    return modes.index(mode) if mode in modes else len(modes) - 1


def _mode_name(box: Box) -> str:
    mode = list(box.game.modes.values())[_step(box)]
    return mode.title.get(box.settings.language) or mode.name


def _fact(box: Box, name: str, step: int, least: int, most: int | None = None) -> int:
    """Return the whole number that a fact, a list by mode, has for the mode."""
    value = box.facts.get(name)
    if isinstance(value, list | tuple) and step < len(value):
        number = value[step]
        if _is_whole(number) and number >= least and (most is None or number <= most):
            return int(number)
    end = f"from {least} on" if most is None else f"from {least} to {most}"
    wanted = f"a list with a whole number {end} for each mode"
    raise wrong_fact(box, name, wanted, "[…, …, …]")


def _check_code(box: Box) -> None:
    """Refuse a code of another length than three: it would have places without a meaning."""
    length = box.facts.get("code", PLACES)
    if length != PLACES:
        fact = box.game.facts.get("code")
        raise cannot(
            f"a code of Numerik has {PLACES} digits, not {printed(length):.30}",
            fact.span if fact else box.game.span,
            "hundreds say what happens, tens how many or which, units to whom",
        )


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _rulings(answers: Mapping[str, str]) -> Rulings:
    shortage = answers["shortage"]
    return Rulings(
        forbid=answers["forbid"],
        lift=answers["lift"] == "yes",
        by_target=answers["subject"] == "target",
        shortage=frozenset(map(int, shortage.split(","))) if shortage != "none" else frozenset(),
        multi=answers["multi"],
        tie=answers["tie"],
        any_ends=answers["end"] == "any",
        winner_starts=answers["start"] == "winner",
        instead=answers["power_order"] == "instead",
    )


# Cards and tokens.


def _cards(box: Box, top: int) -> list[list[Card]]:
    """Return the cards of each digit of the mode; raises CannotPlay when a digit has none."""
    deck = deck_of(box, DECK)
    found: list[list[Card]] = [[] for _ in range(DIGITS)]
    for card in deck.cards:
        digit = _number(card, "digit", DIGITS)
        if digit <= top and card.copies:
            found[digit].append(card)
    missing = [str(digit) for digit in range(top + 1) if not found[digit]]
    if missing:
        raise cannot(
            f"{box.game.id}: no card has the digit {', '.join(missing)}, but {_mode_name(box)} is "
            f"played with all digits from 0 to {top}",
            deck.spec.span,
            "add the missing cards: every digit is an action, a number and a target",
        )
    return found


def _number(card: Card, field: str, count: int) -> int:
    """Return the number that a card has in a field, below a count."""
    value = card.fields.get(field)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < count:
        return value
    shown = "nothing" if value is None else f"'{printed(value):.30}'"
    raise cannot(
        f"{card.id} is of a kind that the rules do not know: its {field} is {shown}",
        card.span,
        f"the rules know {field} 0 to {count - 1}",
    )


def _check_enough(box: Box, deck: Sequence[int], hand: int) -> None:
    """Refuse a deck that cannot be dealt with a card left to draw."""
    seats, total = box.settings.players, len(deck)
    over = PLACES + TO_DRAW
    needed = hand * seats + over
    if total >= needed:
        return
    digits = max(deck) + 1
    copies = {deck.count(digit) for digit in range(digits)}
    shown = f"{digits} digits × {copies.pop()} copies = " if len(copies) == 1 else ""
    most = (total - over) // hand
    fewer = f", or let at most {most} play" if most >= LEAST_PLAYERS else ""
    raise cannot(
        f"{box.game.id}: {shown}{total} cards, but {_mode_name(box)} with {seats} players needs "
        f"{needed} ({hand} × {seats} + {over})",
        box.decks[DECK].spec.span,
        f"print at least {-(-needed // digits)} copies of each digit{fewer}",
    )


def _powers(box: Box, top: int, powers: str) -> tuple[Power | None, ...]:
    """Return the super-power of each digit; a house power that is not played has no effect."""
    found: list[Power | None] = [None] * DIGITS
    deck = box.decks.get(POWER_DECK)
    for card in deck.cards if deck is not None else ():
        triple = str(card.fields.get("triple"))
        if triple not in TRIPLES:
            raise cannot(
                f"{card.id} is of a kind that the rules do not know: its triple is '{triple:.30}'",
                card.span,
                "the super-powers belong to 000, 111 … 999",
            )
        digit = int(triple[0])
        if digit <= top:
            found[digit] = Power(card.id, _effect(card, powers))
    return tuple(found)


def _effect(card: Card, powers: str) -> Step | None:
    """Return what a super-power does, None of one that the rules leave open."""
    source, effect = card.fields.get("source"), card.fields.get("effect")
    if not isinstance(effect, str) or effect not in POWERS:
        shown = "nothing" if effect is None else f"'{printed(effect):.30}'"
        raise cannot(
            f"{card.id} is of a kind that the rules do not know: its effect is {shown}",
            card.span,
            did_you_mean(str(effect), POWERS) or f"the effects: {', '.join(POWERS)}",
        )
    return None if source == HOUSE and powers == STATED else POWERS[effect]


def _by_number(box: Box, name: str, field: str, count: int, top: int) -> tuple[Tokens, ...]:
    """Return the tokens of a kind by the number in a field; copies of one number are one kind."""
    found = [Tokens()] * count
    deck = box.decks.get(name)
    for card in deck.cards if deck is not None else ():
        number = _number(card, field, count)
        if number <= top:
            tokens = found[number]
            found[number] = Tokens(tokens.id or card.id, tokens.copies + card.copies)
    return tuple(found)


def _skip(box: Box) -> Tokens:
    deck: Deck | None = box.decks.get(SKIP)
    if deck is None or not deck.cards:
        return Tokens()
    return Tokens(deck.cards[0].id, deck.total)
