"""What the tests of the two adding games share: tables put in a given state, figures compared."""

from math import sqrt
from random import Random

from boxes import box, box_in
from hypothesis import strategies as st

from cardforge.play.engines import policies_by_name, rules_for
from cardforge.play.measures import Tally
from cardforge.play.runner import play_games
from cardforge.play.table import Event


def rules(game, players, **rulings):
    """Return the rules of a shipped game for some players and rulings."""
    return rules_for(box(game, players, **rulings))


def rules_in(folder, players, **rulings):
    """Return the rules of a game in a folder."""
    return rules_for(box_in(folder, players, **rulings))


def stand(own, hands, total, *, discard="", stock=None, tokens=None, seat=0, tell=None):
    """Return a table with these hands and total: cards by name, a word each.

    What is in no hand and not discarded is the draw pile, its last card on top; with `stock` the
    pile is just that, and the rest of the deck is out of the game.
    """
    table = own.table(Random("stand"), None)
    left = list(own.plan.effects.pile)
    index = own.plan.effects.indices

    def taken(words):
        cards = [index[word] for word in words.split()]
        for card in cards:
            left.remove(card)
        return cards

    table.hands = [taken(hand) for hand in hands]
    table.discard = taken(discard)
    if stock is None:
        table.stock = left
    else:
        table.stock = taken(stock)
        table.out = left
    table.total, table.seat, table.tell = total, seat, tell
    if tokens:
        table.losses = [
            (0, place)
            for place, left_over in enumerate(tokens)
            for _ in range(own.plan.tokens - left_over)
        ]
        table.tokens = list(tokens)
        table.living = sum(map(bool, tokens))
    return table


def play(table, *moves):
    """Play moves written as text."""
    for move in moves:
        table.apply(table.read(move))
    return table


def hand_of(table, seat):
    """Return the names of the cards in a hand, sorted."""
    return sorted(table.effects.names[card] for card in table.hands[seat])


def names_of(table, cards):
    """Return the names of some cards."""
    return [table.effects.names[card] for card in cards]


def measured(own, policy, games, seed=7):
    """Return the measures of so many games, and all that was counted."""
    policies = policies_by_name(own, (policy,) * own.seats)
    tally = play_games(own, policies, seed, range(1, games + 1), Tally())
    return own.measures(tally), tally


def distance(measure, mean, se):
    """Return by how many standard errors a measure differs from a reference; 0 of equal ones."""
    spread = sqrt(measure["se"] ** 2 + se**2)
    if spread == 0:
        assert measure["mean"] == mean
        return 0.0
    return (measure["mean"] - mean) / spread


def share_distance(measure, mean, n):
    """Return the same for proportions, the spread taken from both together."""
    both = (measure["mean"] * measure["n"] + mean * n) / (measure["n"] + n)
    spread = sqrt(both * (1 - both) * (1 / measure["n"] + 1 / n))
    return (measure["mean"] - mean) / spread if spread else 0.0


def agree(distances):
    """Say that no distance is large and that on the whole they are as chance makes them."""
    assert max(map(abs, distances.values())) < 4, distances
    assert sum(z * z for z in distances.values()) / len(distances) < 1.5, distances


def any_rulings(known):
    """Return a strategy for a set of answers."""
    return st.fixed_dictionaries({key: st.sampled_from(values) for key, values in known.items()})


def kinds_of(own, policy, seeds):
    """Return what kinds of events some games tell, with one event of each."""
    told: dict[str, Event] = {}
    for seed in seeds:
        table = own.table(Random(seed), lambda event: told.setdefault(event.kind, event))
        policies = policies_by_name(own, (policy,) * own.seats)
        while not table.over:
            table.apply(policies[table.seat](table))
    return told
