"""Charts: their bins and intervals, words that never touch, nothing told by colour alone."""

from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import drawn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.color import WHITE, Color, contrast, hex_of
from cardforge.fonts import Fonts
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Group, Image, Line, Plate, Rect, Text, Use
from cardforge.play.measures import Sample, Share
from cardforge.play.report.charts import legend, nice_step, wrapped
from cardforge.play.report.charts_bars import Change, Row, bars, changes
from cardforge.play.report.charts_histogram import bins_of, histogram
from cardforge.play.report.charts_seats import interval, seat_bars
from cardforge.play.report.look import INK, LEAST_PT, MUTED, NAMES, SERIES, TINT, pen_of
from cardforge.play.report.svg import NoSvg, svg
from cardforge.play.report.words import Words
from cardforge.rulebook.figures.cards import Art

PEN = pen_of(Fonts())
FR, EN = Words("fr"), Words("en")
WIDTHS = (70.0, 174.0)
ONE = ("",)
TWO = ("A: cover", "B: prev")


def sample(counts):
    made = Sample()
    for value, times in dict(counts).items():
        made.add(value, times)
    return made


BELL = sample({n: 400 - (n - 60) ** 2 for n in range(42, 79)})
LONG = sample({**dict.fromkeys(range(10, 40), 100), 900: 1, 2000: 2})
FLAT = sample(dict.fromkeys(range(100), 3))
SINGLE = sample({7: 50})
SAMPLES = {"bell": BELL, "long": LONG, "flat": FLAT, "single": SINGLE}


def shares(count, hits=100):
    return [Share(hits + 7 * (seat % 5), hits * count) for seat in range(count)]


class TestNumbers:
    def test_an_interval_is_that_of_wilson(self):
        assert interval(Share(50, 100)) == pytest.approx((0.5, 0.40383, 0.59617), abs=1e-5)
        assert interval(Share(0, 10)) == pytest.approx((0.0, 0.0, 0.27753), abs=1e-5)
        assert interval(Share(10, 10)) == pytest.approx((1.0, 0.72247, 1.0), abs=1e-5)
        assert interval(Share()) == (0.0, 0.0, 0.0)

    @pytest.mark.parametrize(
        ("least", "step"), [(0.03, 0.05), (0.1, 0.1), (1, 1), (2.1, 5), (7, 10), (1000, 1000)]
    )
    def test_a_step_is_the_next_round_number(self, least, step):
        assert nice_step(least) == pytest.approx(step)

    @given(
        st.dictionaries(st.integers(-500, 3000), st.integers(1, 90), min_size=1, max_size=60),
        st.integers(6, 50),
    )
    @settings(max_examples=150, deadline=None)
    def test_every_value_is_in_one_bin_of_whole_numbers(self, counts, most):
        made = bins_of([sample(counts)], most)
        [own] = made.counts
        assert sum(own) == sum(counts.values())
        assert made.number <= most
        assert made.width >= 1
        for index, count in enumerate(own[: made.number]):
            low = made.first + index * made.width
            inside = sum(counts.get(value, 0) for value in range(low, low + made.width))
            assert count == inside
        assert len(own) == made.number + (made.tail is not None)

    def test_a_long_tail_is_one_bar_and_a_short_one_is_none(self):
        assert bins_of([LONG], 40).tail is not None
        assert bins_of([LONG], 40).counts[0][-1] == 3
        assert bins_of([BELL], 40).tail is None
        assert bins_of([FLAT], 40).tail is None

    def test_a_value_alone_stands_in_the_middle_of_its_axis(self):
        made = bins_of([SINGLE], 40)
        assert (made.first, made.number, made.width) == (4, 7, 1)
        assert bins_of([sample({0: 5})], 40).first == 0

    def test_two_samples_share_their_bins(self):
        made = bins_of([BELL, LONG], 40)
        assert len({len(own) for own in made.counts}) == 1
        assert [sum(own) for own in made.counts] == [BELL.n, LONG.n]


def every_chart(words, width):
    """Yield a chart of each kind and of each awkward case."""
    for name, one in SAMPLES.items():
        yield f"histogram {name}", histogram(PEN, words, [one], ONE, width)
    yield "two histograms", histogram(PEN, words, [BELL, FLAT], TWO, width)
    yield "no histogram", histogram(PEN, words, [Sample()], ONE, width)
    yield "half a histogram", histogram(PEN, words, [BELL, Sample()], TWO, width)
    for count in (1, 2, 6, 13, 34):
        yield f"{count} seats", seat_bars(PEN, words, [shares(count)], ONE, width)
    pair = [shares(6), shares(6, 300)]
    yield "two times 6 seats", seat_bars(PEN, words, pair, TWO, width)
    yield "no seats", seat_bars(PEN, words, [[]], ONE, width)
    yield "seats never won", seat_bars(PEN, words, [[Share(0, 9), Share(0, 9)]], ONE, width)
    rows = [Row(f"The card called {n} of spades", (n / 3,), (f"{n / 3:.2f}",)) for n in range(5)]
    yield "bars", bars(PEN, words, rows, ONE, width)
    twice = [row._replace(values=row.values * 2, said=row.said * 2) for row in rows]
    yield "two bars", bars(PEN, words, twice, TWO, width)
    yield "no bars", bars(PEN, words, [], ONE, width)
    differ = [Change(f"Measure {n}", (n - 2) / 9, 0.08, f"+{n}.0%", n > 3) for n in range(6)]
    yield "changes", changes(PEN, words, differ, width)
    yield "legend", legend(PEN, ("A: a name that is fairly long", "B: another name"), width)


CASES = [
    pytest.param(chart, width, id=f"{name} {width:g} {words.language}")
    for words in (FR, EN)
    for width in WIDTHS
    for name, chart in every_chart(words, width)
]


class TestLooks:
    @pytest.mark.parametrize(("chart", "width"), CASES)
    def test_words_lie_on_the_chart_and_never_touch(self, chart, width):
        found = drawn.texts(PEN, chart)
        assert found
        assert chart.size.width == width
        for item, box in found:
            assert drawn.within(box, *chart.size), item.text
        assert drawn.touching(found) is None

    @pytest.mark.parametrize(("chart", "width"), CASES)
    def test_no_type_is_smaller_than_seven_points(self, chart, width):
        assert min(item.size_pt for item, _ in drawn.texts(PEN, chart)) >= LEAST_PT == 7.0

    @pytest.mark.parametrize(("chart", "width"), CASES)
    def test_nothing_is_drawn_beside_the_chart(self, chart, width):
        for item, transform in drawn.flat(chart.ink):
            if isinstance(item, Rect):
                assert drawn.within(transform.apply_box(item.box), *chart.size)
            if isinstance(item, Line):
                ends = [transform.apply(end) for end in (item.start, item.end)]
                for end in ends:
                    assert drawn.within(Box(end.x, end.y, 0.0, 0.0), *chart.size)

    @given(st.dictionaries(st.integers(0, 4000), st.integers(1, 90), min_size=1, max_size=40))
    @settings(max_examples=60, deadline=None)
    def test_the_words_of_no_histogram_touch(self, counts):
        for width in (70.0, 174.0):
            chart = histogram(PEN, FR, [sample(counts)], ONE, width)
            found = drawn.texts(PEN, chart)
            assert drawn.touching(found) is None
            assert all(drawn.within(box, *chart.size) for _, box in found)

    def test_text_has_contrast_on_paper_and_on_tints(self):
        for color in (INK, MUTED):
            for ground in (WHITE, TINT):
                assert contrast(hex_of(color), hex_of(ground)) >= 4.5
        for color in SERIES:
            assert contrast(hex_of(color), hex_of(WHITE)) >= 4.5

    def test_grey_tells_the_outcomes_apart(self):
        rows = [Row("one", (1.0, 1.0), ("1", "1"))]
        alone = [row._replace(values=(1.0,), said=("1",)) for row in rows]
        hatching = len(drawn.lines(bars(PEN, EN, rows, TWO, 100.0)))
        assert hatching > len(drawn.lines(bars(PEN, EN, alone, ONE, 100.0))) + 10

    def test_the_three_marks_differ_without_their_colour(self):
        dashes = [line.dash for line in drawn.lines(histogram(PEN, EN, [BELL], ONE, 174.0))
                  if line.stroke == INK and line.start.x == line.end.x]  # fmt: skip
        assert len(set(dashes)) >= 3

    @pytest.mark.parametrize("width", [172, 84, 70])
    def test_a_mark_stops_above_the_bars(self, width):
        # A line through a bar would make two of it.
        for name, one in SAMPLES.items():
            chart = histogram(PEN, EN, [one], ONE, width)
            found = drawn.bars(chart)
            for line in drawn.lines(chart):
                low = max(line.start.y, line.end.y)
                if line.start.x != line.end.x or low - min(line.start.y, line.end.y) < 2:
                    continue
                assert not [b for b in found if b.x < line.start.x < b.right and low > b.y], name

    def test_the_words_of_the_tail_keep_away_from_the_numbers(self):
        falling = sample({n: 1 + (100 - n) ** 2 for n in range(100)} | {200: 9})
        for width in (172, 84, 70):
            chart = histogram(PEN, FR, [falling], ONE, width)
            found = [box for item, box in drawn.texts(PEN, chart)]
            foot = max(box.bottom for box in found)
            axis = sorted((box for box in found if box.bottom > foot - 1.2), key=lambda b: b.x)
            assert all(b.x - a.right > 1 for a, b in pairwise(axis))


class TestMeaning:
    def test_bars_are_as_high_as_their_shares(self):
        chart = seat_bars(PEN, EN, [[Share(10, 100), Share(40, 100)]], ONE, 174.0)
        first, second = [b for b in drawn.bars(chart) if 5.0 < b.width < 14.0]
        assert second.height == pytest.approx(4 * first.height, rel=0.01)

    def test_the_line_of_equal_chance_counts_shared_victories(self):
        chart = seat_bars(PEN, EN, [[Share(60, 100), Share(60, 100)]], ONE, 174.0)
        [dashed] = [line for line in drawn.lines(chart) if line.dash]
        tops = {round(b.y, 1) for b in drawn.bars(chart) if 5.0 < b.width < 14.0}
        assert tops == {round(dashed.start.y, 1)}

    def test_marks_are_where_their_values_are(self):
        chart = histogram(PEN, EN, [sample({1: 90, 2: 180, 3: 90, 9: 90})], ONE, 174.0)
        said = drawn.words(PEN, chart)
        assert {"median 2", "mean 3.4", "95%: 9\u00a0or fewer"} <= set(said)
        upright = [line for line in drawn.lines(chart)
                   if line.stroke == INK and line.line_width == 0.3
                   and line.start.x == line.end.x]  # fmt: skip
        p95, mean, median = (line.start.x for line in upright)
        assert (mean - median) / (p95 - median) == pytest.approx(1.4 / 7)

    def test_a_tail_says_where_it_begins(self):
        said = drawn.words(PEN, histogram(PEN, EN, [LONG], ONE, 174.0))
        assert any(words.endswith("or more") for words in said)
        said = drawn.words(PEN, histogram(PEN, EN, [BELL], ONE, 174.0))
        assert not any(words.endswith("or more") for words in said)

    def test_a_difference_that_chance_explains_is_an_open_dot(self):
        rows = [Change("a", 0.2, 0.1, "+20%", True), Change("b", 0.2, 0.3, "+20%", False)]
        dots = [item for item, _ in drawn.flat(changes(PEN, EN, rows, 174.0).ink)
                if isinstance(item, Rect) and item.radius]  # fmt: skip
        assert [dot.fill == WHITE for dot in dots] == [False, True]

    def test_numbers_are_written_as_the_language_does(self):
        assert FR.number(12345.678, 1) == "12\u202f345,7"
        assert EN.number(12345.678, 1) == "12,345.7"
        assert FR.share(0.1234) == "12,3\u202f%"
        assert EN.share(0.1234) == "12.3%"
        assert EN.share(0.0001) == "< 0.1%"
        assert EN.number(-3.04, 1) == "−3.0"
        assert EN.number(-0.04, 1) == "0.0"
        assert EN.signed(2.5, 1) == "+2.5"
        assert EN.signed(0.0, 1) == "0.0"
        assert EN.figure(97.2734, 0.211) == "97.27"
        assert EN.known(97.2734, 0.211) == "97.3"
        assert EN.number(float("nan")) == "–"

    def test_wrapped_words_keep_their_order(self):
        text = "one two three four"
        assert " ".join(wrapped(PEN, text, 14.0)) == text
        assert len(wrapped(PEN, text, 14.0)) > 1


class TestSvg:
    @pytest.mark.parametrize(("chart", "width"), CASES[:24])
    def test_a_web_page_has_the_words_of_paper(self, chart, width):
        root = ElementTree.fromstring(svg(chart, "said & told", PEN))
        assert root.attrib["aria-label"] == "said & told"
        assert root.attrib["viewBox"].startswith(f"0 0 {width:g} ")
        shown = Counter(element.text for element in root.iter("text"))
        assert shown == Counter(drawn.words(PEN, chart))

    def test_texts_keep_their_width_in_any_font(self):
        art = Art(Size(50.0, 10.0), (PEN.set(Point(1.0, 5.0), "Numerik", 9.0, "bold"),))
        [text] = ElementTree.fromstring(svg(art, "", PEN)).iter("text")
        assert float(text.attrib["textLength"]) == pytest.approx(
            PEN.width("Numerik", 9.0, "bold"), abs=0.01
        )

    def test_colours_are_those_of_the_style_sheet(self):
        chart = histogram(PEN, EN, [BELL, FLAT], TWO, 174.0)
        written = svg(chart, "", PEN)
        assert "#" not in written
        for name in ("one", "two", "ink", "muted", "rule"):
            assert f"var(--{name})" in written
        assert set(NAMES.values()) >= {"one", "two", "ink", "muted", "rule", "page"}

    def test_a_picture_is_one_of_the_page(self):
        art = Art(Size(9.0, 9.0), (Image(Box(1.0, 2.0, 3.0, 4.0), "p:1"),))
        assert '<use href="#p:1" x="1" y="2" width="3" height="4"/>' in svg(art, "", PEN)

    def test_ink_that_charts_have_none_of_is_refused(self):
        plate = Plate("x", Size(1.0, 1.0), (0.0, 0.0, 0.0, 0.0), ())
        for item in (Use(plate, Point(0.0, 0.0)), Group((), opacity=0.5)):
            with pytest.raises(NoSvg):
                svg(Art(Size(9.0, 9.0), (item,)), "", PEN)

    def test_a_colour_without_a_name_is_a_bug(self):
        text = Text(Point(0.0, 0.0), "a", "report bold", 7.0, Color("rgb", (1.0, 0.0, 1.0)))
        with pytest.raises(KeyError):
            svg(Art(Size(9.0, 9.0), (text,)), "", PEN)
