"""A sprite sheet: every face and back on one picture, and an atlas that says where each lies.

The atlas has the form that game engines read: `frames` by name and `meta`.  Each frame says its
deck, card, name, side and copies as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cardforge import __version__
from cardforge.export.names import Names, base
from cardforge.export.package import CARDS, DataFile, File, Order, Package, PictureFile, Shown
from cardforge.export.tabletop.grids import MOST_PIXELS, Placed, pixels_of, placed_page, sharpest
from cardforge.export.tabletop.stacks import Stack, stacks_of, written_json
from cardforge.ink import Plate
from cardforge.shops import DPI

# One sheet is tried down to the second figure; below it several sheets are made at the third.
_STEP, _COARSEST, _ON_SEVERAL = 10.0, 100.0, 150.0


class _Sprite(NamedTuple):
    """A side that is drawn once, and what it is: several cards where they look the same."""

    plate: Plate
    shows: tuple[Shown, ...]


class _Lying(NamedTuple):
    """A sprite where it lies."""

    sprite: _Sprite
    placed: Placed


def assemble(order: Order) -> Package:
    """Return the sheets of a game, each with its atlas."""
    stacks = [*stacks_of(order, order.cards), *stacks_of(order, order.tokens)]
    groups = [tuple(_sprites(stack)) for stack in stacks]
    dpi, sheets = _packed(groups)
    names = Names()
    language = order.edition.settings.language
    # Of several sheets each has its number.
    suffixes = [(str(n),) for n in range(1, len(sheets) + 1)] if len(sheets) > 1 else [()]
    stems = [
        names.give(CARDS, "sprites", *suffix, language, ending=order.kind)
        for suffix in suffixes[: len(sheets)]
    ]
    files: list[File] = []
    for name, lying in zip(stems, sheets, strict=True):
        others = [_atlas_name(other) for other in stems if other != name]
        files.extend(_sheet(order, name, lying, dpi, others))
    steps = (
        f"The atlas beside each sheet, {', '.join(map(_atlas_name, stems))}, gives the place of"
        " every side in pixels, with deck, card, name, side and copies.",
    )
    return Package(tuple(files), steps if stems else ())


def _sprites(stack: Stack) -> Iterator[_Sprite]:
    """Yield every side of a deck once: faces, then backs."""
    for cell in stack.cells:
        yield _Sprite(cell.face, stack.shown("face", [cell]))
    if stack.shared_back is not None:
        yield _Sprite(stack.shared_back, (stack.back_shown(),))
        return
    backs: dict[int, _Sprite] = {}
    for cell in stack.cells:
        known = backs.get(id(cell.back), _Sprite(cell.back, ()))
        shows = (*known.shows, *stack.shown("back", [cell]))
        backs[id(cell.back)] = _Sprite(cell.back, shows)
    yield from backs.values()


def _packed(groups: Sequence[Sequence[_Sprite]]) -> tuple[float, list[list[_Lying]]]:
    """Return the resolution of all sprites and the sheets that they fill."""
    trims = [sprite.plate.trim for group in groups for sprite in group]
    if not trims:
        return DPI, []
    most = min(sharpest(trim, MOST_PIXELS) for trim in trims)
    dpi = most
    while dpi >= _COARSEST:
        sheets = _shelved(groups, dpi)
        if len(sheets) == 1:
            return dpi, sheets
        dpi -= _STEP
    dpi = min(most, _ON_SEVERAL)
    return dpi, _shelved(groups, dpi)


def _shelved(groups: Sequence[Sequence[_Sprite]], dpi: float) -> list[list[_Lying]]:
    """Return sprites in rows of one height, on as many sheets as that takes."""
    sheets: list[list[_Lying]] = [[]]
    x = y = height = 0
    for sprite in (sprite for group in groups for sprite in group):
        pixels = pixels_of(sprite.plate.trim, dpi)
        if x and (x + pixels[0] > MOST_PIXELS or pixels[1] != height):
            x, y = 0, y + height
        if y + pixels[1] > MOST_PIXELS:
            sheets.append([])
            x = y = 0
        height = pixels[1]
        sheets[-1].append(_Lying(sprite, Placed(sprite.plate, (x, y), pixels)))
        x += pixels[0]
    return sheets


def _sheet(
    order: Order, name: str, lying: Sequence[_Lying], dpi: float, others: Sequence[str]
) -> Iterator[File]:
    """Yield a sheet, no larger than what lies on it, and its atlas."""
    width = max(one.placed.corner[0] + one.placed.pixels[0] for one in lying)
    height = max(one.placed.corner[1] + one.placed.pixels[1] for one in lying)
    page = placed_page((one.placed for one in lying), (width, height), dpi)
    shows = tuple(shown for one in lying for shown in one.sprite.shows)
    yield PictureFile(name, page, (width, height), order.form(dpi), shows)
    meta: dict[str, Any] = {
        "app": "cardforge",
        "version": __version__,
        "image": base(name),
        "format": "RGB888",
        "size": {"w": width, "h": height},
        "scale": "1",
        "dpi": round(dpi, 2),
    }
    if others:
        meta["related_multi_packs"] = [base(other) for other in others]
    atlas = {"frames": dict(_frames(lying)), "meta": meta}
    yield DataFile(_atlas_name(name), written_json(atlas))


def _frames(lying: Iterable[_Lying]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the frame of every card's side; cards that look the same share a place."""
    for sprite, (_, (x, y), (width, height)) in lying:
        for shown in sprite.shows:
            yield (
                f"{shown.card or shown.deck}.{shown.side}",
                {
                    "frame": {"x": x, "y": y, "w": width, "h": height},
                    "rotated": False,
                    "trimmed": False,
                    "spriteSourceSize": {"x": 0, "y": 0, "w": width, "h": height},
                    "sourceSize": {"w": width, "h": height},
                    "deck": shown.deck,
                    "card": shown.card,
                    "name": shown.name,
                    "side": shown.side,
                    "copies": shown.copies,
                },
            )


def _atlas_name(sheet: str) -> str:
    return f"{sheet.rpartition('.')[0]}.json"
