"""Slips in columns: nothing lost, nothing divided that stays together, no better way missed."""

from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.rulebook.pages.columns import HALF, Span, break_columns
from cardforge.rulebook.pages.slips import IN_TEXT, NEVER, Slip

HEIGHT = 100.0


def slip(height, cost=0.0, before=0.0, head=()):
    return Slip(height, before=before, cost=cost, head=head)


slips = st.lists(
    st.builds(
        slip,
        st.floats(1.0, 60.0),
        st.sampled_from([0.0, IN_TEXT, NEVER]),
        st.sampled_from([0.0, 5.0]),
        st.sampled_from([(), (Slip(8.0),)]),
    ),
    min_size=1,
    max_size=9,
)


def height_of(some, start, end):
    """Return the height of a column, its repeated head included, by plain adding."""
    own = some[start:end]
    head = sum(h.height for h in own[0].head)
    return head + own[0].height + sum(s.before + s.height for s in own[1:])


def gaps_of(some, start, end):
    return sum(s.before for s in some[start + 1 : end])


def fits(some, start, end):
    return height_of(some, start, end) - 0.3 * gaps_of(some, start, end) <= HEIGHT


def every_way(some):
    """Yield every way to cut slips into columns that fit."""
    count = len(some)
    for cuts in range(count):
        for places in combinations(range(1, count), cuts):
            ends = [0, *places, count]
            columns = list(pairwise(ends))
            if all(b - a == 1 or fits(some, a, b) for a, b in columns):
                yield columns


def price(some, columns):
    total = 0.0
    for start, end in columns:
        used, gaps = height_of(some, start, end), gaps_of(some, start, end)
        squeezed = max(used - HEIGHT, 0) / (0.3 * gaps) if gaps else 0
        total += 6 * min(squeezed, 1) ** 2
        if end < len(some):
            share = min(used / HEIGHT, 1.0)
            total += 100 * (1 - share) ** 2 + some[end - 1].cost + (4000 if share < HALF else 0)
    return total


@given(slips)
@settings(max_examples=150, deadline=None)
def test_every_slip_is_in_one_column_and_in_order(some):
    spans = break_columns(some, HEIGHT)
    assert [i for span in spans for i in range(span.start, span.end)] == list(range(len(some)))


@given(slips)
@settings(max_examples=150, deadline=None)
def test_a_column_is_as_high_as_it_says_and_fits(some):
    for span in break_columns(some, HEIGHT):
        assert abs(span.used - height_of(some, span.start, span.end)) < 1e-6
        assert abs(span.gaps - gaps_of(some, span.start, span.end)) < 1e-6
        assert fits(some, span.start, span.end) or span.end - span.start == 1


@given(slips)
@settings(max_examples=100, deadline=None)
def test_no_other_way_is_better(some):
    ways = list(every_way(some))
    chosen = [(s.start, s.end) for s in break_columns(some, HEIGHT)]
    assert chosen in ways
    assert price(some, chosen) <= min(price(some, way) for way in ways) + 1e-6


def test_what_stays_together_is_not_divided():
    some = [slip(60), slip(30, NEVER), slip(30), slip(20)]
    assert [(s.start, s.end) for s in break_columns(some, HEIGHT)] == [(0, 1), (1, 4)]


def test_spaces_between_blocks_shrink_before_a_column_is_half_empty():
    some = [slip(45), slip(40, before=10), slip(8, before=10), slip(60)]
    assert [(s.start, s.end) for s in break_columns(some, HEIGHT)] == [(0, 2), (2, 4)]
    some = [slip(45), slip(38, NEVER, before=10), slip(6, before=5), slip(60)]
    assert [(s.start, s.end) for s in break_columns(some, HEIGHT)] == [(0, 3), (3, 4)]


def test_a_repeated_head_takes_its_room():
    head = (Slip(30.0),)
    some = [slip(50), slip(40, head=head), slip(40, head=head), slip(40, head=head)]
    spans = break_columns(some, HEIGHT)
    assert all(height_of(some, s.start, s.end) <= HEIGHT for s in spans)
    assert spans[1] == Span(2, 3, 70.0, 0.0)


def test_a_slip_higher_than_the_column_stands_alone():
    some = [slip(20), slip(150), slip(20)]
    assert [(s.start, s.end) for s in break_columns(some, HEIGHT)] == [(0, 1), (1, 2), (2, 3)]


def test_nothing_makes_no_column():
    assert break_columns([], HEIGHT) == []
