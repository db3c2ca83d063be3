"""What pages show, found by looking at them, against the game and what was promised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardforge.check.verify.distant import DistantEye, Unseen, distant
from cardforge.check.verify.document import Document
from cardforge.check.verify.faults import Fault, error, warning
from cardforge.check.verify.layouts import is_sheet, regions_of
from cardforge.check.verify.looks import Sides
from cardforge.check.verify.matching import BARE, Known, Matcher, assigned
from cardforge.check.verify.order import (
    BACK,
    FACE,
    copies_faults,
    order_faults,
)
from cardforge.check.verify.sheets import (
    faces_of,
    is_behind,
    read_sheets,
    sheet_faults,
    strange_share,
)
from cardforge.check.verify.values import Expected, on_pages
from cardforge.export.package import Shown
from cardforge.shops import Product

_NOTHING = "no card of the game was found on its pages: their order was not checked"


# Where more places than that show nothing of the game the pages are no sheets of its cards.
_MOSTLY = 0.5


_MOST_PAGES = 4_000
_MOST_DRAWN = 3_000_000


class Looked(NamedTuple):
    """A page that was looked at: what it may be, and whether it is bare paper."""

    known: Known
    bare: bool

    @property
    def side(self) -> str | None:
        """Return face, back, or None for what is no side of the game."""
        return self.known.sides[0].side if self.known.sides else BACK if self.bare else None

    @property
    def cards(self) -> set[tuple[str, str]]:
        """Return the cards of which it may be the face."""
        return {(side.deck, side.card) for side in self.known.sides if side.side == FACE}


def seen_faults(
    data: bytes,
    document: Document,
    wanted: Expected,
    sides: Sides,
    products: Sequence[Product] = (),
) -> Iterator[Fault]:
    """Yield what the pages show that they should not: by looking, not by what is said of them."""
    if document.gone_on or len(document.pages) > _MOST_PAGES or _is_endless(document):
        yield warning("file.unreadable", "holds too much to be drawn: its pages were not looked at")
        return
    if wanted.shows and not any(shown.side in (FACE, BACK) for shown in wanted.shows):
        return
    sheets = [n for n, page in enumerate(document.pages, 1) if is_sheet(page.trim, sides)]
    try:
        with distant(data, len(document.pages)) as eye:
            if len(sheets) == len(document.pages):
                yield from _sheets(document, sheets, eye, sides, products)
                return
            pictures = [
                [eye.see(number, box) for box in regions_of(page.trim, sides)]
                for number, page in enumerate(document.pages)
            ]
    except Unseen:
        yield warning("file.unreadable", "cannot be drawn: what it shows was not looked at")
        return
    looks = [
        Looked(known, bool(several[0].min() >= BARE))
        for known, several in zip(Matcher(sides).best(pictures), pictures, strict=True)
    ]
    if any(shown.card or shown.deck for shown in wanted.shows):
        yield from promised_faults([look.known for look in looks], wanted.shows, "page")
    else:
        yield from _unpromised(looks, wanted, sides)


def _is_endless(document: Document) -> bool:
    """Return whether drawing all pages, every form in them each time, would take too long."""
    return sum(page.seen.drawn for page in document.pages) > _MOST_DRAWN


def _sheets(
    document: Document,
    numbers: Sequence[int],
    eye: DistantEye,
    sides: Sides,
    products: Sequence[Product],
) -> Iterator[Fault]:
    sheets = read_sheets(document, numbers, eye, sides, products)
    faces = faces_of(sheets)
    if not faces or strange_share(sheets) > _MOSTLY:
        yield warning("file.unknown", _NOTHING)
        return
    # A shop's own sheets are turned over as the shop likes.
    yield from sheet_faults(sheets, sides._replace(duplex=None) if products else sides)
    yield from copies_faults(assigned(faces, sides.copies), sides.copies)


def promised_faults(known: Sequence[Known], shows: Sequence[Shown], word: str) -> Iterator[Fault]:
    """Yield the pages that show another side than the manifest says."""
    wrong: dict[int, str] = {}
    strange = []
    for number, (one, shown) in enumerate(zip(known, shows, strict=False), 1):
        if shown.side not in (FACE, BACK) or not (shown.card or shown.deck):
            continue
        if one.is_as_said(shown.side, shown.deck, shown.card):
            continue
        if one.sides:
            seen, said = one.sides[0].words, shown.card or shown.deck
            wrong[number] = f"shows {seen} instead of the {shown.side} of {said}"
        elif shown.side == FACE:
            # The page behind a card without a back is white; bright colours change beyond telling.
            strange.append(number)
    if strange:
        words = f"{on_pages(strange)}: no side of a card of the game is recognised there"
        yield warning("file.unknown", words)
    if wrong:
        first = min(wrong)
        more = "" if len(wrong) == 1 else f" ({on_pages(wrong)} are wrong)"
        yield error("file.order", f"{word} {first} {wrong[first]}{more}")


def _unpromised(looks: Sequence[Looked], wanted: Expected, sides: Sides) -> Iterator[Fault]:
    """Yield what is wrong with pages of which nothing is said but that they are of the game."""
    if not any(look.known.sides for look in looks):
        yield warning("file.unknown", _NOTHING)
        return
    strange = [number for number, look in enumerate(looks, 1) if look.side is None]
    if strange:
        yield warning("file.unknown", f"{on_pages(strange)}: no side of a card of the game")
    faces = [look.known for look in looks if look.cards]
    seen = assigned(faces, sides.copies)
    repeated = wanted.copies == "repeated" or max(seen.values(), default=1) > 1
    yield from copies_faults(seen, sides.copies if repeated else dict.fromkeys(sides.copies, 1))
    if not strange:
        shows = [Shown(look.side or "") for look in looks]
        yield from order_faults(shows, wanted.order)
        yield from _behind(looks, wanted.order or _order_of(shows), sides)


def _behind(looks: Sequence[Looked], order: str | None, sides: Sides) -> Iterator[Fault]:
    """Yield the pages that are not the back of the face that they follow or precede."""
    if order not in ("face-back", "back-face"):
        return
    with_backs = {(side.deck, side.card) for side in sides.sides if side.side == BACK}
    wrong = []
    for at in range(0, len(looks) - 1, 2):
        one, other = looks[at], looks[at + 1]
        face, back = (one, other) if order == "face-back" else (other, one)
        if (face.side, back.side) != (FACE, BACK):
            continue
        if not is_behind(face.cards, back.known, back.bare, with_backs):
            wrong.append(at + (2 if order == "face-back" else 1))
    if wrong:
        yield error("file.back", f"{on_pages(wrong)}: the back is that of another card")


def _order_of(shows: Sequence[Shown]) -> str | None:
    """Return the order that pages seem to follow."""
    sides = [shown.side for shown in shows]
    odd, even = set(sides[::2]), set(sides[1::2])
    if odd == {FACE} and even == {BACK}:
        return "face-back"
    return "back-face" if odd == {BACK} and even == {FACE} else None
