"""Booklets of any length on any paper, folded by other code than imposed them."""

import pytest
from folding import (
    A5,
    HALF_LETTER,
    POKER,
    book,
    found_on,
    lines_on,
    piles,
    read_folded,
    turned_over,
)
from hypothesis import given
from hypothesis import strategies as st
from imposing import PAPERS, line_box

from cardforge.booklet import BookletSpec, impose_booklet, padded, signatures
from cardforge.color import REGISTRATION
from cardforge.geometry import Box, Insets, Size
from cardforge.ink.bounds import common, within

counts = st.integers(1, 70)


def folded(leaves):
    """Nest the leaves, staple them and turn the pages one by one."""
    pages = []
    for leaf in leaves:
        pages += [leaf.outside[1], leaf.inside[0]]
    for leaf in reversed(leaves):
        pages += [leaf.inside[1], leaf.outside[0]]
    return pages


@given(counts)
def test_folded_leaves_read_from_the_first_page_to_the_last(count):
    pages = folded(signatures(count))
    assert pages[:count] == list(range(1, count + 1))
    assert len(pages) % 4 == 0
    assert len(pages) - count < 4
    assert set(pages[count:]) <= {None}


@given(st.integers(2, 70))
def test_blanks_stand_before_a_back_cover(count):
    pages = folded(signatures(count, has_back_cover=True))
    assert pages[: count - 1] == list(range(1, count))
    assert pages[-1] == count
    assert set(pages[count - 1 : -1]) <= {None}
    assert len(pages) - count < 4


@given(st.integers(1, 20))
def test_every_pair_adds_to_one_more_than_all_pages(leaves):
    count = 4 * leaves
    for leaf in signatures(count):
        assert sum(leaf.outside) == sum(leaf.inside) == count + 1


@given(counts, st.integers(0, 9), st.booleans())
def test_padding_keeps_every_page_once_and_in_order(count, more, has_back_cover):
    filled = padded(count, count + more, has_back_cover=has_back_cover)
    assert len(filled) == count + more
    assert [number for number in filled if number] == list(range(1, count + 1))


FORMS = (A5, HALF_LETTER, POKER, Size(70, 70), Size(100, 100), Size(50.5, 41.3))
forms_on_paper = st.sampled_from(
    [
        (form, name)
        for form in FORMS
        for name, paper in PAPERS.items()
        if 2 * form.width <= max(paper) and form.height <= min(paper)
    ]
)


def places_on(side, trim):
    """The spreads into which a paper without gutters is cut, from the left and from the top."""
    spread = Size(2 * trim.width, trim.height)
    columns, rows = round(side.trim.width / spread.width), round(side.trim.height / spread.height)
    # Half a millimetre of a paper that the spread fills belongs to the outer edge.
    x = side.trim.centre.x - columns * spread.width / 2
    y = side.trim.centre.y - rows * spread.height / 2
    return [
        Box(x + column * spread.width, y + row * spread.height, *spread)
        for row in range(rows)
        for column in range(columns)
    ]


@given(counts, forms_on_paper, st.sampled_from([0.0, 0.1, 0.2]))
def test_paper_that_is_cut_stacked_and_folded_reads_from_the_first_page_to_the_last(
    count, form_on_paper, thickness
):
    form, name = form_on_paper
    sides = impose_booklet(book(count, form), BookletSpec(PAPERS[name], name, thickness))
    pages = read_folded(piles(sides, places_on(sides[0], form)))
    assert pages[:count] == list(range(1, count + 1))
    assert set(pages[count:]) <= {None}
    assert len(pages) - count < 4


@given(counts, forms_on_paper, st.sampled_from([0.0, 3.0]))
def test_behind_every_page_is_the_one_that_is_read_after_turning_it(count, form_on_paper, bleed):
    form, name = form_on_paper
    sides = impose_booklet(book(count, form, bleed), BookletSpec(PAPERS[name], name))
    drawn = []
    for outside, inside in zip(sides[::2], sides[1::2], strict=True):
        behind = {each.number: turned_over(each.box, outside.size) for each in found_on(inside)}
        for number, box, _ in found_on(outside):
            partner = number + 1 if number % 2 else number - 1
            if partner <= count:
                assert behind.pop(partner) == pytest.approx(box, abs=1e-6)
                drawn.append(partner)
            drawn.append(number)
        # What is left lies behind a blank page.
        assert all(partner == count for partner in behind)
        drawn += behind
    assert sorted(drawn) == list(range(1, count + 1))


@given(counts, forms_on_paper, st.sampled_from([0.0, 3.0]))
def test_pages_lie_on_the_paper_and_ink_stays_on_its_own_half(count, form_on_paper, bleed):
    form, name = form_on_paper
    spec = BookletSpec(PAPERS[name], name, thickness=0.1)
    for side in impose_booklet(book(count, form, bleed), spec):
        paper = Box(0, 0, *side.size)
        inked = []
        for _, box, clip in found_on(side):
            assert within(box, paper, 1e-6)
            bled = box.inset(Insets(*[-bleed] * 4))
            inked.append(bled if clip is None else common(bled, clip))
        for index, box in enumerate(inked):
            assert not any(box.overlaps(other) for other in inked[:index])


@given(forms_on_paper, st.booleans(), st.sampled_from([0.0, 3.0]))
def test_no_mark_touches_what_is_kept(form_on_paper, has_marks, bleed):
    form, name = form_on_paper
    sides = impose_booklet(book(8, form, bleed), BookletSpec(PAPERS[name], name, marks=has_marks))
    for side in sides:
        lines = lines_on(side)
        assert has_marks == bool(lines)
        for line in lines:
            assert within(Box(*line.start, 0, 0), Box(0, 0, *side.size), 1e-6)
            assert within(Box(*line.end, 0, 0), Box(0, 0, *side.size), 1e-6)
            if line.stroke == REGISTRATION:
                assert not line_box(line).overlaps(side.bleed, 0.1)
