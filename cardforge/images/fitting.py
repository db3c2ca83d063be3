"""How a picture fits a box: where it is drawn, which part of it, and turned how."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.geometry import Box, Point, Transform

WHOLE = Box(0.0, 0.0, 1.0, 1.0)

# How the pixels of a picture are turned to be seen, by the number that EXIF has for it.
_TURNS = {
    1: (1, 0, 0, 1), 2: (-1, 0, 0, 1), 3: (-1, 0, 0, -1), 4: (1, 0, 0, -1),
    5: (0, 1, 1, 0), 6: (0, 1, -1, 0), 7: (0, -1, -1, 0), 8: (0, -1, 1, 0),
}  # fmt: skip
_NUMBERS = {turn: number for number, turn in _TURNS.items()}
_QUARTERS = {0: 1, 90: 6, 180: 3, 270: 8}


class Wish(NamedTuple):
    """How a picture is to fill its box: contain, cover or stretch.

    `place` are the shares of the room left over that lie to its left and above it, `focus` the
    point of the picture, in shares, that is kept as near the middle as covering allows.
    """

    fit: str = "contain"
    place: tuple[float, float] = (0.5, 0.5)
    focus: tuple[float, float] = (0.5, 0.5)


def fit_box(
    box: Box, width_px: float, height_px: float, wish: Wish | str
) -> tuple[Box, Box | None]:
    """Return where a picture is drawn in a box, and which part of it, in fractions.

    `contain` shows all of it and may leave room, `cover` fills the box and may
    cut the picture, `stretch` does neither and distorts.
    """
    if isinstance(wish, str):
        wish = Wish(wish)
    if wish.fit == "stretch":
        return box, None
    across, down = box.width / width_px, box.height / height_px
    if wish.fit == "contain":
        scale = min(across, down)
        width, height = width_px * scale, height_px * scale
        x = box.x + (box.width - width) * wish.place[0]
        y = box.y + (box.height - height) * wish.place[1]
        return Box(x, y, width, height), None
    if wish.fit != "cover":
        raise ValueError(wish.fit)
    scale = max(across, down)
    shown_width, shown_height = across / scale, down / scale
    if shown_width == shown_height:
        return box, None
    left = _start(wish.focus[0], shown_width)
    return box, Box(left, _start(wish.focus[1], shown_height), shown_width, shown_height)


def _start(focus: float, shown: float) -> float:
    """Return where a part of that length begins that has a point in its middle if it can."""
    return min(max(focus - shown / 2, 0.0), 1.0 - shown)


def part_of(outer: Box | None, inner: Box | None) -> Box | None:
    """Return which part of a picture `inner` is, given as a part of its part `outer`."""
    if outer is None or inner is None:
        return outer or inner
    return Box(
        outer.x + inner.x * outer.width,
        outer.y + inner.y * outer.height,
        inner.width * outer.width,
        inner.height * outer.height,
    )


def is_lying(orientation: int) -> bool:
    """Return whether width and height of a picture are exchanged to see it upright."""
    return orientation >= 5


def turned_orientation(orientation: int, turn_deg: int) -> int:
    """Return the orientation of a picture that is also turned by quarter turns, clockwise."""
    first = Transform(*map(float, _TURNS[orientation]))
    both = first.then(Transform(*map(float, _TURNS[_QUARTERS[turn_deg]])))
    a, b, c, d = (round(value) for value in both[:4])
    return _NUMBERS[a, b, c, d]


def stored_part(part: Box | None, orientation: int) -> Box | None:
    """Return which part of the pixels as they are stored a part of the upright picture is."""
    if part is None or orientation == 1:
        return part
    back = _turn(orientation, Point(0.0, 0.0)).inverse()
    if back is None:
        raise ValueError(orientation)
    return back.apply_box(part.moved(-0.5, -0.5)).moved(0.5, 0.5)


def stored_box(box: Box, orientation: int) -> tuple[Box, Transform | None]:
    """Return where the pixels as they are stored are drawn, and what turns them upright there."""
    if orientation == 1:
        return box, None
    centre = box.centre
    if is_lying(orientation):
        lying = Box(centre.x - box.height / 2, centre.y - box.width / 2, box.height, box.width)
        return lying, _turn(orientation, centre)
    return box, _turn(orientation, centre)


def _turn(orientation: int, about: Point) -> Transform:
    a, b, c, d = map(float, _TURNS[orientation])
    x, y = about
    return Transform(a, b, c, d, x - a * x - c * y, y - b * x - d * y)


def tiles(box: Box, width: float, height: float, place: tuple[float, float]) -> list[Box]:
    """Return the boxes of tiles that fill a box, one of them placed by shares; some reach out."""
    first_x = box.x + (box.width - width) * place[0]
    first_y = box.y + (box.height - height) * place[1]
    columns = _repeats(first_x, width, box.x, box.right)
    rows = _repeats(first_y, height, box.y, box.bottom)
    return [
        Box(first_x + column * width, first_y + row * height, width, height)
        for row in rows
        for column in columns
    ]


def count_tiles(box: Box, width: float, height: float) -> float:
    """Return about how many tiles fill a box."""
    return (box.width / width + 2) * (box.height / height + 2)


def _repeats(first: float, length: float, start: float, end: float) -> range:
    """Return the numbers of the tiles of a row that are seen between two edges."""
    hair = 1e-6
    before = int(-(-(first - start - hair) // length))
    after = int(-(-(end - first - hair) // length))
    return range(-max(before, 0), max(after, 1))


def resolution_dpi(box: Box, crop: Box | None, width_px: int, height_px: int) -> float:
    """Return the pixels for each inch at which a picture is printed, the lower of both axes."""
    across = width_px * (crop.width if crop else 1.0) / (box.width / 25.4)
    down = height_px * (crop.height if crop else 1.0) / (box.height / 25.4)
    return min(across, down)
