"""A report of played games as a PDF: A4 pages with a head, charts, pictures of cards and tables."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.fonts import Fonts
from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Anchor, Group, Ink, Line, OutlineEntry, Page, Tag
from cardforge.play.outcome import Outcome
from cardforge.play.report.blocks import Heading, Story, Studio
from cardforge.play.report.charts import wrapped
from cardforge.play.report.content import story_of
from cardforge.play.report.look import MUTED, ONE, RULE, Pen, pen_of
from cardforge.play.report.setter import Setter
from cardforge.play.report.told import told
from cardforge.play.report.words import Words
from cardforge.rulebook.figures.cards import NOTHING, fan, rimmed
from cardforge.rulebook.pages.columns import Span, break_columns
from cardforge.rulebook.pages.slips import Slip
from cardforge.units import pt_to_mm

A4 = Size(210.0, 297.0)
SIDE, TOP, FOOT = 18.0, 17.0, 19.0
_TITLE_PT, _LEAST_TITLE_PT, _KICKER_PT, _FOOT_PT = 36.0, 18.0, 9.5, 7.5
# The cards on the head: how wide, and how far each covers the one before.
_CARD, _STEP = 25.0, 14.5


def report_pdf(outcomes: Sequence[Outcome], language: str | None = None) -> bytes:
    """Return the report of one outcome, or of two side by side, as a PDF.

    Its language is that of the box when none is given.  The same outcomes give the same bytes.
    """
    from cardforge.render.pdf import PdfInfo, render

    fonts = Fonts()
    pen = pen_of(fonts)
    report = told(outcomes, language or outcomes[0].settings.language, fonts)
    story = story_of(report)
    studio = Studio(pen, report.words, lambda card, width: report.cards[0].art(card, width))
    setter = Setter(studio, A4.width - 2 * SIDE, story.language)
    slips = [_head(setter, story, studio)]
    for block in story.blocks:
        slips += setter.slips(block)
    outline = [
        OutlineEntry(block.text, block.anchor)
        for block in story.blocks
        if isinstance(block, Heading)
    ]
    info = PdfInfo(
        title=f"{story.title} · {story.kicker}",
        language=story.language,
        version=story.version,
        subject=story.lead,
        outline=tuple(outline),
        actual_size=False,
    )
    return render(paged(slips, setter, report.words, story.footer), fonts, info)


def _head(setter: Setter, story: Story, studio: Studio) -> Slip:
    """Return the head of the first page: title and summary, and a fan of cards beside them."""
    faces = [
        rimmed(art, None)
        for card in story.cover
        if (art := studio.picture(card, _CARD)) is not None
    ]
    cards = fan(faces, _STEP) if faces else NOTHING
    room = setter.width - (cards.size.width + 8.0 if faces else 0.0)
    pen = setter.pen
    base = pt_to_mm(_KICKER_PT)
    ink: list[Ink] = [
        Group((pen.set(Point(0.0, base), story.kicker, _KICKER_PT, "bold", ONE),), tag=Tag("P"))
    ]
    base, lines = title_lines(setter, story.title, room, base)
    ink += lines
    words, height = setter.lines(story.lead, "lead", room)
    ink.append(Group(tuple(words), Transform.moved(0.0, base + 4.5), tag=Tag("P")))
    tall = max(base + 4.5 + height, cards.size.height)
    if faces:
        names = ", ".join(story.cover_names)
        place = Transform.moved(setter.width - cards.size.width, (tall - cards.size.height) / 2)
        ink.append(Group(cards.ink, place, tag=Tag("Figure", names)))
    return Slip(tall, tuple(ink))


def _title_size(setter: Setter, title: str, room: float) -> float:
    """Return the size in which the longest word of a title, and most of it, finds room."""
    longest = max(setter.pen.width(word, 1.0, "black") for word in title.split(" "))
    whole = setter.pen.width(title, 1.0, "black")
    size = min(_TITLE_PT, room / longest, max(2 * room / whole * 0.92, 1.0))
    return max(size, min(_LEAST_TITLE_PT, room / longest))


def title_lines(setter: Setter, title: str, room: float, base: float) -> tuple[float, list[Ink]]:
    """Return the lines of a title below a baseline, and the baseline of the last one."""
    size = _title_size(setter, title, room)
    ink: list[Ink] = []
    for line in wrapped(setter.pen, title, room, size, "black"):
        base += pt_to_mm(size) * 1.08
        ink.append(Group((setter.pen.set(Point(0.0, base), line, size, "black"),), tag=Tag("H1")))
    return base, ink


def paged(
    slips: Sequence[Slip],
    setter: Setter,
    words: Words,
    footer: str,
    lefts: Sequence[float] = (SIDE,),
) -> list[Page]:
    """Return slips on as many A4 pages as they need, with a line at the foot of each.

    `lefts` are the left edges of the columns of a page, in mm.
    """
    spans = break_columns(slips, A4.height - TOP - FOOT)
    total = -(-len(spans) // len(lefts))
    pages = []
    for number in range(total):
        ink: list[Ink] = []
        anchors: list[Anchor] = []
        own = spans[number * len(lefts) : (number + 1) * len(lefts)]
        for left, span in zip(lefts, own, strict=False):
            _set_column(slips[span.start : span.end], span, left, ink, anchors)
        ink.append(foot_line(setter.pen, footer, words("page", page=number + 1, pages=total)))
        whole = Box(0.0, 0.0, *A4)
        pages.append(Page(A4, whole, whole, tuple(ink), anchors=tuple(anchors)))
    return pages


def _set_column(
    slips: Sequence[Slip], span: Span, left: float, ink: list[Ink], anchors: list[Anchor]
) -> None:
    """Add the slips of one column, their gaps a little narrower where it is very full."""
    height = A4.height - TOP - FOOT
    squeeze = max(min((height - span.used) / span.gaps, 0.0), -0.3) if span.gaps else 0.0
    y = TOP
    for head in slips[0].head if slips else ():
        ink.append(Group(head.ink, Transform.moved(left, y)))
        y += head.height
    for index, slip in enumerate(slips):
        y += slip.before * (1.0 + squeeze) if index else 0.0
        if slip.anchor:
            anchors.append(Anchor(slip.anchor, Point(left, y)))
        ink.append(Group(slip.ink, Transform.moved(left, y)))
        y += slip.height


def foot_line(pen: Pen, footer: str, folio: str) -> Ink:
    """Return the line at the foot of a page: what it belongs to, and its number."""
    y, right = A4.height - 10.0, A4.width - SIDE
    rule = Line(Point(SIDE, y - 4.2), Point(right, y - 4.2), RULE, 0.18)
    left = pen.set(Point(SIDE, y), footer, _FOOT_PT, color=MUTED)
    end = pen.set(Point(right, y), folio, _FOOT_PT, color=MUTED, align="right")
    return Group((rule, left, end), tag=Tag("Artifact"))
