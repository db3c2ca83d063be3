"""What is asked of sheets: paper, margins, marks, duplex and the lots; checked, not drawn."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from cardforge.geometry import Insets, Point, Size
from cardforge.ink import Plate
from cardforge.units import mm_to_pt, pt_to_mm, show

MARK_KINDS = ("none", "crop", "guides")
TOLERANCE = 1e-6  # a grid that fills the paper exactly must not fail on a rounded sum


class SheetError(ValueError):
    """Cards that cannot be laid on the paper: a problem's code, message and hint."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint


class Duplex(StrEnum):
    """How the back gets behind the face, in the words of the printer driver."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    FOLD = "fold"
    NONE = "none"


class MarkSpec(NamedTuple):
    """The lines that show where to cut.

    `offset` is counted from the trim; None starts the marks where the bleed ends.
    """

    kind: str = "crop"
    length: float = 5.0
    offset: float | None = None
    line_width: float = pt_to_mm(0.25)


class SheetSpec(NamedTuple):
    """The paper and how cards are arranged on it.

    `margin` is the unprintable rim of the page as it is seen, upright or
    landscape.  `grid` (columns, rows) and `landscape` are chosen when None.
    `back_offset` moves back pages and their marks, x to the right, y down.
    """

    paper: Size
    paper_name: str
    margin: Insets = Insets(5.0, 5.0, 5.0, 5.0)
    gutter: Size = Size(0.0, 0.0)
    grid: tuple[int, int] | None = None
    landscape: bool | None = None
    marks: MarkSpec = MarkSpec()
    duplex: str = Duplex.LONG_EDGE
    back_offset: Point = Point(0.0, 0.0)


class Placed(NamedTuple):
    """One printed copy of a card: its face, and its back when it has one."""

    face: Plate
    back: Plate | None = None


class Lot(NamedTuple):
    """Cards of one format that share sheets; `marks` replaces those of the sheet.

    `single` is a lot of page-like items, one for each sheet.
    """

    trim: Size
    placed: Sequence[Placed]
    bleed: Size = Size(3.0, 3.0)
    shape: str = "card"
    corner: float = 0.0
    marks: MarkSpec | None = None
    single: bool = False

    @property
    def is_token(self) -> bool:
        """Return whether the lot holds tokens, which never share a cut."""
        return self.shape != "card"

    @property
    def has_backs(self) -> bool:
        """Return whether any copy has something on its back."""
        return any(copy.back is not None for copy in self.placed)

    def gutter_on(self, spec: SheetSpec) -> Size:
        """Return the gutter: tokens get at least room for two whole bleeds."""
        if not self.is_token:
            return spec.gutter
        return Size(
            max(spec.gutter.width, 2 * self.bleed.width),
            max(spec.gutter.height, 2 * self.bleed.height),
        )

    def marks_on(self, spec: SheetSpec) -> MarkSpec:
        """Return the marks of the lot: a straight cut cannot follow a round or hexagonal token."""
        marks = spec.marks if self.marks is None else self.marks
        return marks._replace(kind="none") if self.shape in ("round", "hexagon") else marks


def papers(spec: SheetSpec) -> list[Size]:
    """Return the orientations of the paper that may be used, upright first."""
    upright = Size(min(spec.paper), max(spec.paper))
    if spec.landscape is None:
        return [upright, upright.turned()]
    return [upright.turned() if spec.landscape else upright]


def check_spec(lots: Sequence[Lot], spec: SheetSpec) -> None:
    """Raise SheetError for numbers and words that no arrangement could use."""
    if spec.duplex not in set(Duplex):
        known = ", ".join(Duplex)
        raise SheetError("sheet.duplex", f"duplex must be one of {known}, found '{spec.duplex}'")
    _check_not_negative("margin", spec.margin)
    _check_not_negative("gutter", spec.gutter)
    _check_margins(spec)
    if spec.grid is not None and min(spec.grid) < 1:
        found = f"{spec.grid[0]} x {spec.grid[1]}"
        raise SheetError(
            "sheet.grid", f"grid must be at least 1 x 1, found {found}", "give columns and rows"
        )
    for marks in {spec.marks, *(lot.marks for lot in lots if lot.marks)}:
        _check_marks(marks)


def _check_not_negative(name: str, lengths: Sequence[float]) -> None:
    for length in lengths:
        if not length >= 0:
            raise SheetError(
                f"sheet.{name}",
                f"{name} must be 0 mm or more, found {show(length)} mm",
                f"give a {name} of 0 mm or more",
            )


def _check_margins(spec: SheetSpec) -> None:
    problems = [_margin_problem(paper, spec) for paper in papers(spec)]
    if all(problems):
        raise SheetError("sheet.margin", problems[0] or "", "make the margins smaller")


def _margin_problem(paper: Size, spec: SheetSpec) -> str | None:
    left, top, right, bottom = spec.margin
    for length, one, other, word in (
        (paper.width, left, right, "wide"),
        (paper.height, top, bottom, "high"),
    ):
        if one + other >= length:
            return (
                f"margins of {show(one)} mm + {show(other)} mm leave nothing of"
                f" paper {spec.paper_name}, which is {show(length)} mm {word}"
            )
    return None


def _check_marks(marks: MarkSpec) -> None:
    if marks.kind not in MARK_KINDS:
        known = ", ".join(MARK_KINDS)
        raise SheetError("sheet.marks", f"marks must be one of {known}, found '{marks.kind}'")
    width_pt = mm_to_pt(marks.line_width)
    # Thinner lines show on screen and are gone on paper.
    if not 0.25 - TOLERANCE <= width_pt <= 1 + TOLERANCE:
        raise SheetError(
            "sheet.marks",
            f"line width of marks must be 0.25 to 1 pt, found {show(width_pt)} pt",
            "use 0.25 pt",
        )
    if not marks.length >= 2:
        raise SheetError(
            "sheet.marks",
            f"length of marks must be 2 mm or more, found {show(marks.length)} mm",
            "use 5 mm",
        )
    if marks.offset is not None and not marks.offset >= 0:
        raise SheetError(
            "sheet.marks",
            f"offset of marks must be 0 mm or more, found {show(marks.offset)} mm",
            "leave offset out to start at the bleed",
        )
