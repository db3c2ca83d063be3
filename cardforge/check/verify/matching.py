"""Sides told apart by looking: small pictures of pages against small pictures of the game's sides.

Colours may have been converted for a press in between, so that a page is never quite equal to its
side: the change of all colours together is worked out first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cardforge.check.verify.looks import Side, Sides

if TYPE_CHECKING:
    import numpy as np

    from cardforge.check.verify.looks import Picture

    Floats = np.ndarray[Any, np.dtype[np.float32]]

# Sides of shapes that differ by no more are compared.
_SAME_SHAPE = 0.06
# Sides that are nearly as near as the nearest may be meant as well: shares of all contrast.
_TIE, _TIE_MORE = 1.1, 0.0008
# Farther than this, and than most of its own contrast, a picture is no side of the game; nor is
# one that is farther before its colours were changed than any press would change them.
_STRANGE, _STRANGE_SHARE, _STRANGE_BEFORE = 0.15, 0.6, 0.25
# What is said to be a side may be farther from it: few colours say little of a press.
_STRANGE_SAID = 0.3
# Lighter than this everywhere is bare paper.
BARE = 250
_MEDIANS = 1.5
_CHUNK = 256


class Known(NamedTuple):
    """What a picture was found to show: all sides that it may be; none for a strange picture.

    `nearest` are those that it is nearest to, however far.
    """

    sides: tuple[Side, ...]
    apart: float
    nearest: tuple[Side, ...] = ()

    def may_be(self, side: str, deck: str, card: str) -> bool:
        """Return whether it can be this side of this card; an empty card is any of the deck."""
        return any(
            s.side == side and (not deck or s.deck == deck) and (not card or s.card == card)
            for s in self.sides
        )

    def is_as_said(self, side: str, deck: str, card: str) -> bool:
        """Return whether it can be what somebody says: near enough, or nearest of all."""
        if self.sides or self.apart > _STRANGE_SAID:
            return self.may_be(side, deck, card)
        return Known(self.nearest, self.apart).may_be(side, deck, card)


class Matcher:
    """Finds for each small picture the side of the game that it is nearest to."""

    def __init__(self, sides: Sides) -> None:
        groups: dict[int, list[Side]] = {}
        for side, group in zip(sides.sides, sides.groups, strict=True):
            groups.setdefault(group, []).append(side)
        self._groups = list(groups.values())

    def best(self, choices: Sequence[Sequence[Picture]]) -> list[Known]:
        """Return what is shown where each thing was looked at in several ways: by the best."""
        flat = iter(self.found([picture for several in choices for picture in several]))
        known = [[next(flat) for _ in several] for several in choices]
        return [min(each, key=lambda one: (not one.sides, one.apart)) for each in known]

    def found(self, pictures: Sequence[Picture]) -> list[Known]:
        """Return what each picture shows."""
        known = [Known((), 1.0) for _ in pictures]
        shapes: dict[tuple[int, ...], list[int]] = {}
        for index, picture in enumerate(pictures):
            shapes.setdefault(picture.shape, []).append(index)
        for shape, indices in shapes.items():
            candidates = list(self._candidates(shape))
            if candidates:
                judged = self._judged([pictures[index] for index in indices], candidates)
                for index, one in zip(indices, judged, strict=True):
                    known[index] = one
        return known

    def _candidates(self, shape: tuple[int, ...]) -> Iterator[tuple[int, Picture]]:
        """Yield every side, turned as it may lie, with the pixels of a shape."""
        import numpy as np

        for number, sides in enumerate(self._groups):
            own = sides[0].picture
            for turn in _turns(shape, own.shape):
                yield number, _softened(_resized(np.rot90(own, turn), shape))

    def _judged(
        self, pictures: Sequence[Picture], candidates: list[tuple[int, Picture]]
    ) -> Iterator[Known]:
        import numpy as np

        owners = np.array([number for number, _ in candidates])
        sides = np.stack([picture.reshape(-1, 3) for _, picture in candidates])
        pages = np.stack([_softened(picture).reshape(-1, 3) for picture in pictures])
        first = _distances(pages, sides, None)
        nearest, best = first.argmin(axis=1), first.min(axis=1)
        # What is far from every side may be none: it says nothing of the colours.
        kept = best <= float(np.median(best)) * _MEDIANS + _TIE_MORE
        change = _colour_change(pages[kept], sides[nearest[kept]])
        apart = _distances(pages, sides, change)
        bare = sides.min(axis=(1, 2)) >= BARE
        for page, before, row in zip(pages, first, apart, strict=True):
            if page.min() >= BARE:
                # Bare paper is a bare side or none, whatever the colours became.
                row = np.where(bare, row, 1.0)
            index = int(row.argmin())
            best = float(row[index])
            contrast = float(page.std(axis=0).max()) / 255
            far = best > _STRANGE and best > _STRANGE_SHARE * contrast
            if far or before[index] > _STRANGE_BEFORE:
                yield Known((), best, tuple(self._groups[int(owners[index])]))
                continue
            order = np.argsort(row, kind="stable")
            near = order[row[order] <= best * _TIE + _TIE_MORE]
            groups = dict.fromkeys(int(owners[index]) for index in near)
            yield Known(tuple(s for number in groups for s in self._groups[number]), best)


def _turns(shape: tuple[int, ...], own: tuple[int, ...]) -> tuple[int, ...]:
    """Return by how many quarters a side may be turned to have the shape of a picture."""
    wanted, found = shape[1] / shape[0], own[1] / own[0]
    turns: tuple[int, ...] = ()
    if abs(wanted / found - 1) <= _SAME_SHAPE:
        turns += (0, 2)
    if abs(wanted * found - 1) <= _SAME_SHAPE:
        turns += (1, 3)
    return turns


def _resized(picture: Picture, shape: tuple[int, ...]) -> Picture:
    import numpy as np

    if picture.shape == shape:
        return picture
    rows = np.linspace(0, picture.shape[0] - 1, shape[0]).round().astype(int)
    columns = np.linspace(0, picture.shape[1] - 1, shape[1]).round().astype(int)
    resized: Picture = picture[rows][:, columns]
    return resized


def _softened(picture: Picture) -> Picture:
    """Return a picture a little blurred: text that lies half a pixel farther is the same text."""
    import numpy as np

    wide = np.pad(picture, ((1, 1), (1, 1), (0, 0)), mode="edge").astype(np.uint16)
    rows = wide[:-2] + wide[1:-1] + wide[2:]
    soft: Picture = ((rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]) // 9).astype(np.uint8)
    return soft


def _distances(pages: Picture, sides: Picture, change: Floats | None) -> Floats:
    """Return how far each page is from each side: from 0, the same, to 1."""
    import numpy as np

    count = pages.shape[1] * 3
    rows = (pages.reshape(len(pages), -1).astype(np.float32) - 127) / 255
    found = np.empty((len(pages), len(sides)), np.float32)
    for start in range(0, len(sides), _CHUNK):
        part = sides[start : start + _CHUNK].astype(np.float32)
        if change is not None:
            part = part @ change[:3] + change[3]
        own = (part.reshape(len(part), -1) - 127) / 255
        squares = (rows**2).sum(axis=1)[:, None] + (own**2).sum(axis=1)[None] - 2 * rows @ own.T
        found[:, start : start + _CHUNK] = np.sqrt(np.maximum(squares, 0) / count)
    return found


def _colour_change(pages: Picture, sides: Picture) -> Floats:
    """Return the affine change from the colours of sides to those of pages that fits best."""
    import numpy as np

    step = max(1, pages.shape[0] * pages.shape[1] // 200_000)
    before = sides.reshape(-1, 3)[::step].astype(np.float32)
    after = pages.reshape(-1, 3)[::step].astype(np.float32)
    ones = np.ones((len(before), 1), np.float32)
    change, *_ = np.linalg.lstsq(np.hstack([before, ones]), after, rcond=None)
    fitted: Floats = change.astype(np.float32)
    return fitted


def assigned(
    faces: Sequence[Known], wanted: Mapping[tuple[str, str], int]
) -> Counter[tuple[str, str]]:
    """Return how often each card was seen: one that may be several is one that still lacks."""
    found: Counter[tuple[str, str]] = Counter()
    for known in sorted(faces, key=lambda each: len(each.sides)):
        keys = list(dict.fromkeys((s.deck, s.card) for s in known.sides if s.side == "face"))
        lacking = [key for key in keys if found[key] < wanted.get(key, 0)]
        found[(lacking or keys)[0]] += 1
    return found
