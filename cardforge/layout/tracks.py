"""Sharing a length among several: fixed ones, shares of what is left, and where all are packed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.layout.boxes import BoxError
from cardforge.units import show

INFINITE = float("inf")


class Track(NamedTuple):
    """A length along a flow: fixed, or a number of shares; with the least and most it may be."""

    fixed: float | None
    shares: float = 1.0
    least: float = 0.0
    most: float = INFINITE

    def limited(self, length: float) -> float:
        """Return a length within the limits."""
        return max(self.least, min(self.most, length))


def shared(tracks: Sequence[Track], room: float, gap: float, direction: str) -> list[float]:
    """Return each length: its own, or its shares of what the others leave."""
    fixed = [None if t.fixed is None else t.limited(t.fixed) for t in tracks]
    while True:
        left = room - gap * max(0, len(tracks) - 1) - sum(size or 0.0 for size in fixed)
        if left < -1e-6:
            raise overfull(-left, room, direction)
        free = [track for track, size in zip(tracks, fixed, strict=True) if size is None]
        share = max(0.0, left) / sum(track.shares for track in free) if free else 0.0
        held = [
            track.limited(share * track.shares) if size is None else size
            for track, size in zip(tracks, fixed, strict=True)
        ]
        if all(track.limited(share * track.shares) == share * track.shares for track in free):
            return held
        # Those at a limit keep it; the others share anew what is left then.
        fixed = _held(tracks, fixed, share)


def _held(
    tracks: Sequence[Track], fixed: Sequence[float | None], share: float
) -> list[float | None]:
    """Return the lengths with those fixed that a limit keeps from having their shares.

    Those that are too small for their least are held first: what they need is then missing for
    the others, of which some may no longer reach their most.
    """
    wanted = [share * track.shares for track in tracks]
    short = any(
        size is None and track.limited(want) > want
        for track, size, want in zip(tracks, fixed, wanted, strict=True)
    )
    return [
        track.limited(want)
        if size is None and (track.limited(want) > want if short else track.limited(want) < want)
        else size
        for track, size, want in zip(tracks, fixed, wanted, strict=True)
    ]


def overfull(over: float, room: float, direction: str) -> BoxError:
    """Return the problem of children that need more than there is."""
    return BoxError(
        "flow.overfull",
        f"the children need {show(over)} mm more than the {show(room)} mm {direction}",
        "make the box larger, or the children or the gap smaller",
    )


def packed(
    lengths: Sequence[float], gap: float, align: str, start: float, room: float
) -> list[tuple[float, float]]:
    """Return start and length of each, packed to an end or spread over the room."""
    count = len(lengths)
    used = sum(lengths) + gap * max(0, count - 1)
    offset = {"center": (room - used) / 2, "end": room - used}.get(align, 0.0)
    extra = 0.0
    if align == "between" and count > 1:
        extra = (room - used) / (count - 1)
    elif align == "around" and count:
        extra = (room - used) / count
        offset = extra / 2
    elif align == "evenly":
        offset = extra = (room - used) / (count + 1)
    pitch = gap + extra
    spans = []
    before = 0.0
    for number, length in enumerate(lengths):
        spans.append((start + offset + before + number * pitch, length))
        before += length
    return spans
