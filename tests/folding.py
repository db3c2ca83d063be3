"""Booklet pages for tests, and a folder of paper that knows nothing of how they were imposed."""

from typing import NamedTuple

from cardforge.color import BLACK, Color
from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Anchor, Group, Line, Link, Page, Rect, Tag, Text, Use

YELLOW = Color("rgb", (1.0, 0.9, 0.2))
A5, HALF_LETTER, POKER = Size(148, 210), Size(139.7, 215.9), Size(63, 88)


def page(number, trim=A5, bleed=0.0):
    """A page with its number in the middle, a ground that bleeds, a link, an anchor and a tag."""
    whole = Box(0, 0, trim.width + 2 * bleed, trim.height + 2 * bleed)
    box = Box(bleed, bleed, *trim)
    words = Text(Point(*box.centre), str(number), "body", 12, BLACK)
    return Page(
        Size(whole.width, whole.height),
        box,
        whole,
        (Rect(whole, fill=YELLOW), Group((words,), tag=Tag("P"))),
        (Link(box, "#top"),),
        (Anchor(f"page-{number}", Point(0, 0)),),
    )


def book(count, trim=A5, bleed=0.0):
    return [page(number, trim, bleed) for number in range(1, count + 1)]


class Found(NamedTuple):
    """A page that is drawn on a side: its number, its trim, and the box that its ink may cover."""

    number: int
    box: Box
    clip: Box | None


def found_on(side):
    """The pages drawn on a side of the paper."""
    found = []
    for item in side.items:
        clip, use = (item.clip, item.items[0]) if isinstance(item, Group) else (None, item)
        if isinstance(use, Use):
            number = int(use.plate.name.removeprefix("page-"))
            place = Transform.turned(use.turn_deg).then(Transform.moved(*use.at))
            found.append(Found(number, place.apply_box(Box(0, 0, *use.plate.trim)), clip))
    return found


def lines_on(side):
    return [item for item in side.items if isinstance(item, Line)]


def turned_over(box, paper):
    """Where a box is seen from the other side of lying paper that is flipped on its short edge."""
    assert paper.width >= paper.height
    return Box(paper.width - box.right, box.y, box.width, box.height)


def page_in(found, box):
    """The page most of which lies in a box; None for blank paper."""
    inside = [each.number for each in found if box.x < each.box.centre.x < box.right
              and box.y < each.box.centre.y < box.bottom]  # fmt: skip
    assert len(inside) <= 1
    return inside[0] if inside else None


def piles(sides, places):
    """The leaves as a reader holds them: papers cut at the places, piles laid on each other.

    A leaf is what is on its four quarters: outside left and right, inside left and right.
    """
    leaves = []
    for place in places:
        left, right = halves(place)
        for outside, inside in zip(sides[::2], sides[1::2], strict=True):
            front, behind = found_on(outside), found_on(inside)
            leaves.append((
                page_in(front, left), page_in(front, right),
                page_in(behind, turned_over(right, outside.size)),
                page_in(behind, turned_over(left, outside.size)),
            ))  # fmt: skip
    return [leaf for leaf in leaves if any(leaf)]


def halves(box):
    half = box.width / 2
    return Box(box.x, box.y, half, box.height), Box(box.x + half, box.y, half, box.height)


def read_folded(leaves):
    """The pages in the order of reading, blank ones as None; the first leaf is the outermost.

    `piles` hands over what is behind the right half first: it is turned over with it.
    """
    first_half, second_half = [], []
    for outside_left, outside_right, behind_right, behind_left in leaves:
        first_half += [outside_right, behind_right]
        second_half += [outside_left, behind_left]
    return first_half + second_half[::-1]
