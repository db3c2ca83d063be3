"""Outlines, shadows, arcs, text that runs down and text that runs to the left."""

from math import hypot

import pytest
from text_toys import Shelf, ink_of, job, problems, texts, unfolded

from cardforge.color import BLACK, parse_color
from cardforge.elements import Arc, Fit, Outline, TextShadow
from cardforge.geometry import Point, Transform
from cardforge.ink import Group, Path, Text
from cardforge.ink.bounds import box_round
from cardforge.layout.text import set_text
from cardforge.lines.order import ordered
from cardforge.lines.pieces import Piece, Run

GOLD, INK = parse_color("#c90"), parse_color("#123")
HEBREW = "שלום"


def test_an_outline_lies_beneath_its_letters_twice_as_wide_as_it_is_seen():
    style = {"color": GOLD, "outline": Outline(INK, 0.4)}
    beneath, above = ink_of("Word", (0, 0, 40, 9), style=style)
    assert beneath.tag.role == "Artifact"
    (copy,) = beneath.items
    assert (copy.fill, copy.stroke, copy.line_width) == (INK, INK, 0.8)
    assert (above.fill, above.stroke, above.line_width) == (GOLD, None, 0.0)
    assert (copy.text, copy.at, copy.size_pt) == (above.text, above.at, above.size_pt)


def test_a_shadow_is_the_same_letters_and_icons_moved_and_in_its_colour():
    style = {"color": GOLD, "shadow": TextShadow(INK, 0.5, 0.7)}
    shadow, *above = ink_of("Word {star}", (0, 0, 40, 9), style=style)
    copies = list(unfolded(shadow.items))
    assert [item.fill for item, _ in copies] == [INK, INK]
    assert isinstance(copies[1][0], Path)
    word = next(item for item, _ in unfolded(above) if isinstance(item, Text))
    at = copies[0][1].apply(copies[0][0].at)
    assert at == pytest.approx((word.at.x + 0.5, word.at.y + 0.7))


def test_a_shadow_has_the_outline_of_its_letters():
    style = {"outline": Outline(GOLD, 0.3), "shadow": TextShadow(INK)}
    shadow, outline, _ = ink_of("Word", (0, 0, 40, 9), style=style)
    assert shadow.items[0].line_width == outline.items[0].line_width == 0.6


@pytest.mark.parametrize("none", [{"outline": Outline()}, {"shadow": TextShadow()}])
def test_no_outline_and_no_shadow_are_nothing(none):
    assert ink_of("Word", (0, 0, 40, 9), style=none) == ink_of("Word", (0, 0, 40, 9))


def letters_on(ink):
    """Return each letter with the middle of its foot and the direction of its head, in degrees."""
    shelf = Shelf()
    font = job("x", (0, 0, 1, 1), shelf=shelf).font
    found = []
    for item, place in unfolded(ink):
        wide = font.width(item.text, item.size_pt)
        foot = place.apply(Point(wide / 2, 0.0))
        head = place.apply(Point(wide / 2, -1.0))
        found.append((item.text, foot, (head.x - foot.x, head.y - foot.y)))
    return found


@pytest.mark.parametrize(("side", "sign"), [("outside", 1), ("inside", -1)])
def test_letters_stand_on_their_circle_and_point_away_from_its_middle_or_to_it(side, sign):
    arc = Arc(radius=12.0, side=side, at=90.0)
    ink = ink_of("WORDS", (10, 10, 30, 30), arc=arc, style={"align": "center"})
    found = letters_on(ink)
    assert "".join(letter for letter, _, _ in found) == "WORDS"
    for _, foot, head in found:
        out = foot.x - 25, foot.y - 25
        assert hypot(*out) == pytest.approx(12.0)
        assert head == pytest.approx((sign * out[0] / 12, sign * out[1] / 12), abs=1e-6)
    # The middle of the word is a quarter round: to the right of the circle's middle.
    first, last = found[0][1], found[-1][1]
    assert (first.y < 25 < last.y) == (side == "outside")


def test_letters_on_an_arc_are_as_far_apart_as_in_a_line_and_kerned():
    shelf = Shelf()
    font = job("x", (0, 0, 1, 1), shelf=shelf).font
    ink = ink_of("AV", (0, 0, 40, 40), arc=Arc(radius=500.0, at=0.0))
    (_, first, _), (_, second, _) = letters_on(ink)
    a, both = font.width("A", 10), font.width("AV", 10)
    assert both < a + font.width("V", 10)
    kerned = both - font.width("V", 10)
    # From middle to middle: half of the first letter, as far as it goes, and half of the second.
    assert hypot(second.x - first.x, second.y - first.y) == pytest.approx(
        kerned - a / 2 + font.width("V", 10) / 2, abs=0.1
    )


@pytest.mark.parametrize("rise", [6.0, -6.0])
def test_text_that_rises_spans_its_box_and_stays_within_its_height(rise):
    shelf = Shelf()
    one = job("WIDE WORDS", (5, 5, 50, 12), shelf=shelf, style={"align": "center"},
              arc=Arc(rise=rise))  # fmt: skip
    feet = [foot for _, foot, _ in letters_on(set_text(one))]
    assert feet[0].y == pytest.approx(feet[-1].y, abs=0.3)
    middle = feet[len(feet) // 2].y
    assert (middle < feet[0].y) == (rise > 0)
    assert all(17 - 6 - 1e-6 <= foot.y <= 17 + 1e-6 for foot in feet)
    assert (feet[0].x + feet[-1].x) / 2 == pytest.approx(30, abs=0.5)


def test_text_too_long_for_its_arc_shrinks_or_is_reported():
    arc = Arc(radius=6.0, span=90.0)
    (problem,) = problems("far too many letters", (0, 0, 20, 20), arc=arc)
    assert problem[0] == "text.overfull"
    assert "too long on its arc" in problem[1]
    ink = ink_of("far too many letters", (0, 0, 20, 20), arc=arc, fit=Fit(1.0))
    assert next(unfolded(ink))[0].size_pt < 10


def test_the_centre_of_an_arc_may_lie_anywhere():
    arc = Arc(radius=20.0, center=(10.0, 40.0), at=0.0)
    ink = ink_of("x", (3, 4, 30, 30), arc=arc, style={"align": "center"})
    ((_, foot, _),) = letters_on(ink)
    assert foot == pytest.approx((13, 24))


def test_joined_letters_stay_words_on_an_arc():
    # Overridden, Latin letters run to the left as Hebrew ones do.
    one = job("\u202eab cd", (0, 0, 30, 30), arc=Arc(radius=10.0))
    words = [item.text.strip("\u202e") for item, _ in unfolded(set_text(one))]
    assert words == ["cd", "ab"]


def test_text_of_both_directions_stands_on_an_arc_as_it_does_in_a_line():
    # An embedding that runs to the left: what is in it stands last, from right to left.
    words = "\u202eab [cd]{accent}\u202c 12 [xy]{accent} z"
    bent = ink_of(words, (0, 0, 60, 30), arc=Arc(radius=500.0), style={"direction": "rtl"})
    letters = [item.text.strip("\u202e\u202c") for item, _ in unfolded(bent)]
    assert "".join(letters) == "xyz12cdab"
    xs = [place.apply(Point(0.0, 0.0)).x for _, place in unfolded(bent)]
    assert xs == sorted(xs)


def test_a_bar_under_words_on_an_arc_is_bent_with_them():
    ink = ink_of("a [bcd]{underline} e", (0, 0, 30, 30), arc=Arc(radius=10.0, at=90.0))
    (bar,) = [item for item in ink if isinstance(item, Path)]
    centre = 15.0, 15.0
    ends = [hypot(s[-2] - centre[0], s[-1] - centre[1]) for s in bar.segments if len(s) > 1]
    assert max(ends) == pytest.approx(10.0 - 0.12 * 10 * 25.4 / 72, abs=0.01)
    assert max(ends) - min(ends) == pytest.approx(0.055 * 10 * 25.4 / 72, abs=0.01)


def test_text_that_runs_down_has_its_latin_letters_turned_and_lines_from_right_to_left():
    ink = ink_of("one two three", (10, 10, 20, 18), wrap=True, vertical=True)
    found = [(item.text.strip(), place) for item, place in unfolded(ink)]
    assert all((place.a, place.b) == pytest.approx((0, 1)) for _, place in found)
    places = {text: place.apply(item.at) for (item, place), (text, _) in
              zip(unfolded(ink), found, strict=True)}  # fmt: skip
    first, *others = places.values()
    assert first.y == pytest.approx(10)
    assert all(other.x < first.x for other in others)
    assert 20 < first.x < 30


def test_text_that_runs_down_fits_the_height_of_its_box():
    shelf = Shelf()
    one = job("a longer line of words", (10, 10, 30, 18), shelf=shelf, wrap=True, vertical=True)
    box = box_round(set_text(one), shelf.fonts, Transform())
    assert box.y >= 10 - 0.2
    assert box.bottom <= 28 + 0.2
    assert box.right <= 40
    (problem,) = problems("a longer line", (10, 10, 30, 8), vertical=True)
    assert problem[0] == "text.overfull"


def test_start_and_end_follow_the_direction_of_the_text():
    for direction in ("ltr", "rtl"):
        for align in ("start", "end"):
            style = {"direction": direction, "align": align}
            ((_, x, _),) = texts(ink_of("abc", (0, 0, 50, 9), style=style))
            assert (x == 0) == ((direction, align) in (("ltr", "start"), ("rtl", "end")))


class Even:
    """A font whose letters are all 1 mm wide."""

    def width(self, text, size_pt, tracking=0.0, shaping=None):
        return float(len(text))


@pytest.mark.parametrize(
    ("words", "rtl", "shown"),
    [
        (("ab", " ", "cd"), False, ["ab", " ", "cd"]),
        ((HEBREW, " ", "cd"), True, ["cd", " ", HEBREW]),
        ((HEBREW, " ", "ab", " ", "cd", " ", HEBREW[::-1]), True,
         [HEBREW[::-1], " ", "ab", " ", "cd", " ", HEBREW]),
        (("ab", " ", HEBREW, " ", HEBREW[::-1]), False, ["ab", " ", HEBREW[::-1], " ", HEBREW]),
    ],
)  # fmt: skip
def test_pieces_of_both_directions_are_ordered_from_left_to_right(words, rtl, shown):
    pieces = [Piece(Run(word, Even(), 10.0, BLACK), word, float(len(word))) for word in words]
    found = ordered(pieces, rtl=rtl, whole=True)
    assert [piece.text for piece, _ in found] == shown
    assert all(turned for piece, turned in found if piece.text in (HEBREW, HEBREW[::-1]))


def test_a_line_of_one_style_is_one_text_in_the_order_in_which_it_is_read():
    run = Run(f"a{HEBREW} b", Even(), 10.0, BLACK)
    pieces = [Piece(run, f"a{HEBREW}", 5.0), Piece(run, " ", 1.0, True), Piece(run, "b", 1.0)]
    ((piece, turned),) = ordered(pieces, rtl=True, whole=True)
    assert (piece.text, piece.width, turned) == (f"a{HEBREW} b", 7.0, True)


def test_lists_that_run_to_the_left_hang_from_the_right():
    style = {"direction": "rtl", "align": "start"}
    ink = ink_of("- one two three four five six seven", (0, 0, 30, 30), wrap=True, style=style)
    found = texts(ink)
    bullet = next(x for text, x, _ in found if text == "•")
    assert 25 < bullet < 30
    rights = [item.at.x for item, _ in unfolded(ink) if isinstance(item, Text)]
    assert max(rights) == bullet


def test_every_copy_is_a_copy_of_something():
    style = {"outline": Outline(INK), "shadow": TextShadow(INK), "color": GOLD}
    ink = ink_of("[a]{underline} {star} 1", (0, 0, 60, 9), style={**style, "tabular": True})
    groups = [item for item in ink if isinstance(item, Group) and item.tag is not None]
    kinds = [sorted(type(item).__name__ for item, _ in unfolded(group.items)) for group in groups]
    assert kinds[0] == kinds[1]
    assert BLACK not in [item.fill for group in groups for item, _ in unfolded(group.items)]


@pytest.mark.parametrize("wrap", [False, True])
def test_text_that_runs_down_too_far_is_too_high_and_not_too_wide(wrap):
    ((code, message, _),) = problems("abcdefghijklmnop", (0, 0, 20, 12), vertical=True, wrap=wrap)
    assert code == "text.overfull"
    assert "mm too high" in message
