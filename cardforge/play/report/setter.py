"""The blocks of a report as slips: pieces of a page that no page break divides, with their tags."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardforge.color import Color
from cardforge.geometry import Box, Point, Size, Transform
from cardforge.ink import Group, Ink, Line, Rect, Tag
from cardforge.lines.paragraph import Run, Setting, set_paragraph
from cardforge.play.report.blocks import (
    Beside,
    Block,
    Chart,
    Findings,
    Grid,
    Heading,
    Pairs,
    Prose,
    Shelf,
    Studio,
    Tile,
    Tiles,
)
from cardforge.play.report.charts import wrapped
from cardforge.play.report.look import INK, MUTED, ONE, RULE, TINT, TWO, series_rect
from cardforge.rulebook.figures.cards import Art
from cardforge.rulebook.pages.slips import IN_TABLE, NEVER, Slip
from cardforge.units import pt_to_mm

# Kinds of paragraphs: size and leading in points, weight, colour, space above in mm.
PROSE: dict[str, tuple[float, float, str, Color, float]] = {
    "lead": (11.0, 15.5, "regular", INK, 4.0),
    "body": (9.5, 13.5, "regular", INK, 2.5),
    "label": (9.5, 13.0, "bold", INK, 5.0),
    "note": (7.5, 10.5, "regular", MUTED, 2.0),
}
_HEADING_PT, _TITLE_PT, _CELL_PT = 15.0, 9.5, 8.5
_TERM = 34.0
_CELL_PAD, _ROW_PAD = 1.6, 1.1
_GUTTER = 8.0
_SHELF, _SHELF_GAP = 17.0, 4.5


class Setter:
    """Sets the blocks of one report in a column of a width."""

    def __init__(self, studio: Studio, width: float, language: str) -> None:
        self.studio, self.pen = studio, studio.pen
        self.width, self.language = width, language
        self._number = 0

    def slips(self, block: Block) -> list[Slip]:
        """Return the slips of a block."""
        setters: dict[type, Callable[..., Iterator[Slip]]] = {
            Heading: self._heading,
            Prose: self._prose,
            Pairs: self._pairs,
            Tiles: self._tiles,
            Chart: self._chart,
            Beside: self._beside,
            Grid: self._grid,
            Shelf: self._shelf,
            Findings: self._findings,
        }
        return list(setters[type(block)](block))

    # --- words ---

    def lines(
        self, text: str, kind: str, width: float, x: float = 0.0, strong: str = ""
    ) -> tuple[list[Ink], float]:
        """Return the ink of a paragraph and how high it is; words it begins with may be strong."""
        size, leading_pt, weight, color, _ = PROSE[kind]
        rest = Run(text, self.pen.font(weight), size, color)
        runs: tuple[Run, ...] = (rest,)
        if strong and text.startswith(strong):
            head = rest._replace(text=strong, font=self.pen.bold)
            runs = (head, rest._replace(text=text[len(strong) :]))
        setting = Setting(width, "left", self.language, hyphenate=False)
        leading = pt_to_mm(leading_pt)
        first = leading * 0.5 + self.pen.middle(size)
        made = set_paragraph(runs, setting)
        ink: list[Ink] = [
            Group(line.ink, Transform.moved(x, first + index * leading))
            for index, line in enumerate(made)
        ]
        return ink, leading * len(made)

    def _heading(self, block: Heading) -> Iterator[Slip]:
        base = 2.6 + pt_to_mm(_HEADING_PT) * 0.82
        words = self.pen.set(Point(0.0, base), block.text, _HEADING_PT, "black")
        bar = Group((Rect(Box(0.0, 0.0, 9.0, 1.0), fill=ONE),), tag=Tag("Artifact"))
        ink = (bar, Group((words,), tag=Tag("H2")))
        yield Slip(base + 1.2, ink, before=7.0, cost=NEVER, anchor=block.anchor, text=block.text)

    def _prose(self, block: Prose) -> Iterator[Slip]:
        ink, height = self.lines(block.text, block.kind, self.width)
        cost = NEVER if block.kind == "label" else 0.0
        tag = Tag("H3" if block.kind == "label" else "P")
        yield Slip(height, (Group(tuple(ink), tag=tag),), before=PROSE[block.kind][4], cost=cost)

    def _pairs(self, block: Pairs) -> Iterator[Slip]:
        """Yield terms and what is said of them, two side by side where both are short."""
        number = self._next()
        half = (self.width - _GUTTER) / 2
        fits = half - _TERM - 1.0
        waiting: list[tuple[str, str]] = []
        rows: list[list[tuple[str, str]]] = []
        for row in block.rows:
            if self.pen.width(row[1], PROSE["body"][0]) > fits:
                rows += [waiting, [row]] if waiting else [[row]]
                waiting = []
                continue
            waiting.append(row)
            if len(waiting) == 2:
                rows.append(waiting)
                waiting = []
        rows += [waiting] if waiting else []
        for index, pairs in enumerate(filter(None, rows)):
            room = half if len(pairs) > 1 else self.width
            made = [
                self._pair(pair, room, place * (half + _GUTTER), number)
                for place, pair in enumerate(pairs)
            ]
            tall = max(height for _, height in made)
            ink = tuple(item for item, _ in made)
            yield Slip(tall + 0.9, ink, before=0.0 if index else 2.5, cost=IN_TABLE)

    def _pair(self, pair: tuple[str, str], room: float, x: float, number: int) -> tuple[Ink, float]:
        term, said = pair
        name, high = self.lines(term, "label", _TERM - 3.0, x)
        text, height = self.lines(said, "body", room - _TERM, x + _TERM)
        row = (Group(tuple(name), tag=Tag("TH")), Group(tuple(text), tag=Tag("TD")))
        return _in_table(row, number), max(high, height)

    # --- large figures ---

    def _tiles(self, block: Tiles) -> Iterator[Slip]:
        count = len(block.tiles)
        gap = 5.0
        wide = (self.width - gap * (count - 1)) / count
        drawn = [self._tile(tile, wide) for tile in block.tiles]
        ink = [
            Group(art.ink, Transform.moved(index * (wide + gap), 0.0), tag=Tag("P"))
            for index, art in enumerate(drawn)
        ]
        yield Slip(max(art.size.height for art in drawn), tuple(ink), before=3.0)

    def _tile(self, tile: Tile, width: float) -> Art:
        ink: list[Ink] = [Group((Rect(Box(0.0, 0.0, width, 0.5), fill=INK),), tag=Tag("Artifact"))]
        y = 2.5
        size = 24.0 if len(tile.values) == 1 else 17.0
        widest = max(self.pen.width(value, size, "black") for value in tile.values)
        indent = 5.2 if len(tile.values) > 1 else 0.0
        size *= min(1.0, (width - indent) / widest)
        for series, value in enumerate(tile.values):
            base = y + pt_to_mm(size) * 0.78
            if indent:
                swatch = Box(0.0, base - 3.0, 3.4, 3.0)
                ink.append(Group(tuple(series_rect(swatch, series)), tag=Tag("Artifact")))
            color = (ONE, TWO)[series]
            ink.append(self.pen.set(Point(indent, base), value, size, "black", color))
            y = base + 1.8
        for text, kind in ((tile.label, "label"), (tile.note, "note")):
            lines, height = self.lines(text, kind, width)
            ink.append(Group(tuple(lines), Transform.moved(0.0, y + 0.6)))
            y += height + 0.6
        return Art(Size(width, y), tuple(ink))

    # --- charts and pictures ---

    def _figure(self, chart: Chart, width: float) -> Art:
        """Return a chart with its title above and its note below."""
        ink: list[Ink] = []
        y = 0.0
        leading = pt_to_mm(_TITLE_PT) * 1.3
        for line in wrapped(self.pen, chart.title, width, _TITLE_PT, "bold"):
            y += leading
            words = self.pen.set(Point(0.0, y - 1.0), line, _TITLE_PT, "bold")
            ink.append(Group((words,), tag=Tag("P")))
        y += 1.8
        art = chart.draw(self.studio, width)
        ink.append(Group(art.ink, Transform.moved(0.0, y), tag=Tag("Figure", chart.said)))
        y += art.size.height
        if chart.note:
            lines, height = self.lines(chart.note, "note", width)
            note = Group(tuple(lines), Transform.moved(0.0, y + 1.6), tag=Tag("P"))
            ink.append(note)
            y += 1.6 + height
        return Art(Size(width, y), tuple(ink))

    def _chart(self, block: Chart) -> Iterator[Slip]:
        art = self._figure(block, self.width)
        yield Slip(art.size.height, art.ink, before=3.5)

    def _beside(self, block: Beside) -> Iterator[Slip]:
        wide = (self.width - _GUTTER) / 2
        drawn = [self._figure(chart, wide) for chart in block.charts]
        ink = [art.moved(index * (wide + _GUTTER), 0.0) for index, art in enumerate(drawn)]
        yield Slip(max(art.size.height for art in drawn), tuple(ink), before=4.5)

    def _shelf(self, block: Shelf) -> Iterator[Slip]:
        """Yield rows of pictures; what has none is a name in a dashed box."""
        across = int((self.width + _SHELF_GAP) // (_SHELF + _SHELF_GAP))
        for start in range(0, len(block.cards), across):
            row = block.cards[start : start + across]
            pictures = [self.studio.picture(card, _SHELF) for card, _ in row]
            ground = max((art.size.height for art in pictures if art), default=0.0)
            ink: list[Ink] = []
            deepest = ground
            for index, ((_, name), art) in enumerate(zip(row, pictures, strict=True)):
                x = index * (_SHELF + _SHELF_GAP)
                if art is not None:
                    picture = art.moved(x, ground - art.size.height)
                    ink.append(Group((picture,), tag=Tag("Figure", name)))
                lines, height = self._caption(name, _SHELF + _SHELF_GAP - 1.0)
                ink.append(Group(tuple(lines), Transform.moved(x, ground + 1.0), tag=Tag("P")))
                deepest = max(deepest, ground + 1.0 + height)
            yield Slip(deepest, tuple(ink), before=3.0)

    def _caption(self, name: str, width: float) -> tuple[list[Ink], float]:
        return self.lines(name, "note", width)

    # --- tables ---

    def _grid(self, block: Grid) -> Iterator[Slip]:
        number = self._next()
        widths = self._widths(block)
        if block.title:
            title = Prose(block.title, "label")
            yield from self._prose(title)
        head = self._row(block.head, widths, block.align, number, is_head=True)
        yield head._replace(cost=NEVER, before=1.5)
        for index, cells in enumerate(block.rows):
            row = self._row(cells, widths, block.align, number, strong=index in block.strong)
            again = head._replace(ink=(_artifact(head.ink),))
            edge = index == 0 or index == len(block.rows) - 2
            cost = 0.0 if index == len(block.rows) - 1 else NEVER if edge else IN_TABLE
            yield row._replace(cost=cost, head=(again,))

    def _widths(self, block: Grid) -> list[float]:
        """Return the widths of columns: the first takes what the others leave."""
        rows = [block.head, *block.rows]
        natural = [
            max(self._cell_width(row[column]) for row in rows) + 2 * _CELL_PAD
            for column in range(len(block.head))
        ]
        others = sum(natural[1:])
        if "r" not in block.align and sum(natural) <= self.width:
            return [width * self.width / sum(natural) for width in natural]
        # Where that is too little, all other columns give way alike and their words are wrapped.
        first = max(self.width - others, min(natural[0], self.width * 0.36))
        squeeze = min(1.0, (self.width - first) / others) if others else 1.0
        return [first, *(width * squeeze for width in natural[1:])]

    def _cell_width(self, words: str) -> float:
        return self.pen.width(words, _CELL_PT, "bold")

    def _row(
        self,
        cells: Sequence[str],
        widths: Sequence[float],
        align: str,
        number: int,
        *,
        is_head: bool = False,
        strong: bool = False,
    ) -> Slip:
        weight = "bold" if is_head or strong else "regular"
        leading = pt_to_mm(_CELL_PT) * 1.28
        made: list[Ink] = []
        tall = leading
        x = 0.0
        for words, width, side in zip(cells, widths, align, strict=True):
            lines = wrapped(self.pen, words, width - 2 * _CELL_PAD + 0.01, _CELL_PT, weight)
            right = side == "r"
            at = x + width - _CELL_PAD if right else x + (_CELL_PAD if x else 0.0)
            texts: list[Ink] = [
                self.pen.set(
                    Point(at, _ROW_PAD + (index + 0.78) * leading),
                    line, _CELL_PT, weight, align="right" if right else "left",
                )
                for index, line in enumerate(lines)
            ]  # fmt: skip
            made.append(Group(tuple(texts), tag=Tag("TH" if is_head else "TD")))
            tall = max(tall, leading * len(lines))
            x += width
        height = tall + 2 * _ROW_PAD
        line = (ONE, 0.5) if is_head else (RULE, 0.18)
        under = Line(Point(0.0, height), Point(self.width, height), *line)
        rule = Group((under,), tag=Tag("Artifact"))
        return Slip(height, (_in_table(tuple(made), number), rule))

    # --- findings ---

    def _findings(self, block: Findings) -> Iterator[Slip]:
        for finding in block.found:
            head = f"{finding.said} · {finding.message}"
            ink, height = self.lines(head, "label", self.width - 9.0, 6.0)
            more, deep = self.lines(finding.hint, "body", self.width - 9.0, 6.0)
            if not finding.hint:
                more, deep = [], 0.0
            tall = height + deep + 5.0
            color = TWO if finding.severity == "error" else ONE
            ground: list[Ink] = [Rect(Box(0.0, 0.0, self.width, tall), fill=TINT)]
            ground.append(Rect(Box(0.0, 0.0, 1.2, tall), fill=color))
            words = [
                Group(tuple(ink), Transform.moved(0.0, 2.5), tag=Tag("P")),
                Group(tuple(more), Transform.moved(0.0, 2.5 + height), tag=Tag("P")),
            ]
            yield Slip(tall, (_artifact(tuple(ground)), *words), before=3.0)

    def _next(self) -> int:
        self._number += 1
        return self._number


def _in_table(row: tuple[Ink, ...], number: int) -> Group:
    return Group((Group(row, tag=Tag("TR")),), tag=Tag("Table", key=number))


def _artifact(ink: tuple[Ink, ...]) -> Group:
    return Group(ink, tag=Tag("Artifact"))
