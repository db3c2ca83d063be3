"""A game's own `macros.j2`: what its expressions may call beside filters, loops included.

Macros run in the same sandbox as expressions, within a measured amount of work: every round of a
loop and every call counts, so that each of them ends and stays small.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, UndefinedError, nodes
from jinja2.runtime import Context, LoopContext, Macro

from cardforge.diagnostics import Report, Span
from cardforge.expressions import WordingError, forbidden, printed
from cardforge.sandbox import ALLOWED, FAULTS, Environment, equip, refuse

MOST_WORK = 200_000
MOST_MACROS = 200
# Macros that call each other go no deeper.
DEEPEST = 30
_STEPS_OF_NODE = 20
_LOOP = ("index", "index0", "revindex", "first", "last", "length")
# What every expression can name already.
TAKEN = frozenset(
    "id name deck number copies game version title language players mode variant rulings words "
    "palette credits licence facts loop caller varargs kwargs".split()
)
_NAME = re.compile(r"[a-z]\w*\Z", re.ASCII)


class MacroEnvironment(Environment):
    """The environment of macros: loops, `set` and calls of the macros beside them."""

    allowed = (*ALLOWED, nodes.For, nodes.Assign, nodes.Macro)
    blocks = "{% if %}, {% for %}, {% set %} and {% macro %}"

    def __init__(self) -> None:
        super().__init__(
            undefined=StrictUndefined, autoescape=False, optimized=False,
            trim_blocks=True, lstrip_blocks=True, finalize=self._printed,
        )  # fmt: skip
        self.depth = 0
        equip(self, {})
        self.filters["rounds"] = self.rounds

    def _printed(self, value: Any) -> str:
        if isinstance(value, (LoopContext, Macro)):
            raise WordingError("this is no text", "print loop.index, or call the macro")
        self.charge(value)
        return printed(value)

    def getattr(self, value: Any, attribute: str) -> Any:
        """Return the entry of a mapping, or what a loop knows of itself."""
        if isinstance(value, LoopContext) and attribute in _LOOP:
            return getattr(value, attribute)
        return super().getattr(value, attribute)

    def rounds(self, value: Any, steps: int) -> list[Any]:
        """Return what a loop goes over, its rounds counted as work before they begin."""
        if not isinstance(value, (list, tuple, dict)):
            str(value)  # an unknown name says so
            raise WordingError(
                f"a loop goes over a list, found '{printed(value):.40}'", "use a list or range(…)"
            )
        values = list(value)
        self.spend(len(values) * steps)
        return values

    def call(self, context: Context, called: Any, *given: Any, **named: Any) -> Any:
        """Return what a macro or function gives; each call is work, and none goes too deep."""
        self.spend(_STEPS_OF_NODE)
        if self.depth >= DEEPEST:
            raise forbidden("macros call each other without end", "let one of them stop")
        self.depth += 1
        try:
            return super().call(context, called, *given, **named)
        finally:
            self.depth -= 1


class Macros:
    """The macros of a game, read and judged, not yet bound to the names of a run."""

    def __init__(self, names: frozenset[str], environment: MacroEnvironment, template: Any) -> None:
        self.names, self.environment, self.template = names, environment, template

    def bind(self, scope: Mapping[str, Any]) -> dict[str, Callable[..., Any]]:
        """Return the macros as functions that know the names of a run."""
        module = self.template.make_module(dict(scope))
        return {
            name: partial(self._called, name, getattr(module, name)) for name in sorted(self.names)
        }

    def _called(self, name: str, macro: Callable[..., Any], *given: Any, **named: Any) -> str:
        """Return what a macro prints; whatever fails inside it is a WordingError that names it."""
        self.environment.work_left = MOST_WORK
        self.environment.depth = 0
        try:
            made = str(macro(*given, **named))
        except UndefinedError as fault:
            hint = "give it to the macro as an argument: fields of a card are not known inside"
            raise WordingError(f"in {name}(): {fault}", hint, "expression.unknown-name") from None
        except WordingError as fault:
            raise WordingError(f"in {name}(): {fault}", fault.hint, fault.code) from None
        except FAULTS as fault:
            raise WordingError(f"in {name}(): {fault}", None, "expression.value") from None
        return made.strip("\n")


def read_macros(text: str, file: str, report: Report) -> Macros | None:
    """Return the macros of a file, None after reporting why it cannot be read."""
    environment = MacroEnvironment()
    try:
        tree = environment.parse(text)
        names = _judged(tree, environment)
        _meter(tree)
        return Macros(names, environment, environment.from_string(tree))
    except TemplateSyntaxError as fault:
        _report(file, text, fault.lineno, str(fault.message), None, report)
    except _Refused as fault:
        _report(file, text, fault.line, str(fault), fault.hint, report)
    except (RecursionError, SyntaxError, MemoryError):
        _report(file, text, 1, "the macros are nested too deep", "nest fewer tags", report)
    return None


def names_of(text: str) -> frozenset[str]:
    """Return the names of the macros of a file that cannot be read: calls of them are no faults."""
    return frozenset(re.findall(r"\{%-?\s*macro\s+([a-z]\w*)", text, re.ASCII))


class _Refused(Exception):
    """A part of the file that must not run, with its line."""

    def __init__(self, line: int, message: str, hint: str | None) -> None:
        super().__init__(message)
        self.line, self.hint = line, hint


def _report(
    file: str, text: str, line: int, message: str, hint: str | None, report: Report
) -> None:
    lines = text.split("\n")
    written = lines[line - 1] if line <= len(lines) else ""
    start = len(written) - len(written.lstrip()) + 1
    span = Span(file, line, start, line, max(start + 1, len(written) + 1))
    report.error("macros.syntax", message, span, hint=hint)


def _judged(tree: nodes.Template, environment: MacroEnvironment) -> frozenset[str]:
    """Return the names of the macros; raises _Refused for what no macro may hold."""
    macros = list(_macros_of(tree))
    names = [macro.name for macro in macros]
    for macro in macros:
        if not _NAME.match(macro.name) or macro.name in environment.globals or macro.name in TAKEN:
            hint = "use small letters, digits and _, and no name that every card has"
            raise _Refused(macro.lineno, f"a macro cannot be called '{macro.name}'", hint)
        if names.count(macro.name) > 1:
            raise _Refused(macro.lineno, f"the macro '{macro.name}' is there twice", "rename one")
    if len(names) > MOST_MACROS:
        raise _Refused(1, f"a game may have at most {MOST_MACROS} macros", "remove some")
    if not names:
        raise _Refused(
            1, "there is no macro in the file", "write {% macro name(…) %}…{% endmacro %}"
        )
    environment.globals.update(dict.fromkeys(names, None))
    try:
        for macro in macros:
            _judge_macro(macro, environment)
    finally:
        for name in names:
            del environment.globals[name]
    return frozenset(names)


def _macros_of(tree: nodes.Template) -> Iterator[nodes.Macro]:
    """Yield the macros at the top of a file; anything else there is refused."""
    for node in tree.body:
        if isinstance(node, nodes.Macro):
            yield node
        elif not (isinstance(node, nodes.Output) and _is_blank(node)):
            hint = "put everything inside {% macro name(…) %} … {% endmacro %}"
            raise _Refused(node.lineno, "only macros stand here", hint)


def _is_blank(node: nodes.Output) -> bool:
    return all(
        isinstance(part, nodes.TemplateData) and not part.data.strip() for part in node.nodes
    )


def _judge_macro(macro: nodes.Macro, environment: MacroEnvironment) -> None:
    """Raise _Refused for a part of a macro that must not run, with the line of that part."""
    waiting: list[nodes.Node] = [*macro.body, *macro.defaults]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (nodes.If, nodes.For, nodes.Output)):
            if isinstance(node, nodes.For) and node.recursive:
                raise _Refused(node.lineno, "a loop cannot be recursive", "call a macro instead")
            waiting.extend(node.iter_child_nodes())
            continue
        if isinstance(node, nodes.Macro):
            raise _Refused(node.lineno, "a macro cannot stand inside another", "put it beside it")
        if isinstance(node, nodes.Assign) and not isinstance(node.target, nodes.Name):
            raise _Refused(node.lineno, "set gives one value to one name", "write {% set a = … %}")
        try:
            _refuse_part(node, environment)
        except WordingError as fault:
            raise _Refused(node.lineno, str(fault), fault.hint) from None


def _refuse_part(node: nodes.Node, environment: MacroEnvironment) -> None:
    # What a loop or a set gives a name to is no use of that name.
    if isinstance(node, nodes.Name) and node.ctx == "store":
        return
    if isinstance(node, nodes.Assign):
        refuse(node.node, environment)
        return
    refuse(node, environment)


def _meter(tree: nodes.Template) -> None:
    """Let each loop count its rounds, by how much stands inside it."""
    for loop in list(tree.find_all(nodes.For)):
        inside = (*loop.body, *loop.else_, *([loop.test] if loop.test else []))
        steps = sum(_weight(node) for part in inside for node in _all_in(part))
        cost = nodes.Const(max(steps, _STEPS_OF_NODE), lineno=loop.lineno)
        loop.iter = nodes.Filter(loop.iter, "rounds", [cost], [], None, None, lineno=loop.lineno)


def _all_in(node: nodes.Node) -> Iterator[nodes.Node]:
    yield node
    for child in node.iter_child_nodes():
        yield from _all_in(child)


def _weight(node: nodes.Node) -> int:
    """Return what running a part costs: text that is written costs its letters."""
    return len(node.data) if isinstance(node, nodes.TemplateData) else _STEPS_OF_NODE
