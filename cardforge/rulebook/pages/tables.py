"""Tables of a rulebook: column widths, heads that are repeated, rows that no page break divides."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.geometry import Box, Point, Size
from cardforge.ink import Group, Ink, Line, Rect, Tag
from cardforge.rulebook.book import Cell, IconMark, Inline, Sentence, Table, Words
from cardforge.rulebook.inlines import Type
from cardforge.rulebook.pages.setter import Setter, tinted
from cardforge.rulebook.pages.slips import IN_TABLE, NEVER, Slip, joined

PAD_X = 1.4
PAD_Y = 0.75
ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0}
PICTURE = 11.0  # the usual height of a card in a table
RULE = 0.12
LONE_ICON = 1.5
# A table that would need so many times its room is easier to read row by row.
MOST_SQUEEZED = 2.2


class TableSetter:
    """Sets one table in a room of a width."""

    def __init__(self, setter: Setter, table: Table, room: float) -> None:
        self.setter, self.table, self.room = setter, table, room
        self.types = setter.types
        self.height = PICTURE * (0.8 if setter.form.is_small else 1.0)
        self.number = setter.block()
        # How wide the table is with every cell on one line, and at the least.
        self.natural = self.least = 0.0
        self.widths = self._widths()

    def slips(self) -> list[Slip]:
        """Return the head and the rows; a column that begins with a row repeats the head.

        Where the columns do not fit side by side, each row becomes a paragraph.
        """
        if self.least > self.room or self.natural > MOST_SQUEEZED * self.room:
            return [self._stacked(row) for row in self.table.rows]
        head = self._head()
        rows = [self._row(row) for row in self.table.rows]
        rows = [row._replace(head=(head,) if head else ()) for row in rows]
        whole = [head, *rows] if head else rows
        return [self._costed(slip, index, len(whole)) for index, slip in enumerate(whole)]

    def _costed(self, slip: Slip, index: int, count: int) -> Slip:
        """Return a slip that keeps a head with two rows, and the last two rows together."""
        if index == count - 1:
            return slip
        early, late = index < (2 if self.table.columns else 1), index == count - 2
        return slip._replace(cost=NEVER if early or late else IN_TABLE)

    # --- widths ---

    def _widths(self) -> list[float]:
        """Return the width of each column with its padding: natural where there is room."""
        columns = range(len(self.table.columns))
        natural = [self._extent(c, narrow=False) + 2 * PAD_X for c in columns]
        least = [self._extent(c, narrow=True) + 2 * PAD_X for c in columns]
        self.natural, self.least = sum(natural), sum(least)
        spare = self.room - self.natural
        if spare >= 0:
            return self._widened(natural, spare)
        return _capped(natural, least, self.room)

    def _widened(self, natural: list[float], spare: float) -> list[float]:
        """Return the widths of a table that fills its room: the text columns share what is left."""
        flexible = [
            index for index, c in enumerate(self.table.columns) if c.align == "left"
        ] or list(range(len(natural)))
        share = sum(natural[index] for index in flexible)
        return [
            width + (spare * width / share if index in flexible else 0.0)
            for index, width in enumerate(natural)
        ]

    def _extent(self, column: int, *, narrow: bool) -> float:
        cells = [(row[column], self.types.small) for row in self.table.rows]
        cells.append((Cell(self.table.columns[column].title), self.types.label))
        return max(self._cell_extent(cell, kind, narrow) for cell, kind in cells)

    def _cell_extent(self, cell: Cell, kind: Type, narrow: bool) -> float:
        kind = _kind_in(cell, kind)
        runs = self.setter.inliner.runs(cell.content, kind)
        width = self.setter.extent(runs, kind, narrow=narrow)
        if cell.picture is None:
            return width
        drawn = self.setter.painter.small(cell.picture, self.height).size.width
        return drawn + (PAD_X + width if runs else 0.0)

    # --- rows ---

    def _head(self) -> Slip | None:
        if not any(column.title for column in self.table.columns):
            return None
        cells = [Cell(column.title) for column in self.table.columns]
        slip = self._row_of(cells, self.types.label, role="TH")
        tint = Rect(Box(0.0, 0.0, self.room, slip.height), fill=self.setter.look.tint)
        rule = self._rule(slip.height, 0.35)
        ground = Group((tint, rule), tag=Tag("Artifact"))
        return slip._replace(ink=(ground, *slip.ink), kind="head")

    def _row(self, row: Sequence[Cell]) -> Slip:
        slip = self._row_of(row, self.types.small, role="TD")
        rule = Group((self._rule(slip.height, RULE),), tag=Tag("Artifact"))
        return slip._replace(ink=(*slip.ink, rule))

    def _stacked(self, row: Sequence[Cell]) -> Slip:
        """Return a row as a paragraph: its pictures, then each cell after its column's head."""
        pictures = [cell.picture for cell in row if cell.picture]
        drawn = [self.setter.painter.small(picture, self.height) for picture in pictures]
        left = sum(one.size.width + PAD_X for one in drawn)
        said: list[Inline] = []
        for column, cell in zip(self.table.columns, row, strict=True):
            if not cell.content:
                continue
            is_first = not said
            if not is_first:
                said.append(Words("\u00a0· "))
            if column.title:
                said.extend((*_styled(column.title, italic=True), Words(" ")))
            said.extend(_styled(cell.content, bold=True) if is_first else cell.content)
        words = joined(
            self.setter.text(tuple(said), self.types.small, self.room - left, self.table.span)
            or [Slip(0.0)]
        )
        height = max(words.height, *(one.size.height for one in drawn), 0.0) + 2 * PAD_Y
        ink = [*words.moved(left, (height - words.height) / 2).ink]
        x = 0.0
        for one in drawn:
            ink.extend(Slip(0.0, one.ink).moved(x, (height - one.size.height) / 2).ink)
            x += one.size.width + PAD_X
        links = words.moved(left, (height - words.height) / 2).links
        return Slip(height, (*ink, self._rule(height, RULE)), links, kind="row",
                    block=self.number, text=words.text, role="P")  # fmt: skip

    def _rule(self, y: float, width: float) -> Line:
        color = self.setter.look.accent if width > RULE else tinted(self.setter.look.ink, 0.35)
        return Line(Point(0.0, y), Point(self.room, y), color, width)

    def _row_of(self, row: Sequence[Cell], kind: Type, role: str) -> Slip:
        x = 0.0
        made: list[tuple[float, Slip]] = []
        for index, cell in enumerate(row):
            width = self.widths[index] - 2 * PAD_X
            align = self.table.columns[index].align
            made.append((x + PAD_X, self._cell(cell, kind._replace(align=align), width)))
            x += self.widths[index]
        height = max((slip.height for _, slip in made), default=0.0) + 2 * PAD_Y
        ink: list[Ink] = []
        links: list[tuple[str, Box]] = []
        for left, slip in made:
            placed = slip.moved(left, (height - slip.height) / 2)
            ink.append(Group(placed.ink, tag=Tag(role, slip.alt)))
            links.extend(placed.links)
        text = " ".join(slip.text for _, slip in made if slip.text)
        whole = Slip(height, tuple(ink), tuple(links), kind="row", text=text, role="TR")
        return whole.put_inside(Tag("Table", key=self.number))

    def _cell(self, cell: Cell, kind: Type, width: float) -> Slip:
        if cell.picture is None:
            return self._words(cell, kind, width)
        drawn = self.setter.painter.small(cell.picture, self.height)
        picture = Slip(drawn.size.height, drawn.ink, text="", alt=cell.picture.alt)
        if not cell.content:
            return picture.moved((width - drawn.size.width) * ALIGN[kind.align])
        words = self._words(cell, kind, width - drawn.size.width - PAD_X)
        return _beside(picture, words, drawn.size, PAD_X)

    def _words(self, cell: Cell, kind: Type, width: float) -> Slip:
        kind = _kind_in(cell, kind)
        slips = self.setter.text(cell.content, kind, width, self.table.span)
        if not slips:
            return Slip(0.0)
        return joined(slips)


def _kind_in(cell: Cell, kind: Type) -> Type:
    """Return the type of a cell: an icon that stands alone is larger than one in a line."""
    alone = len(cell.content) == 1 and isinstance(cell.content[0], IconMark)
    return kind._replace(size_pt=kind.size_pt * LONE_ICON) if alone else kind


def _capped(natural: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Return the widths of columns of which only the widest give way, none below its least."""

    def at(cap: float) -> list[float]:
        return [max(min(n, cap), low) for n, low in zip(natural, least, strict=True)]

    low, high = 0.0, max(natural)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(at(middle)) <= room else (low, middle)
    return at(low)


def _styled(sentence: Sentence, *, bold: bool = False, italic: bool = False) -> list[Inline]:
    """Return a sentence with its words in a style."""
    return [
        piece._replace(bold=bold, italic=italic) if isinstance(piece, Words) else piece
        for piece in sentence
    ]


def _beside(left: Slip, right: Slip, size: Size, gap: float) -> Slip:
    """Return two slips side by side, each in the middle of the height."""
    height = max(left.height, right.height)
    first = left.moved(0.0, (height - left.height) / 2)
    second = right.moved(size.width + gap, (height - right.height) / 2)
    return Slip(height, (*first.ink, *second.ink), second.links, text=right.text, alt=left.alt)
