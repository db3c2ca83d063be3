"""What is true of every imposition, whatever the card, the paper and the number of copies."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from imposing import (
    PAPERS,
    faces_printed,
    insets,
    is_close,
    lot,
    marks_in_cards,
    overlapping_slots,
    spec,
    through,
    wrong_backs,
)

from cardforge.geometry import Insets, Size
from cardforge.sheet import SheetError, impose, plan_sheets

lengths = st.integers(min_value=20, max_value=150).map(float)
small = st.sampled_from([0.0, 1.0, 2.5, 4.0, 6.0])
margins = st.builds(Insets, *[st.sampled_from([0.0, 5.0, 6.35, 12.0])] * 4)
counts = st.integers(min_value=0, max_value=40)


@st.composite
def jobs(draw, duplexes=("long-edge", "short-edge", "fold", "none")):
    """A lot and a spec that fit together."""
    bleed = draw(small)
    cards = lot(draw(counts), Size(draw(lengths), draw(lengths)), bleed=bleed)
    asked = spec(
        draw(st.sampled_from(sorted(PAPERS))),
        gutter=Size(draw(small), draw(small)),
        margin=draw(margins),
        landscape=draw(st.sampled_from([None, True, False])),
        duplex=draw(st.sampled_from(duplexes)),
    )
    try:
        plan_sheets([cards], asked)
    except SheetError:
        assume(False)
    return cards, asked


@settings(max_examples=60, deadline=None)
@given(jobs())
def test_every_copy_is_printed_once_and_no_two_slots_overlap(job):
    cards, asked = job
    sides = list(impose([cards], asked))
    assert faces_printed(sides) == list(range(len(cards.placed)))
    for side in sides:
        assert overlapping_slots(side) == []


@settings(max_examples=60, deadline=None)
@given(jobs(duplexes=("long-edge", "short-edge")))
def test_every_back_lies_behind_its_own_face(job):
    cards, asked = job
    sides = list(impose([cards], asked))
    assert wrong_backs(sides, asked.duplex) == []
    for face, back in zip(sides[::2], sides[1::2], strict=True):
        for box in ("trim", "bleed"):
            seen = through(getattr(face.page, box), face.page.size, asked.duplex)
            assert is_close(seen, getattr(back.page, box))


@settings(max_examples=60, deadline=None)
@given(jobs())
def test_marks_never_enter_trim_or_bleed(job):
    cards, asked = job
    for side in impose([cards], asked):
        assert marks_in_cards(side) == []


@settings(max_examples=60, deadline=None)
@given(jobs(), st.booleans())
def test_flipping_twice_is_the_identity(job, rows):
    cards, asked = job
    assume(cards.placed)
    frame = plan_sheets([cards], asked).frames[0]
    twice = frame.mirrored(rows=rows).mirrored(rows=rows)
    assert is_close(twice.grid, frame.grid)
    assert twice._replace(grid=frame.grid) == frame


@settings(max_examples=60, deadline=None)
@given(lengths, lengths, small, small, st.integers(1, 4), st.integers(1, 4))
def test_swapping_columns_and_rows_is_turning_the_paper(width, height, across, down, columns, rows):
    margin = Insets(5.0, 6.0, 7.0, 8.0)
    upright = spec(gutter=Size(across, down), margin=margin, grid=(columns, rows), landscape=False)
    turned = upright._replace(
        gutter=Size(down, across),
        margin=Insets(margin.top, margin.left, margin.bottom, margin.right),
        grid=(rows, columns),
        landscape=True,
    )
    try:
        one = plan_sheets([lot(1, Size(width, height))], upright).frames[0]
    except SheetError:
        with pytest.raises(SheetError):
            plan_sheets([lot(1, Size(height, width))], turned)
        return
    other = plan_sheets([lot(1, Size(height, width))], turned).frames[0]
    slots = sorted(one.slot(i) for i in range(one.capacity))
    swapped = sorted(
        type(box)(box.y, box.x, box.height, box.width)
        for box in (other.slot(i) for i in range(other.capacity))
    )
    assert all(is_close(a, b) for a, b in zip(slots, swapped, strict=True))
    assert is_close(one.outer, [other.outer[i] for i in (1, 0, 3, 2)])


@settings(max_examples=40, deadline=None)
@given(jobs())
def test_ink_stays_on_its_half_of_the_gutter(job):
    cards, asked = job
    assume(cards.placed)
    frame = plan_sheets([cards], asked).frames[0]
    reaches = [frame.reach(i) for i in range(frame.capacity)]
    for i, reach in enumerate(reaches):
        assert not any(reach.overlaps(other) for other in reaches[:i])
        assert not any(reach.overlaps(frame.slot(j)) for j in range(frame.capacity) if j != i)
        outside = frame.bleed_box.inset(insets(-1e-6))
        assert is_close(outside.union(reach), outside)
