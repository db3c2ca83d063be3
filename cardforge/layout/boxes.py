"""Where an element sits: a box written by edges, sizes or centre becomes millimetres."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cardforge.geometry import Box, Insets
from cardforge.kinds import BLEED_EDGE, Percent
from cardforge.places import AUTO, NO_LIMITS, Anchor, At, BoxSpec, Edge, Limits, Padding, Shares
from cardforge.units import show

SAFE_EDGE = "safe"
TRIM_EDGE = "trim"
# A box may miss its parent's far edge by this much before it counts as inside out.
TOLERANCE = 1e-6
# The size of the content, given the width and the height that are known.
Content = Callable[[float | None, float | None], tuple[float, float]]


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
        return length_of(value, self.high - self.low, self.name)

    def from_low(self, value: Edge) -> float:
        """Return where an edge counted from the low end lies."""
        if value == BLEED_EDGE:
            return self.card_low - self.bleed_low
        if value == SAFE_EDGE:
            return self.card_low + self.safe
        if value == TRIM_EDGE:
            return self.card_low
        if isinstance(value, At):
            return value.value
        return self.low + self.length(value)

    def from_high(self, value: Edge) -> float:
        """Return where an edge counted from the high end lies."""
        if value == BLEED_EDGE:
            return self.card_high + self.bleed_high
        if value == SAFE_EDGE:
            return self.card_high - self.safe
        if value == TRIM_EDGE:
            return self.card_high
        if isinstance(value, At):
            return value.value
        return self.high - self.length(value)


class Span(NamedTuple):
    """What a box states along one axis: its edges from either end, its size, its centre."""

    low: Edge | None
    high: Edge | None
    size: Edge | None
    centre: Edge | None

    def is_known(self) -> bool:
        """Return whether two of the four are stated, so that the size follows from them."""
        if self.size is not None:
            return self.size != AUTO
        return (self.low is not None) + (self.high is not None) + (self.centre is not None) == 2


def length_of(value: Edge, room: float, name: str) -> float:
    """Return a size in mm, a share being one of `room`."""
    if isinstance(value, float):
        return value
    if isinstance(value, Percent):
        return value.value / 100 * room
    if isinstance(value, Shares):
        raise BoxError(
            "box.shares",
            f"a {name} in shares is for the children of a row or column",
            "write it in mm or per cent, or put the element in a row or column",
        )
    if isinstance(value, Anchor):
        raise BoxError(
            "box.anchor",
            f"the {name} stands by another element, which is not possible here",
            "elements in the cells of a table, and their parts, have nothing beside them",
        )
    if value == AUTO:
        raise BoxError("box.auto", f"this element has no {name} of its own", "write it in mm")
    if isinstance(value, str):
        hint = f"write its {name} in mm or per cent"
        raise BoxError("box.edge", f"'{value}' is an edge, not a {name}", hint)
    return value.value if isinstance(value, At) else float(value)


def resolve(spec: BoxSpec, frame: Frame, content: Content | None = None) -> Box:
    """Return the box in the plate's coordinates; raises BoxError when it cannot be.

    `content` tells how large the element is by itself, for sizes written `auto`.
    """
    box, card, bleed, safe = frame
    across = _Axis("width", box.x, box.right, card.x, card.right, bleed.left, bleed.right, safe)
    down = _Axis("height", box.y, box.bottom, card.y, card.bottom, bleed.top, bleed.bottom, safe)
    if spec.limits is not None or AUTO in (spec.width, spec.height):
        return _special(spec, across, down, content)
    x, width = _along(across, Span(spec.left, spec.right, spec.width, spec.x))
    y, height = _along(down, Span(spec.top, spec.bottom, spec.height, spec.y))
    return Box(x, y, width, height)


def _special(spec: BoxSpec, across: _Axis, down: _Axis, content: Content | None) -> Box:
    """Return a box with limits, an aspect, an inset or a size of its content."""
    limits = spec.limits or NO_LIMITS
    if limits.span is not None:
        message = "the box has a span, which is for the children of a grid"
        raise BoxError("box.span", message, "remove it, or put the element in a grid")
    spans = _inset(spec, limits)
    if limits.aspect is not None:
        spans = _with_aspect(spans, limits.aspect, across, down)
    spans = _with_content(spans, limits, across, down, content)
    (x, width), (y, height) = _along(across, spans[0]), _along(down, spans[1])
    limited = limited_size(width, limits.min_width, limits.max_width, across)
    if limited != width:
        x, width = _along(across, _resized(spans[0], limited))
    limited = limited_size(height, limits.min_height, limits.max_height, down)
    if limited != height:
        y, height = _along(down, _resized(spans[1], limited))
    return Box(x, y, width, height)


def limited_size(size: float, least: Edge | None, most: Edge | None, axis: _Axis) -> float:
    """Return a size made as large as the least and no larger than the most that is allowed."""
    if most is not None:
        size = min(size, axis.length(most))
    return size if least is None else max(size, axis.length(least))


def _resized(span: Span, size: float) -> Span:
    """Return what a box states with another size, from the edge or centre where it was held."""
    if span.centre is not None:
        return Span(None, None, size, span.centre)
    high = span.high if span.low is None else None
    return Span(span.low, high, size, None)


def _inset(spec: BoxSpec, limits: Limits) -> tuple[Span, Span]:
    across = Span(spec.left, spec.right, spec.width, spec.x)
    down = Span(spec.top, spec.bottom, spec.height, spec.y)
    if limits.inset is None:
        return across, down
    return _all_edges(across, limits.inset[0], "width"), _all_edges(down, limits.inset[1], "height")


def _all_edges(span: Span, inset: Edge, name: str) -> Span:
    """Return what a box states with its missing edges at a distance from the parent's."""
    if span.size is not None or span.centre is not None:
        stated = name if span.size is not None else "centre"
        message = f"the box states an inset and its {stated}"
        raise BoxError("box.over", message, "write the edges instead of the inset")
    low = inset if span.low is None else span.low
    return Span(low, inset if span.high is None else span.high, None, None)


def _with_aspect(
    spans: tuple[Span, Span], aspect: float, across: _Axis, down: _Axis
) -> tuple[Span, Span]:
    """Return what a box states with the size that its other size and the aspect give."""
    wide, high = spans
    if wide.is_known() and high.is_known():
        message = "the box states its width, its height and its aspect, two are enough"
        raise BoxError("box.over", message, "remove one of them")
    if wide.is_known():
        return wide, _sized(high, _along(across, wide)[1] / aspect)
    if high.is_known():
        return _sized(wide, _along(down, high)[1] * aspect), high
    width, height = _along(across, _unsized(wide))[1], _along(down, _unsized(high))[1]
    width = min(width, height * aspect)
    return _sized(wide, width), _sized(high, width / aspect)


def _unsized(span: Span) -> Span:
    return span._replace(size=None)


def _sized(span: Span, size: float) -> Span:
    return span._replace(size=size)


def _with_content(
    spans: tuple[Span, Span], limits: Limits, across: _Axis, down: _Axis, content: Content | None
) -> tuple[Span, Span]:
    """Return what a box states with the sizes of its content where they are `auto`."""
    wide, high = spans
    auto_wide, auto_high = wide.size == AUTO, high.size == AUTO
    if not (auto_wide or auto_high):
        return spans
    if content is None:
        name = "width" if auto_wide else "height"
        raise BoxError("box.auto", f"this element has no {name} of its own", "write it in mm")
    width = None if auto_wide else _along(across, wide)[1]
    if width is not None:
        width = limited_size(width, limits.min_width, limits.max_width, across)
    elif limits.max_width is not None:
        # A paragraph as wide as its content is broken at the most that it may be wide.
        free, _ = content(None, None if auto_high else _along(down, high)[1])
        most = across.length(limits.max_width)
        width = most if free > most else None
    height = None if auto_high else _along(down, high)[1]
    own_width, own_height = content(width, height)
    if auto_wide:
        wide = _sized(wide, own_width)
    return wide, (_sized(high, own_height) if auto_high else high)


def padded(box: Box, padding: Padding | None) -> Box:
    """Return the box of the children; raises BoxError when the padding leaves none."""
    if padding is None:
        return box
    left, right = (length_of(each, box.width, "width") for each in (padding.left, padding.right))
    top, bottom = (length_of(each, box.height, "height") for each in (padding.top, padding.bottom))
    inner = box.inset(Insets(left, top, right, bottom))
    if inner.width < -TOLERANCE or inner.height < -TOLERANCE:
        message = f"the padding is more than the box of {show(box.width)} × {show(box.height)} mm"
        raise BoxError("box.padding", message, "make the box larger or the padding smaller")
    return inner._replace(width=max(0.0, inner.width), height=max(0.0, inner.height))


def _along(axis: _Axis, span: Span) -> tuple[float, float]:
    """Return start and size along one axis from at most two of its four facts."""
    low, high, size, centre = span
    given = sum(value is not None for value in span)
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
