"""The outline of a glyph as the segments of a path."""

from __future__ import annotations

from cardforge.geometry import Segment


class OutlinePen:
    """Writes down what HarfBuzz draws, in em and y down; its quadratic curves become cubic."""

    def __init__(self, em: float) -> None:
        self.segments: list[Segment] = []
        self._em = em
        self._at = (0.0, 0.0)

    def moveTo(self, at: tuple[float, float]) -> None:  # noqa: N802 HarfBuzz's names
        """Begin a part of the outline."""
        self._add("M", at)

    def lineTo(self, at: tuple[float, float]) -> None:  # noqa: N802
        """Go straight on."""
        self._add("L", at)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        """Go on in a cubic curve."""
        self._add("C", *points)

    def qCurveTo(self, handle: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        """Go on in a quadratic curve."""
        first, second = (
            (a[0] + (handle[0] - a[0]) * 2 / 3, a[1] + (handle[1] - a[1]) * 2 / 3)
            for a in (self._at, end)
        )
        self._add("C", first, second, end)

    def closePath(self) -> None:  # noqa: N802
        """End a part of the outline."""
        self.segments.append(("Z",))

    def _add(self, kind: str, *points: tuple[float, float]) -> None:
        self._at = points[-1]
        flat = [n for x, y in points for n in (x / self._em, -y / self._em)]
        self.segments.append((kind, *flat))
