"""The rulebook as plain text: for screen readers, forums and everybody who wants only the words."""

from __future__ import annotations

from collections.abc import Iterable

from cardforge.rulebook.book import (
    Block,
    Book,
    Callout,
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
    Section,
    Sentence,
    SideNote,
    Sign,
    Spot,
    Subheading,
    Table,
    TablePlan,
    Words,
)
from cardforge.rulebook.bookwords import book_words
from cardforge.rulebook.screen.columns_of_text import broken, indented, table, width_of
from cardforge.rulebook.spoken import in_book, own_title, said, titles_of, web_address

WIDTH = 78
_BAR = "  | "
_UNDERLINES = {2: "=", 3: "-", 4: "."}


def plain_text(book: Book, *, whole: bool = False) -> str:
    """Return the text of a book in lines of up to 78 characters.

    What is on a quick-reference card only is left out unless the `whole` book is asked for.
    """
    sections = [section for section in book.sections if whole or in_book(section)]
    writer = _Writer(book._replace(sections=tuple(sections)))
    parts = [[_title(book.title), *writer.blocks(book.lead, WIDTH)]]
    parts += [writer.section(section) for section in sections]
    return "\n\n\n".join(map(_joined, parts)) + "\n"


def _joined(blocks: Iterable[list[str]]) -> str:
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def _title(title: str) -> list[str]:
    lines = broken(title, WIDTH)
    rule = "=" * max(map(width_of, lines))
    return [rule, *lines, rule]


class _Writer:
    """Writes blocks as lists of lines; every method takes the columns there are."""

    def __init__(self, book: Book) -> None:
        self.titles, self.words = titles_of(book), book_words(book.language)

    def section(self, section: Section) -> list[list[str]]:
        """Return the blocks of a section beneath its title."""
        return [self._heading(section.title, 2), *self.blocks(section.blocks, WIDTH)]

    def blocks(self, blocks: Iterable[Block], width: int) -> list[list[str]]:
        """Return blocks, each as its lines."""
        return [self._block(block, width) for block in blocks]

    def _joined(self, blocks: Iterable[Block], width: int) -> list[str]:
        """Return blocks as lines, an empty line between two blocks."""
        lines: list[str] = []
        for block in self.blocks(blocks, width):
            lines += ["", *block] if lines else block
        return lines

    def _block(self, block: Block, width: int) -> list[str]:
        match block:
            case Paragraph():
                return broken(self._said(block.content), width)
            case Subheading():
                return self._heading(block.title, block.level, width)
            case Listing():
                return self._listing(block, width)
            case Definitions():
                return self._definitions(block, width)
            case Callout() | SideNote() | RulingNote():
                return self._apart(block, width)
            case Table() | Figure() | TablePlan() | Contents():
                return self._display(block, width)

    def _display(self, block: Table | Figure | TablePlan | Contents, width: int) -> list[str]:
        match block:
            case Table():
                return self._table(block, width)
            case Figure():
                return self._figure(block, width)
            case TablePlan():
                return self._plan(block, width)
            case Contents():
                return self._contents(block, width)

    def _said(self, sentence: Sentence) -> str:
        shown = (self._linked(piece) if isinstance(piece, Words) else piece for piece in sentence)
        return said(tuple(shown), self.titles, _sign)

    def _linked(self, words: Words) -> Words:
        """Return words followed by the address that they lead to, unless they are the address."""
        href = words.href or ""
        if not web_address(href) or words.text in href:
            return words
        return words._replace(text=f"{words.text} ({href})")

    def _heading(self, title: Sentence, level: int, width: int = WIDTH) -> list[str]:
        lines = broken(self._said(title), width)
        return [*lines, _UNDERLINES[level] * max(map(width_of, lines))]

    def _listing(self, listing: Listing, width: int) -> list[str]:
        marks = ["- "] * len(listing.items)
        if listing.start is not None:
            numbers = [f"{listing.start + n}. " for n in range(len(listing.items))]
            marks = [number.rjust(max(map(len, numbers))) for number in numbers]
        lines: list[str] = []
        # Items of several blocks would run into each other.
        loose = any(len(item) > 1 for item in listing.items)
        for mark, item in zip(marks, listing.items, strict=True):
            inside = self._joined(item, width - len(mark)) or [""]
            lines += [*([""] if loose and lines else []), *indented(inside, mark)]
        return lines

    def _definitions(self, definitions: Definitions, width: int) -> list[str]:
        lines: list[str] = []
        for term, meaning in definitions.entries:
            lines += broken(self._said(term), width)
            lines += indented(broken(self._said(meaning), width - 4), "    ")
        return lines

    def _apart(self, block: Callout | SideNote | RulingNote, width: int) -> list[str]:
        """Return a box apart from the text: a bar runs down its left."""
        inside = self._joined(block.blocks, width - 4)
        if isinstance(block, RulingNote):
            title = f"{_sign(Sign(block.key, block.number))} {self._said(block.title)}".rstrip()
            head = indented(broken(title, width), "", "    ")
            return [*head, *indented(inside, "    ", "    ")]
        if isinstance(block, SideNote):
            return indented(inside, _BAR, _BAR)
        kind = self.words[block.kind]
        title = self._said(own_title(block, kind))
        head = broken(
            self.words["more"].format(title=kind, what=title) if title else kind, width - 4
        )
        return indented([*head, *([""] if inside else []), *inside], _BAR, _BAR)

    def _table(self, written: Table, width: int) -> list[str]:
        shown = _telling(written)
        heads = [self._said(written.columns[n].title) for n in shown]
        aligns = [written.columns[n].align for n in shown]
        rows = [
            [self._said(row[n].content) or self._seen(row[n].picture) for n in shown]
            for row in written.rows
        ]
        caption = self._said(written.caption)
        above = [*broken(caption, width), ""] if caption else []
        return [*above, *table(heads, rows, aligns, width)]

    def _seen(self, picture: Picture | ImageFile | None) -> str:
        """Return what a picture shows, and what is printed beneath it."""
        if picture is None:
            return ""
        label = self._said(picture.label)
        return f"{picture.alt} ({label})" if label else picture.alt

    def _bracketed(self, words: str, width: int) -> list[str]:
        lines = broken(words, width - 4)
        lines[-1] += " ]"
        return indented(lines, "[ ")

    def _figure(self, figure: Figure, width: int) -> list[str]:
        shown = " · ".join(self._seen(picture) for picture in figure.pictures)
        caption = self._said(figure.caption)
        what = f"{shown} — {caption}" if caption else shown
        return self._bracketed(self.words["figure_of"].format(what=what), width)

    def _contents(self, contents: Contents, width: int) -> list[str]:
        wide = max((len(str(one.total)) for one in contents.components), default=1) + 2
        lines: list[str] = []
        for one in contents.components:
            text = self._component(one)
            inside = broken(text, width - wide - 2)
            lines += indented(inside, f"{str(one.total).rjust(wide)}  ")
        return lines

    def _component(self, component: Component) -> str:
        note = self._said(component.note)
        label = self._said(component.label)
        return f"{label} ({note})" if note else label

    def _plan(self, plan: TablePlan, width: int) -> list[str]:
        caption = self._said(plan.caption)
        what = f"{plan.alt} — {caption}" if caption else plan.alt
        lines = self._bracketed(self.words["figure_of"].format(what=what), width)
        for text in (*map(self._spot, plan.spots), *map(self._seat, plan.seats)):
            lines += indented(broken(text, width - 4), "  - ")
        return lines

    def _spot(self, spot: Spot) -> str:
        shown = " · ".join(self._seen(picture) for picture in spot.pictures)
        what = self.words["pile"] if spot.depth > 1 else shown
        return self._labelled(self._said(spot.label), what)

    def _seat(self, seat: Seat) -> str:
        parts = [self._seen(token) for token in seat.tokens]
        if seat.hand:
            word = self.words["card" if seat.hand == 1 else "cards"]
            parts.insert(0, word.format(count=seat.hand))
        return self._labelled(self._said(seat.label), " · ".join(parts))

    def _labelled(self, label: str, what: str) -> str:
        if not (label and what):
            return label or what
        return self.words["of"].format(label=label, what=what)


def _sign(sign: Sign) -> str:
    return f"[*{sign.number}]"


def _telling(table: Table) -> list[int]:
    """Return the columns that have words: pictures beside them would only say them again."""
    columns = range(len(table.columns))
    with_words = [n for n in columns if any(row[n].content for row in table.rows)]
    return with_words or [*columns]
