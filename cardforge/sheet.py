"""Imposition: printed copies become sheet sides, placed plates with marks and a slug.

`impose` refuses what cannot fit before it draws anything, then yields one side
after another, so that thousands of cards never lie in memory as pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardforge.geometry import Box, Insets, Point, Size
from cardforge.ink import Group, Ink, Line, Page, Plate, Use
from cardforge.marks import EDGES, draw_fold, draw_marks, draw_outline
from cardforge.sheet_spec import (
    TOLERANCE,
    Duplex,
    Lot,
    MarkSpec,
    Placed,
    SheetError,
    SheetSpec,
    check_spec,
)
from cardforge.slots import MARK_VISIBLE, Frame, choose_paper, frame_on, grid_on, wanted
from cardforge.slug import SlugPlace, SlugText, draw_slug, find_place
from cardforge.units import show

__all__ = [
    "Duplex",
    "Lot",
    "MarkSpec",
    "Placed",
    "Plan",
    "SheetError",
    "SheetSide",
    "SheetSpec",
    "Slot",
    "SlugText",
    "impose",
    "plan_sheets",
]

# Marks of these edges are shortened when the slug finds no room beside full ones.
_SHORTENED = ((), ("bottom",), ("left",), ("right",), ("top",), EDGES)


class Slot(NamedTuple):
    """A filled place on a sheet side: where it is, and which side of which copy lies there."""

    column: int
    row: int
    box: Box
    turn_deg: float
    plate: Plate
    copy: int
    side: str


class SheetSide(NamedTuple):
    """One printed side: the page, its filled slots, and whether slug and ruler found room.

    `side` is face, back or fold (both on one page); `copy` in a slot counts through the lot.
    """

    number: int
    total: int
    side: str
    page: Page
    slots: tuple[Slot, ...]
    has_slug: bool
    has_ruler: bool


class Plan(NamedTuple):
    """How lots go on paper: one orientation for all, and a frame for each lot."""

    lots: tuple[Lot, ...]
    frames: tuple[Frame, ...]
    spec: SheetSpec
    has_backs: bool

    @property
    def total(self) -> int:
        """Return how many sheets of paper are printed."""
        return sum(
            -(-len(lot.placed) // frame.capacity)
            for lot, frame in zip(self.lots, self.frames, strict=True)
        )

    @property
    def notices(self) -> tuple[SheetError, ...]:
        """Return what the maker of the sheets should know although they can be printed."""
        marked = (
            frame
            for lot, frame in zip(self.lots, self.frames, strict=True)
            if lot.marks_on(self.spec).kind != "none"
        )
        notices = (_hidden_marks(frame) for frame in marked)
        return tuple(notice for notice in notices if notice is not None)


class _Side(NamedTuple):
    """All that is equal on every sheet of a lot seen from one side."""

    name: str
    lot: Lot
    layers: tuple[tuple[Frame, str], ...]
    shift: Point
    page: Page
    outline_width: float
    shortened: tuple[str, ...]
    slug: SlugPlace | None
    marks: tuple[Line, ...]
    guides: bool


def plan_sheets(lots: Sequence[Lot], spec: SheetSpec) -> Plan:
    """Return the plan of the lots that hold anything; raises SheetError for what cannot fit."""
    check_spec(lots, spec)
    filled = tuple(lot for lot in lots if lot.placed)
    if not filled:
        return Plan((), (), spec, has_backs=False)
    paper = choose_paper(filled, spec)
    frames = tuple(
        frame_on(lot, grid_on(lot, wanted(lot, filled, spec), spec, paper), spec, paper)
        for lot in filled
    )
    turned_over = spec.duplex in (Duplex.LONG_EDGE, Duplex.SHORT_EDGE)
    plan = Plan(filled, frames, spec, turned_over and any(lot.has_backs for lot in filled))
    _check_back_offset(plan)
    return plan


def impose(
    lots: Sequence[Lot], spec: SheetSpec, slug: SlugText | None = None
) -> Iterator[SheetSide]:
    """Return the sheet sides in printing order, each back after its face.

    Raises SheetError at once, before the first side is drawn.
    """
    return _sides(plan_sheets(lots, spec), slug)


def _sides(plan: Plan, slug: SlugText | None) -> Iterator[SheetSide]:
    number = 0
    for lot, frame in zip(plan.lots, plan.frames, strict=True):
        sides = _sides_of_lot(plan, lot, frame, slug)
        for first in range(0, len(lot.placed), frame.capacity):
            number += 1
            copies = range(first, min(first + frame.capacity, len(lot.placed)))
            for side in sides:
                yield _fill(side, copies, (number, plan.total), slug)


def _sides_of_lot(plan: Plan, lot: Lot, frame: Frame, slug: SlugText | None) -> tuple[_Side, ...]:
    nowhere = Point(0.0, 0.0)
    if frame.folded:
        layers = ((frame, "face"), (frame.behind(Duplex.FOLD), "back"))
        return (_prepare(plan, lot, layers, nowhere, slug),)
    face = _prepare(plan, lot, ((frame, "face"),), nowhere, slug)
    if not plan.has_backs:
        return (face,)
    behind = frame.behind(plan.spec.duplex)
    return face, _prepare(plan, lot, ((behind, "back"),), plan.spec.back_offset, slug)


def _prepare(
    plan: Plan,
    lot: Lot,
    layers: tuple[tuple[Frame, str], ...],
    shift: Point,
    slug: SlugText | None,
) -> _Side:
    frame, name = layers[0]
    marks = lot.marks_on(plan.spec)
    page = Page(frame.paper, frame.block.moved(*shift), frame.bleed_box.moved(*shift), ())
    side = _Side(
        name="fold" if frame.folded else name,
        lot=lot,
        layers=layers,
        shift=shift,
        page=page,
        outline_width=marks.line_width,
        shortened=slug.say_bleed(frame.outer, _asked_bleed(lot)) if slug else (),
        slug=None,
        marks=_shifted_marks(frame, marks, (), shift),
        guides=marks.kind == "guides",
    )
    return _with_slug(side, plan, slug) if slug else side


def _with_slug(side: _Side, plan: Plan, slug: SlugText) -> _Side:
    """Return the side with room for its slug: marks get shorter before the ruler is given up."""
    frame, marks = side.layers[0][0], side.lot.marks_on(plan.spec)
    parts = slug.parts(plan.total, plan.total, side.name, side.shortened)
    for with_ruler in (True, False):
        for short in _SHORTENED:
            lines = _shifted_marks(frame, marks, short, side.shift)
            place = find_place(
                frame.printable, side.page.bleed, lines, slug, parts, with_ruler=with_ruler
            )
            if place is not None:
                return side._replace(slug=place, marks=lines)
    return side


def _shifted_marks(
    frame: Frame, marks: MarkSpec, short: tuple[str, ...], shift: Point
) -> tuple[Line, ...]:
    lines = (*draw_marks(frame, marks, short), *draw_fold(frame, marks, short))
    if shift == (0.0, 0.0):
        return lines
    return tuple(
        line._replace(
            start=_on_paper(line.start, shift, frame.paper),
            end=_on_paper(line.end, shift, frame.paper),
        )
        for line in lines
    )


def _on_paper(point: Point, shift: Point, paper: Size) -> Point:
    return Point(
        min(max(point.x + shift.x, 0.0), paper.width),
        min(max(point.y + shift.y, 0.0), paper.height),
    )


def _fill(side: _Side, copies: range, count: tuple[int, int], slug: SlugText | None) -> SheetSide:
    filled = tuple(_filled(side, copies))
    slots = tuple(slot for slot, _ in filled)
    cards = [_place(slot, reach) for slot, reach in filled]
    ink = [*side.marks, *cards] if side.guides else [*cards, *side.marks]
    ink += _outlines(side, slots)
    if side.slug is not None and slug is not None:
        ink += draw_slug(side.slug, slug, slug.parts(*count, side.name, side.shortened))
    return SheetSide(
        *count,
        side.name,
        side.page._replace(items=tuple(ink)),
        slots,
        has_slug=side.slug is not None,
        has_ruler=side.slug is not None and side.slug.ruler is not None,
    )


def _filled(side: _Side, copies: range) -> Iterator[tuple[Slot, Box]]:
    """Return each slot that holds something, and the box its ink may cover."""
    for frame, name in side.layers:
        for index, copy in enumerate(copies):
            plate = getattr(side.lot.placed[copy], name)
            if plate is not None:
                box = frame.slot(index).moved(*side.shift)
                slot = Slot(*frame.place(index), box, frame.turn_deg, plate, copy, name)
                yield slot, frame.reach(index).moved(*side.shift)


def _place(slot: Slot, reach: Box) -> Ink:
    """Return the plate in its slot, clipped only where its own ink would reach too far."""
    plate, box, bounds = slot.plate, slot.box, slot.plate.bounds
    if slot.turn_deg:
        at = Point(box.right, box.bottom)
        covered = Box(at.x - bounds.right, at.y - bounds.bottom, bounds.width, bounds.height)
    else:
        at = Point(box.x, box.y)
        covered = bounds.moved(*at)
    use = Use(plate, at, slot.turn_deg)
    inside = (
        covered.x >= reach.x - TOLERANCE
        and covered.y >= reach.y - TOLERANCE
        and covered.right <= reach.right + TOLERANCE
        and covered.bottom <= reach.bottom + TOLERANCE
    )
    return use if inside else Group((use,), clip=reach)


def _outlines(side: _Side, slots: Sequence[Slot]) -> Iterator[Ink]:
    for slot in slots:
        if slot.side == "face":
            outline = draw_outline(side.lot.shape, slot.box, side.outline_width)
            if outline is not None:
                yield outline


def _asked_bleed(lot: Lot) -> Insets:
    return Insets(lot.bleed.width, lot.bleed.height, lot.bleed.width, lot.bleed.height)


def _hidden_marks(frame: Frame) -> SheetError | None:
    """Return a notice when the grid is so large that no bleed given up makes its marks show."""
    room = min(frame.mark_room)
    if room >= MARK_VISIBLE - TOLERANCE:
        return None
    edges = [
        edge
        for edge, each in zip(EDGES, frame.mark_room, strict=True)
        if each < MARK_VISIBLE - TOLERANCE
    ]
    return SheetError(
        "sheet.marks-hidden",
        f"marks at {' and '.join(edges)} show {show(max(0.0, room))} mm inside the margins,"
        f" {show(MARK_VISIBLE)} mm are needed",
        "use a smaller gutter, a smaller margin or a grid with fewer cards",
    )


def _check_back_offset(plan: Plan) -> None:
    if not plan.has_backs:
        return
    for frame in plan.frames:
        block = frame.behind(plan.spec.duplex).block.moved(*plan.spec.back_offset)
        paper = Box(0.0, 0.0, *frame.paper)
        if block.union(paper) != paper:
            x, y = plan.spec.back_offset
            raise SheetError(
                "sheet.back-offset",
                f"back offset of {show(x)} mm, {show(y)} mm pushes the backs off the paper",
                "give the millimetres by which your printer is off",
            )
