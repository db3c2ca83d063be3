"""Folded leaflets: the paper is folded here by turning its strips over, one after the other."""

import pytest
from folding import found_on, lines_on, page, turned_over
from imposing import PAPERS
from test_pdf import FONTS, INFO, opened, words_of

from cardforge.booklet import LIGHT_GRAY
from cardforge.geometry import Box, Size
from cardforge.leaflet import KINDS, impose_leaflet, panels
from cardforge.render.pdf import render
from cardforge.sheet_spec import SheetError

A4 = PAPERS["a4"]
every_kind = pytest.mark.parametrize("kind", KINDS)
every_paper = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)


def pages_for(plan, count=None):
    return [page(number, size) for number, size in enumerate(plan.sizes[:count], 1)]


def strips(outside, inside):
    """The strips of the printed paper from the left of its outside: (outside, inside, width)."""
    behind = {turned_over(found.box, inside.size): found.number for found in found_on(inside)}
    found = []
    for number, box, _ in sorted(found_on(outside), key=lambda each: each.box.x):
        (partner,) = [n for other, n in behind.items() if other == pytest.approx(box, abs=1e-6)]
        found.append((number, partner, box.width))
    return found


def folded(kind):
    plan = panels(kind, A4)
    return strips(*impose_leaflet(pages_for(plan), plan))


def names(strip):
    return [(outside, inside) for outside, inside, _ in strip]


@every_kind
@every_paper
def test_every_panel_is_printed_once_and_the_panels_fill_both_sides(kind, paper):
    plan = panels(kind, paper)
    count = int(kind[-1])
    assert len(plan.sizes) == count
    for side in (plan.outside, plan.inside):
        assert side.panels[0].box.x == 0
        assert side.panels[-1].box.right == pytest.approx(max(paper))
        edges = [panel.box.right for panel in side.panels[:-1]]
        assert [panel.box.x for panel in side.panels[1:]] == pytest.approx(edges)
        assert list(side.folds) == pytest.approx(edges)
        assert {panel.box.height for panel in side.panels} == {min(paper)}
        assert {panel.turn_deg for panel in side.panels} == {0.0}
    pages = [panel.page for side in (plan.outside, plan.inside) for panel in side.panels]
    assert sorted(pages) == list(range(1, count + 1))


@every_kind
@every_paper
def test_folds_of_both_sides_lie_behind_each_other(kind, paper):
    plan = panels(kind, paper)
    through = [max(paper) - x for x in reversed(plan.inside.folds)]
    assert through == pytest.approx(list(plan.outside.folds))


@every_kind
def test_sizes_are_those_of_the_panels_in_reading_order(kind):
    plan = panels(kind, A4)
    for side in (plan.outside, plan.inside):
        for panel in side.panels:
            assert plan.sizes[panel.page - 1] == Size(panel.box.width, panel.box.height)


def test_a_leaflet_of_four_is_a_booklet_of_one_leaf():
    assert names(folded("leaflet-4")) == [(4, 3), (1, 2)]
    assert panels("leaflet-4", A4).sizes == (Size(148.5, 210),) * 4


def test_a_letter_fold_shows_its_cover_then_the_flap_then_the_inside():
    strip = folded("leaflet-6")
    flap, back, cover = strip
    # Behind the cover is 2, behind the back 3, behind the flap 4: read from the left 2, 3, 4.
    assert names(strip) == [(5, 4), (6, 3), (1, 2)]
    # The flap folds over 3, the cover over the flap: what is outside then is cover and back.
    closed = cover[0], back[0]
    assert closed == (1, 6)
    # The cover opened: its own inside beside the flap, which shows its outside.
    assert (cover[1], flap[0]) == (2, 5)


@every_paper
def test_the_flap_of_a_letter_fold_lies_flat_inside(paper):
    plan = panels("leaflet-6", paper)
    widths = [size.width for size in plan.sizes]
    usual = widths[0]
    assert widths == pytest.approx([usual, usual, usual, usual - 1.5, usual - 1.5, usual])
    # Folded in, the flap ends before the fold of the cover.
    back, flap = plan.outside.panels[1].box, plan.outside.panels[0].box
    assert back.right - (back.x + flap.width) == pytest.approx(1.5)


def test_an_accordion_opens_on_pages_that_follow_each_other():
    strip = names(folded("leaflet-8"))
    outsides, insides = [o for o, _ in strip], [i for _, i in strip][::-1]
    # Closed: the outside of both ends.
    assert (outsides[-1], outsides[0]) == (1, 8)
    # The folds alternate: the first and the third open to the inside, the middle one from behind.
    assert [tuple(insides[0:2]), tuple(insides[2:4])] == [(2, 3), (4, 5)]
    assert tuple(outsides[1:3]) == (6, 7)


@every_kind
def test_folds_are_ticked_at_the_edges_only(kind):
    plan = panels(kind, A4)
    for side, imposed in zip(
        (plan.outside, plan.inside), impose_leaflet(pages_for(plan), plan), strict=True
    ):
        lines = lines_on(imposed)
        assert {line.stroke for line in lines} == {LIGHT_GRAY}
        spans = {(line.start.x, line.start.y, line.end.x, line.end.y) for line in lines}
        expected = {(x, y, x, y + 3) for x in side.folds for y in (0, 207)}
        assert spans == expected
        assert imposed.trim == imposed.bleed == Box(0, 0, 297, 210)


def test_ink_never_reaches_over_a_fold():
    plan = panels("leaflet-6", A4)
    pages = [page(number, size, 3.0) for number, size in enumerate(plan.sizes, 1)]
    for imposed in impose_leaflet(pages, plan):
        for _, box, clip in found_on(imposed):
            assert clip == pytest.approx(box)


def test_missing_pages_are_blank_before_the_back():
    plan = panels("leaflet-8", A4)
    outside, inside = impose_leaflet(pages_for(plan, 6), plan, has_back_cover=True)
    last = {found.number: found.box.x for found in found_on(outside)}
    assert last == {6: 0, 1: pytest.approx(222.75)}
    assert [found.number for found in found_on(inside)] == [2, 3, 4, 5]


@every_kind
def test_more_pages_than_panels_are_refused(kind):
    plan = panels(kind, A4)
    too_many = [*pages_for(plan), page(9, plan.sizes[0])]
    with pytest.raises(SheetError) as refused:
        impose_leaflet(too_many, plan)
    assert refused.value.code == "rulebook.too-long"
    count = int(kind[-1])
    assert refused.value.message == f"the text takes {count + 1} pages, a {kind} has {count}"


def test_a_page_that_is_not_as_wide_as_its_panel_is_a_fault_of_the_program():
    plan = panels("leaflet-6", A4)
    with pytest.raises(ValueError, match="page 4 has another size than panel 4"):
        impose_leaflet([page(n, plan.sizes[0]) for n in range(1, 7)], plan)


def test_the_pdf_shows_the_panels_from_left_to_right_and_nothing_of_a_screen():
    plan = panels("leaflet-8", A4)
    sides = impose_leaflet(pages_for(plan), plan)
    pdf = render(sides, FONTS, INFO)
    assert [sorted(words_of(pdf, index).split()) for index in (0, 1)] == [
        ["1", "6", "7", "8"],
        ["2", "3", "4", "5"],
    ]
    read = opened(*sides)
    assert "/StructTreeRoot" not in read.Root
    assert all("/Annots" not in side for side in read.pages)
