"""The engine of the 100-Card Game: its laws, its rules, and decks that were edited."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from random import Random

import pytest
import yaml
from boxes import DESIGNS, box, box_in, edited
from hypothesis import given
from hypothesis import strategies as st

from cardforge.play.cent import rules as cent
from cardforge.play.cent.table import CentTable
from cardforge.play.measures import Tally
from cardforge.play.table import BOUND, WON, CannotPlay, IllegalMove, play_out

GAMES = 2000
EVENTS = {
    "round", "last-round", "deal", "play", "trick", "take", "draw", "round-end", "leave",
    "leave-hidden", "end", "bound",
}  # fmt: skip


@pytest.fixture(scope="module")
def rules():
    return cent.rules(box("cent"))


def measured(rules, names, games=GAMES, seed=11):
    """Return the tally of some games."""
    tally = Tally()
    policies = [rules.policies[name] for name in names]
    for number in range(games):
        tally.number = number
        table = rules.table(Random(f"{seed}:{number}"))
        play_out(table, policies)
        rules.record(table, tally)
    tally.games = games
    return tally


# The exact law, reckoned from relative ranks alone: all orders of the cards are equally likely.


def exact_law(one, two):
    """Return the law of (tricks, winner) of a round; `one`, `two` list the places to choose from.

    A string holds the cards seen from low to high: a and b in the hands, dots out of the round.
    """
    states = Counter()
    for places in combinations(range(6), 3):
        states["".join("a" if k in places else "b" for k in range(6)), 0, 0] = 1
    choices = len(one("aaabbb", "a")) * len(two("aaabbb", "b"))
    law, whole = Counter(), comb(6, 3) * choices
    for trick in range(1, 10):
        after = Counter()
        for (seen, a, b), ways in states.items():
            for mine in one(seen, "a"):
                for yours in two(seen, "b"):
                    owner, other = "ab" if mine > yours else "ba"
                    points = (a + 1, b) if owner == "a" else (a, b + 1)
                    if 5 in points:
                        law[trick, owner] += Fraction(ways, whole)
                        continue
                    low, high = sorted((mine, yours))
                    left = seen[:low] + owner + seen[low + 1 : high] + "." + seen[high + 1 :]
                    for gap in range(len(left) + 1):
                        after[left[:gap] + other + left[gap:], *points] += ways
        states = after
        whole *= (6 + trick) * choices
    return law


def highest(seen, owner):
    return [seen.rindex(owner)]


def anyone(seen, owner):
    return [place for place, mark in enumerate(seen) if mark == owner]


HOW = {"random": anyone, "high": highest}
# The law of 5 to 9 tricks, and how likely seat 0 wins a round.
STATED = {
    ("random", "random"): ([0.019925, 0.090561, 0.206582, 0.316454, 0.366478], 0.5),
    ("high", "high"): ([0.124008, 0.175866, 0.214985, 0.238858, 0.246283], 0.5),
    ("high", "random"): ([0.047612, 0.125631, 0.217415, 0.289820, 0.319522], 0.567),
}


@pytest.mark.parametrize("names", [("high", "high"), ("high", "random")])
def test_the_stated_law_is_exact(names):
    exact = exact_law(*(HOW[name] for name in names))
    assert sum(exact.values()) == 1
    tricks = [float(exact[n, "a"] + exact[n, "b"]) for n in range(5, 10)]
    assert tricks == pytest.approx(STATED[names][0], abs=6e-7)
    seat0 = float(sum(chance for (_, owner), chance in exact.items() if owner == "a"))
    assert seat0 == pytest.approx(STATED[names][1], abs=6e-7)


@pytest.mark.parametrize("names", STATED)
def test_rounds_and_games_follow_the_exact_law(rules, names):
    law, p = STATED[names]
    tally = measured(rules, names)
    n = tally.samples["tricks_per_round"].n
    assert tally.samples["turns"].n == GAMES
    for count, chance in enumerate(law, start=5):
        assert z(tally.samples["tricks_per_round"].counts[count], n, chance) < 4
    assert z(tally.shares["p_round_seat0"].hits, n, p) < 4
    # Rounds are independent: the game is a race to nine.
    game = sum(comb(8 + k, k) * p**9 * (1 - p) ** k for k in range(9))
    assert z(tally.shares["p_game_seat0"].hits, GAMES, game) < 4
    tie = comb(16, 8) * (p * (1 - p)) ** 8
    assert z(tally.shares["p_tie_8_8"].hits, GAMES, tie) < 4


def z(hits, n, chance):
    """Return by how many standard errors a number of hits is off."""
    return abs(hits - n * chance) / sqrt(n * chance * (1 - chance))


def test_equal_players_make_each_round_a_fair_coin(rules):
    tally = measured(rules, ("low", "low"))
    assert abs(Fraction(6435, 32768) - Fraction(comb(16, 8), 2**16)) == 0
    assert z(tally.shares["p_tie_8_8"].hits, GAMES, 6435 / 32768) < 4
    rounds = tally.samples["rounds"]
    assert abs(rounds.mean - 14.66153) < 4 * rounds.se
    for k in range(8):
        chance = 2 * comb(8 + k, k) / 2 ** (9 + k)
        assert z(rounds.counts[9 + k], GAMES, chance) < 4
    assert rounds.counts[17] == tally.shares["p_tie_8_8"].hits


@pytest.mark.parametrize(
    ("names", "stated"),
    [
        (("random", "random"), {
            "tricks_per_round": (7.916, 0.002), "rounds": (14.651, 0.013),
            "tricks_per_game": (115.98, 0.108), "p_round_seat0": (0.5017, 0.0009),
            "p_game_seat0": (0.5075, 0.0035), "p_tie_8_8": (0.1928, 0.0028),
            "p_winner_of_trick1_wins_trick2": (0.4446, 0.0009),
            "specials_seen_per_round": (2.783, 0.002),
        }),
        (("high", "high"), {
            "tricks_per_round": (7.308, 0.002), "rounds": (14.674, 0.013),
            "tricks_per_game": (107.25, 0.104), "p_round_seat0": (0.4993, 0.0009),
            "p_game_seat0": (0.4976, 0.0035), "p_tie_8_8": (0.2006, 0.0028),
            "p_winner_of_trick1_wins_trick2": (0.7146, 0.0008),
            "specials_seen_per_round": (2.660, 0.002),
        }),
        (("hilo", "high"), {
            "tricks_per_round": (7.590, 0.002), "rounds": (14.478, 0.014),
            "tricks_per_game": (109.89, 0.111), "p_round_seat0": (0.4446, 0.0009),
            "p_game_seat0": (0.3199, 0.0033), "p_tie_8_8": (0.1767, 0.0027),
            "p_winner_of_trick1_wins_trick2": (0.6716, 0.0009),
            "specials_seen_per_round": (2.726, 0.002),
        }),
    ],
)  # fmt: skip
def test_games_agree_with_the_reference(rules, names, stated):
    measures = rules.measures(measured(rules, names))
    off = {
        name: (measures[name]["mean"] - mean) / sqrt(measures[name]["se"] ** 2 + se**2)
        for name, (mean, se) in stated.items()
    }
    assert all(abs(score) < 4 for score in off.values()), off
    # The figures of one run hang together: their squares are not those of eight runs.
    assert sum(score**2 for score in off.values()) / len(off) < 3, off


def test_proportions_of_the_measures_are_those_of_the_laws(rules):
    tally = measured(rules, ("random", "high"), 50)
    measures = rules.measures(tally)
    assert sum(part["mean"] for part in measures["rounds_law"].values()) == pytest.approx(1)
    assert measures["rounds_law"].get("17", {"mean": 0})["mean"] == measures["p_tie_8_8"]["mean"]
    assert measures["tricks_law"]["9"]["n"] == measures["tricks_per_round"]["n"]
    assert tally.laws["endings"] == {WON: 50}
    wins = tally.seats("win_by_seat")
    assert wins["0"]["mean"] == measures["p_game_seat0"]["mean"]
    assert wins["0"]["mean"] + wins["1"]["mean"] == pytest.approx(1)
    tricks = sum(value * times for value, times in tally.samples["turns"].counts.items())
    assert tally.laws["played"].total() == 2 * tricks
    assert tally.laws["mattered"].total() == tricks
    # The lowest card wins no trick, the highest every one in which it is played.
    assert "numbers.1" not in tally.laws["mattered"]
    assert tally.laws["mattered"]["numbers.100"] == tally.laws["played"]["numbers.100"] > 0


def test_a_runaway_is_a_lead_that_lasts_from_the_first_quarter_on(rules):
    for lead, runaway in (([1] * 9, 1), ([0, -1, 0, 1, 2, 3, 2, 3, 4], 0), ([-1, 0, 1, 2, 3], 0)):
        table = rules.table(Random(1))
        table.lead, table.rounds = lead, [[1, 0, 1, 0]] * len(lead)
        table.over, table.ending, table.winners = True, WON, (0,)
        tally = Tally()
        rules.record(table, tally)
        assert tally.shares["runaway"].hits == runaway


# The rules, trick by trick.


def table_with(rules, one, two, pile):
    """Return a table at the first trick of a round with the cards laid as asked."""
    table = rules.table(Random(3))
    card = {value: rank for rank, value in enumerate(rules.plan.values)}
    fives = sorted({v for v in (*one, *two, *pile) if v > 20})
    table.round_cards = [card[v] for v in fives]
    table.stock = [c for c in rules.plan.specials if c not in table.round_cards]
    table.one, table.two = ([card[v] for v in hand] for hand in (one, two))
    table.pile = [card[v] for v in pile]
    table.hand = table.one
    return table


def test_the_winner_takes_the_low_card_and_the_loser_draws(rules):
    # Seven cards: after the first draw nothing is left to draw but cards that won.
    plan = rules.plan._replace(base=tuple(range(7)), specials=(), drawn=0)
    table = CentTable(plan, Random(3))
    table.one, table.two, table.pile = [2, 4, 6], [1, 3, 5], [0]
    table.hand = table.one
    table.apply(table.read("7"))
    assert (table.seat, table.points) == (1, (0, 0))
    table.apply(table.read("6"))
    assert "points 1-0 hands 3 5 6 / 1 2 4 chosen - pile 0 under 1" in table.summary()
    table.apply(table.read("3"))
    assert "chosen 3" in table.summary()
    table.apply(table.read("4"))
    assert "points 1-1 hands 5 6 7 / 1 2 3 chosen - pile 0 under 1" in table.summary()
    assert table.census() == {f"numbers.{value}": 1 for value in range(1, 8)}


def test_the_first_choice_stays_hidden_until_the_second(rules):
    told = []
    table = rules.table(Random(5), told.append)
    table.apply(table.moves()[0])
    assert [event.kind for event in told] == ["round", "deal", "deal"]
    assert [event.cards for event in told[1:]] == [table.held(seat) for seat in (0, 1)]
    assert [f"numbers.{value}" for value in told[1].values["numbers"]] == list(table.held(0))
    table.apply(table.moves()[0])
    kinds = [event.kind for event in told]
    assert kinds[3:] == ["play", "play", "trick", "take", "draw"]


def test_specials_leave_for_good_and_return_for_the_last_round(rules):
    table, gone = rules.table(Random("tie")), set()
    # Seats win in turn, so that the game comes to eight rounds all.
    for number in range(16):
        assert not table.last
        fives = set(table.round_cards)
        assert len(fives) == 5
        assert not fives & gone
        gone |= fives
        win_round(table, number % 2)
    assert gone == set(rules.plan.specials)
    assert table.scores == [8, 8]
    assert table.last
    assert len(table.pile) == 94
    win_round(table, 1)
    assert (table.over, table.winners, table.scores) == (True, (1,), [8, 9])
    assert table.drawn_seen == [number for number in table.drawn_seen if 0 <= number <= 5]
    assert len(table.drawn_seen) == 16


def win_round(table, seat):
    """Play a round that a seat wins, with cards put into its hand."""
    rounds = len(table.rounds)
    while len(table.rounds) == rounds and not table.over:
        mine, yours = table.hands[seat], table.hands[1 - seat]
        high = max(mine + yours)
        if high in yours:
            place, low = yours.index(high), min(mine)
            yours[place] = low
            mine[mine.index(low)] = high
        choice = {seat: high, 1 - seat: min(table.hands[1 - seat])}
        table.apply(choice[0])
        table.apply(choice[1])


def test_nine_rounds_end_the_game(rules):
    table = rules.table(Random(1))
    for _ in range(9):
        assert not table.over
        win_round(table, 0)
    assert (table.over, table.ending, table.winners) == (True, WON, (0,))
    assert len(table.rounds) == 9
    assert table.moves() == []
    with pytest.raises(IllegalMove) as fault:
        table.apply(0)
    assert fault.value.refusal.code == "over"


def test_a_card_that_is_not_in_the_hand_is_refused_with_its_number(rules):
    table = rules.table(Random(1))
    other = next(iter(table.hands[1]))
    refusal = table.why_not(other)
    assert (refusal.code, refusal.values) == ("not-in-hand", {"value": rules.plan.values[other]})
    before = table.summary()
    with pytest.raises(IllegalMove):
        table.apply(other)
    assert table.summary() == before
    assert table.why_not(table.moves()[0]) is None
    assert table.why_not(100).code == "unknown"
    assert table.why_not("7").code == "unknown"


def test_a_move_is_written_as_the_number_of_its_card(rules):
    table = rules.table(Random(1))
    for move in table.moves():
        assert table.read(table.written(move)) == move
    for text in ("", "x", "0", "101", "1.5", "nan"):
        with pytest.raises(ValueError):
            table.read(text)


@pytest.mark.parametrize(
    ("hand", "high", "low", "hilo"),
    [((3, 16, 9), 16, 3, 3), ((3, 17, 9), 17, 3, 17), ((2, 60, 4), 60, 2, 60)],
)
def test_policies_choose_as_they_are_defined(rules, hand, high, low, hilo):
    table = table_with(rules, hand, (5, 6, 7), (8,))
    chosen = {name: rules.plan.values[rules.policies[name](table)] for name in rules.policies}
    assert (chosen["high"], chosen["low"], chosen["hilo"]) == (high, low, hilo)
    assert chosen["random"] in hand
    assert rules.greedy == "high"


@pytest.mark.parametrize(("top", "hilo"), [(67, 3), (68, 68)])
def test_with_all_cards_hilo_keeps_for_sixty_eight(rules, top, hilo):
    table = table_with(rules, (3, top, 9), (5, 6, 7), (8,))
    table.last = True
    assert rules.plan.values[rules.policies["hilo"](table)] == hilo


# Whatever is played.


@given(st.integers(0, 10**6), st.sampled_from(["shown", "hidden"]), st.data())
def test_no_card_is_ever_lost(seed, removed, data):
    rules = RULES[removed]
    names = [data.draw(st.sampled_from(sorted(rules.policies))) for _ in (0, 1)]
    table = rules.table(Random(seed))
    whole = dict.fromkeys(rules.cards, 1)
    assert table.census() == whole
    while not table.over:
        moves = table.moves()
        assert len(moves) == 3
        table.apply(rules.policies[names[table.seat]](table))
        assert table.census() == whole
        if not table.over:
            pile = 94 if table.last else 19
            assert len(table.pile) + len(table._under(len(table.played) // 2)) == pile


RULES = {answer: cent.rules(box("cent", removed=answer)) for answer in ("shown", "hidden")}


@given(st.integers(0, 10**6), st.integers(0, 300), st.sampled_from(["shown", "hidden"]))
def test_an_imagined_game_keeps_what_its_seat_sees_and_nothing_else(seed, steps, removed):
    rules = RULES[removed]
    table = rules.table(Random(seed))
    for _ in range(steps):
        if not table.over:
            table.apply(rules.policies["random"](table))
    if table.over:
        return
    copy = table.imagined(Random(seed + 1))
    before = table.summary()
    assert copy.census() == table.census()
    assert copy.hands[table.seat] == table.hands[table.seat]
    assert (copy.scores, copy.points, copy.seat) == (table.scores, table.points, table.seat)
    assert len(copy.stock) == len(table.stock)
    public = table.played[: len(table.played) - table.seat]
    assert copy.played[: len(public)] == public
    taken = set(public) & set(table.hands[1 - table.seat])
    assert taken <= set(copy.hands[1 - table.seat])
    # Imagining from what was imagined finds the same: nothing hidden was used.
    again = copy.imagined(Random(seed + 1))
    assert again.summary() == copy.summary()
    assert sorted(again.pile) == sorted(copy.pile)
    play_out(copy, [rules.policies["random"]] * 2)
    assert table.summary() == before


def test_what_was_removed_unseen_is_imagined_among_all_that_was_never_seen():
    shown, hidden = (cent.rules(box("cent", removed=answer)) for answer in ("shown", "hidden"))
    for rules, guesses in ((shown, False), (hidden, True)):
        table = rules.table(Random(2))
        win_round(table, 0)
        removed = set(table.gone)
        imagined = [table.imagined(Random(number)) for number in range(40)]
        assert any(set(copy.gone) != removed for copy in imagined) is guesses
        seen = (set(table.rounds[0]) | set(table.kept[0][0] if guesses else ())) & removed
        assert all(seen <= set(copy.gone) for copy in imagined)


# Decks that were edited.


def test_the_deck_as_edited_is_played(tmp_path):
    folder = edited(
        tmp_path, "cent",
        ("cards.yaml", "    for: {value: 1..100}", "    for: {value: 2..100}")
        if (DESIGNS / "cent" / "cards.yaml").read_text("utf-8").count("for: {value: 1..100}")
        else ("game.yaml", "    for: {value: 1..100}", "    for: {value: 2..100}"),
        ("rulebook.yaml", "  hand: {is: 3,", "  hand: {is: 4,"),
        ("rulebook.yaml", "  points: {is: 5,", "  points: {is: 2,"),
        ("rulebook.yaml", "  rounds: {is: 9,", "  rounds: {is: 3,"),
    )  # fmt: skip
    rules = cent.rules(box_in(folder))
    assert len(rules.cards) == 99
    tally = measured(rules, ("random", "random"), 60)
    assert set(tally.samples["tricks_per_round"].counts) == {2, 3}
    assert set(tally.samples["rounds"].counts) == {3, 4, 5}
    assert len(rules.table(Random(1)).moves()) == 4


def test_a_game_of_one_round_is_its_last_round(tmp_path):
    folder = edited(tmp_path, "cent", ("rulebook.yaml", "  rounds: {is: 9,", "  rounds: {is: 1,"))
    tally = measured(cent.rules(box_in(folder)), ("random", "random"), 20)
    assert tally.samples["rounds"].counts == {1: 20}
    assert tally.shares["p_tie_8_8"].hits == 20


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([("game.yaml", "for: {value: 1..100}", "for: {value: 1..99}")],
         "16 rounds before the last one need 80 specials, 5 each: numbers has 79"),
        ([("game.yaml", '    id: "{{ value }}"',
           '    id: "{{ value }}"\n    copies: "{{ 2 if value == 13 else 1 }}"')],
         "numbers holds the number 13 more than once"),
        ([("rulebook.yaml", "specials: {is: 5,", "specials: {is: 0,"),
          ("game.yaml", "for: {value: 1..100}", "for: {value: 1..5}")],
         "2 players with 3 cards each need 6 cards, a round has 5: 5 base cards and 0 specials"),
        ([("rulebook.yaml", "hand: {is: 3,", "hand: {is: 0,")],
         "needs the fact hand as a whole number from 1 to 999,999,999: it is '0'"),
        ([("game.yaml", "'base' if value <= 20", "'basis' if value <= 20")],
         "numbers.1 is of a kind that the rules do not know: 'basis'"),
    ],
)  # fmt: skip
def test_a_deck_that_cannot_be_set_up_is_refused_with_its_place(tmp_path, changes, message):
    folder = edited(tmp_path, "cent", *changes)
    with pytest.raises(CannotPlay) as fault:
        cent.rules(box_in(folder))
    assert message in fault.value.message
    assert fault.value.code == "play.setup"
    assert fault.value.span.line > 0
    assert fault.value.hint


def test_the_game_is_for_two():
    two = box("cent")
    three = two._replace(settings=two.settings._replace(players=3))
    with pytest.raises(CannotPlay, match="for 2 players, not 3"):
        cent.rules(three)
    with pytest.raises(CannotPlay, match="ruling removed has the answer 'burnt'"):
        cent.rules(two._replace(settings=two.settings._replace(rulings={"removed": "burnt"})))
    with pytest.raises(CannotPlay, match="played with a deck numbers"):
        cent.rules(two._replace(decks={}))
    numbers = two.decks["numbers"]
    for value in ("7", None, True, [7], float("nan")):
        odd = numbers.cards[0]._replace(fields={"value": value})
        deck = numbers._replace(cards=(odd, *numbers.cards[1:]))
        with pytest.raises(CannotPlay, match=r"numbers.1 has no number to compare: its value is"):
            cent.rules(two._replace(decks={"numbers": deck}))


@pytest.mark.parametrize("most", [1, 7, 40])
def test_a_game_that_lasts_too_long_is_stopped_without_a_winner(most):
    whole = box("cent")
    rules = cent.rules(
        whole._replace(game=whole.game._replace(play=whole.game.play._replace(most_turns=most)))
    )
    told, tally = [], Tally()
    table = rules.table(Random(4), told.append)
    play_out(table, [rules.policies["random"]] * 2)
    rules.record(table, tally)
    assert (table.ending, table.winners, told[-1].kind) == (BOUND, (), "bound")
    assert tally.samples["turns"].counts == {most: 1}
    assert tally.shares["deadlock"].hits == 1
    assert tally.laws["played"].total() == 2 * most
    assert table.census() == dict.fromkeys(rules.cards, 1)


# The words.


def test_both_languages_tell_everything_that_happens():
    path = DESIGNS.parent / "cardforge" / "data" / "tales" / "cent.yaml"
    tales = yaml.safe_load(path.read_text("utf-8"))
    assert set(tales) == {"fr", "en"}
    kinds = set()
    for rules in RULES.values():
        for seed in range(12):
            play_out(rules.table(Random(seed), lambda event: kinds.add(event.kind)),
                     [rules.policies["random"]] * 2)  # fmt: skip
    assert kinds == EVENTS - {"bound"}
    for words in tales.values():
        assert set(words["events"]) == EVENTS
        assert set(words["refusals"]) == {"over", "unknown", "not-in-hand"}


def test_a_told_game_is_the_same_game(rules):
    quiet, told = rules.table(Random(8)), rules.table(Random(8), lambda event: None)
    for table in (quiet, told):
        play_out(table, [rules.policies["random"]] * 2)
    assert quiet.summary() == told.summary()
    assert isinstance(quiet, CentTable)
