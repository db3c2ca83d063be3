"""One sheet of paper, printed on both sides and folded: four, six or eight panels.

The paper lies.  Its outside is printed first, its inside behind it, flipped on the
short edge: what is left on one side is right on the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from cardforge.booklet import TICK_LENGTH, padded, place_page, plate_of, tick
from cardforge.geometry import Box, Point, Size
from cardforge.ink import Ink, Page, Plate
from cardforge.sheet_spec import SheetError

# The flap of a letter fold lies inside: it is so much narrower than the others.
FLAP_SHORTER = 1.5
_SAME_SIZE = 0.01

# The pages on each side from left to right.
_ORDERS = {
    "leaflet-4": ((4, 1), (2, 3)),
    "leaflet-6": ((5, 6, 1), (2, 3, 4)),
    "leaflet-8": ((8, 6, 7, 1), (2, 3, 4, 5)),
}
_FLAP = {"leaflet-6": (5, 4)}
KINDS = tuple(_ORDERS)


class Panel(NamedTuple):
    """A page's place on a side of the paper; `turn_deg` is how far it is turned clockwise."""

    page: int
    box: Box
    turn_deg: float = 0.0


class LeafletSide(NamedTuple):
    """One side of the paper: its panels and the x of its folds, both from left to right."""

    panels: tuple[Panel, ...]
    folds: tuple[float, ...]


class LeafletPlan(NamedTuple):
    """How a sheet is folded: the sizes of its pages in reading order, and its two sides."""

    kind: str
    paper: Size
    sizes: tuple[Size, ...]
    outside: LeafletSide
    inside: LeafletSide


def panels(kind: str, paper: Size) -> LeafletPlan:
    """Return the plan of a leaflet on a paper.

    - leaflet-4, folded once: outside 4 | 1, inside 2 | 3.
    - leaflet-6, a letter fold: outside 5 | 6 | 1, inside 2 | 3 | 4.  The panel with 5
      and, behind it, 4 is the flap that folds in first; then the cover closes over it.
    - leaflet-8, an accordion: outside 8 | 6 | 7 | 1, inside 2 | 3 | 4 | 5.  Closed it
      shows the cover and the last page; each fold opens on two pages that follow each
      other: 2 and 3, 4 and 5, and from behind 6 and 7.
    """
    lying = Size(max(paper), min(paper))
    outside, inside = (
        _side(order, _widths(order, _FLAP.get(kind, ()), lying.width), lying.height)
        for order in _ORDERS[kind]
    )
    by_page = {panel.page: panel.box for side in (outside, inside) for panel in side.panels}
    sizes = tuple(Size(by_page[n].width, by_page[n].height) for n in sorted(by_page))
    return LeafletPlan(kind, lying, sizes, outside, inside)


def _widths(order: Sequence[int], flap: Sequence[int], width: float) -> list[float]:
    if not flap:
        return [width / len(order)] * len(order)
    usual = (width + FLAP_SHORTER) / len(order)
    return [usual - FLAP_SHORTER if page in flap else usual for page in order]


def _side(order: Sequence[int], widths: Sequence[float], height: float) -> LeafletSide:
    edges = list(accumulate(widths, initial=0.0))
    boxes = [Box(x, 0.0, width, height) for x, width in zip(edges, widths, strict=False)]
    found = tuple(Panel(page, box) for page, box in zip(order, boxes, strict=True))
    return LeafletSide(found, tuple(edges[1:-1]))


def impose_leaflet(
    pages: Sequence[Page], plan: LeafletPlan, *, has_back_cover: bool = False
) -> tuple[Page, Page]:
    """Return outside and inside of the paper; missing pages are blank.

    Raises SheetError when there are more pages than panels.
    """
    count = len(plan.sizes)
    if len(pages) > count:
        raise SheetError(
            "rulebook.too-long",
            f"the text takes {len(pages)} pages, a {plan.kind} has {count}",
            "give long sections the class .long, shorten the text or use more panels",
        )
    plates: dict[int, Plate] = {}
    order = padded(len(pages), count, has_back_cover=has_back_cover)
    for panel, (number, size) in enumerate(zip(order, plan.sizes, strict=True), 1):
        if number is not None:
            plates[panel] = plate = plate_of(pages[number - 1], number)
            if max(abs(a - b) for a, b in zip(plate.trim, size, strict=True)) > _SAME_SIZE:
                raise ValueError(f"page {number} has another size than panel {panel}")
    return _draw(plan, plan.outside, plates), _draw(plan, plan.inside, plates)


def _draw(plan: LeafletPlan, side: LeafletSide, plates: dict[int, Plate]) -> Page:
    whole = Box(0.0, 0.0, *plan.paper)
    items: list[Ink] = [
        place_page(plates[page], Point(box.x, box.y), box)
        for page, box, _ in side.panels
        if page in plates
    ]
    for x in side.folds:
        items.append(tick(x, 0.0, TICK_LENGTH))
        items.append(tick(x, plan.paper.height - TICK_LENGTH, TICK_LENGTH))
    return Page(plan.paper, whole, whole, tuple(items))
