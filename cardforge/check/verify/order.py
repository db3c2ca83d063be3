"""The order of sides and the copies of cards, by what pages and pictures show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from cardforge.check.verify.faults import Fault, error
from cardforge.check.verify.values import on_pages, some
from cardforge.export.package import Shown

FACE, BACK = "face", "back"
# How many copies each card of each deck should have.
Copies = Mapping[tuple[str, str], int]
_ORDERS = {
    "face-back": "each face before its back",
    "back-face": "each back before its face",
    "backs-last": "all faces, then the back that they share",
    "two-files": "faces and backs in two files",
}


def order_faults(shows: Sequence[Shown], order: str | None) -> Iterator[Fault]:
    """Yield the pages that break the order in which a printer takes faces and backs."""
    if order not in _ORDERS or not shows or any(s.side not in (FACE, BACK) for s in shows):
        return
    sides = [shown.side for shown in shows]
    wrong: list[int] = []
    if order in ("face-back", "back-face"):
        wrong = _alternating(shows, order)
    elif order == "backs-last":
        wrong = _faces_first(sides)
    elif len(set(sides)) > 1:
        wrong = [number for number, side in enumerate(sides, 1) if side != sides[0]]
    if wrong:
        yield error("file.order", f"{on_pages(wrong)} out of order: expected {_ORDERS[order]}")


def _alternating(shows: Sequence[Shown], order: str) -> list[int]:
    if all(shown.side == shows[0].side for shown in shows):
        return []  # a deck without backs, or backs apart
    first, second = (FACE, BACK) if order == "face-back" else (BACK, FACE)
    return [
        number
        for number, shown in enumerate(shows, 1)
        if shown.side != (first if number % 2 else second)
    ]


def _faces_first(sides: Sequence[str]) -> list[int]:
    if all(side == BACK for side in sides):
        return []
    early = [n for n, side in enumerate(sides[:-1], 1) if side == BACK]
    return early if FACE in sides else []


def behind_faults(shows: Sequence[Shown], order: str | None) -> Iterator[Fault]:
    """Yield the backs that lie behind the face of another card, where sides alternate."""
    if order not in ("face-back", "back-face"):
        return
    wrong = []
    for at in range(0, len(shows) - 1, 2):
        one, other = shows[at], shows[at + 1]
        if {one.side, other.side} != {FACE, BACK} or not one.card or not other.card:
            continue
        if (one.deck, one.card) != (other.deck, other.card):
            wrong.append(at + (1 if one.side == BACK else 2))
    if wrong:
        yield error("file.back", f"{on_pages(wrong)}: the back is that of another card")


def counted(shows: Sequence[Shown], *, listed: bool) -> Counter[tuple[str, str]]:
    """Return how many copies of each card there are: as listed, or one for each face."""
    found: Counter[tuple[str, str]] = Counter()
    for shown in shows:
        if shown.side == FACE and shown.card:
            found[shown.deck, shown.card] += shown.copies if listed else 1
    return found


def copies_faults(found: Mapping[tuple[str, str], int], wanted: Copies) -> Iterator[Fault]:
    """Yield the cards that are missing, too few or too many.

    Of decks that do not occur at all nothing is asked: a file may hold one of several.
    """
    decks = {deck for deck, _ in found}
    groups: dict[str, list[str]] = {}
    for key in dict.fromkeys((*wanted, *found)):
        deck, card = key
        have, want = found.get(key, 0), wanted.get(key, 0)
        if deck not in decks or have == want:
            continue
        kind = "missing" if not have else "of no deck" if not want else "wrong"
        words = card if kind != "wrong" else f"{card} {have} × instead of {want} ×"
        groups.setdefault(kind, []).append(words)
    if "missing" in groups:
        yield error("file.copies", f"missing: {some(groups['missing'])}")
    if "of no deck" in groups:
        yield error("file.copies", f"not in the game: {some(groups['of no deck'])}")
    if "wrong" in groups:
        yield error("file.copies", some(groups["wrong"]))
