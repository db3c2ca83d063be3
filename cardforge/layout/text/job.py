"""A text to set: what, where, in which font, and whom to tell about problems."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from cardforge.color import BLACK
from cardforge.diagnostics import Report, Span
from cardforge.elements import Fit, TextElement, TextStyle
from cardforge.fonts import Font, Fonts
from cardforge.geometry import Box, Point
from cardforge.ink import Rect, Use
from cardforge.layout.shapes import IconKey
from cardforge.model import Game, Icon
from cardforge.shaping.bidi import direction_of, turns
from cardforge.shaping.values import PLAIN, Shaping
from cardforge.units import pt_to_mm

TOLERANCE = 1e-3
USUAL_SIZE_PT = 10.0
USUAL_LEADING = 1.2
ALIGN = {"left": 0.0, "justify": 0.0, "center": 0.5, "right": 1.0}
VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
# Languages whose letters look otherwise in some fonts: these fonts must know which it is.
_OWN_LETTERS = frozenset(
    "sr mk bg ba cv ro mo tr az kk tt crh ca nl pl mt sk lv lt "
    "zh ja ko fa ur sd ks ps ar mr ne".split()
)


class TextShelf(Protocol):
    """What a text asks of the run that it belongs to."""

    game: Game
    fonts: Fonts
    # The language that the cards are printed in.
    spoken: str

    def icon(self, name: str) -> Icon | None:
        """Return the icon of this name, None when there is none."""

    def icon_use(self, key: IconKey, icon: Icon, at: Point, turn_deg: float, span: Span) -> Use:
        """Return an icon placed with its top left corner at a point."""


class TextJob(NamedTuple):
    """One text to set: what, where, in which font, and whom to tell about problems."""

    element: TextElement
    style: TextStyle
    font: Font
    box: Box
    report: Report
    card: str | None
    shelf: TextShelf

    @property
    def span(self) -> Span:
        """Return the element's place."""
        return self.element.common.span

    def error(self, code: str, message: str, hint: str | None) -> None:
        """Report an error of the text."""
        self.report.error(code, message, self.span, hint=hint, card=self.card)

    @property
    def leading(self) -> float:
        """Return the distance of two lines as a multiple of the size."""
        return self.style.leading or USUAL_LEADING


def sizes(job: TextJob) -> tuple[float, float]:
    """Return the smallest and largest size allowed, in points."""
    size = job.style.size or USUAL_SIZE_PT
    fit: Fit | None = job.element.fit
    if fit is None:
        return size, size
    largest = fit.max or size
    return min(fit.min, largest), largest


def runs_left(job: TextJob, text: str) -> bool:
    """Return whether a text as a whole runs from right to left."""
    direction = job.style.direction or "auto"
    if direction != "auto":
        return direction == "rtl"
    return turns(text) and direction_of(text) == "rtl"


def align_of(job: TextJob, *, rtl: bool) -> str:
    """Return where lines stand: left, center, right or justify."""
    align = job.style.align or "left"
    if align in ("start", "end"):
        return "right" if (align == "end") != rtl else "left"
    return align


def underline_of(job: TextJob, ink: Box, baseline: float, size_pt: float) -> Rect:
    """Return the bar under some ink: a number that reads as another one upside down has one."""
    em = pt_to_mm(size_pt)
    bar = Box(ink.x, baseline + 0.11 * em, ink.width, max(0.3, 0.075 * em))
    return Rect(bar, fill=job.style.color or BLACK, origin=job.span)


def shaping_of(job: TextJob, *, rtl: bool = False) -> Shaping:
    """Return what the shaping of a job's letters must know."""
    language = job.shelf.spoken
    if language.partition("-")[0] not in _OWN_LETTERS:
        language = ""
    features = job.style.features or ()
    if not (rtl or language or features):
        return PLAIN
    return Shaping(rtl, language, features)
