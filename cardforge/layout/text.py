"""Text: lines to ink, shrunk between two sizes; what does not fit is reported, never clipped."""

from typing import NamedTuple
from unicodedata import normalize

from cardforge.diagnostics import Report, Span, shortened
from cardforge.elements import Fit, TextElement, TextStyle
from cardforge.fonts import Font
from cardforge.geometry import Box, Point
from cardforge.ink import Ink, Rect, Text
from cardforge.layout.paragraph import WrappedLine, wrap
from cardforge.units import MM_PER_PT, pt_to_mm, show

# Paragraphs shrink in steps of a quarter point: fine enough for the eye.
STEP_PT = 0.25
TOLERANCE = 1e-3
USUAL_SIZE_PT = 10.0
USUAL_LEADING = 1.2
ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0}
VALIGN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


class Setting(NamedTuple):
    """Lines with their widths at a size, and the height that they take, in mm."""

    lines: tuple[WrappedLine, ...]
    size_pt: float
    height: float


class TextJob(NamedTuple):
    """One text to set: what, where, in which font, and whom to tell about problems."""

    element: TextElement
    style: TextStyle
    font: Font
    box: Box
    report: Report
    card: str | None

    @property
    def span(self) -> Span:
        """Return the element's place."""
        return self.element.common.span

    def error(self, code: str, message: str, hint: str) -> None:
        """Report an error of the text."""
        self.report.error(code, message, self.span, hint=hint, card=self.card)


def set_text(job: TextJob) -> tuple[Ink, ...]:
    """Return the ink of a text element; missing glyphs and overfull boxes are reported."""
    text = job.element.text
    if job.style.upper:
        text = text.upper()
    text = text.replace("\t", " ").replace("\r", "").replace("\u00ad", "").rstrip("\n")
    if not text.strip():
        return ()
    if job.font.missing(text):
        # A letter and its accent may be typed as two characters: é as e and ´.
        text = normalize("NFC", text)
    if missing := job.font.missing(text):
        _report_missing(job, missing)
        return ()
    if job.element.fit is not None:
        _check_fit(job, job.element.fit)
    if job.element.wrap:
        return _ink(job, _wrapped(job, text))
    if "\n" not in text and _is_plain(job) and (run := _one_run(job, text)):
        return (run,)
    return _ink(job, _unwrapped(job, text))


def _is_plain(job: TextJob) -> bool:
    """Return whether a line of text is one run, aligned by its advance and nothing else."""
    element, style = job.element, job.style
    return not (element.underline or element.optical or style.tabular or style.tracking)


def _one_run(job: TextJob, text: str) -> Text | None:
    """Return a plain line at its largest size, None when it must shrink.

    The same as `_ink` gives, without its detours: nine of ten texts of a game are such lines.
    """
    style, (x, y, width, height) = job.style, job.box
    size_pt = _sizes(job)[1]
    needed = job.font.width(text, size_pt)
    capital = size_pt * MM_PER_PT * job.font.cap_height
    if needed > width + TOLERANCE or capital > height + TOLERANCE or style.color is None:
        return None
    x += (width - needed) * ALIGN[style.align or "left"]
    y += (height - capital) * VALIGN[style.valign or "top"] + capital
    return Text(Point(x, y), text, job.font.name, size_pt, style.color, 0.0, job.span)


def _report_missing(job: TextJob, missing: str) -> None:
    listed = ", ".join(f"{char} (U+{ord(char):04X})" for char in missing[:8])
    message = f"the font {job.font.name} ({job.font.path.stem}) has no glyph for {listed}"
    job.error("text.glyph", message, "choose a font that has it, or draw it as an icon")


def _check_fit(job: TextJob, fit: Fit) -> None:
    """Report a smallest size above the largest: neither could be kept."""
    largest = _sizes(job)[1]
    if fit.min > largest:
        message = f"fit: min {show(fit.min)} pt is above the text's size of {show(largest)} pt"
        job.error("value.fit", message, "give max too, or a larger size")


def _sizes(job: TextJob) -> tuple[float, float]:
    """Return the smallest and largest size allowed, in points."""
    size = job.style.size or USUAL_SIZE_PT
    fit: Fit | None = job.element.fit
    if fit is None:
        return size, size
    largest = fit.max or size
    return min(fit.min, largest), largest


def line_width(job: TextJob, line: str, size_pt: float) -> float:
    """Return the width of a line in mm, its last letter without tracking."""
    tracking = job.style.tracking or 0.0
    width = job.font.width(line, size_pt, tracking) - (tracking if line else 0.0)
    if job.style.tabular:
        wide = job.font.tabular_advance()
        width += sum(
            pt_to_mm((wide - job.font.advance(c)) * size_pt) for c in line if c.isdecimal()
        )
    return width


def _unwrapped(job: TextJob, text: str) -> Setting:
    """Return the lines at the largest size that fits; height is from capital to baseline."""
    lines = text.split("\n")
    _, largest = _sizes(job)
    widths = [line_width(job, line, largest) for line in lines]
    width, height = max(widths), _cap_block(job, len(lines), largest)
    room_x, room_y = job.box.width + TOLERANCE, job.box.height + TOLERANCE
    if width <= room_x and height <= room_y:
        placed = tuple(map(WrappedLine, lines, widths))
        return Setting(placed, largest, height)
    return _shrunk(job, lines, min(room_x / width, room_y / height, 1.0), (width, height))


def _shrunk(job: TextJob, lines: list[str], share: float, needed: tuple[float, float]) -> Setting:
    """Return lines at the share of their largest size that fits, not below the smallest."""
    smallest, largest = _sizes(job)
    size = largest * share
    if size < smallest - TOLERANCE:
        _report_overfull(job, *needed, smallest / largest)
        size = smallest
    else:
        _note_shrunk(job, size, largest)
    placed = tuple(WrappedLine(line, line_width(job, line, size)) for line in lines)
    return Setting(placed, size, _cap_block(job, len(lines), size))


def _cap_block(job: TextJob, lines: int, size_pt: float) -> float:
    leading = job.style.leading or USUAL_LEADING
    return pt_to_mm(size_pt) * (job.font.cap_height + (lines - 1) * leading)


def _report_overfull(job: TextJob, width: float, height: float, scale: float) -> None:
    over = []
    if width * scale > job.box.width + TOLERANCE:
        over.append(f"{show(width * scale - job.box.width)} mm too wide")
    if height * scale > job.box.height + TOLERANCE:
        over.append(f"{show(height * scale - job.box.height)} mm too high")
    _overfull(job, " and ".join(over) or "too large")


def _overfull(job: TextJob, how: str) -> None:
    shown = shortened(job.element.text.strip().replace("\n", " "), 30)
    smallest = _sizes(job)[0]
    message = f"the text '{shown}' is {how} for its box at {show(smallest)} pt"
    hint = "make the box larger, the text shorter, or the smallest size (fit: min) smaller"
    job.error("text.overfull", message, hint)


def _note_shrunk(job: TextJob, size: float, largest: float) -> None:
    if size < largest - TOLERANCE:
        job.report.note(
            "text.shrunk",
            f"text shrunk from {show(largest)} pt to {show(size)} pt",
            job.span,
            card=job.card,
        )


def _wrapped(job: TextJob, text: str) -> Setting:
    """Return the text broken to the box's width at the largest size at which it fits."""
    smallest, largest = _sizes(job)
    setting = _try(job, text, largest)
    if _fits(job, setting):
        return setting
    low, high = 0, int((largest - smallest) / STEP_PT + TOLERANCE)
    best = None
    while low <= high:
        middle = (low + high) // 2
        setting = _try(job, text, smallest + middle * STEP_PT)
        if _fits(job, setting):
            best, low = setting, middle + 1
        else:
            high = middle - 1
    if best is None:
        best = _try(job, text, smallest)
        _report_overfull_paragraph(job, best)
    else:
        _note_shrunk(job, best.size_pt, largest)
    return best


def _try(job: TextJob, text: str, size_pt: float) -> Setting:
    tracking = job.style.tracking or 0.0
    measure = job.font.width
    lines = wrap(text, job.box.width + tracking, lambda word: measure(word, size_pt, tracking))
    if job.style.tabular or tracking:
        lines = tuple(WrappedLine(t, line_width(job, t, size_pt)) for t, _ in lines)
    return Setting(
        lines, size_pt, pt_to_mm(size_pt) * (job.style.leading or USUAL_LEADING) * len(lines)
    )


def _fits(job: TextJob, setting: Setting) -> bool:
    if setting.height > job.box.height + TOLERANCE:
        return False
    return max(line.width for line in setting.lines) <= job.box.width + TOLERANCE


def _report_overfull_paragraph(job: TextJob, setting: Setting) -> None:
    widest, width = max(setting.lines, key=lambda line: line.width)
    if width > job.box.width + TOLERANCE:
        over, word = show(width - job.box.width), shortened(widest, 24)
        _overfull(job, f"{over} mm too wide (the word '{word}' cannot be broken)")
        return
    _overfull(job, f"{show(setting.height - job.box.height)} mm too high")


def _ink(job: TextJob, setting: Setting) -> tuple[Ink, ...]:
    """Return the lines placed in the box."""
    em = pt_to_mm(setting.size_pt)
    pitch = em * (job.style.leading or USUAL_LEADING)
    top = job.box.y + (job.box.height - setting.height) * VALIGN[job.style.valign or "top"]
    baseline = top + _first_baseline(job, em, pitch)
    ink: list[Ink] = []
    for number, line in enumerate(setting.lines):
        if line.text.strip():
            ink.extend(_line(job, line, setting.size_pt, baseline + number * pitch))
    return tuple(ink)


def _first_baseline(job: TextJob, em: float, pitch: float) -> float:
    if not job.element.wrap:
        return em * job.font.cap_height
    return (pitch + em * (job.font.ascent - job.font.descent)) / 2


def _line(job: TextJob, wrapped: WrappedLine, size_pt: float, baseline: float) -> list[Ink]:
    line = wrapped.text
    x = job.box.x + (job.box.width - wrapped.width) * ALIGN[job.style.align or "left"]
    if job.element.optical:
        x, baseline = _optical(job, line, size_pt, x, baseline)
    ink: list[Ink] = list(_runs(job, line, size_pt, Point(x, baseline)))
    if job.element.underline:
        ink.append(_underline(job, line, size_pt, Point(x, baseline)))
    return ink


def _optical(
    job: TextJob, line: str, size_pt: float, x: float, baseline: float
) -> tuple[float, float]:
    """Return where a line starts when its ink, not its advances, is aligned in the box."""
    ink = _inked(job, line, size_pt)
    share = ALIGN[job.style.align or "left"]
    x = job.box.x + (job.box.width - ink.width) * share - ink.x
    if not job.element.wrap and "\n" not in job.element.text:
        share = VALIGN[job.style.valign or "top"]
        baseline = job.box.y + (job.box.height - ink.height) * share - ink.y
    return x, baseline


def _inked(job: TextJob, line: str, size_pt: float) -> Box:
    """Return where a line's ink lies from its start, with tracking and figures of equal width."""
    ink = job.font.ink_bounds(line, size_pt)
    after = job.font.width(line, size_pt) - ink.right
    left = ink.x + _figure_gap(job, line[:1], size_pt)
    right = line_width(job, line, size_pt) - after - _figure_gap(job, line[-1:], size_pt)
    return Box(left, ink.y, right - left, ink.height)


def _figure_gap(job: TextJob, char: str, size_pt: float) -> float:
    """Return the space on either side of a figure that is given the width of the widest."""
    if not job.style.tabular or not char.isdecimal():
        return 0.0
    return pt_to_mm((job.font.tabular_advance() - job.font.advance(char)) * size_pt) / 2


def _runs(job: TextJob, line: str, size_pt: float, at: Point) -> list[Text]:
    """Return the line as one run, or digit by digit where figures get equal widths."""
    color, tracking = job.style.color, job.style.tracking or 0.0
    if color is None:
        return []
    if not job.style.tabular:
        return [Text(at, line, job.font.name, size_pt, color, tracking, job.span)]
    runs = []
    x = at.x
    for char in line:
        advance = job.font.width(char, size_pt)
        wide = pt_to_mm(job.font.tabular_advance() * size_pt) if char.isdecimal() else advance
        start = Point(x + (wide - advance) / 2, at.y)
        if char.strip():
            runs.append(Text(start, char, job.font.name, size_pt, color, 0.0, job.span))
        x += wide + tracking
    return runs


def _underline(job: TextJob, line: str, size_pt: float, at: Point) -> Rect:
    """Return the bar under a number that reads as another one upside down."""
    ink = _inked(job, line, size_pt)
    em = pt_to_mm(size_pt)
    thick = max(0.3, 0.075 * em)
    box = Box(at.x + ink.x, at.y + 0.11 * em, ink.width, thick)
    return Rect(box, fill=job.style.color, origin=job.span)
