"""The first half of UAX #9: what embeddings, overrides and isolates say (X1 to X10)."""

from __future__ import annotations

from typing import NamedTuple

DEEPEST = 125
# Classes that count no more once the levels are known (X9).
REMOVED = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "BN"))
_EMBEDDINGS = {"LRE": (0, None), "RLE": (1, None), "LRO": (0, "L"), "RLO": (1, "R")}
_ISOLATES = frozenset(("LRI", "RLI", "FSI"))


class Sequence(NamedTuple):
    """Places that count as neighbours, their level, and what they stand between."""

    places: list[int]
    level: int
    start: str
    end: str


class _Status(NamedTuple):
    level: int
    override: str | None = None
    is_isolate: bool = False


class _Stack:
    """The embeddings and isolates that are open at a place."""

    def __init__(self, base: int) -> None:
        self.held = [_Status(base)]
        self.lost_isolates = self.lost_embeddings = self.isolates = 0

    @property
    def top(self) -> _Status:
        """Return what is open innermost."""
        return self.held[-1]

    def _next(self, odd: int) -> int:
        """Return the next level above that is even or odd."""
        level = self.top.level + 1
        return level if level % 2 == odd else level + 1

    def embed(self, kind: str) -> None:
        """Open an embedding or an override."""
        odd, override = _EMBEDDINGS[kind]
        level = self._next(odd)
        if level <= DEEPEST and not self.lost_isolates and not self.lost_embeddings:
            self.held.append(_Status(level, override))
        elif not self.lost_isolates:
            self.lost_embeddings += 1

    def isolate(self, odd: int) -> None:
        """Open an isolate."""
        level = self._next(odd)
        if level <= DEEPEST and not self.lost_isolates and not self.lost_embeddings:
            self.isolates += 1
            self.held.append(_Status(level, None, True))
        else:
            self.lost_isolates += 1

    def end_isolate(self) -> None:
        """Close the innermost isolate and what was opened in it."""
        if self.lost_isolates:
            self.lost_isolates -= 1
        elif self.isolates:
            self.lost_embeddings = 0
            while not self.held.pop().is_isolate:
                pass
            self.isolates -= 1

    def end_embedding(self) -> None:
        """Close the innermost embedding, unless an isolate is open in it."""
        if self.lost_isolates:
            return
        if self.lost_embeddings:
            self.lost_embeddings -= 1
        elif len(self.held) > 1 and not self.top.is_isolate:
            self.held.pop()


def explicit(classes: list[str], base: int) -> tuple[list[int], list[str]]:
    """Return the level of each character, and its class with overrides applied."""
    stack = _Stack(base)
    partners = _partners(classes)
    found, kinds = [], []
    for place, kind in enumerate(classes):
        own = kind
        if kind in _ISOLATES:
            level, own = stack.top.level, stack.top.override or kind
            stack.isolate(_odd(classes, place, partners))
        elif kind == "PDI":
            stack.end_isolate()
            level, own = stack.top.level, stack.top.override or kind
        elif kind in _EMBEDDINGS:
            level = stack.top.level
            stack.embed(kind)
        elif kind == "PDF":
            level = stack.top.level
            stack.end_embedding()
        elif kind == "B":
            stack, level = _Stack(base), base
        else:
            level = stack.top.level
            own = kind if kind == "BN" else stack.top.override or kind
        found.append(level)
        kinds.append(own)
    return found, kinds


def _partners(classes: list[str]) -> dict[int, int]:
    """Return where each isolate ends, for those that do."""
    opened: list[int] = []
    found = {}
    for place, kind in enumerate(classes):
        if kind in _ISOLATES:
            opened.append(place)
        elif kind == "PDI" and opened:
            found[opened.pop()] = place
    return found


def _odd(classes: list[str], place: int, partners: dict[int, int]) -> int:
    """Return whether an isolate runs to the left; some are asked for their first letter."""
    kind = classes[place]
    if kind != "FSI":
        return int(kind == "RLI")
    inner, end = place + 1, partners.get(place, len(classes))
    while inner < end:
        if classes[inner] in ("L", "R", "AL"):
            return int(classes[inner] != "L")
        skipped = partners.get(inner, end) if classes[inner] in _ISOLATES else inner
        inner = skipped + 1
    return 0


def sequences(levels: list[int], classes: list[str], base: int) -> list[Sequence]:
    """Return the isolating run sequences, without what counts no more (X10)."""
    places = [place for place, kind in enumerate(classes) if kind not in REMOVED]
    partners = _partners(classes)
    ends = {end: start for start, end in partners.items()}
    runs: dict[int, list[int]] = {}
    first = -1
    for number, place in enumerate(places):
        if not number or levels[place] != levels[places[number - 1]]:
            first = place
            runs[first] = []
        runs[first].append(place)
    found = []
    position = {place: number for number, place in enumerate(places)}
    for start, run in runs.items():
        if start in ends and ends[start] in partners:
            continue  # it goes on with a run that an isolate has interrupted
        whole = list(run)
        while (end := partners.get(whole[-1])) is not None and end in runs:
            whole += runs[end]
        before, after = position[whole[0]] - 1, position[whole[-1]] + 1
        is_open = classes[whole[-1]] in _ISOLATES or after == len(places)
        found.append(
            _between(
                whole,
                levels[whole[0]],
                levels[places[before]] if before >= 0 else base,
                base if is_open else levels[places[after]],
            )
        )
    return found


def _between(places: list[int], level: int, earlier: int, later: int) -> Sequence:
    """Return a sequence with the directions at both its ends."""
    start, end = ("R" if max(level, other) % 2 else "L" for other in (earlier, later))
    return Sequence(places, level, start, end)
