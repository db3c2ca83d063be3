"""Reads YAML into plain text with places; the only home of PyYAML.

Nothing is guessed: `no`, `010`, `1:30` and `2024-05-01` stay the text that was typed.  A file
from a stranger cannot run code, recurse, or grow beyond the limits below.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)
from yaml.reader import ReaderError

from cardforge.diagnostics import Report, Span, did_you_mean
from cardforge.syntax import (
    DEEPEST,
    NEST_FEWER,
    TOO_DEEP,
    Trouble,
    cut_text,
    explain,
    glued_comments,
    quote_hint,
)
from cardforge.textfile import LINE_BREAK, read_text, refuse_character, start_of

MOST_VALUES = 500_000
MOST_ALIASED = 200_000
MOST_FAULTS = 500

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CORE_TAG = "tag:yaml.org,2002:"
_VALUE_ENDS = re.compile(r"[ \t]*(?:[\r\n,\]}]|#|\Z)")


class Node:
    """A value of a designer's file and its place; treat it as immutable."""

    __slots__ = ("_file", "_keys", "_marks", "plain", "value")

    def __init__(
        self, value: Any, plain: bool, file: str, marks: tuple[Any, Any], keys: Any = None
    ) -> None:
        self.value: Any = value
        self.plain = plain
        self._file = file
        self._marks = marks
        # Marks of this file; keys that came from another file have whole places.
        self._keys: dict[str, Any] | None = keys

    @property
    def span(self) -> Span:
        """Return the place of the value."""
        return _span(self._file, *self._marks)

    @property
    def keys(self) -> dict[str, Span]:
        """Return the places of a mapping's keys, none for anything else."""
        return {key: self.key_span(key) for key in self._keys or {}}

    def key_span(self, key: str) -> Span:
        """Return the place of one key, or of the whole value when it has no such key."""
        marks = (self._keys or {}).get(key, self._marks)
        return marks if isinstance(marks, Span) else _span(self._file, *marks)

    def joined(self, later: Node) -> Node:
        """Return a mapping with the entries of both; where both have a key, `later` wins."""
        keys = {**(self._keys or {}), **later.keys}
        return Node({**self.value, **later.value}, False, self._file, self._marks, keys)

    def followed_by(self, later: Node) -> Node:
        """Return a list with the entries of both, each at its own place."""
        return Node([*self.value, *later.value], False, self._file, self._marks)

    def over(self, base: Node) -> Node:
        """Return this mapping, at its own place, with its gaps filled from `base`."""
        keys = {**base.keys, **(self._keys or {})}
        return Node({**base.value, **self.value}, False, self._file, self._marks, keys)

    def replaced(self, key: str, child: Node) -> Node:
        """Return the mapping with the value of one of its keys exchanged."""
        value = {**self.value, key: child}
        return Node(value, False, self._file, self._marks, self._keys)

    def without(self, key: str) -> Node:
        """Return the mapping without one of its keys."""
        value = {name: child for name, child in self.value.items() if name != key}
        return Node(value, False, self._file, self._marks, self._keys)

    def only(self, key: str) -> Node:
        """Return the mapping with one of its keys alone."""
        return Node({key: self.value[key]}, False, self._file, self._marks, self._keys)

    def empty(self) -> Node:
        """Return a mapping without entries at the place of this value."""
        return Node({}, False, self._file, self._marks)

    def moved_to(self, place: Node) -> Node:
        """Return the same values, all of them at the place of another node."""
        value = self.value
        if isinstance(value, dict):
            value = {key: child.moved_to(place) for key, child in value.items()}
        elif isinstance(value, list):
            value = [child.moved_to(place) for child in value]
        return Node(value, self.plain, place._file, place._marks)

    def __repr__(self) -> str:
        return f"Node({self.value!r})"


def read(
    path: Path,
    report: Report,
    *,
    shown: str | None = None,
    place: Span | None = None,
    rows: bool = False,
) -> Node | None:
    """Return what a file says, None when it says nothing usable.

    `shown` names the file in problems, `place` is where another file asked for it; `rows`
    accepts a list at the top, as tables have.
    """
    file = str(path) if shown is None else shown
    text = read_text(path, report, file, place)
    return None if text is None else parse(text, file, report, rows=rows)


def parse(text: str, file: str, report: Report, *, rows: bool = False) -> Node | None:
    """Return what a text says, None when it says nothing usable."""
    builder = _Builder(text, file, report)
    try:
        node = builder.document(_LOADER(text))
    except _Stop:
        return None
    except yaml.MarkedYAMLError as fault:
        builder.explain(fault)
        return None
    except (ReaderError, UnicodeEncodeError):
        refuse_character(text, file, report)
        return None
    return node if _is_usable(node, file, report, rows) else None


class _Stop(Exception):
    """The file must not be read further; the reason is in the report."""


def _span(file: str, start: Any, end: Any) -> Span:
    return Span(file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _is_usable(node: Node | None, file: str, report: Report, rows: bool) -> bool:
    if node is None or node.value is None:
        hint = "write keys and values into it, one 'key: value' a line"
        report.error("source.empty", f"{file} holds no keys", start_of(file), hint=hint)
        return False
    if isinstance(node.value, dict) or (rows and isinstance(node.value, list)):
        return True
    found = "a list" if isinstance(node.value, list) else "a text"
    wanted = "a list of rows" if rows else "a mapping of keys to values"
    message = f"{file} must be {wanted} at the top, found {found}"
    hint = "begin each row with '- '" if rows else "begin with a key and a colon"
    report.error("source.top-level", message, node.span, hint=hint)
    return False


class _Builder:
    """Builds nodes from the parser's events in one pass.

    Events, because the parser itself never recurses: depth, tags and aliases are judged before
    anything of their size exists.
    """

    def __init__(self, text: str, file: str, report: Report) -> None:
        self._text = text
        self._file = file
        self._report = report
        self._next: Callable[[], Any] = lambda: None
        self._anchors: dict[str, tuple[Node | None, Any]] = {}
        self._aliases: set[str] = set()
        self._values_left = MOST_VALUES
        self._aliased_left = MOST_ALIASED
        self._faults_left = MOST_FAULTS
        self._last_end: Any = None
        self._comments = glued_comments(text)

    def document(self, loader: Any) -> Node | None:
        """Return the one document of the file, None when there is none."""
        self._next = loader.get_event
        self._next()
        if isinstance(self._next(), StreamEndEvent):
            return None
        node = self._node(self._next(), 1)
        self._warn_of_anchors()
        self._next()
        another = self._next()
        if isinstance(another, DocumentStartEvent):
            hint = "keep one document in a file: remove the line '---'"
            self._stop("source.documents", "a second document begins here", another, hint)
        return node

    def explain(self, fault: yaml.MarkedYAMLError) -> None:
        """Report what stopped the parser, in a designer's words."""
        at: Any = fault.problem_mark or fault.context_mark
        since: Any = fault.context_mark or at
        lines = LINE_BREAK.split(self._text)
        problem, context = fault.problem or "", fault.context or ""
        found = explain(Trouble(problem, context, at, since, lines, self._file))
        code, message, span, hint, related = found
        self._report.error(code, message, span, hint=hint, related=related)

    def _node(self, event: Any, depth: int) -> Node:
        self._values_left -= 1
        if self._values_left < 0:
            message = f"a file may hold at most {MOST_VALUES:,} values"
            self._stop("source.too-large", message, event, "split the file")
        kind = type(event)
        if kind is AliasEvent:
            return self._alias(event, depth)
        if event.anchor is None:
            return self._scalar(event) if kind is ScalarEvent else self._collection(event, depth)
        self._open_anchor(event)
        node = self._scalar(event) if kind is ScalarEvent else self._collection(event, depth)
        self._anchors[event.anchor] = (node, event)
        return node

    def _scalar(self, event: Any) -> Node:
        value, end = event.value, event.end_mark
        plain = not event.style and event.tag is None
        self._last_end = end
        if plain:
            if end.line in self._comments:
                self._warn_of_comment(value, event)
            value = value or None
        elif event.tag is not None:
            self._check_tag(event, "str")
        return Node(value, plain, self._file, (event.start_mark, end))

    def _collection(self, event: Any, depth: int) -> Node:
        if depth > DEEPEST:
            self._stop_depth(event)
        is_mapping = type(event) is MappingStartEvent
        if event.tag is not None:
            self._check_tag(event, "map" if is_mapping else "seq")
        return self._mapping(event, depth) if is_mapping else self._list(event, depth)

    def _list(self, start: Any, depth: int) -> Node:
        items: list[Node] = []
        while type(event := self._next()) is not SequenceEndEvent:
            items.append(self._node(event, depth + 1))
        return Node(items, False, self._file, self._marks(start, event))

    def _marks(self, start: Any, end: Any) -> tuple[Any, Any]:
        """Return where a collection starts and ends: at its bracket or after its last value."""
        if start.flow_style or self._last_end is None:
            self._last_end = end.end_mark
        return start.start_mark, self._last_end

    def _mapping(self, start: Any, depth: int) -> Node:
        values: dict[str, Node] = {}
        keys: dict[str, tuple[Any, Any]] = {}
        merged: Node | None = None
        misfit: Any = None
        while type(event := self._next()) is not MappingEndEvent:
            key = self._key(event, depth)
            node = self._node(self._next(), depth + 1)
            if key is None:
                misfit = misfit or event
            elif key in keys:
                self._refuse_duplicate(key, keys[key], event)
            else:
                keys[key] = (event.start_mark, event.end_mark)
                if key == "<<" and not event.style:
                    merged = node
                else:
                    values[key] = node
        mapping = Node(values, False, self._file, self._marks(start, event), keys)
        if misfit is not None:
            return self._refuse_key(mapping, misfit)
        return mapping if merged is None else self._merge(merged, mapping)

    def _key(self, event: Any, depth: int) -> str | None:
        """Return the text of a key; None, having read it to its end, when it is no text."""
        if type(event) is not ScalarEvent or not event.value:
            self._node(event, depth + 1)
            return None
        if event.anchor is not None or event.tag is not None:
            self._node(event, depth + 1)
        text: str = event.value
        return text

    def _merge(self, merged: Node, mapping: Node) -> Node:
        """Return the mapping with what `<<` brings in; its own values win, then the first."""
        sources = merged.value if isinstance(merged.value, list) else [merged]
        values: dict[str, Node] = {}
        keys: dict[str, tuple[Any, Any]] = {}
        for source in (*reversed(sources), mapping):
            if not isinstance(source.value, dict):
                message = "'<<' takes a mapping or a list of mappings"
                hint = "name an anchored mapping: '<<: *name'"
                self._report.error("source.merge", message, source.span, hint=hint)
                continue
            values.update(source.value)
            keys.update(source._keys or {})
        del keys["<<"]
        return Node(values, False, self._file, mapping._marks, keys)

    def _alias(self, event: Any, depth: int) -> Node:
        self._last_end = event.end_mark
        node, anchor = self._anchors.get(event.anchor, (None, None))
        self._aliases.add(event.anchor)
        if node is not None:
            return self._copy(node, event, depth)
        if anchor is None and not _VALUE_ENDS.match(self._text, event.end_mark.index):
            pass  # more text behind it stops the parser, and is explained then
        elif anchor is None:
            message = f"'*{event.anchor}' is an alias, but nothing is anchored as '&{event.anchor}'"
            hint = did_you_mean(event.anchor, self._anchors) or quote_hint(f"*{event.anchor}")
            self._refuse("source.alias", message, event, hint)
        else:
            message = f"'*{event.anchor}' stands inside the very value it names"
            place = (self._place(anchor), "anchored here")
            hint = "anchor a smaller part, or remove the alias"
            self._refuse("source.alias", message, event, hint, place)
        return Node(f"*{event.anchor}", False, self._file, (event.start_mark, event.end_mark))

    def _copy(self, node: Node, alias: Any, depth: int) -> Node:
        """Return a node that shares no list or mapping with the anchored one."""
        self._aliased_left -= 1
        if self._aliased_left < 0:
            message = f"the aliases of a file may stand for at most {MOST_ALIASED:,} values"
            self._stop("source.too-large", message, alias, "use fewer aliases of aliases")
        value: Any = node.value
        if value is None or isinstance(value, str):
            return node
        if depth > DEEPEST:
            self._stop_depth(alias)
        if isinstance(value, list):
            value = [self._copy(item, alias, depth + 1) for item in value]
        else:
            value = {key: self._copy(item, alias, depth + 1) for key, item in value.items()}
        return Node(value, False, self._file, node._marks, node._keys)

    def _open_anchor(self, event: Any) -> None:
        """Note that an anchor's value has begun; until it ends an alias to it would recurse."""
        name = event.anchor
        _, first = self._anchors.get(name, (None, None))
        if first is not None:
            message = f"the anchor '&{name}' is used twice"
            place = (self._place(first), "first used here")
            hint = "give one of the two another name"
            self._refuse("source.anchor", message, event, hint, place)
        self._anchors[name] = (None, event)

    def _warn_of_anchors(self) -> None:
        """Warn of a text that begins with `&` and so lost its first word."""
        if self._report.has_errors:
            return
        for name, (node, event) in self._anchors.items():
            if name not in self._aliases and node is not None and isinstance(node.value, str):
                self._count_fault()
                message = f"'&{name}' names the value for YAML and is not part of it"
                hint = quote_hint(f"&{name} {node.value}")
                self._report.warning("source.anchor-unused", message, self._place(event), hint=hint)

    def _check_tag(self, event: Any, kind: str) -> None:
        if event.tag == _CORE_TAG + kind:
            return
        tag = event.tag.removeprefix(_CORE_TAG)
        shown = tag if tag == event.tag else f"!!{tag}"
        hint = f"remove '{shown}', or put quotes around a text that starts with '!'"
        self._refuse("source.tag", f"the tag '{shown}' is not known here", event, hint)

    def _refuse_duplicate(self, key: str, first: tuple[Any, Any], event: Any) -> None:
        lines = f"line {first[0].line + 1} and line {event.start_mark.line + 1}"
        message = f"the key '{key}' is used twice in one mapping: {lines}"
        hint = "remove or rename one of the two"
        if key == "<<":
            hint = "write one '<<' with a list: '<<: [*first, *second]'"
        place = (_span(self._file, *first), "first used here")
        self._refuse("source.duplicate-key", message, event, hint, place)

    def _refuse_key(self, mapping: Node, key: Any) -> Node:
        """Return the text of an unquoted `{{ … }}`, or the mapping without the faulty key.

        Braces with more text behind them stop the parser, and are explained then.
        """
        start, end = mapping._marks
        text = self._text[start.index : end.index]
        if not text.startswith("{{"):
            hint = "write a word and a colon"
            self._refuse("source.key", "a key must be a text", key, hint)
            return mapping
        if _VALUE_ENDS.match(self._text, end.index):
            message = "a value that starts with '{{' needs quotes"
            self._report.error("source.quotes", message, mapping.span, hint=quote_hint(text))
        return Node(text, False, self._file, mapping._marks)

    def _warn_of_comment(self, value: str, event: Any) -> None:
        end = event.end_mark
        fault = cut_text(value, self._comments[end.line], end, self._file)
        if fault is not None:
            self._count_fault()
            self._report.warning(fault.code, fault.message, fault.span, hint=fault.hint)

    def _place(self, event: Any) -> Span:
        return _span(self._file, event.start_mark, event.end_mark)

    def _refuse(
        self, code: str, message: str, event: Any, hint: str, *related: tuple[Span, str]
    ) -> None:
        self._count_fault()
        self._report.error(code, message, self._place(event), hint=hint, related=related)

    def _count_fault(self) -> None:
        """Stop at the limit: a file with so many faults would fill the memory with problems."""
        self._faults_left -= 1
        if self._faults_left < 0:
            place = start_of(self._file)
            message = f"{self._file} has more than {MOST_FAULTS} faults"
            hint = "mend the first ones and try again"
            self._report.error("source.too-many", message, place, hint=hint)
            raise _Stop

    def _stop(self, code: str, message: str, event: Any, hint: str) -> NoReturn:
        self._refuse(code, message, event, hint)
        raise _Stop

    def _stop_depth(self, event: Any) -> NoReturn:
        self._stop("source.too-deep", TOO_DEEP, event, NEST_FEWER)
