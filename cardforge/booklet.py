"""Saddle stitch: pages become spreads, front and back of leaves that are folded into each other.

A leaf is one folded piece of paper with four pages.  Small leaves share a paper:
print, lay each paper on the one before with the insides up, cut along the marks, lay
the pile of each place on that of the place before, fold, staple.  Paper needs no links
and no tags: a page is drawn as a plate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardforge.color import REGISTRATION, Color
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Ink, Line, Page, Plate, Use
from cardforge.ink.bounds import within
from cardforge.marks import FOLD_DASH
from cardforge.presets import booklets
from cardforge.sheet_spec import TOLERANCE, SheetError
from cardforge.slots import MARK_VISIBLE
from cardforge.slug import SlugText, draw_slug, find_place
from cardforge.units import pt_to_mm, show

PAGES_PER_LEAF = 4
# Paper is a little thicker where it bends than where it lies.
CREEP_FACTOR = 1.2
# A5 is half of A4 with the fraction dropped: so much of the paper may be left over.
SPARE = 1.0
MARK_LENGTH = 5.0
TICK_LENGTH = 3.0
STAPLE_LENGTH = 4.0
LINE_WIDTH = pt_to_mm(0.25)
LIGHT_GRAY = Color("gray", (0.75,))


class Leaf(NamedTuple):
    """The pages of a folded leaf from left to right, counted from 1; None is a blank page."""

    outside: tuple[int | None, int | None]
    inside: tuple[int | None, int | None]


class BookletSpec(NamedTuple):
    """The paper of a booklet; `thickness` is that of one leaf, `margin` the unprintable rim."""

    paper: Size
    paper_name: str
    thickness: float = 0.1
    has_back_cover: bool = False
    marks: bool = True
    margin: float = 5.0


def booklet_form(paper_name: str) -> str:
    """Return the format of page that a paper is folded into."""
    form: str = booklets()["papers"][paper_name]
    return form


def padded(pages: int, count: int, *, has_back_cover: bool) -> tuple[int | None, ...]:
    """Return the pages 1 to `pages` filled up to `count` with blanks (None).

    Blanks go to the end, or before the last page when that is the back cover.
    """
    numbers = range(1, pages + 1)
    blanks = (None,) * (count - pages)
    if has_back_cover and pages > 1:
        return (*numbers[:-1], *blanks, pages)
    return (*numbers, *blanks)


def rounded_up(pages: int, multiple: int) -> int:
    """Return the next multiple that holds all pages."""
    return -(-pages // multiple) * multiple


def signatures(pages: int, *, has_back_cover: bool = False) -> tuple[Leaf, ...]:
    """Return the leaves of a booklet, the outermost first."""
    count = rounded_up(pages, PAGES_PER_LEAF)
    order = padded(pages, count, has_back_cover=has_back_cover)
    return tuple(
        Leaf((order[-1 - first], order[first]), (order[first + 1], order[-2 - first]))
        for first in range(0, count // 2, 2)
    )


def creep_of(leaf: int, thickness: float) -> float:
    """Return how far the pages of a leaf move towards the spine; leaf 0 is the outermost.

    Inner leaves are pushed outwards and lose there what is cut off: the whole of
    thickness × (leaves − 1) × 1.2 is shared evenly among the steps from leaf to leaf.
    """
    return leaf * thickness * CREEP_FACTOR


class _Grid(NamedTuple):
    """Where spreads lie on the paper; `outer` is how far ink may reach beyond the block."""

    paper: Size
    columns: int
    rows: int
    trim: Size
    gutter: Size
    block: Box
    outer: Insets
    fills: bool

    @property
    def capacity(self) -> int:
        """Return how many leaves share one paper."""
        return self.columns * self.rows

    def spread(self, place: int, *, behind: bool) -> Box:
        """Return the box of a spread; an inside lies behind its outside, seen from its own side."""
        row, column = divmod(place, self.columns)
        if behind:
            column = self.columns - 1 - column
        width, height = 2 * self.trim.width, self.trim.height
        x = self.block.x + column * (width + self.gutter.width)
        y = self.block.y + row * (height + self.gutter.height)
        return Box(x, y, width, height)

    def reach(self, spread: Box) -> Box:
        """Return the box that the ink of a spread may cover."""
        across, down = self.gutter.width / 2, self.gutter.height / 2
        block, outer = self.block, self.outer
        return spread.inset(
            Insets(
                -(outer.left if spread.x - block.x < TOLERANCE else across),
                -(outer.top if spread.y - block.y < TOLERANCE else down),
                -(outer.right if block.right - spread.right < TOLERANCE else across),
                -(outer.bottom if block.bottom - spread.bottom < TOLERANCE else down),
            )
        )

    @property
    def rooms(self) -> Insets:
        """Return the paper beyond the block."""
        block = self.block
        return Insets(
            block.x, block.y, self.paper.width - block.right, self.paper.height - block.bottom
        )


def impose_booklet(
    pages: Sequence[Page], spec: BookletSpec, slug: SlugText | None = None
) -> tuple[Page, ...]:
    """Return the sides of the paper, each followed by the one behind it: flip on the short edge.

    All pages have one trim size.  Raises SheetError when two of them do not fit the
    paper side by side.
    """
    if not pages:
        return ()
    leaves = signatures(len(pages), has_back_cover=spec.has_back_cover)
    plates = {number: plate_of(page, number) for number, page in enumerate(pages, 1)}
    grid = _arrange(list(plates.values()), len(leaves), spec)
    papers = -(-len(leaves) // grid.capacity)
    sides = []
    for paper in range(papers):
        # Place by place the piles follow each other, so that whole piles are cut and stacked.
        on_paper = [
            (place, number)
            for place in range(grid.capacity)
            if (number := place * papers + paper) < len(leaves)
        ]
        for behind in (False, True):
            ink: list[Ink] = []
            for place, number in on_paper:
                pair = leaves[number].inside if behind else leaves[number].outside
                spread = grid.spread(place, behind=behind)
                shift = creep_of(number, spec.thickness)
                ink += _draw_spread(pair, plates, spread, grid.reach(spread), shift)
                if spec.marks and number == 0 and not behind:
                    ink += _staples(spread)
            words = (paper + 1, papers, "back" if behind else "face")
            sides.append(_side(grid, ink, spec, slug, words))
    return tuple(sides)


def plate_of(page: Page, number: int) -> Plate:
    """Return a page as a plate: its ink without links and anchors, and tags that say nothing."""
    trim, bleed = page.trim, page.bleed
    reach = Insets(
        trim.x - bleed.x, trim.y - bleed.y, bleed.right - trim.right, bleed.bottom - trim.bottom
    )
    items = page.items
    if (trim.x, trim.y) != (0.0, 0.0):
        items = (Group(items, Transform.moved(-trim.x, -trim.y)),)
    return Plate(f"page-{number}", Size(trim.width, trim.height), reach, items)


def place_page(plate: Plate, at: Point, reach: Box) -> Ink:
    """Return a page at its place, clipped only where its own ink would reach too far."""
    use = Use(plate, at)
    inside = within(plate.bounds.moved(*at), reach, TOLERANCE)
    return use if inside else Group((use,), clip=reach)


def tick(x: float, y: float, length: float) -> Line:
    """Return a light upright line that begins at a place and does not stain what is read."""
    return Line(Point(x, y), Point(x, y + length), LIGHT_GRAY, LINE_WIDTH)


def _arrange(plates: Sequence[Plate], leaves: int, spec: BookletSpec) -> _Grid:
    trim = plates[0].trim
    for plate in plates:
        if max(abs(a - b) for a, b in zip(plate.trim, trim, strict=True)) > TOLERANCE:
            raise ValueError(f"{plate.name} has another size than the first page")
    paper = Size(max(spec.paper), min(spec.paper))
    spread = Size(2 * trim.width, trim.height)
    spare = Size(paper.width - spread.width, paper.height - spread.height)
    if min(spare) < -TOLERANCE:
        raise _too_large(trim, spread, paper, spec)
    bleed = max(max(plate.bleed) for plate in plates)
    columns = min(_count(paper.width, spread.width, spec.margin), leaves)
    rows = min(_count(paper.height, spread.height, spec.margin), -(-leaves // columns))
    gutter = Size(
        _gutter(columns, spread.width, paper.width - 2 * spec.margin, bleed),
        _gutter(rows, spread.height, paper.height - 2 * spec.margin, bleed),
    )
    width = columns * spread.width + (columns - 1) * gutter.width
    height = rows * spread.height + (rows - 1) * gutter.height
    block = Box((paper.width - width) / 2, (paper.height - height) / 2, width, height)
    fills = max(spare) <= SPARE + TOLERANCE
    nothing = Insets(0.0, 0.0, 0.0, 0.0)
    grid = _Grid(paper, columns, rows, trim, gutter, block, nothing, fills)
    return grid._replace(outer=Insets(*(_outer(room, bleed, spec) for room in grid.rooms)))


def _count(paper: float, length: float, margin: float) -> int:
    # One spread may use the paper to its edges: pages have margins of their own.
    return max(1, int((paper - 2 * margin + TOLERANCE) // length))


def _gutter(count: int, length: float, room: float, bleed: float) -> float:
    """Return room for the bleed of both neighbours, as far as there is room."""
    return max(0.0, min(2 * bleed, (room - count * length) / (count - 1))) if count > 1 else 0.0


def _outer(room: float, bleed: float, spec: BookletSpec) -> float:
    if room < MARK_VISIBLE or not spec.marks:
        return min(room, bleed)
    # As on the sheets of cards, the bleed gives way to the mark.
    return max(0.0, min(bleed, room - spec.margin - MARK_VISIBLE))


def _draw_spread(
    pair: tuple[int | None, int | None],
    plates: dict[int, Plate],
    spread: Box,
    reach: Box,
    shift: float,
) -> Iterator[Ink]:
    fold = spread.centre.x
    halves = (
        (spread.x + shift, reach._replace(width=fold - reach.x)),
        (fold - shift, reach._replace(x=fold, width=reach.right - fold)),
    )
    for number, (x, half) in zip(pair, halves, strict=True):
        if number is not None:
            yield place_page(plates[number], Point(x, spread.y), half)


def _staples(spread: Box) -> Iterator[Line]:
    for quarter in (1, 3):
        y = spread.y + spread.height * quarter / 4
        yield tick(spread.centre.x, y - STAPLE_LENGTH / 2, STAPLE_LENGTH)


def _side(
    grid: _Grid,
    ink: list[Ink],
    spec: BookletSpec,
    slug: SlugText | None,
    words: tuple[int, int, str],
) -> Page:
    whole = Box(0.0, 0.0, *grid.paper)
    marks = tuple(_marks(grid)) if spec.marks else ()
    items = [*ink, *marks]
    if grid.fills:
        return Page(grid.paper, whole, whole, tuple(items))
    left, top, right, bottom = grid.outer
    bleed = grid.block.inset(Insets(-left, -top, -right, -bottom))
    if slug is not None:
        items += _slug(whole.inset(Insets(*[spec.margin] * 4)), bleed, marks, slug, words)
    return Page(grid.paper, grid.block, bleed, tuple(items))


def _slug(
    area: Box,
    pages: Box,
    marks: Sequence[Line],
    slug: SlugText,
    words: tuple[int, int, str],
) -> tuple[Group, ...]:
    """Return the slug, without its ruler where that finds no room; nothing where none does."""
    parts = slug.parts(*words)
    for with_ruler in (True, False):
        place = find_place(area, pages, marks, slug, parts, with_ruler=with_ruler)
        if place is not None:
            return draw_slug(place, slug, parts)
    return ()


def _marks(grid: _Grid) -> Iterator[Line]:
    """Yield crop marks at the corners of the spreads, and the folds above and below them."""
    spreads = [grid.spread(place, behind=False) for place in range(grid.capacity)]
    folds = {round(spread.centre.x, 6) for spread in spreads}
    for x in sorted(folds):
        for line in _upright(grid, x):
            yield line if line.stroke == LIGHT_GRAY else line._replace(dash=FOLD_DASH)
    if grid.fills:
        return
    rooms = grid.rooms
    # Where the paper ends with the spread nothing is cut.
    if min(rooms.left, rooms.right) > SPARE / 2:
        for x in sorted({round(x, 6) for s in spreads for x in (s.x, s.right)}):
            yield from _upright(grid, x)
    if min(rooms.top, rooms.bottom) > SPARE / 2:
        for y in sorted({round(y, 6) for s in spreads for y in (s.y, s.bottom)}):
            yield from _level(grid, y)


def _upright(grid: _Grid, x: float) -> Iterator[Line]:
    """Yield the marks of an upright line above and below; light ticks where no paper is left."""
    block, room, outer = grid.block, grid.rooms.top, grid.outer.top
    if room < MARK_VISIBLE:
        yield tick(x, block.y, TICK_LENGTH)
        yield tick(x, block.bottom - TICK_LENGTH, TICK_LENGTH)
        return
    end = min(outer + MARK_LENGTH, room)
    for start, stop in (
        (block.y - outer, block.y - end),
        (block.bottom + outer, block.bottom + end),
    ):
        yield Line(Point(x, start), Point(x, stop), REGISTRATION, LINE_WIDTH)


def _level(grid: _Grid, y: float) -> Iterator[Line]:
    block, room, outer = grid.block, grid.rooms.left, grid.outer.left
    if room < MARK_VISIBLE:
        for x in (block.x, block.right - TICK_LENGTH):
            yield Line(Point(x, y), Point(x + TICK_LENGTH, y), LIGHT_GRAY, LINE_WIDTH)
        return
    end = min(outer + MARK_LENGTH, room)
    for start, stop in ((block.x - outer, block.x - end), (block.right + outer, block.right + end)):
        yield Line(Point(start, y), Point(stop, y), REGISTRATION, LINE_WIDTH)


def _too_large(trim: Size, spread: Size, paper: Size, spec: BookletSpec) -> SheetError:
    page, needs, has = (f"{show(s.width)} x {show(s.height)} mm" for s in (trim, spread, paper))
    return SheetError(
        "rulebook.booklet-paper",
        f"two pages of {page} side by side need {needs}, paper {spec.paper_name} lying is {has}",
        "use a larger paper or a smaller format",
    )
