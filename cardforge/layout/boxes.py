"""Where an element sits: a box written by edges, sizes or centre becomes millimetres."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.elements import BoxSpec, Edge
from cardforge.geometry import Box, Insets
from cardforge.kinds import BLEED_EDGE, Percent
from cardforge.units import show

SAFE_EDGE = "safe"
TRIM_EDGE = "trim"
# A box may miss its parent's far edge by this much before it counts as inside out.
TOLERANCE = 1e-6


class BoxError(Exception):
    """A box that cannot be: too many or too few of edges, size and centre, or inside out."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.hint = code, hint


class Frame(NamedTuple):
    """The parent box of an element, and the card around it for `bleed` and `safe` edges."""

    box: Box
    card: Box
    bleed: Insets
    safe: float

    def within(self, box: Box) -> Frame:
        """Return the frame for children of a box."""
        return self._replace(box=box)


class _Axis(NamedTuple):
    """One direction of a frame: the ends of parent and card, the card's bleeds and safe inset."""

    name: str
    low: float
    high: float
    card_low: float
    card_high: float
    bleed_low: float
    bleed_high: float
    safe: float

    def length(self, value: Edge) -> float:
        """Return a size or offset in mm."""
        if isinstance(value, Percent):
            return value.value / 100 * (self.high - self.low)
        if isinstance(value, str):
            raise BoxError("box.edge", f"'{value}' is an edge, not a {self.name}")
        return value

    def from_low(self, value: Edge) -> float:
        """Return where an edge counted from the low end lies."""
        if value == BLEED_EDGE:
            return self.card_low - self.bleed_low
        if value == SAFE_EDGE:
            return self.card_low + self.safe
        if value == TRIM_EDGE:
            return self.card_low
        return self.low + self.length(value)

    def from_high(self, value: Edge) -> float:
        """Return where an edge counted from the high end lies."""
        if value == BLEED_EDGE:
            return self.card_high + self.bleed_high
        if value == SAFE_EDGE:
            return self.card_high - self.safe
        if value == TRIM_EDGE:
            return self.card_high
        return self.high - self.length(value)


def resolve(spec: BoxSpec, frame: Frame) -> Box:
    """Return the box in the plate's coordinates; raises BoxError when it cannot be."""
    box, card, bleed, safe = frame
    x, width = _along(
        _Axis("width", box.x, box.right, card.x, card.right, bleed.left, bleed.right, safe),
        spec.left, spec.right, spec.width, spec.x,
    )  # fmt: skip
    y, height = _along(
        _Axis("height", box.y, box.bottom, card.y, card.bottom, bleed.top, bleed.bottom, safe),
        spec.top, spec.bottom, spec.height, spec.y,
    )  # fmt: skip
    return Box(x, y, width, height)


def _along(
    axis: _Axis, low: Edge | None, high: Edge | None, size: Edge | None, centre: Edge | None
) -> tuple[float, float]:
    """Return start and size along one axis from at most two of its four facts."""
    given = sum(value is not None for value in (low, high, size, centre))
    if given > 2:
        raise BoxError(
            "box.over",
            f"the box states {given} of edges, {axis.name} and centre, two are enough",
            "remove one of them",
        )
    length = None if size is None else axis.length(size)
    if centre is not None:
        return _about(axis, axis.from_low(centre), length, low, high)
    start = None if low is None else axis.from_low(low)
    end = None if high is None else axis.from_high(high)
    if length is not None:
        if start is not None:
            return start, length
        if end is not None:
            return end - length, length
        return (axis.low + axis.high - length) / 2, length
    return _between(axis, axis.low if start is None else start, axis.high if end is None else end)


def _about(
    axis: _Axis, centre: float, length: float | None, low: Edge | None, high: Edge | None
) -> tuple[float, float]:
    if length is None:
        if low is not None:
            length = 2 * (centre - axis.from_low(low))
        elif high is not None:
            length = 2 * (axis.from_high(high) - centre)
        else:
            length = 2 * min(centre - axis.low, axis.high - centre)
    return _between(axis, centre - length / 2, centre + length / 2)


def _between(axis: _Axis, start: float, end: float) -> tuple[float, float]:
    if end < start - TOLERANCE:
        raise BoxError(
            "box.inside-out",
            f"the box is {show(end - start)} mm in {axis.name}",
            "make its edges or its parent's box wider apart",
        )
    return start, max(0.0, end - start)
