"""Cards that the eye takes for each other: faces alike, and numbers that read upside down."""

import pytest
from printing import codes, deck, line_of, only, preflight

from cardforge.check.preflight.twins import _Comparison

TITLE = 'text: "{{ name }}", font: bold, size: 16 pt, box: {left: 5, right: 5, top: 5, height: 7}'
BIG = (
    'text: "{{ id }}", font: bold, size: 80 pt, align: center, valign: middle,'
    " box: {x: 50%, y: 50%, width: 50, height: 30}"
)


def small(more):
    return (
        f'text: "{{{{ mark }}}}", font: text, {more}, box: {{left: 5, width: 9, top: 9, height: 4}}'
    )


# --- twins ---


def test_cards_with_one_face_are_reported_together(tmp_path):
    rows = ["id: a, name: Cat", "id: b, name: Dog", "id: c, name: Cat"]
    game = deck(rows, TITLE)
    problem = only(tmp_path, game, "print.twins")
    assert problem.message == ("cards.a and cards.c have the same face: nobody can tell them apart")
    assert problem.span.line == line_of(game, "id: c")


def test_copies_of_one_card_are_fine(tmp_path):
    assert codes(tmp_path, deck(["id: a, name: Cat, copies: 3", "id: b, name: Dog"], TITLE)) == []


def test_cards_that_are_not_printed_are_nobodys_twins(tmp_path):
    rows = ["id: a, name: Cat", "id: b, name: Cat, copies: 0"]
    assert codes(tmp_path, deck(rows, TITLE)) == []


def test_a_field_that_is_never_printed_makes_twins_of_the_whole_deck(tmp_path):
    rows = [f"id: c{n}, cost: {n}, name: Cat" for n in range(9)]
    problem = only(tmp_path, deck(rows, TITLE), "print.twins")
    assert "cards.c0, cards.c1" in problem.message
    assert "and 3 more cards have the same face" in problem.message


def test_a_value_printed_in_the_colour_of_the_paper_tells_nothing(tmp_path):
    rows = ["id: a, name: Cat, mark: 1", "id: b, name: Cat, mark: 2"]
    problem = only(tmp_path, deck(rows, TITLE, small("size: 9 pt, color: white")), "print.twins")
    assert "look the same: what tells them apart is not seen" in problem.message


def test_a_value_beneath_other_ink_tells_nothing(tmp_path):
    rows = ["id: a, name: Cat, mark: 1", "id: b, name: Cat, mark: 2"]
    cover = "shape: rectangle, fill: gray(90), box: {left: 4, width: 20, top: 7, height: 9}"
    assert codes(tmp_path, deck(rows, TITLE, small("size: 9 pt"), cover)) == ["print.twins"]


def test_a_tiny_difference_is_reported_with_its_area(tmp_path):
    rows = ["id: a, name: Cat, mark: 1", "id: b, name: Cat, mark: 4"]
    problem = only(tmp_path, deck(rows, TITLE, small("size: 6 pt")), "print.twins")
    assert "cards.a and cards.b differ in only 0." in problem.message
    assert "less than 1.5 mm² is overlooked" in problem.message


def test_a_difference_too_faint_to_be_seen_is_told_from_none(tmp_path):
    rows = ["id: a, name: Cat, mark: 1", "id: b, name: Cat, mark: 8"]
    faint = small("size: 6 pt, color: gray(92)")
    problem = only(tmp_path, deck(rows, TITLE, faint), "print.twins")
    assert "cards.a and cards.b differ in only 0.11 mm²" in problem.message


def test_many_nearly_equal_faces_are_one_problem_and_not_compared_all_with_all(
    tmp_path, monkeypatch
):
    compared = []
    changed = _Comparison._changed

    def counted(self, number, other, most):
        compared.append((number, other))
        return changed(self, number, other, most)

    monkeypatch.setattr(_Comparison, "_changed", counted)
    rows = [f"id: c{n}, name: Cat, mark: {n}" for n in range(100, 160)]
    problem = only(tmp_path, deck(rows, TITLE, small("size: 6 pt")), "print.twins")
    assert "and 54 more cards differ in only" in problem.message
    assert len(compared) < 20 * len(rows)


def test_faces_that_differ_clearly_are_not_compared_pixel_by_pixel(tmp_path, monkeypatch):
    compared = []
    changed = _Comparison._changed

    def counted(self, number, other, most):
        compared.append((number, other))
        return changed(self, number, other, most)

    monkeypatch.setattr(_Comparison, "_changed", counted)
    rows = [f"id: a{n}, name: a{n}" for n in range(40)]
    words = 'text: "{{ name }}", font: text, size: 20 pt, box: safe'
    assert codes(tmp_path, deck(rows, words)) == []
    assert len(compared) < len(rows)


def test_of_many_groups_of_twins_that_a_loop_makes_the_first_are_told(tmp_path):
    game = deck(["id: x"], TITLE.replace("{{ name }}", "{{ 'ABCDEFGHIJ'[n % total] }}"))
    rows = game[game.index("    rows:") :]

    def told(total):
        loops = f"    for: {{n: 1..20}}\n    let: {{total: {total}}}\n"
        return [p.message for p in preflight(tmp_path, game.replace(rows, loops))]

    assert len(told(6)) == 6
    assert not any("likewise" in message for message in told(6))
    *first, last = told(10)
    assert first == [f"cards.{n} and cards.{n + 10} have the same face: nobody can tell them apart"
                     for n in range(1, 6)]  # fmt: skip
    assert last.endswith("; 4 more groups of cards likewise")


def test_cards_that_differ_in_their_words_are_told_apart(tmp_path):
    rows = [f"id: {name.lower()}, name: {name}" for name in ("Cat", "Bat", "Rat", "Hat", "Mat")]
    assert codes(tmp_path, deck(rows, TITLE)) == []


def test_sentences_of_one_size_that_differ_in_a_word_are_told_apart(tmp_path):
    rows = ["id: a, name: Gain one coin now", "id: b, name: Gain six coins now"]
    words = 'paragraph: "{{ name }}", font: text, size: 9 pt, box: safe'
    assert codes(tmp_path, deck(rows, words)) == []


def test_backs_tell_cards_apart_that_share_a_face(tmp_path):
    text = 'text: "{{ id }}", font: bold, size: 40 pt, box: {left: 9, top: 9}'
    rear = f"  rear:\n    elements:\n      - {{{text}}}\n"
    rows = ["id: a, name: Cat", "id: b, name: Cat"]
    game = deck(rows, TITLE, back="rear").replace("templates:\n", f"templates:\n{rear}")
    assert codes(tmp_path, game) == []


def test_a_game_can_ask_for_larger_differences(tmp_path):
    rows = ["id: a, name: Cat", "id: b, name: Bat"]
    assert codes(tmp_path, deck(rows, TITLE, checks="twins: {least: 20}")) == ["print.twins"]


def test_tokens_are_compared_too(tmp_path):
    word = 'text: "{{ name }}", font: bold, size: 16 pt, align: center, box: {y: 50%, height: 6}'
    more = {"of": "tokens", "more": "    size: 20\n    shape: round\n"}
    assert codes(tmp_path, deck(["id: a, name: x", "id: b, name: x"], word, **more)) == [
        "print.twins"
    ]
    assert codes(tmp_path, deck(["id: a, name: x", "id: b, name: m"], word, **more)) == []


# --- upside down ---


def numbers(*values):
    return [f"id: {value}" for value in values]


@pytest.mark.parametrize(
    ("values", "in_doubt"),
    [
        ((6, 9), ("6", "9")),
        ((16, 91, 5), ("16", "91")),
        ((1, 10), ("10",)),
        ((9, 60), ("60",)),
        ((1, 100), ("100",)),
        ((6, 7), ()),
        ((9, 8, 1, 0), ()),
        ((69, 96), ()),
        ((88, 11, 101), ()),
        ((10, 60), ()),
        ((2, 5), ()),
    ],
)
def test_numbers_that_read_as_another_card_upside_down_are_reported(tmp_path, values, in_doubt):
    problems = preflight(tmp_path, deck(numbers(*values), BIG))
    assert {p.code for p in problems} <= {"print.upside-down"}
    assert {card for p in problems for card in p.cards} == {f"cards.{v}" for v in in_doubt}


def test_the_message_names_both_numbers(tmp_path):
    game = deck(numbers(6, 9), BIG)
    problem = only(tmp_path, game, "print.upside-down")
    assert "the number 6 reads as 9, another card of cards, upside down" in problem.message
    assert problem.span.line == line_of(game, "- {text:")


def test_an_underline_says_which_way_is_up(tmp_path):
    marked = f'{BIG}, underline: "{{{{ id | ambiguous_upside_down }}}}"'
    assert codes(tmp_path, deck(numbers(6, 9), marked)) == []


def test_a_drawn_bar_or_dot_does_as_well(tmp_path):
    bar = "shape: rectangle, fill: black, box: {x: 50%, width: 20, top: 58, height: 1.5}"
    dot = "shape: circle, fill: black, box: {x: 50%, width: 3, top: 58, height: 3}"
    assert codes(tmp_path, deck(numbers(6, 9), BIG, bar)) == []
    assert codes(tmp_path, deck(numbers(6, 9), BIG, dot)) == []


def test_bars_above_and_below_say_nothing(tmp_path):
    bars = [
        f"shape: rectangle, fill: black, box: {{x: 50%, width: 20, top: {y}, height: 1.5}}"
        for y in (58, 28.5)
    ]
    number = f"{BIG}, optical: true"
    assert codes(tmp_path, deck(numbers(6, 9), number, *bars)) == ["print.upside-down"]


def test_large_words_beside_the_number_say_which_way_is_up(tmp_path):
    words = (
        'text: "No. {{ id }} of us", font: bold, size: SIZE pt,'
        " box: {left: 5, right: 5, bottom: 8, height: 12}"
    )
    large, little = words.replace("SIZE", "28"), words.replace("SIZE", "9")
    assert codes(tmp_path, deck(numbers(6, 9), BIG, large)) == []
    assert codes(tmp_path, deck(numbers(6, 9), BIG, little)) == ["print.upside-down"]
    assert codes(tmp_path, deck(numbers(6, 9), BIG, f"{large}, rotate: 180")) == [
        "print.upside-down"
    ]


def test_corner_indices_printed_both_ways_are_marked_each(tmp_path):
    corner = (
        'text: "{{ id }}", font: bold, size: 30 pt, box: {left: 5, width: 14, top: 5, height: 9}'
    )
    turned = (
        'text: "{{ id }}", font: bold, size: 30 pt, rotate: 180,'
        " box: {right: 5, width: 14, bottom: 5, height: 9}"
    )
    bare = preflight(tmp_path, deck(numbers(6, 9), corner, turned))
    assert {p.code for p in bare} == {"print.upside-down"}
    marked = [f"{element}, underline: true" for element in (corner, turned)]
    assert codes(tmp_path, deck(numbers(6, 9), *marked)) == []
    half = preflight(tmp_path, deck(numbers(6, 9), marked[0], turned))
    assert [p.code for p in half] == ["print.upside-down"]


def test_the_pips_of_a_playing_card_are_counted(tmp_path):
    corner = (
        'text: "{{ id }}", font: bold, size: 24 pt, box: {left: 4, width: 14, top: 5, height: 9}'
    )
    pips = (
        "pips: {icon: heart, count: COUNT, size: 9}, box: {left: 18, right: 9, top: 9, bottom: 9}"
    )
    rows = numbers(6, 9)
    counted = pips.replace("COUNT", '"{{ id | int }}"')
    assert codes(tmp_path, deck(rows, corner, counted)) == []
    alike = pips.replace("COUNT", "7")
    assert codes(tmp_path, deck(rows, corner, alike)) == ["print.upside-down"]


def test_a_number_whose_figures_are_placed_one_by_one_is_one_number(tmp_path):
    number = f"{BIG}, tabular: true"
    game = deck(numbers(16, 91), number)
    assert "the number 16 reads as 91" in only(tmp_path, game, "print.upside-down").message


def test_signs_and_small_numbers_are_not_judged(tmp_path):
    signed = BIG.replace("{{ id }}", "+{{ id }}")
    assert codes(tmp_path, deck(numbers(6, 9), signed)) == []
    little = BIG.replace("80 pt", "10 pt")
    assert codes(tmp_path, deck(numbers(6, 9), little, checks="twins: off")) == []
