"""A game small enough to reckon: cards are turned up until one is high, and its player wins.

It is played with the deck `cards` of a game whose cards have a field `value`; a value that the
fact `goal` gives or more ends the game, otherwise the next seat turns a card.  Values below zero
stand for faults: they raise what an engine with a bug would raise.
"""

from cardforge.play.table import BOUND, WON, CannotPlay, Event, Unreachable

BOUND_OF_TURNS = 50
RULINGS = {"order": ("up", "down")}

GAME = """game: toy
version: "3"
title: {fr: Jouet, en: Toy}
languages: [fr, en]
players: {min: 2, max: 3, limit: 5}
facts:
  goal: {is: 4, source: stated}
rulings:
  order: {values: [up, down], title: Order, source: ruling}
modes:
  short: Short
  long: Long
play: {engine: toy, mode: short, players: 2}
decks:
  cards: {for: {value: 1..6}, face: plain, back: none}
tokens:
  life: {shape: round, size: 20, back: none, rows: [{id: life, face: plain, value: "", copies: 2}]}
templates:
  plain:
    elements: [{text: "{{ value }}", box: safe}]
"""


class Fault(Exception):
    """The fault of a toy that is to fail."""


class Table:
    def __init__(self, rules, rng, tell):
        self.rules, self.rng, self.tell = rules, rng, tell
        self.seat, self.turns, self.over = 0, 0, False
        self.ending, self.winners = "", ()
        self.played = []

    def moves(self):
        return self.rules.values

    def apply(self, value):
        if value < 0:
            raise Fault("the engine fails")
        self.turns += 1
        self.played.append(value)
        if self.tell is not None:
            self.tell(Event("turn", self.seat, (f"cards.{value}",), {"value": value}))
        if value >= self.rules.goal:
            self.over, self.ending, self.winners = True, WON, (self.seat,)
        elif self.turns == BOUND_OF_TURNS:
            self.over, self.ending = True, BOUND
        self.seat = (self.seat + 1) % self.rules.seats


def at_random(table):
    return table.rules.values[int(table.rng.random() * len(table.rules.values))]


def highest(table):
    return max(table.rules.values)


class Rules:
    greedy = "highest"

    def __init__(self, box):
        deck = box.decks.get("cards")
        if deck is None or not deck.total:
            span = deck.spec.span if deck else box.game.span
            raise CannotPlay("play.setup", "there is no card to turn", span, "add a card")
        self.box = box
        self.seats = box.settings.players
        self.goal = box.facts["goal"]
        self.values = [card.fields["value"] for card in deck.cards for _ in range(card.copies)]
        self.cards = tuple(card.id for card in deck.cards)
        self.policies = {"random": at_random, "highest": highest}

    def table(self, rng, tell=None):
        return Table(self, rng, tell)

    def record(self, table, tally):
        tally.samples["turns"].add(table.turns)
        tally.samples["tokens_in_use"].add(min(table.turns, 3))
        tally.samples["reshuffles"].add(table.turns // 6)
        tally.note_largest("turns", table.turns)
        tally.note_largest("life.life", min(table.turns, 3))
        tally.shares["runaway"].add(table.turns == 1)
        tally.shares["deadlock"].add(table.ending == BOUND)
        tally.shares["draw_short"].add(table.turns > 20)
        tally.laws["endings"][table.ending] += 1
        for value in table.played:
            tally.laws["played"][f"cards.{value}"] += 1
        if table.ending == WON:
            tally.laws["mattered"][f"cards.{table.played[-1]}"] += 1
        for seat in range(self.seats):
            tally.by_seat["win_by_seat"][seat].add(seat in table.winners)

    def measures(self, tally):
        return {
            "turns": tally.samples["turns"].data(),
            "win_by_seat": tally.seats("win_by_seat"),
            "reshuffles": tally.samples["reshuffles"].data(),
            "p_draw_short": tally.shares["draw_short"].data(),
            "longest": tally.samples["turns"].most,
        }

    def unreachable(self):
        if max(self.values) < self.goal:
            return [Unreachable(self.cards[-1], f"no card reaches {self.goal}")]
        return []


def rules(box):
    return Rules(box)
