"""The formats of a rulebook: page size, margins, columns and type sizes that follow from it."""

from typing import NamedTuple

from cardforge.geometry import Size
from cardforge.units import pt_to_mm


class Form(NamedTuple):
    """How the pages of a rulebook are laid out; lengths in mm, type in points.

    `inner` is the margin at the spine.  `side` is the width of the outer column for side notes
    and for what is wider than the text, 0 where there is none; `side_gap` lies between the two.
    """

    name: str
    trim: Size
    inner: float
    outer: float
    top: float
    bottom: float
    body_pt: float
    leading_pt: float
    columns: int = 1
    gap: float = 0.0
    side: float = 0.0
    side_gap: float = 0.0
    card: float = 22.0  # the usual width of a card in a figure
    bleed: float = 0.0
    has_cover: bool = True

    @property
    def leading(self) -> float:
        """Return the distance of two baselines of the text, in mm."""
        return pt_to_mm(self.leading_pt)

    @property
    def small_pt(self) -> float:
        """Return the size of captions, tables and notes, never below 7 pt where the text is 7."""
        return max(min(self.body_pt, 7.0), round(self.body_pt * 0.86 * 4) / 4)

    @property
    def heading_pt(self) -> float:
        """Return the size of a section's heading."""
        return round(self.body_pt * (1.75 if self.trim.width > 100 else 1.45) * 2) / 2

    @property
    def subheading_pt(self) -> float:
        """Return the size of a heading inside a section."""
        return round(self.body_pt * 1.16 * 2) / 2

    @property
    def measure(self) -> float:
        """Return the width of a column of text."""
        room = self.trim.width - self.inner - self.outer - self.side - self.side_gap
        return (room - self.gap * (self.columns - 1)) / self.columns

    @property
    def wide(self) -> float:
        """Return the width that a wide figure or table may take: a column and what lies beside."""
        return self.measure + self.side_gap + self.side

    @property
    def height(self) -> float:
        """Return the height of a column of text."""
        return self.trim.height - self.top - self.bottom

    @property
    def is_tight(self) -> bool:
        """Return whether room is scarce: on small pages, panels and cards."""
        return self.is_small or not self.has_cover

    @property
    def is_small(self) -> bool:
        """Return whether the page is not much larger than a card."""
        return self.trim.width <= SMALL_PAGE


# Trim sizes by the name that `--format` takes.  ISO 216; half Letter is 5.5 × 8.5 in; poker is
# 63 × 88 mm; square is the largest of which two spreads share A4 and Letter with 5 mm margins.
SIZES = {
    "a5": Size(148.0, 210.0),
    "a4": Size(210.0, 297.0),
    "letter": Size(215.9, 279.4),
    "half-letter": Size(139.7, 215.9),
    "poker": Size(63.0, 88.0),
    "square": Size(100.0, 100.0),
}
# Body sizes by the least page width they suit: smaller pages are held nearer to the eye.
_BODY = ((180.0, 10.0, 13.5), (135.0, 9.5, 13.0), (110.0, 9.0, 12.0), (85.0, 8.0, 10.5))
# A page as wide as this or less has no room to spare.
SMALL_PAGE = 105.0
# A panel wider than this has two columns: small type needs short lines.
WIDE_PANEL = 120.0
_SMALLEST_BODY = (7.25, 9.0)


def form_of(name: str) -> Form:
    """Return the form of a named format of `SIZES`."""
    return form_for(name, SIZES[name])


def form_for(name: str, trim: Size, bleed: float = 0.0) -> Form:
    """Return the form that suits pages of a size."""
    width, height = trim
    body, leading = next(
        ((size, lead) for least, size, lead in _BODY if width >= least), _SMALLEST_BODY
    )
    side = 26.0 if 135.0 <= width < 180.0 else 0.0
    columns = 2 if width >= 180.0 else 1
    return Form(
        name=name,
        trim=trim,
        inner=_between(0.1 * width, 5.5, 18.0),
        outer=_between(0.08 * width, 4.5, 15.0),
        top=_between(0.075 * height, 6.0, 20.0) if width > SMALL_PAGE else 6.0,
        bottom=_between(0.08 * height, 8.5, 20.0),
        body_pt=body,
        leading_pt=leading,
        columns=columns,
        gap=8.0 if columns > 1 else 0.0,
        side=side,
        side_gap=4.0 if side else 0.0,
        card=_between(0.155 * width, 16.0, 24.0),
        bleed=bleed,
    )


def back_form(form: Form) -> Form:
    """Return the form of a book's last page: in two columns where there was one beside notes."""
    if not form.side:
        return form
    return form._replace(side=0.0, side_gap=0.0, columns=2, gap=7.0)


def panel_form(name: str, trim: Size, body_pt: float) -> Form:
    """Return the form of a leaflet's panel, or of a card, with text of a size."""
    edge = _between(0.07 * trim.width, 3.5, 8.0)
    columns = 2 if trim.width > WIDE_PANEL else 1
    return Form(
        name=name,
        columns=columns,
        gap=6.0 if columns > 1 else 0.0,
        trim=trim,
        inner=edge,
        outer=edge,
        top=edge,
        bottom=edge,
        body_pt=body_pt,
        leading_pt=body_pt * 1.24,
        card=_between(0.2 * trim.width / columns, 12.0, 16.0),
        has_cover=False,
    )


def _between(value: float, least: float, most: float) -> float:
    return round(min(max(value, least), most), 2)
