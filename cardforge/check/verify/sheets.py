"""Sheets of many cards looked at: every copy counted, every back behind its face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from cardforge.check.verify.distant import DistantEye
from cardforge.check.verify.document import Document
from cardforge.check.verify.faults import Fault, error
from cardforge.check.verify.layouts import Layout, layouts_of
from cardforge.check.verify.looks import Sides
from cardforge.check.verify.matching import BARE, Known, Matcher
from cardforge.check.verify.order import BACK, FACE
from cardforge.check.verify.values import on_pages
from cardforge.geometry import Box, Size
from cardforge.shops import Product

# A back is behind a face when their middles meet within so many mm: sheets may be shifted.
_BEHIND = 8.0
_FLIPS = ("long-edge", "short-edge")


class Slot(NamedTuple):
    """A place on a page and what was seen there; `bare` is white paper."""

    box: Box
    known: Known
    bare: bool


class Sheet(NamedTuple):
    """A page of many cards: its number, its size, and its places."""

    number: int
    size: Size
    slots: tuple[Slot, ...]

    @property
    def side(self) -> str | None:
        """Return whether most of its cards show a face or a back; None for an empty page."""
        counts = Counter(
            slot.known.sides[0].side for slot in self.slots if slot.known.sides and not slot.bare
        )
        return counts.most_common(1)[0][0] if counts else None


def read_sheets(
    document: Document,
    numbers: Sequence[int],
    eye: DistantEye,
    sides: Sides,
    products: Sequence[Product],
) -> list[Sheet]:
    """Return the pages of many cards with what each of their places shows."""
    matcher, read = Matcher(sides), {}
    alike: dict[tuple[Size, Box], list[int]] = {}
    for number in numbers:
        page = document.pages[number - 1]
        alike.setdefault((page.size, page.trim), []).append(number)
    for (size, trim), pages in alike.items():
        layouts = layouts_of(size, trim, sides, products)
        # Two pages tell which layout it is: faces, and perhaps backs.
        best = max(
            layouts, key=lambda layout: _score(_seen(pages[:2], layout, eye, matcher)), default=None
        )
        if best is not None:
            for number, slots in zip(pages, _seen(pages, best, eye, matcher), strict=True):
                read[number] = Sheet(number, size, slots)
    return [read[number] for number in sorted(read)]


def _seen(
    pages: Sequence[int], layout: Layout, eye: DistantEye, matcher: Matcher
) -> list[tuple[Slot, ...]]:
    pictures = [eye.see(number - 1, box) for number in pages for box in layout.places]
    known, count = matcher.found(pictures), len(layout.places)
    slots = [
        Slot(layout.places[index % count], one, bool(picture.min() >= BARE))
        for index, (one, picture) in enumerate(zip(known, pictures, strict=True))
    ]
    return [tuple(slots[start : start + count]) for start in range(0, len(slots), count)]


def _score(pages: Sequence[tuple[Slot, ...]]) -> tuple[float, int]:
    """Return how well a layout fits: the share of its printed places that show sides."""
    printed = [slot for slots in pages for slot in slots if not slot.bare]
    good = sum(bool(slot.known.sides) for slot in printed)
    return (round(good / len(printed), 3) if printed else 0.0), good


def sheet_faults(sheets: Sequence[Sheet], sides: Sides) -> Iterator[Fault]:
    """Yield the places that show nothing of the game, and the backs behind other faces."""
    strange = Counter({
        sheet.number: sum(not slot.bare and not slot.known.sides for slot in sheet.slots)
        for sheet in sheets
    })  # fmt: skip
    wrong = [number for number, count in strange.items() if count]
    if wrong:
        count = sum(strange.values())
        words = "1 place shows" if count == 1 else f"{count} places show"
        yield error("file.unknown", f"{on_pages(wrong)}: {words} no side of the game")
    pairs = list(_pairs(sheets))
    duplex = [sides.duplex] if sides.duplex in _FLIPS else _FLIPS
    found = [list(_behind(pairs, flip, sides)) for flip in duplex]
    turned = min(found, key=len)
    if turned:
        (number, card), pages = turned[0], sorted({page for page, _ in turned})
        yield error(
            "file.back",
            f"{on_pages(pages)}: {len(turned)} backs that are not those of the faces before them,"
            f" the first behind {card} on page {number}",
            "the sheets must be turned over as the game says",
        )


def strange_share(sheets: Sequence[Sheet]) -> float:
    """Return the share of printed places that show nothing of the game."""
    printed = [slot for sheet in sheets for slot in sheet.slots if not slot.bare]
    return sum(not slot.known.sides for slot in printed) / max(1, len(printed))


def _pairs(sheets: Sequence[Sheet]) -> Iterator[tuple[Sheet, Sheet]]:
    """Yield each page of faces with the page of backs that follows it."""
    for one, other in pairwise(sheets):
        if one.side == FACE and other.side == BACK and other.number == one.number + 1:
            yield one, other


def _behind(
    pairs: Sequence[tuple[Sheet, Sheet]], flip: str | None, sides: Sides
) -> Iterator[tuple[int, str]]:
    """Yield each page of backs with a card that has the back of another behind it."""
    with_backs = {(s.deck, s.card) for s in sides.sides if s.side == BACK}
    for face, back in pairs:
        upright = face.size.width <= face.size.height
        columns = (flip == "long-edge") == upright
        for slot in face.slots:
            if slot.bare or not slot.known.sides or slot.known.sides[0].side != FACE:
                continue
            cards = {(s.deck, s.card) for s in slot.known.sides if s.side == FACE}
            if not _fits_behind(cards, _slot_behind(slot.box, back, columns), with_backs):
                yield back.number, slot.known.sides[0].card


def _slot_behind(box: Box, back: Sheet, columns: bool) -> Slot | None:
    """Return the place that comes to lie behind another when the sheet is turned over."""
    x, y = box.centre
    x, y = (back.size.width - x, y) if columns else (x, back.size.height - y)
    near = [
        slot for slot in back.slots
        if abs(slot.box.centre.x - x) <= _BEHIND and abs(slot.box.centre.y - y) <= _BEHIND
    ]  # fmt: skip
    return min(near, key=lambda s: abs(s.box.centre.x - x) + abs(s.box.centre.y - y), default=None)


def _fits_behind(
    cards: set[tuple[str, str]], behind: Slot | None, with_backs: set[tuple[str, str]]
) -> bool:
    if behind is None:
        return not cards & with_backs
    return is_behind(cards, behind.known, behind.bare, with_backs)


def is_behind(
    cards: set[tuple[str, str]], known: Known, bare: bool, with_backs: set[tuple[str, str]]
) -> bool:
    """Return whether something can be the back of one of some cards; bare paper is a blank one."""
    if any(known.may_be(BACK, deck, card) for deck, card in cards):
        return True
    return bare and not cards <= with_backs


def faces_of(sheets: Sequence[Sheet]) -> list[Known]:
    """Return every face that lies on the sheets."""
    return [
        slot.known
        for sheet in sheets
        for slot in sheet.slots
        if not slot.bare and any(side.side == FACE for side in slot.known.sides)
    ]
