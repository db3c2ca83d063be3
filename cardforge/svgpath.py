"""SVG path data and plain shapes as the segments of ink: M, L, C and Z, all absolute."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable

from cardforge.geometry import Box, Insets, Point, Segment, Transform

# How far the handles of a quarter circle reach, as a fraction of its radius.
HANDLE = 4 / 3 * (math.sqrt(2) - 1)
# No coordinate on paper comes near this; beyond it sums lose their millimetres.
_LARGEST = 1e9
# A radius below this is none, and an arc shorter than this of it is straight.
_FLAT = 1e-9

_COMMAND = re.compile(r"\s*([MmLlHhVvCcSsQqTtAaZz])")
_DIGITS = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBER = re.compile(_DIGITS, re.ASCII)
_NUMBERS = re.compile(rf"\s*{_DIGITS}(?:\s*(?:,\s*)?{_DIGITS})*", re.ASCII)
_FLAG = re.compile(r"[01]")
_SPACE = re.compile(r"\s*")
_SEPARATOR = re.compile(r"\s*,?\s*")
_REPEAT = re.compile(r"\s*(?:,\s*)?(?=[-+.\d])", re.ASCII)

_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class PathError(ValueError):
    """Path data that cannot be read: `message` says why, `position` counts characters from 0."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(f"{message} (at character {position})")
        self.message = message
        self.position = position


def parse(d: str) -> tuple[Segment, ...]:
    """Return the segments of SVG path data; empty data has none.  Raises PathError."""
    pen = _Pen()
    _draw(d, pen)
    return tuple(pen.segments)


def parse_whole_start(d: str) -> tuple[Segment, ...]:
    """Return the segments of path data up to its first fault: SVG draws what comes before one."""
    pen = _Pen()
    try:
        _draw(d, pen)
    except PathError:
        return tuple(pen.segments)
    return tuple(pen.segments)


def _draw(d: str, pen: _Pen) -> None:
    """Draw path data with a pen; a fault leaves what was drawn before it."""
    reader = _Reader(d)
    while (letter := reader.command()) is not None:
        if not pen.segments and letter not in "Mm":
            raise PathError(f"a path starts with M or m, found '{letter}'", reader.position - 1)
        for values in reader.arguments(letter):
            pen.draw(letter, values)
            # A move repeated is a line.
            letter = {"M": "L", "m": "l"}.get(letter, letter)


class _Reader:
    """Reads commands, numbers and flags from path data, one after the other."""

    __slots__ = ("position", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def command(self) -> str | None:
        """Return the next command letter, or None at the end of the data."""
        match = _COMMAND.match(self.text, self.position)
        if match is not None:
            self.position = match.end()
            return match[1]
        self._skip(_SPACE)
        if self.position == len(self.text):
            return None
        raise PathError(f"a path command is expected, found {self._found()}", self.position)

    def arguments(self, letter: str) -> list[list[float]]:
        """Return the numbers of a command, one list for each time it is drawn."""
        size = _ARGUMENTS[letter.upper()]
        if size == 0:
            return [[]]
        if letter in "Aa":
            return self._arcs(letter)
        values = self._numbers(letter, size)
        return [values[start : start + size] for start in range(0, len(values), size)]

    def _numbers(self, letter: str, size: int) -> list[float]:
        """Return a run of numbers, read in one go because most of a path is numbers."""
        start = self.position
        match = _NUMBERS.match(self.text, start)
        values = [float(text) for text in _NUMBER.findall(match[0])] if match else []
        self.position = match.end() if match else start
        if not values or len(values) % size:
            self._skip(_SEPARATOR if values else _SPACE)
            raise PathError(f"{letter} needs a number, found {self._found()}", self.position)
        if max(values) > _LARGEST or min(values) < -_LARGEST:
            raise _too_large(_NUMBER.finditer(self.text, start))
        return values

    def _arcs(self, letter: str) -> list[list[float]]:
        """Return the numbers of arcs, one by one: flags may be glued to what follows."""
        arcs: list[list[float]] = []
        while not arcs or _REPEAT.match(self.text, self.position):
            arc: list[float] = []
            for index in range(_ARGUMENTS["A"]):
                self._skip(_SEPARATOR if index or arcs else _SPACE)
                arc.append(self._single(letter, is_flag=index in (3, 4)))
            arcs.append(arc)
        return arcs

    def _single(self, letter: str, is_flag: bool) -> float:
        match = (_FLAG if is_flag else _NUMBER).match(self.text, self.position)
        if match is None:
            wanted = f"a flag of {letter} is 0 or 1" if is_flag else f"{letter} needs a number"
            raise PathError(f"{wanted}, found {self._found()}", self.position)
        if abs(float(match[0])) > _LARGEST:
            raise _too_large([match])
        self.position = match.end()
        return float(match[0])

    def _skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.position)
        self.position = match.end() if match else self.position

    def _found(self) -> str:
        rest = self.text[self.position : self.position + 1]
        return f"'{rest}'" if rest else "the end of the path"


def _too_large(matches: Iterable[re.Match[str]]) -> PathError:
    """Return the fault of the first number that no paper is large enough for."""
    match = next(match for match in matches if abs(float(match[0])) > _LARGEST)
    return PathError(f"a number goes up to 1e9, found {match[0][:20]}", match.start())


class _Pen:
    """Draws absolute segments and remembers what the next command leans on.

    `cubic` and `quadratic` are the last control point while the last command
    was of that family, else None: S and T reflect them.
    """

    __slots__ = ("at", "cubic", "quadratic", "segments", "start")

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.at = self.start = (0.0, 0.0)
        self.cubic: tuple[float, float] | None = None
        self.quadratic: tuple[float, float] | None = None

    def draw(self, letter: str, values: list[float]) -> None:
        """Draw one command with its numbers as written."""
        name = letter.upper()
        if letter != name:
            values = self._absolute(name, values)
        if name != "M" and self.segments and self.segments[-1][0] == "Z":
            self.segments.append(("M", *self.start))
        cubic, quadratic = self.cubic, self.quadratic
        self.cubic = self.quadratic = None
        if name == "H":
            values = [values[0], self.at[1]]
        elif name == "V":
            values = [self.at[0], values[0]]
        elif name in "ST":
            last = cubic if name == "S" else quadratic
            values = [*self._reflected(last), *values]
        _DRAW[name](self, *values)

    def _absolute(self, name: str, values: list[float]) -> list[float]:
        x, y = self.at
        if name == "H":
            return [values[0] + x]
        if name == "V":
            return [values[0] + y]
        if name == "A":
            return [*values[:5], values[5] + x, values[6] + y]
        return [value + (y if index % 2 else x) for index, value in enumerate(values)]

    def _reflected(self, control: tuple[float, float] | None) -> tuple[float, float]:
        x, y = control or self.at
        return 2 * self.at[0] - x, 2 * self.at[1] - y

    def move(self, x: float, y: float) -> None:
        """Start a new part at a point."""
        self.segments.append(("M", x, y))
        self.at = self.start = (x, y)

    def line(self, x: float, y: float) -> None:
        """Draw a straight line."""
        self.segments.append(("L", x, y))
        self.at = (x, y)

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        """Draw a cubic curve."""
        self.segments.append(("C", x1, y1, x2, y2, x, y))
        self.at, self.cubic = (x, y), (x2, y2)

    def quadratic_curve(self, x1: float, y1: float, x: float, y: float) -> None:
        """Draw a quadratic curve as the cubic that equals it."""
        x0, y0 = self.at
        near = (x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0))
        self.segments.append(("C", *near, x + 2 / 3 * (x1 - x), y + 2 / 3 * (y1 - y), x, y))
        self.at, self.quadratic = (x, y), (x1, y1)

    def arc(self, rx: float, ry: float, *rest: float) -> None:
        """Draw an elliptical arc as cubics of a quarter turn at most."""
        *how, x, y = rest
        start, end = Point(*self.at), Point(x, y)
        if min(abs(rx), abs(ry)) < _FLAT:
            self.line(x, y)
        elif start != end:
            self.segments += _arc_curves(start, end, abs(rx), abs(ry), *how)
            self.at = end

    def close(self) -> None:
        """Close the part and go back to its start."""
        self.segments.append(("Z",))
        self.at = self.start


_DRAW: dict[str, Callable[..., None]] = {
    "M": _Pen.move,
    "L": _Pen.line,
    "H": _Pen.line,
    "V": _Pen.line,
    "C": _Pen.curve,
    "S": _Pen.curve,
    "Q": _Pen.quadratic_curve,
    "T": _Pen.quadratic_curve,
    "A": _Pen.arc,
    "Z": _Pen.close,
}


def _arc_curves(start: Point, end: Point, rx: float, ry: float, *how: float) -> list[Segment]:
    """Return the cubics of an arc: the unit circle's, mapped onto the ellipse.

    Where the ends lie too far apart for the radii, SVG grows the ellipse.
    """
    turn_deg, large, sweep = how
    onto_ellipse = Transform.scaled(rx, ry).then(Transform.turned(turn_deg))
    from_ellipse = Transform.turned(-turn_deg).then(Transform.scaled(1 / rx, 1 / ry))
    (x0, y0), (x1, y1) = from_ellipse.apply(start), from_ellipse.apply(end)
    half = math.hypot(x1 - x0, y1 - y0) / 2
    if half < _FLAT:
        return [("L", *end)]
    radius = max(1.0, half)
    lift = math.sqrt(radius * radius - half * half) / (2 * half)
    if large == sweep:
        lift = -lift
    centre_x = (x0 + x1) / 2 - lift * (y1 - y0)
    centre_y = (y0 + y1) / 2 + lift * (x1 - x0)
    first = math.atan2(y0 - centre_y, x0 - centre_x)
    turn = (math.atan2(y1 - centre_y, x1 - centre_x) - first) % math.tau
    turn -= 0.0 if sweep else math.tau
    place = Transform(radius, 0.0, 0.0, radius, centre_x, centre_y).then(onto_ellipse)
    curves = transform_segments(_unit_arc(first, turn), place)
    # The end is taken as written, so that rounding never leaves a gap.
    return [*curves[:-1], (*curves[-1][:5], *end)]


def _unit_arc(first: float, turn: float) -> list[Segment]:
    """Return the cubics along the unit circle from an angle through a turn, in radians."""
    count = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / count
    handle = 4 / 3 * math.tan(step / 4)
    curves: list[Segment] = []
    for index in range(count):
        a, b = first + index * step, first + (index + 1) * step
        near = (math.cos(a) - handle * math.sin(a), math.sin(a) + handle * math.cos(a))
        far = (math.cos(b) + handle * math.sin(b), math.sin(b) - handle * math.cos(b))
        curves.append(("C", *near, *far, math.cos(b), math.sin(b)))
    return curves


def transform_segments(segments: Iterable[Segment], transform: Transform) -> tuple[Segment, ...]:
    """Return the segments with every point mapped."""
    a, b, c, d, e, f = transform
    mapped: list[Segment] = []
    for kind, *values in segments:
        points: list[float] = []
        for x, y in zip(values[::2], values[1::2], strict=True):
            points += (a * x + c * y + e, b * x + d * y + f)
        mapped.append((kind, *points))
    return tuple(mapped)


def bounds(segments: Iterable[Segment]) -> Box:
    """Return the smallest box round what is drawn; nothing drawn gives an empty box at 0, 0."""
    xs: list[float] = []
    ys: list[float] = []
    at = start = (0.0, 0.0)
    for kind, *values in segments:
        if kind == "M":
            at = start = (values[0], values[1])
        elif kind == "Z":
            at = start
        else:
            xs += _reach(at[0], values[::2])
            ys += _reach(at[1], values[1::2])
            at = (values[-2], values[-1])
    if not xs:
        return Box(0.0, 0.0, 0.0, 0.0)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _reach(start: float, values: list[float]) -> list[float]:
    """Return the coordinates among which a line or curve has its extremes on one axis."""
    end = values[-1]
    low, high = min(start, end), max(start, end)
    if all(low <= value <= high for value in values):
        return [start, end]
    one, two = values[0], values[1]
    # The derivative is 3(at² + bt + c); a turning point lies where it is 0.
    a, b, c = end - start + 3 * (one - two), 2 * (start - 2 * one + two), one - start
    turning = [t for t in _roots(a, b, c) if 0 < t < 1]
    return [start, end, *(_cubic(start, one, two, end, t) for t in turning)]


def _roots(a: float, b: float, c: float) -> list[float]:
    """Return where at² + bt + c is 0, also when a is so small that dividing by it would lie."""
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return []
    q = -(b + math.copysign(math.sqrt(discriminant), b)) / 2
    return [top / below for top, below in ((q, a), (c, q)) if below != 0]


def _cubic(p0: float, p1: float, p2: float, p3: float, t: float) -> float:
    u = 1 - t
    return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3


def ellipse(box: Box) -> tuple[Segment, ...]:
    """Return the ellipse that touches the edges of a box, clockwise from the top."""
    x, y = box.centre
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    dx, dy = HANDLE * box.width / 2, HANDLE * box.height / 2
    return (
        ("M", x, top),
        ("C", x + dx, top, right, y - dy, right, y),
        ("C", right, y + dy, x + dx, bottom, x, bottom),
        ("C", x - dx, bottom, left, y + dy, left, y),
        ("C", left, y - dy, x - dx, top, x, top),
        ("Z",),
    )


def ring(box: Box, thickness: float) -> tuple[Segment, ...]:
    """Return an ellipse and the one inside it; filled even-odd they are a ring."""
    if 2 * thickness >= min(box.width, box.height):
        return ellipse(box)
    return ellipse(box) + ellipse(box.inset(Insets(thickness, thickness, thickness, thickness)))


def rectangle(box: Box) -> tuple[Segment, ...]:
    """Return the outline of a box, clockwise from its top left corner."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return _polygon(((left, top), (right, top), (right, bottom), (left, bottom)))


def rounded_rectangle(box: Box, radius: float) -> tuple[Segment, ...]:
    """Return a rectangle with round corners of half a side at most, clockwise from the top."""
    r = min(radius, box.width / 2, box.height / 2)
    return elliptic_rectangle(box, r, r)


def elliptic_rectangle(box: Box, rx: float, ry: float) -> tuple[Segment, ...]:
    """Return a rectangle whose corners are quarters of an ellipse, clockwise from the top."""
    if rx <= 0 or ry <= 0:
        return rectangle(box)
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    sx, sy = rx * (1 - HANDLE), ry * (1 - HANDLE)
    return (
        ("M", left + rx, top),
        ("L", right - rx, top),
        ("C", right - sx, top, right, top + sy, right, top + ry),
        ("L", right, bottom - ry),
        ("C", right, bottom - sy, right - sx, bottom, right - rx, bottom),
        ("L", left + rx, bottom),
        ("C", left + sx, bottom, left, bottom - sy, left, bottom - ry),
        ("L", left, top + ry),
        ("C", left, top + sy, left + sx, top, left + rx, top),
        ("Z",),
    )


def regular_polygon(box: Box, sides: int, turn_deg: float = 0.0) -> tuple[Segment, ...]:
    """Return a polygon on the ellipse of a box, its first corner at the top before the turn."""
    return _polygon(_round_points(box, sides, turn_deg, 1.0))


def star(box: Box, points: int, inner: float, turn_deg: float = 0.0) -> tuple[Segment, ...]:
    """Return a star on the ellipse of a box; `inner` is the depth of its notches, 0 to 1 of it."""
    tips = _round_points(box, points, turn_deg, 1.0)
    notches = _round_points(box, points, turn_deg + 180 / points, inner)
    return _polygon([corner for pair in zip(tips, notches, strict=True) for corner in pair])


def _round_points(box: Box, count: int, turn_deg: float, reach: float) -> list[Point]:
    middle = box.centre
    angles = [math.radians(turn_deg + 360 * index / count) for index in range(count)]
    return [
        Point(
            middle.x + reach * box.width / 2 * math.sin(angle),
            middle.y - reach * box.height / 2 * math.cos(angle),
        )
        for angle in angles
    ]


def _polygon(corners: Iterable[tuple[float, float]]) -> tuple[Segment, ...]:
    first, *others = corners
    return (("M", *first), *(("L", *corner) for corner in others), ("Z",))
