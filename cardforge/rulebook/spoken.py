"""What a rulebook says, as somebody reads it aloud: sentences as plain text, blocks in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import urlsplit

from cardforge.rulebook.book import (
    Block,
    Book,
    Break,
    Callout,
    Contents,
    Definitions,
    Figure,
    IconMark,
    ImageFile,
    Inline,
    Listing,
    Paragraph,
    Picture,
    Reference,
    RulingNote,
    Section,
    Sentence,
    SideNote,
    Sign,
    Subheading,
    Table,
    TablePlan,
    Words,
)

# Where a word may be broken: of use on paper only.
_SOFT_HYPHEN = "\u00ad"


def titles_of(book: Book) -> dict[str, str]:
    """Return the title of each section and of each subheading that has an id, by that id."""
    titles = {section.id: said(section.title) for section in book.sections}
    for block in walk_book(book):
        if isinstance(block, Subheading) and block.id:
            titles.setdefault(block.id, said(block.title))
    return titles


def said(
    sentence: Sentence,
    titles: Mapping[str, str] | None = None,
    sign: Callable[[Sign], str] = lambda _: "",
) -> str:
    """Return the words of a sentence; the signs of rulings are left out unless `sign` says them."""
    return "".join(_piece(piece, titles or {}, sign) for piece in sentence)


def _piece(piece: Inline, titles: Mapping[str, str], sign: Callable[[Sign], str]) -> str:
    match piece:
        case Words():
            return piece.text.replace(_SOFT_HYPHEN, "")
        case Break():
            return "\n"
        case Reference():
            return titles.get(piece.section, piece.section)
        case IconMark():
            return piece.alt
        case Sign():
            return sign(piece)


def own_title(callout: Callout, kind: str) -> Sentence:
    """Return the title of a call-out, empty when it only repeats what the call-out is called."""
    return () if said(callout.title).strip().casefold() == kind.casefold() else callout.title


def web_address(href: str) -> bool:
    """Return whether a link leads to a page of the web and to nothing else."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return False
    # Browsers drop spaces and controls before they look at the scheme.
    clean = href.isprintable() and not any(c.isspace() for c in href)
    return clean and parts.scheme in ("http", "https") and bool(parts.netloc)


def in_book(section: Section) -> bool:
    """Return whether a section belongs to the rulebook: some are on a quick-reference card only."""
    return "card" not in section.classes


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks in reading order, each before the blocks that it holds."""
    for block in blocks:
        yield block
        match block:
            case Listing():
                for item in block.items:
                    yield from walk(item)
            case Callout() | SideNote() | RulingNote():
                yield from walk(block.blocks)
            case _:
                pass


def walk_book(book: Book) -> Iterator[Block]:
    """Yield every block of a book in reading order."""
    yield from walk(book.lead)
    for section in book.sections:
        yield from walk(section.blocks)


def sentences(block: Block) -> Iterator[Sentence]:
    """Yield the sentences that a block itself holds, not those of the blocks inside it."""
    match block:
        case Paragraph():
            yield block.content
        case Subheading() | Callout() | RulingNote():
            yield block.title
        case Definitions():
            for term, meaning in block.entries:
                yield term
                yield meaning
        case Table():
            yield from (part.title for part in block.columns)
            yield from (part.content for row in block.rows for part in row)
        case Contents():
            for component in block.components:
                yield component.label
                yield component.note
        case TablePlan():
            yield from (spot.label for spot in block.spots)
            yield from (seat.label for seat in block.seats)
        case _:
            pass
    yield from _beneath(block)


def _beneath(block: Block) -> Iterator[Sentence]:
    """Yield the sentences that stand beneath what a block shows."""
    if isinstance(block, Table | Figure | TablePlan):
        yield block.caption
    for picture in pictures(block):
        yield picture.label


def pictures(block: Block) -> Iterator[Picture | ImageFile]:
    """Yield the pictures that a block itself shows."""
    match block:
        case Figure():
            yield from block.pictures
        case Table():
            yield from (cell.picture for row in block.rows for cell in row if cell.picture)
        case Contents():
            for component in block.components:
                yield from component.pictures
        case TablePlan():
            for spot in block.spots:
                yield from spot.pictures
            for seat in block.seats:
                yield from (seat.back, *seat.tokens) if seat.back else seat.tokens
        case _:
            pass


def sentences_of(blocks: Iterable[Block]) -> Iterator[Sentence]:
    """Yield every sentence of some blocks, in reading order."""
    for block in walk(blocks):
        yield from sentences(block)


def signs_of(blocks: Iterable[Block]) -> Iterator[Sign]:
    """Yield the signs of rulings in reading order."""
    for sentence in sentences_of(blocks):
        yield from (piece for piece in sentence if isinstance(piece, Sign))
