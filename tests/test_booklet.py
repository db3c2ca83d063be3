"""Saddle stitch: order, places, creep, folds, staples; and the pages that shops bind."""

import pytest
from folding import A5, HALF_LETTER, POKER, YELLOW, book, found_on, lines_on
from imposing import PAPERS, slug, slug_words
from readback import Book
from test_pdf import FONTS, INFO, opened

from cardforge import presets
from cardforge.booklet import (
    LIGHT_GRAY,
    BookletSpec,
    Leaf,
    booklet_form,
    creep_of,
    impose_booklet,
    signatures,
)
from cardforge.color import REGISTRATION
from cardforge.geometry import Box, Size
from cardforge.ink import Group, Page, Rect
from cardforge.render.pdf import render
from cardforge.render.png import Rasterizer
from cardforge.sheet_spec import SheetError
from cardforge.shop_booklet import shop_booklets, shop_pages


def spec(paper="a4", **more):
    return BookletSpec(PAPERS[paper], paper, **more)


# --- order ---


def test_eight_pages_are_two_leaves():
    assert signatures(8) == (Leaf((8, 1), (2, 7)), Leaf((6, 3), (4, 5)))


def test_twelve_pages_are_three_leaves():
    assert [(leaf.outside, leaf.inside) for leaf in signatures(12)] == [
        ((12, 1), (2, 11)),
        ((10, 3), (4, 9)),
        ((8, 5), (6, 7)),
    ]


def test_five_pages_without_a_back_cover_end_in_blanks():
    assert signatures(5) == (Leaf((None, 1), (2, None)), Leaf((None, 3), (4, 5)))


def test_five_pages_with_a_back_cover_keep_it_outside():
    leaves = signatures(5, has_back_cover=True)
    assert leaves == (Leaf((5, 1), (2, None)), Leaf((None, 3), (4, None)))


def test_one_page_is_a_leaf_and_its_own_cover():
    assert signatures(1, has_back_cover=True) == (Leaf((None, 1), (None, None)),)


def test_no_pages_are_no_booklet():
    assert signatures(0) == ()
    assert impose_booklet([], spec()) == ()


# --- places ---


def boxes_on(side):
    return {number: tuple(round(v, 3) for v in box[:2]) for number, box, _ in found_on(side)}


def test_a5_fills_a4_that_lies():
    outside, inside, _, _ = sides = impose_booklet(book(8), spec(thickness=0.0))
    assert {side.size for side in sides} == {Size(297, 210)}
    assert {side.trim for side in sides} == {Box(0, 0, 297, 210)}
    # The fold is the middle of the paper; two A5 are 1 mm narrower than A4.
    assert boxes_on(outside) == {8: (0.5, 0), 1: (148.5, 0)}
    assert boxes_on(inside) == {2: (0.5, 0), 7: (148.5, 0)}


def test_half_letter_fills_letter():
    first = impose_booklet(book(4, HALF_LETTER), spec("letter"))[0]
    assert first.size == Size(279.4, 215.9)
    assert first.trim == Box(0, 0, 279.4, 215.9)
    assert boxes_on(first) == {4: (0, 0), 1: (139.7, 0)}


def test_half_letter_lies_in_the_middle_of_legal():
    first = impose_booklet(book(4, HALF_LETTER), spec("legal"))[0]
    assert first.trim == pytest.approx((38.1, 0, 279.4, 215.9))
    assert boxes_on(first) == {4: (38.1, 0), 1: (177.8, 0)}


def test_four_poker_spreads_share_a4():
    sides = impose_booklet(book(16, POKER), spec(thickness=0.0))
    assert len(sides) == 2
    left, top, right, low = 22.5, 17, 148.5, 105
    assert sides[0].trim == Box(left, top, 252, 176)
    assert boxes_on(sides[0]) == {
        16: (left, top), 1: (left + 63, top), 14: (right, top), 3: (right + 63, top),
        12: (left, low), 5: (left + 63, low), 10: (right, low), 7: (right + 63, low),
    }  # fmt: skip
    assert boxes_on(sides[1]) == {
        4: (left, top), 13: (left + 63, top), 2: (right, top), 15: (right + 63, top),
        8: (left, low), 9: (left + 63, low), 6: (right, low), 11: (right + 63, low),
    }  # fmt: skip


def test_two_spreads_of_200_by_100_lie_above_each_other():
    first = impose_booklet(book(8, Size(100, 100)), spec(thickness=0.0))[0]
    assert boxes_on(first) == {8: (48.5, 5), 1: (148.5, 5), 6: (48.5, 105), 3: (148.5, 105)}


def test_a_booklet_of_one_leaf_lies_in_the_middle():
    (first, _) = impose_booklet(book(4, POKER), spec())
    assert first.trim == Box(85.5, 61, 126, 88)


def test_piles_follow_each_other_from_place_to_place():
    sides = impose_booklet(book(40, POKER), spec(thickness=0.0))
    covers = [sorted(n for n in boxes_on(side) if n <= 20) for side in sides[::2]]
    # Ten leaves on three papers: each pile is three leaves that follow each other.
    assert covers == [[1, 7, 13, 19], [3, 9, 15], [5, 11, 17]]


def test_bleed_between_spreads_gets_the_room_there_is():
    first = impose_booklet(book(16, POKER, 3.0), spec(thickness=0.0))[0]
    # 287 mm hold two spreads and 35 mm, so both bleeds fit.
    assert first.trim == pytest.approx((19.5, 14, 258, 182))
    ground = {n: clip for n, _, clip in found_on(first)}
    assert ground[1].right == pytest.approx(19.5 + 126 + 3)
    assert ground[1].x == pytest.approx(19.5 + 63)
    assert ground[1].bottom == pytest.approx(14 + 88 + 3)


@pytest.mark.parametrize(
    ("form", "paper", "needs"),
    [
        (A5, "letter", "148 x 210 mm side by side need 296 x 210 mm, paper letter lying is 279.4"),
        (Size(140, 211), "a4", "140 x 211 mm side by side need 280 x 211 mm, paper a4 lying is"),
    ],
)
def test_a_spread_larger_than_the_paper_is_refused(form, paper, needs):
    with pytest.raises(SheetError) as refused:
        impose_booklet(book(4, form), spec(paper))
    assert refused.value.code == "rulebook.booklet-paper"
    assert needs in refused.value.message
    assert refused.value.hint == "use a larger paper or a smaller format"


def test_pages_of_two_sizes_are_a_fault_of_the_program():
    with pytest.raises(ValueError, match="page-2 has another size"):
        impose_booklet([*book(1), *book(2, POKER)[1:]], spec())


def test_every_paper_has_a_form_that_fits_it():
    sizes = {
        "a4": Size(210, 297),
        "a5": A5,
        "letter": Size(215.9, 279.4),
        "half-letter": HALF_LETTER,
    }
    forms = {name: booklet_form(name) for name in presets.papers()}
    assert forms == {
        "a4": "a5",
        "letter": "half-letter",
        "a3": "a4",
        "tabloid": "letter",
        "legal": "half-letter",
    }
    for name, form in forms.items():
        assert len(impose_booklet(book(4, sizes[form]), spec(name))) == 2


# --- creep ---


def test_inner_leaves_move_towards_the_spine_by_equal_steps():
    sides = impose_booklet(book(16), spec(thickness=0.2))
    places = [boxes_on(side) for side in sides]
    # 0.2 mm x 3 x 1.2 = 0.72 mm in all, in three steps of 0.24 mm.
    for leaf, shift in enumerate((0.0, 0.24, 0.48, 0.72)):
        for side in places[2 * leaf : 2 * leaf + 2]:
            left, right = sorted(x for x, _ in side.values())
            assert (left, right) == pytest.approx((0.5 + shift, 148.5 - shift))


def test_folded_and_trimmed_the_outer_margins_are_even():
    thickness, leaves = 0.1, 10
    sides = impose_booklet(book(4 * leaves), spec(thickness=thickness))
    edges = []
    for leaf in range(leaves):
        right = max(box.right for _, box, _ in found_on(sides[2 * leaf]))
        pushed_out = leaf * thickness * 1.2
        edges.append(right - 148.5 + pushed_out)
    assert edges == pytest.approx([148.0] * leaves)


def test_the_outermost_leaf_does_not_move():
    assert creep_of(0, 0.3) == 0
    assert creep_of(4, 0.1) == pytest.approx(0.48)


def test_moved_pages_are_clipped_at_the_spine_and_nowhere_else():
    sides = impose_booklet(book(8, A5, 3.0), spec(thickness=0.5))
    for number, box, clip in found_on(sides[2]):
        assert clip is not None
        if number == 6:
            assert clip.right == pytest.approx(148.5)
            assert clip.x <= max(0, box.x - 3)
        else:
            assert clip.x == pytest.approx(148.5)
            assert clip.right >= min(297, box.right + 3)


# --- marks ---


def test_paper_that_the_spread_fills_has_light_ticks_at_the_fold_and_no_cut():
    _, inside, *_ = impose_booklet(book(8), spec())
    lines = lines_on(inside)
    assert {line.stroke for line in lines} == {LIGHT_GRAY}
    assert {(line.start.x, line.start.y, line.end.x, line.end.y) for line in lines} == {
        (148.5, 0, 148.5, 3),
        (148.5, 207, 148.5, 210),
    }


def test_staples_are_marked_on_the_outermost_outside_only():
    sides = impose_booklet(book(12), spec())
    extra = [len(lines_on(side)) - 2 for side in sides]
    assert extra == [2, 0, 0, 0, 0, 0]
    staples = [line for line in lines_on(sides[0]) if 10 < line.start.y < 200]
    assert [(line.start.x + line.end.x) / 2 for line in staples] == [148.5, 148.5]
    assert [(line.start.y + line.end.y) / 2 for line in staples] == [52.5, 157.5]
    assert {line.stroke for line in staples} == {LIGHT_GRAY}


def test_staples_of_shared_paper_are_those_of_the_cover():
    sides = impose_booklet(book(16, POKER), spec())
    staples = [line for line in lines_on(sides[0]) if line.stroke == LIGHT_GRAY]
    assert [line.start.x for line in staples] == [22.5 + 63] * 2
    assert all(17 < line.start.y < 105 for line in staples)
    assert not [line for line in lines_on(sides[1]) if line.stroke == LIGHT_GRAY]


def test_smaller_spreads_have_crop_marks_at_their_corners_and_a_dashed_fold():
    for side in impose_booklet(book(16, POKER), spec()):
        lines = [line for line in lines_on(side) if line.stroke == REGISTRATION]
        dashed = {line.start.x for line in lines if line.dash}
        upright = {line.start.x for line in lines if line.start.x == line.end.x} - dashed
        level = {line.start.y for line in lines if line.start.y == line.end.y}
        assert dashed == {22.5 + 63, 148.5 + 63}
        assert upright == {22.5, 148.5, 274.5}
        assert level == {17, 105, 193}
        above = [line for line in lines if line.start.x == line.end.x and line.start.y < 105]
        assert {(line.start.y, line.end.y) for line in above} == {(17, 12)}


def test_marks_begin_where_the_bleed_ends():
    (first, _) = impose_booklet(book(4, POKER, 3.0), spec())
    cuts = [line for line in lines_on(first) if line.start.x == 85.5 == line.end.x]
    assert {(line.start.y, line.end.y) for line in cuts} == {(58, 53), (152, 157)}
    assert first.bleed == Box(82.5, 58, 132, 94)


def test_bleed_gives_way_where_it_and_the_marks_do_not_both_fit():
    first = impose_booklet(book(8, Size(100, 100), 3.0), spec(thickness=0.0))[0]
    # 5 mm are left above, all of them unprintable: the marks begin at the trim.
    assert first.bleed == Box(45.5, 5, 206, 200)
    assert {clip.y for _, _, clip in found_on(first)} == {5, 105}
    starts = {line.start.y for line in lines_on(first) if line.start.x == 48.5 == line.end.x}
    assert starts == {5, 205}


def test_where_the_paper_ends_with_the_spread_the_cut_is_ticked_inside():
    (_, inside) = impose_booklet(book(4, HALF_LETTER), spec("legal"))
    lines = lines_on(inside)
    assert {line.stroke for line in lines} == {LIGHT_GRAY}
    assert {round(line.start.x, 3) for line in lines} == {38.1, 177.8, 317.5}
    # Nothing is cut off above and below.
    assert not [line for line in lines if line.start.y == line.end.y]


def test_marks_can_be_left_out():
    for side in impose_booklet(book(16, POKER), spec(marks=False)):
        assert lines_on(side) == []


def test_the_slug_says_which_paper_it_is_where_there_is_room():
    sides = impose_booklet(book(40, POKER), spec(), slug())
    assert [words.split(" · ")[2:4] for words in map(slug_words_of, sides)] == [
        [f"sheet {n} of 3", side] for n in (1, 2, 3) for side in ("face", "back")
    ]
    filled = impose_booklet(book(8), spec(), slug())
    assert not any(isinstance(item, Group) and item.transform for item in filled[0].items)


class _Side:
    def __init__(self, page):
        self.page = page


def slug_words_of(page):
    return slug_words(_Side(page))


# --- the finished PDF ---


def numbers_in(pdf, index):
    """Every page number that is seen on a side, and where: digits in order of reading."""
    found, word, start = {}, "", None
    for letter, area in [*pdf.letters(index), (" ", None)]:
        if letter.isdigit():
            if word and area.left - start.left > 10:
                found[int(word)] = start
                word = ""
            start = start if word else area
            word += letter
        elif word:
            found[int(word)] = start
            word = ""
    return found


def test_the_pdf_shows_every_page_on_its_half_of_the_paper():
    pdf = Book(render(impose_booklet(book(12), spec()), FONTS, INFO))
    order = [(12, 1), (2, 11), (10, 3), (4, 9), (8, 5), (6, 7)]
    for index, (left, right) in enumerate(order):
        seen = numbers_in(pdf, index)
        assert set(seen) == {left, right}
        assert seen[left].left < 148.5 < seen[right].left


def test_links_anchors_and_tags_do_not_survive():
    sides = impose_booklet(book(8), spec())
    assert all(side.links == side.anchors == () for side in sides)
    pdf = opened(*sides)
    assert "/StructTreeRoot" not in pdf.Root
    assert all("/Annots" not in side for side in pdf.pages)


def test_a_page_whose_trim_is_not_at_its_corner_is_put_by_its_trim():
    corner = Rect(Box(20, 30, 9, 9), fill=YELLOW)
    shifted = Page(Size(200, 300), Box(20, 30, *A5), Box(17, 27, 154, 216), (corner,))
    (first, _) = impose_booklet([shifted] * 4, spec(marks=False))
    left = found_on(first)[0]
    assert left.box == pytest.approx((0.5, 0, 148, 210))
    pixels = Book(render([first], FONTS, INFO)).raster(0)
    scale = 100 / 25.4
    assert pixels.getpixel((round(5 * scale), round(5 * scale)))[2] < 100
    assert pixels.getpixel((round(12 * scale), round(5 * scale))) == (255, 255, 255)


# --- shops ---

PIXELS = {
    "SmallBooklet": (825, 1125),
    "MediumBooklet": (1125, 1575),
    "LargeBooklet": (1575, 2475),
    "JumboBooklet": (2475, 3075),
    "TallBooklet": (1425, 2475),
    "TarotBooklet": (900, 1500),
}


def test_the_game_crafter_binds_six_booklets():
    products = shop_booklets("the-game-crafter")
    assert {name: product.pixels for name, product in products.items()} == PIXELS
    for product in products.values():
        assert (product.multiple, product.at_least, product.at_most) == (4, 4, 40)
        # At 300 dpi trim and bleed are the pixels to within a third of one.
        for length, pixels in zip(product.trim, product.pixels, strict=True):
            assert (length + 2 * product.bleed) / 25.4 * 300 == pytest.approx(pixels, abs=0.34)


@pytest.mark.parametrize("name", PIXELS)
def test_shop_pages_are_exactly_the_pixels_that_the_shop_wants(name):
    product = shop_booklets("the-game-crafter")[name]
    pages = shop_pages(book(1, product.trim, product.bleed), product)
    pdf = render([each.page for each in pages], FONTS, INFO)
    with Rasterizer(pdf) as document:
        assert len(document) == 4
        first = document.pixels(0, *pages[0].pixels)
    assert (first.width_px, first.height_px) == PIXELS[name]
    # The ground reaches every corner: the page has no white rim.
    right, bottom = first.width_px - 1, first.height_px - 1
    for corner in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
        assert first.at(*corner) == (255, 230, 51)


def test_shop_pages_are_numbered_and_blanks_stand_before_the_back_cover():
    product = shop_booklets("the-game-crafter")["SmallBooklet"]
    pages = shop_pages(book(6, product.trim, product.bleed), product, has_back_cover=True)
    assert [each.name for each in pages] == [f"page-0{n}.png" for n in range(1, 9)]
    numbers = [[found.number for found in found_on(each.page)] for each in pages]
    assert numbers == [[1], [2], [3], [4], [5], [], [], [6]]
    assert {each.page.size for each in pages} == {Size(63.5 + 6.35, 88.9 + 6.35)}
    assert all(each.page.links == () for each in pages)


def test_more_bleed_than_the_shop_takes_is_cut_off():
    product = shop_booklets("the-game-crafter")["SmallBooklet"]
    (first, *_) = shop_pages(book(1, product.trim, 5.0), product)
    ((_, box, clip),) = found_on(first.page)
    assert box[:2] == pytest.approx((3.175, 3.175))
    assert clip == Box(0, 0, *first.page.size)


def test_a_booklet_that_the_shop_cannot_bind_is_refused():
    product = shop_booklets("the-game-crafter")["SmallBooklet"]
    assert len(shop_pages(book(40, product.trim, product.bleed), product)) == 40
    with pytest.raises(SheetError) as refused:
        shop_pages(book(41, product.trim, product.bleed), product)
    assert refused.value.code == "rulebook.too-long"
    assert refused.value.message == (
        "SmallBooklet takes at most 40 pages, the rulebook has 44"
    )  # fmt: skip


@pytest.mark.parametrize(("trim", "bleed"), [(POKER, 3.175), (Size(63.5, 88.9), 3.0)])
def test_pages_of_another_size_or_bleed_are_a_fault_of_the_program(trim, bleed):
    product = shop_booklets("the-game-crafter")["SmallBooklet"]
    with pytest.raises(ValueError, match="page 1 has"):
        shop_pages(book(1, trim, bleed), product)
