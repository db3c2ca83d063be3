"""QR codes as one path: no seams between the modules, however they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from cardforge.color import BLACK
from cardforge.elements import QrElement
from cardforge.geometry import Box, Segment, Transform
from cardforge.ink import Ink, Path, Rect
from cardforge.layout.desk import Desk
from cardforge.layout.drawing.outlines import square
from cardforge.svgpath import transform_segments
from cardforge.units import show

# Telephones read what is printed with modules from about here on, in mm.
LEAST_MODULE = 0.4
_QUIET, _QUIET_MICRO = 4, 2
# Longer than any code can hold.
_MOST = 7_089

Corner = tuple[int, int]


class CodeError(ValueError):
    """A text that no code can be made of."""


def qr_ink(element: QrElement, box: Box, desk: Desk) -> tuple[Ink, ...]:
    """Return a QR code in the middle of its box; what cannot be read by telephones is reported."""
    span = element.common.span
    try:
        modules, segments = _code(element.content, element.error, element.micro)
    except CodeError as fault:
        desk.error("qr.content", str(fault), span, "write less, or a shorter address")
        return ()
    usual = _QUIET_MICRO if element.micro else _QUIET
    quiet = usual if element.quiet is None else element.quiet
    whole = square(box)
    size = whole.width / (modules + 2 * quiet)
    if size < LEAST_MODULE:
        _tell_small(element, modules + 2 * quiet, size, desk)
    place = Transform(size, 0.0, 0.0, size, whole.x + quiet * size, whole.y + quiet * size)
    code = Path(
        transform_segments(segments, place),
        fill=element.color or BLACK, even_odd=True, origin=span,
    )  # fmt: skip
    ground = (Rect(whole, fill=element.ground, origin=span),) if element.ground else ()
    return (*ground, code)


def _tell_small(element: QrElement, modules: int, size: float, desk: Desk) -> None:
    message = f"the modules of the QR code are {show(size)} mm, too small to read"
    needed = show(modules * LEAST_MODULE)
    hint = f"make its box {needed} mm wide and high, the text shorter, or error: L"
    report, span = desk.layout.report, element.common.span
    report.warning("qr.small", message, span, hint=hint, card=desk.card)


@lru_cache(maxsize=1024)
def _code(content: str, error: str, micro: bool) -> tuple[int, tuple[Segment, ...]]:
    """Return how many modules a code is wide, and its outline with modules of 1."""
    import segno

    if not content.strip():
        raise CodeError("a QR code of nothing")
    if len(content) > _MOST:
        raise CodeError(f"a QR code holds at most {_MOST} signs, found {len(content)}")
    kind = "micro QR code" if micro else "QR code"
    try:
        # A higher level that costs no room is taken.
        made = segno.make(content, error=error, micro=micro, **_encoding(content, micro))
    except ValueError:
        message = f"no {kind} of level {error} holds these {len(content)} signs"
        raise CodeError(message) from None
    rows = [bytes(row) for row in made.matrix]
    return len(rows), traced(rows)


def _encoding(content: str, micro: bool) -> dict[str, Any]:
    """Return how the letters of a code are written: it must say so where they are not Latin.

    Else some readers take UTF-8 for Japanese; small codes cannot say it.
    """
    try:
        content.encode("iso-8859-1")
    except UnicodeEncodeError:
        return {} if micro else {"encoding": "utf-8", "eci": True}
    return {}


def traced(rows: Sequence[bytes]) -> tuple[Segment, ...]:
    """Return the outlines round all dark modules, to be filled even-odd."""
    following = _edges(rows)
    made: list[Segment] = []
    while following:
        start = at = next(iter(following))
        points: list[Corner] = []
        while True:
            ends = following[at]
            after = ends.pop()
            if not ends:
                del following[at]
            points.append(at)
            at = after
            if at == start:
                break
        corners = [point for index, point in enumerate(points) if _is_corner(points, index)]
        made += [("M", *map(float, corners[0]))]
        made += [("L", *map(float, corner)) for corner in corners[1:]]
        made.append(("Z",))
    return tuple(made)


def _edges(rows: Sequence[bytes]) -> dict[Corner, list[Corner]]:
    """Return the edges between dark and light, the dark on the right, by where they start."""

    def dark(row: int, column: int) -> bool:
        return 0 <= row < len(rows) and 0 <= column < len(rows[row]) and rows[row][column] == 1

    following: dict[Corner, list[Corner]] = {}
    for y, row in enumerate(rows):
        for x in (x for x, module in enumerate(row) if module == 1):
            sides = (
                (dark(y - 1, x), (x, y), (x + 1, y)),
                (dark(y, x + 1), (x + 1, y), (x + 1, y + 1)),
                (dark(y + 1, x), (x + 1, y + 1), (x, y + 1)),
                (dark(y, x - 1), (x, y + 1), (x, y)),
            )
            for is_inside, start, end in sides:
                if not is_inside:
                    following.setdefault(start, []).append(end)
    return following


def _is_corner(points: Sequence[Corner], index: int) -> bool:
    before, at, after = points[index - 1], points[index], points[(index + 1) % len(points)]
    return not (before[0] == at[0] == after[0] or before[1] == at[1] == after[1])
