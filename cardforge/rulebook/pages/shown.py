"""What a rulebook shows: figures, tables, the set-up, and the list of what is in the box."""

from __future__ import annotations

from cardforge.diagnostics import Span
from cardforge.ink import Group, Ink, Tag
from cardforge.rulebook.book import (
    Component,
    Contents,
    Figure,
    Sentence,
    Table,
    TablePlan,
    Words,
)
from cardforge.rulebook.figures.painter import Drawn, Wide
from cardforge.rulebook.forms import form_of
from cardforge.rulebook.pages.setter import Setter, spaced
from cardforge.rulebook.pages.slips import IN_TEXT, NEVER, Slip, joined
from cardforge.rulebook.pages.tables import TableSetter
from cardforge.units import show

# The pictures of a longer list of contents are a little smaller.
FEW_COMPONENTS = 4
# A line of the contents in less has room for two pictures.
NARROW_COMPONENT = 45.0
# The page for which writers give widths.
USUAL = form_of("a5")
# A figure takes no more of a page's height, so that its heading and a line fit above it.
MOST_OF_PAGE, MOST_OF_SMALL_PAGE = 0.62, 0.38
MOST_OF_PANEL = 0.22
SHRINKING = (0.9, 0.8, 0.7, 0.6, 0.5)


class ShownSetter:
    """Sets what is shown: in the column, or as wide as the page where the column is too narrow."""

    def __init__(self, setter: Setter) -> None:
        self.setter, self.form, self.types = setter, setter.form, setter.types
        self.leading = setter.form.leading

    def table(self, table: Table, width: float) -> list[Slip]:
        """Return the rows of a table with its caption."""
        room, wide = width, False
        setter = TableSetter(self.setter, table, room)
        if self.has_side(width) and setter.natural > width:
            room, wide = self.form.wide, True
            setter = TableSetter(self.setter, table, room)
        rows = [
            row._replace(wide=wide, head=tuple(head._replace(wide=wide) for head in row.head))
            for row in setter.slips()
        ]
        caption = self._caption(table.caption, room, table)
        if caption and self.has_side(width) and not wide:
            rows[0] = self._with_beside(rows[0], table.caption, table)
        elif caption:
            rows[-1] = rows[-1]._replace(cost=NEVER)
            rows.extend(slip._replace(wide=wide) for slip in caption)
        return spaced(rows, 0.8 * self.leading)

    def _with_beside(self, slip: Slip, caption: Sentence, block: Figure | Table) -> Slip:
        """Return a slip with its caption in the side column."""
        beside = self._caption(caption, self.form.side, block)
        return slip._replace(aside=tuple(note._replace(before=0.0) for note in beside))

    def has_side(self, width: float) -> bool:
        """Return whether a column of a width has the side column beside it."""
        return bool(self.form.side) and width == self.form.measure

    def _caption(
        self, caption: Sentence, width: float, block: Figure | Table | TablePlan
    ) -> list[Slip]:
        if not caption:
            return []
        slips = self.setter.text(caption, self.types.caption, width, block.span)
        return [joined(slips, before=0.35 * self.leading, role="Caption", kind="caption")]

    def figure(self, figure: Figure, width: float) -> list[Slip]:
        """Return a figure in the column, or as wide as the page where it would have to shrink."""
        rooms = [width, self.form.wide] if self.has_side(width) else [width]
        tries = [(room, self._fitting(figure, room)) for room in rooms]
        found = [(room, drawn) for room, drawn in tries if isinstance(drawn, Drawn)]
        if not found:
            self._report_wide(figure, next(f for _, f in reversed(tries) if isinstance(f, Wide)))
            return []
        room, drawn = min(found, key=lambda one: (round(one[1].size.height), one[0]))
        return self._drawn(drawn, figure, room, room > width)

    def _fitting(self, figure: Figure, room: float) -> Drawn | Wide:
        """Return a figure that leaves room on its page for what it belongs to, or why it cannot."""
        drawn = self._try(figure, room, 1.0)
        for share in SHRINKING:
            if isinstance(drawn, Wide) or drawn.size.height <= self._most_high():
                break
            smaller = self._try(figure, room, share)
            drawn = drawn if isinstance(smaller, Wide) else smaller
        return drawn

    def _most_high(self) -> float:
        """Return how high a figure may be."""
        if not self.form.has_cover:
            return MOST_OF_PANEL * self.form.height
        return (MOST_OF_SMALL_PAGE if self.form.is_small else MOST_OF_PAGE) * self.form.height

    def _try(self, figure: Figure, room: float, share: float) -> Drawn | Wide:
        """Return a figure whose written widths, meant for the usual page, suit this one.

        On other pages than that a figure too wide fits itself.
        """
        scale = share * min(1.0, self.form.card / USUAL.card)
        usual = self.form.card * share
        pictures = tuple(
            p if p.width is None else p._replace(width=p.width * scale) for p in figure.pictures
        )
        try:
            return self.setter.painter.figure(figure._replace(pictures=pictures), room, usual)
        except Wide as fault:
            if self.form.name == USUAL.name:
                return fault
        bare = tuple(picture._replace(width=None) for picture in pictures)
        try:
            return self.setter.painter.figure(figure._replace(pictures=bare), room, usual)
        except Wide as fault:
            return fault

    def plan(self, plan: TablePlan, width: float) -> list[Slip]:
        """Return the set-up diagram with its caption."""
        wide = self.has_side(width)
        room = self.form.wide if wide else width
        try:
            drawn = self.setter.painter.plan(plan, room)
        except Wide as fault:
            hint = "use shorter names and labels"
            self._tell_wide(fault, plan.span, hint)
            return []
        return self._drawn(drawn, plan, room, wide)

    def _drawn(
        self, drawn: Drawn, block: Figure | TablePlan, room: float, wide: bool
    ) -> list[Slip]:
        """Return a drawing and its caption as one slip: a figure stays with its words."""
        alt = block.alt if isinstance(block, TablePlan) else ", ".join(drawn.alts)
        picture = Slip(drawn.size.height, drawn.ink, kind="figure", role="Figure", alt=alt)
        if not self.form.side:
            picture = picture.moved(max(0.0, (room - drawn.size.width) / 2))
        picture = picture._replace(block=self.setter.block())
        if isinstance(block, Figure) and self.has_side(room):
            slip = self._with_beside(picture, block.caption, block)
        else:
            slip = joined([picture, *self._caption(block.caption, room, block)])
        return [slip._replace(before=0.9 * self.leading, wide=wide)]

    def _report_wide(self, figure: Figure, fault: Wide) -> None:
        written = [picture for picture in figure.pictures if picture.width is not None]
        place = max(written, key=lambda p: p.width or 0.0).span if written else None
        hint = "give a smaller width, or none: then it fits itself"
        hint = hint if written else "show fewer cards, in several figures"
        self._tell_wide(fault, place or figure.span, hint)

    def _tell_wide(self, fault: Wide, place: Span, hint: str) -> None:
        over = show(fault.needed - fault.has)
        message = f"the figure is {over} mm wider than the page in the format {self.form.name}"
        self.setter.report.error("rulebook.figure-wide", message, place, hint=hint)

    def contents(self, contents: Contents, width: float) -> list[Slip]:
        """Return what is in the box, in as many columns as there is room for."""
        wide = self.has_side(width)
        room = self.form.wide if wide else width
        columns = max(1, int(room // 52.0))
        gap = 4.0
        each = (room - gap * (columns - 1)) / columns
        high = 18.0 if len(contents.components) <= FEW_COMPONENTS else 15.0
        high = 11.0 if self.form.is_tight else high
        parts = [self._component(component, each, high) for component in contents.components]
        rows = [parts[i : i + columns] for i in range(0, len(parts), columns)]
        number = self.setter.block()
        slips = []
        for index, row in enumerate(rows):
            height = max(part.height for part in row)
            ink: list[Ink] = []
            for place, part in enumerate(row):
                placed = part.moved(place * (each + gap), (height - part.height) / 2)
                ink.append(Group(placed.ink, tag=Tag("LI")))
            slips.append(
                Slip(
                    height, tuple(ink), before=(0.8 if index == 0 else 0.5) * self.leading,
                    cost=IN_TEXT, kind="row", wide=wide, role="L", block=number,
                    text=" ".join(part.text for part in row),
                )
            )  # fmt: skip
        return slips

    def _component(self, component: Component, width: float, high: float) -> Slip:
        """Return pictures, then how many there are and what they are called."""
        x = 0.0
        ink: list[Ink] = []
        shown = component.pictures[: 3 if width > NARROW_COMPONENT else 2]
        for picture in shown:
            drawn = self.setter.painter.small(picture, high)
            ink.extend(Slip(0.0, drawn.ink).moved(x, (high - drawn.size.height) / 2).ink)
            x += drawn.size.width * (0.55 if len(shown) > 1 else 1.0)
            last = drawn.size.width
        if shown:
            x += last * (0.45 if len(shown) > 1 else 0.0) + 2.2
        count = Words(f"{component.total} ", bold=True)
        kind = self.types.small._replace(size_pt=self.types.body.size_pt)
        label = joined(self.setter.text((count, *component.label), kind, width - x, component.span))
        words = [label]
        if component.note:
            words.append(joined(self.setter.text(component.note, self.types.caption, width - x)))
        text = joined(words)
        height = max(high if component.pictures else 0.0, text.height)
        placed = text.moved(x, (height - text.height) / 2)
        return Slip(height, (*ink, *placed.ink), placed.links, text=text.text)
