"""Points, sizes, boxes and transforms in millimetres, x to the right, y down."""

import math
from typing import Any, NamedTuple

# A path segment: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",).
Segment = tuple[Any, ...]


class Point(NamedTuple):
    """A place, in mm."""

    x: float
    y: float


class Size(NamedTuple):
    """A width and a height, in mm."""

    width: float
    height: float

    def turned(self) -> "Size":
        """Return the size with width and height exchanged."""
        return Size(self.height, self.width)


class Insets(NamedTuple):
    """Four distances from the edges of a box, in mm."""

    left: float
    top: float
    right: float
    bottom: float


class Box(NamedTuple):
    """A rectangle by its top left corner and its size, in mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Return the x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the y of the lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """Return the middle of the box."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def inset(self, by: Insets) -> "Box":
        """Return the box made smaller by `by` (larger where an inset is negative)."""
        return Box(
            self.x + by.left,
            self.y + by.top,
            self.width - by.left - by.right,
            self.height - by.top - by.bottom,
        )

    def moved(self, dx: float, dy: float) -> "Box":
        """Return the box shifted by (dx, dy)."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def union(self, other: "Box") -> "Box":
        """Return the smallest box round both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def overlaps(self, other: "Box", tolerance: float = 1e-6) -> bool:
        """Return whether the two boxes share more than an edge."""
        x, y, width, height = self
        other_x, other_y, other_width, other_height = other
        return (
            x < other_x + other_width - tolerance
            and other_x < x + width - tolerance
            and y < other_y + other_height - tolerance
            and other_y < y + height - tolerance
        )


class Transform(NamedTuple):
    """An affine map: x' = a·x + c·y + e, y' = b·x + d·y + f (y down)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def moved(cls, dx: float, dy: float) -> "Transform":
        """Return the map that shifts by (dx, dy)."""
        return cls(1.0, 0.0, 0.0, 1.0, dx, dy)

    @classmethod
    def scaled(cls, sx: float, sy: float) -> "Transform":
        """Return the map that scales about the origin."""
        return cls(sx, 0.0, 0.0, sy, 0.0, 0.0)

    @classmethod
    def turned(cls, angle_deg: float, about: Point = Point(0.0, 0.0)) -> "Transform":
        """Return the map that turns clockwise (as seen on paper) about a point."""
        cos, sin = _cos_sin(angle_deg)
        x, y = about
        return cls(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)

    def then(self, after: "Transform") -> "Transform":
        """Return the map that applies this one first and `after` second."""
        a, b, c, d, e, f = self
        return Transform(
            after.a * a + after.c * b,
            after.b * a + after.d * b,
            after.a * c + after.c * d,
            after.b * c + after.d * d,
            after.a * e + after.c * f + after.e,
            after.b * e + after.d * f + after.f,
        )

    def inverse(self) -> "Transform | None":
        """Return the map back, None for one that flattens everything."""
        a, b, c, d, e, f = self
        area = a * d - b * c
        if not area:
            return None
        return Transform(
            d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area
        )

    def apply(self, point: Point) -> Point:
        """Return where the map takes a point."""
        x, y = point
        return Point(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def apply_box(self, box: Box) -> Box:
        """Return the smallest upright box round the mapped box."""
        a, b, c, d, e, f = self
        if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0):
            # Most ink stands as it is written.
            return Box(box.x + e, box.y + f, box.width, box.height)
        corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        xs, ys = [a * x + c * y + e for x, y in corners], [b * x + d * y + f for x, y in corners]
        left, top = min(xs), min(ys)
        return Box(left, top, max(xs) - left, max(ys) - top)


def _cos_sin(angle_deg: float) -> tuple[float, float]:
    """Return cosine and sine, exact at the quarter turns."""
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    exact = quarter.get(angle_deg % 360.0)
    if exact is not None:
        return exact
    angle = math.radians(angle_deg)
    return math.cos(angle), math.sin(angle)
