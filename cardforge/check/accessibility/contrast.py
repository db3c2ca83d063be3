"""Contrast: whether each text and icon stands out from what really lies under it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cardforge.check.accessibility.paint import Hit, Paint, Painter, color_of
from cardforge.check.accessibility.sides import Side, Words
from cardforge.check.accessibility.vision import Rgb, contrast, with_contrast
from cardforge.diagnostics import Report, Span, shortened
from cardforge.geometry import Box, Point
from cardforge.ink import Text
from cardforge.ink.bounds import within

# WCAG 2.2, success criterion 1.4.3: letters from this size on are large, and bold ones.
LARGE_PT, LARGE_BOLD_PT, BOLD = 18.0, 14.0, 700
# Where a text is looked at: so many places along it and across it; an icon likewise.
_TEXT_GRID = (9, 5)
_ICON_GRID = (7, 7)
# What lies under less than this share of a text or icon does not count.
SHARE = 0.2
# A text that clips or the knife hide more than this share of is a decoration that nobody reads.
HIDDEN = 0.5
# How many other colours of one element a message names.
_MORE = 2
_ROUNDING = 1e-6


class Finding(NamedTuple):
    """A text or icon that does not stand out: its contrast, the colours, what it needs."""

    ratio: float
    ink: Rgb
    ground: Rgb
    needs: float
    shown: str


def check_contrast(
    sides: Sequence[Side], painter: Painter, limits: Mapping[str, float], words: Words,
    report: Report, severity: str,
) -> None:  # fmt: skip
    """Report every element whose text or icon does not stand out, once, by its worst place."""
    found: dict[Span | None, dict[Finding, list[str]]] = {}
    for side in sides:
        for paint, finding in _Judge(side, painter, limits).findings():
            cards = found.setdefault(paint.origin, {}).setdefault(finding, [])
            cards.extend(side.cards)
    for span, findings in found.items():
        worst, *others = sorted(findings)
        message = (
            f"contrast {_ratio(worst)} : 1 of {worst.shown} {words.color(worst.ink)} on"
            f" {words.color(worst.ground)}, needs {worst.needs:g}"
        )
        pairs = dict.fromkeys((words.color(o.ink), words.color(o.ground)) for o in others)
        pairs.pop((words.color(worst.ink), words.color(worst.ground)), None)
        if pairs:
            named = [f"{ink} on {ground}" for ink, ground in list(pairs)[:_MORE]]
            message += "; too little also " + ", ".join(named)
        hint = _hint(worst)
        for card in dict.fromkeys(card for cards in findings.values() for card in cards):
            report.add(severity, "print.contrast", message, span, hint=hint, card=card)


def _ratio(finding: Finding) -> str:
    """Return a ratio with one decimal, with two where one would look like enough."""
    rounded = f"{finding.ratio:.1f}"
    if float(rounded) < finding.needs:
        return rounded
    return f"{int(finding.ratio * 100) / 100:.2f}"


def _hint(finding: Finding) -> str:
    better = with_contrast(finding.ink, finding.ground, finding.needs)
    if better is not None:
        return f"{better} has the same hue and would do"
    return "choose another ground: no colour of this hue stands out from it"


class _Judge:
    """Looks at the texts and icons of one card side."""

    def __init__(self, side: Side, painter: Painter, limits: Mapping[str, float]) -> None:
        self.side, self.painter, self.limits = side, painter, limits
        self.paints = side.paints
        self.trim = Box(0.0, 0.0, *side.plate.trim)
        # A card may hold thousands of words: none of them looks through all the others.
        self.rims = _rims(self.paints)
        self.grounds = [i for i, p in enumerate(self.paints) if not isinstance(p.item, Text)]

    def findings(self) -> Iterable[tuple[Paint, Finding]]:
        """Yield each text and icon that does not stand out."""
        for index, paint in enumerate(self.paints):
            if paint.frame.is_copy:
                continue
            if isinstance(paint.item, Text) or paint.is_icon:
                finding = self._judged(index, paint)
                if finding is not None:
                    yield paint, finding

    def _judged(self, index: int, paint: Paint) -> Finding | None:
        """Return what is wrong with a text or icon; letters with an outline stand out by either."""
        inks = [paint.fill]
        if isinstance(paint.item, Text):
            inks += [paint.stroke, self.rims.get(index)]
        worst: Finding | None = None
        for ink in inks:
            if ink is None:
                continue
            finding = self._of_ink(index, paint, ink)
            if finding is None:
                return None
            if worst is None or finding.ratio > worst.ratio:
                worst = finding
        return worst

    def _of_ink(self, index: int, paint: Paint, ink: Rgb) -> Finding | None:
        needs = self._needs(paint)
        below = self._below(index, paint)
        # Most texts lie wholly on one fill.
        covered = below and below[0].covers(paint.bounds, paint.frame.masks)
        ground = below[0].fill if covered else None
        if ground and not paint.frame.layers and contrast(ink, ground) >= needs - _ROUNDING:
            return None
        places = self._places(paint)
        seen = sorted(self._seen(paint, ink, at, below) for at in places)
        if not seen:
            return None
        ratio, ink, ground = seen[int(len(seen) * SHARE)]
        if ratio >= needs - _ROUNDING or self._is_ground(index, paint, places):
            return None
        return Finding(ratio, ink, ground, needs, _shown(paint))

    def _needs(self, paint: Paint) -> float:
        item = paint.item
        if not isinstance(item, Text):
            return self.limits["large"]
        size = item.size_pt * paint.scale
        is_bold = self.painter.fonts[item.font].file.weight >= BOLD
        least = LARGE_BOLD_PT if is_bold else LARGE_PT
        return self.limits["large" if size >= least - _ROUNDING else "least"]

    def _below(self, index: int, above: Paint) -> list[Paint]:
        """Return what lies under a paint, topmost first, down to what hides the rest."""
        found, box, masks = [], above.bounds, above.frame.masks
        for ground in reversed(self.grounds[: bisect_left(self.grounds, index)]):
            paint = self.paints[ground]
            if not paint.bounds.overlaps(box):
                continue
            # A frame round the text lies beside it.
            if paint.fill is not None or not within(box, paint.hole):
                found.append(paint)
                if paint.covers(box, masks):
                    break
        return found

    def _places(self, paint: Paint) -> list[Point]:
        """Return the points at which a text or icon is looked at: none where it is not seen."""
        item = paint.item
        if isinstance(item, Text):
            places = [paint.frame.place.apply(at) for at in _grid(paint.own_box, *_TEXT_GRID)]
            seen = [at for at in places if self._is_seen(at) and not paint.is_clipped_away(at)]
            return seen if len(seen) >= len(places) * (1.0 - HIDDEN) else []
        grid = [at for at in _grid(paint.bounds, *_ICON_GRID) if self._is_seen(at)]
        return [at for at in grid if paint.shows(at)] or grid

    def _is_seen(self, at: Point) -> bool:
        x, y = at
        return 0.0 <= x <= self.trim.width and 0.0 <= y <= self.trim.height

    def _seen(
        self, paint: Paint, ink: Rgb, at: Point, below: list[Paint]
    ) -> tuple[float, Rgb, Rgb]:
        """Return contrast, colour and ground of a paint at a point, groups blended."""
        hits = self.painter.hits(below, at)
        ground = color_of(hits)
        ink = color_of([*hits, Hit(ink, 1.0, paint.frame.layers)])
        return contrast(ink, ground), ink, ground

    def _is_ground(self, index: int, paint: Paint, places: list[Point]) -> bool:
        """Return whether a text or icon is itself the ground of another, or hidden by it."""
        later = self.paints[index + 1 :]
        hidden = sum(any(self._hides(over, at) for over in later) for at in places)
        if hidden > len(places) * (1.0 - SHARE):
            return True
        if isinstance(paint.item, Text):
            return False
        signs = (p for p in later if isinstance(p.item, Text) or p.is_icon)
        return any(paint.shows(sign.bounds.centre) for sign in signs)

    def _hides(self, paint: Paint, at: Point) -> bool:
        hit = self.painter.hit(paint, at)
        return hit is not None and hit.alpha >= 1.0 and not hit.layers


def _rims(paints: Sequence[Paint]) -> dict[int, Rgb]:
    """Return the colours of the outlines that lie beneath letters, by the place of these."""
    found: dict[int, Rgb] = {}
    origin, outlined = None, dict[tuple[str, Point], Rgb]()
    for index, paint in enumerate(paints):
        if paint.origin != origin:
            origin, outlined = paint.origin, {}
        if not isinstance(paint.item, Text):
            continue
        key = paint.item.text, paint.item.at
        if key in outlined:
            found[index] = outlined[key]
        if paint.frame.is_copy and paint.stroke is not None:
            outlined[key] = paint.stroke
    return found


def _grid(box: Box, columns: int, rows: int) -> list[Point]:
    return [
        Point(box.x + (x + 0.5) / columns * box.width, box.y + (y + 0.5) / rows * box.height)
        for x in range(columns)
        for y in range(rows)
    ]


def _shown(paint: Paint) -> str:
    if isinstance(paint.item, Text):
        return f"'{shortened(paint.item.text, 24)}'"
    icon = paint.frame.icon
    name = icon.plate.name.removeprefix("icon ") if icon else ""
    return f"the icon '{name}'"
