"""What preflight looks at: every printed card side with its ink, and what it finds there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import sqrt
from typing import NamedTuple

from cardforge.check.accessibility.paint import Paint, Painter, color_of
from cardforge.check.accessibility.vision import Rgb, luminance
from cardforge.check.settings import Checks
from cardforge.diagnostics import Report, Span
from cardforge.edition import Edition
from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Plate, Text
from cardforge.model import DeckSpec, Format
from cardforge.plates import LaidOut, Sides

# The luminance of a grey half as light as paper: ink that is darker is light on nothing.
_MIDDLE_GREY = 0.184


class Side:
    """One side of a card: the card that it was first met on, and its ink, first drawn first."""

    def __init__(self, spec: DeckSpec, card: str, plate: Plate, painter: Painter) -> None:
        self.spec, self.card, self.plate, self.painter = spec, card, plate, painter

    @property
    def form(self) -> Format:
        """Return the card's format."""
        return self.spec.format

    @property
    def trim(self) -> Box:
        """Return the finished card in the coordinates of the plate."""
        return Box(0.0, 0.0, *self.plate.trim)

    @cached_property
    def inks(self) -> tuple[Paint, ...]:
        """Return every item of the plate."""
        return tuple(self.painter.paints(self.plate))

    def texts(self) -> Iterator[tuple[int, Paint, Text]]:
        """Yield each text that leaves ink, with its number among the items."""
        for number, ink in enumerate(self.inks):
            if isinstance(ink.item, Text) and ink.bounds.width and not ink.frame.is_copy:
                yield number, ink, ink.item

    def color_at(self, point: Point) -> Rgb:
        """Return what is seen at a place, letters left out: the nearest one if it is outside."""
        x, y, width, height = self.plate.bounds
        inside = Point(min(max(point.x, x), x + width), min(max(point.y, y), y + height))
        return color_of(self.painter.hits(self._topmost, inside))

    @cached_property
    def _topmost(self) -> tuple[Paint, ...]:
        return self.inks[::-1]

    def is_light(self, number: int, color: Rgb, points: tuple[Point, ...]) -> bool:
        """Return whether the item of a number is light on dark at most of some places."""
        if luminance(color) < _MIDDLE_GREY:
            return False
        below = self.inks[:number][::-1]
        grounds = (color_of(self.painter.hits(below, point)) for point in points)
        return 2 * sum(luminance(color) > luminance(g) for g in grounds) > len(points)


class Finding(NamedTuple):
    """What a check found on one card; of one cause the greatest `badness` is told."""

    code: str
    span: Span | None
    message: str
    hint: str
    card: str | None = None
    badness: float = 0.0


def sides_of(edition: Edition, painter: Painter) -> tuple[Side, ...]:
    """Return the faces and backs of all printed cards and tokens, each plate once."""
    sides: dict[int, Side] = {}
    for laid_out in (*edition.cards, *edition.tokens):
        for sides_of_card in printed(laid_out):
            for plate in (sides_of_card.face, sides_of_card.back):
                if plate is not None and id(plate) not in sides:
                    spec, card = laid_out.deck.spec, sides_of_card.card.id
                    sides[id(plate)] = Side(spec, card, plate, painter)
    return tuple(sides.values())


def printed(laid_out: LaidOut) -> list[Sides]:
    """Return the cards of a deck of which copies are printed."""
    return [sides for sides in laid_out.cards if sides.card.copies]


def tell(check: str, findings: Iterable[Finding], checks: Checks, report: Report) -> None:
    """Report what a check found as severely as the game wants it."""
    tell_worst(checks.severity(check), findings, report)


def tell_worst(severity: str, findings: Iterable[Finding], report: Report) -> None:
    """Report findings, of each cause the worst case first: the report tells that one."""
    causes: dict[tuple[str, Span | None], list[Finding]] = {}
    for finding in findings:
        causes.setdefault((finding.code, finding.span), []).append(finding)
    for found in causes.values():
        for code, span, message, hint, card, _ in sorted(found, key=lambda f: -f.badness):
            report.add(severity, code, message, span, hint=hint, card=card)


def scale_of(place: Transform) -> float:
    """Return by how much a map shrinks or stretches what it shrinks most."""
    a, b, c, d, _, _ = place
    half = (a * a + b * b + c * c + d * d) / 2
    area = a * d - b * c
    return sqrt(max(half - sqrt(max(half * half - area * area, 0.0)), 0.0))
