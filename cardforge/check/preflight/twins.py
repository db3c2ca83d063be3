"""Preflight of what tells cards apart: faces of one deck that look the same, or nearly so.

Faces are compared as they are seen, as pixels: a value printed white on white tells nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
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
# The most that a changed pixel changes the sum of its band; soft edges change it a little more.
_FULL = 2 * 255
# Faces are told apart by sums before pixel by pixel: of so many bands from top to bottom, and of
# every so many-th column.
_BANDS = 12
_COLUMN = 4
# So many ids are named in a message.
_NAMED = 6


class _Look(NamedTuple):
    """How the face of some cards looks inside the trim: its rows, packed, and sums of pixels."""

    cards: tuple[Card, ...]
    back: str
    plate: Plate
    rows: bytes
    row_bytes: int
    bands: tuple[int, ...]
    columns: tuple[int, ...]
    per_mm: float


def twins(laid_out: LaidOut, fonts: Fonts, checks: Checks) -> Iterator[Finding]:
    """Yield cards of a deck that the eye can hardly tell apart, those that look alike together.

    Raises FontError or ImageError.
    """
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
    yield from _nearly_equal(looks, least, laid_out)


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
    pixels, (left, top, _, _), per_mm = picture.pixels, picture.plate.bleed, picture.per_mm
    first, above = round(left * per_mm), round(top * per_mm)
    width = min(round(picture.plate.trim.width * per_mm), pixels.width_px - first)
    height = min(round(picture.plate.trim.height * per_mm), pixels.height_px - above)
    starts = ((above + row) * pixels.row_bytes + 1 + 3 * first for row in range(height))
    rows = b"".join(pixels.data[start : start + 3 * width] for start in starts)
    step = 3 * width * max(1, height // _BANDS)
    # Green is most of what the eye sees; the other channels are compared pixel by pixel.
    bands = tuple(sum(rows[at + 1 : at + step : 3]) for at in range(0, len(rows), step))
    columns = tuple(sum(rows[at :: 3 * width]) for at in range(1, 3 * width, 3 * _COLUMN))
    packed = zlib.compress(rows, 1)
    return _Look(cards, back, picture.plate, packed, 3 * width, bands, columns, per_mm)


def _nearly_equal(looks: list[_Look], least: float, laid_out: LaidOut) -> Iterator[Finding]:
    """Yield groups of faces whose pixels differ on less than so many square millimetres."""
    looks.sort(key=lambda look: sum(look.bands))
    groups: list[tuple[list[Card], float]] = []
    unpacked: dict[int, bytes] = {}
    for number, look in enumerate(looks):
        most = int(least * look.per_mm**2)
        for other in looks[number + 1 :]:
            if sum(other.bands) - sum(look.bands) > most * _FULL:
                break
            if look.back != other.back or not _may_be_alike(look, other, most * _FULL):
                continue
            one, two = (_rows(each, unpacked) for each in (look, other))
            changed = _changed(one, two, look.row_bytes, most)
            if changed is not None:
                _join(groups, look, other, changed / look.per_mm**2)
        unpacked.pop(id(look), None)
    for cards, area in groups:
        yield _alike(tuple(cards), area, least, laid_out)


def _may_be_alike(one: _Look, two: _Look, most: int) -> bool:
    """Return whether the sums of two faces are near enough for a look at every pixel."""
    for sums, others in ((one.bands, two.bands), (one.columns, two.columns)):
        if sum(map(abs, map(sub, sums, others))) > most:
            return False
    return True


def _rows(look: _Look, unpacked: dict[int, bytes]) -> bytes:
    rows = unpacked.get(id(look))
    if rows is None:
        rows = unpacked[id(look)] = zlib.decompress(look.rows)
    return rows


def _changed(one: bytes, two: bytes, row_bytes: int, most: int) -> int | None:
    """Return how many pixels differ visibly, None when they are `most` or more."""
    changed = 0
    for start in range(0, len(one), row_bytes):
        first, second = one[start : start + row_bytes], two[start : start + row_bytes]
        if first == second:
            continue
        last = -1
        for index, (a, b) in enumerate(zip(first, second, strict=True)):
            if abs(a - b) > _CHANGED and index // 3 != last:
                last = index // 3
                changed += 1
        if changed >= most:
            return None
    return changed


def _join(groups: list[tuple[list[Card], float]], one: _Look, two: _Look, area: float) -> None:
    """Put two faces into one group, with those that either was found to be like before."""
    cards, areas = [*one.cards, *two.cards], [area]
    for group in [g for g in groups if any(card in g[0] for card in cards)]:
        groups.remove(group)
        cards = [*group[0], *(card for card in cards if card not in group[0])]
        areas.append(group[1])
    groups.append((cards, min(areas)))


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
