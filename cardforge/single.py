"""One card side on a page of its own: for pictures and for what shops want."""

from __future__ import annotations

from collections.abc import Iterable

from cardforge.geometry import Box, Point, Size
from cardforge.ink import Page, Plate, Use
from cardforge.plates import LaidOut
from cardforge.units import mm_to_px

# In bytes; file systems take 255, some of which are left for a number and an ending.
_LONGEST_NAME = 200


def single_page(plate: Plate) -> Page:
    """Return the page of one plate: MediaBox and BleedBox at trim plus bleed, TrimBox at trim."""
    bounds = plate.bounds
    whole = Box(0.0, 0.0, bounds.width, bounds.height)
    trim = Box(plate.bleed.left, plate.bleed.top, *plate.trim)
    at = Point(plate.bleed.left, plate.bleed.top)
    return Page(Size(bounds.width, bounds.height), trim, whole, (Use(plate, at),))


def single_size(page: Page, dpi: float) -> tuple[int, int]:
    """Return the pixels of a single-card page: its outer size rounded once."""
    return mm_to_px(page.size.width, dpi), mm_to_px(page.size.height, dpi)


def picture_names(decks: Iterable[LaidOut]) -> list[tuple[str, Plate]]:
    """Return a file name for every face, and for every back one name where it is first used.

    A face is called by its card's id; a back that a whole deck shares by the
    deck, any other by the first card that has it.  No two names differ only in
    their capitals.
    """
    named: dict[str, tuple[str, Plate]] = {}
    for laid_out in decks:
        for sides in laid_out.cards:
            _add(named, sides.card.id, sides.face)
        backs = {id(s.back): (s.card.id, s.back) for s in reversed(laid_out.cards) if s.back}
        for card_id, back in reversed(backs.values()):
            owner = laid_out.deck.name if len(backs) == 1 else card_id
            _add(named, f"{owner}-back", back)
    return list(named.values())


def _add(named: dict[str, tuple[str, Plate]], name: str, plate: Plate) -> None:
    unique, number = _safe(name), 2
    while unique.lower() in named:
        unique, number = f"{_safe(name)}-{number}", number + 1
    named[unique.lower()] = (unique, plate)


def _safe(name: str) -> str:
    """Return a name that every file system takes."""
    kept = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
    short = kept.encode()[:_LONGEST_NAME].decode(errors="ignore")
    return short.lstrip(".") or "card"
