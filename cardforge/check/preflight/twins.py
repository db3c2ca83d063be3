"""Preflight of what tells cards apart: faces of one deck that look the same, or nearly so.

Faces are compared as they are seen, as pixels: a value printed white on white tells nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import sub
from typing import NamedTuple

from cardforge.check.preflight.raster import Picture, draw
from cardforge.check.preflight.sides import Finding, printed
from cardforge.check.settings import Checks
from cardforge.diagnostics import Span
from cardforge.fonts import Fonts
from cardforge.ink import Plate, digest
from cardforge.model import Card
from cardforge.plates import LaidOut
from cardforge.units import show

_PER_MM = 3.0
# A pixel has changed when a channel differs by more than this, of 255.
_CHANGED = 64
# The most that a changed pixel changes a sum; soft edges change it a little more.
_FULL = 2 * 255
# Faces are told apart by sums of pixels before pixel by pixel: of every so many-th row and column.
_STEP = 4
# A light pixel has changed for sure where another face is dark: this far apart, and more.
_DARK, _LIGHT = 95, 95 + _CHANGED + 1
_IS_DARK = bytes(ord("1") if green <= _DARK else ord("0") for green in range(256))
_IS_LIGHT = bytes(ord("1") if green >= _LIGHT else ord("0") for green in range(256))
# In a group of so many nearly equal faces not every two are compared any more.
_MANY = 20
# So many ids are named in a message, and so many groups of cards at one place.
_NAMED = 6


class _Look(NamedTuple):
    """How the face of some cards looks inside the trim: sums of its pixels, by row and column."""

    cards: tuple[Card, ...]
    back: str
    plate: Plate
    total: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    # A bit for each pixel whose green is so, from the first to the last.
    dark: int
    light: int
    per_mm: float


def twins(laid_out: LaidOut, fonts: Fonts, checks: Checks) -> Iterator[Finding]:
    """Yield cards of a deck that the eye can hardly tell apart, those that look alike together.

    Of many such groups at one place, such as a loop, the first are told.  Raises FontError or
    ImageError.
    """
    places: dict[Span | None, list[Finding]] = {}
    for finding in _groups(laid_out, fonts, checks):
        places.setdefault(finding.span, []).append(finding)
    for found in places.values():
        *told, last = found[:_NAMED]
        yield from told
        more = len(found) - _NAMED
        groups = f"; {more} more group{'s' if more > 1 else ''} of cards likewise"
        yield last._replace(message=last.message + groups) if more > 0 else last


def _groups(laid_out: LaidOut, fonts: Fonts, checks: Checks) -> Iterator[Finding]:
    """Yield each group of cards that look alike or nearly so."""
    cards = printed(laid_out)
    same: dict[tuple[str, str], list[tuple[Card, Plate]]] = {}
    for sides in cards:
        key = digest(sides.face), digest(sides.back) if sides.back else ""
        same.setdefault(key, []).append((sides.card, sides.face))
    for found in same.values():
        if len(found) > 1:
            yield _equal(tuple(card for card, _ in found), laid_out)
    plates = [found[0][1] for found in same.values()]
    if len(plates) < 2:
        return
    least = checks["twins"]["least"]
    looks = [
        _look(picture, tuple(card for card, _ in found), back)
        for (picture, ((_, back), found)) in zip(
            draw(plates, fonts, _PER_MM), same.items(), strict=True
        )
    ]
    looks.sort(key=lambda look: look.total)
    for alike, area in _Comparison(looks, fonts, least).groups():
        yield _alike(tuple(alike), area, least, laid_out)


def _equal(cards: tuple[Card, ...], laid_out: LaidOut) -> Finding:
    return Finding(
        "print.twins",
        _place(cards, laid_out),
        f"{_names(cards)} have the same face: nobody can tell them apart",
        "print what tells them apart; for copies of one card, write copies: instead",
    )


def _names(cards: Sequence[Card]) -> str:
    """Return the ids of cards as a message lists them."""
    ids = [card.id for card in cards]
    if len(ids) > _NAMED:
        return f"{', '.join(ids[:_NAMED])} and {len(ids) - _NAMED} more cards"
    return f"{', '.join(ids[:-1])} and {ids[-1]}"


def _place(cards: Iterable[Card], laid_out: LaidOut) -> Span:
    """Return where the last of the cards is written: its row, or the deck whose loops made it."""
    spans = [card.span for card in cards]
    return max(spans) if len({span.file for span in spans}) == 1 else laid_out.deck.spec.span


def _look(picture: Picture, cards: tuple[Card, ...], back: str) -> _Look:
    """Return how a face looks inside its trim."""
    data, step = picture.pixels.data, picture.pixels.row_bytes
    first, wide, height = _trimmed(picture)
    # Green is most of what the eye sees; the other channels are compared pixel by pixel.
    starts = range(first + 1, first + height * step, _STEP * step)
    rows = tuple(sum(data[start : start + wide - 1 : 3]) for start in starts)
    tops = range(first + 1, first + wide, _STEP * 3)
    columns = tuple(sum(data[top : top + (height - 1) * step + 1 : step]) for top in tops)
    every = range(first + 1, first + height * step, step)
    greens = b"".join(data[start : start + wide - 1 : 3] for start in every)
    dark, light = (int(greens.translate(to) or b"0", 2) for to in (_IS_DARK, _IS_LIGHT))
    return _Look(cards, back, picture.plate, sum(rows), rows, columns, dark, light, picture.per_mm)


def _trimmed(picture: Picture) -> tuple[int, int, int]:
    """Return where the pixels inside the trim begin, how many bytes of a row, how many rows."""
    pixels, (left, top, _, _), per_mm = picture.pixels, picture.plate.bleed, picture.per_mm
    across, down = round(left * per_mm), round(top * per_mm)
    width = min(round(picture.plate.trim.width * per_mm), pixels.width_px - across)
    height = min(round(picture.plate.trim.height * per_mm), pixels.height_px - down)
    return down * pixels.row_bytes + 1 + 3 * across, 3 * width, height


class _Comparison:
    """Compares faces, sorted by their sums, pixel by pixel; draws again those that are doubtful."""

    def __init__(self, looks: Sequence[_Look], fonts: Fonts, least: float) -> None:
        self._looks, self._fonts, self._least = looks, fonts, least
        # The pixels of each face drawn, packed, and how long its rows are.
        self._drawn: dict[int, tuple[bytes, int]] = {}
        self._group = list(range(len(looks)))
        self._members = {number: [number] for number in self._group}
        self._areas: dict[int, float] = {}

    def groups(self) -> Iterator[tuple[list[Card], float]]:
        """Yield the cards of nearly equal faces, and the least area by which two of them differ."""
        for number, look in enumerate(self._looks):
            most = int(self._least * look.per_mm**2)
            near = list(self._near(number, most))
            if near:
                self._draw((number, *near))
            for other in near:
                changed = self._changed(number, other, most)
                if changed is not None:
                    self._join(number, other, changed / look.per_mm**2)
        for group, area in self._areas.items():
            faces = (self._looks[number] for number in self._members[group])
            yield [card for look in faces for card in look.cards], area

    def _near(self, number: int, most: int) -> Iterator[int]:
        """Yield the later faces that are so near that every pixel must be looked at."""
        look, group = self._looks[number], self._group
        most_of_sum = most * _FULL
        for other in range(number + 1, len(self._looks)):
            later = self._looks[other]
            if later.total - look.total > most_of_sum:
                break
            if (look.dark & later.light | look.light & later.dark).bit_count() >= max(most, 1):
                continue
            if group[number] == group[other] and len(self._members[group[number]]) >= _MANY:
                continue
            if look.back == later.back and _may_be_alike(look, later, most_of_sum):
                yield other

    def _draw(self, numbers: Iterable[int]) -> None:
        missing = [number for number in numbers if number not in self._drawn]
        plates = [self._looks[number].plate for number in missing]
        pictures = draw(plates, self._fonts, _PER_MM)
        for number, picture in zip(missing, pictures, strict=True):
            data, step = picture.pixels.data, picture.pixels.row_bytes
            first, wide, height = _trimmed(picture)
            starts = range(first, first + height * step, step)
            rows = b"".join(data[start : start + wide] for start in starts)
            self._drawn[number] = zlib.compress(rows, 1), wide

    def _changed(self, number: int, other: int, most: int) -> int | None:
        """Return how many pixels differ visibly, None when they are `most` or more.

        What differs at all differs in one pixel: only equal faces look the same.
        """
        packed, row_bytes = self._drawn[number]
        one, two = zlib.decompress(packed), zlib.decompress(self._drawn[other][0])
        if one == two:
            return 0
        changed = 0
        for start in range(0, len(one), row_bytes):
            first, second = one[start : start + row_bytes], two[start : start + row_bytes]
            if first != second:
                changed += _different_pixels(first, second)
                if changed >= most:
                    return None
        return max(changed, 1)

    def _join(self, one: int, other: int, area: float) -> None:
        """Put the groups of two faces into one."""
        kept, gone = self._group[one], self._group[other]
        areas = [area, *(self._areas[g] for g in (kept, gone) if g in self._areas)]
        if kept != gone:
            members = self._members.pop(gone)
            self._areas.pop(gone, None)
            self._members[kept] += members
            for number in members:
                self._group[number] = kept
        self._areas[kept] = min(areas)


def _may_be_alike(one: _Look, two: _Look, most: int) -> bool:
    """Return whether the sums of two faces are near enough for a look at every pixel."""
    for sums, others in ((one.rows, two.rows), (one.columns, two.columns)):
        if sum(map(abs, map(sub, sums, others))) > most:
            return False
    return True


@lru_cache(maxsize=1024)
def _different_pixels(one: bytes, two: bytes) -> int:
    """Return in how many pixels two rows differ visibly; the rows of flat art come again."""
    pairs = enumerate(zip(one, two, strict=True))
    return len({index // 3 for index, (a, b) in pairs if abs(a - b) > _CHANGED})


def _alike(cards: tuple[Card, ...], area: float, least: float, laid_out: LaidOut) -> Finding:
    order = {sides.card.id: number for number, sides in enumerate(laid_out.cards)}
    cards = tuple(sorted(cards, key=lambda card: order[card.id]))
    if not area:
        return Finding(
            "print.twins",
            _place(cards, laid_out),
            f"{_names(cards)} look the same: what tells them apart is not seen",
            "print it in a colour that is seen, and on top of what covers it",
        )
    return Finding(
        "print.twins",
        _place(cards, laid_out),
        f"{_names(cards)} differ in only {show(area)} mm² of ink, less than {show(least)} mm² is"
        " overlooked",
        "print what tells them apart larger",
    )
