"""The blocks of a rulebook as HTML: paragraphs, lists, tables, figures, boxes and notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cardforge.rulebook.book import (
    Block,
    Callout,
    Cell,
    Column,
    Component,
    Contents,
    Definitions,
    Figure,
    ImageFile,
    Listing,
    Paragraph,
    Picture,
    RulingNote,
    Seat,
    Sentence,
    SideNote,
    Spot,
    Subheading,
    Table,
    TablePlan,
)
from cardforge.rulebook.screen.html_pieces import Speaker, text
from cardforge.rulebook.spoken import own_title, said

# More cards of a hand than this look like one grey block.
_MOST_IN_HAND = 12
_MOST_IN_PILE = 4
# So few cards need not lie close.
_FEW_IN_HAND = 5


class Blocks:
    """Writes blocks; `signs` says how often each ruling is pointed at in the whole page."""

    def __init__(self, speaker: Speaker, signs: Counter[str]) -> None:
        self.speaker, self.signs = speaker, signs
        self.store, self.words = speaker.store, speaker.words
        self._depth = 2
        self._boxes = 0

    def begin_section(self) -> None:
        """Let the next heading stand right below that of a section."""
        self._depth = 2

    def blocks(self, blocks: Iterable[Block]) -> str:
        """Return blocks one below the other."""
        return "\n".join(self.block(block) for block in blocks)

    def block(self, block: Block) -> str:
        """Return one block."""
        match block:
            case Paragraph():
                return f"<p>{self._said(block.content)}</p>"
            case Subheading():
                return self._subheading(block)
            case Listing():
                return self._listing(block)
            case Definitions():
                return self._definitions(block)
            case Callout() | SideNote() | RulingNote():
                return self._apart(block)
            case Table() | Figure() | TablePlan() | Contents():
                return self._display(block)

    def _display(self, block: Table | Figure | TablePlan | Contents) -> str:
        match block:
            case Table():
                return self._table(block)
            case Figure():
                return self._figure(block)
            case TablePlan():
                return self._plan(block)
            case Contents():
                items = "\n".join(self._component(one) for one in block.components)
                return f'<ul class="box" role="list">\n{items}\n</ul>'

    def _said(self, sentence: Sentence) -> str:
        return self.speaker.sentence(sentence)

    def _subheading(self, heading: Subheading) -> str:
        # A heading that skips a level leaves a hole in the outline that is read aloud.
        self._depth = min(heading.level, self._depth + 1)
        place = f' id="{text(heading.id)}"' if heading.id else ""
        return f"<h{self._depth}{place}>{self._said(heading.title)}</h{self._depth}>"

    def _listing(self, listing: Listing) -> str:
        items = "\n".join(f"<li>{self._item(item)}</li>" for item in listing.items)
        if listing.start is None:
            return f"<ul>\n{items}\n</ul>"
        start = "" if listing.start == 1 else f' start="{listing.start}"'
        return f"<ol{start}>\n{items}\n</ol>"

    def _item(self, blocks: tuple[Block, ...]) -> str:
        """Return what a list's item holds; its first paragraph stands beside the bullet."""
        first, *others = blocks or (None,)
        if not isinstance(first, Paragraph):
            return self.blocks(blocks)
        return self._said(first.content) + "".join(f"\n{self.block(b)}" for b in others)

    def _definitions(self, definitions: Definitions) -> str:
        entries = "\n".join(
            f"<div><dt>{self._said(term)}</dt><dd>{self._said(meaning)}</dd></div>"
            for term, meaning in definitions.entries
        )
        return f"<dl>\n{entries}\n</dl>"

    def _apart(self, block: Callout | SideNote | RulingNote) -> str:
        """Return a box apart from the text."""
        if isinstance(block, RulingNote):
            return self._ruling(block)
        if isinstance(block, SideNote):
            inside = self.blocks(block.blocks)
            return f'<aside class="side" aria-label="{text(self.words["aside"])}">{inside}</aside>'
        self._boxes += 1
        name = f"box:{self._boxes}"
        tag = "div" if block.kind == "example" else "aside"
        role = ' role="group"' if tag == "div" else ""
        kind = f'<span class="kind">{text(self.words[block.kind])}</span>'
        title = self._said(own_title(block, self.words[block.kind]))
        title = f" · {title}" if title else ""
        return (
            f'<{tag} class="callout {text(block.kind)}"{role} aria-labelledby="{name}">\n'
            f'<p class="head" id="{name}">{kind}{title}</p>\n'
            f"{self.blocks(block.blocks)}\n</{tag}>"
        )

    def _ruling(self, note: RulingNote) -> str:
        name = text(f"ruling:{note.key}")
        backs = "".join(
            f' <a class="back" href="#{text(f"sign:{note.key}:{n}")}" role="doc-backlink" '
            f'aria-label="{text(self.words["back_to_text"])}{f" {n}" if n > 1 else ""}">↩</a>'
            for n in range(1, self.signs[note.key] + 1)
        )
        self._depth = 3
        title = self._said(note.title) or text(self.words["ruling"].format(number=note.number))
        return (
            f'<div class="ruling" id="{name}">\n<h3><span class="number">{note.number}</span> '
            f"{title}{backs}</h3>\n{self.blocks(note.blocks)}\n</div>"
        )

    def _table(self, table: Table) -> str:
        heads = "".join(
            f'<th scope="col"{_align(column)}>{self._said(column.title)}</th>'
            for column in table.columns
        )
        rows = "\n".join(self._row(table.columns, row) for row in table.rows)
        caption = f"<caption>{self._said(table.caption)}</caption>" if table.caption else ""
        # What can be scrolled can be reached by keyboard, and then has a name.
        name = text(said(table.caption, self.speaker.titles) or self.words["table"])
        return (
            f'<div class="scroll" role="region" tabindex="0" aria-label="{name}"><table>{caption}\n'
            f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
        )

    def _row(self, columns: tuple[Column, ...], row: tuple[Cell, ...]) -> str:
        cells = [
            f"<td{_align(column)}>{self._cell(cell)}</td>"
            for column, cell in zip(columns, row, strict=True)
        ]
        if row and row[0].content and len(row) > 1:
            cells[0] = cells[0].replace("<td", '<th scope="row"', 1).removesuffix("</td>") + "</th>"
        return f"<tr>{''.join(cells)}</tr>"

    def _cell(self, cell: Cell) -> str:
        picture = self._pictured(cell.picture) if cell.picture else ""
        return picture + (f"<span>{self._said(cell.content)}</span>" if picture else "") or (
            self._said(cell.content)
        )

    def _pictured(self, picture: Picture | ImageFile, *, silent: bool = False) -> str:
        label = f'<span class="label">{self._said(picture.label)}</span>' if picture.label else ""
        return self.store.picture(picture, silent=silent) + label

    def _figure(self, figure: Figure) -> str:
        count = len(figure.pictures)
        labelled = figure.arrange == "fan" and any(picture.label for picture in figure.pictures)
        # Cards of a fan lie over each other: labels beneath them would too.
        show = self.store.picture if labelled else self._pictured
        items = "".join(
            f'<li style="--i:{index}">{show(picture)}</li>'
            for index, picture in enumerate(figure.pictures)
        )
        caption = self._said(figure.caption)
        if labelled:
            labels = " · ".join(self._said(p.label) for p in figure.pictures if p.label)
            caption = f'<span class="labels">{labels}</span>{caption}'
        caption = f"\n<figcaption>{caption}</figcaption>" if caption else ""
        kind = "fan" if figure.arrange == "fan" else "row"
        style = f"--n:{count};--cols:{_columns(count)}"
        return (
            f'<figure>\n<ul class="{kind}" role="list" style="{style}">{items}</ul>'
            f"{caption}\n</figure>"
        )

    def _component(self, component: Component) -> str:
        pictures = "".join(self._pictured(picture) for picture in component.pictures)
        note = f'<span class="also">{self._said(component.note)}</span>' if component.note else ""
        return (
            f'<li><span class="pictures">{pictures}</span><span class="words">'
            f'<strong class="count">{component.total}</strong> {self._said(component.label)}'
            f"{note}</span></li>"
        )

    def _plan(self, plan: TablePlan) -> str:
        spots = "\n".join(self._spot(spot) for spot in plan.spots)
        rows = "\n".join(
            f'<div class="seats {side}">' + "\n".join(self._seat(s) for s in seats) + "</div>"
            for side, seats in _around(plan.seats)
        )
        caption = self._said(plan.caption)
        caption = f"\n<figcaption>{caption}</figcaption>" if caption else ""
        return (
            f'<figure><div class="plan" role="group" aria-label="{text(plan.alt)}">\n'
            f'<div class="spots" role="group" aria-label="{text(self.words["middle"])}">\n'
            f"{spots}\n</div>\n{rows}\n</div>{caption}\n</figure>"
        )

    def _spot(self, spot: Spot) -> str:
        if spot.depth > 1:
            count = min(spot.depth, _MOST_IN_PILE)
            shown = [self._pictured(picture) for picture in spot.pictures[:1]]
            # A pile is said once, whatever of it is seen.
            shown += [self.store.picture(spot.pictures[0], silent=True)] * (count - 1)
            pictures = f'<span class="pile">{"".join(shown)}</span>'
        else:
            pictures = "".join(self._standing(picture) for picture in spot.pictures)
            pictures = f'<span class="open">{pictures}</span>'
        return (
            f'<div class="spot">{pictures}<span class="name">{self._said(spot.label)}</span></div>'
        )

    def _standing(self, picture: Picture) -> str:
        return f'<span class="one">{self._pictured(picture)}</span>'

    def _seat(self, seat: Seat) -> str:
        hand = ""
        if seat.hand:
            backs = ""
            if seat.back is not None:
                backs = self.store.picture(seat.back, silent=True) * min(seat.hand, _MOST_IN_HAND)
            word = self.words["card" if seat.hand == 1 else "cards"].format(count=seat.hand)
            kind = "hand few" if seat.hand <= _FEW_IN_HAND else "hand"
            hand = f'<span class="{kind}">{backs}</span><span class="held">{text(word)}</span>'
        tokens = "".join(self._pictured(token) for token in seat.tokens)
        tokens = f'<span class="tokens">{tokens}</span>' if tokens else ""
        name = f'<span class="name">{self._said(seat.label)}</span>'
        return f'<div class="seat">{name}{hand}{tokens}</div>'


def _columns(count: int) -> int:
    """Return how many pictures stand beside each other on a narrow screen, no last one alone."""
    if count <= 3:
        return max(count, 1)
    return next((columns for columns in (3, 4, 2) if count % columns != 1), 3)


def _align(column: Column) -> str:
    return "" if column.align == "left" else f' class="{text(column.align)}"'


def _around(seats: tuple[Seat, ...]) -> list[tuple[str, tuple[Seat, ...]]]:
    """Return which seats are at which side of the table, clockwise from the bottom."""
    if len(seats) <= 3:
        sides = [("bottom", seats[:1]), ("top", seats[1:])]
    else:
        sides = [("bottom", seats[:1]), ("left", seats[1:2])]
        sides += [("top", seats[2:-1]), ("right", seats[-1:])]
    return [(side, there) for side, there in sides if there]
