"""What is told by colour: alone, to colour-blind eyes, and in grey print."""

from itertools import combinations

import pytest
from judging import deck, judged, line_of, side

from cardforge.check.accessibility import meeting
from cardforge.check.accessibility.merging import are_apart

# Told apart at once, but not by deutan eyes, and of one lightness.
RED, GREEN = "#d32f2f", "#388e3c"
# Told apart by every eye, and in grey.
BLUE, YELLOW = "#0072b2", "#f0e442"
HUES = f'red: "{RED}", green: "{GREEN}", blue: "{BLUE}", yellow: "{YELLOW}"'
DISC = 'shape: circle, fill: "{{ hue }}", box: {x: 50%, y: 60, width: 20, height: 20}'
NUMBER = 'text: "{{ value }}", size: 30 pt, box: {left: 5, top: 5, height: 12}'
SIGN = 'icon: "{{ sign }}", box: {right: 5, top: 5, width: 8, height: 8}'


def cards(hues, values, **more):
    """Return a row for each hue and value; `more` gives other fields by hue."""
    return [
        f"id: {hue}-{value}, hue: {hue}, value: {value}"
        + "".join(f", {name}: {words[hue]}" for name, words in more.items())
        for hue in hues
        for value in values
    ]


def codes(problems):
    """Return the codes of problems."""
    return {problem.code.removeprefix("print.") for problem in problems}


# Colour alone


def test_two_suits_told_by_colour_only_are_reported_at_their_deck(tmp_path):
    rest = deck([NUMBER, DISC], cards(["red", "green"], [1, 2, 3]), HUES)
    (problem,) = judged(tmp_path, rest, "print.colour-only")
    assert problem.message == (
        "cards.red-1 and cards.green-1 differ in colour alone:"
        f" red {RED} and green {GREEN}; 2 more pairs likewise"
    )
    assert problem.cards == tuple(f"cards.{h}-{v}" for v in (1, 2, 3) for h in ("red", "green"))
    assert problem.span.line == line_of(rest, "cards:") + 1
    ((place, said),) = problem.related
    assert (place.line, said) == (line_of(rest, "circle"), "painted here")


@pytest.mark.parametrize(
    "more",
    [
        'icon: "{{ sign }}", box: {right: 5, top: 5, width: 8, height: 8}',
        'text: "{{ sign }}", size: 9 pt, box: {left: 5, bottom: 5, height: 5}',
        "shape: \"{{ 'star' if sign == 'star' else 'circle' }}\", fill: black, box: {bottom: 5}",
        "shape: circle, fill: black, box: {x: \"{{ 20 if sign == 'star' else 40 }}\", width: 5}",
        "shape: circle, if: sign == 'star', fill: black, box: {width: 5}",
    ],
    ids=["icon", "word", "shape", "place", "presence"],
)
def test_a_sign_of_any_kind_beside_the_colour_silences_everything(tmp_path, more):
    signs = {"red": "heart", "green": "star"}
    rest = deck([NUMBER, DISC, more], cards(["red", "green"], [1, 2, 3], sign=signs), HUES)
    assert judged(tmp_path, rest) == []


def test_a_number_that_differs_is_enough_for_two_cards(tmp_path):
    rest = deck([NUMBER, DISC], ["id: a, hue: red, value: 1", "id: b, hue: green, value: 2"], HUES)
    assert judged(tmp_path, rest) == []


def test_colours_of_which_one_is_plainly_lighter_are_not_alone(tmp_path):
    rest = deck([NUMBER, DISC], cards(["blue", "yellow"], [1, 2]), HUES)
    assert judged(tmp_path, rest) == []


def test_the_limit_of_plainly_lighter_is_the_game_s(tmp_path):
    rest = deck([NUMBER, DISC], cards(["blue", "yellow"], [1, 2]), HUES)
    strict = "checks: {colour-only: {least: 7}}\n"
    assert codes(judged(tmp_path, strict + rest)) == {"colour-only"}


def test_equal_cards_are_not_told_by_colour(tmp_path):
    rest = deck([NUMBER, DISC], ["id: a, hue: red, value: 1", "id: b, hue: red, value: 1"], HUES)
    assert judged(tmp_path, rest) == []


def tokens(face, back=None, other=None):
    """Return a game of tokens with a disc of a colour on their sides."""
    disc = "{{shape: rectangle, fill: '{}', box: bleed}}"
    decks = "".join(
        f"  {name}:\n    shape: round\n    size: 20\n    rows: [{{id: one}}]\n"
        f"    face: {name}\n    back: {'lost' if back else 'none'}\n"
        for name in (["life", "harm"] if other else ["life"])
    )
    templates = {"life": face, "lost": back, "harm": other}
    return (
        f"palette: {{{HUES}}}\n"
        "decks:\n  cards:\n    rows: [{id: one}]\n    face: plain\n    back: none\n"
        f"tokens:\n{decks}templates:\n  plain:\n    elements: []\n"
        + "".join(f"  {n}:\n    elements: [{disc.format(c)}]\n" for n, c in templates.items() if c)
    )


def test_two_sides_of_a_token_told_by_colour_only_are_reported(tmp_path):
    (problem,) = judged(tmp_path, tokens("red", back="green"), "print.colour-only")
    assert problem.message.startswith("the two sides of life.one differ in colour alone")
    assert judged(tmp_path, tokens("blue", back="yellow")) == []


def test_tokens_of_different_kinds_are_compared(tmp_path):
    (problem,) = judged(tmp_path, tokens("red", other="green"), "print.colour-only")
    assert problem.cards == ("life.one", "harm.one")
    assert judged(tmp_path, tokens("blue", other="yellow")) == []


def test_two_backs_that_differ_in_colour_alone_are_reported(tmp_path):
    rest = (
        f"palette: {{{HUES}}}\ndecks:\n"
        + "".join(
            f"  {n}:\n    rows: [{{id: one}}]\n    face: {n}-face\n    back: {n}\n"
            for n in ("red", "green")
        )
        + "templates:\n"
        + "".join(
            f"  {n}:\n    elements: [{{shape: rectangle, fill: {n}, box: bleed}}]\n"
            f"  {n}-face:\n    elements: [{{text: {n}, size: 9 pt, box: {{top: 9, height: 9}}}}]\n"
            for n in ("red", "green")
        )
    )
    (problem,) = judged(tmp_path, rest, "print.colour-only")
    assert problem.cards == ("red.one", "green.one")


# Colour-blind eyes


def test_a_pair_that_merges_is_reported_once_with_its_names_and_the_kinds_of_vision(tmp_path):
    again = DISC.replace("60", "30")
    rest = deck([NUMBER, DISC, again], cards(["red", "green"], [1, 2, 3]), HUES)
    (problem,) = judged(tmp_path, rest, "print.vision")
    assert problem.message == (
        f"red {RED} and green {GREEN} alone tell cards apart and merge for deutan"
        " (#8b7c28 and #867a42, 5.2 apart) vision, 10 is needed"
    )
    assert problem.span.line == line_of(rest, "circle")
    assert problem.cards == ("cards.red-1", "cards.green-1")


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("protan", "#0b4f8a", "#a23b72"),
        ("deutan", RED, GREEN),
        ("tritan", "#1f7a54", "#2461a8"),
    ],
)
def test_each_kind_of_vision_is_simulated(tmp_path, kind, one, other):
    hues = f'red: "{one}", green: "{other}"'
    rest = deck([NUMBER, DISC], cards(["red", "green"], [1, 2]), hues)
    (problem,) = judged(tmp_path, rest, "print.vision")
    assert f"merge for {kind} (" in problem.message


def test_colours_from_a_colour_blind_safe_set_do_not_merge(tmp_path):
    safe = "#e69f00 #56b4e9 #009e73 #f0e442 #0072b2 #d55e00 #cc79a7".split()
    names = "abcdefg"
    hues = ", ".join(f'{n}: "{c}"' for n, c in zip(names, safe, strict=True))
    rest = deck([NUMBER, DISC], cards(names, [1, 2]), hues)
    assert judged(tmp_path, rest, "print.vision") == []


def test_a_kind_told_by_colour_among_cards_with_texts_of_their_own_is_reported(tmp_path):
    rows = [
        f"id: {hue}-{n}, hue: {hue}, value: {hue} story {n}"
        for hue in ("red", "green")
        for n in (1, 2, 3)
    ]
    small = NUMBER.replace("30 pt", "9 pt")
    assert codes(judged(tmp_path, deck([small, DISC], rows, HUES))) == {"vision", "grey"}
    # A word for the kind says the same.
    word = 'text: "{{ hue }}", size: 9 pt, box: {left: 5, bottom: 5, height: 5}'
    assert judged(tmp_path, deck([small, DISC, word], rows, HUES)) == []


def test_another_colour_that_does_not_merge_tells_as_well(tmp_path):
    second = DISC.replace("hue", "light").replace("60", "30")
    lights = {"red": "blue", "green": "yellow"}
    rest = deck([NUMBER, DISC, second], cards(["red", "green"], [1, 2], light=lights), HUES)
    assert judged(tmp_path, rest) == []
    same = {"red": "blue", "green": "blue"}
    rest = deck([NUMBER, DISC, second], cards(["red", "green"], [1, 2], light=same), HUES)
    assert "vision" in codes(judged(tmp_path, rest))


def test_colours_that_ordinary_eyes_hardly_tell_apart_are_no_pair(tmp_path):
    rest = deck([NUMBER, DISC], cards(["red", "green"], [1]), 'red: "#803030", green: "#883838"')
    assert judged(tmp_path, rest, "print.vision") == []


def test_a_side_of_very_many_colours_is_judged_by_its_commonest(tmp_path, monkeypatch):
    compared = []

    def counted(pair, limits):
        compared.append(pair)
        return are_apart(pair, limits)

    monkeypatch.setattr(meeting, "_MOST_COLORS", 2)
    monkeypatch.setattr(meeting, "are_apart", counted)
    field = 'shape: rectangle, fill: "{}", box: {{left: {}, width: 5, top: {}, height: 5}}'
    common = [field.format(color, left, 20) for color, left in ((RED, 5), (GREEN, 10))] * 2
    rare = [field.format(f"#0000{blue:02x}", 20, 30) for blue in range(100, 120)]
    (problem,) = judged(tmp_path, side([*rare, *common]), "print.vision")
    assert f"{RED} and {GREEN} meet here" in problem.message
    # The two and white paper.
    assert len(set(compared)) == 3


def test_shapes_that_meet_in_merging_colours_are_reported(tmp_path):
    field = 'shape: rectangle, fill: "{}", box: {{left: 5, width: 20, top: 20, height: 20}}'
    beside = 'shape: rectangle, fill: "{}", box: {{left: {}, width: 20, top: 20, height: 20}}'
    dot = 'shape: circle, fill: "{}", box: {{x: 15, y: 30, width: 8, height: 8}}'
    for other in (beside.format(GREEN, 25), dot.format(GREEN)):
        rest = side([field.format(RED), other])
        (problem,) = judged(tmp_path, rest, "print.vision")
        assert f"{RED} and {GREEN} meet here and merge for deutan" in problem.message.replace(
            f"{GREEN} and {RED}", f"{RED} and {GREEN}"
        )
    # White between them, or another colour, parts them.
    assert judged(tmp_path, side([field.format(RED), beside.format(GREEN, 30)])) == []
    assert judged(tmp_path, side([field.format(RED), dot.format(BLUE)])) == []
    rest = side([field.format(RED), dot.format("white").replace("8", "12"), dot.format(GREEN)])
    assert judged(tmp_path, rest) == []


def test_shapes_meet_wherever_they_are_turned(tmp_path):
    one = f'{{shape: rectangle, fill: "{RED}", box: {{left: 20, width: 12, top: 30, height: 20}}}}'
    two = one.replace(RED, GREEN).replace("left: 20", "left: 32")
    for turned in (0, 30, 45, 90):
        rest = side([f"group: [{one}, {two}], rotate: {turned}, box: trim"])
        assert len(judged(tmp_path, rest, "print.vision")) == 1, turned
        apart = rest.replace("left: 32", "left: 34")
        assert judged(tmp_path, apart, "print.vision") == [], turned


def test_the_border_of_a_shape_meets_its_own_fill(tmp_path):
    box = "box: {left: 20, width: 20, top: 30, height: 20}"
    both = f'shape: rectangle, fill: "{RED}", stroke: "{GREEN}", line-width: 2, {box}'
    assert len(judged(tmp_path, side([both]), "print.vision")) == 1
    assert judged(tmp_path, side([both.replace(GREEN, BLUE)])) == []


def test_what_is_cut_off_meets_nothing(tmp_path):
    pale = "#b8eacc"  # merges with white for deutan eyes
    field = f'shape: rectangle, fill: "{pale}", box: {{left: 5, width: 20, top: 20, height: 20}}'
    assert len(judged(tmp_path, side([field]), "print.vision")) == 1
    assert judged(tmp_path, side([f'shape: rectangle, fill: "{pale}", box: bleed'])) == []


# Grey print


def test_cards_that_are_alike_in_grey_print_are_reported(tmp_path):
    rest = deck([NUMBER, DISC], cards(["red", "green"], [1, 2]), HUES)
    (problem,) = judged(tmp_path, rest, "print.grey")
    assert problem.message == (
        "cards.red-1 and cards.green-1 look alike in grey print: red #d32f2f has L* 47 and"
        " green #388e3c has L* 52, 10 apart are needed; 1 more pairs likewise"
    )


def test_colours_of_different_lightness_survive_grey_print(tmp_path):
    hues = 'red: "#a01818", green: "#6fbf73"'
    rest = deck([NUMBER, DISC], cards(["red", "green"], [1, 2]), hues)
    assert judged(tmp_path, rest, "print.grey") == []


def test_a_kind_that_is_one_grey_is_reported_at_its_element(tmp_path):
    rows = [f"id: {h}-{n}, hue: {h}, value: {h}{n}" for h in ("red", "green") for n in (1, 2)]
    rest = deck([NUMBER, DISC], rows, HUES)
    (problem,) = judged(tmp_path, rest, "print.grey")
    assert problem.message == (
        f"red {RED} and green {GREEN} alone tell cards apart and are one grey in print,"
        " L* 47 and 52, 10 apart are needed"
    )
    assert problem.span.line == line_of(rest, "circle")


# Settings and allowances


@pytest.mark.parametrize("name", ["vision", "colour-only", "grey"])
def test_each_check_has_its_severity_and_can_be_off(tmp_path, name):
    rest = deck([NUMBER, DISC], cards(["red", "green"], [1, 2]), HUES)
    (problem,) = judged(tmp_path, f"checks: {{{name}: error}}\n" + rest, f"print.{name}")
    assert problem.severity == "error"
    everything = {"vision", "colour-only", "grey"}
    assert codes(judged(tmp_path, f"checks: {{{name}: off}}\n" + rest)) == everything - {name}


def test_limits_are_those_of_the_game(tmp_path):
    rest = deck([NUMBER, DISC], cards(["red", "green"], [1, 2]), HUES)
    lenient = "checks: {vision: {least: 5}, grey: {least: 2}, colour-only: {least: 1.1}}\n"
    assert judged(tmp_path, lenient + rest) == []


def test_every_pair_of_many_hues_is_looked_at(tmp_path):
    hues = {"a": "#d32f2f", "b": "#388e3c", "c": "#2461a8", "d": "#7b3fa0"}
    palette = ", ".join(f'{n}: "{c}"' for n, c in hues.items())
    (problem,) = judged(tmp_path, deck([NUMBER, DISC], cards(hues, [1]), palette), "print.vision")
    named = {(a, b) for a, b in combinations(hues, 2)
             if f"{a} {hues[a]} and {b} {hues[b]}" in problem.message}  # fmt: skip
    assert named == {("a", "b"), ("c", "d")}


def test_an_element_of_very_many_colours_is_a_scale_and_no_sign(tmp_path):
    rest = (
        "decks:\n  cards:\n    for: {step: 1..%d}\n    face: face\n    back: none\n"
        "templates:\n  face:\n    elements:\n"
        "      - {shape: circle, fill: \"{{ (step / %d) | ramp(['#d32f2f', '#388e3c']) }}\","
        " box: {x: 50%%, y: 60, width: 20, height: 20}}\n"
    )
    assert judged(tmp_path, rest % (20, 20), "print.vision")
    assert judged(tmp_path, rest % (120, 120), "print.vision") == []


def test_a_scale_that_repeats_a_few_colours_on_numbered_cards_is_no_sign(tmp_path):
    rest = (
        "decks:\n  cards:\n    for: {step: 1..%d}\n    face: face\n    back: none\n"
        "templates:\n  face:\n    elements:\n"
        "      - {shape: circle, fill: \"{{ (step // %d / 20) | ramp(['#d32f2f', '#388e3c']) }}\","
        " box: {x: 50%%, y: 60, width: 20, height: 20}}\n"
    )
    number = '      - {text: "{{ step }}", size: 30 pt, box: {left: 5, top: 5, height: 12}}\n'
    # Of 40 cards some share one of 27 colours; of 60 cards three have each of 20.
    scale = rest.replace("step // %d", "(step if step < 14 else step // 2 + 7)") % 40
    assert judged(tmp_path, scale, "print.vision")
    assert judged(tmp_path, scale + number, "print.vision") == []
    assert judged(tmp_path, rest % (60, 3) + number, "print.vision")
