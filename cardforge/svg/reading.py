"""An SVG file as a tree of nodes, read by a parser that opens nothing else.

Entities from outside and entities inside entities are refused; a plain one, as some programs
write for their namespaces, is taken.  Sizes are bounded before anything is drawn.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardforge.svg.faults import DEEPEST, MOST_BYTES, MOST_ELEMENTS, SvgError

SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
_GZIP = b"\x1f\x8b"
_START = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<!DOCTYPE[^<>]*(?:\[.*?\])?\s*>\s*)*"
                    rb"<(?:[\w.-]+:)?svg[\s>/]", re.DOTALL)  # fmt: skip
_LONGEST_ENTITY, _MOST_ENTITIES = 1_000, 100
_SMALLER = "simplify the drawing, or save it as a PNG"


class Node:
    """An element of the file: its name, attributes, and what stands in it, in order."""

    __slots__ = ("attributes", "before", "classes", "content", "last", "line", "parent", "tag")

    def __init__(
        self, tag: str, attributes: dict[str, str], line: int, parent: Node | None
    ) -> None:
        self.tag = tag
        self.attributes = attributes
        self.line = line
        self.parent = parent
        self.content: list[Node | str] = []
        self.classes = tuple(attributes.get("class", "").split())
        # The element before this one in its parent, and the last one in it.
        self.before = parent.last if parent is not None else None
        self.last: Node | None = None
        if parent is not None:
            parent.last = self

    @property
    def id(self) -> str | None:
        """Return the name that other elements refer to."""
        return self.attributes.get("id")

    @property
    def children(self) -> Iterator[Node]:
        """Yield the elements inside this one."""
        return (item for item in self.content if isinstance(item, Node))

    @property
    def text(self) -> str:
        """Return the characters that stand directly in the element."""
        return "".join(item for item in self.content if isinstance(item, str))

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute without the space around it."""
        return self.attributes.get(name, default).strip()


def is_svg(start: bytes) -> bool:
    """Return whether the first bytes of a file are those of an SVG drawing, plain or gzipped."""
    if start[:2] == _GZIP:
        try:
            start = zlib.decompressobj(wbits=31).decompress(start, 4_000)
        except zlib.error:
            return False
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if start.startswith(mark):
            start = start[2:].decode(encoding, "ignore").encode()
    return _START.match(start.removeprefix(b"\xef\xbb\xbf")) is not None


def read_tree(path: Path) -> Node:
    """Return the root element of an SVG file; raises SvgError."""
    tree = _Tree(path.name)
    root = tree.read(content(path))
    if root is None or root.tag != "svg":
        raise SvgError("svg.broken", f"'{path.name}' is not an SVG drawing", "save it as plain SVG")
    return root


def content(path: Path) -> bytes:
    """Return the bytes of a file, unpacked, within bounds."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as fault:
        reason = fault.strerror or "it cannot be read"
        message = f"'{path.name}' cannot be read: {reason}"
        raise SvgError("svg.broken", message, "look whether the file may be read") from None
    if data[:2] == _GZIP:
        unpacker = zlib.decompressobj(wbits=31)
        try:
            data = unpacker.decompress(data, MOST_BYTES + 1)
        except zlib.error:
            message = f"'{path.name}' is damaged: it cannot be unpacked"
            raise SvgError("svg.broken", message, "save the drawing again") from None
    if len(data) > MOST_BYTES:
        message = f"'{path.name}' is larger than {MOST_BYTES // 1_000_000} MB"
        raise SvgError("svg.too-large", message, _SMALLER)
    return data


class _Tree:
    """Builds the nodes of a file while expat reads it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._root: Node | None = None
        self._at: Node | None = None
        # How deep the reading is inside elements of other programs, which nobody draws.
        self._foreign = 0
        self._depth = self._count = self._size = self._entities = 0
        self._parser: Any = None

    def read(self, data: bytes) -> Node | None:
        """Return the root of the file's elements."""
        from xml.parsers import expat

        parser: Any = expat.ParserCreate(namespace_separator=" ")
        self._parser = parser
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        parser.ExternalEntityRefHandler = self._outside
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        try:
            parser.Parse(data, True)
        except expat.ExpatError as fault:
            reason = expat.errors.messages.get(fault.code, "it cannot be read")
            message = f"'{self._name}' is not well-formed in line {fault.lineno}: {reason}"
            raise SvgError("svg.broken", message, "save the drawing again") from None
        except (LookupError, ValueError) as fault:
            message = f"'{self._name}' has an encoding that cannot be read: {fault}"
            raise SvgError("svg.broken", message, "save it in UTF-8") from None
        return self._root

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._count += 1
        if self._depth > DEEPEST:
            raise self._too_large(f"has elements nested deeper than {DEEPEST}")
        if self._count > MOST_ELEMENTS:
            raise self._too_large(f"has more than {MOST_ELEMENTS:,} elements")
        space, _, tag = name.rpartition(" ")
        if self._foreign or space not in (SVG, ""):
            self._foreign += 1
            return
        own = {key: value for key, value in map(_attribute, attributes.items()) if key}
        self._grow(sum(map(len, own.values())))
        node = Node(tag, own, self._parser.CurrentLineNumber, self._at)
        if self._at is not None:
            self._at.content.append(node)
        elif self._root is None:
            self._root = node
        self._at = node

    def _end(self, _name: str) -> None:
        self._depth -= 1
        if self._foreign:
            self._foreign -= 1
        elif self._at is not None:
            self._at = self._at.parent

    def _characters(self, text: str) -> None:
        if self._at is None or self._foreign:
            return
        self._grow(len(text))
        self._at.content.append(text)

    def _entity(self, name: str, is_parameter: int, value: str | None, *_where: Any) -> None:
        """Refuse the entities that read files or grow; others are short words."""
        self._entities += 1
        plain = value is not None and "&" not in value and len(value) <= _LONGEST_ENTITY
        if is_parameter or not plain or self._entities > _MOST_ENTITIES:
            message = f"'{self._name}' declares the entity '{name:.40}', which could read or fill"
            hint = "save it as plain SVG, without a DOCTYPE that declares entities"
            raise SvgError("svg.entity", f"{message} anything", hint)

    def _outside(self, *_reference: Any) -> int:
        # Nothing outside is opened: 0 would stop the reading, 1 goes on without it.
        return 1

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > 2 * MOST_BYTES:
            raise self._too_large("unfolds to more than it may")

    def _too_large(self, what: str) -> SvgError:
        return SvgError("svg.too-large", f"'{self._name}' {what}", _SMALLER)


def _attribute(item: tuple[str, str]) -> tuple[str, str]:
    """Return name and value of an attribute, the name empty for one of another program."""
    name, value = item
    space, _, local = name.rpartition(" ")
    if not space:
        return local, value
    if space == _XML:
        return f"xml:{local}", value
    return (local if space == _XLINK and local == "href" else "", value)
