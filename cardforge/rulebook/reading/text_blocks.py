"""Blocks of the book out of the Markdown of a rules text: paragraphs, lists, tables, boxes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any

from cardforge.diagnostics import Report, Span
from cardforge.images import ImageError, check_colours, find_image, is_pdf, verify
from cardforge.rulebook.book import (
    Block,
    Break,
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
    RulingNote,
    Sentence,
    SideNote,
    Subheading,
    Table,
    TablePlan,
    Words,
)
from cardforge.rulebook.reading.markdown import Pieces, Stretch, Tree, container_kind
from cardforge.rulebook.reading.source_text import MOST_PICTURES
from cardforge.rulebook.reading.template.environment import Made
from cardforge.rulebook.reading.template.rendered import Rendered

_ATTRIBUTES = re.compile(r"\s*\{([^{}]*)\}\s*\Z")
_UNREADABLE = {
    "hr": ("a line across the page is no part of a rulebook", "begin a section with ## instead"),
    "blockquote": ("a quotation is no part of a rulebook", "use ::: note … :::, or write \\>"),
    "fence": ("code is no part of a rulebook", "write it as a paragraph"),
}


class TitleLine:
    """A heading as it is typed: its text, its id and its classes."""

    def __init__(self, node: Tree, pieces: Pieces, report: Report) -> None:
        inline = node.children[0] if node.children else None
        content = inline.content if inline is not None else ""
        match = _ATTRIBUTES.search(content)
        line = node.map[0] if node.map else 0
        self.id = ""
        self.classes: list[str] = []
        if match is not None:
            self._attributes(pieces.plain(match[1]), pieces, line, report)
        text = content[: match.start()] if match is not None else content
        self.title = trimmed(pieces.line(Stretch(text, line)))

    def _attributes(self, text: str, pieces: Pieces, line: int, report: Report) -> None:
        for word in text.split():
            if word[:1] == "#" and re.fullmatch(r"[\w-]+", word[1:]) and not self.id:
                self.id = word[1:]
            elif word[:1] == "." and len(word) > 1:
                self.classes.append(word[1:])
            else:
                assert pieces.rendered is not None
                span = pieces.rendered.whole(line, line + 1)
                hint = "write {#id .class}"
                message = f"'{word:.40}' is neither an id nor a class"
                report.error("rulebook.markdown", message, span, hint=hint)


class BlockReader:
    """Makes blocks out of nodes of the tree; `numbers` are those of the signs."""

    def __init__(self, pieces: Pieces, rendered: Rendered, folder: Path, report: Report) -> None:
        self.pieces, self.rendered = pieces, rendered
        self.folder, self.report = folder, report
        self.section = ""
        self.subheadings = 0
        self._ids: dict[str, Span] = {}
        # The components of the box with the cards that they stand for.
        self.covered: list[Made] = []
        self.notes: list[RulingNote] = []
        # Lines on which a tag came to nothing because of a fault.
        self.lost: Set[int] = frozenset()

    def blocks(self, nodes: Iterable[Tree]) -> tuple[Block, ...]:
        """Return the blocks of some nodes; components that follow each other are one block."""
        made: list[Block] = []
        for node in nodes:
            for block in self._block(node):
                last = made[-1] if made else None
                if isinstance(block, Contents) and isinstance(last, Contents):
                    made[-1] = last._replace(components=last.components + block.components)
                else:
                    made.append(block)
        return tuple(made)

    def span(self, node: Tree) -> Span:
        """Return the place of a node: its lines."""
        first, last = node.map or (0, 1)
        while last - 1 > first and not self.rendered.lines[last - 1].strip():
            last -= 1
        return self.rendered.whole(first, max(last, first + 1))

    def _block(self, node: Tree) -> Iterator[Block]:
        makers: dict[str, Callable[[Tree], Iterator[Block]]] = {
            "paragraph": self._paragraph,
            "bullet_list": self._list,
            "ordered_list": self._list,
            "table": self._table,
            "heading": self._subheading,
            "container_block": self._container,
        }
        if node.type in makers:
            yield from makers[node.type](node)
        elif node.type in _UNREADABLE:
            message, hint = _UNREADABLE[node.type]
            self.report.error("rulebook.markdown", message, self.span(node), hint=hint)
        else:
            message = f"'{node.type}' is no part of a rulebook"
            self.report.error("rulebook.markdown", message, self.span(node))

    def _paragraph(self, node: Tree) -> Iterator[Block]:
        inline = node.children[0]
        alone = self._alone(inline)
        if alone is not None:
            yield from alone
            return
        sentence = trimmed(self.pieces.inline(inline))
        if sentence:
            yield Paragraph(sentence, self.span(node))

    def _alone(self, inline: Tree) -> list[Block] | None:
        """Return what a paragraph without words is: a figure, components; None for words."""
        children = list(inline.children)
        if any(child.type == "image" for child in children):
            return self._images(inline, children)
        values = self.made_in(inline)
        if values is None or not values or any(value.inline for value in values):
            return None
        if all(value.name == "component" for value in values):
            return [self._contents(values)]
        if len(values) > 1:
            for value in values[1:]:
                message = f"{value.name}() shares its paragraph with {values[0].name}()"
                hint = "put an empty line between them"
                self.report.error("rulebook.figure-place", message, value.span, hint=hint)
        if isinstance(values[0].value, (Figure, Table, Definitions, TablePlan)):
            return [values[0].value]
        message = f"{values[0].name}() is only a part of plan()"
        hint = f"write plan(spots=[…], seats=[…]) with {values[0].name}(…) inside"
        self.report.error("rulebook.figure-place", message, values[0].span, hint=hint)
        return []

    def made_in(self, inline: Tree) -> list[Made] | None:
        """Return what macros made when a text holds nothing else, None otherwise."""
        found: list[Made] = []
        for character in "".join(inline.content.split()):
            if ord(character) < 0xF0000:
                return None
            value = self.pieces.value(character)
            if not isinstance(value, Made):
                return None
            found.append(value)
        return found

    def _contents(self, values: Sequence[Made]) -> Contents:
        components: list[Component] = [value.value for value in values]
        if self.section == "contents":
            self.covered.extend(values)
        else:
            for value in values:
                message = "component() stands outside the section contents"
                hint = "move it to the section ## … {#contents}"
                self.report.error("rulebook.contents", message, value.span, hint=hint)
        return Contents(tuple(components), values[0].span)

    def _images(self, inline: Tree, children: Sequence[Tree]) -> list[Block] | None:
        """Return the figure of a paragraph of pictures; None, when words stand beside them."""
        rest = [c for c in children if c.type not in ("image", "softbreak", "hardbreak")]
        if any(c.content.strip() for c in rest):
            return None
        images = [child for child in children if child.type == "image"]
        if len(images) > MOST_PICTURES:
            message = f"a paragraph shows at most {MOST_PICTURES} pictures, found {len(images)}"
            hint = "put an empty line between some of them"
            self.report.error("rulebook.image", message, self.span(inline), hint=hint)
            return []
        files = [self._image(inline, child) for child in images]
        pictures = tuple(file for file in files if file is not None)
        if not pictures:
            return []
        span = pictures[0].span or self.span(inline)
        name = "image " + " ".join(picture.path.name for picture in pictures)
        return [Figure(name, pictures, "row", (), span)]

    def _image(self, inline: Tree, node: Tree) -> ImageFile | None:
        token = node.token
        assert token is not None
        source = self.pieces.plain(str(token.attrGet("src") or ""))
        alt = self.pieces.plain(token.content).strip()
        label = str(token.attrGet("title") or "")
        span = self.pieces.span_in(inline, token)
        span = span._replace(end_column=span.end_column + len(f"![{token.content}]({source})") - 1)
        if not alt:
            message, hint = "a picture needs words", f"write ![what it shows]({source})"
            self.report.error("rulebook.image", message, span, hint=hint)
        if not self.pieces.is_plain(token.content):
            message, hint = "the words of a picture must be plain text", "remove the macro"
            self.report.error("rulebook.image", message, span, hint=hint)
        try:
            path = find_image(source, self.folder)
            if is_pdf(path):
                message = f"'{path.name}' is a PDF, which no web page shows as a picture"
                raise ImageError("image.kind", message, "save it as PNG")
            verify(path)
            check_colours(path, span, self.report)
        except ImageError as fault:
            self.report.error("rulebook.image", fault.message, span, hint=fault.hint)
            return None
        return ImageFile(path, alt, self.pieces.caption(label, span), None, span)

    def _list(self, node: Tree) -> Iterator[Block]:
        start = None
        if node.type == "ordered_list":
            start = int(node.attrs.get("start", 1))
        items = tuple(self.blocks(item.children) for item in node.children)
        yield Listing(tuple(item for item in items if item), start, self.span(node))

    def _table(self, node: Tree) -> Iterator[Block]:
        rows = [row for part in node.children for row in part.children]
        head, *body = rows
        columns = tuple(Column(cell.content, align) for cell, align in self._cells(head))
        cells = tuple(tuple(cell for cell, _ in self._cells(row)) for row in body)
        yield Table("", columns, cells, (), self.span(node))

    def _cells(self, row: Tree) -> Iterator[tuple[Cell, str]]:
        column = 0
        for node in row.children:
            align = str(node.attrs.get("style", "")).rpartition(":")[2] or "left"
            inline = node.children[0] if node.children else None
            if inline is None:
                yield Cell(), align
                continue
            line = self.rendered.lines[(row.map or (0, 1))[0]]
            at = line.find(inline.content, column)
            column = max(at, column)
            yield self._cell(inline, column), align
            column += len(inline.content)

    def _cell(self, inline: Tree, column: int) -> Cell:
        values = self.made_in(inline)
        if values and len(values) == 1 and isinstance(values[0].value, Figure):
            pictures = values[0].value.pictures
            if len(pictures) == 1 and not isinstance(pictures[0], ImageFile):
                return Cell((), pictures[0])
        return Cell(trimmed(self.pieces.inline(inline, column)))

    def _subheading(self, node: Tree) -> Iterator[Block]:
        level = int(node.tag[1:])
        heading = TitleLine(node, self.pieces, self.report)
        if level not in (3, 4):
            hint = "write ### or ####" if level > 4 else "begin the line in the first column"
            message = f"a heading of level {level} cannot stand here"
            self.report.error("rulebook.markdown", message, self.span(node), hint=hint)
            return
        span = self.span(node)
        if heading.classes:
            message, hint = "only sections have classes", f"remove .{heading.classes[0]}"
            self.report.error("rulebook.section", message, span, hint=hint)
        self.subheadings += 1
        own = heading.id or f"{self.section or 'lead'}-{self.subheadings}"
        self.name(own, span)
        if not has_words(heading.title):
            message, hint = "the title needs words", f"write {'#' * level} Title"
            self.report.error("rulebook.section", message, span, hint=hint)
        yield Subheading(level, own, heading.title, span)

    def name(self, own: str, span: Span) -> bool:
        """Return whether a heading is the first with its id; a second one is reported."""
        first = self._ids.setdefault(own, span)
        if first is not span:
            self.report.error(
                "rulebook.section-twice", f"two headings have the id '{own}'", span,
                hint="give one of the two another id", related=[(first, "first given here")],
            )  # fmt: skip
        return first is span

    def _container(self, node: Tree) -> Iterator[Block]:
        line = node.map[0] if node.map else 0
        info = str(node.info)
        span = self.rendered.whole(line, line + 1)
        kind = container_kind(self.pieces.plain(info), span, self.report)
        blocks = self.blocks(node.children)
        if kind is None:
            yield from blocks
            return
        rest = info.strip().partition(" ")[2].strip()
        if not blocks and not self._is_lost(node):
            message, hint = f"the block {kind} is empty", "write what it says before :::"
            self.report.error("rulebook.empty-section", message, span, hint=hint)
        if kind == "ruling":
            key, _, rest = rest.partition(" ")
            yield from self._note(self.pieces.plain(key), rest.strip(), blocks, line)
            return
        title = self._title(rest, line)
        if kind == "aside":
            if title:
                first = Paragraph(tuple(_bold(title)), span)
                blocks = (first, *blocks)
            yield SideNote(blocks, span)
        else:
            yield Callout(kind, title, blocks, span)

    def _is_lost(self, node: Tree) -> bool:
        """Return whether a fault inside a node is reported already."""
        span = self.span(node)
        return any(span.line <= line <= span.end_line for line in self.lost)

    def _note(self, key: str, title: str, blocks: tuple[Block, ...], line: int) -> Iterator[Block]:
        span = self.rendered.whole(line, line + 1)
        if not key or not title:
            message = "a ruling needs a key and a title"
            hint = "write ::: ruling key Title"
            self.report.error("rulebook.ruling", message, span, hint=hint)
            return
        first = next((note for note in self.notes if note.key == key), None)
        if first is not None:
            self.report.error(
                "rulebook.ruling", f"the ruling '{key}' has two entries", span,
                hint="join the two", related=[(first.span, "first given here")],
            )  # fmt: skip
        note = RulingNote(key, len(self.notes) + 1, self._title(title, line), blocks, span)
        self.notes.append(note)
        yield note

    def _title(self, text: str, line: int) -> Sentence:
        return trimmed(self.pieces.line(Stretch(text, line))) if text else ()


def _bold(sentence: Sentence) -> Iterator[Any]:
    for piece in sentence:
        yield piece._replace(bold=True) if isinstance(piece, Words) else piece


def has_words(sentence: Sentence) -> bool:
    """Return whether there is something to read in a sentence besides signs and icons."""
    letters = (c for piece in sentence if isinstance(piece, Words) for c in piece.text)
    return any(letter.isprintable() and not letter.isspace() for letter in letters)


def trimmed(sentence: Sentence) -> Sentence:
    """Return a sentence without spaces at its ends and without empty words."""
    pieces = list(sentence)
    while pieces and isinstance(pieces[0], (Words, Break)):
        first = pieces.pop(0)
        text = first.text.lstrip(" ") if isinstance(first, Words) else ""
        if text and isinstance(first, Words):
            pieces.insert(0, first._replace(text=text))
            break
    while pieces and isinstance(pieces[-1], (Words, Break)):
        last = pieces.pop()
        text = last.text.rstrip(" ") if isinstance(last, Words) else ""
        if text and isinstance(last, Words):
            pieces.append(last._replace(text=text))
            break
    return tuple(p for p in pieces if not isinstance(p, Words) or p.text)
