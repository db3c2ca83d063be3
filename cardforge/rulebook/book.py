"""What a rulebook says, before anybody has decided how it looks.

A Book is one game in one language: sections of blocks, blocks of inline pieces.  Pages, HTML and
plain text are three ways to show the same Book.
"""

from pathlib import Path
from typing import NamedTuple

from cardforge.diagnostics import Span


class Words(NamedTuple):
    """A run of text in one style; `href` is a web address, or `#` and the id of a section."""

    text: str
    bold: bool = False
    italic: bool = False
    href: str | None = None
    span: Span | None = None


class Break(NamedTuple):
    """A line break that is written."""

    span: Span | None = None


class Reference(NamedTuple):
    """A mention of a section: shown as its title, on paper with its page number too."""

    section: str
    span: Span | None = None


class Sign(NamedTuple):
    """The small sign after a sentence that a ruling decides; `number` counts from 1."""

    key: str
    number: int
    span: Span | None = None


class IconMark(NamedTuple):
    """An icon of the game in the middle of a line; `alt` says it in words."""

    icon: str
    alt: str
    span: Span | None = None


Inline = Words | Break | Reference | Sign | IconMark
Sentence = tuple[Inline, ...]


class Picture(NamedTuple):
    """One side of a card or token; `width` is in mm, None for the usual one.

    `card` is the id of a card of the dealt game; `label` is printed beneath it.
    """

    card: str
    side: str  # "face" or "back"
    alt: str
    label: Sentence = ()
    width: float | None = None
    span: Span | None = None


class ImageFile(NamedTuple):
    """A picture file beside the rules text."""

    path: Path
    alt: str
    label: Sentence = ()
    width: float | None = None
    span: Span | None = None


class Subheading(NamedTuple):
    """A heading inside a section; `level` is 3 or 4."""

    level: int
    id: str
    title: Sentence
    span: Span


class Paragraph(NamedTuple):
    """Text that is broken into lines."""

    content: Sentence
    span: Span


class Listing(NamedTuple):
    """A list with bullets, or with numbers from `start` on."""

    items: "tuple[tuple[Block, ...], ...]"
    start: int | None
    span: Span


class Definitions(NamedTuple):
    """Terms, each with what it means: the glossary."""

    entries: tuple[tuple[Sentence, Sentence], ...]
    span: Span


class Column(NamedTuple):
    """The head of a table's column; `align` is left, center or right."""

    title: Sentence
    align: str = "left"


class Cell(NamedTuple):
    """One cell of a table: words, a picture, or a picture and words beside it."""

    content: Sentence = ()
    picture: Picture | None = None


class Table(NamedTuple):
    """A table; `name` tells the tables of two languages apart from other tables."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: Sentence
    span: Span


class Figure(NamedTuple):
    """Pictures in a row or a fan with a caption; `name` is the same in every language."""

    name: str
    pictures: tuple[Picture | ImageFile, ...]
    arrange: str  # "row" or "fan"
    caption: Sentence
    span: Span


class Component(NamedTuple):
    """One line of the contents: pictures, how many are in the box, and what they are called."""

    pictures: tuple[Picture, ...]
    total: int
    label: Sentence
    note: Sentence = ()
    span: Span | None = None


class Contents(NamedTuple):
    """The list of what is in the box."""

    components: tuple[Component, ...]
    span: Span


class Spot(NamedTuple):
    """Something in the middle of the table: one card, or a pile of `depth` (1 is no pile)."""

    pictures: tuple[Picture, ...]
    label: Sentence
    depth: int = 1


class Seat(NamedTuple):
    """A player at the table: how many cards are held, back outwards, and what lies in front."""

    label: Sentence
    hand: int = 0
    back: Picture | None = None
    tokens: tuple[Picture, ...] = ()


class TablePlan(NamedTuple):
    """The set-up diagram: spots in the middle, seats around them clockwise from the bottom."""

    name: str
    spots: tuple[Spot, ...]
    seats: tuple[Seat, ...]
    caption: Sentence
    alt: str
    span: Span


class Callout(NamedTuple):
    """A box apart from the text; `kind` is example, note or remember."""

    kind: str
    title: Sentence
    blocks: "tuple[Block, ...]"
    span: Span


class SideNote(NamedTuple):
    """A remark beside the text: in the margin where there is one."""

    blocks: "tuple[Block, ...]"
    span: Span


class RulingNote(NamedTuple):
    """What was decided where the source is silent, and why; `number` is that of its Sign."""

    key: str
    number: int
    title: Sentence
    blocks: "tuple[Block, ...]"
    span: Span


Block = (
    Paragraph
    | Listing
    | Definitions
    | Table
    | Figure
    | Contents
    | TablePlan
    | Callout
    | SideNote
    | RulingNote
    | Subheading
)


class Section(NamedTuple):
    """A part of the rules under a heading of its own.

    `classes` say where it belongs: `long` is left out of a leaflet, `card` is only on the
    quick-reference card, `last` stands on the last page of a book.
    """

    id: str
    title: Sentence
    classes: frozenset[str]
    blocks: tuple[Block, ...]
    span: Span


class Book(NamedTuple):
    """The rules of a game in one language; `lead` is what stands before the first section."""

    language: str
    title: str
    lead: tuple[Block, ...]
    sections: tuple[Section, ...]
    file: str  # the name of the rules text in problems
    cover: tuple[Picture, ...] = ()
