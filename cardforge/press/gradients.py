"""Gradients in the inks of a press: closely followed, as inks do not mix as light does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from cardforge.color import Color
from cardforge.ink import Gradient, Stop
from cardforge.ink.paint import between

# Between two stops the inks go straight where they are this close to what the profile says (of
# 1), else a stop is put in between, up to 2 to the power of so many.
_CLOSE = 0.01
_DEEPEST = 4
# The least light of a screen that is not taken for black: black among colours is mixed like them,
# or it would stand out as a dent.
_DARK = 5 / 255

Inked = Callable[[Color], Color]


def inked_gradient(gradient: Gradient, stop: Inked, sample: Inked) -> Gradient:
    """Return a gradient of inks: `stop` makes those of its stops, `sample` those in between."""
    written = [Stop(share, stop(color)) for share, color in gradient.stops]
    stops = [written[0]]
    for (first, last), (one, other) in zip(
        pairwise(gradient.stops), pairwise(written), strict=True
    ):
        if first.share < last.share and _is_light(first.color) and _is_light(last.color):
            stops += _between((first, one), (last, other), sample, _DEEPEST)
        stops.append(other)
    return gradient._replace(stops=tuple(stops))


def is_grey(gradient: Gradient) -> bool:
    """Return whether all colours of a gradient are greys, which black ink alone can print."""
    return all(color.space == "gray" and color.press is None for _, color in gradient.stops)


def mixable(gradient: Gradient) -> Gradient:
    """Return a gradient whose blacks are just light enough to be mixed of all inks."""
    return gradient._replace(
        stops=tuple(
            Stop(share, color._replace(values=tuple(max(value, _DARK) for value in color.values)))
            if _is_light(color)
            else Stop(share, color)
            for share, color in gradient.stops
        )
    )


def _is_light(color: Color) -> bool:
    """Return whether a colour is converted, not written in inks or an ink of its own."""
    return color.space in ("gray", "rgb") and color.press is None and color.spot is None


def _between(
    first: tuple[Stop, Stop], last: tuple[Stop, Stop], sample: Inked, depth: int
) -> Iterator[Stop]:
    """Yield the stops that are needed between two, each given as light and as inks."""
    (light, inks), (other_light, other_inks) = first, last
    share = (light.share + other_light.share) / 2
    color = between(light.color, other_light.color, 0.5)
    made = sample(color)
    straight = between(inks.color, other_inks.color, 0.5)
    off = max(abs(a - b) for a, b in zip(made.values, straight.values, strict=True))
    if off <= _CLOSE and depth < _DEEPEST:
        return
    middle = Stop(share, color), Stop(share, made)
    if depth > 1:
        yield from _between(first, middle, sample, depth - 1)
    if off > _CLOSE:
        yield middle[1]
    if depth > 1:
        yield from _between(middle, last, sample, depth - 1)
