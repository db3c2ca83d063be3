"""Where cards lie on paper: grids, slots and how far each bleed may reach; numbers, no ink."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.geometry import Box, Insets, Size
from cardforge.sheet_spec import TOLERANCE, Duplex, Lot, SheetError, SheetSpec, papers
from cardforge.units import show

MARK_VISIBLE = 2.0  # of each mark at least this much lies inside the printable area
SLUG_STRIP = 3.5  # height that token sheets keep free for the slug


class Frame(NamedTuple):
    """The grid of one lot on one side of a sheet.

    `rim` is how far ink may reach beyond the grid's edges, `inner` how far
    between neighbours, `outer` beyond the block of all slots: on a folded sheet
    the block also holds the backs.
    """

    paper: Size
    margin: Insets
    columns: int
    rows: int
    trim: Size
    gutter: Size
    grid: Box
    rim: Insets
    inner: Size
    outer: Insets
    folded: bool = False
    flipped_columns: bool = False
    flipped_rows: bool = False

    @property
    def capacity(self) -> int:
        """Return how many slots the grid has."""
        return self.columns * self.rows

    @property
    def turn_deg(self) -> float:
        """Return how far cards are turned on this side."""
        return 180.0 if self.flipped_rows else 0.0

    @property
    def block(self) -> Box:
        """Return the smallest box round all slots of the sheet side: its TrimBox."""
        if not self.folded:
            return self.grid
        return self.grid.union(_mirror_box(self.grid, self.paper, rows=True))

    @property
    def bleed_box(self) -> Box:
        """Return the block and its outer bleed."""
        left, top, right, bottom = self.outer
        return self.block.inset(Insets(-left, -top, -right, -bottom))

    @property
    def printable(self) -> Box:
        """Return the paper without its unprintable rim."""
        return Box(0.0, 0.0, *self.paper).inset(self.margin)

    @property
    def mark_room(self) -> Insets:
        """Return the printable paper beyond the block, where marks can show."""
        block, area = self.block, self.printable
        return Insets(
            block.x - area.x,
            block.y - area.y,
            area.right - block.right,
            area.bottom - block.bottom,
        )

    def place(self, index: int) -> tuple[int, int]:
        """Return column and row, as seen on this side, of the slot of the index-th card."""
        row, column = divmod(index, self.columns)
        if self.flipped_columns:
            column = self.columns - 1 - column
        if self.flipped_rows:
            row = self.rows - 1 - row
        return column, row

    def slot(self, index: int) -> Box:
        """Return the trim of the index-th card: index times pitch, never a running sum."""
        column, row = self.place(index)
        x = self.grid.x + column * (self.trim.width + self.gutter.width)
        y = self.grid.y + row * (self.trim.height + self.gutter.height)
        return Box(x, y, *self.trim)

    def reach(self, index: int) -> Box:
        """Return the box that the ink of the index-th card may cover."""
        column, row = self.place(index)
        left = self.rim.left if column == 0 else self.inner.width
        top = self.rim.top if row == 0 else self.inner.height
        right = self.rim.right if column == self.columns - 1 else self.inner.width
        bottom = self.rim.bottom if row == self.rows - 1 else self.inner.height
        return self.slot(index).inset(Insets(-left, -top, -right, -bottom))

    def mirrored(self, *, rows: bool) -> Frame:
        """Return the frame seen through the paper, turned over about the paper's middle."""
        return self._replace(
            margin=_mirror_insets(self.margin, rows),
            grid=_mirror_box(self.grid, self.paper, rows),
            rim=_mirror_insets(self.rim, rows),
            outer=_mirror_insets(self.outer, rows),
            flipped_columns=self.flipped_columns != (not rows),
            flipped_rows=self.flipped_rows != rows,
        )

    def behind(self, duplex: str) -> Frame:
        """Return the frame of the backs.

        The driver's words name an edge of the page, so the rule swaps when the
        page lies on its side.
        """
        upright = self.paper.width <= self.paper.height
        rows = duplex == Duplex.FOLD or (duplex == Duplex.SHORT_EDGE) == upright
        return self.mirrored(rows=rows)


def choose_grid(card: Size, area: Size, gutter: Size) -> tuple[int, int]:
    """Return the most columns and rows of cards that fit the area."""
    columns = (area.width + gutter.width + TOLERANCE) // (card.width + gutter.width)
    rows = (area.height + gutter.height + TOLERANCE) // (card.height + gutter.height)
    return max(0, int(columns)), max(0, int(rows))


def choose_paper(lots: Sequence[Lot], spec: SheetSpec) -> Size:
    """Return the paper turned so that the first lot gets the most slots and every lot fits.

    All pages of one PDF have one orientation; upright wins a tie.
    """
    fitting = [p for p in papers(spec) if all(_fits(lot, lots, spec, p) for lot in lots)]
    if not fitting:
        raise _why_nothing_fits(lots, spec)
    first = lots[0]
    return max(fitting, key=lambda p: _product(grid_on(first, wanted(first, lots, spec), spec, p)))


def wanted(lot: Lot, lots: Sequence[Lot], spec: SheetSpec) -> tuple[int, int] | None:
    """Return the grid asked for: it is meant for the first format that fills sheets."""
    if lot.single:
        return 1, 1
    first = next(each for each in lots if not each.single)
    return spec.grid if lot.trim == first.trim else None


def grid_on(
    lot: Lot, grid: tuple[int, int] | None, spec: SheetSpec, paper: Size
) -> tuple[int, int]:
    """Return the columns and rows of a lot on a paper, (0, 0) when the wanted grid is too large."""
    area, gutter = _area(lot, spec, paper), lot.gutter_on(spec)
    columns, rows = choose_grid(lot.trim, area, gutter)
    if grid is not None:
        return grid if grid[0] <= columns and grid[1] <= rows else (0, 0)
    if lot.is_token:
        # No table promises a count of tokens, so they leave room for bleed, marks and slug.
        kept = choose_grid(lot.trim, _token_area(lot, spec, area), gutter)
        return kept if _product(kept) else (columns, rows)
    return columns, rows


def frame_on(lot: Lot, grid: tuple[int, int], spec: SheetSpec, paper: Size) -> Frame:
    """Return the frame of a lot: its grid in the middle of the printable area."""
    gutter, area = lot.gutter_on(spec), _area(lot, spec, paper)
    size = _grid_size(lot, grid, gutter)
    margin, folded = spec.margin, folds(lot, spec)
    x = margin.left + (area.width - size.width) / 2
    y = margin.top + (area.height - size.height) / 2
    if folded:
        # As near to the fold as the bleed allows: a short way folds most exactly.
        y = paper.height / 2 - lot.bleed.height - size.height
    box = Box(x, y, *size)
    outer = _outer_bleed(lot, spec, paper, box, folded)
    rim = outer._replace(bottom=lot.bleed.height) if folded else outer
    inner = Size(min(lot.bleed.width, gutter.width / 2), min(lot.bleed.height, gutter.height / 2))
    return Frame(paper, margin, *grid, lot.trim, gutter, box, rim, inner, outer, folded)


def folds(lot: Lot, spec: SheetSpec) -> bool:
    """Return whether the lot is printed face above back; without backs it has the whole sheet."""
    return spec.duplex == Duplex.FOLD and lot.has_backs


def _grid_size(lot: Lot, grid: tuple[int, int], gutter: Size) -> Size:
    return Size(
        grid[0] * lot.trim.width + (grid[0] - 1) * gutter.width,
        grid[1] * lot.trim.height + (grid[1] - 1) * gutter.height,
    )


def _area(lot: Lot, spec: SheetSpec, paper: Size) -> Size:
    left, top, right, bottom = spec.margin
    if folds(lot, spec):
        # Face and back keep their bleed towards the fold.
        height = paper.height / 2 - max(top, bottom) - lot.bleed.height
        return Size(paper.width - left - right, height)
    return Size(paper.width - left - right, paper.height - top - bottom)


def _token_area(lot: Lot, spec: SheetSpec, area: Size) -> Size:
    marks = 0.0 if lot.marks_on(spec).kind == "none" else MARK_VISIBLE
    above = lot.bleed.height + marks + SLUG_STRIP
    # A folded sheet keeps its bleed towards the fold already.
    edges = 1 if folds(lot, spec) else 2
    return Size(area.width - 2 * (lot.bleed.width + marks), area.height - edges * above)


def _outer_bleed(lot: Lot, spec: SheetSpec, paper: Size, grid: Box, folded: bool) -> Insets:
    bottom = grid.y if folded else paper.height - grid.bottom
    distances = Insets(grid.x, grid.y, paper.width - grid.right, bottom)
    margin = spec.margin
    if folded:
        rim = max(margin.top, margin.bottom)
        margin = margin._replace(top=rim, bottom=rim)
    asked = (lot.bleed.width, lot.bleed.height) * 2
    if lot.marks_on(spec).kind == "none":
        return Insets(*(min(b, d) for b, d in zip(asked, distances, strict=True)))
    # Where bleed and mark do not both fit, the bleed gives way: a lost mark ruins the cut.
    rooms = (d - m - MARK_VISIBLE for d, m in zip(distances, margin, strict=True))
    return Insets(*(max(0.0, min(b, room)) for b, room in zip(asked, rooms, strict=True)))


def _mirror_box(box: Box, paper: Size, rows: bool) -> Box:
    if rows:
        return box._replace(y=paper.height - box.bottom)
    return box._replace(x=paper.width - box.right)


def _mirror_insets(insets: Insets, rows: bool) -> Insets:
    left, top, right, bottom = insets
    return Insets(left, bottom, right, top) if rows else Insets(right, top, left, bottom)


def _product(grid: tuple[int, int]) -> int:
    return grid[0] * grid[1]


def _fits(lot: Lot, lots: Sequence[Lot], spec: SheetSpec, paper: Size) -> bool:
    return _product(grid_on(lot, wanted(lot, lots, spec), spec, paper)) > 0


def _why_nothing_fits(lots: Sequence[Lot], spec: SheetSpec) -> SheetError:
    for lot in lots:
        if not any(_fits(lot, lots, spec, paper) for paper in papers(spec)):
            return _too_large(lot, wanted(lot, lots, spec) or (1, 1), spec)
    sizes = ", ".join(f"{_show_size(lot.trim)} mm" for lot in lots)
    return SheetError(
        "sheet.orientation",
        f"items of {sizes} need paper {spec.paper_name} both upright and landscape",
        "print them in separate files, all pages of one have one orientation",
    )


def _too_large(lot: Lot, grid: tuple[int, int], spec: SheetSpec) -> SheetError:
    paper, size = papers(spec)[0], _grid_size(lot, grid, lot.gutter_on(spec))
    area = _area(lot, spec, paper)
    lost = Size(paper.width - area.width, paper.height - area.height)
    if grid == (1, 1):
        half = " folded" if folds(lot, spec) else ""
        needs = Size(size.width + lost.width, size.height + lost.height)
        if half:
            needs = needs._replace(height=2 * (size.height + paper.height / 2 - area.height))
        return SheetError(
            "sheet.card-too-large",
            f"card {_show_size(lot.trim)} mm + margins needs {_show_size(needs)} mm,"
            f" paper {spec.paper_name}{half} is {_show_size(paper)} mm",
            "use a larger paper or a smaller card",
        )
    return _grid_too_large(lot, grid, spec, paper)


def _grid_too_large(lot: Lot, grid: tuple[int, int], spec: SheetSpec, paper: Size) -> SheetError:
    size, area = _grid_size(lot, grid, lot.gutter_on(spec)), _area(lot, spec, paper)
    wide = size.width > area.width + TOLERANCE
    axis, word = (0, "wide") if wide else (1, "high")
    # On a folded sheet each half has its own margin and the bleed beside the fold.
    half = axis == 1 and folds(lot, spec)
    whole = paper[axis] / 2 if half else paper[axis]
    needs = size[axis] + whole - area[axis]
    gutters = " + gutters" if lot.gutter_on(spec)[axis] and grid[axis] > 1 else ""
    return SheetError(
        "sheet.grid-too-large",
        f"{grid[axis]} x {show(lot.trim[axis])} mm{gutters} + margins needs {show(needs)} mm,"
        f" {'half of ' if half else ''}paper {spec.paper_name} is {show(whole)} mm {word}",
        "leave grid out to get the largest that fits",
    )


def _show_size(size: Size) -> str:
    return f"{show(size.width)} x {show(size.height)}"
