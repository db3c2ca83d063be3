"""The pictures of a package looked at: does each show the side that the manifest says?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cardforge.check.verify.faults import Fault, error, tell, warning
from cardforge.check.verify.layouts import regions_of
from cardforge.check.verify.looks import Sides, seen_in
from cardforge.check.verify.matching import Known, Matcher, assigned
from cardforge.check.verify.order import BACK, FACE, copies_faults, counted
from cardforge.check.verify.pictures import dpi_in, glanced
from cardforge.check.verify.stores import Store, StoreError
from cardforge.check.verify.values import some
from cardforge.diagnostics import Report
from cardforge.export.package import Shown
from cardforge.geometry import Box, Size
from cardforge.shops import DPI, Shop
from cardforge.units import MM_PER_INCH

if TYPE_CHECKING:
    from cardforge.check.verify.looks import Picture

# Both bleeds of an axis together, at most, in mm.
_MOST_BLEED = 14.0
_MOST_PICTURES = 4_000


def package_copies(shows: Sequence[Shown], listed: bool, sides: Sides) -> Iterator[Fault]:
    """Yield the cards of which all files of a package together hold too few or too many."""
    yield from copies_faults(counted(shows, listed=listed), sides.copies)


def look_at_pictures(
    shown: str,
    store: Store,
    pictures: Mapping[str, Shown],
    shop: Shop | None,
    report: Report,
    sides: Sides,
) -> None:
    """Report the pictures that show another side than they should."""
    wanted = {
        name: shows
        for name, shows in pictures.items()
        if shows.side in (FACE, BACK) and (shows.card or shows.deck)
    }
    for name, one in _seen(store, list(wanted), shop, sides).items():
        tell(f"{shown}/{name}", _wrong(one, wanted[name]), report)


def unlisted_faults(
    store: Store, names: Sequence[str], shop: Shop | None, sides: Sides
) -> Iterator[Fault]:
    """Yield what pictures of which nothing is said lack of a game: cards, or any likeness."""
    seen = _seen(store, names, shop, sides)
    known = [one for one in seen.values() if one.sides]
    if not known:
        yield warning("file.unknown", "no picture shows a card of the game")
        return
    strange = [name for name, one in seen.items() if not one.sides]
    if strange:
        yield warning("file.unknown", f"no side of a card of the game: {some(strange)}")
    found = assigned(
        [one for one in known if any(side.side == FACE for side in one.sides)], sides.copies
    )
    repeated = max(found.values(), default=1) > 1
    yield from copies_faults(found, sides.copies if repeated else dict.fromkeys(sides.copies, 1))


def _seen(store: Store, names: Sequence[str], shop: Shop | None, sides: Sides) -> dict[str, Known]:
    """Return what each picture that can be read shows."""
    looked: dict[str, list[Picture]] = {}
    for name in names[:_MOST_PICTURES]:
        try:
            data = store.read(name)
            looked[name] = [seen_in(data, part) for part in _parts(data, shop, sides)]
        except (StoreError, ValueError):
            continue  # told when the file itself was judged
    known = Matcher(sides).best(list(looked.values()))
    return dict(zip(looked, known, strict=True))


def _wrong(one: Known, shown: Shown) -> Iterator[Fault]:
    if one.is_as_said(shown.side, shown.deck, shown.card):
        return
    seen = one.sides[0].words if one.sides else "no side of the game"
    yield error(
        "file.order", f"shows {seen} instead of the {shown.side} of {shown.card or shown.deck}"
    )


def _parts(data: bytes, shop: Shop | None, sides: Sides) -> list[tuple[float, float, float, float]]:
    """Return which parts of a picture one side may fill, in shares of its size."""
    with glanced(data) as image:
        size, dpi = image.size, dpi_in(image.info.get("dpi")) or (DPI, DPI)
    page = Size(*(n / each * MM_PER_INCH for n, each in zip(size, dpi, strict=True)))
    trim = _trim(page, size, shop)
    whole = Box(0.0, 0.0, *page)
    found = dict.fromkeys((*regions_of(trim, sides), *regions_of(whole, sides, _MOST_BLEED)))
    inside = [box for box in found if box.union(whole) == whole]
    return [
        (box.x / page.width, box.y / page.height, box.right / page.width, box.bottom / page.height)
        for box in inside
    ]


def _trim(page: Size, pixels: tuple[int, int], shop: Shop | None) -> Box:
    """Return where a picture is cut, by the product that it is or the bleed that the shop wants."""
    bleed = Size(0.0, 0.0)
    for product in shop.products.values() if shop is not None else ():
        if pixels in (product.pixels, product.pixels[::-1]):
            bleed = Size(*(a - b for a, b in zip(product.page, product.trim, strict=True)))
            bleed = bleed if pixels == product.pixels else bleed.turned()
            break
    else:
        if shop is not None and shop.any is not None:
            bleed = Size(2 * shop.any.bleed, 2 * shop.any.bleed)
    width, height = page.width - bleed.width, page.height - bleed.height
    return Box(bleed.width / 2, bleed.height / 2, width, height)
