"""Icons as plates, where pips stand, and the outlines of shapes."""

from functools import lru_cache
from typing import NamedTuple

from cardforge.color import Color
from cardforge.diagnostics import Span
from cardforge.geometry import Box, Insets, Point, Size, Transform
from cardforge.ink import Group, Path, Plate
from cardforge.layout.drawing.outlines import outline_of
from cardforge.model import Icon
from cardforge.svgpath import parse, transform_segments

__all__ = [
    "NO_BLEED", "PIPS", "IconKey", "fitted", "icon_plate", "icon_size", "outline_of", "parse_path",
    "pip_places",
]  # fmt: skip

parse_path = lru_cache(maxsize=512)(parse)
NO_BLEED = Insets(0.0, 0.0, 0.0, 0.0)


def fitted(viewbox: tuple[float, ...], box: Box, share_x: float, share_y: float) -> Transform:
    """Return the map of a view box into a box, as large as it goes, aligned by shares."""
    x, y, width, height = viewbox
    scale = min(box.width / width, box.height / height)
    dx = box.x + (box.width - width * scale) * share_x
    dy = box.y + (box.height - height * scale) * share_y
    return Transform(scale, 0.0, 0.0, scale, dx - x * scale, dy - y * scale)


class IconKey(NamedTuple):
    """An icon at a size in a colour: what makes two drawn icons the same."""

    name: str
    width: float
    height: float
    color: Color


def icon_size(icon: Icon, box: Box) -> Size:
    """Return how large an icon gets in a box."""
    _, _, width, height = icon.viewbox
    scale = min(box.width / width, box.height / height)
    return Size(width * scale, height * scale)


def icon_plate(key: IconKey, icon: Icon, origin: Span) -> Plate:
    """Return an icon as a plate of its own, to be used wherever it stands."""
    size = Size(key.width, key.height)
    fit = fitted(icon.viewbox, Box(0.0, 0.0, *size), 0.0, 0.0)
    if icon.art:
        from cardforge.svg.changed import has_one_color, in_color

        items = in_color(icon.art, key.color, origin)
        # What has colours of its own stands out by itself: no contrast is asked of its parts.
        kind = "icon" if has_one_color(items) else "drawing"
        art = Group(items, fit, origin=origin)
        return Plate(f"{kind} {key.name}", size, NO_BLEED, (art,))
    path = Path(
        transform_segments(parse_path(icon.path), fit),
        fill=key.color, even_odd=icon.even_odd, origin=origin,
    )  # fmt: skip
    return Plate(f"icon {key.name}", size, NO_BLEED, (path,))


# Where the pips of a playing card stand: column (0 left, 1 right) and row (0 top, 1 bottom).
_L, _M, _R = 0.0, 0.5, 1.0
_THIRDS = (0.0, 1 / 3, 2 / 3, 1.0)
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((_M, 0.5),),
    2: ((_M, 0.0), (_M, 1.0)),
    3: ((_M, 0.0), (_M, 0.5), (_M, 1.0)),
    4: ((_L, 0.0), (_R, 0.0), (_L, 1.0), (_R, 1.0)),
    5: ((_L, 0.0), (_R, 0.0), (_M, 0.5), (_L, 1.0), (_R, 1.0)),
    6: tuple((x, y) for y in (0.0, 0.5, 1.0) for x in (_L, _R)),
    7: (*((x, y) for y in (0.0, 0.5, 1.0) for x in (_L, _R)), (_M, 0.25)),
    8: (*((x, y) for y in (0.0, 0.5, 1.0) for x in (_L, _R)), (_M, 0.25), (_M, 0.75)),
    9: (*((x, y) for y in _THIRDS for x in (_L, _R)), (_M, 0.5)),
    10: (*((x, y) for y in _THIRDS for x in (_L, _R)), (_M, 1 / 6), (_M, 5 / 6)),
}


def pip_places(count: int, size: float, box: Box) -> list[tuple[Point, bool]]:
    """Return the centre of each pip and whether it stands on its head, as on playing cards."""
    inner = Box(
        box.x + size / 2, box.y + size / 2, max(0.0, box.width - size), max(0.0, box.height - size)
    )
    return [
        (Point(inner.x + x * inner.width, inner.y + y * inner.height), y > 0.5)
        for x, y in PIPS[count]
    ]
