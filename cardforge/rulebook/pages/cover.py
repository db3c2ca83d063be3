"""The cover of a rulebook: title, a fan of cards, the lead, and the table of contents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardforge.geometry import Box, Point, Transform
from cardforge.ink import Group, Ink, Line, Link, Page, Rect, Tag
from cardforge.lines.paragraph import natural_width
from cardforge.rulebook.book import Book, Figure, Sentence, Words
from cardforge.rulebook.forms import Form
from cardforge.rulebook.inlines import Type
from cardforge.rulebook.pages.blocks import BlockSetter
from cardforge.rulebook.pages.page_maker import ARTIFACT, bare_page
from cardforge.rulebook.pages.setter import tinted
from cardforge.rulebook.pages.slips import Slip, joined
from cardforge.units import pt_to_mm, show

LARGEST_TITLE, SMALLEST_TITLE = 54.0, 11.0
# How far down the ground of the cards reaches, with the table of contents below it and without.
BAND, TALL_BAND, LEAST_BAND = 0.55, 0.70, 0.45
GAP = 7.0  # between the columns of the table of contents


class Entry(NamedTuple):
    """A line of the table of contents."""

    number: str
    title: Sentence
    section: str
    page: str


class CoverMaker:
    """Draws the cover, and the table of contents where the cover has no room for it."""

    def __init__(self, blocks: BlockSetter, form: Form, book: Book, foot: str, signs: str) -> None:
        self.setter, self.blocks, self.book = blocks.setter, blocks, book
        self.foot, self.signs = foot, signs
        self.form, self.look = form, blocks.setter.look
        self.left = self.form.outer
        self.room = self.form.trim.width - 2 * self.form.outer

    def pages(self, entries: Sequence[Entry], heading: str) -> list[Page]:
        """Return the cover and, for small formats, the pages of the table of contents."""
        if self._fits(entries):
            return [self._cover(entries)]
        return [self._cover(()), *self._contents_pages(entries, heading)]

    def count(self, entries: Sequence[Entry]) -> int:
        """Return how many pages stand before the text."""
        if self._fits(entries):
            return 1
        return 1 + -(-len(entries) // self._lines_on_page())

    # --- the cover ---

    def _fits(self, entries: Sequence[Entry]) -> bool:
        """Return whether the cover has room for the table of contents."""
        height = self.form.trim.height
        lead = self._lead()
        top = height * (BAND + 0.065) + (lead[-1][0] + lead[-1][1].height if lead else 0.0)
        width = (self.room - GAP) / 2
        heights = [self._entry(entry, width).height for entry in entries]
        half = _half(heights)
        needed = max(sum(heights[:half]), sum(heights[half:]))
        return top + needed <= self._floor()

    def _cover(self, entries: Sequence[Entry]) -> Page:
        width, height = self.form.trim
        bleed = self.form.bleed
        title = self._title()
        top = 0.085 * height
        lead = self._lead()
        band = BAND * height if entries else self._tall_band(lead)
        ground = Rect(Box(-bleed, -bleed, width + 2 * bleed, band + bleed), fill=self.look.tint)
        edge = Rect(Box(-bleed, band, width + 2 * bleed, 1.2), fill=self.look.accent)
        ink: list[Ink] = [Group((ground, edge), tag=ARTIFACT)]
        ink.append(_tagged(title.moved(self.left, top).ink, "H1", 1))
        fan_top = top + title.height + 0.03 * height
        ink.extend(self._fan(fan_top, band - fan_top - 0.045 * height))
        lead_top = band + 0.035 * height
        self._check_lead(lead, lead_top)
        ink.extend(_tagged(slip.moved(self.left, lead_top + y).ink, "P", 2) for y, slip in lead)
        links: list[Link] = []
        if entries:
            below = lead_top + (lead[-1][0] + lead[-1][1].height if lead else 0.0)
            contents, links = self._entries(entries, below + 0.03 * height)
            ink.extend(contents)
        ink.extend(self._foot())
        return bare_page(self.form, tuple(ink), tuple(links))

    def _title(self) -> Slip:
        """Return the title as large as two lines of the page allow."""
        # A title is not broken after its hyphens: a word joiner holds them.
        title = self.book.title.replace("\u00a0", " ")
        words = (Words(title.replace("-", "-\u2060")),)
        size = min(LARGEST_TITLE, 0.32 * self.form.trim.width / pt_to_mm(1.0))
        while size > SMALLEST_TITLE:
            kind = self._title_type(size)
            runs = self.setter.inliner.runs(words, kind)
            lines = self.setter.lines(runs, kind, self.room) if self._has_room(kind) else ()
            if 0 < len(lines) <= 2:
                return joined(self.setter.slips(lines, kind))
            size -= 1.0
        return joined(self.setter.text(words, self._title_type(SMALLEST_TITLE), self.room))

    def _has_room(self, kind: Type) -> bool:
        longest = max(self.book.title.split(), key=len, default="")
        return natural_width(self.setter.inliner.runs((Words(longest),), kind)) <= self.room

    def _title_type(self, size: float) -> Type:
        return self.setter.types.heading._replace(size_pt=size, leading_pt=size * 1.08)

    def _fan(self, top: float, room: float) -> Iterator[Ink]:
        """Yield the cards of the cover in the middle of the room."""
        pictures = tuple(p._replace(label=(), width=None) for p in self.book.cover)
        if not pictures or room < 10.0:
            return
        figure = Figure("cover", pictures, "fan", (), self.book.sections[0].span)
        usual = 0.62 * room
        drawn = self.setter.painter.figure(figure, self.room, usual)
        scale = min(room / drawn.size.height, self.room / drawn.size.width)
        x = self.left + (self.room - drawn.size.width * scale) / 2
        y = top + (room - drawn.size.height * scale) / 2
        place = Transform.scaled(scale, scale).then(Transform.moved(x, y))
        yield Group(drawn.ink, place, tag=Tag("Figure", ", ".join(drawn.alts), -3))

    def _lead(self) -> list[tuple[float, Slip]]:
        y = 0.0
        placed: list[tuple[float, Slip]] = []
        for slip in self.blocks.blocks(self.book.lead, self.room):
            y += slip.before if placed else 0.0
            placed.append((y, slip))
            y += slip.height
        return placed

    def _floor(self) -> float:
        """Return where the foot of the cover begins."""
        return self.form.trim.height - 1.2 * self.form.bottom - (3.5 if self.signs else 0.0)

    def _tall_band(self, lead: list[tuple[float, Slip]]) -> float:
        """Return how far the ground reaches where nothing but the lead stands below it."""
        height = self.form.trim.height
        needed = lead[-1][0] + lead[-1][1].height + 0.035 * height if lead else 0.0
        return min(TALL_BAND * height, max(LEAST_BAND * height, self._floor() - needed - 0.1))

    def _check_lead(self, lead: list[tuple[float, Slip]], top: float) -> None:
        """Report a lead that would run into the foot of the cover."""
        over = lead[-1][0] + lead[-1][1].height + top - self._floor() if lead else 0.0
        if over > 0:
            message = (
                f"what stands before the first section is {show(over)} mm too high for the cover"
                f" in the format {self.form.name}"
            )
            hint = "say it in a sentence or two, or begin a section"
            place = self.book.lead[0].span
            self.setter.report.error("rulebook.too-high", message, place, hint=hint)

    def _foot(self) -> Iterator[Ink]:
        """Yield whose the game is and, above it, where its signs are explained."""
        kind = self.setter.types.label._replace(
            size_pt=min(self.form.small_pt, 7.5), color=tinted(self.look.ink, 0.7), align="left"
        )
        y = self.form.trim.height - 0.6 * self.form.bottom
        for key, words in ((4, self.foot), (5, self.signs)):
            slips = self.setter.text((Words(words),), kind, self.room)[:1] if words else []
            for slip in slips:
                y -= slip.height
                yield _tagged(slip.moved(self.left, y).ink, "P", key)

    # --- the table of contents ---

    def _kind(self) -> Type:
        return self.setter.types.small._replace(leading_pt=self.form.body_pt * 1.5)

    def _entries(self, entries: Sequence[Entry], top: float) -> tuple[list[Ink], list[Link]]:
        """Return the table in two columns and its links."""
        width = (self.room - GAP) / 2
        made = [self._entry(entry, width) for entry in entries]
        half = _half([slip.height for slip in made])
        ink: list[Ink] = []
        links: list[Link] = []
        x, y = self.left, top
        for index, (entry, slip) in enumerate(zip(entries, made, strict=True)):
            if index == half:
                x, y = self.left + width + GAP, top
            line, link = _line(entry, slip.moved(x, y).ink, Box(x, y, width, slip.height), index)
            ink.append(line)
            links.append(link)
            y += slip.height
        return ink, links

    def _entry(self, entry: Entry, width: float) -> Slip:
        """Return number, title, dots and page; a long title takes more lines."""
        kind = self._kind()
        bold = kind._replace(font=self.look.label, color=self.look.accent)
        indent = 2.1 * pt_to_mm(kind.size_pt)
        tight = kind._replace(leading_pt=kind.size_pt * 1.25)
        room = width - indent - 6.0
        lines = self.setter.lines(self.setter.inliner.runs(entry.title, kind), tight, room)
        title = joined(self.setter.slips(lines, tight)).moved(indent)
        extra = (kind.leading - tight.leading) / 2
        parts = [*title.moved(0.0, extra).ink]
        if entry.number:
            number = joined(self.setter.text((Words(entry.number),), bold, indent))
            parts.extend(number.ink)
        page = joined(self.setter.text((Words(entry.page),), kind._replace(align="right"), width))
        below = title.height - tight.leading
        parts.extend(Slip(0.0, page.ink).moved(0.0, below).ink)
        start = indent + lines[-1].width + 1.5
        page_runs = self.setter.inliner.runs((Words(entry.page),), kind)
        end = width - natural_width(page_runs) - 1.5
        if end > start:
            y = below + 0.66 * kind.leading
            color = tinted(self.look.ink, 0.45)
            parts.append(Line(Point(start, y), Point(end, y), color, 0.18, (0.25, 1.1)))
        return Slip(title.height + 2 * extra, tuple(parts))

    def _lines_on_page(self) -> int:
        heading = 2.2 * self.setter.types.heading.leading
        return max(1, int((self.form.height - heading) // self._kind().leading))

    def _contents_pages(self, entries: Sequence[Entry], heading: str) -> Iterator[Page]:
        """Yield pages that hold nothing but the table of contents, one entry on a line."""
        each = self._lines_on_page()
        kind = self.setter.types.heading
        for start in range(0, len(entries), each):
            # The page after the cover is a verso.
            left = self.form.outer if (start // each) % 2 == 0 else self.form.inner
            title = joined(self.setter.text((Words(heading),), kind, self.form.measure))
            ink: list[Ink] = [_tagged(title.moved(left, self.form.top).ink, "H2", 5)]
            links: list[Link] = []
            y = self.form.top + 1.6 * kind.leading
            for index, entry in enumerate(entries[start : start + each]):
                slip = self._entry(entry, self.form.measure)
                box = Box(left, y, self.form.measure, slip.height)
                line, link = _line(entry, slip.moved(left, y).ink, box, start + index)
                ink.append(line)
                links.append(link)
                y += slip.height
            yield bare_page(self.form, tuple(ink), tuple(links))


def _half(heights: Sequence[float]) -> int:
    """Return how many entries make the first of two columns of about one height."""
    whole, used = sum(heights), 0.0
    for index, height in enumerate(heights):
        if used >= whole / 2:
            return index
        used += height
    return len(heights)


def _tagged(ink: tuple[Ink, ...], role: str, key: int) -> Group:
    return Group(ink, tag=Tag(role, "", -key))


def _line(entry: Entry, ink: tuple[Ink, ...], box: Box, index: int) -> tuple[Group, Link]:
    """Return a line of the table of contents with the tags of one, and its link."""
    key = -1 - index
    mention = Group(ink, tag=Tag("Link", key=key))
    line = Group((Group((mention,), tag=Tag("TOCI", key=key)),), tag=Tag("TOC", key=-1))
    return line, Link(box, f"#{entry.section}", key)
