"""Blocks of a book as slips: paragraphs, lists, figures, tables, call-outs and notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardforge.geometry import Box, Point
from cardforge.ink import Ink, Path, Rect, Tag
from cardforge.lines.paragraph import Run, natural_width
from cardforge.rulebook.book import (
    Block,
    Book,
    Callout,
    Contents,
    Definitions,
    Figure,
    Listing,
    Paragraph,
    RulingNote,
    Section,
    Sentence,
    SideNote,
    Subheading,
    Table,
    TablePlan,
    Words,
)
from cardforge.rulebook.inlines import SIGN, Type
from cardforge.rulebook.pages.setter import Setter, baseline_of, spaced, tinted
from cardforge.rulebook.pages.shown import ShownSetter
from cardforge.rulebook.pages.slips import (
    BEFORE_FIGURE,
    IN_BOX,
    NEAR_END,
    NEVER,
    Frame,
    Slip,
    joined,
)
from cardforge.rulebook.spoken import own_title
from cardforge.svgpath import ellipse
from cardforge.units import pt_to_mm

BULLET = 0.17  # the radius of a bullet, in em
# A note that takes more of a page's height stands in the text.
MOST_BESIDE = 0.5
# What stays with the text before it.
SHOWN = (Figure, Table, TablePlan)
# Narrower columns are not justified, in em.
LEAST_JUSTIFIED = 19.5
# Call-outs whose slips take less of a column than this are not divided.
WHOLE_BOX, WHOLE_SMALL_BOX = 0.45, 0.25


class BlockSetter:
    """Sets the blocks of a book for columns of one form."""

    def __init__(self, setter: Setter, words: dict[str, str]) -> None:
        self.setter, self.words = setter, words
        self.form, self.types = setter.form, setter.types
        self.leading = self.form.leading
        self.shown = ShownSetter(setter)
        self.frames = 0

    # --- sections ---

    def section_slips(self, section: Section, number: str) -> list[Slip]:
        """Return the slips of a section: its heading, then its blocks."""
        heading = self._heading(section, number)
        body = self.blocks(section.blocks, self.form.measure)
        return [slip._replace(section=section.id) for slip in (*heading, *body)]

    def title_slips(self, book: Book, *, with_lead: bool) -> list[Slip]:
        """Return the title and the lead of a book without a cover."""
        base = self.types.heading
        kind = base._replace(size_pt=base.size_pt * 1.35, leading_pt=base.leading_pt * 1.35)
        title = joined(self.setter.text((Words(book.title),), kind, self.form.measure))
        rule = Rect(Box(0.0, title.height + 0.6, 9.0, 0.9), fill=self.setter.look.accent)
        head = title._replace(
            ink=(*title.ink, rule), height=title.height + 1.8, kind="heading", cost=NEVER, role="H1"
        )
        return [head, *(self.blocks(book.lead, self.form.measure) if with_lead else ())]

    def _heading(self, section: Section, number: str) -> list[Slip]:
        """Return a section's heading, its number in the side column where there is one."""
        kind, form = self.types.heading, self.form
        indent = form.side + form.side_gap
        counted = self._number(number, kind)
        runs = [*(() if form.side else counted), *self.setter.inliner.runs(section.title, kind)]
        hang = 0.0 if form.side else natural_width(counted)
        lines = self.setter.lines(runs, kind, form.measure, section.span, hang=hang)
        slip = joined(self.setter.slips(lines, kind)).moved(indent)
        if counted and form.side:
            first = self.setter.slips(self.setter.lines(counted, kind, indent), kind)
            slip = slip._replace(ink=(*joined(first).ink, *slip.ink))
        return [
            slip._replace(
                kind="heading", before=self.leading * (1.4 if form.is_tight else 2.0), cost=NEVER,
                anchor=section.id, role="H2", height=slip.height + 0.2 * self.leading,
                wide=bool(form.side), origin=section.span,
                text=section_text(number, slip.text) if form.side else slip.text,
            )
        ]  # fmt: skip

    def _number(self, number: str, kind: Type) -> list[Run]:
        if not number:
            return []
        font = self.setter.inliner.font(kind)
        faint = tinted(self.setter.look.accent, 0.72)
        return [Run(f"{number}\u2002", font, kind.size_pt, faint)]

    def blocks(self, blocks: Sequence[Block], width: float) -> list[Slip]:
        """Return the slips of blocks one below the other."""
        slips: list[Slip] = []
        for block in blocks:
            if isinstance(block, SideNote) and self._is_hung(slips, block, width):
                continue
            made = self._block(block, width)
            if slips and made and isinstance(block, SHOWN):
                slips[-1] = slips[-1]._replace(cost=max(slips[-1].cost, BEFORE_FIGURE))
            slips.extend(slip._replace(origin=slip.origin or block.span) for slip in made)
        return slips

    def _is_hung(self, slips: list[Slip], block: SideNote, width: float) -> bool:
        """Return whether a note now hangs beside the block before it, at its first line.

        It does where there is a side column with nothing else in it at that height.
        """
        if not self.shown.has_side(width) or not slips or slips[-1].wide:
            return False
        at = len(slips) - 1
        while at > 0 and slips[at].block == slips[at - 1].block:
            at -= 1
        note = joined(self._side_note(block, self.form.side, beside=True))
        if not _is_free_beside(slips, at) or note.height > MOST_BESIDE * self.form.height:
            return False
        note = note._replace(origin=block.span)
        slips[at] = slips[at]._replace(aside=(*slips[at].aside, note))
        return True

    def _block(self, block: Block, width: float) -> list[Slip]:
        makers: dict[type, Callable[..., list[Slip]]] = {
            Paragraph: self._paragraph,
            Subheading: self._subheading,
            Listing: self._listing,
            Definitions: self._definitions,
            Table: self.shown.table,
            Figure: self.shown.figure,
            TablePlan: self.shown.plan,
            Contents: self.shown.contents,
            Callout: self._callout,
            SideNote: self._side_note,
            RulingNote: self._ruling,
        }
        return makers[type(block)](block, width)

    # --- text ---

    def _paragraph(self, block: Paragraph, width: float) -> list[Slip]:
        lines = self.setter.text(block.content, self._body(width), width, block.span)
        return spaced(lines, 0.5 * self.leading)

    def _body(self, width: float) -> Type:
        """Return the body type; a narrow column is set ragged, where justified text would gape."""
        ems = width / pt_to_mm(self.types.body.size_pt)
        return self.types.body if ems >= LEAST_JUSTIFIED else self.types.body._replace(align="left")

    def _subheading(self, block: Subheading, width: float) -> list[Slip]:
        kind = self.types.subheading
        slip = joined(self.setter.text(block.title, kind, width, block.span))
        return [
            slip._replace(
                kind="heading", before=1.0 * self.leading, cost=NEVER, anchor=block.id, role="H3"
            )
        ]

    def _listing(self, listing: Listing, width: float) -> list[Slip]:
        em = pt_to_mm(self.types.body.size_pt)
        last = (listing.start or 1) + len(listing.items) - 1
        hang = em * (1.1 if listing.start is None else 0.75 + 0.55 * len(f"{last}."))
        # Short lines gape when they are justified: lists are set ragged.
        kind = self.types.body._replace(align="left")
        whole = Tag("L", key=self.setter.block())
        slips: list[Slip] = []
        for index, item in enumerate(listing.items):
            made = [slip.moved(hang) for slip in self._in_type(kind, item, width - hang)]
            if not made:
                continue
            number = None if listing.start is None else listing.start + index
            first = made[0]
            marker = self._marker(number, em)
            gap = (0.5 if index == 0 else 0.28) * self.leading
            made[0] = first._replace(ink=(*marker, *first.ink), before=gap)
            entry = Tag("LI", key=self.setter.block())
            if made and index in (0, len(listing.items) - 2):
                made[-1] = made[-1]._replace(cost=max(made[-1].cost, NEAR_END))
            slips.extend(slip.put_inside(whole, entry) for slip in made)
        return slips

    def _marker(self, number: int | None, em: float) -> tuple[Ink, ...]:
        """Return a bullet, or the number of a step, beside the first line of an item."""
        accent = self.setter.look.accent
        if number is None:
            radius = BULLET * em
            baseline = baseline_of(self.types.body, self.setter.inliner)
            middle = baseline - 0.5 * em * self.setter.look.text.x_height
            box = _square(Point(0.3 * em, middle), radius)
            return (Path(ellipse(box), fill=accent),)
        kind = self.types.body._replace(font=self.setter.look.label, align="left", color=accent)
        words = (Words(f"{number}."),)
        return joined(self.setter.text(words, kind, self.form.measure)).ink

    def _definitions(self, block: Definitions, width: float) -> list[Slip]:
        kind = self._body(width)._replace(align="left")
        hang = 1.1 * pt_to_mm(kind.size_pt)
        slips: list[Slip] = []
        for term, means in block.entries:
            bold = tuple(p._replace(bold=True) if isinstance(p, Words) else p for p in term)
            sentence = (*bold, Words("\u2002"), *means)
            lines = self.setter.text(sentence, kind, width, block.span, hang=hang)
            slips.extend(spaced(lines, (0.5 if not slips else 0.22) * self.leading))
        return slips

    # --- apart from the text ---

    def _callout(self, callout: Callout, width: float) -> list[Slip]:
        self.frames += 1
        look = self.setter.look
        pad = 0.6 * self.leading
        frame = Frame(self.frames, look.tint, look.accent, width)
        inner = width - 2 * pad
        title = self._callout_title(callout, inner)
        body = self.blocks(callout.blocks, inner)
        if title and body:
            gap = 0.25 if body[0].kind == "line" else 0.6
            body = spaced(body, gap * self.leading)
        inside = [slip.moved(pad) for slip in (*title, *body)]
        if not inside:
            return []
        # White space inside the top of the box, and the same at its foot.
        inside[0] = inside[0].moved(0.0, pad)
        inside[-1] = inside[-1]._replace(height=inside[-1].height + pad)
        tag = Tag("Aside", key=self.setter.block())
        inside = [
            slip._replace(frame=frame, cost=max(slip.cost, IN_BOX) if index > 1 else NEVER)
            for index, slip in enumerate(inside)
        ]
        inside = [slip.put_inside(tag) for slip in inside]
        height = sum(slip.height + slip.before for slip in inside)
        whole = WHOLE_SMALL_BOX if self.form.is_small else WHOLE_BOX
        if height < whole * self.form.height:
            inside = [slip._replace(cost=NEVER) for slip in inside]
        inside[-1] = inside[-1]._replace(cost=0.0)
        return spaced(inside, 0.9 * self.leading)

    def _callout_title(self, callout: Callout, width: float) -> list[Slip]:
        kind = self.types.label._replace(color=self.setter.look.accent, size_pt=self.form.body_pt)
        kind_word = self.words.get(callout.kind, "")
        own = own_title(callout, kind_word)
        said: Sentence = own or (Words(kind_word),)
        if own and callout.kind == "example":
            said = (Words(f"{kind_word}\u00a0· "), *own)
        slips = self.setter.text(said, kind, width, callout.span)
        return [joined(slips, kind="title", role="P", cost=NEVER)] if slips else []

    def _side_note(self, note: SideNote, width: float, *, beside: bool = False) -> list[Slip]:
        """Return a remark in small type, slanted where it stands in the column."""
        small = self.types.small._replace(italic=not beside)
        slips = self._in_type(small, note.blocks, width)
        return slips if beside else spaced(slips, 0.5 * self.leading)

    def _in_type(self, kind: Type, blocks: Sequence[Block], width: float) -> list[Slip]:
        """Return the slips of blocks whose text is set in a type of its own."""
        usual = self.types
        self.types = usual._replace(body=kind)
        try:
            return self.blocks(blocks, width)
        finally:
            self.types = usual

    def _ruling(self, note: RulingNote, width: float) -> list[Slip]:
        kind = self.types.label._replace(size_pt=self.form.body_pt)
        look = self.setter.look
        sign = Words(f"{SIGN}{note.number}\u2002")
        runs = [
            *self.setter.inliner.runs((sign,), kind._replace(color=look.accent)),
            *self.setter.inliner.runs(note.title, kind),
        ]
        title = joined(self.setter.slips(self.setter.lines(runs, kind, width, note.span), kind))
        title = title._replace(
            kind="heading", before=0.8 * self.leading, cost=NEVER, anchor=f"ruling-{note.key}"
        )
        slips = self._in_type(self.types.small, note.blocks, width)
        return [title, *spaced(slips, 0.1 * self.leading)]


def section_text(number: str, title: str) -> str:
    """Return a heading as it is read."""
    return f"{number} {title}".strip()


def _square(centre: Point, radius: float) -> Box:
    return Box(centre.x - radius, centre.y - radius, 2 * radius, 2 * radius)


def with_headings_kept(slips: Sequence[Slip], height: float) -> list[Slip]:
    """Return slips of which each heading stays with as much of what follows as a height holds."""
    done = list(slips)
    for index, slip in enumerate(slips):
        used = 0.0
        while slip.kind == "heading" and used < height and index + 1 < len(slips):
            done[index] = done[index]._replace(cost=NEVER)
            index += 1
            used += slips[index].before + slips[index].height
    return done


def with_room_beside(slips: Sequence[Slip], gap: float) -> list[Slip]:
    """Return slips of which none that is wide runs into what stands in the side column.

    What a note stands beside stays in one column, as much of it as the note is high.
    """
    done = list(slips)
    for index, slip in enumerate(slips):
        needed = sum(note.height + gap for note in slip.aside)
        used = slip.height
        while needed and used < needed and index + 1 < len(slips):
            done[index] = done[index]._replace(cost=NEVER)
            index += 1
            following = done[index]
            if following.wide or following.aside:
                before = max(following.before, needed - used)
                done[index] = following._replace(before=before)
                break
            used += following.before + following.height
        if index + 1 == len(slips) and used < needed:
            # Nothing follows that could make room: white space does.
            done[index] = done[index]._replace(height=done[index].height + needed - used)
    return done


def _is_free_beside(slips: Sequence[Slip], at: int) -> bool:
    """Return whether nothing in the side column reaches down to a slip."""
    y = end = 0.0
    for slip in slips[: at + 1]:
        y += slip.before
        if slip is slips[at]:
            break
        end = max(end, y + sum(note.height for note in slip.aside))
        y += slip.height
    return y >= end and not slips[at].aside
