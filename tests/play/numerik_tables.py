"""Tables of Numerik laid as a test wants them, and games that are measured."""

from functools import lru_cache
from random import Random

from boxes import box

from cardforge.play.measures import Tally
from cardforge.play.numerik import rules as numerik
from cardforge.play.numerik.code import NO_DIGIT, NO_PLACE
from cardforge.play.table import play_out

LETTERS = "HTU"


@lru_cache(maxsize=64)
def rules_of(mode="standard", players=4, **rulings):
    """Return the rules of the shipped game."""
    return numerik.rules(box("numerik", players, mode, **rulings))


def laid(rules, code, *hands, seat=0, last="-", pile=None, discard="", events=None):
    """Return a table with these hands and this code, at which a seat begins its turn.

    What is said nowhere is in the pile; a given pile is drawn from its end.
    """
    table = rules.table(Random(1), events.append if events is not None else None)
    rest = list(rules.plan.deck)
    for digit in "".join((code, *hands, discard, pile or "")):
        rest.remove(int(digit))
    table.hands = [[int(digit) for digit in hand] for hand in hands]
    table.code = int(code)
    table.pile = rest if pile is None else [int(digit) for digit in pile]
    table.discard = [int(digit) for digit in discard]
    table.last = LETTERS.index(last) if last != "-" else NO_PLACE
    table.last_digit = int(code[table.last]) if last != "-" else NO_DIGIT
    table.fresh = last == "-"
    table.turns = 0
    table._begin_turn(seat)
    return table


def play(table, *moves):
    """Make some moves, each legal by its own account as well."""
    for text in moves:
        move = table.read(text)
        assert table.why_not(move) is None, (text, table.why_not(move), table.summary())
        table.apply(move)
    return table


def hands_of(table):
    """Return the hands as texts, the lowest digits first."""
    return ["".join(map(str, sorted(hand))) for hand in table.hands]


def sizes(table):
    """Return how many cards everybody holds."""
    return [len(hand) for hand in table.hands]


def options(table):
    """Return the moves as texts."""
    return [table.written(move) for move in table.moves()]


def refused(table, text):
    """Return the code of why a move is not allowed."""
    found = table.why_not(table.read(text))
    return found and found.code


def measured(rules, policy, games, seed=5):
    """Return the tally of some games in which all play alike."""
    tally = Tally()
    policies = [rules.policies[policy]] * rules.seats
    for number in range(games):
        tally.number = number
        table = rules.table(Random(f"{seed}:{number}"))
        play_out(table, policies)
        rules.record(table, tally)
    tally.games = games
    return tally
