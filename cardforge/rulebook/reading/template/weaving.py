"""What a rules text may contain, and guards and marks woven into its tree before it runs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast

from jinja2 import nodes

from cardforge.diagnostics import did_you_mean
from cardforge.expressions import WordingError
from cardforge.rulebook.reading.source_text import refused_character
from cardforge.rulebook.reading.template.environment import Guard, PlacedError, TextEnvironment
from cardforge.rulebook.reading.template.lexed import Lexed, Tag
from cardforge.sandbox import refuse_forbidden

_STEPS_OF_OPERATION = 20
_STEPS_OF_CALL = 300
_Node = TypeVar("_Node", bound=nodes.Node)
_CHEAP = (nodes.Const, nodes.Name, nodes.Output, nodes.TemplateData, nodes.Keyword)


def forbidden_parts(
    tree: nodes.Template, environment: TextEnvironment
) -> Iterator[tuple[int, WordingError]]:
    """Yield line and reason of each part of the text that must not run."""
    waiting: list[nodes.Node] = tree.body[::-1]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (nodes.Output, nodes.If, nodes.For)):
            waiting.extend(reversed(list(node.iter_child_nodes())))
            continue
        try:
            _refuse_own(node, environment)
            refuse_forbidden(nodes.Template([node]), environment)
        except WordingError as fault:
            yield node.lineno, fault


def _refuse_own(node: nodes.Node, environment: TextEnvironment) -> None:
    if isinstance(node, nodes.Assign) and not isinstance(node.target, nodes.Name):
        raise WordingError("set gives one value to one name", "write {% set name = value %}")
    for constant in _all_of(nodes.Const, node):
        found = refused_character(constant.value) if isinstance(constant.value, str) else None
        if found is not None:
            raise WordingError(f"{found} is not a printable character", "delete the character")
    for call in _all_of(nodes.Call, node):
        called = call.node
        if isinstance(called, nodes.Name) and called.name not in environment.globals:
            hint = did_you_mean(called.name, environment.globals) or "see the list of macros"
            raise PlacedError("rulebook.macro", f"no macro is called '{called.name}'", hint)
        if call.dyn_kwargs is not None:
            raise WordingError("'**' is no argument here", "write name=value")
        keys = [keyword.key for keyword in call.kwargs]
        for key in keys:
            if key.startswith("_"):
                raise WordingError(f"'{key}' is no argument here", "remove it")
            if keys.count(key) > 1:
                raise WordingError(f"the argument '{key}' is given twice", "remove one of the two")


def _all_of(kind: type[_Node], node: nodes.Node) -> Iterator[_Node]:
    """Yield the nodes of one kind: the node itself, and those inside it."""
    if isinstance(node, kind):
        yield node
    yield from node.find_all(kind)


def steps_of(body: list[Any]) -> int:
    """Return what it costs to run nodes once; an inner loop counts its own rounds."""
    steps, waiting = 0, list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.TemplateData):
            steps += len(node.data)
        elif isinstance(node, nodes.Call):
            steps += _STEPS_OF_CALL
        else:
            steps += 1 if isinstance(node, _CHEAP) else _STEPS_OF_OPERATION
        waiting.extend(node.iter_child_nodes())
    return steps


class Weaver:
    """Puts marks into the typed text of a tree, guards around what its tags compute."""

    def __init__(
        self, environment: TextEnvironment, lexed: Lexed, macros: Mapping[str, Any]
    ) -> None:
        self.environment, self.macros = environment, macros
        self.data, self.tags = iter(lexed.data), lexed.working_tags()
        self.calls = lexed.calls

    def weave(self, node: nodes.Node) -> None:
        """Change a node and all inside it, in the order of the text."""
        if isinstance(node, nodes.Output):
            node.nodes = [self._piece(child) for child in node.nodes]
        elif isinstance(node, nodes.If):
            node.test = self._guard(node.test, "if")
            self._all(node.body, node.elif_, node.else_)
        elif isinstance(node, nodes.For):
            names = len(node.target.items) if isinstance(node.target, nodes.Tuple) else 1
            tag = next(self.tags)
            steps = steps_of(node.body) + 1
            node.iter = self._guard(node.iter, "for", tag, steps, names)
            node.test = None if node.test is None else self._guard(node.test, "if", tag)
            self._all(node.body, node.else_)
        elif isinstance(node, nodes.Assign):
            node.node = self._guard(node.node, "set")
        else:
            self._all(list(node.iter_child_nodes()))

    def _all(self, *lists: list[Any]) -> None:
        for children in lists:
            for child in children:
                self.weave(child)

    def _piece(self, node: nodes.Expr) -> nodes.Expr:
        if not isinstance(node, nodes.TemplateData):
            return self._guard(node, "text")
        offset, _ = next(self.data)
        pieces = []
        for line in node.data.splitlines(keepends=True):
            pieces += [self.environment.mark(offset), line]
            offset += len(line)
        if node.data.endswith("\n"):
            pieces.append(self.environment.mark(offset))
        return nodes.TemplateData("".join(pieces), lineno=node.lineno)

    def _guard(
        self, node: nodes.Node, use: str, tag: Tag | None = None, steps: int = 0, names: int = 1
    ) -> nodes.Expr:
        tag = tag or next(self.tags)
        self._place_calls(node, tag)
        self.environment.guards.append(Guard(tag, use, steps, names))
        number = nodes.Const(len(self.environment.guards) - 1)
        return nodes.Filter(
            cast(nodes.Expr, node), "guarded", [number], [], None, None, lineno=node.lineno
        )

    def _place_calls(self, node: nodes.Node, tag: Tag) -> None:
        """Tell each call of a macro where it is written."""
        first = bisect_left(self.calls, tag.start, key=lambda call: call[1])
        last = bisect_left(self.calls, tag.end, key=lambda call: call[1])
        written = self.calls[first:last]
        for call in _all_of(nodes.Call, node):
            name = call.node.name if isinstance(call.node, nodes.Name) else ""
            if name not in self.macros:
                continue
            place = next((c for c in written if c[0] == name), (name, tag.start, tag.end))
            if place in written:
                written.remove(place)
            call.kwargs.append(nodes.Keyword("_place", nodes.Const(place[1:])))
