"""The slug: the words and the ruler outside the cards, and the search for room for them.

The words arrive ready made in one language; nothing here knows a language or a font file.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from cardforge.color import BLACK
from cardforge.geometry import Box, Insets, Point, Transform
from cardforge.ink import Group, Ink, Line, Text
from cardforge.units import pt_to_mm, show

CLEARANCE = 0.8  # between the slug and any mark, bleed or other part of the slug
SEPARATOR = " · "
SIZES_PT = ((7.0, 6.5, 6.0), (5.5, 5.0))  # small print only when no zone takes the first row
LINE_HEIGHT, ASCENT = 1.2, 0.78  # times the type size
SLACK = 1.0  # a sheet number may be wider than the one that was measured
RULER_LENGTH, RULER_STEP = 100.0, 10.0
RULER_HEIGHT, RULER_BASE = 2.2, 1.3
RULER_LABEL_PT = 5.0
INCH_TICKS = (0.0, 25.4, 50.8, 76.2)
BOTTOM, LEFT, RIGHT, TOP = range(4)  # edges in the order in which they are tried
SMALLEST = 1.7  # a zone thinner than one line of the smallest type is of no use


class SlugText(NamedTuple):
    """The words of the slug in one language and the font they are set in.

    `sheet` has the fields {number} and {total}, `bleed` has {bleed} and {edges};
    `edges` names left, top, right and bottom.  `measure(text, size_pt)` gives mm.
    """

    game: str
    language: str
    version: str
    font: str
    measure: Callable[[str, float], float]
    notes: tuple[str, ...] = ()
    sheet: str = "sheet {number} of {total}"
    face: str = "face"
    back: str = "back"
    folded: str = "face and back"
    bleed: str = "bleed {bleed} mm at {edges}"
    edges: tuple[str, str, str, str] = ("left", "top", "right", "bottom")
    conjunction: str = "and"
    decimal_point: str = "."
    scale: str = "print at 100 %"
    ruler: str = "100 mm · 3 in"

    def parts(
        self, number: int, total: int, side: str, shortened: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """Return the pieces of the slug of one sheet side, in the order they are read."""
        sheet = self.sheet.format(number=number, total=total)
        side_word = {"face": self.face, "back": self.back}.get(side, self.folded)
        parts = (self.game, self.language, sheet, side_word, self.version)
        return tuple(filter(None, (*parts, *self.notes, *shortened, self.scale)))

    def say_bleed(self, outer: Insets, asked: Insets) -> tuple[str, ...]:
        """Return a phrase for each length to which the bleed of some edges was shortened."""
        edges_at: dict[str, list[str]] = {}
        for edge, bleed, wish in zip(self.edges, outer, asked, strict=True):
            if bleed < wish - 1e-6:
                length = show(bleed).replace(".", self.decimal_point)
                edges_at.setdefault(length, []).append(edge)
        return tuple(
            self.bleed.format(bleed=length, edges=self._join(edges))
            for length, edges in edges_at.items()
        )

    def _join(self, words: list[str]) -> str:
        if len(words) == 1:
            return words[0]
        return f"{', '.join(words[:-1])} {self.conjunction} {words[-1]}"


class Strip(NamedTuple):
    """A box for one piece of the slug; when turned its text reads upwards."""

    box: Box
    turned: bool

    @property
    def length(self) -> float:
        """Return the extent along the text."""
        return self.box.height if self.turned else self.box.width

    @property
    def height(self) -> float:
        """Return the extent across the text."""
        return self.box.width if self.turned else self.box.height

    @property
    def transform(self) -> Transform:
        """Return the map from the strip's own corner to the page."""
        if not self.turned:
            return Transform.moved(self.box.x, self.box.y)
        turn = Transform.turned(270.0)
        return turn.then(Transform.moved(self.box.x, self.box.bottom))


class SlugPlace(NamedTuple):
    """Where the slug of a sheet side goes: `rows` tells how many parts each line takes."""

    text: Strip
    size_pt: float
    rows: tuple[int, ...]
    ruler: Strip | None


class _Zone(NamedTuple):
    """A free strip beside the cards; `rank` orders the edges by preference."""

    strip: Strip
    rank: int


def find_place(
    area: Box,
    cards: Box,
    marks: Iterable[Line],
    slug: SlugText,
    parts: Sequence[str],
    *,
    with_ruler: bool = True,
) -> SlugPlace | None:
    """Return room for the slug inside `area`, clear of the cards' bleed and the marks, or None."""
    holes = [_grown(cards), *(_grown(_line_box(mark)) for mark in marks)]
    free = free_boxes(area, holes)
    if not with_ruler:
        return _place_text(free, cards, slug, parts, None)
    for ruler in _ruler_strips(free, cards, slug):
        beside = free_boxes(area, [*holes, _grown(ruler.box)])
        if place := _place_text(beside, cards, slug, parts, ruler):
            return place
    return None


def draw_slug(place: SlugPlace, slug: SlugText, parts: Sequence[str]) -> tuple[Group, ...]:
    """Return the ink of the slug: its lines of text and, where there is room, the ruler."""
    text = Group(tuple(_text_ink(place, slug, parts)), transform=place.text.transform)
    if place.ruler is None:
        return (text,)
    return text, Group(tuple(_ruler_ink(slug)), transform=place.ruler.transform)


def free_boxes(area: Box, holes: Iterable[Box]) -> list[Box]:
    """Return the largest boxes inside `area` that no hole touches; they may overlap each other."""
    boxes = [area]
    for hole in holes:
        kept: list[Box] = []
        parts: list[Box] = []
        for box in boxes:
            if box.overlaps(hole):
                parts.extend(_around(box, hole))
            else:
                kept.append(box)
        for part in sorted(parts, key=lambda box: -box.width * box.height):
            if not any(_contains(other, part) for other in kept):
                kept.append(part)
        boxes = kept
    return boxes


def _around(box: Box, hole: Box) -> Iterator[Box]:
    parts = (
        Box(box.x, box.y, hole.x - box.x, box.height),
        Box(hole.right, box.y, box.right - hole.right, box.height),
        Box(box.x, box.y, box.width, hole.y - box.y),
        Box(box.x, hole.bottom, box.width, box.bottom - hole.bottom),
    )
    return (part for part in parts if min(part.width, part.height) >= SMALLEST)


def _contains(outer: Box, inner: Box) -> bool:
    x, y, width, height = outer
    inner_x, inner_y, inner_width, inner_height = inner
    return (
        x <= inner_x
        and y <= inner_y
        and x + width >= inner_x + inner_width
        and y + height >= inner_y + inner_height
    )


def _grown(box: Box) -> Box:
    return box.inset(Insets(-CLEARANCE, -CLEARANCE, -CLEARANCE, -CLEARANCE))


def _line_box(line: Line) -> Box:
    half = line.line_width / 2
    (x1, y1), (x2, y2) = line.start, line.end
    box = Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
    return box.inset(Insets(-half, -half, -half, -half))


def _zones(free: list[Box], cards: Box) -> list[_Zone]:
    """Return the free boxes as strips: under the cards first, then left, right and above."""
    zones = []
    for box in free:
        if box.y >= cards.bottom:
            zones.append(_Zone(Strip(box, turned=False), BOTTOM))
        elif box.right <= cards.x:
            zones.append(_Zone(Strip(box, turned=True), LEFT))
        elif box.x >= cards.right:
            zones.append(_Zone(Strip(box, turned=True), RIGHT))
        else:
            zones.append(_Zone(Strip(box, turned=False), TOP))
    return sorted(zones, key=_preference)


def _preference(zone: _Zone) -> tuple[float, ...]:
    # Lengths are rounded: between equal zones the one on the left wins, not the last digit.
    return zone.rank, -round(zone.strip.length, 1), zone.strip.box.x, zone.strip.box.y


def _cut_from(zone: _Zone, length: float, height: float, *, at_end: bool) -> Strip:
    """Return a strip at the start or end of a zone, along the edge that is away from the cards."""
    box, turned = zone.strip.box, zone.strip.turned
    width, depth = (height, length) if turned else (length, height)
    # Turned text starts at the foot of its zone.
    to_right = zone.rank == RIGHT if turned else at_end
    to_bottom = not at_end if turned else zone.rank == BOTTOM
    x = box.right - width if to_right else box.x
    y = box.bottom - depth if to_bottom else box.y
    return Strip(Box(x, y, width, depth), turned)


def _ruler_strips(free: list[Box], cards: Box, slug: SlugText) -> Iterator[Strip]:
    length = RULER_LENGTH + 1.0 + slug.measure(slug.ruler, RULER_LABEL_PT)
    for zone in _zones(free, cards):
        if zone.strip.length >= length and zone.strip.height >= RULER_HEIGHT:
            yield _cut_from(zone, length, RULER_HEIGHT, at_end=True)


def _place_text(
    free: list[Box], cards: Box, slug: SlugText, parts: Sequence[str], ruler: Strip | None
) -> SlugPlace | None:
    widths = [slug.measure(part, 10.0) / 10 for part in parts]
    separator = slug.measure(SEPARATOR, 10.0) / 10
    zones = _zones(free, cards)
    for sizes in SIZES_PT:
        for zone in zones:
            for size_pt in sizes:
                room = (zone.strip.length - SLACK) / size_pt
                rows = _break_lines(widths, separator, room)
                height = _text_height(len(rows), size_pt)
                if rows and height <= zone.strip.height:
                    strip = _cut_from(zone, zone.strip.length, height, at_end=False)
                    return SlugPlace(strip, size_pt, rows, ruler)
    return None


def _break_lines(widths: Sequence[float], separator: float, room: float) -> tuple[int, ...]:
    """Return how many parts go on each line; nothing when one part alone is too wide."""
    if max(widths) > room:
        return ()
    rows, used = [0], -separator
    for width in widths:
        if rows[-1] and used + separator + width > room:
            rows.append(0)
            used = -separator
        rows[-1] += 1
        used += separator + width
    return tuple(rows)


def _text_height(lines: int, size_pt: float) -> float:
    return pt_to_mm(size_pt) * (1 + LINE_HEIGHT * (lines - 1))


def _text_ink(place: SlugPlace, slug: SlugText, parts: Sequence[str]) -> Iterator[Ink]:
    size, first = pt_to_mm(place.size_pt), 0
    for row, count in enumerate(place.rows):
        words = SEPARATOR.join(parts[first : first + count])
        baseline = Point(0.0, size * (ASCENT + LINE_HEIGHT * row))
        yield Text(baseline, words, slug.font, place.size_pt, BLACK)
        first += count


def _ruler_ink(slug: SlugText) -> Iterator[Ink]:
    width = pt_to_mm(0.35)
    yield Line(Point(0.0, RULER_BASE), Point(RULER_LENGTH, RULER_BASE), BLACK, width)
    for step in range(int(RULER_LENGTH / RULER_STEP) + 1):
        x = step * RULER_STEP
        yield Line(Point(x, 0.0), Point(x, RULER_BASE), BLACK, width)
    for x in INCH_TICKS:
        yield Line(Point(x, RULER_BASE), Point(x, RULER_HEIGHT), BLACK, width)
    at = Point(RULER_LENGTH + 1.0, pt_to_mm(RULER_LABEL_PT) * ASCENT + 0.2)
    yield Text(at, slug.ruler, slug.font, RULER_LABEL_PT, BLACK)
