"""Setting text: lines and paragraphs, icons, lists, columns, first letters that drop."""

from itertools import pairwise, product
from time import perf_counter

import pytest
from text_toys import Shelf, ink_of, job, problems, rows, texts, unfolded

from cardforge.color import BLACK
from cardforge.elements import Fit
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Plate, Rect, Text, Use
from cardforge.ink.bounds import box_round, every_ink
from cardforge.layout.text import set_text, text_size
from cardforge.layout.text.long_path import set_long
from cardforge.layout.text.plain import plain_line
from cardforge.units import pt_to_mm

SENTENCE = (
    "Choose another player and look at their hand. They keep one card and give you the other "
    "two, then both of you draw until you have five cards again."
)
LOOKS = (
    {},
    {"tabular": True},
    {"upper": True},
    {"features": ("ss01",)},
)
MORE = ({}, {"optical": True}, {"underline": True}, {"optical": True, "underline": True})


@pytest.mark.parametrize(
    ("align", "valign"), product(("left", "center", "right"), ("top", "middle", "bottom"))
)
def test_the_short_path_of_a_plain_line_gives_the_very_ink_of_the_long_one(align, valign):
    shelf = Shelf(display="FjallaOne-Regular")
    for fit, look, more, font in product((None, Fit(6.0, 14.0)), LOOKS, MORE, ("plain", "display")):
        style = {"align": align, "valign": valign, **look}
        one = job(
            "Vingt et 21", (3, 4, 40, 9), shelf=shelf, style=style, fit=fit, font=font, **more
        )
        short, long = plain_line(one), set_long(one)
        assert short is not None
        assert len(short) == len(long)
        for a, b in zip(short, long, strict=True):
            if isinstance(a, Text):
                assert a._replace(at=None) == b._replace(at=None)
                assert a.at == pytest.approx(b.at)
            else:
                assert a.box == pytest.approx(b.box)


@pytest.mark.parametrize("words", ["a **b**", "a {coin}", "[a]{red}", r"\*a", "שלום", "a\nb"])
def test_a_line_that_is_not_plain_takes_the_long_path(words):
    one = job(words, (0, 0, 60, 20), shelf=Shelf(plain="OpenSans-Regular"))
    assert plain_line(one) is None


def test_a_line_shrinks_to_its_box_and_grows_to_its_largest_size():
    for fit, size in ((Fit(4.0), 6.0), (Fit(4.0, 20.0), 6.0)):
        (ink,) = ink_of("Vingt et un", (0, 0, 12.5, 9), fit=fit)
        assert ink.size_pt < 10
        assert ink.size_pt > size
    (ink,) = ink_of("Vingt et un", (0, 0, 60, 20), fit=Fit(4.0, 20.0))
    assert ink.size_pt == 20


def test_a_paragraph_grows_and_shrinks_in_quarter_points():
    sizes = {}
    for height in (30, 20, 12):
        ink = ink_of(SENTENCE, (0, 0, 50, height), wrap=True, fit=Fit(4.0, 14.0))
        sizes[height] = ink[0].size_pt
        pitch = pt_to_mm(ink[0].size_pt) * 1.2
        assert len(rows(ink)) * pitch <= height + 1e-6
    assert sizes[30] > sizes[20] > sizes[12]
    assert all(size % 0.25 == 0 for size in sizes.values())


def test_a_quarter_point_more_would_not_fit():
    one = job(SENTENCE, (0, 0, 50, 16), wrap=True, fit=Fit(4.0, 14.0))
    size = set_text(one)[0].size_pt
    larger = job(SENTENCE, (0, 0, 50, 16), wrap=True, style={"size": size + 0.25})
    set_text(larger)
    assert [p.code for p in larger.report.problems] == ["text.overfull"]


def test_the_smallest_of_many_shrunk_cards_is_named():
    shelf = Shelf()
    one = job("x", (0, 0, 20, 9), shelf=shelf)
    for card, words in (("a", "a few words"), ("b", "very many more words"), ("c", "some words")):
        element = one.element._replace(text=words, fit=Fit(2.0, 16.0))
        set_text(one._replace(element=element, card=card))
    (problem,) = [p for p in one.report.problems if p.code == "text.shrunk"]
    (ink,) = ink_of("very many more words", (0, 0, 20, 9), shelf=shelf, fit=Fit(2.0, 16.0))
    assert problem.cards == ("a", "b", "c")
    assert problem.message.endswith(f"{ink.size_pt:.2f} pt".replace("0 pt", " pt"))


def test_an_icon_is_an_inset_on_the_baseline_in_the_colour_of_its_words():
    ink = ink_of("a {coin} [b {heart}]{accent} {star:#00f}", (0, 0, 60, 9))
    found = [(item.plate.items[0].fill, item.at.y + item.plate.trim.height, place.f)
             for item, place in unfolded(ink) if isinstance(item, Use)]  # fmt: skip
    accent = Shelf().game.palette["accent"]
    assert [fill for fill, _, _ in found][:2] == [BLACK, accent]
    assert found[2][0].values == (0.0, 0.0, 1.0)
    assert len({round(foot + move, 6) for _, foot, move in found}) == 1


def test_a_larger_icon_is_as_many_times_as_high():
    high = []
    for size in ("", " 2", " 0.5"):
        (item,) = [i for i, _ in unfolded(ink_of(f"{{coin{size}}}", (0, 0, 60, 9)))]
        high.append(item.plate.trim.height)
    assert high[1] == pytest.approx(2 * high[0])
    assert high[2] == pytest.approx(high[0] / 2)


def test_an_unknown_icon_is_reported_once_and_nothing_is_drawn():
    one = job("{con} {con} {coin}", (0, 0, 60, 9))
    assert set_text(one) == ()
    (problem,) = one.report.problems
    assert problem.code == "icon.unknown"


def test_words_take_the_size_colour_and_place_that_their_braces_say():
    ink = ink_of("a [b]{accent, 5 pt} [c]{200 %} x[2]{superscript}", (0, 0, 60, 9))
    found = {item.text.strip(): (item, place) for item, place in unfolded(ink)}
    accent = Shelf().game.palette["accent"]
    assert (found["b"][0].size_pt, found["b"][0].fill) == (5, accent)
    assert found["c"][0].size_pt == 20
    base = found["a"][0].at.y
    assert found["b"][0].at.y == base
    assert found["2"][0].at.y < base
    assert found["2"][0].size_pt < 10


def test_sizes_in_braces_shrink_with_the_text():
    ink = ink_of("aaaaaaaaaaaa [b]{20 pt}", (0, 0, 14, 9), fit=Fit(2.0))
    first, second = (item.size_pt for item, _ in unfolded(ink))
    assert first < 10
    assert second == pytest.approx(2 * first)


def test_markup_false_prints_as_typed():
    (ink,) = ink_of("**a** {b} [c]{d}", (0, 0, 60, 9), style={"markup": False})
    assert ink.text == "**a** {b} [c]{d}"


def test_an_entry_of_a_list_hangs_from_its_bullet():
    words = f"- {SENTENCE}\n• two\n12. three\nnone"
    ink = ink_of(words, (0, 0, 50, 40), wrap=True)
    shown = rows(ink)
    assert shown[0].startswith("•Choose")
    assert shown[-3:] == ["•two", "12.three", "none"]
    left = {}
    for text, x, y in texts(ink):
        left.setdefault(round(y, 3), []).append((x, text))
    starts = [min(x for x, text in found if text[0] not in "•1") for found in left.values()]
    assert len({round(x, 6) for x in starts[:-1]}) == 1
    assert starts[-1] == 0 < starts[0]


def test_lines_that_are_never_wrapped_have_no_lists():
    assert rows(ink_of("- a\n1. b", (0, 0, 60, 20))) == ["- a", "1. b"]


def test_a_line_break_ends_the_line_and_a_blank_line_stays():
    ink = ink_of("one\ntwo\n\nthree", (0, 0, 60, 40), wrap=True)
    tops = sorted({y for _, _, y in texts(ink)})
    pitch = pt_to_mm(10) * 1.2
    assert [round((top - tops[0]) / pitch, 6) for top in tops] == [0, 1, 3]


def test_paragraphs_are_moved_in_and_apart():
    style = {"indent": 4.0, "paragraph_gap": 2.0}
    ink = ink_of(f"{SENTENCE}\n{SENTENCE}", (0, 0, 50, 60), wrap=True, style=style)
    found = sorted({(round(y, 3), round(x, 3)) for _, x, y in texts(ink)})
    lefts = [x for _, x in found]
    half = len(found) // 2
    assert lefts == [4.0, *[0.0] * (half - 1)] * 2
    pitch = pt_to_mm(10) * 1.2
    gaps = [b[0] - a[0] for a, b in pairwise(found)]
    assert max(gaps) == pytest.approx(pitch + 2.0, abs=2e-3)
    assert sorted(gaps)[-2] == pytest.approx(pitch, abs=2e-3)


def test_columns_are_even_and_keep_their_gap():
    ink = ink_of(SENTENCE, (0, 0, 50, 40), wrap=True, columns=2, column_gap=6.0)
    lefts = {round(x, 3) for _, x, _ in texts(ink)}
    assert lefts == {0.0, 28.0}
    counts = [sum(round(x, 3) == left for _, x, _ in texts(ink)) for left in sorted(lefts)]
    assert abs(counts[0] - counts[1]) <= 1


def test_the_first_letter_drops_beside_its_lines():
    ink = ink_of(SENTENCE, (2, 3, 50, 40), wrap=True, drop_cap=3)
    found = texts(ink)
    letter, rest = found[0], found[1:]
    assert letter[0] == "C"
    ys = sorted({round(y, 6) for _, _, y in rest})
    # It stands on the baseline of the third line, its head level with that of the first.
    assert letter[2] == pytest.approx(ys[2])
    lefts = {round(y, 6): min(x for _, x, y2 in rest if round(y2, 6) == y) for y in ys}
    beside = {round(lefts[y], 6) for y in ys[:3]}
    assert len(beside) == 1
    assert beside.pop() > 6
    assert {lefts[y] for y in ys[3:]} == {2.0}


def test_a_drop_cap_of_a_short_text_still_has_its_height():
    size = text_size(job("Go", (0, 0, 50, 40), wrap=True, drop_cap=3))
    assert size.height == pytest.approx(3 * pt_to_mm(10) * 1.2)


def test_the_ink_of_a_paragraph_is_aligned_where_it_is_optical():
    shelf = Shelf()
    for valign in ("top", "bottom"):
        style = {"valign": valign}
        ink = ink_of("one\ntwo", (5, 6, 40, 30), shelf=shelf, wrap=True, style=style, optical=True)
        box = box_round(ink, shelf.fonts, Transform())
        assert box.x == pytest.approx(5)
        assert (box.y if valign == "top" else box.bottom) == pytest.approx(
            6 if valign == "top" else 36
        )


def test_optical_lines_keep_the_room_that_bullets_indents_and_a_drop_cap_take():
    shelf = Shelf()

    def lefts(words, **more):
        ink = ink_of(words, (5, 6, 24, 30), shelf=shelf, wrap=True, optical=True, **more)
        return [round(box_round((i,), shelf.fonts, p).x, 3) for i, p in unfolded(ink)]

    marker, first, second = lefts("- Hits over and over")
    assert marker < first == second
    first, second = lefts("Hits over and over", style={"indent": 4.0})
    assert (first, second) == (9.0, 5.0)
    cap, *beside = lefts("Hits over and over and over again", drop_cap=2)
    assert cap == 5.0
    assert beside[0] == beside[1] > 8.0
    assert beside[2] == 5.0


def test_an_optical_drop_cap_stands_on_the_line_that_it_ends_with():
    ink = ink_of("Hits over and over and over", (5, 6, 24, 30), wrap=True, optical=True, drop_cap=2)
    feet = [round(y, 3) for _, _, y in texts(ink)]
    assert feet[0] == feet[2]


def test_more_lines_than_may_be_do_not_fit():
    assert problems(SENTENCE, (0, 0, 50, 80), wrap=True, max_lines=3)[0][0] == "text.overfull"
    assert "max-lines: 3" in problems(SENTENCE, (0, 0, 50, 80), wrap=True, max_lines=3)[0][1]
    assert problems(SENTENCE, (0, 0, 50, 80), wrap=True, max_lines=9) == []


def test_words_are_divided_only_where_that_is_asked_for():
    words = "precipitevolissimevolmente e responsabilmente"
    shelf = Shelf("it")
    plain = problems(words, (0, 0, 26, 40), shelf=shelf, wrap=True)
    assert plain[0][0] == "text.overfull"
    style = {"hyphenate": True}
    ink = ink_of(words, (0, 0, 26, 40), shelf=shelf, wrap=True, style=style)
    assert any(row.endswith("-") for row in rows(ink))


def test_justified_lines_fill_the_column_but_for_the_last():
    ink = ink_of(SENTENCE, (0, 0, 50, 40), wrap=True, style={"align": "justify"})
    shelf = Shelf()
    font = job("x", (0, 0, 1, 1), shelf=shelf).font
    ends = {}
    for item, _ in unfolded(ink):
        text = item.text.rstrip()
        right = item.at.x + font.width(text, item.size_pt, item.tracking) - item.tracking
        ends[round(item.at.y, 3)] = max(ends.get(round(item.at.y, 3), 0.0), right)
    *others, last = (ends[y] for y in sorted(ends))
    assert all(end == pytest.approx(50, abs=0.05) for end in others)
    assert last < 50


def test_small_capitals_of_a_font_without_them_are_smaller_capitals():
    ink = ink_of("[Ab Cd]{small-caps}", (0, 0, 60, 9))
    assert [(item.text, item.size_pt < 10) for item, _ in unfolded(ink)] == [
        ("A", False), ("B", True), (" C", False), ("D", True),
    ]  # fmt: skip


def test_figures_of_one_width_stand_in_one_column_even_without_the_font_s_help():
    shelf = Shelf(display="FjallaOne-Regular")
    starts = []
    for words in ("111", "888"):
        one = job(words, (0, 0, 60, 9), shelf=shelf, font="display", style={"tabular": True})
        ink = set_text(one)
        middles = [
            item.at.x + one.font.width(item.text, item.size_pt) / 2 for item, _ in unfolded(ink)
        ]
        starts.append([round(x, 6) for x in middles] if len(middles) == 3 else None)
    assert starts[0] == starts[1]


def test_text_that_is_struck_or_underlined_has_a_bar_as_wide_as_its_words():
    ink = ink_of("a [bcd efg]{underline} [hij]{strike}", (0, 0, 60, 9))
    bars = [item for item, _ in unfolded(ink) if isinstance(item, Rect)]
    baseline = texts(ink)[0][2]
    assert [bar.box.y > baseline for bar in bars] == [True, False]
    assert bars[0].box.width > bars[1].box.width > 3


def test_french_cards_have_their_spaces_but_not_where_that_is_off():
    shelf = Shelf("fr")
    (ink,) = ink_of("Jouez !", (0, 0, 60, 9), shelf=shelf)
    assert ink.text == "Jouez\u202f!"
    (ink,) = ink_of("Jouez !", (0, 0, 60, 9), shelf=shelf, style={"typography": "off"})
    assert ink.text == "Jouez !"
    (ink,) = ink_of("Jouez !", (0, 0, 60, 9))
    assert ink.text == "Jouez !"


def test_tracking_after_the_last_letter_is_not_counted():
    shelf = Shelf()
    style = {"tracking": 1.0, "align": "right"}
    (ink,) = ink_of("abc", (0, 0, 30, 9), shelf=shelf, style=style)
    font = shelf.fonts["plain"]
    assert ink.at.x + font.width("abc", 10, 1.0) - 1.0 == pytest.approx(30)


def test_a_font_that_no_game_has_is_reported_in_its_span():
    (problem,) = problems("[a]{font: plane}", (0, 0, 30, 9))
    assert problem == ("font.unknown", "no font is called 'plane'", "did you mean 'plain'?")


def test_a_faulty_fit_and_text_of_nothing_but_blanks():
    assert problems("a", (0, 0, 30, 9), fit=Fit(12.0))[0][0] == "value.fit"
    for words in ("", " \n ", "\u00ad", "[ ]{red}"):
        for wrap in (False, True):
            one = job(words, (0, 0, 30, 9), wrap=wrap)
            set_text(one)
            assert one.report.problems == ()


def test_ink_that_clips_hide_wholly_is_not_looked_at():
    run = Text(Point(5, 5), "x", "plain", 10.0, BLACK)
    seen = Group((run,), clip=Box(0, 0, 10, 10))
    hidden = Group((Group((run,), clip=Box(0, 0, 4, 4)),), clip=Box(20, 20, 4, 4))
    nothing = Insets(0, 0, 0, 0)
    assert len([*every_ink(Plate("a", Size(63, 88), nothing, (seen,)))]) == 1
    assert len([*every_ink(Plate("b", Size(63, 88), nothing, (hidden,)))]) == 0


def test_endless_text_that_fits_nowhere_is_reported_soon():
    # Weighing every way to break it took half a minute.
    started = perf_counter()
    (problem,) = problems("\u00ad".join("a" * 8_000), (0, 0, 60, 30), wrap=True, fit=Fit(2.0, 10.0))
    assert problem[0] == "text.overfull"
    assert perf_counter() - started < 4
