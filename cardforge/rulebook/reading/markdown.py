"""Markdown of a rules text: its tokens with the place of every line and piece.

The only home of markdown-it-py.  What a rulebook cannot print is not read as Markdown at all: no
raw HTML, no entities, no code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.container import container_plugin

from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.rulebook.book import Break, Inline, Sentence, Words
from cardforge.rulebook.reading.source_text import FIRST_VALUE, PLANE
from cardforge.rulebook.reading.template.environment import Made
from cardforge.rulebook.reading.template.rendered import Rendered

CONTAINERS = ("example", "note", "remember", "aside", "ruling")
_UNUSED = ("html_block", "code", "lheading", "reference", "html_inline", "entity", "autolink",
           "backticks", "fragments_join", "text_join")  # fmt: skip
_VALUE = re.compile(f"([{chr(FIRST_VALUE)}-{chr(FIRST_VALUE + PLANE)}])")
_FENCE = re.compile(r"\s*(:{3,})\s*(.*?)\s*\Z")
_WEB = ("https://", "http://", "mailto:")


class _PlacedState(StateInline):
    """Notes where in its text each token begins."""

    def pushPending(self) -> Token:  # noqa: N802
        """Push the typed text that is waiting."""
        start = self.src.rfind(self.pending, 0, self.pos + 1)
        token = super().pushPending()
        token.meta["at"] = max(start, 0)
        return token

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Push a token."""
        token = super().push(ttype, tag, nesting)
        token.meta["at"] = self.pos
        return token


class _PlacedInline(ParserInline):
    """Reads the text of a line with a state that notes places."""

    def __init__(self, usual: ParserInline) -> None:
        super().__init__()
        self.ruler, self.ruler2 = usual.ruler, usual.ruler2

    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        """Return the tokens of a text."""
        state = _PlacedState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


class _Reader(MarkdownIt):
    """Markdown as rules texts have it; addresses are kept as they are typed."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"html": False})
        self.enable("table").disable(_UNUSED)
        container_plugin(self, "block", validate=lambda *_: True)
        self.inline = _PlacedInline(self.inline)

    def validateLink(self, url: str) -> bool:  # noqa: N802
        """Return true: whoever makes the link judges its address."""
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        """Return the address as it is."""
        return url


Tree = SyntaxTreeNode
_READER = _Reader()


def tree_of(rendered: Rendered, report: Report) -> SyntaxTreeNode:
    """Return the tokens of a rendered text as a tree; what nests too deep is reported."""
    # A tab is a space like another; what it would mean at the beginning of a line is code.
    tokens = _READER.parse("\n".join(rendered.lines).replace("\t", " "))
    deepest = int(_READER.options["maxNesting"]) - 1
    for token in tokens:
        if token.level == deepest and token.type in ("list_item_open", "container_block_open"):
            line = token.map[0] if token.map else 0
            span = rendered.whole(line, line + 1)
            message, hint = "lists are nested too deep", "nest fewer lists into each other"
            report.error("rulebook.markdown", message, span, hint=hint)
    return SyntaxTreeNode(tokens)


def check_containers(rendered: Rendered, report: Report) -> None:
    """Report containers that are unknown, stand in each other, or are not closed."""
    opened: int | None = None
    for number, line in enumerate(rendered.lines):
        match = _FENCE.match(line)
        if match is None and (opened is None or not line.startswith("## ")):
            continue
        span = rendered.whole(number, number + 1)
        if match is None or match[2]:
            if opened is not None:
                _report_open(rendered.whole(opened, opened + 1), report)
            opened = None if match is None else number
        elif opened is None:
            hint = "remove it, or begin the block above with ::: note"
            report.error("rulebook.markdown", "no block is open here", span, hint=hint)
        else:
            opened = None
    if opened is not None:
        _report_open(rendered.whole(opened, opened + 1), report)


def _report_open(span: Span, report: Report) -> None:
    message = "the block that opens here is not closed"
    report.error("rulebook.markdown", message, span, hint="close it with a line of just :::")


def container_kind(info: str, span: Span, report: Report) -> str | None:
    """Return the kind of a container, None after reporting one that is unknown."""
    kind = info.split(maxsplit=1)[0] if info.strip() else ""
    if kind in CONTAINERS:
        return kind
    hint = did_you_mean(kind, CONTAINERS) or "use one of " + ", ".join(CONTAINERS)
    report.error("rulebook.markdown", f"no block is called '{kind}'", span, hint=hint)
    return None


class Stretch(NamedTuple):
    """Text of one or more lines of the rendered text, as a token holds it."""

    text: str
    line: int
    column: int = 0


class Pieces:
    """Makes the inline pieces of a book out of Markdown; `values` are what the characters mean."""

    def __init__(self, values: Sequence[Any], report: Report, rendered: Rendered | None) -> None:
        self.values, self.report, self.rendered = values, report, rendered

    def value(self, character: str) -> Any:
        """Return what a private character stands for."""
        number = ord(character) - FIRST_VALUE
        return self.values[number] if number < len(self.values) else ""

    def is_plain(self, text: str) -> bool:
        """Return whether a text holds nothing that a macro made."""
        return not any(isinstance(self.value(part), Made) for part in _VALUE.findall(text))

    def plain(self, text: str) -> str:
        """Return a text with the values that its private characters stand for."""
        return "".join(
            (str(value) if not isinstance(value := self.value(part), Made) else "")
            if _VALUE.match(part)
            else part
            for part in _VALUE.split(text)
        )

    def caption(self, text: str, span: Span) -> Sentence:
        """Return the pieces of a text that a macro was given, all at one place."""
        tokens = _READER.parseInline(" ".join(text.split("\n")).replace("\t", " "))
        return self.sentence(tokens[0].children or (), lambda start, end: span) if tokens else ()

    def line(self, stretch: Stretch) -> Sentence:
        """Return the pieces of a text in the rendered text that is not a token of its own."""
        tokens = _READER.parseInline(stretch.text.replace("\t", " "))
        if not tokens:
            return ()
        return self.sentence(tokens[0].children or (), self._places(stretch))

    def inline(self, node: SyntaxTreeNode, column: int = 0) -> Sentence:
        """Return the pieces of the text of a paragraph, a heading or a cell."""
        token = node.token
        if token is None or not token.content:
            return ()
        line = token.map[0] if token.map else 0
        places = self._places(Stretch(token.content, line, column))
        return self.sentence(token.children or (), places)

    def span_in(self, node: SyntaxTreeNode, token: Token, length: int = 1) -> Span:
        """Return the place of a token inside the text of a node."""
        own = node.token
        line = own.map[0] if own is not None and own.map else 0
        at = token.meta.get("at", 0)
        place: Span = self._places(Stretch(node.content, line))(at, at + length)
        return place

    def _places(self, stretch: Stretch) -> Any:
        """Return the function from positions in a text to places of the file."""
        rendered = self.rendered
        assert rendered is not None
        starts, offsets = [0], []
        for number, line in enumerate(stretch.text.split("\n")):
            starts.append(starts[-1] + len(line) + 1)
            full = rendered.lines[min(stretch.line + number, len(rendered.lines) - 1)]
            after = stretch.column if number == 0 else 0
            offsets.append(max(full.replace("\t", " ").find(line, after), 0))

        def place(start: int, end: int) -> Span:
            number = min(bisect_right(starts, start) - 1, len(offsets) - 1)
            column = offsets[number] + start - starts[number]
            stop = min(end, starts[number + 1] - 1) - start
            return rendered.span(stretch.line + number, column, column + max(stop, 1))

        return place

    def sentence(self, tokens: Sequence[Token], place: Any) -> Sentence:
        """Return the pieces that inline tokens stand for."""
        return _merged(self._pieces(tokens, place))

    def _pieces(self, tokens: Sequence[Token], place: Any) -> Iterator[Inline]:
        bold, italic, href = 0, 0, None
        for token in tokens:
            at = token.meta.get("at", 0)
            style = Words(
                "", bold > 0, italic > 0, href, place(at, at + max(len(token.content), 1))
            )
            if token.type in ("text", "text_special"):
                yield from self._texts(token.content, style)
            elif token.type == "softbreak":
                yield style._replace(text=" ")
            elif token.type == "hardbreak":
                yield Break(style.span)
            elif token.type in ("strong_open", "strong_close"):
                bold += token.nesting
            elif token.type in ("em_open", "em_close"):
                italic += token.nesting
            elif token.type == "link_open":
                href = self._address(token, place(max(at - 1, 0), at))
            elif token.type == "link_close":
                href = None
            elif token.type == "image":
                message, hint = "a picture stands in a line of text", "give it a paragraph"
                self.report.error("rulebook.figure-place", message, style.span, hint=hint)

    def _address(self, token: Token, span: Span) -> str | None:
        address = self.plain(str(token.attrGet("href") or ""))
        if address.startswith(("#", *_WEB)) and len(address) > 1:
            return address
        message = f"a link cannot lead to '{address:.60}'"
        hint = "write an address that begins with https://, or # and the id of a section"
        self.report.error("rulebook.markdown", message, span, hint=hint)
        return None

    def _texts(self, text: str, style: Words) -> Iterator[Inline]:
        for part in _VALUE.split(text):
            if not part:
                continue
            if not _VALUE.match(part):
                yield style._replace(text=part)
                continue
            value = self.value(part)
            if not isinstance(value, Made):
                yield style._replace(text=re.sub(r"[ \t\r\n\f\v\x85\u2028\u2029]+", " ", value))
            elif value.inline:
                yield value.value
            else:
                message = f"{value.name}() stands in a line of text"
                hint = "give it a paragraph of its own: an empty line above and below"
                self.report.error("rulebook.figure-place", message, value.span, hint=hint)


def _merged(pieces: Iterator[Inline]) -> Sentence:
    """Return pieces with neighbouring words of one style joined."""
    made: list[Inline] = []
    for style, group in groupby(pieces, key=_style):
        joined = list(group)
        if style is None:
            made.extend(joined)
            continue
        words = [piece for piece in joined if isinstance(piece, Words)]
        first, last = words[0].span, words[-1].span
        if first is not None and last is not None and last[3:] > first[3:]:
            first = first._replace(end_line=last.end_line, end_column=last.end_column)
        made.append(words[0]._replace(text="".join(word.text for word in words), span=first))
    return tuple(made)


def _style(piece: Inline) -> tuple[bool, bool, str | None] | None:
    """Return the style of words, None for other pieces."""
    return piece[1:4] if isinstance(piece, Words) else None
