"""The Jinja2 environments: of expressions that are more than a name, and of rules texts.

`wording` compiles expressions here, `rulebook.template` makes an environment of its own.  What
either may contain is a list of syntax nodes, filters and functions; anything else is refused
before it runs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jinja2 import (
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
    Undefined,
    UndefinedError,
    meta,
    nodes,
)
from jinja2.compiler import CodeGenerator, Frame, operators
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

from cardforge import in_words
from cardforge.diagnostics import did_you_mean
from cardforge.expressions import (
    LARGEST_NUMBER,
    LONGEST_RESULT,
    Expression,
    WordingError,
    forbidden,
    printed,
    unknown_name,
    weigh,
)
from cardforge.filters import FILTERS

ALLOWED: tuple[type[nodes.Node], ...] = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.CondExpr, nodes.Const,
    nodes.List, nodes.Tuple, nodes.Dict, nodes.Pair, nodes.Name, nodes.Getattr, nodes.Getitem,
    nodes.Slice, nodes.Filter, nodes.Test, nodes.Call, nodes.Compare, nodes.Operand, nodes.Concat,
    nodes.BinExpr, nodes.UnaryExpr, nodes.Keyword,
)  # fmt: skip
_FILTERS = (
    "abs", "capitalize", "default", "first", "float", "int", "join", "last", "length", "list",
    "lower", "max", "min", "replace", "reverse", "round", "sort", "string", "sum", "title", "trim",
    "unique", "upper",
)  # fmt: skip
_TESTS = (
    "boolean", "defined", "divisibleby", "eq", "even", "false", "float", "ge", "gt", "in",
    "integer", "le", "lower", "lt", "mapping", "ne", "none", "number", "odd", "sequence", "string",
    "true", "undefined", "upper",
)  # fmt: skip
_LONGEST_EXPRESSION = 4_000
_MOST_WORK = 10 * LONGEST_RESULT
_MOST_DIGITS = 15
# What values that do not fit together raise in Python and Jinja2.
FAULTS = (
    TypeError, ValueError, ArithmeticError, LookupError, AttributeError, NotImplementedError,
    RecursionError, TemplateError,
)  # fmt: skip
_TRIMMING = re.compile(r"\{\{[-+]|-\}\}")


def compile_expression(text: str, macros: frozenset[str] = frozenset()) -> Expression:
    """Return the compiled expression; raises WordingError with the reason and a hint.

    `macros` are the names of what the scope will hold to be called.
    """
    if len(text) > _LONGEST_EXPRESSION:
        raise forbidden(
            f"text with an expression may have at most {_LONGEST_EXPRESSION} characters",
            "split it into several texts",
        )
    if _TRIMMING.search(text):
        # Jinja2 would read the minus of {{-1}} as a wish to trim spaces.
        raise WordingError("'-' or '+' stands beside the braces", "put a space between them")
    environment = _environment_for(macros)
    try:
        tree = environment.parse(text)
        refuse_forbidden(tree, environment)
        names = frozenset(meta.find_undeclared_variables(tree)) - environment.globals.keys()
        return Expression(text, names, _runner(text, tree, environment))
    except TemplateSyntaxError as fault:
        raise WordingError(f"the expression cannot be read: {fault.message}", _hint(text)) from None
    except ValueError as fault:
        raise WordingError(f"the expression cannot be read: {fault}") from None
    except (RecursionError, SyntaxError, MemoryError):
        # Python refuses what nests too deep in one of these three ways.
        raise WordingError(
            "the expression is nested too deep", "compute it in steps, with let:"
        ) from None


def _hint(text: str) -> str | None:
    inside = text.partition("{{")[2].partition("}}")[0].strip()
    if " " in inside and inside.replace(" ", "").isalnum():
        return f"a name has no spaces: write {{{{ {inside.lower().replace(' ', '_')} }}}}"
    return None


def refuse_forbidden(tree: nodes.Template, environment: Environment) -> None:
    """Raise WordingError for the first node that an environment does not run."""
    for node in tree.iter_child_nodes():
        refuse(node, environment)


def refuse(node: nodes.Node, environment: Environment) -> None:
    """Raise WordingError when a node, or one inside it, is none that an environment runs."""
    functions = environment.globals
    if not isinstance(node, environment.allowed):
        raise WordingError(
            f"an expression cannot contain '{type(node).__name__.lower()}'",
            f"use values, filters, comparisons and {environment.blocks} only",
            "expression.forbidden",
        )
    if isinstance(node, nodes.Const):
        _refuse_number(node.value)
    if isinstance(node, nodes.Filter) and node.name not in environment.filters:
        hint = did_you_mean(node.name, environment.filters)
        raise WordingError(f"no filter is called '{node.name}'", hint)
    if isinstance(node, nodes.Test) and node.name not in environment.tests:
        hint = did_you_mean(node.name, environment.tests)
        raise WordingError(f"no test is called '{node.name}'", hint)
    if isinstance(node, nodes.Name) and node.name in ("self", *functions):
        raise WordingError(
            f"'{node.name}' cannot be used as a name here",
            f"write {node.name}(…)" if node.name in functions else "name the field otherwise",
            "expression.forbidden",
        )
    if isinstance(node, nodes.Call) and not (
        isinstance(node.node, nodes.Name) and node.node.name in functions
    ):
        raise WordingError(
            "an expression cannot call anything but " + ", ".join(sorted(functions)),
            "use a filter instead",
            "expression.forbidden",
        )
    for child in node.iter_child_nodes():
        if not (isinstance(node, nodes.Call) and child is node.node):
            refuse(child, environment)


def _refuse_number(value: Any) -> None:
    """Raise WordingError for a number too large to be computed with, or to be written at all."""
    if isinstance(value, (int, float)) and value > LARGEST_NUMBER:
        raise forbidden("the number is too large", f"write at most {LARGEST_NUMBER:,}")


def _runner(
    text: str, tree: nodes.Template, environment: Environment
) -> Callable[[Mapping[str, Any]], Any]:
    lone = _lone_expression(text, tree)
    if lone is not None:
        compiled = environment.compile_expression(lone, undefined_to_none=False)
        return lambda scope: _guarded(lambda: _defined(compiled(scope)), scope, environment)
    template = environment.from_string(text)
    return lambda scope: _guarded(lambda: template.render(scope), scope, environment)


def _lone_expression(text: str, tree: nodes.Template) -> str | None:
    """Return the inside of text that is nothing but one `{{ … }}`."""
    stripped = text.strip()
    if len(tree.body) != 1 or not isinstance(tree.body[0], nodes.Output):
        return None
    if len(tree.body[0].nodes) != 1 or isinstance(tree.body[0].nodes[0], nodes.TemplateData):
        return None
    return stripped[2:-2].strip() if stripped == text else None


def _defined(value: Any) -> Any:
    if isinstance(value, StrictUndefined):
        str(value)
    return value


def _guarded(run: Callable[[], Any], scope: Mapping[str, Any], environment: Environment) -> Any:
    """Return what `run` returns, turning each way to fail into a WordingError."""
    environment.work_left = _MOST_WORK
    try:
        value = run()
        weigh(value)
    except UndefinedError as fault:
        name = str(fault).split("'")[1] if str(fault).endswith("is undefined") else None
        if name is not None and name not in scope:
            raise unknown_name(name, scope) from None
        raise WordingError(str(fault), None, "expression.unknown-name") from None
    except FAULTS as fault:
        raise WordingError(
            f"the expression cannot be computed: {fault}", None, "expression.value"
        ) from None
    return value


def _kind(value: Any) -> str:
    """Return what a message calls a value; its text may be endless."""
    kinds: tuple[tuple[Any, str], ...] = (
        (str, "text"), (dict, "a mapping"), ((list, tuple), "a list"), ((int, float), "a number"),
    )  # fmt: skip
    return next((word for kind, word in kinds if isinstance(value, kind)), "this value")


class Generator(CodeGenerator):
    """Makes `~`, comparisons and keys ask the environment, as filters and arithmetic do."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        """Write the joining of texts."""
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        """Write a comparison; how long it may take is settled by its left side."""
        self.write("(")
        self._counted("counted", node.expr, frame)
        for operand in node.ops:
            self.write(f" {operators[operand.op]} ")
            seeks = operand.op in ("in", "notin")
            self._counted("searched" if seeks else "counted", operand.expr, frame)
        self.write(")")

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        """Write a mapping, whose keys are gone through to be told apart."""
        self.write("{")
        for item in node.items:
            self._counted("counted", item.key, frame)
            self.write(": ")
            self.visit(item.value, frame)
            self.write(", ")
        self.write("}")

    def _counted(self, how: str, node: nodes.Expr, frame: Frame) -> None:
        self.write(f"environment.{how}(")
        self.visit(node, frame)
        self.write(")")


class Environment(SandboxedEnvironment):
    """Refuses what builds huge texts, lists or numbers, and every attribute of Python's own."""

    code_generator_class = Generator
    allowed = ALLOWED
    blocks = "{% if %}"
    intercepted_binops = frozenset("+ - * ** / // %".split())
    work_left = _MOST_WORK

    def getattr(self, value: Any, attribute: str) -> Any:
        """Return the entry of a mapping; nothing else has attributes here."""
        return self.getitem(value, attribute)

    def getitem(self, value: Any, key: Any) -> Any:
        """Return an entry of a mapping, list or text; unlike Jinja2, never an attribute."""
        for part in (key.start, key.stop, key.step) if isinstance(key, slice) else (key,):
            self.counted(part)
        is_entry = isinstance(value, Mapping) or not isinstance(key, str)
        if is_entry and isinstance(value, (Mapping, list, tuple, str)):
            try:
                return value[key]
            except (LookupError, TypeError):
                pass
        if isinstance(value, Undefined) or isinstance(key, Undefined):
            str(value), str(key)
        return self.undefined(hint=f"{_kind(value)} has no entry {printed(key)!r:.40}")

    def joined(self, parts: tuple[Any, ...]) -> str:
        """Return the parts as one text."""
        for part in parts:
            self.charge(part)
        return "".join(printed(part) for part in parts)

    def charge(self, value: Any) -> None:
        """Count a value against the work that one expression may do."""
        spare = max(0, self.work_left - LONGEST_RESULT)
        self.work_left = spare + weigh(value, self.work_left - spare)

    def counted(self, value: Any) -> Any:
        """Return a value that is about to be gone through; small lists can be endless inside."""
        if isinstance(value, (list, tuple, dict)):
            self.charge(value)
        return value

    def searched(self, value: Any) -> Any:
        """Return a list in which something is looked for."""
        if isinstance(value, (list, tuple)):
            self.spend(len(value))
            for entry in value:
                self.counted(entry)
        return value

    def spend(self, steps: int) -> None:
        """Count steps of work that make no value."""
        self.work_left -= steps
        if self.work_left < 0:
            raise forbidden("this is too much work for one text", "loop over fewer values")

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an operator between numbers, or of `+` between texts or lists."""
        if operator == "+" and type(left) is type(right) and isinstance(left, (str, list)):
            if len(left) + len(right) > LONGEST_RESULT:
                raise forbidden(f"the result is longer than {LONGEST_RESULT} characters")
            return left + right
        for side in (left, right):
            if isinstance(side, Undefined):
                str(side)  # raises what says its name
        if not all(isinstance(side, (int, float)) for side in (left, right)):
            raise TypeError(
                f"'{operator}' needs two numbers, found {_kind(left)} and {_kind(right)}"
            )
        if operator == "**" and (abs(right) > 64 or abs(left) > 10**6):
            raise forbidden("the power is too large")
        value = self.binop_table[operator](left, right)
        if isinstance(value, complex) or abs(value) > LARGEST_NUMBER:
            raise forbidden("the number is too large")
        return value


def _limited_range(*bounds: Any) -> list[int]:
    for bound in bounds:
        if isinstance(bound, Undefined):
            str(bound)  # raises what says its name
    values = range(*bounds)
    if len(values) > 10_000:
        raise forbidden("range() gives at most 10000 numbers")
    return list(values)


def _careful(environment: Environment, name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter that judges what it is given before it works, and what it made after."""

    @functools.wraps(run)
    def filtered(*given: Any, **named: Any) -> Any:
        values = [v for v in (*given, *named.values()) if not isinstance(v, _PASSED)]
        for value in values:
            if not isinstance(value, Undefined):
                environment.charge(value)
        _refuse_growth(name, values)
        made = run(*given, **named)
        made = list(made) if isinstance(made, Iterator) else made
        if not isinstance(made, Undefined):
            environment.charge(made)
        return made

    return filtered


def _refuse_growth(name: str, values: list[Any]) -> None:
    """Raise WordingError for the filters whose result can be far longer than what they got."""
    if name == "replace" and len(values) > 2:
        text, old, new = (printed(value) for value in values[:3])
        if len(text) + text.count(old) * len(new) > LONGEST_RESULT:
            raise forbidden(f"the result is longer than {LONGEST_RESULT} characters")
    if name == "join" and len(values) > 1 and isinstance(values[0], (list, tuple, str, Mapping)):
        weigh(printed(values[1]), LONGEST_RESULT // (len(values[0]) + 1))
    if name == "round" and any(isinstance(v, int) and abs(v) > _MOST_DIGITS for v in values[1:]):
        raise forbidden(f"round() keeps at most {_MOST_DIGITS} digits")


# What Jinja2 itself hands to some filters before their values.
_PASSED = (SandboxedEnvironment, EvalContext, Context)
_functions: dict[str, Callable[..., Any]] = {"range": _limited_range, "min": min, "max": max}


def _tested(environment: Environment, name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """Return a test that counts what it goes through."""

    @functools.wraps(run)
    def tested(value: Any, *given: Any) -> Any:
        environment.counted(value)
        for other in given:
            (environment.searched if name == "in" else environment.counted)(other)
        return run(value, *given)

    return tested


def equip(environment: Environment, functions: Mapping[str, Callable[..., Any]]) -> None:
    """Give an environment the filters and tests, and these functions beside the common ones."""
    tests: Mapping[str, Any] = environment.tests
    filters = environment.filters
    environment.tests = {name: _tested(environment, name, tests[name]) for name in _TESTS}
    own = {name: filters[name] for name in _FILTERS}
    own.update(
        ceil=in_words.ceil, ambiguous_upside_down=in_words.ambiguous_upside_down,
        signed=in_words.signed, **FILTERS,
    )  # fmt: skip
    environment.filters = {name: _careful(environment, name, run) for name, run in own.items()}
    environment.globals = {
        **{name: _careful(environment, name, run) for name, run in _functions.items()},
        **functions,
    }


@functools.lru_cache(maxsize=64)
def _environment_for(macros: frozenset[str]) -> Environment:
    """Return the environment of expressions that may call some macros by name."""

    def printed_part(value: Any) -> str:
        """Return a part of a longer text as it is printed."""
        environment.charge(value)
        return printed(value)

    environment = Environment(
        undefined=StrictUndefined,
        finalize=printed_part,
        autoescape=False,
        optimized=False,
        comment_start_string="\0#",
    )
    # The scope of a run holds the macros themselves.
    equip(environment, dict.fromkeys(macros, _unbound))
    return environment


def _unbound(*_given: Any, **_named: Any) -> str:
    """Return nothing for a macro of a file that could not be read, which is told already."""
    return ""
